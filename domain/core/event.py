"""Events: facts, named in the past tense. Each class folds itself into the records of its own audience.

Law 1. The fold of an event reads and writes only records of the event's audience. So a seat's view is the fold of the
       events that this seat may read, and no hidden event affects it.
Law 2. The fold never rolls, validates or asks a rule, and never fails on a sub-stream: an event carries every value
       that its fold needs.
Law 3. An event class declares the kinds of audience that it may be sent to. The program does not start with a class
       that declares none.
"""

from typing import ClassVar

import msgspec

from domain.core.audience import Audience, Kind
from domain.core.partition import Partition
from domain.core.words import lifted


class Event(msgspec.Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Base of all events. Each type of event is one class."""

    audiences: ClassVar[frozenset[Kind]]
    version: ClassVar[int] = 1
    """Raise this number when a stored field changes its meaning or its position. `lift` then converts older events when
    they are read. A new field at the end, with a default, needs no new version."""
    sentences: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that held an English sentence in version 1 and hold `Words` now. `lift` converts them."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        """Convert the stored fields of an older version to those of this version. Pure. Raise LookupError for an
        unknown version. A class overrides this if more than its `sentences` has changed."""
        if version == 1 and cls.sentences:
            places = {cls.__struct_fields__.index(name) for name in cls.sentences}
            return [lifted(field) if place in places else field for place, field in enumerate(fields)]
        raise LookupError(f"{cls.__name__} has no version {version}")

    def apply(self, records: Partition, at: int) -> None:
        """Fold this event into the records of its audience. `at` is the commit's time in milliseconds since 1970."""
        raise NotImplementedError


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event with its audience: the only people who may know it in full."""

    audience: Audience
    event: Event
