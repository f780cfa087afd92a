"""`coterie` with a write-ahead log that is checkpointed into the file every few commits, so that a short play has many
checkpoints: `python -m tests.soak.hasty serve ...`. All else is as in `coterie`."""

from __future__ import annotations

import sys
from typing import Any

from server.cli import main
from server.log.sqlite import file

PAGES = 30

if __name__ == "__main__":
    names: dict[str, Any] = vars(file)
    names["CHECKPOINT_PAGES"] = PAGES
    sys.exit(main(sys.argv[1:]))
