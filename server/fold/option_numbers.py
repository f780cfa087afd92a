"""The numbers of a seat's options, and of their inputs and choices.

The server sends each part of the options (an option, an input, a choice) once, under a number. Afterwards it refers to
the part by this number, even if the option was closed for a while.

Rule 1. Equal parts have the same number. No number is used for a second part.
Rule 2. A part has a higher number than the parts that it refers to.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from domain.core.option import Choice, Input, Option
from server.fold.projection import encode_choice, encode_input, encode_option, encode_plain

PartKind = Literal["choice", "input", "option"]


class EncodedPart(NamedTuple):
    """A part as it is sent, and the numbers of the parts that it refers to."""

    kind: PartKind
    data: bytes
    refers_to: tuple[int, ...]


class OptionNumbers:
    """The parts that were numbered for a seat."""

    def __init__(self) -> None:
        self.last = 0
        """The highest number so far."""
        self._numbers: dict[bytes, int] = {}
        """The number of each part, by its plain bytes. Parts of two kinds never have equal bytes, because they have
        different numbers of fields."""
        self._parts: dict[int, EncodedPart] = {}

    def of(self, option: Option) -> int:
        """Return the number of an option. If the option is new, number it, its inputs and their choices."""
        plain = encode_plain(option)
        found = self._numbers.get(plain)
        if found is not None:
            return found
        inputs = tuple(map(self._of_input, option.inputs))
        return self._add(plain, EncodedPart("option", encode_option(self.last + 1, option, inputs), inputs))

    def _of_input(self, asked: Input) -> int:
        plain = encode_plain(asked)
        found = self._numbers.get(plain)
        if found is not None:
            return found
        choices = tuple(map(self._of_choice, asked.choices))
        return self._add(plain, EncodedPart("input", encode_input(self.last + 1, asked, choices), choices))

    def _of_choice(self, choice: Choice) -> int:
        plain = encode_plain(choice)
        found = self._numbers.get(plain)
        if found is not None:
            return found
        return self._add(plain, EncodedPart("choice", encode_choice(self.last + 1, choice), ()))

    def _add(self, plain: bytes, part: EncodedPart) -> int:
        self.last += 1
        self._numbers[plain] = self.last
        self._parts[self.last] = part
        return self.last

    def since(self, number: int) -> list[EncodedPart]:
        """Return the parts with higher numbers than this, in order."""
        if number == self.last:
            return []
        found = list[EncodedPart]()
        for later, part in reversed(self._parts.items()):
            if later <= number:
                break
            found.append(part)
        return found[::-1]

    def needed(self, numbers: Iterable[int], sent: set[int]) -> Iterator[EncodedPart]:
        """Yield the parts with these numbers, each after the parts that it refers to. Leave out the parts in `sent`,
        and add the others to it."""
        for number in numbers:
            if number not in sent:
                sent.add(number)
                part = self._parts[number]
                yield from self.needed(part.refers_to, sent)
                yield part

    def forget_closed(self, options: Iterable[int], since: int = 0) -> None:
        """Forget the parts with higher numbers than `since` that none of these options consists of. If such a part is
        needed again, it gets a new number."""
        kept = set[int]()
        for _ in self.needed(options, kept):
            pass
        self._parts = {n: part for n, part in self._parts.items() if n <= since or n in kept}
        self._numbers = {plain: n for plain, n in self._numbers.items() if n in self._parts}
