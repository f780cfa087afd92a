"""No byte sent to a seat depends on a fact that the seat may not know (INV7)."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import ANY

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE, Seat
from domain.core.audience import STORYTELLER as SECRET
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.decrees import Decree
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter, Unseen
from domain.features.characters.character import Face
from domain.features.characters.set_health import SetHealth
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.turn_commands import BeginActing, JoinTurns, StartTurns, StopTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import Obstacle, SetObstacle
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.rolls.roll import Roll as Rolls
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import ChangeFace, ChangeSheet, CreateCharacter
from domain.features.scenes.scene import AllowLookBack
from domain.features.tasks.join_task import GiveUpTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import CloseTask, SetTally
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.options import options
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from server.fold.commit_codec import command_key, write
from server.fold.lookback import look_back
from server.protocol.frames import Look
from server.words.texts import in_english
from tests.canaries import found
from tests.domain.random_play import Wanderer
from tests.server.conftest import OpenTable
from tests.server.secrecy.canary_fields import Secrets, Who
from tests.server.socketless_tables import ANNA, BEN, GUEST, STORYTELLER, STREAM, Eyes, Table, character, frames

SEATS = (ANNA, BEN, GUEST, STORYTELLER)
LOW = (ANNA, BEN, GUEST)
PUBLIC_FROM_THE_STORYTELLER = (
    "StartTurns", "StartTurn", "BeginActing", "EndTurn", "TakeAction", "DeclareAction", "Roll", "SetInitiative",
    "CallForRoll", "AnswerQuestion",
)  # fmt: skip

IN_A_FIGHT = ("TakeAction", "Defend", "GoOn")
"""The options that carry a fight on."""

Wish = tuple[Seat, Command, bytes]


def wished(table: Table, wanderer: Wanderer) -> tuple[Seat, Command] | None:
    """Return the next public command of a random seat, made from its options."""
    if wanderer.random.random() < 0.15:
        return try_it(table, wanderer.random)
    seat = wanderer.random.choice((ANNA, ANNA, BEN, BEN, STORYTELLER, STORYTELLER))
    names = PUBLIC_FROM_THE_STORYTELLER if seat.is_storyteller else ()
    option = wanderer.chosen(table.live_streams[0].folded.state.view(seat), names)
    if wanderer.random.random() < 0.2 or option is None:
        return seat, Say(f"{wanderer.random.random()}")
    command = wanderer.accepted(option)
    return None if command is None else (seat, command)


def try_it(table: Table, random: Random) -> tuple[Seat, Command]:
    """Return a public attempt of Anna's at an obstacle, or the command that creates the obstacle first."""
    live = table.live_streams[0]
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
    """Return an attempt at an obstacle that the Storyteller makes in secret, or (`private`) shares with Anna alone;
    None if there is no obstacle."""
    full = table.live_streams[0].folded.state.full
    anna = character(table.live_streams[0], "Anna")
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
    """Return a command that only the Storyteller may know of, or (`private`) she and Anna."""
    found = tried(table, random, private=private) if random.random() < 0.4 else None
    return found or (STORYTELLER, secret(table, random))


def secret(table: Table, random: Random) -> Command:
    """Return a command of the Storyteller's that only she may know of."""
    live = table.live_streams[0]
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
    return list(table.live_streams[0].folded.state.full.all(Face))


async def come(table: Table, *, all_sit: bool) -> dict[Seat, Eyes]:
    """Seat all subscribers. The Storyteller often only sends commands and is no subscriber, because computing her
    options costs more than all the bytes for the players."""
    subscribers = {seat: await table.sit(seat) for seat in (SEATS if all_sit else LOW)}
    return {STORYTELLER: Eyes(STORYTELLER, table.live_streams[0], table.clock)} | subscribers


async def record(table: Table, seed: int, length: int, *, all_sit: bool) -> tuple[list[Wish], dict[Seat, Eyes]]:
    """Play a world without hidden commands; return its commands and the subscribers with all that they received."""
    wanderer = Wanderer(seed)
    subscribers = await come(table, all_sit=all_sit)
    wishes: list[Wish] = []
    while len(wishes) < length:
        found = wished(table, wanderer)
        if found is None:
            continue
        wish = (*found, b"public%10d" % len(wishes))
        await carry_out(table, subscribers, wish, len(wishes))
        wishes.append(wish)
    return wishes, subscribers


async def carry_out(table: Table, subscribers: dict[Seat, Eyes], wish: Wish, n: int) -> str:
    seat, command, id_ = wish
    table.clock.now = 2000.0 + n
    answer: str = (await subscribers[seat].do(command, id_))[0]
    return answer


