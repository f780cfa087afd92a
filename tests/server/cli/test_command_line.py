"""The command line as a whole: the version, the completion, and every subcommand's help."""

from __future__ import annotations

import subprocess
import tomllib

import pytest

from server.cli import names, subcommand
from tests.server.cli.running import ROOT, coterie

SUBCOMMANDS = [subcommand(name).NAME for name in names()]


def test_the_version_is_the_packages() -> None:
    """`coterie --version` prints the version in pyproject.toml."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert coterie("--version") == (0, f"coterie {wanted}\n", "")


def completed(words: str) -> list[str]:
    """Return what bash offers for the last of these words."""
    script = coterie("completion", "bash").stdout
    asking = f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _shtab_coterie"
    done = subprocess.run(
        ["bash", "-c", f'{script}\n{asking}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split()


def test_bash_completes_subcommands_and_options() -> None:
    """With the script of `coterie completion bash`, bash completes every subcommand and its options."""
    for name in SUBCOMMANDS:
        assert name in completed(f"coterie {name[:-1]}")
    assert completed("coterie serve --publ") == ["--public-url"]


def test_zsh_gets_a_script_for_coterie() -> None:
    """The script for zsh says that it completes `coterie`, and names every subcommand."""
    done = coterie("completion", "zsh")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("#compdef coterie\n")
    assert all(f"    {name}:'" in done.stdout for name in SUBCOMMANDS)


@pytest.mark.parametrize("shell", ["fish", ""])
def test_another_shell_is_refused(shell: str) -> None:
    """A shell without a script is refused with the names of those that have one."""
    done = coterie("completion", shell)
    assert done.returncode == 2
    assert "bash" in done.stderr
