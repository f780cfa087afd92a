"""The link of the stream overlay, as the Storyteller makes it."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.person import Person


async def copied_link(vera: Person, name: str = "Stream") -> str:
    """Add a seat for spectators among the seats that are shown; return the overlay's link, as the Storyteller copies
    it."""
    await vera.page.locator('[name="seat-name"]').fill(name)
    await vera.page.locator('[name="seat-role"]').select_option("spectator")
    await vera.click("add-seat")
    seat = vera.page.get_by_test_id("seat").filter(has_text=name)
    await expect(vera.page.get_by_test_id("copy-overlay")).to_have_count(1)
    await seat.get_by_test_id("copy-overlay").click()
    await expect(seat.get_by_test_id("link")).to_have_value(re.compile(r"/\?overlay=\w+#.{22,}$"))
    return await seat.get_by_test_id("link").input_value()
