"""A turn: all declare, all act, some change or abort (I2 to I5, T1).

Long because declaring, acting, changing and aborting are parts of the same turn, and many tests go through several
of them.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import Seat
from domain.core.option import Option
from domain.features.actions.declaration import Declaration
from domain.features.characters.character import sheet
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import BeginActing, EndTurn, LeaveTurns, StartTurn, StartTurns
from domain.features.combat.yield_slot import Yield
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.table.turn import Turn
from domain.options import options
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.domain.filled_form import filled
from tests.in_english import english

THREE = """
    anna  Intuition 2 Dexterity 3 Dodge 2 Strength 3 Unarmed 2 Endurance 2 Fate:2
    bert  Intuition 2 Dexterity 2 Dodge 1 Strength 4 Unarmed 2 Endurance 3
    cora  Intuition 3 Dexterity 2 Dodge 2 Strength 2 Unarmed 1 Endurance 2
"""


def three(**switches: str) -> Fight:
    """A fight in which Bert is the fastest, then Cora, then Anna."""
    fight = Fight(THREE, **switches)
    fight.starts(anna=1, bert=3, cora=2)
    return fight


def test_a_whole_turn() -> None:
    """I2, I3, I5: the slowest declares first; Bert yields, Anna aborts in time, Cora does not."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora", act("attack", "anna"))
    fight.declares("bert", act("attack", "cora"))
    assert fight.now == "bert"
    fight.does("bert", Yield("bert"))
    assert fight.now == "cora"
    fight.does("anna", AbortAction("anna", "dodge"), 2)
    fight.acts("cora", 2, 1, 1, 1)  # 2 successes to hit, 1 to dodge; 1 level, which is soaked
    assert fight.now == "bert", "Anna's only action was the dodge: her slot is over"
    assert "before it has begun to act" in fight.refused("cora", AbortAction("cora", "dodge"))
    fight.acts("bert", 1, 3, 1)
    assert fight.now == "over"
    assert fight.story() == [
        "Turn 1.",
        "Anna declares: Melee attack on Bert.",
        "Cora declares: Melee attack on Anna.",
        "Bert declares: Melee attack on Cora.",
        "Bert lets the others go first.",
        "Anna aborts an action and now declares: Dodge.",
        "Melee attack: Cora hits Anna.",
        "No wound for Anna.",
        "Melee attack: Bert hits Cora.",
        "Cora takes 2 bashing wounds: Hurt.",
    ]


def test_who_is_out_aborts_nothing() -> None:
    """C29, D14, I5: a character that is out cannot abort, and the refusal names that reason."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, SetHealth("anna", lethal=7))
    assert fight.refused("anna", AbortAction("anna", "dodge")) == (
        "anna is incapacitated: even reflexes and acts of will are impossible (D14)."
    )
    assert not fight.offers("anna", AbortAction)


def test_an_abort_that_fails_leaves_the_action_and_no_second_try() -> None:
    """I5: a failed abort leaves the action as declared, and a turn has only one try."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora")
    fight.declares("bert", act("attack", "anna"))
    fight.does("anna", AbortAction("anna", "dodge"), 0)
    assert "already tried to abort in this turn" in fight.refused("anna", AbortAction("anna", "dodge"))
    fight.acts("bert", 1, 2, 0)  # nobody dodges
    fight.acts("cora")
    fight.acts("anna", 0)
    assert "Melee attack: Anna misses Bert." in fight.story()


BARE = """
    anna  {trait} 2 Dexterity 2 Strength 5 Unarmed 4 Brawl 4 Dodge 5 Athletics 5 Fate:2 Willpower:2
    bert  Wits 1 Intuition 1 Composure 1 Dexterity 1
"""
"""Wounded as she is, Anna has dice for a defence, but none for the test to abort or to change."""


def bare(rules: str, emptied: Command) -> Fight:
    """Anna has declared an attack, and has no dice left for the test."""
    trait = {"nightfall": "Intuition", "revised": "Wits", "storytelling": "Composure"}[rules]
    fight = Fight(BARE.format(trait=trait), rules=rules)
    fight.starts(anna=4, bert=0)
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, emptied)
    return fight


EMPTIED = [SetHealth("anna", lethal=6), ModifyNextRoll("anna", dice=-5, kind="reflex")]


@pytest.mark.parametrize("rules", ["nightfall", "revised"])
@pytest.mark.parametrize("emptied", EMPTIED)
def test_no_abort_is_tried_without_dice(rules: str, emptied: Command) -> None:
    """D19, I5: an abort test without dice is refused and not offered, and does not use up the turn's try."""
    fight = bare(rules, emptied)
    assert not fight.offers("anna", AbortAction)
    assert "No dice are left" in fight.refused("anna", AbortAction("anna", "dodge"))
    fight.does(ST, SetHealth("anna", lethal=0))
    fight.does(ST, ModifyNextRoll("anna", dice=6, kind="reflex"))
    fight.does("anna", AbortAction("anna", "dodge"), 1)


