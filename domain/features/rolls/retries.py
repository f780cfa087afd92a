"""Retries: the cost of earlier failures for the next try, and the Storyteller's choice about it (D13)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase, typed
from domain.features.rolls.call import TRIED
from domain.features.rolls.obstacles import Obstacle, failures, obstacle_of
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of
from domain.features.table.story_log import ToldInSecret
from domain.rules.pool import Pool
from domain.rules.rule_types import Throw
from domain.rules.ruleset import RuleSet

Retrying = Literal["", "apply", "waive"]
"""The Storyteller's choice for a retry: apply the penalty or waive it; "" follows the rules."""


def with_retry_cost(rules: RuleSet, pool: Pool, times: int) -> Pool:
    """Return the pool with the cost of this many failures."""
    cost = rules.retry_cost(times)
    parts = (*pool.parts, (TRIED, -cost.dice)) if cost.dice else pool.parts
    more = rules.difficulty(pool.difficulty) + cost.difficulty if cost.difficulty else pool.difficulty
    return replace(pool, parts=parts, difficulty=more, tried=cost.dice, dearer=cost.difficulty)


def is_harder(rules: RuleSet, said: Retrying) -> bool:
    """True if a retry is harder, by the Storyteller's choice or by the rules."""
    return said == "apply" or (rules.retry_penalty == "apply" and not said)


def retried(view: View, rules: RuleSet, pool: Pool, said: Retrying, heard: Audience) -> Pool:
    """Return the pool with the cost of the failures that all hearers know of, if it applies."""
    times = failures(view, pool.task, pool.actor, heard) if pool.task and is_harder(rules, said) else 0
    return with_retry_cost(rules, pool, times) if times else pool


def cost_in_words(pool: Pool) -> Words:
    """Return the cost of earlier failures as the roller reads it, `NO_WORDS` for none."""
    if pool.tried:
        return phrase("hint-retry-costs-dice", rule="D13", n=pool.tried)
    return phrase("hint-retry-costs-difficulty", rule="D13", n=pool.dearer) if pool.dearer else NO_WORDS


def check_try(view: View, rules: RuleSet, actor: str, task: str, said: Retrying, heard: Audience) -> None:
    """Raise `Refusal` if the seat may not declare this roll a try at `task`, with this choice of the Storyteller."""
    if said and not view.seat.is_storyteller:
        raise Refusal("storyteller-only-retry", rule="D13")
    if not task:
        raise Refusal("no-such-obstacle-again", rule="D13")
    obstacle_of(view, task)
    played_here(view)
    if not actor:
        raise Refusal("no-character-to-try", rule="D13")
    asked = view.seat.is_storyteller and rules.retry_penalty == "offer" and not said
    if asked and failures(view, task, actor, heard):
        raise Refusal("say-so-retry", rule="D13")


def check_reach(view: View, pool: Pool, throw: Throw, heard: Audience) -> None:
    """Raise `Refusal` if earlier failures have made a try impossible for the character."""
    if not pool.task or not failures(view, pool.task, pool.actor, heard):
        return
    if throw.difficulty > 10:
        raise Refusal("beyond-difficulty", rule="D13", difficulty=throw.difficulty)
    if throw.pool < 1 and pool.tried:
        raise Refusal("beyond-dice", rule="D13")


def tell_of_failures(table: Deciding, task: str, actor: str, heard: Audience) -> None:
    """Tell the Storyteller if the character has failed more often than the hearers of this roll know (X1, X3)."""
    times = failures(table.full, task, actor, STORYTELLER)
    if times > failures(table.full, task, actor, heard) and rules_of(table.full).retry_penalty != "off":
        note = phrase("note-true-failures", rule="D13", who=character_ref(actor), n=times)
        table.emit(STORYTELLER, ToldInSecret(actor, note))


def try_inputs(view: View, rules: RuleSet, among: Iterable[Obstacle]) -> Iterator[Input]:
    """Return an input for the obstacle that a roll is a try at, if there is an obstacle and the game is played here;
    and for the Storyteller an input for the cost of a retry."""
    standing = tuple(Choice(o.id, typed(o.name)) for o in among)
    if not standing or not is_played_here(view):
        return
    yield Input(
        "task", phrase("ask-try-at", rule="D13"), "choice", (Choice("", phrase("choice-no-obstacle")), *standing)
    )
    if view.seat.is_storyteller and rules.retry_penalty != "off":
        costs = (
            Choice("", phrase("choice-cost-as-usual")),
            Choice("apply", phrase("choice-cost-harder")),
            Choice("waive", phrase("choice-cost-no-harder")),
        )
        yield Input("retry", phrase("ask-retry", rule="D13"), "choice", costs)
