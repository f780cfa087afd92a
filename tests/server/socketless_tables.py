"""Tables without sockets: a clock that is set by hand, a log that fails on demand, clients that keep the records a page
keeps.

Long because the log, the clients and the table that joins them are one test world, used together by most tests of the
server.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, Literal

import msgpack  # type: ignore[import-untyped]
import msgspec

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.dice_from_seed import GROVES, SIZE, HiddenPool
from domain.core.partition import STORY_KEPT
from domain.core.state import State
from domain.core.words import Words
from domain.features.characters.character import Face
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import OpenScene
from domain.features.table.settings import SceneKey
from domain.options import options
from server.fold.commit_codec import command_key, digest, write
from server.fold.sealed_chance import SealedChance
from server.fold.snapshots import DEFAULT_INTERVAL, SnapshotInterval
from server.fold.stream_fold import StreamFold, fold
from server.log.contract import (
    Appended,
    Conflict,
    Durability,
    Entry,
    Head,
    Listener,
    LogError,
    OutcomeUnknown,
    Pending,
    PromiseBroken,
)
from server.log.memory import MemoryLog, MemoryStore
from server.stream.group_commit import Submission
from server.stream.live_stream import LiveStream
from tests.in_english import english, page_text
from tests.server.held_options import HeldOptions

STREAM = "scene/night/docks"
STORYTELLER = Seat("st", "storyteller")
ANNA = Seat("anna", "player")
BEN = Seat("ben", "player")
GUEST = Seat("guest", "spectator")
NOON = 1_700_000_000_000
SECONDS = 5.0
"""Seconds that a test waits for a result that must come."""

_ids = count(1)


class FakeClock:
    """A clock that changes only when a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def wall(self) -> int:
        return NOON + int(self.now * 1000)

    def steady(self) -> float:
        return self.now


def slowed(store: object, method: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Delay the next answer of a store's method. Return two events: set when the answer is found, and to be set when
    it may come."""
    found, may_come = asyncio.Event(), asyncio.Event()
    ask = getattr(store, method)

    async def slow(*args: Any, **options: Any) -> Any:
        setattr(store, method, ask)
        answer = await ask(*args, **options)
        found.set()
        await may_come.wait()
        return answer

    setattr(store, method, slow)
    return found, may_come


class SeededChance(SealedChance):
    """Chance whose sealed seeds come from a test's seed, so that two worlds can have the same."""

    __slots__ = ("_random",)

    def __init__(self, random: Random, seeds: SceneKey | None, key: bytes, now: int) -> None:
        super().__init__(seeds or SceneKey("key", b"k" * 32, b"", b""), key, now)
        self._random = random

    def seed(self) -> bytes:
        return self._random.randbytes(32)

    def pool(self) -> HiddenPool:
        return HiddenPool(self.seed(), bytes(GROVES * SIZE))


def seeded(seed: object) -> Callable[[SceneKey | None, bytes, int], SeededChance]:
    """Return a source of chance for a `LiveStream`."""
    random = Random(f"{seed}")
    return lambda seeds, key, now: SeededChance(random, seeds, key, now)


def unframed(data: bytes) -> list[bytes]:
    """Return the payloads of whole WebSocket frames, as any reader of RFC 6455 takes them."""
    messages, at = [], 0
    while at < len(data):
        assert data[at] == 0x82, "a final, binary, uncompressed frame"
        size = data[at + 1]
        at += 2
        if size == 126:
            (size,) = struct.unpack_from("!H", data, at)
            at += 2
        elif size == 127:
            (size,) = struct.unpack_from("!Q", data, at)
            at += 8
        assert at + size <= len(data), "a whole frame"
        messages.append(data[at : at + size])
        at += size
    return messages


WORDS_IN_FRAMES = {"reset": 1, "closing": 2, "refused": 3, "looked": 5}
"""The place of the words in a frame."""


def frames(message: bytes) -> list[list[Any]]:
    """Return the frames of one message, by a reader of MessagePack that is not the server's. The words of the frames
    themselves (not those of records and options) are in English."""
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=True)
    unpacker.feed(message)
    found = list(unpacker)
    for frame in found:
        if frame[0] in WORDS_IN_FRAMES:
            place = WORDS_IN_FRAMES[frame[0]]
            frame[place] = english(msgspec.convert(frame[place], Words))
    return found


Held = dict[str, tuple[int, bytes, dict[tuple[str, str], list[Any]]]]


