"""Several actions in one turn: their limits and their price (M1 to M4)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from domain.core.refusal import Refusal
from domain.core.words import NO_WORDS, as_it_was
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_pools import full_pool
from domain.features.actions.declaration import Declaration, Declared, dice_now
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.rolls.pools import size
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.table.settings import rules_of
from domain.manoeuvres.hold import Hold
from domain.records.bearing import Bearing
from domain.rules.action_dice import cuts, explained, foreseen, split
from domain.rules.declared_action import Action
from domain.rules.rule_types import Split
from tests.domain.features.actions.brawl import BRAWL, SWIFT, brawl
from tests.domain.fight import ST, Fight, act
from tests.in_english import english

POOLS = st.lists(st.integers(-3, 12), min_size=2, max_size=6)


@given(POOLS, st.data())
def test_a_split_never_exceeds_its_pool(pools: list[int], data: st.DataObject) -> None:
    """M2: the shares together never exceed the smallest pool, and each share is at least one die."""
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
    """M4: a single action in a turn has its full pool under every rule set."""
    assert cuts("subtract", 1) == (0,)
    assert split("share", [5], [0]) == split("subtract", [5], [0]) == split("none", [5], [0]) == (5,)


@given(POOLS)
def test_what_nobody_shares_out_is_divided_evenly(pools: list[int]) -> None:
    """M2: without named shares, several actions split the smallest pool evenly, the first ones with the odd dice;
    the split is refused if an action would get no die."""
    if min(pools) < len(pools):
        with pytest.raises(Refusal, match="M2"):
            split("share", pools, [0] * len(pools))
        return
    dice = split("share", pools, [0] * len(pools))
    assert sum(dice) == min(pools)
    assert max(dice) - min(dice) <= 1
    assert list(dice) == sorted(dice, reverse=True)


def test_two_actions_as_the_form_has_them_are_split_evenly() -> None:
    """M2: the default of 0 for all shares is a legal declaration; the form states the split beforehand, and the
    story states the dice of each action."""
    fight = brawl()
    both = DeclareAction("anna", (act("attack", "bert"), act("dodge")))
    assert english(both.in_words(fight.view("anna"))) == "2 actions from 4 dice: 2 + 2 (M2)."
    assert DeclareAction("anna", (act("dodge"),)).in_words(fight.view("anna")) == NO_WORDS
    fight.does("anna", both)
    assert fight.story()[-1] == "Anna declares: Melee attack on Bert (2 dice), then Dodge (2 dice)."


@pytest.mark.parametrize(
    ("kind", "pools", "dice", "words"),
    [
        ("share", (7, 9, 8), (3, 2, 2), "3 actions from 7 dice: 3 + 2 + 2"),
        ("share", (1, 4), (1, 1), "2 actions from 1 die: 1 + 1"),
        ("subtract", (6, 5), (4, 2), "2 actions: 6 − 2 = 4, then 5 − 3 = 2"),
        ("subtract", (4,), (4,), "1 action: 4"),
    ],
)
def test_a_split_explains_itself(kind: Split, pools: tuple[int, ...], dice: tuple[int, ...], words: str) -> None:
    """M1, M2: a split says in words how many dice each action has."""
    assert english(explained(kind, pools, dice)) == words


@pytest.mark.parametrize(
    ("kind", "pool", "words"),
    [
        ("subtract", 7, "as one of 2 actions: 5, 4; as one of 3 actions: 4, 3, 2"),
        ("subtract", 3, "as one of 2 actions: 1"),
        ("subtract", 2, ""),
        ("share", 7, ""),
        ("none", 7, ""),
    ],
)
def test_what_a_pool_would_come_to_is_foreseen(kind: Split, pool: int, words: str) -> None:
    """M1: before a declaration, a pool states its dice as the first, second or third of several actions."""
    assert english(foreseen(kind, pool)) == words


@pytest.mark.parametrize(
    ("rules", "actions", "sentence"),
    [
        (
            "nightfall",
            (act("attack", "bert", dice=3), act("dodge", dice=2)),
            "2 actions from 3 dice: 3 + 2 = 5, 2 too many. Share fewer dice (M2)",
        ),
        (
            "nightfall",
            (act("attack", "bert", dice=4), act("dodge")),
            "2 actions from 3 dice: 4 + 0. Give each action at least 1 die (M2)",
        ),
        ("storytelling", (act("attack", "bert"), act("dodge")), "(M4)"),
        (
            "v20",
            (act("attack", "bert"), act("dodge"), act("parry")),
            "4 − 4 = 0, then 4 − 5 = −1. An action that has no dice left",
        ),
    ],
)
def test_what_the_pools_do_not_pay_for_is_refused(rules: str, actions: tuple[Action, ...], sentence: str) -> None:
    """M1, M2, M4: the refusal names the rule and the limit that was exceeded."""
    fight = Fight(BRAWL.replace("Unarmed 1", "Unarmed 0"), rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0)
    assert sentence in fight.refused("anna", DeclareAction("anna", actions))


@pytest.mark.parametrize(("rules", "rule"), [("v20", "M1"), ("revised", "M1"), ("storytelling", "M1")])
def test_shares_are_named_only_where_dice_are_shared(rules: str, rule: str) -> None:
    """M1, M4: under rule sets without shared dice, a named share is refused."""
    fight = Fight(BRAWL, rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0)
    assert rule in fight.refused("anna", DeclareAction("anna", (act("attack", "bert", dice=3),)))


def test_what_rolls_nothing_takes_no_share() -> None:
    """M2: only an action with a roll has a share; a free action has a share only if it names a trait."""
    fight = brawl()
    assert "rolls no dice" in fight.refused("anna", DeclareAction("anna", (act("free", text="shouts", dice=1),)))
    (free,) = [offer for offer in fight.offers("anna", DeclareAction) if offer.label == "Something else (C30)"]
    assert "dice" in {wanted.name for wanted in free.inputs}
    climbs = act("free", text="climbs", dice=2, first="Dexterity", second="Athletics")
    fight.declares("anna", climbs, act("dodge", dice=2))
    assert fight.story()[-1] == "Anna declares: Something else (2 dice, climbs), then Dodge (2 dice)."


def test_what_a_manoeuvre_itself_takes_comes_off_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """M2: a manoeuvre's own penalty comes off its share after the split; a share of 0 is refused, with the numbers."""
    monkeypatch.setattr(Hold, "modifier", -2)
    fight = brawl()
    few = (act("hold", "bert", dice=2), act("dodge", dice=2))
    assert fight.refused("anna", DeclareAction("anna", few)) == (
        "2 actions from 4 dice: 2 + 2. Modifiers cost Hold 2 dice: give this action more dice (M2)."
    )
    (offer,) = [offer for offer in fight.offers("anna", DeclareAction) if offer.label == "Hold (C9)"]
    assert [i.label for i in offer.inputs if i.name == "dice"] == [
        "Dice for this action, before its −2 (0: split evenly) (M2)"
    ]
    assert [i.choices[0].hint for i in offer.inputs if i.name == "traits"] == [
        "3 dice, not yet counting the target’s modifiers"
    ]
    fight.declares("anna", act("hold", "bert", dice=3), act("dodge", dice=1))
    fight.declares("bert")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 1


