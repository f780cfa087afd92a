"""The parts that all commands about tasks share: their base class, the choice of a task or of a side, and the form for
a new task."""

from typing import Literal

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.bounds import Id
from domain.core.deciding import Checked
from domain.core.option import Choice, Input
from domain.core.state import View
from domain.core.words import Words, named, phrase
from domain.features.characters.character import Face, hidden
from domain.features.rolls.roll_modifiers import VISIBILITIES
from domain.features.table.game_clock import UNITS
from domain.features.table.scene_list import is_played_here
from domain.features.table.settings import rules_of
from domain.features.tasks.task import Task
from domain.tracked_view import memoized

Which = Literal["first", "second"]
SIDES: tuple[Which, ...] = ("first", "second")


class _OfTask(Command[Checked], frozen=True):
    """A command about one task."""

    places = BOTH

    task: Id


def open_tasks(view: View) -> list[Task]:
    """Return the tasks that this seat can act on now."""
    if not is_played_here(view):
        return []
    return [task for task in view.all(Task) if task.status == "open"]


def plays(view: View, face: Face) -> bool:
    """True if this seat plays a character; the Storyteller may play any."""
    return view.seat.is_storyteller or face.player == view.seat.id


def this_task(task: Task) -> Input:
    """Return the hidden input that says to which task an option belongs."""
    return Input("task", phrase("ask-task"), "choice", (Choice(task.id, task.name),), default=task.id)


def side_choices(task: Task) -> tuple[Choice, ...]:
    """Return the sides of a task as choices."""
    labels = (phrase("choice-side-first"), phrase("choice-side-second"))
    return tuple(map(Choice, SIDES, labels[: len(task.sides)]))


def may_open(view: View) -> bool:
    """True if this seat may open tasks at this table now."""
    return view.seat.is_storyteller and is_played_here(view) and any(True for _ in view.all(Face))


@memoized
def cast_choices(view: View) -> tuple[Choice, ...]:
    """Return the cast as choices."""
    unseen = phrase("hint-unseen")
    return tuple(Choice(face.id, face.name, unseen if hidden(view, face.id) else "") for face in view.all(Face))


@memoized
def rule_trait_choices(view: View) -> tuple[Choice, ...]:
    """Return the rules' traits as choices."""
    return tuple(
        Choice(trait, named(trait), named(group.name)) for group in rules_of(view).traits for trait in group.traits
    )


def first_inputs(view: View, who: Words) -> tuple[Input, ...]:
    """Return the inputs for the task's name, its workers and their dice."""
    inputs = [
        Input("name", phrase("ask-task-name"), "text", least=1, most=60),
        Input("actors", who, "choices", cast_choices(view), least=1, most=20),
        Input("traits", phrase("ask-task-traits"), "choices", rule_trait_choices(view), most=4),
        Input("dice", phrase("ask-task-dice"), "number", most=100),
    ]
    if rules_of(view).chooses_difficulty:
        inputs.append(Input("difficulty", phrase("ask-difficulty"), "number", most=10))
    return tuple(inputs)


def against_inputs(prefix: str, view: View) -> tuple[Input, ...]:
    """Return the inputs for a difficulty that comes from an opponent's traits, if the rules have difficulties (D18)."""
    if not rules_of(view).chooses_difficulty:
        return ()
    label = phrase("ask-their-against") if prefix else phrase("ask-against")
    return (
        Input(f"{prefix}against", label, "choices", rule_trait_choices(view), most=2),
        Input(f"{prefix}plus", phrase("ask-against-plus"), "number", most=10),
    )


def rarely(*asked: Input) -> tuple[Input, ...]:
    """Return the inputs with the mark that few people fill them in."""
    return tuple(replace(one, rarely=True) for one in asked)


def each_inputs(each: str) -> tuple[Input, ...]:
    """Return the inputs for the time that a round takes."""
    return (
        Input("each", phrase("ask-task-each"), "number", most=1000, default=each),
        Input("unit", phrase("ask-unit"), "choice", UNITS, default="hour"),
    )


def within_inputs() -> tuple[Input, ...]:
    """Return the inputs for the deadline."""
    return (
        Input("within", phrase("ask-task-within"), "number", most=1000),
        Input("within_unit", phrase("ask-unit"), "choice", UNITS, default="hour"),
    )


def last_inputs(view: View) -> tuple[Input, ...]:
    """Return the inputs for teamwork, audience and modifier."""
    players = {face.player: face.name for face in view.all(Face) if face.player}
    return (
        Input("social", phrase("ask-task-social"), "flag"),
        Input("hidden", phrase("ask-task-hidden"), "flag"),
        Input("to", phrase("ask-task-to"), "choices", choices_of(players)),
        Input("modifier", phrase("ask-task-modifier"), "number", least=-10, most=10, default="0"),
        Input("modifier_reason", phrase("ask-modifier-reason"), "text", most=200),
        Input("visibility", phrase("ask-modifier-visibility"), "choice", VISIBILITIES, default="open"),
    )


def choices_of(names: dict[str, str]) -> tuple[Choice, ...]:
    """Return values with their labels as choices."""
    return tuple(Choice(value, label) for value, label in names.items())
