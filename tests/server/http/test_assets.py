"""The files of the page as a browser gets them: early, compressed, and cached."""

import re
from pathlib import Path

import pytest

from server.http.api import STATIC
from server.http.assets import CACHED_FOR_GOOD
from tests.built_page import built, scripts_of_a_player
from tests.server.whole_server import Guests

FONTS = Path(__file__).parents[3] / "web/src/style/fonts"


@pytest.mark.parametrize("coding", ["gzip", "br"])
async def test_the_page_comes_compressed(guests: Guests, coding: str) -> None:
    """The files of the page are sent compressed and unpack to the same bytes; the scripts that a player's table loads
    take less than 75 kB, and one language's texts less than 50 kB beside them."""
    page = await guests.call("GET", "/")
    styles: list[str] = re.findall(r"/assets/[^\"]+\.css", page.text)
    paths = [*styles, *scripts_of_a_player()]
    assert styles, "the page is not built"
    scripts = 0
    for path in paths:
        plain, packed = [
            await guests.call("GET", path, **{"Accept-Encoding": how}) for how in ("identity", f"deflate, {coding}")
        ]
        assert packed.headers["content-encoding"] == coding
        assert packed.content == plain.content
        assert packed.headers["content-type"] == plain.headers["content-type"]
        if path.endswith(".js"):
            scripts += packed.num_bytes_downloaded
    assert scripts < 75_000
    for language in ("en", "de"):
        sizes = [
            (await guests.call("GET", path, **{"Accept-Encoding": coding})).num_bytes_downloaded
            for path in built(language)
        ]
        assert len(sizes) == 1
        assert max(sizes) < 50_000


@pytest.mark.parametrize(
    ("asked", "coding"),
    [("br;q=0.5, gzip", "br"), ("GZIP; q=0.8", "gzip"), ("br;q=0, gzip;q=0.000", None), ("deflate", None), ("", None)],
)
async def test_a_piece_of_the_page_is_packed_as_was_asked(guests: Guests, asked: str, coding: str | None) -> None:
    """The server uses a coding that the client accepts with any weight above 0."""
    answer = await guests.call("GET", built("page")[0], **{"Accept-Encoding": asked})
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_a_piece_of_the_page_is_kept_for_good_and_nothing_else_is(guests: Guests) -> None:
    """Only the files of a build are cached for ever, because their names change with the build; a page, an answer or a
    404 is not cached."""
    (piece,) = built("page")
    for path, kept in ((piece, True), (f"{piece}x", False), ("/", False), ("/health", False)):
        answer = await guests.call("GET", path)
        assert ("immutable" in answer.headers["cache-control"], "no-store" in answer.headers["cache-control"]) == (
            kept,
            not kept,
        ), path


async def test_the_page_is_fetched_at_once(guests: Guests) -> None:
    """The start page names every script that a table needs, so that a browser fetches them all at once."""
    page = await guests.call("GET", "/")
    named: list[str] = re.findall(r"/assets/([^\"]+\.js)", page.text)
    assert {Path(path).name for path in (*built("main"), *built("page"))} <= set(named)
    for path in named:
        script = await guests.call("GET", f"/assets/{path}")
        assert set(re.findall(r"from\s*\"\./([^\"]+\.js)\"", script.text)) <= set(named)


@pytest.mark.parametrize(("asked", "language"), [("de-AT,en;q=0.5", "de"), ("en", "en"), ("fr", "en"), ("", "en")])
async def test_the_texts_come_together_with_the_scripts(guests: Guests, asked: str, language: str) -> None:
    """The answer names the texts of the reader's language, so that a browser fetches them before any script runs."""
    page = await guests.call("GET", "/", **{"Accept-Language": asked})
    assert re.findall(r"<\.(/assets/[^>]+)>; rel=modulepreload", page.headers["link"]) == built(language)


async def test_the_fonts_are_small_and_come_from_this_server(guests: Guests) -> None:
    """SEC21: the page's fonts are files of its own origin, which its content security policy allows; they take at most
    90 kB in all, are kept for ever, and their licence is beside them."""
    page = await guests.call("GET", "/")
    assert "font-src 'self'" in page.headers["content-security-policy"]
    fonts = list((STATIC / "assets").glob("*.woff2"))
    assert len(fonts) == 5
    size = 0
    for font in fonts:
        answer = await guests.call("GET", f"/assets/{font.name}", **{"Accept-Encoding": "br, gzip"})
        assert answer.headers["content-type"] == "font/woff2"
        assert answer.headers["cache-control"] == CACHED_FOR_GOOD
        assert answer.content == font.read_bytes()
        size += len(answer.content)
    assert size <= 90_000
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text(encoding="utf-8")
