"""The page for programmers shows everything that the two descriptions contain."""

from __future__ import annotations

import re

from server.http import asyncapi
from server.http.api import DESCRIBED, reference
from server.http.openapi import described
from tests.server.whole_server import Guests


def test_everything_described_is_on_the_page() -> None:
    """Every request, frame, command, record and struct has one entry; every link on the page leads to an entry."""
    page = reference("en")
    ids = re.findall(r'<details id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    http = described(DESCRIBED)
    wanted = {f"http-{method}-{path}" for path, methods in http["paths"].items() for method in methods}
    wanted |= {f"http-{name}" for name in http["components"]["schemas"]}
    assert set(ids) == wanted | {f"ws-{name}" for name in asyncapi.described()["components"]["schemas"]}
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert "<td>4</td><th scope=row>aside</th><td>boolean</td>" in page
    assert "<span>Roll openly: for a character, or plain dice (no <code>actor</code>)</span>" in page, (
        "a first sentence"
    )
    assert "<li><code>urgent</code>: the table waits for this command, or a person would easily forget it.</li>" in page


async def test_it_is_served_in_the_readers_language(guests: Guests) -> None:
    """The page comes with its style and script from this server, under the same content security policy as all; it is
    in the language that the browser asks for."""
    english = await guests.call("GET", "/api")
    german = await guests.call("GET", "/api", **{"Accept-Language": "de-AT,de;q=0.9"})
    assert "<title>Coterie for programs</title>" in english.text
    assert "<title>Coterie für Programme</title>" in german.text
    assert (await guests.call("GET", "/api", **{"Accept-Language": "xx"})).text == english.text
    assert "script-src 'self'" in english.headers["content-security-policy"]
    loaded = re.findall(r'(?:src|href)="(api/[\w.]+)"', english.text)
    assert loaded == ["api/page.css", "api/search.js"]
    for path in loaded:
        assert (await guests.call("GET", f"/{path}")).status_code == 200
