"""`make bench`: the cost of a command here, beside the least cost that any such server must have.

  make bench                                     about eleven minutes
  make bench ARGS="--seconds 4 --loads W1"       three minutes
  make bench ARGS="--rounds 5 --only load"       the three loads, five times
  make bench ARGS="--only page"                  the measures of the page, in a browser; only when asked for
  make bench JSON=rows.jsonl                     also write each load's row as a JSON line

Three loads, in a closed loop: a scene's next command is sent as soon as fewer than `window` are on their way to some
client. The command is a roll of six dice. `ws` is a bare WebSocket server in Node that sends a prepared frame of 200
bytes after an XADD, measured in turn with ours by the same driver; `append` is our log by itself, without clients. The
machine's speed drifts: compare the ratios, not figures of different days. "refused" counts refused commands, "lost"
commands without an answer, "cut" closed connections. `.bench` keeps the rows of all runs (history.jsonl) and a plot for
each load.
"""

import argparse
import asyncio
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from domain.core.audience import Role
from server.cli.serve import collect_rarely
from tests.bench import page, plot
from tests.bench.history import History, Row
from tests.bench.offers import CAST_SIZES, followed, fought
from tests.bench.run import ROOT, BenchError, Result, Target, cores, has_uvloop, measure, median
from tests.bench.width import contended

LOADS: Final[dict[str, Result]] = {
    "W1": {"scenes": 1, "clients": 50, "window": 32, "rate": 20},
    "W2": {"scenes": 20, "clients": 6, "window": 4, "rate": 2},
    "W3": {"scenes": 1, "clients": 500, "window": 8, "rate": 20},
}
"""The big table, the tables of an evening, the convention's stream. `rate`: commands a second and scene for `pace`."""
TITLES: Final = {
    "W1": "The big table: 1 scene, 50 viewers, 32 in flight",
    "W2": "An evening: 20 scenes of 6, 4 in flight each",
    "W3": "The stream: 1 scene, 500 viewers, 8 in flight",
}
JOIN: Final[Result] = {"rolls": 10_000, "window": 32, "seconds": 60}
IDLE: Final[Result] = {"scenes": 20, "clients": 50, "seconds": 0}
LENGTHS: Final = (10, 100, 1_000, 10_000, 100_000)
TENS: Final = (1, 10, 100, 1_000)
GROWN: Final[Result] = {"window": 8, "seconds": 300, "count": 1_000}
"""The cost at each length of a scene's history is measured over `count` more commands."""
USUAL: Final = ("load", "pace", "join", "idle", "offers", "width", "stages", "growth")
PARTS: Final = (*USUAL, "page")
PACE: Final = 4
"""A measurement of `pace` takes so many times as long: a 99th percentile of a few dozen commands means little."""
TARGETS: Final[tuple[Target, ...]] = ("ws", "append", "coterie")
NAMES: Final = {"ws": "raw ws", "append": "the append alone", "asyncio": "coterie, asyncio"}
FOLDER: Final = ROOT / ".bench"


