"""Pools: the traits that a character rolls, with its wounds, conditions and circumstances (D2, M2)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from domain.core.audience import Audience
from domain.core.deciding import Deciding
from domain.core.option import Choice
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Words, named, phrase, term
from domain.features.characters.character import Sheet, character, sheet
from domain.features.characters.conditions import modifiers
from domain.features.characters.wounds import penalty
from domain.features.rolls.make_roll import RollRequest, roll
from domain.features.rolls.roll_modifiers import open_parts
from domain.features.rolls.standing_circumstances import standing_parts
from domain.features.table.settings import rules_of
from domain.rules.pool import Pool
from domain.rules.rule_types import Part, RollKind, Throw
from domain.rules.ruleset import RuleSet
from domain.tracked_view import memoized

WOUNDS: Final = phrase("part-wounds")
SPLIT: Final = phrase("part-split")


@memoized
def parts(view: View, actor: str, traits: tuple[str, ...], *, acting: bool = False) -> tuple[Part, ...]:
    """Return a pool of the given traits, part by part: at most ten dice for an ordinary mortal, or the chronicle's
    limit (D3), with wounds (C29), conditions (C32) and circumstances (X7). `acting`: True for an action, and for a roll
    that opposes a character's action to get free; False for reflexive rolls."""
    if not traits:
        return ()
    rules = rules_of(view)
    named = trait_parts(rules, sheet(view, actor), traits)
    # The penalty for a missing skill is subtracted after the limit on the traits is applied, like all penalties (D3,
    # S2).
    dice, most = sum(max(dice, 0) for _, dice in named), rules.number("mortal-pool")
    if dice > most and character(view, actor).kind == "mortal":
        named += ((phrase("part-mortal-limit", rule="D3", most=most), most - dice),)
    return named + general(view, actor, traits, acting=acting)


def trait_parts(rules: RuleSet, sheet: Sheet, traits: Iterable[str]) -> tuple[Part, ...]:
    """Return the parts of a pool for a character's traits (D1, S2). If a name is an alias, the part has the name of the
    trait that is rolled (G0)."""
    return rules.parts([(trait, sheet.dots(trait)) for trait in map(rules.trait, traits)])


@memoized
def general(view: View, actor: str, traits: tuple[str, ...], *, acting: bool = False) -> tuple[Part, ...]:
    """Return the modifiers of a pool before it is divided among actions (M2): wounds (C29), conditions (C32), and the
    circumstances that the audience of the roll knows of (X7). `acting` is as in `parts`."""
    worn = penalty(view, actor)
    wounds = ((WOUNDS, worn),) if worn else ()
    standing = standing_parts(view, actor, traits, acting=acting)
    return wounds + modifiers(view, actor, traits, acting=acting) + standing


def free_parts(view: View, actor: str, traits: tuple[str, ...]) -> tuple[Part, ...]:
    """Return a character's pool for a roll that no manoeuvre defines. The roll is an action, unless it rolls only
    traits of will (X6). Without traits return no parts, because a player who names a number of dice has already counted
    all modifiers (X7)."""
    return parts(view, actor, traits, acting=rules_of(view).roll_kind(traits) == "action")


def size(pool: Sequence[Part]) -> int:
    """Return the number of dice in a pool."""
    return sum([dice for _, dice in pool])


def check_throw(view: View, dice: int) -> None:
    """Raise `Refusal` if the rules do not allow a throw of this many dice (D19)."""
    rules = rules_of(view)
    rules.check(Throw(dice, rules.difficulty()))


def throwable(view: View, dice: int) -> bool:
    """True if the rules allow a throw of this many dice (D19)."""
    return _throwable(rules_of(view), dice)


@lru_cache(maxsize=4096)
def _throwable(rules: RuleSet, dice: int) -> bool:
    return allowed(rules.check, Throw(dice, rules.difficulty()))


def check_test(view: View, actor: str, pool: Sequence[Part], kind: RollKind = "action") -> None:
    """Raise `Refusal` if the pool, with the open rulings on it, leaves the character no dice to roll (D19). So nobody
    pays for a test that cannot be made."""
    check_throw(view, size((*pool, *open_parts(view, actor, kind))))


def in_dice(view: View, dice: int) -> Words:
    """Return the size of a pool in words."""
    if dice < 1:
        return phrase("a-chance-die", rule="S5") if throwable(view, dice) else phrase("no-chance", rule="D19")
    return phrase("some-dice", n=dice)


