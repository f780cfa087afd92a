"""`make soak MINUTES=30`: the long runs of the fault plan, each in its share of the time.

    python -m tests.soak --minutes 30 --seed 7

Prints a line for each fault (how often it was done, beside the plan's figure for the long run; in how many runs a law
was broken then, and their seeds; one of the plan that did not run says so), and last how many violations there were:
the exit code is 1 unless there were none. A run is done again by its seed, which names the job:

    python -m tests.simulation 'SEED'         for one of L1
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
    """What came of it, fault by fault."""

    runs: Counter[str] = field(default_factory=Counter)
    broken: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    violations: int = 0

    def add(self, seed: str, done: Done) -> None:
        """Take in one run."""
        faults, violations = done
        self.runs += faults
        for fault in faults if violations else ():
            self.broken[fault].append(seed)
        self.violations += len(violations)
        for violation in violations:
            print(f"{seed}: {violation}", flush=True)

    def show(self) -> None:
        """Print it, with how often the plan would have each fault in the long run. One that the plan has and that did
        not run is a row, too; one of which no run could be judged says that as plainly."""
        print(f"{'fault':<28} {'runs':>9} {'of':>11} {'violations':>11}  what, and seeds")
        unheard = PLAN.keys() - {planned(fault) for fault in self.runs}
        for fault in sorted([*self.runs, *unheard], key=in_order):
            number, seeds = self.runs[fault], self.broken[fault]
            plan = PLAN.get(planned(fault), Planned())
            said = "  ".join([plan.what, *self._unheard(fault), *seeds[:5]])
            print(
                f"{fault:<28} {number:>9,} {format(plan.long, ',') if plan.long else '':>11} {len(seeds):>11}  {said}"
            )
        print(f"violations: {self.violations}")

    def _unheard(self, fault: str) -> list[str]:
        """Why nothing is known of a fault, if so."""
        if not self.runs[fault]:
            return ["DID NOT RUN"]
        judged = fault.removesuffix(unjudged(""))
        return ["NOT JUDGED"] if judged != fault and not self.runs[judged] else []


def main() -> int:
    """Run until the time is over; every job at least once."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", default=f"{secrets.randbits(32)}")
    parser.add_argument("--only", choices=JOBS, help="one of the jobs alone, once with exactly this seed if 0 minutes")
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
    """Whichever job is furthest behind its share comes next."""
    spent = dict.fromkeys(jobs, 0.0)
    done = dict.fromkeys(jobs, 0)
    end = time.monotonic() + seconds
    fresh = get_context("spawn")  # and now and then anew, so that nothing piles up over hours
    with ProcessPoolExecutor(1, mp_context=fresh, initializer=quiet, max_tasks_per_child=RUNS_A_PROCESS) as pool:
        while time.monotonic() < end or not all(done.values()):
            name = min(jobs, key=lambda name: spent[name] / jobs[name][0])
            began = time.monotonic()
            run_seed = f"{seed}-{name}-{done[name]}"
            table.add(run_seed, told(pool.submit(jobs[name][1], run_seed), name))
            done[name] += 1
            spent[name] += time.monotonic() - began


def told(run: Future[Done], name: str) -> Done:
    """What a run came to. One that stumbles has broken something, and the next one goes on."""
    try:
        return run.result()
    except BrokenExecutor:
        raise
    except Exception as error:
        return Counter({name: 1}), ["".join(traceback.format_exception(error)).rstrip()]


if __name__ == "__main__":
    sys.exit(main())
