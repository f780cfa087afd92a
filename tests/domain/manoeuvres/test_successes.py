"""In `storytelling` a weapon's rating joins the attack's pool, and each success is a level of damage (S3)."""

from __future__ import annotations

import pytest

from domain.features.actions.attack_in_progress import WoundSpared
from domain.features.actions.grapples import BeginGrapple
from domain.features.actions.hidden_attack_numbers import known_blows
from domain.features.characters.wounds import WoundTaken
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Roll
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.records.blow import Blow
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import english

CAST = """
    anna  Strength 3  Dexterity 3  Stamina 2  Brawl 1  Weaponry 2  Firearms 2  Willpower:3 +knife +sword +pistol
    bert  Strength 2  Dexterity 1  Stamina 4  Brawl 1  Athletics 2
    mail  Strength 2  Stamina 4  +vest
"""


def fight(weapon: str = "", **switches: str) -> Fight:
    made = Fight(CAST, rules="storytelling", declare="any-order", **switches)
    made.arms("anna", weapon or "knife")
    made.starts(anna=2, bert=1, mail=0)
    return made


def struck(
    made: Fight, *rolls: int, on: str = "bert", weapon: str = "knife", called_armour: str = ""
) -> tuple[int, int, int]:
    """Let Anna attack a target, and return its health afterwards."""
    made.declares("anna", act("attack", on, weapon=weapon, called_armour=called_armour))
    for other in ("bert", "mail"):
        made.declares(other)
    made.acts("anna", *rolls)
    return made.health(on)


@pytest.mark.parametrize(
    ("weapon", "kind", "rating"), [("knife", "lethal", 1), ("sword", "lethal", 2), ("", "bashing", 0)]
)
def test_a_weapon_gives_dice_and_each_success_is_a_level(weapon: str, kind: str, rating: int) -> None:
    """S3: a knife's +1 is a die of the attack's pool; a weapon that is not rated by name is rated by its damage dice
    (ours). There is a single roll, without damage and soak."""
    made = fight(weapon)
    assert struck(made, 3, weapon=weapon) == ((3, 0, 0) if kind == "bashing" else (0, 3, 0))
    (attack,) = [roll for roll in made.rolls() if roll.reason != "Initiative"]
    given = ((weapon, rating),) if weapon else ()
    assert attack.parts == (("Strength", 3), ("Weaponry" if weapon else "Brawl", 2 if weapon else 1), *given)


def test_what_a_defence_takes_does_no_damage() -> None:
    """S3, C21: the successes left after a defence are the levels of damage."""
    made = fight()
    made.declares("anna", act("attack", "bert", weapon="knife"))
    made.declares("bert", act("dodge"))
    made.declares("mail")
    made.acts("anna", 3, 1)
    assert made.told(WoundTaken)[-1].levels == 2


def test_a_parry_has_the_dice_of_its_weapon() -> None:
    """S3, C16: a parry has the dice of its weapon."""
    made = fight()
    made.declares("bert", act("attack", "anna"))
    made.declares("anna", act("parry"))
    made.declares("mail")
    made.acts("anna")
    made.acts("bert", 1, 1)
    assert made.rolls()[-1].parts == (("Dexterity", 3), ("Weaponry", 2), ("knife", 1))


@pytest.mark.parametrize(("hits", "levels"), [(5, 2), (3, 0)])
def test_armour_takes_its_points_off_the_levels(hits: int, levels: int) -> None:
    """S3, C29 (ours): armour takes its points off the levels without a roll, here a vest of 3."""
    made = fight()
    assert struck(made, hits, on="mail")[1] == levels
    assert bool(made.told(WoundSpared)) is (levels == 0)


def test_a_called_shot_passes_armour_and_adds_no_damage() -> None:
    """C3, S3 (ours): a called shot may pass armour, but cannot add damage dice, because no damage is rolled."""
    made = fight()
    assert struck(made, 3, on="mail", called_armour="2")[1] == 2
    made = fight()
    asked = {i.name for o in made.offers("anna", DeclareAction) if o.label == "Melee attack (C1)" for i in o.inputs}
    assert "called_armour" in asked
    assert "called_damage" not in asked
    made.refused("anna", DeclareAction("anna", (act("attack", "bert", weapon="knife", called_damage="2"),)))


def test_a_group_may_want_a_damage_roll() -> None:
    """S3: a switch brings back the rolls of damage and soak; the rating remains a die of the attack."""
    made = fight(damage="rolled")
    assert struck(made, 1, 2) == (0, 2, 0)
    attack, damage = [roll for roll in made.rolls() if roll.reason != "Initiative"]
    assert attack.parts[-1] == ("knife", 1)
    assert damage.parts == (("knife", 4),)
    made = fight()
    made.does(ST, ChangeHouseRules(switches=(("damage", "rolled"),)))
    assert struck(made, 3, 1) == (0, 1, 0)


