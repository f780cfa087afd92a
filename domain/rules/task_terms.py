"""The terms of tasks, as values. A task is a matter that takes several rolls or several rollers (E1 to E5)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.core.bounds import Count, Name
from domain.core.words import Ref, Words, phrase, summed, term

TaskKind = Literal["extended", "resisted", "tally", "lead"]
"""The kinds of tasks.

- `extended`: successes add up towards a goal (E1).
- `resisted`: both sides roll once (E2).
- `tally`: the winner of each round gets the margin; the first side to reach the goal wins (E3).
- `lead`: successes add up on both sides; the first side to lead by the goal wins (E3).
"""

Goal = Annotated[int, Meta(ge=0, le=1000)]
"""The successes to reach; 0 for a task without a goal."""


class Against(msgspec.Struct, frozen=True, array_like=True):
    """The opponent's traits from which a difficulty is computed: one trait, the sum of two, or a trait plus a number
    ("Wits + 3"). Empty if the difficulty does not depend on the opponent (D18)."""

    traits: Annotated[tuple[Name, ...], Meta(max_length=2)] = ()
    plus: Annotated[int, Meta(ge=0, le=10)] = 0

    def __bool__(self) -> bool:
        return bool(self.traits)

    @property
    def in_words(self) -> Words:
        """The source of the difficulty in words: "Wits + 3"."""
        traits = [term(trait) for trait in self.traits]
        return summed([*traits, self.plus] if self.plus else traits)


class Step(msgspec.Struct, frozen=True, array_like=True):
    """The roll of a side, for a number of rounds. The side rolls the named traits or the plain dice; if neither is
    given, the roller chooses the traits. The difficulty is the given number, or comes from the opponent's traits
    (`against`); if neither is given, it is the default of the rules."""

    traits: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    dice: Count = 0
    difficulty: Annotated[int, Meta(ge=0, le=10)] = 0
    against: Against = Against()
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1

    @property
    def in_words(self) -> Words:
        """The roll and its difficulty in words: "Charisma + Expression against Wits + 3"."""
        made: list[Ref | Words] = [term(trait) for trait in self.traits]
        if self.dice:
            made.append(phrase("some-dice", n=self.dice))
        roll = summed(made) if made else phrase("step-as-you-like")
        if self.against:
            return phrase("step-against", roll=roll, against=self.against.in_words)
        return phrase("step-difficulty", roll=roll, difficulty=self.difficulty) if self.difficulty else roll


Steps = Annotated[tuple[Step, ...], Meta(max_length=20)]


class Script(msgspec.Struct, frozen=True, array_like=True):
    """A contest that is ready to begin: the rolls of both sides in each round (E3)."""

    name: Name
    about: Words
    kind: TaskKind
    goal: Goal
    steps: Steps
    their_steps: Steps

    @property
    def traits(self) -> frozenset[str]:
        """All traits that the contest rolls, or computes a difficulty from."""
        steps = (*self.steps, *self.their_steps)
        return frozenset(trait for one in steps for trait in (*one.traits, *one.against.traits))


def step(steps: Sequence[Step], number: int) -> Step:
    """Return the step for a round; the first round is 0. After the last step, the last one is used again."""
    for one in steps:
        number -= one.rounds
        if number < 0:
            return one
    return steps[-1] if steps else Step()
