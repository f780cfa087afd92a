"""The law of the picture store, which keeps the uploaded pictures of every chronicle beside the log.

Rule 1. A picture is stored with its chronicle and the seat that uploaded it. Several seats may upload the same picture;
        no seat can find out whether another one has uploaded it.
Rule 2. The id of a picture is a hash of its bytes (`picture_id`), so a picture never changes.
Rule 3. A seat stores only as many pictures as the caller allows (`put`).
"""

from hashlib import sha256
from typing import NamedTuple, Protocol

ID_DIGITS = 32
"""The number of hexadecimal digits of a picture's id."""


class PictureKey(NamedTuple):
    """A stored picture without its bytes: its chronicle, its id, and the seat that uploaded it."""

    chronicle: str
    id: str
    seat: str


def picture_id(data: bytes) -> str:
    """Return the id of a picture: the first 16 bytes of the SHA-256 of its bytes, in hexadecimal."""
    return sha256(data).hexdigest()[:ID_DIGITS]


class PictureStore(Protocol):
    """A store of pictures. Every backend passes the same contract test. Every method raises `LogError` if the store
    fails."""

    async def put(self, key: PictureKey, data: bytes, most: int) -> bool:
        """Store a picture and return True, also if this seat has stored it before. If the seat has `most` other
        pictures in this chronicle, store nothing and return False."""
        ...

    async def find(self, chronicle: str, picture: str) -> bytes | None:
        """Return the bytes of a picture of this chronicle; None if it has no such picture."""
        ...

    async def has(self, key: PictureKey) -> bool:
        """True if this seat has uploaded the picture in this chronicle."""
        ...

    async def keys(self, chronicle: str) -> list[PictureKey]:
        """Return the keys of all pictures of a chronicle, sorted."""
        ...

    async def size(self, chronicle: str) -> int:
        """Return about how many bytes the pictures of a chronicle take."""
        ...

    async def delete(self, chronicle: str) -> int:
        """Delete all pictures of a chronicle. Return how many there were."""
        ...

    async def close(self) -> None: ...
