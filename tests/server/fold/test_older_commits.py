"""Commits that the version before words stored: `older_commits.hex` has one of each type of event, and of each type of
record that a taken back or continued scene carries, from random play."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.catalogue import lift_record
from domain.core.event import Event
from domain.core.record import Record
from domain.core.state import State
from domain.core.words import Words
from domain.features.storyteller.fork_scene import TableLaid
from domain.features.storyteller.take_back import Retracted
from domain.features.table.story_log import Line
from server.fold.commit_codec import unpack
from server.words.texts import languages, texts

COMMITS = [bytes.fromhex(line) for line in Path(__file__).with_name("older_commits.hex").read_text().split()]


@pytest.mark.parametrize("payload", COMMITS, ids=range(len(COMMITS)))
def test_a_commit_from_before_is_read_and_folded(payload: bytes) -> None:
    """INV10, FLT21: it folds on its own, and each of its lines is a sentence in every language."""
    commit, state = unpack(payload), State()
    state.fold(commit.facts, commit.at)
    state.settle()
    for line in state.full.all(Line):
        assert isinstance(line.text, Words)
        assert all(texts(language).sentence(line.text) for language in languages())


def test_a_record_is_lifted_once() -> None:
    """A record that is as this version stores it stays as it is."""
    carried = [record for payload in COMMITS for fact in unpack(payload).facts for record in records_in(fact.event)]
    assert {type(record).__name__ for record in carried} > {"Roll", "Rulebook", "Bearing"}
    for record in carried:
        stored = msgspec.msgpack.decode(msgspec.msgpack.encode(record))
        assert lift_record(stored) == stored


def records_in(event: Event) -> tuple[Record, ...]:
    """Return the records that an event carries whole."""
    return event.records if isinstance(event, Retracted | TableLaid) else ()


def test_the_commits_hold_most_types_of_events() -> None:
    """The file is not empty by mistake."""
    assert len({type(fact.event).__name__ for payload in COMMITS for fact in unpack(payload).facts}) > 160
