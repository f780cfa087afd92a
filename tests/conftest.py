"""The settings of every test run: one seed, no socket beyond loopback, and a summary of times at the end.

The seed is new each time; it is printed first and, after a failure, last. `pytest --seed N` or COTERIE_SEED=N replays
it, in Hypothesis too.
"""

from __future__ import annotations

import gc
import ipaddress
import os
import secrets
import signal
import sys
from collections import defaultdict
from pathlib import PurePath
from random import Random

import hypothesis
import pytest

from domain.core.refusal import Refusal
from tests.in_english import refusal_text
from tests.redis_many import _cluster, _sentinels, cluster_url, sentinel_url

__all__ = ["_cluster", "_sentinels", "cluster_url", "sentinel_url"]

hypothesis.settings.register_profile(
    "coterie",
    deadline=None,  # two workers share two cores, so a slow example means little
    suppress_health_check=[hypothesis.HealthCheck.too_slow],  # and so does a slow choice of examples
    database=None,  # the examples of a run depend on its seed only,
    derandomize=False,  # also under CI, where Hypothesis would try the same examples each time
    print_blob=True,
)
hypothesis.settings.load_profile("coterie")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, default=None, help="replay a run by its seed (also COTERIE_SEED)")


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its option
def pytest_configure(config: pytest.Config) -> None:
    option = config.option
    if option.seed is None:
        option.seed = int(os.environ.get("COTERIE_SEED") or secrets.randbits(32))
    os.environ["COTERIE_SEED"] = str(option.seed)  # for the workers of xdist, which do not see a changed option
    if option.hypothesis_seed is None:
        option.hypothesis_seed = str(option.seed)
    # A run in the background of a script ignores Ctrl-C, and so would every program that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Search for reference cycles as rarely as the server does (`collect_rarely`): by default the search took a fifth
    of the time of random play."""
    gc.freeze()
    gc.set_threshold(2_000, 100, 10)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed}"


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run, equal for every test and worker."""
    value: int = pytestconfig.option.seed
    return value


@pytest.fixture
def chance(seed: int, request: pytest.FixtureRequest) -> Random:
    """A generator for this test, seeded by the run and the test's name, so that the order of tests does not matter."""
    return Random(f"{seed} {request.node.nodeid}")


def _only_loopback(event: str, arguments: tuple[object, ...]) -> None:
    if event != "socket.bind" or not isinstance(address := arguments[1], tuple):
        return  # another event, or a Unix socket
    host = address[0]
    if host == "localhost" or (host and ipaddress.ip_address(host).is_loopback):
        return
    raise PermissionError(f"Tests bind to loopback only, not to {host or 'every address'!r}")


sys.addaudithook(_only_loopback)


# So that `pytest.raises(Refusal, match=...)` and the report of a failed test read a refusal in English.
Refusal.__str__ = refusal_text  # type: ignore[method-assign]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the seconds of each folder, so that a slow area is noticed early."""
    seconds: defaultdict[str, float] = defaultdict(float)
    tests: defaultdict[str, int] = defaultdict(int)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                area = _area(report.nodeid)
                seconds[area] += report.duration
                tests[area] += report.when == "call"
    terminalreporter.section("budget")
    for area, spent in sorted(seconds.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"budget {area:<16} {spent:8.1f} s {tests[area]:6} tests")
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"Replay this run with: pytest --seed {config.option.seed}")


def _area(nodeid: str) -> str:
    """The folder under tests/ of a test, or its file's name if it is in none."""
    parts = PurePath(nodeid.partition("::")[0]).parts
    return parts[1].removesuffix(".py") if len(parts) > 1 else parts[0]
