"""The commands that are open to a seat now, put together from frames that send each part once, under a number."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from domain.core.option import Choice, Input, Option
from domain.core.words import Ref, Words
from server.client.errors import WrongFrames
from server.protocol import frames

P = TypeVar("P")


class OpenOptions:
    """The open options of a seat."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._texts: dict[int, Words | str] = {0: ""}
        self._choices: dict[int, Choice] = {}
        self._inputs: dict[int, Input] = {}
        self._options: dict[int, Option] = {}
        self._by_command: dict[str, list[Option]] = {}

    def take(self, frame: frames.Options) -> None:
        """Apply a frame. Raise `WrongFrames` if it refers to a number that was not sent."""
        if frame.whole:
            self._clear()
        for text in frame.texts:
            self._texts[text.number] = text.text if isinstance(text.text, str) else self._words(text.text)
        for c in frame.choices:
            self._choices[c.number] = Choice(self._plain(c.value), self._text(c.label), self._text(c.hint))
        for i in frame.inputs:
            self._inputs[i.number] = Input(
                self._plain(i.name), self._text(i.label), i.kind, tuple(_found(self._choices, n) for n in i.choices),
                i.least, i.most, self._plain(i.default), i.rarely,
            )  # fmt: skip
        for o in frame.options:
            self._options[o.number] = Option(
                self._plain(o.command), self._plain(o.actor), self._text(o.label), self._text(o.hint),
                self._plain(o.group), o.urgent, tuple(_found(self._inputs, n) for n in o.inputs), o.parts, o.grave,
            )  # fmt: skip
        for offer in frame.offers:
            options = self._by_command.setdefault(self._plain(offer.command), [])
            options[offer.at : offer.at + offer.gone] = [_found(self._options, n) for n in offer.options]

    def of(self, command: str, actor: str | None = None) -> list[Option]:
        """Return the open options of a command, for this character or (None) for all."""
        return [one for one in self._by_command.get(command, ()) if actor is None or one.actor == actor]

    def __iter__(self) -> Iterator[Option]:
        """Iterate over all open options, commands in the order of their names."""
        for command in sorted(self._by_command):
            yield from self._by_command[command]

    def _words(self, sent: frames.SentWords) -> Words:
        return Words(sent.id, tuple((name, self._arg(arg)) for name, arg in sent.args), sent.rule)

    def _arg(self, arg: int | str | Ref | frames.WordsByNumber) -> int | str | Ref | Words:
        return self._text(arg.number) if isinstance(arg, frames.WordsByNumber) else arg

    def _text(self, number: int) -> Words | str:
        return _found(self._texts, number)

    def _plain(self, number: int) -> str:
        return str(_found(self._texts, number))


def _found(parts: Mapping[int, P], number: int) -> P:
    try:
        return parts[number]
    except KeyError:
        raise WrongFrames(f"The server named number {number} of the options, which it has not sent.") from None
