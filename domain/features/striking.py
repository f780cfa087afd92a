"""Striking: an attack meets a defence, and what is left of it does damage, which is soaked (C1, C21, C29).

Each step is a function of its own, so that something may come between them.
"""

from typing import ClassVar

from domain.audience import STORYTELLER, Audience, Kind
from domain.command import Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.actions import check_open, manoeuvre
from domain.features.cast import FACES, character, face_audience, hidden
from domain.features.declaring import ActionUsed, Declaration, declaration, dice_now
from domain.features.grappling import lock
from domain.features.pools import dots, parts, successes, with_dice
from domain.features.rolling import Part
from domain.features.setting import rules_of
from domain.features.story import tell
from domain.features.wounds import incapacitated, wound
from domain.manoeuvre import Blow, Damage
from domain.state import Partition

STRUGGLING = 2
"""Dice for hitting somebody who is held or clinched (C27)."""


class AttackMade(Event, frozen=True):
    """An attack, and how much of it came through: `hits` successes are left of it, 0 is a miss (C21)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: str
    how: str
    hits: int

    def apply(self, records: Partition, at: int) -> None:
        result = "hits" if self.hits else "misses"
        tell(records, at, f"{self.how}: {{0}} {result} {{1}}.", self.by, self.on)


def together(table: Deciding, *actors: str) -> Audience | None:
    """Who may see something that shows all of these characters: the Storyteller alone, once one of them is hidden;
    None where each sees for itself."""
    return STORYTELLER if any(hidden(table.full, actor) for actor in actors) else None


def strike(table: Deciding, blow: Blow, pool: tuple[Part, ...]) -> int:
    """Roll an attack against whatever defence is declared; returns the successes left of it (C21)."""
    if lock(table.full, blow.on) is not None:
        pool = (*pool, ("held fast", STRUGGLING))
    hits = successes(table, blow.by, blow.how, pool)
    if hits:
        hits = max(hits - defend(table, blow), 0)
    where = together(table, blow.by, blow.on) or face_audience(table.full, blow.by)
    table.emit(where, AttackMade(blow.by, blow.on, blow.how, hits))
    return hits


def defend(table: Deciding, blow: Blow) -> int:
    """The successes of the first declared defence that may stop the attack, which is used up by it.

    Nobody defends against what it does not see (ours): a hidden attack uses up nothing that the table sees.
    """
    if hidden(table.full, blow.by) and not hidden(table.full, blow.on):
        return 0
    found = declaration(table.full, blow.on)
    place = defence_against(table, blow, found) if found else None
    if found is None or place is None:
        return 0
    chosen = manoeuvre(found.actions[place].manoeuvre)
    traits = chosen.traits(found.actions[place])
    pool = with_dice(parts(table.full, blow.on, traits), dice_now(table.full, found, place))
    table.emit(face_audience(table.full, blow.on), ActionUsed(blow.on, place))
    return successes(table, blow.on, chosen.label, pool)


def defence_against(table: Deciding, blow: Blow, declared: Declaration) -> int | None:
    """The place of the first declared defence that is unused, open and of use against the attack."""
    if incapacitated(table.full, blow.on):
        return None
    for place, action in declared.left():
        chosen = manoeuvre(action.manoeuvre)
        if not chosen.defence or not chosen.stops(table.full, blow):
            continue
        try:
            check_open(table.full, blow.on, chosen)
        except Refusal:
            continue
        return place
    return None


def harm(table: Deciding, blow: Blow, pool: tuple[Part, ...]) -> int:
    """Roll damage, soak it, and wound with what is left (C29). Returns the levels that came through."""
    dealt = successes(table, blow.by, f"Damage: {blow.how}", pool)
    levels = max(dealt - soaked(table, blow), 0) if dealt else 0
    if levels:
        wound(table, blow.on, blow.damage, levels)
    return levels


def soaked(table: Deciding, blow: Blow) -> int:
    """The levels that the one who is hit soaks. A soak roll that would show a hidden party stays secret."""
    pool = soak_pool(table, blow.on, blow.damage)
    audience = together(table, blow.by, blow.on)
    return successes(table, blow.on, "Soak", pool, audience=audience) if sum(d for _, d in pool) > 0 else 0


def soak_pool(table: Deciding, actor: str, damage: Damage) -> tuple[Part, ...]:
    """What soaks this kind of damage: Endurance against bashing, and lethal for the supernatural; Fortitude alone
    against aggravated (C29)."""
    mortal = character(table.full, actor).kind == "mortal"
    if damage == "aggravated":
        trait = "Fortitude"
    elif damage == "lethal" and mortal:
        return ()
    else:
        trait = rules_of(table.full).soak
    return ((trait, dots(table.full, actor, trait)),)
