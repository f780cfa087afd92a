"""An upgrade during play (FLT21): for a while, a server of the older program and a server of the newer program serve
the same scene, and then the older server is replaced.

The newer server appends an event or a name to the scene's log that the older program cannot read. The older server then
fences that scene: it tells its operator and its clients, refuses further commands for that scene, and goes on with its
other streams. No accepted command is lost, and a client that moves to the newer server plays on.

The newer program is a copy of this tree with an addition. To test two releases, no addition is needed: check the older
release out into a folder (`git worktree add`), and give `Evening.play` that folder and a `Release` that copies this
tree and uses a feature that is new in it.
"""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgpack  # type: ignore[import-untyped]

from domain.core.audience import Seat
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chat import Say
from domain.features.tasks.set_clock import SetClock
from domain.rules.declared_action import Action
from server.client.enter import Entrance
from server.connection.connection import LOST
from server.fold.commit_codec import command_key, write
from server.log.open import open_log
from server.stream.group_commit import FENCED
from tests.in_english import english, refusal_text
from tests.redis_server import RedisServer, free_port
from tests.server.processes.extended_copy import YOKE, Scene, copied, does
from tests.server.processes.serve_process import ROOT, START_SECONDS, Server, link_of, started
from tests.server.socketless_tables import Page, fresh_id
from tests.server.whole_server import Client

NIGHTFALL = Path("domain", "rulesets", "nightfall.py")
FEATURES = Path("domain", "features")
RESTATED = (
    (FEATURES / "table" / "game_clock.py", """    who: str
    at: int

    def apply(self, records: Partition, at: int) -> None:
        move_clock(records, self.at)
""", """    version: ClassVar[int] = 2

    at: int
    who: str

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        who, at = fields
        return [at, who]

    def apply(self, records: Partition, at: int) -> None:
        move_clock(records, self.at)
"""),
    (FEATURES / "tasks" / "set_clock.py", "ClockSet(table.seat.id, now)", "ClockSet(now, table.seat.id)"),
)  # fmt: skip


def restated(folder: Path) -> Path:
    """Make a program in which the fields of `ClockSet` are in a new order, as its version 2. Older events are
    lifted."""
    program = copied(folder)
    for file, before, after in RESTATED:
        text = (program / file).read_text()
        assert text.count(before) == 1, before
        (program / file).write_text(text.replace(before, after))
    return program


def switched(folder: Path) -> Path:
    """Make a program in which Nightfall has an additional switch."""
    text = (copied(folder) / NIGHTFALL).read_text()
    before = "    switches = (\n"
    assert text.count(before) == 1
    after = f'{before}        Switch("moon", ("new", "full")),\n'
    (folder / NIGHTFALL).write_text(text.replace(before, after))
    return folder


async def show_omen(evening: Evening) -> None:
    await evening.submission(evening.st, ["ShowOmen", "a dog howls"])


async def declare_yoke(evening: Evening) -> None:
    ash, brand = evening.scene.ids["Ash"], evening.scene.ids["Brand"]
    await evening.submission(evening.st, StartTurns())
    await evening.submission(evening.st, DeclareAction(brand, (Action("yoke", (ash,), details=(("grip", "tight"),)),)))


async def turn_switch(evening: Evening) -> None:
    await evening.submission(evening.st, ChangeHouseRules((("moon", "full"),)))


async def set_clock(evening: Evening) -> None:
    await evening.submission(evening.st, SetClock(2, 7))


class Release(NamedTuple):
    """A newer program: a function that makes it from this program, and a function that uses its new feature."""

    made: Callable[[Path], Path]
    used: Callable[[Evening], Awaitable[None]]


RELEASES = {
    "a new event": Release(lambda folder: copied(folder, "features/omens.py"), show_omen),
    "a new manoeuvre": Release(lambda folder: copied(folder, YOKE), declare_yoke),
    "a new switch": Release(switched, turn_switch),
    "a new version of an event": Release(restated, set_clock),
}


