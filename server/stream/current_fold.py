"""The present fold of a live stream, held in an object that all parts of the live stream share.

The parts cannot share the fold itself: when the log has to be read again from its beginning, a new fold replaces it.
"""

from server.fold.stream_fold import StreamFold


class CurrentFold:
    """The name of a stream, the fold of its log, and the reason why it takes no commands, if there is one."""

    __slots__ = ("fenced", "folded", "stream")

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.folded = StreamFold()
        self.fenced = ""
        """The reason why the stream is fenced, for the server's own log; "" while it takes commands."""
