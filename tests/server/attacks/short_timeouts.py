"""`coterie` with a short timeout for the head of a request, so that a test need not wait the full time:

python -m tests.server.attacks.short_timeouts serve ...
"""

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
