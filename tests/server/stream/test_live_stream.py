"""The live stream over a log in memory: durable before seen, in order, exactly once, and honest about what it lost."""

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
from server.log.contract import link
from server.protocol.frames import BEHIND_MOST
from server.stream.live_stream import GROUP_MOST
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
    """While an append is under way nothing of it reaches anybody, its sender included; when it stands, all see it."""
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


async def test_newcomers_and_lookers_wait_for_what_is_under_way(opened: OpenTable) -> None:
    """Whoever comes while an append is under way is seated after it, and shown no speculative state."""
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
    """Commands that come while an append is under way go into the log in one call, in their order."""
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


async def test_a_round_has_an_end(opened: OpenTable) -> None:
    """More commands than a round holds are appended in several, each still in order."""
    table = await opened()
    anna = await table.sit(ANNA)
    ids = [anna.send(Say(str(n))) for n in range(GROUP_MOST + 50)]
    for id_ in ids:
        assert (await anna.answer(id_))[0] == "accepted"
    assert max(len(batch) for batch in table.logs[0].appends) == GROUP_MOST
    await everybody_holds_the_log(table, anna)


async def test_commits_that_stand_together_are_one_write_of_several_messages(opened: OpenTable) -> None:
    """What became durable in one append is written to a viewer at once, each commit its own message."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    ben.writes.clear()
    ids = [anna.send(Say(str(n))) for n in range(5)]
    await anna.answer(ids[-1])
    assert len(ben.writes) == 1
    await everybody_holds_the_log(table, anna, ben)


async def test_a_conflict_is_folded_and_decided_anew(opened: OpenTable) -> None:
    """Two writers that append at the same time: one conflicts, folds what it missed, and appends after it, once."""
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


async def test_whoever_loses_decides_less(opened: OpenTable) -> None:
    """A round that conflicted is tried again with half as many commands, down to a few, for the shorter round is over
    sooner: so none starves beside others. Once it stands, the next takes more."""
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
    """A refusal is given on the log's own state: one that rests on a round that did not stand is thought over."""
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
    """A command sent twice, at once or later, here or at another writer or after a restart, applies once and is
    answered alike; no die is thrown again (S15)."""
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


async def test_twins_in_one_round_apply_once(opened: OpenTable) -> None:
    """The same command twice in one round is one commit and two answers; if the round fails, both hear so."""
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
    """Every answer to a wish, in order."""
    found = [frame for message in unframed(bytes(eyes.told)) for frame in frames(message)]
    return [frame[0] for frame in found if frame[0] in ("accepted", "refused") and frame[1] == id_]


async def test_a_failed_round_does_not_unsay_what_was_answered(opened: OpenTable) -> None:
    """A retry that was answered from memory is not refused because the round it came with could not be written."""
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
    """An id that was used is not good for another command."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    await anna.do(Say("one thing"), id_)
    assert (await anna.do(Say("another"), id_))[2] == "id-used"
    assert len(await table.entries()) == 4


async def test_another_seats_id_is_unknown(opened: OpenTable) -> None:
    """Ids are counted by seat: the same one from another seat is another command."""
    table = await opened()
    anna, ben = await table.sit(ANNA), await table.sit(BEN)
    id_ = fresh_id()
    assert (await anna.do(Say("mine"), id_))[0] == "accepted"
    assert (await ben.do(Say("mine too"), id_))[0] == "accepted"
    assert said(anna) == ["mine", "mine too"]


async def test_a_refusal_changes_nothing_and_reaches_only_its_sender(opened: OpenTable) -> None:
    """I5: a refused command leaves the log, the state and everybody else's bytes as they were, and the dice too."""
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
    """What goes wrong while deciding is refused as `failed`, changes nothing, and the table goes on."""
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
    """All that a viewer was told of what is open to it."""
    return [f for m in unframed(bytes(eyes.told)) for f in frames(m) if f[0] == "options"]


