"""The messages that bring a page's options up to date, put together again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest

from domain.command import Command
from domain.core.audience import Seat
from domain.core.record import RecordKey
from domain.core.refusal import Refusal
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn, StartTurns
from server.stream import seat_options
from server.stream.seat_options import Pending, SeatOptions
from tests.domain.fight import ST, Fight, act
from tests.domain.random_play import SEATS, Play
from tests.server.held_options import HeldOptions
from tests.server.socketless_tables import frames, unframed

CAST = "\n".join(
    f"p{n} {'npc ' if n % 2 else ''}Intuition {n % 4 + 1} Strength 3 Dexterity 3 Unarmed 2 Melee 2 Target 2 Dodge 2 "
    f"Endurance 3 Willpower:5 Fate:3 +{('knife', 'sword', 'pistol', 'club')[n % 4]}"
    for n in range(12)
)
"""A fight of twelve, half of them with a player."""


def read(page: HeldOptions, messages: bytes) -> None:
    """Let a page read messages of options."""
    for message in unframed(messages):
        for frame in frames(message):
            page.take(*frame[1:])


def held(options: SeatOptions) -> dict[str, list[object]]:
    """Return the options that a new page holds."""
    page = HeldOptions()
    read(page, options.whole())
    return open_on(page)


def open_on(page: HeldOptions) -> dict[str, list[object]]:
    """Return the commands that are open on a page, with their options."""
    return {command: found for command, found in page.offers.items() if found}


class Reader:
    """A page of a seat that is sent the changes of its options, or is behind from time to time."""

    def __init__(self, options: SeatOptions) -> None:
        self.page = HeldOptions()
        self.sizes: list[int] = []
        self.pending: Pending | None = None
        self._options = options
        read(self.page, options.whole())

    def hears(self, changes: seat_options.OptionChanges, *, behind: bool) -> None:
        """Take in a change. `behind`: wait for the next one."""
        if not changes.message:
            return
        if changes.whole:
            self.pending = None
            read(self.page, changes.message)
        elif behind or self.pending is not None:
            self.pending = self.pending or Pending(changes.last, {})
            self.pending.add(changes)
            if not behind:
                self.catches_up()
        else:
            self.sizes.append(len(changes.message))
            read(self.page, changes.message)

    def catches_up(self) -> None:
        """Read the newest options, if it was behind."""
        if self.pending is not None:
            read(self.page, self._options.newest(self.pending))
            self.pending = None


def changed(play: Play | Fight, seat: Seat, mark: int) -> set[RecordKey]:
    """Return the records of a seat, without the story's, that were changed since this place in the journal."""
    changes = play.state.journal[mark:]
    return {(c.type, c.id) for c in changes if seat.reads(c.partition.audience) and not c.type.story}


@pytest.mark.parametrize("seed", range(8))
def test_changes_in_their_order_give_the_whole_options(seed: int) -> None:
    """A page that applies the changes in their order holds the options that a new page receives, and so does a page
    that was behind for some of them, and a page that came later."""
    play, random = Play(seed), Random(seed)
    followed = {seat: SeatOptions(play.state.view(seat)) for seat in SEATS}
    quick = {seat: Reader(options) for seat, options in followed.items()}
    slow = {seat: Reader(options) for seat, options in followed.items()}
    for seat, command in play.steps(25):
        mark = len(play.state.journal)
        play.does(seat, command)
        for who, options in followed.items():
            if keys := changed(play, who, mark):
                news = options.changes(keys)
                quick[who].hears(news, behind=False)
                slow[who].hears(news, behind=random.random() < 0.6)
                assert open_on(quick[who].page) == held(SeatOptions(play.state.view(who)))
            if random.random() < 0.1:
                quick[who] = Reader(options)
    for who, options in followed.items():
        slow[who].catches_up()
        assert open_on(slow[who].page) == open_on(quick[who].page) == held(options)


