"""If encoding for a seat fails, that seat receives no part of the message, and the remaining connections go on
(SEC28)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.core.audience import Seat
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.options import Offers
from server.client.enter import Entrance
from server.fold.projection import Projection
from server.stream.fan_out import BROKEN, WRONG
from server.stream.group_commit import FAILED
from tests.in_english import english
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, BEN, STREAM
from tests.server.whole_server import Client, Guests

CANARY = "5f0c1d9ab37e46c2"


class Planted(Exception):
    """The planted failure, with a secret in its message."""


Hook = Callable[[pytest.MonkeyPatch, str], None]


def method(name: str) -> Hook:
    """Make a function of the projection fail for this seat."""

    def plant(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
        plain = getattr(Projection, name)

        def failing(self: Projection, asked: Seat, *rest: Any) -> Any:
            if asked.id == seat:
                raise Planted(CANARY)
            return plain(self, asked, *rest)

        monkeypatch.setattr(Projection, name, failing)

    return plant


def options(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    """Make the options of this seat fail."""
    plain = Offers.renew

    def failing(self: Offers, changed: Any) -> Any:
        if self.memory.reading().seat.id == seat:
            raise Planted(CANARY)
        return plain(self, changed)

    monkeypatch.setattr(Offers, "renew", failing)


def standing(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    """Make the answer to an already durable command of this seat fail."""
    plain = Projection.position

    def failing(asked: Seat, ends: Any) -> Any:
        if asked.id == seat:
            raise Planted(CANARY)
        return plain(asked, ends)

    monkeypatch.setattr(Projection, "position", staticmethod(failing))


COMING: dict[str, Hook] = {
    "view": method("newcomer_view"), "before": method("newcomer_story_start"),
    "epoch": method("epoch"), "missing": method("missing"), "strayed": method("strayed"),
    "options": options,
}  # fmt: skip
"""The projection's functions that run when a client connects."""
PLAYING: dict[str, Hook] = {"message": method("message"), "options": options, "position": standing}
"""The projection's functions that run during play."""


async def everybody(guests: Guests) -> tuple[Entrance, Client]:
    """Invite Anna, and seat the Storyteller, who writes a secret note."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    table = await guests.sit(teller)
    assert (await table.do(Say(f"secret {CANARY}", "", ("storyteller",))))[0] == "accepted"
    return anna, table


async def goes_on(guests: Guests, anna: Entrance, table: Client, unlucky: Client, monkeypatch: Any) -> None:
    """Assert that she receives one sentence and the close, that the table goes on, and that she can come back after the
    repair."""
    assert await unlucky.ended() == BROKEN
    assert unlucky.told[-1][:3] == ["closing", BROKEN, english(WRONG)]
    assert CANARY not in str(unlucky.told)
    assert (await table.do(Say("still here")))[0] == "accepted"
    monkeypatch.undo()
    assert "still here" in str((await guests.sit(anna)).page.audiences)


@pytest.mark.parametrize("hook", COMING.values(), ids=COMING.keys())
async def test_who_cannot_be_shown_the_table_is_told_nothing(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, hook: Hook
) -> None:
    """SEC28: if the view, the epoch, the missed parts or the options fail, a connecting client receives no byte of the
    remaining ones."""
    anna, table = await everybody(guests)
    first = await guests.sit(anna)
    epoch = next(frame[1] for frame in first.told if frame[0] == "welcome")
    position = [[audience, count, chain] for audience, (count, chain, _) in first.page.audiences.items()]
    await first.socket.close()
    hook(monkeypatch, anna.seat)
    whole = hook in (COMING["view"], COMING["before"], COMING["options"])
    unlucky = await guests.connect()
    await unlucky.send("hello", anna.token, anna.stream, "" if whole else epoch, () if whole else position)
    await goes_on(guests, anna, table, unlucky, monkeypatch)
    assert [frame[0] for frame in unlucky.told] == ["closing"]


@pytest.mark.parametrize("hook", PLAYING.values(), ids=PLAYING.keys())
async def test_who_cannot_be_told_what_happens_is_told_nothing_of_it(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, hook: Hook
) -> None:
    """SEC28: if a commit, fresh options or the answer to a durable command fail for a seat, both connections of that
    seat end, and the remaining seats receive theirs."""
    anna, table = await everybody(guests)
    unlucky = await guests.sit(anna)
    heard = len(unlucky.told)
    hook(monkeypatch, anna.seat)
    if hook is standing:
        whisper = ["Say", "mine", "", ["storyteller"], False]
        await unlucky.send("command", b"i" * 16, 0, whisper)
    elif hook is options:
        assert (await table.do(CreateCharacter("Annabel", player=anna.seat)))[0] == "accepted"
    else:
        assert (await table.do(Say("for you", "", (anna.seat,))))[0] == "accepted"
    await goes_on(guests, anna, table, unlucky, monkeypatch)
    told = {frame[0] for frame in unlucky.told[heard:]}
    assert told <= {"closing", "presence", "part"} if hook is options else told <= {"closing", "presence"}


@pytest.mark.parametrize("name", ["message", "view", "options"])
async def test_who_cannot_be_shown_it_anew_is_told_nothing(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """SEC28: the log has lost its end and all clients get a fresh view; a client whose view fails is closed."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    await ben.do(Say("last words"))
    (COMING | PLAYING)[name](monkeypatch, ANNA.id)
    heard = len(anna.told)
    table.logs[0].lose_tail(STREAM, 1)
    table.live_streams[0].look_around()
    await ben.until(lambda: bool(ben.page.resets))
    if name == "message":  # it is not called here: a client that gets the whole view receives no part twice
        assert anna.page.resets
        return
    assert anna.closed == (BROKEN, english(WRONG))
    assert len(anna.told) == heard
    assert (await ben.do(Say("going on")))[0] == "accepted"


@pytest.mark.parametrize("name", ["bounded_view", "story", "story_lines"])
async def test_a_look_back_that_fails_says_nothing(guests: Guests, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """SEC28: if the past table or the older story fails, the client receives no byte of it."""
    teller = await guests.chronicle()
    table, unlucky = await guests.sit(teller), await guests.sit(teller)
    assert (await table.do(Say(f"secret {CANARY}", "", ("storyteller",))))[0] == "accepted"
    await unlucky.heard("part")
    heard = len(unlucky.told)
    method(name)(monkeypatch, teller.seat)
    await unlucky.send("look", 1, 1 if name == "bounded_view" else -1, -1 if name == "bounded_view" else 5, "")
    assert await unlucky.ended() == BROKEN
    assert {frame[0] for frame in unlucky.told[heard:]} <= {"closing", "presence", "options"}
    assert (await table.do(Say("still here")))[0] == "accepted"


async def test_a_commit_that_cannot_be_encoded_is_none(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC28: a commit that fails to encode is refused before it reaches the log, and no client receives a byte."""
    anna, table = await everybody(guests)
    watching = await guests.sit(anna)
    live = await guests.hub.streams.live(anna.stream)
    before = live.folded.head

    def failing(*_: object) -> Any:
        raise Planted(CANARY)

    monkeypatch.setattr(Projection, "encode_commit", failing)
    answer = await table.do(Say("lost words"))
    assert answer[0::2] == ["refused", FAILED.code]
    assert CANARY not in str(answer)
    monkeypatch.undo()
    assert live.folded.head == before
    assert (await table.do(Say("found words")))[0] == "accepted"
    await watching.until(lambda: "found words" in str(watching.page.audiences))
    assert "lost words" not in str(watching.told)
