"""Stored bytes of other versions: old events are lifted, unknown events are never skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import ManoeuvreName
from domain.core.event import Event, Fact
from domain.core.words import typed
from domain.features.actions.aim_points import Spot, SpotSet
from domain.features.actions.declaration import DeclarationStated
from domain.features.characters.conditions import ConditionBegan
from domain.features.scenes.chat import Said
from domain.records.bearing import Bearing
from domain.rules.declared_action import Action
from server.fold import commit_codec
from server.fold.commit_codec import FORMAT, StoredFact, Unreadable, pack, unpack, write
from server.fold.unknown_names import names_in


class Rang(Event, frozen=True):
    """A bell rang this many times. Version 1 had only the loudness, in words, and always meant once."""

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
    """The catalogue knows the bell while a test runs."""
    monkeypatch.setitem(catalogue().events, "Rang", Rang)
    commit_codec._decoders.cache_clear()
    yield
    monkeypatch.undo()
    commit_codec._decoders.cache_clear()


def stored(version: int, *event: object) -> bytes:
    """The payload of a commit with a single event."""
    return write((FORMAT, "anna", b"digest..", 1, [StoredFact(EVERYONE, version, msgspec.Raw(write(event)))]))


def naming(manoeuvre: str, condition: str) -> list[Event]:
    """Events of the current version that name items of the catalogue."""
    borne = Bearing("b", "anna", condition, typed("Out of sorts"), typed("never"), 0, 1, 0, "")
    return [
        DeclarationStated("anna", (Action("dodge"), Action(manoeuvre)), (0, 0), (0, 0), (), tried=False),
        ConditionBegan(borne),
        SpotSet(Spot("s", "", "the hem", 1, False, condition, 0, ""), "st", typed("a die less")),
    ]


@pytest.mark.parametrize("place", range(3))
def test_an_event_with_an_unknown_name_cannot_be_read(place: int) -> None:
    """FLT21: an event of a known type may name an item that only a later version has. Folding it regardless would be
    play by different rules."""
    known, later = naming("sprint", "dazed")[place], naming("pirouette", "bewitched")[place]
    assert unpack(pack("st", b"digest..", 1, [Fact(EVERYONE, known)]).payload).facts[0].event == known
    with pytest.raises(Unreadable, match="names one of the") as caught:
        unpack(pack("st", b"digest..", 1, [Fact(EVERYONE, later)]).payload)
    assert "pirouette" not in str(caught.value), "what was declared is content (SEC24)"


def test_names_in_all_events_are_found() -> None:
    """No registered event nests a name in a way that `names_in` does not support, and it finds the events with
    names."""
    found = {name for name, type_ in catalogue().events.items() if names_in(type_)}
    assert found >= {"ConditionBegan", "ConditionStated", "Declared", "DeclarationStated", "SettingStated", "SpotSet"}
    with pytest.raises(TypeError, match="are not supported"):
        names_in(dict[str, ManoeuvreName])


def test_today_s_events_read_as_they_are() -> None:
    """An event of the current version needs no lift."""
    assert unpack(stored(2, "Rang", 3, False)).facts[0].event == Rang(3, loud=False)


def test_an_older_event_is_lifted() -> None:
    """The chain goes over its bytes as they were stored."""
    commit = unpack(stored(1, "Rang", "loudly"))
    assert commit.facts[0].event == Rang(1, loud=True)
    assert commit.events[EVERYONE] == write(("Rang", "loudly"))


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
def test_an_unknown_event_is_never_skipped(payload: bytes, says: str) -> None:
    """A later version, a version that never was, an unknown type, fields that do not fit: each is `Unreadable`, and is
    named."""
    with pytest.raises(Unreadable, match=says):
        unpack(payload)
