"""Scenes: changes of a character in a scene hold in the chronicle and in the next scene.

Long because each kind of record that a scene takes from the chronicle and gives back has a test.
"""

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.actions.grapples import Grip, begin_grapple
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter, Unseen
from domain.features.characters.absence import Absent, CameBack, WentAway
from domain.features.characters.character import Face, Health, Sheet
from domain.features.characters.conditions import add_condition, borne_by
from domain.features.characters.set_condition import EndCondition, SetCondition
from domain.features.characters.set_health import SetHealth
from domain.features.combat.botched_disarm import Fumble, SettleFumble, record_fumble
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import SetObstacle
from domain.features.rolls.secret_outcomes import TellOutcome, Untold
from domain.features.scenes.chronicle import BeginScene, SceneKept, keep_scene_command
from domain.features.scenes.create_character import ChangeFace, ChangeSheet, CreateCharacter
from domain.features.scenes.leave_scene import RemoveCharacter, ReturnCharacter
from domain.features.scenes.scene import AllowLookBack, CharacterLeft, CloseScene, cast_members
from domain.features.scenes.spend_points import SetPoints
from domain.features.table.story_log import Line
from domain.options import options
from domain.records.bearing import Bearing
from tests.chance import FakeChance
from tests.domain.world import ANNA, BEN, ST, World
from tests.in_english import line_text


def seen(state: State, seat: Seat) -> set[str]:
    return {face.name for face in state.view(seat).all(Face)}


def test_who_was_hidden_in_a_scene_stays_hidden_after_it() -> None:
    """X4: a character hidden in a scene has no public face in the chronicle or in the next scene."""
    world = World()
    world.does(ST, CreateCharacter("Guard"))
    world.opens()
    world.does(ST, HideCharacter(world.id("Guard")))
    world.closes()
    assert seen(world.chronicle, ANNA) == set()
    scene = world.opens()
    assert seen(scene, ANNA) == set()
    assert seen(scene, ST) == {"Guard"}


def test_what_was_told_of_somebody_names_it_still_once_it_is_hidden() -> None:
    """X4: facts already told still name a character after it is hidden; the record of that is removed when it is
    revealed."""
    world = World()
    world.does(ST, CreateCharacter("Guard"))
    guard = world.id("Guard")
    scene = world.opens()
    world.does(ST, HideCharacter(guard))
    assert [(one.id, one.name) for one in scene.view(ANNA).all(Unseen)] == [(guard, "Guard")]
    world.does(ST, RevealCharacter(guard))
    assert not list(scene.full.all(Unseen))


def test_who_was_revealed_in_a_scene_stays_seen_and_once() -> None:
    """X4: a character revealed in a scene has a single public face from then on."""
    world = World()
    world.does(ST, CreateCharacter("Guard", hidden=True))
    world.opens()
    world.does(ST, RevealCharacter(world.id("Guard")))
    world.closes()
    assert [m.hidden for m in cast_members(world.chronicle.full)] == [False]
    assert list(world.chronicle.partition(STORYTELLER).all(Face)) == []
    assert len(list(world.chronicle.partition(EVERYONE).all(Face))) == 1


def test_wounds_and_points_travel_to_the_chronicle_and_on() -> None:
    """T1: wounds and points spent in a scene hold in the next scene."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Strength", 2),), pools=(("Willpower", 5, 5),)))
    world.opens()
    anna = world.id("Anna")
    world.does(ST, SetHealth(anna, lethal=2))
    world.does(ST, Roll(actor=anna, traits=("Strength",), bonus=2, willpower=True), 7, 7)
    world.closes()
    scene = world.opens()
    assert scene.full.get(Health, anna) == Health(anna, 0, 2, 0)
    sheet = scene.full.get(Sheet, anna)
    assert sheet is not None
    assert sheet.points("Willpower") == 4


def test_who_left_a_scene_comes_back_as_it_left() -> None:
    """T1: a character that left a scene returns to the chronicle with its wounds; a character that existed only
    within the scene does not. Its departure is public, the details only the Storyteller's."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    world.opens()
    anna = world.id("Anna")
    world.does(ST, CreateCharacter("A passer-by"))
    world.does(ST, SetHealth(anna, lethal=2))
    for who in (anna, world.id("A passer-by")):
        facts = world.does(ST, RemoveCharacter(who))
        assert not [fact for fact in facts if isinstance(fact.event, CharacterLeft) and fact.audience != STORYTELLER]
    world.closes()
    assert [face.name for face in world.chronicle.full.all(Face)] == ["Anna"]
    assert world.opens().full.get(Health, anna) == Health(anna, 0, 2, 0)


