"""Commands: typed requests, named in the imperative. Each class checks whether it is legal, and decides its events.

Law. A seat is answered from its own view. `check` and `offer` get that view and nothing else. `decide` gets the whole
     state, may not refuse, and only emits the events that follow.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Generic, Literal

import msgspec

from domain.core.deciding import Checked, Deciding
from domain.core.option import Desk, Option, Preview
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words
from domain.rules.pool import Pool

Place = Literal["chronicle", "scene"]
BOTH: Final[tuple[Place, ...]] = ("chronicle", "scene")
"""The places of a command that is possible both between scenes and in a scene."""


class Command(msgspec.Struct, Generic[Checked], frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """Base of all commands: a class for each type of command. The type of every field bounds its length or number.

    The `check` of a `Command[Checked]` returns a value of that type, and `decide` gets it, so that `decide` need not
    compute it again.
    """

    places: ClassVar[tuple[Place, ...]] = ("scene",)
    when_closed: ClassVar[bool] = False
    """True if the command is legal in a closed scene."""
    looks_back: ClassVar[bool] = False
    """True if the server must read the log for this command. Its sender may send such commands less often."""

    later_fields: ClassVar[int] = 0
    """How many of its last fields were added after a release. A client of an older release leaves them out; every other
    field must be sent."""

    title: ClassVar[Words | str] = ""
    """The heading above several options of this command, if their labels have no common beginning."""
    preview: ClassVar[Preview] = ""
    """The preview in the form, before the command is sent: the `pool` that it would roll, or the refusal if `dice` are
    split wrongly. "" for nothing."""
    usual: ClassVar[int] = 0
    """The place of this command among the usual options about a character, attack or task, from 1. 0: the page hides it
    behind "More"."""
    desk: ClassVar[Desk] = ""
    """The part of the Storyteller's desk with this command: `next` moves the table on, `often` is near at hand,
    `secret` is behind the screen."""
    answers: ClassVar[str] = ""
    """The input that names a question to the Storyteller, such as an intent or an outcome that is not told. An option
    that fixes this input is an answer in her inbox. "" if the command answers none."""

    @property
    def back_to(self) -> int | None:
        """The moment (`View.moment`) to which this command takes the table back; None for a command that takes nothing
        back."""
        return None

    def origin(self, view: View) -> tuple[str, int] | None:
        """Return the scene that this command continues: the name of its stream, and the moment in it. None if it
        continues no other scene, or if the seat may not send it."""
        return None

    def check(self, view: View) -> Checked:
        """Raise `Refusal` if the seat of this view may not do this. The answer depends on the view alone. The returned
        value reaches `decide` as `table.checked`."""
        raise NotImplementedError

    def decide(self, table: Deciding[Checked]) -> None:
        """Emit the events that follow. Never refuse."""
        raise NotImplementedError

    def foreseen(self, view: View) -> Pool | None:
        """Return the pool that this command would roll, without the parts that its sender may not see. None if it rolls
        nothing, or if the sender knows that a part is withheld. Raise `Refusal` like `check`."""
        return None

    def opposed(self, view: View) -> Pool | None:
        """Return the opponent's pool against which the foreseen pool is rolled (E2), if its sender sees all of it.
        Raise `Refusal` like `check`."""
        return None

    def in_words(self, view: View) -> Words | str:
        """Return a text that the page shows before the command is sent, or `NO_WORDS`. Raise `Refusal` like `check`."""
        return NO_WORDS

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the options for this command that the seat of this view has now. Default: none."""
        no_options: Iterable[Option] = ()
        yield from no_options


class TableCommand(Command, frozen=True):
    """A command that only the server itself sends, e.g. to open a stream. No client can send it."""

    def check(self, view: View) -> None:
        if view.seat.id or not view.seat.is_storyteller:
            raise Refusal("table-only", rule="T1")
