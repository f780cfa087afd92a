"""Declaring the actions of a turn (I2, M4): the right to declare, the order, and the readers of a declaration."""

from collections.abc import Iterator

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import Audience
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.refusal import Refusal, allowed, why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.action import manoeuvre, outside_split
from domain.features.actions.action_checks import possible_targets
from domain.features.actions.action_costs import check_actions, claims_of, penalties, split_in_words
from domain.features.actions.action_form import dice_alone, inputs
from domain.features.actions.action_pools import in_split, traits_of
from domain.features.actions.available import default_actions, open_manoeuvres
from domain.features.actions.declaration import (
    Declaration,
    DeclarationDropped,
    DeclarationMade,
    Declared,
    How,
    Plan,
    PlanDropped,
    Planned,
    actions_in_words,
    declaration,
    declared_dice,
    general_modifiers,
    has_declared,
    share,
)
from domain.features.actions.foreseen_pools import foreseen_pool
from domain.features.characters.character import character, face_audience, hidden, own, owned, sheet_audience
from domain.features.characters.conditions import check_conditions
from domain.features.combat.initiative import order, slot_of
from domain.features.combat.turns import check_no_attack, may_act, running_phase, slot_usable
from domain.features.rolls.modified_pool import forecast, rulings_on
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.table.settings import rules_of
from domain.features.table.turn import turns_run
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action, Actions
from domain.rules.pool import Pool
from domain.tracked_view import memoized


def declaration_is_hidden(view: View, actor: str) -> bool:
    """True if a character's declaration is hidden: from the declaring phase until all declarations are revealed."""
    if (found := declaration(view, actor)) is not None:
        return isinstance(found, Plan)
    return rules_of(view).choices.get("declarations") == "hidden" and running_phase(view) == "declaring"


def declaration_audience(view: View, actor: str) -> Audience:
    """Return the audience of a character's declaration: the audience of its face or, while the declaration is hidden,
    of its sheet."""
    return (
        sheet_audience(character(view, actor).player)
        if declaration_is_hidden(view, actor)
        else face_audience(view, actor)
    )


def declare(table: Deciding, declared: Declaration, how: How) -> None:
    """Emit a declaration to its audience. Everybody who sees the character learns that it has declared, even if the
    declaration is hidden."""
    full, actor = table.full, declared.id
    secret, audience = declaration_is_hidden(full, actor), declaration_audience(full, actor)
    if not has_declared(full, actor):
        table.emit(face_audience(full, actor), DeclarationMade(actor))
    table.emit(audience, declaration_event(full, Planned if secret else Declared, declared, how))


def declaration_event(view: View, type_: type[Declared | Planned], declared: Declaration, how: How) -> Event:
    """Return the event for a declaration, with the remaining actions in words."""
    d = declared
    left = ((action, declared_dice(view, d.id, action)) for _, action in d.left())
    words = actions_in_words(view.public, d.id, left)
    return type_(d.id, d.actions, d.cuts, d.worn, d.used, d.tried, how, words)


def reveal_plan(table: Deciding, actor: str) -> None:
    """Reveal a hidden declaration to the audience of the character's face (I2)."""
    plan = table.full.get(Plan, actor)
    if plan is not None:
        drop_plan(table, actor)
        table.emit(face_audience(table.full, actor), declaration_event(table.full, Declared, plan, "declares"))


def drop_plan(table: Deciding, actor: str) -> None:
    """Drop the hidden declaration of a character, if there is any."""
    found = table.full.audience_of(Plan, actor)
    if found is not None:
        table.emit(found, PlanDropped(actor))


def drop_declaration(table: Deciding, actor: str) -> None:
    """Drop the declaration of a character, hidden or not, and the fact that it has declared."""
    drop_plan(table, actor)
    if has_declared(table.full, actor):
        table.emit(face_audience(table.full, actor), DeclarationDropped(actor))


def check_may_declare(view: View, actor: str) -> None:
    """Raise `Refusal` if this character may not declare now (I2)."""
    slot, phase = slot_of(view, actor), running_phase(view)
    if has_declared(view, actor):
        raise Refusal("turn-is-declared", rule="I2")
    if not slot_usable(view, slot, "waiting", "yielded", "late"):
        raise Refusal("no-action-left", rule="I2")
    if hidden(view, actor):
        return
    if phase == "over":
        raise Refusal("turn-is-over", rule="I2")
    if phase == "acting":
        check_no_attack(view, actor)
    first = next(declarers(view), None)
    if phase == "declaring" and first is not None and actor not in declarers(view):
        raise Refusal("declares-first", rule="I2", who=character_ref(character(view, first).id))


@memoized
def still_to_declare(view: View) -> list[str]:
    """Return the visible characters that still have to declare, the highest initiative first."""
    public = view.public
    waiting = (slot for slot in order(public) if slot_usable(public, slot, "waiting"))
    return [slot.id for slot in waiting if not has_declared(public, slot.id)]


def in_any_order(view: View) -> bool:
    """True if all characters may declare at once; False if they declare in the order of initiative (switch
    `declare`)."""
    return rules_of(view).choices.get("declare") == "any-order"


def declarers(view: View) -> Iterator[str]:
    """Yield the characters that may declare now: all that have not yet declared, or only the slowest of them (switch
    `declare`)."""
    waiting = still_to_declare(view)
    return iter(waiting if in_any_order(view) else waiting[-1:])


