"""The rights matrix: every command, from every role, in every state of a table (F34, S6)."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal

import pytest

from domain.audience import Seat
from domain.catalogue import catalogue
from domain.command import Command, Refusal, TableCommand
from domain.deciding import decide
from domain.features.cast import Face
from domain.features.creating import CreateCharacter
from domain.features.scene import CloseScene
from domain.features.setting import Setting
from server import wire
from server.codec import write
from server.conversation import OUT_OF_TURN, Conversation, End
from server.limits import Bucket, Rate
from tests.domain.wandering import PLAYERS, ST, WATCHER, Play


def of(names: str) -> frozenset[str]:
    return frozenset(names.split())


STORYTELLERS: Final = of(
    """
    AdvanceClock AllowLookBack AnswerAim AnswerQuestion BeginActing BeginChapter BeginScene BeginSession BeginStory
    CallForRoll CallIn CallTense ChangeHouseRules CloseRound CloseScene CloseTask Decree DropObstacle DropSpot
    EndChapter EndCondition EndGrapple EndStory EndTurn GiveConsequence GrantPlea HandOver HideCharacter HideTask
    LeaveTurns LeaveUntold ModifyNextRoll OpenContest OpenTask OverrideRoll PaceAttacks PassDowntime PutInHand
    RefusePlea RefuseSpot RemoveCharacter ReturnCharacter RevealCharacter RevealTask RollInSecret RuleBlow RuleTask
    SetClock SetCondition SetFailures SetHealth SetInitiative SetObstacle SetSpot SetTally SetTurnLength SetUpFight
    SettleConsequence SettleFumble ShowRoll StartTurn StartTurns StopTurns TellOutcome WaitForTask WithdrawCall
    WithdrawRuling Wound
    """
)
"""Only hers."""
OWNERS: Final = of(
    """
    AbortAction AskForSpot ChangeAction ChangeFace ChangeSheet DeclareAction GiveUpTask JoinTurns KeepClinch Move
    ResistKiss Roll Say SetPoints SpendPoints StateAim TakeAction TakeCover ThrowAsTyped WorkOnTask Yield
    """
)
"""For a character: its player's and the Storyteller's."""
NAMED: Final = of(
    """
    AbandonCall AnswerCall Defend DropAim GoOn JoinTask Plead WithdrawQuestion
    """
)
"""For whoever the call, the blow, the aim or the task that is named waits for."""
SHARED: Final = of("JoinTask")
"""Of these, what may wait for several."""
ANYBODYS: Final = of(
    """
    CreateCharacter ImportCharacter LeaveNonces TakeUp
    """
)
"""Every player's, whoever she is."""

Role = Literal["storyteller", "owner", "other", "spectator", "ex-member", "anonymous"]
State = Literal["chronicle", "scene", "closed"]
ANNA, BEN = PLAYERS
SEATS: Final[dict[Role, Seat]] = {
    "storyteller": ST,
    "owner": ANNA,
    "other": BEN,
    "spectator": WATCHER,
    "ex-member": Seat("GONE", "player"),
}
STATES: Final[tuple[State, ...]] = ("chronicle", "scene", "closed")
TABLES: Final = 6
WISHES: Final = 3


def commands() -> dict[str, type[Command]]:
    return {name: c for name, c in catalogue().commands.items() if not issubclass(c, TableCommand)}


def test_every_command_has_its_place_in_the_table() -> None:
    """F34: a new command is put down as somebody's before it can be tried."""
    tables = (STORYTELLERS, OWNERS, NAMED, ANYBODYS)
    assert sorted(name for table in tables for name in table) == sorted(commands())


def tables(seed: int) -> list[tuple[State, Play]]:
    """Tables of both kinds that were played at for a while; half of the scenes as they are when they are closed."""
    found: list[tuple[State, Play]] = []
    kinds: Counter[State] = Counter()
    while min(kinds[state] for state in STATES) < TABLES:
        play = Play(seed + kinds.total() * 1000 + len(found))
        setting = play.state.full.get(Setting, "setting")
        assert setting is not None
        state: State = setting.place
        play.does(ST, CreateCharacter("Anna", player="ANNA"))
        play.wander(30)
        if state == "scene" and kinds["closed"] < kinds["scene"]:
            play.does(ST, CloseScene())
            state = "closed"
        kinds[state] += 1
        if kinds[state] <= TABLES:
            found.append((state, play))
    return found


def answer(play: Play, seat: Seat, command: Command) -> str:
    """What a seat is answered: a refusal's code, or ok."""
    try:
        decide(play.state, seat, command, play.chance)
    except Refusal as refusal:
        return refusal.code
    return "ok"


def wrong(name: str, type_: type[Command], role: Role, state: State, code: str, *, about_anna: bool) -> bool:
    """Whether the table does not expect this answer."""
    if role == "spectator":
        return code not in ("spectator", "not-here")
    if state == "closed" and not type_.when_closed:
        return code not in ("closed", "not-here")
    if role == "storyteller":
        return code in ("storyteller-only", "spectator", "not-yours")
    if name in STORYTELLERS:
        return code == "ok"
    if name in NAMED:  # what is named may be Ben's: then it is not Anna's
        return role not in ("owner", "other") and code == "ok"
    return role != "owner" and code == "ok" and name in OWNERS and about_anna


def wish(play: Play, type_: type[Command]) -> tuple[Command | None, bool]:
    """A wish of this kind, about Anna's character where it can be about one; and whether it is."""
    hers = [face.id for face in play.state.full.all(Face) if face.player == "ANNA"]
    if not hers or "actor" not in type_.__struct_fields__:
        return play.wanderer.make(type_, {}), False
    return play.wanderer.make(type_, {"actor": hers[0]}), True


def test_every_cell_of_the_rights_matrix(seed: int) -> None:
    """S6, F34: every command from every seat in every state, about Anna's character where it can be about one: nobody
    does what is not theirs, and she and the Storyteller do much. All cells are tried."""
    done: Counter[Role] = Counter()
    tried: set[tuple[str, Role, State]] = set()
    for state, play in tables(seed):
        play.wanderer.learn(play.state)
        for name, type_ in commands().items():
            for _ in range(WISHES):
                command, about_anna = wish(play, type_)
                if command is None:
                    continue
                codes = {role: answer(play, seat, command) for role, seat in SEATS.items()}
                assert name in SHARED or not (name in NAMED and codes["owner"] == codes["other"] == "ok"), command
                for role, code in codes.items():
                    cell = (name, role, state)
                    assert not wrong(name, type_, role, state, code, about_anna=about_anna), (cell, code, command)
                    tried.add(cell)
                    done[role] += code == "ok"
    assert tried == {(name, role, state) for name in commands() for role in SEATS for state in STATES}
    assert done["storyteller"] > done["owner"] > done["spectator"] == 0


@pytest.mark.parametrize("name", sorted(commands()))
def test_who_has_not_said_hello_wishes_for_nothing(name: str, seed: int) -> None:
    """F34, S4: the sixth role: whatever an anonymous connection sends in place of its hello ends it unread."""
    play = Play(seed)
    command = None
    while command is None:
        command = play.wanderer.make(commands()[name], {})
    conversation = Conversation(Bucket(Rate(1, 1), 0.0))
    message = write(("command", b"i" * 16, 0, command))
    assert len(message) > wire.HELLO_MOST or conversation.receive(message, 0.0) == End(
        OUT_OF_TURN, "That message came out of turn."
    )
