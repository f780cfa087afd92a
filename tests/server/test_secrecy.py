"""Secrets in bytes: no byte told to a seat depends on what that seat may not know (I7)."""

from __future__ import annotations

import base64
from random import Random

from domain.audience import EVERYONE, Seat
from domain.audience import STORYTELLER as SECRET
from domain.command import Command
from domain.features.answering import AnswerCall
from domain.features.call_card import Call
from domain.features.calls import CallForRoll
from domain.features.cast import Face
from domain.features.chat import Say
from domain.features.creating import ChangeSheet, CreateCharacter
from domain.features.decrees import Decree
from domain.features.free_roll import Roll, RollInSecret
from domain.features.hiding import RevealCharacter
from domain.features.obstacles import Obstacle, SetObstacle
from domain.features.outcomes import TellOutcome
from domain.features.rulings import ModifyNextRoll
from domain.features.task_opening import OpenContest, OpenTask
from domain.features.task_settling import CloseTask, RuleTask, SetTally
from domain.features.task_working import CloseRound, GiveUpTask, WorkOnTask
from domain.features.tasks import Task
from domain.features.turnkeeping import JoinTurns
from domain.features.wounding import SetHealth
from domain.options import options
from server.lookback import look_back
from server.wire import Look
from tests.domain.wandering import Wanderer
from tests.server.conftest import OpenTable
from tests.server.tables import ANNA, BEN, GUEST, STORYTELLER, STREAM, Eyes, Table, character

SEATS = (ANNA, BEN, GUEST, STORYTELLER)
LOW = (ANNA, BEN, GUEST)
PUBLIC_FROM_THE_STORYTELLER = (
    "StartTurns", "StartTurn", "BeginActing", "EndTurn", "TakeAction", "DeclareAction", "Roll", "SetInitiative",
    "CallForRoll", "AnswerQuestion",
)  # fmt: skip

Wish = tuple[Seat, Command, bytes]


def wished(table: Table, wanderer: Wanderer) -> tuple[Seat, Command] | None:
    """Somebody's next public wish, made of what that seat is offered."""
    if wanderer.random.random() < 0.15:
        return try_it(table, wanderer.random)
    seat = wanderer.random.choice((ANNA, ANNA, BEN, BEN, STORYTELLER, STORYTELLER))
    offered = list(options(table.lives[0].folded.state.view(seat)))
    if seat.tells:
        offered = [o for o in offered if o.command in PUBLIC_FROM_THE_STORYTELLER]
    if wanderer.random.random() < 0.2 or not offered:
        return seat, Say(f"{wanderer.random.random()}")
    command = wanderer.accepted(wanderer.favoured(offered))
    return None if command is None else (seat, command)


def try_it(table: Table, random: Random) -> tuple[Seat, Command]:
    """A public try of Anna's at what stands in the way, which is put there first."""
    live = table.lives[0]
    anna, lock = character(live, "Anna"), next(live.folded.state.view(ANNA).all(Obstacle), None)
    if lock is None:
        return STORYTELLER, SetObstacle("the lock", "lock")
    return random.choice(
        (
            (STORYTELLER, CallForRoll(anna, "pick it", dice=3, task=lock.id, retry="apply")),
            (STORYTELLER, Roll("pick it", anna, dice=3, task=lock.id, retry="apply")),
            (ANNA, Roll("pick it", anna, dice=3, task=lock.id)),
        )
    )


def tried(table: Table, random: Random, *, private: bool) -> tuple[Seat, Command] | None:
    """A try at what stands in the way that the Storyteller makes in secret, or (`private`) that she and Anna alone know
    of; None where nothing stands there."""
    full = table.lives[0].folded.state.full
    anna = character(table.lives[0], "Anna")
    calls = [call for call in full.all(Call) if full.audience_of(Call, call.id) != EVERYONE]
    if private and calls:
        return ANNA, AnswerCall(calls[0].id)
    obstacles = [one.id for one in full.all(Obstacle)]
    if not obstacles:
        return None
    which = random.choice(obstacles)
    if private:
        return STORYTELLER, CallForRoll(anna, "in private", dice=1, task=which, retry="waive", private=True)
    return STORYTELLER, RollInSecret("in secret", anna, dice=1, task=which, retry="waive")


def hidden(table: Table, random: Random, *, private: bool = False) -> tuple[Seat, Command]:
    """Something that only the Storyteller is to know of, or (`private`) she and Anna."""
    found = tried(table, random, private=private) if random.random() < 0.4 else None
    return found or (STORYTELLER, secret(table, random))


