"""FLT21: a server of the next release comes to a scene that one of this release serves, and then takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.processes.upgrade import RELEASES, upgraded

pytestmark = pytest.mark.xdist_group("processes")


@pytest.mark.parametrize("release", RELEASES)
async def test_people_play_on_through_an_upgrade(tmp_path: Path, release: str) -> None:
    """FLT21, INV1, INV3, INV5, INV8: the older server cannot read what only the newer one knows: an event, one of a
    later version, or the name of a manoeuvre in one that it does know. It says so and takes nothing more for that
    scene; it shows nobody what was not, does not end, and goes on elsewhere. When it is replaced, all have the same
    table, and what was acknowledged. A page of the older release plays on at the newer server all the while."""
    await upgraded(tmp_path, release)
