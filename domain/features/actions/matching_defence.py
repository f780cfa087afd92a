"""Matching defences: the declared defences that can be rolled against an attack, and their dice (C15 to C21)."""

from typing import NamedTuple

from domain.catalogue import catalogue
from domain.core.refusal import allowed
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import check_open
from domain.features.actions.action_pools import given, traits_of
from domain.features.actions.attack_in_progress import attack_of
from domain.features.actions.declaration import Declaration, declaration, pool_now
from domain.features.actions.several_opponents import opponents_penalty
from domain.features.characters.character import hidden
from domain.features.characters.conditions import bears
from domain.features.characters.wounds import incapacitated
from domain.features.rolls.pools import parts, size, throwable
from domain.features.rolls.roll_modifiers import open_parts
from domain.manoeuvre import Defence
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part
from domain.tracked_view import memoized


class UsableDefence(NamedTuple):
    """A declared defence, by its index in the declaration, and the defence that is rolled for it: the same one or,
    after full defence, any other."""

    place: int
    means: Defence


def defences() -> list[Defence]:
    """Return all manoeuvres that are defences."""
    return [m for m in catalogue().manoeuvres.values() if isinstance(m, Defence)]


def can_use(view: View, actor: str, chosen: Defence) -> bool:
    """True if a character can use this defence now."""
    return allowed(check_open, view, actor, chosen)


def can_meet(view: View, blow: Blow, chosen: Defence) -> bool:
    """True if the target can roll this defence against an attack, and the attack does not bypass it (C12)."""
    return chosen.name not in attack_of(blow.action).passes and can_use(view, blow.on, chosen)


def usable_defences(view: View, blow: Blow) -> list[UsableDefence]:
    """Return the declared and unused defences that can be rolled against the blow, in their order."""
    declared = declaration(view, blow.on)
    if declared is None or incapacitated(view, blow.on):
        return []
    found: list[UsableDefence] = []
    for place, action in declared.left():
        chosen = manoeuvre(action.manoeuvre)
        if isinstance(chosen, Defence) and can_use(view, blow.on, chosen):
            found += [UsableDefence(place, m) for m in chosen.usable_against(view, blow) if can_meet(view, blow, m)]
    return found


@memoized
def attack_to_defend(view: View, actor: str) -> Blow | None:
    """Return the attack that waits for this character's defence, or None."""
    return next((blow for blow in view.all(Blow) if blow.on == actor and blow.waits == "defence"), None)


def attack_words(blow: Blow) -> Words:
    """Return the attack's name for the story and the rolls."""
    return manoeuvre(blow.action.manoeuvre).words


def chosen_defence(view: View, blow: Blow) -> UsableDefence | None:
    """Return the defence that is rolled against a blow. It is the one that the target's player chose. If no player is
    asked, it is the first declared defence with dice to roll (D19); after full defence, the kind with the most dice.
    Return None if there is none, if the player decided against a defence, or if the attacker is hidden from the
    target."""
    ready = usable_defences(view, blow)
    if blow.defence >= 0:
        ready = [m for m in ready if m.place == blow.defence and blow.means in ("", m.means.name)]
    elif (blow.answered and blow.waits != "storyteller") or (hidden(view, blow.by) and not hidden(view, blow.on)):
        return None
    else:
        ruled = size(open_parts(view, blow.on))
        ready = [m for m in ready if throwable(view, size(defence_pool(view, blow, m)) + ruled)]
    first = [m for m in ready if m.place == ready[0].place]
    return max(first, key=lambda m: size(defence_pool(view, blow, m)), default=None)


def declared_at(view: View, blow: Blow, met: UsableDefence) -> Action:
    """Return the declared action from which a defence against a blow comes."""
    declared = declaration(view, blow.on)
    return declared.actions[met.place] if declared else Action(met.means.name)


def defence_pool(view: View, blow: Blow, met: UsableDefence, aborted: Declaration | None = None) -> tuple[Part, ...]:
    """Return the pool of a defence against a blow: its share or its whole pool, minus a die for each earlier use in the
    turn (C19). `aborted`: the declaration that would result from giving up another action for this defence (I5)."""
    declared, chosen = aborted or declaration(view, blow.on), met.means
    action = declared.actions[met.place] if declared else Action(chosen.name)
    if declared is not None and action.manoeuvre == chosen.name:
        pool = pool_now(view, declared, met.place)
    else:
        pool = parts(view, blow.on, defence_traits(view, blow, met), acting=True)
        pool += given(view, blow.on, Action(chosen.name))
    before = bears(view, blow.on, "defending") if lasts_all_turn(action) else None
    tired = ((phrase("part-defended-before"), -before.value),) if before else ()
    return (*pool, *tired, *chosen.bonus(view, blow, action), *opponents_penalty(view, blow, blow.on, aborted))


def defence_traits(view: View, blow: Blow, met: UsableDefence) -> tuple[str, ...]:
    """Return the traits that a defence rolls."""
    action, chosen = declared_at(view, blow, met), met.means
    return traits_of(view, blow.on, action if action.manoeuvre == chosen.name else Action(chosen.name))


def lasts_all_turn(action: Action) -> bool:
    """True if a declared defence can be rolled against every attack of the turn (C19)."""
    chosen = manoeuvre(action.manoeuvre)
    return isinstance(chosen, Defence) and chosen.lasts_turn
