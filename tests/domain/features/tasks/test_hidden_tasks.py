"""Secrets of tasks: hidden tasks, hidden opponents, and those who hide at work."""

from __future__ import annotations

from typing import Any

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.rolls.call import PLAIN_DICE
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.table.game_clock import AdvanceClock
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.rounds import OTHERS_AT_IT
from domain.features.tasks.set_clock import SetClock
from domain.features.tasks.settle_task import CloseTask, HideTask, RuleTask, SetTally
from domain.features.tasks.sides import UNSEEN, UNTOLD
from domain.features.tasks.task import Ledger, Task, truth
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.options import options
from domain.rules.game_time import HOUR
from tests.domain.features.tasks.task_table import OTHERS, AtWork, hunt, search
from tests.domain.table import ANNA, BEN, ST, WATCHER

# Hidden tasks


def test_a_clock_that_is_put_back_takes_what_is_hidden_along_unseen() -> None:
    """E1, X1: when the clock is set back, a hidden task's own time goes back by the same amount, and players receive
    no event of it."""
    table = AtWork()
    table.does(ST, SetClock(1, 10))
    id_ = table.opens(search(hidden=True, within=3))
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    table.does(ST, SetClock(1, 8))
    assert table.told(WATCHER) == ["ClockSet"]
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    assert (table.task(id_).until, table.task(id_).status) == (10 * HOUR, "open")


@pytest.mark.parametrize("rules", ["revised", "v20", "storytelling", "nightfall"])
def test_of_a_hidden_task_nobody_has_a_trace(rules: str) -> None:
    """X1, X4, E1: all that the Storyteller does with a hidden task leaves the players' records and options, the
    clock and the waiting modifiers unchanged."""
    table = AtWork(rules)
    table.does(ST, ModifyNextRoll("anna", 1, "open", "lamp"))
    before = [(table.dump(seat), list(options(table.state.view(seat)))) for seat in OTHERS]

    def after(command: Command, *faces: int) -> None:
        table.does(ST, command, *faces)
        assert {fact.audience for fact in table.facts} <= {STORYTELLER}
        assert [(table.dump(seat), list(options(table.state.view(seat)))) for seat in OTHERS] == before

    after(search(actors=("anna", "shade"), hidden=True, within=2))
    (task,) = table.state.full.all(Task)
    for seat, command in ((ANNA, WorkOnTask(task.id, "anna")), (ANNA, GiveUpTask(task.id, "anna"))):
        assert table.refuses(seat, command, "no-such-task") == "There is no such task (E1)."
    after(WorkOnTask(task.id, "anna"), 8, 8, 2)
    after(WorkOnTask(task.id, "shade"), 8, 2, 2)
    assert (table.tallies(task.id, ST), table.now, table.task(task.id).until) == ((3,), 0, 3600)
    after(JoinTask(task.id, "guard"))
    after(GiveUpTask(task.id, "guard"))
    after(SetTally(task.id, 4))
    after(WorkOnTask(task.id, "anna"), 2, 2, 2)
    after(CloseRound(task.id))
    assert table.ended(task.id, ST)[0] == "unmet"
    after(RuleTask(task.id, "first"))
    after(CloseTask(task.id))
    wear = table.state.view(ST).get(Wear, "ANNA")
    assert wear == Wear("ANNA", 2)


def test_a_hidden_task_costs_no_willpower() -> None:
    """X1: a secret roll for a hidden task cannot spend Willpower."""
    table = AtWork()
    id_ = table.opens(search(hidden=True))
    table.refuses(ST, WorkOnTask(id_, "anna", willpower=True), "secret-willpower")
    (offer,) = table.offers(ST, WorkOnTask)
    assert "willpower" not in [asked.name for asked in offer.inputs]


def test_a_hidden_deadline_comes_with_the_clock() -> None:
    """E1: the public clock may end a hidden task at its deadline, and only the Storyteller reads that."""
    table = AtWork()
    id_ = table.opens(search(hidden=True, within=2))
    table.does(ST, AdvanceClock(2, "hour"))
    assert table.ended(id_, ST)[0] == "unmet"
    assert not any("search" in line for line in table.lines(ANNA))


def test_a_task_may_be_seen_by_some() -> None:
    """E1: a private task is seen and worked on by the named seats only, and has its own time."""
    table = AtWork()
    before = [table.dump(seat) for seat in (BEN, WATCHER)]
    id_ = table.opens(search(to=("ANNA",)))
    table.works(id_, "anna", 8, 8, 2)
    assert {fact.audience for fact in table.facts} == {seats("ANNA")}
    assert table.tallies(id_, ANNA) == (2,)
    assert ([table.dump(seat) for seat in (BEN, WATCHER)], table.now) == (before, 0)
    table.refuses(BEN, WorkOnTask(id_, "ben"), "no-such-task")
    wear = table.state.view(ST).get(Wear, "ANNA")
    assert wear is None


