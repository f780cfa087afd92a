"""Free rolls: the legal pools, the recorded parts, and overriding by the Storyteller."""

from __future__ import annotations

import pytest

from domain.core.audience import EVERYONE, STORYTELLER
from domain.features.characters.character import PointsSet, Sheet
from domain.features.characters.set_health import SetHealth
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling, WithdrawRuling
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.settings import rules_of
from domain.options import options
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english, parts_text


def test_a_roll_says_how_its_pool_came_about() -> None:
    """D1, D2: the parts of a pool are attribute and ability, then the modifiers."""
    table = Table()
    roll = Roll("shoot", "anna", ("Dexterity", "Firearms"), bonus=1, penalty=2, modifiers=(("scope", 1),), difficulty=7)
    table.does(ST, roll, 7, 1, 10, 6, 9)
    made = table.roll(WATCHER)
    assert parts_text(made.parts) == (("Dexterity", 3), ("Firearms", 2), ("scope", 1), ("bonus", 1), ("penalty", -2))
    assert (made.pool, made.difficulty, made.faces) == (5, 7, ((7,), (1,), (10,), (6,), (9,)))
    assert (made.struck, made.successes, made.ones, made.net, made.degree) == ((0,), 3, 1, 2, "moderate")
    assert (made.who, made.actor, made.reason) == ("st", "anna", "shoot")
    assert table.chance.hidden == [False]


def test_plain_dice_need_no_character() -> None:
    """C30: plain dice can be rolled at all times without a character."""
    table = Table()
    table.does(BEN, Roll(dice=3), 6, 6, 6)
    assert (parts_text(table.roll().parts), table.roll().net, table.roll().actor) == ((("dice", 3),), 3, "")


def test_a_trait_that_is_not_on_the_sheet_is_zero() -> None:
    """D1: any trait may be 0; D15: it adds no dice."""
    table = Table()
    table.does(ANNA, Roll("", "anna", ("Strength", "Melee")), 6, 6)
    assert table.roll().parts == (("Strength", 2), ("Melee", 0))


@pytest.mark.parametrize(
    ("roll", "code", "rule"),
    [
        (Roll("", "anna", ("Strength", "Dexterity")), "two-attributes", "D2"),
        (Roll("", "anna", ("Brawl", "Firearms")), "two-abilities", "D2"),
        (Roll("", "anna", ("Strength", "Wobbling")), "no-such-trait", "D17"),
        (Roll("", "anna", ("Strength",), difficulty=11), "difficulty", "D8"),
        (Roll("", "anna", ("Strength",), difficulty=1), "difficulty", "D8"),
        (Roll("", "anna", ("Strength",), penalty=2), "no-dice", "D19"),
        (Roll(dice=100, bonus=1), "too-many-dice", "100"),
        (Roll("", "", ("Strength",)), "no-character-with-traits", "D1"),
        (Roll("", "ben", ("Strength",)), "not-yours", "not yours"),
        (Roll("", "guard", ("Strength",)), "not-yours", "not yours"),
        (Roll("", "shade", ("Strength",)), "no-such-character", "no such"),
        (Roll("", "nobody", ("Strength",)), "no-such-character", "no such"),
        (Roll(dice=2, willpower=True), "no-willpower-of-nobody", "D16"),
    ],
)
def test_what_may_not_be_rolled_is_refused_with_its_rule(roll: Roll, code: str, rule: str) -> None:
    """D2, D8, D16, D17, D19: an illegal roll is refused with its rule; a hidden character gets the refusal of an
    unknown one (X4)."""
    assert rule in Table().refuses(ANNA, roll, code)


def test_spectators_do_not_roll() -> None:
    """Spectators cannot roll."""
    Table().refuses(WATCHER, Roll(dice=2), "spectator")


def test_the_storyteller_may_put_two_attributes_together() -> None:
    """D2: the Storyteller may combine two attributes."""
    table = Table()
    table.does(ST, Roll("", "anna", ("Strength", "Dexterity")), 6, 6, 6, 6, 6)
    assert table.roll().net == 5


