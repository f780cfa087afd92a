"""Answers that do not wait for hidden commands: the beat of a store, and early answers (SEC12, FLT32)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from domain.core.audience import Seat
from domain.features.cast.hand_over import HandOver
from domain.features.characters.character import Face
from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from server.hub.streams import Streams
from server.limits_and_timeouts import APPENDS_MEASURED, BEATS, CROWD, CROWDED_FOR, SLOW_APPENDS
from server.stream.beat import Beat, Crowd
from server.stream.live_stream import LiveStream
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import (
    ANNA,
    BEN,
    GUEST,
    SECONDS,
    STORYTELLER,
    Eyes,
    Table,
    everybody_holds_the_log,
    said,
)
from tests.waiting import until

REFUSED = Roll("look", actor="nobody")
SECRET = RollInSecret(dice=5)


async def _settled() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


class HandBeat(Beat):
    """A beat that comes when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self._next = asyncio.Event()

    async def wait(self) -> None:
        await self._next.wait()
        await asyncio.sleep(0)

    async def strike(self) -> None:
        """Let all happen that was about to, then the next beat and all that follows from it."""
        await _settled()
        came, self._next = self._next, asyncio.Event()
        came.set()
        await _settled()

    def release(self) -> None:
        """Let every beat come at once."""
        self._next.set()


@pytest.fixture
def beat() -> Iterator[HandBeat]:
    """Yield a beat that comes by hand; at the end all beats come at once, so that the table can stop."""
    beat = HandBeat()
    yield beat
    beat.release()


async def on_beats(live: LiveStream, beat: Beat) -> None:
    """Let a stream that has nothing to do wait for these beats."""
    await _settled()
    live._beat = beat


async def stuck(table: Table, command: SetHealth | RollInSecret | Say, *, by: Seat = STORYTELLER) -> Eyes:
    """Let a command be decided, and its append take as long as the test wants. Return its sender."""
    live, log = table.live_streams[0], table.logs[0]
    live._beat = Beat()
    sender = await table.sit(by)
    log.open.clear()
    log.asked.clear()
    sender.send(command)
    await log.asked.wait()
    return sender


# While an append takes long


async def test_a_refusal_does_not_wait_for_a_hidden_append(opened: OpenTable) -> None:
    """SEC12: while a secret roll is being saved, a player's command is refused from the player's view."""
    table = await opened()
    anna = await table.sit(ANNA)
    await stuck(table, SECRET)
    assert (await anna.do(REFUSED))[2] == "no-such-character"
    table.logs[0].open.set()
    await everybody_holds_the_log(table, anna)


async def test_the_receipt_of_a_command_does_not_wait_for_a_hidden_append(opened: OpenTable) -> None:
    """SEC12: while a secret roll is being saved, a copy of an applied command gets the command's answer."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = anna.send(Say("once"))
    first = await anna.answer(id_)
    await stuck(table, SECRET)
    assert await anna.do(Say("once"), id_) == first
    table.logs[0].open.set()
    await everybody_holds_the_log(table, anna)
    assert said(anna) == ["once"]


async def test_a_newcomer_does_not_wait_for_a_hidden_append(opened: OpenTable) -> None:
    """SEC12: while a secret roll is being saved, a player and a spectator are seated, with their own views."""
    table = await opened()
    await stuck(table, SECRET)
    newcomers = [await table.sit(seat) for seat in (ANNA, GUEST)]
    assert all("Storyteller" not in audience for eyes in newcomers for audience in eyes.page.audiences)
    table.logs[0].open.set()
    await everybody_holds_the_log(table, *newcomers)


async def test_a_look_at_a_view_does_not_wait_for_a_hidden_append(opened: OpenTable) -> None:
    """SEC12: while a secret roll is being saved, a player's view is read, as for the odds of a draft; the whole state
    is not."""
    table = await opened()
    live = table.live_streams[0]
    await stuck(table, SECRET)
    whole = asyncio.create_task(Streams.look(live, lambda: live.folded.head.seq))
    async with asyncio.timeout(SECONDS):
        names = await Streams.look(live, lambda: [face.name for face in live.folded.state.view(ANNA).all(Face)], ANNA)
        assert names == ["Anna", "Ben"]
        assert await Streams.look(live, lambda: live.folded.state.view(BEN).moment, BEN)
    assert not whole.done()
    table.logs[0].open.set()
    assert await whole == len(await table.entries())


async def test_what_a_seat_learns_of_an_append_is_waited_for(opened: OpenTable) -> None:
    """SEC12: a group that tells a seat something holds up its answers: a secret roll those of the Storyteller."""
    table = await opened()
    anna = await table.sit(ANNA)
    storyteller = await stuck(table, SECRET)
    id_ = storyteller.send(REFUSED)
    newcomer = asyncio.create_task(table.sit(STORYTELLER))
    for _ in range(3):
        assert (await anna.do(REFUSED))[0] == "refused"  # the beats go on
    assert id_ not in storyteller.page.answers
    assert not newcomer.done()
    table.logs[0].open.set()
    assert (await storyteller.answer(id_))[2] == "no-such-character"
    await everybody_holds_the_log(table, anna, storyteller, await newcomer)


async def test_nobody_is_answered_before_a_public_append(opened: OpenTable) -> None:
    """While a public command is being saved, no seat is answered from its folded state, and no newcomer sees it."""
    table = await opened()
    ben = await table.sit(BEN)
    anna = await stuck(table, Say("Lost words"), by=ANNA)
    table.logs[0].faults.append("fails")
    id_ = ben.send(REFUSED)
    newcomer = asyncio.create_task(table.sit(GUEST))
    await asyncio.sleep(3 * BEATS[0])
    assert id_ not in ben.page.answers
    assert not newcomer.done()
    table.logs[0].open.set()
    assert (await ben.answer(id_))[0] == "refused"
    assert "Lost words" not in said(await newcomer)
    await everybody_holds_the_log(table, anna, ben)


async def test_the_commands_of_a_seat_are_answered_in_their_order(opened: OpenTable) -> None:
    """A refusal does not overtake an earlier command of its seat that waits for the next group. Nor does another
    seat's: the earlier command may change what is legal."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    await stuck(table, SECRET)
    assert (await ben.do(REFUSED))[0] == "refused"
    first, second, third = anna.send(Say("first")), anna.send(REFUSED), ben.send(REFUSED)
    await asyncio.sleep(5 * BEATS[0])
    assert not {first, second} & set(anna.page.answers)
    assert third not in ben.page.answers
    table.logs[0].open.set()
    assert (await anna.answer(second))[0] == "refused"
    assert list(anna.page.answers)[-2:] == [first, second]
    assert (await ben.answer(third))[0] == "refused"
    await everybody_holds_the_log(table, anna, ben)