def fought(turns: int) -> Iterator[tuple[Fight, int]]:
    """Fight for some turns. Yield the fight at its beginning and after each command, with the length of its journal
    before the command."""
    fight, names = Fight(CAST), [f"p{n}" for n in range(12)]
    yield fight, 0
    for turn in range(turns):
        wishes: list[tuple[Seat, Command]] = [(ST, StartTurn() if turn else StartTurns())]
        for _ in names:
            wishes += [
                (fight.seat(name), DeclareAction(name, (act("attack", target),)))
                for name, target in pairwise([*names, names[0]])
            ]
        wishes += [(fight.seat(name), TakeAction(name)) for _ in names for name in names]
        for seat, command in wishes:
            mark = len(fight.state.journal)
            with suppress(Refusal):
                fight.must(seat, command)
                yield fight, mark


def followed_fight(seat: Seat) -> tuple[SeatOptions, Reader, int]:
    """Follow the options of a seat through a fight. Return them, its page, and the number of commands."""
    fights = fought(3)
    fight, _ = next(fights)
    options = SeatOptions(fight.state.view(seat))
    reader, commands = Reader(options), 0
    for _, mark in fights:
        reader.hears(options.changes(changed(fight, seat, mark)), behind=False)
        commands += 1
    assert open_on(reader.page) == held(SeatOptions(fight.state.view(seat)))
    return options, reader, commands


def test_a_change_in_a_fight_is_small() -> None:
    """In a fight of twelve, a change takes less than a tenth of all options on average, and a player is told less than
    the Storyteller."""
    whole, teller, commands = followed_fight(ST)
    player = followed_fight(Seat("P0", "player"))[1]
    assert commands > 30
    assert sum(teller.sizes) / commands < len(whole.whole()) / 10
    assert sum(player.sizes) < sum(teller.sizes) / 4


def test_an_option_that_opens_again_is_sent_by_its_number() -> None:
    """In the second turn a character has the same manoeuvres as in the first. They are not sent again: the last change
    of a fight is smaller than a single option with its inputs."""
    _, teller, commands = followed_fight(ST)
    first, last = teller.sizes[1 : commands // 4], teller.sizes[-commands // 4 :]
    assert sum(last) / len(last) < sum(first) / len(first) / 2


def test_the_numbers_begin_anew_after_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """After many new numbers a seat gets all its options again, and the server forgets the closed ones."""
    monkeypatch.setattr(seat_options, "OPTION_NUMBERS_MOST", 300)
    options, reader, commands = followed_fight(ST)
    assert len(reader.sizes) < commands - 1
    assert options._numbers.last <= max(n for n in options._numbers._parts) + 300


def test_parts_that_a_slow_page_has_not_received_are_not_taken_for_known() -> None:
    """Options that opened and closed while a page was behind are unknown to it. When they open again, they are sent
    again."""
    fights = fought(2)
    fight, _ = next(fights)
    options = SeatOptions(fight.state.view(ST))
    reader = Reader(options)
    for place, (_, mark) in enumerate(fights):
        reader.hears(options.changes(changed(fight, ST, mark)), behind=place % 12 > 3)
        if reader.pending is None:
            assert open_on(reader.page) == held(SeatOptions(fight.state.view(ST)))


@pytest.mark.parametrize("order", [1, 2])
def test_pages_of_one_seat_that_join_lag_and_catch_up_hold_the_same_options(order: int) -> None:
    """All tabs of a seat share its numbers. Whatever the order in which pages join, fall behind and catch up, each page
    knows the numbers that it is sent."""
    chance = Random(order)
    fights = fought(3)
    fight, _ = next(fights)
    options = SeatOptions(fight.state.view(ST))
    readers = [Reader(options), Reader(options)]
    for fight, mark in fights:
        change = options.changes(changed(fight, ST, mark))
        for reader in readers:
            reader.hears(change, behind=reader is not readers[0] and chance.random() < 0.7)
        if chance.random() < 0.3:
            readers = [readers[0], *readers[1:][-3:], Reader(options)]
        wanted = held(SeatOptions(fight.state.view(ST)))
        assert all(open_on(reader.page) == wanted for reader in readers if reader.pending is None)