# Hidden opponents


@pytest.mark.parametrize("kind", ["resisted", "tally", "lead"])
def test_a_hidden_opponent_shows_no_dice(kind: str) -> None:
    """E2, E3, X2, X4: a hidden opponent rolls in secret after the first side; players learn only the winner, not the
    margin, dice, pool, count or name."""
    table = AtWork()
    id_ = table.opens(hunt(kind=kind))
    table.works(id_, "anna", 8, 2, 2, then=(8, 8, 8, 2, 2))
    public = [fact for fact in table.facts if fact.audience == EVERYONE]
    assert not any("shade" in repr(fact.event) for fact in public)
    rolls = list(table.state.view(WATCHER).all(Roll))
    assert [roll.actor for roll in rolls] == ["anna"]
    assert [roll.actor for roll in table.state.view(ST).all(Roll)] == ["anna", "shade"]
    task = table.task(id_, WATCHER)
    assert (task.sides[1].label, task.sides[1].members, task.sides[1].steps) == (UNSEEN, (), ())
    line = table.lines(WATCHER)[-1 if kind != "resisted" else -2]
    assert line == "A hunt, round 1: the round goes to somebody unseen."
    expected = {"resisted": (UNTOLD, UNTOLD), "tally": (UNTOLD, UNTOLD), "lead": (1, UNTOLD)}
    assert (table.tallies(id_), task.lead) == (expected[kind], 0)
    ledger = table.ledger(id_)
    assert ledger is not None
    assert [side.tally for side in ledger.sides] == ([1, 3] if kind == "lead" else [0, 2])
    assert table.state.view(ANNA).get(Ledger, id_) is None


@pytest.mark.parametrize("kind", ["resisted", "tally", "lead"])
def test_two_hidden_opponents_look_alike(kind: str) -> None:
    """X2, X4, E2, E3: the players' view of a contest with a hidden opponent depends only on the winner, not on pool,
    dice, count or margin."""
    seen = []
    for dice, ours, theirs in ((5, (8, 2, 2), (8, 8, 8, 8, 2)), (2, (8, 2, 2), (8, 8))):
        table = AtWork()
        id_ = table.opens(hunt(kind=kind, their_dice=dice, goal=0 if kind == "resisted" else 9))
        before = len(table.lines(WATCHER))
        table.works(id_, "anna", *ours, then=theirs)
        task = table.task(id_, WATCHER)
        seen.append((task.sides, task.lead, task.rounds, table.ended(id_), table.lines(WATCHER)[before:]))
        if kind == "resisted":
            degree = 3 if dice == 5 else 1
            told = f"A hunt: won by {degree}. The others learned only who won (X2)."
            assert told in table.lines(ST)
    assert seen[0] == seen[1]


def test_neither_a_hidden_opponents_lead_nor_its_total_is_told() -> None:
    """E3, X2, `lead`: the true totals decide when the goal is reached; players learn the winner, and the Storyteller
    the margin."""
    table = AtWork()
    id_ = table.opens(hunt(kind="lead", goal=3))
    table.works(id_, "anna", 8, 8, 2, then=(8, 2, 2, 2, 2))
    assert (table.tallies(id_), table.task(id_, ANNA).lead) == ((2, UNTOLD), 0)
    table.works(id_, "anna", 2, 2, 2, then=(8, 8, 8, 8, 2))
    assert (table.tallies(id_), table.task(id_, ANNA).lead, table.truly(id_)) == ((2, UNTOLD), 0, (2, 5))
    assert table.ended(id_) == ("met", 1, 0)
    assert "A hunt: won by 1. The others learned only who won (X2)." in table.lines(ST)


def test_a_tally_that_is_set_tells_nothing_of_who_is_not_seen() -> None:
    """E3, G0, X2, `lead`: when the Storyteller sets both tallies, players learn only their own side's."""
    table = AtWork()
    id_ = table.opens(hunt(kind="lead"))
    table.does(ST, SetTally(id_, 3, 2))
    assert (table.tallies(id_), table.task(id_, ANNA).lead, table.truly(id_)) == ((3, UNTOLD), 0, (3, 2))


