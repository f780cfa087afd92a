"""Declaring: who will do what this turn, and with how much of the pool (I2, M1, M2, M4).

Law. That a character has declared is a fact of its own, beside what it declared: the turn goes on from the one alone.
     So what is declared may be hidden until all are in (switch `declarations`), as a `Plan` that only its player and
     the Storyteller read, and nobody else can tell what it holds or how much.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

import msgspec

from domain.audience import Audience, Kind
from domain.bounds import Id
from domain.command import Command, Option, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.actions import Action, Actions, full_pool, given, inputs, manoeuvre, open_manoeuvres
from domain.features.cast import FACES, Face, character, face_audience, hidden, own, owned, sheet_audience
from domain.features.initiative import order, slot_of
from domain.features.paying import check_actions, cut
from domain.features.phase import Turn
from domain.features.pools import general, parts, size, with_dice
from domain.features.setting import rules_of
from domain.features.story import literal, tell
from domain.features.turns import able, running
from domain.record import Record
from domain.ruleset import Part
from domain.state import Partition, View

How = Literal["declares", "changes to", "aborts to"]


class HasDeclared(Record, frozen=True):
    """That a character has declared for this turn; not what (I2)."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def stated(self) -> Event:
        return DeclarationMade(self.id)


class Declaration(Record, frozen=True):
    """What a character has declared for this turn. `cuts` are the dice that each action loses for being one of
    several (M1), `worn` what wounds and conditions gave or took from each when it was split (M2), `used` the places
    of the actions that are done with, `tried` whether an abort was tried (I5)."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    actions: tuple[Action, ...]
    cuts: tuple[int, ...]
    worn: tuple[int, ...]
    used: tuple[int, ...] = ()
    tried: bool = False

    def stated(self) -> Event:
        return DeclarationStated(self.id, self.actions, self.cuts, self.worn, self.used, self.tried)

    def left(self) -> Iterator[tuple[int, Action]]:
        """The actions that are still to come, each with its place."""
        return ((place, action) for place, action in enumerate(self.actions) if place not in self.used)


class Plan(Declaration, frozen=True):
    """A declaration that is hidden until all are in (I2): it stands where the character's sheet stands."""

    face: ClassVar[bool] = False


class DeclarationMade(Event, frozen=True):
    """A character has declared."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(HasDeclared(self.id))


class DeclarationStated(Event, frozen=True):
    """A declaration as it stands now."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 2

    id: str
    actions: tuple[Action, ...]
    cuts: tuple[int, ...]
    worn: tuple[int, ...]
    used: tuple[int, ...]
    tried: bool

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, actions, cuts, worn, *rest = fields
        return [actor, actions, cuts, [worn] * len(cuts) if isinstance(cuts, list) else [], *rest]

    def apply(self, records: Partition, at: int) -> None:
        records.put(Declaration(self.id, self.actions, self.cuts, self.worn, self.used, self.tried))


class _Told(DeclarationStated, frozen=True):
    """A declaration, with what it says."""

    how: How
    words: str
    """The actions that are still to come, with {1}, {2} and so on for their targets, which are in `targets`."""
    targets: tuple[str, ...]

    def say(self, records: Partition, at: int) -> None:
        """Tell it in words."""
        tell(records, at, f"{{0}} {self.how} {self.words}.", self.id, *self.targets)


class Declared(_Told, frozen=True):
    """A character declares, or changes what it declared (I2, I4, I5)."""

    def apply(self, records: Partition, at: int) -> None:
        DeclarationStated.apply(self, records, at)
        self.say(records, at)


class Planned(_Told, frozen=True):
    """A character declares, or aborts what it declared, and what is hidden until all have declared (I2, I5)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    def apply(self, records: Partition, at: int) -> None:
        records.put(Plan(self.id, self.actions, self.cuts, self.worn, self.used, self.tried))
        self.say(records, at)


class PlanDropped(Event, frozen=True):
    """A hidden declaration is one no longer: it was opened to all, or its character has left."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Plan, self.id)


class ActionUsed(Event, frozen=True):
    """One of the declared actions is done with."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    place: int

    def apply(self, records: Partition, at: int) -> None:
        found = declaration(records, self.id)
        if found is not None:
            records.put(msgspec.structs.replace(found, used=(*found.used, self.place)))


def worded(actions: Iterable[Action]) -> tuple[str, tuple[str, ...]]:
    """Actions in words, with {1}, {2} and so on for their targets, and the targets."""
    said: list[str] = []
    refs: list[str] = []
    for action in actions:
        places = range(len(refs) + 1, len(refs) + 1 + len(action.targets))
        refs += action.targets
        whom = " and ".join(f"{{{place}}}" for place in places)
        what = manoeuvre(action.manoeuvre).label.lower() + (f" on {whom}" if whom else "")
        share = f"{action.dice} {'die' if action.dice == 1 else 'dice'}" if action.dice else ""
        notes = filter(None, ("extra" if action.extra else "", share, literal(action.text)))
        said.append(" ".join((what, *(f"({note})" for note in notes))))
    return ", then ".join(said) or "nothing", tuple(refs)


def declaration(view: View | Partition, actor: str) -> Declaration | None:
    """What a character has declared for the turn that it is in, where the view has it."""
    return view.get(Declaration, actor) or view.get(Plan, actor)


def has_declared(view: View, actor: str) -> bool:
    """Whether a character has declared for the turn that it is in."""
    return view.get(HasDeclared, actor) is not None


def forget(records: Partition, actor: str) -> None:
    """Fold that a character has declared nothing yet."""
    for type_ in (HasDeclared, Declaration, Plan):
        records.drop(type_, actor)


def begun(view: View, actor: str) -> bool:
    """Whether a character has begun to act in this turn; a defence that was used is no beginning (I5)."""
    declared = declaration(view, actor)
    return declared is not None and any(not manoeuvre(declared.actions[p].manoeuvre).defence for p in declared.used)


def wear(view: View, actor: str, action: Action) -> int:
    """What wounds and conditions give or take from an action's pool, before any sharing (M2)."""
    chosen = manoeuvre(action.manoeuvre)
    traits = chosen.traits(view, actor, action)
    return size(general(view, actor, traits, chosen)) if traits else 0


