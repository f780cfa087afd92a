"""Checks of a single declared action: its targets, pool, details, weapon, and whether it needs sight (D2, M2, M3)."""

from collections.abc import Sequence

from domain.core.option import Input
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, Words, character_ref, listed, phrase, said
from domain.features.actions import called_shots
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_pools import pools_of, rolls_dice, traits_of
from domain.features.actions.weapon_in_hand import carried_weapon, check_ready, in_hand
from domain.features.characters.character import Face, character, hidden
from domain.features.characters.conditions import check_conditions, states_of
from domain.features.characters.wounds import incapacitated
from domain.features.rolls.pools import check_permitted
from domain.features.table.settings import rules_of
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.tracked_view import memoized


def check_open(view: View, actor: str, chosen: Manoeuvre) -> None:
    """Raise `Refusal` if a character cannot use a manoeuvre now."""
    check_conditions(view, actor, chosen)
    chosen.check_available(view, actor)


def check_sight(view: View, actor: str, chosen: Manoeuvre, action: Action) -> None:
    """Raise `Refusal` if a blinded character declares an action for which it has to see, for example a shot (C22)."""
    if chosen.done_by_sight(view, actor, action) and any(state.blinds for state in states_of(view, actor)):
        raise Refusal("blinded", rule="C22", manoeuvre=chosen.words)


def check_not_alone(view: View, action: Action) -> None:
    """Raise `Refusal` if an action takes the whole turn, so that no second action fits into it."""
    chosen = manoeuvre(action.manoeuvre)
    if chosen.takes_whole_turn(action):
        if not chosen.unrolled:
            raise Refusal("whole-turn", rule=chosen.rule, manoeuvre=chosen.words)
        pools = pools_of(view, chosen)
        raise Refusal("whole-turn-without-pool", rule=chosen.rule, manoeuvre=chosen.words, pools=pools)


def check_action(view: View, actor: str, action: Action, readied: str = "") -> None:
    """Raise `Refusal` if a character may not declare this action; its dice are not checked here. `readied`: the name of
    the weapon that an earlier action of the turn takes in hand (F3)."""
    chosen = manoeuvre(action.manoeuvre)
    check_open(view, actor, chosen)
    check_targets(view, actor, action, chosen)
    if (
        action.traits
        and chosen.pool_is_chosen
        and tuple(action.traits.split(" + ")) not in chosen.pools_in(rules_of(view))
    ):
        pools = pools_of(view, chosen)
        raise Refusal("no-such-pool", rule=chosen.rule, manoeuvre=chosen.words, pools=pools)
    if action.dice and not rolls_dice(view, actor, action):
        raise Refusal("no-share-without-pool", rule="M2", manoeuvre=chosen.words)
    check_details(chosen, details(view, actor, chosen), action.details)
    check_ready(view, actor, chosen.wielded_item(action), readied)
    chosen.check_hand(view, carried_weapon(view, actor, readied) if readied else in_hand(view, actor))
    check_sight(view, actor, chosen, action)
    chosen.check(view, actor, action)
    check_permitted(view, actor, traits_of(view, actor, action), called=view.seat.is_storyteller)
    if chosen.can_call_shot:
        called_shots.check(view, action)


def readied_by(actions: Sequence[Action]) -> str:
    """Return the name of the weapon that is in hand after these actions, "" if none of them takes a weapon in hand
    (F3)."""
    return next(filter(None, (manoeuvre(action.manoeuvre).readied_item(action) for action in reversed(actions))), "")


@memoized
def details(view: View, actor: str, chosen: Manoeuvre) -> tuple[Input, ...]:
    """Return the inputs of a manoeuvre beside its targets and pool."""
    return (*chosen.inputs(view, actor), *(called_shots.inputs(view) if chosen.can_call_shot else ()))


def check_targets(view: View, actor: str, action: Action, chosen: Manoeuvre) -> None:
    """Raise `Refusal` if the number of targets is wrong, or a target is hidden. A declaration never names a hidden
    character, because it may become public."""
    least, most = chosen.targets
    if len(action.targets) < least:
        raise Refusal("targets-missing", rule=chosen.rule)
    if action.targets and not most:
        raise Refusal("targets-none", rule=chosen.rule, manoeuvre=chosen.words)
    if len(action.targets) > most:
        raise Refusal("targets-too-many", rule=chosen.rule, most=most)
    if len(set(action.targets)) < len(action.targets) or actor in action.targets:
        raise Refusal("targets-twice", rule="C1")
    for target in action.targets:
        character(view, target)
        if hidden(view, target):
            raise Refusal("hidden-target", rule="X4", who=character_ref(target))
        chosen.check_target(view, actor, target)


@memoized
def possible_targets(view: View, actor: str, chosen: Manoeuvre) -> tuple[Face, ...]:
    """Return the visible characters that may be the target of a manoeuvre: opponents first, then allies, and last
    those who are incapacitated."""
    found = [f for f in view.public.all(Face) if f.id != actor and allowed(chosen.check_target, view, actor, f.id)]
    return tuple(
        sorted(found, key=lambda face: (incapacitated(view, face.id), not on_opposite_sides(view, actor, face)))
    )


def on_opposite_sides(view: View, actor: str, face: Face) -> bool:
    """True if one of two characters is a player's and the other the Storyteller's."""
    own = view.get(Face, actor)
    return own is not None and bool(own.player) != bool(face.player)


def check_details(chosen: Manoeuvre, asked: tuple[Input, ...], details: tuple[tuple[str, str], ...]) -> None:
    """Raise `Refusal` if a detail is not a valid answer to an input of the manoeuvre."""
    known = {wanted.name: wanted for wanted in asked}
    for name, answer in details:
        wanted = known.get(name)
        if wanted is None or not is_valid_answer(wanted, answer):
            label, rule = said(wanted.label if wanted else name), called_shots.rule(name) or chosen.rule
            raise Refusal("detail", rule=rule, label=label, expected=expected_in_words(wanted), answer=Typed(answer))


def expected_in_words(wanted: Input | None) -> Words:
    """Return in words the answers that an input accepts."""
    if wanted is not None and wanted.kind == "number":
        return phrase("expected-number", least=wanted.least, most=wanted.most)
    labels = [said(choice.label) for choice in wanted.choices if choice.value] if wanted is not None else []
    return listed(labels, "or") if labels else phrase("expected-nothing")


def is_valid_answer(wanted: Input, answer: str) -> bool:
    """True if an input accepts this answer."""
    if wanted.kind == "number":
        digits = answer.isascii() and answer.isdigit()
        return not answer or (digits and wanted.least <= int(answer) <= wanted.most)
    if wanted.kind == "choice":
        return not answer or answer in {choice.value for choice in wanted.choices}
    return True
