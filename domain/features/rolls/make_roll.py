"""Make a roll: throw the dice, judge them, and tell each audience the part that it may know (D12, D13, G4, X1 to X3).

Rule 1. The table `WHO_LEARNS` (`who_learns.py`) alone decides who learns a roll's dice, difficulty, successes and
result.
Rule 2. A seat that sees the dice and knows the difficulty can work out the successes. So no row of the table gives it
both and hides the successes.
Rule 3. If any seat may not see the dice, they come from the hidden seed, so that public and hidden dice reveal nothing
about each other.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, covers
from domain.core.deciding import Deciding
from domain.core.dice_from_seed import Seal
from domain.core.refusal import allowed
from domain.core.words import Words, character_ref, phrase, said
from domain.features.characters.character import face_audience, hidden
from domain.features.characters.willpower import may_spend_willpower, spend_willpower
from domain.features.rolls.control_taken import take_control
from domain.features.rolls.count_tries import count_try, record_untold
from domain.features.rolls.free_botches import apply_free_botch, without_botch
from domain.features.rolls.modified_pool import rulings_on, with_rulings
from domain.features.rolls.obstacles import Obstacle, Try
from domain.features.rolls.pending_consequences import add_pending_consequence
from domain.features.rolls.player_nonces import dice
from domain.features.rolls.roll import UNTOLD, WON, CopyShown, Rolled
from domain.features.rolls.roll_modifiers import Ruling, RulingNoted, hides_successes, use_up
from domain.features.rolls.secret_outcomes import OutcomeTold, keep_outcome
from domain.features.rolls.who_learns import WHO_LEARNS, Learner, Learns, Secrecy
from domain.features.table.settings import rules_of
from domain.rules.pool import Pool, RollOutcome
from domain.rules.rule_types import Throw, Verdict
from domain.rules.ruleset import RuleSet


class RollRequest(msgspec.Struct, frozen=True, gc=False):
    """A request to make a roll."""

    pool: Pool
    audience: Audience | None = None
    """The audience of the roll, by default all who see the character."""
    visible_effect: Literal["none", "success", "count"] = "none"
    """The part of the result that all seats see in the events that follow. "success": they see whether the roll
    succeeds, as with an attack that hits or misses. "count": they see the number of successes, as with initiative or
    damage. Modifiers that would hide this number are kept for another roll, unless the character is hidden."""
    call: str = ""
    """The id of the call that this roll answers, or ""."""
    extra_rulings: Sequence[Ruling] = ()
    """Further rulings on this roll, which are not records on the table."""
    applies_rulings: bool = True
    """False if the pool already has all its modifiers: the roll then uses up no ruling and costs no Willpower."""
    hide_dice: bool = False
    """True if only the Storyteller may see the dice, because they would reveal another roll's successes."""
    tell_success: bool = True
    """False if the caller itself calls `tell_success` for this roll."""


def roll(table: Deciding, request: RollRequest) -> RollOutcome:
    """Make a roll, and tell each audience the parts that it learns by `WHO_LEARNS`. This never raises a refusal: a pool
    without dice rolls no dice, or a chance die."""
    pool, heard = request.pool, hearers(table, request.pool, request.audience)
    rulings = usable_rulings(table, request, heard)
    if pool.willpower and request.applies_rulings:
        pool = with_willpower(table, pool, rulings)
    spend_rulings(table, pool.actor, rulings)
    withheld = request.hide_dice or any(hides_successes(r) for r in rulings)
    learns = WHO_LEARNS[secrecy(request, heard, rulings)]
    audiences: dict[Learner, Audience] = {"hearers": heard, "storyteller": STORYTELLER}
    sees_dice, knows_count = audiences[learns.dice], audiences[learns.successes]

    full = with_rulings(pool, rulings, reasons=withheld) if rulings else pool
    thrown = cast_dice(table, full, sees_dice, knows_count)
    made = rolled_event(table, full, thrown, knows_count, request.call)
    table.emit(knows_count, made)
    shown = ""
    if sees_dice != knows_count:
        shown = show_dice(table, with_rulings(pool, rulings, reasons=False), thrown, learns, sees_dice, request.call)
        table.emit(STORYTELLER, CopyShown(shown, made.id))
    if learns.result == "at-once":
        tell_success(table, pool, won=succeeded(thrown.verdict), audience=heard)
    elif learns.result == "kept":
        keep_outcome(table, pool.actor, pool.reason, won=succeeded(thrown.verdict), roll=made.id, shown=shown)
    if shown and is_try(table, pool):
        record_untold(table, pool.task, pool.actor, heard)
    record_failure(table, pool, made, audiences[learns.failed_try], heard, shown)
    if learns.result == "by-the-deed" and request.tell_success:
        tell_success(table, pool, won=succeeded(thrown.verdict), audience=heard)
    return RollOutcome(thrown.verdict, withheld and heard != STORYTELLER, made.id)


