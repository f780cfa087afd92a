"""Which conditions characters bear, and since when; each is a part of its bearer's face (C32)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.catalogue import catalogue
from domain.condition import Condition
from domain.core.audience import Kind
from domain.core.bounds import ConditionName, Id, Name
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.characters.character import FACES, Face, face_audience, own
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import setting, storyteller_only
from domain.features.table.story_log import Overridden, literal, tell
from domain.features.table.turn import turn_number
from domain.manoeuvre import Manoeuvre
from domain.rules.rule_types import Part

if TYPE_CHECKING:
    from domain.features.actions.attack_in_progress import Blow

Value = Annotated[int, Meta(ge=0, le=100)]


States = tuple[tuple[str, Value], ...]
"""Conditions by name, with a dot and the weapon where they come with one, each with its number, 0 for none."""


class Bearing(Record, frozen=True):
    """A condition that a character bears. `label` and `ends` are its words, `value` its number ("cover 2"), `since`
    and `until` turns: until the end of which it lasts by itself (0: something else ends it). `source`: the grapple or
    the weapon that it comes with, or the character whom it is about."""

    face: ClassVar[bool] = True

    character: str
    name: ConditionName
    label: str
    ends: str
    value: int
    since: int
    until: int
    source: str

    @property
    def character_id(self) -> str:
        return self.character

    @property
    def about(self) -> tuple[str, ...]:
        return (self.character, self.source)

    def on_hiding(self, actor: str) -> Fate:
        return "goes" if actor == self.character else "ends"

    def restating_event(self) -> Event:
        return ConditionStated(self)

    @property
    def called(self) -> str:
        """Its label within a sentence, names in it as they are."""
        return self.label[:1].lower() + self.label[1:]

    @property
    def words(self) -> str:
        """The condition with its number."""
        return f"{self.called} {self.value}" if self.value else self.called


class ConditionStated(Event, frozen=True):
    """A condition as it stands now."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    borne: Bearing

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.borne)


class ConditionBegan(ConditionStated, frozen=True):
    """A character comes to bear a condition, or more of it."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.borne)
        tell(records, at, f"{{0}}: {literal(self.borne.words)}.", self.borne.character)


class ConditionEnded(Event, frozen=True):
    """A character no longer bears a condition."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        borne = records.get(Bearing, self.id)
        if borne is not None:
            records.drop(Bearing, self.id)
            tell(records, at, f"{{0}}: no longer {literal(borne.called)}.", borne.character)


def condition(name: str) -> Condition:
    """The condition of this name. Raises `Refusal`."""
    found = catalogue().conditions.get(name)
    if found is None:
        raise Refusal("no-such-condition", f"There is no condition {name!r} (C32).")
    return found


def borne_by(view: View, actor: str) -> list[Bearing]:
    """The conditions that a character bears, as far as this view sees."""
    return [borne for borne in view.all(Bearing) if borne.character == actor]


def states_of(view: View, actor: str) -> Iterator[Condition]:
    """What kinds of conditions a character bears, as far as this view sees."""
    return (condition(borne.name) for borne in borne_by(view, actor))


def bears(view: View, actor: str, name: str) -> Bearing | None:
    """The condition of this name that a character bears, if it does."""
    return next((borne for borne in borne_by(view, actor) if borne.name == name), None)


def modifiers(view: View, actor: str, traits: Sequence[str], *, acting: bool) -> tuple[Part, ...]:
    """What its conditions give and take from a pool of a character's, before any sharing (M2)."""
    found = (
        (borne, condition(borne.name).pool_dice(view, borne, traits, acting=acting)) for borne in borne_by(view, actor)
    )
    return tuple((borne.words, dice) for borne, dice in found if dice)


def check_conditions(view: View, actor: str, chosen: Manoeuvre) -> None:
    """Whether the conditions that a character bears leave it this manoeuvre. Raises `Refusal`."""
    for borne in borne_by(view, actor):
        condition(borne.name).check_manoeuvre(view, borne, chosen)


def check_goes_on(view: View, actor: str, chosen: Manoeuvre) -> None:
    """Whether the conditions that a character bears leave it what it is in the middle of. Raises `Refusal`."""
    for borne in borne_by(view, actor):
        condition(borne.name).check_continuing(view, borne, chosen)


def check_unrooted(view: View, actor: str) -> None:
    """Whether nothing that a character bears keeps it on the spot. Raises `Refusal`."""
    for borne in borne_by(view, actor):
        if condition(borne.name).immobilizes:
            raise Refusal("rooted", f"Who is {borne.called} stays on the spot; that ends {borne.ends} (F2).")


