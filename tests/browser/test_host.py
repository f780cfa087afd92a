"""The host's page: its report on the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.person import Person
from tests.browser.serving import Serving

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]


async def test_the_host_reads_how_the_server_is_doing_and_goes_on(browser: Browser, tmp_path: Path) -> None:
    """Issue 6, 8: the host link shows the state of the server with the durability in force, fetched again each time
    the report is opened. A new link needs a confirmation, since it ends the old one; the Storyteller at a table
    returns to it without a link."""
    server = await Serving.start(f"sqlite:////{tmp_path}/coterie.db", tmp_path / "server.log")
    try:
        person = await Person.come(browser, "Vera")
        await person.enter(server.host_link, server.port)
        await person.at("host")
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
