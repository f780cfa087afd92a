"""A table of small situations: for every command, in each place that accepts it, a situation in which it is granted.
All are created by the game's own commands.

Each situation is played step by step, and yields the commands that are possible at that point; the yielded commands
are not applied.

Long because every command has its situation here, and later situations are built from earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import TABLE
from domain.features.actions.aim_points import AskForSpot, RefuseSpot, SetSpot, Spot, SpotAsked
from domain.features.actions.drop_aim_point import DropSpot
from domain.features.actions.grapples import BeginGrapple, EndGrapple, Grip
from domain.features.actions.kiss_effects import ResistKiss
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.calls.answer_call import AbandonCall, AnswerCall, AnswerQuestion, WithdrawQuestion
from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.calls.decrees import Decree
from domain.features.calls.pleading import GrantPlea, Plead, RefusePlea
from domain.features.calls.stated_intent import Aim, AnswerAim, DropAim, StateAim
from domain.features.cast.hand_over import HandOver, TakeUp
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.character import Face
from domain.features.characters.notes import WriteNote
from domain.features.characters.portrait import SetPortrait
from domain.features.characters.profile import WriteProfile
from domain.features.characters.recovery import RecoverEverybody
from domain.features.characters.saved_rolls import SavedRoll, SaveRolls
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth, Wound
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.botched_disarm import Fumble, SettleFumble
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.declare_same import DeclareSame
from domain.features.combat.give_up_chance_roll import AbandonAction, LetGiveUp
from domain.features.combat.initiative import SetInitiative
from domain.features.combat.movement import Move
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.take_cover import TakeCover
from domain.features.combat.turn_commands import (
    BeginActing,
    EndTurn,
    JoinTurns,
    LeaveTurns,
    StartTurn,
    StartTurns,
    StopTurns,
)
from domain.features.combat.yield_slot import Yield
from domain.features.rolls.automatic_success import CallTense
from domain.features.rolls.call import Call
from domain.features.rolls.consequences import Banked, CallIn, GiveConsequence, SettleConsequence
from domain.features.rolls.free_botches import BeginSession
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import DropObstacle, Obstacle, SetFailures, SetObstacle
from domain.features.rolls.pending_consequences import Owed
from domain.features.rolls.player_nonces import LeaveNonces
from domain.features.rolls.questions_to_storyteller import Question
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, WithdrawRuling
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.rolls.secret_outcomes import LeaveUntold, TellOutcome, Untold
from domain.features.rolls.standing_circumstances import Circumstance, EndCircumstance, SetCircumstance
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene, FoundChronicle, KeepScene, RenameChronicle
from domain.features.scenes.create_character import ChangeFace, ChangeSheet, CreateCharacter
from domain.features.scenes.downtime import PassDowntime
from domain.features.scenes.earn_and_spend_experience import GrantExperience, SpendExperience, StrikeExperience
from domain.features.scenes.handouts import DropHandout, RevealHandout, ShowHandout
from domain.features.scenes.import_character import ImportCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, RemoveOpponents, ReturnCharacter
from domain.features.scenes.scene import AllowLookBack, CastMember, CloseScene, OpenScene
from domain.features.scenes.spend_points import SetPoints, SpendPoints
from domain.features.storyteller.add_opponents import AddMoreAlike, AddOpponents
from domain.features.storyteller.fork_scene import ForkScene, OpenFork
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.storyteller.ready_fight import SetUpFight
from domain.features.storyteller.take_back import TakeBack
from domain.features.table.chapters import BeginChapter, BeginStory, EndChapter, EndStory
from domain.features.table.game_clock import AdvanceClock, SetTurnLength
from domain.features.table.handout import Handout
from domain.features.table.scene_list import SceneCard
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.set_clock import SetClock
from domain.features.tasks.settle_task import CloseTask, HideTask, ModifyTask, RevealTask, RuleTask, SetTally
from domain.features.tasks.task import Task
from domain.features.tasks.wait_for_task import WaitForTask
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.manoeuvres.break_free import KeepClinch
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.character_file import FORMAT, VERSION, Merit
from domain.rules.declared_action import Action
from domain.rules.house_rules import NO_HOUSE_RULES
from tests.domain.random_play import Play
from tests.domain.starting_tables import ANNA, BEN, ST, acted, cast, chance_action, newest, seated, steps, turn

Wishes = Iterator[Command]
"""The commands that are possible now, in order."""
Opened = Callable[..., None]
"""A function that opens a place under a rule set: a scene, or a chronicle between scenes."""
OPEN_SCENE = OpenScene("scene/c/s", "c", "A cellar", "revised")
OPEN_FORK = OpenFork("scene/c/s", "A cellar again", (), (), NO_HOUSE_RULES, "", "", 7, b"chain")
OPEN_CHRONICLE = FoundChronicle("chronicle/c", "c", "A chronicle", "revised")
INITIATIVE = (9, 9, 9, 9, 2, 2, 2, 2, 2)
"""Anna's faces, then those of each opponent: Anna is the first to act."""


