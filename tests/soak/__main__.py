"""`make soak MINUTES=30`: the long runs of the fault plan, each in its share of the time.

  python -m tests.soak --minutes 30 --seed 7

Prints a line per fault: how many runs it had, beside the plan's figure for the long run; in how many runs a law was
broken, and their seeds. A planned fault without a run has a line too. The last line is the number of violations; the
exit code is 0 if there were none, else 1. A run can be repeated by its seed, which names its job:

  python -m tests.simulation 'SEED'         for a run of L1
  python -m tests.soak --minutes 0 --only redis --seed SEED
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from tests.soak.jobs import JOBS, Done, quiet
from tests.soak.judged import unjudged
from tests.soak.plan import PLAN, Planned, in_order, planned

RUNS_A_PROCESS = 200


@dataclass
class Table:
    """The results, fault by fault."""

    runs: Counter[str] = field(default_factory=Counter)
    broken: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    violations: int = 0

    def add(self, seed: str, done: Done) -> None:
        """Add the result of a run."""
        faults, violations = done
        self.runs += faults
        for fault in faults if violations else ():
            self.broken[fault].append(seed)
        self.violations += len(violations)
        for violation in violations:
            print(f"{seed}: {violation}", flush=True)

    def show(self) -> None:
        """Print the table, with the plan's figure for the long run beside each fault. A planned fault that did not run
        has a row; a fault whose runs could not be judged is marked."""
        print(f"{'fault':<28} {'runs':>9} {'of':>11} {'violations':>11}  description, and seeds of violations")
        unheard = PLAN.keys() - {planned(fault) for fault in self.runs}
        for fault in sorted([*self.runs, *unheard], key=in_order):
            number, seeds = self.runs[fault], self.broken[fault]
            plan = PLAN.get(planned(fault), Planned())
            said = "  ".join([plan.description, *self._unheard(fault), *seeds[:5]])
            print(
                f"{fault:<28} {number:>9,} {format(plan.long, ',') if plan.long else '':>11} {len(seeds):>11}  {said}"
            )
        print(f"violations: {self.violations}")

    def _unheard(self, fault: str) -> list[str]:
        """The mark of a fault without a run, or without a judged run."""
        if not self.runs[fault]:
            return ["DID NOT RUN"]
        judged = fault.removesuffix(unjudged(""))
        return ["NOT JUDGED"] if judged != fault and not self.runs[judged] else []


def main() -> int:
    """Run every job at least once, and more until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30, help="how long to run (default 30)")
    parser.add_argument("--seed", default=f"{secrets.randbits(32)}", help="the seed of all runs (default: random)")
    parser.add_argument("--only", choices=JOBS, help="run this job only; with --minutes 0 once, with exactly this seed")
    arguments = parser.parse_args()
    print(f"seed: {arguments.seed}", flush=True)
    jobs = {name: job for name, job in JOBS.items() if arguments.only in (None, name)}
    table = Table()
    if arguments.only and not arguments.minutes:
        quiet()
        table.add(arguments.seed, jobs[arguments.only][1](arguments.seed))
    else:
        soak(arguments.seed, arguments.minutes * 60, jobs, table)
    table.show()
    return 1 if table.violations else 0


def soak(seed: str, seconds: float, jobs: dict[str, tuple[float, Callable[[str], Done]]], table: Table) -> None:
    """Run the job that is furthest behind its share, again and again."""
    spent = dict.fromkeys(jobs, 0.0)
    done = dict.fromkeys(jobs, 0)
    end = time.monotonic() + seconds
    fresh = get_context("spawn")  # a new process after some runs, so that no memory leak adds up over hours
    with ProcessPoolExecutor(1, mp_context=fresh, initializer=quiet, max_tasks_per_child=RUNS_A_PROCESS) as pool:
        while time.monotonic() < end or not all(done.values()):
            name = min(jobs, key=lambda name: spent[name] / jobs[name][0])
            began = time.monotonic()
            run_seed = f"{seed}-{name}-{done[name]}"
            table.add(run_seed, result_of(pool.submit(jobs[name][1], run_seed), name))
            done[name] += 1
            spent[name] += time.monotonic() - began


def result_of(run: Future[Done], name: str) -> Done:
    """Return the result of a run. An exception counts as a violation, and the soak continues."""
    try:
        return run.result()
    except BrokenExecutor:
        raise
    except Exception as error:
        return Counter({name: 1}), ["".join(traceback.format_exception(error)).rstrip()]


if __name__ == "__main__":
    sys.exit(main())
