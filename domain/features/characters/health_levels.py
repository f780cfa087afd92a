"""Health levels: a character has those of the rules, or a number of its own, such as an opponent with three (C29)."""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import FACES, face_audience
from domain.features.table.settings import rules_of
from domain.rules.rule_types import Word

Levels = tuple[Word, ...]
"""For each level of damage: its name and the dice that it costs. Empty for the levels of the rules."""


class HealthLevels(Record, frozen=True):
    """The health levels of a character that has a number of its own. Its id is the character's. They stay as they are
    if the rules change. A character with the levels of the rules has no such record."""

    face: ClassVar[bool] = True

    levels: Levels

    def restating_event(self) -> Event:
        return HealthLevelsStated(self.id, self.levels)


class HealthLevelsStated(Event, frozen=True):
    """The audience sees how many health levels a character has, and what they cost."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    levels: Levels

    def apply(self, records: Partition, at: int) -> None:
        if self.levels:
            records.put(HealthLevels(self.id, self.levels))
        else:
            records.drop(HealthLevels, self.id)


def own_levels(view: View, actor: str) -> Levels:
    """Return the health levels of a character that has a number of its own; empty if it has those of the rules."""
    found = view.get(HealthLevels, actor)
    return found.levels if found else ()


def levels_of(view: View, actor: str) -> Levels:
    """Return the health levels of a character, the lightest first."""
    return own_levels(view, actor) or rules_of(view).health


def levels_by_count(view: View, count: int) -> Levels:
    """Return the health levels of a character that has `count` of them; empty if those are the levels of the rules."""
    rules = rules_of(view)
    return rules.health_levels(count) if count not in (0, len(rules.health)) else ()


def state_levels(table: Deciding, actor: str, levels: Levels) -> None:
    """Give a character these health levels, unless it has them already."""
    if own_levels(table.full, actor) != levels:
        table.emit(face_audience(table.full, actor), HealthLevelsStated(actor, levels))
