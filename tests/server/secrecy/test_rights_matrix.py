"""The rights matrix: every command, from every role, in every state of a table (FLT34, SEC6)."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, Final, Literal, NamedTuple, get_args

import pytest

from domain.admission import ELSEWHERE
from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import TABLE, Seat
from domain.core.refusal import Refusal
from domain.core.state import State as TableState
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.scene import CloseScene
from domain.features.table.settings import Setting
from domain.perform import decide
from server.client.enter import Entrance
from server.connection.connection import ACCESS_ENDED, Connection
from server.connection.conversation import OUT_OF_TURN, TOO_BIG
from server.fold.commit_codec import write
from server.log.contract import Head
from server.protocol import frames
from tests.domain.random_play import PLAYERS, ST, WATCHER, Play
from tests.domain.situations import wished
from tests.server.socketless_tables import fresh_id
from tests.server.whole_server import FakeLink, Guests

Role = Literal["storyteller", "owner", "other", "spectator", "ex-member", "anonymous"]
State = Literal["unopened", "chronicle", "scene", "closed"]
Cell = tuple[str, Role, State]
STATES: Final[tuple[State, ...]] = get_args(State)
OPENED: Final[tuple[State, ...]] = ("chronicle", "scene", "closed")
SEATS: Final[dict[Role, Seat]] = {"storyteller": ST, "owner": PLAYERS[0], "other": PLAYERS[1], "spectator": WATCHER}
"""The roles with a seat at the table; the owner plays the character that a command is about."""


class Rights(NamedTuple):
    """The answer to each role when every further condition is met."""

    storyteller: str
    owner: str
    other: str
    spectator: str = "spectator"


def rights(answers: Rights, names: str) -> dict[str, Rights]:
    return dict.fromkeys(names.split(), answers)


TABLE_OF_RIGHTS: Final = [
    rights(  # the Storyteller's only
        Rights("ok", "storyteller-only", "storyteller-only"),
        """
        AddMoreAlike AddOpponents AdvanceClock AllowLookBack AnswerAim AnswerQuestion BeginActing
        BeginChapter BeginGrapple BeginScene BeginSession BeginStory CallForRoll CallIn CallTense
        ChangeHouseRules CloseRound CloseScene CloseTask DeclareSame Decree DropHandout DropObstacle
        DropSpot EndChapter EndCircumstance EndCondition EndGrapple EndStory EndTurn ForkScene
        GiveConsequence GrantExperience GrantPlea HandOver HideCharacter HideTask LeaveTurns LeaveUntold
        LetGiveUp ModifyNextRoll ModifyTask OpenContest OpenTask OverrideRoll PaceAttacks PassDowntime
        PutInHand RecoverEverybody RefuseSpot RemoveCharacter RemoveOpponents ReturnCharacter RevealCharacter
        RevealHandout
        RevealTask RollInSecret RuleBlow RuleTask SetCircumstance SetClock SetCondition SetFailures
        SetHealth SetInitiative SetObstacle SetSpot SetTally SetTurnLength SetUpFight SettleConsequence
        SettleFumble ShowHandout ShowRoll StartTurn StartTurns StopTurns TakeBack TellOutcome WaitForTask
        WithdrawCall WithdrawRuling Wound
        """,
    ),
    rights(  # about a character, or a question to it: open to its player and the Storyteller
        Rights("ok", "ok", "not-yours"),
        """
        AbandonAction AbandonCall AbortAction AnswerCall ChangeAction ChangeFace ChangeSheet DeclareAction Defend
        DropAim GiveUpTask GoOn JoinTask JoinTurns KeepClinch Move Plead RefusePlea ResistKiss Roll SaveRolls Say
        SetPoints SetPortrait SpendExperience SpendPoints StateAim StrikeExperience TakeAction TakeCover ThrowAsTyped
        WorkOnTask WriteProfile Yield
        """,
    ),
    rights(Rights("ok", "ok", "no-such-question"), "WithdrawQuestion"),  # players do not see a question to another seat
    rights(Rights("no-question-spot", "ok", "not-yours"), "AskForSpot"),  # a question to the Storyteller
    rights(Rights("ok", "ok", "ok"), "CreateCharacter ImportCharacter WriteNote"),
    rights(Rights("players-only-nonces", "ok", "ok"), "LeaveNonces"),
    rights(Rights("not-free", "ok", "ok"), "TakeUp"),  # for players: unplayed characters are the Storyteller's already
    rights(
        Rights("table-only", "table-only", "table-only"), "FoundChronicle KeepScene OpenFork OpenScene RenameChronicle"
    ),
]
RIGHTS: Final = {name: answers for table in TABLE_OF_RIGHTS for name, answers in table.items()}


def test_every_command_has_its_place_in_the_table() -> None:
    """FLT34: every command is in the table of rights exactly once."""
    assert sorted(name for table in TABLE_OF_RIGHTS for name in table) == sorted(catalogue().commands)


def open_in(type_: type[Command]) -> set[State]:
    """Return the states in which a command may be accepted at all."""
    if type_.__name__ in ("OpenScene", "OpenFork", "FoundChronicle"):
        return {"unopened"}
    return {*type_.places, *(("closed",) if type_.when_closed else ())}


def expected(type_: type[Command], role: Role, state: State) -> str:
    """Return the expected answer to a role in a state, when the command is legal in every further respect."""
    if state == "unopened":
        return "table-only" if issubclass(type_, TableCommand) else "not-open"
    if ("scene" if state == "closed" else state) not in type_.places:
        return ELSEWHERE[type_.places[0]]
    if state == "closed" and not type_.when_closed and role != "spectator":
        return "closed"
    return str(getattr(RIGHTS[type_.__name__], role))


def state_of(table: TableState) -> State:
    found = table.full.get(Setting, "setting")
    if found is None:
        return "unopened"
    return found.place if found.open else "closed"


def answer(play: Play, seat: Seat, command: Command) -> str:
    """Return a refusal's code, or ok. The command is not applied."""
    try:
        decide(play.state, seat, command, play.chance, play.past(command))
    except Refusal as refusal:
        return refusal.code
    return "ok"


