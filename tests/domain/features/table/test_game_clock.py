"""Time: the six units of a game, and the game clock."""

import pytest

from domain.command import Command
from domain.core.words import phrase
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.calls.decrees import Decree
from domain.features.combat.turn_commands import StartTurn, StartTurns, StopTurns
from domain.features.rolls.call import Call
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll import Roll as RollRecord
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.secret_outcomes import TellOutcome
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.downtime import PassDowntime
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.chapters import BeginChapter, BeginStory, ChapterCard, EndChapter, EndStory, StoryCard
from domain.features.table.game_clock import AdvanceClock, Clock, SetTurnLength, clock
from domain.features.table.turn import Turn
from domain.features.tasks.set_clock import SetClock
from domain.rules.game_time import DAY, HOUR, MINUTE, duration, game_time, lasting, moment
from tests.domain.world import ANNA, ST, WATCHER, World
from tests.in_english import english


def at(world: World) -> int:
    """Return the game time in the open scene, or else in the chronicle."""
    return clock(world.here.view(WATCHER)).at


def test_time_in_words() -> None:
    """T1: a time is told as day and hour, a duration in its units."""
    assert english(game_time(0)) == "day 1, 00:00"
    assert english(game_time(moment(2, 21, 5))) == "day 2, 21:05"
    assert english(game_time(moment(2, 21, 5) + 3)) == "day 2, 21:05:03"
    assert english(duration(DAY + 2 * HOUR)) == "1 day 2 hours"
    assert english(duration(3 * MINUTE + 1)) == "3 minutes 1 second"
    assert english(duration(0)) == "no time"
    assert lasting(3, "turn", 5) == 15
    assert lasting(2, "week", 5) == 14 * DAY
    assert lasting(3, "night", 5) == 3 * DAY


def test_all_six_are_in_the_history() -> None:
    """T1: the story tells of turns, scenes, chapters, stories and the chronicle, nested in that order, and of
    downtime."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Dexterity", 2), ("Wits", 2))))
    world.does(ST, BeginStory("The Drowned"))
    world.does(ST, BeginChapter("Low tide"))
    scene = world.opens("The Docks")
    world.does(ST, StartTurns())
    told = world.lines()
    assert told[:2] == ["Low tide", "The Docks"]
    assert "Turn 1." in told
    world.closes()
    world.does(ST, PassDowntime("They ask around.", 3, "day"))
    world.does(ST, EndChapter("The sea keeps it."))
    world.does(ST, EndStory())
    assert world.lines() == [
        "A chronicle begins: Night",
        "A story begins: The Drowned",
        "A chapter begins: Low tide",
        "A scene begins: The Docks",
        "A scene ends: The Docks",
        "Downtime, 3 days: They ask around. (It is day 4, 00:00:03.)",
        "A chapter ends: Low tide. The sea keeps it.",
        "A story ends: The Drowned",
    ]
    assert clock(scene.full).at == 3


def test_stories_chapters_and_scenes_are_nested() -> None:
    """T1: a chapter belongs to a story, and a scene to the open chapter; while a scene is open no story or chapter
    begins or ends."""
    world = World()
    assert (
        world.refuses(ST, BeginChapter("x"), "no-story-for-chapter")
        == "A chapter is part of a story. Begin a story first (T1)."
    )
    world.refuses(ST, EndStory(), "no-story")
    world.refuses(ST, EndChapter(), "no-chapter")
    world.opens("By itself")
    world.closes()
    assert world.card.chapter == ""
    world.does(ST, BeginStory("One"))
    world.refuses(ST, BeginStory("Two"), "story-open")
    world.does(ST, BeginChapter("First"))
    world.refuses(ST, BeginChapter("Second"), "chapter-open")
    world.opens()
    chapter = next(world.chronicle.full.all(ChapterCard))
    assert world.card.chapter == chapter.id
    commands: tuple[Command, ...] = (BeginStory("x"), EndStory(), BeginChapter("x"), EndChapter())
    for command in commands:
        world.refuses(ST, command, "scene-open-chapters", at=world.chronicle)
    world.refuses(ST, PassDowntime("x", 1), "scene-open-downtime", at=world.chronicle)
    world.does(ST, AdvanceClock(2, "hour"))
    world.closes()
    world.does(ST, EndStory("Done."))
    story, chapter = next(world.chronicle.full.all(StoryCard)), next(world.chronicle.full.all(ChapterCard))
    assert (story.number, story.began, story.ended, story.open) == (1, 0, 2 * HOUR, False)
    assert (chapter.part_of, chapter.ended, chapter.open) == (story.id, 2 * HOUR, False)
    world.does(ST, BeginStory("Two"))
    assert [card.number for card in world.chronicle.full.all(StoryCard)] == [1, 2]


def test_only_what_is_possible_is_offered() -> None:
    """T1: only the Storyteller is offered stories, chapters and downtime, each when it may begin or end."""
    world = World()

    def offered() -> set[str]:
        parts = (BeginStory, EndStory, BeginChapter, EndChapter, PassDowntime, BeginScene)
        assert not any(world.offers(ANNA, part) for part in parts)
        return {part.__name__ for part in parts if world.offers(ST, part)}

    assert offered() == {"BeginStory", "PassDowntime", "BeginScene"}
    world.does(ST, BeginStory("One"))
    assert offered() == {"EndStory", "BeginChapter", "PassDowntime", "BeginScene"}
    world.does(ST, BeginChapter("First"))
    assert offered() == {"EndStory", "EndChapter", "PassDowntime", "BeginScene"}
    world.opens()
    world.scene, scene = None, world.scene
    assert offered() == set()
    world.scene = scene
    world.closes()
    assert "PassDowntime" in offered()
    world.refuses(ANNA, BeginStory("Hers"), "storyteller-only")


def test_rolls_are_made_in_downtime() -> None:
    """T1: between scenes, rolls are made in the chronicle."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 2),)))
    world.does(ANNA, Roll("ask around", world.id("Anna"), ("Wits",)), 7, 2)
    world.does(ST, PassDowntime("A week of questions.", 1, "week"))
    (roll,) = world.chronicle.view(WATCHER).all(RollRecord)
    assert (roll.net, at(world)) == (1, 7 * DAY)
    world.refuses(ST, PassDowntime(" ", 1), "nothing-happened")