async def test_hidden_commands_leave_no_byte(opened: OpenTable, seed: int) -> None:
    """SEC10, SEC12, FLT31: of two worlds with the same chance and the same public commands, the second also has hidden
    commands in between: players and spectators receive the same bytes in both, frame boundaries included. In some runs
    Anna shares the secrets."""
    shown = 0
    for run in range(100):
        private, all_sit = run % 4 == 3, run % 9 == 0
        without, with_ = await opened(of=run), await opened(of=run)
        wishes, quiet = await record(without, seed + run, 25, all_sit=all_sit)
        random = Random(f"{seed} {run}")
        subscribers = await come(with_, all_sit=all_sit)
        for n, wish in enumerate(wishes):
            for k in range(random.randint(0, 3)):
                with_.clock.now += 0.1
                id_ = b"hidden%d-%d" % (n, k)
                who, command = hidden(with_, random, private=private)
                answer = await subscribers[who].do(command, id_.ljust(16, b"-"))
                shown += answer[0] == "accepted"
            await carry_out(with_, subscribers, wish, n)
        for seat in LOW[1:] if private else LOW:
            assert subscribers[seat].told == quiet[seat].told, (run, seat)
            view = [table.live_streams[0].folded.projection.view(seat) for table in (without, with_)]
            assert view[0] == view[1]
        await without.stop()
        await with_.stop()
    assert shown > 1000


async def test_no_canary_reaches_who_may_not_know_it(opened: OpenTable, seed: int) -> None:
    """FLT33: a random mark in every secret field of every secret command is in no byte sent to Anna or a guest, live,
    in a view, in a resumed part, in a look back or in a refusal; the Storyteller does read it."""
    table = await opened()
    subscribers = {seat: await table.sit(seat) for seat in SEATS}
    teller, live = subscribers[STORYTELLER], table.live_streams[0]

    async def do(who: Who, command: Command) -> list[Any]:
        return await (teller if who == "storyteller" else subscribers[BEN]).do(command)

    secrets = await Secrets(Random(f"{seed} canaries")).hide(live, do, BEN.id)
    anna, ghost = character(live, "Anna"), secrets.ghost
    for seat in (ANNA, GUEST):
        for probe in (
            WorkOnTask(secrets.plot, anna),
            RevealCharacter(ghost),
            SetHealth(ghost, 1),
            RollInSecret("?", ghost, dice=1),
            Say("boo", ghost),
        ):
            assert (await subscribers[seat].do(probe))[0] == "refused"
    for seat in (ANNA, GUEST):
        seen = bytes(subscribers[seat].told) + live.folded.projection.view(seat)
        seen += await look_back(table.logs[0], live.folded, seat, STREAM, Look(1, -1, 5))
        assert found(secrets.marks, seen) == [], seat
    assert found(secrets.marks, teller.told) == secrets.marks


@pytest.mark.parametrize("player", [STORYTELLER, BEN], ids=lambda seat: str(seat.id))
async def test_a_sheet_stays_secret_whatever_its_character_does(opened: OpenTable, seed: int, player: Seat) -> None:
    """FLT33: every seat sees a character whose sheet only its player reads, with a mark in every field that takes a
    word. It rolls in public, is called upon, works on tasks and in a contest, and fights; only the traits it rolls with
    and the weapon in its hand become known."""
    table = await opened()
    subscribers = {seat: await table.sit(seat) for seat in SEATS}
    teller, live = subscribers[STORYTELLER], table.live_streams[0]
    random, wanderer = Random(f"{seed} sheet"), Wanderer(seed)
    marks = [f"{random.getrandbits(128):032x}" for _ in range(5)]
    trait, specialty, store, thing, flag = marks
    traits = (("Strength", 3), ("Dexterity", 3), ("Stamina", 2), ("Brawl", 3), ("Unarmed", 3), (trait, 5))
    sheet = CreateCharacter(
        "Guard", "of the docks", "other", traits, (specialty,), ((store, 5, 4),),
        items=(Item("knife", "Melee", 4), Item(thing, "Melee")), flags=(flag,),
        player="" if player is STORYTELLER else player.id,
    )  # fmt: skip
    assert (await teller.do(sheet))[0] == "accepted"
    guard, anna, ben = (character(live, name) for name in ("Guard", "Anna", "Ben"))
    with_ = ("Strength", "Brawl")
    watch = OpenTask("the watch", (guard,), with_, goal=9, each=1)
    chase = OpenContest("a chase", (anna,), dice=3, opponents=(guard,), their_traits=with_, kind="lead", goal=9)
    for command in (Roll("a lookout", guard, with_), watch, chase):
        assert (await teller.do(command))[0] == "accepted"
    for task in [task.id for task in live.folded.state.full.all(Task)]:
        assert (await subscribers[player].do(WorkOnTask(task, guard)))[0] == "accepted"
    if player is BEN:
        assert (await teller.do(CallForRoll(guard, "a search", with_)))[0] == "accepted"
        (call,) = [one.id for one in live.folded.state.full.all(Call)]
        assert (await subscribers[BEN].do(AnswerCall(call)))[0] == "accepted"
    strikes = ((player, guard, anna), (ANNA, anna, guard), (BEN, ben, guard))
    for _ in range(3):
        assert (await teller.do(StartTurns()))[0] == "accepted"
        for seat, actor, on in (*strikes, *strikes, *strikes):  # in any order of the slots
            await subscribers[seat].do(DeclareAction(actor, (Action("attack", (on,)),)))
        await teller.do(BeginActing())
        for seat in (STORYTELLER, ANNA, BEN) * 5:
            urgent = [o for o in options(live.folded.state.view(seat)) if o.command in IN_A_FIGHT]
            for deed in filter(None, map(wanderer.accepted, urgent[:1])):
                await subscribers[seat].do(deed)
        await teller.do(StopTurns())
    for seat in {*LOW} - {player}:
        seen = bytes(subscribers[seat].told) + live.folded.projection.view(seat)
        seen += await look_back(table.logs[0], live.folded, seat, STREAM, Look(1, -1, 5))
        assert found(marks, seen) == [], seat
    assert set(found(marks, teller.told)) == set(marks)
    rolls = {in_english(r.reason) for r in live.folded.state.view(GUEST).all(Rolls) if r.actor == guard}
    does = {"a lookout", "the watch", "a chase, round 1", "Initiative", "Melee attack"}
    assert (does | {"a search"} if player is BEN else does) <= rolls


