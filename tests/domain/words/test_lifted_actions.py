"""Events of fights as older versions stored them, with sentences: they are read, and the story shows what it showed."""

from __future__ import annotations

import msgspec
import pytest

from domain.catalogue import catalogue, lift_record
from domain.core.audience import EVERYONE
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.words import as_it_was, as_it_was_with_names
from domain.features.storyteller.fork_scene import TableLaid
from domain.features.storyteller.take_back import Retracted
from domain.features.table.story_log import Line
from domain.records.bearing import Bearing
from tests.in_english import english, line_text

NAMES = {"a": "Anna", "b": "Bert"}
BORNE = ["Bearing", "a.cover", "a", "cover", "In cover", "when it leaves it", 2, 1, 0, ""]


def read(name: str, version: int, *fields: object) -> Event:
    """Return an event that a log stored with these fields."""
    type_ = catalogue().events[name]
    return msgspec.convert([name, *type_.lift(version, list(fields))], type_)


@pytest.mark.parametrize(
    ("name", "version", "fields", "line"),
    [
        ("ConditionBegan", 1, (BORNE,), "Anna: in cover 2."),
        ("SlotDone", 1, ("a", "does not get free"), "Anna does not get free."),
        ("StillClinched", 1, ("a", "does not get free"), "Anna does not get free."),
        ("AttackMade", 3, ("a", "b", "Melee attack", True), "Melee attack: Anna hits Bert."),
        ("AttackMade", 2, ("a", "b", "Melee attack", 0), "Melee attack: Anna misses Bert."),
        (
            "Declared", 2, ("a", [], [], [], [], False, "declares", "bite on {1}, then dodge ({{low}})", ["b"]),
            "Anna declares: bite on Bert, then dodge ({low}).",
        ),
        (
            "Planned", 2, ("a", [], [], [], [], False, "changes to", "nothing", []),
            "Anna changes to: nothing.",
        ),
        (
            "SpotSet", 1, (["Spot", "s", "b", "the knee", 2, False, "", 0, "It cracks."], "st", "-2: It cracks."),
            "Called shot at the knee of Bert: -2: It cracks. (C31).",
        ),
        ("SpotAnswered", 1, ("s", "st", "There is none {here}."), "There is none {here}."),
    ],
)  # fmt: skip
def test_the_story_of_an_older_log_stays(name: str, version: int, fields: tuple[object, ...], line: str) -> None:
    """The lifted event tells the sentence that was stored."""
    records = Partition(EVERYONE, [])
    read(name, version, *fields).apply(records, 0)
    (told,) = records.all(Line)
    assert line_text(told, NAMES.__getitem__) == line


def test_a_slot_that_ended_without_words_has_no_line() -> None:
    """An older slot that the story did not mention has no line now."""
    records = Partition(EVERYONE, [])
    read("SlotDone", 1, "a", "").apply(records, 0)
    assert not list(records.all(Line))


@pytest.mark.parametrize(
    "name", ["ConditionBegan", "SlotDone", "StillClinched", "AttackMade", "Declared", "SpotSet", "SpotAnswered"]
)
def test_an_unknown_version_is_not_read(name: str) -> None:
    """An event of a version that there never was is not read."""
    with pytest.raises(LookupError):
        catalogue().events[name].lift(0, [[]])


@pytest.mark.parametrize("event", [TableLaid.lift(1, [[BORNE]])[0], Retracted.lift(1, [0, [], [BORNE], "st"])[2]])
def test_records_in_older_events_are_lifted(event: object) -> None:
    """A taking back and a continued scene carry whole records, which are read in the shape of today."""
    (record,) = msgspec.convert(event, list[Bearing])
    assert (english(record.label), english(record.ends)) == ("in cover 2", "when it leaves it")
    assert lift_record(msgspec.to_builtins(record)) == msgspec.to_builtins(record)


@pytest.mark.parametrize("stored", [[], "nothing", ["NoSuchRecord", "id"]])
def test_what_is_no_record_stays_as_it_is(stored: object) -> None:
    """Something else than a record of this program is left for the decoder to refuse."""
    assert lift_record(stored) == stored


def test_a_line_is_cut_at_its_names() -> None:
    """Names become references, and doubled braces are the braces that somebody typed."""
    words = as_it_was_with_names("{0} asks {1}: {{0}}?", ["a", "b"])
    assert english(words, NAMES.__getitem__) == "Anna asks Bert: {0}?"
    assert as_it_was_with_names("nothing", []) == as_it_was("nothing")
