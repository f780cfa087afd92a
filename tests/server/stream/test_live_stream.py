"""The live stream over a log in memory: durable before visible, in order, exactly once.

Long because every claim about the live stream is tested at the same small table.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from domain.features.calls.stated_intent import Aim, DropAim, StateAim
from domain.features.characters.set_health import SetHealth
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from server.fold.resume_history import CHAIN_BYTES
from server.limits_and_timeouts import GROUP_MOST
from server.log.contract import next_chain
from server.protocol.frames import BEHIND_MOST
from server.stream.log_follower import TAIL_LOST
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import (
    ANNA,
    BEN,
    GUEST,
    STORYTELLER,
    Eyes,
    character,
    everybody_holds_the_log,
    frames,
    fresh_id,
    hears,
    said,
    unframed,
)
from tests.waiting import until


async def test_nobody_sees_what_is_not_durable(opened: OpenTable) -> None:
    """While an append is under way no client receives any of it, not even the sender. When it is durable, all of them
    do."""
    table = await opened()
    anna, ben, guest = [await table.sit(seat) for seat in (ANNA, BEN, GUEST)]
    log = table.logs[0]
    log.open.clear()
    log.asked.clear()
    log.written.clear()
    before = [bytes(eyes.told) for eyes in (anna, ben, guest)]
    id_ = anna.send(Say("Is anybody there?"))
    await log.asked.wait()
    assert [bytes(eyes.told) for eyes in (anna, ben, guest)] == before
    log.answering.clear()
    log.open.set()
    await log.written.wait()  # and not yet acknowledged
    assert [bytes(eyes.told) for eyes in (anna, ben, guest)] == before
    log.answering.set()
    assert (await anna.answer(id_))[0] == "accepted"
    for eyes in (anna, ben, guest):
        await hears(eyes, "Is anybody there?")


async def test_newcomers_wait_for_the_append_under_way(opened: OpenTable) -> None:
    """A connection that arrives while an append is under way is seated after it, and never sees speculative state."""
    table = await opened()
    anna = await table.sit(ANNA)
    log = table.logs[0]
    log.faults.append("fails")
    log.open.clear()
    log.asked.clear()
    id_ = anna.send(Say("Lost words"))
    await log.asked.wait()
    ben = asyncio.create_task(table.sit(BEN))
    await asyncio.sleep(0)
    log.open.set()
    assert (await anna.answer(id_))[2] == "unsaved"
    assert "Lost words" not in said(await ben)


async def test_all_that_waits_is_one_append(opened: OpenTable) -> None:
    """Commands that arrive while an append is under way are appended in one call, in their order."""
    table = await opened()
    anna = await table.sit(ANNA)
    log = table.logs[0]
    log.open.clear()
    log.asked.clear()
    first = anna.send(Say("0"))
    await log.asked.wait()
    rest = [anna.send(Say(str(n))) for n in range(1, 100)]
    log.appends.clear()
    log.open.set()
    for id_ in (first, *rest):
        assert (await anna.answer(id_))[0] == "accepted"
    assert [len(batch) for batch in log.appends] == [99]
    assert said(anna)[-100:] == [str(n) for n in range(100)]


async def test_a_group_is_bounded(opened: OpenTable) -> None:
    """More commands than a group holds are appended in several groups, in their order."""
    table = await opened()
    anna = await table.sit(ANNA)
    ids = [anna.send(Say(str(n))) for n in range(GROUP_MOST + 50)]
    for id_ in ids:
        assert (await anna.answer(id_))[0] == "accepted"
    assert max(len(batch) for batch in table.logs[0].appends) == GROUP_MOST
    await everybody_holds_the_log(table, anna)


async def test_commits_of_one_append_are_one_write_of_several_messages(opened: OpenTable) -> None:
    """The commits of an append go to a subscriber in a single write, each as its own message."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    ben.writes.clear()
    ids = [anna.send(Say(str(n))) for n in range(5)]
    await anna.answer(ids[-1])
    assert len(ben.writes) == 1
    await everybody_holds_the_log(table, anna, ben)


