"""Declarations: what characters have declared for the turn, and the dice that each action of it has (I2, M1, M2).

Law. That a character has declared is a fact of its own, beside what it declared: the turn goes on from the one alone.
     So what is declared may be hidden until all are in (switch `declarations`), as a `Plan` that only its player and
     the Storyteller read, and nobody else can tell what it holds or how much.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal, TypeVar

import msgspec

from domain.core.audience import Kind
from domain.core.command import Refusal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.actions import called_shots
from domain.features.actions.action import Action, manoeuvre
from domain.features.actions.action_pools import full_pool, given, in_split, rolls_dice, traits_of
from domain.features.characters.character import FACES
from domain.features.rolls.pools import general, parts, size, with_dice
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell
from domain.rules.rule_types import Part

How = Literal["declares", "changes to", "aborts to"]
T = TypeVar("T")


class HasDeclared(Record, frozen=True):
    """That a character has declared for this turn; not what (I2)."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def restating_event(self) -> Event:
        return DeclarationMade(self.id)


class Declaration(Record, frozen=True):
    """What a character has declared for this turn. `cuts` are the dice that each action loses for being one of
    several (M1), or, where these share theirs, what the tests took that it was changed to with (I4, M2); `worn` what
    wounds and conditions gave or took from each when it was split (M2), `used` the places of the actions that are done
    with, `tried` whether an abort was tried (I5); what was tried while it was hidden is known with the rest of it."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    actions: tuple[Action, ...]
    cuts: tuple[int, ...]
    worn: tuple[int, ...]
    used: tuple[int, ...] = ()
    tried: bool = False

    def restating_event(self) -> Event:
        return DeclarationStated(self.id, self.actions, self.cuts, self.worn, self.used, self.tried)

    def left(self) -> Iterator[tuple[int, Action]]:
        """The actions that are still to come, each with its place."""
        return ((place, action) for place, action in enumerate(self.actions) if place not in self.used)


class Plan(Declaration, frozen=True):
    """A declaration that is hidden until all are in (I2): it stands where the character's sheet stands."""

    face: ClassVar[bool] = False

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)


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


class DeclarationDropped(Event, frozen=True):
    """What a character has declared is so no longer: it takes no part in the turns (I2)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        drop_declaration(records, self.id)


class ActionUsed(Event, frozen=True):
    """One of the declared actions is done with."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    place: int

    def apply(self, records: Partition, at: int) -> None:
        found = declaration(records, self.id)
        if found is not None:
            records.put(msgspec.structs.replace(found, used=(*found.used, self.place)))


class ActionLost(Event, frozen=True):
    """A declared action could not be carried out, or not to its end."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    how: str
    why: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.how)} is lost. {literal(self.why)}", self.id)


def declared_dice(view: View, actor: str, action: Action) -> int:
    """The dice that an action rolls of its share, with what the manoeuvre itself gives or takes (M2); 0 where it has no
    share of its own. What stands in its way by then is not counted."""
    return max(action.dice + size(given(view, actor, action)), 0) if action.dice else 0


def actions_in_words(view: View, actor: str, actions: Iterable[tuple[Action, int]]) -> tuple[str, tuple[str, ...]]:
    """A character's actions in words, as far as this view may tell them, with {1}, {2} and so on for those whom they
    are done to, and who these are. Each action comes with the dice to tell of it, 0 for none."""
    said: list[str] = []
    refs: list[str] = []
    for action, dice in actions:
        what, whom = manoeuvre(action.manoeuvre).describe(view, actor, action)
        what = what.format(*(f"{{{place}}}" for place in range(len(refs) + 1, len(refs) + 1 + len(whom))))
        refs += whom
        share = f"{dice} {'die' if dice == 1 else 'dice'}" if dice else ""
        aimed = literal(called_shots.in_words(view, action))
        notes = filter(None, ("extra" if action.extra else "", share, aimed, literal(action.text)))
        said.append(" ".join((what, *(f"({note})" for note in notes))))
    return ", then ".join(said) or "nothing", tuple(refs)


def declaration(view: View | Partition, actor: str) -> Declaration | None:
    """What a character has declared for the turn that it is in, where the view has it."""
    return view.get(Declaration, actor) or view.get(Plan, actor)


def has_declared(view: View, actor: str) -> bool:
    """Whether a character has declared for the turn that it is in."""
    return view.get(HasDeclared, actor) is not None


def drop_declaration(records: Partition, actor: str) -> None:
    """Fold that a character has declared nothing yet."""
    for type_ in (HasDeclared, Declaration, Plan):
        records.drop(type_, actor)


def has_begun_to_act(view: View, actor: str) -> bool:
    """Whether a character has begun to act in this turn; a defence that was used is no beginning (I5)."""
    declared = declaration(view, actor)
    return declared is not None and any(not manoeuvre(declared.actions[p].manoeuvre).defence for p in declared.used)


def count_sharers(view: View, declared: Declaration) -> int:
    """How many share the dice of a turn: its actions that pay, and the tests of changes (I4, M2)."""
    tests = sum(map(bool, declared.cuts)) if rules_of(view).splits == "share" else 0
    return sum(in_split(view, declared.id, action) for action in declared.actions) + tests


def general_modifiers(view: View, actor: str, action: Action) -> int:
    """What wounds and conditions give or take from an action's pool, before any sharing (M2)."""
    traits = traits_of(view, actor, action)
    return size(general(view, actor, traits, acting=True)) if traits else 0