def scene(play: Play, rules: str, *, empty: bool = False, **switches: str) -> None:
    """Open a scene with the cast, or with an empty cast."""
    if empty:
        steps(play, (TABLE, replace(OPEN_SCENE, rules=rules), ()))
    else:
        seated(play, rules, **switches)


def chronicle(play: Play, rules: str, *, empty: bool = False) -> None:
    """Found a chronicle in which a scene has been played, with the same cast or an empty cast."""
    steps(play, (TABLE, replace(OPEN_CHRONICLE, rules=rules), ()))
    kept(play, BeginScene("A cellar"), () if empty else cast())


def kept(play: Play, begins: Command, brought: tuple[CastMember, ...] = ()) -> None:
    """Begin a scene, and write it back at once."""
    steps(play, (ST, begins, ()), (TABLE, lambda: KeepScene(newest(play, SceneCard), brought), ()))


# Before any place is opened


def nothing(play: Play) -> Wishes:
    """An empty stream."""
    play.other = Play(0, begins=lambda other: seated(other, "revised")).state
    yield OPEN_FORK
    yield OPEN_SCENE
    yield OPEN_CHRONICLE


# In both places


def characters(play: Play, opened: Opened) -> Wishes:
    """Characters, their sheets and their speech."""
    opened(play, "revised")
    yield CreateCharacter("Eve")
    yield AddOpponents("Thug", 5, 2)
    yield AddMoreAlike("guard", 2)
    yield ImportCharacter(file(play, "revised"))
    yield ChangeFace("anna", "Anne")
    yield ChangeSheet("anna", (("Strength", 2),))
    yield SetPortrait("anna", "a" * 32)
    yield SetPoints("anna", "Fate", 1)
    yield SpendPoints("anna", "Fate")
    yield SetHealth("anna", 1)
    steps(play, (ST, SetHealth("anna", 1), ()))
    yield RecoverEverybody(heal="all")
    yield Say("Who is there?", "anna")
    yield HandOver("anna", "BEN")
    yield RemoveCharacter("anna")
    steps(play, (ST, AddOpponents("Thug", 5, 2), ()))
    yield RemoveOpponents()
    lasting = next(c for c in catalogue().conditions.values() if c.by_hand and c.lasting and not c.most)
    yield SetCondition("anna", lasting.name)
    steps(play, (ST, SetCondition("anna", lasting.name), ()))
    yield EndCondition(newest(play, Bearing))


def lasting(play: Play, opened: Opened) -> Wishes:
    """Profiles, notes, saved rolls and experience."""
    opened(play, "revised")
    yield WriteProfile("anna", "Born at sea.", (Merit("Allies", 2, "background"),))
    yield WriteNote("anna", "Her brother is alive.")
    yield SaveRolls("anna", (SavedRoll("Climb", ("Strength", "Athletics"), 1, 7),))
    yield GrantExperience(("anna", "ben"), 3, "the harbour")
    steps(play, (ST, GrantExperience(("anna",), 3, "the harbour"), ()))
    yield SpendExperience("anna", 2, "Strength")
    steps(play, (ANNA, SpendExperience("anna", 2, "Strength"), ()))
    yield StrikeExperience("anna", 2)


def file(play: Play, rules: str) -> str:
    """Return a character's file: the first ready character of a rule set."""
    ready = catalogue().rulesets[rules].ready[0]
    head = {"format": FORMAT, "version": VERSION, "rules": rules}
    return msgspec.json.encode(head | msgspec.structs.asdict(ready)).decode()


