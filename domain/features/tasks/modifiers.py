"""The modifier of a task: dice that its circumstances add to, or remove from, every roll of a character for it (X7)."""

from typing import NamedTuple

from msgspec.structs import replace

from domain.core.audience import STORYTELLER
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words, phrase, signed
from domain.features.rolls.call import check_reasons
from domain.features.rolls.control_taken import take_control_of_all
from domain.features.rolls.roll_modifiers import Visibility
from domain.features.table.settings import rules_of
from domain.features.tasks.task import Ledger, LedgerKept, Task, has_ledger, is_secret, task_audience, truth
from domain.features.tasks.task_events import TaskModified, TaskModifiedInSecret


class GivenModifier(NamedTuple):
    """A modifier: the number of dice, the reason, and its visibility (X2)."""

    dice: int
    words: str
    visibility: Visibility

    @property
    def shown(self) -> tuple[int, str]:
        """The dice and reason that the task's audience sees."""
        return (0, "") if self.visibility == "hidden" else (self.dice, self.words if self.visibility == "open" else "")

    @property
    def kept(self) -> tuple[int, str]:
        """The dice and reason that only the Storyteller sees."""
        return (self.dice if self.visibility == "hidden" else 0, "" if self.visibility == "open" else self.words)

    @property
    def in_words(self) -> Words:
        """The reason, the dice and the visibility of a modifier of which the task's audience does not read
        everything."""
        why, dice = Typed(self.words), signed(self.dice)
        if self.visibility == "hidden":
            return phrase("modifier-hidden", why=why, dice=dice)
        return phrase("modifier-unexplained", why=why, dice=dice)

    def is_set(self, task: Task, known: Ledger) -> bool:
        """True if the task has exactly this modifier already, with the same visibility."""
        seen, kept = (task.modifier, task.modifier_words), (known.modifier, known.modifier_words)
        return (self.shown, self.kept) == (seen, kept)


def check_modifier(view: View, dice: int, words: str) -> None:
    """Raise `Refusal` unless a task may have this modifier and reason (S3)."""
    if not words.strip():
        raise Refusal("modifier-without-reason", rule="X7")
    check_reasons(words)
    rules_of(view).check_modifiers([dice])


def set_modifier(table: Deciding, task: Task, given: GivenModifier) -> None:
    """Give a task this modifier in place of its present one; with 0 dice, remove it."""
    full, given = table.full, given if given.dice else GivenModifier(0, "", "open")
    known = truth(full, task)
    if has_ledger(full, task) or any(given.kept):
        dice, words = given.kept
        table.emit(STORYTELLER, LedgerKept(replace(known, modifier=dice, modifier_words=words)))
    if given.shown != (task.modifier, task.modifier_words):
        table.emit(task_audience(full, task.id), TaskModified(task.id, table.seat.id, *given.shown))
    if given.visibility != "open":
        table.emit(STORYTELLER, TaskModifiedInSecret(table.seat.id, task.name, given.in_words))
    if given.visibility == "hidden" and not is_secret(full, task):
        # The members of the task do not see these dice. This counts as taking control once, and not once for each roll
        # (X5).
        take_control_of_all(table, (member for side in known.sides for member in side.members))