async def test_a_conflict_is_folded_and_decided_anew(opened: OpenTable) -> None:
    """If two processes append at the same time, one conflicts, folds the commit that it missed, and appends after it,
    once."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA, 0), await table.sit(BEN, 1)
    for log in table.logs:
        log.deaf = True
        log.open.clear()
        log.asked.clear()
    ids = anna.send(Say("from Anna")), ben.send(Say("from Ben"))
    for log in table.logs:
        await log.asked.wait()
        log.open.set()
    assert (await anna.answer(ids[0]))[0] == (await ben.answer(ids[1]))[0] == "accepted"
    for log in table.logs:
        log.deaf = False
    assert len(await table.entries()) == 5
    await everybody_holds_the_log(table, anna, ben)
    assert sorted(said(anna)) == ["from Anna", "from Ben"]


async def test_a_conflict_halves_the_next_group(opened: OpenTable) -> None:
    """After a conflict a group is tried again with half as many commands, down to a few: a smaller group is appended
    sooner, so that neither process starves. After a success the next group is larger."""
    table = await opened(writers=2)
    anna, ben = await table.sit(ANNA), await table.sit(BEN, writer=1)
    log = table.logs[0]
    before = len(log.appends)
    log.deaf = True
    log.open.clear()
    ids = [anna.send(Say(f"line {n}")) for n in range(64)]
    for tried in range(1, 6):
        await until(lambda: len(log.appends) >= before + tried)  # noqa: B023 - in this very round
        assert (await ben.do(Say("me first")))[0] == "accepted"
        log.open.set()
        await asyncio.sleep(0)
        log.open.clear()
    log.open.set()
    log.deaf = False
    for id_ in ids:
        assert (await anna.answer(id_))[0] == "accepted"
    assert [len(batch) for batch in log.appends[before:]] == [64, 32, 16, 8, 8, 8, 16, 32, 8]
    await everybody_holds_the_log(table, anna, ben)


async def test_a_refusal_that_a_conflict_overtakes_is_decided_anew(opened: OpenTable) -> None:
    """A refusal rests on the state of the log. If its group was undone, the command is decided again."""
    table = await opened(writers=2)
    teller, anna = await table.sit(STORYTELLER, 0), await table.sit(ANNA, 1)
    log = table.logs[0]
    log.deaf = True
    log.open.clear()
    log.asked.clear()
    close, again = teller.send(CloseScene()), teller.send(Say("too late?"))
    await log.asked.wait()
    assert (await anna.do(Say("quick")))[0] == "accepted"
    log.open.set()
    assert (await teller.answer(close))[0] == "accepted"
    assert (await teller.answer(again))[2] == "closed"
    log.deaf = False
    await everybody_holds_the_log(table, teller, anna)


async def test_the_same_id_gives_the_first_result_again(opened: OpenTable) -> None:
    """A command that is sent again, at once or later, here or at another process or after a restart, applies once and
    gets the same answer. No die is rolled again (SEC15)."""
    table = await opened(writers=2)
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    roll = Roll(reason="jump", dice=5)
    first = await anna.do(roll, id_)
    assert first[0] == "accepted"
    assert await anna.do(roll, id_) == first
    elsewhere = await table.sit(ANNA, 1)
    assert await elsewhere.do(roll, id_) == first
    await table.serve()
    later = await table.sit(ANNA, 2)
    assert await later.do(roll, id_) == first
    assert len(await table.entries()) == 4
    await everybody_holds_the_log(table, anna, elsewhere, later)


async def test_the_same_command_twice_in_a_group_applies_once(opened: OpenTable) -> None:
    """The same command twice in a group is a single commit with two answers. If the append fails, both are refused."""
    table = await opened()
    anna = await table.sit(ANNA)
    log = table.logs[0]
    log.open.clear()
    log.asked.clear()
    anna.send(Say("wait"))
    await log.asked.wait()
    id_ = fresh_id()
    anna.send(Say("once"), id_)
    anna.send(Say("once"), id_)
    log.open.set()
    await anna.until(lambda: answers(anna, id_) == ["accepted", "accepted"])
    assert said(anna).count("once") == 1


def answers(eyes: Eyes, id_: bytes) -> list[str]:
    """Every answer to a command, in order."""
    found = [frame for message in unframed(bytes(eyes.told)) for frame in frames(message)]
    return [frame[0] for frame in found if frame[0] in ("accepted", "refused") and frame[1] == id_]


async def test_a_failed_append_does_not_refuse_an_answered_copy(opened: OpenTable) -> None:
    """A copy that was answered by its receipt is not refused as well when the append of its group fails."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    await anna.do(Say("first"), id_)
    log = table.logs[0]
    log.open.clear()
    log.asked.clear()
    anna.send(Say("wait"))
    await log.asked.wait()
    log.faults.extend(["", "fails"])  # type: ignore[list-item] # the first goes through
    anna.send(Say("first"), id_)
    lost = anna.send(Say("second"))
    log.open.set()
    assert (await anna.answer(lost))[2] == "unsaved"
    assert answers(anna, id_) == ["accepted", "accepted"]


