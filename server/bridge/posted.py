"""The record of what was posted, in a small file, so that a bridge that starts again posts nothing twice.

The file has no secret: neither the link nor the webhook, and no text; only ids, hashes and public names.
Only its owner may read it.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

REMEMBERED: Final = 300
"""The most messages of a table that are remembered. Older ones are no longer edited."""


class PostedMessage(msgspec.Struct):
    """A message that was posted. `n`: as in `Message`. `remote`: the target's ids of its parts. `content`: the hash of
    the content that the target has; "" until all parts are there."""

    n: int
    remote: list[str]
    content: str = ""


class PostedTable(msgspec.Struct):
    """What was posted of a table. `after`: only entries with greater numbers are posted; None until the bridge has seen
    the table for the first time, and posts what happens from then on. `done`: True if the scene is
    closed and all of it was posted. `names`: as in `Story`."""

    after: int | None
    done: bool = False
    messages: dict[str, PostedMessage] = {}
    names: dict[str, str] = {}

    def forget_old(self) -> None:
        """Forget the oldest messages above the limit."""
        oldest = sorted(self.messages.items(), key=lambda item: item[1].n)[: max(0, len(self.messages) - REMEMBERED)]
        for key, message in oldest:
            del self.messages[key]
            self.after = max(self.after or 0, message.n)


class Posted(msgspec.Struct):
    """The content of the file. `tables`: by stream."""

    tables: dict[str, PostedTable] = {}


class UnreadableFile(Exception):
    """The file of an earlier run cannot be read. The message is a sentence for the user."""


class PostedFile:
    """The file, and its content in memory."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one. Raise `UnreadableFile` or `OSError`."""
        self._path = path
        try:
            self.content = msgspec.json.decode(path.read_bytes(), type=Posted)
        except FileNotFoundError:
            self.content = Posted()
        except msgspec.DecodeError as error:
            raise UnreadableFile(
                f"{path} is damaged, or no file of a bridge: move it away, and the bridge starts anew from now on."
            ) from error

    def save(self) -> None:
        """Write the file in one step: after a crash it has the old content or the new one. Raise `OSError`."""
        fresh = self._path.with_name(self._path.name + ".new")
        fresh.unlink(missing_ok=True)  # an earlier run that was killed may have left it
        with open(fresh, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(msgspec.json.encode(self.content))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
