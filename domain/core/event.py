"""Events: facts, named in the past, each knowing how it is folded into the records of its own audience.

Law 1. An event's fold reads and writes only the records of the event's audience. So what a seat sees is the fold of
       the events that this seat may see, whatever else happened.
Law 2. The fold never rolls, validates or asks a rule, and never fails on a sub-stream: what it needs, it carries.
Law 3. An event class says which kinds of audience it may be addressed to; one that does not, does not start.
"""

from typing import ClassVar

import msgspec

from domain.core.audience import Audience, Kind
from domain.core.partition import Partition


class Event(msgspec.Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Base of all events: one class a type of event."""

    audiences: ClassVar[frozenset[Kind]]
    version: ClassVar[int] = 1
    """Raised when stored fields change their meaning or place; older ones are then lifted on read. A field added at
    the end, with a default, needs no new version."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        """The fields of an event as an older version stored them, as this version has them; pure. Raises LookupError
        for a version that there never was."""
        raise LookupError(f"{cls.__name__} has no version {version}")

    def apply(self, records: Partition, at: int) -> None:
        """Fold this fact into its audience's records. `at` is the commit's time, milliseconds since 1970."""
        raise NotImplementedError


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event and the one audience that may know it in full."""

    audience: Audience
    event: Event