async def test_a_command_with_an_unknown_outcome_is_not_refused_early(
    opened: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEC15: a command that may be in the log has become illegal in the meantime. It is not refused while a secret roll
    is being saved, but only when it is decided again."""
    monkeypatch.setattr("server.stream.unknown_outcomes.RETRY_AFTER", 3600.0)
    table = await opened()
    anna, storyteller = await table.sit(ANNA), await table.sit(STORYTELLER)
    live, log = table.live_streams[0], table.logs[0]
    actor = next(face.id for face in live.folded.state.full.all(Face) if face.name == "Anna")
    log.faults += ["unsent", "fails"]
    perhaps = anna.send(Say("perhaps", actor=actor))
    await until(lambda: live._intake.unknown.postponed)
    assert (await storyteller.do(HandOver(actor)))[0] == "accepted"
    await stuck(table, SECRET)
    live._intake.unknown.retry()
    await asyncio.sleep(5 * BEATS[0])
    assert perhaps not in anna.page.answers
    log.open.set()
    assert (await anna.answer(perhaps))[0] == "refused"
    await everybody_holds_the_log(table, anna, storyteller)


async def test_a_command_whose_reply_was_lost_is_answered_by_the_log(opened: OpenTable) -> None:
    """SEC15: a command that may be in the log is answered by the log, whatever else is being saved."""
    table = await opened()
    anna, log = await table.sit(ANNA), table.logs[0]
    log.faults.append("lost")
    storyteller = await stuck(table, SECRET)
    log.faults.append("lost")
    id_ = anna.send(Say("kept"))
    log.open.set()
    assert (await anna.answer(id_))[0] == "accepted"
    await everybody_holds_the_log(table, anna, storyteller)
    assert said(anna) == ["kept"]


# Beats


async def test_a_group_begins_and_is_told_on_a_beat(opened: OpenTable, beat: HandBeat) -> None:
    """SEC12: a command is decided on the next beat, and told on the beat after that, however soon it was saved."""
    table = await opened()
    anna, live, log = await table.sit(ANNA), table.live_streams[0], table.logs[0]
    await on_beats(live, beat)
    log.appends.clear()
    id_ = anna.send(Say("on the beat"))
    await asyncio.sleep(0.01)
    assert not log.appends
    await beat.strike()
    assert len(log.appends) == 1
    assert live.folded.head.seq < len(await table.entries()), "it is durable"
    await asyncio.sleep(0.01)
    assert id_ not in anna.page.answers
    await beat.strike()
    assert anna.page.answers[id_][0] == "accepted"


@pytest.mark.parametrize("hidden", [False, True])
async def test_a_hidden_append_costs_a_command_no_beat(opened: OpenTable, beat: HandBeat, *, hidden: bool) -> None:
    """SEC12: a player's command is told on the same beat, and a refusal and a newcomer too, whether or not a secret
    roll was being saved when it came."""
    table = await opened()
    storyteller, anna, ben = await table.sit(STORYTELLER), await table.sit(ANNA), await table.sit(BEN)
    await on_beats(table.live_streams[0], beat)
    if hidden:
        storyteller.send(SECRET)
    await beat.strike()
    refused, legal = ben.send(REFUSED), anna.send(Say("as late"))
    guest = asyncio.create_task(table.sit(GUEST))
    await asyncio.sleep(0)
    came: list[tuple[bool, bool, bool]] = []
    for _ in range(2):
        await beat.strike()
        came.append((refused in ben.page.answers, legal in anna.page.answers, guest.done()))
    assert came == [(False, False, True), (True, True, True)]
    beat.release()
    await everybody_holds_the_log(table, anna, storyteller)


@pytest.mark.parametrize("hidden", [False, True])
async def test_a_refusal_in_the_group_of_a_hidden_command_does_not_wait_for_it(
    opened: OpenTable, beat: HandBeat, *, hidden: bool
) -> None:
    """SEC12: a refusal is told on the beat after its decision, also after a secret roll in the same group that is still
    being saved; and it stands if that group is decided again."""
    table = await opened()
    storyteller, anna, log = await table.sit(STORYTELLER), await table.sit(ANNA), table.logs[0]
    await on_beats(table.live_streams[0], beat)
    log.faults.append("fails")
    log.open.clear()
    if hidden:
        storyteller.send(SECRET)
    id_ = anna.send(REFUSED)
    await beat.strike()
    assert id_ not in anna.page.answers
    await beat.strike()
    assert anna.page.answers.pop(id_)[0] == "refused"
    log.open.set()
    for _ in range(3):
        await beat.strike()
    assert id_ not in anna.page.answers


async def test_a_refusal_waits_for_the_public_commands_before_it(opened: OpenTable, beat: HandBeat) -> None:
    """A refusal that was decided after a public command of its group is told together with it."""
    table = await opened()
    anna, ben, log = await table.sit(ANNA), await table.sit(BEN), table.logs[0]
    await on_beats(table.live_streams[0], beat)
    log.open.clear()
    anna.send(Say("before"))
    id_ = ben.send(REFUSED)
    for _ in range(3):
        await beat.strike()
        assert id_ not in ben.page.answers
    log.open.set()
    await beat.strike()
    assert ben.page.answers[id_][0] == "refused"
    assert said(ben) == ["before"]


async def test_beats_are_multiples_of_the_interval() -> None:
    """A beat comes at a whole multiple of the interval, for all streams alike, and never at once."""
    beat, loop = Beat(), asyncio.get_running_loop()
    for _ in range(5):
        since = loop.time()
        await beat.wait()
        assert since < loop.time()
        assert loop.time() // beat.interval > since // beat.interval


def test_the_interval_is_the_least_within_which_appends_are_saved() -> None:
    """The interval follows the appends, without the slowest few of the last hundred, and with room."""
    beat = Beat()
    assert beat.interval == BEATS[0]
    for seconds, expected in ((0.001, 0.005), (0.007, 0.01), (0.009, 0.025), (0.03, 0.05), (2.0, 0.1)):
        for _ in range(SLOW_APPENDS):
            before = beat.interval
            beat.note(seconds)
            assert beat.interval == before, "so many may be slow"
        beat.note(seconds)
        assert beat.interval == expected, seconds
    for _ in range(APPENDS_MEASURED - SLOW_APPENDS):
        beat.note(0.001)
    assert beat.interval == BEATS[0]


async def test_hidden_appends_do_not_change_the_interval(opened: OpenTable) -> None:
    """SEC12: only appends of public commands are measured, or the interval would tell of hidden ones."""
    table = await opened()
    storyteller, live = await table.sit(STORYTELLER), table.live_streams[0]
    beat = Beat()
    await on_beats(live, beat)
    for command, measured in ((SECRET, 0), (Say("heard"), 1), (SECRET, 1)):
        assert (await storyteller.do(command))[0] == "accepted"
        assert len(beat._took) == measured


def test_a_crowd_is_more_than_one_seat_sends() -> None:
    """A stream with more public commands than its limit is crowded, for a while after the last of them; a command now
    and then is no crowd."""
    crowd = Crowd(0.0)
    for n in range(100):
        crowd.add(1, n / 10)
    assert not crowd.here(10.0)
    crowd.add(int(CROWD.burst), 10.0)
    assert not crowd.here(10.0)
    crowd.add(1, 10.0)
    assert crowd.here(10.0 + CROWDED_FOR / 2)
    assert not crowd.here(10.0 + CROWDED_FOR)


async def test_a_crowded_stream_does_not_wait_for_beats(opened: OpenTable, beat: HandBeat) -> None:
    """Throughput: a stream with more public commands than people send begins and tells its groups at once."""
    table = await opened()
    anna, live = await table.sit(ANNA), table.live_streams[0]
    await on_beats(live, beat)
    live._crowd.add(int(CROWD.burst) + 1, table.clock.steady())
    assert (await anna.do(Say("at once")))[0] == "accepted"
