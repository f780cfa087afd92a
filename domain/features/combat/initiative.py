"""Initiative: each character has a slot of its own, and the order is sorted from the slots that a seat sees (I1).

Law. No two slots of those who take part have the same place, so their order is total. Slots that the table sees never
     move for the sake of a hidden one: ties with hidden ones are broken on the hidden side alone, in secret.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.bounds import Count, Id
from domain.core.chance import Draw
from domain.core.command import Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.sealed_dice import Seal
from domain.core.state import View
from domain.features.characters.character import FACES, Face, face_audience, hidden, own, sheet
from domain.features.rolls.player_nonces import dice
from domain.features.rolls.pools import dots, parts, successes
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Overridden, tell

Status = Literal["waiting", "yielded", "acted", "out", "late"]
"""`out`: takes no part. `late`: hidden, and was not reached in the last turn, which went on without it; may still do
what it declared, whenever the Storyteller likes."""

LAST = 11
"""Closes every place. A roll-off die counts double, 2 to 20, so a slot that did not have to roll off stands in the
middle of what those that did may throw: who rolls in secret against it has even odds."""


class Slot(Record, frozen=True):
    """A character's place in the order. `place` sorts downwards: successes, the two traits, 1 for a specialty in
    Initiative, twice each roll-off die, `LAST`. Of one who has stepped out of hiding only the successes are so, and the
    rest sorts it (`seen_place`)."""

    face: ClassVar[bool] = True

    place: tuple[int, ...]
    status: Status

    def restating_event(self) -> Event:
        return SlotPlaced(self.id, self.place, "waiting" if self.status == "late" else self.status)


class SlotPlaced(Event, frozen=True):
    """A character has its place in the order."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    place: tuple[int, ...]
    status: Status

    def apply(self, records: Partition, at: int) -> None:
        records.put(Slot(self.id, self.place, self.status))


class HadSlot(Record, frozen=True):
    """A character has had its slot in this turn, or begun it, and takes no part for now: in the same turn it gets no
    second one (I2, M4). It stays while the character is out of the scene."""

    turn_long: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)


class SlotLeft(Event, frozen=True):
    """A character leaves the turns, or the scene, in a turn in which it has had its slot."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(HadSlot(self.id))


class RollOff(Record, frozen=True):
    """A character's latest roll-off, for whoever checks the dice; what it came to is in its slot."""

    faces: tuple[int, ...]
    seal: Seal

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)

    def in_continued_scene(self, began: int) -> None:  # its seal is of the scene that it was thrown in
        return None


class RolledOff(Event, frozen=True):
    """A tie was broken by throwing a die, again where it had to be."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    faces: tuple[int, ...]
    seal: Seal | None = None

    def apply(self, records: Partition, at: int) -> None:
        if self.seal is not None:
            records.put(RollOff(self.id, self.faces, self.seal))
        faces = ", then ".join(str(face) for face in self.faces)
        tell(records, at, f"{{0}} rolls off for initiative: {faces}.", self.id)


def set_status(records: Partition, actor: str, status: Status) -> None:
    """Fold a slot's new status; a slot that is not there stays so."""
    slot = records.get(Slot, actor)
    if slot is not None:
        records.put(Slot(slot.id, slot.place, status))


def joining(view: View, actor: str) -> Status:
    """In which state a character's slot is when it joins the turns, or comes back to them."""
    return "waiting" if view.get(HadSlot, actor) is None else "acted"


def order(view: View) -> list[Slot]:
    """The slots that a view has, the first to act first."""
    return sorted(view.all(Slot), key=lambda slot: slot.place, reverse=True)


def slot_of(view: View, actor: str) -> Slot:
    """A character's slot. Raises `Refusal` where it has none."""
    slot = view.get(Slot, actor)
    if slot is None:
        raise Refusal("not-in-turns", "This character has no place in the turn order yet: join it first (I1).")
    return slot


def take_places(table: Deciding, actors: Iterable[str]) -> None:
    """Test the initiative of these characters, and give each its place (I1). Wounds and conditions take dice from
    this test as from any other."""
    full, traits = table.full, rules_of(table.full).initiative
    for actor in actors:
        net = successes(table, actor, "Initiative", parts(full, actor, traits), traits=traits, kind="initiative")
        rated = (dots(full, actor, trait) for trait in traits)
        slot = full.get(Slot, actor)
        status = slot.status if slot else joining(full, actor)
        put(table, Slot(actor, (net, *rated, int(practised(full, actor)), LAST), status))
    break_ties(table)


