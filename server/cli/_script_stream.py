"""One stream of a script: its state, its loaded dice, and the parts of each commit that a seat may read."""

import secrets
import time
from collections import deque
from typing import Any, Final, NamedTuple

import msgspec

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import SEALED, TABLE, Audience, Seat
from domain.core.chance import Draw
from domain.core.dice_from_seed import Seal
from domain.core.event import Fact
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.core.words import Words
from domain.features.actions.grapples import Grip
from domain.features.characters.character import Face
from domain.features.table.settings import SceneKey, Setting
from domain.perform import perform
from server.cli._script_lines import BadLine, Fields
from server.fold.commit_codec import command_key, digest, pack, write
from server.fold.lookback import is_beyond
from server.fold.sealed_chance import SealedChance
from server.fold.stream_fold import StreamFold
from server.log.contract import EMPTY, Entry, Head, Pending, next_chain
from server.protocol.frames import Look
from server.stream.group_commit import PastState
from server.stream.past_tables import NOT_BEGUN
from server.words.texts import Texts

LAST: Final = "last:"
NAMED_BY: Final[dict[str, tuple[type[Record], str]]] = {"Grapple": (Grip, "grapple")}
"""Kinds of things that have an id but no record of their own: the record that refers to such a thing, and the field
with its id."""


class LoadedFace(NamedTuple):
    """A face of a die that the script loaded, and the number of the script line that loaded it."""

    shows: int
    line: int


class LoadedChance(SealedChance):
    """A `Chance` whose dice show the loaded faces first, and random faces after them."""

    __slots__ = ("loaded",)

    def __init__(self, seeds: SceneKey | None, key: bytes, now: int, loaded: deque[LoadedFace]) -> None:
        super().__init__(seeds, key, now)
        self.loaded = loaded

    def roll(self, audience: Audience, count: int, by: str, nonce: bytes = b"") -> Draw:
        """Draw dice. The loaded faces come first."""
        drawn = super().roll(audience, count, by, nonce)
        return LoadedDraw(drawn.seal, drawn, self.loaded)


class LoadedDraw(NamedTuple):
    """A draw that begins with the loaded faces. Such faces do not follow from the seal, and `coterie verify` reports
    them."""

    seal: Seal
    drawn: Draw
    loaded: deque[LoadedFace]

    def __call__(self, count: int) -> tuple[int, ...]:
        given = [self.loaded.popleft().shows for _ in range(min(count, len(self.loaded)))]
        return (*given, *self.drawn(count - len(given)))


class Played(NamedTuple):
    """The outcome of a command: the facts of its commit, or its refusal."""

    seat: Seat
    facts: list[Fact]
    refusal: Refusal | None


class ScriptStream:
    """A chronicle or scene of a script, in which commands are played in order."""

    def __init__(self, loaded: deque[LoadedFace]) -> None:
        self.state = State()
        self.loaded = loaded
        self.pending: list[Pending] = []
        """The commits in the form in which a log stores them."""
        self.created: dict[tuple[type[Record], str], int] = {}
        """For each record: a number that shows the order of creation, because the state keeps an order only within an
        audience."""

    def find(self, seat: Seat, name: str) -> str:
        """Return the id for "@name" on a line of this seat: for "last:KIND" the latest record of this kind that the
        seat sees, otherwise the character with this name, even if hidden. Raise `BadLine`."""
        if name.startswith(LAST):
            return self.latest(seat, name.removeprefix(LAST))
        for face in self.state.full.all(Face):
            if face.name == name:
                return face.id
        raise BadLine(f"there is no character called {name!r}.")

    def latest(self, seat: Seat, kind: str) -> str:
        """Return the id of the latest record of a kind that a seat sees. Raise `BadLine` if it sees none."""
        records = catalogue().records
        type_, field = NAMED_BY.get(kind) or (records.get(kind), "id")
        if type_ is None:
            raise BadLine(f"there is no kind {kind!r}: expected one of {', '.join(sorted({*records, *NAMED_BY}))}.")
        seen = list(self.state.view(seat).all(type_))
        if not seen:
            reader = seat.id or "the Storyteller"
            raise BadLine(f"expected a {kind} for @{LAST}{kind}, and there is none that {reader} sees.")
        found: str = getattr(max(seen, key=lambda record: self.created[type(record), record.id]), field)
        return found

    def play(self, seat: Seat, command: Command, past: PastState | None = None) -> Played:
        """Decide and fold one command. `past` is the state that a forked scene starts from."""
        key = command_key(seat, secrets.token_bytes(16))
        now = time.time_ns() // 1_000_000
        seeds = self.state.partition(SEALED).get(SceneKey, "key")
        chance = LoadedChance(seeds, key, now, self.loaded)
        try:
            if command.back_to is not None and seat.is_storyteller:
                past = self.past(seat, command.back_to)
            facts = perform(self.state, seat, command, chance, past.state if past else None).facts
        except Refusal as refusal:
            return Played(seat, [], refusal)
        for change in self.state.journal:
            if change.before is None:
                self.created[change.type, change.id] = len(self.created)
        self.state.settle()
        self.pending.append(Pending(key, pack(seat.id, digest(write(command)), now, facts).payload))
        return Played(seat, facts, None)

    def past(self, seat: Seat, moment: int) -> PastState:
        """Return the state at a moment: when the seat had received this many parts. Raise `Refusal` if the scene had
        not begun then."""
        folded, look, head = StreamFold(), Look(0, moment), EMPTY
        for commit in self.pending:
            head = Head(head.seq + 1, next_chain(head.chain, commit.payload))
            entry = Entry(head.seq, head.chain, commit.key, commit.payload)
            if folded.head.seq == head.seq - 1 and not is_beyond(folded, seat, look, entry):
                folded.take(entry)
        if folded.state.full.get(Setting, "setting") is None:
            raise NOT_BEGUN
        return PastState(folded.state, folded.head, head)

    def seen_by(self, viewer: Seat | None, played: Played, texts: Texts) -> Fields | None:
        """Return the outcome as `viewer` sees it; None if that seat sees no part of it. Without a viewer, return what
        the Storyteller sees, and the refusals of all seats: this is for the author of the script."""
        if played.refusal is not None:
            if viewer is not None and viewer.id != played.seat.id:
                return None
            return {
                "seat": played.seat.id,
                "refused": played.refusal.code,
                "sentence": texts.sentence(played.refusal.words),
            }
        reader = viewer or TABLE
        events = [shown(fact, texts) for fact in played.facts if reader.reads(fact.audience)]
        if reader.is_storyteller:
            return {"seq": len(self.pending), "events": events}
        if not events:
            return None
        told: dict[Audience, int] = {f.audience: 0 for f in played.facts if reader.reads(f.audience)}
        return {"counts": {a: self.state.partition(a).count for a in told}, "events": events}


def shown(fact: Fact, texts: Texts) -> Fields:
    """Return a fact as a JSON object."""
    return {"audience": fact.audience, "event": type(fact.event).__name__, **plain(fact.event, texts)}


def plain(value: Any, texts: Texts) -> Any:
    """Return a value as JSON has it: words as text, structs as objects with named fields."""
    if isinstance(value, Words):
        return texts.sentence(value)
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name), texts) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [plain(item, texts) for item in value]
    return value.hex() if isinstance(value, bytes) else value
