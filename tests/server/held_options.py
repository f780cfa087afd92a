"""The options that a page holds, put together from the frames that it received."""

from __future__ import annotations

from typing import Any


class HeldOptions:
    """The options of a page: the numbered parts, and for each command the open options. It fails on a number that was
    not sent or was sent twice, and on a frame that changes nothing."""

    def __init__(self) -> None:
        self.offers: dict[str, list[Any]] = {}
        """The open options of each command."""
        self._parts: dict[int, Any] = {0: ""}

    def take(
        self,
        whole: bool,
        texts: list[Any],
        choices: list[Any],
        inputs: list[Any],
        options: list[Any],
        offers: list[Any],
    ) -> None:
        """Apply a frame."""
        assert whole or texts or choices or inputs or options or offers, "the frame is empty"
        if whole:
            self.offers, self._parts = {}, {0: ""}
        for number, text in texts:
            self._add(number, text if isinstance(text, str) else self._words(*text))
        for number, *of in choices:
            self._add(number, [self._parts[one] for one in of])
        for number, name, label, kind, of, least, most, default, rarely in inputs:
            head = [self._parts[name], self._parts[label], kind, [self._parts[one] for one in of]]
            self._add(number, [*head, least, most, self._parts[default], rarely])
        for number, command, actor, label, hint, group, urgent, of, parts, grave in options:
            told = [self._parts[one] for one in (command, actor, label, hint, group)]
            self._add(number, [*told, urgent, [self._parts[one] for one in of], parts, grave])
        for named, at, gone, new in offers:
            command = self._parts[named]
            before = self.offers.get(command, [])
            found = [self._parts[one] for one in new]
            assert before or not gone, f"{command} has no options that could go"
            assert all(option[0] == command for option in found), f"options of {command} belong to another command"
            assert at + gone <= len(before), f"options of {command} go that are not there"
            now = [*before[:at], *found, *before[at + gone :]]
            assert gone or new, f"the options of {command} are said to change, and do not"
            self.offers[command] = now

    def _words(self, tag: int, id_: str, args: list[Any], rule: str) -> list[Any]:
        known = [[name, self._parts[arg[1]] if isinstance(arg, list) and arg[0] == 2 else arg] for name, arg in args]
        return [tag, id_, known, rule]

    def _add(self, number: int, part: Any) -> None:
        assert number not in self._parts, f"number {number} is used twice"
        self._parts[number] = part