def in_words(view: View, pool: Sequence[Part]) -> Words:
    """Return a pool in words: "Dexterity 3 + Dodge 3 − bullet 5". Add a note if it leaves no dice to roll."""
    # In the order in which the rules count the parts (S1).
    ordered = [part for part in rules_of(view).order_parts(tuple(pool)) if part[1]]
    words = phrase("no-dice-at-all")
    for place, (name, dice) in enumerate(ordered):
        what = term(name) if isinstance(name, str) else name
        if place:
            id_ = "pool-less" if dice < 0 else "pool-more"
            words = phrase("pool-with", pool=words, part=phrase(id_, what=what, n=abs(dice)))
        else:
            words = phrase("pool-first-less" if dice < 0 else "pool-first", what=what, n=abs(dice))
    nothing = size(pool) < 1 and not throwable(view, size(pool))
    return phrase("pool-without-dice", rule="D19", pool=words) if nothing else words


def dots(view: View, actor: str, trait: str) -> int:
    """Return a character's dots in a trait, or in the trait that is rolled for this name."""
    return sheet(view, actor).dots(rules_of(view).trait(trait))


def with_dice(pool: Sequence[Part], dice: int, label: Words = SPLIT) -> tuple[Part, ...]:
    """Return the pool with exactly this many dice. A part with the name `label` makes up the difference."""
    missing = dice - size(pool)
    return (*pool, (label, missing)) if missing else tuple(pool)


def successes(
    table: Deciding,
    actor: str,
    reason: Words | str,
    pool: tuple[Part, ...],
    *,
    traits: tuple[str, ...],
    audience: Audience | None = None,
    kind: RollKind = "reflex",
    group: str = "",
) -> int:
    """Make a reflexive roll for a character, and return its successes, never below 0."""
    made = Pool(actor, reason, pool, kind=kind, traits=traits, group=group)
    return roll(table, RollRequest(made, audience, visible_effect="count")).successes


def succeeds(
    table: Deciding,
    actor: str,
    reason: Words | str,
    pool: tuple[Part, ...],
    *,
    traits: tuple[str, ...],
    audience: Audience | None = None,
    kind: RollKind,
    group: str = "",
) -> bool:
    """Make a roll whose success everybody sees, for a character. Return True if it succeeds."""
    made = Pool(actor, reason, pool, kind=kind, traits=traits, group=group)
    return roll(table, RollRequest(made, audience, visible_effect="success")).successes > 0


def check_traits(view: View, rules: RuleSet, actor: str, traits: tuple[str, ...], *, called: bool) -> None:
    """Raise `Refusal` if a character may not roll the given traits together (D2)."""
    if not actor:
        raise Refusal("no-character-with-traits", rule="D1")
    for trait in traits:
        check_known(view, actor, trait)
    rules.check_traits(traits, called=called)
    check_permitted(view, actor, traits, called=called)


def check_known(view: View, actor: str, trait: str) -> None:
    """Raise `Refusal` if neither the rules nor the character's sheet have this trait (D17)."""
    if trait not in rules_of(view).kinds and trait not in dict(sheet(view, actor).traits):
        raise Refusal("no-such-trait", rule="D17", trait=term(trait))


def check_permitted(view: View, actor: str, traits: Sequence[str], *, called: bool) -> None:
    """Raise `Refusal` if a character without dots may not try a roll of the given traits (S2). `called`: the
    Storyteller asks for the roll."""
    rules = rules_of(view)
    rules.check_permitted([(rules.trait(trait), dots(view, actor, trait)) for trait in traits], called=called)


@memoized
def permitted(view: View, actor: str, traits: tuple[str, ...]) -> bool:
    """True if this seat may let a character roll these traits (S2). If the seat is the Storyteller's, this counts as
    her asking for the roll."""
    return allowed(check_permitted, view, actor, traits, called=view.seat.is_storyteller)


@memoized
def trait_choices(view: View, actor: str) -> tuple[Choice, ...]:
    """Return a character's traits with their dots, as choices in the groups and the order of a sheet."""
    rules = rules_of(view)
    written = sorted((*rules.place(name), name, dots) for name, dots in sheet(view, actor).traits)
    return tuple(
        Choice(name, phrase("choice-trait", trait=term(name), dots=dots), named(group))
        for _, group, name, dots in written
    )
