"""Stored bytes of other times: old ones are lifted, unknown ones are never skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import ManoeuvreName
from domain.core.event import Event, Fact
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
    commit_codec._decoders.cache_clear()
    yield
    monkeypatch.undo()
    commit_codec._decoders.cache_clear()


def stored(version: int, *event: object) -> bytes:
    """A commit of one event, as stored."""
    return write((FORMAT, "anna", b"digest..", 1, [StoredFact(EVERYONE, version, msgspec.Raw(write(event)))]))


def naming(manoeuvre: str, condition: str) -> list[Event]:
    """Events of today that name something of the catalogue."""
    borne = Bearing("b", "anna", condition, "Out of sorts", "never", 0, 1, 0, "")
    return [
        DeclarationStated("anna", (Action("dodge"), Action(manoeuvre)), (0, 0), (0, 0), (), tried=False),
        ConditionBegan(borne),
        SpotSet(Spot("s", "", "the hem", 1, False, condition, 0, ""), "st", "a die less"),
    ]


@pytest.mark.parametrize("place", range(3))
def test_what_an_event_names_is_known_or_it_cannot_be_read(place: int) -> None:
    """F21: a known type of event may name what only a later program has. To go on from there as if it were nothing
    would be to play by other rules than that program does."""
    known, later = naming("sprint", "dazed")[place], naming("pirouette", "bewitched")[place]
    assert unpack(pack("st", b"digest..", 1, [Fact(EVERYONE, known)]).payload).facts[0].event == known
    with pytest.raises(Unreadable, match="names one of the") as caught:
        unpack(pack("st", b"digest..", 1, [Fact(EVERYONE, later)]).payload)
    assert "pirouette" not in str(caught.value), "what was declared is content (S24)"


def test_whatever_names_something_is_looked_through() -> None:
    """No registered event holds such a name in a way that is not understood, and those that hold one are found."""
    found = {name for name, type_ in catalogue().events.items() if names_in(type_)}
    assert found >= {"ConditionBegan", "ConditionStated", "Declared", "DeclarationStated", "SettingStated", "SpotSet"}
    with pytest.raises(TypeError, match="nobody has taught"):
        names_in(dict[str, ManoeuvreName])


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