class Page:
    """A page's state: for each audience its position and its records. It fails on a gap, a repeat or a reorder."""

    def __init__(self) -> None:
        self.audiences: Held = {}
        self.held_options = HeldOptions()
        self.views = 0
        self.epoch = ""
        """The epoch of the last complete view: the view, and the older story before it."""
        self._epoch = ""
        self.resets: list[str] = []
        self.answers: dict[bytes, list[Any]] = {}

    @property
    def whole(self) -> bool:
        """True if it holds all that it received, and could resume from there."""
        return self.epoch != ""

    def take(self, message: bytes) -> None:
        self.hear(frames(message))

    def hear(self, told: list[list[Any]]) -> None:
        """Apply the frames of a message."""
        for frame in told:
            match frame[0]:
                case "welcome":
                    if not frame[6]:
                        self.audiences, self.views = {}, self.views + 1
                    self._epoch = frame[1]
                    self.epoch = frame[1] if frame[6] else ""
                case "view":
                    _, audience, place, chain, records = frame
                    self.audiences[audience] = (place, chain, {(r[0], r[1]): r for r in records})
                case "earlier":
                    self._earlier(*frame[1:])
                case "part":
                    self._part(*frame[1:])
                case "options":
                    self.held_options.take(*frame[1:])
                case "reset":
                    self.resets.append(frame[1])
                case "accepted" | "refused":
                    self.answers[frame[1]] = frame
                case _:
                    pass

    @property
    def offers(self) -> dict[str, list[Any]]:
        """The open options of each command."""
        return self.held_options.offers

    @property
    def options(self) -> list[Any]:
        """All options of the page, commands in the order of their names."""
        return [option for command in sorted(self.offers) for option in self.offers[command]]

    def _earlier(self, audience: str, before: list[Any]) -> None:
        place, chain, records = self.audiences[audience]
        known = catalogue().records
        story = {key: record for key, record in records.items() if key[0] in known and known[key[0]].story}
        table = {key: record for key, record in records.items() if key not in story}
        self.audiences[audience] = (place, chain, {**table, **{(r[0], r[1]): r for r in before}, **story})
        self.epoch = self._epoch

    def _part(self, audience: str, place: int, chain: bytes, at: int, changed: list[Any], gone: list[Any]) -> None:
        before, _, records = self.audiences.get(audience, (0, b"", {}))
        assert place == before + 1, f"{audience}: part {place} after {before}"
        records = dict(records)
        for type_, id_ in gone:
            records.pop((type_, id_), None)
        for record in changed:
            records[record[0], record[1]] = record
        known = catalogue().records  # a newer server may send further types
        story = [key for key in records if key[0] in known and known[key[0]].story]
        for key in story[: max(0, len(story) - STORY_KEPT)]:
            del records[key]
        self.audiences[audience] = (place, chain, records)


def offered(state: State, seat: Seat) -> list[Any]:
    """Return a seat's options as a page holds them."""
    return [found for option in options(state.view(seat)) for found in frames(write(option))]


def held(folded: StreamFold, seat: Seat) -> Held:
    """Return the records that a page of this seat would hold after reading the whole view."""
    page = Page()
    page.take(folded.projection.view(seat))
    return page.audiences


class Eyes:
    """A subscriber that keeps every byte it receives, and a page made of them."""

    def __init__(self, seat: Seat, live: LiveStream, clock: FakeClock) -> None:
        self.seat = seat
        self.name = seat.id.title()
        self.live = live
        self.told = bytearray()
        self.writes: list[bytes] = []
        self.page = Page()
        self.closed: tuple[int, str] | None = None
        self.behind = False
        """True while it has much left to read."""
        self._clock = clock
        self._news = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.told += data
        self.writes.append(data)
        for message in unframed(data):
            self.page.take(message)
        self._news.set()

    def close(self, code: int, why: Words) -> None:
        self.closed = (code, english(why))
        self.live.unseat(self)
        self._news.set()

    async def sit(self) -> Eyes:
        """Take a seat at the table and wait for the view."""

        def arrive() -> bool:
            self.write(self.live.welcome(self))
            return True

        self.live.seat(self, arrive)
        await self.until(lambda: self.page.views > 0)
        return self

    def send(self, command: Command, id_: bytes = b"", *, seen: int | None = None) -> bytes:
        """Submit a command without waiting; return its id."""
        id_ = id_ or fresh_id()
        raw = write(command)
        place = self.page.audiences.get("everyone", (0,))[0] if seen is None else seen
        key = command_key(self.seat, id_)
        self.page.answers.pop(id_, None)
        self.live.submit(Submission(self.seat, id_, key, digest(raw), command, place, self._clock.steady(), self))
        return id_

    async def answer(self, id_: bytes) -> list[Any]:
        """Wait for the answer to a command: `accepted` or `refused`."""
        await self.until(lambda: id_ in self.page.answers)
        return self.page.answers[id_]

    async def do(self, command: Command, id_: bytes = b"") -> list[Any]:
        """Submit a command and wait for its answer."""
        return await self.answer(self.send(command, id_))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds after a received message."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                self._news.clear()
                await self._news.wait()


