"""Commands: typed requests, named in the imperative. Each class checks whether it is legal, and decides its events.

Law. A seat is answered from its own view. `check` and `offer` get that view and nothing else. `decide` gets the whole
     state, may not refuse, and only emits the events that follow.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal

import msgspec

from domain.core.deciding import Checked, Deciding
from domain.core.refusal import Refusal
from domain.core.state import View

if TYPE_CHECKING:  # only a return type: the core knows no rule
    from domain.rules.pool import Pool

Place = Literal["chronicle", "scene"]
Preview = Literal["", "pool", "dice"]
BOTH: Final[tuple[Place, ...]] = ("chronicle", "scene")
"""For a command that is possible both between scenes and in a scene."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """A value to choose, with its label and a short hint (dice, rule)."""

    value: str
    label: str
    hint: str = ""


class Input(msgspec.Struct, frozen=True, array_like=True):
    """A field of an option's form. `name` is the field of the command that the answer fills.

    By `kind`:

    - `choice`: one of `choices`; with `least` 1, none is selected beforehand.
    - `choices`: any of `choices`.
    - `number`: from `least` to `most`.
    - `text`: from `least` to `most` characters.
    - `flag`: yes or no.
    - `file`: the text of a file, at most `most` characters.
    - `seat`: a player's seat, "" for the Storyteller. Only the page knows the names of the players.

    A page may fold away a field that is `rarely` answered.
    """

    name: str
    label: str
    kind: Literal["choice", "choices", "number", "text", "flag", "file", "seat"]
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    default: str = ""
    rarely: bool = False


class Option(msgspec.Struct, frozen=True, array_like=True):
    """A command that is open to a seat now, with its label and its form.

    - `command`: the type of the command.
    - `actor`: the character that it is for, "" for the seat itself.
    - `group`: the part of the page that it belongs to.
    - `urgent`: the table waits for it, or the player would forget it.
    - `parts`: labels and dice, as the seat sees them, that the game will add to a pool that the player builds.
    - `grave`: the page asks for confirmation, e.g. because the command removes something for good.
    """

    command: str
    actor: str
    label: str
    hint: str = ""
    group: str = ""
    urgent: bool = False
    inputs: tuple[Input, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    grave: bool = False


class Command(msgspec.Struct, Generic[Checked], frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """Base of all commands: a class for each type of command. The type of every field bounds its length or number.

    A `Command[Checked]` hands a value of that type from `check` to `decide`, so that `decide` need not compute it
    again.
    """

    places: ClassVar[tuple[Place, ...]] = ("scene",)
    when_closed: ClassVar[bool] = False
    """True if it is legal in a closed scene."""
    looks_back: ClassVar[bool] = False
    """True if the server must read the log for it; its sender gets a lower rate limit."""

    title: ClassVar[str] = ""
    """The heading above several options of this command, if their labels have no common beginning."""
    preview: ClassVar[Preview] = ""
    """The preview in the form: the `pool` that the command would roll, or the refusal of a wrong split of `dice`."""
    usual: ClassVar[int] = 0
    """The place among the usual options about a character, attack or task, from 1; 0: folded away behind "More"."""

    @property
    def back_to(self) -> int | None:
        """The moment (`View.moment`) that the command returns the table to; None for an ordinary command."""
        return None

    def origin(self, view: View) -> tuple[str, int] | None:
        """Return the stream of another scene and the moment of it that this command goes on from, for a seat that may
        send it; None if it goes on from no other scene."""
        return None

    def check(self, view: View) -> Checked:
        """Raise `Refusal` if the seat of this view may not do this. The answer depends on the view alone. The returned
        value reaches `decide` as `table.checked`."""
        raise NotImplementedError

    def decide(self, table: Deciding[Checked]) -> None:
        """Emit the events that follow. Never refuse."""
        raise NotImplementedError

    def foreseen(self, view: View) -> "Pool | None":
        """Return the pool that this command would roll, without parts that its sender does not see. None if it rolls
        nothing, or if part of the pool is openly withheld. Raise `Refusal` like `check`."""
        return None

    def opposed(self, view: View) -> "Pool | None":
        """Return the opponent's pool against which the foreseen pool is rolled (E2), if its sender sees all of it.
        Raise `Refusal` like `check`."""
        return None

    def in_words(self, view: View) -> str:
        """Return a further sentence that the page shows before the command is sent, "" for none. Raise `Refusal` like
        `check`."""
        return ""

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the options that this command has for the seat of this view now. Default: none."""
        no_options: Iterable[Option] = ()
        yield from no_options


class TableCommand(Command, frozen=True):
    """A command that only the server itself sends, e.g. to open a stream. No client can send it."""

    def check(self, view: View) -> None:
        if view.seat.id or not view.seat.is_storyteller:
            raise Refusal("table-only", "Only the table itself does this (T1).")
