"""The story that a client is sent at a time is bounded in bytes. The rest is read page by page, and no line is missing
or repeated."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, Audience, Seat
from domain.core.partition import STORY_KEPT
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from server.fold import checkpoints
from server.fold.commit_codec import write
from server.fold.lookback import look_back
from server.fold.story_selection import NEWEST, Before
from server.fold.stream_fold import StreamFold
from server.limits_and_timeouts import OFFERS_MOST, RESUMED_MOST, STORY_BYTES
from server.protocol.frames import Look
from tests.in_english import page_text
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, BEN, GUEST, STORYTELLER, STREAM, Page, Table, frames, offered, unframed

WIDE = "漢" * 4000
CIRCLES = [("ben", f"guest-{n}") for n in range(9)]
SEATS = (ANNA, BEN, GUEST, STORYTELLER)

Story = dict[str, list[list[Any]]]
"""For each audience its lines, oldest first."""


def is_line(record: list[Any]) -> bool:
    return record[0] in catalogue().records and catalogue().records[record[0]].story


def lines_of(views: list[list[Any]]) -> Story:
    """The lines in the frames `view` and `earlier` of a message."""
    return {frame[1]: [r for r in frame[-1] if is_line(r)] for frame in views if frame[0] in ("view", "earlier")}


def size(story: Story) -> int:
    """The size of its lines in bytes."""
    return sum(len(write(line)) for lines in story.values() for line in lines)


def joined(older: Story, newer: Story) -> Story:
    return {a: older.get(a, []) + newer.get(a, []) for a in (*older, *newer)}


def whole(told: list[tuple[int, Audience, list[Any]]], seat: Seat) -> Story:
    """All lines of the story that a seat ever received."""
    found: Story = {}
    for _, audience, line in told:
        if seat.reads(audience):
            found.setdefault(audience, []).append(line)
    return found


async def told_by(table: Table) -> list[tuple[int, Audience, list[Any]]]:
    """Every line in the log in its current version, with its entry and its audience."""
    folded, found = StreamFold(), dict[tuple[Audience, str, str], tuple[int, Audience, list[Any]]]()
    for entry in await table.entries():
        _, told = folded.take(entry)
        for audience, part in told.parts.items():
            for record in filter(is_line, frames(part)[0][5]):
                key = audience, record[0], record[1]
                found[key] = found[key][0] if key in found else entry.seq, audience, record
    return list(found.values())


async def page(table: Table, seat: Seat, before: Before, **wanted: Any) -> tuple[list[Any], Story]:
    """The answer to a look before a place: `looked`, and the lines."""
    folded = table.live_streams[0].folded
    look = Look(1, before=before.number, of=before.audience, **wanted)
    told = await look_back(table.logs[0], folded, seat, STREAM, look, folded.projection.story_lines(seat))
    looked, *views = frames(told)
    return looked, lines_of(views)


async def read_to_its_beginning(table: Table, seat: Seat, most: int = STORY_BYTES) -> list[Story]:
    """The story as a page receives it: the first view with at most these bytes of story, then the earlier lines page by
    page."""
    projection = table.live_streams[0].folded.projection
    newest, earlier = map(frames, projection.newcomer_view(seat, most))
    pages, before = [joined(lines_of(earlier), lines_of(newest))], projection.newcomer_story_start(seat, most)
    while before.number:
        looked, story = await page(table, seat, before)
        assert looked[5] == ""
        pages.append(story)
        before = Before(looked[7], looked[6])
    return pages


async def test_long_lines_to_many_circles_do_not_make_a_view_large(opened: OpenTable) -> None:
    """INV10, FLT24: 108 lines of 4,000 wide letters, said to nine audiences, once made the Storyteller's view larger
    than a megabyte. Now it has 64 KiB of story in all, and no page before it has more."""
    table = await opened()
    anna = await table.sit(ANNA)
    for n in range(108):
        assert (await anna.do(Say(f"{n:03}{WIDE[3:]}", to=CIRCLES[n % len(CIRCLES)])))[0] == "accepted"
    projection = table.live_streams[0].folded.projection
    assert len(projection.view(STORYTELLER)) > 1_250_000
    newest, earlier = projection.newcomer_view(STORYTELLER)
    table_alone = sum(len(projection._encoded(a).records) for a in projection.ends)
    assert len(newest) + len(earlier) < table_alone + STORY_BYTES + 4096 < 100_000
    pages = await read_to_its_beginning(table, STORYTELLER)
    assert all(0 < size(one) <= STORY_BYTES for one in pages)
    said = [sorted(page_text(line[6])[:3] for lines in one.values() for line in lines) for one in reversed(pages)]
    assert [text for one in said for text in one if text.isdigit()] == [f"{n:03}" for n in range(108)]


async def session(opened: OpenTable, seed: int, length: int) -> Table:
    """A recorded session with short and long lines for all kinds of audiences, and with overridden rolls."""
    table = await opened()
    random, subscribers = Random(seed), {seat: await table.sit(seat) for seat in (ANNA, BEN, STORYTELLER)}
    for n in range(length):
        text = f"{n} " + WIDE[: random.choice([1, 20, 20, 300, 4000])]
        seat, command = random.choice(
            [
                (ANNA, Say(text)),
                (ANNA, Say(text, to=("ben",))),
                (BEN, Say(text, to=("anna", random.choice("xyz")))),
                (BEN, Roll(dice=3)),
                (STORYTELLER, Say(text, to=("storyteller",))),
                (STORYTELLER, Say(text, to=("anna", "ben"))),
            ]
        )
        assert (await subscribers[seat].do(command))[0] == "accepted"
        rolls = [r for r in subscribers[STORYTELLER].page.audiences[EVERYONE][2].values() if r[0] == "Roll"]
        if rolls and random.random() < 0.2:
            overrides = OverrideRoll(random.choice(rolls)[1], random.choice(["success", "failure"]))
            await subscribers[STORYTELLER].do(overrides)
        live = table.live_streams[0]
        if live._checkpoints._making is not None:
            await live._checkpoints._making
    return table


async def test_page_by_page_every_line_comes_once_and_in_order(
    opened: OpenTable, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INV2, FLT24: the first view of a newcomer and the pages before it are together all lines that its seat ever
    received. No line is missing or repeated in any audience, each page is older than the one before, and no page is
    over the bound unless it has a single commit; a seat that wants no story gets one commit. This also holds beyond
    the lines that state keeps, from checkpoints."""
    monkeypatch.setattr(checkpoints, "CHECKPOINT_COMMITS", 64)
    monkeypatch.setattr(checkpoints, "BYTES_A_COMMIT", 64 * 1024)
    table = await session(opened, seed, 700)
    assert len(table.live_streams[0].folded.checkpoints) > 2
    told = await told_by(table)
    places = {(audience, line[0], line[1]): seq for seq, audience, line in told}
    for seat, most in (*((seat, STORY_BYTES) for seat in SEATS), (STORYTELLER, 0)):
        pages = await read_to_its_beginning(table, seat, most)
        assert (
            most or len({places[Audience(a), line[0], line[1]] for a, lines in pages[0].items() for line in lines}) == 1
        )
        story: Story = {}
        first = 0
        for one in reversed(pages):
            seqs = [places[Audience(a), line[0], line[1]] for a, lines in one.items() for line in lines]
            assert size(one) <= STORY_BYTES or len(set(seqs)) == 1
            assert min(seqs) > first
            first = max(seqs)
            story = joined(story, one)
        ids = {a: [line[:2] for line in lines] for a, lines in story.items() if lines}
        assert ids == {a: [line[:2] for line in lines] for a, lines in whole(told, seat).items()}
        assert len(pages) > (1 if seat == GUEST else 2)