@pytest.fixture
def thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make holds ranged attacks, like thrown nets."""
    monkeypatch.setattr(Hold, "reach", "ranged")


@pytest.mark.usefixtures("thrown")
@pytest.mark.parametrize(("most", "shots"), [(3, 3), (4, 4)])
def test_so_many_shares_of_a_ranged_attack_against_one_target(most: int, shots: int) -> None:
    """M2, known disagreement 5: the house rule `shares` sets how many shares may go against the same target: 3 or 4."""
    fight = brawl("Strength 5 Brawl 3")
    if most != 3:
        fight.does(ST, ChangeHouseRules(numbers=(("shares", most),)))
    shot = act("hold", "bert", dice=1)
    sentence = fight.refused("anna", DeclareAction("anna", (shot,) * (shots + 1)))
    assert sentence == f"{shots + 1} ranged attacks on bert are too many: declare at most {most} (M2)."
    fight.declares("anna", *(shot,) * shots, act("hold", "carl", dice=1))


@pytest.mark.usefixtures("thrown")
def test_a_manoeuvre_may_send_more_shares_against_one_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """M2, C17: a manoeuvre can lift the limit of shares; close attacks have no such limit."""
    monkeypatch.setattr(Hold, "fans", True)
    fight = brawl("Strength 5 Brawl 3")
    fight.declares("anna", *(act("hold", "bert", dice=1),) * 5)
    fight = brawl("Strength 5 Unarmed 3")
    fight.declares("anna", *(act("attack", "bert", dice=1),) * 5)


def moves(extra: bool) -> st.SearchStrategy[list[Action]]:
    """Generate up to three actions, ordinary or extra, each with some share."""
    names = st.sampled_from(["attack", "dodge", "block", "parry", "hold", "clinch"])
    shares = st.integers(0, 1 if extra else 4)
    return st.lists(st.builds(act, names, dice=shares, extra=st.just(extra)), max_size=3)


@pytest.mark.parametrize("rules", ["nightfall", "v20", "storytelling"])
@given(shared=moves(extra=False), swift=moves(extra=True), levels=st.integers(0, 2))
def test_no_declaration_has_more_dice_than_its_pools(
    rules: str, shared: list[Action], swift: list[Action], levels: int
) -> None:
    """M1 to M4: for every accepted declaration, the shares of ordinary actions together fit their smallest pool,
    each is at least one die, and no action has more than its own pool."""
    fight = brawl(f"{SWIFT} Stamina 2", rules=rules)
    fight.does(ST, SetHealth("anna", lethal=levels))
    actions = tuple(aimed(move) for move in shared + swift)
    with suppress(Refusal):
        fight.must("anna", DeclareAction("anna", actions))
    declared = fight.full.get(Declaration, "anna")
    if declared is None:
        return
    # A parry has the dice of its weapon too, under rule sets that rate equipment (S3).
    weapon = size(rules_of(fight.full).weapon_dice(in_hand(fight.full, "anna")))
    pools = [full_pool(fight.full, "anna", a) + weapon * (a.manoeuvre == "parry") for a in actions]
    dice = [dice_now(fight.full, declared, place) for place in range(len(actions))]
    assert all(rolled <= pool for rolled, pool in zip(dice, pools, strict=True))
    assert dice[len(shared) :] == pools[len(shared) :]
    assert len(swift) <= 2
    if rules == "storytelling":  # where an empty pool is a chance die
        assert len(actions) < 2
    else:
        assert all(rolled > 0 for rolled in dice)
    if rules == "nightfall" and len(shared) > 1:
        assert sum(dice[: len(shared)]) <= min(pools[: len(shared)])


def aimed(move: Action) -> Action:
    """Return the move, aimed at Bert if it takes a target."""
    return replace(move, targets=("bert",) * manoeuvre(move.manoeuvre).targets[0])


def test_an_older_declaration_is_lifted() -> None:
    """An older stored declaration with a single number for wounds gets that number for each of its actions."""
    old: list[object] = ["anna", [["dodge"], ["parry"]], [0, 0], -1, [], False, "declares", "dodge", []]
    lifted = Declared.lift(1, old)
    assert lifted[3] == [-1, -1]
    assert lifted[:3] + lifted[4:7] == old[:3] + old[4:7]
    assert lifted[7:] == [to_builtins(as_it_was("dodge"))]
    with pytest.raises(LookupError):
        Declared.lift(0, old)


def test_shared_dice_are_rolled_as_declared() -> None:
    """M2: a pool of four dice is rolled as declared: three for the attack, one die for the dodge."""
    fight = Fight(BRAWL, declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1))
    fight.declares("bert")
    fight.acts("anna", 0)
    attack = fight.rolls()[-1]
    assert (attack.reason, attack.pool) == ("Melee attack", 2)
    assert attack.parts == (("Strength", 3), ("Unarmed", 1), ("several actions", -1), ("closing in", -1))


def test_subtracted_dice_are_rolled_as_declared() -> None:
    """M1: of two actions the first rolls two dice less."""
    fight = Fight(BRAWL, rules="v20", declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("attack", "bert", weapon="knife"), act("dodge"))
    fight.declares("bert")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 2


def test_a_wound_after_the_split_comes_off_each_share() -> None:
    """M2, C29: a wound before the split reduces the pool; a wound after it reduces each share."""
    fight = Fight(BRAWL, declare="any-order")
    fight.starts(anna=0, bert=1)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1))
    fight.declares("bert", act("attack", "anna", weapon="knife"))
    fight.acts("bert", 2, 0, 2)
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 1


@pytest.mark.parametrize("aborts", [False, True])
def test_a_condition_after_the_split_comes_off_each_share(aborts: bool) -> None:
    """M2, C32: blindness after the split reduces each share, also that of an action aborted to a defence (I5)."""
    fight = brawl()
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1))
    fight.does(ST, SetCondition("anna", "blinded"))
    if aborts:
        fight.does("anna", AbortAction("anna", "dodge", 0), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert [dice_now(fight.full, declared, place) for place in (0, 1)] == [1, -1]
    fight.does(ST, EndCondition(next(iter(fight.full.all(Bearing))).id))
    assert dice_now(fight.full, declared, 0) == 3


def test_what_rolls_nothing_neither_pays_nor_makes_others_pay() -> None:
    """M1: a deed without a pool beside an attack leaves the attack its whole pool."""
    fight = Fight(BRAWL, rules="v20", declare="any-order")
    fight.starts(anna=1, bert=0)
    fight.declares("anna", act("free", text="shouts"), act("attack", "bert", weapon="knife"))
    fight.declares("bert")
    fight.acts("anna")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 4