def framed(message: bytes) -> bytes:
    """Return a message as a WebSocket frame, made without the server's own framing."""
    size = len(message)
    head = struct.pack("!BB", 0x82, size) if size < 126 else struct.pack("!BBH", 0x82, 126, size)
    return (head if size < 65536 else struct.pack("!BBQ", 0x82, 127, size)) + message


def fresh_id() -> bytes:
    """Return a unique command id."""
    return next(_ids).to_bytes(16, "big")


Fault = Literal["fails", "lost", "unsent", "late"]
"""The outcome of an append: refused; written, with its reply lost; not written, with its outcome unknown; written
after its outcome was reported as unknown."""


class FaultyLog:
    """The handle of a writer on a log that fails on demand."""

    durability = Durability.MEMORY
    advice: tuple[str, ...] = ()
    weakened = ""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.faults: deque[Fault] = deque()
        self.appends: list[list[Pending]] = []
        self.asked = asyncio.Event()
        self.written = asyncio.Event()
        self.given_up = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        """Cleared: appends wait before anything is written."""
        self.answering = asyncio.Event()
        self.answering.set()
        """Cleared: appends are written, and their answers wait."""
        self.down = False
        self.deaf = False
        self.no_snapshots = False
        self.reads: list[int] = []
        """The seq after which each read began."""
        self._log = MemoryLog(store)
        self._late: list[tuple[str, Head, Sequence[Pending]]] = []

    async def append(self, stream: str, expected: Head, batch: Sequence[Pending]) -> Appended | Conflict:
        if self.weakened:
            raise PromiseBroken(self.weakened)
        self.appends.append(list(batch))
        self.asked.set()
        await asyncio.sleep(0)
        await self.open.wait()
        if self.down:
            raise LogError("the log is out of reach")
        fault = self.faults.popleft() if self.faults else ""
        if fault == "fails":
            raise LogError("the log cannot be written")
        if fault == "unsent":
            raise OutcomeUnknown("the line was cut")
        if fault == "late":
            self._late.append((stream, expected, batch))
            self.given_up.set()
            raise OutcomeUnknown("the line was cut")
        outcome = await self._log.append(stream, expected, batch)
        self.written.set()
        await self.answering.wait()
        if fault == "lost":
            raise OutcomeUnknown("the line was cut")
        return outcome

    async def arrive_late(self) -> None:
        """Write the appends whose outcome was reported as unknown."""
        for stream, expected, batch in self._late:
            await self._log.append(stream, expected, batch)
        self._late.clear()

    def lose_tail(self, stream: str, entries: int) -> None:
        """Remove the last entries, as a failover may."""
        kept = len(self.store.entries[stream]) - entries
        for entry in self.store.entries[stream][kept:]:
            del self.store.keys[stream][entry.key]
        del self.store.entries[stream][kept:]

    async def head(self, stream: str) -> Head:
        self._check()
        await asyncio.sleep(0)
        return await self._log.head(stream)

    async def read(self, stream: str, after: int, most: int = 1000) -> list[Entry]:
        self._check()
        self.reads.append(after)
        await asyncio.sleep(0)
        return await self._log.read(stream, after, most)

    async def size(self, stream: str) -> int:
        return await self._log.size(stream)

    async def find(self, stream: str, key: bytes) -> int | None:
        self._check()
        return await self._log.find(stream, key)

    async def streams(self, prefix: str = "") -> list[str]:
        return await self._log.streams(prefix)

    def listen(self, stream: str, listener: Listener | None) -> None:
        heard = listener and (lambda name, entries: None if self.deaf else listener(name, entries))
        self._log.listen(stream, heard)

    async def keep_snapshot(self, stream: str, snapshot: bytes) -> None:
        self._check()
        if self.no_snapshots:
            raise LogError("there is no room")
        await self._log.keep_snapshot(stream, snapshot)

    async def snapshot(self, stream: str) -> bytes | None:
        self._check()
        return await self._log.snapshot(stream)

    async def remove(self, stream: str, expected: Head) -> None:
        self._check()
        await self._log.remove(stream, expected)

    async def erase_removed(self) -> bool:
        self._check()
        return await self._log.erase_removed()

    async def signal_others(self, stream: str, message: bytes) -> None:
        """Drop the signal."""

    def on_signal(self, signal_listener: Callable[[str, bytes], None]) -> None:
        """Ignore the listener: no signal ever comes."""

    async def close(self) -> None:
        await self._log.close()

    def _check(self) -> None:
        if self.down:
            raise LogError("the log is out of reach")