@cache
def one_of_each() -> tuple[dict[str, Command], dict[State, Play]]:
    """Return a command of every type by name, and a table in each of the states."""
    last = {type(command).__name__: (play, command) for play, command in wished()}
    plays = {state_of(play.state): play for play, _ in last.values()}
    return {name: command for name, (_, command) in last.items()}, plays


def tried(play: Play, command: Command) -> dict[Cell, str]:
    """Send this command from every seat; assert that each answer is the table's, word for word."""
    name, state = type(command).__name__, state_of(play.state)
    cells: dict[Cell, str] = {}
    for role, seat in SEATS.items():
        cells[name, role, state] = code = answer(play, seat, command)
        assert code == expected(type(command), role, state), (name, role, state, code)
    return cells


def test_whoever_may_is_granted_it_and_everybody_else_is_refused() -> None:
    """SEC6, FLT34: every command is accepted from a permitted seat in each state that it is open in; there the same
    command gets every other seat the refusal in the table of rights. In further states every seat is refused. All cells
    are tried."""
    done: set[Cell] = set()
    granted: set[tuple[str, State]] = set()
    for play, command in wished():
        cells = tried(play, command)
        done |= set(cells)
        by_the_table = isinstance(command, TableCommand) and answer(play, TABLE, command) == "ok"
        if by_the_table or "ok" in cells.values():
            granted.add((type(command).__name__, state_of(play.state)))
    due = {(name, state) for name, type_ in catalogue().commands.items() for state in open_in(type_)}
    assert granted == due, f"granted to nobody in any situation: {sorted(due - granted)}"
    known, plays = one_of_each()
    for name, state in set(product(known, STATES)) - due:
        done |= set(tried(plays[state], known[name]))
    assert done == set(product(catalogue().commands, SEATS, STATES))


# Roles without a seat at the table, and the commands that no frame can carry


class Hub(NamedTuple):
    """A server with a table in each of the states."""

    guests: Guests
    teller: Entrance
    streams: dict[State, str]

    async def heads(self) -> dict[State, Head]:
        """Return the head of each table's log."""
        return {state: await self.guests.program.log.head(stream) for state, stream in self.streams.items()}

    async def wishes_for_nothing(self, connection: Connection, link: FakeLink, wish: bytes) -> None:
        """Send a command on this connection; assert that no answer comes and no log changes."""
        before, heads = bytes(link.told), await self.heads()
        connection.received(wish)
        for state in OPENED:
            await self.guests.hub.streams.look(await self.guests.hub.streams.live(self.streams[state]), int)
        assert (bytes(link.told), await self.heads()) == (before, heads), wish


