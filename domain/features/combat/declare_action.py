"""Declaring: who will do what this turn (I2, M4): who is asked, who may, and who is told."""

from collections.abc import Iterator

from domain.core.audience import Audience
from domain.core.bounds import Id
from domain.core.command import Command, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.state import View
from domain.features.actions.action import Action, Actions, apart, manoeuvre, pays, traits_of
from domain.features.actions.action_costs import arithmetic, check_actions, claims_of, cut
from domain.features.actions.action_form import inputs
from domain.features.actions.available import open_manoeuvres
from domain.features.actions.declaration import (
    Declaration,
    DeclarationDropped,
    DeclarationMade,
    Declared,
    How,
    Plan,
    PlanDropped,
    Planned,
    declaration,
    dice_of,
    has_declared,
    share,
    wear,
    worded,
)
from domain.features.actions.foreseen_pools import pool_of
from domain.features.characters.character import character, face_audience, hidden, own, owned, sheet_audience
from domain.features.combat.initiative import order, slot_of
from domain.features.combat.turns import able, check_no_attack, may_act, running
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.rolls.roll import Pool, foretold, on_roll
from domain.features.table.settings import rules_of
from domain.features.table.turn import Turn


def kept_back(view: View, actor: str) -> bool:
    """Whether what a character declares is hidden still: from the time when all declare to when all is opened."""
    if (found := declaration(view, actor)) is not None:
        return isinstance(found, Plan)
    return rules_of(view).choices.get("declarations") == "hidden" and running(view).phase == "declaring"


def declared_to(view: View, actor: str) -> Audience:
    """Who may know what a character declares: whoever sees its face, or reads its sheet while it is hidden."""
    return sheet_audience(character(view, actor).player) if kept_back(view, actor) else face_audience(view, actor)


def declare(table: Deciding, declared: Declaration, how: How) -> None:
    """State a declaration to those who may know of it; that there is one, where the character's face stands."""
    full, actor = table.full, declared.id
    secret, audience = kept_back(full, actor), declared_to(full, actor)
    if not has_declared(full, actor):
        table.emit(face_audience(full, actor), DeclarationMade(actor))
    table.emit(audience, stating(full, Planned if secret else Declared, declared, how))


def stating(view: View, type_: type[Declared | Planned], declared: Declaration, how: How) -> Event:
    """The event that states a declaration, with what is still to come in words."""
    d = declared
    left = ((action, dice_of(view, d.id, action)) for _, action in d.left())
    words, targets = worded(view.public, d.id, left)
    return type_(d.id, d.actions, d.cuts, d.worn, d.used, d.tried, how, words, targets)


def open_plan(table: Deciding, actor: str) -> None:
    """What a character has declared is hidden no longer: everybody who sees it is told (I2)."""
    plan = table.full.get(Plan, actor)
    if plan is not None:
        drop_plan(table, actor)
        table.emit(face_audience(table.full, actor), stating(table.full, Declared, plan, "declares"))


def drop_plan(table: Deciding, actor: str) -> None:
    """Take away what a character has declared and hidden, if it has."""
    found = table.full.audience_of(Plan, actor)
    if found is not None:
        table.emit(found, PlanDropped(actor))


def undeclare(table: Deciding, actor: str) -> None:
    """Take away all that a character has declared, and that it has."""
    drop_plan(table, actor)
    if has_declared(table.full, actor):
        table.emit(face_audience(table.full, actor), DeclarationDropped(actor))


def may_declare(view: View, actor: str) -> None:
    """Whether it is this character's time to declare (I2). Raises `Refusal`."""
    slot, turn = slot_of(view, actor), running(view)
    if has_declared(view, actor):
        raise Refusal("declared", "This turn is declared; on her own slot a character may still change it (I2, I4).")
    if not able(view, slot, "waiting", "yielded", "late"):
        raise Refusal("no-action", "This character has no action left in this turn (I2).")
    if hidden(view, actor):
        return
    if turn.phase == "over":
        raise Refusal("turn-over", "The turn is over (I2).")
    if turn.phase == "acting":
        check_no_attack(view, actor)
    first = next(declarers(view), None)
    if turn.phase == "declaring" and first is not None and actor not in declarers(view):
        name = character(view, first).name
        raise Refusal("not-yet", f"The slowest declares first: it is for {name} to declare (I2).")


