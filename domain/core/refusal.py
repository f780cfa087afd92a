"""Refusals: the answer to a command that is not legal, and checks that raise one."""

from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


class Refusal(Exception):
    """The answer to a command that is not legal: a code for programs and a sentence for the sender. It is no bug."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def why_not(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> str:
    """Run a check. Return the sentence of its refusal, or "" if it passes."""
    try:
        check(*args, **kwargs)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def allowed(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """True if the check passes. `offer` and `check` call the same checks, so that options and answers agree."""
    return not why_not(check, *args, **kwargs)
