"""A random mark in every secret field of every secret command; the tests then search for it in the bytes sent to each
player and spectator (FLT33).

`test_canaries_in_commands.py` reads from the catalogue which fields take words: a new field must carry a mark here, or
have a reason why it does not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Literal

from domain.command import Command
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.decrees import Decree
from domain.features.calls.pleading import Plead, RefusePlea
from domain.features.calls.stated_intent import Aim, AnswerAim, StateAim
from domain.features.characters.notes import WriteNote
from domain.features.characters.portrait import SetPortrait
from domain.features.characters.profile import WriteProfile
from domain.features.characters.recovery import RecoverEverybody
from domain.features.characters.saved_rolls import SavedRoll, SaveRolls
from domain.features.characters.set_health import Wound
from domain.features.rolls.call import Call
from domain.features.rolls.consequences import GiveConsequence
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import SetObstacle
from domain.features.rolls.roll import Roll as Rolls
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.secret_outcomes import TellOutcome
from domain.features.rolls.standing_circumstances import SetCircumstance
from domain.features.rolls.typed_throw import ThrowAsTyped
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import ChangeFace, ChangeSheet, CreateCharacter
from domain.features.scenes.earn_and_spend_experience import GrantExperience, SpendExperience
from domain.features.scenes.handouts import ShowHandout
from domain.features.scenes.spend_points import SetPoints, SpendPoints
from domain.features.storyteller.add_opponents import AddOpponents
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.settle_task import ModifyTask, RevealTask, RuleTask
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.character_file import Merit
from domain.rules.equipment import Item
from server.stream.live_stream import LiveStream
from tests.server.socketless_tables import character

Who = Literal["storyteller", "ben"]
Do = Callable[[Who, Command], Awaitable[list[Any]]]


EVERYBODYS = "is told to everybody, from every seat"
OF_THE_RULES = "takes no words but names that the rules have"
OF_A_SHEET = "takes no words but names on a sheet, as fields do that carry a mark"
IN_A_FIGHT = "is said while turns run; what comes of it carries marks in `test_secret_events.py`"
UNMARKED = {
    **dict.fromkeys(
        (
            "AdvanceClock.text", "BeginChapter.name", "BeginScene.name", "BeginScene.text", "BeginStory.name",
            "ChangeHouseRules.aliases", "ChangeHouseRules.difficulties", "ChangeHouseRules.dots",
            "ChangeHouseRules.health", "ChangeHouseRules.numbers", "ChangeHouseRules.pools", "ChangeHouseRules.powers",
            "ChangeHouseRules.ratings", "ChangeHouseRules.steps", "ChangeHouseRules.stores",
            "ChangeHouseRules.switches", "ChangeHouseRules.traits", "ChangeHouseRules.weapons", "CloseScene.text",
            "EndChapter.text", "EndStory.text", "ForkScene.name", "PassDowntime.text", "SetUpFight.name",
        ), EVERYBODYS,
    ),
    **dict.fromkeys(
        (
            "AbortAction.defence", "AbortAction.traits", "AddOpponents.weapon", "BeginGrapple.kind",
            "CallForRoll.helps", "CallForRoll.hinders", "Defend.means", "EndCondition.borne", "KeepClinch.traits",
            "OpenContest.script", "Roll.helps", "Roll.hinders", "RollInSecret.helps", "RollInSecret.hinders",
            "SetCondition.condition", "SetSpot.condition",
        ), OF_THE_RULES,
    ),
    **dict.fromkeys(
        (
            "CallForRoll.against", "OpenContest.against", "OpenContest.steps", "OpenContest.their_against",
            "OpenContest.their_steps", "OpenContest.traits", "OpenTask.steps", "Plead.specialty", "WorkOnTask.traits",
        ), OF_A_SHEET,
    ),
    **dict.fromkeys(
        (
            "AskForSpot.text", "ChangeAction.action", "DeclareAction.actions", "RefuseSpot.text", "SetSpot.name",
            "SetSpot.text",
        ), IN_A_FIGHT,
    ),
    "ImportCharacter.text": "is a file, of which each field carries a mark in ChangeFace and ChangeSheet",
}  # fmt: skip
"""The fields of clients' commands that take words and carry no mark, each with the reason."""