def free_to_play(play: Play, opened: Opened) -> Wishes:
    """A ready fight, with a character that is free to take."""
    opened(play, "nightfall", empty=True)
    yield SetUpFight()
    if opened is scene:
        steps(play, (ST, SetUpFight(), ()))
    else:
        kept(play, SetUpFight())
    yield TakeUp(next(borne.character for borne in play.state.full.all(Bearing) if borne.name == "unplayed"))


def around(play: Play, opened: Opened) -> Wishes:
    """Settings and rulings of the Storyteller for everybody."""
    opened(play, "revised")
    yield SetClock(3)
    yield SetTurnLength(6)
    yield ChangeHouseRules(numbers=(("mortal-pool", 5),))
    yield BeginSession()
    yield Decree("The lights go out.")
    yield TellOutcome(text="It was a cat.")
    yield SetObstacle("A gate")
    steps(play, (ST, SetObstacle("A gate"), ()))
    yield SetFailures(newest(play, Obstacle), "anna", 2)
    yield DropObstacle(newest(play, Obstacle))


def handouts(play: Play, opened: Opened) -> Wishes:
    """Handouts, shown to all and kept for later."""
    opened(play, "revised")
    yield ShowHandout("A map", "North is up.")
    steps(play, (ST, ShowHandout("A letter", picture="b" * 32, later=True), ()))
    yield RevealHandout(newest(play, Handout))
    yield DropHandout(newest(play, Handout))


def rolls(play: Play, opened: Opened) -> Wishes:
    """Open and secret rolls, and their consequences."""
    opened(play, "revised")
    yield Roll("", "anna", ("Strength",))
    yield ThrowAsTyped("?throw 6 7", "anna")
    yield RollInSecret("", "anna", ("Strength",))
    steps(play, (ST, RollInSecret("", "anna", ("Strength",)), (2, 2, 2)))
    yield LeaveUntold(newest(play, Untold))
    yield ModifyNextRoll("anna", 1)
    steps(play, (ST, ModifyNextRoll("anna", 1), ()))
    yield WithdrawRuling(newest(play, Ruling))
    yield SetCircumstance("drugged", -3, on=("anna",))
    steps(play, (ST, SetCircumstance("drugged", -3, on=("anna",), visibility="unexplained"), ()))
    yield EndCircumstance(newest(play, Circumstance))
    steps(play, (ST, EndCircumstance(newest(play, Circumstance)), ()))
    steps(play, (ANNA, Roll("", "anna", ("Strength",)), (1, 2, 2, 2)))
    yield OverrideRoll(newest(play, Rolled), "success")
    yield SettleConsequence(newest(play, Owed))
    yield GiveConsequence("anna", "The lamp breaks.")
    steps(play, (ST, GiveConsequence("anna", "The lamp breaks.", bank=True), ()))
    yield CallIn(newest(play, Banked))


def asked(play: Play, opened: Opened) -> Wishes:
    """A call for a roll, a plea, and questions of the player's."""
    opened(play, "revised")
    yield CallForRoll("anna", "", ("Strength",))
    steps(play, (ST, CallForRoll("anna", "", ("Strength",), opponent="shade", against="Wits + 3"), ()))
    yield AnswerCall(newest(play, Call))
    yield WithdrawCall(newest(play, Call))
    yield Plead(newest(play, Call), bonus=1)
    steps(play, (ANNA, lambda: Plead(newest(play, Call), bonus=1), ()))
    yield GrantPlea(newest(play, Call))
    yield RefusePlea(newest(play, Call))
    steps(play, (ANNA, Roll("", "anna", ("Strength",), bonus=1), ()))
    yield WithdrawQuestion(newest(play, Question))
    yield AnswerQuestion(newest(play, Question), "grant")
    yield StateAim("anna", "to get out")
    steps(play, (ANNA, StateAim("anna", "to get out"), ()))
    yield AnswerAim(newest(play, Aim))
    yield DropAim(newest(play, Aim))


def given_up(play: Play, opened: Opened) -> Wishes:
    """A chance die that may be given up (S7)."""
    opened(play, "storytelling")
    steps(play, (ST, CallForRoll("anna", "", ("Strength",), modifier=-5, abandon=True), ()))
    yield AbandonCall(newest(play, Call))


