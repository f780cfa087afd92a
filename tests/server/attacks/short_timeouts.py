"""`coterie` with little patience for a request whose head does not come, so that a test need not sit it out:
`python -m tests.server.attacks.short_timeouts serve ...`. Nothing else of it differs."""

from __future__ import annotations

import sys
from typing import Any

from server.cli import main
from server.http import tcp_limits

SECONDS = 0.5

if __name__ == "__main__":
    names: dict[str, Any] = vars(tcp_limits)
    names["OPENING_WITHIN"] = SECONDS
    sys.exit(main(sys.argv[1:]))
