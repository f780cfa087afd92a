"""Spending points: its limits, its times, and its audience."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.audience import EVERYONE
from domain.core.event import Fact
from domain.core.words import typed
from domain.features.characters.character import Sheet
from domain.features.characters.points import PointsUsed, most_a_turn, spendable, used_this_turn
from domain.features.characters.set_health import SetHealth
from domain.features.characters.sheet_changes import SheetChanged
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.turn_commands import EndTurn, StartTurn, StartTurns
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.scenes.spend_points import SetPoints, SpendPoints
from domain.records.bearing import Bearing, ConditionStated
from domain.rules.rule_types import Store
from tests.domain.fight import Fight, act
from tests.domain.world import ANNA, BEN, ST, WATCHER, World
from tests.in_english import english

CARMILLA = CreateCharacter(
    "Carmilla",
    kind="vampire",
    traits=(("Strength", 3), ("Dexterity", 2), ("Intuition", 2), ("Endurance", 3), ("Blood a turn", 2)),
    pools=(("Blood", 10, 9), ("Fate", 3, 3), ("Willpower", 5, 5)),
    flags=("fangs", "Rat's Rage"),
)


def night() -> tuple[World, str]:
    """A scene with Anna's vampire Carmilla."""
    world = World("nightfall")
    world.does(ANNA, CARMILLA)
    world.opens()
    return world, world.id("Carmilla")


def stores(world: World) -> list[str]:
    """Return the stores that Anna is offered to spend from."""
    return [choice.value for choice in world.offers(ANNA, SpendPoints)[0].inputs[0].choices]


def sheet(world: World) -> Sheet:
    found = world.here.full.get(Sheet, world.id("Carmilla"))
    assert found is not None
    return found


def test_spending_lowers_the_points_and_never_the_rating() -> None:
    """D16: spending lowers the points and never the rating, and only the player's own."""
    world, carmilla = night()
    world.does(ANNA, SpendPoints(carmilla, "Fate"))
    world.does(ANNA, SpendPoints(carmilla, "Blood", 4))
    assert sheet(world).pools == (("Blood", 10, 5), ("Fate", 3, 2), ("Willpower", 5, 5))
    assert "has only 2 Fate and cannot spend 3 (D16)" in world.refuses(
        ANNA, SpendPoints(carmilla, "Fate", 3), "too-few-points"
    )
    assert "(D16)" in world.refuses(ANNA, SpendPoints(carmilla, "Luck"), "too-few-points")
    world.refuses(BEN, SpendPoints(carmilla, "Fate"), "not-yours")


def test_how_much_blood_a_turn_is_a_trait() -> None:
    """F4: while turns run, a trait limits the blood of each turn, in however many steps."""
    world, carmilla = night()
    world.does(ST, StartTurns())
    world.does(ANNA, SpendPoints(carmilla, "Blood"))
    assert spendable(world.here.full, carmilla, "Blood") == 1
    refused = world.refuses(ANNA, SpendPoints(carmilla, "Blood", 2), "points-a-turn")
    assert refused == f"{carmilla} may spend at most 2 Blood a turn, and only 1 more in this turn (F4)."
    world.does(ANNA, SpendPoints(carmilla, "Blood"))
    world.refuses(ANNA, SpendPoints(carmilla, "Blood"), "points-a-turn")
    world.does(ANNA, SpendPoints(carmilla, "Fate", 3))
    world.does(ST, EndTurn())
    world.does(ST, StartTurn())
    world.does(ANNA, SpendPoints(carmilla, "Blood", 2))
    assert sheet(world).points("Blood") == 5


def test_only_what_is_limited_is_remembered() -> None:
    """F4: only limited stores are recorded as used this turn."""
    world, carmilla = night()
    world.does(ST, StartTurns())
    for name in ("Luck", "Grace", "Fate"):
        world.does(ST, ChangeSheet(carmilla, CARMILLA.traits, pools=((name, 5, 5), ("Blood", 10, 9))))
        world.does(ANNA, SpendPoints(carmilla, name))
    assert not list(world.here.full.all(PointsUsed))
    world.does(ANNA, SpendPoints(carmilla, "Blood"))
    (used,) = world.here.full.all(PointsUsed)
    assert (used.id, used.points) == (f"{carmilla} Blood", 1)