class Secrets:
    """The secrets of a table: the marks, the hidden character, its trait, and the hidden task."""

    def __init__(self, random: Random) -> None:
        self.marks: list[str] = []
        self.ghost = self.trait = self.plot = ""
        self.fields: set[str] = set()
        """The command fields that carried a mark."""
        self._random = random

    def mark(self) -> str:
        """Return a new mark of 128 bits."""
        self.marks.append(f"{self._random.getrandbits(128):032x}")
        return self.marks[-1]

    async def hide(self, live: LiveStream, do: Do, bens_seat: str) -> Secrets:
        """Let the Storyteller and Ben send every command that can be secret from Anna, at a table that has both
        characters."""
        mark, full = self.mark, live.folded.state.full
        shade = CreateCharacter(
            mark(), mark(), "other", ((mark(), 3),), (mark(),), ((mark(), 5, 4),), hidden=True, items=(Item(mark()),),
            flags=(mark(),),
        )  # fmt: skip
        await self._granted(do, "storyteller", shade)
        self.trait = trait = shade.traits[0][0]
        ghost = self.ghost = character(live, shade.name)
        ben, anna = character(live, "Ben"), character(live, "Anna")
        store, thing, power, bens, told = mark(), mark(), mark(), mark(), mark()
        contest = OpenContest(
            mark(), (anna,), dice=2, opponents=(ghost,), meaning=mark(), their_label=mark(), their_meaning=mark(),
            their_traits=(trait,), hidden=True, modifier=1, modifier_reason=mark(),
        )  # fmt: skip
        hunt = OpenContest(mark(), (ben,), dice=2, opponents=(ghost,), their_dice=3, secret=True, to=(bens_seat,))
        race = OpenContest(mark(), (ben,), dice=2, opponents=(ghost,), their_dice=3, hidden=True)
        secrets: list[tuple[Who, Command]] = [
            ("storyteller", RollInSecret(mark(), anna, dice=4, modifiers=((mark(), 2),))),
            ("storyteller", RollInSecret(mark(), anna, dice=4, opponent=ghost, against=trait)),
            ("storyteller", RollInSecret(mark(), ghost, (trait,))),
            ("storyteller", RollInSecret(mark(), ben, dice=4, tell="player", topic=mark(), on_success=told,
                                         on_failure=told, words_only=True)),
            ("storyteller", Roll(mark(), ghost, (trait,), modifiers=((mark(), 1),))),
            ("storyteller", Roll(mark(), ghost, (trait,), opponent=ghost, against=trait)),
            ("storyteller", ThrowAsTyped(f"?throw 3 6 --hidden # {mark()}")),
            ("storyteller", Say(mark(), "", ("storyteller",))),
            ("storyteller", Say(mark(), ghost, (bens_seat,))),
            ("ben", Say(mark(), ben, ("storyteller",))),
            ("ben", Say(mark(), "", ("storyteller", bens_seat))),
            ("ben", StateAim(ben, mark(), mark(), private=True)),
            ("storyteller", OpenTask(mark(), (ghost,), (trait,), 0, 0, (trait,), target=ghost, gain=mark(), goal=3,
                                     hidden=True, modifier=1, modifier_reason=mark())),
            ("storyteller", contest),
            ("storyteller", AddOpponents(mark(), 4, 2, hidden=True)),
            ("storyteller", ChangeFace(ghost, mark(), mark())),
            ("storyteller", ChangeSheet(ghost, ((mark(), 2), (trait, 3)), (mark(),), ((store, 3, 3),),
                                        (Item(thing, "Melee", 1),), (power,))),
            ("storyteller", ChangeSheet(ben, ((bens, 2), ("Strength", 2)), (mark(),))),
            ("storyteller", SetPortrait(ghost, mark())),
            ("storyteller", ShowHandout(mark(), mark(), mark(), later=True)),
            ("storyteller", ShowHandout(mark(), mark(), mark(), (bens_seat,))),
            ("storyteller", WriteProfile(ghost, mark(), (Merit(mark(), 2, "merit", mark()),))),
            ("storyteller", WriteNote(anna, mark())),
            ("storyteller", GrantExperience((ben,), 3, mark())),
            ("ben", SpendExperience(ben, 1, bens)),
            ("ben", SpendExperience(ben, 1, what=mark())),
            ("ben", WriteNote(anna, mark())),
            ("storyteller", SaveRolls(anna, (SavedRoll(mark(), (mark(),)),))),
            ("ben", SaveRolls(ben, (SavedRoll(mark(), (mark(),)),))),
            ("storyteller", SetPoints(ghost, store, 2)),
            ("storyteller", RecoverEverybody((store,))),
            ("storyteller", SpendPoints(ghost, store, 1, power)),
            ("storyteller", PutInHand(ghost, thing)),
            ("storyteller", SetObstacle(mark(), "lock", hidden=True)),
            ("storyteller", Decree(mark(), True, ghost, trait, 1)),
            ("storyteller", TellOutcome("", "success", mark(), (bens_seat,), topic=mark())),
            ("storyteller", GiveConsequence(ghost, mark())),
            ("storyteller", Wound(ben, 1, by=ghost, text=mark())),
            ("storyteller", ModifyNextRoll(ghost, 2, "open", mark())),
            ("storyteller", ModifyNextRoll(anna, 2, "hidden", mark())),
            ("storyteller", ModifyNextRoll(anna, 1, "unexplained", mark())),
            ("storyteller", SetCircumstance(mark(), 1, (ghost,), bears=trait)),
            ("storyteller", SetCircumstance(mark(), 1, (anna,), "hidden")),
            ("storyteller", SetCircumstance(mark(), 1, (anna,), "unexplained")),
            ("storyteller", CallForRoll(ben, mark(), (bens,), private=True)),
            ("storyteller", CallForRoll(anna, "try", ("Strength",), 0, 0, False, 2, "hidden", mark())),
            ("storyteller", hunt),
            ("storyteller", race),
            ("storyteller", OpenTask(mark(), (anna,), dice=2, goal=3, to=(bens_seat,))),
        ]  # fmt: skip
        for who, command in secrets:
            await self._granted(do, who, command)
        tasks = {task.name: task.id for task in full.all(Task)}
        self.plot = tasks[contest.name]
        (call,) = [one.id for one in full.all(Call) if one.actor == ben]
        (aim,) = [one.id for one in full.all(Aim)]
        rolls = [one.id for one in full.all(Rolls) if one.actor == ghost]
        later: list[tuple[Who, Command]] = [
            ("storyteller", ModifyTask(self.plot, 1, mark(), "unexplained")),
            ("storyteller", WorkOnTask(self.plot, anna)),
            ("storyteller", WorkOnTask(self.plot, ghost)),
            ("storyteller", RuleTask(self.plot, "second", 1, mark())),
            ("storyteller", WorkOnTask(tasks[hunt.name], ben)),
            ("storyteller", RevealTask(tasks[race.name], (bens_seat,), mark())),
            ("storyteller", OverrideRoll(rolls[0], "failure", mark(), mark())),
            ("storyteller", AnswerAim(aim, mark())),
            ("ben", Plead(call, (bens,), text=mark())),
            ("storyteller", RefusePlea(call, mark())),
        ]
        for who, command in later:
            await self._granted(do, who, command)
        return self

    async def _granted(self, do: Do, who: Who, command: Command) -> None:
        """Send a command, assert that it is accepted, and note the fields that carry a mark."""
        answer = await do(who, command)
        assert answer[0] == "accepted", (command, answer)
        for field in command.__struct_fields__:
            if any(mark in repr(getattr(command, field)) for mark in self.marks):
                self.fields.add(f"{type(command).__name__}.{field}")