def worked_on(play: Play, opened: Opened) -> Wishes:
    """An extended task and a contest."""
    opened(play, "revised")
    yield OpenTask("A climb", ("anna",), ("Strength",), goal=9)
    yield OpenContest("A chase", ("anna",), dice=3, opponents=("guard",), goal=9)
    climb = OpenTask("A climb", ("ben", "guard"), ("Strength",), goal=9, each=1, helpers=True)
    steps(play, (ST, climb, ()))
    task = newest(play, Task)
    yield JoinTask(task, "anna")
    steps(play, (ANNA, JoinTask(task, "anna"), ()))
    yield WorkOnTask(task, "anna")
    yield GiveUpTask(task, "anna")
    yield SetTally(task, 3)
    yield ModifyTask(task, -1, "rain")
    yield RuleTask(task, "first")
    yield CloseTask(task)
    yield HideTask(task)
    steps(play, (BEN, WorkOnTask(task, "ben"), (2, 2)))
    yield CloseRound(task)
    steps(play, (ST, HideTask(task), ()))
    yield RevealTask(task)


ANYWHERE = (characters, lasting, free_to_play, around, handouts, rolls, asked, given_up, worked_on)


# Between scenes


def between_scenes(play: Play) -> Wishes:
    """Stories, chapters and downtime."""
    chronicle(play, "revised")
    yield PassDowntime("They rest.", 1)
    yield BeginScene("A yard")
    yield ForkScene(newest(play, SceneCard), 3, "A cellar again")
    yield BeginStory("The gate")
    steps(play, (ST, BeginStory("The gate"), ()))
    yield BeginChapter("The guard")
    yield EndStory()
    steps(play, (ST, BeginChapter("The guard"), ()))
    yield EndChapter()
    yield RenameChronicle("Another name")
    steps(play, (ST, BeginScene("A yard"), ()))
    yield KeepScene(newest(play, SceneCard), ())


# In a scene


def in_scene(play: Play) -> Wishes:
    """Commands of a scene with or without turns."""
    scene(play, "revised")
    yield AdvanceClock(5)
    yield CallTense(tense=True)
    yield CloseScene()
    yield AllowLookBack(allowed=True)
    yield TakeBack(1)
    yield LeaveNonces((b"n" * 16,))
    yield PutInHand("anna", "knife")
    yield BeginGrapple("anna", "ben", "hold")
    yield Wound("anna", 1)
    yield HideCharacter("guard")
    yield RevealCharacter("shade")
    steps(play, (ST, RemoveCharacter("guard"), ()))
    yield ReturnCharacter("guard")
    steps(play, (ST, RollInSecret("", "anna", ("Strength",)), (2, 2, 2)))
    yield ShowRoll(newest(play, Rolled))
    yield StartTurns()


def forgiving(play: Play) -> Wishes:
    """A table with the free botch of each session switched on (D12)."""
    seated(play, "revised", **{"free-botch": "on"})
    yield BeginSession()


def after_the_end(play: Play) -> Wishes:
    """Commands of a closed scene."""
    scene(play, "revised")
    steps(play, (ST, RollInSecret("", "anna", ("Strength",)), (2, 2, 2)), (ST, CloseScene(), ()))
    yield ShowRoll(newest(play, Rolled))
    yield AllowLookBack(allowed=True)


def fight(play: Play, reactions: str = "automatic") -> None:
    """A fight with turns, in which Anna and Ben take part and Anna is first."""
    scene(play, "nightfall", declare="any-order", reactions=reactions)
    steps(
        play,
        (ST, StartTurns(), INITIATIVE),
        (ST, DeclareAction("guard", ()), ()),
        (ST, LeaveTurns("guard"), ()),
    )


def turns(play: Play) -> Wishes:
    """Turns, before and after everybody has declared."""
    fight(play)
    yield StopTurns()
    yield PaceAttacks(step_by_step=True)
    yield SetInitiative("anna", 4)
    yield LeaveTurns("anna")
    yield SpendPoints("anna", "Blood")
    yield DeclareAction("anna", (Action("attack", ("ben",)),))
    yield BeginActing()
    yield AskForSpot("anna", "ben", "the knee")
    steps(play, (ANNA, AskForSpot("anna", "ben", "the knee"), ()))
    yield SetSpot("the knee", text="It gives way.", asked=newest(play, SpotAsked))
    yield RefuseSpot(newest(play, SpotAsked))
    steps(play, (ST, lambda: SetSpot("the knee", text="It gives way.", asked=newest(play, SpotAsked)), ()))
    yield DropSpot(newest(play, Spot))
    turn(play, Action("attack", ("ben",)), ben=(Action("free", text="shouts"),))
    yield TakeAction("anna")
    yield Move("anna", 3)
    yield Yield("anna")
    yield AbortAction("anna", "dodge")
    yield ChangeAction("anna", Action("free", text="waits"))
    yield EndTurn()
    steps(play, (ST, EndTurn(), ()))
    yield StartTurn()
    steps(play, (ANNA, CreateCharacter("Eve"), ()))
    yield JoinTurns(next(face.id for face in play.state.full.all(Face) if face.name == "Eve"))


