"""Handouts: texts and pictures that the Storyteller shows to everybody, to some seats, or later.

Going back (G0) takes no handout back: what was shown stays shown. A fork has the chronicle's present handouts.

A handout is shown to further seats by a further record with the same id, in the audience of these seats. So nobody
learns from it who saw the handout before.
"""

from typing import ClassVar

from domain.core.audience import Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.words import Typed, phrase
from domain.features.table.story_log import tell


class Handout(Record, frozen=True):
    """A handout as its audience sees it; the Storyteller's own audience has those that nobody has seen yet. `picture`
    is "" for none, and so is `text`."""

    lasts: ClassVar[bool] = True
    irrevocable: ClassVar[bool] = True

    title: str
    text: str
    picture: str


class HandoutCard(Record, frozen=True):
    """The story line that showed a handout to an audience, so that a client can show the handout there. Its id joins
    the audience and the id of the line."""

    irrevocable: ClassVar[bool] = True

    handout: str


class HandoutKept(Event, frozen=True):
    """The Storyteller has prepared a handout, which she may show later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    title: str
    text: str
    picture: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Handout(self.id, self.title, self.text, self.picture))


class HandoutShown(Event, frozen=True):
    """The audience sees a handout. `who` is the seat that shows it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats"})

    id: str
    title: str
    text: str
    picture: str
    who: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Handout(self.id, self.title, self.text, self.picture))
        line = tell(records, at, phrase("line-handout", title=Typed(self.title)), kind="narrated", who=self.who)
        records.put(HandoutCard(f"{records.audience} {line}", self.id))