def test_changing_an_action_spends_like_anything_else() -> None:
    """F4, I4: under a house rule that limits Fate per turn, a change of action counts against the limit."""
    fight = Fight("anna Strength 1 Intuition 3 Dexterity 3 Dodge 3 Fate:3\n bert Intuition 1 Dexterity 1")
    fight.starts(anna=1, bert=0)
    fight.does(ST, ChangeHouseRules(stores=(Store("Fate", "Strength"),)))
    fight.declares("bert")
    fight.declares("anna", act("free", text="waits"))
    fight.does("anna", ChangeAction("anna", act("dodge", dice=3), 2), 0)
    assert used_this_turn(fight.full, "anna", "Fate") == 1
    assert "Anna spends 1 Fate." in fight.story(fight.seat("anna"))
    assert "(F4)" in fight.refused("anna", ChangeAction("anna", act("dodge", dice=3), 2))
    assert not fight.offers("anna", ChangeAction)


def test_outside_turns_nothing_hurries_the_blood() -> None:
    """F4: the limit applies only while turns run."""
    world, carmilla = night()
    world.does(ANNA, SpendPoints(carmilla, "Blood", 9))
    assert sheet(world).points("Blood") == 0


def test_who_has_no_such_trait_spends_one_a_turn() -> None:
    """F4: a sheet without the trait may spend 1 a turn; the chronicle chooses the trait or lifts the limit (G0)."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Carmilla", kind="vampire", pools=(("Blood", 10, 10),)))
    carmilla = world.id("Carmilla")
    assert most_a_turn(world.here.full, carmilla, "Blood") == 1
    world.does(ST, ChangeHouseRules(stores=(Store("Blood"),)))
    assert most_a_turn(world.here.full, carmilla, "Blood") is None


def test_spending_takes_no_action() -> None:
    """D14: spending is reflexive: it is possible at any moment of the turn and takes no action."""
    world, carmilla = night()
    world.does(ST, StartTurns())
    world.does(ANNA, SpendPoints(carmilla, "Blood"))
    declaring = [option.command for option in world.offers(ANNA, SpendPoints)]
    assert declaring == ["SpendPoints"]
    assert {type(fact.event).__name__ for fact in world.does(ANNA, SpendPoints(carmilla, "Fate"))} == {
        "PointsSet",
        "PointsSpent",
    }


def test_spending_takes_a_will() -> None:
    """D14: a character that is out cannot spend, and is not offered to."""
    world, carmilla = night()
    world.does(ST, SetHealth(carmilla, lethal=7))
    assert "(D14)" in world.refuses(ANNA, SpendPoints(carmilla, "Willpower"), "out-of-will")
    assert not world.offers(ANNA, SpendPoints)


def test_the_staked_spend_blood_only_on_what_works_even_so() -> None:
    """C13: a staked vampire spends blood only on a power flagged for it; Fate is not affected."""
    world, carmilla = night()
    borne = Bearing("staked", carmilla, "staked", typed("staked"), typed("when it is drawn out"), 0, 0, 0, "")
    world.here.fold([Fact(EVERYONE, ConditionStated(borne))], 0)
    assert "(C13)" in world.refuses(ANNA, SpendPoints(carmilla, "Blood"), "staked-blood")
    world.refuses(ANNA, SpendPoints(carmilla, "Blood", on="fangs"), "staked-blood")
    assert stores(world) == ["Blood", "Fate", "Willpower"]
    world.does(ANNA, SpendPoints(carmilla, "Blood", on="Rat's Rage"))
    world.does(ANNA, SpendPoints(carmilla, "Fate"))
    world.refuses(ANNA, SpendPoints(carmilla, "Blood", on="Wings"), "no-power")


def test_the_staked_who_have_no_such_power_are_offered_no_blood() -> None:
    """C13: a staked vampire without such a power is not offered blood, but still the remaining stores."""
    world = World("nightfall")
    world.does(ANNA, replace(CARMILLA, flags=("fangs",)))
    world.opens()
    assert stores(world) == ["Blood", "Fate", "Willpower"]
    ends = typed("when it is drawn out")
    borne = Bearing("staked", world.id("Carmilla"), "staked", typed("staked"), ends, 0, 0, 0, "")
    world.here.fold([Fact(EVERYONE, ConditionStated(borne))], 0)
    assert stores(world) == ["Fate", "Willpower"]


def test_what_is_spent_is_known_to_who_reads_the_sheet() -> None:
    """D16: only the player and the Storyteller read the spending."""
    world, carmilla = night()
    facts = world.does(ANNA, SpendPoints(carmilla, "Blood", 2, on="fangs"))
    assert EVERYONE not in {fact.audience for fact in facts}
    said = f"{carmilla} spends 2 Blood on Fangs."
    assert said in world.lines(ANNA)
    assert said in world.lines(ST)
    assert said not in world.lines(BEN) + world.lines(WATCHER)


def test_points_come_back_up_to_the_rating() -> None:
    """D16: in a scene only the Storyteller raises points, up to the rating; a player may lower them, and the
    Storyteller is told."""
    world, carmilla = night()
    world.does(ANNA, SpendPoints(carmilla, "Blood", 9))
    assert "only the Storyteller" in world.refuses(ANNA, SetPoints(carmilla, "Blood", 10), "refill")
    world.does(ST, SetPoints(carmilla, "Blood", 10))
    assert sheet(world).points("Blood") == 10
    facts = world.does(ANNA, SetPoints(carmilla, "Blood", 9))
    assert "Blood: 10 → 9 points" in [english(f.event.what) for f in facts if isinstance(f.event, SheetChanged)]
    assert sheet(world).points("Blood") == 9
    assert "(D16)" in world.refuses(ANNA, SetPoints(carmilla, "Blood", 11), "overfull")
    world.refuses(ANNA, SetPoints(carmilla, "Luck", 1), "no-store")
    world.refuses(BEN, SetPoints(carmilla, "Blood", 1), "not-yours")
    world.does(ST, SetPoints(carmilla, "Fate", 0))
    assert [option.label for option in world.offers(ST, SetPoints)] == ["Set points (D16)"]


def test_a_store_that_was_left_off_a_sheet_is_empty_when_it_is_there_again() -> None:
    """D16: in a scene, a player's changed sheet cannot restore points, neither in a store removed before nor in a
    new store; an empty store is accepted. The Storyteller can at any time, and the player between scenes."""
    world, carmilla = night()
    written = sheet(world)
    world.does(ANNA, SpendPoints(carmilla, "Blood", 9))
    world.does(ANNA, ChangeSheet(carmilla, written.traits))
    for store in ("Blood", "Luck"):
        full = ChangeSheet(carmilla, written.traits, pools=((store, 10, 10),))
        assert "only the Storyteller" in world.refuses(ANNA, full, "refill")
    world.does(ANNA, ChangeSheet(carmilla, written.traits, pools=(("Blood", 10, 0),)))
    world.does(ST, ChangeSheet(carmilla, written.traits, pools=(("Blood", 10, 3),)))
    world.closes()
    world.does(ANNA, ChangeSheet(carmilla, written.traits, pools=(("Blood", 10, 10),)))


def test_the_names_of_a_sheet_have_a_budget() -> None:
    """D1: too many long names on a sheet are refused, with the limit."""
    world, carmilla = night()
    long = tuple((f"{number:02}" + "x" * 58, 1) for number in range(69))
    assert "at most 4,096 fit" in world.refuses(ANNA, ChangeSheet(carmilla, long), "long-names")
    world.does(ANNA, ChangeSheet(carmilla, long[:68]))


def test_points_are_spent_between_scenes_too() -> None:
    """D14, T1: a character that stayed behind in the chronicle spends points there, for example to heal, and
    a line says so; while a scene is open, points are spent in the scene."""
    world = World("nightfall")
    world.does(ANNA, CARMILLA)
    carmilla = world.id("Carmilla")
    world.does(ANNA, SpendPoints(carmilla, "Blood", 4))
    assert ("Blood", 10, 5) in sheet(world).pools
    assert world.lines(ANNA)[-1] == f"{carmilla} spends 4 Blood."
    world.opens()
    assert ("Blood", 10, 5) in sheet(world).pools
    world.refuses(ANNA, SpendPoints(carmilla, "Blood"), "scene-open", at=world.chronicle)
    world.closes()
    assert stores(world) == ["Blood", "Fate", "Willpower"]
