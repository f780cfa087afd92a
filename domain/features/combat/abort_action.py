"""Aborting: a character gives up a declared action and defends itself instead. It can do so at any time before it takes
the action (I5)."""

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from domain.command import Command
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Count, Id, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import check_action, readied_by
from domain.features.actions.attack_in_progress import new_blow
from domain.features.actions.declaration import (
    Declaration,
    declaration,
    dice_now,
    pool_now,
    replace_action,
)
from domain.features.actions.matching_defence import (
    UsableDefence,
    attack_to_defend,
    attack_words,
    can_meet,
    defence_pool,
    defences,
    lasts_all_turn,
)
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.character import FACES, by_seat, own, owned
from domain.features.combat.abortable import abortable
from domain.features.combat.declare_action import declaration_audience, declaration_is_hidden, declare
from domain.features.combat.react_to_attack import answer_attack, waiting_attack
from domain.features.rolls.pools import check_test, check_throw, in_dice, in_words, parts, size, succeeds, throwable
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Attack, Defence
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part
from domain.tracked_view import memoized

HOPELESS: Final = -100
"""Counts as the dice of a defence that cannot stop an attack."""


class AbortFailed(Event, frozen=True):
    """A character tried to give up an action for a defence, and failed. It has no second try in this turn."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    id: str

    def apply(self, records: Partition, at: int) -> None:
        found = declaration(records, self.id)
        if found is not None:
            records.put(msgspec.structs.replace(found, tried=True))
        tell(records, at, phrase("line-abort-failed", who=character_ref(self.id)))


def with_defence(view: View, declared: Declaration, place: int, defence: Action) -> Declaration:
    """Return the declaration with a defence in place of one action. The character's only try to abort is then used up.
    Raise `Refusal` if the defence does not fit in that place."""
    return msgspec.structs.replace(replace_action(view, declared, place, defence, "I5"), tried=True)


def check_abort(view: View, declared: Declaration, place: int, defence: Action) -> Declaration:
    """Return the declaration in which the action at index `place` has become this defence. Raise `Refusal` if that is
    not allowed."""
    chosen = manoeuvre(defence.manoeuvre)
    if place not in dict(declared.left()):
        raise Refusal("no-action-to-abort", rule="I5")
    if not isinstance(chosen, Defence) or chosen.lasts_turn:
        raise Refusal("abort-to-a-defence", rule="I5")
    old = declared.actions[place]
    if lasts_all_turn(old):
        raise Refusal("every-defence-already", rule="C19", action=manoeuvre(old.manoeuvre).words)
    check_action(view, declared.id, defence, readied_by(declared.actions[:place]))
    became = with_defence(view, declared, place, defence)
    check_throw(view, dice_now(view, became, place))
    return became


def abort_test(view: View, actor: str) -> tuple[Part, ...]:
    """Return the pool of the test to abort (I5)."""
    return parts(view, actor, rules_of(view).initiative)


def check_abort_test(view: View, actor: str) -> None:
    """Raise `Refusal` if the character has no dice for the test to abort. The test could not succeed, and would use up
    the character's only try (D19, I5). While the declaration is hidden, the test is hidden too, and public rulings do
    not apply to it."""
    if declaration_is_hidden(view, actor):
        check_throw(view, size(abort_test(view, actor)))
    else:
        check_test(view, actor, abort_test(view, actor), "reflex")


class AbortAction(Command, frozen=True):
    """Turn a declared action into a defence, with a reflexive initiative test (I5). `place`: the index of the action,
    from 0. `blow`: the attack that the defence then meets at once; "" if it waits for a later attack. While the
    declaration is hidden, the test and its result are hidden too (I2)."""

    usual = 2

    actor: Id
    defence: Name
    place: Count = 0
    traits: ShortText = ""
    blow: Id = ""

    def check(self, view: View) -> None:
        own(view, self.actor)
        declared = abortable(view, self.actor)
        if self.blow:
            self.check_meets(view)
        check_abort(view, declared, self.place, Action(self.defence, traits=self.traits))
        check_abort_test(view, self.actor)

    def check_meets(self, view: View) -> None:
        """Raise `Refusal` if the attack does not wait for this character, or if the defence does not stop it."""
        blow, chosen = waiting_attack(view, self.blow), manoeuvre(self.defence)
        if blow.on != self.actor or blow.waits != "defence":
            raise Refusal("too-late-to-defend", rule="C21")
        if not (isinstance(chosen, Defence) and chosen.stops(view, blow) and can_meet(view, blow, chosen)):
            raise Refusal("no-matching-defence", rule="C21")

    def decide(self, table: Deciding) -> None:
        full = table.full
        declared = abortable(full, self.actor)
        test = abort_test(full, self.actor)
        heard = declaration_audience(full, self.actor)
        traits = rules_of(full).initiative
        # The card of the attack shows the test, if everybody who is told of the test sees the attack.
        group = self.blow if full.audience_of(Blow, self.blow) in (EVERYONE, heard) else ""
        why = phrase("roll-to-abort")
        if succeeds(table, self.actor, why, test, traits=traits, audience=heard, kind="reflex", group=group):
            defence = Action(self.defence, traits=self.traits)
            declare(table, with_defence(full, declared, self.place, defence), "aborts to")
            if self.blow:
                blow = msgspec.structs.replace(waiting_attack(table.full, self.blow), means=self.defence)
                answer_attack(table, blow, defence=self.place)
        else:
            table.emit(heard, AbortFailed(self.actor))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            yield from options_to_abort(view, face.id)


@memoized
def declaration_to_abort(view: View, actor: str) -> Declaration | None:
    """Return the declaration of a character that may still abort an action and has dice for the test, else None."""
    try:
        declared = abortable(view, actor)
        check_abort_test(view, actor)
    except Refusal:
        return None
    return declared


@memoized
def options_to_abort(view: View, actor: str) -> tuple[Option, ...]:
    """Return the options of a character to give up an action: one for each action that may become a defence."""
    declared = declaration_to_abort(view, actor)
    if declared is None:
        return ()
    found: list[Option] = []
    for place, action in declared.left():
        old, usable = manoeuvre(action.manoeuvre), tuple(_defences(view, declared, place))
        if usable:
            choices, (best, dice) = tuple(choice for choice, _ in usable), max(usable, key=lambda one: one[1])
            default = best.value if throwable(view, dice) else ""
            ask, places = phrase("ask-abort-action"), (Choice(str(place), old.words),)
            which = Input("place", ask, "choice", places, 1, 1, str(place))
            ask = phrase("ask-abort-defence")
            fields = (
                which,
                Input("defence", ask, "choice", choices, least=1, default=default),
                *attack_met(view, actor),
            )
            label = by_seat(view, actor, phrase("option-abort", rule="I5", action=old.words))
            found.append(Option(AbortAction.__name__, actor, label, group="change", inputs=fields))
    return tuple(found)


def attack_met(view: View, actor: str) -> Iterator[Input]:
    """Yield the field that names the attack which waits for this character's defence, if one does."""
    blow = attack_to_defend(view, actor)
    if blow is not None:
        yield Input("blow", phrase("ask-attack"), "choice", (Choice(blow.id, attack_words(blow)),), default=blow.id)


