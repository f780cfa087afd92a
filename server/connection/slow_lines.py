"""Limits for slow connections. A slow connection that goes on reading stays open; a connection that does not read is
closed.

Each tick is answered by the client. Every second the hub compares how many bytes each connection that lags, or whose
answer is overdue, has not read yet: if there are fewer than before, its time limits start again.
"""

from typing import Final

TICK_EVERY: Final = 15.0
"""Seconds between two ticks."""
OVERDUE: Final = 2 * TICK_EVERY
"""Seconds without an answered tick after which the hub checks that the connection is still reading."""
BEHIND_ABOVE: Final = 32 * 1024
"""Unread bytes above which options wait: a quarter of a second on a line of 128 KB/s."""
