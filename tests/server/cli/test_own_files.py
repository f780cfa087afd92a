"""Only their owner can read the files that Coterie creates: they contain what is hidden at the table (X1)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from server.cli._archive_file import Archive, ArchiveHeader, write
from server.cli._data_folder import data_folder
from server.cli.serve import greeting
from server.log.contract import Entry
from server.log.open import open_log, url_of
from server.log.sqlite.snapshot_files import SnapshotFiles
from server.serve_settings import Settings
from tests.server.cli.running import ROOT, coterie
from tests.server.cli.storing import filled
from tests.server.processes.serve_process import link_of, started
from tests.server.whole_server import running


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    """Clear the umask: a file created without an explicit mode can be read and written by every user."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the mode of every file and folder below a folder."""
    return {str(path.relative_to(folder)): S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


async def test_a_server_makes_its_data_folder_and_its_log_for_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner alone has access to the data folder, the log, its write-ahead log and its index, while it is served."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("COTERIE_LOG", raising=False)
    process = await started("--port", "0")
    try:
        await link_of(process)
        files = {f"coterie/coterie.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}
        assert modes(tmp_path) == {"coterie": 0o700, **files}
    finally:
        process.kill()
        await process.communicate()


@pytest.mark.parametrize("left", ["", "new", "new.part"])
def test_whatever_is_copied_out_of_a_log_is_its_owners(tmp_path: Path, left: str) -> None:
    """The owner alone has access to a backup, a repaired log, an archive and a snapshot, even if a half-finished file
    of that name was left."""
    log = f"sqlite:///{tmp_path}/log.db"
    asyncio.run(filled(log, 1))
    if left:
        for name in ("copy.db", "saved.db", "scene.archive"):
            (tmp_path / f"{name}.{left}").touch()
    assert coterie("backup", str(tmp_path / "copy.db"), "--log", log).returncode == 0
    assert coterie("doctor", "--log", log, "--repair", str(tmp_path / "saved.db")).returncode == 0
    write(tmp_path / "scene.archive", asyncio.run(archived(log)))
    SnapshotFiles(tmp_path / "log.db").keep("scene", b"what it is")
    found = {name: mode for name, mode in modes(tmp_path).items() if left == "" or not name.endswith(f".{left}")}
    folders = {"log.db.snapshots": 0o700}
    assert {"copy.db", "saved.db", "scene.archive", "log.db", *folders} < set(found)
    assert {name: mode for name, mode in found.items() if mode != 0o600} == folders


async def archived(url: str) -> Archive:
    """Read the first stream of a log as an archive."""
    log = await open_log(url, read_only=True)
    try:
        (stream, *_) = await log.streams()
        entries: list[Entry] = await log.read(stream, 0)
        return Archive(ArchiveHeader(stream, "Night", "c", len(entries), entries[-1].chain.hex(), []), entries)
    finally:
        await log.close()


async def test_a_log_that_others_may_read_is_left_so_and_said_to_be(tmp_path: Path) -> None:
    """An existing file keeps its mode; the greeting names the command that ends the access, and after that command it
    has no warning."""
    path = tmp_path / "an old log.db"
    path.touch(0o644)
    said = await greeted(path)
    assert "Others on this machine may read it" in said
    assert S_IMODE(path.stat().st_mode) == 0o644
    command = said.partition("To end that: ")[2].partition("\n")[0]
    async with running(f"sqlite:///{path}"):
        await asyncio.to_thread(subprocess.run, ["sh", "-c", command], check=True)
        assert set(modes(tmp_path).values()) == {0o600}
    assert "Others" not in await greeted(path)


async def greeted(path: Path) -> str:
    """Return the text that is printed when the server has started."""
    wanted = Settings(url_of(path))
    async with running(wanted.log) as guests:
        return greeting(guests.program, wanted, "https://table.example/#host")


@pytest.mark.parametrize(
    "name", ["log.db", "my t\u00e4ble 100%41?.db", "caf\udce9.db"], ids=["plain", "signs", "bytes"]
)
async def test_the_greeting_says_where_the_data_lies(tmp_path: Path, name: str) -> None:
    """The greeting names the file as any program would take it, even if its name is no valid text."""
    assert f"  Data:    {tmp_path / name} (durability: disk)" in (await greeted(tmp_path / name)).splitlines()
    assert (tmp_path / name).exists()


def test_a_file_whose_name_is_no_text_is_one_like_others(tmp_path: Path) -> None:
    """A file whose name is no valid text is copied, checked and named in the output, even where the output takes only
    valid text."""
    log, copy = (os.fsencode(tmp_path) + b"/" + name for name in (b"caf\xe9.db", b"copy\xe9.db"))
    asyncio.run(filled(url_of(Path(os.fsdecode(log))), 1))
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    for arguments, says in (
        (("backup", copy, "--log", b"sqlite:///" + log), copy + b": "),
        (("doctor", copy), b"Whole: 1 "),
        (("doctor", "--log", b"sqlite:///" + log), b"Whole: 1 "),
    ):
        command = [sys.executable, "-m", "server.cli", *arguments]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(says)


def test_chronicles_of_an_earlier_version_are_found_on_macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier versions kept chronicles in ~/.local/share/coterie on every operating system."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))  # in place of the folder that macOS names
    monkeypatch.setattr("sys.platform", "darwin")
    earlier = tmp_path / ".local" / "share" / "coterie"
    assert data_folder() != earlier
    earlier.mkdir(parents=True)
    (earlier / "coterie.db").touch()
    assert data_folder() == earlier
