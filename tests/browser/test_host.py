"""The host's page: its report on the server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from server.version import program_version
from tests.browser.person import Person
from tests.browser.serving import Serving
from tests.server.cli.running import in_own_process

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


async def test_the_host_reads_how_the_server_is_doing_and_goes_on(browser: Browser, tmp_path: Path) -> None:
    """Issue 6, 8: the host link shows the version, how to serve the network with the same log and port, and the state
    of the server with the durability in force, fetched again each time the report is opened. A new link needs a
    confirmation, since it ends the old one; the Storyteller at a table returns to it without a link."""
    server = await Serving.start(f"sqlite:////{tmp_path}/coterie.db", tmp_path / "server.log")
    try:
        person = await Person.come(browser, "Vera")
        await person.enter(server.host_link, server.port)
        await person.at("host")
        await expect(person.see("version")).to_have_text(f"Coterie {program_version()}")
        reach = person.see("reach")
        await reach.locator("summary").first.click()
        await person.see("way-network").locator("summary").click()
        await expect(person.see("way-network").locator("pre")).to_have_text(
            f"coterie serve --lan --port {server.port} --log sqlite:///{tmp_path}/coterie.db"
        )
        doing = person.see("doing")
        await doing.locator("summary").click()
        await expect(doing).to_contain_text("The server accepts commands.")
        await expect(doing).to_contain_text("durability   disk")
        await expect(doing).to_contain_text("tables       0 served here")
        await person.page.locator('[name="chronicle-name"]').fill("Low Water")
        await person.click("create-chronicle")
        for _ in range(2):
            await doing.locator("summary").click()
        await expect(doing).to_contain_text("tables       1 served here")
        await person.click("open-table")
        await person.at("lobby")
        await person.click("menu")
        await person.page.get_by_role("button", name="All chronicles").click()
        await person.click("back-to-table")
        await person.at("lobby")
        await person.linked("here")
        await person.click("menu")
        await person.page.get_by_role("button", name="All chronicles").click()
        new, card = person.see("new-link"), person.see("chronicle")
        await new.click()
        await expect(card).to_contain_text("Really make a new link?")
        await expect(card).to_contain_text("The old link stops working, and everybody who used it is signed out.")
        await expect(person.see("link")).to_have_count(0)
        await new.click()
        await expect(person.see("link")).to_have_count(1)
        await person.click("new-chronicle")  # a link is shown once: it stays beside the next link
        await person.page.locator('[name="chronicle-name"]').fill("High Water")
        await person.click("create-chronicle")
        await expect(person.see("link")).to_have_count(2)
        assert person.troubles == []
        await person.page.context.close()
    finally:
        await server.stop()


async def test_the_host_renames_hides_saves_and_deletes_a_chronicle(browser: Browser, tmp_path: Path) -> None:
    """The host finds the size of a chronicle, renames and hides it, and deletes it after two questions and with a copy
    saved; the Storyteller at her table is told why she is out. A link of `coterie host-link` signs the host in again
    without a restart."""
    url = f"sqlite:////{tmp_path}/coterie.db"
    server = await Serving.start(url, tmp_path / "server.log")
    try:
        person, teller = await Person.come(browser, "Vera"), await Person.come(browser, "Ilse")
        await person.enter(server.host_link, server.port)
        for name in ("Low Water", "High Water"):
            if name == "High Water":
                await person.click("new-chronicle")
            await person.page.locator('[name="chronicle-name"]').fill(name)
            await person.click("create-chronicle")
            await expect(person.see("chronicle").filter(has_text=name)).to_have_count(1)
        low = person.see("chronicle").filter(has=person.page.get_by_role("heading", name="Low Water"))
        await teller.enter(await low.get_by_test_id("link").input_value(), server.port)
        await teller.at("lobby")
        await low.get_by_test_id("chronicle-settings").locator("summary").first.click()
        await expect(low.get_by_test_id("chronicle-size")).to_contain_text("0 scenes, 1 entry, 0 pictures: about")
        await low.locator('[name="new-name"]').fill("Ebb")
        await low.get_by_test_id("rename-chronicle").click()
        ebb = person.see("chronicle").filter(has=person.page.get_by_role("heading", name="Ebb"))
        await expect(ebb).to_have_count(1)
        await expect(teller.see("title")).to_contain_text("Ebb")
        await teller.click("menu")
        await expect(teller.page.locator(".menu-body")).to_contain_text("Ebb")
        await ebb.get_by_test_id("hide-chronicle").click()
        hidden = person.see("hidden-chronicles")
        await expect(hidden).to_contain_text("Hidden chronicles (1)")
        await hidden.locator("summary").first.click()
        settings = hidden.get_by_test_id("chronicle-settings")
        await settings.locator("summary").first.click()
        await settings.get_by_test_id("delete-chronicle").click()
        question = settings.get_by_test_id("delete-question")
        async with person.page.expect_download() as saved:
            await question.get_by_test_id("save-chronicle").click()
        copy = await saved.value
        assert copy.suggested_filename == "Ebb.db"
        await copy.save_as(tmp_path / "Ebb.db")
        await question.get_by_test_id("delete-once").click()
        await expect(question).to_contain_text("Really delete Ebb? Nobody can undo this.")
        await question.get_by_test_id("delete-twice").click()
        await expect(hidden).to_have_count(0)
        await expect(person.see("chronicle")).to_have_count(1)
        await expect(teller.see("door-why")).to_have_text("The host has deleted this chronicle.")
        again = await Person.come(browser, "Vera again")
        made = await asyncio.to_thread(in_own_process, "host-link", "--log", url)
        await again.enter(made.stdout.split()[-1], server.port)
        await expect(again.see("chronicle")).to_have_count(1)
        checked = await asyncio.to_thread(in_own_process, "doctor", str(tmp_path / "Ebb.db"))
        assert checked.stdout.startswith("Whole: 1 chronicles and scenes"), checked.stdout
        assert person.troubles == teller.troubles == []
        for each in (person, teller, again):
            await each.page.context.close()
    finally:
        await server.stop()
