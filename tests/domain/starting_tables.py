"""Busy tables as beginnings of random play, in situations that random commands seldom reach. Each line has a seat,
its command and its faces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.command import Command
from domain.core.audience import EVERYONE, TABLE, Seat
from domain.core.record import Record
from domain.core.words import phrase
from domain.features.actions.aim_points import SetSpot, Spot
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.calls.answer_call import AbandonCall, AnswerQuestion
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.pleading import GrantPlea, Plead, RefusePlea
from domain.features.cast.characters_between_scenes import CarriedMemory
from domain.features.cast.hand_over import HandOver
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.character import Face
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.botched_disarm import Fumble, SettleFumble
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.give_up_chance_roll import AbandonAction, LetGiveUp
from domain.features.combat.react_to_attack import Defend, GoOn
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import LeaveTurns, StartTurn, StartTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import Obstacle, SetObstacle
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chronicle import BeginScene, FoundChronicle, KeepScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CastMember, OpenScene
from domain.features.scenes.spend_points import SpendPoints
from domain.features.storyteller.fork_scene import ForkScene
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.scene_list import SceneCard
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import member

if TYPE_CHECKING:
    from tests.domain.random_play import Play

ST, ANNA, BEN = Seat("st", "storyteller"), Seat("ANNA", "player"), Seat("BEN", "player")
LOCK = Obstacle("lock", "A lock", "lock", counts=True, simple=False)
CAST = """
    anna   vampire Intuition 1 Strength 3 Dexterity 3 Brawl 3 Melee 2 Target 2 Unarmed 2 Dodge 2 Wits 2 Fate:3
           Blood:5/10 Blood_a_turn 2 !fangs +pistol +knife
    ben    Intuition 2 Strength 2 Dexterity 3 Melee 2 Dodge 2 Ideals 3 Fate:3 Willpower:3 +sword
    guard  npc Strength 3 Wits 2
    shade  hidden Strength 4 Wits 4
"""


def newest(play: Play, type_: type[Record]) -> str:
    """Return the id of the latest record of a type."""
    return [record.id for record in play.state.full.all(type_)][-1]


def shown_copy(play: Play) -> str:
    """Return the public id of the latest roll that players see only in part."""
    return [roll.shown for roll in play.state.full.all(Rolled) if roll.shown][-1]


def steps(play: Play, *done: tuple[Seat, Callable[[], Command] | Command, tuple[int, ...]]) -> None:
    """Perform these commands in order; a refusal is an error."""
    for seat, made, faces in done:
        command = made if isinstance(made, Command) else made()
        play.chance.load(*faces)
        assert play.does(seat, command) is not None, command


def cast() -> tuple[CastMember, ...]:
    """Return Anna's and Ben's characters, and two of the Storyteller's, one hidden."""
    return tuple(member(line) for line in CAST.replace("\n           ", " ").splitlines() if line.strip())


def seated(play: Play, rules: str, **switches: str) -> None:
    """Open a scene with the cast."""
    memories = (CarriedMemory(EVERYONE, LOCK),)
    opening = OpenScene("scene/c/s", "c", "A cellar", rules, tuple(switches.items()), cast(), memories=memories)
    steps(play, (TABLE, opening, ()))


