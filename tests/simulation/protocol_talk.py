"""A conversation of the protocol fuzzer: three people at a table, their steps, and the checks after each step."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec

from domain.command import Command
from domain.core.audience import Audience
from domain.core.option import Option
from domain.features.rolls.free_roll import RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.scene import OpenScene
from server.connection.connection import ACCESS_ENDED, NO_SUCH_TABLE
from server.fold.commit_codec import write
from server.hub.handover_commands import table_submission
from server.protocol.frames import FRAME_MOST
from tests.domain.random_play import STOPPING, Wanderer
from tests.domain.random_play_cast import cast
from tests.server.socketless_tables import held
from tests.simulation.checker import records
from tests.simulation.failing_decisions import raise_after
from tests.simulation.protocol_frames import (
    ANSWERED_WITHIN,
    BINARY_ONLY,
    BY_ITSELF,
    CAST,
    CLOSINGS,
    MARKS,
    MESSAGES,
    OUT_OF_TURN,
    REVEALING,
    SECRETS,
    STREAM,
    TOO_BIG,
    TYPES,
    UNREADABLE,
)
from tests.simulation.protocol_person import Person
from tests.simulation.resuming import shifted
from tests.simulation.world import CHRONICLE, World


class Talk:
    """Three people at a table of their own, who send the messages that `step` names. `seen` counts the outcomes."""

    def __init__(self, seed: str, rules: str, third: str, seen: Counter[str]) -> None:
        self.world = World(seed, servers=1)
        self.seen = seen
        self.ids = 0
        self.shown = False
        """True if a secret roll was shown."""
        self.wanderer = Wanderer(0)
        self.world.run(self.world.set_up())
        self.world.run(self.world.run_on(self.world.servers[0], self._open(rules)))
        self.third = third
        self.people = {name: Person(self.world, name) for name in ("Teller", "Anna", third)}

    async def _open(self, rules: str) -> None:
        owners = {name.lower(): seat.id for name, (seat, _) in self.world.entrances.items()}
        members = tuple(msgspec.structs.replace(m, player=owners.get(m.id, "")) for m in cast() if m.id in CAST)
        hub = self.world.servers[0].hub
        self.live = await hub.streams.live(STREAM)
        opening = OpenScene(STREAM, CHRONICLE, "A talk", rules, cast=members)
        assert await hub.streams.submit(self.live, table_submission(hub.now(), opening, "open")) == ""

    # Steps

    def step(self, name: str, kind: str, what: Any) -> None:
        """Do one step, and check the laws."""
        person = self.people.get(name) or self.people[self.third]
        random = self.wanderer.random = Random(what)
        if kind in MESSAGES:
            if not person.seated:
                self.connect(person, random)
            if person.seated:  # a kicked person's closed seat is tried first
                self.say(person, kind, random)
        else:
            self.do(person, kind, what, random)

    def connect(self, person: Person, random: Random) -> None:
        """Connect to the seat, resuming from the position so far."""
        if person.out and random.random() < 0.5:
            self.check_closed(person, person.hello(), ACCESS_ENDED)
            return
        if person.out:
            self.world.run(self._let_in(person))
        been, begun = person.page.epoch, bool(person.page.audiences)
        self.world.run(person.begin(self.world))
        said = self.watch(person, person.hello())
        assert person.seated, f"{person.name} cannot enter: {said}"
        (welcome,) = [frame for frame in said if frame[0] == "welcome"]
        resumes = begun and been == welcome[1]
        assert welcome[6] == resumes, f"{person.name} came back from a true place: {welcome}"
        assert said[0][0] == "welcome", said
        self.seen["resumed" if resumes else "shown anew"] += 1

    async def _let_in(self, person: Person) -> None:
        server = self.world.servers[0]
        sessions = server.site.sessions
        if person.kicked:
            self.world.links[person.name] = await self.world.run_on(server, sessions.reissue(person.seat.id))
        entered = await self.world.run_on(server, sessions.enter(self.world.links[person.name]))
        person.token, person.kicked, person.out = entered.token, False, False

    def check_closed(self, person: Person, hello: bytes, code: int) -> None:
        """Send a hello that must be closed with this code."""
        self.world.run(person.begin(self.world))
        said = self.watch(person, hello)
        assert [frame[:2] for frame in said] == [["closing", code]], f"{person.name} was not closed as expected: {said}"

    def say(self, person: Person, kind: str, random: Random) -> None:
        """Send a message from the seat, and check its answer."""
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
                command = write(self.random_command(person, random))
                body = [*msgpack.unpackb(command, strict_map_key=False), "storyteller"]
                said = self.watch(person, msgpack.packb(["command", id_, 0, body]), id_)
                assert [f[:3] for f in said if f[0] not in BY_ITSELF] == [["refused", id_, "malformed"]], said
            case "a forged frame" | "hello again" | "too much" | "text":
                self.check_ended(person, *self.ending(person, kind, random))
            case "a look":
                at, before = random.choice([-1, 0, 3, 99]), random.choice([-1, -1, 0, 3])
                seat = random.choice(["", *(other.seat.id for other in self.people.values())])
                of = random.choice(["everyone", "storyteller", "sealed", *self.live.folded.projection.ends])
                self.watch(person, msgpack.packb(["look", 1, at, before, seat, None, of]))
            case "typing":
                self.watch(person, msgpack.packb(["typing", random.random() < 0.5]))
            case "an ack":
                self.watch(person, msgpack.packb(["ack", random.randrange(2**53)]))
            case "a failing decision":
                self.fail_decision(person, random)
            case _:
                self.send_command(person, self.chosen(person, kind, random))

    def ending(self, person: Person, kind: str, random: Random) -> tuple[bytes | str, int]:
        """A message that ends a connection, and the close code."""
        match kind:
            case "hello again":
                return person.hello(), OUT_OF_TURN
            case "too much":
                return bytes(FRAME_MOST + 1), TOO_BIG
            case "text":
                return "text", BINARY_ONLY
            case _:
                said: list[Any] = ["command", self.fresh(), 0, ["Say", "hello", "", [], False]]
                look = ["look", 1, -1, -1, "", None, "everyone"]
                frame = random.choice([said, look, ["ack", 1], ["typing", True]])
                return msgpack.packb([*frame, person.seat.id]), UNREADABLE

    def do(self, person: Person, kind: str, what: Any, random: Random) -> None:
        """Do an action that does not need a seat."""
        match kind:
            case "goes away":
                self.world.run(person.begin(self.world))
            case "resumes from elsewhere" if person.page.epoch and not person.out:
                self.resume_from_elsewhere(person, random)
            case "sends an invalid hello":
                if random.random() < 0.5 or person.out:
                    nobodys = msgpack.packb(["hello", random.randbytes(16).hex(), STREAM, "", []])
                    self.check_closed(person, nobodys, ACCESS_ENDED)
                else:
                    nowhere = random.choice(["scene/night/none", "elsewhere", "scene/day/docks"])
                    self.check_closed(person, person.hello(stream=nowhere), NO_SUCH_TABLE)
            case "talks while entering":
                self.world.run(person.begin(self.world))
                wish = self.command(person, Say("too soon"), self.fresh())
                self.check_ended(person, person.hello(), OUT_OF_TURN, wish)
            case "sends anything first":
                self.world.run(person.begin(self.world))
                self.watch(person, what)
            case "ends the session" | "is kicked" if not person.out:
                self.end_session(person, kicked=kind == "is kicked")
            case "sends anything" | "sends bytes":
                self.watch(person, what)
            case _:
                pass

    # Messages

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
            case "a line":
                return Say(f"hello {random.random()}")
            case "a whisper" if person.name == "Teller":
                name = random.choice(["Anna", self.third])  # to one who watches it is refused
                return Say(MARKS[name], "", (self.people[name].seat.id,))
            case "a whisper":
                return Say(mark, "", ("storyteller",))
            case "a secret roll":
                return RollInSecret(mark, dice=random.randint(1, 9))
            case "an option":
                return self.random_option(person, random) or self.random_command(person, random)
            case _:
                return self.random_command(person, random)

    def random_option(self, person: Person, random: Random) -> Command | None:
        """An option that this person received, chosen by command first, so that a command with many options is no
        likelier."""
        told = person.open()
        names = sorted({raw[0] for raw in told if raw[0] not in STOPPING or random.random() < 0.1})
        if not names:
            return None
        name = random.choice(names)
        self.learn()
        return self.wanderer.accepted(msgspec.convert(random.choice([raw for raw in told if raw[0] == name]), Option))

    def random_command(self, person: Person, random: Random) -> Command:
        """A random command of the catalogue, filled with existing ids, secret or not."""
        self.learn()
        while (found := self.wanderer.make(random.choice(TYPES), {})) is None or type(found).__name__ in STOPPING:
            pass
        return found

    def learn(self) -> None:
        self.wanderer.learn(self.live.folded.state)
        self.wanderer.ids += [person.seat.id for person in self.people.values()]

    def send_command(self, person: Person, command: Command) -> None:
        """Send a command, and check that it has exactly one answer."""
        id_, name = self.fresh(), type(command).__name__
        self.shown = self.shown or (name in REVEALING and person.name == "Teller")
        frame = self.command(person, command, id_)
        person.sent.append((id_, frame))
        said = self.watch(person, frame, id_)
        answers = [f for f in said if f[0] in ("accepted", "refused")]
        assert len(answers) == 1, f"{command} is answered {answers}"
        self.seen[f"{answers[0][0]} {name}"] += 1
        if answers[0][0] == "accepted" and isinstance(command, Say | RollInSecret):
            self.seen["secrets"] += MARKS.get(person.name, "") in bytes(frame).decode("latin-1")

    def fail_decision(self, person: Person, random: Random) -> None:
        """Send a command whose decision raises half-way: it is refused, and nothing of it stays."""
        found = self.chosen(person, random.choice(["a line", "an option", "a whisper"]), random)
        id_ = self.fresh()
        with raise_after(random.randint(1, 3)) as breaks:
            said = self.watch(person, self.command(person, found, id_), id_, logs=breaks)
        if breaks:
            assert [f[:3] for f in said if f[0] not in BY_ITSELF] == [["refused", id_, "failed"]], said
            self.seen["failed"] += 1

    def check_ended(self, person: Person, message: bytes | str, code: int, then: bytes = b"") -> None:
        """Send a message that closes the connection with this code, and has no effect besides."""
        said = self.watch(person, message, then=then)
        assert [frame[:2] for frame in said if frame[0] not in BY_ITSELF] == [["closing", code]], (message, said)
        assert person.arrival.closed == code

    def resume_from_elsewhere(self, person: Person, random: Random) -> None:
        """Resume from a position where this person has not been: the server sends a whole view, or only the person's
        own records."""
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

    def end_session(self, person: Person, *, kicked: bool) -> None:
        """End the session or close the seat: the connection is closed at once, without any further message."""
        was = person.seated
        said = self.watch(person, "kicked" if kicked else "leaves")
        person.out, person.kicked = True, kicked
        if was:
            assert [f[:2] for f in said if f[0] not in BY_ITSELF] == [["closing", ACCESS_ENDED]], said
            assert person.arrival.closed == ACCESS_ENDED
            self.seen["kicked"] += kicked

    # Laws

    def watch(
        self, person: Person, message: bytes | str, id_: bytes = b"", then: bytes = b"", logs: list[str] | None = None
    ) -> list[list[Any]]:
        """Send a message, and check the messages of all people. Return the sender's."""
        before, was_closed = self.snapshot(), bool(person.arrival.closed)
        entries = self.entries()
        self.world.run(self._say(person, message, then, id_))
        said = {other.name: self.received(other) for other in self.people.values()}
        mine = said[person.name]
        if was_closed:
            assert not mine, f"a message after the end: {mine}"
        fresh = [f for f in mine if f[0] == "accepted" and f[1] not in person.accepted]
        assert self.entries() - entries == len(fresh), f"{len(fresh)} accepted, {self.entries() - entries} in the log"
        told = {
            name: [f for f in heard if f[0] not in BY_ITSELF] for name, heard in said.items() if name != person.name
        }
        if not fresh:
            assert self.snapshot() == before, f"the state changed though no command was accepted: {message!r}"
            assert not any(told.values()), f"other people received a command that was not accepted: {told}"
        self.seen["sent to others"] += sum(f[0] == "part" for heard in told.values() for f in heard)
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
                await self.world.run_on(server, server.site.sessions.leave(person.token))
            case "kicked":
                await self.world.run_on(server, server.site.sessions.revoke(person.seat.id))
            case str():
                raise ValueError(message)
            case _:
                connection.received(message)
                if then:
                    connection.received(then)
        await asyncio.sleep(0.05)
        until = self.world.loop.time() + ANSWERED_WITHIN
        while (id_ and not person.answered(id_)) or connection.stage == "entering":
            assert self.world.loop.time() < until, f"no answer to {message!r}"
            await asyncio.sleep(0.05)

    def received(self, person: Person) -> list[list[Any]]:
        """The messages of a person since the last call; fail if one is not for that seat (INV7)."""
        data, said = person.since()
        audiences = {frame[1] for frame in said if frame[0] in ("part", "view", "earlier")}
        audiences |= {position[0] for frame in said if frame[0] == "accepted" for position in frame[2]}
        assert all(person.seat.reads(Audience(a)) for a in audiences), f"{person.name} received {audiences}"
        if data and person.name != "Teller":
            for name, secret in SECRETS.items():
                if name != person.name and not (name == "Teller" and self.shown):
                    assert not any(guise in data for guise in secret), f"{person.name} received {name}'s secret: {said}"
        assert person.arrival.closed in {0, *CLOSINGS}, person.arrival.closed
        return said

    def entries(self) -> int:
        """The number of commands in all logs."""
        return sum(len(entries) for entries in self.world.store.entries.values())

    def snapshot(self) -> Any:
        """The end of every log, and the whole state of the table, with dice and counts."""
        ends = {stream: entries[-1].chain for stream, entries in self.world.store.entries.items() if entries}
        return ends, records(self.live.folded.state), dict(self.live.folded.projection.ends)

    def end(self) -> None:
        """Check that every connected person holds the table as it is."""
        for person in self.people.values():
            if person.seated:
                assert person.page.audiences == held(self.live.folded, person.seat), (
                    f"{person.name} holds a different table"
                )
