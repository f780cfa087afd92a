"""Known advisories for the packages that Coterie is built from: each pinned version is looked up in the OSV database
(SEC26)."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
DATABASE: Final = "https://api.osv.dev/v1/querybatch"
SECONDS: Final = 20.0


class Package(NamedTuple):
    """A package at its pinned version."""

    ecosystem: str
    name: str
    version: str


class Unreachable(Exception):
    """The database did not answer; the message gives the reason."""


def pinned() -> list[Package]:
    """The packages that the two lock files pin."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    python = [Package("PyPI", *line.split("==")) for line in lines if "==" in line]
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    found = {
        (path.rpartition("node_modules/")[2], package["version"])
        for path, package in lock["packages"].items()
        if path and "version" in package
    }
    return python + [Package("npm", *package) for package in sorted(found)]


def known(packages: list[Package], url: str = DATABASE) -> dict[Package, list[str]]:
    """The advisories of each package that has any. Raise `Unreachable`."""
    queries = [{"package": {"ecosystem": p.ecosystem, "name": p.name}, "version": p.version} for p in packages]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            results = json.load(answer)["results"]
        found = {p: [v["id"] for v in r.get("vulns", ())] for p, r in zip(packages, results, strict=True)}
    except (OSError, ValueError, LookupError) as error:
        raise Unreachable(f"{url} did not answer as expected ({error})") from error
    return {package: ids for package, ids in found.items() if ids}
