"""A browser of somebody's own whose profile lies in a folder, and what is left there once it is closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import async_playwright

from tests.browser.person import Person
from tests.browser.table import program

KEEP = """
async ([database, cached, stored, asked]) => {
  const open = indexedDB.open("control", 1);
  open.onupgradeneeded = () => open.result.createObjectStore("marks");
  await new Promise((done) => { open.onsuccess = done; });
  const writing = open.result.transaction("marks", "readwrite", {durability: "strict"});
  writing.objectStore("marks").put(database, "mark");
  await new Promise((done) => { writing.oncomplete = done; });
  localStorage.setItem("control", stored);
  const asset = document.querySelector("script[src]").src;
  await (await fetch(`${asset}?${asked}`)).text();
  await (await caches.open("control")).put("/control", new Response(cached));
}
"""
"""Has a browser keep a mark in each place where a page could leave one: IndexedDB, a cache of the page's own,
localStorage, and the HTTP cache, by the address of what was asked for."""


@asynccontextmanager
async def kept_in(folder: Path, name: str) -> AsyncIterator[Person]:
    """Somebody whose browser keeps on disk what browsers keep; it is closed in the end."""
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            folder, executable_path=program(), args=["--no-sandbox"], reduced_motion="reduce"
        )
        try:
            yield await Person.within(context, name)
        finally:
            await context.close()


def left_in(folder: Path) -> list[bytes]:
    """All that lies there, file by file; their names, too."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [*(file.read_bytes() for file in files), *(str(file).encode() for file in files)]
