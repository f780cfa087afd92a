"""Initiative: each character has a slot. A seat sees the turn order as the sorted slots that it may see (I1).

Law. No two slots of characters that take part have the same place, so it is always clear who acts first. A hidden slot
never moves a visible one: if the two are tied, only the hidden character rolls, in secret.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import Count, Id
from domain.core.chance import Draw
from domain.core.deciding import Deciding
from domain.core.dice_from_seed import Seal
from domain.core.event import Event
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.features.characters.character import FACES, Face, face_audience, hidden, own, sheet
from domain.features.rolls.player_nonces import dice
from domain.features.rolls.pools import dots, parts, successes
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Overridden, tell
from domain.tracked_view import memoized

Status = Literal["waiting", "yielded", "acted", "out", "late"]
"""The state of a slot. `out`: its character takes no part. `late`: the last turn ended before this hidden character
acted; it may still take its declared actions whenever the Storyteller likes."""

LAST = 11
"""The last number of a place that was not rolled off. Each die of a roll-off counts double, so it is worth 2 to 20, and
11 is the middle. So a hidden character that secretly rolls against such a slot has even odds."""


class Slot(Record, frozen=True):
    """A character's place in the turn order. `place` sorts in descending order: successes, the two traits, 1 for a
    specialty in Initiative, twice each roll-off die, 11. For a character that was revealed, only the successes are
    real; the other numbers only put the slot into the right order."""

    face: ClassVar[bool] = True

    place: tuple[int, ...]
    status: Status

    def restating_event(self) -> Event:
        return SlotPlaced(self.id, self.place, "waiting" if self.status == "late" else self.status)


class SlotPlaced(Event, frozen=True):
    """A character has this place in the turn order."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    place: tuple[int, ...]
    status: Status

    def apply(self, records: Partition, at: int) -> None:
        records.put(Slot(self.id, self.place, self.status))


class HadSlot(Record, frozen=True):
    """Marks a character that has begun or used its slot in this turn and has then left the turns. It gets no second
    slot in the same turn (I2, M4). The mark stays while the character is out of the scene."""

    turn_long: ClassVar[bool] = True
    keeps_place: ClassVar[bool] = True

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)


class SlotLeft(Event, frozen=True):
    """A character left the turns, or the scene, in a turn in which it had already begun or used its slot."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(HadSlot(self.id))


class RollOff(Record, frozen=True):
    """A character's latest roll-off, kept so that its dice can be checked. The result is in the character's slot."""

    faces: tuple[int, ...]
    seal: Seal

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)

    def in_continued_scene(self, began: int) -> None:  # the proof of the roll-off's dice belongs to the old scene
        return None


class RolledOff(Event, frozen=True):
    """A character broke a tie with a die, and with further dice while the tie went on."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    faces: tuple[int, ...]
    seal: Seal | None = None

    def apply(self, records: Partition, at: int) -> None:
        if self.seal is not None:
            records.put(RollOff(self.id, self.faces, self.seal))
        if self.faces:
            first, *more = self.faces
            faces: int | Words = first
            for face in more:
                faces = phrase("then", first=faces, next=face)
            tell(records, at, phrase("line-roll-off", who=character_ref(self.id), faces=faces))


def set_status(records: Partition, actor: str, status: Status) -> None:
    """Fold a new status into a slot, if the slot exists."""
    slot = records.get(Slot, actor)
    if slot is not None:
        records.put(Slot(slot.id, slot.place, status))


def joining_status(view: View, actor: str) -> Status:
    """Return the status of the slot of a character that joins the turns, or comes back to them."""
    return "waiting" if view.get(HadSlot, actor) is None else "acted"


@memoized
def order(view: View) -> list[Slot]:
    """Return the slots of a view in the order in which their characters act."""
    return sorted(view.all(Slot), key=lambda slot: slot.place, reverse=True)


def slot_of(view: View, actor: str) -> Slot:
    """Return a character's slot. Raise `Refusal` if it has none."""
    slot = view.get(Slot, actor)
    if slot is None:
        raise Refusal("not-in-turns", rule="I1")
    return slot


