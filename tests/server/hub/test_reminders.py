"""Reminders on a whole server, with a push service of the test: when they come, what they say, and what they do not
tell."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.core.audience import Seat
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.stated_intent import StateAim
from domain.features.rolls.free_roll import RollInSecret
from domain.features.scenes.create_character import CreateCharacter
from domain.options import questions
from server.client.enter import Entrance
from server.hub.reminders import Reminders
from server.limits_and_timeouts import REMIND_EVERY
from server.log.contract import LogError
from server.stream.seat_options import log_failed_offer
from tests.canaries import guises
from tests.redis_server import redis_server, redis_url
from tests.server.push_service import Browser, PushService, push_service
from tests.server.whole_server import Client, Guests, running
from tests.waiting import until

__all__ = ["redis_server", "redis_url"]

TRAITS = (("Strength", 3), ("Wits", 2))
SECRET = "canary-under-the-floor"


class Table:
    """A Storyteller at her page, and Anna, whose device gets push messages while her page is closed."""

    def __init__(self, guests: Guests, service: PushService) -> None:
        self.guests = guests
        self.service = service
        self.browser = Browser()
        self.teller: Client
        self.anna: Entrance
        self.storyteller: Entrance
        self.hers: str

    async def open(self) -> Table:
        self.storyteller = await self.guests.chronicle()
        self.anna = await self.guests.invited(self.storyteller, "Anna")
        self.teller = await self.guests.sit(self.storyteller)
        page = await self.guests.sit(self.anna)
        assert (await page.do(CreateCharacter("Anna", traits=TRAITS)))[0] == "accepted"
        await page.socket.close()
        await self.teller.until(lambda: any(r[0] == "Face" for r in self.records))
        (self.hers,) = [str(r[1]) for r in self.records if r[0] == "Face"]
        return self

    @property
    def records(self) -> list[Any]:
        return list(self.teller.page.audiences["everyone"][2].values())

    @property
    def reminders(self) -> Reminders:
        found = self.guests.hub.reminders
        assert found is not None
        return found

    async def subscribe(self, who: Entrance, language: str = "en") -> None:
        body = {"endpoint": f"{self.service.origin}/{who.seat}", "language": language, **self.browser.keys}
        answer = await self.guests.call("PUT", "/api/push", body, who.token)
        assert answer.status_code == 200, answer.text

    async def tick(self, minutes: float = 0.5) -> list[str]:
        """Let time pass until the next tick, and return the texts that Anna's devices have received so far."""
        self.guests.clock.now += minutes * 60
        self.reminders.sweep()
        await self.quiet()
        self.reminders.tick()
        await self.quiet()
        return [self.browser.decrypt(request.body).decode() for request in self.service.requests]

    async def quiet(self) -> None:
        await until(lambda: not self.reminders._comparing and not len(self.guests.hub.background))

    async def does(self, *commands: Any) -> None:
        for command in commands:
            assert (await self.teller.do(command))[0] == "accepted", command

    async def asks(self) -> None:
        await self.does(CallForRoll(self.hers, "to hear it", ("Wits",)))

    async def sits(self, *, in_sight: bool) -> Client:
        """Open Anna's page; it is in sight, or a hidden tab."""
        page = await self.guests.sit(self.anna)
        await page.send("in_sight", in_sight)
        await until(
            lambda: (self.anna.seat in self.guests.hub.presence.in_sight(self.anna.stream.split("/")[1])) == in_sight
        )
        return page


WAITS = "The table waits for you."


@pytest.fixture
async def table(guests: Guests) -> AsyncIterator[Table]:
    async with push_service() as service:
        yield await Table(guests, service).open()


async def test_who_is_asked_while_away_is_told_that_the_table_waits(table: Table) -> None:
    """A question reaches a device whose page is closed, as exactly that sentence; in German for a German reader."""
    await table.subscribe(table.anna)
    assert await table.tick() == []
    await table.asks()
    assert await table.tick() == [WAITS]
    assert await table.tick(60) == [WAITS], "a question is announced once"
    await table.subscribe(table.anna, language="de")
    page = await table.sits(in_sight=False)
    call = next(r for r in table.records if r[0] == "Call")
    assert (await page.do(AnswerCall(call[1])))[0] == "accepted"
    await table.tick()
    await table.asks()
    assert await table.tick() == [WAITS, "Der Tisch wartet auf dich."]


async def test_who_sees_the_page_is_not_told(table: Table) -> None:
    """A page in sight shows the question itself; a hidden one does not count, nor does one that never said."""
    await table.subscribe(table.anna)
    await table.tick()
    page = await table.sits(in_sight=True)
    await table.asks()
    assert await table.tick() == []
    await page.send("in_sight", False)
    await table.does(RollInSecret("?", dice=1))
    assert await table.tick(30) == [], "she has seen that question"
    await until(lambda: not table.guests.hub.presence.in_sight(table.anna.stream.split("/")[1]))
    await page.socket.close()
    unsaid = await table.guests.sit(table.anna)
    call = next(r for r in table.records if r[0] == "Call")
    assert (await unsaid.do(AnswerCall(call[1])))[0] == "accepted"
    await table.tick()
    await table.asks()
    assert await table.tick() == [WAITS]


