"""FLT21: a server of the next release joins a scene that a server of this release serves, and then replaces it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.processes.upgrade import RELEASES, upgraded

pytestmark = pytest.mark.xdist_group("processes")


@pytest.mark.parametrize("release", RELEASES)
async def test_people_play_on_through_an_upgrade(tmp_path: Path, release: str) -> None:
    """FLT21, INV1, INV3, INV5, INV8: when the log has an event, a version or a manoeuvre that only the newer server
    knows, the older server fences that scene and tells its clients, shows no wrong state, and goes on with its other
    streams. After it is replaced, all clients have the same table with every accepted command; a page of the older
    release can use the newer server throughout."""
    await upgraded(tmp_path, release)
