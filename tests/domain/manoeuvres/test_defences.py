"""Defences: the attacks that each stops, its dice, and its effects (C15, C16, C18 to C21, C23).

Long because each defence has attacks that it stops, attacks that it does not stop, and effects of its own.
"""

from __future__ import annotations

import pytest

from domain.features.actions.declaration import Declaration
from domain.features.actions.weapon_in_hand import PutInHand
from domain.features.characters.set_condition import SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Roll, Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.storyteller.override_roll import OverrideRoll
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from tests.domain.fight import ST, THINGS, WATCHER, Fight, act, blow

TWO = """
    anna  Intuition 1 Strength 3 Unarmed 2 Brawl 2 Melee 2 Target 2 Dexterity 3 Dodge 2 Endurance 3 {anna}
    bert  Intuition 1 Strength 3 Unarmed 3 Brawl 1 Melee 3 Dexterity 3 Dodge 3 Endurance 3 {bert}
"""
WEAPONS = "+dart +bow +revolver +knife +club"


def two(*bert: Action, anna: str = WEAPONS, bert_has: str = "", hold: str = "", reactions: str = "automatic") -> Fight:
    """Anna is faster than Bert, who declares these actions; `hold` is the item in Anna's hand."""
    fight = Fight(TWO.format(anna=anna, bert=bert_has), declare="any-order", reactions=reactions)
    if hold:
        fight.arms("anna", hold)
    fight.starts(anna=2, bert=1)
    fight.declares("bert", *bert)
    return fight


def shot(weapon: str) -> Action:
    return act("shoot", "bert", weapon=weapon, distance="5")


def defended(fight: Fight) -> Rolled:
    """Return the last defence roll."""
    return [roll for roll in fight.rolls() if roll.reason in ("Block", "Parry", "Dodge")][-1]


@pytest.mark.parametrize("bert_has", ["", "Fortitude 1", "+vest"])
@pytest.mark.parametrize("attack", ["", "knife", "revolver"])
def test_a_block_takes_more_than_flesh_against_what_cuts(bert_has: str, attack: str) -> None:
    """C15: a block without Fortitude or armour stops bare hands, but neither a blade nor a missile."""
    fight = two(act("block"), bert_has=bert_has, hold=attack)
    stops = not attack or bool(bert_has)
    action = shot(attack) if attack == "revolver" else act("attack", "bert", weapon=attack)
    fight.declares("anna", action)
    soaks = "vest" in bert_has
    fight.acts("anna", 1, *((1,) if stops else (1, 0) if soaks else (1,)))
    assert any(roll.reason == "Block" for roll in fight.rolls()) is stops