def test_a_seen_opponent_may_roll_in_secret() -> None:
    """X1, E2: a visible opponent may roll in secret; the Storyteller alone sees the opponent and its dice."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("guard",), secret=True, their_label="the night watch"))
    assert table.task(id_, WATCHER).sides[1].label == "the night watch"
    table.works(id_, "anna", 8, 8, 8, then=(8, 2, 2, 2, 2))
    assert (table.tallies(id_), table.truly(id_)) == ((UNTOLD, UNTOLD), (2, 0))
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ["anna"]


def test_a_hidden_opponents_traits_make_no_difficulty() -> None:
    """D18, X4: a hidden opponent's traits give no difficulty, because that would reveal them; the hidden opponent
    may roll against visible traits."""
    table = AtWork()
    sentence = table.refuses(ST, hunt(dice=0, traits=("Strength",), against=("Wits",)), "hidden-opponent")
    assert sentence == "The opponent is hidden. Give a number as difficulty (D18)."
    id_ = table.opens(hunt(their_dice=0, their_traits=("Dexterity",), their_against=("Wits",), their_plus=4))
    table.works(id_, "anna", 8, 2, 2, then=(7, 7, 7, 6))
    assert list(table.state.view(ST).all(Roll))[-1].difficulty == 7
    assert table.truly(id_) == (0, 2)
    table.refuses(ST, hunt(dice=0, their_dice=0), "unseen-without-roll")


def talk(**more: Any) -> OpenContest:
    """A social contest of Anna and Ben against the hidden shade: Charisma against its Wits."""
    usual: dict[str, Any] = {"actors": ("anna", "ben"), "traits": ("Charisma",), "opponents": ("shade",)}
    return OpenContest("A talk", **(usual | {"their_traits": ("Wits",), "social": True} | more))


@pytest.mark.parametrize(
    ("said", "theirs"),
    [
        ({}, {"shade": (("Wits", 5),)}),
        ({"opponents": ("guard",), "secret": True}, {"guard": (("Wits", 4),)}),
        ({"opponents": (), "their_traits": (), "their_dice": 4}, {"": ((PLAIN_DICE, 4),)}),
        (
            {"actors": ("anna",), "opponents": ("guard", "shade"), "secret": True},
            {"guard": (("Wits", 4), (OTHERS_AT_IT, -1)), "shade": (("Wits", 5), (OTHERS_AT_IT, -1))},
        ),
    ],
)
def test_who_talks_unseen_is_hindered_by_its_own_side_alone(
    said: dict[str, Any], theirs: dict[str, tuple[tuple[str, int], ...]]
) -> None:
    """E4: each speaker loses a die for each further speaker of its own side only; plain dice lose none."""
    table = AtWork(**{"teamwork-social": "penalty"})
    id_ = table.opens(talk(**said))
    team = table.task(id_).sides[0].members
    for actor in team:
        table.works(id_, actor)
    hindered = ((OTHERS_AT_IT, 1 - len(team)),) if len(team) > 1 else ()
    made = {roll.actor: roll.parts for roll in table.state.view(ST).all(Roll)}
    assert {actor: made.pop(actor)[1:] for actor in team} == dict.fromkeys(team, hindered)
    assert made == theirs


def test_nobody_joins_one_who_talks_unseen() -> None:
    """E4: the rule of a single speaker also holds on a secret side; a replacement may join after the first gave up."""
    table = AtWork()
    id_ = table.opens(talk(actors=("anna",), secret=True))
    assert joining(table) == []
    sentence = table.refuses(ST, JoinTask(id_, "guard", "second"), "social")
    assert sentence == "Several characters who talk at once hinder each other. Pick one character (E4)."
    table.does(ST, GiveUpTask(id_, "shade"))
    table.does(ST, JoinTask(id_, "guard", "second"))
    assert [side.members for side in truth(table.state.full, table.task(id_)).sides] == [("anna",), ("guard",)]


def test_who_is_in_the_way_of_a_talk_is_there_and_known() -> None:
    """E4, X4: a visible pool loses no die for a hidden or an absent helper."""
    table = AtWork(**{"teamwork-social": "penalty"})
    id_ = table.opens(talk(actors=("anna", "guard"), opponents=("ben", "shade"), secret=True, kind="tally", goal=99))
    for leaves in (HideCharacter("guard"), RemoveCharacter("ben")):
        table.does(ST, leaves)
        table.works(id_, "anna")
    made = [(roll.actor, len(roll.parts) - 1) for roll in table.state.view(ST).all(Roll)]
    assert made == [("anna", 0), ("anna", 0), ("ben", 1), ("shade", 1), ("shade", 0)]


def joining(table: AtWork) -> list[set[str]]:
    """Return, for each task, the characters that the Storyteller may let join."""
    asked = [wanted for offer in table.offers(ST, JoinTask) for wanted in offer.inputs if wanted.name == "helper"]
    return [{choice.value for choice in wanted.choices} for wanted in asked]


def test_nobody_hidden_works_where_it_would_show() -> None:
    """X4: a hidden character cannot join a visible side, but may join a secret side."""
    table = AtWork()
    sentence = "shade is hidden. Reveal the character, or hide the task (X4)."
    assert table.refuses(ST, search(actors=("anna", "shade")), "hidden-worker") == sentence
    id_ = table.opens(search())
    assert table.refuses(ST, JoinTask(id_, "shade"), "hidden-worker") == sentence
    unseen = table.opens(hunt(opponents=("guard",), secret=True))
    before = table.dump(ANNA)
    assert joining(table) == [{"ben", "guard"}, {"ben", "shade"}]
    table.does(ST, JoinTask(unseen, "shade", "second"))
    assert table.dump(ANNA) == before
    assert joining(table) == [{"ben", "guard"}, {"ben"}]
    table.refuses(ST, JoinTask(unseen, "shade", "second"), "in-task")
    table.works(unseen, "anna", 2, 2, 2, then=(8, 8, 2, 2, 2, 8, 8, 2, 2, 2))
    assert table.truly(unseen) == (0, 4)
    before = table.dump(ANNA)
    table.does(ST, GiveUpTask(unseen, "shade"))
    assert table.dump(ANNA) == before
    table.works(unseen, "anna", 2, 2, 2, then=(8, 2, 2, 2, 2))
    assert table.truly(unseen) == (0, 5)


def test_who_vanishes_goes_on_in_secret() -> None:
    """X4, E3: a contest does not wait for a character hidden meanwhile, which rolls in secret; after it is revealed
    it rolls publicly."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("guard",), their_dice=0, kind="lead"))
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "guard", 8, 2, 2)
    assert table.tallies(id_) == (2, 1)
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, HideCharacter("guard"), 8, 8, 8)
    assert (table.task(id_).rounds, table.tallies(id_), table.task(id_, ANNA).lead) == (2, (4, UNTOLD), 0)
    sentence = table.refuses(ST, WorkOnTask(id_, "guard"), "hidden-rolls-last")
    assert sentence == "guard is hidden, and rolls automatically after the others (X4)."
    assert not [roll for roll in table.state.view(WATCHER).all(Roll) if roll.successes == 3]
    table.works(id_, "anna", 8, 2, 2, then=(2, 2, 2))
    assert (table.task(id_, ANNA).lead, table.truly(id_)) == (0, (5, 4))
    table.does(ST, RevealCharacter("guard"))
    table.works(id_, "anna", 8, 8, 2)
    table.works(id_, "guard", 8, 2, 2)
    assert (table.roll(WATCHER).actor, table.task(id_, ANNA).lead, table.truly(id_)) == ("guard", 0, (7, 5))
    table.does(ST, SetTally(id_, 7, 5))
    assert (table.tallies(id_), table.task(id_, ANNA).lead) == ((7, 5), 2), "until the Storyteller tells it"


