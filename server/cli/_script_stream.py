"""Where one stream of a script is played: its state, scripted dice, and what every seat would read of it."""

import secrets
import time
from collections import deque
from typing import Any, Final, NamedTuple

import msgspec

from domain.catalogue import catalogue
from domain.core.audience import SEALED, TABLE, Audience, Seat
from domain.core.chance import Draw
from domain.core.command import Command, Refusal
from domain.core.event import Fact
from domain.core.record import Record
from domain.core.sealed_dice import Seal
from domain.core.state import State
from domain.features.actions.grapples import Grip
from domain.features.characters.character import Face
from domain.features.table.settings import SceneKey, Setting
from domain.perform import perform
from server.cli._script_lines import BadLine, Fields
from server.fold.commit_codec import command_key, digest, pack, write
from server.fold.lookback import is_beyond
from server.fold.sealed_chance import SealedChance
from server.fold.stream_fold import StreamFold
from server.log.contract import EMPTY, Entry, Head, Pending, link
from server.protocol.frames import Look
from server.stream.group_commit import PastState
from server.stream.past_tables import NOT_BEGUN

LAST: Final = "last:"
NAMED_BY: Final[dict[str, tuple[type[Record], str]]] = {"Grapple": (Grip, "grapple")}
"""What is no record of its own: the records that name it, and their field."""


class LoadedFace(NamedTuple):
    """A face that the script loaded, and the number of the line that did."""

    shows: int
    line: int


class LoadedChance(SealedChance):
    """Chance whose next dice were loaded by the script; fresh ones come when those are used up."""

    __slots__ = ("loaded",)

    def __init__(self, seeds: SceneKey | None, key: bytes, now: int, loaded: deque[LoadedFace]) -> None:
        super().__init__(seeds, key, now)
        self.loaded = loaded

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Loaded dice first."""
        drawn = super().roll(audience, count, by, nonce)
        return LoadedDraw(drawn.seal, drawn, self.loaded)


class LoadedDraw(NamedTuple):
    """A draw whose first faces are loaded. `coterie verify` rightly says that they do not follow from the seal."""

    seal: Seal
    drawn: Draw
    loaded: deque[LoadedFace]

    def __call__(self, count: int) -> tuple[int, ...]:
        given = [self.loaded.popleft().shows for _ in range(min(count, len(self.loaded)))]
        return (*given, *self.drawn(count - len(given)))


class Played(NamedTuple):
    """What became of a wish: the facts of its commit, or the refusal."""

    seat: Seat
    facts: list[Fact]
    refusal: Refusal | None


class Stage:
    """Plays the wishes of one stream one by one."""

    def __init__(self, loaded: deque[LoadedFace]) -> None:
        self.state = State()
        self.loaded = loaded
        self.pending: list[Pending] = []
        """The commits as a log stores them."""
        self.made: dict[tuple[type[Record], str], int] = {}
        """Every record that was ever made, and as which: the audiences keep no order between them."""

    def find(self, seat: Seat, name: str) -> str:
        """The id that "@name" stands for on a line of this seat's: for "last:KIND" that of the latest record of a kind
        which the seat sees, else that of the character of this name, hidden ones too. Raises `BadLine`."""
        if name.startswith(LAST):
            return self.latest(seat, name.removeprefix(LAST))
        for face in self.state.full.all(Face):
            if face.name == name:
                return face.id
        raise BadLine(f"there is no character called {name!r}.")

    def latest(self, seat: Seat, kind: str) -> str:
        """The id of the latest thing of a kind that a seat sees. Raises `BadLine` where it sees none."""
        records = catalogue().records
        type_, field = NAMED_BY.get(kind) or (records.get(kind), "id")
        if type_ is None:
            raise BadLine(f"there is no kind {kind!r}: expected one of {', '.join(sorted({*records, *NAMED_BY}))}.")
        seen = list(self.state.view(seat).all(type_))
        if not seen:
            who = seat.id or "the Storyteller"
            raise BadLine(f"expected a {kind} for @{LAST}{kind}, and there is none that {who} sees.")
        found: str = getattr(max(seen, key=lambda record: self.made[type(record), record.id]), field)
        return found

    def play(self, seat: Seat, command: Command, past: PastState | None = None) -> Played:
        """Decide and fold one wish. `past` is what it goes on from, where that is another scene's."""
        key = command_key(seat, secrets.token_bytes(16))
        now = time.time_ns() // 1_000_000
        seeds = self.state.partition(SEALED).get(SceneKey, "key")
        chance = LoadedChance(seeds, key, now, self.loaded)
        try:
            if command.back_to is not None and seat.tells:
                past = self.past(seat, command.back_to)
            facts = perform(self.state, seat, command, chance, past.state if past else None).facts
        except Refusal as refusal:
            return Played(seat, [], refusal)
        for change in self.state.journal:
            if change.before is None:
                self.made[change.type, change.id] = len(self.made)
        self.state.settle()
        self.pending.append(Pending(key, pack(seat.id, digest(write(command)), now, facts).payload))
        return Played(seat, facts, None)

    def past(self, seat: Seat, moment: int) -> PastState:
        """The table when a seat had been told so many parts. Raises `Refusal` where there was none yet."""
        folded, look, head = StreamFold(), Look(0, moment), EMPTY
        for one in self.pending:
            head = Head(head.seq + 1, link(head.chain, one.payload))
            entry = Entry(head.seq, head.chain, one.key, one.payload)
            if folded.head.seq == head.seq - 1 and not is_beyond(folded, seat, look, entry):
                folded.take(entry)
        if folded.state.full.get(Setting, "setting") is None:
            raise NOT_BEGUN
        return PastState(folded.state, folded.head, head)

    def seen(self, played: Played, subscriber: Seat | None) -> Fields | None:
        """What a seat would see of it, None for nothing at all. Nobody in particular is the Storyteller, who is then
        shown the others' refusals, too: it is their script."""
        if played.refusal is not None:
            if subscriber is not None and subscriber.id != played.seat.id:
                return None
            return {"seat": played.seat.id, "refused": played.refusal.code, "sentence": played.refusal.sentence}
        reader = subscriber or TABLE
        events = [shown(fact) for fact in played.facts if reader.reads(fact.audience)]
        if reader.tells:
            return {"seq": len(self.pending), "events": events}
        if not events:
            return None
        told: dict[Audience, int] = {f.audience: 0 for f in played.facts if reader.reads(f.audience)}
        return {"counts": {a: self.state.partition(a).count for a in told}, "events": events}


def shown(fact: Fact) -> Fields:
    """A fact as one JSON object."""
    return {"audience": fact.audience, "event": type(fact.event).__name__, **plain(fact.event)}


def plain(value: Any) -> Any:
    """A value as JSON has it, structs by their fields' names."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value
