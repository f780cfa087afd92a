"""`make audit` in small, and the proof that it would notice a fault (SEC13, SEC26)."""

from __future__ import annotations

import ast
import json
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random

import pytest

from domain.catalogue import catalogue
from domain.core import dice_from_seed
from server.fold import sealed_chance
from tests.audit.__main__ import main
from tests.audit.advisories import ROOT, pinned
from tests.audit.chi import likely
from tests.audit.dice import LEAST, audit, p

FLOORS = {"starlette": (0, 49, 1), "msgpack": (1, 2, 1)}
"""The lowest versions without known advisories (SEC26)."""


@pytest.mark.parametrize("rules", sorted(catalogue().rulesets))
def test_the_dice_of_every_rule_set_are_even(rules: str, seed: int) -> None:
    """SEC13: in 100,000 public and hidden rolls of a rule set, faces, pairs and results are as even as chance alone
    makes them."""
    found = audit(rules, 100_000, seed.to_bytes(8, "big"))
    assert all(outcome.p >= LEAST for outcome in found), found


def test_the_audit_would_notice_dice_that_are_not(chance: Random) -> None:
    """SEC13: the audit finds a byte taken modulo ten, a face thrown a fiftieth too often, and faces that depend on the
    face before."""
    many = 1_000_000
    biased = Counter(byte % 10 for byte in chance.randbytes(many))
    assert p([biased[face] for face in range(10)], [many / 10] * 10) < LEAST
    loaded = [many // 10 + (2000 if face == 9 else -222) for face in range(10)]
    assert p(loaded, [many / 10] * 10) < LEAST
    leaning = [many // 100 + (500 if n % 11 == 0 else -55) for n in range(100)]
    assert p(leaning, [many / 100] * 100) < LEAST


@pytest.mark.parametrize(
    ("found", "freedom", "expected"), [(3.841, 1, 0.05), (18.307, 10, 0.05), (33.720, 9, 0.0001), (148.230, 99, 0.001)]
)
def test_the_tails_are_those_of_the_tables(found: float, freedom: int, expected: float) -> None:
    """The computed tails equal the printed values of the chi-square distribution."""
    assert likely(found, freedom) == pytest.approx(expected, rel=0.01)


def test_faces_are_made_without_random_and_without_a_remainder() -> None:
    """SEC13: the modules that make dice import no generator and no clock, and the module that makes faces uses no % and
    no divmod, except for formatting."""
    for module in (sealed_chance, dice_from_seed):
        tree = ast.parse((ROOT / f"{module.__name__.replace('.', '/')}.py").read_text(encoding="utf-8"))
        imported = {
            name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in ([a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""])
        }
        assert not imported & {"random", "time", "datetime", "numpy"}
    tree = ast.parse((ROOT / "server/fold/sealed_chance.py").read_text(encoding="utf-8"))
    remainders = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp | ast.AugAssign) and isinstance(n.op, ast.Mod)]
    for node in remainders:
        assert isinstance(node, ast.BinOp)
        assert isinstance(node.left, ast.Constant), ast.unparse(node)
        assert isinstance(node.left.value, bytes), ast.unparse(node)
    assert "divmod" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_what_is_pinned_is_above_the_floors() -> None:
    """SEC26: no pinned release is one with known vulnerabilities."""
    versions = {package.name: package.version for package in pinned() if package.ecosystem == "PyPI"}
    for name, floor in FLOORS.items():
        assert tuple(map(int, versions[name].split("."))) >= floor


class Advisories(BaseHTTPRequestHandler):
    """A database with an advisory for msgpack."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        results = [{"vulns": [{"id": "X-1"}]} if q["package"]["name"] == "msgpack" else {} for q in asked]
        body = json.dumps({"results": results}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log no request."""


@pytest.fixture
def database() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Advisories)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_known_advisory_fails_the_audit(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """SEC26: a known advisory fails the audit, with the package, its version and the advisory's name."""
    assert main(["--rolls", "1000", "--database", database]) == 1
    assert "PyPI msgpack" in (said := capsys.readouterr().out)
    assert "X-1" in said


def test_without_a_network_it_is_said_that_nothing_was_checked(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """SEC26: an audit without a network prints that the dependencies were not checked."""
    assert main(["--rolls", "1000", "--database", database.replace("http", "https")]) == 0
    assert "NOT checked for advisories" in capsys.readouterr().out
