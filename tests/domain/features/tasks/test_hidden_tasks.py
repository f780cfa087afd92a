"""Secrets of tasks: hidden tasks, hidden opponents, untold counts, and the facts that players learn."""

from __future__ import annotations

from typing import Any

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, seats
from domain.core.command import Command
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.table.game_clock import AdvanceClock
from domain.features.tasks.join_task import GiveUpTask, JoinTask
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.open_task import OpenTask
from domain.features.tasks.set_clock import SetClock
from domain.features.tasks.settle_task import CloseTask, HideTask, RevealTask, RuleTask, SetTally
from domain.features.tasks.sides import UNTOLD
from domain.features.tasks.task import Ledger, Task, truth
from domain.features.tasks.work_on_task import CloseRound, WorkOnTask
from domain.options import options
from domain.rules.game_time import HOUR
from tests.domain.features.tasks.task_table import AtWork
from tests.domain.table import ANNA, BEN, ST, WATCHER

OTHERS = (ANNA, BEN, WATCHER)


def search(**more: Any) -> OpenTask:
    """A task of Anna's: three dice, goal 6."""
    usual: dict[str, Any] = {"name": "A search", "actors": ("anna",), "dice": 3, "goal": 6, "each": 1}
    return OpenTask(**(usual | more))


def hunt(**more: Any) -> OpenContest:
    """A contest of Anna, three dice, against the hidden shade, five dice."""
    usual: dict[str, Any] = {"name": "A hunt", "actors": ("anna",), "opponents": ("shade",), "dice": 3, "their_dice": 5}
    return OpenContest(**(usual | {"kind": "tally", "goal": 9} | more))


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
        assert table.refuses(seat, command, "no-such-task") == "There is no such task here (E1)."
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
    table.refuses(ST, WorkOnTask(id_, "anna", willpower=True), "secret")
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
    assert (task.sides[1].label, task.sides[1].members, task.sides[1].steps) == ("somebody unseen", (), ())
    line = table.lines(WATCHER)[-1 if kind != "resisted" else -2]
    assert line == "A hunt, round 1: somebody unseen wins the round."
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
            told = f"A hunt: degree {degree}. The others heard only who won (X2)."
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
    assert "A hunt: degree 1. The others heard only who won (X2)." in table.lines(ST)


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
    sentence = table.refuses(ST, hunt(dice=0, traits=("Strength",), against=("Wits",)), "hidden")
    assert sentence == "The traits of somebody unseen would tell of them: name a number (D18, X4)."
    id_ = table.opens(hunt(their_dice=0, their_traits=("Dexterity",), their_against=("Wits",), their_plus=4))
    table.works(id_, "anna", 8, 2, 2, then=(7, 7, 7, 6))
    assert list(table.state.view(ST).all(Roll))[-1].difficulty == 7
    assert table.truly(id_) == (0, 2)
    table.refuses(ST, hunt(dice=0, their_dice=0), "nothing-to-roll")


def talk(**more: Any) -> OpenContest:
    """A social contest of Anna and Ben against the hidden shade: Charisma against its Wits."""
    usual: dict[str, Any] = {"actors": ("anna", "ben"), "traits": ("Charisma",), "opponents": ("shade",)}
    return OpenContest("A talk", **(usual | {"their_traits": ("Wits",), "social": True} | more))


