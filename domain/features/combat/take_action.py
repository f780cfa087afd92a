"""Taking actions: on its own slot a character does what it declared, one action after the other (I2)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.command import Command, Option, Refusal, why_not
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.action import Action, check_open, check_sight, manoeuvre, traits_of
from domain.features.actions.attack_in_progress import Blow, attacking, together
from domain.features.actions.available import hits_without_a_roll, strikes
from domain.features.actions.declaration import (
    ActionLost,
    ActionUsed,
    Declaration,
    begun,
    declaration,
    forget,
    pool_now,
    share,
)
from domain.features.actions.foreseen_pools import pool_of
from domain.features.actions.hidden_attack_numbers import standing
from domain.features.actions.weapon_in_hand import check_ready
from domain.features.characters.character import FACES, Face, face_audience, hidden, own, owned
from domain.features.characters.conditions import Bearing, borne_by, check_goes_on, condition
from domain.features.characters.wounds import can_stir, incapacitated
from domain.features.combat.attack_steps import break_off, carry_on, failing, launch, may_react
from domain.features.combat.initiative import Slot, SlotLeft, set_status
from domain.features.combat.movement import may_still_move
from domain.features.combat.turns import able, marker, may_act, own_time, unfinished
from domain.features.rolls.boosts import check_effort, effort_inputs
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.rolls.roll import Pool, foretold, on_roll, ruled
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.features.table.turn import Turn
from domain.rules.rule_types import Part


class SlotDone(Event, frozen=True):
    """A character has had its slot in this turn; `doing` says what it did with it where nothing else does."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    doing: str

    def apply(self, records: Partition, at: int) -> None:
        slot = records.get(Slot, self.id)
        late = slot is not None and slot.status == "late"
        # Who was late has had its slot of the turn before, and may declare for this one.
        set_status(records, self.id, "waiting" if late else "acted")
        if late:
            forget(records, self.id)
        if self.doing:
            tell(records, at, f"{{0}} {self.doing}.", self.id)


def leave_slot(table: Deciding, actor: str) -> None:
    """Remember, of whoever is about to leave the turns or the scene, that it has had its slot."""
    slot = table.full.get(Slot, actor)
    if slot is not None and (slot.status == "acted" or begun(table.full, actor)):
        table.emit(face_audience(table.full, actor), SlotLeft(actor))


def next_action(declared: Declaration | None) -> tuple[int, Action] | None:
    """The next action to take; defences wait for an attack."""
    if declared is None:
        return None
    return next(((p, a) for p, a in declared.left() if not manoeuvre(a.manoeuvre).defence), None)


def next_traits(view: View, actor: str) -> tuple[str, ...]:
    """The traits that a character's next action rolls, () for none."""
    coming = next_action(declaration(view, actor))
    return traits_of(view, actor, coming[1]) if coming else ()


def take(table: Deciding, actor: str, place: int, action: Action, made: Pool) -> None:
    """Carry out a declared action with its pool, or lose it where something has come between."""
    where = face_audience(table.full, actor)
    declared = declaration(table.full, actor)
    chosen = manoeuvre(action.manoeuvre)
    dice = share(table.full, declared, place) if declared is not None else 0
    table.emit(where, ActionUsed(actor, place))
    why = lost(table.full, actor, action)
    if why:
        table.emit(where, ActionLost(actor, chosen.label, why))
        return
    for borne in borne_by(table.full, actor):
        condition(borne.name).on_action(table, borne, chosen)
    if strikes(action):
        launch(table, actor, action, dice, made)
    else:
        chosen.resolve(table, actor, action, made)


def lost(view: View, actor: str, action: Action) -> str:
    """Why a declared action can no longer be carried out, "" where it can."""
    if incapacitated(view, actor):
        return "Who is out does nothing (C29)."
    return why_not(check_still, view, actor, action)


def check_still(view: View, actor: str, action: Action) -> None:
    """Whether what was declared is still possible. Raises `Refusal`."""
    chosen = manoeuvre(action.manoeuvre)
    check_open(view, actor, chosen)
    check_present(view, actor, action)
    check_ready(view, actor, chosen.wielded_item(action))
    check_sight(view, actor, chosen, action)
    chosen.check_still_useful(view, actor, action)


def caught(view: View, blow: Blow) -> str:
    """Why an attacker cannot go on with its attack because of who has got hold of it meanwhile, "" where it can (C7,
    C9)."""
    return why_not(check_goes_on, view, blow.by, manoeuvre(blow.action.manoeuvre))


def loses(view: View, actor: str) -> str:
    """Why the next action that a character declared would be lost, "" where it would not, or there is none."""
    coming = next_action(declaration(view, actor))
    return lost(view, actor, coming[1]) if coming else ""


