"""Stored bytes of other times: old ones are lifted, unknown ones are never skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from domain.audience import EVERYONE, Kind
from domain.catalogue import catalogue
from domain.event import Event
from domain.features.chat import Said
from server import codec
from server.codec import FORMAT, StoredFact, Unreadable, unpack, write


class Rang(Event, frozen=True):
    """A bell rang so many times; version 1 said only how loud, in words, and always meant once."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})
    version: ClassVar[int] = 2

    times: int
    loud: bool

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        return [1, fields[0] == "loudly"]


@pytest.fixture(autouse=True)
def _bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The catalogue knows the bell, for as long as a test runs."""
    monkeypatch.setitem(catalogue().events, "Rang", Rang)
    codec._decoders.cache_clear()
    yield
    monkeypatch.undo()
    codec._decoders.cache_clear()


def stored(version: int, *event: object) -> bytes:
    """A commit of one event, as stored."""
    return write((FORMAT, "anna", b"digest..", 1, [StoredFact(EVERYONE, version, msgspec.Raw(write(event)))]))


def test_today_s_events_read_as_they_are() -> None:
    """What was stored of this version needs no lift."""
    assert unpack(stored(2, "Rang", 3, False)).facts[0].event == Rang(3, loud=False)


def test_an_older_event_is_lifted() -> None:
    """And the chain goes over the bytes as they were stored."""
    commit = unpack(stored(1, "Rang", "loudly"))
    assert commit.facts[0].event == Rang(1, loud=True)
    assert commit.told[EVERYONE] == write(("Rang", "loudly"))


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (stored(3, "Rang", 3, False), "Rang of version 3; this program knows 2"),
        (stored(0, "Rang", 3), "Rang has no version 0"),
        (stored(1, "Tolled", 3), "Tolled"),
        (stored(Said.version, "Said", 3), "cannot be read"),
    ],
    ids=["later", "never", "unknown", "unfitting"],
)
def test_what_is_not_known_is_never_skipped(payload: bytes, says: str) -> None:
    """A later version, one that never was, an unknown type, fields that do not fit: each fences, and names itself."""
    with pytest.raises(Unreadable, match=says):
        unpack(payload)
