"""Pairs of worlds that differ only in hidden dice, difficulties, counts and margins (X2, X3): fights and contests in
which the Storyteller hides a part of most rolls. The dice are chosen so that the same attacks hit and wound and the
same side wins; then every byte sent to a player or a spectator must be the same."""

from __future__ import annotations

from random import Random
from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Seat
from domain.features.actions.action import manoeuvre
from domain.features.actions.grapples import grips
from domain.features.actions.kiss_effects import ResistKiss
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import BeginActing, StartTurn, StartTurns
from domain.features.rolls.roll import Rolled
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.task import Task
from domain.features.tasks.work_on_task import WorkOnTask
from domain.manoeuvre import Attack
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from tests.domain.random_play import ST
from tests.domain.random_play_cast import cast
from tests.server.secrecy.outputs import offered
from tests.server.secrecy.paired_worlds import Leak, Pair, player
from tests.server.secrecy.secret_commands import number
from tests.server.secrecy.world_with_secrets import World, message

FIGHTERS = ("anna", "ben", "guard")
THINGS = (
    Item("knife", "Melee", 4, "lethal"),
    Item("staff", "Melee", 3, "bashing", reach=2, flags=("sweeps",)),
    Item("stake", "Melee", 5, "lethal", flags=("stake",)),
)
"""The weapons of each fighter."""
STRONG = {"Strength": 3, "Dexterity": 4, "Brawl": 3, "Unarmed": 3, "Melee": 3, "Dodge": 3, "Ideals": 3, "Athletics": 2}
"""The traits of each fighter: enough dice for counts to differ, and few enough for wounds to be the same."""
ARMED = {"attack": "", "disarm": "knife", "sweep": "staff", "stake": "stake"}
ATTACKS = ("attack", "attack", "disarm", "sweep", "stake", "clinch", "hold", "tackle", "touch", "kiss", "bite", "claw")
DEFENCES = ("dodge", "parry", "block", "full_defence")
KINDS: tuple[Literal["resisted", "tally", "lead"], ...] = ("resisted", "tally", "lead")
ROUNDS = 2
TURNS = 2