@pytest.mark.parametrize("rules", ["nightfall", "revised"])
@pytest.mark.parametrize("emptied", EMPTIED)
def test_no_mind_is_changed_without_dice(rules: str, emptied: Command) -> None:
    """D19, I4: a change whose test has no dice is refused and costs no point."""
    fight = bare(rules, emptied)
    assert not [o for o in fight.offers("anna", ChangeAction) if o.label == "Change to: Something else"]
    assert "No dice are left" in fight.refused("anna", ChangeAction("anna", act("free", text="talks")))
    fight.does(ST, SetHealth("anna", lethal=0))
    fight.does(ST, ModifyNextRoll("anna", dice=6, kind="reflex"))
    fight.does("anna", ChangeAction("anna", act("free", text="talks")), 1)


@pytest.mark.parametrize("emptied", EMPTIED)
def test_a_chance_die_is_enough_to_abort_and_to_change(emptied: Command) -> None:
    """S5: under rules with a chance die, the tests to abort and to change may use it."""
    fight = bare("storytelling", emptied)
    assert fight.offers("anna", AbortAction)
    fight.does("anna", AbortAction("anna", "dodge"), 0)
    fight.does("anna", ChangeAction("anna", act("free", text="talks")), 0)


def test_a_ruling_that_waits_keeps_nobody_from_a_hidden_abort() -> None:
    """D19, I2: a waiting open modifier does not apply to a hidden abort test, and cannot prevent it."""
    fight = Fight(THREE, declarations="hidden", declare="any-order")
    fight.starts(anna=1, bert=3, cora=2)
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, ModifyNextRoll("anna", dice=-6))
    fight.does("anna", AbortAction("anna", "dodge"), 5)


def test_an_abort_needs_dice_to_defend_with() -> None:
    """I5, M2: an action without a roll has no dice for a defence beside an attack with the whole pool; the attack
    may be aborted."""
    fight = three()
    fight.declares("anna", act("free", text="shouts"), act("attack", "bert"))
    assert "has no dice, so its replacement gets none" in fight.refused("anna", AbortAction("anna", "dodge", 0))
    assert [offer.inputs[0].default for offer in fight.offers("anna", AbortAction)] == ["1"]
    fight.does("anna", AbortAction("anna", "dodge", 1), 1)
    assert fight.story()[-1] == "Anna aborts an action and now declares: Something else (shouts), then Dodge."


def test_the_slowest_declares_first() -> None:
    """I2: under `lowest-first` faster characters wait, and the refusal names the character to declare."""
    fight = three()
    assert "Wait until anna has declared (I2)" in fight.refused("bert", DeclareAction("bert"))
    fight.declares("anna")
    assert "Wait until cora has declared" in fight.refused("bert", DeclareAction("bert"))


def test_any_order_of_declaring() -> None:
    """I2: under `any-order` characters declare in any order; acting begins when all have declared."""
    fight = three(declare="any-order")
    fight.all_pass("bert", "anna")
    assert fight.now == "declaring"
    fight.declares("cora")
    assert fight.now == "bert"


def test_nobody_declares_twice_or_out_of_turn() -> None:
    """I2: a character declares once, and acts only on its own slot."""
    fight = three()
    fight.declares("anna")
    assert "This character has declared already" in fight.refused("anna", DeclareAction("anna"))
    assert "not yours" in fight.refused("anna", DeclareAction("cora"))
    fight.all_pass("cora", "bert")
    assert "bert acts now" in fight.refused("anna", TakeAction("anna"))


def test_the_table_goes_on_without_the_absent() -> None:
    """G0: when the Storyteller begins the acting, a character without a declaration may declare until its slot, and
    is prompted when its slot comes."""
    fight = three()
    fight.does(ST, BeginActing())
    assert fight.now == "bert"
    asked = {name: {option.urgent for option in fight.offers(name, DeclareAction)} for name in ("anna", "bert", "cora")}
    assert asked == {"anna": {False}, "bert": {True}, "cora": {False}}
    fight.declares("cora", act("free", text="runs"))
    assert fight.now == "bert"
    fight.acts("bert")
    fight.acts("cora")
    assert fight.story()[-2:] == ["Bert does nothing.", "Cora: runs"]


def test_if_all_yield_the_turn_ends_empty() -> None:
    """I3: if all yield, the turn is over."""
    fight = three()
    fight.all_pass("anna", "cora", "bert")
    for name in ("bert", "cora", "anna"):
        fight.does(name, Yield(name))
    assert fight.now == "over"


