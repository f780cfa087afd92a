"""`coterie plan`: its figures follow from its constants, and it names the limit of each resource."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from server.cli.plan import MOST, Evening, Machine, measured, resources
from tests.server.cli.running import coterie


def test_one_machine_is_enough_for_an_evening() -> None:
    """A few tables need one machine and no Redis; the plan says where its numbers come from."""
    done = coterie("plan", "--tables", "10")
    assert done.returncode == 0
    assert "One machine is enough, with the embedded log" in done.stdout
    assert measured().where["date"] in done.stdout


def test_a_city_needs_more() -> None:
    """Many tables need several servers and a cluster, of at least three masters."""
    done = coterie("plan", "--tables", "20000", "--evenings", "1")
    assert "One machine is enough" not in done.stdout
    assert "a cluster of " in done.stdout
    assert "120,000 people" in done.stdout


@pytest.mark.parametrize("number", range(6))
def test_what_ends_is_used_up_there(number: int) -> None:
    """At its limit a resource is used up; at half the limit, it is not."""
    resource = resources(measured(), Evening(), Machine())[number]
    limit = resource.limit()
    assert resource.used(limit) == pytest.approx(1.0)
    assert resource.used(limit / 2) < 0.6


def test_more_play_takes_more() -> None:
    """More people, commands and tables use more of every resource."""
    usual, more = (resources(measured(), play, Machine()) for play in (Evening(), Evening(12, 7, 40, 8, 100)))
    for one, other in zip(usual, more, strict=True):
        assert one.used(10) < one.used(20)
        assert one.used(10) < other.used(10)


def test_whoever_watches_takes_less_than_whoever_plays() -> None:
    """Spectators receive no options: a core and the network carry more of them than of players."""
    playing, watching = (resources(measured(), Evening(12, seats), Machine()) for seats in (12, 6))
    less = {one.name for one, other in zip(watching, playing, strict=True) if one.used(10) < other.used(10)}
    assert less == {"a server process's core", "a gigabit of network"}


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    """The chart has a curve and the limit for each resource."""
    file = tmp_path / "curve.svg"
    assert coterie("plan", "--svg", str(file)).returncode == 0
    drawn = ET.parse(file).getroot()
    found = resources(measured(), Evening(), Machine())
    assert len(drawn.findall("{*}polyline")) == len(found)
    texts = {text.text for text in drawn.findall("{*}text")}
    assert {f"ends at {resource.limit():,.0f} tables" for resource in found} <= texts


@pytest.mark.parametrize("number", ["0", "-3", "inf", "nan", "1e300"])
def test_nothing_of_nothing(number: str) -> None:
    """A number that makes no sense is refused in a single line."""
    for option in ("--commands", "--hours", "--gib"):
        done = coterie("plan", f"{option}={number}")
        assert (done.returncode, done.stdout) == (2, "")
        assert "more than 0" in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_most_there_is_can_be_reckoned_with() -> None:
    """The largest accepted numbers make a plan."""
    options = ("--tables", "--people", "--seats", "--commands", "--hours", "--evenings", "--gib")
    assert coterie("plan", *(f"{option}={MOST}" for option in options)).returncode == 0


def test_a_picture_that_cannot_be_written_is_said_to_be(tmp_path: Path) -> None:
    """A chart that cannot be written is reported in a single line."""
    for file in (tmp_path, tmp_path / "nowhere" / "curve.svg"):
        done = coterie("plan", "--svg", str(file))
        assert done.returncode == 2
        assert f"{file} cannot be written" in done.stderr
        assert done.stderr.count("\n") == 1