def test_a_mortal_has_ten_dice_at_most_from_traits() -> None:
    """D3: an ordinary mortal has at most ten dice from traits; characters of a different kind have no such limit."""
    table = Table(cast="anna Strength 9 Brawl 5\nben vampire Strength 9 Brawl 5")
    table.does(ST, Roll("", "anna", ("Strength", "Brawl"), bonus=1), *[6] * 11)
    assert parts_text(table.roll().parts)[2] == ("limit for mortals: 10", -4)
    table.does(BEN, Roll("", "ben", ("Strength", "Brawl")), *[6] * 14)


def test_a_difficulty_not_named_is_the_rules_own() -> None:
    """D18: the default difficulty is 6, and none in storytelling."""
    table, other = Table(), Table("storytelling")
    table.does(ANNA, Roll(dice=1), 6)
    other.does(ANNA, Roll(dice=1), 6)
    assert (table.roll().difficulty, other.roll().difficulty) == (6, 0)


def test_storytelling_counts_untrained_skills_and_chance_dice() -> None:
    """S2, S5: Strength 2 without Brawl is one die; with a penalty of three it is a chance die."""
    table = Table("storytelling")
    table.does(ANNA, Roll("", "anna", ("Strength", "Brawl")), 8)
    assert parts_text(table.roll().parts) == (("Strength", 2), ("Brawl", 0), ("no Brawl", -1))
    table.does(ANNA, Roll("", "anna", ("Strength", "Brawl"), penalty=3), 1)
    assert (table.roll().pool, table.roll().result) == (-2, "dramatic_failure")


def test_storytelling_modifiers_are_bounded() -> None:
    """S3: each modifier is at most 5 either way, and they add up."""
    table = Table("storytelling")
    assert "S3" in table.refuses(ANNA, Roll(dice=2, bonus=6), "modifier")
    table.does(ANNA, Roll(dice=2, bonus=5, modifiers=(("light", 3),)), *[2] * 10)


def test_wounds_take_dice() -> None:
    """C29: wounds take dice from every pool of a character."""
    table = Table()
    table.does(ST, SetHealth("anna", 0, 2, 0))
    table.does(ANNA, Roll("", "anna", ("Dexterity", "Firearms")), 6, 6, 6, 6)
    assert ("wounds", -1) in parts_text(table.roll().parts)


def test_willpower_costs_a_point() -> None:
    """D11, D16: Willpower lowers the store and not the rating; only the player and the Storyteller know how many
    points are left."""
    table = Table()
    table.does(ANNA, Roll("", "anna", ("Strength",), willpower=True), 1, 1)
    assert (table.roll().net, table.roll().result, table.roll().willpower) == (1, "success", True)
    assert table.fact(PointsSet, ANNA).points == 1
    assert "PointsSet" not in table.told(BEN)
    sheet = table.state.view(ANNA).get(Sheet, "anna")
    assert sheet is not None
    assert sheet.pools == (("Willpower", 2, 1),)
    assert sheet.dots("Willpower") == 5


def test_willpower_runs_out() -> None:
    """D16: two points buy two rolls, and the third is refused."""
    table = Table()
    for _ in range(2):
        table.does(ANNA, Roll("", "anna", ("Strength",), willpower=True), 2, 2)
    table.refuses(ANNA, Roll("", "anna", ("Strength",), willpower=True), "too-few-points")


def test_willpower_buys_one_success_a_turn() -> None:
    """D11: while turns run, Willpower is spent once a turn."""
    table = Table()
    table.does(ST, StartTurns())
    table.does(ANNA, Roll("", "anna", ("Strength",), willpower=True), 2, 2)
    assert "D11" in table.refuses(ANNA, Roll("", "anna", ("Strength",), willpower=True), "willpower-once-a-turn")


def test_a_specialty_in_v20_stores_the_order() -> None:
    """D7: faces are stored in the order rolled, and cancelled dice by their place."""
    table = Table("v20")
    table.does(ANNA, Roll(dice=3, specialty=True), 1, 8, 10)
    assert (table.roll().faces, table.roll().struck, table.roll().net) == (((1,), (8,), (10,)), (1,), 2)
    assert table.roll(WATCHER).worth == (-1, 1, 2)


