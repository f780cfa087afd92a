"""Looking back: any prefix of the log, as a seat saw it."""

from itertools import pairwise
from typing import Any

from domain.core.audience import EVERYONE, Seat
from domain.features.scenes.chat import Say
from domain.features.scenes.scene import AllowLookBack
from server.fold.checkpoints import CHECKPOINT_COMMITS
from server.fold.lookback import is_beyond, look_back, start_fold
from server.fold.stream_fold import StreamFold
from server.protocol.frames import Look
from server.stream.live_stream import LiveStream
from tests.in_english import page_text
from tests.server.conftest import OpenTable
from tests.server.socketless_tables import ANNA, STORYTELLER, STREAM, Table, frames


async def look(table: Table, who: Seat, **wanted: Any) -> list[list[Any]]:
    """The frames that answer a look."""
    return frames(await look_back(table.logs[0], table.live_streams[0].folded, who, STREAM, Look(1, **wanted)))


def told(views: list[list[Any]]) -> list[str]:
    """The texts of the lines in some views."""
    return [page_text(record[6]) for view in views for record in view[4] if record[0] == "Line"]


async def test_every_moment_is_the_table_as_it_was(opened: OpenTable) -> None:
    """At each moment that the Storyteller counts, the view holds the lines up to then, and no later line."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for n in range(4):
        await st.do(Say(f"line {n}"))
    most = (await look(table, STORYTELLER, at=0))[0][3]
    seen = []
    for at in range(most + 1):
        (_, _, now, *_), *views = await look(table, STORYTELLER, at=at)
        assert now <= at
        seen.append([text for text in told(views) if text.startswith("line")])
    assert seen[-1] == [f"line {n}" for n in range(4)]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(seen))


async def test_players_look_back_when_the_storyteller_allows_it(opened: OpenTable) -> None:
    """Without permission a look is refused with a sentence and shows no record; with permission a player sees her own
    view."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    await st.do(Say("for all"))
    await st.do(Say("for nobody else", to=("storyteller",)))
    (refused,) = await look(table, ANNA, at=1000)
    assert refused[5] == "The Storyteller has not allowed looking back in this scene."
    await st.do(AllowLookBack(allowed=True))
    _, *views = await look(table, ANNA, at=1000)
    assert "for all" in told(views)
    assert "for nobody else" not in told(views)
    assert {view[1] for view in views} <= {"everyone", f"seats:{ANNA.id}"}
    (refused,) = await look(table, ANNA, at=1000, seat=STORYTELLER.id)
    assert refused[5] == "Only the Storyteller can look back at what another seat saw."


async def test_a_moment_counts_nothing_that_is_hidden(opened: OpenTable) -> None:
    """FLT31: hidden commits of the Storyteller change no player's place in time, neither the current one nor the
    last."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    await st.do(AllowLookBack(allowed=True))
    await st.do(Say("for all"))
    before = await look(table, ANNA, at=1)
    await st.do(Say("for nobody else", to=("storyteller",)))
    await st.do(Say("nor this", to=("storyteller",)))
    assert await look(table, ANNA, at=1) == before


async def test_older_story_is_for_everybody_and_shows_no_table(opened: OpenTable) -> None:
    """Scrolling back needs no permission. It brings the lines before a place, and no record of the table at that
    time."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for n in range(3):
        await st.do(Say(f"line {n}"))
    _, *views = await look(table, ANNA, before=table.live_streams[0].folded.projection.ends[EVERYONE].count)
    assert [text for text in told(views) if text.startswith("line")] == ["line 0", "line 1"]
    assert {record[0] for view in views for record in view[4]} <= {"Line", "Roll"}


async def marked(live: LiveStream) -> None:
    """Wait for the checkpoint that is being made, if there is one."""
    if live._checkpoints._making is not None:
        await live._checkpoints._making


async def test_old_story_is_found_from_the_nearest_checkpoint(opened: OpenTable) -> None:
    """However long the story is, a look before a place brings the same lines as the whole fold, and reads few
    entries."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for first in range(0, 3 * CHECKPOINT_COMMITS, 64):  # the commits of an append may pass several places
        lines = range(first, first + 64)
        sent = [st.send(Say(f"line {n}", to=("storyteller",) if n % 7 == 0 else ())) for n in lines]
        assert {(await st.answer(id_))[0] for id_ in sent} == {"accepted"}
        await marked(table.live_streams[0])
    folded = table.live_streams[0].folded
    assert len(folded.checkpoints) >= 2
    for before in (10, CHECKPOINT_COMMITS + 5, 2 * CHECKPOINT_COMMITS + 40):
        (looked, *views), whole = await look(table, STORYTELLER, before=before), StreamFold()
        for entry in await table.entries():
            if is_beyond(whole, STORYTELLER, Look(1, before=before), entry):
                break
            whole.take(entry)
        expected = {view[1]: view[4] for view in frames(whole.projection.story(STORYTELLER)[0])}
        assert looked[5] == ""
        assert views
        for _, audience, _, _, lines in views:
            assert lines == expected[audience][-len(lines) :]
            assert audience != "everyone" or len(lines) == len(expected[audience])
    assert (
        start_fold(folded, Look(1, before=3 * CHECKPOINT_COMMITS - 40), STORYTELLER).head.seq > CHECKPOINT_COMMITS // 2
    )


async def test_the_storyteller_looks_with_a_players_eyes(opened: OpenTable) -> None:
    """Looking as Anna, the Storyteller sees the lines of Anna's audiences and no others."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    await st.do(Say("secret", to=("storyteller",)))
    _, *views = await look(table, STORYTELLER, at=1000, seat=ANNA.id)
    assert "storyteller" not in {view[1] for view in views}
    _, *own = await look(table, STORYTELLER, at=1000)
    assert "secret" in told(own)


async def test_the_moment_stays_when_the_eyes_change(opened: OpenTable) -> None:
    """A look as Anna at a moment that the Storyteller counts, and a look as the Storyteller at a moment that Anna
    counts."""
    table = await opened()
    st = await table.sit(STORYTELLER)
    for n in range(3):
        await st.do(Say(f"secret {n}", to=("storyteller",)))
        await st.do(Say(f"line {n}"))
    most = (await look(table, STORYTELLER, at=0))[0][3]
    for at in range(most + 1):
        _, *own = await look(table, STORYTELLER, at=at)
        (_, _, then, *_), *hers = await look(table, STORYTELLER, at=at, seat=ANNA.id, by="")
        assert told(hers) == [text for text in told(own) if not text.startswith("secret")]
        _, *back = await look(table, STORYTELLER, at=then, seat="", by=ANNA.id)
        assert [text for text in told(back) if text.startswith("line")] == [
            t for t in told(own) if t.startswith("line")
        ]
    (refused,) = await look(table, ANNA, at=1, by=STORYTELLER.id)
    assert refused[5]