def bear(
    table: Deciding,
    actor: str,
    name: str,
    *,
    value: int = 0,
    turns: int | None = None,
    ends: str = "",
    source: str = "",
    quietly: bool = False,
) -> None:
    """Lay a condition on a character, or state anew the one that it bears from this source since before. `turns`: how
    many turns after this one it ends with, and `ends` says so in words; None and "": as its kind does. `quietly`: no
    line in the story says so. Who cannot stir for it lets go."""
    rule, now = condition(name), turn_number(table.full)
    lasts = rule.turns if turns is None else turns
    until = 0 if lasts is None else now + lasts
    id_ = ".".join(filter(None, (actor, name, source)))
    before = table.full.get(Bearing, id_)
    since = before.since if before else now
    borne = Bearing(
        id_, actor, name, rule.label_from(table.full, actor, source), ends or rule.ends, value, since, until, source
    )
    event = ConditionStated(borne) if quietly else ConditionBegan(borne)
    table.emit(face_audience(table.full, actor), event)
    if rule.helpless:
        go_limp(table, actor)


def helpless(view: View, actor: str) -> bool:
    """Whether a character is hit without a roll (C27)."""
    return any(state.helpless for state in states_of(view, actor))


def go_limp(table: Deciding, actor: str) -> None:
    """Tell a character's conditions that its body no longer obeys, which ends what it did with that (C13, C27, C29)."""
    for borne in borne_by(table.full, actor):
        condition(borne.name).on_helpless(table, borne)


def toward(view: View, label: str, source: str) -> str:
    """A condition's label with the name of the character whom it is about ("Held by {}"), if everybody sees it."""
    face = view.public.get(Face, source)
    return label.format(face.name if face else "something unseen")


def shed(table: Deciding, borne: Bearing) -> None:
    """End a condition, wherever it is known; one that is over already stays so."""
    audience = table.full.audience_of(Bearing, borne.id)
    if audience is not None:
        table.emit(audience, ConditionEnded(borne.id))


def exposed(view: View, blow: "Blow") -> tuple[Part, ...]:
    """What the conditions of the one who is struck at give and take from the attack (C25, C27): of those that give,
    and of those that take, the one that counts for most; cover that was aimed past (C3) is none."""
    borne_there = [b for b in borne_by(view, blow.on) if not (blow.past_cover and condition(b.name).is_cover)]
    found = [(borne.words, condition(borne.name).dice_for_attackers(view, borne, blow)) for borne in borne_there]
    given = max((part for part in found if part[1] > 0), key=lambda part: part[1], default=None)
    taken = min((part for part in found if part[1] < 0), key=lambda part: part[1], default=None)
    return tuple(part for part in (given, taken) if part)


def helped(view: View, blow: "Blow") -> tuple[Part, ...]:
    """What an attacker's own conditions give and take from its attack, on the attack's own share."""
    found = ((borne.words, condition(borne.name).dice_for_own_attack(borne, blow)) for borne in borne_by(view, blow.by))
    return tuple(part for part in found if part[1])


def after_attack(table: Deciding, blow: "Blow") -> None:
    """Tell an attacker's conditions that it has attacked."""
    for borne in borne_by(table.full, blow.by):
        condition(borne.name).on_own_attack(table, borne, blow)


def lasting(view: View, actor: str) -> States:
    """The conditions that go with a character from scene to scene (T1)."""
    return tuple((kept_as(borne), borne.value) for borne in borne_by(view, actor) if goes_along(borne))


def goes_along(borne: Bearing) -> bool:
    """Whether a condition goes with its bearer from scene to scene; what lasts for so many turns ends with the turns
    (T1, C32)."""
    return condition(borne.name).lasting and not borne.until


def kept_as(borne: Bearing) -> str:
    """How a condition that lasts is called on the way."""
    return ".".join(filter(None, (borne.name, borne.source)))


def bring_along(table: Deciding, actor: str, states: States) -> None:
    """A character comes from another scene with these conditions that last, and no others (T1)."""
    known = {kept_as(borne): borne for borne in borne_by(table.full, actor) if goes_along(borne)}
    for called, value in states:
        if called not in known or known[called].value != value:
            name, _, source = called.partition(".")
            bear(table, actor, name, value=value, source=source, quietly=True)
    for called, borne in known.items():
        if called not in dict(states):
            shed(table, borne)


def end_with_scene(table: Deciding) -> None:
    """A scene closes, and with it every condition that does not go along; what is carried weighs as much in the next
    one (T1, F5)."""
    for borne in list(table.full.all(Bearing)):
        if condition(borne.name).by_word and not goes_along(borne):
            shed(table, borne)


def leave_the_spot(table: Deciding, actor: str) -> None:
    """Tell a character's conditions that it moves, which ends some of them (F2), and whatever was between it and
    somebody else (C24)."""
    for borne in borne_by(table.full, actor):
        rule = condition(borne.name)
        rule.on_move(table, borne)
        if rule.ends_on_move:
            shed(table, borne)
    for borne in list(table.full.all(Bearing)):
        if condition(borne.name).ends_when_either_moves and actor in (borne.character, borne.source):
            shed(table, borne)


