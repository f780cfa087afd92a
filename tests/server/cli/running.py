"""Run the command line as a process of its own, or (faster) inside this process."""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from server.cli import main

ROOT = Path(__file__).parents[3]


class Done(NamedTuple):
    """The exit code and the output of a run."""

    returncode: int
    stdout: str
    stderr: str


def coterie(*args: str) -> Done:
    """Run the command line in this process."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(args))
        except SystemExit as exit_:
            code = int(exit_.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def in_own_process(*args: str) -> Done:
    """Run the command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", *args], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    return Done(done.returncode, done.stdout, done.stderr)
