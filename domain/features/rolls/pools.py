"""Pools: what a character rolls with: its traits, what its wounds take, and the share that an action has (D2, M2)."""

from collections.abc import Sequence

from domain.core.audience import Audience
from domain.core.command import Choice, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.characters.character import character, sheet
from domain.features.characters.conditions import modifiers
from domain.features.characters.wounds import penalty
from domain.features.rolls import roll as rolling
from domain.features.rolls.roll import Pool, roll, roll_deed
from domain.features.rolls.roll_modifiers import open_parts
from domain.features.rolls.standing_circumstances import standing_parts
from domain.features.table.settings import rules_of
from domain.rules.rule_types import Part, RollKind, Throw
from domain.rules.ruleset import RuleSet
from domain.tracked_view import memoized


@memoized
def parts(view: View, actor: str, traits: tuple[str, ...], *, acting: bool = False) -> tuple[Part, ...]:
    """A pool of these traits, part by part: an ordinary mortal's held to ten dice, or the chronicle's number (D3), and
    what wounds (C29), conditions (C32) and circumstances (X7) give and take. `acting`: whether it is rolled for an
    action, or against one to keep a grip, and not for what comes besides."""
    if not traits:
        return ()
    rules = rules_of(view)
    named = rolling.pool(rules, sheet(view, actor), traits)
    # What a missing skill takes is a penalty like others, and comes after the limit on the traits (D3, S2).
    dice, most = sum(max(dice, 0) for _, dice in named), rules.number("mortal-pool")
    if dice > most and character(view, actor).kind == "mortal":
        named += ((f"{most} at most for a mortal", most - dice),)
    return named + general(view, actor, traits, acting=acting)


def general(view: View, actor: str, traits: Sequence[str], *, acting: bool = False) -> tuple[Part, ...]:
    """What takes dice from a pool, or gives it some, before it is shared out (M2): wounds (C29), conditions (C32),
    circumstances that those who hear the roll know of (X7). `acting` is as in `parts`."""
    worn = penalty(view, actor)
    wounds = (("wounds", worn),) if worn else ()
    standing = standing_parts(view, actor, traits, acting=acting)
    return wounds + modifiers(view, actor, traits, acting=acting) + standing


def free_parts(view: View, actor: str, traits: tuple[str, ...]) -> tuple[Part, ...]:
    """What a character brings to a roll that no manoeuvre says: its pool of these traits, an action unless it tests
    the will alone (X6). Nothing is added to plain dice, not even standing circumstances (X7): whoever names a number
    of dice has counted wounds, conditions and circumstances already."""
    return parts(view, actor, traits, acting=rules_of(view).roll_kind(traits) == "action")


def size(pool: Sequence[Part]) -> int:
    """How many dice a pool has."""
    return sum(dice for _, dice in pool)


def check_throw(view: View, dice: int) -> None:
    """Whether so many dice may be thrown at all (D19). Raises `Refusal`."""
    rules = rules_of(view)
    rules.check(Throw(dice, rules.difficulty()))


def throwable(view: View, dice: int) -> bool:
    """Whether so many dice are anything to roll (D19)."""
    return allowed(check_throw, view, dice)


def check_test(view: View, actor: str, pool: Sequence[Part], kind: RollKind = "action") -> None:
    """Whether a character has anything to roll of this pool, with the dice that everybody sees given or taken (D19): a
    test without dice is not made, and not paid for. Raises `Refusal`."""
    check_throw(view, size((*pool, *open_parts(view, actor, kind))))


def in_dice(view: View, dice: int) -> str:
    """How many dice a pool has, as a player reads it."""
    if dice < 1:
        return "a chance die" if throwable(view, dice) else "no chance"
    return f"{dice} {'die' if dice == 1 else 'dice'}"


def in_words(view: View, pool: Sequence[Part]) -> str:
    """How a pool comes about: "Dexterity 3 + Dodge 3 - revolver in flight 5"; and what it is to roll one of no dice."""
    ordered = rules_of(view).order_parts(tuple(pool))  # as the roll will list them (S1)
    named = "".join(f" {'-' if dice < 0 else '+'} {label} {abs(dice)}" for label, dice in ordered if dice)
    nothing = "" if size(pool) > 0 or throwable(view, size(pool)) else ": nothing is left to roll (D19)"
    return f"{named.removeprefix(' + ').strip() or 'no dice'}{nothing}"


def dots(view: View, actor: str, trait: str) -> int:
    """A character's dots in a trait, by whatever name these rules roll it."""
    return sheet(view, actor).dots(rules_of(view).trait(trait))


def with_dice(pool: Sequence[Part], dice: int, label: str = "split") -> tuple[Part, ...]:
    """A pool that has just so many dice, the difference named."""
    missing = dice - size(pool)
    return (*pool, (label, missing)) if missing else tuple(pool)


def successes(
    table: Deciding,
    actor: str,
    reason: str,
    pool: tuple[Part, ...],
    *,
    traits: tuple[str, ...],
    audience: Audience | None = None,
    kind: RollKind = "reflex",
) -> int:
    """Roll a reflexive of these traits for a character, and count what helps: its successes, 0 where there are none."""
    made = roll(table, actor=actor, reason=reason, parts=pool, audience=audience, kind=kind, traits=traits)
    return max(made.net, 0)


def succeeds(
    table: Deciding,
    actor: str,
    reason: str,
    pool: tuple[Part, ...],
    *,
    traits: tuple[str, ...],
    audience: Audience | None = None,
    kind: RollKind,
) -> bool:
    """Roll what a character does with these traits, where it either succeeds or does not."""
    return roll_deed(table, Pool(actor, reason, pool, kind=kind, traits=traits), audience).successes > 0


def check_traits(view: View, rules: RuleSet, actor: str, traits: tuple[str, ...], *, called: bool) -> None:
    """Whether a character may roll these traits together (D2). Raises `Refusal`."""
    if not actor:
        raise Refusal("no-character", "Say whose traits these are (D1).")
    for trait in traits:
        check_known(view, actor, trait)
    rules.check_traits(traits, called=called)
    check_permitted(view, actor, traits, called=called)


def check_known(view: View, actor: str, trait: str) -> None:
    """Whether there is such a trait: in the rules, or on this character's sheet (D17). Raises `Refusal`."""
    if trait not in rules_of(view).kinds and trait not in dict(sheet(view, actor).traits):
        raise Refusal("no-such-trait", f"{trait} stands neither on the sheet nor in these rules (D17).")


def check_permitted(view: View, actor: str, traits: Sequence[str], *, called: bool) -> None:
    """Whether a character may try what is rolled with these traits, with or without dots in them (S2). Raises
    `Refusal`."""
    rules = rules_of(view)
    rules.check_permitted([(rules.trait(trait), dots(view, actor, trait)) for trait in traits], called=called)


@memoized
def permitted(view: View, actor: str, traits: tuple[str, ...]) -> bool:
    """Whether whoever is asked may have a character try it (S2): what the Storyteller does herself, she asks for."""
    return allowed(check_permitted, view, actor, traits, called=view.seat.is_storyteller)


def trait_choices(view: View, actor: str) -> tuple[Choice, ...]:
    """A character's traits to choose from, with their dots, in the order and under the groups of a sheet."""
    rules = rules_of(view)
    written = sorted((*rules.place(name), name, dots) for name, dots in sheet(view, actor).traits)
    return tuple(Choice(name, f"{name} {dots}", group) for _, group, name, dots in written)