def wear_off(table: Deciding, number: int) -> None:
    """End what lasted until a turn before the one of this number (C32)."""
    for borne in [b for b in table.full.all(Bearing) if 0 < b.until < number]:
        shed(table, borne)


def new_turn(table: Deciding) -> None:
    """Tell all conditions that a turn begins."""
    for borne in list(table.full.all(Bearing)):
        condition(borne.name).on_turn_start(table, borne)


def let_go_of_turns(records: Partition) -> None:
    """Fold that turns no longer run: what lasted for some of them is over, and the rest began in none of those to
    come."""
    for borne in list(records.all(Bearing)):
        if borne.until:
            records.drop(Bearing, borne.id)
        else:
            records.put(msgspec.structs.replace(borne, since=0))


def check_value(rule: Condition, value: int) -> None:
    """Whether the Storyteller may lay this condition on somebody with such a number. Raises `Refusal`."""
    if not rule.by_hand:
        raise Refusal("takes-two", f"{rule.label} is not laid by hand: it comes of {rule.origin} ({rule.rule}).")
    least = 1 if rule.most else 0
    if not least <= value <= rule.most:
        number = f"a number from 1 to {rule.most}" if rule.most else "no number"
        raise Refusal("value", f"{rule.label} is borne with {number} ({rule.rule}).")


def between_scenes(view: View) -> bool:
    """Whether this is the chronicle, where no turns run and nothing stays that ends with a scene (T1)."""
    return setting(view).place == "chronicle"


def lays_here(view: View, rule: Condition) -> bool:
    """Whether a condition lasts long enough to be laid on somebody here."""
    return rule.lasting or not between_scenes(view)


class SetCondition(Command, frozen=True):
    """Lay a condition on a character, or change its number (G0, C30, C32). It ends as its kind does, and where the
    Storyteller says so (`turns`) with that many turns after this one. Between scenes it is one that lasts (T1)."""

    places = BOTH

    actor: Id
    condition: Name
    value: Value = 0
    turns: Value = 0

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        rule = condition(self.condition)
        check_value(rule, self.value)
        if self.turns and between_scenes(view):
            raise Refusal("turns", "No turns pass between scenes: it lasts until something ends it (T1).")
        if not lays_here(view, rule):
            raise Refusal("does-not-last", f"{rule.label} ends with the scene that it is laid in: lay it there (T1).")

    def decide(self, table: Deciding) -> None:
        rule, last = condition(self.condition), turn_number(table.full) + self.turns
        turns, ends = (self.turns, f"{rule.ends}; at the latest with turn {last}") if self.turns else (None, "")
        bear(table, self.actor, self.condition, value=self.value, turns=turns, ends=ends)
        what = f"{rule.label.lower()}, by the Storyteller's word."
        table.emit(face_audience(table.full, self.actor), Overridden(table.seat.id, self.actor, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        kinds = [kind for kind in catalogue().conditions.values() if kind.by_hand and lays_here(view, kind)]
        known = tuple(Choice(kind.name, kind.label, kind.rule) for kind in kinds)
        turns = Input("turns", "For so many more turns (0: until it ends by itself)", "number", most=100, rarely=True)
        inputs = (
            Input("condition", "Condition", "choice", known),
            Input("value", "Its number, where it has one", "number", most=100),
            *(() if between_scenes(view) else (turns,)),
        )
        for face in view.all(Face):
            yield Option(cls.__name__, face.id, f"Lay a condition on {face.name}", "C32", "cast", inputs=inputs)


class EndCondition(Command, frozen=True):
    """End a condition, whatever would end it (G0); between scenes too (T1)."""

    places = BOTH

    borne: Annotated[str, Meta(max_length=200)]

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        found = view.get(Bearing, self.borne)
        if found is None:
            raise Refusal("no-such-condition", "Nobody bears that condition (C32).")
        if not condition(found.name).by_word:
            raise Refusal("takes-two", f"{found.label} is not a state by itself: it ends {found.ends} (G0).")

    def decide(self, table: Deciding) -> None:
        borne = table.full.get(Bearing, self.borne)
        if borne is not None:
            shed(table, borne)
            what = f"no longer {borne.called}, by the Storyteller's word."
            table.emit(face_audience(table.full, borne.character), Overridden(table.seat.id, borne.character, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            for borne in view.all(Bearing):
                face = view.get(Face, borne.character)
                if face is not None and condition(borne.name).by_word:
                    label = f"{face.name} is no longer {borne.called}"
                    which = Input("borne", "Condition", "choice", (Choice(borne.id, label),), default=borne.id)
                    yield Option(cls.__name__, "", label, "G0", "cast", inputs=(which,))
