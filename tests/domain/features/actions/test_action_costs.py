"""Several actions in one turn: their limits and their price (M1 to M4)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.core.refusal import Refusal
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_pools import full_pool
from domain.features.actions.declaration import Declaration, Declared, count_sharers, dice_now
from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.yield_slot import Yield
from domain.features.rolls.pools import size
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.table.settings import rules_of
from domain.manoeuvres.hold import Hold
from domain.records.bearing import Bearing
from domain.rules.action_dice import cuts, explained, foreseen, split
from domain.rules.declared_action import Action
from domain.rules.rule_types import Split
from tests.domain.fight import ST, Fight, act

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
    assert both.in_words(fight.view("anna")) == "2 actions from 4 dice: 2 + 2 (M2)."
    assert DeclareAction("anna", (act("dodge"),)).in_words(fight.view("anna")) == ""
    fight.does("anna", both)
    assert fight.story()[-1] == "Anna declares melee attack on Bert (2 dice), then dodge (2 dice)."


@pytest.mark.parametrize(
    ("kind", "pools", "dice", "words"),
    [
        ("share", (7, 9, 8), (3, 2, 2), "3 actions from 7 dice: 3 + 2 + 2"),
        ("share", (1, 4), (1, 1), "2 actions from 1 die: 1 + 1"),
        ("subtract", (6, 5), (4, 2), "2 actions: 6 - 2 = 4, then 5 - 3 = 2"),
        ("subtract", (4,), (4,), "1 action: 4"),
    ],
)
def test_a_split_explains_itself(kind: Split, pools: tuple[int, ...], dice: tuple[int, ...], words: str) -> None:
    """M1, M2: a split says in words how many dice each action has."""
    assert explained(kind, pools, dice) == words


@pytest.mark.parametrize(
    ("kind", "pool", "words"),
    [
        ("subtract", 7, "of 2: 5, 4; of 3: 4, 3, 2"),
        ("subtract", 3, "of 2: 1"),
        ("subtract", 2, ""),
        ("share", 7, ""),
        ("none", 7, ""),
    ],
)
def test_what_a_pool_would_come_to_is_foreseen(kind: Split, pool: int, words: str) -> None:
    """M1: before a declaration, a pool states its dice as the first, second or third of several actions."""
    assert foreseen(kind, pool) == words


BRAWL = """
    anna  Strength 3 Melee 2 Unarmed 1 Dexterity 2 Dodge 2 Athletics 2 Intuition 1 Brawl 2 +knife Endurance 2
    bert  Strength 2 Brawl 1 Unarmed 1 Dexterity 2 Dodge 2 Intuition 1 +knife