@pytest.mark.parametrize(("weapon", "stops"), [("club", True), ("ball", True), ("dart", False)])
def test_a_bashing_blow_or_throw_is_blocked_without_armour(
    weapon: str, stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C15, C20: a block stops bashing attacks, struck or thrown, with two dice less against a throw; against lethal
    ones it needs Fortitude or armour."""
    monkeypatch.setitem(THINGS, "ball", Item("ball", "Target", 2, "bashing", range=10, missile="thrown"))
    fight = two(act("block"), anna=f"+{weapon}")
    fight.declares("anna", act("attack", "bert", weapon=weapon) if weapon == "club" else shot(weapon))
    fight.acts("anna", 1, 1)
    assert ("misses Bert" in fight.story()[-1]) is stops
    if weapon == "ball":
        assert defended(fight).parts == (("Strength", 3), ("Unarmed", 3), ("thrown weapon", -2))


@pytest.mark.parametrize("has", ["", "+revolver"])
def test_a_parry_takes_a_weapon_to_strike_with(has: str) -> None:
    """C16: a parry needs a weapon to strike with: with bare hands or a gun it is refused with advice, and not
    offered."""
    fight = two(act("attack", "anna"), bert_has=has, reactions="ask")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1)
    assert {choice.value for choice in fight.offers("bert", AbortAction)[0].inputs[1].choices} == {"block", "dodge"}
    assert "A parry needs a melee weapon" in fight.refused("bert", AbortAction("bert", "parry"))
    fight.does(ST, StartTurn())
    assert fight.refused("bert", DeclareAction("bert", (act("parry"),))) == (
        "A parry needs a melee weapon, and this character carries none. Dodge or block instead (C16)."
    )
    assert "Parry (C16)" not in {option.label for option in fight.offers("bert", DeclareAction)}


def test_a_weapon_is_readied_before_it_parries() -> None:
    """C16, F3: a weapon that is only carried cannot parry; readied first in the same turn, it may."""
    fight = Fight(TWO.format(anna="", bert="+revolver +club"), declare="any-order")
    fight.starts(anna=1, bert=2)
    assert fight.refused("bert", DeclareAction("bert", (act("parry"),))) == (
        "A parry needs a melee weapon in hand. Ready a weapon, dodge or block (C16)."
    )
    fight.declares("bert", act("ready", weapon="club", traits="Dexterity + Melee", dice=2), act("parry", dice=2))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("bert", 1)
    fight.acts("anna", 1, 1)
    assert (defended(fight).reason, fight.story()[-1]) == ("Parry", "Melee attack: Anna misses Bert.")


@pytest.mark.parametrize(
    ("has", "met"),
    [("", {"Block", "Dodge"}), ("+dart", {"Block", "Dodge"}), ("+club", {"Block", "Dodge", "Parry"}),
     ("+knuckles", {"Block", "Dodge", "Parry"})],
)  # fmt: skip
def test_full_defence_parries_only_with_a_weapon(has: str, met: set[str]) -> None:
    """C16, C19: full defence includes the parry only with a weapon to strike with in hand."""
    fight = two(act("full_defence"), bert_has=f"Melee 5 {has}", reactions="ask")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1)
    assert {option.label.partition(",")[0] for option in fight.offers("bert", Defend)} == met


def test_a_parry_whose_weapon_is_gone_stops_nothing() -> None:
    """C16, C8: a declared parry whose weapon is lost stops no attack."""
    fight = two(act("parry"), bert_has="+club", reactions="ask")
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, PutInHand("bert"))
    fight.acts("anna", 1)
    assert not fight.offers("bert", Defend)
    assert "No declared defence" in fight.refused("bert", Defend(blow(fight).id, 0))
    fight.does("bert", GoOn(blow(fight).id), 0)
    assert "Melee attack: Anna hits Bert." in fight.story()


@pytest.mark.parametrize(("defence", "full"), [("block", 6), ("parry", 6), ("dodge", 6)])
@pytest.mark.parametrize(
    ("weapon", "lost", "why"), [("dart", 2, "thrown weapon"), ("bow", 3, "arrow or bolt"), ("revolver", 5, "bullet")]
)
def test_missiles_are_harder_to_stop(defence: str, full: int, weapon: str, lost: int, why: str) -> None:
    """C20: thrown -2, medieval -3, bullets -5: blocks and parries always, and a dodge with no cover near."""
    fight = two(act(defence), bert_has="+vest +club", hold=weapon)
    fight.declares("anna", shot(weapon))
    fight.acts("anna", 1, 1)
    assert defended(fight).pool == full - lost
    assert defended(fight).parts[-1] == (why, -lost)


@pytest.mark.parametrize(("defence", "dice"), [("dodge", 6), ("parry", 1)])
def test_with_cover_at_hand_a_missile_is_dodged_like_anything(defence: str, dice: int) -> None:
    """C20: cover within 1 m cancels the missile's penalty for a dodge, but not for a parry."""
    fight = two(act(defence), bert_has="+club", hold="revolver")
    fight.does(ST, SetCondition("bert", "near_cover"))
    fight.declares("anna", shot("revolver"))
    fight.acts("anna", 1, 1)
    assert defended(fight).pool == dice


def test_close_attacks_take_room_to_dodge() -> None:
    """C18: without room (the condition `cornered`) a dodge stops no close attack, but still stops missiles."""
    fight = two(act("dodge"), hold="dart")
    fight.does(ST, SetCondition("bert", "cornered"))
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 0)
    assert "Melee attack: Anna hits Bert." in fight.story()
    fight.does(ST, StartTurn())
    fight.declares("bert", act("dodge"))
    fight.declares("anna", shot("dart"))
    fight.acts("anna", 1, 1)
    assert fight.story()[-1] == "Ranged attack: Anna misses Bert."


