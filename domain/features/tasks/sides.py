"""The sides of a task: who is on each, what they roll, and their tallies; and the rolls of a round (E1 to E4)."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from domain.features.table.story_log import literal
from domain.rules.task_terms import Step, TaskKind

UNTOLD = -1
"""A count or tally that its audience does not know."""
UNSEEN = "somebody unseen"


class TaskSide(msgspec.Struct, frozen=True, array_like=True):
    """One side of a task: whoever works on it together. `label` is what it is called ("": by its members; without
    either it is nobody, and rolls nothing), `meaning` what its winning means; `tally` UNTOLD where the audience does
    not know it."""

    label: str
    members: tuple[str, ...]
    steps: tuple[Step, ...]
    goal: int
    meaning: str = ""
    tally: int = 0


class TaskRoll(msgspec.Struct, frozen=True, array_like=True):
    """What somebody has rolled in the round that is under way; `successes` UNTOLD where the audience is not to know.
    `roll` is the roll that shows them, "" where the audience has none."""

    actor: str
    side: int
    successes: int
    botched: bool
    roll: str = ""


def side_name(side: TaskSide, refs: list[str]) -> str:
    """What a side is called in a story line whose characters are collected in `refs`."""
    if side.label or not side.members:
        return literal(side.label) or "nobody"
    first = len(refs)
    refs.extend(side.members)
    return " and ".join(f"{{{place}}}" for place in range(first, len(refs)))


def with_tallies(sides: tuple[TaskSide, ...], tallies: Sequence[int]) -> tuple[TaskSide, ...]:
    """The sides with these tallies."""
    return tuple(replace(side, tally=tally) for side, tally in zip(sides, tallies, strict=False))


def tallies_to_show(kind: TaskKind, tallies: Sequence[int], unseen: Collection[int]) -> tuple[int, ...]:
    """The tallies as those know them who do not see these sides: where successes add up, what a side that they see has
    rolled; where margins do, none, because each margin tells of both sides (X2, E3)."""
    kept = unseen if kind == "lead" else range(len(tallies)) if unseen else ()
    return tuple(UNTOLD if side in kept else tally for side, tally in enumerate(tallies))


def untold_roll(roll: TaskRoll) -> TaskRoll:
    """What somebody has rolled, as those know it who are not to know its count."""
    return replace(roll, successes=UNTOLD, botched=False, roll="")


def with_member(side: TaskSide, actor: str) -> TaskSide:
    """The side with one more member."""
    return replace(side, members=(*(m for m in side.members if m != actor), actor))


def without_member(side: TaskSide, actor: str) -> TaskSide:
    """The side without that member."""
    return replace(side, members=tuple(m for m in side.members if m != actor))


def after_leaving(side: TaskSide, actor: str) -> TaskSide:
    """The side once somebody is out of it. With its last member its name is gone, too: what dice it has were that
    one's, and do not go on by themselves."""
    rest = without_member(side, actor)
    return replace(rest, label="") if side.members and not rest.members else rest


def participants(sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...]) -> tuple[str, ...]:
    """Who works on a task, or has rolled in the round that is under way."""
    return (*(member for side in sides for member in side.members), *(roll.actor for roll in rolled))


def without_participant(
    sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...], actor: str
) -> tuple[tuple[TaskSide, ...], tuple[TaskRoll, ...]]:
    """The sides and rolls of a task that somebody has left. What it rolled in the round that is under way counts, for
    nobody by name."""
    nameless = (replace(roll, actor="") if roll.actor == actor else roll for roll in rolled)
    return tuple(after_leaving(side, actor) for side in sides), tuple(nameless)


def anonymous_side(side: TaskSide, label: str) -> TaskSide:
    """A side as those see it who are not to know who it is, nor what it rolls."""
    return TaskSide(label or UNSEEN, (), (), side.goal, side.meaning)
