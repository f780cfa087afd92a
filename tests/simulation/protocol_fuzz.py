"""F26: people who mostly sit at the table and mostly say what may be said there; between that anything else, in any
order: before the hello, while it is entering, after its session ended, after its seat was closed. No conversation
harms another, learns what it may not, or changes anything by what is refused (I5, I7, S7)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any
from unittest.mock import patch

import msgpack  # type: ignore[import-untyped]
import msgspec
from hypothesis import given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from domain.catalogue import catalogue
from domain.core.audience import Audience
from domain.core.command import Command, Option, TableCommand
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.features.rolls.free_roll import RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.scene import OpenScene
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE
from server.fold.commit_codec import write
from server.hub.handover_commands import table_submission
from server.protocol.frames import FRAME_MOST, HELLO_MOST
from tests.canaries import guises
from tests.domain.random_play import STOPPING, Wanderer, cast
from tests.server.socketless_tables import Page, frames, held
from tests.simulation.checker import records
from tests.simulation.resuming import Arrival, shifted
from tests.simulation.world import CHRONICLE, World

STREAM = f"scene/{CHRONICLE}/talk"
NAMES = ("Teller", "Anna", "the third")
THIRD = ("Ben", "Guest")
"""Another player, or somebody who watches."""
BINARY_ONLY, UNREADABLE, OUT_OF_TURN, TOO_BIG = 1003, 1007, 1008, 1009
CAST = ("anna", "shade")
"""A character of a player's and a hidden one."""
CLOSINGS = {BINARY_ONLY, UNREADABLE, OUT_OF_TURN, TOO_BIG, ACCESS_ENDED, NO_SUCH_TABLE}
BY_ITSELF = {"tick", "presence"}
"""What comes whatever anybody wishes."""
OPTIONS: bytes = msgpack.packb(["options", True, []])[:-2]
"""How a message begins that tells of them."""
ANSWERED_WITHIN = 5.0
"""Virtual seconds."""
MARKS = {name: sha256(name.encode()).hexdigest()[:32] for name in ("Teller", "Anna", *THIRD)}
"""What each of them says to the Storyteller alone or is told by her alone is marked so, and what she keeps to
herself."""
SECRETS = {name: tuple(guises(mark)) for name, mark in MARKS.items()}
SHOWS = {"ShowRoll"}
"""By what a secret roll stops being one."""
WISHES = [c for c in catalogue().commands.values() if not issubclass(c, TableCommand)]

IDS = st.integers(0, 5).map(lambda n: n.to_bytes(16, "big"))  # few, so that many were used
WORDS = st.text(max_size=20)
COMMANDS = st.one_of(
    st.tuples(st.just("Say"), WORDS, st.just(""), st.lists(st.sampled_from(["storyteller", "nobody"]), max_size=2)),
    st.tuples(st.just("Roll"), WORDS, WORDS),
    st.tuples(st.sampled_from(["CloseScene", "OpenScene", "Unheard", "SetHealth", "KeepScene"]), WORDS),
    st.lists(st.one_of(st.integers(-(2**63), 2**64 - 1), WORDS), max_size=4),
)
POSITIONS = st.lists(
    st.tuples(
        st.sampled_from(["everyone", "storyteller", "sealed", "seats:x"]), st.integers(0, 9), st.binary(max_size=9)
    ),
    max_size=3,
)
FRAMES = st.one_of(
    st.tuples(st.just("hello"), WORDS | st.just("x" * 20), WORDS | st.just(STREAM), WORDS, POSITIONS),
    st.tuples(st.just("command"), IDS, st.integers(-1, 99), COMMANDS),
    st.tuples(
        st.just("look"), st.integers(0, 9), st.integers(-1, 9), st.integers(-1, 9), WORDS, st.none() | WORDS, WORDS
    ),
    st.tuples(st.just("ack"), st.integers(-1, 2**54)),
    st.tuples(st.just("typing"), st.booleans()),
    st.tuples(st.sampled_from(["welcome", "part", "accepted", "closing"]), st.integers(-(2**63), 2**64 - 1)),
).map(msgpack.packb)
"""What anybody may send, in any state; little of it is right anywhere."""

