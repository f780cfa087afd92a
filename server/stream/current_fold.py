"""The fold of a live stream as it is now, in an object that all parts of the live stream share.

The fold itself cannot be shared: when the log has to be read again from its beginning, a new fold takes its place.
"""

from server.fold.stream_fold import StreamFold


class CurrentFold:
    """The name of a stream, the fold of its log, and why the stream takes no commands, if it takes none."""

    __slots__ = ("fenced", "folded", "stream")

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.folded = StreamFold()
        self.fenced = ""
        """The reason why the stream is fenced, for the server's own log; "" while it takes commands."""
