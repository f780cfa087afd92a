"""Three turns, played by three people in real browsers: the contents of their pages, and the messages that they
received.

The evening itself is in `evening.py`; each test here has one claim about it, on SQLite and on Redis with two server
processes.
"""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, Seat, seats
from domain.features.rolls.roll import Roll
from server.fold.stream_fold import fold
from tests.browser.evening import ILSE, MARROW, ROOK, Evening
from tests.browser.evidence import Parts, commands_of, kinds, logged_parts, page_of, received_parts, visits, welcomed_at
from tests.browser.person import Person
from tests.canaries import found
from tests.in_english import english
from tests.server.socketless_tables import held

pytestmark = pytest.mark.xdist_group("browser")


STORYTELLERS = Seat("", "storyteller")
"""The Storyteller's rights: all but sealed records."""


def streams_of(person: Person) -> set[str]:
    """The chronicle and the scene where this person was."""
    return {socket.stream for socket in person.sockets if socket.stream}


def test_a_turn_is_played(evening: Evening) -> None:
    """I2 to I5: the story tells a yield, an abort that succeeds, an abort that fails, and every slot."""
    story = iter(evening.moments["clinched"].story["Ben"])
    for told in (
        "Turn 1.", f"{MARROW} declares: Clinch on {ROOK}.", f"{ROOK} declares: Melee attack on {MARROW}.",
        f"{ILSE} declares: Melee attack on {MARROW}.", f"{ILSE} aborts an action and now declares: Dodge.",
        f"{ROOK} tries to abort an action and defend, but is too slow.", f"{ILSE} lets the others go first.",
        f"Melee attack: {ROOK}", f"{MARROW} clinches {ROOK}.", f"{ILSE} stands ready.",
    ):  # fmt: skip
        assert any(line.startswith(told) for line in story), told


def test_a_clinch_holds_over_two_turns_and_is_escaped(evening: Evening) -> None:
    """C7: a clinch that begins in turn 1 outlasts an attempt to break free in turn 2, and ends in turn 3, in every
    view."""
    for person in evening.table.people:
        for moment in ("clinched", "back"):
            assert f"clinched by {MARROW}" in evening.moments[moment].cast[person.name][ROOK]
            assert f"clinching {ROOK}" in evening.moments[moment].cast[person.name][MARROW]
        free = evening.moments["free"]
        assert free.cast[person.name][ROOK][1:] == free.cast[person.name][MARROW][1:] == []
        assert f"{ROOK}: no longer clinched." in free.story[person.name]


def test_who_is_wounded_from_nowhere_is_wounded_once_in_every_view(evening: Evening) -> None:
    """X4: a wound from a hidden attacker is told once to each person, with the same words and the same health; no
    player reads of the attack, the damage or the soak, though all three were rolled."""
    wound = f"{ILSE} takes 2 bashing wounds: Hurt."
    before, after = evening.moments["initiative"], evening.moments["wounded"]
    for person in evening.table.people:
        assert before.cast[person.name][ILSE] == ["unhurt"]
        assert after.cast[person.name][ILSE] == ["hurt"]
        assert evening.moments["free"].story[person.name].count(wound) == 1
        assert evening.moments["free"].cast[person.name][ILSE] == ["hurt"]
    reasons = [
        english(roll.reason) for roll in fold(evening.logs[evening.table.scene]).state.view(STORYTELLERS).all(Roll)
    ]
    assert reasons.count("Soak") > sum("Soak" in line for line in evening.moments["free"].story["Anna"])
    assert after.story["Anna"][-2:] == after.story["Ben"][-2:] == [f"{ILSE} lets the others go first.", wound]


def test_only_the_storyteller_sees_the_ambusher_in_the_order(evening: Evening) -> None:
    """X4: the hidden ambusher is second of four in Vera's order; the players see three, and three in the cast."""
    lurker = evening.secrets.ambusher
    for seen in evening.moments.values():
        assert seen.order["Vera"] == [ILSE, lurker, ROOK, MARROW]
        assert seen.order["Anna"] == seen.order["Ben"] == [ILSE, ROOK, MARROW]
        assert set(seen.cast["Vera"]) - set(seen.cast["Anna"]) == {lurker}
        assert set(seen.cast["Anna"]) == set(seen.cast["Ben"]) == {ILSE, ROOK, MARROW}