SAID = {
    "what is offered": 4, "any command": 10, "something": 10, "a whisper": 8, "a secret roll": 3,
    "the same again": 8, "an id used for another": 4, "what breaks off": 5, "a forged command": 4,
    "a forged frame": 2, "a look": 2, "typing": 2, "an ack": 2, "hello again": 1, "text": 1, "too much": 1,
}  # fmt: skip
"""How often what is said in a seat; whoever is not there comes first."""
DONE = {
    "goes away": 2, "comes back from elsewhere": 2, "opens nothing": 1, "talks while entering": 1,
    "is a stranger": 1, "ends the session": 1, "is kicked": 1, "sends anything": 4, "sends bytes": 1,
}  # fmt: skip
"""And whatever else somebody does, wherever they are."""
WHO_WHAT = st.sampled_from([
    (name, kind) for kind, often in (SAID | DONE).items() for name in NAMES for _ in range(often)
])  # fmt: skip


@st.composite
def _step(draw: st.DrawFn) -> tuple[str, str, Any]:
    name, kind = draw(WHO_WHAT)
    match kind:
        case "sends anything" | "is a stranger":
            return name, kind, draw(FRAMES)
        case "sends bytes":
            return name, kind, draw(st.binary(max_size=40))
        case _:
            return name, kind, draw(st.integers(0, 2**32 - 1))


STEP = _step()

FLOORS = {
    "accepted": 0.07, "refused": 0.1, "failed": 0.002, "told to others": 0.06, "resumed": 0.02, "shown anew": 0.01,
    "kicked": 0.001, "twice": 0.005, "secrets": 0.008,
}  # fmt: skip
"""How many of each there are at least for a step: less than a third of what any of many seeds came to."""


class Broken(Exception):
    """What was being decided broke off."""


class Person:
    """Somebody with a seat, the connection that is theirs now, and what they hold from it."""

    def __init__(self, world: World, name: str) -> None:
        self.name = name
        self.seat = world.entrances[name][0]
        self.token = world.entrances[name][1]
        self.arrival = Arrival(world)
        self.page = Page()
        self.options: list[bytes] = []
        """The messages that told it what is open to it. Few are looked at, and they are long."""
        self.sent: list[tuple[bytes, bytes]] = []
        """The ids of its commands, and the frames."""
        self.accepted: dict[bytes, list[Any]] = {}
        """The answers."""
        self.kicked = False
        self.out = False
        """Whether the token opens nothing any more."""
        self._heard = 0

    @property
    def seated(self) -> bool:
        return self.arrival.connection.stage == "seated"

    def hello(self, epoch: str | None = None, position: list[list[Any]] | None = None, stream: str = STREAM) -> bytes:
        """The first frame: as a page sends it, which leaves out a place that does not fit."""
        place = [[audience, at, chain] for audience, (at, chain, _) in self.page.audiences.items()]
        frame = ["hello", self.token, stream, self.page.epoch if epoch is None else epoch, place]
        if position is not None:
            frame[4] = position
        packed: bytes = msgpack.packb(frame)
        return packed if len(packed) <= HELLO_MOST else msgpack.packb(["hello", self.token, stream, "", []])

    def open(self) -> list[Any]:
        """What is open to it."""
        for message in self.options:
            self.page.take(message)
        self.options.clear()
        return self.page.options

    async def begin(self, world: World) -> None:
        """A new connection in place of the one before."""
        self.arrival.connection.lost()
        self.arrival, self._heard = Arrival(world), 0

    def since(self) -> tuple[bytes, list[list[Any]]]:
        """What it was told since this was asked last. Fails on a gap, a repeat or a reorder."""
        messages, self._heard = self.arrival.heard[self._heard :], len(self.arrival.heard)
        said: list[list[Any]] = []
        for message in messages:
            if message.startswith(OPTIONS):
                self.options.append(message)
                said.append(["options"])
                continue
            told = frames(message)
            if told[0][0] != "looked":  # that is the table as it was, and not as it is
                self.page.hear(told)
            said += told
        return b"".join(messages), said

    def answered(self, id_: bytes) -> bool:
        """Whether there is nothing to wait for any more."""
        return not self.seated or any(id_ in message for message in self.arrival.heard[self._heard :])


