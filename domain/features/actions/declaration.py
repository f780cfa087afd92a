"""Declarations: the actions that characters have declared for the turn, and the dice of each action (I2, M1, M2).

Law. One record says that a character has declared (`HasDeclared`), another says which actions (`Declaration`). Only
`HasDeclared` decides when the turn goes on. So the actions can stay hidden until all characters have declared (switch
`declarations`). They are then a `Plan`, which only the player and the Storyteller read; nobody else knows what it
contains, or how many actions.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Literal, TypeVar

import msgspec

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, as_it_was_with_names, character_ref, in_a_row, phrase, said
from domain.features.actions import called_shots
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_pools import full_pool, given, in_split, rolls_dice, traits_of
from domain.features.characters.character import FACES
from domain.features.rolls.pools import general, parts, size, with_dice
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part

How = Literal["declares", "changes to", "aborts to"]
LINES: Final[dict[How, str]] = {"declares": "declares", "changes to": "changes-to", "aborts to": "aborts-to"}
T = TypeVar("T")


class HasDeclared(Record, frozen=True):
    """The fact that a character has declared for this turn, without its actions (I2)."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def restating_event(self) -> Event:
        return DeclarationMade(self.id)


class Declaration(Record, frozen=True):
    """The actions that a character has declared for this turn. `cuts`: the dice that each action loses because there
    are several (M1); in rules with shares, the dice that a test to change the action used (I4, M2). `worn`: the dice
    that wounds and conditions added to each action, or removed from it, at the time when the dice were split (M2).
    `used`: the indexes of finished actions. `tried`: True if the character has tried to abort (I5); a try while the
    declaration is hidden becomes known together with the declaration."""

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
        """Yield the actions that are still to come, each with its index."""
        return ((place, action) for place, action in enumerate(self.actions) if place not in self.used)


class Plan(Declaration, frozen=True):
    """A declaration that is hidden until all have declared (I2). It has the same audience as the character's sheet."""

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
    """The current form of a declaration. The story shows no line for it."""

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
    """Base of the events that show a declaration in the story."""

    version: ClassVar[int] = 3

    how: How
    words: Words
    """The actions that are still to come."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version not in (1, 2):
            return super().lift(version, fields)
        if version == 1:
            fields = super().lift(version, fields)
        *stated, how, words, targets = fields
        names = list(map(str, targets)) if isinstance(targets, list) else []
        return [*stated, how, msgspec.to_builtins(as_it_was_with_names(str(words), ["", *names]))]

    def say(self, records: Partition, at: int) -> None:
        """Add the story line."""
        tell(records, at, phrase(f"line-{LINES[self.how]}", who=character_ref(self.id), actions=self.words))


class Declared(_Told, frozen=True):
    """A character declares, or changes its declaration (I2, I4, I5)."""

    def apply(self, records: Partition, at: int) -> None:
        DeclarationStated.apply(self, records, at)
        self.say(records, at)


class Planned(_Told, frozen=True):
    """A character declares, or aborts an action, and the declaration is hidden until all have declared (I2, I5)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    def apply(self, records: Partition, at: int) -> None:
        records.put(Plan(self.id, self.actions, self.cuts, self.worn, self.used, self.tried))
        self.say(records, at)


class PlanDropped(Event, frozen=True):
    """A hidden declaration ends, because it is revealed or because its character has left."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Plan, self.id)


class DeclarationDropped(Event, frozen=True):
    """A declaration ends, because its character takes no part in the turns (I2)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        drop_declaration_records(records, self.id)


class ActionUsed(Event, frozen=True):
    """A declared action is finished."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    place: int

    def apply(self, records: Partition, at: int) -> None:
        found = declaration(records, self.id)
        if found is not None:
            records.put(msgspec.structs.replace(found, used=(*found.used, self.place)))


class ActionLost(Event, frozen=True):
    """A declared action could not be carried out, or only in part."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("how", "why")

    id: str
    how: Words
    why: Words

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-action-lost", who=character_ref(self.id), action=self.how, why=self.why))


def declared_dice(view: View, actor: str, action: Action) -> int:
    """Return the dice that an action rolls from its share, with the modifiers of the action itself (M2); 0 if it has no
    share. Penalties that begin after the split are not counted."""
    return max(action.dice + size(given(view, actor, action)), 0) if action.dice else 0


def actions_in_words(view: View, actor: str, actions: Iterable[tuple[Action, int]]) -> Words:
    """Return a character's actions in words, as far as this view may show them. Each action comes with the number of
    dice to mention, 0 for none."""
    words = NO_WORDS
    for action, dice in actions:
        what = manoeuvre(action.manoeuvre).describe(view, actor, action)
        share, text = phrase("some-dice", n=dice) if dice else NO_WORDS, said(action.text)
        extra = phrase("act-extra") if action.extra else NO_WORDS
        notes = [note for note in (extra, share, called_shots.in_words(view, action), text) if note]
        if notes:
            what = phrase("act-noted", act=what, notes=in_a_row(notes))
        words = phrase("acts-then", first=words, next=what) if words else what
    return words or phrase("expected-nothing")


