"""The conditions that characters have now. Each is a record, and part of the face of its bearer (C32)."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from domain.catalogue import catalogue
from domain.condition import Condition
from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Ref, Typed, Words, character_ref, phrase
from domain.features.characters.character import FACES, Face, face_audience
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_number
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing, ConditionStated, Value
from domain.rules.rule_types import Part
from domain.tracked_view import memoized

States = tuple[tuple[str, Value], ...]
"""Conditions of a character that goes from scene to scene. Each has its name, and its number (0: none). If a condition
concerns a weapon, a dot and the weapon follow the name."""


class ConditionBegan(ConditionStated, frozen=True):
    """A condition began, or its number changed. The story shows a line for it."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.borne)
        who = character_ref(self.borne.character)
        tell(records, at, phrase("line-condition-began", who=who, what=self.borne.label))


class ConditionEnded(Event, frozen=True):
    """A character no longer has a condition."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        borne = records.get(Bearing, self.id)
        if borne is not None:
            records.drop(Bearing, self.id)
            who = character_ref(borne.character)
            tell(records, at, phrase("line-condition-ended", who=who, what=borne.label))


def condition(name: str) -> Condition:
    """Return the condition of this name. Raise `Refusal` if it does not exist."""
    found = catalogue().conditions.get(name)
    if found is None:
        raise Refusal("no-such-condition", rule="C32", name=Typed(name))
    return found


@memoized
def borne_by(view: View, actor: str) -> list[Bearing]:
    """Return a character's conditions that this view sees."""
    return [borne for borne in view.all(Bearing) if borne.character == actor]


def states_of(view: View, actor: str) -> Iterator[Condition]:
    """Yield the rules of a character's conditions, as far as this view sees them."""
    return (condition(borne.name) for borne in borne_by(view, actor))


def bears(view: View, actor: str, name: str) -> Bearing | None:
    """Return the character's condition of this name, None if it has none."""
    return next((borne for borne in borne_by(view, actor) if borne.name == name), None)


def modifiers(view: View, actor: str, traits: Sequence[str], *, acting: bool) -> tuple[Part, ...]:
    """Return the dice that a character's conditions add to, or remove from, a pool of these traits, before the pool is
    divided among actions (M2)."""
    found = (
        (borne, condition(borne.name).pool_dice(view, borne, traits, acting=acting)) for borne in borne_by(view, actor)
    )
    return tuple((condition(borne.name).words, dice) for borne, dice in found if dice)


def check_conditions(view: View, actor: str, chosen: Manoeuvre) -> None:
    """Raise `Refusal` if a condition of the character forbids this manoeuvre."""
    for borne in borne_by(view, actor):
        condition(borne.name).check_manoeuvre(view, borne, chosen)


def check_may_continue(view: View, actor: str, chosen: Manoeuvre) -> None:
    """Raise `Refusal` if a condition of the character interrupts a manoeuvre that the character is carrying out."""
    for borne in borne_by(view, actor):
        condition(borne.name).check_continuing(view, borne, chosen)


def check_unrooted(view: View, actor: str) -> None:
    """Raise `Refusal` if a condition prevents the character from leaving the spot."""
    for borne in borne_by(view, actor):
        if condition(borne.name).immobilizes:
            raise Refusal("rooted", rule="F2", state=borne.label, ends=borne.ends)


def add_condition(
    table: Deciding,
    actor: str,
    name: str,
    *,
    value: int = 0,
    turns: int | None = None,
    ends: Words = NO_WORDS,
    source: str = "",
    quietly: bool = False,
) -> None:
    """Give a character a condition. If the character already has it from this source, change it, but not its beginning
    (`since`). `turns`: the condition expires this number of turns after the current one; `ends` is the text that says
    so (`NO_WORDS`: the usual text of the condition). `quietly`: the story does not mention it. A condition that makes
    its bearer helpless also triggers `go_limp`."""
    rule, now = condition(name), turn_number(table.full)
    lasts = rule.turns if turns is None else turns
    until = 0 if lasts is None else now + lasts
    id_ = ".".join(filter(None, (actor, name, source)))
    before = table.full.get(Bearing, id_)
    since = before.since if before else now
    label = rule.words_from(table.full, actor, source, value)
    borne = Bearing(id_, actor, name, label, ends or rule.ends, value, since, until, source, rule.helps, rule.rule)
    event = ConditionStated(borne) if quietly else ConditionBegan(borne)
    table.emit(face_audience(table.full, actor), event)
    if rule.helpless:
        go_limp(table, actor)


