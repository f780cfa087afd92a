"""Commands: typed requests, named in the imperative. Each class checks whether it is legal, and decides its events.

Law. A seat is answered from its own view. `check` and `offer` get that view and nothing else. `decide` gets the whole
     state, may not refuse, and only emits the events that follow.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Generic, Literal

import msgspec

from domain.core.deciding import Checked, Deciding
from domain.core.option import Option, Preview
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words
from domain.rules.pool import Pool

Place = Literal["chronicle", "scene"]
BOTH: Final[tuple[Place, ...]] = ("chronicle", "scene")
"""For a command that is possible both between scenes and in a scene."""


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

    title: ClassVar[Words | str] = ""
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

    def foreseen(self, view: View) -> Pool | None:
        """Return the pool that this command would roll, without parts that its sender does not see. None if it rolls
        nothing, or if part of the pool is openly withheld. Raise `Refusal` like `check`."""
        return None

    def opposed(self, view: View) -> Pool | None:
        """Return the opponent's pool against which the foreseen pool is rolled (E2), if its sender sees all of it.
        Raise `Refusal` like `check`."""
        return None

    def in_words(self, view: View) -> Words | str:
        """Return further words that the page shows before the command is sent, `NO_WORDS` for none. Raise `Refusal`
        like `check`."""
        return NO_WORDS

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the options that this command has for the seat of this view now. Default: none."""
        no_options: Iterable[Option] = ()
        yield from no_options


class TableCommand(Command, frozen=True):
    """A command that only the server itself sends, e.g. to open a stream. No client can send it."""

    def check(self, view: View) -> None:
        if view.seat.id or not view.seat.is_storyteller:
            raise Refusal("table-only", rule="T1")