def hearers(table: Deciding, pool: Pool, audience: Audience | None) -> Audience:
    """Return the audience of a roll: by default all who see its character."""
    return audience or (face_audience(table.full, pool.actor) if pool.actor else EVERYONE)


def usable_rulings(table: Deciding, request: RollRequest, heard: Audience) -> list[Ruling]:
    """Return the rulings that the roll uses up. If everybody will see its successes, rulings that would hide them are
    kept for a later roll, and the Storyteller is told so (X2, X3). A hidden character's roll uses them anyway."""
    if not request.applies_rulings:
        return []
    pool = request.pool
    found = [*rulings_on(table.full, pool, request.call, heard), *request.extra_rulings]
    if request.visible_effect != "count" or hidden(table.full, pool.actor):
        return found
    waiting = [r for r in found if hides_successes(r)]
    # A circumstance is not used up by a roll, so it is not kept for a later one.
    if any(table.full.get(Ruling, r.id) for r in waiting):
        table.emit(STORYTELLER, RulingNoted(pool.actor, ruling_waits(pool)))
    return [r for r in found if r not in waiting]


def ruling_waits(pool: Pool) -> Words:
    """Return the note that a hidden modifier was not used, because everybody sees the successes of this roll."""
    who = character_ref(pool.actor)
    if not pool.reason:
        return phrase("note-ruling-waits", rule="X2", who=who)
    return phrase("note-ruling-waits-for", rule="X2", who=who, reason=said(pool.reason))


def secrecy(request: RollRequest, heard: Audience, rulings: Sequence[Ruling]) -> Secrecy:
    """Return which row of `WHO_LEARNS` holds for this roll. Every row that hides the dice also hides the difficulty."""
    if heard == STORYTELLER:
        return "secret"
    deed = request.visible_effect == "success"
    if request.hide_dice or any(r.visibility == "hidden" for r in rulings):
        return "deed-with-hidden-dice" if deed else "hidden-dice"
    if any(r.kept_back for r in rulings):
        return "deed-with-hidden-difficulty" if deed else "hidden-difficulty"
    return "open"


def with_willpower(table: Deciding, pool: Pool, rulings: Sequence[Ruling]) -> Pool:
    """Spend the point of Willpower that was chosen for the pool (D11), and return the pool. If the point can no longer
    be spent, or if the modifiers that the player sees leave no dice (D19), return the pool without it."""
    seen = with_rulings(pool, (r for r in rulings if r.visibility == "open" and not hides_successes(r)), reasons=True)
    rules = rules_of(table.full)
    if not may_spend_willpower(table.full, pool.actor) or not allowed(rules.check, seen.throw(rules)):
        return msgspec.structs.replace(pool, willpower=False)
    spend_willpower(table, pool.actor)
    return pool


def spend_rulings(table: Deciding, actor: str, rulings: Sequence[Ruling]) -> None:
    """Use up the rulings on a roll. A hidden ruling counts as taking control from the player (X5); a hidden
    circumstance has already counted when it was set (X7)."""
    if any(table.full.get(Ruling, r.id) for r in rulings if r.visibility == "hidden"):
        take_control(table, actor)
    use_up(table, rulings)


# Dice, and the events that tell of them.


class Thrown(msgspec.Struct, frozen=True, gc=False):
    """A throw under the rules of the table, with its verdict and its seal (None without a seal)."""

    rules: RuleSet
    throw: Throw
    verdict: Verdict
    seal: Seal | None = None


def cast_dice(table: Deciding, pool: Pool, sees_dice: Audience, knows_count: Audience) -> Thrown:
    """Draw the dice of a pool and judge them. A botch counts as a failure if, for the audience that learns of it, the
    character has a free botch left (D12)."""
    rules = rules_of(table.full)
    throw = pool.throw(rules)
    drawn = dice(table, sees_dice)
    verdict = rules.throw(throw, drawn)
    if verdict.result == "botch":
        if pool.spared:
            verdict = without_botch(verdict, pool.spared)
        else:
            verdict = apply_free_botch(table, pool.actor, verdict, knows_count)
    return Thrown(rules, throw, verdict, drawn.seal)


