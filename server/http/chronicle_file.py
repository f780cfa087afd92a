"""A chronicle as one SQLite file, which `coterie serve --log sqlite:///FILE` serves: its log, its pictures, its seats
and the hashes of their links."""

import asyncio
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from starlette.background import BackgroundTask
from starlette.responses import FileResponse

from server.access.contract import AccessStore
from server.access.copy_rows import copy_access_store
from server.access.open import open_access_store
from server.log.contract import EventLog
from server.log.copy_entries import copy_stream
from server.log.open import open_log, url_of
from server.log.sqlite.file import mark_backup
from server.pictures.contract import PictureStore
from server.pictures.copy_pictures import copy_pictures_of
from server.pictures.open import open_picture_store

MEDIA_TYPE = "application/vnd.sqlite3"


async def chronicle_file(chronicle: str, log: EventLog, pictures: PictureStore, access: AccessStore) -> FileResponse:
    """Return a file with a chronicle, which is deleted after it was sent. Raise `LogError`."""
    folder = Path(await asyncio.to_thread(mkdtemp, prefix="coterie-"))
    try:
        file = folder / "chronicle.db"
        await _write(url_of(file), chronicle, log, pictures, access)
        await asyncio.to_thread(mark_backup, file)
    except BaseException:
        await asyncio.to_thread(rmtree, folder)
        raise
    return FileResponse(file, media_type=MEDIA_TYPE, background=BackgroundTask(rmtree, folder))


async def _write(url: str, chronicle: str, log: EventLog, pictures: PictureStore, access: AccessStore) -> None:
    """Write the file. The chronicle's own stream comes first: if a scene goes on during the copy, the chronicle catches
    up when it is next opened."""
    fresh = await open_log(url)
    try:
        for stream in [f"chronicle/{chronicle}", *await log.streams(f"scene/{chronicle}/")]:
            await copy_stream(log, fresh, stream)
        copies = await open_picture_store(url)
        try:
            await copy_pictures_of(chronicle, pictures, copies)
        finally:
            await copies.close()
        rows = await open_access_store(url)
        try:
            await copy_access_store(access, rows, chronicle)
        finally:
            await rows.close()
    finally:
        await fresh.close()