class Bench:
    """The arguments and the results."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._seconds = float(args.seconds)
        self._rounds = int(args.rounds)
        self._loads: list[str] = args.loads
        self._log = str(args.log)
        self._both = bool(args.both_loops)
        self._floor: dict[str, list[Result]] = {}
        self._costs: dict[str, dict[str, list[float]]] = {}
        self._curves: dict[str, dict[str, list[plot.Point]]] = {}
        self._history = History(FOLDER / "history.jsonl")
        self.rows: dict[str, Row] = {}
        self.faults = 0

    def load(self) -> None:
        """Measure commands, updates and CPU of the three loads."""
        targets = (*TARGETS, "asyncio") if self._both else TARGETS
        row(
            "", "", "commands/s", "updates/s", "server µs/update", "of ws", "µs/command", "server %", "driver %",
            "redis µs/cmd", "refused", "lost", "cut",
        )  # fmt: skip
        for load in self._loads:
            found: dict[Target, list[Result]] = {target: [] for target in targets}
            for _ in range(self._rounds):
                for target in targets:
                    found[target].append(self._measure(target, "load", load))
            self._keep_costs(load, found)
            for target, results in found.items():
                self._load_row(load, target, results)
            self._compare(load)
        row()

    def _load_row(self, load: str, target: Target, results: list[Result]) -> None:
        commands, command = per_second(results, "commands"), f"{median([cost(r, 'commands') for r in results]):.0f}"
        server = f"{100 * per_second(results, 'server'):.0f}"
        if target == "append":
            row(load, NAMES[target], f"{commands:,.0f}", "", "", "", command, server)
            return
        own, floor = (median([cost(r) for r in results]) for results in (results, self._floor[load]))
        driver = f"{100 * per_second(results, 'driver'):.0f}"
        redis = f"{median([1e6 * r['redis'] / r['commands'] for r in results]):.0f}"
        row(
            load, self._name(target), f"{commands:,.0f}", f"{per_second(results, 'updates'):,.0f}", f"{own:.2f}",
            f"{own / floor:.2f}", command, server, driver, redis, *faults(results),
        )  # fmt: skip

    def _keep_costs(self, load: str, found: dict[Target, list[Result]]) -> None:
        raw, own = ([cost(r) for r in found[target]] for target in ("ws", "coterie"))
        self._floor[load] = found["ws"]
        self._costs[load] = {self._name(t): [cost(r) for r in found[t]] for t in found if t != "append"}
        each = [ours / floor for ours, floor in zip(own, raw, strict=True)]
        counted = {name: sum(r[name] for r in found["coterie"]) for name in ("refused", "lost", "cut")}
        self._row(load).update(
            us_per_update=median(own), raw_us_per_update=median(raw), ratio=median(own) / median(raw),
            ratio_least=min(each), ratio_most=max(each), rounds=self._rounds,
            us_per_command=median([cost(r, "commands") for r in found["coterie"]]),
            append_us_per_command=median([cost(r, "commands") for r in found["append"]]),
            commands_per_s=per_second(found["coterie"], "commands"),
            updates_per_s=per_second(found["coterie"], "updates"), **counted,
        )  # fmt: skip

    def _compare(self, load: str) -> None:
        now, before = self._row(load), self._history.last(load)
        said = f"{load}  of ws {now['ratio']:.2f} ({now['ratio_least']:.2f} to {now['ratio_most']:.2f})"
        if before is not None and "ratio" in before:
            said += f"; on {before['at']} {before['ratio']:.2f}"
        row(said)

    def pace(self) -> None:
        """Measure the time of a command at 20 commands a second (2 a scene in W2)."""
        row("", "", "p50 ms", "p99 ms", "p99 of ws", "updates", "refused", "lost", "cut")
        for load in self._loads:
            found: dict[Target, list[Result]] = {target: [] for target in TARGETS}
            for _ in range(self._rounds):
                for target in TARGETS:
                    found[target].append(self._measure(target, "pace", load, PACE * self._seconds))
            middle = {t: {p: median([r[p] for r in found[t]]) for p in ("p50", "p99")} for t in TARGETS}
            for target, results in found.items():
                p50, p99 = middle[target]["p50"], middle[target]["p99"]
                told = () if target == "append" else (str(sum(r["updates"] for r in results)), *faults(results))
                row(load, self._name(target), f"{p50:.2f}", f"{p99:.2f}", f"{p99 / middle['ws']['p99']:.2f}", *told)
            self._curves[load] = {
                self._name(t): [(q, median([dict(r["curve"])[q] for r in found[t]])) for q, _ in found[t][0]["curve"]]
                for t in TARGETS
            }
            self._row(load).update(
                p50_ms=middle["coterie"]["p50"], p99_ms=middle["coterie"]["p99"], raw_p99_ms=middle["ws"]["p99"],
                append_p99_ms=middle["append"]["p99"],
            )  # fmt: skip
        row()

    def join(self) -> None:
        """Measure the time of a late join."""
        r = self._noted(measure("coterie", "join", JOIN, self._log))
        row(
            f"join after {r['after']:,} rolls: {r['ms']:.1f} ms (worst of 20: {r['worst']:.1f}), "
            f"{r['bytes'] / 1000:.0f} kB, the last {r['rolls']} rolls"
        )

    def idle(self) -> None:
        """Measure the memory of an idle connection."""
        r = self._noted(measure("coterie", "idle", IDLE, self._log))
        row(f"memory at {r['connections']:,} idle connections: {r['kib']:.1f} KiB each, {r['mib']:.0f} MiB in all")
        row()

    def offers(self) -> None:
        """Measure the cost of keeping options up to date: recorded evenings and fights, played in this process on any
        core. No load's row contains it. "anew" is the cost of computing all options again and of sending all of them,
        "before" the figures of the last run."""
        collect_rarely()  # as the server does
        followed()  # not measured: in a server that runs, all code has run before
        row("", "options", "commits", "µs/commit", "of anew", "kB/commit", "anew µs", "all kB", "before")
        self._offers_rows("evenings", followed())
        for size in CAST_SIZES:
            self._offers_rows(f"fight of {size}", fought(size))
        row()

    def _offers_rows(self, where: str, found: Mapping[Role, Result]) -> None:
        for role, r in found.items():
            name = f"options, {where}, {role}"
            before = self._history.last(name)
            self._row(name).update(r)
            last = "" if before is None else f"{before['us']:,.0f} µs, {before['bytes'] / 1000:.2f} kB"
            row(
                "", f"{role}, {where}", f"{r['commits']:,}", f"{r['us']:,.0f}", f"{r['us'] / r['anew_us']:.3f}",
                f"{r['bytes'] / 1000:.2f}", f"{r['anew_us']:,.0f}", f"{r['whole_bytes'] / 1000:.1f}", last,
            )  # fmt: skip

    def width(self) -> None:
        """Measure the commands a second of processes that contend for one scene."""
        for processes in (1, 3):
            r = self._noted(asyncio.run(contended(processes, self._seconds)))
            least, most, all_ = (r[name] / r["seconds"] for name in ("least", "most", "commands"))
            row(
                f"{processes} {'process serves' if processes == 1 else 'processes serve'} one scene: {all_:,.0f} "
                f"commands/s ({least:,.0f} to {most:,.0f} at each), p99 {r['p99']:.0f} ms"
            )
        row()

    def stages(self) -> None:
        """Measure the share of each stage of the server, in µs a command."""
        found = {load: self._measure("sampled", "load", load) for load in self._loads}
        names = {name: None for r in found.values() for name, _ in sorted(r["stages"].items(), key=lambda s: -s[1])}
        row("", "µs/command", *names)
        for load, r in found.items():
            samples = sum(r["stages"].values()) or 1
            whole = cost(r, "commands")
            shares = (r["stages"].get(name, 0) / samples for name in names)
            row(load, f"{whole:.0f}", *(f"{whole * share:.1f} ({share:.0%})" for share in shares))
        row()

    def growth(self) -> None:
        """Measure the cost of a command over its scene's history, its viewers, and the scenes beside it."""
        grown = self._noted(measure("coterie", "grow", {**GROWN, "scenes": 1, "clients": 6, "lengths": LENGTHS}))
        subscribers = [(n, self._at({"scenes": 1, "clients": n, "window": 8})) for n in TENS]
        scenes = [(n, self._at({"scenes": n, "clients": 2, "window": 1})) for n in TENS]
        history: list[plot.Point] = [(length, us) for length, us in grown["costs"]]
        for name, about, costs in (
            ("history", "commands in the scene", history),
            ("subscribers", "viewers of the scene", subscribers),
            ("scenes", "scenes, of two viewers each", scenes),
        ):
            row("", f"{about}:", *(f"{n:,.0f}" for n, _ in costs))
            row("", "µs/command", *(f"{us:.0f}" for _, us in costs))
            draw(name, plot.of_growth(f"Server CPU for a command, by {about}", "µs a command", {name: costs}))
        row()

    def page(self) -> None:
        """Measure the page in a browser: what people need, and what a phone needs."""
        asyncio.run(page.main())

    def _at(self, job: Result) -> float:
        return cost(self._noted(measure("coterie", "load", {**job, "seconds": 2.0}, self._log)), "commands")

    def keep(self, file: str) -> None:
        """Write the rows to `file`, if given, and to the history; draw the plots."""
        rows = [self.rows[load] for load in sorted(self.rows)]
        if file:
            Path(file).write_text("")
            History(Path(file)).add(rows)
        self._history.add(row for row in rows if "ratio" in row or "anew_us" in row)
        for load, costs in self._costs.items():
            draw(load, plot.of_load(f"{load}. {TITLES[load]}", costs, self._curves.get(load, {})))

    def _row(self, load: str) -> Row:
        found = self.rows.get(load)
        if found is None:
            loop = "uvloop" if has_uvloop() else "asyncio"
            at = datetime.now(UTC).isoformat(timespec="minutes")
            found = {"load": load, "at": at, "python": platform.python_version(), "loop": loop, "log": self._log}
            self.rows[load] = found
        return found

    def _measure(self, target: Target, task: str, load: str, seconds: float | None = None) -> Result:
        return self._noted(measure(target, task, {**LOADS[load], "seconds": seconds or self._seconds}, self._log))

    def _noted(self, result: Result) -> Result:
        self.faults += result["lost"] + result["cut"] + result["refused"]
        return result

    def _name(self, target: Target) -> str:
        if target == "coterie" and has_uvloop() and self._both:
            return "coterie, uvloop"
        return NAMES.get(target, target)


