"""The file of an archived scene. It can be read without a log: it has the entries of the scene and the seats' names.

kind and version of the file    one line
header (`ArchiveHeader`)        one line of JSON
entries                         MessagePack, deflated
SHA-256 of all bytes before     32 bytes
"""

import sys
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from server.access.contract import SeatRow
from server.log.batch import is_name
from server.log.contract import BATCH_MOST, EMPTY, KEY_BYTES, KEYS_KEPT, Entry, EventLog, Head, LogError, follows
from server.log.copy_entries import carry
from server.log.sqlite.file import create_private, sync
from server.pictures.contract import PictureKey, PictureStore, picture_id

KIND: Final = b"coterie archive "
"""The first bytes of every archive."""
_VERSION: Final = KIND + b"1"
_DIGEST_BYTES: Final = 32


class StoredPicture(msgspec.Struct, frozen=True):
    """A picture, and the seat that uploaded it."""

    id: str
    seat: str
    data: bytes


class ArchiveHeader(msgspec.Struct, frozen=True):
    """The contents of an archive. `chain` is the hash of the last entry, in hexadecimal; `seats` are the chronicle's;
    `pictures` are those that the scene names. The field names are stored in the file."""

    stream: str
    scene: str
    chronicle: str
    entries: int
    chain: str
    seats: list[SeatRow]
    pictures: list[StoredPicture] = []


class Archive(NamedTuple):
    """A whole scene with its header."""

    header: ArchiveHeader
    entries: list[Entry]


def head_of(entries: list[Entry]) -> Head:
    """Return the head of a stream with exactly the given entries."""
    return Head(entries[-1].seq, entries[-1].chain) if entries else EMPTY


def to_bytes(archive: Archive) -> bytes:
    """Return an archive as the contents of its file."""
    entries = zlib.compress(msgspec.msgpack.encode(archive.entries), 9)
    body = b"\n".join((_VERSION, msgspec.json.encode(archive.header), entries))
    return body + sha256(body).digest()


def write(path: Path, archive: Archive) -> None:
    """Write a temporary file, sync it and read it back. Rename it to `path` only if it equals the archive. Raise
    `LogError` or `OSError`."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        create_private(fresh)
        fresh.write_bytes(to_bytes(archive))
        sync(fresh)
        if read(fresh) != archive:
            raise LogError(f"{fresh} cannot be read back as it was written: check the disk.")
        fresh.replace(path)
        sync(path.absolute().parent)
    finally:
        fresh.unlink(missing_ok=True)


def read(path: Path) -> Archive:
    """Read an archive. Raise `LogError` if it is damaged, if a newer version wrote it, or if it is not an archive."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}.") from error
    body, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    if not data.startswith(KIND):
        raise LogError(f"{path} is no archive of a scene.")
    if sha256(body).digest() != digest:
        raise LogError(f"{path} is damaged: its checksum does not hold.")
    if body.partition(b"\n")[0] != _VERSION:
        raise LogError(f"{path} is the archive of a newer Coterie: read it with that version.")
    try:
        _, header, entries = body.split(b"\n", 2)
        archive = Archive(
            msgspec.json.decode(header, type=ArchiveHeader),
            msgspec.msgpack.decode(zlib.decompress(entries), type=list[Entry]),
        )
    except (ValueError, msgspec.MsgspecError, zlib.error) as error:
        raise LogError(f"{path} cannot be read: {error}.") from error
    if not _is_consistent(archive):
        raise LogError(f"{path} does not hold what it says: its entries are not the whole stream of its header.")
    return archive


def _is_consistent(archive: Archive) -> bool:
    """True if a log would accept the entries as a stream, if the stream ends where the header says, and if every
    picture has its id."""
    header, entries = archive
    head = EMPTY
    last_seq: dict[bytes, int] = {}
    for entry in entries:
        # a log forgets a command id after KEYS_KEPT entries, and then accepts it again
        repeated = entry.seq - last_seq.get(entry.key, -KEYS_KEPT) <= KEYS_KEPT
        if not follows(head, entry) or len(entry.key) != KEY_BYTES or repeated:
            return False
        head = Head(entry.seq, entry.chain)
        last_seq[entry.key] = entry.seq
    if any(picture_id(picture.data) != picture.id for picture in header.pictures):
        return False
    return is_name(header.stream) and (header.entries, header.chain) == (head.seq, head.chain.hex())


async def store_pictures(store: PictureStore, header: ArchiveHeader) -> None:
    """Store the pictures of an archive, unless they are there already. Raise `LogError`."""
    for picture in header.pictures:
        await store.put(PictureKey(header.chronicle, picture.id, picture.seat), picture.data, sys.maxsize)


async def append_missing(log: EventLog, archive: Archive) -> None:
    """Append those entries that the log does not have yet, because an earlier attempt may have been interrupted. Raise
    `LogError` if the log has different entries in this stream, and any error of `append`."""
    stream, entries = archive.header.stream, archive.entries
    head = await log.head(stream)
    while head.seq < len(entries):
        batch = entries[head.seq : head.seq + BATCH_MOST]
        end = await carry(log, stream, head, batch) if head == head_of(entries[: head.seq]) else None
        if end is None:
            break
        head = end
    if head != head_of(entries):
        raise LogError(f"{stream} is in this log with other entries than in the archive.")