def slot_taker(view: View, actor: str) -> Bearing | None:
    """The condition that a character has to deal with first on its slot, before it can act or change its action (C5,
    C7, C9, C26); None for none."""
    borne = sorted(borne_by(view, actor), key=lambda one: condition(one.name).slot_order)
    return next((one for one in borne if condition(one.name).takes_slot(view, one)), None)


def check_slot_free(view: View, actor: str) -> None:
    """Whether no condition takes a character's slot before it can act. Raises `Refusal`."""
    taker = slot_taker(view, actor)
    if taker is not None:
        rule = condition(taker.name)
        raise Refusal(
            "slot-taken", f"This character is {taker.called}: choose “{rule.instead}” first on its slot ({rule.rule})."
        )


def slot_lost(table: Deciding, actor: str) -> str:
    """What a character does instead of acting, where a condition costs it its slot; "" where none does (C9, C26)."""
    orders = {condition(borne.name).slot_order for borne in borne_by(table.full, actor)}
    for order in sorted(orders):
        borne = [b for b in borne_by(table.full, actor) if condition(b.name).slot_order == order]
        lost = [condition(b.name).on_slot(table, b) for b in borne]
        if any(lost):
            return next(filter(None, lost))
    return ""


def finish_slot(table: Deciding, actor: str) -> None:
    """End a slot in which nothing is left to do; one whose attack is under way goes on with it, and the last one of the
    turn waits for its character's free movement (F2)."""
    full = table.full
    done = attacking(full, actor) is None and next_action(declaration(full, actor)) is None
    if done and not (is_last(full, actor) and may_still_move(full.public, actor)):
        table.emit(face_audience(full, actor), SlotDone(actor, ""))


def is_last(view: View, actor: str) -> bool:
    """Whether the next turn begins by itself as soon as this slot is over. Where the Storyteller begins it, whoever has
    acted may move until then."""
    public = view.public
    slot = public.get(Slot, actor)
    if slot is None or slot.status == "late" or rules_of(public).choices.get("turns") != "automatic":
        return False
    others = (other for other in public.all(Slot) if other.id != actor)
    return not any(able(public, other, "waiting", "yielded") for other in others)


def finish_last(table: Deciding) -> None:
    """End the slot that has waited for its character's free movement, once that is made or no longer possible (F2)."""
    public = table.full.public
    now = marker(public)
    if now is not None and is_last(public, now.id) and begun(public, now.id):
        finish_slot(table, now.id)


def resume(table: Deciding, blow: Blow) -> None:
    """Go on with an attack that has waited, and with the slot that it is a part of. Until its first roll it may be lost
    as any action may (I2), and until it is met whoever was struck down or seized hits nobody (C7, C9, C13), unless the
    Storyteller has ruled that it does."""
    seized = caught(table.full, blow)
    why = "" if blow.begun else lost(table.full, blow.by, blow.action) or seized
    if why:
        break_off(table, blow, why)
    elif blow.step == "defence" and not blow.ruled and (seized or not can_stir(table.full, blow.by)):
        carry_on(table, failing(table, blow))
    else:
        carry_on(table, blow)
    finish_begun(table, blow)


def give_up_all(table: Deciding, actor: str, why: str) -> None:
    """Nothing more comes of the attacks under way by this character or on it, for this reason."""
    for blow in [blow for blow in standing(table.full) if actor in blow.about]:
        break_off(table, blow, why)
        finish_begun(table, blow)


def finish_begun(table: Deciding, blow: Blow) -> None:
    """Once an attack is over, the slot is that it came in, where nothing else is left to do in it: the attacker's, or
    that of whoever was at it when the blow came of something else (C8, C16). One that the Storyteller alone saw ends
    no other slot that all see (X4)."""
    full, now = table.full, marker(table.full)
    if full.get(Blow, blow.id) is not None:
        return
    for who in dict.fromkeys((blow.by, blow.on, now.id if now else "")):
        unseen = who != blow.by and together(full, *blow.about) != face_audience(full, who)
        slot = full.get(Slot, who)
        # Not `may_act`: somebody may have got ahead of it meanwhile, and it would be asked again for nothing.
        if not unseen and slot is not None and begun(full, who) and unfinished(full, slot):
            finish_slot(table, who)


def resume_unanswerable(table: Deciding) -> None:
    """Go on with attacks that wait for somebody who can no longer defend itself, for all that everybody sees."""
    for blow in [b for b in standing(table.full) if b.waits == "defence"]:
        if not may_react(table.full, blow):
            resume(table, blow)


def check_present(view: View, actor: str, action: Action) -> None:
    """Whether all targets are still there to do it to, for all that the one who acts can see. Raises `Refusal`."""
    for target in action.targets:
        if view.get(Face, target) is None or (hidden(view, target) and not hidden(view, actor)):
            raise Refusal("gone", "Its target is no longer there (I2).")
        manoeuvre(action.manoeuvre).check_target(view, actor, target)


