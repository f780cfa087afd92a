"""Taking actions: on its slot a character does its declared actions, in their order (I2)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import to_builtins
from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal, why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, as_it_was, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_checks import check_open, check_sight
from domain.features.actions.action_pools import traits_of
from domain.features.actions.attack_in_progress import audience_showing, current_attack
from domain.features.actions.available import hits_without_a_roll, is_targeted_attack
from domain.features.actions.declaration import (
    ActionLost,
    ActionUsed,
    Declaration,
    declaration,
    drop_declaration_records,
    has_begun_to_act,
    pool_now,
    share,
)
from domain.features.actions.foreseen_pools import foreseen_pool
from domain.features.actions.hidden_attack_numbers import known_blows
from domain.features.actions.weapon_in_hand import check_ready
from domain.features.characters.character import FACES, Face, by_seat, face_audience, hidden, own, owned
from domain.features.characters.conditions import borne_by, check_may_continue, condition
from domain.features.characters.wounds import can_stir, incapacitated
from domain.features.combat.attack_steps import as_miss, cancel_attack, may_react, run_steps, start_attack
from domain.features.combat.initiative import Slot, SlotLeft, set_status
from domain.features.combat.movement import may_still_move
from domain.features.combat.turns import attack_to_finish, check_own_time, marker, may_act, slot_unfinished, slot_usable
from domain.features.rolls.boosts import check_effort, effort_inputs
from domain.features.rolls.modified_pool import forecast, rulings_on, with_known_rulings
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.features.table.turn import turns_run
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.rules.rule_types import Part
from domain.tracked_view import memoized


class SlotDone(Event, frozen=True):
    """A character has used its slot in this turn. `doing`: the text for the story, if no other event of the commit
    tells it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    version: ClassVar[int] = 2

    id: str
    line: Words
    """The story line; `NO_WORDS` for none."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, doing = map(str, fields)
        line = phrase("line-about", who=character_ref(actor), text=as_it_was(f"{doing}.")) if doing else NO_WORDS
        return [actor, to_builtins(line)]

    def apply(self, records: Partition, at: int) -> None:
        records.group = ""  # no part of the attack before it
        slot = records.get(Slot, self.id)
        late = slot is not None and slot.status == "late"
        # A late character has now used its slot of the last turn, and may declare for this turn.
        set_status(records, self.id, "waiting" if late else "acted")
        if late:
            drop_declaration_records(records, self.id)
        if self.line:
            tell(records, at, self.line)


def remember_slot_used(table: Deciding, actor: str) -> None:
    """Record that a character which is about to leave the turns, or the scene, has used or begun its slot."""
    slot = table.full.get(Slot, actor)
    if slot is not None and (slot.status == "acted" or has_begun_to_act(table.full, actor)):
        table.emit(face_audience(table.full, actor), SlotLeft(actor))


def next_action(declared: Declaration | None) -> tuple[int, Action] | None:
    """Return the index of the action that comes next, and the action. Defences are skipped, because they wait for an
    attack."""
    if declared is None:
        return None
    return next(((p, a) for p, a in declared.left() if not manoeuvre(a.manoeuvre).defence), None)


def next_traits(view: View, actor: str) -> tuple[str, ...]:
    """Return the traits that a character's next action rolls, () if there are none."""
    coming = next_action(declaration(view, actor))
    return traits_of(view, actor, coming[1]) if coming else ()


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


def why_lost(view: View, actor: str, action: Action) -> Words:
    """Return the reason why a declared action can no longer be carried out, or `NO_WORDS` if it can."""
    if incapacitated(view, actor):
        return phrase("actor-is-out", rule="C29", who=character_ref(actor))
    return why_not(check_still_possible, view, actor, action)


