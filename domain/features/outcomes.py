"""Outcomes: what a character knows of a roll that others do not see, told by the Storyteller (X1, X2)."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.audience import EVERYONE, Kind, seats
from domain.bounds import Id, LongText, SeatId
from domain.command import Choice, Command, Input, Option, Place, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import Face, hidden, own
from domain.features.setting import check_audience, storyteller_only
from domain.features.story import literal, tell
from domain.state import Partition, View

Outcome = Literal["success", "failure", ""]
"""How it went as told; "" where only words are."""

WORDS: dict[Outcome, str] = {"success": "it succeeds.", "failure": "it fails.", "": ""}


class OutcomeTold(Event, frozen=True):
    """What became of something, as much of it as the audience is to know. The player abides by it (X1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    outcome: Outcome
    text: str

    def apply(self, records: Partition, at: int) -> None:
        words = sentence(literal(self.text), WORDS[self.outcome])
        refs = (self.actor,) if self.actor else ()
        tell(records, at, f"{{0}}: {words}" if refs else words, *refs, kind="ruled", who=self.who)


def sentence(text: str, outcome: str) -> str:
    """What is told of something, and what became of it, as people would write it."""
    if not text or not outcome:
        return text or outcome
    return f"{text} {outcome.capitalize()}" if text[-1] in ".!?…" else f"{text}: {outcome}"


class TellOutcome(Command, frozen=True):
    """Tell everybody, or the seats in `to`, what became of something: at once, or any time later."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id = ""
    outcome: Outcome = ""
    text: LongText = ""
    to: tuple[SeatId, ...] = ()

    def check(self, view: View) -> None:
        storyteller_only(view)
        if self.actor:
            own(view, self.actor)
        if not self.outcome and not self.text.strip():
            raise Refusal("nothing-said", "Say what the character knows: success, failure or words.")
        if len(self.to) > 20:
            raise Refusal("too-many", "Name 20 seats at most who are to know, or nobody for everybody.")
        if self.to:
            check_audience(view, seats(*self.to))

    def decide(self, table: Deciding) -> None:
        audience = seats(*self.to) if self.to else EVERYONE
        # The id of a hidden character would itself be a trace (X4).
        actor = "" if self.actor and hidden(table.full, self.actor) else self.actor
        table.emit(audience, OutcomeTold(table.seat.id, actor, self.outcome, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            outcomes = (Choice("success", "Success"), Choice("failure", "Failure"), Choice("", "Only words"))
            players = tuple(Choice(f.player, f.name) for f in view.all(Face) if f.player)
            inputs = (
                Input("outcome", "What became of it", "choice", outcomes),
                Input("text", "In words", "text", most=4000),
                Input("to", "Who may know (nobody chosen: everybody)", "choices", players),
            )
            yield Option(cls.__name__, "", "Tell an outcome", group="secrets", inputs=inputs)