@pytest.mark.parametrize(
    ("said", "theirs"),
    [
        ({}, {"shade": (("Wits", 5),)}),
        ({"opponents": ("guard",), "secret": True}, {"guard": (("Wits", 4),)}),
        ({"opponents": (), "their_traits": (), "their_dice": 4}, {"": (("dice", 4),)}),
        (
            {"actors": ("anna",), "opponents": ("guard", "shade"), "secret": True},
            {"guard": (("Wits", 4), ("others at it", -1)), "shade": (("Wits", 5), ("others at it", -1))},
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
    hindered = (("others at it", 1 - len(team)),) if len(team) > 1 else ()
    made = {roll.actor: roll.parts for roll in table.state.view(ST).all(Roll)}
    assert {actor: made.pop(actor)[1:] for actor in team} == dict.fromkeys(team, hindered)
    assert made == theirs


def test_nobody_joins_one_who_talks_unseen() -> None:
    """E4: the rule of a single speaker also holds on a secret side; a replacement may join after the first gave up."""
    table = AtWork()
    id_ = table.opens(talk(actors=("anna",), secret=True))
    assert joining(table) == []
    sentence = table.refuses(ST, JoinTask(id_, "guard", "second"), "social")
    assert sentence == "Several who talk at once hinder each other: one alone does it here (E4)."
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
    sentence = "What Shade does would show: keep the task itself hidden (X4)."
    assert table.refuses(ST, search(actors=("anna", "shade")), "hidden") == sentence
    id_ = table.opens(search())
    assert table.refuses(ST, JoinTask(id_, "shade"), "hidden") == sentence
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
    sentence = table.refuses(ST, WorkOnTask(id_, "guard"), "hidden")
    assert sentence == "Guard is not to be seen, and rolls by itself when the others have (X4)."
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
    assert table.refuses(ST, WorkOnTask(id_, "guard"), "hidden") == (
        "Guard is not to be seen, and takes no part where that would show: reveal Guard, or hide the task (X4)."
    )
    table.does(ST, HideTask(id_) if hides else RevealCharacter("guard"))
    table.works(id_, "guard", *[8] * dice)
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ([] if hides else ["guard"])


# Rolls with an untold count


def test_where_dice_stay_hidden_so_does_the_tally() -> None:
    """X2 iii: after a roll with a hidden modifier the player learns success or failure; the tally is the
    Storyteller's until she tells it."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    assert (table.tallies(id_), table.tallies(id_, ST), table.task(id_, ANNA).dark) == ((UNTOLD,), (UNTOLD,), True)
    ledger = table.ledger(id_)
    assert ledger is not None
    assert ledger.sides[0].tally == 4
    assert table.lines(ANNA)[-1] == "A search, round 1: only the Storyteller knows how far it is."
    table.works(id_, "anna", 8, 8, 2)
    assert table.ended(id_) == ("open", -1, 0)
    assert table.lines(ST)[-1] == "Behind the screen, A search: Anna (degree 1)."
    assert not any("Behind the screen" in line for line in table.lines(ANNA))
    (due,) = [o for o in table.offers(ST, RuleTask) if o.urgent]
    assert due.hint == "Behind the screen, A search: Anna (degree 1)."
    table.does(ST, RuleTask(id_, "first", 1))
    assert table.ended(id_, ANNA) == ("ruled", 0, 1)
    assert not [o for o in table.offers(ST, RuleTask) if o.urgent]


def test_the_storyteller_tells_a_tally_that_was_dark() -> None:
    """X3, G0: under a hidden difficulty the dice are visible and the tally is not, until the Storyteller sets it."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 8, 9, 9)
    assert (table.roll(ANNA).faces, table.roll(ANNA).result) == (((8,), (9,), (9,)), "untold")
    assert table.tallies(id_) == (UNTOLD,)
    (offer,) = table.offers(ST, SetTally)
    assert [asked.default for asked in offer.inputs][1:] == ["2"]
    table.does(ST, SetTally(id_, 2))
    assert (table.tallies(id_), table.ledger(id_)) == ((2,), None)
    table.works(id_, "anna", 8, 2, 2)
    assert table.tallies(id_) == (3,)


def test_a_dark_contest_is_the_storytellers_to_decide() -> None:
    """X2 iii, X3, E2: with an untold roll neither margin nor winner is told; the Storyteller rules."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("ben",), kind="resisted", goal=0, their_dice=3))
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 9, 9, 2)
    table.works(id_, "ben", 8, 2, 2)
    assert (table.ended(id_), table.tallies(id_)) == (("untold", -1, 0), (UNTOLD, UNTOLD))
    assert "Behind the screen, A hunt: Anna (degree 1)." in table.lines(ST)
    table.does(ST, RuleTask(id_, "first", 1))
    assert table.ended(id_, WATCHER) == ("ruled", 0, 1)


@pytest.mark.parametrize("on_botch", ["restart", "fail"])
@pytest.mark.parametrize(
    ("goal", "faces", "truly"),
    [(6, (8, 2, 2, 2), "unmet"), (1, (8, 2, 2, 2), "Anna (degree 1)"), (6, (1, 1, 2, 2), "unmet")],
)
def test_a_dark_limit_ends_it_untold(goal: int, faces: tuple[int, ...], truly: str, on_botch: str) -> None:
    """X3, E1: a task that ends with untold rolls shows only that it is over."""
    table = AtWork(**{"extended-botch": on_botch})
    id_ = table.opens(search(limit=1, goal=goal))
    table.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    table.works(id_, "anna", *faces)
    assert table.ended(id_) == ("untold", -1, 0)
    truly = "failed" if 1 in faces and on_botch == "fail" else truly
    assert f"Behind the screen, A search: {truly}." in table.lines(ST)


def test_the_storyteller_reads_that_nobody_is_left_to_prevail() -> None:
    """E3, X2 iii: the Storyteller reads that there is no winner if a secret botch ends a contest whose hidden
    opponent gave up."""
    table = AtWork(**{"extended-botch": "fail"})
    id_ = table.opens(hunt(their_label="footsteps"))
    table.does(ST, GiveUpTask(id_, "shade"))
    table.does(ST, ModifyNextRoll("anna", 1, "hidden"))
    table.works(id_, "anna", 1, 2, 2, 2)
    assert table.lines(ST)[-1] == "Behind the screen, A hunt: nobody (degree 0)."


# Hiding and revealing


def test_a_task_is_hidden_and_goes_on() -> None:
    """X1: a hidden task disappears for players; the Storyteller works on it in secret, and its tally is shown when
    it is revealed."""
    table = AtWork()
    id_ = table.opens(search())
    table.works(id_, "anna", 8, 8, 2)
    table.does(ST, HideTask(id_))
    assert table.lines(ANNA)[-1] == "A search is followed no longer."
    assert all(table.state.view(seat).get(Task, id_) is None for seat in OTHERS)
    table.refuses(ST, HideTask(id_), "already-hidden")
    before = table.dump(ANNA)
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    assert (table.tallies(id_, ST), table.dump(ANNA)) == ((3,), before)
    table.does(ST, RevealTask(id_))
    assert table.tallies(id_, ANNA) == (3,)
    table.refuses(ST, RevealTask(id_), "not-hidden")
    table.works(id_, "anna", 8, 2, 2)
    assert table.tallies(id_, WATCHER) == (4,)


def test_a_task_is_revealed_to_some() -> None:
    """X1: a task may be revealed to the named seats only."""
    table = AtWork()
    id_ = table.opens(search(hidden=True))
    before = table.dump(BEN)
    table.does(ST, RevealTask(id_, ("ANNA",)))
    assert {fact.audience for fact in table.facts} == {STORYTELLER, seats("ANNA")}
    assert (table.task(id_, ANNA).name, table.dump(BEN)) == ("A search", before)


def test_a_revealed_contest_keeps_its_hidden_opponent() -> None:
    """X4: a revealed contest does not show its hidden opponent; after hiding the contest again, the Storyteller has
    all of it."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True, kind="lead"))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, WorkOnTask(id_, "anna"), 8, 2, 2)
    table.does(ST, WorkOnTask(id_, "shade"), 8, 2, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    shown = table.task(id_, WATCHER)
    assert (shown.sides[1].label, shown.sides[1].members, shown.rolled, shown.lead) == ("footsteps", (), (), 0)
    assert table.tallies(id_) == (1, UNTOLD)
    assert not any("shade" in repr(fact.event) for fact in table.facts if fact.audience == EVERYONE)
    table.works(id_, "anna", 8, 8, 2, then=())
    assert table.task(id_, ANNA).lead == 0
    table.does(ST, HideTask(id_))
    whole, kept = table.task(id_, ST), table.ledger(id_)
    assert (whole.sides[1].members, [side.tally for side in whole.sides]) == (("shade",), [3, 3])
    assert kept is not None
    assert (kept.sides, kept.rolled, kept.veiled) == (whole.sides, whole.rolled, True)


@pytest.mark.parametrize("kind", ["tally", "lead"])
def test_an_opponent_who_steps_out_is_revealed_in_its_contest(kind: str) -> None:
    """X4, E3, X2: an opponent revealed before its task is not shown in it, and the refusal says why it cannot roll;
    after the task is revealed it rolls publicly. Its secret rolls and the tallies with them stay the Storyteller's
    until she sets one."""
    table = AtWork()
    id_ = table.opens(hunt(kind=kind, their_traits=("Wits",), their_dice=0))
    table.works(id_, "anna", 8, 8, 8, then=(8, 2, 2, 2, 2))
    assert table.refuses(ST, RevealTask(id_), "hidden") == "Shade is not to be seen: reveal the character first (X4)."
    assert not table.offers(ST, RevealTask)
    table.does(ST, RevealCharacter("shade"))
    sentence = table.refuses(ST, WorkOnTask(id_, "shade"), "hidden")
    assert sentence == "Shade works on A hunt unseen, and rolls by itself when the others have: reveal the task (X4)."
    assert table.refuses(BEN, WorkOnTask(id_, "shade"), "not-yours")
    table.refuses(ST, RevealTask(id_, ("BEN",)), "audience")
    (offer,) = table.offers(ST, RevealTask)
    assert [asked.name for asked in offer.inputs] == ["task"]
    table.does(ST, RevealTask(id_))
    shown = table.task(id_, WATCHER)
    assert (shown.sides[1].members, shown.sides[1].label) == (("shade",), "")
    kept = (3, UNTOLD) if kind == "lead" else (UNTOLD, UNTOLD)
    assert (table.tallies(id_), shown.lead, table.truly(id_)) == (kept, 0, (3, 1) if kind == "lead" else (2, 0))
    table.refuses(ST, RevealTask(id_), "not-hidden")
    table.works(id_, "anna", 8, 8, 8)
    assert table.task(id_).rounds == 1
    table.works(id_, "shade", 8, 8, 2, 2, 2)
    assert table.truly(id_) == ((6, 3) if kind == "lead" else (3, 0))
    table.does(ST, SetTally(id_, *table.truly(id_)))
    assert (table.tallies(id_), table.ledger(id_)) == ((6, 3) if kind == "lead" else (3, 0), None)
    assert [roll.actor for roll in table.state.view(WATCHER).all(Roll)] == ["anna", "anna", "shade"]


def test_to_reveal_an_opponent_tells_no_count_that_was_kept() -> None:
    """X2 iii, X4: revealing the opponent shows its name but no tally, to the same seats as before."""
    table = AtWork()
    id_ = table.opens(hunt(opponents=("guard",), secret=True, to=("ANNA",)))
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2, then=(8, 2, 2, 2, 2))
    before = [table.dump(seat) for seat in (BEN, WATCHER)]
    table.does(ST, RevealTask(id_))
    assert (table.task(id_, ANNA).sides[1].members, table.tallies(id_, ANNA)) == (("guard",), (UNTOLD, UNTOLD))
    assert [table.dump(seat) for seat in (BEN, WATCHER)] == before
    ledger = table.ledger(id_)
    assert ledger is not None
    assert [side.tally for side in ledger.sides] == [3, 0]


def test_who_rolled_before_its_contest_was_revealed_rolls_once() -> None:
    """E1, X4: a hidden opponent that rolled before the reveal of the contest does not roll again in that round."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    table.works(id_, "anna", 8, 8, 8)
    assert [roll.actor for roll in table.state.view(ST).all(Roll)].count("shade") == 1
    assert table.truly(id_) == (1, 0)


def test_what_was_rolled_in_secret_is_not_shown_with_who_rolled_it() -> None:
    """X1, X2, E2: a secret roll of the running round counts but stays secret after the reveal, and so does the
    result."""
    table = AtWork()
    id_ = table.opens(hunt(hidden=True))
    table.does(ST, WorkOnTask(id_, "shade"), 8, 8, 2, 2, 2)
    table.does(ST, RevealTask(id_, (), "footsteps"))
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, RevealTask(id_))
    assert [(roll.actor, roll.successes) for roll in table.task(id_, WATCHER).rolled] == [("shade", UNTOLD)]
    table.works(id_, "anna", 8, 8, 8)
    assert (table.tallies(id_), table.truly(id_)) == ((UNTOLD, UNTOLD), (1, 0))


def test_what_would_tell_of_somebody_hidden_is_not_revealed() -> None:
    """X4, D18: a task cannot be revealed with a hidden helper's roll, or with a difficulty from a hidden character's
    traits."""
    table = AtWork()
    id_ = table.opens(search(actors=("anna", "shade"), hidden=True))
    assert not table.offers(ST, RevealTask)
    sentence = table.refuses(ST, RevealTask(id_), "hidden")
    assert sentence == "What Shade did would show: take part of it back first (X4)."
    table.does(ST, GiveUpTask(id_, "shade"))
    table.does(ST, RevealTask(id_))
    other = table.opens(
        search(name="Other", dice=0, traits=("Strength",), against=("Wits",), target="shade", hidden=True)
    )
    assert "would tell of them" in table.refuses(ST, RevealTask(other), "hidden")


def test_a_revealed_task_names_nobody_hidden() -> None:
    """X4: a revealed task names no hidden target, helper or absent member."""
    table = AtWork()
    about = table.opens(search(target="shade", hidden=True))
    table.does(ST, RevealTask(about))
    assert table.task(about, WATCHER).target == ""
    helped = table.opens(search(name="Other", actors=("anna", "shade"), hidden=True))
    table.does(ST, WorkOnTask(helped, "shade"), 8, 2, 2)
    table.does(ST, GiveUpTask(helped, "shade"))
    assert "somebody unseen rolled" in table.refuses(ST, RevealTask(helped), "hidden")
    table.does(ST, WorkOnTask(helped, "anna"), 8, 2, 2)
    table.does(ST, RevealTask(helped))
    left = table.opens(search(name="Third", actors=("anna", "shade"), hidden=True))
    table.does(ST, RemoveCharacter("shade"))
    assert "What Shade did would show" in table.refuses(ST, RevealTask(left), "hidden")
    table.does(ST, GiveUpTask(left, "shade"))
    table.does(ST, RevealTask(left))
    assert table.task(left, WATCHER).sides[0].members == ("anna",)
    assert not any("shade" in repr(record) for seat in OTHERS for record in table.dump(seat))


def test_a_canary_in_a_hidden_task_is_nobodys_to_read() -> None:
    """X1: no text of a hidden task is in any record of a player, whatever the Storyteller does with the task."""
    table = AtWork()
    id_ = table.opens(hunt(name="c4n4ry", hidden=True, meaning="c4n4ry", their_label="c4n4ry"))
    table.does(ST, WorkOnTask(id_, "anna"), 8, 8, 2)
    table.does(ST, WorkOnTask(id_, "shade"), 8, 2, 2, 2, 2)
    table.does(ST, RuleTask(id_, "second", 1, "c4n4ry"))
    table.does(ST, CloseTask(id_))
    assert any("c4n4ry" in line for line in table.lines(ST))
    for seat in OTHERS:
        assert "c4n4ry" not in repr(table.dump(seat))


# Hidden and revealed again


def test_a_tally_that_was_untold_stays_so_when_its_task_is_hidden_and_revealed() -> None:
    """X2, X3, Law 1: hiding and revealing a task does not tell an untold tally; setting it does."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    assert table.tallies(id_, ST) == (4,)
    table.does(ST, RevealTask(id_))
    assert (table.tallies(id_), table.truly(id_), table.task(id_, ANNA).dark) == ((UNTOLD,), (4,), True)
    table.works(id_, "anna", 8, 2, 2)
    assert table.lines(ANNA)[-1] == "A search, round 2: only the Storyteller knows how far it is."
    table.does(ST, SetTally(id_, 5))
    assert (table.tallies(id_), table.ledger(id_)) == ((5,), None)


def test_what_was_rolled_untold_in_this_round_stays_untold_too() -> None:
    """X3: hiding and revealing a task does not tell an untold roll of the running round."""
    table = AtWork()
    id_ = table.opens(search(actors=("anna", "ben")))
    table.does(ST, ModifyNextRoll("anna", 0, "open", "", 9))
    table.works(id_, "anna", 9, 9, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, RevealTask(id_))
    assert [roll.successes for roll in table.task(id_, ANNA).rolled] == [UNTOLD]
    table.works(id_, "ben", 8, 2, 2)
    assert (table.tallies(id_), table.truly(id_)) == ((UNTOLD,), (3,))


def test_a_tally_that_was_set_while_the_task_was_hidden_is_shown() -> None:
    """G0, Law 1: a tally that the Storyteller set while the task was hidden is told at the reveal."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, SetTally(id_, 3))
    table.does(ST, RevealTask(id_))
    assert (table.tallies(id_), table.task(id_, ANNA).dark) == ((3,), False)


def test_what_a_dark_task_came_to_while_it_was_hidden_is_the_storytellers() -> None:
    """X3: if an untold task ends while hidden, players see after the reveal only that it is over, and the
    Storyteller is prompted to rule."""
    table = AtWork()
    id_ = table.opens(search())
    table.does(ST, ModifyNextRoll("anna", 2, "hidden", "help"))
    table.works(id_, "anna", 8, 8, 8, 8, 2)
    table.does(ST, HideTask(id_))
    table.does(ST, WorkOnTask(id_, "anna"), 8, 8, 8)
    assert table.ended(id_, ST) == ("met", 0, 2)
    table.does(ST, RevealTask(id_))
    assert table.ended(id_, ANNA) == ("untold", -1, 0)
    (due,) = [o for o in table.offers(ST, RuleTask) if o.urgent]
    assert due.hint == "Behind the screen, A search: Anna (degree 2)."


@pytest.mark.parametrize("kind", ["tally", "lead"])
def test_the_count_of_an_opponent_who_was_unseen_stays_untold(kind: str) -> None:
    """X2, E3: the count of a hidden opponent stays untold, even if the opponent was revealed before the task was
    revealed again."""
    table = AtWork()
    id_ = table.opens(hunt(kind=kind))
    table.works(id_, "anna", 8, 2, 2, then=(8, 8, 8, 2, 2))
    before = table.tallies(id_)
    table.does(ST, HideTask(id_))
    table.does(ST, RevealCharacter("shade"))
    table.does(ST, RevealTask(id_))
    assert table.task(id_, ANNA).sides[1].members == ("shade",)
    assert (table.tallies(id_), table.task(id_, ANNA).lead) == (before, 0)
    assert table.truly(id_) == ((1, 3) if kind == "lead" else (0, 2))


def test_the_storyteller_reads_to_what_degree_an_unseen_side_won() -> None:
    """X2, E2: only the Storyteller reads the degree by which a hidden side won."""
    table = AtWork()
    id_ = table.opens(hunt(goal=3))
    table.works(id_, "anna", 2, 2, 2, then=(8, 8, 8, 8, 2))
    assert table.ended(id_) == ("met", 1, 0)
    assert "A hunt: degree 2. The others heard only who won (X2)." in table.lines(ST)
    assert not any("degree" in line for line in table.lines(WATCHER))