def secrets(play: Play) -> None:
    """Untold tries, a plea, a question and an untold task (X1 to X4, D13, D18, G6)."""
    seated(play, "revised")
    steps(
        play,
        (ST, RollInSecret("", "anna", dice=1), (2,)),
        (ST, lambda: ShowRoll(newest(play, Rolled)), ()),
        (ST, RollInSecret("", "anna", dice=1, task="lock", retry="waive"), (2,)),
        (ST, Roll("", "anna", ("Strength",), task="lock", retry="apply"), (2, 2, 2)),
        (ST, ModifyNextRoll("ben", difficulty=8), ()),
        (BEN, Roll("", "ben", ("Strength",), task="lock"), (2, 2)),
        (ST, lambda: OverrideRoll(shown_copy(play), "success"), ()),
        (ST, ModifyNextRoll("guard", 1), ()),
        (ST, HideCharacter("guard"), ()),
        (ST, CallForRoll("anna", "", ("Strength",), opponent="shade", against="Wits + 3"), ()),
        (ANNA, lambda: Plead(newest(play, Call), bonus=1), ()),
        (ST, lambda: RefusePlea(newest(play, Call)), ()),
        (ANNA, lambda: Plead(newest(play, Call), bonus=2), ()),
        (ST, lambda: GrantPlea(newest(play, Call)), ()),
        (ANNA, Roll("", "anna", ("Strength",), bonus=1), ()),
        (ST, lambda: AnswerQuestion(newest(play, Question), "grant"), (2, 2, 2, 2)),
        (ST, OpenTask("A climb", ("anna",), ("Strength",), goal=1, limit=1), ()),
        (ST, ModifyNextRoll("anna", difficulty=8), ()),
        (ANNA, lambda: WorkOnTask(newest(play, Task), "anna"), (2, 2, 2)),
        (ST, ChangeHouseRules(numbers=(("mortal-pool", 5),)), ()),
    )


def turn(play: Play, *actions: Action, ben: tuple[Action, ...] = ()) -> None:
    """Anna and Ben have declared, and Anna is to act."""
    steps(play, (ANNA, DeclareAction("anna", actions), ()), (BEN, DeclareAction("ben", ben), ()))


def acted(play: Play, *faces: int) -> None:
    """Anna acts, Ben acts, and the next turn begins."""
    steps(play, (ANNA, TakeAction("anna"), faces), (BEN, TakeAction("ben"), ()), (ST, StartTurn(), ()))


def fight(play: Play) -> None:
    """A fight of several turns with failures of many kinds (I5, C8, C31, F3, F4)."""
    seated(play, "nightfall", declare="any-order", reactions="automatic")
    steps(
        play,
        (ST, StartTurns(), (9, 9, 9, 9, 2, 2, 2, 2, 2)),
        (ST, SetSpot("the knee", 0, "ben", text="It gives way."), ()),
        (ANNA, SpendPoints("anna", "Blood"), ()),
        (ST, HandOver("anna", "BEN"), ()),
        (ST, HandOver("anna", "ANNA"), ()),
        (ST, DeclareAction("guard", ()), ()),
        (ST, LeaveTurns("guard"), ()),
    )
    aimed = (("weapon", "pistol"), ("distance", "5"), ("called_spot", newest(play, Spot)))
    turn(play, Action("shoot", ("ben",), details=aimed), ben=(Action("free", text="shouts"),))
    steps(play, (BEN, AbortAction("ben", "dodge"), (2, 2, 2, 2, 2)))
    acted(play, 9, 9, 9, 9, 9)
    (attack,) = (roll.id for roll in play.state.full.all(Rolled) if roll.reason == phrase("manoeuvre-shoot"))
    steps(play, (ST, OverrideRoll(attack, "failure"), ()))
    knife = (("weapon", "knife"),)
    turn(
        play,
        Action("ready", (), "Dexterity + Melee", 2, details=knife),
        Action("attack", ("ben",), details=knife, dice=1),
    )
    steps(play, (ANNA, TakeAction("anna"), (2, 2)))
    acted(play)
    steps(play, (ST, PutInHand("anna", "knife"), ()))
    turn(play, Action("disarm", ("ben",), details=knife))
    steps(play, (ANNA, TakeAction("anna"), (1, 2, 2)))
    steps(play, (ST, lambda: SettleFumble(newest(play, Fumble), "nothing"), ()), (BEN, TakeAction("ben"), ()))
    steps(play, (ST, StartTurn(), ()))
    turn(play, Action("clinch", ("ben",), details=(("at_once", "gentle"),)))
    acted(play, 9, 9, 9, 9, 9)
    turn(play, Action("kiss", ("ben",)))
    steps(play, (ANNA, TakeAction("anna"), (9,) * 7))