def test_a_yielded_turn_returns_when_the_others_can_no_longer_act() -> None:
    """I3: Bert and Cora yield to Anna; she is out before she acts, so their slots return. If all had yielded, the
    turn would have ended empty."""
    fight = three()
    fight.all_pass("anna", "cora", "bert")
    fight.does("bert", Yield("bert"))
    fight.does("cora", Yield("cora"))
    fight.does(ST, SetHealth("anna", lethal=7))
    assert fight.now == "bert"
    fight.acts("bert")
    fight.acts("cora")
    assert fight.now == "over"


def test_the_yielded_come_last_in_initiative_order() -> None:
    """I3: characters that yielded act last, the highest initiative first, and cannot yield again."""
    fight = three()
    fight.all_pass("anna", "cora", "bert")
    fight.does("bert", Yield("bert"))
    fight.does("cora", Yield("cora"))
    fight.acts("anna")
    assert fight.now == "bert"
    assert "Act now or pass (I3)" in fight.refused("bert", Yield("bert"))
    fight.acts("bert")
    fight.acts("cora")
    assert fight.now == "over"


def test_changing_an_action_costs_fate_and_a_split() -> None:
    """I4: a test of 5 dice and a dodge of 5 share five dice: two for the test, three for the dodge."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("cora", "bert")
    fight.acts("bert")
    fight.acts("cora")
    change = ChangeAction("anna", act("dodge", dice=3), 2)
    assert "(M2)" in fight.refused("anna", ChangeAction("anna", act("dodge", dice=4), 2))
    fight.does("anna", change, 1)
    assert fight.rolls()[-1].pool == 2
    assert sheet(fight.view("anna"), "anna").points("Fate") == 1
    assert fight.full.get(Declaration, "anna") == Declaration("anna", (act("dodge", dice=3),), (2,), (0,))
    assert fight.story()[-1] == "Anna changes to: Dodge (3 dice)."


def test_what_nobody_shares_out_is_divided_evenly_when_a_mind_is_changed() -> None:
    """I4, M2: without named shares the five dice split evenly: a test of three and a dodge of two."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("cora", "bert")
    fight.acts("bert")
    fight.acts("cora")
    (offer,) = [o for o in fight.offers("anna", ChangeAction) if o.label == "Change to: Dodge"]
    assert [(i.name, i.least, i.default) for i in offer.inputs if i.name in ("test", "dice")] == [
        ("test", 0, ""), ("dice", 0, "0"),
    ]  # fmt: skip
    assert (
        english(ChangeAction("anna", act("dodge")).in_words(fight.view("anna"))) == "2 actions from 5 dice: 3 + 2 (M2)."
    )
    fight.does("anna", ChangeAction("anna", act("dodge")), 1)
    assert fight.rolls()[-1].pool == 3
    assert fight.story()[-1] == "Anna changes to: Dodge (2 dice)."


def test_a_failed_change_keeps_the_declaration_and_the_dice() -> None:
    """I4: a failed change leaves the old declaration with all its dice, and the Fate is spent."""
    fight = three()
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("cora", "bert")
    fight.acts("bert")
    fight.acts("cora")
    fight.does("anna", ChangeAction("anna", act("dodge", dice=3), 2), 0)
    assert sheet(fight.view("anna"), "anna").points("Fate") == 1
    fight.acts("anna", 0)
    assert (fight.rolls()[-1].reason, fight.rolls()[-1].pool) == ("Melee attack", 5)


def test_changing_needs_fate_and_the_own_slot() -> None:
    """I4: a change is possible only on the own slot, and needs a point of Fate."""
    fight = three()
    for name in ("anna", "cora", "bert"):
        fight.declares(name, act("free", text="looks around"))
    assert "acts" in fight.refused("anna", ChangeAction("anna", act("dodge")))
    assert "has only 0 Fate and cannot spend 1 (I4)" in fight.refused("bert", ChangeAction("bert", act("dodge")))
    assert not fight.offers("bert", ChangeAction)


@pytest.mark.parametrize("rules", ["revised", "v20", "storytelling"])
def test_other_rules_pay_for_a_change_with_willpower(rules: str) -> None:
    """I4: in rule sets without Fate, a change costs Willpower and tests the initiative traits."""
    fight = Fight(
        "anna Dexterity 3 Wits 3 Composure 3 Dodge 3 Athletics 3 Willpower:2\n bert Wits 1 Dexterity 1", rules=rules
    )
    fight.starts(anna=1, bert=0)
    fight.declares("bert")
    fight.declares("anna", act("free", text="waits"))
    fight.does("anna", ChangeAction("anna", act("dodge")), 1)
    assert sheet(fight.view("anna"), "anna").points("Willpower") == 1