def cost(result: Result, what: str = "updates") -> float:
    """Server CPU for each delivered update, or each command, in µs."""
    return 1e6 * float(result["server"]) / float(result[what])


def per_second(results: Sequence[Result], what: str) -> float:
    """The median rate a second."""
    return median([r[what] / r["seconds"] for r in results])


def faults(results: Sequence[Result]) -> tuple[str, str, str]:
    """The counts of refused commands, lost commands and cut connections."""
    refused, lost, cut = (str(sum(r[name] for r in results)) for name in ("refused", "lost", "cut"))
    return refused, lost, cut


def draw(name: str, picture: str) -> None:
    """Write a plot."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(picture)


def row(*cells: str) -> None:
    """Print a line of a table."""
    widths = (4, 17, *[13] * len(cells))
    print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)).rstrip(), flush=True)


def main() -> int:
    """Run the chosen parts. Return 1 if an update was lost, a command refused, or a connection cut."""
    parser = argparse.ArgumentParser(
        "python -m tests.bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=4.0, help=f"seconds of a measurement (4); pace takes {PACE} times as long"
    )
    parser.add_argument("--rounds", type=int, default=2, help="rounds of each load, interleaved with raw ws (2)")
    parser.add_argument("--loads", type=lambda s: s.split(","), default=list(LOADS), help="some of W1,W2,W3")
    parser.add_argument("--only", type=lambda s: s.split(","), default=list(USUAL), help=f"some of {','.join(PARTS)}")
    parser.add_argument(
        "--log", default="redis", choices=("redis", "always", "sqlite", "memory:"),
        help="our server's log (redis); always: Redis with an fsync for each append, for raw ws too",
    )  # fmt: skip
    parser.add_argument("--both-loops", action="store_true", help="measure with uvloop and without")
    parser.add_argument("--json", default="", metavar="FILE", help="write each load's row as a JSON line")
    args = parser.parse_args()
    if wrong := [*(set(args.loads) - set(LOADS)), *(set(args.only) - set(PARTS))]:
        parser.error(f"there is no {wrong[0]}")
    bench = Bench(args)
    try:
        server_core, other_core = cores()
        loop = "uvloop" if has_uvloop() else "asyncio"
        print(f"Server on core {server_core} ({loop}), driver and Redis on core {other_core}.\n")
        for part in args.only:
            getattr(bench, part)()
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        bench.keep(args.json)
    return 1 if bench.faults else 0


if __name__ == "__main__":
    sys.exit(main())