async def test_options_are_sent_only_when_they_changed(opened: OpenTable) -> None:
    """Talk and others' hidden doings bring no options; a change to what a seat may do brings them once."""
    table = await opened()
    teller, anna, ben = [await table.sit(seat) for seat in (STORYTELLER, ANNA, BEN)]

    def times(eyes: Eyes) -> int:
        return len(told_of(eyes))

    def news(eyes: Eyes) -> list[Any]:
        return [offer for _, whole, offers in told_of(eyes) if not whole for offer in offers]

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
    assert ["StartTurns", []] in [offer for eyes in (teller, anna, ben) for offer in news(eyes)]
    await everybody_holds_the_log(table, teller, anna, ben)


async def test_whoever_comes_is_told_all_that_is_open(opened: OpenTable) -> None:
    """And is told what is otherwise since, as one who was there before."""
    table = await opened()
    first = await table.sit(ANNA)
    await first.do(CreateCharacter("Cat"))
    second = await table.sit(ANNA)
    await first.do(CreateCharacter("Owl"))
    await everybody_holds_the_log(table, first, second)
    assert [whole for _, whole, _ in told_of(second)] == [True, False]


async def test_a_slow_viewer_is_sent_only_the_newest_options(opened: OpenTable) -> None:
    """F24: a player states and drops an intent again and again, and each time the Storyteller's options change. While
    she has much left to read she gets none of them; when she has read on, she gets the newest once."""
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


async def test_a_viewer_that_has_read_on_gets_what_it_was_owed_with_the_next_commit(opened: OpenTable) -> None:
    """F24: whatever comes first, the next commit or the next look at who reads."""
    table = await opened()
    anna, teller = await table.sit(ANNA), await table.sit(STORYTELLER)
    teller.behind = True
    await anna.do(CreateCharacter("Cat"))
    teller.behind = False
    await anna.do(CreateCharacter("Owl"))
    await everybody_holds_the_log(table, anna, teller)


async def test_who_is_gone_before_being_seated_is_not_seated(opened: OpenTable) -> None:
    """A connection that ends while it waits for its seat is told nothing and kept nowhere."""
    table = await opened()
    live = table.live_streams[0]
    ghost = Eyes(ANNA, live, table.clock)
    live.seat(ghost, lambda: False)
    await table.still()
    assert ghost not in live.subscribers
    assert not ghost.told


async def test_a_newcomer_that_cannot_be_shown_the_table_is_not_seated(opened: OpenTable) -> None:
    """S28: an error while showing the table closes that connection alone."""
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


async def test_a_command_whose_result_was_let_go_is_refused(opened: OpenTable) -> None:
    """The log knows keys for longer than results are kept here: such a command is refused, not tried for ever."""
    table = await opened()
    anna = await table.sit(ANNA)
    id_ = fresh_id()
    await anna.do(Say("long ago"), id_)
    table.live_streams[0].folded.receipts.clear()
    assert (await anna.do(Say("long ago"), id_))[2] == "too-old"
    assert (await anna.do(Say("now")))[0] == "accepted"


async def test_a_command_from_a_view_far_behind_is_refused(opened: OpenTable) -> None:
    """A sender 10,000 commits behind may hold an id that was let go."""
    table = await opened()
    live = table.live_streams[0]
    anna = await table.sit(ANNA)
    ends = live.folded.projection.ends
    end = ends[next(iter(ends))]
    ends[next(iter(ends))] = type(end)(BEHIND_MOST + 1, b"x" * CHAIN_BYTES)
    assert (await anna.answer(anna.send(Say("hello"), seen=0)))[2] == "too-old"


async def test_stopping_finishes_what_waits(opened: OpenTable) -> None:
    """What was sent before the stop is answered and in the log; what comes after it is left for whoever serves the
    table next, to whom its page sends it again: nobody is told that it came to nothing."""
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
    """What a live stream appends carries the chain that the law of the log says."""
    table = await opened()
    entries = await table.entries()
    chain = bytes(16)
    for entry in entries:
        chain = link(chain, entry.payload)
        assert entry.chain == chain
