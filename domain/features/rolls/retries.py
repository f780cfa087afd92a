"""Trying again: what an earlier failure costs the next try, and who says so (D13)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience
from domain.core.command import Choice, Input, Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.rolls.call import TRIED
from domain.features.rolls.obstacles import Obstacle, failures, obstacle_of
from domain.features.rolls.roll import Pool
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of
from domain.features.table.story_log import ToldInSecret
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet

Retrying = Literal["", "apply", "waive"]
"""What the Storyteller says of a roll that tries something again: harder, or not."""


def harder(rules: RuleSet, pool: Pool, times: int) -> Pool:
    """The pool with what it costs to try again after so many failures."""
    cost = rules.retry_cost(times)
    parts = (*pool.parts, (TRIED, -cost.dice)) if cost.dice else pool.parts
    more = rules.difficulty(pool.difficulty) + cost.difficulty if cost.difficulty else pool.difficulty
    return replace(pool, parts=parts, difficulty=more, tried=cost.dice, dearer=cost.difficulty)


def penalised(rules: RuleSet, said: Retrying) -> bool:
    """Whether trying again is harder, by what the Storyteller said of it or by the rules."""
    return said == "apply" or (rules.retry_penalty == "apply" and not said)


def retried(view: View, rules: RuleSet, pool: Pool, said: Retrying, heard: Audience) -> Pool:
    """The pool with what trying again costs, where that is applied, by the failures that all who hear it know of."""
    times = failures(view, pool.task, pool.actor, heard) if pool.task and penalised(rules, said) else 0
    return harder(rules, pool, times) if times else pool


def cost_in_words(pool: Pool) -> str:
    """What earlier failures cost it, as its roller reads it; "" for nothing."""
    cost = pool.tried or pool.dearer
    return f"{cost} harder for what failed (D13)" if cost else ""


def check_try(view: View, rules: RuleSet, actor: str, task: str, said: Retrying, heard: Audience) -> None:
    """Whether a character may be said to try that, for `heard` to hear. Raises `Refusal`."""
    if said and not view.seat.is_storyteller:
        raise Refusal("storyteller-only", "Only the Storyteller says what trying again costs (D13).")
    if not task:
        raise Refusal("no-such-obstacle", "Say what is tried again (D13).")
    obstacle_of(view, task)
    played_here(view)
    if not actor:
        raise Refusal("no-character", "Say who tries it (D13).")
    asked = view.seat.is_storyteller and rules.retry_penalty == "offer" and not said
    if asked and failures(view, task, actor, heard):
        raise Refusal("say-so", "Say whether trying again is harder: apply the penalty, or waive it (D13).")


def check_reach(view: View, pool: Pool, throw: Throw, heard: Audience) -> None:
    """Whether a try is still within the character's reach after its failures. Raises `Refusal`."""
    if not pool.task or not failures(view, pool.task, pool.actor, heard):
        return
    if throw.difficulty > 10:
        raise Refusal(
            "beyond", f"This would be at difficulty {throw.difficulty} by now: it is beyond the character (D13)."
        )
    if throw.pool < 1 and pool.tried:
        raise Refusal("beyond", "Each failure took a die, and none is left: it is beyond the character (D13).")


def tell_of_failures(table: Deciding, task: str, actor: str, heard: Audience) -> None:
    """Tell the Storyteller, who alone knows, that a roll is a later try than it is made as (X1, X3)."""
    times = failures(table.full, task, actor, STORYTELLER)
    if times > failures(table.full, task, actor, heard) and rules_of(table.full).retry_penalty != "off":
        said = f"has failed at this {times} {'time' if times == 1 else 'times'} in truth: the roll counts what is known"
        table.emit(STORYTELLER, ToldInSecret(actor, f"{said} (D13)."))


def try_inputs(view: View, rules: RuleSet, among: Iterable[Obstacle]) -> Iterator[Input]:
    """Which of these obstacles a roll is a try at, where there are any and they are met here, and for the Storyteller
    what trying again costs."""
    standing = tuple(Choice(o.id, o.name) for o in among)
    if not standing or not is_played_here(view):
        return
    yield Input("task", "A try at (D13)", "choice", (Choice("", "Nothing that is counted"), *standing))
    if view.seat.is_storyteller and rules.retry_penalty != "off":
        said = (
            Choice("", "As the rules say"),
            Choice("apply", "Harder for having failed"),
            Choice("waive", "No harder"),
        )
        yield Input("retry", "If it is tried again (D13)", "choice", said)
