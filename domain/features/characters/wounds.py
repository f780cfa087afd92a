"""Wounds: what damage does to a character, and what wounds take from its pools (C29)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.command import Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.characters.character import FACES, Health, character, face_audience
from domain.features.characters.conditions import borne_by, condition, go_limp, helpless
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.rules.equipment import Damage
from domain.rules.rule_types import Word

UNHURT = Word(0, "Unhurt")


class WoundTaken(Event, frozen=True):
    """A character is wounded: the effect, never the cause. It carries what the character bears from now on."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    damage: Damage
    levels: int
    bashing: int
    lethal: int
    aggravated: int
    status: str
    """The health level's word."""

    def apply(self, records: Partition, at: int) -> None:
        records.put(Health(self.id, self.bashing, self.lethal, self.aggravated))
        wounds = f"{self.levels} {self.damage} {'wound' if self.levels == 1 else 'wounds'}"
        tell(records, at, f"{{0}} takes {wounds}: {self.status}.", self.id)


def status(view: View, actor: str) -> Word:
    """The health level of a character that the view sees: its word, and the dice that it takes."""
    health = view.get(Health, actor) or Health(actor)
    return level(rules_of(view).health, health.bashing + health.lethal + health.aggravated)


def level(levels: tuple[Word, ...], damage: int) -> Word:
    """The health level at which so much damage leaves a character."""
    return levels[min(damage, len(levels)) - 1] if damage else UNHURT


def penalty(view: View, actor: str) -> int:
    """The dice that wounds take from everything the character does, 0 or below (C29)."""
    return status(view, actor).value


def incapacitated(view: View, actor: str) -> bool:
    """Whether the last health level is gone: no action is left (C29)."""
    return status(view, actor) == rules_of(view).health[-1]


def can_stir(view: View, actor: str) -> bool:
    """Whether a character's body obeys it: it is not out (C29), and not bound, staked or paralysed (C13, C27). Else it
    holds nobody, struggles with nobody, and keeps its feet against nothing."""
    return not (incapacitated(view, actor) or helpless(view, actor))


def check_will(view: View, actor: str, what: str) -> None:
    """Whether a character has the will that a reflexive takes (D14); `what` it would do. Raises `Refusal`."""
    if incapacitated(view, actor):
        name = character(view, actor).name
        raise Refusal("out", f"{name} is out: {what} takes no action, but it takes a will (D14).")


def check_conscious(view: View, actor: str) -> None:
    """Whether a player may have this character do anything; the Storyteller always may (G0). Raises `Refusal`."""
    if not view.seat.is_storyteller and incapacitated(view, actor):
        name, state = character(view, actor).name, status(view, actor).label.lower()
        raise Refusal("out", f"{name} is {state}: the Storyteller may ask for a roll (C29).")


def after(health: Health, damage: Damage, levels: int, most: int) -> Health:
    """What a character bears after more damage. Where `most` levels do not hold it all, graver damage stays."""
    borne = {"bashing": health.bashing, "lethal": health.lethal, "aggravated": health.aggravated}
    borne[damage] += levels
    room = most
    for kind in ("aggravated", "lethal", "bashing"):
        borne[kind] = min(borne[kind], room)
        room -= borne[kind]
    return Health(health.id, **borne)


def check_levels(view: View, *borne: int) -> None:
    """Whether the health levels in force hold so much damage of all kinds. Raises `Refusal`."""
    most = len(rules_of(view).health)
    if sum(borne) > most:
        raise Refusal("too-hurt", f"There are {most} health levels, and {sum(borne)} are more than that (C29).")


def wound(table: Deciding, actor: str, damage: Damage, levels: int) -> None:
    """Wound a character, once, where its face stands; its conditions are told (C32)."""
    levels_known = rules_of(table.full).health
    health = after(table.full.get(Health, actor) or Health(actor), damage, levels, len(levels_known))
    borne = (health.bashing, health.lethal, health.aggravated)
    word = level(levels_known, sum(borne)).label
    table.emit(face_audience(table.full, actor), WoundTaken(actor, damage, levels, *borne, word))
    for state in borne_by(table.full, actor):
        condition(state.name).on_wound(table, state)
    drop_out(table, actor)


def drop_out(table: Deciding, actor: str) -> None:
    """A character is as hurt as it is now: one that is out has no hold of anybody any more (C29)."""
    if incapacitated(table.full, actor):
        go_limp(table, actor)
