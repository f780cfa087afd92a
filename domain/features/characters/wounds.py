"""Wounds: the damage that a character takes, and the dice that it loses because of its wounds (C29)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase, term
from domain.features.characters.character import FACES, Health, character, face_audience
from domain.features.characters.conditions import borne_by, condition, go_limp, helpless
from domain.features.characters.health_levels import levels_of
from domain.features.table.story_log import tell
from domain.rules.equipment import Damage
from domain.rules.rule_types import Word
from domain.tracked_view import memoized

UNHURT = Word(0, "Unhurt")


class WoundTaken(Event, frozen=True):
    """A character is wounded: this event contains the effect, never the cause. The damage in it is the character's
    total after the wound."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    damage: Damage
    levels: int
    bashing: int
    lethal: int
    aggravated: int
    status: str
    """The name of the health level."""
    group: str = ""
    """The id of the attack that wounds, which groups its lines in the story, or ""."""

    def apply(self, records: Partition, at: int) -> None:
        records.group = self.group or records.group
        records.put(Health(self.id, self.bashing, self.lethal, self.aggravated))
        who, damage, status = character_ref(self.id), term(self.damage), term(self.status)
        tell(records, at, phrase("line-wounded", who=who, levels=self.levels, damage=damage, status=status))


def status(view: View, actor: str) -> Word:
    """Return the health level of a character that this view sees: its name and its penalty in dice."""
    health = view.get(Health, actor) or Health(actor)
    return health_level(levels_of(view, actor), health.bashing + health.lethal + health.aggravated)


def health_level(levels: tuple[Word, ...], damage: int) -> Word:
    """Return the health level for this total of damage."""
    return levels[min(damage, len(levels)) - 1] if damage else UNHURT


def penalty(view: View, actor: str) -> int:
    """Return the dice that wounds take from all pools of the character, 0 or below (C29)."""
    return status(view, actor).value


@memoized
def incapacitated(view: View, actor: str) -> bool:
    """True if the character is at the last health level, where it cannot act (C29)."""
    return status(view, actor) == levels_of(view, actor)[-1]


@memoized
def can_stir(view: View, actor: str) -> bool:
    """True if a character controls its body: it is neither incapacitated (C29) nor bound, staked or paralysed (C13,
    C27). Otherwise it cannot hold an opponent, struggle, or keep its feet."""
    return not (incapacitated(view, actor) or helpless(view, actor))


def check_will(view: View, actor: str) -> None:
    """Raise `Refusal` if a character is too badly hurt even for reflexive actions, because these need a conscious
    decision (D14)."""
    if incapacitated(view, actor):
        character(view, actor)
        raise Refusal("out-of-will", rule="D14", who=character_ref(actor))


def check_conscious(view: View, actor: str) -> None:
    """Raise `Refusal` if a player may not act for this character because it is incapacitated. The Storyteller may
    always act (G0)."""
    if not view.seat.is_storyteller and incapacitated(view, actor):
        character(view, actor)
        who, state = character_ref(actor), term(status(view, actor).label)
        raise Refusal("out-of-action", rule="C29", who=who, status=state)


def with_damage(health: Health, damage: Damage, levels: int, most: int) -> Health:
    """Return the health after more damage. If there is more damage than `most` levels, the more serious damage is
    kept."""
    borne = {"bashing": health.bashing, "lethal": health.lethal, "aggravated": health.aggravated}
    borne[damage] += levels
    room = most
    for kind in ("aggravated", "lethal", "bashing"):
        borne[kind] = min(borne[kind], room)
        room -= borne[kind]
    return Health(health.id, **borne)


def check_levels(most: int, *borne: int) -> None:
    """Raise `Refusal` if so many health levels cannot hold all this damage."""
    if sum(borne) > most:
        raise Refusal("too-hurt", rule="C29", most=most, levels=sum(borne))


def wound(table: Deciding, actor: str, damage: Damage, levels: int, group: str = "") -> None:
    """Wound a character, for the audience of its face, and tell its conditions (C32). `group`: the attack that
    wounds, if everyone who sees the wound sees the attack."""
    levels_known = levels_of(table.full, actor)
    health = with_damage(table.full.get(Health, actor) or Health(actor), damage, levels, len(levels_known))
    borne = (health.bashing, health.lethal, health.aggravated)
    word = health_level(levels_known, sum(borne)).label
    table.emit(face_audience(table.full, actor), WoundTaken(actor, damage, levels, *borne, word, group))
    for state in borne_by(table.full, actor):
        condition(state.name).on_wound(table, state)
    release_if_incapacitated(table, actor)


def release_if_incapacitated(table: Deciding, actor: str) -> None:
    """If a character is incapacitated now, end the holds that need its body (C29)."""
    if incapacitated(table.full, actor):
        go_limp(table, actor)
