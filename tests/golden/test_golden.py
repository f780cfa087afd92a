"""Recorded evenings: their scripts hold under today's rules, and their stored logs fold to the same state for ever."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.features.actions.declaration import Declared
from server.fold.commit_codec import unpack
from tests.golden.golden import FOLDER, fingerprint, folded, logs, played, scripts, stored


@pytest.mark.parametrize("name", scripts())
def test_an_evening_goes_as_expected(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every `expect` line of the script holds under today's rules."""
    played(name)
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", logs())
def test_a_stored_evening_folds_to_the_same_state_for_ever(name: str) -> None:
    """A log of an earlier release folds to the same state as then, however events have changed (INV10)."""
    kept = (FOLDER / f"{name}.state").read_text(encoding="ascii").strip()
    assert fingerprint(folded(stored(name))) == kept


def test_every_evening_was_kept() -> None:
    """Each script has its log, and each of the four rule sets an evening."""
    assert scripts() == logs()
    assert {name.split("-")[0] for name in scripts()} == set(catalogue().rulesets)


def test_the_evenings_show_every_manoeuvre() -> None:
    """Every manoeuvre of the catalogue is declared in an evening."""
    facts = (fact.event for name in logs() for payload in stored(name) for fact in unpack(payload).facts)
    declared = {action.manoeuvre for event in facts if isinstance(event, Declared) for action in event.actions}
    assert set(catalogue().manoeuvres) - declared == set()