def secret(table: Table, random: Random) -> Command:
    """Something of the Storyteller's that only she is to know of."""
    live = table.lives[0]
    actor = character(live, random.choice(["Anna", "Ben"]))
    shades = [name for name in ("Shade", "Ghoul") if any(f.name == name for f in faces(table))]
    if not shades or random.random() < 0.1:
        return CreateCharacter(random.choice(["Shade", "Ghoul"]), traits=(("Dexterity", 4), ("Wits", 3)), hidden=True)
    shade = character(live, random.choice(shades))
    plots = [task.id for task in live.folded.state.partition(SECRET).all(Task) if task.status == "open"]
    if plots and random.random() < 0.4:
        return random.choice(
            [
                WorkOnTask(plots[0], actor),
                WorkOnTask(plots[0], shade),
                CloseRound(plots[0]),
                SetTally(plots[0], random.randint(0, 5), random.randint(0, 5)),
                GiveUpTask(plots[0], shade),
                CloseTask(plots[0]),
            ]
        )
    return random.choice(
        [
            OpenTask("a plot", (actor, shade), dice=3, goal=6, each=1, hidden=True),
            OpenContest("a hunt", (actor,), dice=3, opponents=(shade,), kind="lead", goal=4, each=1, hidden=True),
            RollInSecret("spot", actor, dice=random.randint(1, 9)),
            RollInSecret("stalk", shade, dice=random.randint(1, 9)),
            Say("note to self", "", ("storyteller",)),
            Say("grr", shade, ("storyteller",)),
            SetHealth(shade, random.randint(0, 5)),
            ChangeSheet(shade, (("Strength", random.randint(0, 5)),)),
            ModifyNextRoll(shade, 2, "hidden", "darkness"),
            Decree("slips by", True, shade),
            JoinTurns(shade),
        ]
    )


def faces(table: Table) -> list[Face]:
    return list(table.lives[0].folded.state.full.all(Face))


async def record(table: Table, seed: int, length: int) -> tuple[list[Wish], dict[Seat, Eyes]]:
    """A world without hidden commands: what was wished for, and what everybody was told."""
    wanderer = Wanderer(seed)
    viewers = {seat: await table.sit(seat) for seat in SEATS}
    wishes: list[Wish] = []
    while len(wishes) < length:
        found = wished(table, wanderer)
        if found is None:
            continue
        wish = (*found, b"public%10d" % len(wishes))
        await carry_out(table, viewers, wish, len(wishes))
        wishes.append(wish)
    return wishes, viewers


async def carry_out(table: Table, viewers: dict[Seat, Eyes], wish: Wish, n: int) -> str:
    seat, command, id_ = wish
    table.clock.now = 2000.0 + n
    answer: str = (await viewers[seat].do(command, id_))[0]
    return answer


async def test_hidden_commands_leave_no_byte(opened: OpenTable, seed: int) -> None:
    """S10, S12, F31: two worlds with the same chance and the same public commands, in one of them with hidden ones in
    between: all that players and spectators are told is byte for byte the same, frame boundaries included. Now and then
    what is hidden is hidden from all but Anna."""
    shown = 0
    for run in range(100):
        private = run % 4 == 3
        without, with_ = await opened(of=run), await opened(of=run)
        wishes, quiet = await record(without, seed + run, 25)
        random = Random(f"{seed} {run}")
        viewers = {seat: await with_.sit(seat) for seat in SEATS}
        for n, wish in enumerate(wishes):
            for k in range(random.randint(0, 3)):
                with_.clock.now += 0.1
                id_ = b"hidden%d-%d" % (n, k)
                who, command = hidden(with_, random, private=private)
                answer = await viewers[who].do(command, id_.ljust(16, b"-"))
                shown += answer[0] == "accepted"
            await carry_out(with_, viewers, wish, n)
        for seat in LOW[1:] if private else LOW:
            assert viewers[seat].told == quiet[seat].told, (run, seat)
            view = [table.lives[0].folded.projection.view(seat) for table in (without, with_)]
            assert view[0] == view[1]
        await without.stop()
        await with_.stop()
    assert shown > 1000


def spellings(canary: str) -> list[bytes]:
    """A canary as it might be written."""
    raw = canary.encode()
    aligned = [base64.b64encode(b"x" * shift + raw)[4:-4] for shift in range(3)]
    return [raw, raw.hex().encode(), raw.hex().upper().encode(), canary.encode("utf-16-le"), *aligned]


def found(canary: str, told: bytes) -> bool:
    return any(spelling in told for spelling in spellings(canary))