def _defences(view: View, declared: Declaration, place: int) -> Iterator[tuple[Choice, int]]:
    """Yield the defences that may replace the action at index `place`, each with the fewest dice that it has against
    the attacks to come. Leave out defences that are already declared. If an attack waits for the character's defence,
    the dice are those against that attack (C20)."""
    blow, ready = attack_to_defend(view, declared.id), {action.manoeuvre for _, action in declared.left()}
    coming_attacks = () if blow else tuple(_declared_attacks(view, declared.id))
    for chosen in defences():
        if chosen.name in ready or (
            blow is not None and not (chosen.stops(view, blow) and can_meet(view, blow, chosen))
        ):
            continue
        try:
            became = check_abort(view, declared, place, Action(chosen.name))
        except Refusal:
            continue
        pool = pool_now(view, became, place)
        if blow is not None:
            pool = defence_pool(view, blow, UsableDefence(place, chosen), became)
        against = [_dice_against(view, coming, UsableDefence(place, chosen), became) for coming in coming_attacks]
        dice, named = in_dice(view, size(pool)), in_words(view, pool)
        choice = Choice(chosen.name, chosen.words, phrase("hint-defence-pool", dice=dice, pool=named))
        yield choice, min(against, default=size(pool))


def _dice_against(view: View, blow: Blow, met: UsableDefence, became: Declaration) -> int:
    """Return the dice of a defence against an attack, far below 0 if it cannot stop the attack."""
    if not (met.means.stops(view, blow) and can_meet(view, blow, met.means)):
        return HOPELESS
    return size(defence_pool(view, blow, met, became))


def _declared_attacks(view: View, actor: str) -> Iterator[Blow]:
    """Yield the attacks on a character that this view knows to be declared and not made yet. Of a weapon it knows what
    is in the attacker's hand."""
    for theirs in view.all(Declaration):
        for _, action in theirs.left():
            attack = manoeuvre(action.manoeuvre)
            if actor in action.targets and isinstance(attack, Attack):
                held, blow = in_hand(view, theirs.id), new_blow(view, theirs.id, action, 0)
                if held.name and held.name == attack.wielded_item(action):
                    blow = msgspec.structs.replace(blow, weapon=held, reach=attack.reaches(action))
                yield msgspec.structs.replace(blow, on=actor)
