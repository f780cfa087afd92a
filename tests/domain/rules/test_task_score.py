"""The arithmetic of longer and opposed tasks, and its laws."""

from hypothesis import given
from hypothesis import strategies as st

from domain.rules.task_score import NOBODY, Effort, OnBotch, advance, compare, reached, together
from domain.rules.task_terms import Against, Step, TaskKind, step
from tests.in_english import english

EFFORTS = st.builds(lambda n, botched: Effort(0 if botched else n, botched), st.integers(0, 8), st.booleans())
PAIRS = st.tuples(EFFORTS, EFFORTS)
TALLIES = st.tuples(st.integers(0, 20), st.integers(0, 20))
CONTESTS: st.SearchStrategy[TaskKind] = st.sampled_from(["resisted", "tally", "lead"])
POLICIES: st.SearchStrategy[OnBotch] = st.sampled_from(["restart", "fail", "continue"])


def other(side: int) -> int:
    """Return the opposite side; NOBODY stays NOBODY."""
    return side if side == NOBODY else 1 - side


def test_successes_add_up_towards_a_goal() -> None:
    """E1: successes add up; at the goal the degree is 1 plus the excess."""
    assert advance("extended", [3], [Effort(2)], "restart").tallies == (5,)
    assert reached("extended", [6], [5]) is None
    assert reached("extended", [6], [6]) == (0, 1)
    assert reached("extended", [6], [9]) == (0, 4)
    assert reached("extended", [0], [9]) is None


def test_a_botch_restarts_or_leaves_the_tally() -> None:
    """E1: a botch empties the tally under `restart`, and leaves it under `continue` and `fail`."""
    botch = Effort(0, botched=True)
    assert advance("extended", [4], [botch], "restart").tallies == (0,)
    assert advance("extended", [4], [botch], "continue").tallies == (4,)
    assert advance("extended", [4], [botch], "fail").tallies == (4,)


def test_the_higher_count_wins_by_the_margin() -> None:
    """E2: only the margin counts; a tie has no winner."""
    assert compare([4, 1]) == (0, 3)
    assert compare([1, 4]) == (1, 3)
    assert compare([2, 2]) == (NOBODY, 0)
    assert advance("resisted", [0, 0], [Effort(4), Effort(1)], "restart") == ((3, 0), 0, 3)


def test_a_margin_goes_to_its_winner() -> None:
    """E3, `tally`: the winner of a round gains its margin; the first side at its own goal wins."""
    assert advance("tally", [2, 3], [Effort(1), Effort(4)], "restart").tallies == (2, 6)
    assert reached("tally", [3, 7], [2, 6]) is None
    assert reached("tally", [3, 6], [2, 6]) == (1, 1)
    assert reached("tally", [2, 7], [4, 6]) == (0, 3)


def test_a_lead_is_between_running_totals() -> None:
    """E3, `lead`: raw successes add up on both sides; the first to lead by its own goal wins."""
    assert advance("lead", [2, 3], [Effort(1), Effort(4)], "restart").tallies == (3, 7)
    assert reached("lead", [5, 5], [3, 7]) is None
    assert reached("lead", [5, 3], [3, 7]) == (1, 2)
    assert reached("lead", [5, 9], [3, 7]) is None


def test_a_botcher_loses_its_own_tally_only() -> None:
    """E3: `restart` empties only the botcher's tally, and the opponent's round counts."""
    botched = [Effort(0, botched=True), Effort(2)]
    assert advance("tally", [4, 1], botched, "restart").tallies == (0, 3)
    assert advance("lead", [4, 1], botched, "restart").tallies == (0, 3)
    assert advance("lead", [4, 1], botched, "continue").tallies == (4, 3)


def test_those_who_work_together_add_their_successes() -> None:
    """E4: successes of a team add up; a botch spoils the round, or is ignored."""
    team = [Effort(2), Effort(0), Effort(3)]
    assert together(team, spoils=True) == (5, False)
    assert together([*team, Effort(0, botched=True)], spoils=True) == (0, True)
    assert together([*team, Effort(0, botched=True)], spoils=False) == (5, False)
    assert together([Effort(0, botched=True)], spoils=False) == (0, True)
    assert together([], spoils=True) == (0, False)