"""


def brawl(more: str = "", rules: str = "nightfall") -> Fight:
    """Anna, with the given traits added or replaced, against Bert and Carl; all may declare in any order."""
    anna = f"anna {more} Strength 3 Melee 2 Unarmed 1 Dexterity 2 Dodge 2 Athletics 2 Intuition 2 Brawl 2 Fate:1 +knife"
    others = "bert Strength 2 Intuition 2 Dexterity 2\n carl Strength 2 Intuition 1 Dexterity 1"
    fight = Fight(f"{anna}\n {others}", rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0, carl=0)
    fight.declares("carl")
    return fight


@pytest.mark.parametrize(
    ("rules", "actions", "sentence"),
    [
        (
            "nightfall",
            (act("attack", "bert", dice=3), act("dodge", dice=2)),
            "2 actions from 3 dice: 3 + 2 is 5, and 2 too many (M2)",
        ),
        (
            "nightfall",
            (act("attack", "bert", dice=4), act("dodge")),
            "2 actions from 3 dice: 4 + 0. Each of several actions gets at least one",
        ),
        ("storytelling", (act("attack", "bert"), act("dodge")), "(M4)"),
        ("v20", (act("attack", "bert"), act("dodge"), act("parry")), "4 - 4 = 0, then 4 - 5 = -1. What has no dice"),
    ],
)
def test_what_the_pools_do_not_pay_for_is_refused(rules: str, actions: tuple[Action, ...], sentence: str) -> None:
    """M1, M2, M4: the refusal names the rule and the limit that was exceeded."""
    fight = Fight(BRAWL.replace("Unarmed 1", "Unarmed 0"), rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0)
    assert sentence in fight.refused("anna", DeclareAction("anna", actions))


@pytest.mark.parametrize(("rules", "rule"), [("v20", "M1"), ("revised", "M1"), ("storytelling", "M4")])
def test_shares_are_named_only_where_dice_are_shared(rules: str, rule: str) -> None:
    """M1, M4: under rule sets without shared dice, a named share is refused."""
    fight = Fight(BRAWL, rules=rules, declare="any-order")
    fight.starts(anna=1, bert=0)
    assert rule in fight.refused("anna", DeclareAction("anna", (act("attack", "bert", dice=3),)))


def test_what_rolls_nothing_takes_no_share() -> None:
    """M2: only an action with a roll has a share; a free action has a share only if it names a trait."""
    fight = brawl()
    assert "rolls nothing" in fight.refused("anna", DeclareAction("anna", (act("free", text="shouts", dice=1),)))
    (free,) = [offer for offer in fight.offers("anna", DeclareAction) if offer.label == "Something else"]
    assert "dice" in {wanted.name for wanted in free.inputs}
    climbs = act("free", text="climbs", dice=2, first="Dexterity", second="Athletics")
    fight.declares("anna", climbs, act("dodge", dice=2))
    assert fight.story()[-1] == "Anna declares something else (2 dice) (climbs), then dodge (2 dice)."


def test_what_a_manoeuvre_itself_takes_comes_off_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """M2: a manoeuvre's own penalty comes off its share after the split; a share of 0 is refused, with the numbers."""
    monkeypatch.setattr(Hold, "modifier", -2)
    fight = brawl()
    few = (act("hold", "bert", dice=2), act("dodge", dice=2))
    assert fight.refused("anna", DeclareAction("anna", few)) == (
        "2 actions from 4 dice: 2 + 2. Hold takes 2 of its share, and none are left to attempt it with (M2)."
    )
    (offer,) = [offer for offer in fight.offers("anna", DeclareAction) if offer.label == "Hold"]
    assert [i.label for i in offer.inputs if i.name == "dice"] == [
        "Share of the dice (0: all, or an even part; -2 for hold)"
    ]
    assert [i.choices[0].hint for i in offer.inputs if i.name == "traits"] == ["3 dice before the target"]
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
    assert (
        sentence == f"At most {most} shares of ranged attacks go against one target, not {shots + 1} against Bert (M2)."
    )
    fight.declares("anna", *(shot,) * shots, act("hold", "carl", dice=1))


@pytest.mark.usefixtures("thrown")
def test_a_manoeuvre_may_send_more_shares_against_one_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """M2, C17: a manoeuvre can lift the limit of shares; close attacks have no such limit."""
    monkeypatch.setattr(Hold, "fans", True)
    fight = brawl("Strength 5 Brawl 3")
    fight.declares("anna", *(act("hold", "bert", dice=1),) * 5)
    fight = brawl("Strength 5 Unarmed 3")
    fight.declares("anna", *(act("attack", "bert", dice=1),) * 5)


SWIFT = "Celerity 2"