def share(view: View, declared: Declaration, place: int) -> int:
    """The dice that a declared action has of its pool when it comes to it: its share, less what wounds and conditions
    have taken since the split, or the pool as it is now (M1, M2)."""
    action = declared.actions[place]
    pool = full_pool(view, declared.id, action)
    if action.dice:
        # A share taken over by an abort may be more than the defence's own pool holds.
        since = min(general_modifiers(view, declared.id, action) - declared.worn[place], 0)
        return min(action.dice + since, pool)
    return pool - declared.cuts[place]


def pool_now(view: View, declared: Declaration, place: int) -> tuple[Part, ...]:
    """What a declared action rolls when it comes to it, part by part: its share, then what it gives and takes as it
    was declared (M2); () for one that rolls nothing."""
    actor, action = declared.id, declared.actions[place]
    traits = traits_of(view, actor, action)
    if not traits:
        return ()
    return (
        *with_dice(parts(view, actor, traits, acting=True), share(view, declared, place)),
        *given(view, actor, action),
    )


def dice_now(view: View, declared: Declaration, place: int) -> int:
    """How many dice a declared action has when it comes to it."""
    return size(pool_now(view, declared, place))


def replace_action(view: View, declared: Declaration, place: int, action: Action, rule: str) -> Declaration:
    """The declaration with this action in place of one that is still to come. It takes over the dice of that one, as
    far as its own pool leaves it them beside the others (M2), less what wounds and conditions have taken since; an
    extra one stays extra (M3). `rule`: the rule that allows it. Raises `Refusal`."""
    actor, old, chosen = declared.id, declared.actions[place], manoeuvre(action.manoeuvre)
    others = [one for at, one in enumerate(declared.actions) if at != place]
    has_dice = old.extra or in_split(view, actor, old) or not in_split(view, actor, action)
    if not has_dice and any(in_split(view, actor, one) for one in others):
        use = "defend" if chosen.defence else "act"
        left = f"{manoeuvre(old.manoeuvre).label} has no dice to {use} with, and the others have all ({rule}, M1, M2)."
        raise Refusal("no-dice", left)
    rolled, taken = rolls_dice(view, actor, action), sum(one.dice for one in others)
    since = general_modifiers(view, actor, old) - declared.worn[place] if rolled else 0
    pool = full_pool(view, actor, action) - since
    if rolled and old.dice and pool <= taken:
        dice = "1 die" if pool == 1 else f"{max(pool, 0)} dice"
        raise Refusal(
            "no-dice",
            f"{chosen.label} has {dice}, and what else was declared takes {taken}: none is left for it ({rule}, M2).",
        )
    share_of = min(old.dice, pool - taken) if rolled and old.dice else 0
    taking = msgspec.structs.replace(action, dice=share_of, extra=old.extra)
    return msgspec.structs.replace(
        declared,
        actions=with_item(declared.actions, place, taking),
        worn=with_item(declared.worn, place, general_modifiers(view, actor, taking) - since),
    )


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with another one at this place."""
    return (*items[:place], item, *items[place + 1 :])