@given(CONTESTS, TALLIES, PAIRS, POLICIES)
def test_sides_are_alike(kind: TaskKind, tallies: tuple[int, int], efforts: tuple[Effort, Effort], p: OnBotch) -> None:
    """E2, E3: swapping the sides swaps the result."""
    there = advance(kind, tallies, efforts, p)
    back = advance(kind, tallies[::-1], efforts[::-1], p)
    assert (back.tallies[::-1], other(back.winner), back.margin) == there


@given(CONTESTS, st.tuples(st.integers(1, 9), st.integers(1, 9)), TALLIES)
def test_goals_are_alike(kind: TaskKind, goals: tuple[int, int], tallies: tuple[int, int]) -> None:
    """E3: swapping the goals with the tallies swaps the winner; an equal lead belongs to no side."""
    there, back = reached(kind, goals, tallies), reached(kind, goals[::-1], tallies[::-1])
    if there is None or back is None:
        assert there is back
    elif (goals[0] - tallies[0]) != (goals[1] - tallies[1]) or kind == "lead":
        assert (other(back.winner), back.degree) == there


@given(st.lists(PAIRS, max_size=60), st.integers(1, 12), st.integers(1, 12))
def test_a_tally_is_reached_once_and_by_one(rounds: list[tuple[Effort, Effort]], one: int, two: int) -> None:
    """E3, `tally`: only the winner of a round gains, so at most a single side reaches its goal in it, by the sum of
    its margins."""
    tallies: tuple[int, ...] = (0, 0)
    for efforts in rounds:
        before, made = tallies, advance("tally", tallies, efforts, "continue")
        tallies = made.tallies
        changed = [side for side in (0, 1) if tallies[side] != before[side]]
        assert changed == ([made.winner] if made.margin else [])
        end = reached("tally", [one, two], tallies)
        if end is not None:
            assert end == (made.winner, 1 + tallies[made.winner] - (one, two)[made.winner])
            return
        assert tallies[0] < one
        assert tallies[1] < two


@given(st.lists(PAIRS, max_size=40))
def test_a_lead_is_the_sum_of_the_margins(rounds: list[tuple[Effort, Effort]]) -> None:
    """E3, `lead`: if no tally is emptied, the lead is the sum of the margins."""
    tallies: tuple[int, ...] = (0, 0)
    lead = 0
    for efforts in rounds:
        made = advance("lead", tallies, efforts, "continue")
        tallies = made.tallies
        lead += made.margin if made.winner == 0 else -made.margin
    assert tallies[0] - tallies[1] == lead


@given(st.lists(EFFORTS, max_size=6))
def test_a_team_may_roll_in_any_order(efforts: list[Effort]) -> None:
    """E4: the order of a team's rolls makes no difference."""
    for spoils in (True, False):
        assert together(efforts, spoils=spoils) == together(sorted(efforts), spoils=spoils)


def test_a_script_walks_its_steps() -> None:
    """E3: a script has each step for its number of rounds, and the last step for ever; an empty script leaves the
    choice to the roller."""
    steps = (Step(("Charisma",)), Step(("Wits",), rounds=2), Step(("Manipulation",)))
    assert [step(steps, n).traits[0] for n in range(6)] == [
        "Charisma", "Wits", "Wits", "Manipulation", "Manipulation", "Manipulation",
    ]  # fmt: skip
    assert step((), 3) == Step()


def test_a_step_in_words() -> None:
    """D18, E3: a step is described by its pool and its difficulty."""
    opening = Step(("Charisma", "Expression"), against=Against(("Wits",), 3))
    assert english(opening.in_words) == "Charisma + Expression against Wits + 3"
    assert english(Step(("Wits",), difficulty=7).in_words) == "Wits, difficulty 7"
    assert english(Step(dice=4).in_words) == "4 dice"
    assert english(Step().in_words) == "your choice"
