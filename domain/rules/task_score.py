"""The score of a task: how each round changes the tallies, and when the task ends. Pure functions of numbers (E1 to
E4).

Sides have the numbers 0 and 1; a task may have only side 0. `NOBODY` stands for neither side.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from domain.rules.task_terms import TaskKind

NOBODY: Final = -1

OnBotch = Literal["restart", "fail", "continue"]
"""The effect of a botch: it sets the tally of the side to 0, it ends the task, or it has no effect (E1, E3)."""


class Effort(NamedTuple):
    """The contribution of a roller or of a whole side to a round: its successes (at least 0), and whether it
    botched."""

    successes: int
    botched: bool = False


class Round(NamedTuple):
    """The result of a round: the new tallies, the winner, and the margin. After a draw, winner and margin are NOBODY
    and 0."""

    tallies: tuple[int, ...]
    winner: int
    margin: int


class Goal(NamedTuple):
    """The side that has reached its goal, and the degree: 1 plus the surplus (E1)."""

    winner: int
    degree: int


UNDECIDED: Final = Goal(NOBODY, 0)


def together(efforts: Sequence[Effort], *, spoils: bool) -> Effort:
    """Add up the successes of rollers who work together, never their traits (E4). With `spoils`, a single botch makes
    the whole effort a botch. Without it, a botched roll adds no successes, and the side botches only if all its rolls
    did."""
    botches = sum(effort.botched for effort in efforts)
    if botches and (spoils or botches == len(efforts)):
        return Effort(0, botched=True)
    return Effort(sum(effort.successes for effort in efforts if not effort.botched))


def advance(kind: TaskKind, tallies: Sequence[int], efforts: Sequence[Effort], on_botch: OnBotch) -> Round:
    """Return the tallies after one more round."""
    winner, margin = compare([effort.successes for effort in efforts])
    kept = [0 if e.botched and on_botch == "restart" else t for t, e in zip(tallies, efforts, strict=True)]
    if kind in ("resisted", "tally"):
        gained = [margin if side == winner else 0 for side in range(len(kept))]
    else:
        gained = [effort.successes for effort in efforts]
    return Round(tuple(t + g for t, g in zip(kept, gained, strict=True)), winner, margin)


def compare(counts: Sequence[int]) -> tuple[int, int]:
    """Return the side with the higher count, and the difference. For a draw (E2), or if there is only one side, the
    side is NOBODY."""
    if len(counts) < 2 or counts[0] == counts[1]:
        return NOBODY, 0
    return int(counts[1] > counts[0]), abs(counts[0] - counts[1])


def reached(kind: TaskKind, goals: Sequence[int], tallies: Sequence[int]) -> Goal | None:
    """Return the side that has reached its goal, or None."""
    if kind == "resisted":
        return None
    winner, margin = compare(tallies)
    if kind == "lead":
        there = winner != NOBODY and margin >= goals[winner] > 0
        return Goal(winner, 1 + margin - goals[winner]) if there else None
    over = [1 + tally - goal if goal else 0 for goal, tally in zip(goals, tallies, strict=True)]
    best = max(over)
    return Goal(over.index(best), best) if best > 0 else None