def undeclared(view: View) -> list[str]:
    """Those whom the table sees and waits for to declare, the highest initiative first."""
    public = view.public
    waiting = (slot for slot in order(public) if able(public, slot, "waiting"))
    return [slot.id for slot in waiting if not has_declared(public, slot.id)]


def in_any_order(view: View) -> bool:
    """Whether all may declare at once, and not one after the other (switch `declare`)."""
    return rules_of(view).choices.get("declare") == "any-order"


def declarers(view: View) -> Iterator[str]:
    """Those whose time it is to declare: all who have not, or only the slowest of them (switch `declare`)."""
    waiting = undeclared(view)
    return iter(waiting if in_any_order(view) else waiting[-1:])


def is_asked(view: View, actor: str) -> bool:
    """Whether somebody who may declare is to do so now: the table waits for it; or it is a hidden one's time, whom
    nobody waits for, and who would be forgotten otherwise (X4)."""
    if running(view).phase != "declaring":
        return may_act(view, actor)
    waiting = list(declarers(view))
    if not hidden(view, actor):
        return actor in waiting
    return in_any_order(view) or not waiting or slot_of(view, actor).place < slot_of(view, waiting[0]).place


class DeclareAction(Command[tuple[Action, ...]], frozen=True):
    """Declare what a character will do this turn: one action, several that share its dice, extra ones, or nothing."""

    actor: Id
    actions: Actions = ()

    def check(self, view: View) -> tuple[Action, ...]:
        own(view, self.actor)
        may_declare(view, self.actor)
        return check_actions(view, self.actor, self.actions)

    def foreseen(self, view: View) -> Pool | None:
        """What a lone action rolls when the character takes it; a defence, or one of several actions, tells none."""
        declared = self.declared(view, self.check(view))
        acts = [place for place, action in declared.left() if not manoeuvre(action.manoeuvre).defence]
        pool = pool_of(view, declared, acts[0]) if len(declared.actions) == len(acts) == 1 else ()
        if not pool:
            return None
        traits = traits_of(view, self.actor, declared.actions[0])
        made = Pool(self.actor, manoeuvre(declared.actions[0].manoeuvre).label, pool, traits=traits)
        return foretold(view, made, on_roll(view, made))

    def in_words(self, view: View) -> str:
        """How the dice of several actions are found, and what each rolls where something else changes that."""
        said = [arithmetic(view, self.actor, self.actions)]
        if not said[0]:
            return ""
        declared = self.declared(view, self.check(view))
        paying = [place for place, action in declared.left() if not apart(action) and pays(view, self.actor, action)]
        claims = claims_of(view, self.actor, [declared.actions[place] for place in paying])
        for place, claim in zip(paying, claims, strict=True):
            pool = pool_of(view, declared, place)
            added = 0 if rules_of(view).splits == "share" else claim.own
            if pool and size(pool) != share(view, declared, place) + added:
                said.append(f"{claim.label}: {in_dice(view, size(pool))}, {in_words(view, pool)}.")
        return " ".join(said)

    def declared(self, view: View, actions: tuple[Action, ...]) -> Declaration:
        """What stands declared once these actions are, their dice shared out."""
        worn = tuple(wear(view, self.actor, action) for action in actions)
        return Declaration(self.actor, actions, cut(view, self.actor, actions), worn)

    def decide(self, table: Deciding[tuple[Action, ...]]) -> None:
        # The dice are shared out as the asker's view has them.
        declare(table, self.declared(table.full, table.checked), "declares")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.get(Turn, "turn") is None:
            return
        for face in owned(view):
            if allowed(may_declare, view, face.id):
                urgent = is_asked(view, face.id)
                yield Option(cls.__name__, face.id, "Nothing", "I2", "declare", urgent)
                for chosen in open_manoeuvres(view, face.id):
                    asked = inputs(view, face.id, chosen)
                    yield Option(cls.__name__, face.id, chosen.label, chosen.rule, "declare", urgent, asked)