@pytest.fixture
async def hub(guests: Guests) -> Hub:
    """Open a chronicle with a closed scene, an open scene and an unopened scene."""
    teller = await guests.chronicle()
    streams: dict[State, str] = {"chronicle": teller.stream}
    lobby = await guests.sit(teller)

    def cards() -> list[Any]:
        return [record for record in lobby.page.audiences["everyone"][2].values() if record[0] == "SceneCard"]

    for state in ("closed", "scene"):
        assert (await lobby.do(BeginScene(state)))[0] == "accepted"
        (stream,) = [stream for _, _, stream, name, *_ in cards() if name == state]
        streams[state] = stream
        table = await guests.sit(teller, stream)
        if state == "closed":
            assert (await table.do(CloseScene()))[0] == "accepted"
            await lobby.until(lambda: not any(card[4] for card in cards()))
    return Hub(guests, teller, streams | {"unopened": f"{streams['scene']}x"})


def sent() -> list[tuple[str, bytes]]:
    """Return a command of every type, by its name, as a frame."""
    return [(name, write(("command", fresh_id(), 0, wish))) for name, wish in one_of_each()[0].items()]


def hello(token: str, stream: str, epoch: str = "", position: Any = ()) -> bytes:
    return write(("hello", token, stream, epoch, position))


def reached(link: FakeLink) -> tuple[str, tuple[Any, ...]]:
    """Return the epoch that a connection received, and its position in each audience."""
    held = link.page().audiences
    return link.frames()[0][1], tuple((audience, count, chain) for audience, (count, chain, _) in held.items())


async def turned_away(link: FakeLink) -> int:
    """Return the code that a connection is closed with, and assert that the close is the last frame."""
    await link.until("closing")
    assert link.closed is not None
    assert link.names()[-1] == "closing"
    return link.closed[0]


async def test_who_was_a_member_wishes_for_nothing(hub: Hub) -> None:
    """FLT34, SEC6, SEC9: the fifth role, at a table in each state: a player whose seat is revoked while she has a fresh
    and a resumed connection. Her later frames are not answered and change no log; nor do they when she comes back with
    her old session and position."""
    guests, done = hub.guests, set[Cell]()
    for state, stream in hub.streams.items():
        gone = await guests.invited(hub.teller, f"Gone from {state}")
        connections: list[tuple[Connection, FakeLink]] = []
        epoch, position = "", tuple[Any, ...]()
        if state != "unopened":
            connections.append(await guests.seated(gone, stream))
            epoch, position = reached(connections[0][1])
            connections.append(await guests.seated(gone, stream, epoch, position))
            assert connections[1][1].frames()[0][6], "the second is resumed"
        assert (await guests.call("DELETE", f"/api/seats/{gone.seat}", token=hub.teller.token)).status_code == 200
        back, again = guests.connection()
        back.received(hello(gone.token, stream, epoch, position))
        for connection, link in (*connections, (back, again)):
            assert await turned_away(link) == ACCESS_ENDED
            for name, wish in sent():
                await hub.wishes_for_nothing(connection, link, wish)
                done.add((name, "ex-member", state))
        assert again.names() == ["closing"]
    assert done == set(product(catalogue().commands, ["ex-member"], STATES))


async def test_who_has_not_said_hello_wishes_for_nothing(hub: Hub) -> None:
    """FLT34, SEC4: the sixth role: a command in place of a hello ends a connection unread; after a hello with a made-up
    session, for a table in each state, no frame is answered or changes a log."""
    guests, done = hub.guests, set[Cell]()
    for state, stream in hub.streams.items():
        stranger, closed = guests.connection()
        stranger.received(hello("s" * 43, stream))
        assert await turned_away(closed) == ACCESS_ENDED
        for name, wish in sent():
            connection, link = guests.connection()
            await hub.wishes_for_nothing(stranger, closed, wish)
            connection.received(wish)
            assert await turned_away(link) == (OUT_OF_TURN if len(wish) <= frames.HELLO_MOST else TOO_BIG)
            await hub.wishes_for_nothing(connection, link, wish)
            done.add((name, "anonymous", state))
        assert closed.names() == ["closing"]
    assert done == set(product(catalogue().commands, ["anonymous"], STATES))


async def test_no_frame_carries_a_command_of_the_table_itself(hub: Hub) -> None:
    """FLT34, T1: from every seat and in every state, a table's own command is refused as malformed."""
    guests = hub.guests
    seats = [hub.teller, await guests.invited(hub.teller), await guests.invited(hub.teller, "W", "spectator")]
    own = [wish for wish in one_of_each()[0].values() if isinstance(wish, TableCommand)]
    for state, entrance in product(OPENED, seats):
        connection, link = await guests.seated(entrance, hub.streams[state])
        heads = await hub.heads()
        for command in own:
            connection.received(write(("command", fresh_id(), 0, command)))
        await link.until("refused", len(own))
        assert [frame[2] for frame in link.frames() if frame[0] == "refused"] == ["malformed"] * len(own)
        assert await hub.heads() == heads
