"""The built page: the scripts that a player's table loads."""

import re

from server.http.api import STATIC


def scripts_of_a_player() -> list[str]:
    """The paths of the scripts that a player's table loads: those that the page names, the table around the story, and
    the sheet."""
    named = re.findall(r"/assets/[^\"]+\.js", (STATIC / "index.html").read_text())
    return [*named, *built("play"), *built("sheet")]


def built(name: str) -> list[str]:
    """The paths of the built scripts with this name."""
    return [f"/assets/{file.name}" for file in (STATIC / "assets").glob(f"{name}-{'?' * 8}.js")]