def practised(view: View, actor: str) -> bool:
    """Whether a character has a specialty in Initiative: "Initiative", or "Initiative: in the dark"."""
    return any(named.partition(":")[0].strip() == "Initiative" for named in sheet(view, actor).specialties)


def put(table: Deciding, slot: Slot) -> None:
    """State a slot where the character's face stands."""
    table.emit(face_audience(table.full, slot.id), SlotPlaced(slot.id, slot.place, slot.status))


def break_ties(table: Deciding) -> None:
    """Roll off until no two slots are level (I1): one die each, the higher first. Who takes no part is not asked."""
    slots = {slot.id: slot for slot in table.full.all(Slot) if slot.status != "out"}
    secret = {actor: hidden(table.full, actor) for actor in slots}
    rolled: dict[str, tuple[Draw, list[int]]] = {}
    while level := must_roll(slots.values(), secret):
        for actor in level:
            if actor not in rolled:
                rolled[actor] = dice(table, face_audience(table.full, actor)), []
            drawn, faces = rolled[actor]
            (face,) = drawn(1)
            faces.append(face)
            slots[actor] = Slot(actor, (*slots[actor].place[:-1], 2 * face, LAST), slots[actor].status)
    for actor, (drawn, faces) in rolled.items():
        table.emit(face_audience(table.full, actor), RolledOff(actor, tuple(faces), drawn.seal))
        put(table, slots[actor])


def must_roll(slots: Iterable[Slot], secret: dict[str, bool]) -> list[str]:
    """Who has to throw a die: of two that are level as far as they have thrown, whoever threw less, both where that
    is equal; but nobody whom the table sees throws for one whom it does not."""
    known = list(slots)
    return [a.id for a in known if any(tied(a, b) and (secret[a.id] or not secret[b.id]) for b in known if b is not a)]


def tied(slot: Slot, other: Slot) -> bool:
    """Whether a slot is level with another as far as it has thrown."""
    thrown = slot.place[:-1]
    return thrown == other.place[: len(thrown)] and len(thrown) < len(other.place)


def stepping_out(view: View) -> Callable[[Record], Event]:
    """How what is known of somebody hidden is stated to all who then see them: of a place in the order its successes,
    and who comes before and after; not what was thrown for ties, nor the traits that were rolled in secret (X1, X4)."""
    seen = [slot.place for slot in order(view.public)]

    def stated(record: Record) -> Event:
        told = record.restating_event()
        return replace(told, place=seen_place(told.place, seen)) if isinstance(told, SlotPlaced) else told

    return stated


def seen_place(place: tuple[int, ...], seen: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """A place among those that are seen, as this one is, made of theirs alone; itself where its traits are theirs."""
    level = [one for one in seen if one[0] == place[0]]
    above, below = [one for one in level if one > place], [one for one in level if one < place]
    if not below:
        return (place[0], min((one[1] for one in above), default=0) - 1, 0, 0, LAST)
    last = max(below)
    if above and min(above)[:3] == last[:3]:
        return place
    return (*last[:3], max(last[3], 1) + 1, LAST)


class SetInitiative(Command, frozen=True):
    """Override a character's initiative (G0): so many successes, whatever was thrown."""

    actor: Id
    successes: Count

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        slot_of(view, self.actor)

    def decide(self, table: Deciding) -> None:
        slot = slot_of(table.full, self.actor)
        put(table, Slot(slot.id, (self.successes, *slot.place[1:4], LAST), slot.status))
        what = f"initiative set to {self.successes}."
        table.emit(face_audience(table.full, slot.id), Overridden(table.seat.id, slot.id, what))
        break_ties(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for slot in order(view):
                face = view.get(Face, slot.id)
                if face is not None:
                    successes = Input("successes", "Successes", "number", most=100, default=str(slot.place[0]))
                    label = f"Set {face.name}'s initiative"
                    yield Option(cls.__name__, slot.id, label, "G0", "turns", inputs=(successes,))
