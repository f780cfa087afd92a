"""The sides of a task, with members, rolls and tallies, and the rolls of the present round (E1 to E4)."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.core.words import Words, character_ref, listed, phrase, typed
from domain.rules.task_terms import Step, TaskKind

UNTOLD = -1
"""Stands in place of a count or a tally that the audience does not know."""
UNSEEN: Final = phrase("side-unseen")
PLAIN_DICE: Final = phrase("side-dice")


class TaskSide(msgspec.Struct, frozen=True, array_like=True):
    """A side of a task. `label` is its name: a typed text, `UNSEEN` or `PLAIN_DICE`; if it is "", the names of the
    members are shown. A side without label and members does not roll. `meaning` says what happens if the side wins.
    `tally` is UNTOLD if the audience does not know it."""

    label: Words | str
    members: tuple[str, ...]
    steps: tuple[Step, ...]
    goal: int
    meaning: str = ""
    tally: int = 0


class TaskRoll(msgspec.Struct, frozen=True, array_like=True):
    """A roll in the present round; `successes` is UNTOLD if the audience may not know it. `roll` is the id of the
    roll's record, "" if the audience has none."""

    actor: str
    side: int
    successes: int
    botched: bool
    roll: str = ""


def side_name(side: TaskSide) -> Words:
    """Return a side's name: its label, or else its members."""
    if side.label:
        return typed(side.label) if isinstance(side.label, str) else side.label
    return listed([character_ref(member) for member in side.members]) if side.members else phrase("side-nobody")


def with_tallies(sides: tuple[TaskSide, ...], tallies: Sequence[int]) -> tuple[TaskSide, ...]:
    """Return the sides with these tallies."""
    return tuple(replace(side, tally=tally) for side, tally in zip(sides, tallies, strict=False))


def tallies_to_show(kind: TaskKind, tallies: Sequence[int], unseen: Collection[int]) -> tuple[int, ...]:
    """Return the tallies for an audience that does not see the `unseen` sides. If the successes of each side are added
    up, this audience knows the tallies of the visible sides. If margins are added up, it knows no tally, because each
    margin depends on both sides (X2, E3)."""
    untold = unseen if kind == "lead" else range(len(tallies)) if unseen else ()
    return tuple(UNTOLD if side in untold else tally for side, tally in enumerate(tallies))


def untold_roll(roll: TaskRoll) -> TaskRoll:
    """Return a roll without its count, for an audience that may not know it."""
    return replace(roll, successes=UNTOLD, botched=False, roll="")


def with_member(side: TaskSide, actor: str) -> TaskSide:
    """Return the side with another member."""
    return replace(side, members=(*(m for m in side.members if m != actor), actor))


def without_member(side: TaskSide, actor: str) -> TaskSide:
    """Return the side without that member."""
    return replace(side, members=tuple(m for m in side.members if m != actor))


def after_leaving(side: TaskSide, actor: str) -> TaskSide:
    """Return the side after a character has left it. If it was the last member, the label is removed too, because the
    remaining dice belonged to the members and are not rolled without them."""
    rest = without_member(side, actor)
    return replace(rest, label="") if side.members and not rest.members else rest


def participants(sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...]) -> tuple[str, ...]:
    """Return the members of all sides, and the characters that have rolled in the present round."""
    return (*(member for side in sides for member in side.members), *(roll.actor for roll in rolled))


def without_participant(
    sides: tuple[TaskSide, ...], rolled: tuple[TaskRoll, ...], actor: str
) -> tuple[tuple[TaskSide, ...], tuple[TaskRoll, ...]]:
    """Return the sides and rolls of a task after a character has left the table. Its roll in the present round still
    counts, but without its name."""
    nameless = (replace(roll, actor="") if roll.actor == actor else roll for roll in rolled)
    return tuple(after_leaving(side, actor) for side in sides), tuple(nameless)


def anonymous_side(side: TaskSide, label: Words | str) -> TaskSide:
    """Return a side for an audience that may know neither its members nor its rolls."""
    return TaskSide(label or UNSEEN, (), (), side.goal, side.meaning)
