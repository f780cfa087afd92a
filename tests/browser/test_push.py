"""The page on a device: it can be installed, and it calls its reader while it is closed."""

from __future__ import annotations

import asyncio
import json
import struct

import pytest
from playwright.async_api import Browser, Page, expect

from domain.features.calls.call_for_roll import CallForRoll
from domain.features.scenes.create_character import CreateCharacter
from server.access.memory import MemoryAccessStore
from server.http.api import STATIC
from tests.server.push_service import Browser as PushBrowser
from tests.server.push_service import push_service
from tests.server.whole_server import running
from tests.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("browser")]

SUBSCRIBE = """({ endpoint, keys }) => {
  PushManager.prototype.subscribe = async function (options) {
    window.asked = options;
    return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: keys.key, auth: keys.auth } }) };
  };
}"""
"""Lets a page subscribe at the push service of the test: Chromium's own is on the internet."""
CHANGED = """({ endpoint, keys }) => new Promise((done) => {
  const event = new Event("pushsubscriptionchange");
  event.newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh: keys.key, auth: keys.auth } }) };
  event.waitUntil = (work) => done(work);
  self.dispatchEvent(event);
})"""
"""In the service worker: the browser has changed its subscription."""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
}"""


async def in_menu(page: Page) -> None:
    await page.get_by_test_id("menu").click()
    await expect(page.get_by_test_id("alert-push")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "text"), [("en-GB", "The table waits for you."), ("de-DE", "Der Tisch wartet auf dich.")]
)
async def test_a_device_is_called_while_its_page_is_closed(browser: Browser, language: str, text: str) -> None:
    """The switch in the menu is off at first. Switched on, it subscribes with the server's key and keeps the seat
    signed in; a new language in the menu is the language of the message, too. If the browser changes its subscription,
    the service worker sends the new one to the server. After the page is closed, a question of
    the table reaches the device, whose service worker shows the one sentence. Switched off, nothing comes."""
    async with push_service() as service, running() as guests:
        storyteller = await guests.chronicle()
        anna = await guests.invited(storyteller, "Anna")
        teller = await guests.sit(storyteller)
        device = PushBrowser()
        context = await browser.new_context(locale=language, permissions=["notifications"])
        script = f"({SUBSCRIBE})({json.dumps({'endpoint': service.origin + '/anna', 'keys': device.keys})})"
        await context.add_init_script(script)
        page = await context.new_page()
        troubles: list[str] = []
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.goto(anna.link)
        await in_menu(page)
        switch = page.get_by_test_id("alert-push")
        await expect(switch).not_to_be_checked()
        await switch.check()
        await expect(page.get_by_test_id("remember")).to_be_checked()
        key = await guests.program.site.push.public_key()
        assert (await page.evaluate("window.asked")) == {"userVisibleOnly": True, "applicationServerKey": key}
        assert len(await guests.program.sessions.subscriptions(anna.seat)) == 1
        store = guests.program.sessions.store
        assert isinstance(store, MemoryAccessStore)
        other = "de" if language.startswith("en") else "en"
        for chosen in (other, language[:2]):
            await page.get_by_test_id("language").select_option(chosen)
            await until(lambda: [each.language for each in store._subscriptions.values()] == [chosen])  # noqa: B023 - awaited at once
        moved = {"endpoint": service.origin + "/moved", "keys": device.keys}
        await context.service_workers[0].evaluate(CHANGED, moved)
        assert [(each.endpoint, each.language) for each in store._subscriptions.values()] == [
            (moved["endpoint"], language[:2])
        ]
        chronicle = anna.stream.split("/")[1]
        await until(lambda: guests.hub.presence.in_sight(chronicle) == {anna.seat})

        # The page is closed; the Storyteller asks for a roll.
        await page.goto("about:blank")
        await until(lambda: not guests.hub.presence.in_sight(chronicle))
        reminders = guests.hub.reminders
        assert reminders is not None
        reminders.sweep()
        face = CreateCharacter("Ilse", player=anna.seat, traits=(("Wits", 2),))
        assert (await teller.do(face))[0] == "accepted"
        (hers,) = [r[1] for r in teller.page.audiences["everyone"][2].values() if r[0] == "Face"]
        assert (await teller.do(CallForRoll(hers, "to hear it", ("Wits",))))[0] == "accepted"
        reminders.tick()
        await until(lambda: service.requests)
        message = device.decrypt(service.requests[0].body).decode()
        assert message == text

        # The browser hands the message to the service worker.
        await page.goto(guests.base)
        await page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        session = await context.new_cdp_session(page)
        registered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def noted(event: dict[str, list[dict[str, str]]]) -> None:
            for one in event["registrations"]:
                if not registered.done():
                    registered.set_result(one["registrationId"])

        session.on("ServiceWorker.workerRegistrationUpdated", noted)
        await session.send("ServiceWorker.enable")
        delivery = {"origin": guests.base, "registrationId": await registered, "data": message}
        await session.send("ServiceWorker.deliverPushMessage", delivery)
        shown: list[dict[str, str]] = []
        async with asyncio.timeout(10):
            while not shown:
                shown = await page.evaluate(SHOWN)
        assert shown == [{"title": text, "body": "", "tag": "coterie"}]

        await in_menu(page)
        await expect(switch).to_be_checked()
        await switch.uncheck()
        await expect(switch).not_to_be_checked()
        assert await guests.program.sessions.subscriptions(anna.seat) == []
        assert await page.evaluate("caches.keys()") == []
        assert troubles == []
        await context.close()


async def test_a_reader_who_refuses_notifications_is_told(browser: Browser) -> None:
    """If the browser allows no notifications, or its push service does not answer, the switch is off and says why."""
    async with running() as guests:
        anna = await guests.invited(await guests.chronicle(), "Anna")
        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(anna.link)
        await in_menu(page)
        await page.get_by_test_id("alert-push").click()
        await expect(page.get_by_text("This browser does not allow notifications here.")).to_be_visible()
        await expect(page.get_by_test_id("alert-push")).not_to_be_checked()
        await context.close()
        context = await browser.new_context(permissions=["notifications"])
        await context.add_init_script("PushManager.prototype.subscribe = () => new Promise(() => {})")
        page = await context.new_page()
        await page.clock.install()
        await page.goto(anna.link)
        await in_menu(page)
        await page.get_by_test_id("alert-push").click()
        await page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        await page.clock.fast_forward(10_000)
        await expect(page.get_by_text("This browser could not reach its push service.")).to_be_visible()
        await expect(page.get_by_test_id("alert-push")).not_to_be_checked()
        assert await guests.program.sessions.subscriptions(anna.seat) == []
        await context.close()


async def test_the_page_can_be_installed(browser: Browser) -> None:
    """Chromium finds a manifest without an error, and all of its icons have the sizes that it names."""
    async with running() as guests:
        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(guests.base)
        session = await context.new_cdp_session(page)
        found = await session.send("Page.getAppManifest")
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert (manifest["name"], manifest["display"]) == ("Coterie", "standalone")
        problems = (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"]
        # A private window, such as that of a test, installs nothing.
        assert {problem["errorId"] for problem in problems} <= {"in-incognito"}
        answer = await guests.http.get(found["url"])
        assert answer.headers["content-type"] == "application/manifest+json"
        for icon in manifest["icons"]:
            image = await asyncio.to_thread((STATIC / "assets" / icon["src"]).read_bytes)
            assert "{}x{}".format(*struct.unpack(">II", image[16:24])) == icon["sizes"]
            assert (await guests.http.get(found["url"].rpartition("/")[0] + "/" + icon["src"])).content == image
        await context.close()
