"""Commits that the version before words stored: `older_commits.hex` has one of each type of event, and of each type of
record that a taken back or continued scene carries, from random play."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.core.state import State
from domain.core.words import Words
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


def test_the_commits_hold_most_types_of_events() -> None:
    """The file is not empty by mistake."""
    assert len({type(fact.event).__name__ for payload in COMMITS for fact in unpack(payload).facts}) > 160
