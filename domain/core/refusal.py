"""Refusals: the answer to a command that is not legal, and checks that raise one."""

from collections.abc import Callable
from typing import ParamSpec

from domain.core.words import NO_WORDS, Ref, Typed, Words

P = ParamSpec("P")


class Refusal(Exception):
    """The answer to a command that is not legal. A refusal is not a bug. Its code is the id of a message: the message
    says what the sender can do instead, and `rule` is the number of the rule that the refusal follows from."""

    def __init__(self, code: str, /, *, rule: str = "", **args: int | Typed | Ref | Words) -> None:
        super().__init__(code)
        self.code = code
        self.words = Words(code, tuple(args.items()), rule)

    def __str__(self) -> str:
        args = dict(self.words.args)
        return f"{self.code} {args}" if args else self.code


def why_not(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Words:
    """Run a check. Return the words of its refusal, or `NO_WORDS` if it passes."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        return refusal.words
    return NO_WORDS


def allowed(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Run a check. Return True if it passes, and False if it raises a refusal. A command's `offer` and `check` use the
    same checks, so every command that is offered is also accepted."""
    try:
        check(*args, **kwargs)
    except Refusal:
        return False
    return True
