"""The options of `coterie serve`, given as flags and as environment variables."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from server.cli import serve
from server.log.open import url_of
from server.serve_settings import Settings
from tests.server.cli.running import coterie

FLAGS = {
    "host": ("127.0.0.2", "127.0.0.3"),
    "port": ("8001", "8002"),
    "log": ("memory:", "sqlite:///other.db"),
    "public_url": ("https://one.example", "https://two.example"),
    "base_path": ("/one", "/two"),
    "rate": ("5.5", "6.5"),
    "log_format": ("json", "text"),
    "status": ("9100", "9101"),
}
"""Two values for each option that takes one."""
SWITCHES = ("lan", "hsts_subdomains", "no_open")


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the variables that the caller of the tests may have set."""
    for name in (*(f"COTERIE_{option.upper()}" for option in (*FLAGS, *SWITCHES)), "PORT"):
        monkeypatch.delenv(name, raising=False)


def parsed(*flags: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    return parser.parse_args(flags)


def test_every_option_has_a_variable() -> None:
    """Every option of `coterie serve` is tested here, and `--help` names its variable."""
    assert set(vars(parsed())) == {*FLAGS, *SWITCHES}
    shown = re.sub(r"\s+", " ", coterie("serve", "--help").stdout)
    for option in (*FLAGS, *SWITCHES):
        assert re.search(rf"--{option.replace('_', '-')} .*\[COTERIE_{option.upper()}( or PORT)?\]", shown)


@pytest.mark.parametrize("option", FLAGS)
def test_a_flag_wins_over_its_variable_and_this_over_the_default(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without either, an option has its default; the variable replaces the default, and the flag the variable. An empty
    variable counts as not set."""
    first, second = FLAGS[option]
    default = getattr(parsed(), option)
    assert str(default) != first
    monkeypatch.setenv(f"COTERIE_{option.upper()}", first)
    found = getattr(parsed(), option)
    assert (str(found), type(found)) == (first, type(default))
    assert str(getattr(parsed(f"--{option.replace('_', '-')}={second}"), option)) == second
    monkeypatch.setenv(f"COTERIE_{option.upper()}", "")
    assert getattr(parsed(), option) == default


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_is_set_with_1_or_0(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An option without a value is on with 1, true, yes or on, and off with 0, false, no or off."""
    for text, on in {"1": True, "true": True, "YES": True, "on": True, "0": False, "false": False, "no": False}.items():
        monkeypatch.setenv(f"COTERIE_{option.upper()}", text)
        assert getattr(parsed(), option) is on
        assert getattr(parsed(f"--{option.replace('_', '-')}"), option) is True


def test_the_port_has_a_plain_variable_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """PORT sets the port, as many hosting services expect; COTERIE_PORT wins over it."""
    monkeypatch.setenv("PORT", "8003")
    assert parsed().port == 8003
    monkeypatch.setenv("COTERIE_PORT", "8004")
    assert parsed().port == 8004


@pytest.mark.parametrize(
    ("name", "text"),
    [("COTERIE_PORT", "http"), ("PORT", "80a"), ("COTERIE_RATE", "much"), ("COTERIE_LOG_FORMAT", "xml"),
     ("COTERIE_LAN", "perhaps"), ("COTERIE_STATUS", "on"), ("COTERIE_PORT", "70000"), ("COTERIE_BASE_PATH", "table"),
     ("COTERIE_PUBLIC_URL", "table.example")],
)  # fmt: skip
def test_a_bad_value_names_its_variable(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable with an impossible value stops the start with its name; the flag beside it makes it unimportant."""
    monkeypatch.setenv(name, text)
    done = coterie("serve", "--log", "memory:", "--no-open")
    assert (done.returncode, done.stdout) != (0, "")
    assert name in done.stderr
    option = name.removeprefix("COTERIE_").lower()
    if option in FLAGS:
        assert str(getattr(parsed(f"--{option.replace('_', '-')}={FLAGS[option][0]}"), option)) == FLAGS[option][0]


def test_the_settings_are_those_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flags and variables reach the server; a slash at the end of the base path is ignored."""
    monkeypatch.setenv("COTERIE_HSTS_SUBDOMAINS", "1")
    found = serve.settings(parsed("--log", "memory:", "--base-path", "/table/", "--status", "9100"))
    assert found == Settings("memory:", status=9100, base_path="/table", hsts_subdomains=True, typed_log="memory:")


def test_the_log_is_typed_again_with_its_full_path_and_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that the host's page shows opens the same log from any folder, and shows no password. The log of the
    data folder needs no option."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "make_folder", lambda folder: None)
    assert serve.settings(parsed("--log", "sqlite:///low%20water.db")).typed_log == url_of(tmp_path / "low water.db")
    assert serve.settings(parsed("--log", "redis://u:secret@h/0")).typed_log == "redis://u:...@h/0"
    assert serve.settings(parsed()).typed_log == ""
