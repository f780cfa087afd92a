"""The suite needs CPython 2.7: this finds one, and makes an environment for it in `.conformance/`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[2] / ".conformance"
SUITE: Final = "autobahntestsuite==25.10.1"
MAKER: Final = "virtualenv<20.22"
"""The last version that makes environments for 2.7."""
ABSENT: Final = (
    "The WebSocket conformance suite needs a CPython 2.7, and none was found: put a python2.7 on the PATH, or install "
    "one with pyenv."
)


class CannotConform(Exception):
    """The suite cannot run; the message is one sentence with the reason."""


def candidates() -> Iterator[str]:
    """Possible paths of a Python 2.7: on the PATH, or among pyenv's."""
    yield "python2.7"
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from (str(found) for found in sorted(root.glob("versions/2.7*/bin/python2.7"), reverse=True))


def python27() -> str:
    """The path of a working Python 2.7. Raise `CannotConform`."""
    for candidate in candidates():
        try:
            said = subprocess.run(
                [candidate, "-c", "import sys; print(sys.version_info[:2] == (2, 7))"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
        except OSError:
            continue
        if said.stdout.strip() == "True":
            return candidate
    raise CannotConform(ABSENT)


def wstest() -> Path:
    """The suite's program, installed if needed. Raise `CannotConform`."""
    program = HERE / "suite" / "bin" / "wstest"
    if program.is_file():
        return program
    python = python27()
    pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    _run(sys.executable, *pip, "--target", str(HERE / "maker"), MAKER)
    _run(sys.executable, "-m", "virtualenv", "--quiet", "--python", python, str(HERE / "suite"), path=HERE / "maker")
    _run(str(HERE / "suite" / "bin" / "python"), *pip, SUITE)
    return program


def _run(*command: str, path: Path | None = None) -> None:
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise CannotConform(f"The conformance suite could not be installed: {' '.join(last)}")
