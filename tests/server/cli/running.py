"""The command line, run as it is from outside: in a process of its own, or (quicker) in this one."""

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
    """What a run left: its exit code and what it wrote."""

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


def apart(*args: str) -> Done:
    """Run it in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", *args], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    return Done(done.returncode, done.stdout, done.stderr)
