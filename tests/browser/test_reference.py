"""The page for programmers in a real browser."""

from __future__ import annotations

from tests.browser.table import chromium
from tests.server.whole_server import running


async def test_it_is_searched_and_fits_a_phone() -> None:
    """A search leaves the entries with all its words; an address with a name opens this entry; nothing is wider than a
    phone."""
    async with running() as guests, chromium() as browser:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        await page.goto(f"{guests.base}/api")
        entries = page.locator("details")
        assert await entries.filter(visible=True).count() == await entries.count() > 200
        await page.fill("#search", "SAY aside")
        assert await entries.filter(visible=True).evaluate_all("all => all.map(one => one.id)") == ["ws-Say"]
        assert not await page.locator("#nothing").is_visible()
        await page.fill("#search", "qqqq")
        assert await page.locator("#nothing").is_visible()
        await page.goto(f"{guests.base}/api#ws-Hello")
        await page.locator("#ws-Hello td").first.wait_for()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