class Talk:
    """Three people at a table of its own, who say whatever they are told to. `seen` counts what came of it."""

    def __init__(self, seed: str, rules: str, third: str, seen: Counter[str]) -> None:
        self.world = World(seed, servers=1)
        self.seen = seen
        self.ids = 0
        self.shown = False
        """Whether a secret roll was shown."""
        self.wanderer = Wanderer(0)
        self.world.run(self.world.found())
        self.world.run(self.world.here(self.world.servers[0], self._open(rules)))
        self.third = third
        self.people = {name: Person(self.world, name) for name in ("Teller", "Anna", third)}

    async def _open(self, rules: str) -> None:
        owners = {name.lower(): seat.id for name, (seat, _) in self.world.entrances.items()}
        members = tuple(msgspec.structs.replace(m, player=owners.get(m.id, "")) for m in cast() if m.id in CAST)
        hub = self.world.servers[0].hub
        self.live = await hub.streams.live(STREAM)
        opening = OpenScene(STREAM, CHRONICLE, "A talk", rules, cast=members)
        assert await hub.streams.submit(self.live, table_submission(hub.now(), opening, "open")) == ""

    # One thing at a time

    def step(self, name: str, kind: str, what: Any) -> None:
        """One thing said or done, and what must hold then."""
        person = self.people.get(name) or self.people[self.third]
        random = self.wanderer.random = Random(what)
        if kind in SAID:
            if not person.seated:
                self.come(person, random)
            if person.seated:  # the closed door of whoever was kicked is tried first
                self.say(person, kind, random)
        else:
            self.do(person, kind, what, random)

    def come(self, person: Person, random: Random) -> None:
        """Take one's seat, from where one was before."""
        if person.out and random.random() < 0.5:
            self.sent_away(person, person.hello(), ACCESS_ENDED)
            return
        if person.out:
            self.world.run(self._let_in(person))
        been, begun = person.page.epoch, bool(person.page.audiences)
        self.world.run(person.begin(self.world))
        said = self.watch(person, person.hello())
        assert person.seated, f"{person.name} is not let in: {said}"
        (welcome,) = [frame for frame in said if frame[0] == "welcome"]
        resumes = begun and been == welcome[1]
        assert welcome[6] == resumes, f"{person.name} came back from a true place: {welcome}"
        assert said[0][0] == "welcome", said
        self.seen["resumed" if resumes else "shown anew"] += 1

    async def _let_in(self, person: Person) -> None:
        server = self.world.servers[0]
        sessions = server.site.sessions
        if person.kicked:
            self.world.links[person.name] = await self.world.here(server, sessions.reissue(person.seat.id))
        entered = await self.world.here(server, sessions.enter(self.world.links[person.name]))
        person.token, person.kicked, person.out = entered.token, False, False

    def sent_away(self, person: Person, hello: bytes, code: int) -> None:
        """A hello that opens nothing."""
        self.world.run(person.begin(self.world))
        said = self.watch(person, hello)
        assert [frame[:2] for frame in said] == [["closing", code]], f"{person.name} was not sent away: {said}"

    def say(self, person: Person, kind: str, random: Random) -> None:
        """What is said in a seat, each with what must come of it."""
        match kind:
            case "the same again" if person.sent:
                id_, frame = random.choice(person.sent)
                answer = person.accepted.get(id_)
                said = self.watch(person, frame, id_)
                if answer is not None:
                    self.seen["twice"] += 1
                    assert answer in said, f"said again, {answer} is answered {said}"
            case "an id used for another" if person.accepted:
                id_ = random.choice(sorted(person.accepted))
                said = self.watch(person, self.command(person, Say(f"another {random.random()}"), id_), id_)
                assert [f[:3] for f in said if f[0] not in BY_ITSELF] == [["refused", id_, "id-used"]], said
            case "a forged command":
                id_ = self.fresh()
                body = [*msgpack.unpackb(write(self.wish(person, random)), strict_map_key=False), "storyteller"]
                said = self.watch(person, msgpack.packb(["command", id_, 0, body]), id_)
                assert [f[:3] for f in said if f[0] not in BY_ITSELF] == [["refused", id_, "malformed"]], said
            case "a forged frame" | "hello again" | "too much" | "text":
                self.ended(person, *self.ending(person, kind, random))
            case "a look":
                at, before = random.choice([-1, 0, 3, 99]), random.choice([-1, -1, 0, 3])
                seat = random.choice(["", *(other.seat.id for other in self.people.values())])
                of = random.choice(["everyone", "storyteller", "sealed", *self.live.folded.projection.ends])
                self.watch(person, msgpack.packb(["look", 1, at, before, seat, None, of]))
            case "typing":
                self.watch(person, msgpack.packb(["typing", random.random() < 0.5]))
            case "an ack":
                self.watch(person, msgpack.packb(["ack", random.randrange(2**53)]))
            case "what breaks off":
                self.breaks_off(person, random)
            case _:
                self.wishes(person, self.chosen(person, kind, random))

    def ending(self, person: Person, kind: str, random: Random) -> tuple[bytes | str, int]:
        """What ends a connection, and the code that it does so with."""
        match kind:
            case "hello again":
                return person.hello(), OUT_OF_TURN
            case "too much":
                return bytes(FRAME_MOST + 1), TOO_BIG
            case "text":
                return "text", BINARY_ONLY
            case _:
                said: list[Any] = ["command", self.fresh(), 0, ["Say", "hello", "", []]]
                look = ["look", 1, -1, -1, "", None, "everyone"]
                frame = random.choice([said, look, ["ack", 1], ["typing", True]])
                return msgpack.packb([*frame, person.seat.id]), UNREADABLE

    def do(self, person: Person, kind: str, what: Any, random: Random) -> None:
        """What else somebody does."""
        match kind:
            case "goes away":
                self.world.run(person.begin(self.world))
            case "comes back from elsewhere" if person.page.epoch and not person.out:
                self.strays(person, random)
            case "opens nothing":
                if random.random() < 0.5 or person.out:
                    nobodys = msgpack.packb(["hello", random.randbytes(16).hex(), STREAM, "", []])
                    self.sent_away(person, nobodys, ACCESS_ENDED)
                else:
                    nowhere = random.choice(["scene/night/none", "elsewhere", "scene/day/docks"])
                    self.sent_away(person, person.hello(stream=nowhere), NO_SUCH_TABLE)
            case "talks while entering":
                self.world.run(person.begin(self.world))
                wish = self.command(person, Say("too soon"), self.fresh())
                self.ended(person, person.hello(), OUT_OF_TURN, wish)
            case "is a stranger":
                self.world.run(person.begin(self.world))
                self.watch(person, what)
            case "ends the session" | "is kicked" if not person.out:
                self.goes(person, kicked=kind == "is kicked")
            case "sends anything" | "sends bytes":
                self.watch(person, what)
            case _:
                pass

    # What is said

    def fresh(self) -> bytes:
        self.ids += 1
        return self.ids.to_bytes(16, "little")

    def command(self, person: Person, command: Command, id_: bytes) -> bytes:
        """The frame of a command."""
        at = person.page.audiences.get("everyone", (0,))[0]
        packed: bytes = msgpack.packb(["command", id_, at, msgpack.unpackb(write(command), strict_map_key=False)])
        return packed

    def chosen(self, person: Person, kind: str, random: Random) -> Command:
        """A command of one kind."""
        mark = MARKS[person.name]
        match kind:
            case "something":
                return Say(f"hello {random.random()}")
            case "a whisper" if person.name == "Teller":
                name = random.choice(["Anna", self.third])  # to one who watches it is refused
                return Say(MARKS[name], "", (self.people[name].seat.id,))
            case "a whisper":
                return Say(mark, "", ("storyteller",))
            case "a secret roll":
                return RollInSecret(mark, dice=random.randint(1, 9))
            case "what is offered":
                return self.taken_up(person, random) or self.wish(person, random)
            case _:
                return self.wish(person, random)

    def taken_up(self, person: Person, random: Random) -> Command | None:
        """One of the options that it was told of, by command, so that one with many is no likelier."""
        told = person.open()
        names = sorted({raw[0] for raw in told if raw[0] not in STOPPING or random.random() < 0.1})
        if not names:
            return None
        name = random.choice(names)
        self.learn()
        return self.wanderer.accepted(msgspec.convert(random.choice([raw for raw in told if raw[0] == name]), Option))

    def wish(self, person: Person, random: Random) -> Command:
        """Any command of the catalogue, filled with ids that there are, whoever may know them."""
        self.learn()
        while (found := self.wanderer.make(random.choice(WISHES), {})) is None or type(found).__name__ in STOPPING:
            pass
        return found

    def learn(self) -> None:
        self.wanderer.learn(self.live.folded.state)
        self.wanderer.ids += [person.seat.id for person in self.people.values()]

    def wishes(self, person: Person, command: Command) -> None:
        """A wish, and its answer: one."""
        id_, name = self.fresh(), type(command).__name__
        self.shown = self.shown or (name in SHOWS and person.name == "Teller")
        frame = self.command(person, command, id_)
        person.sent.append((id_, frame))
        said = self.watch(person, frame, id_)
        answers = [f for f in said if f[0] in ("accepted", "refused")]
        assert len(answers) == 1, f"{command} is answered {answers}"
        self.seen[f"{answers[0][0]} {name}"] += 1
        if answers[0][0] == "accepted" and isinstance(command, Say | RollInSecret):
            self.seen["secrets"] += MARKS.get(person.name, "") in bytes(frame).decode("latin-1")

    def breaks_off(self, person: Person, random: Random) -> None:
        """A wish whose deciding breaks off when some of it is folded: refused, and nothing of it stays."""
        found = self.chosen(person, random.choice(["something", "what is offered", "a whisper"]), random)
        id_ = self.fresh()
        with broken(random.randint(1, 3)) as breaks:
            said = self.watch(person, self.command(person, found, id_), id_, logs=breaks)
        if breaks:
            assert [f[:3] for f in said if f[0] not in BY_ITSELF] == [["refused", id_, "failed"]], said
            self.seen["failed"] += 1

    def ended(self, person: Person, message: bytes | str, code: int, then: bytes = b"") -> None:
        """What ends the connection with this code, and does nothing else."""
        said = self.watch(person, message, then=then)
        assert [frame[:2] for frame in said if frame[0] not in BY_ITSELF] == [["closing", code]], (message, said)
        assert person.arrival.closed == code

    def strays(self, person: Person, random: Random) -> None:
        """Come back from a place where one has not been: everything is shown, or nothing that is not one's own."""
        place = [[audience, at, chain] for audience, (at, chain, _) in person.page.audiences.items()]
        other = self.people[random.choice(sorted(self.people))]
        match random.choice(["from the future", "another chain", "another's epoch", "another's audience"]):
            case "from the future":
                hello, lost = person.hello(position=shifted(place, random.randint(200, 10**6), b"\x07" * 8)), True
            case "another chain":
                hello, lost = person.hello(position=shifted(place, 0, random.randbytes(8))), True
            case "another's epoch":
                hello, lost = person.hello(epoch=other.page.epoch[::-1] or "none"), False
            case _:
                unseen = ["sealed", 1, b"\x07" * 8]
                hello, lost = person.hello(position=[*place, unseen]), False
        self.world.run(person.begin(self.world))
        said = self.watch(person, hello)
        (welcome,) = [frame for frame in said if frame[0] == "welcome"]
        assert not welcome[6], f"{person.name} was resumed where it never was: {said}"
        assert (said[0][0] == "reset") == lost, said
        self.seen["shown anew"] += 1

    def goes(self, person: Person, *, kicked: bool) -> None:
        """The session ends, or the seat is closed: nothing is told to it from then on but that."""
        was = person.seated
        said = self.watch(person, "kicked" if kicked else "leaves")
        person.out, person.kicked = True, kicked
        if was:
            assert [f[:2] for f in said if f[0] not in BY_ITSELF] == [["closing", ACCESS_ENDED]], said
            assert person.arrival.closed == ACCESS_ENDED
            self.seen["kicked"] += kicked

    # What must hold

    def watch(
        self, person: Person, message: bytes | str, id_: bytes = b"", then: bytes = b"", logs: list[str] | None = None
    ) -> list[list[Any]]:
        """Have something said and done, and see what everybody is told of it. Returns what that one was told."""
        before, was_closed = self.standing(), bool(person.arrival.closed)
        entries = self.entries()
        self.world.run(self._say(person, message, then, id_))
        said = {other.name: self.heard(other) for other in self.people.values()}
        mine = said[person.name]
        if was_closed:
            assert not mine, f"told after its end: {mine}"
        fresh = [f for f in mine if f[0] == "accepted" and f[1] not in person.accepted]
        assert self.entries() - entries == len(fresh), f"{len(fresh)} accepted, {self.entries() - entries} in the log"
        told = {
            name: [f for f in heard if f[0] not in BY_ITSELF] for name, heard in said.items() if name != person.name
        }
        if not fresh:
            assert self.standing() == before, f"something changed, and nothing was accepted: {message!r}"
            assert not any(told.values()), f"others were told of what was not accepted: {told}"
        self.seen["told to others"] += sum(f[0] == "part" for heard in told.values() for f in heard)
        self.seen["accepted"] += len(fresh)
        self.seen["refused"] += sum(f[0] == "refused" for f in mine)
        person.accepted |= {f[1]: f for f in fresh}
        found = self.world.errors.found
        assert len(found) == len(logs or ()), found
        found.clear()
        assert not self.world.loop.failures
        return mine

    async def _say(self, person: Person, message: bytes | str, then: bytes, id_: bytes) -> None:
        connection, server = person.arrival.connection, self.world.servers[0]
        match message:
            case "text":
                connection.received_text()
            case "leaves":
                await self.world.here(server, server.site.sessions.leave(person.token))
            case "kicked":
                await self.world.here(server, server.site.sessions.revoke(person.seat.id))
            case str():
                raise ValueError(message)
            case _:
                connection.received(message)
                if then:
                    connection.received(then)
        await asyncio.sleep(0.05)
        until = self.world.loop.time() + ANSWERED_WITHIN
        while (id_ and not person.answered(id_)) or connection.stage == "entering":
            assert self.world.loop.time() < until, f"nothing comes of {message!r}"
            await asyncio.sleep(0.05)

    def heard(self, person: Person) -> list[list[Any]]:
        """What somebody was told since this was asked last: nothing that is not theirs (I7)."""
        data, said = person.since()
        audiences = {frame[1] for frame in said if frame[0] in ("part", "view", "earlier")}
        audiences |= {position[0] for frame in said if frame[0] == "accepted" for position in frame[2]}
        assert all(person.seat.reads(Audience(a)) for a in audiences), f"{person.name} was told {audiences}"
        if data and person.name != "Teller":
            for name, secret in SECRETS.items():
                if name != person.name and not (name == "Teller" and self.shown):
                    assert not any(guise in data for guise in secret), f"{person.name} was told {name}'s secret: {said}"
        assert person.arrival.closed in {0, *CLOSINGS}, person.arrival.closed
        return said

    def entries(self) -> int:
        """How many commands stand, in any log."""
        return sum(len(entries) for entries in self.world.store.entries.values())

    def standing(self) -> Any:
        """All that stands: what every log ends with, and what the table is, dice and counts and all."""
        ends = {stream: entries[-1].chain for stream, entries in self.world.store.entries.items() if entries}
        return ends, records(self.live.folded.state), dict(self.live.folded.projection.ends)

    def end(self) -> None:
        """Whoever is still there holds what the table is."""
        for person in self.people.values():
            if person.seated:
                assert person.page.audiences == held(self.live.folded, person.seat), (
                    f"{person.name} holds another table"
                )