async def test_no_canary_reaches_who_may_not_know_it(opened: OpenTable, seed: int) -> None:
    """F33: a random mark in every secret field of every secret command is in no byte told to Anna or a guest, live, in
    a view, in a resumed part, in a look back or in a refusal; the Storyteller, who may know it, does read it."""
    table = await opened()
    random = Random(f"{seed} canaries")
    viewers = {seat: await table.sit(seat) for seat in SEATS}
    marks: list[str] = []

    def mark() -> str:
        marks.append(f"{random.getrandbits(128):032x}")
        return marks[-1]

    teller = viewers[STORYTELLER]
    shade = CreateCharacter(mark(), mark(), "other", ((mark(), 3),), (mark(),), ((mark(), 5, 4),), hidden=True)
    assert (await teller.do(shade))[0] == "accepted"
    ghost = character(table.lives[0], marks[0])
    ben, anna = character(table.lives[0], "Ben"), character(table.lives[0], "Anna")
    secrets: list[tuple[Seat, Command]] = [
        (STORYTELLER, RollInSecret(mark(), anna, dice=4, modifiers=((mark(), 2),))),
        (STORYTELLER, RollInSecret(mark(), ghost, (marks[2],))),
        (STORYTELLER, Say(mark(), "", ("storyteller",))),
        (STORYTELLER, Say(mark(), ghost, ("ben",))),
        (BEN, Say(mark(), ben, ("storyteller",))),
        (BEN, Say(mark(), "", ("storyteller", "ben"))),
        (STORYTELLER, ChangeSheet(ghost, ((mark(), 2),), (mark(),), ((mark(), 1, 1),))),
        (STORYTELLER, ChangeSheet(ben, ((mark(), 2), ("Strength", 2)), (mark(),))),
        (STORYTELLER, Decree(mark(), True, ghost, mark(), 1)),
        (STORYTELLER, TellOutcome("", "success", mark(), ("ben",))),
        (STORYTELLER, ModifyNextRoll(ghost, 2, "open", mark())),
        (STORYTELLER, ModifyNextRoll(anna, 2, "hidden", mark())),
        (STORYTELLER, ModifyNextRoll(anna, 1, "unexplained", mark())),
        (STORYTELLER, CallForRoll(ben, mark(), ("Strength",), private=True)),
        (STORYTELLER, CallForRoll(anna, "try", ("Strength",), 0, 0, False, 2, "hidden", mark())),
    ]
    plot = OpenContest(mark(), (anna,), dice=2, opponents=(ghost,), meaning=mark(), their_label=mark(), hidden=True)
    hunt = OpenContest("A hunt", (ben,), dice=2, opponents=(ghost,), their_dice=3, secret=True, to=("ben",))
    secrets += [
        (STORYTELLER, plot),
        (STORYTELLER, hunt),
        (STORYTELLER, OpenTask(mark(), (anna,), dice=2, goal=3, to=("ben",))),
    ]
    for seat, command in secrets:
        answer = await viewers[seat].do(command)
        assert answer[0] == "accepted", (command, answer)
    tasks = {task.name: task.id for task in table.lives[0].folded.state.full.all(Task)}
    for command in (
        WorkOnTask(tasks[plot.name], anna),
        WorkOnTask(tasks[plot.name], ghost),
        RuleTask(tasks[plot.name], "second", 1, mark()),
        WorkOnTask(tasks["A hunt"], ben),
    ):
        answer = await teller.do(command)
        assert answer[0] == "accepted", (command, answer)
    for seat in (ANNA, GUEST):
        for probe in (
            WorkOnTask(tasks[plot.name], anna),
            RevealCharacter(ghost),
            SetHealth(ghost, 1),
            RollInSecret("?", ghost, dice=1),
            Say("boo", ghost),
        ):
            assert (await viewers[seat].do(probe))[0] == "refused"
    live = table.lives[0]
    for seat in (ANNA, GUEST):
        seen = bytes(viewers[seat].told) + live.folded.projection.view(seat)
        seen += await look_back(table.logs[0], live.folded, seat, STREAM, Look(1, -1, 5))
        assert not [m for m in marks if found(m, seen)], seat
    everything = bytes(teller.told)
    assert [m for m in marks if m.encode() in everything] == marks


async def test_hidden_absent_and_forbidden_are_answered_alike(opened: OpenTable) -> None:
    """S11: a command for a character that is hidden gets the same bytes back as for one that does not exist."""
    table = await opened()
    teller, anna, guest = [await table.sit(seat) for seat in (STORYTELLER, ANNA, GUEST)]
    await teller.do(CreateCharacter("Shade", hidden=True))
    shade = character(table.lives[0], "Shade")
    absent = "x" * len(shade)
    for eyes in (anna, guest):
        for command in (SetHealth, RevealCharacter, JoinTurns):
            answers = [await eyes.do(command(id_)) for id_ in (shade, absent)]
            assert answers[0][2:] == answers[1][2:]
        says = [await eyes.do(Say("boo", id_)) for id_ in (shade, absent)]
        assert says[0][2:] == says[1][2:]