def test_extra_actions_have_their_whole_pools() -> None:
    """M3: two actions share four dice, while two extra actions have their whole pools at no cost."""
    fight = brawl(SWIFT)
    kick, dodge = act("attack", "bert", extra=True), act("dodge", extra=True)
    fight.declares("anna", act("attack", "bert", dice=3), act("dodge", dice=1), kick, dodge)
    assert fight.story()[-1] == (
        "Anna declares melee attack on Bert (3 dice), then dodge (1 die), then melee attack on Bert (extra),"
        " then dodge (extra)."
    )
    fight.declares("bert")
    fight.acts("anna", 0)
    fight.acts("anna", 0)
    assert [rolled.pool for rolled in fight.rolls()[-2:]] == [3, 4]
    assert fight.now == "bert"


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_extra_actions_count_for_no_subtraction(rules: str) -> None:
    """M3, M1: an extra action has its whole pool and does not count in the subtraction for the ordinary actions."""
    fight = brawl(SWIFT, rules=rules)
    attack, extra = act("attack", "bert", weapon="knife"), act("attack", "bert", weapon="knife", extra=True)
    fight.declares("anna", extra, attack, act("dodge"))
    assert fight.full.get(Declaration, "anna") == Declaration(
        "anna", (extra, attack, act("dodge")), (0, 2, 3), (0, 0, 0)
    )
    fight.declares("bert")
    fight.acts("anna", 0)
    fight.acts("anna", 0)
    assert [rolled.pool for rolled in fight.rolls()[-2:]] == [4, 2]


@pytest.mark.parametrize(
    ("rules", "traits", "sentence"),
    [
        ("nightfall", "Celerity 1", "2 declared as extra, and Celerity 1 gives 1 in a turn (M3)."),
        ("nightfall", "Celerity 0", "2 declared as extra, and this character has no Celerity for one (M3)."),
        ("storytelling", "Celerity 5", "2 declared as extra, and this character has no Celerity for one (M3)."),
    ],
)
def test_as_many_extra_actions_as_celerity_gives(rules: str, traits: str, sentence: str) -> None:
    """M3: a turn allows at most as many extra actions as Celerity has dots, in rule sets with Celerity."""
    fight = brawl(traits, rules=rules)
    extra = act("attack", "bert", extra=True)
    assert fight.refused("anna", DeclareAction("anna", (act("dodge"), extra, extra))) == sentence


def test_an_extra_action_is_not_divided() -> None:
    """M3: an extra action has its whole pool, and no share."""
    fight = brawl(SWIFT)
    halved = act("attack", "bert", dice=2, extra=True)
    assert "not divided (M3)" in fight.refused("anna", DeclareAction("anna", (halved, act("dodge"))))


def test_an_extra_action_is_offered_to_whom_it_is_open() -> None:
    """M3: the form asks a character with Celerity if the action is extra, and no character without."""
    fight = brawl(SWIFT)
    for name, asked in (("anna", True), ("bert", False)):
        for offer in fight.offers(name, DeclareAction):
            assert ("extra" in {wanted.name for wanted in offer.inputs}) == (asked and offer.label != "Nothing")


