"""The recorded evenings as beginnings of random play: their facts up to some commit.

Their logs are kept for ever, so a beginning stays the same under later rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from domain.core.audience import Audience
from domain.core.event import Fact
from server.fold.commit_codec import unpack
from tests.golden.golden import logs, stored

SEATS = {name: name.upper() for name in ("anna", "ben")}
"""The evenings' players, with the players of random play that replace them."""


@cache
def evenings() -> tuple[tuple[tuple[int, list[Fact]], ...], ...]:
    """Return every evening: the time and the facts of each commit."""
    commits = ((unpack(payload) for payload in stored(name)) for name in logs())
    return tuple(tuple((one.at, [moved(fact) for fact in one.facts]) for one in evening) for evening in commits)


def moved(fact: Fact) -> Fact:
    """Return a fact with its players in the seats of random play."""
    before, colon, named = fact.audience.partition(":")
    audience = Audience(before + colon + ",".join(SEATS.get(seat, seat) for seat in named.split(",")))
    plain = msgspec.msgpack.decode(msgspec.msgpack.encode(fact.event))
    return Fact(audience, msgspec.convert(reseated(plain), type(fact.event)))


def reseated(value: Any) -> Any:
    """Return a value with every seat's id in it replaced."""
    if isinstance(value, list):
        return [reseated(item) for item in value]
    return SEATS.get(value, value) if isinstance(value, str) else value