@contextmanager
def broken(at: int) -> Iterator[list[str]]:
    """Whatever is decided breaks off once so many facts of it are folded. What it holds then are those times."""
    breaks: list[str] = []
    emit: Callable[..., None] = Deciding.emit
    facts = 0

    def breaking(self: Deciding, audience: Audience, *events: Event) -> None:
        nonlocal facts
        emit(self, audience, *events)
        facts += len(events)
        if facts >= at:
            breaks.append(audience)
            raise Broken

    with patch.object(Deciding, "emit", breaking):
        yield breaks


def talked(seed: object, examples: int, steps: int) -> Counter[str]:
    """So many conversations of so many steps each, each at a table of its own. Returns how many there were (`talks`),
    and what came of them; a law that does not hold fails with the shortest conversation that breaks it, and so do
    conversations in which next to nothing happened."""
    seen: Counter[str] = Counter()

    @seeded(f"{seed}")
    @settings(max_examples=examples)
    @given(
        st.sampled_from(sorted(catalogue().rulesets)),
        st.sampled_from(THIRD),
        st.lists(STEP, min_size=steps, max_size=steps),
    )
    def talks(rules: str, third: str, said: list[tuple[str, str, Any]]) -> None:
        seen["talks"] += 1
        talk = Talk(f"{seed} talking", rules, third, seen)
        try:
            for name, kind, what in said:
                talk.step(name, kind, what)
            talk.end()
        finally:
            talk.world.close()

    with patch("server.hub.look_backs.LOOK_BEAT", 0.001):  # a look is answered in the step that asks for it
        talks()
    few = {what: seen[what] for what, floor in FLOORS.items() if seen[what] < floor * examples * steps}
    assert not few, f"too little came of {examples * steps} steps: {few}"
    return seen
