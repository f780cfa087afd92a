"""Ready scripts of contests: a debate for each rule set, in the traits that it has (E3). Where no difficulty can be
chosen, the sides roll against each other only."""

from typing import Final

from domain.rules.task_terms import Against, Script, Step, TaskKind

NAME: Final = "A debate"
ABOUT: Final = "Before people who listen: an opening that charms, an argument, and then whatever works."
KIND: Final[TaskKind] = "lead"
GOAL: Final = 5


def debate(*steps: Step) -> Script:
    """The script in which both sides roll the same."""
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