def share(view: View, declared: Declaration, place: int) -> int:
    """The dice that a declared action has of its pool when it comes to it: its share, less what wounds and conditions
    have taken since the split, or the pool as it is now (M1, M2)."""
    action = declared.actions[place]
    pool = full_pool(view, declared.id, action)
    if action.dice:
        # A share taken over by an abort may be more than the defence's own pool holds.
        since = min(wear(view, declared.id, action) - declared.worn[place], 0)
        return min(action.dice + since, pool)
    return pool - declared.cuts[place]


def pool_now(view: View, declared: Declaration, place: int) -> tuple[Part, ...]:
    """What a declared action rolls when it comes to it, part by part: its share, then what it gives and takes as it
    was declared (M2); () for one that rolls nothing."""
    actor, action = declared.id, declared.actions[place]
    chosen = manoeuvre(action.manoeuvre)
    traits = chosen.traits(view, actor, action)
    if not traits:
        return ()
    return (*with_dice(parts(view, actor, traits, chosen), share(view, declared, place)), *given(view, actor, action))


def dice_now(view: View, declared: Declaration, place: int) -> int:
    """How many dice a declared action has when it comes to it."""
    return size(pool_now(view, declared, place))


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
    table.emit(audience, stating(Planned if secret else Declared, declared, how))


def stating(type_: type[_Told], declared: Declaration, how: How) -> _Told:
    """The event that states a declaration, with what is still to come in words."""
    d = declared
    return type_(d.id, d.actions, d.cuts, d.worn, d.used, d.tried, how, *worded(a for _, a in d.left()))


def open_plan(table: Deciding, actor: str) -> None:
    """What a character has declared is hidden no longer: everybody who sees it is told (I2)."""
    plan = table.full.get(Plan, actor)
    if plan is not None:
        drop_plan(table, actor)
        table.emit(face_audience(table.full, actor), stating(Declared, plan, "declares"))


def drop_plan(table: Deciding, actor: str) -> None:
    """Take away what a character has declared and hidden, if it has."""
    found = table.full.audience_of(Plan, actor)
    if found is not None:
        table.emit(found, PlanDropped(actor))


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
    first = next(declarers(view), None)
    if turn.phase == "declaring" and first is not None and actor not in declarers(view):
        name = character(view, first).name
        raise Refusal("not-yet", f"The slowest declares first: it is for {name} to declare (I2).")


def undeclared(view: View) -> list[str]:
    """Those whom the table sees and waits for to declare, the highest initiative first."""
    public = view.public
    waiting = (slot for slot in order(public) if able(public, slot, "waiting"))
    return [slot.id for slot in waiting if not has_declared(public, slot.id)]


def declarers(view: View) -> Iterator[str]:
    """Those whose time it is to declare: all who have not, or only the slowest of them (switch `declare`)."""
    waiting = undeclared(view)
    return iter(waiting if rules_of(view).choices.get("declare") == "any-order" else waiting[-1:])


class DeclareAction(Command, frozen=True):
    """Declare what a character will do this turn: one action, several that share its dice, extra ones, or nothing."""

    actor: Id
    actions: Actions = ()

    def check(self, view: View) -> None:
        own(view, self.actor)
        may_declare(view, self.actor)
        check_actions(view, self.actor, self.actions)

    def decide(self, table: Deciding) -> None:
        full, actor, actions = table.full, self.actor, self.actions
        worn = tuple(wear(full, actor, action) for action in actions)
        declare(table, Declaration(actor, actions, cut(full, actor, actions), worn), "declares")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.get(Turn, "turn") is None:
            return
        for face in owned(view):
            if not _refused(view, face):
                urgent = face.id in declarers(view)
                yield Option(cls.__name__, face.id, "Nothing", "I2", "declare", urgent)
                for chosen in open_manoeuvres(view, face.id):
                    asked = inputs(view, face.id, chosen)
                    yield Option(cls.__name__, face.id, chosen.label, chosen.rule, "declare", urgent, asked)


def _refused(view: View, face: Face) -> bool:
    try:
        may_declare(view, face.id)
    except Refusal:
        return True
    return False