def kept_back(play: Play) -> None:
    """A defended attack with a hidden count (X2, C21); then a sprint with a hidden count (F2)."""
    seated(play, "nightfall", declare="any-order", reactions="ask")
    steps(
        play,
        (ST, ModifyNextRoll("anna", -1, "hidden"), ()),
        (ST, StartTurns(), (9, 9, 9, 9, 2, 2, 2, 2, 2)),
        (ST, DeclareAction("guard", ()), ()),
        (ST, LeaveTurns("guard"), ()),
    )
    turn(play, Action("attack", ("ben",)), ben=(Action("dodge"),))
    steps(
        play,
        (ANNA, TakeAction("anna"), (9, 9, 9)),
        (BEN, lambda: Defend(newest(play, Blow)), (2, 2, 2, 2)),
        (ST, StartTurn(), ()),
        (ST, ModifyNextRoll("anna", 1, "hidden"), ()),
    )
    turn(play, Action("sprint", (), "Dexterity + Athletics"))
    steps(play, (ANNA, TakeAction("anna"), ()))


def stepping_out(play: Play) -> None:
    """A hidden attack that has hit in secret, and is revealed before the defence (X1, X4, C21)."""
    seated(play, "nightfall", declare="any-order", reactions="ask")
    steps(
        play,
        (ST, StartTurns(), (9, 9, 9, 9, 2, 2, 2, 2, 2)),
        (ST, PaceAttacks(step_by_step=True), ()),
        (ST, DeclareAction("guard", ()), ()),
        (ST, LeaveTurns("guard"), ()),
        (ST, DeclareAction("shade", (Action("attack", ("ben",)),)), ()),
    )
    turn(play, ben=(Action("dodge"),))
    steps(
        play,
        (ANNA, TakeAction("anna"), ()),
        (BEN, TakeAction("ben"), ()),
        (ST, TakeAction("shade"), ()),
        (ST, lambda: GoOn(newest(play, Blow)), (9, 9, 9, 9)),
        (ST, RevealCharacter("shade"), ()),
    )


def chance_die(play: Play) -> None:
    """A call for a chance roll that is given up (S7)."""
    seated(play, "storytelling")
    steps(
        play,
        (ST, CallForRoll("anna", "", ("Strength",), modifier=-5, abandon=True), ()),
        (ANNA, lambda: AbandonCall(newest(play, Call)), ()),
    )


def chance_action(play: Play) -> None:
    """Anna's declared attack has become a chance roll, and it is her slot (S5)."""
    seated(play, "storytelling", declare="any-order")
    steps(play, (ST, StartTurns(), (9, 9, 9, 2, 2, 2, 2, 2, 2)), (ST, LeaveTurns("guard"), ()))
    turn(play, Action("attack", ("ben",)))
    steps(play, (ST, ModifyNextRoll("anna", -5), ()), (ST, SetHealth("anna", lethal=6), ()))


def given_up(play: Play) -> None:
    """A declared action that is given up (S7)."""
    chance_action(play)
    steps(play, (ST, LetGiveUp("anna"), ()), (ANNA, AbandonAction("anna"), ()))


def kept(play: Play) -> None:
    """A chronicle after a scene without an absent character, whose memories were dropped (T1), and after a fork of
    that scene."""
    steps(
        play,
        (TABLE, FoundChronicle("chronicle/c", "c", "A chronicle", "revised"), ()),
        (ST, SetObstacle("A lock"), ()),
        (ST, CreateCharacter("Guard"), ()),
        (ST, lambda: BeginScene("A cellar", away=(newest(play, Face),)), ()),
        (TABLE, lambda: KeepScene(newest(play, SceneCard), ()), ()),
        (ST, lambda: ForkScene(newest(play, SceneCard), 3, "A cellar again"), ()),
        (TABLE, lambda: KeepScene(newest(play, SceneCard), ()), ()),
    )


BEGINNINGS: tuple[Callable[[Play], None], ...] = (secrets, fight, kept_back, stepping_out, chance_die, given_up, kept)
