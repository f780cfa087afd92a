"""Taking actions: on its slot a character does its declared actions, in their order (I2)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.command import Command
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Option
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.available import hits_without_a_roll, is_targeted_attack
from domain.features.actions.declaration import ActionLost, ActionUsed, declaration, has_begun_to_act, pool_now, share
from domain.features.characters.character import by_seat, face_audience, hidden, own, owned
from domain.features.characters.conditions import borne_by, condition
from domain.features.combat.attack_steps import start_attack
from domain.features.combat.finish_slot import SlotDone, finish_slot, is_last
from domain.features.combat.initiative import Slot
from domain.features.combat.movement import may_still_move
from domain.features.combat.next_action import next_action, next_pool, next_traits, why_lost
from domain.features.combat.slot_conditions import lose_slot, slot_taker
from domain.features.combat.turns import check_own_time, may_act
from domain.features.rolls.boosts import check_effort, effort_inputs
from domain.features.rolls.modified_pool import forecast, rulings_on, with_known_rulings
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.table.turn import turns_run
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.tracked_view import memoized


def carry_out(table: Deciding, actor: str, place: int, action: Action, pool: Pool) -> None:
    """Carry out a declared action with its pool. If the action is no longer possible, it is lost."""
    where = face_audience(table.full, actor)
    declared = declaration(table.full, actor)
    chosen = manoeuvre(action.manoeuvre)
    dice = share(table.full, declared, place) if declared is not None else 0
    table.emit(where, ActionUsed(actor, place))
    why = why_lost(table.full, actor, action)
    if why:
        table.emit(where, ActionLost(actor, chosen.words, why))
        return
    for borne in borne_by(table.full, actor):
        condition(borne.name).on_action(table, borne, chosen)
    if is_targeted_attack(action):
        start_attack(table, actor, action, dice, pool)
    else:
        chosen.resolve(table, actor, action, pool)


class TakeAction(Command, frozen=True):
    """Take the next declared action. Without one, use the slot without acting. A `specialty` (D7) and a point of
    Willpower (D11) may be added to the roll."""

    title = phrase("option-act-now")

    actor: Id
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> None:
        own(view, self.actor)
        check_own_time(view, self.actor)
        pool = replace(self.pool(view), parts=next_pool(view, self.actor))
        check_effort(view, pool, next_traits(view, self.actor))

    def foreseen(self, view: View) -> Pool | None:
        self.check(view)
        pool = next_pool(view, self.actor)
        if not pool:
            return None
        rolled = replace(self.pool(view), parts=pool)
        return forecast(view, rolled, rulings_on(view, rolled))

    def pool(self, view: View) -> Pool:
        """Return the pool of the next action. It has no parts if no dice are rolled."""
        declared = declaration(view, self.actor)
        coming = next_action(declared)
        parts = pool_now(view, declared, coming[0]) if declared is not None and coming is not None else ()
        reason = manoeuvre(coming[1].manoeuvre).words if coming else NO_WORDS
        traits = next_traits(view, self.actor)
        return Pool(self.actor, reason, parts, specialty=self.specialty, willpower=self.willpower, traits=traits)

    def decide(self, table: Deciding) -> None:
        taker, lost = slot_taker(table.full, self.actor), lose_slot(table, self.actor)
        if lost:
            table.emit(face_audience(table.full, self.actor), SlotDone(self.actor, lost))
        if lost or taker is not None:
            # A character that has just got free may use the rest of its slot to act, or to change its action (C9, I4).
            return
        coming = next_action(declaration(table.full, self.actor))
        if coming is None:
            _, line = idle(table.full, self.actor)
            table.emit(face_audience(table.full, self.actor), SlotDone(self.actor, line))
            return
        carry_out(table, self.actor, *coming, self.pool(table.full))
        finish_slot(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not turns_run(view):
            return
        # Hidden characters come first: a hidden character that may act has its place before that of the marker.
        for face in sorted(owned(view), key=lambda face: not hidden(view, face.id)):
            if may_act(view, face.id):
                yield option_to_act(view, face.id)


@memoized
def option_to_act(view: View, actor: str) -> Option:
    """Return the option of a character to use its slot."""
    label, hint = slot_in_words(view, actor)
    label = by_seat(view, actor, label)
    urgent = is_due(view, actor) if hidden(view, actor) else True
    traits = next_traits(view, actor)
    pool = with_known_rulings(view, Pool(actor, "", next_pool(view, actor), traits=traits))
    fields = effort_inputs(view, actor, traits, pool.parts)
    return Option(TakeAction.__name__, actor, label, hint, "act", urgent, fields)


def is_due(view: View, actor: str) -> bool:
    """True if the Storyteller should be reminded of a hidden character: its place in the order has come, and it has an
    action left. The table does not wait for it (X4)."""
    slot = view.get(Slot, actor)
    return slot is not None and slot.status != "yielded" and next_action(declaration(view, actor)) is not None


def slot_in_words(view: View, actor: str) -> tuple[Words, Words]:
    """Return the label of the option for a character's slot, and its hint."""
    coming, taker = next_action(declaration(view, actor)), slot_taker(view, actor)
    if taker is not None:
        rule = condition(taker.name)
        return rule.instead, taker.label
    if coming is None:
        waits = has_begun_to_act(view, actor) and is_last(view, actor) and may_still_move(view.public, actor)
        button, _ = idle(view, actor)
        return button, phrase("hint-movement-left", rule="F2") if waits else NO_WORDS
    chosen, why = manoeuvre(coming[1].manoeuvre), why_lost(view, actor, coming[1])
    if why:
        return phrase("option-will-be-lost", rule="I2", action=chosen.words), why
    if hits_without_a_roll(view, coming[1]):
        return chosen.with_rule, phrase("hint-hits-without-roll", rule="C27")
    pool = next_pool(view, actor)
    if not pool:
        return chosen.with_rule, NO_WORDS
    pool = with_known_rulings(view, Pool(actor, "", pool, traits=next_traits(view, actor))).parts
    if size(pool) > 0:
        return chosen.with_rule, in_words(view, pool)
    return phrase("option-act", action=chosen.words, dice=in_dice(view, size(pool))), in_words(view, pool)


def idle(view: View, actor: str) -> tuple[Words, Words]:
    """Return the button and the line for a character that takes no action: it does nothing, or it waits to defend
    itself. There is no line if it has already defended itself, because the story has told that."""
    declared, who = declaration(view, actor), character_ref(actor)
    if declared is None or not declared.actions:
        return phrase("option-pass", rule="I2"), phrase("line-passes", who=who)
    if any(declared.left()):
        return phrase("option-stand-ready", rule="I2"), phrase("line-stands-ready", who=who)
    return phrase("option-end-turn", rule="I2"), NO_WORDS
