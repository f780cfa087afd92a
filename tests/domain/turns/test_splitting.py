"""Several actions in one turn: who may, and at what price (M1, M2, M4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.command import Refusal
from domain.features.actions import Action
from domain.features.declaring import DeclareAction
from domain.splitting import cuts, split
from tests.domain.fight import Fight, act

POOLS = st.lists(st.integers(-3, 12), min_size=2, max_size=6)


@given(POOLS, st.data())
def test_a_split_never_exceeds_its_pool(pools: list[int], data: st.DataObject) -> None:
    """M2: what is shared out is never more than the smallest pool, and at least one die each."""
    shares = data.draw(st.lists(st.integers(0, 6), min_size=len(pools), max_size=len(pools)).filter(any))
    if min(shares) < 1 or sum(shares) > min(pools):
        with pytest.raises(Refusal, match="M2"):
            split("share", pools, shares)
    else:
        assert split("share", pools, shares) == tuple(shares)


@given(POOLS)
def test_subtraction_takes_n_then_n_plus_one(pools: list[int]) -> None:
    """M1: of N actions the first pool loses N dice, the second N + 1, and so on."""
    n = len(pools)
    assert split("subtract", pools, [0] * n) == tuple(pool - (n + i) for i, pool in enumerate(pools))


def test_one_action_loses_nothing() -> None:
    """M4: one action a turn has its full pool, whatever the rules."""
    assert cuts("subtract", 1) == (0,)
    assert split("share", [5], [0]) == split("subtract", [5], [0]) == split("none", [5], [0]) == (5,)


BRAWL = """
    anna  Strength 3 Melee 2 Unarmed 1 Dexterity 2 Dodge 2 Athletics 2 Intuition 1 Brawl 2 +knife Endurance 2
    bert  Strength 2 Brawl 1 Unarmed 1 Dexterity 2 Dodge 2 Intuition 1 +knife
"""


@pytest.mark.parametrize(
    ("rules", "actions", "sentence"),
    [
        ("nightfall", (act("attack", "bert", dice=3), act("dodge", dice=2)), "(M2)"),
        ("nightfall", (act("attack", "bert", dice=4), act("dodge")), "(M2)"),
        ("storytelling", (act("attack", "bert"), act("dodge")), "(M4)"),
        ("v20", (act("attack", "bert"), act("dodge"), act("parry")), "(M1, M2)"),
    ],
)
def test_what_the_pools_do_not_pay_for_is_refused(rules: str, actions: tuple[Action, ...], sentence: str) -> None:
    """M1, M2, M4: the refusal names the rule, and the limit that was passed."""
    fight = Fight(BRAWL.replace("Unarmed 1", "Unarmed 0"), rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0)
    assert sentence in fight.refused("anna", DeclareAction("anna", actions))


def test_shared_dice_are_rolled_as_declared() -> None:
    """M2: a pool of four, three to the attack and one to the dodge."""
    fight = Fight(BRAWL, declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1))
    fight.declares("bert")
    fight.acts("anna", 0)
    attack = fight.rolls()[-1]
    assert (attack.reason, attack.pool) == ("Melee attack", 3)
    assert attack.parts == (("Strength", 3), ("Unarmed", 1), ("split", -1))


def test_subtracted_dice_are_rolled_as_declared() -> None:
    """M1: of two actions the first rolls two dice less."""
    fight = Fight(BRAWL, rules="v20", declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert", weapon="knife"), act("dodge"))
    fight.declares("bert")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 3


def test_a_wound_after_the_split_comes_off_each_share() -> None:
    """M2, C29: wounds come before the sharing; one that comes later takes its dice from what was shared out."""
    fight = Fight(BRAWL, declare="any-order")
    fight.starts(anna=0, bert=1)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1))
    fight.declares("bert", act("attack", "anna", weapon="knife"))
    fight.acts("bert", 2, 0, 2)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 2


def test_what_rolls_nothing_neither_pays_nor_makes_others_pay() -> None:
    """M1: a deed without a pool beside an attack leaves the attack its whole pool."""
    fight = Fight(BRAWL, rules="v20", declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("free", text="shouts"), act("attack", "bert", weapon="knife"))
    fight.declares("bert")
    fight.acts("anna")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 5
