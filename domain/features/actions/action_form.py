"""Forms of actions: the fields with which the page asks a player to declare an action, or to change to one (I2, I4).

A hint beside a pool or a weapon says how many dice the action rolls if it is declared exactly as the form shows it. If
there are several possible targets, or if another action will use part of the dice, the hint says that their effect is
not included yet.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec.structs import replace

from domain.core.option import Choice, Input
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, listed, phrase, said
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import details, on_opposite_sides, possible_targets
from domain.features.actions.action_pools import (
    extra_actions,
    largest_pool,
    share_label,
    traits_in_words,
    traits_of,
)
from domain.features.actions.declaration import Declaration
from domain.features.actions.foreseen_pools import foreseen_pool
from domain.features.characters.character import Face
from domain.features.characters.wounds import incapacitated
from domain.features.rolls.modified_pool import with_known_rulings
from domain.features.rolls.pools import in_dice, permitted, size
from domain.features.table.settings import rules_of
from domain.manoeuvre import Attack, Manoeuvre
from domain.rules.action_dice import foreseen
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.tracked_view import memoized

TEXT: Final = Input("text", phrase("ask-action-text"), "text", most=200, rarely=True)


@memoized
def inputs(
    view: View, actor: str, chosen: Manoeuvre, *, beside: bool = False, before: Words = NO_WORDS
) -> tuple[Input, ...]:
    """Return the form of a manoeuvre: the fields of an `Action`, then its details. `beside`: True if the turn has
    another action too. `before`: words that say what else will use part of the dice first, `NO_WORDS` for nothing."""
    asked, targets = [manoeuvre_field(chosen)], tuple[Choice, ...]()
    least, most = chosen.targets
    if most:
        found = possible_targets(view, actor, chosen)
        field = targets_field(
            tuple([(face.id, face.name) for face in found]), least, most, only_target(view, actor, found)
        )
        asked.append(field)
        targets = field.choices
    kind, named = rules_of(view).splits, chosen.pools_in(rules_of(view))
    known = [traits for traits in named if permitted(view, actor, traits)] or named
    if known and chosen.pool_is_chosen:
        pools = tuple(pool_choice(view, actor, chosen, traits, targets, before) for traits in known)
        if chosen.unrolled and not beside:
            pools = (Choice("", phrase("choice-no-roll"), phrase("hint-whole-turn")), *pools)
        asked.append(Input("traits", phrase("ask-pool"), "choice", pools, default=pools[0].value))
    if known and kind == "share" and chosen.is_own_action:
        asked.append(share_field(share_label(chosen), max(largest_pool(view, actor, chosen), 0)))
    if (most_extra := extra_actions(view, actor)) and not beside:
        asked.append(Input("extra", phrase("ask-extra", rule="M3", most=most_extra), "flag"))
    wanted = [with_dice_hints(view, actor, chosen, one, targets, before) for one in details(view, actor, chosen)]
    return (*asked, *wanted, TEXT)


@cache
def manoeuvre_field(chosen: Manoeuvre) -> Input:
    """Return the field that names the manoeuvre."""
    return Input("manoeuvre", phrase("ask-manoeuvre"), "choice", (Choice(chosen.name, chosen.with_rule),), 1, 1)


@lru_cache(maxsize=4096)
def targets_field(targets: tuple[tuple[str, str], ...], least: int, most: int, only: str) -> Input:
    """Return the field for the targets. `targets`: the possible targets, each with its name. If a target is needed,
    `only` is chosen already."""
    label = phrase("ask-targets") if least else phrase("ask-who-else")
    choices = tuple([Choice(id_, name) for id_, name in targets])
    return Input("targets", label, "choices", choices, least, most, only if least else "")


def only_target(view: View, actor: str, targets: Sequence[Face]) -> str:
    """Return the id of the only possible target or, among several, of the only opponent who can still act; "" if
    there is none."""
    able = [face for face in targets if on_opposite_sides(view, actor, face) and not incapacitated(view, face.id)]
    found = targets if len(targets) == 1 else able
    return found[0].id if len(found) == 1 else ""


@lru_cache(maxsize=4096)
def share_field(label: Words, most: int) -> Input:
    """Return the field for the action's share of the dice, of which there are at most `most` (M2)."""
    return Input("dice", label, "number", most=most, default="0")


def pool_choice(
    view: View, actor: str, chosen: Manoeuvre, traits: tuple[str, ...], targets: Sequence[Choice], before: Words
) -> Choice:
    """Return a pool as a choice in the form, with its dice."""
    pool = " + ".join(traits)
    return Choice(
        pool,
        traits_in_words(view, traits),
        dice_in_words(view, actor, Action(chosen.name, traits=pool), targets, before),
    )


def with_dice_hints(
    view: View, actor: str, chosen: Manoeuvre, asked: Input, targets: Sequence[Choice], before: Words
) -> Input:
    """Return the input of a detail. If its answer decides which pool is rolled, the dice are shown beside each
    choice."""
    if type(chosen).action_for_choice is Manoeuvre.action_for_choice:  # no answer decides the pool
        return asked
    choices: list[Choice] = []
    for choice in asked.choices:
        action = chosen.action_for_choice(view, actor, asked.name, choice.value)
        hint = choice.hint
        if action is not None:
            dice = dice_in_words(view, actor, action, targets, before)
            hint = phrase("hint-both", one=dice, other=said(hint)) if hint else dice
        choices.append(choice if hint == choice.hint else replace(choice, hint=hint))
    return replace(asked, choices=tuple(choices)) if choices else asked


def dice_in_words(view: View, actor: str, action: Action, targets: Sequence[Choice], before: Words) -> Words:
    """Return in words how many dice an action rolls if it is the only action of the turn, and how many if it is one of
    several (M1). If there are several `targets`, the modifiers of the target are not yet included, and the words say
    so. `before`: words that say what else will use part of the dice first, `NO_WORDS` for nothing."""
    strikes = isinstance(manoeuvre(action.manoeuvre), Attack)
    if strikes and len(targets) == 1:
        action = replace(action, targets=(targets[0].value,))
    found = dice_alone(view, actor, action)
    if found is None:
        return phrase("hint-hits-without-roll", rule="C27")
    pool, dice = found
    target = phrase("before-the-target") if strikes and len(targets) > 1 else NO_WORDS
    counted = [one for one in (target, before) if one]
    now = in_dice(view, dice)
    if counted:
        now = phrase("hint-dice-before", dice=now, what=listed(counted))
    several = foreseen(rules_of(view).splits, pool)
    return phrase("hint-both", one=now, other=several) if several else now


@memoized
def dice_alone(view: View, actor: str, action: Action) -> tuple[int, int] | None:
    """Return the dice of an action that is declared alone, without and with the rulings on it that this view sees; None
    if it hits without a roll. The action must not name a share."""
    # The modifiers at the time of the split matter only if the action has a share (M2).
    pool = foreseen_pool(view, Declaration(actor, (action,), (0,), (0,)), 0)
    if not pool:
        return None
    ruled = with_known_rulings(view, Pool(actor, "", pool, traits=traits_of(view, actor, action))).parts
    return size(pool), size(ruled)