def test_some_are_not_there_when_a_scene_begins() -> None:
    """X4, T1: characters left out of a scene can be brought in unchanged, hidden ones unseen; the remaining ones
    stay unchanged. The opening narration is the scene's first line."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    for name, hidden in (("Brandt", False), ("Nils", True), ("Agate", False)):
        world.does(ST, CreateCharacter(name, hidden=hidden))
    world.opens()
    for name in ("Brandt", "Nils", "Agate"):
        world.does(ST, SetHealth(world.id(name), lethal=1))
    world.closes()
    brandt, nils, agate = (world.id(name) for name in ("Brandt", "Nils", "Agate"))
    world.refuses(ST, BeginScene("The Docks", away=("nobody",)), "no-such-character")
    scene = world.opens(text="Fog, and a bell.", away=(brandt, nils, agate))
    assert [face.name for face in scene.full.all(Face)] == ["Anna"]
    assert world.lines() == ["The Docks", "Fog, and a bell."]
    world.refuses(ANNA, ReturnCharacter(brandt), "storyteller-only")
    world.refuses(ST, ReturnCharacter(world.id("Anna")), "not-away")
    assert {o.label for o in world.offers(ST, ReturnCharacter)} == {
        f"Bring {name} in" for name in ("Brandt", "Nils", "Agate")
    }
    world.does(ST, ReturnCharacter(brandt))
    assert not [fact for fact in world.does(ST, ReturnCharacter(nils)) if fact.audience != STORYTELLER]
    assert scene.full.get(Health, brandt) == Health(brandt, 0, 1, 0)
    world.does(ST, SetHealth(nils, lethal=3))
    world.closes()
    health = {face.name: world.chronicle.full.get(Health, face.id) for face in world.chronicle.full.all(Face)}
    assert [health[name] for name in ("Brandt", "Nils", "Agate")] == [
        Health(brandt, 0, 1, 0), Health(nils, 0, 3, 0), Health(agate, 0, 1, 0),
    ]  # fmt: skip
    assert world.chronicle.full.audience_of(Face, nils) == STORYTELLER


def test_a_scene_is_kept_once() -> None:
    """T1: a scene is written back once; a second time is refused and changes no record. A call for a roll ends with
    its scene."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    scene = world.opens()
    anna = world.id("Anna")
    world.does(ST, SetHealth(anna, lethal=2))
    world.does(ST, CallForRoll(anna, dice=2))
    world.does(ST, CloseScene())
    assert not list(scene.view(ANNA).all(Call))
    keep = keep_scene_command(scene.full, world.card)
    assert keep is not None
    world.scene = None
    assert sum(isinstance(fact.event, SceneKept) for fact in world.does(TABLE, keep)) == 1
    world.refuses(TABLE, keep, "kept")
    world.opens()
    world.does(ST, SetHealth(anna, lethal=3))
    world.refuses(TABLE, keep, "kept", at=world.chronicle)
    world.closes()
    assert world.chronicle.full.get(Health, anna) == Health(anna, 0, 3, 0)
    world.refuses(TABLE, keep, "kept")


def test_a_scene_that_is_played_is_not_kept() -> None:
    """T1: only a closed scene is written back."""
    world = World()
    scene = world.opens()
    assert keep_scene_command(scene.full, world.card) is None
    assert keep_scene_command(State().full, world.card) is None


