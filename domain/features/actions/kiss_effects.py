"""Effects of a kiss (C5): the blood that it takes, and the victim's resistance.

*(ours)* A kiss continues without further commands. It takes blood when it begins and at the beginning of every later
turn. It ends when the drinker takes another action, when the clinch or hold that it depends on ends, or when the
Storyteller ends it. The victim may test Ideals once a turn, at any moment. After a success it can resist until this
kiss ends.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from domain.command import Command
from domain.core.audience import STORYTELLER, Audience, Kind, covers
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, character_ref, phrase, term
from domain.features.actions.grapples import begin_grapple
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
"""The trait that resists a kiss."""
BLOOD: Final = "Blood"
FATE: Final = "Fate"
"""The name of the store from which a mortal pays to resist."""


class IdealsTried(Record, frozen=True):
    """Marks the victim of a kiss that has tested its Ideals in this turn. The id is the character's."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def restating_event(self) -> Event:
        return IdealsTested(self.id)


class IdealsTested(Event, frozen=True):
    """The victim of a kiss tests its Ideals."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(IdealsTried(self.id))


class BloodLost(Event, frozen=True):
    """A character loses blood to a kiss. Only the sheets show the amount."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-blood-lost", who=character_ref(self.id)))


class BloodDrained(Event, frozen=True):
    """The amount of blood that a character loses to a kiss, for the audience that may know it."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    id: str
    points: int

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-blood-drained", who=character_ref(self.id), points=self.points))


def begin_kiss(table: Deciding, by: str, on: str) -> None:
    """Begin a kiss: `by` drinks from `on`, which does not resist at first."""
    grapple = begin_grapple(table, "kiss", by, on, lays=("kissing", "kissed"))
    add_condition(table, on, "unresisting", source=grapple)
    drain(table, by, on)


def drain(table: Deciding, by: str, on: str) -> None:
    """Move as much blood from the victim to the drinker as the drinker may spend in a turn (F4), or all that the victim
    has. A victim without a store of blood, such as a mortal, always has enough (ours)."""
    full = table.full
    most = most_a_turn(full, by, BLOOD) or UNRATED
    taken = min(most, sheet(full, on).points(BLOOD)) if counts_blood(full, on) else most
    lose(table, on, BLOOD, taken)
    gain(table, by, BLOOD, taken)
    table.emit(face_audience(full, on), BloodLost(on))
    table.emit(drain_audience(full, by, on), BloodDrained(on, taken))


def drain_audience(view: View, by: str, on: str) -> Audience:
    """Return the audience for the amount of blood: the victim's player, if the victim has a store of blood or if the
    player also reads the drinker's sheet. Otherwise only the Storyteller, because the amount would reveal a trait of
    the drinker (F4)."""
    whose, drinks = (sheet_audience(character(view, id_).player) for id_ in (on, by))
    return whose if counts_blood(view, on) or covers(drinks, whose) else STORYTELLER


def counts_blood(view: View, actor: str) -> bool:
    """True if a character has a store of blood."""
    return any(name == BLOOD for name, _, _ in sheet(view, actor).pools)


class ResistKiss(Command, frozen=True):
    """Test Ideals against a kiss (C5). The test is reflexive and possible once a turn. A mortal pays a point of Fate
    for it."""

    actor: Id

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        if bears(view, self.actor, "unresisting") is None:
            raise Refusal("no-kiss", rule="C5")
        if turns_run(view) and view.get(IdealsTried, self.actor) is not None:
            raise Refusal("tried-to-resist", rule="C5")
        check_will(view, self.actor)
        if pays_fate(face):
            check_points(view, self.actor, FATE, rule="C5")
        check_test(view, self.actor, parts(view, self.actor, (IDEALS,)), "will")

    def decide(self, table: Deciding) -> None:
        full = table.full
        if pays_fate(character(full, self.actor)):
            spend(table, self.actor, FATE)
        table.emit(face_audience(full, self.actor), IdealsTested(self.actor))
        borne = bears(full, self.actor, "unresisting")
        ideals = parts(full, self.actor, (IDEALS,))
        won = succeeds(table, self.actor, phrase("reason-resist-kiss"), ideals, traits=(IDEALS,), kind="will")
        if won and borne:
            end_condition(table, borne)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if allowed(cls(face.id).check, view):
                label = phrase("option-resist-kiss", rule="C5")
                if view.seat.is_storyteller:
                    label = phrase("option-resists-kiss", rule="C5", who=character_ref(face.id))
                cost = phrase("hint-costs-point", store=term(FATE)) if pays_fate(face) else NO_WORDS
                yield Option(cls.__name__, face.id, label, cost, "act", urgent=True)


def pays_fate(face: Face) -> bool:
    """True if the character must pay a point of Fate to resist."""
    return face.kind == "mortal"