def together(play: Play) -> Wishes:
    """Two opponents of a group; the first of them has declared."""
    fight(play)
    steps(play, (ST, AddOpponents("Thug", 5, 2), ()))
    first = next(face.id for face in play.state.full.all(Face) if face.name == "Thug 1")
    steps(play, (ST, DeclareAction(first, (Action("dodge"),)), ()))
    yield DeclareSame(first)


def step_by_step(play: Play) -> Wishes:
    """An attack on Anna that waits for her and for the Storyteller (C21)."""
    fight(play, reactions="ask")
    steps(play, (ANNA, DeclareAction("anna", (Action("dodge"),)), ()))
    steps(play, (BEN, DeclareAction("ben", (Action("attack", ("anna",)),)), ()))
    steps(play, (ANNA, Yield("anna"), ()), (BEN, TakeAction("ben"), (9, 9, 9)))
    yield Defend(newest(play, Blow))
    yield GoOn(newest(play, Blow))
    yield RuleBlow(newest(play, Blow), hits=0)


def clinched(play: Play) -> Wishes:
    """Anna clinches and kisses Ben (C5, C7); by then Anna's player plays both."""
    fight(play)
    turn(play, Action("clinch", ("ben",), details=(("at_once", "gentle"),)))
    acted(play, 9, 9, 9, 9, 9)
    yield KeepClinch("anna")
    yield EndGrapple(next(grip.grapple for grip in play.state.full.all(Grip)))
    turn(play, Action("kiss", ("ben",)))
    steps(play, (ANNA, TakeAction("anna"), (9,) * 7), (ST, HandOver("ben", "ANNA"), ()))
    yield ResistKiss("ben")


def fumbled(play: Play) -> Wishes:
    """A botched disarm (C8)."""
    fight(play)
    knife = (("weapon", "knife"),)
    steps(play, (ST, PutInHand("anna", "knife"), ()))
    turn(play, Action("disarm", ("ben",), details=knife))
    steps(play, (ANNA, TakeAction("anna"), (1, 2, 2)))
    yield SettleFumble(newest(play, Fumble), "nothing")


def without_dice(play: Play) -> Wishes:
    """Anna's declared action has become a chance roll (S5, S7)."""
    chance_action(play)
    yield LetGiveUp("anna")
    steps(play, (ST, LetGiveUp("anna"), ()))
    yield AbandonAction("anna")


def under_cover(play: Play) -> Wishes:
    """Anna is in cover, and may leave it (C25)."""
    fight(play)
    turn(play)
    steps(play, (ST, SetCondition("anna", "cover", 1), ()))
    yield TakeCover("anna", "none")


def waiting(play: Play) -> Wishes:
    """A task of hours while turns run (E1, T1)."""
    scene(play, "nightfall")
    steps(play, (ST, OpenTask("A climb", ("anna",), ("Strength",), goal=9, each=1, unit="hour"), ()))
    task = newest(play, Task)
    steps(play, (ST, StartTurns(), INITIATIVE), (ANNA, WorkOnTask(task, "anna"), (2, 2, 2)))
    yield WaitForTask(task)


SITUATIONS: tuple[Callable[[Play], Wishes], ...] = (
    nothing,
    *(partial(played, opened=opened) for opened in (scene, chronicle) for played in ANYWHERE),
    between_scenes,
    in_scene,
    forgiving,
    after_the_end,
    turns,
    together,
    step_by_step,
    clinched,
    fumbled,
    without_dice,
    under_cover,
    waiting,
)


def nothing_yet(_play: Play) -> None:
    """Leave the stream unopened."""


def wished() -> Iterator[tuple[Play, Command]]:
    """Generate every command of the situations, each with the table at that point."""
    for situation in SITUATIONS:
        play = Play(0, begins=nothing_yet)
        for command in situation(play):
            yield play, command