def test_what_stands_in_the_way_is_tried_where_the_game_is() -> None:
    """D13, T1: while a scene is open, rolls in the chronicle do not offer obstacles."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 2),)))
    world.does(ST, SetObstacle("A lock"))
    for opens in (False, True):
        if opens:
            world.opens()
        offered = [o for o in options(world.chronicle.view(ST)) if o.command in ("Roll", "RollInSecret", "CallForRoll")]
        asked = {option.command for option in offered for wanted in option.inputs if wanted.name == "task"}
        assert asked == (set() if opens else {"Roll", "RollInSecret", "CallForRoll"})


def test_what_a_scene_will_take_back_is_changed_there() -> None:
    """T1: while a scene is open, changes of its characters in the chronicle are refused, because closing the scene
    would overwrite them. New characters may be created."""
    world = World()
    pools = (("Willpower", 5, 5),)
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 2),), pools=pools))
    anna = world.id("Anna")
    world.opens()
    for command in (
        ChangeSheet(anna, (("Wits", 3),)),
        ChangeFace(anna, "Anne"),
        SetPoints(anna, "Willpower", 1),
        Roll(actor=anna, traits=("Wits",), willpower=True),
    ):
        sentence = world.refuses(ANNA, command, "scene-open", at=world.chronicle)
        assert sentence == "A scene is open. Do this in the scene, or close the scene first (T1)."
    offered = {option.command for option in options(world.chronicle.view(ANNA))}
    assert not offered & {"ChangeFace", "SetPoints"}
    world.does(ANNA, CreateCharacter("Late"), at=world.chronicle)
    world.does(ANNA, ChangeSheet(anna, (("Wits", 3),), pools=pools))
    world.closes()
    assert {face.name for face in world.chronicle.full.all(Face)} == {"Anna", "Late"}
    world.does(ANNA, ChangeFace(anna, "Anne"))


def test_a_closed_scene_takes_nothing_but_leave_to_look_back() -> None:
    """A closed scene refuses every command except the few that are allowed after its end."""
    world = World()
    world.opens()
    world.does(ST, CloseScene())
    for command in (CreateCharacter("Late"), CloseScene()):
        with pytest.raises(Refusal, match="closed"):
            world.does(ST, command)
    world.does(ST, AllowLookBack(allowed=True))


def blinded(turns: int) -> tuple[World, str]:
    """A guard blinded for this many more turns, or 0 for no limit, while turns run."""
    world = World("nightfall")
    world.does(ST, CreateCharacter("Guard", traits=(("Intuition", 1),)))
    world.opens()
    world.does(ST, StartTurns(), 7)
    guard = world.id("Guard")
    world.does(ST, SetCondition(guard, "blinded", turns=turns))
    return world, guard


@pytest.mark.parametrize("turns", [0, 2])
def test_what_lasts_for_turns_ends_with_the_scene(turns: int) -> None:
    """C32, T1: a condition limited to turns ends with the scene, and everybody reads that; without a limit it goes
    on."""
    world, guard = blinded(turns)
    closing = world.here
    world.closes()
    told = [line_text(line, lambda _: "{0}") for line in closing.full.all(Line)][-2]
    assert (told == "{0}: no longer blinded.") is bool(turns)
    for state in (world.chronicle, world.opens()):
        assert [borne.name for borne in borne_by(state.full, guard)] == ([] if turns else ["blinded"])


@pytest.mark.parametrize("turns", [0, 2])
def test_what_lasts_for_turns_is_left_with_them(turns: int) -> None:
    """C32, T1: a character that leaves the scene loses conditions limited to turns, so they are gone after its
    return to the scene or chronicle."""
    for comes_back in (True, False):
        world, guard = blinded(turns)
        world.does(ST, RemoveCharacter(guard))
        if comes_back:
            world.does(ST, ReturnCharacter(guard))
        else:
            world.closes()
        assert [borne.until for borne in borne_by(world.here.full, guard)] == ([] if turns else [0])


def test_states_that_last_travel_and_end_once() -> None:
    """C32, T1: bound lasts into the next scene until it is ended; prone ends with the scene, and everybody reads
    that."""
    world = World()
    world.does(ST, CreateCharacter("Guard"))
    guard = world.id("Guard")
    world.opens()
    world.does(ST, SetCondition(guard, "bound"))
    world.does(ST, SetCondition(guard, "prone"))
    closing = world.here
    world.closes()
    assert [line_text(line, lambda _: "{0}") for line in closing.full.all(Line)][-2:] == [
        "{0}: no longer prone.",
        "The scene closes.",
    ]
    scene = world.opens()
    assert [borne.name for borne in borne_by(scene.full, guard)] == ["bound"]
    (borne,) = borne_by(scene.full, guard)
    world.does(ST, EndCondition(borne.id))
    world.closes()
    assert borne_by(world.chronicle.full, guard) == []
    assert borne_by(world.opens().full, guard) == []


def test_between_scenes_wounds_heal_and_states_that_last_come_and_go() -> None:
    """T1, G0, C29, C32: between scenes the Storyteller sets health and lasting conditions in the chronicle; while a
    scene is open, only there. Conditions that end with a scene are refused between scenes."""
    world = World("nightfall")
    world.does(ST, CreateCharacter("Guard"))
    guard = world.id("Guard")
    world.does(ST, SetHealth(guard, lethal=3))
    world.does(ST, SetHealth(guard, bashing=1))
    world.does(ST, SetCondition(guard, "bound"))
    assert "ends with its scene" in world.refuses(ST, SetCondition(guard, "prone"), "ends-with-scene")
    assert "Between scenes" in world.refuses(ST, SetCondition(guard, "bound", turns=2), "turns-between-scenes")
    (offer,) = world.offers(ST, SetCondition)
    assert {i.name for i in offer.inputs} == {"condition", "value"}
    assert "prone" not in {choice.value for choice in offer.inputs[0].choices}
    world.does(ST, SetCondition(guard, "blinded"))
    world.does(ST, EndCondition(f"{guard}.blinded"))
    scene = world.opens()
    assert scene.full.get(Health, guard) == Health(guard, 1, 0, 0)
    assert [borne.name for borne in borne_by(scene.full, guard)] == ["bound"]
    for command in (SetHealth(guard), SetCondition(guard, "bound"), EndCondition(f"{guard}.bound")):
        world.refuses(ST, command, "scene-open", at=world.chronicle)
    for kind in (SetHealth, SetCondition, EndCondition):
        offered = options(world.chronicle.view(ST))
        assert kind.__name__ not in {offer.command for offer in offered}
        assert world.offers(ST, kind)
    world.does(ST, SetHealth(guard, aggravated=1))
    world.closes()
    assert world.chronicle.full.get(Health, guard) == Health(guard, 0, 0, 1)
    world.refuses(ANNA, SetHealth(guard), "storyteller-only")


def test_an_emptied_weapon_is_empty_in_the_next_scene() -> None:
    """F3, T1: an emptied weapon is empty in the next scene until it is reloaded; no second weapon is affected."""
    world = World()
    world.does(ST, CreateCharacter("Guard"))
    guard = world.id("Guard")
    scene = world.opens()
    table = Deciding(scene, ST, FakeChance(), None)
    add_condition(table, guard, "out_of_shots", source="No. 5 rifle")
    for _ in range(2):
        world.closes()
        scene = world.opens()
        assert [(b.name, b.source) for b in borne_by(scene.full, guard)] == [("out_of_shots", "No. 5 rifle")]
    world.does(ST, EndCondition(borne_by(scene.full, guard)[0].id))
    world.closes()
    assert borne_by(world.opens().full, guard) == []


def test_a_grapple_ends_with_the_scene() -> None:
    """C7, T1: both sides of a grapple end with the scene."""
    world = World()
    for name in ("Guard", "Thief"):
        world.does(ST, CreateCharacter(name))
    guard, thief = world.id("Guard"), world.id("Thief")
    scene = world.opens()
    table = Deciding(scene, ST, FakeChance(), None)
    begin_grapple(table, "clinch", guard, thief, lays=("clinched", "clinched"))
    world.closes()
    assert not list(scene.full.all(Bearing))
    assert not list(scene.full.all(Grip))
    assert borne_by(world.opens().full, thief) == []


def test_what_was_kept_to_be_told_outlasts_the_scene() -> None:
    """X1: an untold outcome outlasts the scene, and is told once, in the chronicle or in the next scene."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Strength", 2),)))
    world.opens()
    world.does(ST, RollInSecret("the draught", world.id("Anna"), ("Strength",)), 9, 9)
    world.closes()
    (kept,) = world.chronicle.view(ST).all(Untold)
    assert not list(world.chronicle.view(ANNA).all(Untold))
    scene = world.opens()
    assert list(scene.view(ST).all(Untold)) == [kept]
    world.does(ST, TellOutcome(untold=kept.id))
    world.closes()
    assert not list(world.chronicle.full.all(Untold))