async def test_who_is_hidden_is_in_no_byte_from_then_on(opened: OpenTable) -> None:
    """X4, INV7: after a visible character is hidden, only the Storyteller receives bytes about it; no other view or
    look back of that time contains it."""
    table = await opened()
    live = table.live_streams[0]
    teller, *others = [await table.sit(seat) for seat in (STORYTELLER, *LOW)]
    assert (await teller.do(CreateCharacter("Shade", "of the docks", traits=(("Wits", 3),))))[0] == "accepted"
    shade = character(live, "Shade")
    for command in (AllowLookBack(allowed=True), HideCharacter(shade)):
        assert (await teller.do(command))[0] == "accepted"
    for eyes in others:
        eyes.writes.clear()
    mark = "c0ffee5ade"
    whispered = Say(mark, shade, ("storyteller",))
    for unseen in (ChangeFace(shade, mark, mark), SetHealth(shade, 2), Decree(mark, True, shade), whispered):
        assert (await teller.do(unseen))[0] == "accepted"
    for eyes in others:
        assert eyes.writes == [], eyes.seat
        now = sum(place for place, _, _ in eyes.page.audiences.values())
        looked = await look_back(table.logs[0], live.folded, eyes.seat, STREAM, Look(1, now))
        assert frames(looked)[0][2:6] == [now, now, ANY, ""]
        told = live.folded.projection.view(eyes.seat) + looked
        once = write(Unseen(shade, "Shade"))  # players may still name the character that they saw, but learn no more
        assert told.count(once) == 2
        assert found([mark, shade], told.replace(once, b"")) == [], eyes.seat


async def test_the_numbers_of_what_is_hidden_reach_nobody(opened: OpenTable, seed: int) -> None:
    """FLT33, INV7: the id that a hidden command's sender chose, and the key that its dice are drawn with, are in no
    byte sent to a player or a guest; the Storyteller has the key with her roll. No seat receives a nonce left for the
    Storyteller's dice before a public roll is drawn with it; a hidden roll takes none."""
    table = await opened()
    random = Random(f"{seed} numbers")
    subscribers = {seat: await table.sit(seat) for seat in SEATS}
    teller, live = subscribers[STORYTELLER], table.live_streams[0]
    anna, ben = character(live, "Anna"), character(live, "Ben")
    lent = {seat: [random.randbytes(16) for _ in range(4)] for seat in (ANNA, BEN)}
    for seat, numbers in lent.items():
        assert (await subscribers[seat].do(LeaveNonces(tuple(numbers)), random.randbytes(16)))[0] == "accepted"
    ids = [random.randbytes(16) for _ in range(5)]
    keys = [command_key(STORYTELLER, id_) for id_ in ids]
    assert (await teller.do(CreateCharacter("Shade", hidden=True), ids[0]))[0] == "accepted"
    shade = character(live, "Shade")
    for id_, command in zip(
        ids[1:],
        (
            RollInSecret("watch", anna, dice=4),
            RollInSecret("stalk", shade, dice=4),
            Roll("lurk", shade, dice=4),
            Say("to myself", "", ("storyteller",)),
        ),
        strict=True,
    ):
        assert (await teller.do(command, id_))[0] == "accepted"
    everything = b"".join(bytes(eyes.told) for eyes in subscribers.values())
    assert found([*lent[ANNA], *lent[BEN]], everything) == []
    for n in range(4):
        assert (await teller.do(Roll(f"in the open {n}", ben, dice=2), random.randbytes(16)))[0] == "accepted"
    used = [*lent[ANNA][:2], *lent[BEN][:2]]
    for seat in SEATS:
        seen = bytes(subscribers[seat].told) + live.folded.projection.view(seat)
        seen += await look_back(table.logs[0], live.folded, seat, STREAM, Look(1, -1, 20))
        assert sorted(found([*lent[ANNA], *lent[BEN]], seen)) == sorted(used), seat
        assert found([*ids, *keys], seen) == ([*ids, *keys[1:4]] if seat is STORYTELLER else []), seat
