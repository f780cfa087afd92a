"""A recording by strace of a process's writes, syncs and sends, and the possible contents of a disk after a power cut.

Writes before a finished sync are on the disk. Of later writes any part may be: none, all, some sectors, or only the new
length of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

OPTIONS: Final = (
    "-y", "-xx", "-s", "70000", "-e", "signal=none",
    "-e", "trace=write,pwrite64,fsync,fdatasync,ftruncate,sendto",
)  # fmt: skip
"""The options of strace for a recording."""
SECTOR: Final = 512
NEVER: Final = 10**12

_LINE: Final = re.compile(r"(\d+) +(?:(\w+)\((\d+)<([^>]*)>(.*)|<\.\.\. (\w+) resumed>(.*))$")
_BYTES: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass
class Call:
    """A system call, with the lines at which it began and ended. `file` is the file or socket that it used."""

    name: str
    file: str
    began: int
    ended: int = NEVER
    data: bytes = b""
    at: int = 0
    """The offset of a write in the file."""


@dataclass
class Recording:
    """Some synced files as they were at the beginning, and the system calls since."""

    files: dict[str, bytes]
    calls: list[Call]

    @classmethod
    def read(cls, lines: Iterable[str], files: dict[str, bytes]) -> Recording:
        """Parse strace's lines. `files`: the contents at the beginning, by the path that the process uses."""
        ends = {name: len(content) for name, content in files.items()}
        calls: list[Call] = []
        under_way: dict[str, Call] = {}
        for number, line in enumerate(lines):
            found = _LINE.match(line)
            if found is None:
                continue
            thread, name, _, path, rest, resumed, result = found.groups()
            if resumed:
                if call := under_way.pop(thread, None):
                    call.ended = _ended(result, number)
                continue
            call = Call(name, _text(path), number)
            calls.append(call)
            _read_arguments(call, rest, ends)
            if rest.endswith("<unfinished ...>"):
                under_way[thread] = call
            else:
                call.ended = _ended(rest, number)
        return cls(files, calls)

    @property
    def said(self) -> list[Call]:
        """Writes and sends to sockets and to files that are not in `files`."""
        return [call for call in self.calls if call.name in ("sendto", "write") and call.file not in self.files]

    def after(self, cut: int, random: Random) -> dict[str, bytes]:
        """Choose possible contents of the files if the power fails just before this line."""
        how = random.choice(["nothing", "everything", "sectors", "sectors", "length"])
        return {name: self._file(name, content, cut, how, random) for name, content in self.files.items()}

    def _file(self, name: str, content: bytes, cut: int, how: str, random: Random) -> bytes:
        calls = [call for call in self.calls if call.file == name and call.began < cut]
        synced = max((c.began for c in calls if c.name in ("fsync", "fdatasync") and c.ended < cut), default=-1)
        disk = bytearray(content)
        for call in (call for call in calls if call.ended < synced):
            _put(disk, call)
        for call in (call for call in calls if call.ended >= synced):
            _put_some(disk, call, how, random)
        return bytes(disk)


def _text(path: str) -> str:
    return bytes.fromhex(path.replace("\\x", "")).decode() if path.startswith("\\x") else path


def _ended(rest: str, number: int) -> int:
    """The line at which a call succeeded; a failed call had no effect."""
    return number if re.search(r"\) += \d+", rest) else NEVER


def _read_arguments(call: Call, rest: str, ends: dict[str, int]) -> None:
    if call.name not in ("write", "pwrite64", "sendto", "ftruncate"):
        return
    found = _BYTES.search(rest)
    call.data = bytes.fromhex(found[1].replace("\\x", "")) if found else b""
    if call.name in ("pwrite64", "ftruncate"):
        call.at = int(re.sub(r"( <unfinished \.\.\.>|\) += .*)$", "", rest).rpartition(", ")[2])
    elif call.file in ends:
        call.at = ends[call.file]
        ends[call.file] += len(call.data)


def _put(disk: bytearray, call: Call) -> None:
    """Apply a write or a truncation."""
    if call.data:
        _put_bytes(disk, call.at, call.data)
    elif call.name == "ftruncate":
        del disk[call.at :]
        _put_bytes(disk, call.at, b"")


def _put_bytes(disk: bytearray, at: int, data: bytes) -> None:
    if len(disk) < at + len(data):
        disk.extend(bytes(at + len(data) - len(disk)))
    disk[at : at + len(data)] = data


def _put_some(disk: bytearray, call: Call, how: str, random: Random) -> None:
    """Apply some part of a write that was not synced."""
    if how == "everything" or (call.name == "ftruncate" and random.random() < 0.5):
        _put(disk, call)
    elif how == "length":
        _put_bytes(disk, call.at + len(call.data), b"")
    elif how == "sectors":
        start = 0
        while start < len(call.data):  # sectors are aligned to the file
            end = min(len(call.data), start + SECTOR - (call.at + start) % SECTOR)
            if random.random() < 0.5:
                _put_bytes(disk, call.at + start, call.data[start:end])
            start = end


def contents(folder: Path, *names: str) -> dict[str, bytes]:
    """The contents of these files now, by full path."""
    return {str(folder / name): (folder / name).read_bytes() for name in names}