async def test_the_same_id_with_other_content_is_refused(opened: OpenTable) -> None:
    """A used id cannot be used for another command."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    await anna.do(Say("one thing"), id_)
    assert (await anna.do(Say("another"), id_))[2] == "id-used"
    assert len(await table.entries()) == 4


async def test_another_seats_id_is_unknown(opened: OpenTable) -> None:
    """Each seat has its own ids: the same id from another seat is another command."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    id_ = fresh_id()
    assert (await anna.do(Say("mine"), id_))[0] == "accepted"
    assert (await ben.do(Say("mine too"), id_))[0] == "accepted"
    assert said(anna) == ["mine", "mine too"]


async def test_a_refusal_changes_nothing_and_reaches_only_its_sender(opened: OpenTable) -> None:
    """INV5: a refused command leaves the log, the state, the dice and the bytes of every other connection unchanged."""
    table, twin = await opened(of="same"), await opened(of="same")
    seats = (ANNA, BEN, GUEST, STORYTELLER)
    here = [await table.sit(seat) for seat in seats]
    there = [await twin.sit(seat) for seat in seats]
    before = table.live_streams[0].folded.head
    refusals = [
        (here[0], RollInSecret(dice=5)),
        (here[0], SetHealth(character(table.live_streams[0], "Ben"), 1)),
        (here[0], Roll(actor="nobody", dice=5)),
        (here[2], Say("I only watch")),
        (here[1], Say(" ")),
    ]
    for eyes, command in refusals:
        others = [bytes(o.told) for o in here if o is not eyes]
        assert (await eyes.do(command))[0] == "refused"
        assert [bytes(o.told) for o in here if o is not eyes] == others
    assert table.live_streams[0].folded.head == before
    id_ = fresh_id()
    await here[0].do(Roll(dice=10), id_)
    await there[0].do(Roll(dice=10), id_)
    assert here[3].told == there[3].told


async def test_a_bug_in_a_command_ends_that_command_only(opened: OpenTable) -> None:
    """A command whose decision raises an error is refused as `failed` and changes no state, and the table goes on."""
    table = await opened()
    live = table.live_streams[0]
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    decider = live._decider

    def stumbling(*arguments: Any) -> Any:
        chance = decider.chance_for(*arguments)

        class Stumbles:
            now = chance.now
            id = staticmethod(chance.id)
            seed = staticmethod(chance.seed)

            def roll(self, *_: Any) -> Any:
                raise ZeroDivisionError("a bug")

        return Stumbles()

    live._decider = replace(decider, chance_for=stumbling)
    ids = [anna.send(Say("a")), anna.send(Roll(dice=3)), anna.send(Say("b"))]
    assert [(await anna.answer(id_))[0] for id_ in ids] == ["accepted", "refused", "accepted"]
    assert anna.page.answers[ids[1]][2] == "failed"
    live._decider = decider
    assert (await anna.do(Roll(dice=3), ids[1]))[0] == "accepted"
    await everybody_holds_the_log(table, anna, ben)


def told_of(eyes: Eyes) -> list[Any]:
    """All messages of options that a subscriber received."""
    return [f for m in unframed(bytes(eyes.told)) for f in frames(m) if f[0] == "options"]


