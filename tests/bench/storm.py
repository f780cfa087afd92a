"""Many people, of whom one in a hundred rolls once a second (F23); then everybody is cut off at once and comes back at
once, with what they hold (F22, S29):

    python -m tests.bench.storm                        1,000 people at 20 tables
    python -m tests.bench.storm --tables 200           10,000
    python -m tests.bench.storm --jitter 2             spread over 2 s, as the page does

A table's sender rolls as soon as it is back; everybody has converged when all have that roll.
"""

import argparse
import sys

from tests.bench.run import BenchError, measure


def main() -> int:
    """Run it. Returns 1 where somebody did not come back."""
    parser = argparse.ArgumentParser(
        "python -m tests.bench.storm", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=20, help="tables (20)")
    parser.add_argument("--people", type=int, default=50, help="people at each (50)")
    parser.add_argument("--jitter", type=float, default=0.0, help="seconds over which they come back (0)")
    args = parser.parse_args()
    job = {"scenes": args.tables, "clients": args.people, "jitter": args.jitter, "seconds": 300}
    try:
        r = measure("coterie", "storm", job)
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    people = r["clients"]
    print(f"{people:,} people were in after {r['filled']:.0f} s; {r['mib']:.0f} MiB, then {r['after']:.0f} MiB.")
    print(f"Nearly idle, {r['active']:,} of them active, they took {100 * r['idle']:.1f} % of a core.")
    print(f"Cut off: {r['welcomes']:,} welcomed again after {r['welcomed']:.1f} s, {r['resumed']:,} with what they")
    print(f"missed alone; {r['converged']:,} converged after {r['seconds']:.1f} s and {r['server']:.2f} s of CPU;")
    print(f"others on this machine kept them waiting for a core for {r['waited']:.1f} s of that.")
    return 0 if r["converged"] == people else 1


if __name__ == "__main__":
    sys.exit(main())
