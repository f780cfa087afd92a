"""Kissing (C5): what a kiss takes, and how its victim gets a will of its own again.

*(ours)* The kiss goes on by itself, taking blood as it begins and as every turn after begins, until the one who drinks
does something else, what it rests on (a clinch, a hold) is broken, or the Storyteller ends it. The victim may test
Ideals once a turn, whenever it likes; a success holds as long as this kiss lasts.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from domain.core.audience import STORYTELLER, Audience, Kind, covers
from domain.core.bounds import Id
from domain.core.command import Command, Option, Refusal, allowed
from domain.core.event import Event
from domain.core.record import Record
from domain.core.state import Partition, View
from domain.deciding import Deciding
from domain.features.actions.grapples import begin
from domain.features.characters.character import (
    FACES,
    Face,
    character,
    face_audience,
    own,
    owned,
    sheet,
    sheet_audience,
)
from domain.features.characters.conditions import add_condition, bears, end_condition
from domain.features.characters.points import UNRATED, check_points, gain, lose, most_a_turn, spend
from domain.features.characters.wounds import check_will
from domain.features.rolls.pools import check_test, parts, succeeds
from domain.features.table.story_log import tell
from domain.features.table.turn import turns_run

IDEALS: Final = "Ideals"
"""What resists a kiss."""
BLOOD: Final = "Blood"
FATE: Final = "Fate"
"""What a mortal pays with for the try."""


class IdealsTried(Record, frozen=True):
    """A victim has tested its Ideals in this turn. Its id is the character's."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def stated(self) -> Event:
        return IdealsTested(self.id)


class IdealsTested(Event, frozen=True):
    """A victim of a kiss tests its Ideals."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(IdealsTried(self.id))


class BloodLost(Event, frozen=True):
    """A character loses blood to a kiss: how much, and whether there was so much, is on the sheets."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "{0} loses blood.", self.id)


class BloodDrained(Event, frozen=True):
    """So much blood a character loses to a kiss, told to those who may know how much."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    id: str
    points: int

    def apply(self, records: Partition, at: int) -> None:
        points = f"{self.points} {'point' if self.points == 1 else 'points'}"
        tell(records, at, f"{{0}} loses {points} of blood." if self.points else "{0} has no blood left.", self.id)


def begin_kiss(table: Deciding, by: str, on: str) -> None:
    """Somebody drinks from somebody, who does not resist at first."""
    grapple = begin(table, "kiss", by, on, lays=("kissing", "kissed"))
    add_condition(table, on, "unresisting", source=grapple)
    drain(table, by, on)


def drain(table: Deciding, by: str, on: str) -> None:
    """Take as much blood as the one who drinks may spend in a turn (F4), as far as the other has it; who keeps no count
    of its blood, as mortals do not, has enough (ours)."""
    full = table.full
    most = most_a_turn(full, by, BLOOD) or UNRATED
    taken = min(most, sheet(full, on).points(BLOOD)) if counts_blood(full, on) else most
    lose(table, on, BLOOD, taken)
    gain(table, by, BLOOD, taken)
    table.emit(face_audience(full, on), BloodLost(on))
    table.emit(told_how_much(full, by, on), BloodDrained(on, taken))


def told_how_much(view: View, by: str, on: str) -> Audience:
    """Who is told how much a kiss takes: whose blood it is, where her sheet counts it or she reads the sheet of the one
    who drinks; else it would be a trait of that sheet (F4)."""
    whose, drinks = (sheet_audience(character(view, id_).player) for id_ in (on, by))
    return whose if counts_blood(view, on) or covers(drinks, whose) else STORYTELLER


def counts_blood(view: View, actor: str) -> bool:
    """Whether a character has a store of blood."""
    return any(name == BLOOD for name, _, _ in sheet(view, actor).pools)


class ResistKiss(Command, frozen=True):
    """Test Ideals against a kiss (C5): reflexive, once a turn; a mortal pays a point of Fate for the try."""

    actor: Id

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        if bears(view, self.actor, "unresisting") is None:
            raise Refusal("no-kiss", "There is no kiss to resist (C5).")
        if turns_run(view) and view.get(IdealsTried, self.actor) is not None:
            raise Refusal("tried", "It has tried in this turn: again in the next one (C5).")
        check_will(view, self.actor, "resisting a kiss")
        if pays(face):
            check_points(view, self.actor, FATE, rule="C5")
        check_test(view, self.actor, parts(view, self.actor, (IDEALS,)), "will")

    def decide(self, table: Deciding) -> None:
        full = table.full
        if pays(character(full, self.actor)):
            spend(table, self.actor, FATE)
        table.emit(face_audience(full, self.actor), IdealsTested(self.actor))
        borne = bears(full, self.actor, "unresisting")
        ideals = parts(full, self.actor, (IDEALS,))
        won = succeeds(table, self.actor, "Resisting the kiss", ideals, traits=(IDEALS,), kind="will")
        if won and borne:
            end_condition(table, borne)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if allowed(cls(face.id).check, view):
                whose = f"{face.name} resists the kiss" if view.seat.tells else "Resist the kiss"
                cost = f"costs a point of {FATE} (C5)" if pays(face) else "C5"
                yield Option(cls.__name__, face.id, whose, cost, "act", urgent=True)


def pays(face: Face) -> bool:
    """Whether the try costs anything."""
    return face.kind == "mortal"
