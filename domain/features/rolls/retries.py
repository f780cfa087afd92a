"""Retries: what earlier failures cost the next try, and the Storyteller's choice about it (D13)."""

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
"""The Storyteller's choice for a retry: earlier failures make it harder ("apply") or not ("waive"); "" means that the
rules decide."""


def with_retry_cost(rules: RuleSet, pool: Pool, times: int) -> Pool:
    """Return the pool as it is after this many failures."""
    cost = rules.retry_cost(times)
    parts = (*pool.parts, (TRIED, -cost.dice)) if cost.dice else pool.parts
    more = rules.difficulty(pool.difficulty) + cost.difficulty if cost.difficulty else pool.difficulty
    return replace(pool, parts=parts, difficulty=more, tried=cost.dice, dearer=cost.difficulty)


def is_harder(rules: RuleSet, said: Retrying) -> bool:
    """True if earlier failures make a retry harder, because of the Storyteller's choice or the rules."""
    return said == "apply" or (rules.retry_penalty == "apply" and not said)


def retried(view: View, rules: RuleSet, pool: Pool, said: Retrying, heard: Audience) -> Pool:
    """Return the pool as the failures make it that the whole audience of the roll knows of, if failures make it
    harder."""
    times = failures(view, pool.task, pool.actor, heard) if pool.task and is_harder(rules, said) else 0
    return with_retry_cost(rules, pool, times) if times else pool


def cost_in_words(pool: Pool) -> Words:
    """Return the cost of earlier failures in words, for the roller; `NO_WORDS` if they cost nothing."""
    if pool.tried:
        return phrase("hint-retry-costs-dice", rule="D13", n=pool.tried)
    return phrase("hint-retry-costs-difficulty", rule="D13", n=pool.dearer) if pool.dearer else NO_WORDS


def check_try(view: View, rules: RuleSet, actor: str, task: str, said: Retrying, heard: Audience) -> None:
    """Raise `Refusal` if the seat may not make this roll a try at the obstacle `task`, with this choice of the
    Storyteller."""
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
    """Raise `Refusal` if, after its earlier failures, the character can no longer succeed."""
    if not pool.task or not failures(view, pool.task, pool.actor, heard):
        return
    if throw.difficulty > 10:
        raise Refusal("beyond-difficulty", rule="D13", difficulty=throw.difficulty)
    if throw.pool < 1 and pool.tried:
        raise Refusal("beyond-dice", rule="D13")


def tell_of_failures(table: Deciding, task: str, actor: str, heard: Audience) -> None:
    """Tell the Storyteller if the character has failed more often than the audience of this roll knows (X1, X3)."""
    times = failures(table.full, task, actor, STORYTELLER)
    if times > failures(table.full, task, actor, heard) and rules_of(table.full).retry_penalty != "off":
        note = phrase("note-true-failures", rule="D13", who=character_ref(actor), n=times)
        table.emit(STORYTELLER, ToldInSecret(actor, note))


def try_inputs(view: View, rules: RuleSet, among: Iterable[Obstacle]) -> Iterator[Input]:
    """Yield an input that says which obstacle a roll tries to overcome, if there are obstacles and the game is played
    at this table now. For the Storyteller, also yield an input that says whether earlier failures count."""
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