@pytest.mark.parametrize(("parries", "attacks", "cuts"), [
    ("knife", "", True), ("club", "", False), ("knife", "club", False), ("torch", "", True),
])  # fmt: skip
def test_a_blade_cuts_who_came_with_bare_hands(parries: str, attacks: str, cuts: bool) -> None:
    """C16: a parry with a lethal weapon that beats a brawl attack rolls weapon damage and the margin, and is soaked."""
    fight = two(act("parry"), bert_has=f"+{parries}", hold=attacks)
    fight.declares("anna", act("attack", "bert", weapon=attacks))
    fight.acts("anna", 1, 3, *((2,) if cuts else ()))
    damage = [roll for roll in fight.rolls() if roll.reason == "Damage: Parry"]
    assert [(roll.actor, roll.parts[-1]) for roll in damage] == (
        [("bert", ("extra successes of the parry", 2))] if cuts else []
    )
    assert sum(fight.health("anna")) == (2 if cuts else 0)


def test_a_blade_without_damage_of_its_own_cuts_with_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """C16, C1: a blade without damage of its own cuts with Strength."""
    monkeypatch.setitem(THINGS, "shard", Item("shard", "Melee", 0, "lethal"))
    fight = two(act("parry"), bert_has="+shard")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 3, 2)
    assert fight.rolls()[-1].parts == (("Strength", 3), ("extra successes of the parry", 2))
    assert fight.health("anna") == (0, 2, 0)


def test_a_parry_that_only_holds_cuts_nobody() -> None:
    """C16: a parry that only equals the attack stops it without a cut."""
    fight = two(act("parry"), bert_has="+knife")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 2, 2)
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."


def test_a_cut_is_soaked_by_who_is_cut() -> None:
    """C16, C29: the attacker soaks the cut, a vampire with Endurance against lethal damage."""
    fight = two(act("parry"), anna="vampire", bert_has="+knife")
    fight.declares("anna", act("attack", "bert"))
    fight.acts("anna", 1, 2, 3, 2)
    assert (fight.rolls()[-1].actor, fight.rolls()[-1].reason) == ("anna", "Soak")
    assert fight.health("anna") == (0, 1, 0)


def cut(*anna: Action, hidden: tuple[str, ...] = ()) -> Fight:
    """Bert's knife has parried Anna's bare hands with 2 extra successes, and the cut waits for the Storyteller; each
    character in `hidden` has a hidden die on its next roll."""
    fight = two(act("parry"), bert_has="+knife", anna="+vest")
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("anna", *(anna or (act("attack", "bert"),)))
    for name in hidden:
        fight.does(ST, ModifyNextRoll(name, 1, "hidden"))
    fight.acts("anna")
    fight.goes_on(1)
    fight.goes_on(3)
    return fight


def test_a_cut_is_gone_through_step_by_step() -> None:
    """C16, G0: for the cut attacker and target are swapped, each step waits for the Storyteller, and her ruling
    replaces dice; then Anna's slot is over."""
    fight = cut()
    steps = []
    while found := next(fight.full.all(Blow), None):
        assert (found.by, found.on, found.waits, fight.now) == ("bert", "anna", "storyteller", "anna")
        assert "under way" in fight.refused("anna", TakeAction("anna"))
        steps.append(found.step)
        if found.step == "damage":
            fight.does(ST, RuleBlow(found.id, dealt=4))
        else:
            fight.goes_on(*((1,) if found.step == "soak" else ()))
    assert steps == ["damage", "soak", "wound", "consequence"]
    assert (fight.health("anna"), fight.now) == ((0, 3, 0), "over"), "Bert's only action was the parry"


def test_nothing_more_may_come_of_a_cut_and_the_next_blow_follows() -> None:
    """C16, G0, M1: the Storyteller may cancel the cut of the first attack, and the second attack follows."""
    fight = cut(act("attack", "bert", dice=2), act("attack", "bert", dice=2))
    fight.does(ST, RuleBlow(blow(fight).id, over=True))
    assert (sum(fight.health("anna")), fight.now) == (0, "anna")
    fight.acts("anna")
    assert (blow(fight).by, blow(fight).step) == ("anna", "attack")