async def test_a_roll_that_was_overridden_is_read_as_it_is_now(opened: OpenTable) -> None:
    """G0: a reader who scrolls back sees a roll as it was overridden later, as the seats that were present have it."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    assert (await st.do(Roll(dice=3)))[0] == "accepted"
    (roll,) = [r for r in st.page.audiences[EVERYONE][2].values() if r[0] == "Roll"]
    for _ in range(8):
        await st.do(Say(WIDE))
    assert (await st.do(OverrideRoll(roll[1], "success", "", "so it is")))[0] == "accepted"
    first, *older = await read_to_its_beginning(table, STORYTELLER)
    assert all(line[0] != "Roll" for line in first[EVERYONE])
    (read,) = [line for one in older for line in one[EVERYONE] if line[0] == "Roll"]
    assert read == st.page.audiences[EVERYONE][2]["Roll", roll[1]] != roll


async def test_the_newest_line_is_always_shown(opened: OpenTable) -> None:
    """FLT24: however long the newest lines are, a newcomer receives the last line."""
    table = await opened()
    anna = await table.sit(ANNA)
    for n in range(NEWEST):
        await anna.do(Say(f"{n}" + WIDE[2:]))
        newest, earlier = table.live_streams[0].folded.projection.newcomer_view(GUEST)
        assert page_text(lines_of(frames(newest))[EVERYONE][-1][6]).startswith(f"{n}漢")
        assert size(lines_of(frames(newest))) + size(lines_of(frames(earlier))) <= STORY_BYTES


async def test_the_beginning_of_a_story_reveals_no_hidden_line(opened: OpenTable) -> None:
    """SEC10, FLT31: lines that Anna cannot read change no byte of her first view, of its beginning, or of any page
    before it."""
    seen = []
    for hidden in (0, 60):
        table = await opened(of="alike")
        ben, st = await table.sit(BEN), await table.sit(STORYTELLER)
        for n in range(2 * STORY_KEPT):
            await st.do(Say(f"{n} {WIDE[:400]}"), n.to_bytes(16))
            if n % 7 < hidden:
                await ben.do(Say(WIDE, to=("storyteller",)), (10_000 + n).to_bytes(16))
        projection = table.live_streams[0].folded.projection
        pages = await read_to_its_beginning(table, ANNA)
        seen += [
            (projection.newcomer_view(ANNA, most), projection.newcomer_story_start(ANNA, most), pages)
            for most in (STORY_BYTES, 0)
        ]
    assert seen[:2] == seen[2:]


@pytest.mark.parametrize("of", ["storyteller", "sealed", "seats:ben,x", "seats:nobody", "", "everybody"])
async def test_no_seat_reads_on_from_a_story_of_other_seats(opened: OpenTable, of: str) -> None:
    """SEC8, SEC10: a look from a place in a story that the seat does not read gets the same answer for a real and for
    an invented place, and reads no entry."""
    table = await opened()
    await (await table.sit(BEN)).do(Say("hidden", to=("storyteller",)))
    await (await table.sit(BEN)).do(Say("hidden", to=("x",)))
    reads = len(table.logs[0].reads)
    looked, story = await page(table, ANNA, Before(of, 1))
    nobodys, _ = await page(table, ANNA, Before("seats:nobody", 1))
    assert looked == nobodys
    assert looked[5].startswith("You cannot read this part of the story.")
    assert story == {}
    assert len(table.logs[0].reads) == reads


async def test_a_client_that_missed_very_much_gets_the_whole_view(opened: OpenTable) -> None:
    """FLT24, FLT22: a client that reconnects is sent the missed commits only if they fit into the bytes that a
    connection may have in flight."""
    table = await opened()
    anna, projection = await table.sit(ANNA), table.live_streams[0].folded.projection
    place = projection.position(ANNA, projection.ends)
    told = 0
    while told + len(WIDE.encode()) < RESUMED_MOST - 4096:
        await anna.do(Say(WIDE))
        missing = projection.missing(ANNA, place)
        assert missing is not None
        told = sum(map(len, missing))
        assert told <= RESUMED_MOST
    for _ in range(2):
        await anna.do(Say(WIDE))
    assert projection.missing(ANNA, place) is None


async def test_a_look_at_a_moment_is_bounded_too(opened: OpenTable) -> None:
    """FLT24: a look at an earlier moment has the newest lines of that time, as many as a newcomer's view had then."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for n in range(20):
        await st.do(Say(f"{n}" + WIDE[2:]))
    folded = table.live_streams[0].folded
    _, *views = frames(await look_back(table.logs[0], folded, STORYTELLER, STREAM, Look(1, at=10_000)))
    assert size(lines_of(views)) <= STORY_BYTES
    assert page_text(lines_of(views)[EVERYONE][-1][6]).startswith("19漢")
    shown = [frame for message in folded.projection.newcomer_view(STORYTELLER) for frame in frames(message)]
    first, later = lines_of([f for f in shown if f[0] == "view"]), lines_of([f for f in shown if f[0] == "earlier"])
    assert lines_of(views) == joined(later, first)


async def test_many_offers_come_in_several_messages(opened: OpenTable) -> None:
    """FLT24: the options of a Storyteller with a large cast are more than a slow page can wait for in one message. They
    come in several messages. The first replaces all earlier options, and together they are complete."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for n in range(20):
        traits = tuple((f"{n:02}.{place:02}{WIDE[:11]}", 3) for place in range(100))
        assert (await st.do(CreateCharacter(f"Rat {n}", traits=traits)))[0] == "accepted"
    live = table.live_streams[0]
    messages = unframed(live.options_of(STORYTELLER))
    assert len(messages) > 2
    told = [frame for message in messages for frame in frames(message)]
    assert [frame[1] for frame in told] == [True] + [False] * (len(messages) - 1)
    assert all(len(message) < OFFERS_MOST + 64 for message in messages)
    page = Page()
    page.hear(told)
    assert page.options == offered(live.folded.state, STORYTELLER)