def test_a_helper_who_vanishes_is_waited_for_no_longer() -> None:
    """E4, X4: a round does not wait for a hidden helper, and counts no secret roll; players receive no event when it
    leaves or returns."""
    table = AtWork()
    id_ = table.opens(search(actors=("anna", "guard")))
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, HideCharacter("guard"))
    assert (table.task(id_).rounds, table.tallies(id_)) == (1, (2,))
    for command in (RemoveCharacter("guard"), ReturnCharacter("guard")):
        before = [(table.dump(seat), list(options(table.state.view(seat)))) for seat in OTHERS]
        table.does(ST, command)
        assert [(table.dump(seat), list(options(table.state.view(seat)))) for seat in OTHERS] == before
        table.works(id_, "anna", 2, 2, 2)
    assert (table.task(id_).rounds, table.tallies(id_)) == (3, (2,))


@pytest.mark.parametrize("hides", [True, False])
@pytest.mark.parametrize(
    ("task", "dice"),
    [(search(actors=("anna", "guard")), 3), (search(actors=("guard",)), 3), (hunt(opponents=("ben", "guard")), 5)],
)
def test_who_vanishes_from_among_others_takes_no_part(task: OpenTask | OpenContest, dice: int, *, hides: bool) -> None:
    """E4, X4: a hidden member takes no part in a visible task; the refusal names both ways out: with the task
    hidden, it rolls for the Storyteller only; once revealed, it rolls publicly."""
    table = AtWork()
    id_ = table.opens(task)
    table.does(ST, HideCharacter("guard"))
    assert table.refuses(ST, WorkOnTask(id_, "guard"), "hidden-worker") == (
        "guard is hidden. Reveal the character, or hide the task (X4)."
    )
    table.does(ST, HideTask(id_) if hides else RevealCharacter("guard"))
    table.works(id_, "guard", *[8] * dice)
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ([] if hides else ["guard"])