@pytest.mark.parametrize("hidden", [("anna",), ("bert",)])
def test_a_cut_whose_margin_is_kept_back_shows_nothing_but_its_wound(hidden: tuple[str, ...]) -> None:
    """C16, X2 (iii), G0: with a hidden margin the waiting cut is visible, but its numbers and rolls at each step are
    the Storyteller's, who may override a roll; only the wound is public."""
    fight = cut(hidden=hidden)
    secret = {roll.id for roll in fight.full.all(Roll)} - {roll.id for roll in fight.view(WATCHER).all(Roll)}
    for rolls in ((3,), (1,), (), ()):
        (seen,) = fight.view(WATCHER).all(Blow)
        assert (seen.hits, seen.dealt, seen.soaked) == (-1, -1, -1)
        assert seen.levels == (3 if seen.step == "consequence" else -1)
        assert not {seen.roll, *seen.rolls} & secret
        if seen.step == "soak":
            fight.does(ST, OverrideRoll(fight.last_roll("Damage: Parry"), "success", "exceptional"))
            assert list(fight.view(WATCHER).all(Blow)) == [seen]
        fight.goes_on(*rolls)
        secret |= {r.id for r in fight.full.all(Roll) if r.reason in ("Damage: Parry", "Soak")}
    assert not {roll.id for roll in fight.view(WATCHER).all(Roll)} & secret
    assert (fight.health("anna"), fight.seen("KeptCount", ST)) == ((0, 3, 0), [])


def test_what_is_ruled_of_a_cut_is_no_secret() -> None:
    """C16, X2 (iii), G0: damage that the Storyteller rules is public and stays, even if she overrides the secret
    damage roll later."""
    fight = cut(hidden=("bert",))
    fight.goes_on(3)
    fight.does(ST, RuleBlow(blow(fight).id, dealt=5), 0)
    (seen,) = fight.view(WATCHER).all(Blow)
    assert (seen.step, seen.dealt, seen.levels) == ("wound", 5, 5)
    fight.does(ST, OverrideRoll(fight.last_roll("Damage: Parry"), "failure"))
    assert list(fight.view(WATCHER).all(Blow)) == [seen]


THREE = TWO.format(anna="", bert="") + "    cora  Intuition 2 Strength 2 Brawl 3 Unarmed 1 Endurance 3\n"


def three(**switches: str) -> Fight:
    """Anna and Cora are to attack Bert, who is on full defence and acts last."""
    fight = Fight(THREE, declare="any-order", **switches)
    fight.starts(anna=3, bert=1, cora=2)
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora", act("attack", "bert"))
    fight.declares("bert", act("full_defence"))
    return fight


def test_full_defence_meets_every_attack_with_a_die_less_each_time() -> None:
    """C19, C32: each defence has a die less than the last, first full, then full - 1; the condition shows how many
    and how it ends."""
    fight = three()
    fight.acts("anna", 1, 1)
    fight.acts("cora", 1, 1)
    dice = [roll.parts for roll in fight.rolls() if roll.reason == "Block"]
    assert [dict(parts).get("earlier defences", 0) for parts in dice] == [0, -1]
    assert fight.borne("bert") == ["on full defence, next defence −2"]
    fight.acts("bert")
    assert fight.story()[-1] == "Bert stands ready."
    fight.does(ST, StartTurn())
    assert fight.borne("bert") == []


def test_who_is_on_full_defence_chooses_the_defence_at_each_attack() -> None:
    """C19, C21: on full defence the target chooses the defence against each attack."""
    fight = three(reactions="ask")
    fight.arms("bert", "club")
    fight.acts("anna", 1)
    assert {option.label for option in fight.offers("bert", Defend)} == {
        "Block, 5 dice", "Dodge, 5 dice", "Parry, 5 dice",
    }  # fmt: skip
    assert "No declared defence" in fight.refused("bert", Defend(blow(fight).id, 0, "clinch"))
    fight.does("bert", Defend(blow(fight).id, 0, "dodge"), 1)
    assert fight.rolls()[-1].reason == "Dodge"
    fight.acts("cora", 1)
    assert {option.label for option in fight.offers("bert", Defend)} == {
        "Block, 4 dice", "Dodge, 4 dice", "Parry, 4 dice",
    }  # fmt: skip
    fight.does("bert", GoOn(blow(fight).id), 1, 0)
    assert fight.borne("bert") == ["on full defence, next defence −1"]


