"""Many clients, a hundredth of them active with a roll a second (FLT23); then all connections are cut at once, and all
clients reconnect at once with the records that they hold (FLT22, SEC29):

  python -m tests.bench.storm                        1,000 clients at 20 tables
  python -m tests.bench.storm --tables 200           10,000
  python -m tests.bench.storm --jitter 2             spread over 2 s, as the page does

A table's sender rolls as soon as it is connected again; a client has converged when it has that roll.
"""

import argparse
import sys

from tests.bench.run import BenchError, measure


def main() -> int:
    """Run. Return 1 if a client did not return."""
    parser = argparse.ArgumentParser(
        "python -m tests.bench.storm", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=20, help="number of tables (20)")
    parser.add_argument("--people", type=int, default=50, help="clients at each table (50)")
    parser.add_argument("--jitter", type=float, default=0.0, help="seconds over which clients return (0)")
    args = parser.parse_args()
    job = {"scenes": args.tables, "clients": args.people, "jitter": args.jitter, "seconds": 300}
    try:
        r = measure("coterie", "storm", job)
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    people = r["clients"]
    print(f"{people:,} clients were in after {r['filled']:.0f} s; {r['mib']:.0f} MiB, at the end {r['after']:.0f} MiB.")
    print(f"With {r['active']:,} of them active, the server used {100 * r['idle']:.1f} % of a core.")
    print(
        f"After the cut {r['welcomes']:,} were connected again after {r['welcomed']:.1f} s, {r['resumed']:,} of them by"
    )
    print(f"a resume; {r['converged']:,} were up to date after {r['seconds']:.1f} s and {r['server']:.2f} s of CPU;")
    print(f"for {r['waited']:.1f} s of that they waited for a core.")
    return 0 if r["converged"] == people else 1


if __name__ == "__main__":
    sys.exit(main())
