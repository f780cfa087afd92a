"""Free-form rolls: any pool, for anybody or nobody, at all times (C30); and the Storyteller's rolls in secret (X1)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, cast

from msgspec import Meta
from msgspec.structs import replace

from domain.audience import STORYTELLER
from domain.bounds import Count, Id, Modifier, Name, ShortText
from domain.command import Choice, Command, Input, Option, Place, Refusal
from domain.deciding import Deciding
from domain.features import pools
from domain.features.cast import Sheet, own, owned, sheet
from domain.features.conditions import modifiers
from domain.features.phase import turn_began
from domain.features.rolling import Pool, WillpowerUsed, roll_pool, ruled, throw_for
from domain.features.rulings import open_parts, take_control
from domain.features.scene_card import played_here
from domain.features.setting import Setting, rules_of, storyteller_only
from domain.features.wounds import penalty
from domain.ruleset import RuleSet
from domain.state import View

Difficulty = Annotated[int, Meta(ge=0, le=20)]
"""0: the rules' own. What the rules allow is for them to say (D8)."""
Again = Annotated[int, Meta(ge=8, le=11)]
Some = Meta(max_length=10)


class _PoolCommand(Command, frozen=True):
    """A wish to roll: traits of a character by name, plain dice, and what is added and taken."""

    uses_rulings: ClassVar[bool] = True
    """Whether the Storyteller's rulings on the actor's next roll bear on it (X2)."""

    reason: ShortText = ""
    actor: Id = ""
    traits: Annotated[tuple[Name, ...], Some] = ()
    dice: Count = 0
    bonus: Count = 0
    penalty: Count = 0
    modifiers: Annotated[tuple[tuple[Name, Modifier], ...], Some] = ()
    difficulty: Difficulty = 0
    specialty: bool = False
    again: Again = 10

    def pool(self, view: View, rules: RuleSet) -> Pool:
        """The pool as this seat sees it come about: traits, then what is given, then what is taken (S1)."""
        parts = pools.parts(view, self.actor, self.traits) if self.traits else ()
        if self.dice:
            parts += (("dice", self.dice),)
        parts += self.modifiers
        if self.bonus:
            parts += (("bonus", self.bonus),)
        if self.penalty:
            parts += (("penalty", -self.penalty),)
        return Pool(self.actor, self.reason, parts, self.difficulty, self.specialty, again=self.again)

    def check(self, view: View) -> Pool:
        if self.actor:
            own(view, self.actor)
        rules = rules_of(view)
        if self.traits:
            check_traits(view, rules, self.actor, self.traits, called=view.seat.tells)
        if self.modifiers or self.bonus or self.penalty:
            rules.check_modifiers([*(dice for _, dice in self.modifiers), self.bonus, -self.penalty])
        made = self.pool(view, rules)
        known = open_parts(view, self.actor) if self.actor and self.uses_rulings else ()
        rules.check((replace(made, parts=made.parts + known) if known else made).throw(rules))
        return made

    def foreseen(self, view: View) -> Pool:
        made = self.check(view)
        return ruled(view, made) if self.uses_rulings else made


class Roll(_PoolCommand, frozen=True):
    """Roll dice for everybody to see: for a character, or (no `actor`) plain dice. Willpower costs a point (D11)."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    willpower: bool = False

    def pool(self, view: View, rules: RuleSet) -> Pool:
        made = super().pool(view, rules)
        return replace(made, willpower=True) if self.willpower else made

    def check(self, view: View) -> Pool:
        made = super().check(view)
        if self.willpower:
            check_willpower(view, self.actor)
        return made

    def decide(self, table: Deciding) -> None:
        roll_pool(table, cast("Pool", table.checked))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_play(view):
            yield from pool_options(view, cls, "Roll", "dice")


class RollInSecret(_PoolCommand, frozen=True):
    """Roll on a character's behalf, for the Storyteller alone (X1). Nobody else gets any trace of it, so it spends
    nothing and uses up no ruling."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    uses_rulings: ClassVar[bool] = False

    def check(self, view: View) -> Pool:
        storyteller_only(view)
        return super().check(view)

    def decide(self, table: Deciding) -> None:
        throw_for(table, cast("Pool", table.checked), STORYTELLER)
        take_control(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells and may_play(view):
            yield from pool_options(view, cls, "Roll in secret", "secrets")


def check_traits(view: View, rules: RuleSet, actor: str, traits: tuple[str, ...], *, called: bool) -> None:
    """Whether a character may roll these traits together (D2). Raises `Refusal`."""
    if not actor:
        raise Refusal("no-character", "Say whose traits these are.")
    for trait in traits:
        if trait not in rules.kinds and trait not in dict(sheet(view, actor).traits):
            raise Refusal("no-such-trait", f"{trait} stands neither on the sheet nor in these rules (D17).")
    rules.check_traits(traits, called=called)


def check_willpower(view: View, actor: str) -> None:
    """Whether a character may spend a point of Willpower now: once a turn while turns run (D11). Raises `Refusal`."""
    played_here(view)
    if not actor or sheet(view, actor).points("Willpower") < 1:
        raise Refusal("no-points", "There is no point of Willpower left to spend (D16).")
    used = view.get(WillpowerUsed, actor)
    if used is not None and used.turn == turn_began(view) > 0:
        raise Refusal("once-a-turn", "Willpower has bought a success this turn already (D11).")


def may_play(view: View) -> bool:
    """Whether this seat takes part in a table that is open."""
    table = view.get(Setting, "setting")
    return table is not None and table.open and view.seat.role != "spectator"


def trait_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """A character's traits to choose from, with their dots."""
    return tuple(Choice(name, name, str(dots)) for name, dots in sheet.traits)


def pool_options(view: View, command: type[_PoolCommand], label: str, group: str) -> Iterator[Option]:
    """A roll for each character of this seat, with its traits to choose from and what is added to them, and one of
    plain dice."""
    name = command.__name__
    for face in owned(view):
        traits = Input("traits", "Traits", "choices", trait_choices(sheet(view, face.id)))
        ruled = open_parts(view, face.id) if command.uses_rulings else ()
        worn = penalty(view, face.id)
        added = ((("wounds", worn),) if worn else ()) + modifiers(view, face.id, (), None) + ruled
        yield Option(name, face.id, f"{label} for {face.name}", group=group, inputs=(traits,), parts=added)
    dice = Input("dice", "Dice", "number", least=1, most=100, default="1")
    yield Option(name, "", f"{label} dice" if group == "dice" else label, group=group, inputs=(dice,))