async def test_there_are_some_minutes_between_two_reminders(table: Table) -> None:
    """A question that comes soon after a reminder waits; if it is answered in the meantime, it is forgotten."""
    await table.subscribe(table.anna)
    await table.tick()
    await table.asks()
    assert len(await table.tick()) == 1
    page = await table.sits(in_sight=False)

    async def answer() -> None:
        call = [r for r in table.records if r[0] == "Call"][-1]
        assert (await page.do(AnswerCall(call[1])))[0] == "accepted"
        await table.teller.until(lambda: all(r[0] != "Call" for r in table.records))

    await answer()
    await table.tick()
    await table.asks()
    assert len(await table.tick(1)) == 1
    assert len(await table.tick(REMIND_EVERY / 60_000)) == 2
    await answer()
    await table.tick()
    await table.asks()
    assert len(await table.tick(1)) == 2
    await answer()
    assert len(await table.tick(60)) == 2


async def test_hidden_play_sends_nothing(table: Table) -> None:
    """SEC33: secret rolls, hidden characters and questions to other seats send Anna's device nothing, and delay
    nothing: her question is announced at the same tick as without them."""
    ben = await table.guests.invited(table.storyteller, "Ben")
    page = await table.guests.sit(ben)
    assert (await page.do(CreateCharacter("Ben", traits=TRAITS)))[0] == "accepted"
    await table.teller.until(lambda: sum(r[0] == "Face" for r in table.records) == 2)
    his = next(r[1] for r in table.records if r[0] == "Face" and r[1] != table.hers)
    await table.subscribe(table.anna)
    await table.tick()
    await table.does(
        CreateCharacter(SECRET, traits=TRAITS, hidden=True),
        RollInSecret(SECRET, table.hers, dice=3),
        CallForRoll(his, SECRET, ("Wits",), private=True),
    )
    assert (await page.do(StateAim(his, SECRET, private=True)))[0] == "accepted"
    assert await table.tick() == []
    await table.does(CallForRoll(table.hers, SECRET, ("Wits",)), RollInSecret(SECRET, table.hers, dice=3))
    assert await table.tick() == [WAITS]
    (request,) = table.service.requests
    everything = repr(request).encode() + table.browser.decrypt(request.body)
    assert not [guise for guise in guises(SECRET) if guise in everything]


async def test_the_storyteller_is_told_of_her_inbox(table: Table) -> None:
    """The Storyteller's device is told when a player's request waits, and not when the table waits for a player."""
    await table.subscribe(table.storyteller)
    await table.tick()
    await table.asks()
    assert await table.tick() == []
    page = await table.sits(in_sight=False)
    assert (await page.do(StateAim(table.hers, "to listen at the door")))[0] == "accepted"
    assert await table.tick() == [WAITS]
    assert table.service.requests[0].path == f"/{table.storyteller.seat}"


async def test_a_subscription_ends_with_the_seat_or_the_session(table: Table) -> None:
    """SEC33: after the device signs out, and after the seat is closed, nothing is sent, and nothing is kept."""
    await table.subscribe(table.anna)
    await table.tick()
    await table.guests.call("POST", "/api/leave", token=table.anna.token)
    assert await table.guests.program.sessions.subscriptions(table.anna.seat) == []
    table.anna = await table.guests.enter(table.anna.link)
    await table.subscribe(table.anna)
    assert (
        await table.guests.call("DELETE", f"/api/seats/{table.anna.seat}", token=table.storyteller.token)
    ).is_success
    assert await table.guests.program.sessions.subscriptions(table.anna.seat) == []
    await table.asks()
    assert await table.tick() == []


async def test_a_subscription_that_the_push_service_ended_is_removed(table: Table) -> None:
    """After 410, the server forgets the subscription; the page shows that it is off."""
    await table.subscribe(table.anna)
    await table.tick()
    assert (await table.guests.call("GET", "/api/push", token=table.anna.token)).json()["on"] is True
    table.service.answers = [410]
    await table.asks()
    await table.tick()
    assert len(table.service.requests) == 1
    assert await table.guests.program.sessions.subscriptions(table.anna.seat) == []
    assert (await table.guests.call("GET", "/api/push", token=table.anna.token)).json()["on"] is False