def helpless(view: View, actor: str) -> bool:
    """True if attacks hit the character without a roll (C27)."""
    return any(state.helpless for state in states_of(view, actor))


def go_limp(table: Deciding, actor: str) -> None:
    """Tell a character's conditions that it no longer controls its body. This ends, for example, a grapple that it
    began (C13, C27, C29)."""
    for borne in borne_by(table.full, actor):
        condition(borne.name).on_helpless(table, borne)


def seen_by_all(view: View, actor: str) -> Ref | None:
    """Return a reference to a character that a condition names, or None if some seats do not see that character."""
    return character_ref(actor) if view.public.get(Face, actor) else None


def end_condition(table: Deciding, borne: Bearing) -> None:
    """End a condition for the audience that sees it. Do nothing if it has ended already."""
    audience = table.full.audience_of(Bearing, borne.id)
    if audience is not None:
        table.emit(audience, ConditionEnded(borne.id))


def lasting_conditions(view: View, actor: str) -> States:
    """Return the conditions that a character keeps from scene to scene (T1)."""
    return tuple((carried_name(borne), borne.value) for borne in borne_by(view, actor) if outlasts_scene(borne))


def outlasts_scene(borne: Bearing) -> bool:
    """True if a condition continues in the next scene. A condition that is limited to some turns does not: it ends when
    turns end (T1, C32)."""
    return condition(borne.name).lasting and not borne.until


def carried_name(borne: Bearing) -> str:
    """Return the name under which a condition is stored between scenes: its own name, with its source."""
    return ".".join(filter(None, (borne.name, borne.source)))


def bring_along(table: Deciding, actor: str, states: States) -> None:
    """Give a character that comes from another scene these lasting conditions, and end its other lasting conditions
    (T1)."""
    known = {carried_name(borne): borne for borne in borne_by(table.full, actor) if outlasts_scene(borne)}
    for called, value in states:
        if called not in known or known[called].value != value:
            name, _, source = called.partition(".")
            add_condition(table, actor, name, value=value, source=source, quietly=True)
    for called, borne in known.items():
        if called not in dict(states):
            end_condition(table, borne)


def end_with_scene(table: Deciding) -> None:
    """End the conditions that do not continue in the next scene (T1). The condition of a heavy load stays, because the
    load is the same in the next scene (F5)."""
    for borne in list(table.full.all(Bearing)):
        if condition(borne.name).by_word and not outlasts_scene(borne):
            end_condition(table, borne)


def leave_the_spot(table: Deciding, actor: str) -> None:
    """Tell a character's conditions that it moves. This ends some of them (F2), and every condition that depends on
    staying close to another character (C24)."""
    for borne in borne_by(table.full, actor):
        rule = condition(borne.name)
        rule.on_move(table, borne)
        if rule.ends_on_move:
            end_condition(table, borne)
    for borne in list(table.full.all(Bearing)):
        if condition(borne.name).ends_when_either_moves and actor in (borne.character, borne.source):
            end_condition(table, borne)


def wear_off(table: Deciding, number: int) -> None:
    """End the conditions that lasted until a turn before turn `number` (C32)."""
    for borne in [b for b in table.full.all(Bearing) if 0 < b.until < number]:
        end_condition(table, borne)


def new_turn(table: Deciding) -> None:
    """Tell all conditions that a turn begins."""
    for borne in list(table.full.all(Bearing)):
        condition(borne.name).on_turn_start(table, borne)


def forget_turns(records: Partition) -> None:
    """Fold the end of turns: drop the conditions that are limited to some turns. For all others, reset the turn in
    which they began."""
    for borne in list(records.all(Bearing)):
        if borne.until:
            records.drop(Bearing, borne.id)
        else:
            records.put(msgspec.structs.replace(borne, since=0))


def check_value(rule: Condition, value: int) -> None:
    """Raise `Refusal` if the Storyteller may not give a character this condition directly, or may not give it with this
    number."""
    if not rule.by_hand:
        raise Refusal("not-laid-by-hand", rule=rule.rule, state=rule.words)
    least = 1 if rule.most else 0
    if not least <= value <= rule.most:
        raise Refusal("state-number", rule=rule.rule, state=rule.words, least=least, most=rule.most)