class Margins(Pair):
    """Two worlds in which most counts are hidden and differ."""

    tries: ClassVar[int] = 10

    def shuffles(self) -> None:
        for world in self.worlds:
            self.secretly(world, "a roll")

    def opened(self, seed: str) -> tuple[World, World]:
        rules = self.random.choice(("nightfall", "nightfall", "nightfall", "revised", "v20", "storytelling"))
        switches = {"declare": "any-order", "reactions": self.random.choice(("ask", "automatic"))}
        if rules == "nightfall":
            switches["extra-successes"] = self.random.choice(("add", "ignore"))
        faces = tuple(
            replace(m, traits=(*(dict(m.traits) | STRONG).items(),), items=THINGS, flags=("fangs", "Feral Claws"))
            if m.id in FIGHTERS
            else m
            for m in cast()
        )
        one, other = (
            World(rules, Random(f"{seed} {which}"), ("shade",), tasks=False, switches=(*switches.items(),), faces=faces)
            for which in ("one", "other")
        )
        return one, other

    def happens(self, seat: Seat, command: Command) -> bool:
        """Send the same command in both worlds, and count the secret rolls whose results differed. True if both
        accept it."""
        done = self.both(seat, command, command)
        one, other = (
            [f.event for f in world.facts if f.audience == STORYTELLER and isinstance(f.event, Rolled)]
            for world in self.worlds
        )
        if done:
            self.kept.update(message(a.reason) for a, b in zip(one, other, strict=False) if a.net != b.net)
        return done

    def keeps_back(self, actor: str, chance: float) -> None:
        """Let the Storyteller hide a part of a character's next roll, with each world's own value."""
        if self.random.random() < chance:
            kind = self.random.choice(("dice", "a difficulty"))
            for world in self.worlds:
                self.secretly(world, kind, actor)

    def looks(self) -> None:
        """Compare the options of a random seat in both worlds, with all labels and hints."""
        seat = self.random.choice(self.low)
        one, other = (offered(world.out(), seat) for world in self.worlds)
        if one != other:
            raise Leak(f"{seat.id} was offered {one} or {other}")

    def declares(self, actor: str) -> None:
        """Let the character declare a random action, or none."""
        full = self.worlds[0].folded.state.full
        on = self.random.choice([one for one in FIGHTERS if one != actor])
        if grips(full, actor) and self.random.random() < 0.7:
            name = self.random.choice(("break_free", "hurt", "kiss", "bite"))
        else:
            name = self.random.choice(ATTACKS if self.random.random() < 0.7 else DEFENCES)
        weapon = ARMED.get(name, "")
        if weapon:
            self.happens(ST, PutInHand(actor, weapon))
        details = (("weapon", weapon),) if weapon else ()
        targets = (on,) if isinstance(manoeuvre(name), Attack) else ()
        if not self.happens(player(actor), DeclareAction(actor, (Action(name, targets, details=details),))):
            self.happens(player(actor), DeclareAction(actor, ()))

    def acts(self, actor: str) -> None:
        """Let a character act on its slot, and play the resulting attack to its end."""
        self.keeps_back(actor, 0.7)
        for other in FIGHTERS:
            if other != actor:
                self.keeps_back(other, 0.15)
        self.looks()
        self.happens(player(actor), ResistKiss(actor))
        self.happens(player(actor), TakeAction(actor))
        for _ in range(12):
            standing = list(self.worlds[0].folded.state.partition(EVERYONE).all(Blow))
            if not standing:
                return
            for blow in standing:
                if (
                    blow.waits == "defence"
                    and self.random.random() < 0.8
                    and self.happens(player(blow.on), Defend(blow.id))
                ):
                    continue
                if not self.happens(
                    ST, GoOn(blow.id)
                ):  # the dice were rolled in an earlier step: the Storyteller sets the numbers
                    self.happens(ST, RuleBlow(blow.id, dealt=2, soaked=1))

    def turns(self) -> None:
        """Play a few turns of a fight."""
        self.happens(ST, StartTurns())
        if self.random.random() < 0.4:
            self.happens(ST, PaceAttacks(True))
        for turn in range(TURNS):
            if turn:
                self.happens(ST, StartTurn())
            for actor in self.random.sample(FIGHTERS, len(FIGHTERS)):
                self.declares(actor)
            self.happens(ST, BeginActing())
            for actor in (*FIGHTERS, *FIGHTERS):
                self.acts(actor)

    def contest(self) -> None:
        """Play a contest with an unseen opponent whose dice differ between the worlds."""
        kind = self.random.choice(KINDS)
        secret = self.random.random() < 0.5
        commands = [
            OpenContest(
                "A hunt", ("anna",), dice=4, opponents=("guard",) if secret else ("shade",), kind=kind, secret=secret,
                their_dice=number(world, 3, 6), goal=0 if kind == "resisted" else 4,
            )
            for world in self.worlds
        ]  # fmt: skip
        before = {task.id for task in self.worlds[0].folded.state.partition(EVERYONE).all(Task)}
        self.both(ST, *commands)
        for task in list(self.worlds[0].folded.state.partition(EVERYONE).all(Task)):
            for _ in range(ROUNDS if task.id not in before else 0):
                self.keeps_back("anna", 0.15)
                self.happens(player("anna"), WorkOnTask(task.id, "anna"))

    def plays(self) -> None:
        """Play all of it, then compare everything that a seat can ask for."""
        self.moments.append([world.moment() for world in self.worlds])
        self.contest()
        self.turns()
        if self.random.random() < 0.1:
            self.goes_back()
        if self.random.random() < 0.1:
            self.goes_on()
        self.end()


def by_margins(seed: str) -> Margins:
    """Play a pair that differs only in hidden counts (X2, X3). Raise `Leak` if a seat can tell the worlds apart."""
    pair = Margins(seed)
    pair.plays()
    return pair
