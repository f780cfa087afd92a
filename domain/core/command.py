"""Commands: wishes, in the imperative, typed, each knowing whether it is legal and what it brings about.

Law. A seat is answered from its own view. `check` and `offer` get that view and nothing else; `decide` gets the
     whole state, may not refuse, and serves only what happens next.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, ParamSpec

import msgspec
from typing_extensions import TypeVar

if TYPE_CHECKING:
    from domain.core.state import View
    from domain.deciding import Deciding
    from domain.features.rolls.roll import Pool

Place = Literal["chronicle", "scene"]
Preview = Literal["", "pool", "dice"]
BOTH: Final[tuple[Place, ...]] = ("chronicle", "scene")
"""Between scenes and in one."""
P = ParamSpec("P")
Checked = TypeVar("Checked", default=object, covariant=True)  # noqa: PLC0105 - read in every command's header
"""The result of a command's `check`, handed to its `decide`; commands that hand over nothing are plain `Command`."""


class Refusal(Exception):
    """The wish is not granted: the asker's matter, not a bug. A code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def why_not(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> str:
    """A check as an answer: the sentence with which it refuses something, "" where it lets it pass."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def allowed(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check lets something pass. What is offered is asked of the same check."""
    return not why_not(check, *args, **kwargs)


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """One value that may be picked, its label, and what it means in a few words (dice, rule)."""

    value: str
    label: str
    hint: str = ""


class Input(msgspec.Struct, frozen=True, array_like=True):
    """What a command still wants to know. `name` is the command's field.

    `choice`: one of `choices`, none of which is chosen beforehand where `least` is 1; `choices`: any of them;
    `number`: `least` to `most`; `text`: of `least` to `most` characters; `flag`; `file`: the text of a file, of at most
    `most` characters; `seat`: a player's seat, "" for the Storyteller: who sits here a page knows, and the game does
    not. `rarely`: seldom answered, so a page may fold it away.
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
    """A command that is open to a seat now. `command` is its type, `actor` the character it is for ("": the seat
    itself), `group` where a page would put it, `urgent` whether the table waits for it or it would be forgotten,
    `parts` what will be added to a pool that is built for it, as the seat sees it: labels and dice; `grave` whether it
    is worth a second thought, as what takes something from the table for good is."""

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
    """Base of all commands: one class for each type of command. The type of every field bounds its length or number.

    A `Command[Checked]` hands a value of that type from `check` to `decide`, which would have to compute it again.
    """

    places: ClassVar[tuple[Place, ...]] = ("scene",)
    when_closed: ClassVar[bool] = False
    """Whether it may still be sent when the scene is over."""
    looks_back: ClassVar[bool] = False
    """Whether the log has to be read for it: who sends it is allowed less of that."""

    title: ClassVar[str] = ""
    """The heading for several options of this command, where their labels do not begin alike."""
    preview: ClassVar[Preview] = ""
    """What a form shows before it is sent: the `pool` that would be rolled, or an objection to how `dice` are split."""
    usual: ClassVar[int] = 0
    """The place among the usual options about one character, attack or task, from 1; 0: folded away behind "More"."""

    @property
    def back_to(self) -> int | None:
        """The moment that the table is to go back to, as `View.moment` counts it; None: it goes on."""
        return None

    def origin(self, view: "View") -> tuple[str, int] | None:
        """The stream of another scene, and the moment of it that this command goes on from, for a seat that may send
        it; None if it goes on from no other scene."""
        return None

    def check(self, view: "View") -> Checked:
        """Raise `Refusal` if the seat of this view may not do this. The view is all that the answer may depend on.
        The returned value reaches `decide` as `table.checked`."""
        raise NotImplementedError

    def decide(self, table: "Deciding[Checked]") -> None:
        """Emit the facts that follow. Never refuses."""
        raise NotImplementedError

    def foreseen(self, view: "View") -> "Pool | None":
        """The pool that this would roll, as its sender sees it: what it does not see is not in it. None where nothing
        is rolled, or something is openly kept back. Raises `Refusal`."""
        return None

    def opposed(self, view: "View") -> "Pool | None":
        """The pool that what is foreseen will be measured against in one roll each (E2), where its sender sees all of
        it. Raises `Refusal`."""
        return None

    def in_words(self, view: "View") -> str:
        """What else can be said of it before it is sent, as its sender sees it; "" for nothing. Raises `Refusal`."""
        return ""

    @classmethod
    def offer(cls, view: "View") -> Iterator[Option]:
        """The ways in which this command is open to the seat of this view now. Default: none are shown."""
        no_options: Iterable[Option] = ()
        yield from no_options


class TableCommand(Command, frozen=True):
    """A command that only the table itself sends (opening, keeping): no seat's frame can carry it."""

    def check(self, view: "View") -> None:
        if view.seat.id or not view.seat.tells:
            raise Refusal("table-only", "Only the table itself does this (T1).")