async def test_a_device_can_switch_it_off(table: Table) -> None:
    """Each device decides for itself; one device gets one message, even from two tabs."""
    tab = await table.guests.enter(table.anna.link)
    for one in (table.anna, tab):
        await table.subscribe(one)
    await table.tick()
    await table.asks()
    assert len(await table.tick()) == 1
    for one in (table.anna, tab):
        assert (await table.guests.call("DELETE", "/api/push", token=one.token)).is_success
    page = await table.sits(in_sight=False)
    call = next(r for r in table.records if r[0] == "Call")
    assert (await page.do(AnswerCall(call[1])))[0] == "accepted"
    await table.tick()
    await table.asks()
    assert len(await table.tick(60)) == 1


async def test_who_may_subscribe_and_to_what(table: Table) -> None:
    """A spectator, a stranger, a wrong URL and wrong keys are refused with a sentence."""
    watcher = await table.guests.invited(table.storyteller, "Watcher", "spectator")
    body = {"endpoint": "https://push.example.com/x", **table.browser.keys}
    for token, changed, status in (
        (watcher.token, {}, 403),
        ("", {}, 401),
        (table.anna.token, {"endpoint": "https://192.168.0.1/x"}, 422),
        (table.anna.token, {"endpoint": "http://push.example.com/x"}, 422),
        (table.anna.token, {"key": "AAAA"}, 422),
        (table.anna.token, {"auth": "x" * 100}, 400),
        (table.anna.token, {"more": "x"}, 400),
        (table.anna.token, {"language": "tlh"}, 200),
    ):
        answer = await table.guests.call("PUT", "/api/push", body | changed, token)
        assert answer.status_code == status, (changed, answer.text)
    (subscription,) = await table.guests.program.sessions.subscriptions(table.anna.seat)
    assert subscription.language == "en"


async def test_questions_that_are_open_at_a_start_are_old(table: Table) -> None:
    """A server that starts again does not announce a question of yesterday."""
    await table.subscribe(table.anna)
    await table.asks()
    table.reminders._seen.clear()
    table.reminders._known.clear()
    assert await table.tick() == []
    await table.does(RollInSecret("?", dice=1))
    assert await table.tick() == []


async def test_a_store_that_fails_delays_a_reminder(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the access store is out of reach at a tick, the reminder is sent at the next one."""
    await table.subscribe(table.anna)
    await table.tick()
    await table.asks()

    async def fails(*_: object) -> bytes:
        raise LogError("out of reach")

    with monkeypatch.context() as broken:
        broken.setattr(table.reminders._store, "kept", fails)
        assert await table.tick() == []
    assert await table.tick() == [WAITS]


async def test_a_delivery_that_fails_ends_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong with one message is logged; the server and the later reminders are not affected."""
    await table.subscribe(table.anna)
    await table.tick()
    await table.asks()

    async def fails(*_: object) -> bool:
        raise ValueError("a name of no host")

    with monkeypatch.context() as broken:
        broken.setattr(table.reminders._delivery, "send", fails)
        assert await table.tick() == []
    assert "a name of no host" in caplog.text
    page = await table.sits(in_sight=False)
    call = next(r for r in table.records if r[0] == "Call")
    assert (await page.do(AnswerCall(call[1])))[0] == "accepted"
    await table.tick(60)
    await table.asks()
    assert await table.tick() == [WAITS]


async def test_a_command_without_questions_ends_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the options of one command cannot be computed, this is logged, and the questions of all others are found."""
    await table.subscribe(table.anna)
    await table.tick()

    def fails(*_: object) -> object:
        raise KeyError("a bug in an offer")

    monkeypatch.setattr(StateAim, "offer", fails)
    await table.asks()
    assert await table.tick() == [WAITS]
    assert "a bug in an offer" in caplog.text


async def test_two_processes_send_one_reminder(redis_url: str) -> None:
    """Both processes serve the table and see the question; one of them sends the reminder. A page in sight at the other
    process counts."""
    async with push_service() as service, running(redis_url) as first, running(redis_url) as second:
        table = await Table(first, service).open()
        await table.subscribe(table.anna)
        ben = await first.invited(table.storyteller, "Ben")
        other = await second.sit(ben)
        beside = Table(second, service)
        beside.browser = table.browser
        live = await second.hub.streams.live(table.anna.stream)
        await asyncio.gather(table.tick(), beside.tick())
        await table.asks()
        await until(lambda: questions(live.folded.state.view(Seat(table.anna.seat, "player")), log_failed_offer))
        await asyncio.gather(table.tick(), beside.tick())
        await asyncio.gather(table.tick(60), beside.tick(60))
        assert len(service.requests) == 1
        page = await second.sit(table.anna)
        await page.send("in_sight", True)
        await until(lambda: table.anna.seat in first.hub.presence.in_sight(table.anna.stream.split("/")[1]))
        call = next(r for r in table.records if r[0] == "Call")
        assert (await page.do(AnswerCall(call[1])))[0] == "accepted"
        await asyncio.gather(table.tick(60), beside.tick(60))
        await table.asks()
        await asyncio.gather(table.tick(60), beside.tick(60))
        assert len(service.requests) == 1, "she has seen that question"
        await other.socket.close()
