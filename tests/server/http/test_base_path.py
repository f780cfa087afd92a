"""Serving under a path of another site (`--base-path`)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from server.binding import check_bind
from server.serve_settings import CannotServe, Settings
from tests.server.whole_server import Guests, running

BASE = "/games/table"


@pytest_asyncio.fixture
async def guests() -> AsyncIterator[Guests]:
    """A server under a base path."""
    async with running(base_path=BASE) as found:
        yield found


async def test_every_path_is_found_under_the_base_path_and_without_it(guests: Guests) -> None:
    """The page and the API answer under the base path, and also without it, because a proxy may cut it off; other paths
    are not found."""
    for path, status in (("/", 200), ("/health", 200), ("/api/rules", 200), ("/nothing", 404)):
        for base in (BASE, ""):
            assert (await guests.call("GET", base + path)).status_code == status, base + path
    assert (await guests.call("GET", f"{BASE}s/health")).status_code == 404
    assert (await guests.call("GET", f"{BASE}{BASE}/health")).status_code == 404


async def test_the_base_path_without_a_slash_leads_to_the_page(guests: Guests) -> None:
    """The base path alone redirects to the address with a slash, on whatever host it was asked."""
    answer = await guests.call("GET", BASE)
    assert (answer.status_code, answer.headers["location"]) == (308, f"{BASE}/")
    assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_links_and_sockets_are_under_the_base_path(guests: Guests) -> None:
    """Every link leads to a place under the base path, and a table's WebSocket opens there."""
    storyteller = await guests.chronicle()
    anna = await guests.invited(storyteller)
    assert anna.link.startswith(f"{guests.base}{BASE}/#")
    guests.base += BASE
    client = await guests.sit(anna)
    assert client.page.whole


async def test_the_policy_allows_nothing_of_the_other_site(guests: Guests) -> None:
    """The page may load scripts and open sockets under the base path only, and not those of the other site."""
    policy = (await guests.call("GET", f"{BASE}/")).headers["content-security-policy"]
    place = guests.base.removeprefix("http://") + BASE
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if " " in rule.strip())
    assert rules["script-src"] == rules["style-src"] == rules["img-src"] == f"http://{place}/"
    assert rules["connect-src"] == f"http://{place}/ ws://{place}/ws"
    assert "'self'" not in policy


async def test_a_foreign_page_is_refused_under_the_base_path_too(guests: Guests) -> None:
    """SEC1: the guard of the API sees the path without the base path."""
    for base in (BASE, ""):
        answer = await guests.call("GET", f"{base}/api/rules", **{"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403


@pytest.mark.parametrize(
    "path", ["table", "/", "//", "/table//x", "/a b", "/table?", "/../x", "/.", "/a/..", "/ä", "/%41"]
)
def test_an_impossible_base_path_is_refused(path: str) -> None:
    """A base path begins with a slash; its parts need no escapes and name no other folder."""
    with pytest.raises(CannotServe, match="--base-path"):
        check_bind(Settings("memory:", base_path=path))


@pytest.mark.parametrize("path", ["/table", "/games/table-1", "/~anna/coterie", "/v1.2"])
def test_a_usual_base_path_is_taken(path: str) -> None:
    """Letters, digits and the marks - . _ ~ may stand in a base path."""
    check_bind(Settings("memory:", base_path=path))
