"""Tasks that take more than one roll, or more than one who rolls, as values (E1 to E5)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Count, Name, ShortText

TaskKind = Literal["extended", "resisted", "tally", "lead"]
"""`extended`: successes add up towards a goal (E1). `resisted`: both sides roll once (E2). `tally`: each round's margin
goes to its winner, first to the goal. `lead`: successes add up on both sides, first to lead by the goal (E3)."""

Goal = Annotated[int, Meta(ge=0, le=1000)]
"""Successes to reach; 0: there is nothing to reach."""


class Against(msgspec.Struct, frozen=True, array_like=True):
    """Of which traits of an opponent a difficulty is made: of one, of the sum of two, or of one and a constant
    (Wits + 3). Of none where there are none (D18)."""

    traits: Annotated[tuple[Name, ...], Meta(max_length=2)] = ()
    plus: Annotated[int, Meta(ge=0, le=10)] = 0

    def __bool__(self) -> bool:
        return bool(self.traits)

    @property
    def words(self) -> str:
        """How the difficulty comes about: "Wits + 3"."""
        return " + ".join((*self.traits, str(self.plus)) if self.plus else self.traits)


class Step(msgspec.Struct, frozen=True, array_like=True):
    """What a side rolls for so many rounds: traits of whoever rolls, plain dice, or (neither) traits that the roller
    names. The difficulty is a number, made of the other side's traits, or (0, none) the rules' own."""

    traits: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    dice: Count = 0
    difficulty: Annotated[int, Meta(ge=0, le=10)] = 0
    against: Against = Against()
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1

    @property
    def words(self) -> str:
        """What is rolled, and against what: "Charisma + Expression against Wits + 3"."""
        made = (*self.traits, f"{self.dice} dice") if self.dice else self.traits
        what = " + ".join(made) or "what you like"
        if self.against:
            return f"{what} against {self.against.words}"
        return f"{what} at difficulty {self.difficulty}" if self.difficulty else what


Steps = Annotated[tuple[Step, ...], Meta(max_length=20)]


class Script(msgspec.Struct, frozen=True, array_like=True):
    """A contest that is ready to be begun: what is rolled in which round by the one side and by the other (E3)."""

    name: Name
    about: ShortText
    kind: TaskKind
    goal: Goal
    steps: Steps
    their_steps: Steps

    @property
    def traits(self) -> frozenset[str]:
        """All traits that it rolls, or takes a difficulty from."""
        steps = (*self.steps, *self.their_steps)
        return frozenset(trait for one in steps for trait in (*one.traits, *one.against.traits))


def step(steps: Sequence[Step], number: int) -> Step:
    """What is rolled in the round of this number, the first being 0. The last step goes on for ever."""
    for one in steps:
        number -= one.rounds
        if number < 0:
            return one
    return steps[-1] if steps else Step()
