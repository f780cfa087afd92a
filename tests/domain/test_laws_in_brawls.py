"""The laws of the kernel in fights: random brawls with all the options offered there.

The laws themselves are in `tests/domain/test_laws.py`, on random play of the whole game, which seldom reaches such
states.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.features.characters.character import Face, FaceShown
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.turn_commands import StartTurns
from domain.features.scenes.scene import OpenScene
from domain.features.table.turn import Turn
from domain.options import options, options_of
from domain.perform import decide
from domain.records.blow import Blow
from tests.chance import FakeChance
from tests.domain.fight import member
from tests.domain.random_play import PLAYERS, SEATS, ST, Play, folded, snapshot
from tests.domain.test_laws import SEEDS, act_in_secret, answer

CAST = """
    anna   Strength 4 Dexterity 3 Intuition 2 Endurance 2 Brawl 3 Unarmed 3 Melee 2 Dodge 3 Athletics 2 +knife +dart
    ben vampire Strength 3 Dexterity 4 Intuition 3 Endurance 2 Brawl 3 Unarmed 2 Dodge 2 Athletics 3 Celerity 1 Fate:5
    guard  npc     Strength 4 Dexterity 3 Intuition 1 Endurance 3 Brawl 3 Unarmed 3 Melee 3 Athletics 1 +staff +vest
    shade  hidden  Strength 4 Dexterity 5 Intuition 2 Endurance 2 Brawl 4 Unarmed 4 Dodge 3 Athletics 3 +knife
"""
OFTEN = ("DeclareAction", "TakeAction", "Defend", "GoOn")
"""The most frequent commands of a fight."""
SELDOM = (
    "AbortAction", "BeginActing", "ChangeAction", "EndCondition", "EndGrapple", "HideCharacter", "KeepClinch", "Move",
    "PaceAttacks", "RevealCharacter", "RuleBlow", "SetCondition", "SetHealth", "StartTurn", "Yield",
)  # fmt: skip


def drawn(play: Play, choices: dict[str, str]) -> None:
    """Begin a brawl; in half of them the Storyteller goes through the attacks step by step."""
    table = catalogue().rulesets["nightfall"].switches
    switches = tuple((s.name, choices.get(s.name) or play.random.choice(s.choices)) for s in table)
    cast = tuple(member(line) for line in CAST.splitlines() if line.strip())
    play.does(TABLE, OpenScene("scene/c/s", "c", "A brawl", "nightfall", switches, cast))
    play.does(ST, StartTurns())
    play.does(ST, PaceAttacks(step_by_step=play.random.random() < 0.5))


class Brawl(Play):
    """Random play of a fight with turns under `nightfall`; `choices` are fixed switches."""

    def __init__(self, seed: int, **choices: str) -> None:
        super().__init__(seed, begins=partial(drawn, choices=choices))

    def wish(self, seat: Seat) -> Command | None:
        """Return a command that a seat is offered in a fight, or None."""
        turn = self.state.full.get(Turn, "turn")
        wanted = ("StartTurn",) if turn and turn.phase == "over" else OFTEN if self.random.random() < 0.85 else SELDOM
        if any(self.state.partition(STORYTELLER).all(Blow)) and self.random.random() < 0.2:
            wanted = ("RevealCharacter",)
        view, commands = self.state.view(seat), catalogue().commands
        offered = [option for name in wanted for option in options_of(commands[name], view)]
        # A turn is mostly played to its end.
        if self.random.random() < 0.9:
            offered = [option for option in offered if option.command != "StartTurn" or option.urgent]
        if not offered:
            return None
        name = self.random.choice(sorted({option.command for option in offered}))
        return self.wanderer.accepted(self.random.choice([o for o in offered if o.command == name]))

    def brawl(self, count: int) -> list[tuple[Seat, Command]]:
        """Perform this many random commands, and return them; refused commands have no effect."""
        wishes: list[tuple[Seat, Command]] = []
        for _ in range(count):
            seat = self.random.choice((ST, ST, *PLAYERS))
            command = self.wish(seat)
            if command is not None:
                wishes.append((seat, command))
                self.does(seat, command)
        return wishes


@pytest.mark.parametrize("reactions", ["ask", "automatic"])
@given(SEEDS)
@settings(max_examples=10)
def test_what_a_seat_sees_of_a_brawl_is_the_fold_of_what_it_may_read(reactions: str, seed: int) -> None:
    """C7 to C29: in every fight, each seat's view equals the fold of the facts that it received."""
    play = Brawl(seed, reactions=reactions)
    play.brawl(80)
    for seat in SEATS:
        read = folded((at, [fact for fact in facts if seat.reads(fact.audience)]) for at, facts in play.commits)
        assert snapshot(read) == snapshot(play.state, seat)


