"""Options: the commands that are open to a seat now, computed from the seat's own view."""

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.option import Option
from domain.core.record import RecordKey
from domain.core.state import View
from domain.features.characters.character import Face
from domain.features.table.settings import Setting
from domain.tracked_view import Answer, Memory

Failed = Callable[[str, Exception], None]
"""A function to call for a command whose options could not be computed, with the error."""


def options(view: View) -> Iterator[Option]:
    """Yield all options for the seat of this view, command by command in the order of names. `Offers` must always give
    the same result."""
    for _, command in _commands():
        yield from options_of(command, view)


def options_of(command: type[Command], view: View) -> Iterable[Option]:
    """Return the options of a command for the seat of this view."""
    found = view.get(Setting, "setting")
    if found is None or view.seat.role == "spectator":
        return ()
    if found.place not in command.places or not (found.open or command.when_closed):
        return ()
    return command.offer(view)


def questions(view: View, failed: Failed) -> frozenset[str]:
    """Return the questions of the table to the seat of this view, each as a text that is the same as long as the
    question is open. The page marks its title for the same questions (`isQuestion` in
    `web/src/actions/questions.ts`). `failed` is called for a command whose options cannot be computed."""
    offered = (option for name, command in _commands() for option in _options_or_none(view, name, command, failed))
    return frozenset(question for option in offered if (question := _question(view, option)))


def _question(view: View, option: Option) -> str:
    """Return the question that an option answers: of the Storyteller's inbox, or what the table waits for. "" if it
    answers none, or if the table waits for the player of the character and the Storyteller only could do it too."""
    if view.seat.is_storyteller:
        answers = catalogue().commands[option.command].answers
        named = next((i for i in option.inputs if i.name == answers), None)
        if named is not None and named.kind == "choice" and len(named.choices) == 1:
            return f"{answers} {named.choices[0].value}"
        face = view.get(Face, option.actor)
        if face is not None and face.player:
            return ""
    return f"{option.command} {option.actor}" if option.urgent else ""


class Offers:
    """The options for the seat of a view, kept up to date. When records change, only those commands are asked again
    whose options were computed from one of these records."""

    def __init__(self, view: View, failed: Failed) -> None:
        """`failed` is called for a command whose options cannot be computed, which is a bug; all further commands are
        still offered."""
        self._failed = failed
        self.memory = Memory(view)
        self._answers: list[tuple[str, Answer]] = [
            (name, self.memory.keep(self._question(name, command))) for name, command in _commands()
        ]

    def _question(self, name: str, command: type[Command]) -> Callable[[View], tuple[Option, ...]]:
        return lambda view: _options_or_none(view, name, command, self._failed)

    def renew(self, changed: Set[RecordKey]) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """Yield the commands whose options have changed because these records changed, by name, with their options now.
        The first call yields all commands."""
        self.memory.change(changed)
        for name, answer in self._answers:
            if answer.state != "current" and self.memory.update(answer):
                yield name, answer.value
        self.memory.forget_unread()


@cache
def _commands() -> list[tuple[str, type[Command]]]:
    return sorted(catalogue().commands.items())


def _options_or_none(view: View, name: str, command: type[Command], failed: Failed) -> tuple[Option, ...]:
    """Return the options of a command. If they cannot be computed, call `failed` and return none."""
    try:
        return tuple(options_of(command, view))
    except Exception as error:
        failed(name, error)
        return ()