class Evening:
    """A table that is served by two programs, and the answers to its clients' commands."""

    def __init__(self, folder: Path, release: Release, http: httpx.AsyncClient) -> None:
        self.redis = RedisServer(folder)
        self.release = release
        self.accepted: list[bytes] = []
        """The keys of the accepted commands in the scene."""
        self.refused: list[bytes] = []
        self._http = http
        self._servers: list[Server] = []
        self._seats: dict[Client, Seat] = {}

    async def serve(self, folder: Path, *arguments: str) -> Server:
        """Start a server of the program in a folder."""
        process = await started("--log", self.redis.url, "--port", "0", *arguments, folder=folder)
        server = Server(process, await link_of(process), self._http)
        self._servers.append(server)
        return server

    async def sit(self, server: Server, who: Entrance, before: Client | None = None) -> Client:
        """Seat a person in the scene. If `before` is given, reconnect with its page and position."""
        epoch, position, page = "", [], None
        if before is not None:
            page = before.page
            epoch = next(frame[1] for frame in reversed(before.told) if frame[0] == "welcome")
            position = [[audience, count, chain] for audience, (count, chain, _) in page.audiences.items()]
        client = await server.sit(who, self.scene.stream, epoch, position, page)
        role: Any = "storyteller" if who is self.scene.teller else "player"
        self._seats[client] = Seat(who.seat, role)
        return client

    async def submission(self, client: Client, command: Any, code: str = "") -> None:
        """Send a command. Assert that it is accepted, or refused with `code`."""
        id_ = fresh_id()
        raw = command if isinstance(command, list) else msgpack.unpackb(write(command))
        await client.send("command", id_, 0, raw)
        await client.until(lambda: id_ in client.page.answers)
        answer = client.page.answers[id_]
        key = command_key(self._seats[client], id_)
        if code:
            assert answer[::2] == ["refused", code], answer
            self.refused.append(key)
        else:
            assert answer[0] == "accepted", answer
            self.accepted.append(key)

    async def play(self, old: Path = ROOT) -> None:
        """Play the whole upgrade. `old` is the folder of the older program."""
        new = self.release.made(self.redis.folder / "new")
        status = free_port()
        before = await self.serve(old, "--status", f"{status}")
        self.scene = await Scene(before, "nightfall", reactions="automatic", declare="any-order").open()
        elsewhere = await before.chronicle("Elsewhere")
        lobby = await before.sit(elsewhere)
        after = await self.serve(new)
        ben = await before.invited(self.scene.teller, "Ben")
        anna, bens = await self.sit(before, self.scene.anna), await self.sit(after, ben)
        self.st = await self.sit(after, self.scene.teller)
        sts_other_tab = await self.sit(before, self.scene.teller)
        await self.submission(sts_other_tab, SetClock(1, 6))
        await self.talk(anna, bens, self.st)
        self.hold_the_same(anna, bens)

        await self.release.used(self)
        await anna.until(lambda: anna.page.resets == [refusal_text(FENCED)])
        await self.submission(anna, Say("What is it?"), FENCED.code)
        assert anna.page.answers.popitem()[1][3] == refusal_text(FENCED)
        await self.level(bens, self.st)
        self.saw_what_was(anna, bens)
        moved, newcomer = await self.sit(before, ben, bens), await self.sit(before, self.scene.anna)
        for client in (moved, newcomer):
            assert client.page.resets[-1:] == [refusal_text(FENCED)]
            self.hold_the_same(client, anna)
            await self.submission(client, Say("And now?"), FENCED.code)
        await self.talk(self.st, await self.sit(after, ben))
        await self.submission(anna, Say("Still nothing?"), FENCED.code)
        await does(lobby, Say("Here all is well."))
        page = (await self._http.get(f"http://127.0.0.1:{status}/")).text
        assert f"FENCED       {self.scene.stream}" in page

        code, _, err = await before.ended(signal.SIGTERM)
        assert code == 0
        (alarm,) = err.splitlines()
        assert f"CRITICAL coterie.log_follower {self.scene.stream} is fenced: " in alarm
        again = await self.serve(new)
        lobby = await again.sit(elsewhere)
        await does(lobby, Say("Here all was well."))
        anna = await self.sit(again, self.scene.anna, anna)
        assert anna.page.resets == [refusal_text(FENCED)]
        moved = await self.sit(again, ben, moved)
        assert english(LOST) not in moved.page.resets
        bens, sts = await self.sit(after, ben), await self.sit(again, self.scene.teller)
        await self.talk(anna, moved, bens, sts, self.st)
        self.hold_the_same(anna, moved, bens, sts, self.st)
        self.hold_the_same(moved, bens, audience=None)
        self.hold_the_same(sts, self.st, audience=None)
        await self.all_of_it_stands()

    async def talk(self, *clients: Client) -> None:
        """Let each client say a line, and wait until all have received all lines."""
        for client in clients:
            await self.submission(client, Say(f"words {len(self.accepted)}"))
        await self.level(*clients)

    @staticmethod
    async def level(*clients: Client) -> None:
        """Wait until all clients have as many public parts as the client with the most."""
        told = max(client.page.audiences["everyone"][0] for client in clients)
        for client in clients:
            while client.page.audiences["everyone"][0] < told:
                await client.next()

    @staticmethod
    def hold_the_same(first: Client, *others: Client, audience: str | None = "everyone") -> None:
        """INV3: assert that all pages have the same records of `audience`; with None, the same of all audiences (for
        the connections of a single seat)."""
        for other in others:
            held, theirs = first.page.audiences, other.page.audiences
            assert (held == theirs) if audience is None else (held[audience] == theirs[audience])

    @staticmethod
    def saw_what_was(reader: Client, other: Client) -> None:
        """Assert that the public records of `reader` are those that the second page had at an earlier time."""
        page, held = Page(), reader.page.audiences["everyone"]
        for frame in other.told:
            if frame[0] in ("view", "part") and frame[1] == "everyone" and frame[2] <= held[0]:
                page.take(msgpack.packb(frame))
        assert page.audiences["everyone"] == held
        assert held[0] < other.page.audiences["everyone"][0]

    async def all_of_it_stands(self) -> None:
        """INV1, INV5: assert that the log has every accepted command once and no refused command."""
        log = await open_log(self.redis.url, read_only=True)
        keys = [entry.key for entry in await log.read(self.scene.stream, 0)]
        await log.close()
        assert [keys.count(key) for key in self.accepted] == [1] * len(self.accepted)
        assert not set(self.refused) & set(keys)

    async def end(self) -> None:
        """End all servers and the Redis."""
        for server in self._servers:
            await server.end()
        self.redis.kill()


async def upgraded(folder: Path, release: str) -> None:
    """Play an upgrade to a program that is made in a folder."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        evening = Evening(folder, RELEASES[release], http)
        evening.redis.start()
        try:
            await evening.play()
        finally:
            await evening.end()