def declaration(view: View | Partition, actor: str) -> Declaration | None:
    """Return a character's declaration for this turn, or None if the view does not have it."""
    return view.get(Declaration, actor) or view.get(Plan, actor)


def has_declared(view: View, actor: str) -> bool:
    """True if a character has declared for this turn."""
    return view.get(HasDeclared, actor) is not None


def drop_declaration_records(records: Partition, actor: str) -> None:
    """Drop the declaration of a character from the records of a partition."""
    for type_ in (HasDeclared, Declaration, Plan):
        records.drop(type_, actor)


def has_begun_to_act(view: View, actor: str) -> bool:
    """True if a character has begun to act in this turn. A defence that it has used does not count (I5)."""
    declared = declaration(view, actor)
    return declared is not None and any(not manoeuvre(declared.actions[p].manoeuvre).defence for p in declared.used)


def count_sharers(view: View, declared: Declaration) -> int:
    """Return the number of shares into which the dice of a turn are divided: actions in the split, and tests of changes
    (I4, M2)."""
    tests = sum(map(bool, declared.cuts)) if rules_of(view).splits == "share" else 0
    return sum(in_split(view, declared.id, action) for action in declared.actions) + tests


def general_modifiers(view: View, actor: str, action: Action) -> int:
    """Return the dice that wounds and conditions add to the pool of an action, or remove from it, before the split
    (M2)."""
    traits = traits_of(view, actor, action)
    return size(general(view, actor, traits, acting=True)) if traits else 0


def share(view: View, declared: Declaration, place: int) -> int:
    """Return the dice of a declared action at the time when it is taken: its share, without the dice that wounds and
    conditions have removed since the split. An action without a share has its present pool, without its cut (M1,
    M2)."""
    return _share_of(view, declared, place, full_pool(view, declared.id, declared.actions[place]))


def _share_of(view: View, declared: Declaration, place: int, pool: int) -> int:
    action = declared.actions[place]
    if action.dice:
        # If a defence replaces an action, its share may be larger than its own pool.
        since = min(general_modifiers(view, declared.id, action) - declared.worn[place], 0)
        return min(action.dice + since, pool)
    return pool - declared.cuts[place]


def pool_now(view: View, declared: Declaration, place: int) -> tuple[Part, ...]:
    """Return the parts of the pool that a declared action rolls when it is taken: its share and its own modifiers as
    declared (M2); () if it is not rolled."""
    actor, action = declared.id, declared.actions[place]
    traits = traits_of(view, actor, action)
    if not traits:
        return ()
    whole = parts(view, actor, traits, acting=True)
    return (*with_dice(whole, _share_of(view, declared, place, size(whole))), *given(view, actor, action))


def dice_now(view: View, declared: Declaration, place: int) -> int:
    """Return the number of dice that a declared action rolls when it is taken."""
    return size(pool_now(view, declared, place))


def replace_action(view: View, declared: Declaration, place: int, action: Action, rule: str) -> Declaration:
    """Return the declaration with `action` in place of the action at index `place`, which is not taken yet. The new
    action takes over the dice of the old one, without those that wounds and conditions have removed since, and only as
    many as its own pool still has beside the other shares (M2). An extra action stays extra (M3). `rule`: the rule that
    allows the change. Raise `Refusal` if no dice are left for it."""
    actor, old, chosen = declared.id, declared.actions[place], manoeuvre(action.manoeuvre)
    others = [one for at, one in enumerate(declared.actions) if at != place]
    has_dice = old.extra or in_split(view, actor, old) or not in_split(view, actor, action)
    if not has_dice and any(in_split(view, actor, one) for one in others):
        raise Refusal("no-dice-to-take-over", rule=rule, action=manoeuvre(old.manoeuvre).words)
    rolled, taken = rolls_dice(view, actor, action), sum(one.dice for one in others)
    since = general_modifiers(view, actor, old) - declared.worn[place] if rolled else 0
    pool = full_pool(view, actor, action) - since
    if rolled and old.dice and pool <= taken:
        dice = phrase("some-dice", n=max(pool, 0))
        raise Refusal("no-dice-beside", rule=rule, action=chosen.words, dice=dice, taken=taken)
    share_of = min(old.dice, pool - taken) if rolled and old.dice else 0
    taking = msgspec.structs.replace(action, dice=share_of, extra=old.extra)
    return msgspec.structs.replace(
        declared,
        actions=with_item(declared.actions, place, taking),
        worn=with_item(declared.worn, place, general_modifiers(view, actor, taking) - since),
    )


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with a new item at index `place`."""
    return (*items[:place], item, *items[place + 1 :])
