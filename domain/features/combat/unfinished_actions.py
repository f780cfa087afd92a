"""What is left undone: a turn that goes on without somebody who had declared something says so (I2)."""

from collections.abc import Container, Iterable
from typing import ClassVar

from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow, attacking
from domain.features.actions.declaration import declaration, has_declared
from domain.features.characters.character import FACES, Face, hidden
from domain.features.combat.initiative import Slot, order
from domain.features.combat.take_action import next_action
from domain.features.combat.turns import able
from domain.features.table.story_log import tell
from domain.features.table.turn import Turn


class NotReached(Event, frozen=True):
    """The turn went on without these, who had declared something and not done it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    actors: tuple[str, ...]

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{joined([f'{{{n}}}' for n in range(len(self.actors))])} did not get to act.", *self.actors)


def joined(names: list[str]) -> str:
    """ "Anna, Bert and Carl"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def unacted(view: View) -> list[str]:
    """Those who have declared something for this turn and not done it, as far as this view sees: who has its slot
    before it still, or an attack under way. Once a turn is over, nobody comes to that but hidden ones (X4)."""
    turn = view.get(Turn, "turn")
    if turn is None:
        return []
    return [s.id for s in order(view) if (turn.phase != "over" or hidden(view, s.id)) and is_unacted(view, s)]


def is_unacted(view: View, slot: Slot) -> bool:
    """Whether this is one of them. What it declared may be hidden from this view (I2)."""
    if not able(view, slot, "waiting", "yielded", "late") or not has_declared(view, slot.id):
        return False
    declared = declaration(view, slot.id)
    return declared is None or next_action(declared) is not None or attacking(view, slot.id) is not None


def warning(view: View) -> str:
    """Who would not get to act, and whose attack would not be finished (C21), in words for whoever is about to go on;
    "" where that is nobody."""
    idle = names(view, (actor for actor in unacted(view) if attacking(view, actor) is None))
    at_it = [f"{name}'s attack" for name in names(view, (blow.by for blow in view.all(Blow)))]
    said = (
        f"{joined(idle)} {'has' if len(idle) == 1 else 'have'} not acted yet" if idle else "",
        f"{joined(at_it)} {'is' if len(at_it) == 1 else 'are'} under way" if at_it else "",
    )
    return "; ".join(filter(None, said))


def names(view: View, actors: Iterable[str]) -> list[str]:
    """What these are called, as far as this view knows them."""
    faces = (view.get(Face, actor) for actor in actors)
    return [face.name for face in faces if face is not None]


def tell_unacted(table: Deciding, *, late: Container[str] = ()) -> None:
    """Tell who does not get to act: everybody of those whom all see, from what all see; the Storyteller of hidden ones,
    but for those who still may (`late`, X4)."""
    seen = unacted(table.full.public)
    if seen:
        table.emit(EVERYONE, NotReached(tuple(seen)))
    unseen = [actor for actor in unacted(table.full) if hidden(table.full, actor) and actor not in late]
    if unseen:
        table.emit(STORYTELLER, NotReached(tuple(unseen)))