def roll_initiative(table: Deciding, actors: Iterable[str]) -> None:
    """Roll the initiative test of these characters, and give each character its place in the order (I1). Wounds and
    conditions take dice from this test as from any roll."""
    full, traits = table.full, rules_of(table.full).initiative
    rolling = tuple(actors)
    in_secret = all(hidden(full, actor) for actor in rolling)
    group = table.chance.id(STORYTELLER if in_secret else EVERYONE)
    for actor in rolling:
        net = successes(
            table, actor, phrase("roll-initiative"), parts(full, actor, traits), traits=traits, kind="initiative",
            group=group,
        )  # fmt: skip
        rated = (dots(full, actor, trait) for trait in traits)
        slot = full.get(Slot, actor)
        status = slot.status if slot else joining_status(full, actor)
        place_slot(table, Slot(actor, (net, *rated, int(has_initiative_specialty(full, actor)), LAST), status))
    break_ties(table)


def has_initiative_specialty(view: View, actor: str) -> bool:
    """True if a character has a specialty in Initiative: "Initiative", or "Initiative: in the dark"."""
    return any(named.partition(":")[0].strip() == "Initiative" for named in sheet(view, actor).specialties)


def place_slot(table: Deciding, slot: Slot) -> None:
    """Emit a slot to the audience of its character's face."""
    table.emit(face_audience(table.full, slot.id), SlotPlaced(slot.id, slot.place, slot.status))


def break_ties(table: Deciding) -> None:
    """Roll off until no two slots are equal (I1): each character of a tie rolls one die, and the higher die acts first.
    Characters that take no part do not roll."""
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
        place_slot(table, slots[actor])


def must_roll(slots: Iterable[Slot], secret: dict[str, bool]) -> list[str]:
    """Return the characters that must roll a die. Of two tied characters, the one that has rolled fewer dice must roll,
    or both if they have rolled equally many. A visible character never rolls because of a hidden one."""
    known = list(slots)
    return [a.id for a in known if any(tied(a, b) and (secret[a.id] or not secret[b.id]) for b in known if b is not a)]


def tied(slot: Slot, other: Slot) -> bool:
    """True if all values of `slot` equal the first values of `other`, which may have rolled more dice."""
    thrown = slot.place[:-1]
    return thrown == other.place[: len(thrown)] and len(thrown) < len(other.place)


def statement_when_revealed(view: View) -> Callable[[Record], Event]:
    """Return the function that makes, for each record of a hidden character, the event that shows it to all when the
    character is revealed. A place in the turn order is shown with its successes and its position, but not with traits
    and roll-off dice, because these were secret (X1, X4)."""
    seen = [slot.place for slot in order(view.public)]

    def stated(record: Record) -> Event:
        event = record.restating_event()
        return replace(event, place=public_place(event.place, seen)) if isinstance(event, SlotPlaced) else event

    return stated


def public_place(place: tuple[int, ...], seen: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Return a place that comes at the same position among the visible places `seen`, and is made only from their
    values. If its neighbours on both sides have equal traits, the hidden place must have the same ones, so it is
    returned unchanged."""
    level = [visible for visible in seen if visible[0] == place[0]]
    above, below = [visible for visible in level if visible > place], [visible for visible in level if visible < place]
    if not below:
        return (place[0], min((visible[1] for visible in above), default=0) - 1, 0, 0, LAST)
    last = max(below)
    if above and min(above)[:3] == last[:3]:
        return place
    return (*last[:3], max(last[3], 1) + 1, LAST)


class SetInitiative(Command, frozen=True):
    """Set a character's initiative to this many successes, in place of its roll (G0)."""

    actor: Id
    successes: Count

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        slot_of(view, self.actor)

    def decide(self, table: Deciding) -> None:
        slot = slot_of(table.full, self.actor)
        place_slot(table, Slot(slot.id, (self.successes, *slot.place[1:4], LAST), slot.status))
        words = phrase("override-initiative", n=self.successes)
        table.emit(face_audience(table.full, slot.id), Overridden(table.seat.id, slot.id, words))
        break_ties(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for slot in order(view):
                face = view.get(Face, slot.id)
                if face is not None:
                    ask, now = phrase("ask-initiative"), str(slot.place[0])
                    successes = Input("successes", ask, "number", most=100, default=now)
                    label = phrase("option-set-initiative", rule="G0", who=character_ref(face.id))
                    yield Option(cls.__name__, slot.id, label, group="turns", inputs=(successes,))