def test_what_hits_without_a_roll_to_hit_rolls_its_damage() -> None:
    """C7, S3 (ours): hurting in a clinch has no attack roll, so its damage is rolled; it is not soaked."""
    made = fight()
    made.declares("anna", act("clinch", "bert", at_once="gentle"))
    made.declares("bert")
    made.declares("mail")
    made.acts("anna", 2)
    made.acts("bert")
    made.acts("mail")
    made.does(ST, StartTurn())
    made.declares("anna", act("hurt"))
    made.declares("bert")
    made.declares("mail")
    made.acts("anna", 2)
    assert made.told(WoundTaken)[-1].levels == 2


@pytest.mark.parametrize("rules", ["revised", "v20", "nightfall"])
def test_other_rules_roll_damage_and_rate_no_weapon(rules: str) -> None:
    """S3, C1: every rule set except `storytelling` rolls damage and does not rate weapons."""
    made = Fight("anna Strength 3 Dexterity 3 Melee 2 +knife\nbert Dexterity 1", rules=rules, declare="any-order")
    made.starts(anna=1, bert=0)
    made.declares("anna", act("attack", "bert", weapon="knife"))
    made.declares("bert")
    made.acts("anna", 1, 2)
    attack, damage = made.rolls()[-2:]
    assert "knife" not in dict(attack.parts)
    assert damage.parts == (("knife", 4),)


def test_of_an_attack_with_hidden_dice_the_others_see_the_wound() -> None:
    """X2 (iii), S3: of an attack with hidden dice players see only the wound."""
    made = fight()
    made.does(ST, ModifyNextRoll("anna", 2, "hidden"))
    struck(made, 4)
    for seat in (made.seat("anna"), made.seat("bert"), WATCHER):
        assert {english(roll.reason) for roll in made.dump(seat) if isinstance(roll, Roll)} == {"Initiative"}
    assert made.told(WoundTaken)[-1].levels == 4


def test_what_armour_takes_is_seen_by_the_wound_alone() -> None:
    """S3, X2: armour is on a sheet, so a waiting attack shows its effect to the Storyteller only; the table sees the
    wound."""
    made = fight()
    made.does(ST, PaceAttacks(True))
    made.declares("anna", act("attack", "mail", weapon="knife"))
    made.declares("bert")
    made.declares("mail")
    made.acts("anna")
    made.goes_on(5)
    while next(made.full.all(Blow)).step != "wound":
        made.goes_on()
    (seen,) = made.view("bert").all(Blow)
    assert (seen.dealt, seen.soaked, seen.levels) == (5, -1, -1)
    (known,) = known_blows(made.view(ST))
    assert (known.soaked, known.levels) == (3, 2)
    made.goes_on()
    assert made.told(WoundTaken)[-1].levels == 2


@pytest.mark.parametrize(("declared", "means"), [("parry", "parry"), ("full_defence", "parry")])
def test_a_parrys_weapon_gives_its_dice_once(declared: str, means: str) -> None:
    """S3, C16: a parry's weapon gives its dice once, alone and within a full defence; the form shows the pool with
    them."""
    made = Fight(CAST, rules="storytelling", declare="any-order", reactions="ask")
    made.arms("anna", "sword")
    made.starts(anna=0, bert=1, mail=0)
    if declared == "parry":
        (offer,) = [option for option in made.offers("anna", DeclareAction) if option.label == "Parry (C16)"]
        (pools,) = [asked for asked in offer.inputs if asked.name == "traits"]
        assert [choice.hint for choice in pools.choices] == ["7 dice"]
    made.declares("anna", act(declared))
    made.declares("bert", act("attack", "anna"))
    made.declares("mail")
    made.acts("bert", 2)
    (blow,) = known_blows(made.full)
    made.does("anna", Defend(blow.id, means=means), 2)
    assert made.rolls()[-1].parts == (("Dexterity", 3), ("Weaponry", 2), ("sword", 2))


@pytest.mark.parametrize(("name", "powers"), [("claw", "!claws-lethal"), ("bite", "!fangs")])
def test_fangs_and_claws_are_no_equipment(name: str, powers: str) -> None:
    """S3: fangs and claws are not equipment, and give no dice."""
    made = Fight(
        f"anna vampire Strength 3 Dexterity 3 Brawl 1 {powers}\nbert Strength 2 Stamina 2",
        rules="storytelling", declare="any-order",
    )  # fmt: skip
    made.does(ST, BeginGrapple("anna", "bert", "hold"))
    made.starts(anna=2, bert=1)
    made.does(ST, StartTurn())
    made.declares("anna", act(name, "bert"))
    made.declares("bert")
    pool = TakeAction("anna").foreseen(made.view("anna"))
    assert pool is not None
    assert not {"fangs", "feral claws", "claws of bone"} & {label for label, _ in pool.parts}