def test_a_hidden_characters_roll_stays_with_the_storyteller() -> None:
    """X4: a hidden character's roll stays with the Storyteller and draws from the hidden seed."""
    table = Table()
    table.does(ST, Roll("", "shade", ("Dexterity",)), 6, 6, 6, 6)
    assert [fact.audience for fact in table.facts] == [STORYTELLER]
    assert table.chance.hidden[-1] is True


def test_the_storyteller_overrides_what_a_roll_came_to() -> None:
    """G0: an override is an event with author and reason; the dice stay unchanged."""
    table = Table()
    table.does(ANNA, Roll("climb", "anna", ("Strength",)), 2, 3)
    id_ = table.roll().id
    table.does(ST, OverrideRoll(id_, "success", "marginal", "There is a {rope}."))
    made = table.roll(WATCHER)
    assert (made.result, made.degree, made.ruled) == ("success", "marginal", "There is a {rope}.")
    assert made.faces == ((2,), (3,))
    assert table.facts[0].audience == EVERYONE
    assert table.lines(BEN)[-1] == "anna’s roll is now: marginal success. There is a {rope}."


def test_only_the_storyteller_overrides_and_only_rolls_that_are_there() -> None:
    """G0: only the Storyteller overrides, and only existing rolls."""
    table = Table()
    table.does(ANNA, Roll(dice=1), 2)
    table.refuses(ANNA, OverrideRoll(table.roll().id, "success"), "storyteller-only")
    table.refuses(ST, OverrideRoll("nothing", "success"), "no-such-roll")


def test_a_roll_is_offered_for_each_own_character_and_for_nobody() -> None:
    """A roll is offered for each own character and for plain dice, with the traits in the order of the sheet and
    their dots."""
    table = Table()
    offered = {o.actor: o for o in options(table.state.view(ANNA)) if o.command == "Roll"}
    assert offered.keys() == {"anna", ""}
    traits = [(c.value, english(c.label), english(c.hint)) for c in offered["anna"].inputs[0].choices]
    assert ("Dexterity", "Dexterity 3", "Physical") in traits
    order = [trait for group in rules_of(table.state.full).traits for trait in group.traits]
    known = [name for name, _, _ in traits if name in order]
    assert known == sorted(known, key=order.index), "as they stand on the sheet"
    assert not list(options(table.state.view(WATCHER)))


def test_what_is_added_to_a_pool_is_known_while_it_is_built() -> None:
    """C29, X2 (i): the form of a roll lists wounds and open modifiers exactly as the roll will have them, and no
    hidden ones; a secret roll uses no waiting modifier."""
    table = Table()
    table.does(ST, SetHealth("anna", 0, 2, 0))
    table.does(ST, ModifyNextRoll("anna", 2, "open", "lamp"))
    table.does(ST, ModifyNextRoll("anna", -1, "hidden", "fog"))
    told = {o.command: o.parts for o in options(table.state.view(ST)) if o.actor == "anna" and o.group != "cast"}
    assert parts_text(told["RollInSecret"]) == (("wounds", -1),)
    assert parts_text(told["Roll"]) == (("wounds", -1), ("lamp", 2))
    (offered,) = [o for o in options(table.state.view(ANNA)) if o.command == "Roll" and o.actor == "anna"]
    assert offered.parts == told["Roll"]
    table.does(ST, WithdrawRuling(next(r.id for r in table.state.view(ST).all(Ruling) if r.reason == "fog")))
    table.does(ANNA, Roll("", "anna", ("Dexterity",)), 6, 6, 6, 6)
    assert table.roll().parts == (("Dexterity", 3), *offered.parts)


def test_a_roll_is_small_when_stored() -> None:
    """A stored roll of six dice with reason and seal takes about 180 bytes."""
    import msgspec

    table = Table()
    table.does(ST, Roll("shoot", "anna", ("Dexterity", "Firearms"), bonus=1), 9, 1, 8, 3, 10, 2)
    assert len(msgspec.msgpack.encode(table.fact(Rolled))) < 200