def test_a_fumble_is_settled_in_a_later_scene() -> None:
    """C8, G4: an open fumble outlasts the scene, and is settled in a later scene."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna"))
    world.does(BEN, CreateCharacter("Ben"))
    state = world.opens()
    record_fumble(Deciding(state, ST, world.chance, None), world.id("Anna"), world.id("Ben"), "")
    state.settle()
    world.closes()
    world.opens()
    (option,) = world.offers(ST, SettleFumble)
    assert option.urgent
    world.does(ST, SettleFumble(option.inputs[0].default, "nothing"))
    world.closes()
    assert not list(world.chronicle.full.all(Fumble))


def test_the_story_says_who_leaves_the_scene_and_comes_back() -> None:
    """X4, T1: the story says that a visible character leaves and returns, but no hidden one. The record of an absent
    character names its player."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna {0}"))
    world.does(ST, CreateCharacter("Nils", hidden=True))
    world.opens()
    anna, nils = world.id("Anna {0}"), world.id("Nils")
    before = world.lines()
    for who in (nils, anna):
        world.does(ST, RemoveCharacter(who))
    assert world.lines()[len(before) :] == ["Anna {0} leaves the scene."]
    assert list(world.here.view(ANNA).all(Absent)) == [Absent(anna, "Anna {0}", "anna")]
    for who in (nils, anna):
        world.does(ST, ReturnCharacter(who))
    assert world.lines()[len(before) :] == ["Anna {0} leaves the scene.", "Anna {0} comes back into the scene."]


def test_nothing_is_said_of_who_was_not_there_when_the_scene_began() -> None:
    """X4, INV10: no line tells of a character absent from the start, or of an absence that an older version stored
    without a line."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna"))
    scene = world.opens(away=(world.id("Anna"),))
    assert world.lines() == ["The Docks"]
    everybody = scene.partition(EVERYONE)
    WentAway("ben", "Ben").apply(everybody, 0)
    CameBack("ben").apply(everybody, 0)
    assert world.lines() == ["The Docks"]