def rolled_event(table: Deciding, pool: Pool, thrown: Thrown, heard: Audience, call: str = "") -> Rolled:
    """Return the event of a roll for one audience, with a fresh id. The reason of a roll without a reason is what was
    rolled. The event never tells players the id of a hidden target (X4). `call`: the id of the call that the roll
    answers, or ""."""
    throw, came = thrown.throw, thrown.verdict
    on = "" if pool.on and heard != STORYTELLER and hidden(table.full, pool.on) else pool.on
    return Rolled(  # the arguments are positional, as in `Rolled.apply`
        table.chance.id(heard), pool.who or table.seat.id, pool.actor, pool.reason or pool.subject,
        pool.all_parts(thrown.rules), throw.pool, throw.difficulty, came.faces, came.struck, came.successes, came.ones,
        came.net, came.result, came.degree, came.why, throw.willpower, throw.specialty, came.worth, thrown.seal, on,
        pool.group, call != "",
    )  # fmt: skip


def show_dice(table: Deciding, pool: Pool, thrown: Thrown, learns: Learns, heard: Audience, call: str) -> str:
    """Show a roll's dice without its successes and result, and without the difficulty unless its audience knows it.
    Return the id of this copy."""
    made = rolled_event(table, pool, thrown, heard, call)
    difficulty = made.difficulty if learns.difficulty == "hearers" else 0
    copy = msgspec.structs.replace(
        made, difficulty=difficulty, struck=(), successes=0, ones=0, net=0, result="untold", degree="", why=UNTOLD,
        worth=(),
    )  # fmt: skip
    table.emit(heard, copy)
    return copy.id


def tell_success(
    table: Deciding, pool: Pool, *, won: bool, words: Words | str = "", audience: Audience | None = None
) -> None:
    """Tell the audience of a roll whether it succeeds, if they may not see the successes. `words`: the purpose of the
    roll; by default the pool's reason or, if it has none, the traits that were rolled."""
    outcome = OutcomeTold("", pool.actor, "success" if won else "failure", words or pool.reason or pool.subject)
    table.emit(hearers(table, pool, audience), outcome)


def record_failure(table: Deciding, pool: Pool, made: Rolled, knows: Audience, seen: Audience, shown: str = "") -> None:
    """After a roll, ask the Storyteller for a consequence if the result is bad (G4), and record a try if it was one at
    an obstacle (D13). `knows`: the audience for which a failure counts; `seen`: the audience that saw the roll;
    `shown`: the id of the copy that does not show the result, or ""."""
    if not pool.actor:  # plain dice belong to no character
        return
    add_pending_consequence(table, pool.actor, pool.reason, made.result, made.id)
    if is_try(table, pool):
        count_try(table, Try(made.id, pool.task, pool.actor, made.result not in WON, knows, seen, shown))


def is_try(table: Deciding, pool: Pool) -> bool:
    """True if this roll is a character's try at an obstacle that still exists (D13)."""
    return bool(pool.actor and pool.task and table.full.get(Obstacle, pool.task))


def succeeded(verdict: Verdict) -> bool:
    """True if a roll succeeded."""
    return verdict.result in WON


# For callers of `roll`


def opposing_audience(deed: RollOutcome) -> Audience | None:
    """Return the audience of a roll that opposes this one: None for the default; the Storyteller alone if this roll's
    successes are hidden, because the open dice of the other roll, together with the winner, would reveal them (X2 iii,
    X3)."""
    return STORYTELLER if deed.kept else None


def roll_since(table: Deciding, mark: int) -> str:
    """Return the id of the first roll that this commit made after fact number `mark` and that shows its successes, or
    ""."""
    rolls = (fact.event for fact in table.facts[mark:] if isinstance(fact.event, Rolled))
    return next((roll.id for roll in rolls if roll.result != "untold"), "")


def rolls_since(table: Deciding, mark: int, seen: Audience) -> tuple[str, ...]:
    """Return the ids of the rolls that this commit made after fact number `mark`, as far as this audience may read
    them."""
    seen_since = (fact.event for fact in table.facts[mark:] if covers(fact.audience, seen))
    return tuple(event.id for event in seen_since if isinstance(event, Rolled))
