"""The file of an archived scene, which stands by itself: what was played, and how those who sat there were called.

what kind of file it is, and which version of it    one line
what it holds                                       one line of JSON
the entries                                         MessagePack, deflated
the SHA-256 of all that                             32 bytes
"""

import zlib
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from server.access.contract import SeatRow
from server.log.batch import is_name
from server.log.contract import BATCH_MOST, EMPTY, KEY_BYTES, KEYS_KEPT, Entry, EventLog, Head, LogError, follows
from server.log.copy_entries import carry
from server.log.sqlite.file import make, sync

KIND: Final = b"coterie archive "
"""How every such file begins."""
_VERSION: Final = KIND + b"1"
_DIGEST_BYTES: Final = 32


class Label(msgspec.Struct, frozen=True):
    """What an archive holds. `chain` is the last entry's, in hexadecimal; the seats are those of the chronicle."""

    stream: str
    scene: str
    chronicle: str
    entries: int
    chain: str
    seats: list[SeatRow]


class Archive(NamedTuple):
    """A scene, whole."""

    label: Label
    entries: list[Entry]


def end_of(entries: list[Entry]) -> Head:
    """The head of a stream that has these."""
    return Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY


def packed(archive: Archive) -> bytes:
    """As it is in the file."""
    entries = zlib.compress(msgspec.msgpack.encode(archive.entries), 9)
    body = b"\n".join((_VERSION, msgspec.json.encode(archive.label), entries))
    return body + sha256(body).digest()


def write(path: Path, archive: Archive) -> None:
    """Onto the disk, under its name only when it reads as what it was made of. Raises `LogError`, `OSError`."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        make(fresh)
        fresh.write_bytes(packed(archive))
        sync(fresh)
        if read(fresh) != archive:
            raise LogError(f"{fresh} does not read as it was written: is the disk sound?")
        fresh.replace(path)
        sync(path.absolute().parent)
    finally:
        fresh.unlink(missing_ok=True)


def read(path: Path) -> Archive:
    """Raises `LogError` where it is not what was written."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}.") from error
    body, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    if not data.startswith(KIND):
        raise LogError(f"{path} is no archive of a scene.")
    if sha256(body).digest() != digest:
        raise LogError(f"{path} is not what was written: its checksum does not hold.")
    if body.partition(b"\n")[0] != _VERSION:
        raise LogError(f"{path} is the archive of a newer Coterie: read it with that one.")
    try:
        _, label, entries = body.split(b"\n", 2)
        archive = Archive(
            msgspec.json.decode(label, type=Label), msgspec.msgpack.decode(zlib.decompress(entries), type=list[Entry])
        )
    except (ValueError, msgspec.MsgspecError, zlib.error) as error:
        raise LogError(f"{path} cannot be read: {error}.") from error
    if not _holds(archive):
        raise LogError(f"{path} does not hold what it says: its entries are no whole stream.")
    return archive


def _holds(archive: Archive) -> bool:
    """Whether the entries are a stream by the log's law, and the one that the label tells of."""
    label, entries = archive
    head = EMPTY
    stood: dict[bytes, int] = {}
    for entry in entries:
        twice = entry.seq - stood.get(entry.key, -KEYS_KEPT) <= KEYS_KEPT  # an older one may have been forgotten
        if not follows(head, entry) or len(entry.key) != KEY_BYTES or twice:
            return False
        head = Head(entry.seq, entry.chain)
        stood[entry.key] = entry.seq
    return is_name(label.stream) and (label.entries, label.chain) == (head.seq, head.chain.hex())


async def put(log: EventLog, archive: Archive) -> None:
    """Append what the log does not have of the scene yet, as it was: an earlier one may have been cut off. Raises
    `LogError` where the log has anything else there, and what `append` does."""
    stream, entries = archive.label.stream, archive.entries
    head = await log.head(stream)
    while head.seq < len(entries):
        batch = entries[head.seq : head.seq + BATCH_MOST]
        end = await carry(log, stream, head, batch) if head == end_of(entries[: head.seq]) else None
        if end is None:
            break
        head = end
    if head != end_of(entries):
        raise LogError(f"{stream} is in this log with other entries than in the archive.")