@pytest.mark.parametrize("reactions", ["ask", "automatic"])
@given(SEEDS)
@settings(max_examples=10)
def test_in_a_brawl_a_seat_is_answered_from_its_own_view(reactions: str, seed: int) -> None:
    """X4, C23: hidden activity changes neither a player's options nor her refusals."""
    play = Brawl(seed, reactions=reactions)
    for _ in range(60):
        seat = play.random.choice((ST, ST, *PLAYERS))
        command = play.wish(seat)
        if command is None:
            continue
        if seat != ST and play.random.random() < 0.5:
            view = play.state.view(seat)
            plain, offered = answer(view, command), list(options(view))
            secrets = act_in_secret(play, seat)
            view = play.state.view(seat)
            assert answer(view, command) == plain
            assert list(options(view)) == offered
            if plain is None:
                decide(play.state, seat, command, FakeChance(ids="try", seed=seed))
            for mark, secret in reversed(secrets):
                play.state.undo(mark, secret.audiences)
        play.does(seat, command)


@pytest.mark.parametrize("reactions", ["ask", "automatic"])
@given(SEEDS)
@settings(max_examples=10)
def test_who_was_never_seen_is_never_named_in_a_brawl(reactions: str, seed: int) -> None:
    """X4: a hidden character's id is in no fact that a player reads, also when it acts or is hurt."""
    play = Brawl(seed, reactions=reactions)
    seen = {face.id for face in play.state.partition(EVERYONE).all(Face)}
    before = len(play.commits)
    play.brawl(80)
    for _, facts in play.commits[before:]:
        seen |= {fact.event.id for fact in facts if fact.audience == EVERYONE and isinstance(fact.event, FaceShown)}
        unseen = {face.id for face in play.state.full.all(Face)} - seen
        for fact in facts:
            assert fact.audience == STORYTELLER or not {id_ for id_ in unseen if f"'{id_}'" in repr(fact.event)}


@given(SEEDS)
@settings(max_examples=10)
def test_a_brawl_waits_for_nobody_who_cannot_answer(seed: int) -> None:
    """C21: for each waiting attack the Storyteller is offered a way to go on."""
    play = Brawl(seed, reactions="ask")
    for _ in range(60):
        play.brawl(1)
        for blow in play.state.full.all(Blow):
            answers = {o.command for o in options(play.state.view(ST)) if o.command in ("Defend", "GoOn")}
            assert answers or not blow.waits


@pytest.mark.slow
def test_brawls_reach_most_of_what_may_happen_in_a_fight() -> None:
    """Brawls produce most of the events of a fight, so that the laws are tested on them."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        play = Brawl(seed)
        play.brawl(100)
        commits = [[type(fact.event).__name__ for fact in facts] for _, facts in play.commits]
        seen.update(name for names in commits for name in names)
        seen.update("an attack that comes to light" for names in commits if {"Revealed", "BlowHeld"} <= set(names))
    wanted = {
        "AttackMade", "BlowHeld", "BlowOver", "ConditionBegan", "ConditionEnded", "Gripped", "GrappleBegan",
        "GrappleEnded", "KeeperChose", "Moved", "StillClinched", "WoundTaken", "ActionLost",
        "an attack that comes to light",
    }  # fmt: skip
    assert wanted <= set(seen), sorted(wanted - set(seen))