def test_nothing_hidden_reaches_a_player(evening: Evening) -> None:
    """INV7, FLT33: the ambusher, the secret roll and the reason of the hidden dice are in no frame to a player, no byte
    from the server, and no document, in any form; Vera's whisper to Anna did not reach Ben. Vera received all of them.
    """
    table, secrets = evening.table, evening.secrets
    hidden = (*secrets.of_the_storyteller, evening.id_of(secrets.ambusher))
    vera = b"".join(table.vera.messages())
    assert found((*hidden, secrets.whisper), vera) == [*hidden, secrets.whisper]
    for player, line in zip(table.players, (table.annas_line, table.bens_line), strict=True):
        assert player.messages(), "frames were captured"
        places: list[bytes | bytearray] = [*player.messages(), *line.carried, evening.pages[player.name].encode()]
        assert found(hidden, *places) == []
    assert found([secrets.whisper], *table.anna.messages()) == [secrets.whisper]
    assert found([secrets.whisper], *table.ben.messages(), *table.bens_line.carried) == []
    assert found((*hidden, secrets.whisper), "".join(table.complaints).encode()) == []


def test_nobody_can_count_what_is_hidden(evening: Evening) -> None:
    """SEC10: commit by commit each person received exactly the parts that the log has for her, with counts from 1
    without a gap; a player's audiences are everyone and her own; no frame came besides."""
    table = evening.table
    for person in table.people:
        seat = evening.seats[person.name]
        for stream in streams_of(person):
            entries = evening.logs[stream]
            told: list[Parts] = []
            for visit in visits(person, stream):
                here = received_parts(visit)
                expected = logged_parts(entries, seat, welcomed_at(visit))
                if stream == table.scene:
                    assert here == expected
                else:  # the chronicle goes on while the logs are read
                    both_have = min(len(here), len(expected))
                    assert here[:both_have] == expected[:both_have]
                told += here
            came = kinds(person, stream)
            assert set(came) <= {"welcome", "view", "earlier", "part", "accepted", "options", "presence", "tick"}
            # The earlier lines are a message of their own, and may be under way when the logs are read.
            assert came["earlier"] == came["view"] or (stream != table.scene and came["earlier"] < came["view"])
            assert came.get("accepted", 0) == commands_of(entries, seat)
            assert came["options"] <= len(told) + came["welcome"]
    for line in (table.annas_line, table.bens_line):
        assert all(all(messages) for messages in line.messages()), "no message may be empty"
    told_anything = [socket.messages for socket in table.ben.sockets if socket.messages]
    # The chronicle's table is connected once the scene is closed: the line may be ahead of the browser there.
    for seen, carried in zip(told_anything, table.bens_line.messages(), strict=False):
        assert carried[: len(seen)] == seen, "the browser reports the messages that were on the line"
    both = seats(*(evening.seats[player.name].id for player in table.players))
    for player in table.players:
        own = seats(evening.seats[player.name].id)
        assert {audience for _, audience in player.counts} == {EVERYONE, own, both}


def test_who_is_cut_off_comes_back_with_nothing_missing_or_doubled(evening: Evening) -> None:
    """FLT13, INV2: after a cut in the middle of a turn Anna's page reconnected by itself and received exactly the
    missing parts, and the line that she had sent meanwhile was told once."""
    table = evening.table
    at_scene = [socket for socket in table.anna.sockets if socket.stream == table.scene]
    assert [socket.resumed for socket in at_scene] == [False, True]
    back, end = evening.moments["back"], evening.moments["free"]
    assert back.story["Anna"] == back.story["Ben"]
    assert end.story["Anna"] == end.story["Ben"]
    assert back.cast["Anna"] == back.cast["Ben"]
    assert end.story["Vera"].count("Is anybody still with me?") == 1


def test_everybody_holds_what_the_log_says(evening: Evening) -> None:
    """INV3: each person's records at the end, folded from the raw frames, equal those of the log for that seat."""
    table = evening.table
    folded = fold(evening.logs[table.scene])
    for person in table.people:
        assert page_of(person, table.scene).audiences == held(folded, evening.seats[person.name])


def test_the_browsers_have_nothing_to_complain_of(evening: Evening) -> None:
    """SEC3, SEC21, SEC22: no page had an error or a violation of the content policy; each used one origin and no
    cookie; the servers' logs are empty. Only the cut connection may be reported."""
    table = evening.table
    for person in table.people:
        cut = "WebSocket connection to" if person is table.anna else "nothing"
        assert [trouble for trouble in person.troubles if cut not in trouble] == []
        assert len(person.origins) == 1
        assert person.cookies == []
    assert "".join(table.complaints) == ""