def test_turns_may_advance_by_themselves() -> None:
    """T1: under `turns: automatic` the next turn begins when all have acted; otherwise it waits for the Storyteller."""
    for switch, now in (("automatic", (2, "declaring")), ("storyteller", (1, "over"))):
        fight = three(turns=switch)
        fight.all_pass("anna", "cora", "bert")
        for name in ("bert", "cora", "anna"):
            fight.acts(name)
        turn = fight.full.get(Turn, "turn")
        assert turn is not None
        assert (turn.number, turn.phase) == now


def test_initiative_may_hold_for_a_turn_only() -> None:
    """I1: under `initiative: turn` each turn begins with new initiative rolls, new slots and no declarations."""
    fight = three(initiative="turn")
    fight.declares("anna", act("dodge"))
    fight.does(ST, StartTurn(), 3, 2, 1)
    assert fight.order() == "anna bert cora"
    assert fight.full.get(Declaration, "anna") is None


def test_the_incapacitated_and_the_absent_are_not_waited_for() -> None:
    """C29: the table does not wait for a character that is out or takes no part."""
    fight = three()
    fight.does(ST, SetHealth("anna", lethal=7))
    fight.does(ST, LeaveTurns("cora"))
    fight.declares("bert")
    assert fight.now == "bert"
    fight.acts("bert")
    assert fight.now == "over"


def test_only_the_storyteller_keeps_turns() -> None:
    """T1: players cannot start or end turns, and are not offered to."""
    fight = three()
    for command in (StartTurns(), StartTurn(), EndTurn(), BeginActing()):
        assert "Only the Storyteller" in fight.refused("anna", command)
        assert not fight.offers("anna", type(command))
    assert "running already" in fight.refused(ST, StartTurns())


def feature(option: Option) -> str:
    """Return the file that an option's command is in."""
    return catalogue().commands[option.command].__module__.rpartition(".")[2]


OURS = (
    "turnkeeping", "initiative", "declaring", "taking", "yielding", "changing", "aborting", "grappling", "wounding",
    "moving", "reacting", "break_free",
)  # fmt: skip


@pytest.mark.parametrize("rules", ["nightfall", "revised", "v20", "storytelling"])
@given(steps=st.lists(st.tuples(st.sampled_from(["ANNA", "BERT", "st"]), st.integers(0, 999)), max_size=25))
def test_what_is_offered_is_accepted(rules: str, steps: list[tuple[str, int]]) -> None:
    """I2 to I5, C7: in every situation an option with its first choices is accepted; overriding dice is left out,
    because it needs a value, and a change (I4) gets a new text."""
    cast = THREE + "ghost hidden Intuition 1 Dexterity 1 Wits 1 Strength 2 Brawl 1"
    fight = Fight(cast.replace("Fate:2", "Fate:2 Willpower:2"), rules=rules, declare="any-order", reactions="ask")
    for step, (name, number) in enumerate(steps):
        who = ST if name == "st" else Seat(name, "player")
        offered = [
            option for option in options(fight.view(who)) if feature(option) in OURS and option.command != "RuleBlow"
        ]
        if offered:
            command = filled(offered[number % len(offered)])
            if isinstance(command, ChangeAction):
                command = replace(command, action=replace(command.action, text=f"otherwise, for the {step}. time"))
            fight.must(who, command)


def test_what_is_offered_is_legal_and_urgent_when_awaited() -> None:
    """I2: the page gets an option for each manoeuvre of the character to declare, and the urgent action on its slot."""
    fight = three()
    fight.arms("anna", "club")
    assert {option.actor for option in fight.offers(ST, DeclareAction)} == {"anna"}
    offered = {option.label.partition(" (")[0]: option for option in fight.offers("anna", DeclareAction)}
    assert {"Do nothing", "Melee attack", "Dodge", "Block", "Parry", "Clinch", "Hold", "Something else"} <= set(offered)
    attack = offered["Clinch"]
    assert attack.urgent
    assert [wanted.name for wanted in attack.inputs[:4]] == ["manoeuvre", "targets", "traits", "dice"]
    assert attack.inputs[0].choices[0].value == "clinch"
    assert [choice.label for choice in attack.inputs[1].choices] == ["Bert", "Cora"]
    assert attack.inputs[2].choices[0].hint == "5 dice, not yet counting the target’s modifiers"
    assert not fight.offers(WATCHER, DeclareAction)
    fight.declares("anna", act("attack", "bert"))
    fight.all_pass("cora", "bert")
    (take,) = fight.offers("bert", TakeAction)
    assert (take.label, take.urgent) == ("Pass (I2)", True)
    (abort,) = fight.offers("anna", AbortAction)
    assert [choice.value for choice in abort.inputs[1].choices] == ["block", "dodge", "parry"]
