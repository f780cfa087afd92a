"""`make audit`: a million rolls for each rule set, and what is known against the dependencies.

    make audit                          some minutes
    make audit ARGS="--rolls 100000"    what the tests do

The exit code is 1 where a test of the dice fails or an advisory is known. Without a network it says that nothing is
known of the dependencies today; that is no failure, and no clean bill either.
"""

from __future__ import annotations

import argparse
import secrets
import sys

from domain.catalogue import catalogue
from tests.audit.advisories import DATABASE, Unreachable, known, pinned
from tests.audit.dice import LEAST, audit


def dice(rolls: int, seed: bytes) -> int:
    """Try the dice of every rule set; returns how many tests failed."""
    failed = 0
    print(f"{rolls:,} rolls for each rule set, every other one hidden; seed {seed.hex()}")
    for rules in sorted(catalogue().rulesets):
        for one in audit(rules, rolls, seed):
            failed += one.p < LEAST
            print(f"  {one.rules:<14}{one.test:<10}p = {one.p:.4f}{'' if one.p >= LEAST else '  FAILED'}", flush=True)
    return failed


def dependencies(url: str) -> int:
    """Ask for advisories; returns how many packages have any."""
    packages = pinned()
    try:
        found = known(packages, url)
    except Unreachable as why:
        print(f"The dependencies were NOT checked for advisories: {why}. Run this again with a network.")
        return 0
    for package, ids in found.items():
        print(f"  {package.ecosystem} {package.name} {package.version}: {', '.join(ids)}")
    print(f"{len(packages)} dependencies, {len(found)} of them with known advisories")
    return len(found)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make audit", description="Try the dice, and ask for advisories.")
    parser.add_argument("--rolls", type=int, default=1_000_000, help="rolls for each rule set (1000000)")
    parser.add_argument("--seed", type=bytes.fromhex, default=secrets.token_bytes(16), help="try these dice again")
    parser.add_argument("--database", default=DATABASE, help="where advisories are asked for")
    args = parser.parse_args(argv)
    failed = dice(args.rolls, args.seed)
    advised = dependencies(args.database)
    print(f"dice: {failed} tests failed; dependencies: {advised} with advisories")
    return int(bool(failed or advised))


if __name__ == "__main__":
    sys.exit(main())
