"""A browser whose profile is a folder, and the files in it after the browser is closed."""

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
"""Makes a browser keep a mark in each place where a page could leave one: IndexedDB, a cache of the page,
localStorage, and the HTTP cache, by the address of a request."""


@asynccontextmanager
async def kept_in(folder: Path, name: str) -> AsyncIterator[Person]:
    """A person whose browser stores its data on disk; closed at the end."""
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            folder, executable_path=program(), args=["--no-sandbox"], reduced_motion="reduce"
        )
        try:
            yield await Person.within(context, name)
        finally:
            await context.close()


def left_in(folder: Path) -> list[bytes]:
    """The contents and names of all files in this folder."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [*(file.read_bytes() for file in files), *(str(file).encode() for file in files)]
