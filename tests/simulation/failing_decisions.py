"""Decisions that raise half-way, for the protocol fuzzer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from domain.core.audience import Audience
from domain.core.deciding import Deciding
from domain.core.event import Event


class Broken(Exception):
    """Raised in the middle of a decision."""


@contextmanager
def raise_after(at: int) -> Iterator[list[str]]:
    """Raise in every decision after `at` facts. The yielded list has an entry for each time."""
    breaks: list[str] = []
    emit: Callable[..., None] = Deciding.emit
    facts = 0

    def breaking(self: Deciding, audience: Audience, *events: Event) -> None:
        nonlocal facts
        emit(self, audience, *events)
        facts += len(events)
        if facts >= at:
            breaks.append(audience)
            raise Broken

    with patch.object(Deciding, "emit", breaking):
        yield breaks
