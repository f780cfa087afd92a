"""Tallying: what a round of rolls adds to a task, and when its goal is reached. Numbers in, numbers out (E1 to E4).

Sides go by their places: 0, and 1 where there are two. NOBODY is neither.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from domain.rules.task_terms import TaskKind

NOBODY: Final = -1

OnBotch = Literal["restart", "fail", "continue"]
"""What a botch does to the botcher's tally: empties it, ends the task, or nothing (E1, E3)."""


class Effort(NamedTuple):
    """What one who rolls, or a side together, brings to a round: successes, 0 or more, and whether it botched."""

    successes: int
    botched: bool = False


class Round(NamedTuple):
    """What a round made of the tallies, and who won it by how many (NOBODY, 0: level)."""

    tallies: tuple[int, ...]
    winner: int
    margin: int


class Goal(NamedTuple):
    """Who has reached the goal, and to what degree: 1 and what exceeds it (E1)."""

    winner: int
    degree: int


UNDECIDED: Final = Goal(NOBODY, 0)


def together(efforts: Sequence[Effort], *, spoils: bool) -> Effort:
    """What those who work together bring: their successes added up, never their traits (E4). `spoils`: one botch
    spoils the whole; otherwise it takes part in nothing, and only a side that botched to the last has botched."""
    botches = sum(effort.botched for effort in efforts)
    if botches and (spoils or botches == len(efforts)):
        return Effort(0, botched=True)
    return Effort(sum(effort.successes for effort in efforts if not effort.botched))


def advance(kind: TaskKind, tallies: Sequence[int], efforts: Sequence[Effort], on_botch: OnBotch) -> Round:
    """The tallies after one more round."""
    winner, margin = compare([effort.successes for effort in efforts])
    kept = [0 if e.botched and on_botch == "restart" else t for t, e in zip(tallies, efforts, strict=True)]
    if kind in ("resisted", "tally"):
        gained = [margin if side == winner else 0 for side in range(len(kept))]
    else:
        gained = [effort.successes for effort in efforts]
    return Round(tuple(t + g for t, g in zip(kept, gained, strict=True)), winner, margin)


def compare(counts: Sequence[int]) -> tuple[int, int]:
    """Who has the higher count, and by how many; NOBODY where both have as many (E2), or there is one side only."""
    if len(counts) < 2 or counts[0] == counts[1]:
        return NOBODY, 0
    return int(counts[1] > counts[0]), abs(counts[0] - counts[1])


def reached(kind: TaskKind, goals: Sequence[int], tallies: Sequence[int]) -> Goal | None:
    """Who has reached its goal, if a side has."""
    if kind == "resisted":
        return None
    winner, margin = compare(tallies)
    if kind == "lead":
        there = winner != NOBODY and margin >= goals[winner] > 0
        return Goal(winner, 1 + margin - goals[winner]) if there else None
    over = [1 + tally - goal if goal else 0 for goal, tally in zip(goals, tallies, strict=True)]
    best = max(over)
    return Goal(over.index(best), best) if best > 0 else None
