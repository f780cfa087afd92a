"""Contests that are ready to begin: a debate for each rule set, with the traits of that rule set (E3). In rules without
a choice of difficulty, the two sides just compare their successes."""

from typing import Final

from domain.core.words import phrase
from domain.rules.task_terms import Against, Script, Step, TaskKind

NAME: Final = "A debate"
ABOUT: Final = phrase("about-script-debate")
KIND: Final[TaskKind] = "lead"
GOAL: Final = 5


def debate(*steps: Step) -> Script:
    """Return a contest in which both sides have the same steps."""
    return Script(NAME, ABOUT, KIND, GOAL, steps, steps)


CLASSIC: Final = debate(
    Step(("Charisma", "Expression"), against=Against(("Wits",), 3)),
    Step(("Intelligence", "Expression"), against=Against(("Intelligence", "Expression")), rounds=2),
    Step(("Manipulation", "Expression"), against=Against(("Wits", "Expression"))),
)
STORYTELLING: Final = debate(
    Step(("Presence", "Expression")),
    Step(("Intelligence", "Expression"), rounds=2),
    Step(("Manipulation", "Expression")),
)
NIGHTFALL: Final = debate(
    Step(("Charisma", "Expression")),
    Step(("Intelligence", "Expression"), rounds=2),
    Step(("Manipulation", "Expression")),
)
