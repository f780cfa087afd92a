"""The environment variables of `coterie bridge`, `export` and `backup`. Those of `serve`: `test_serve_options.py`."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

import pytest

from server.cli import parser_for
from tests.server.cli.running import coterie

OPTIONS = {
    ("bridge", "link"): ("COTERIE_BRIDGE_LINK", "http://one/#a", "http://two/#b"),
    ("bridge", "--webhook"): ("COTERIE_BRIDGE_WEBHOOK", "https://one.example", "https://two.example"),
    ("bridge", "--format"): ("COTERIE_BRIDGE_FORMAT", "json", "discord"),
    ("bridge", "--state"): ("COTERIE_BRIDGE_STATE", "one.json", "two.json"),
    ("bridge", "--language"): ("COTERIE_LANGUAGE", "de", "en"),
    ("export", "--as"): ("COTERIE_EXPORT_AS", "storyteller", "Anna"),
    ("export", "--format"): ("COTERIE_EXPORT_FORMAT", "jsonl", "md"),
    ("export", "--pictures"): ("COTERIE_EXPORT_PICTURES", "one", "two"),
    ("export", "--language"): ("COTERIE_LANGUAGE", "de", "en"),
    ("export", "--log"): ("COTERIE_LOG", "sqlite:///one.db", "sqlite:///two.db"),
    ("backup", "--log"): ("COTERIE_LOG", "sqlite:///one.db", "sqlite:///two.db"),
    ("backup", "--force"): ("COTERIE_BACKUP_FORCE", "1", ""),
}
"""Each option with its variable and two values."""
NEEDED = {"bridge": [], "export": ["A scene"], "backup": ["file.db"]}
"""The arguments without which a subcommand does not run."""


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the variables that the caller of the tests may have set."""
    for name in [name for name in os.environ if name.startswith("COTERIE_")]:
        monkeypatch.delenv(name)


def parsed(*arguments: str) -> argparse.Namespace:
    return parser_for(arguments).parse_args(arguments)


def place_of(option: str) -> str:
    """Return the name under which argparse keeps the option."""
    return {"--as": "seat"}.get(option, option.lstrip("-"))


@pytest.mark.parametrize("subcommand", NEEDED)
def test_every_option_has_a_variable(subcommand: str) -> None:
    """Every option is tested here, and `--help` names its variable and says what variables are."""
    shown = re.sub(r"\s+", " ", coterie(subcommand, "--help").stdout)
    assert "the environment variable in square brackets; the option wins" in shown
    named = {option: names[0] for (of, option), names in OPTIONS.items() if of == subcommand}
    needed = [*NEEDED[subcommand], *(["--as", "Ben"] if subcommand == "export" else [])]
    arguments = {place_of(option) for option in named} | {"version", "subcommand", "run", "scene", "file"}
    assert set(vars(parsed(subcommand, *needed))) <= arguments
    for option, name in named.items():
        assert re.search(rf" {option} [^\[]*\[{name}\]", shown), option


@pytest.mark.parametrize(("subcommand", "option"), OPTIONS)
def test_a_flag_wins_over_its_variable_and_this_over_the_default(
    subcommand: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without either, an option has its default; the variable replaces the default, and the flag the variable."""
    name, first, second = OPTIONS[subcommand, option]
    needed = [*NEEDED[subcommand], *(["--as", "Ben"] if subcommand == "export" and option != "--as" else [])]
    place = place_of(option)
    typed: dict[str, object] = {"1": True, "one": Path("one"), "one.json": Path("one.json")}
    if option != "--as":  # it has no default
        assert getattr(parsed(subcommand, *needed), place) != typed.get(first, first)
    monkeypatch.setenv(name, first)
    assert getattr(parsed(subcommand, *needed), place) == typed.get(first, first)
    if second:
        given = [second] if option == "link" else [option, second]
        assert str(getattr(parsed(subcommand, *needed, *given), place)) == second


@pytest.mark.parametrize(
    ("subcommand", "name", "text"),
    [("bridge", "COTERIE_BRIDGE_FORMAT", "xml"), ("bridge", "COTERIE_LANGUAGE", "tlh"),
     ("export", "COTERIE_EXPORT_FORMAT", "pdf"), ("backup", "COTERIE_BACKUP_FORCE", "perhaps")],
)  # fmt: skip
def test_a_bad_value_names_its_variable(
    subcommand: str, name: str, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A variable with an impossible value is a misuse, which names the variable and its value."""
    monkeypatch.setenv(name, text)
    monkeypatch.setenv("COTERIE_BRIDGE_LINK", "http://127.0.0.1:1/#x")
    monkeypatch.setenv("COTERIE_LOG", f"sqlite:///{tmp_path / 'log.db'}")
    done = coterie(subcommand, *NEEDED[subcommand], *(["--as", "Ben"] if subcommand == "export" else []))
    assert (done.returncode, done.stdout) == (2, "")
    assert name in done.stderr
    assert text in done.stderr
