"""What the circumstances of a task give or take on every roll that characters make for it (X7)."""

from typing import NamedTuple

from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.core.command import Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.rolls.call import check_reasons
from domain.features.rolls.roll_modifiers import Visibility, take_control_of_all
from domain.features.table.settings import rules_of
from domain.features.tasks.task import (
    Ledger,
    LedgerKept,
    Task,
    TaskModified,
    TaskModifiedInSecret,
    has_ledger,
    secret,
    task_audience,
    truth,
)


class Given(NamedTuple):
    """So many dice, what they are, and who sees that (X2)."""

    dice: int
    words: str
    visibility: Visibility

    @property
    def shown(self) -> tuple[int, str]:
        """What those who see the task know of it: dice, and what they are."""
        return (0, "") if self.visibility == "hidden" else (self.dice, self.words if self.visibility == "open" else "")

    @property
    def kept(self) -> tuple[int, str]:
        """What the Storyteller alone knows of it."""
        return (self.dice if self.visibility == "hidden" else 0, "" if self.visibility == "open" else self.words)

    def stands(self, task: Task, known: Ledger) -> bool:
        """Whether this is the modifier that a task has already, seen by the same people."""
        seen, kept = (task.modifier, task.modifier_words), (known.modifier, known.modifier_words)
        return (self.shown, self.kept) == (seen, kept)


def check_modifier(view: View, dice: int, words: str) -> None:
    """Whether a task may have so many dice as its modifier, by this name (S3). Raises `Refusal`."""
    if not words.strip():
        raise Refusal("nothing-said", 'Say what the modifier is, such as "fog" (X7).')
    check_reasons(words)
    rules_of(view).check_modifiers([dice])


def modify(table: Deciding, task: Task, given: Given) -> None:
    """Give a task this modifier in place of the one that it had; of 0 dice, none."""
    full, given = table.full, given if given.dice else Given(0, "", "open")
    known = truth(full, task)
    if has_ledger(full, task) or any(given.kept):
        dice, words = given.kept
        table.emit(STORYTELLER, LedgerKept(replace(known, modifier=dice, modifier_words=words)))
    if given.shown != (task.modifier, task.modifier_words):
        table.emit(task_audience(full, task.id), TaskModified(task.id, table.seat.id, *given.shown))
    if given.visibility != "open":
        words = f"{given.words} {given.dice:+} ({given.visibility})"
        table.emit(STORYTELLER, TaskModifiedInSecret(table.seat.id, task.name, words))
    if given.visibility == "hidden" and not secret(full, task):
        # Its dice are kept from whoever works on it; that counts once, and not at every roll (X5).
        take_control_of_all(table, (member for side in known.sides for member in side.members))
