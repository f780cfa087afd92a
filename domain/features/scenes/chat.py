"""Talk: in character, out of character, narration, whispers. Speaking is not an action (T2)."""

from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, Seat, seats
from domain.core.bounds import Id, LongText, SeatIds
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, said
from domain.features.characters.character import hidden, own
from domain.features.table.settings import check_audience
from domain.features.table.story_log import LineKind, tell


class Said(Event, frozen=True):
    """A person or a character said something. `actor` is the character that speaks, "" if the person speaks."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    kind: LineKind
    text: Words | str
    """A `str` is text that a person typed."""

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, said(self.text), kind=self.kind, who=self.who, actor=self.actor)


class Say(Command, frozen=True):
    """Say a text, as a character or as the person at the seat. It is for everybody, or a whisper to the seats in `to`.

    If the Storyteller names no character, the text is narration; with `aside`, she speaks as herself. With
    "storyteller" in `to`, a player whispers to the Storyteller.
    """

    places = BOTH

    text: LongText
    actor: Id = ""
    to: SeatIds = ()
    aside: bool = False

    def check(self, view: View) -> None:
        if not self.text.strip():
            raise Refusal("nothing-said", rule="T2")
        if self.actor:
            own(view, self.actor)
        check_audience(view, self.audience(view.seat))

    def audience(self, seat: Seat) -> Audience:
        """Return the audience of the text."""
        if not self.to:
            return EVERYONE
        named = {one for one in self.to if one != "storyteller"} | (set() if seat.is_storyteller else {seat.id})
        return seats(*named) if named else STORYTELLER

    def decide(self, table: Deciding) -> None:
        who, tells = table.seat.id, table.seat.is_storyteller
        # Even the id of a hidden character would reveal that it is there (X4), so its words name no speaker.
        actor = "" if self.actor and hidden(table.full, self.actor) else self.actor
        if not self.to:
            kind: LineKind = "narrated" if tells and not actor and not self.aside else "said"
            table.emit(EVERYONE, Said(who, actor, kind, self.text))
            return
        table.emit(self.audience(table.seat), Said(who, actor, "whispered", self.text))
