"""The command `coterie` of an installed package. The package has this file as `coterie/__main__.py`.

A wheel keeps the packages `server` and `domain` inside the folder `coterie`, because their names are common: another
distribution may install a package `server` beside it. This file lets Python search the folder `coterie` first, so that
`server` and `domain` are always Coterie's own.
"""

import sys
from pathlib import Path


def main() -> int:
    """Run the command line and return its exit code."""
    sys.path.insert(0, str(Path(__file__).parent))
    from server.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
