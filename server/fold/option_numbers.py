"""The numbers under which a seat's options are sent, and their parts.

A part is an option, an input, a choice or a text. The server sends each part once, together with a number. Later it
sends only this number, even if the option was closed for a while in between.

Rule 1. Equal parts have the same number. A number is never used for another part.
Rule 2. A part has a higher number than the parts that it refers to.
"""

from collections.abc import Hashable, Iterable
from typing import Final, Literal

import msgspec

from domain.core.option import Choice, Input, Option
from domain.core.words import Words
from server.fold.projection import encode_choice, encode_input, encode_option, encode_plain, encode_text, encode_words

PartKind = Literal["text", "choice", "input", "option"]

OBJECTS_KEPT: Final = 4_096
"""The number of objects of options and inputs that are remembered with their numbers, so that their fields need not be
compared."""


class EncodedPart(msgspec.Struct, frozen=True, gc=False):
    """An encoded part, and the numbers of the parts that it refers to."""

    kind: PartKind
    data: bytes
    refers_to: tuple[int, ...]


class OptionNumbers:
    """The numbers of the parts that were sent to a seat."""

    def __init__(self) -> None:
        self.last = 0
        """The highest number so far."""
        self._numbers: dict[Hashable, int] = {}
        """The number of each part. The key of a text or a choice is the text or choice itself; the key of an input is
        its bytes; the key of an option is its fields with the numbers of its inputs."""
        self._parts: dict[int, EncodedPart] = {}
        self._objects: dict[int, tuple[Option | Input, int]] = {}
        """The number of each remembered object, by the `id` of the object. After a change, most options and inputs are
        the same objects as before."""

    def of_all(self, options: Iterable[Option]) -> tuple[int, ...]:
        """Return the numbers of options. A new option gets a number, and so do all its new parts."""
        known = self._objects
        return tuple([kept[1] if (kept := known.get(id(one))) is not None else self._of(one) for one in options])

    def _of(self, option: Option) -> int:
        o, known = option, self._objects
        inputs = tuple([kept[1] if (kept := known.get(id(i))) is not None else self._of_input(i) for i in o.inputs])
        key = (o.command, o.actor, o.label, o.hint, o.group, o.urgent, inputs, o.parts, o.grave)
        found = self._numbers.get(key)
        if found is None:
            texts = tuple(map(self.of_text, key[:5]))
            data = encode_option(self.last + 1, option, texts, inputs)
            found = self._add(key, EncodedPart("option", data, (*texts, *inputs)))
        self._remember(option, found)
        return found

    def _remember(self, asked: Option | Input, number: int) -> None:
        if len(self._objects) >= OBJECTS_KEPT:
            self._objects.clear()
        self._objects[id(asked)] = asked, number  # keeping the object keeps its `id` from being used for another

    def _of_input(self, asked: Input) -> int:
        plain = encode_plain(asked)
        found = self._numbers.get(plain)
        if found is None:
            choices = tuple(map(self._of_choice, asked.choices))
            texts = tuple(map(self.of_text, (asked.name, asked.label, asked.default)))
            data = encode_input(self.last + 1, asked, texts, choices)
            found = self._add(plain, EncodedPart("input", data, (*texts, *choices)))
        self._remember(asked, found)
        return found

    def _of_choice(self, choice: Choice) -> int:
        found = self._numbers.get(choice)
        if found is not None:
            return found
        texts = tuple(map(self.of_text, (choice.value, choice.label, choice.hint)))
        return self._add(choice, EncodedPart("choice", encode_choice(self.last + 1, texts), texts))

    def of_text(self, text: Words | str) -> int:
        """Return the number of a text. The empty text has the number 0."""
        if text == "":
            return 0
        found = self._numbers.get(text)
        if found is not None:
            return found
        if isinstance(text, str):
            return self._add(text, EncodedPart("text", encode_text(self.last + 1, text), ()))
        known = tuple([self.of_text(arg) for _, arg in text.args if isinstance(arg, Words)])
        return self._add(text, EncodedPart("text", encode_words(self.last + 1, text, known), known))

    def _add(self, key: Hashable, part: EncodedPart) -> int:
        self.last += 1
        self._numbers[key] = self.last
        self._parts[self.last] = part
        return self.last

    def since(self, number: int) -> list[EncodedPart]:
        """Return the parts with a higher number than the given one, in order."""
        if number == self.last:
            return []
        found = list[EncodedPart]()
        for later, part in reversed(self._parts.items()):
            if later <= number:
                break
            found.append(part)
        return found[::-1]

    def needed(self, numbers: Iterable[int], sent: set[int]) -> list[EncodedPart]:
        """Return the parts with these numbers, each after the parts that it refers to. A part whose number is in `sent`
        is left out; the number of each returned part is added to `sent`."""
        found = list[EncodedPart]()
        self._find_needed(numbers, sent, found)
        return found

    def _find_needed(self, numbers: Iterable[int], sent: set[int], found: list[EncodedPart]) -> None:
        for number in numbers:
            if number and number not in sent:
                sent.add(number)
                part = self._parts[number]
                if part.refers_to:
                    self._find_needed(part.refers_to, sent, found)
                found.append(part)

    def forget_closed(self, options: Iterable[int], since: int = 0) -> None:
        """Keep the parts of these options, and all parts with numbers up to `since`. Forget the rest. A forgotten part
        gets a new number when it is needed again."""
        kept = set[int]()
        self.needed(options, kept)
        self._parts = {n: part for n, part in self._parts.items() if n <= since or n in kept}
        self._numbers = {key: n for key, n in self._numbers.items() if n in self._parts}
        self._objects.clear()