async def test_options_are_sent_only_when_they_changed(opened: OpenTable) -> None:
    """Talk and hidden commits send no options to a player. A change to the options of a seat is sent to it once."""
    table = await opened()
    teller, anna, ben = [await table.sit(seat) for seat in (STORYTELLER, ANNA, BEN)]

    def times(eyes: Eyes) -> int:
        return len(told_of(eyes))

    def news(eyes: Eyes) -> list[Any]:
        texts = {number: text for frame in told_of(eyes) for number, text in frame[2]}
        changes = [offer for _, whole, *_, offers in told_of(eyes) if not whole for offer in offers]
        return [[texts[name], *change] for name, *change in changes]

    before = [times(eyes) for eyes in (teller, anna, ben)]
    await anna.do(Say("talk"))
    await teller.do(RollInSecret(dice=3))
    assert [times(eyes) for eyes in (teller, anna, ben)] == before
    await teller.do(CreateCharacter("Shade", hidden=True))
    assert [times(eyes) for eyes in (teller, anna, ben)] == [before[0] + 1, *before[1:]]
    await anna.do(CreateCharacter("Cat", player=""))
    assert times(anna) == before[1] + 1
    assert times(ben) == before[2]
    assert len(news(anna)) < len(anna.page.offers), "of each command that is open otherwise, and of no other"
    await teller.do(StartTurns())
    await teller.do(CloseScene())
    assert ["StartTurns", 0, 1, []] in [offer for eyes in (teller, anna, ben) for offer in news(eyes)]
    await everybody_holds_the_log(table, teller, anna, ben)


async def test_a_newcomer_receives_all_options(opened: OpenTable) -> None:
    """A newcomer receives all options of its seat, and later changes as every other connection does."""
    table = await opened()
    first = await table.sit(ANNA)
    await first.do(CreateCharacter("Cat"))
    second = await table.sit(ANNA)
    await first.do(CreateCharacter("Owl"))
    await everybody_holds_the_log(table, first, second)
    assert [whole for _, whole, *_ in told_of(second)] == [True, False]


async def test_a_slow_subscriber_is_sent_only_the_newest_options(opened: OpenTable) -> None:
    """FLT24: a player states and drops an intent again and again, and each time the Storyteller's options change. While
    the Storyteller has much unread data she receives none of them; when she has caught up, she receives the newest
    once."""
    table = await opened()
    anna, teller = await table.sit(ANNA), await table.sit(STORYTELLER)
    quick = await table.sit(STORYTELLER)
    await anna.do(CreateCharacter("Cat"))
    cat = character(table.live_streams[0], "Cat")
    await everybody_holds_the_log(table, anna, teller, quick)
    teller.behind = True
    before = len(told_of(teller))
    for n in range(20):
        assert (await anna.do(StateAim(cat, f"the door, try {n}", "quietly", private=True)))[0] == "accepted"
        await anna.do(DropAim(next(table.live_streams[0].folded.state.full.all(Aim)).id))
    await anna.do(StateAim(cat, "the window", "quietly"))
    assert len(told_of(teller)) == before
    table.live_streams[0].send_pending_options()
    assert len(told_of(teller)) == before, "it has not read on"
    teller.behind = False
    table.live_streams[0].send_pending_options()
    table.live_streams[0].send_pending_options()
    assert len(told_of(teller)) == before + 1
    await everybody_holds_the_log(table, anna, teller, quick)


async def test_options_that_changed_back_are_not_sent(opened: OpenTable) -> None:
    """FLT24: if options changed and changed back while a subscriber had much unread data, it receives nothing."""
    table = await opened()
    anna, teller = await table.sit(ANNA), await table.sit(STORYTELLER)
    await anna.do(CreateCharacter("Cat"))
    cat = character(table.live_streams[0], "Cat")
    await everybody_holds_the_log(table, anna, teller)
    teller.behind = True
    before = len(told_of(teller))
    await anna.do(StateAim(cat, "the door", "quietly", private=True))
    await anna.do(DropAim(next(table.live_streams[0].folded.state.full.all(Aim)).id))
    teller.behind = False
    table.live_streams[0].send_pending_options()
    assert len(told_of(teller)) == before
    await everybody_holds_the_log(table, anna, teller)