def test_full_defence_is_the_whole_turn() -> None:
    """C19, I5: full defence takes the whole turn, and no action can be aborted to it."""
    fight = three()
    fight.does(ST, StartTurn())
    actions = (act("full_defence"), act("attack", "anna", dice=2))
    assert "takes the whole turn. Declare no other action beside it (C19)" in fight.refused(
        "bert", DeclareAction("bert", actions)
    )
    fight.declares("bert", act("attack", "anna"))
    assert "dodge, block or parry" in fight.refused("bert", AbortAction("bert", "full_defence"))


def test_one_declared_defence_meets_one_attack_and_no_more() -> None:
    """C19: without full defence a defence is used up by the first attack."""
    fight = three()
    fight.does(ST, StartTurn())
    fight.declares("anna", act("attack", "bert"))
    fight.declares("cora", act("attack", "bert"))
    fight.declares("bert", act("dodge"))
    fight.acts("anna", 1, 1)
    declared = fight.full.get(Declaration, "bert")
    assert declared is not None
    assert declared.used == (0,)
    fight.acts("cora", 1, 0)
    assert fight.borne("bert") == []


def lost(fight: Fight) -> int:
    """Return the dice that several opponents took from the last attack or defence."""
    roll = [roll for roll in fight.rolls() if roll.reason in ("Melee attack", "Dodge", "Ranged attack")][-1]
    return dict(roll.parts).get("several opponents", 0)


def crowd(*opponents: str, hidden: str = "") -> Fight:
    """Anna is first and Bert last; these opponents are between them in this order."""
    lines = [TWO.format(anna="+dart", bert="").replace("Unarmed 2", "Unarmed 7", 1).replace("Dodge 2", "Dodge 7")]
    for place, name in enumerate(opponents):
        flag = "hidden" if name == hidden else ""
        lines.append(f"{name} {flag} Intuition {9 - place} Dexterity 1 Strength 2 Unarmed 2 Endurance 3")
    fight = Fight("\n".join(lines), declare="any-order")
    fight.starts(anna=2, bert=0, **dict.fromkeys(opponents, 1))
    return fight


@pytest.mark.parametrize("others", [0, 1, 2, 3, 4, 5])
def test_several_opponents_cost_dice_in_close_combat(others: int) -> None:
    """C23: -1 for each opponent after the first, at most -4, on attack and on defence."""
    names = ("cora", "dave", "emil", "faye", "gina")[:others]
    fight = crowd(*names)
    for name in names:
        fight.declares(name, act("attack", "anna"))
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert", dice=5), act("dodge", dice=5))
    fight.acts("anna", 0)
    assert lost(fight) == -min(others, 4)
    if others:
        fight.acts("cora", 1, 0, 0)
        assert fight.rolls()[-2].reason == "Dodge"
        assert dict(fight.rolls()[-2].parts).get("several opponents", 0) == -min(others, 4)


def test_missiles_do_not_care_who_else_is_there() -> None:
    """C23: several opponents count only in close combat, and a shooter is no opponent in it."""
    fight = crowd("cora", "dave")
    fight.arms("anna", "dart")
    fight.declares("cora", act("attack", "anna"))
    fight.declares("dave", act("attack", "anna"))
    fight.declares("bert", act("dodge"))
    fight.declares("anna", act("shoot", "bert", weapon="dart", distance="5"))
    fight.acts("anna", 1, 1)
    assert [lost for roll in fight.rolls() for lost, _ in roll.parts if lost == "several opponents"] == []
    fight.acts("cora", 0)
    assert lost(fight) == 0


def test_whom_the_table_does_not_see_counts_for_nothing_that_it_sees() -> None:
    """C23, X4: a hidden opponent takes no die from a public roll; in its own secret roll all opponents count."""
    fight = crowd("cora", "dave", hidden="dave")
    fight.declares("dave", act("attack", "anna"))
    fight.declares("cora", act("attack", "anna"))
    fight.declares("bert", act("attack", "anna"))
    fight.declares("anna", act("attack", "cora"))
    fight.acts("anna", 0)
    assert lost(fight) == -1
    fight.acts("cora", 0)
    fight.acts("dave", 0)
    assert lost(fight) == 0


def test_who_is_out_crowds_nobody() -> None:
    """C23: a character that is out is no opponent."""
    fight = crowd("cora")
    fight.declares("cora", act("attack", "anna"))
    fight.declares("bert")
    fight.declares("anna", act("attack", "bert"))
    fight.does(ST, SetHealth("cora", lethal=7))
    fight.acts("anna", 0)
    assert lost(fight) == 0
