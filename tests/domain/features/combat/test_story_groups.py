"""The groups of rolls and lines in the story: what the page draws as one card."""

from __future__ import annotations

import pytest

from domain.core.audience import Seat
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.react_to_attack import Defend
from domain.features.combat.turn_commands import EndTurn, StartTurn
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line
from tests.domain.features.combat.test_hidden_fighters import ambush
from tests.domain.fight import ST, TWO, WATCHER, Fight, act, blow, stepping, struck
from tests.in_english import english, line_text


def groups(fight: Fight, who: Seat = WATCHER) -> dict[str, list[str]]:
    """Return the rolls and lines of each group that a seat has read, in words, without the records outside groups."""
    found: dict[str, list[str]] = {}
    for partition in fight.state.view(who).partitions:
        for record in partition.story.values():
            if isinstance(record, Roll | Line) and record.group:
                text = english(record.reason) if isinstance(record, Roll) else line_text(record)
                found.setdefault(record.group, []).append(text)
    return found


def test_an_attack_and_its_answer_are_one_group_across_commits() -> None:
    """C21: the attack, the defence, the damage, the soak and the wound have one group, though the attack waited for the
    defender between two commits; the lines of the turn around it have none."""
    fight = struck("dodge", hits=3)
    fight.does("bert", Defend(blow(fight).id, 0), 1, 2, 0)
    attack = ["Melee attack", "Dodge", "Melee attack: anna hits bert.", "Damage: Melee attack", "Soak"]
    assert list(groups(fight).values())[1:] == [[*attack, "bert takes 2 bashing wounds: Hurt."]]
    outside = [line_text(line) for line in fight.view(WATCHER).all(Line) if not line.group]
    assert not any("hits" in text or "wound" in text for text in outside)
    assert any("declares" in text for text in outside)


@pytest.mark.parametrize(
    ("tested", "told"),
    [
        ((1, 2), ["bert aborts an action and now declares: Dodge.", "Dodge", "Melee attack: anna misses bert."]),
        ((0, 1, 0), ["bert tries to abort an action and defend, but is too slow."]),
    ],
)
def test_an_abort_that_answers_an_attack_is_in_its_group(tested: tuple[int, ...], told: list[str]) -> None:
    """I5: who gives up an action to meet an attack does so in the group of the attack, successfully or not."""
    fight = struck()
    fight.does("bert", AbortAction("bert", "dodge", blow=blow(fight).id), *tested)
    attack = list(groups(fight).values())[1]
    assert attack[: 2 + len(told)] == ["Melee attack", "Abort the action", *told]


def test_a_wound_told_step_by_step_stays_with_its_attack() -> None:
    """C29: if the Storyteller goes through an attack step by step, the line of the wound belongs to the attack too."""
    fight = stepping(act("attack", "anna"), steps=((2,), (), (3,), (1,), ()))
    (attack,) = [texts for texts in groups(fight).values() if any("attack" in text.lower() for text in texts)]
    assert any("wound" in text for text in attack)


def test_the_initiative_of_a_turn_is_one_group() -> None:
    """I1: the initiative rolls of a turn have one group, and those of the next turn another; "Turn 1" has none."""
    fight = Fight(TWO, initiative="turn")
    fight.starts(anna=2, bert=1)
    fight.does(ST, EndTurn())
    fight.does(ST, StartTurn(), 1, 2)
    assert [len(texts) for texts in groups(fight).values()] == [2, 2]


def test_a_hidden_attack_puts_nothing_into_a_group_of_the_table() -> None:
    """X4: the wound of a hidden attack has no group for players; the Storyteller sees its rolls as one group."""
    fight = ambush()
    fight.acts("anna")
    before = groups(fight)
    fight.acts("ghost", 2, 3, 1)
    assert groups(fight) == before
    assert max(len(texts) for texts in groups(fight, ST).values()) >= 3