def test_an_extra_action_stays_extra_when_it_is_aborted() -> None:
    """M3, I5: an extra action that is aborted to a defence keeps its whole pool, beside the shared dice."""
    fight = brawl(SWIFT)
    fight.declares("anna", act("attack", "bert", dice=4), act("attack", "bert", extra=True))
    fight.does("anna", AbortAction("anna", "dodge", 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert declared.actions[1] == act("dodge", extra=True)
    assert dice_now(fight.full, declared, 1) == 4


def test_extra_actions_stay_when_another_is_changed() -> None:
    """M3, I4: the changed action shares dice with the test; an extra action is not changed and remains."""
    fight = brawl(SWIFT)
    fight.declares("anna", act("attack", "bert"), act("attack", "bert", extra=True))
    fight.declares("bert")
    extra = act("dodge", extra=True)
    assert "(I4, M3)" in fight.refused("anna", ChangeAction("anna", extra, 1))
    fight.does("anna", ChangeAction("anna", act("dodge", dice=2), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert declared.actions == (act("dodge", dice=2), act("attack", "bert", extra=True))
    assert not [
        wanted for offer in fight.offers("anna", ChangeAction) for wanted in offer.inputs if wanted.name == "extra"
    ]


def test_what_is_done_is_not_changed() -> None:
    """I4, M4: a character that has used up its declared actions cannot change; extra actions do not count; a
    character that declared no action may still change."""
    fight = brawl(SWIFT + " Fate:3")
    fight.declares("anna", act("dodge"), act("attack", "bert", extra=True))
    fight.declares("bert", act("attack", "anna"))
    fight.does("anna", Yield("anna"))
    fight.acts("bert", 1, 1)
    fight.acts("carl")
    assert fight.refused("anna", ChangeAction("anna", act("attack", "bert"))) == (
        "What was declared is done, and nothing is left of it that could be changed (I4, M4)."
    )
    assert not fight.offers("anna", ChangeAction)
    idle = brawl()
    idle.declares("anna")
    idle.declares("bert")
    idle.does("anna", ChangeAction("anna", act("attack", "bert")), 0)


def test_a_change_is_paid_for_beside_what_was_done() -> None:
    """I4, M2: the dice of finished actions are spent; the test and the new action share the rest."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("attack", "bert", dice=2), act("attack", "bert", dice=1))
    fight.declares("bert")
    fight.acts("anna", 0)
    said = fight.refused("anna", ChangeAction("anna", act("attack", "bert", dice=2), 1))
    assert said == "3 actions from 4 dice: 2 + 1 + 2 is 5, and 1 too many (M2)."
    fight.does("anna", ChangeAction("anna", act("dodge", dice=1), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert [(action.manoeuvre, action.dice) for action in declared.actions] == [("attack", 2), ("dodge", 1)]


def test_a_change_to_the_same_is_not_offered() -> None:
    """I4: a change is not offered if its form could only repeat the declared action, even if that action names its
    pool."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("dodge", traits="Dexterity + Dodge"))
    fight.declares("bert")
    offered = {option.label for option in fight.offers("anna", ChangeAction)}
    assert "Change to: Dodge" not in offered
    assert any(label.startswith("Change to: ") for label in offered)


def test_a_change_is_to_something_else() -> None:
    """I4: a change to the only remaining action is refused, at no cost; it is a change if a different action is left
    too, or the dice differ."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("attack", "bert", dice=2), act("attack", "bert", dice=1))
    fight.declares("bert")
    again = ChangeAction("anna", act("attack", "bert", dice=1), 1)
    again.check(fight.view("anna"))
    fight.acts("anna", 0)
    assert fight.refused("anna", again) == "That is declared already: change to something else (I4)."
    ChangeAction("anna", act("attack", "carl", dice=1), 1).check(fight.view("anna"))


@pytest.mark.parametrize("again", ["", "Dexterity + Dodge"])
def test_the_same_put_otherwise_is_no_change(again: str) -> None:
    """I4: naming the usual pool, or leaving out the words, does not make a different action; new words do."""
    fight = brawl("Fate:3")
    fight.declares("anna", act("dodge", text="She ducks."))
    fight.declares("bert")
    refused = fight.refused("anna", ChangeAction("anna", act("dodge", traits=again)))
    assert refused == "That is declared already: change to something else (I4)."
    ChangeAction("anna", act("dodge", traits=again, text="She hides behind Carl.")).check(fight.view("anna"))


def test_a_change_brings_no_fourth_share_against_one_target() -> None:
    """I4, M2: shots already fired at a target count with the changed action against the limit of shares on it."""
    cast = "anna Intuition 3 Dexterity 4 Target 4 Fate:1 +pistol\n bert Dexterity 2\n cora Dexterity 1"

    def shot(on: str) -> Action:
        return act("shoot", on, dice=1, weapon="pistol", distance="5")

    fight = Fight(cast, declare="any-order")
    fight.starts(anna=1, bert=0, cora=0)
    fight.declares("anna", *(shot("bert"),) * 3, shot("cora"))
    fight.all_pass("bert", "cora")
    for _ in range(3):
        fight.acts("anna", 0)
    said = fight.refused("anna", ChangeAction("anna", shot("bert"), 1))
    assert said == "At most 3 shares of ranged attacks go against one target, not 4 against Bert (M2)."
    fight.does("anna", ChangeAction("anna", replace(shot("cora"), text="in the knee"), 1), 1)


def test_a_second_change_is_paid_for_beside_the_first() -> None:
    """I4, M2: the dice of the first test are spent when a second change is paid for."""
    fight = brawl("Fate:3 Melee 3 Strength 3 Dexterity 3")
    fight.declares("anna", act("attack", "bert"))
    fight.declares("bert")
    fight.does("anna", ChangeAction("anna", act("attack", "bert", dice=2), 2), 1)
    said = fight.refused("anna", ChangeAction("anna", act("attack", "bert", dice=2), 2))
    assert said == "3 actions from 4 dice: 2 + 2 + 2 is 6, and 2 too many (M2)."
    fight.does("anna", ChangeAction("anna", act("attack", "bert", dice=1), 1), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert (declared.cuts, count_sharers(fight.full, declared)) == ((3,), 2)  # an action, and what the tests took
    assert dice_now(fight.full, declared, 0) == 1


STRONG = "Wits 5 Dexterity 5 Strength 5 Melee 5 Brawl 5 Dodge 5 Willpower:5"


@pytest.mark.parametrize("first", [act("dodge"), act("free", text="she shouts")], ids=["rolled", "unrolled"])
def test_a_second_change_loses_dice_for_the_first_test_too(first: Action) -> None:
    """I4, M1: each test counts as an action, so a second change is the third action, even if the first had no roll."""
    fight = brawl(STRONG, rules="revised")
    fight.declares("anna", act("attack", "bert", weapon="knife"))
    fight.declares("bert")
    fight.does("anna", ChangeAction("anna", first), 1)
    second = ChangeAction("anna", act("attack", "bert", weapon="knife"))
    assert second.in_words(fight.view("anna")) == "3 actions: 10 - 3 = 7, then 10 - 4 = 6, then 10 - 5 = 5 (M1)."
    fight.does("anna", second, 1)
    fight.acts("anna", 0)
    assert [roll.pool for roll in fight.rolls()[-2:]] == [6, 5]


def test_what_was_declared_beside_a_change_is_no_test() -> None:
    """I4, M1: a change pays for actions already taken and for earlier tests, not for the declared actions it
    replaces."""
    fight = brawl(STRONG, rules="revised")
    fight.declares("anna", act("attack", "bert"), act("dodge"), act("attack", "bert"))
    fight.declares("bert")
    fight.acts("anna", 0)
    for actions, other in ((3, act("attack", "bert")), (4, act("dodge"))):
        change = ChangeAction("anna", other)
        assert change.in_words(fight.view("anna")).startswith(f"{actions} actions: ")
        fight.does("anna", change, 1)


def test_a_defence_takes_over_no_more_dice_than_its_own_pool_leaves() -> None:
    """I5, M2: an action aborted to a defence with a smaller pool gets the dice that this pool leaves beside the
    remaining actions; the abort is refused if it leaves none."""
    fight = brawl("Dodge 1 Dexterity 1 Athletics 2 Melee 3 Strength 3 Unarmed 3")
    fight.declares("anna", act("attack", "bert", dice=5), act("attack", "bert", dice=1))
    fight.does("anna", AbortAction("anna", "dodge"), 1)
    declared = fight.full.get(Declaration, "anna")
    assert declared is not None
    assert [action.dice for action in declared.actions] == [1, 1]
    again = brawl("Dodge 1 Dexterity 1 Athletics 2 Melee 3 Strength 3 Unarmed 3")
    again.declares("anna", act("attack", "bert", dice=4), act("attack", "bert", dice=2))
    said = again.refused("anna", AbortAction("anna", "dodge"))
    assert said == "Dodge has 2 dice, and what else was declared takes 2: none is left for it (I5, M2)."


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
    assert lifted[:3] + lifted[4:] == old[:3] + old[4:]
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
    assert attack.parts == (("Strength", 3), ("Unarmed", 1), ("split", -1), ("closing in", -1))


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
