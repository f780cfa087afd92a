"""`make audit`: a million rolls for each rule set, and known advisories for the dependencies.

  make audit                          some minutes
  make audit ARGS="--rolls 100000"    as many rolls as the tests

The exit code is 1 if a test of the dice fails or an advisory is known. Without a network it prints that the
dependencies were not checked; that counts neither as a failure nor as a success.
"""

from __future__ import annotations

import argparse
import secrets
import sys

from domain.catalogue import catalogue
from tests.audit.advisories import DATABASE, Unreachable, known, pinned
from tests.audit.dice import LEAST, audit


def dice(rolls: int, seed: bytes) -> int:
    """Test the dice of every rule set; return how many tests failed."""
    failed = 0
    print(f"{rolls:,} rolls for each rule set, every second roll hidden; seed {seed.hex()}")
    for rules in sorted(catalogue().rulesets):
        for outcome in audit(rules, rolls, seed):
            failed += outcome.p < LEAST
            print(
                f"  {outcome.rules:<14}{outcome.test:<10}p = {outcome.p:.4f}{'' if outcome.p >= LEAST else '  FAILED'}",
                flush=True,
            )
    return failed


def dependencies(url: str) -> int:
    """Ask for advisories; return how many packages have one."""
    packages = pinned()
    try:
        found = known(packages, url)
    except Unreachable as reason:
        print(f"The dependencies were NOT checked for advisories: {reason}. Run this again with a network.")
        return 0
    for package, ids in found.items():
        print(f"  {package.ecosystem} {package.name} {package.version}: {', '.join(ids)}")
    print(f"{len(packages)} dependencies, {len(found)} of them with known advisories")
    return len(found)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make audit", description="Test the dice, and ask for advisories.")
    parser.add_argument("--rolls", type=int, default=1_000_000, help="rolls for each rule set (1000000)")
    parser.add_argument(
        "--seed",
        type=bytes.fromhex,
        default=secrets.token_bytes(16),
        help="the seed of the dice, as hexadecimal digits, to repeat a run",
    )
    parser.add_argument("--database", default=DATABASE, help="the URL of the advisory database")
    args = parser.parse_args(argv)
    failed = dice(args.rolls, args.seed)
    advised = dependencies(args.database)
    print(f"dice: {failed} tests failed; dependencies: {advised} with advisories")
    return int(bool(failed or advised))


if __name__ == "__main__":
    sys.exit(main())
