"""Run seeds and print their violations: `python -m tests.simulation SEED [NUMBER]`."""

from __future__ import annotations

import sys

from tests.simulation.run import run


def main(first: str, number: int) -> int:
    """Run one named seed, or `number` seeds from the number `first` on. Return 1 if a run broke a law."""
    found = 0
    for seed in [first] if number == 1 else map(str, range(int(first), int(first) + number)):
        outcome = run(seed)
        if number == 1:
            print(*outcome.events, sep="\n")
        print(f"{seed} {outcome.kind}: {outcome.steps} steps, {outcome.commits} commits, {dict(outcome.faults)}")
        for violation in outcome.violations:
            print(f"  {violation}")
            found += 1
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))