class TakeAction(Command, frozen=True):
    """Take the next declared action. With nothing declared, let the slot pass. A `specialty` may apply to its roll
    (D7), and a point of Willpower be spent on it (D11)."""

    actor: Id
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> None:
        own(view, self.actor)
        own_time(view, self.actor)
        made = replace(self.pool(view), parts=coming_pool(view, self.actor))
        check_effort(view, made, next_traits(view, self.actor))

    def foreseen(self, view: View) -> Pool | None:
        self.check(view)
        pool = coming_pool(view, self.actor)
        if not pool:
            return None
        made = replace(self.pool(view), parts=pool)
        return foretold(view, made, on_roll(view, made))

    def pool(self, view: View) -> Pool:
        """What the next action rolls, no parts where that is nothing."""
        declared = declaration(view, self.actor)
        coming = next_action(declared)
        parts = pool_now(view, declared, coming[0]) if declared is not None and coming is not None else ()
        reason = manoeuvre(coming[1].manoeuvre).label if coming else ""
        traits = next_traits(view, self.actor)
        return Pool(self.actor, reason, parts, specialty=self.specialty, willpower=self.willpower, traits=traits)

    def decide(self, table: Deciding) -> None:
        taker, lost = slot_taker(table.full, self.actor), slot_lost(table, self.actor)
        if lost:
            table.emit(face_audience(table.full, self.actor), SlotDone(self.actor, lost))
        if lost or taker is not None:
            return  # Who has got free has the rest of its slot to act in, or to change its action (C9, I4).
        coming = next_action(declaration(table.full, self.actor))
        if coming is None:
            table.emit(face_audience(table.full, self.actor), SlotDone(self.actor, idle(table.full, self.actor)))
            return
        take(table, self.actor, *coming, self.pool(table.full))
        finish_slot(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.get(Turn, "turn") is None:
            return
        # The place of a hidden one, where it has come up, is one that the marker is past: it stands first.
        for face in sorted(owned(view), key=lambda face: not hidden(view, face.id)):
            if may_act(view, face.id):
                label, hint = slot_in_words(view, face.id)
                unseen = hidden(view, face.id)
                label = f"{face.name}{' (hidden)' if unseen else ''}: {label}" if view.seat.is_storyteller else label
                urgent = has_come_up(view, face.id) if unseen else True
                traits = next_traits(view, face.id)
                pool = ruled(view, Pool(face.id, "", coming_pool(view, face.id), traits=traits))
                asked = effort_inputs(view, face.id, traits, pool.parts)
                yield Option(cls.__name__, face.id, label, hint, "act", urgent, asked)


def has_come_up(view: View, actor: str) -> bool:
    """Whether the Storyteller is to be reminded of a hidden character, which nobody else waits for: its place has come
    up, and it has declared something (X4)."""
    slot = view.get(Slot, actor)
    return slot is not None and slot.status != "yielded" and next_action(declaration(view, actor)) is not None


def slot_in_words(view: View, actor: str) -> tuple[str, str]:
    """What a character does when it takes its slot, and why or by which rule."""
    coming, taker = next_action(declaration(view, actor)), slot_taker(view, actor)
    if taker is not None:
        rule = condition(taker.name)
        return rule.instead, f"{taker.words} ({rule.rule})"
    if coming is None:
        waits = begun(view, actor) and is_last(view, actor) and may_still_move(view.public, actor)
        return PASS[idle(view, actor)], "free movement is left (F2)" if waits else "I2"
    named, why = manoeuvre(coming[1].manoeuvre).label, lost(view, actor, coming[1])
    if why:
        return f"{named}: it will be lost", why
    if hits_without_a_roll(view, coming[1]):
        return named, "hits without a roll (C27)"
    pool = coming_pool(view, actor)
    if not pool:
        return named, "I2"
    pool = ruled(view, Pool(actor, "", pool, traits=next_traits(view, actor))).parts
    return named if size(pool) > 0 else f"{named}, {in_dice(view, size(pool))}", in_words(view, pool)


def coming_pool(view: View, actor: str) -> tuple[Part, ...]:
    """All that a character's next action rolls as things stand, part by part, but for what is ruled on it; () where
    nothing is rolled: there is none, a condition takes the slot before it, it is lost, or it is certain (C27)."""
    declared = declaration(view, actor)
    coming = next_action(declared)
    if declared is None or coming is None or slot_taker(view, actor) is not None or lost(view, actor, coming[1]):
        return ()
    return pool_of(view, declared, coming[0])


PASS = {"does nothing": "Pass", "stands ready": "Stand ready", "": "Done for this turn"}
"""What the button says that does what `idle` tells."""


def idle(view: View, actor: str) -> str:
    """What a character does who takes no action: nothing, or it stands ready to defend itself. A defence that was
    used already has been told of."""
    declared = declaration(view, actor)
    if declared is None or not declared.actions:
        return "does nothing"
    return "stands ready" if any(declared.left()) else ""
