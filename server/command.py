"""The package `coterie` of a wheel: importing it lets Python find Coterie's own packages `server` and `domain`.

A wheel keeps these two inside the folder `coterie`, and this file as `coterie/__init__.py`. Their names are common:
another distribution may install a package `server` beside it. This file puts the folder first in Python's search path,
so that the command `coterie`, and programs that use `server.client`, get the right ones.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def main() -> int:
    """Run the command line and return its exit code."""
    from server.cli import main as command_line

    return command_line()