def test_the_storyteller_has_her_dice_in_downtime() -> None:
    """T1, X1, X2: between scenes the Storyteller can call, modify, roll in secret, tell, decree and override too."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Wits", 2),)))
    anna = world.id("Anna")
    world.does(ST, ModifyNextRoll(anna, 1, "unexplained"))
    world.does(ST, CallForRoll(anna, "follow the money", ("Wits",)))
    (call,) = world.chronicle.view(ANNA).all(Call)
    assert [option.label for option in world.offers(ANNA, AnswerCall)] == ["Roll: follow the money (G3)"]
    world.does(ANNA, AnswerCall(call.id), 7, 2, 2)
    (roll,) = world.chronicle.view(WATCHER).all(RollRecord)
    assert roll.parts == (("Wits", 2), (phrase("part-unexplained", rule="X2"), 1))
    world.does(ST, OverrideRoll(roll.id, "failure"))
    world.does(ST, RollInSecret("does he notice?", dice=2), 7, 2)
    world.does(ST, TellOutcome(anna, "success"))
    world.does(ST, Decree("The bank is closed"))
    assert len(list(world.chronicle.view(WATCHER).all(RollRecord))) == 1


def test_the_clock_goes_with_the_game() -> None:
    """T1: a scene begins at the chronicle's time, has its own clock, and returns it when it closes."""
    world = World()
    world.does(ST, SetClock(2, 21, 30))
    world.does(ST, SetTurnLength(60))
    scene = world.opens()
    assert clock(scene.full) == Clock("clock", moment(2, 21, 30), 60, moment(2, 21, 30), 0)
    world.does(ST, AdvanceClock(5, "minute", "They wait."))
    world.does(ST, AdvanceClock(2, "turn"))
    assert world.lines()[-2:] == ["They wait. (5 minutes later: day 2, 21:35.)", "(2 minutes later: day 2, 21:37.)"]
    assert clock(world.chronicle.full).at == moment(2, 21, 30)
    for command in (SetClock(1), SetTurnLength(10)):
        world.refuses(ST, command, "scene-open", at=world.chronicle)
    world.does(ST, SetTurnLength(10))
    world.closes()
    assert clock(world.chronicle.full) == Clock("clock", moment(2, 21, 37), 10, moment(2, 21, 37), 0)
    world.does(ST, SetClock(1, 6))
    assert at(world) == 6 * HOUR
    assert world.lines()[-1] == "It is day 1, 06:00."


def test_turns_move_the_clock() -> None:
    """T1: each turn moves the clock by the length of a turn, the last turn when turns stop."""
    world = World()
    world.does(ANNA, CreateCharacter("Anna", traits=(("Dexterity", 2), ("Wits", 2))))
    world.opens()
    world.does(ST, SetTurnLength(10))
    world.does(ST, StartTurns())
    assert at(world) == 0
    world.does(ST, StartTurn())
    assert at(world) == 10
    world.does(ST, StartTurn())
    world.does(ST, SetTurnLength(20))
    assert at(world) == 20
    world.does(ST, StopTurns())
    assert at(world) == 40
    world.does(ST, StartTurns())
    world.does(ST, StopTurns())
    assert at(world) == 60


@pytest.mark.parametrize("rules", ["revised", "v20", "storytelling"])
def test_the_storyteller_says_how_long_a_turn_is(rules: str) -> None:
    """T1: the Storyteller sets a turn's length from 3 seconds to 3 minutes; the default is 3 seconds."""
    world = World(rules)
    assert clock(world.here.full).turn == 3
    world.does(ST, SetTurnLength(180))
    for seconds in (2, 181):
        sentence = world.refuses(ST, SetTurnLength(seconds), "turn-length")
        assert sentence == "A turn takes 3 seconds to 3 minutes under these rules (T1)."
    world.refuses(ANNA, SetTurnLength(5), "storyteller-only")
    assert world.offers(ST, SetTurnLength)
    assert clock(world.opens().full).turn == 180


def test_a_turn_of_nightfall_is_three_seconds() -> None:
    """T1: in `nightfall` a turn is always 3 seconds."""
    world = World("nightfall")
    assert clock(world.here.full).turn == 3
    assert world.refuses(ST, SetTurnLength(4), "turn-length-fixed") == (
        "A turn always takes 3 seconds under these rules (T1)."
    )
    assert not world.offers(ST, SetTurnLength)


def test_speech_is_no_action() -> None:
    """T2: speech costs neither slot nor time."""
    world = World("nightfall")
    world.does(ANNA, CreateCharacter("Anna", traits=(("Dexterity", 2), ("Intuition", 2))))
    world.opens()
    world.does(ST, StartTurns())
    before = world.here.full.get(Turn, "turn"), at(world)
    world.does(ANNA, Say("Watch out!", world.id("Anna")))
    assert (world.here.full.get(Turn, "turn"), at(world)) == before
