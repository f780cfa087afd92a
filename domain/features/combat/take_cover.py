"""Taking cover: getting behind what stands at hand, and out again (C25). It is no movement, and takes no action.

*(ours)* It is done once a turn: who came out for a shot and went back at once would shoot out of cover at no price.
Where there is cover the Storyteller says, by laying "cover at hand" on a character; her own she puts there at once.
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, get_args

from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.command import Choice, Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import FACES, face_audience, own, owned
from domain.features.characters.conditions import bear, bears, check_unrooted, shed, states_of
from domain.features.combat.movement import check_pause

COVER: Final = "cover"
Cover = Literal["none", "light", "good", "superior"]
KINDS: Final[tuple[Cover, ...]] = get_args(Cover)
"""From what takes no dice on: each takes one more (C25)."""
HINTS: Final = (
    "come out of it",
    "1 die less to hit it",
    "2 dice less, 1 from its shots",
    "3 dice less, 2 from its shots",
)


class CoverTaken(Record, frozen=True):
    """A character has got behind cover in this turn, or out of it (C25). Its id is the character's."""

    face: ClassVar[bool] = True
    turn_long: ClassVar[bool] = True

    def restating_event(self) -> Event:
        return TookCover(self.id)


class TookCover(Event, frozen=True):
    """A character gets behind cover, or out of it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(CoverTaken(self.id))


class TakeCover(Command, frozen=True):
    """Get behind cover that is at hand, or come out of it: once a turn, on its slot or after it."""

    actor: Id
    cover: Cover

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        check_cover(view, self.actor)
        if self.cover == covered(view, self.actor):
            raise Refusal("nothing", f"{face.name} is so already (C25).")

    def decide(self, table: Deciding) -> None:
        table.emit(face_audience(table.full, self.actor), TookCover(self.actor))
        borne = bears(table.full, self.actor, COVER)
        if self.cover != "none":
            bear(table, self.actor, COVER, value=KINDS.index(self.cover))
        elif borne is not None:
            shed(table, borne)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if not allowed(check_cover, view, face.id):
                continue
            now = covered(view, face.id)
            kinds = (Choice(k, k.capitalize(), hint) for k, hint in zip(KINDS, HINTS, strict=True) if k != now)
            which = Input("cover", "How much of it is covered", "choice", tuple(kinds))
            label = (
                f"{face.name}: cover" if view.seat.is_storyteller else "Take cover" if now == "none" else "Change cover"
            )
            yield Option(cls.__name__, face.id, label, "C25", "act", inputs=(which,))


def covered(view: View, actor: str) -> Cover:
    """What cover a character is in."""
    borne = bears(view, actor, COVER)
    return KINDS[borne.value] if borne else "none"


def check_cover(view: View, actor: str) -> None:
    """Whether a character may get behind something now, or out again. Raises `Refusal`."""
    check_pause(view, actor)
    check_unrooted(view, actor)
    if not view.seat.is_storyteller and not any(state.covers_dodge for state in states_of(view, actor)):
        raise Refusal("no-cover", "There is no cover at hand: ask the Storyteller where there is some (C25).")
    if view.get(CoverTaken, actor) is not None:
        raise Refusal("covered", "Cover is taken or left once in a turn: shooting out of it has its price (C25).")