class Table:
    """A scene served by one or two writers over the same store."""

    def __init__(self, seed: object = 0, often: SnapshotInterval = DEFAULT_INTERVAL) -> None:
        self.often = often
        self.store = MemoryStore()
        self.clock = FakeClock()
        self.seed = seed
        self.live_streams: list[LiveStream] = []
        self.logs: list[FaultyLog] = []

    async def serve(self) -> LiveStream:
        """Add a writer."""
        log = FaultyLog(self.store)
        live = LiveStream(STREAM, log, self.clock, seeded(self.seed), interval=self.often)
        await live.start()
        self.logs.append(log)
        self.live_streams.append(live)
        return live

    async def sit(self, seat: Seat, writer: int = 0) -> Eyes:
        """Seat a subscriber."""
        return await Eyes(seat, self.live_streams[writer], self.clock).sit()

    async def entries(self) -> list[Entry]:
        """Return the log as it is."""
        return list(self.store.entries.get(STREAM, []))

    async def fold(self) -> StreamFold:
        """Return the fold of the log as it is."""
        return fold(await self.entries())

    async def still(self) -> None:
        """Wait until every writer has read the whole log and is idle."""
        for live in self.live_streams:
            live.look_around()
        for live in self.live_streams:
            done = asyncio.Event()
            live.when_still(done.set)
            async with asyncio.timeout(SECONDS):
                await done.wait()

    async def stop(self) -> None:
        for live in self.live_streams:
            if not live.task.done():
                await live.stop()


def opening(**switches: str) -> OpenScene:
    """Return the command that opens the scene."""
    return OpenScene(STREAM, "night", "The Docks", "revised", tuple(switches.items()))


async def open_table(
    seed: object = 0, *, writers: int = 1, often: SnapshotInterval = DEFAULT_INTERVAL, **switches: str
) -> Table:
    """Open a scene with a character for Anna and one for Ben."""
    table = Table(seed, often)
    live = await table.serve()
    done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    key = b"open".ljust(16, b"-")
    live.submit(
        Submission(TABLE, key, key, b"", opening(**switches), 0, table.clock.steady(), answered=done.set_result)
    )
    assert await done == ""
    storyteller = await table.sit(STORYTELLER)
    for seat in (ANNA, BEN):
        traits = (("Strength", 3), ("Dexterity", 2), ("Brawl", 2), ("Wits", 3))
        made = CreateCharacter(seat.id.title(), player=seat.id, traits=traits, pools=(("Willpower", 5, 5),))
        assert (await storyteller.do(made, seat.id.encode().ljust(16, b"-")))[0] == "accepted"
    live.unseat(storyteller)
    for _ in range(1, writers):
        await table.serve()
    return table


def character(live: LiveStream, name: str) -> str:
    """Return the id of a character, also of a hidden one."""
    return next(face.id for face in live.folded.state.full.all(Face) if face.name == name)


def said(eyes: Eyes) -> list[str]:
    """Return all spoken lines that a subscriber holds."""
    records = eyes.page.audiences["everyone"][2].values()
    return [page_text(record[6]) for record in records if record[0] == "Line" and record[5]]


async def hears(eyes: Eyes, *words: str, resets: int = 0) -> None:
    """Wait until a subscriber has received these words, and that many resets."""
    await eyes.until(lambda: len(eyes.page.resets) == resets and all(word in said(eyes) for word in words))


async def everybody_holds_the_log(table: Table, *subscribers: Eyes) -> None:
    """INV3: every subscriber holds exactly the records and options that the fold of the log gives its seat."""
    await table.still()
    folded = await table.fold()
    for eyes in subscribers:
        assert eyes.page.audiences == held(folded, eyes.seat), eyes.seat
        assert eyes.page.options == offered(folded.state, eyes.seat), eyes.seat
    for live in table.live_streams:
        assert live.folded.head == folded.head