@memoized
def is_waited_for(view: View, actor: str) -> bool:
    """True if this character should declare now. The table waits for a visible character. It never waits for a hidden
    one; instead the Storyteller is reminded when its place in the order comes (X4)."""
    if running_phase(view) != "declaring":
        return may_act(view, actor)
    waiting = list(declarers(view))
    if not hidden(view, actor):
        return actor in waiting
    return in_any_order(view) or not waiting or slot_of(view, actor).place < slot_of(view, waiting[0]).place


class DeclareAction(Command[tuple[Action, ...]], frozen=True):
    """Declare a character's actions for this turn: one action, several that share its dice, extra actions, or none."""

    actor: Id
    actions: Actions = ()

    def check(self, view: View) -> tuple[Action, ...]:
        own(view, self.actor)
        check_may_declare(view, self.actor)
        return check_actions(view, self.actor, self.actions)

    def foreseen(self, view: View) -> Pool | None:
        """Return the pool of a single declared action, as it will be rolled. Return None for a defence, or if there are
        several actions."""
        declared = self.declared(view, self.check(view))
        acts = [place for place, action in declared.left() if not manoeuvre(action.manoeuvre).defence]
        pool = foreseen_pool(view, declared, acts[0]) if len(declared.actions) == len(acts) == 1 else ()
        if not pool:
            return None
        traits = traits_of(view, self.actor, declared.actions[0])
        rolled = Pool(self.actor, manoeuvre(declared.actions[0].manoeuvre).words, pool, traits=traits)
        return forecast(view, rolled, rulings_on(view, rolled))

    def in_words(self, view: View) -> Words:
        """Explain the dice of several actions. Name each pool that differs from the action's share."""
        said = split_in_words(view, self.actor, self.actions)
        if not said:
            return NO_WORDS
        declared = self.declared(view, self.check(view))
        paying = [
            place
            for place, action in declared.left()
            if not outside_split(action) and in_split(view, self.actor, action)
        ]
        claims = claims_of(view, self.actor, [declared.actions[place] for place in paying])
        for place, claim in zip(paying, claims, strict=True):
            pool = foreseen_pool(view, declared, place)
            added = 0 if rules_of(view).splits == "share" else claim.own
            if pool and size(pool) != share(view, declared, place) + added:
                dice, named = in_dice(view, size(pool)), in_words(view, pool)
                one = phrase("claim-pool", action=claim.label, dice=dice, pool=named)
                said = phrase("two-texts", one=said, two=one)
        return said

    def declared(self, view: View, actions: tuple[Action, ...]) -> Declaration:
        """Return the declaration of these actions, with their shares of the dice."""
        worn = tuple(general_modifiers(view, self.actor, action) for action in actions)
        return Declaration(self.actor, actions, penalties(view, self.actor, actions), worn)

    def decide(self, table: Deciding[tuple[Action, ...]]) -> None:
        # `check` has divided the dice, judging by the sender's view.
        declare(table, self.declared(table.full, table.checked), "declares")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if turns_run(view):
            for face in owned(view):
                if may_declare(view, face.id):
                    yield from options_to_declare(view, face.id, urgent=is_waited_for(view, face.id))


@memoized
def may_declare(view: View, actor: str) -> bool:
    """True if it is this character's time to declare (I2)."""
    return allowed(check_may_declare, view, actor)


@memoized
def options_to_declare(view: View, actor: str, *, urgent: bool) -> tuple[Option, ...]:
    """Return the options of a character that may declare now, the usual manoeuvres first and with their dice. If it can
    do nothing, the hint of the only option says why."""
    name, nothing = DeclareAction.__name__, phrase("option-declare-nothing", rule="I2")
    why = NO_WORDS if open_manoeuvres(view, actor) else why_nothing_open(view, actor)
    return (
        Option(name, actor, nothing, why, "declare", urgent),
        *(
            Option(name, actor, chosen.with_rule, _dice(view, actor, chosen), "declare", urgent, form)
            for chosen in sorted(open_manoeuvres(view, actor), key=lambda m: (not m.usual, m.usual))
            for form in [inputs(view, actor, chosen)]
        ),
    )


def why_nothing_open(view: View, actor: str) -> Words:
    """Return the reason for which the conditions of a character forbid manoeuvres, or `NO_WORDS`."""
    reasons = (why_not(check_conditions, view, actor, chosen) for chosen in catalogue().manoeuvres.values())
    return next(filter(None, reasons), NO_WORDS)


def _dice(view: View, actor: str, chosen: Manoeuvre) -> Words:
    """Return the dice of a usual manoeuvre in words, as its form stands before it is filled in. Modifiers that depend
    on the target count only if there is a single possible target. Return `NO_WORDS` for any further manoeuvre, and if
    it rolls no dice."""
    if not chosen.usual:
        return NO_WORDS
    targets = [face.id for face in possible_targets(view, actor, chosen)] if chosen.targets[0] else []
    (usual,) = default_actions(view, actor, chosen, targets if len(targets) == 1 else [])
    if not traits_of(view, actor, usual) or (found := dice_alone(view, actor, usual)) is None:
        return NO_WORDS
    return in_dice(view, found[1])