def check_still_possible(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if a declared action is no longer possible."""
    chosen = manoeuvre(action.manoeuvre)
    check_open(view, actor, chosen)
    check_present(view, actor, action)
    check_ready(view, actor, chosen.wielded_item(action))
    check_sight(view, actor, chosen, action)
    chosen.check_still_useful(view, actor, action)


def why_held(view: View, blow: Blow) -> Words:
    """If an attacker was seized after its attack began, so that it cannot continue, return that reason, else `NO_WORDS`
    (C7, C9)."""
    return why_not(check_may_continue, view, blow.by, manoeuvre(blow.action.manoeuvre))


@memoized
def why_next_lost(view: View, actor: str) -> Words:
    """Return the reason why a character's next action would be lost. `NO_WORDS` if it would not be lost, or if there is
    no next action."""
    coming = next_action(declaration(view, actor))
    return why_lost(view, actor, coming[1]) if coming else NO_WORDS


@memoized
def slot_taker(view: View, actor: str) -> Bearing | None:
    """Return the condition that takes effect first on a character's slot, before the character can act or change its
    action (C5, C7, C9, C26)."""
    borne = sorted(borne_by(view, actor), key=lambda bearing: condition(bearing.name).slot_order)
    return next((bearing for bearing in borne if condition(bearing.name).takes_slot(view, bearing)), None)


def check_slot_free(view: View, actor: str) -> None:
    """Raise `Refusal` if a condition takes effect on a character's slot before it can act."""
    taker = slot_taker(view, actor)
    if taker is not None:
        rule = condition(taker.name)
        raise Refusal(
            "slot-taken", rule=rule.rule, who=character_ref(actor), state=taker.label, instead=phrase(rule.instead.id)
        )


def lose_slot(table: Deciding, actor: str) -> Words:
    """Apply the effects that a character's conditions have on its slot. If a condition costs the character its slot,
    return the line that says so, else `NO_WORDS` (C9, C26)."""
    orders = {condition(borne.name).slot_order for borne in borne_by(table.full, actor)}
    for order in sorted(orders):
        borne = [b for b in borne_by(table.full, actor) if condition(b.name).slot_order == order]
        lost = [condition(b.name).on_slot(table, b) for b in borne]
        if any(lost):
            return next(filter(None, lost))
    return NO_WORDS


def finish_slot(table: Deciding, actor: str) -> None:
    """End a slot in which no action is left. A slot does not end while its attack is in progress. The last slot of the
    turn also waits for its character's free movement (F2)."""
    full = table.full
    done = current_attack(full, actor) is None and next_action(declaration(full, actor)) is None
    if done and not (is_last(full, actor) and may_still_move(full.public, actor)):
        table.emit(face_audience(full, actor), SlotDone(actor, NO_WORDS))


def is_last(view: View, actor: str) -> bool:
    """True if the next turn begins automatically as soon as this slot is over. If the Storyteller begins the next turn
    instead, characters that have acted may still move until then."""
    public = view.public
    slot = public.get(Slot, actor)
    if slot is None or slot.status == "late" or rules_of(public).choices.get("turns") != "automatic":
        return False
    others = (other for other in public.all(Slot) if other.id != actor)
    return not any(slot_usable(public, other, "waiting", "yielded") for other in others)


def finish_spent_slots(table: Deciding) -> None:
    """End the slots of characters at the marker that have used all their declared actions before it came to them, such
    as an only defence: they have nothing left to decide (I2, I4)."""
    public = table.full.public
    while (now := marker(public)) is not None:
        declared = public.get(Declaration, now.id)
        spent = declared is not None and bool(declared.actions) and not any(declared.left())
        if not spent or slot_taker(public, now.id) is not None or attack_to_finish(public, now.id):
            return
        finish_slot(table, now.id)
        if marker(public) == now:  # the last slot of the turn waits for its character's free movement (F2)
            return


def finish_last_slot(table: Deciding) -> None:
    """End the last slot of the turn once its character's free movement is made or no longer possible (F2)."""
    public = table.full.public
    now = marker(public)
    if now is not None and is_last(public, now.id) and has_begun_to_act(public, now.id):
        finish_slot(table, now.id)


def resume_attack(table: Deciding, blow: Blow) -> None:
    """Resume a waiting attack, and then the slot in which it was made. Before its first roll the attack may be lost,
    like any action (I2). Before the defence it becomes a miss if the attacker has been struck down or seized in the
    meantime (C7, C9, C13), unless the Storyteller has ruled the hits."""
    seized = why_held(table.full, blow)
    why = NO_WORDS if blow.begun else why_lost(table.full, blow.by, blow.action) or seized
    if why:
        cancel_attack(table, blow, why)
    elif blow.step == "defence" and not blow.ruled and (seized or not can_stir(table.full, blow.by)):
        run_steps(table, as_miss(table, blow))
    else:
        run_steps(table, blow)
    finish_slots_after(table, blow)


def cancel_attacks_of(table: Deciding, actor: str, why: Words) -> None:
    """Cancel all attacks in progress by this character or on it, for this reason."""
    for blow in [blow for blow in known_blows(table.full) if actor in blow.about]:
        cancel_attack(table, blow, why)
        finish_slots_after(table, blow)


def finish_slots_after(table: Deciding, blow: Blow) -> None:
    """After an attack, end the slot in which it was made, if no action is left in it. This is the attacker's slot; if a
    defence or a fumble led to the blow (C8, C16), it is the slot of the character that acted. If only the Storyteller
    saw the attack, no slot of a visible character ends because of it (X4)."""
    full, now = table.full, marker(table.full)
    if full.get(Blow, blow.id) is not None:
        return
    for actor in dict.fromkeys((blow.by, blow.on, now.id if now else "")):
        unseen = actor != blow.by and audience_showing(full, *blow.about) != face_audience(full, actor)
        slot = full.get(Slot, actor)
        # `may_act` would be wrong here: if another character has moved ahead in the order, this one would be asked
        # again although it cannot act.
        if not unseen and slot is not None and has_begun_to_act(full, actor) and slot_unfinished(full, slot):
            finish_slot(table, actor)


def resume_unanswerable_attacks(table: Deciding) -> None:
    """Resume the attacks whose target, as far as public records show, can no longer defend itself."""
    for blow in [b for b in known_blows(table.full) if b.waits == "defence"]:
        if not may_react(table.full, blow):
            resume_attack(table, blow)


def check_present(view: View, actor: str, action: Action) -> None:
    """Raise `Refusal` if a target has left, as far as the acting character can see, or can no longer be a target."""
    for target in action.targets:
        if view.get(Face, target) is None or (hidden(view, target) and not hidden(view, actor)):
            raise Refusal("target-gone", rule="I2")
        manoeuvre(action.manoeuvre).check_target(view, actor, target)


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


@memoized
def next_pool(view: View, actor: str) -> tuple[Part, ...]:
    """Return the pool of a character's next action as it is now, before rulings. Return () if no dice are rolled:
    because there is no action, because a condition takes effect first, because the action is lost, or because it
    succeeds without a roll (C27)."""
    declared = declaration(view, actor)
    coming = next_action(declared)
    if declared is None or coming is None or slot_taker(view, actor) is not None or why_lost(view, actor, coming[1]):
        return ()
    return foreseen_pool(view, declared, coming[0])


def idle(view: View, actor: str) -> tuple[Words, Words]:
    """Return the button and the line for a character that takes no action: it does nothing, or it waits to defend
    itself. There is no line if it has already defended itself, because the story has told that."""
    declared, who = declaration(view, actor), character_ref(actor)
    if declared is None or not declared.actions:
        return phrase("option-pass", rule="I2"), phrase("line-passes", who=who)
    if any(declared.left()):
        return phrase("option-stand-ready", rule="I2"), phrase("line-stands-ready", who=who)
    return phrase("option-end-turn", rule="I2"), NO_WORDS