async def test_whoever_is_sent_all_options_has_none_pending(opened: OpenTable) -> None:
    """FLT24: a subscriber with much unread data that is sent the whole view receives no options once more."""
    table = await opened()
    anna, teller = await table.sit(ANNA), await table.sit(STORYTELLER)
    teller.behind = True
    await anna.do(CreateCharacter("Cat"))
    live = table.live_streams[0]
    live.show_all_anew(TAIL_LOST)
    await teller.until(lambda: teller.page.views == 2)
    before = len(told_of(teller))
    teller.behind = False
    live.send_pending_options()
    assert len(told_of(teller)) == before
    await everybody_holds_the_log(table, anna, teller)


async def test_pending_options_are_sent_with_the_next_commit(opened: OpenTable) -> None:
    """FLT24: pending options are sent with the next commit, if that comes before the next look at slow connections."""
    table = await opened()
    anna, teller = await table.sit(ANNA), await table.sit(STORYTELLER)
    teller.behind = True
    await anna.do(CreateCharacter("Cat"))
    teller.behind = False
    await anna.do(CreateCharacter("Owl"))
    await everybody_holds_the_log(table, anna, teller)


async def test_a_connection_that_is_gone_is_not_seated(opened: OpenTable) -> None:
    """A connection that ends while it waits for its seat receives no byte and does not become a subscriber."""
    table = await opened()
    live = table.live_streams[0]
    ghost = Eyes(ANNA, live, table.clock)
    live.seat(ghost, lambda: False)
    await table.still()
    assert ghost not in live.subscribers
    assert not ghost.told


async def test_a_newcomer_that_cannot_be_shown_the_table_is_not_seated(opened: OpenTable) -> None:
    """SEC28: an error while the welcome is made closes that connection alone."""
    table = await opened()
    live = table.live_streams[0]
    anna, ghost = await table.sit(ANNA), Eyes(BEN, live, table.clock)

    def stumble() -> bool:
        raise ZeroDivisionError("a bug")

    live.seat(ghost, stumble)
    await table.still()
    assert ghost not in live.subscribers
    assert ghost.closed is not None
    assert ghost.closed[0] == 1011
    assert (await anna.do(Say("on")))[0] == "accepted"


async def test_a_command_without_a_kept_receipt_is_refused(opened: OpenTable) -> None:
    """The log knows keys for longer than receipts are kept. A command without a receipt is refused, and not tried for
    ever."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    await anna.do(Say("long ago"), id_)
    table.live_streams[0].folded.receipts.clear()
    assert (await anna.do(Say("long ago"), id_))[2] == "too-old"
    assert (await anna.do(Say("now")))[0] == "accepted"


async def test_a_command_from_a_view_far_behind_is_refused(opened: OpenTable) -> None:
    """The id of a client that is 10,000 commits behind may no longer be known."""
    table = await opened()
    live = table.live_streams[0]
    anna = await table.sit(ANNA)
    ends = live.folded.projection.ends
    end = ends[next(iter(ends))]
    ends[next(iter(ends))] = type(end)(BEHIND_MOST + 1, b"x" * CHAIN_BYTES)
    assert (await anna.answer(anna.send(Say("hello"), seen=0)))[2] == "too-old"


async def test_stopping_finishes_waiting_commands(opened: OpenTable) -> None:
    """Commands sent before the stop are answered and in the log. Later commands stay unanswered: the page sends them
    again to the process that serves the table next."""
    table = await opened()
    anna = await table.sit(ANNA)
    ids = [anna.send(Say(str(n))) for n in range(300)]
    await table.live_streams[0].stop()
    assert all(anna.page.answers[id_][0] == "accepted" for id_ in ids)
    assert len(await table.entries()) == 303
    late = anna.send(Say("late"))
    await asyncio.sleep(0)
    assert late not in anna.page.answers


async def test_the_chain_of_a_stream_is_the_contracts(opened: OpenTable) -> None:
    """The entries of a live stream carry the chain that the contract of the log defines."""
    table = await opened()
    entries = await table.entries()
    chain = bytes(16)
    for entry in entries:
        chain = next_chain(chain, entry.payload)
        assert entry.chain == chain
