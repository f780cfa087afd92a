"""`make bench`: what a command costs here, beside the least that any server of this work must do.

    make bench                                     about four minutes
    make bench ARGS="--seconds 4 --loads W1"       a minute
    make bench ARGS="--rounds 5 --only load"       the three loads, five times

Three loads, in a closed loop: a scene's next command leaves when fewer than `window` await receipt by some client. The
command is a roll of six dice. `ws` is a bare WebSocket server in Node that sends a ready frame of 200 bytes after an
XADD, measured in turn with ours by the same driver. The machine drifts: compare the ratios, not figures of two days.
"""

import argparse
import sys
from typing import Final

from tests.bench.run import BenchError, Result, Target, cores, has_uvloop, measure, median

LOADS: Final[dict[str, Result]] = {
    "W1": {"scenes": 1, "clients": 50, "window": 32, "rate": 20},
    "W2": {"scenes": 20, "clients": 6, "window": 4, "rate": 2},
    "W3": {"scenes": 1, "clients": 500, "window": 8, "rate": 20},
}
"""The big table, an evening's tables, the convention's stream. `rate`: commands a second and scene for `pace`."""
JOIN: Final[Result] = {"rolls": 10_000, "window": 32, "seconds": 60}
IDLE: Final[Result] = {"scenes": 20, "clients": 50, "seconds": 0}
PARTS: Final = ("load", "pace", "join", "idle", "stages")
TARGETS: Final[tuple[Target, ...]] = ("ws", "coterie")


class Bench:
    """What was asked for, and whether anything got lost."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._seconds = float(args.seconds)
        self._rounds = int(args.rounds)
        self._loads: list[str] = args.loads
        self._log = str(args.log)
        self._both = bool(args.both_loops)
        self.lost = 0

    def load(self) -> None:
        """Commands, updates and CPU of the three loads."""
        targets = (*TARGETS, "asyncio") if self._both else TARGETS
        row(
            "",
            "",
            "commands/s",
            "updates/s",
            "server µs/update",
            "of ws",
            "server %",
            "driver %",
            "redis µs/cmd",
            "lost",
        )
        for load in self._loads:
            found: dict[Target, list[Result]] = {target: [] for target in targets}
            for _ in range(self._rounds):
                for target in targets:
                    found[target].append(self._measure(target, "load", load, self._seconds))
            floor = median([cost(r) for r in found["ws"]])
            for target, results in found.items():
                each = [[r[k] / r["seconds"] for r in results] for k in ("commands", "updates", "server", "driver")]
                commands, updates, server, driver = map(median, each)
                redis = median([1e6 * r["redis"] / r["commands"] for r in results])
                own = median([cost(r) for r in results])
                lost = sum(r["lost"] + r["cut"] for r in results)
                row(
                    load, self._name(target), f"{commands:,.0f}", f"{updates:,.0f}", f"{own:.2f}", f"{own / floor:.2f}",
                    f"{100 * server:.0f}", f"{100 * driver:.0f}", f"{redis:.0f}", str(lost),
                )  # fmt: skip
        row()

    def pace(self) -> None:
        """How long a command takes at 20 commands a second (2 a scene in W2)."""
        row("", "", "p50 ms", "p99 ms", "updates", "lost")
        for load in self._loads:
            for target in TARGETS:
                r = self._measure(target, "pace", load, self._seconds)
                lost = r["lost"] + r["cut"]
                row(load, self._name(target), f"{r['p50']:.2f}", f"{r['p99']:.2f}", str(r["updates"]), str(lost))
        row()

    def join(self) -> None:
        """How long it takes to join late."""
        r = self._keep(measure("coterie", "join", JOIN, self._log))
        row(
            f"join after {r['after']:,} rolls: {r['ms']:.1f} ms (worst of 20: {r['worst']:.1f}), "
            f"{r['bytes'] / 1000:.0f} kB, the last {r['rolls']} rolls"
        )

    def idle(self) -> None:
        """What an idle connection holds."""
        r = self._keep(measure("coterie", "idle", IDLE, self._log))
        row(f"memory at {r['connections']:,} idle connections: {r['kib']:.1f} KiB each, {r['mib']:.0f} MiB in all")
        row()

    def stages(self) -> None:
        """Which part costs what, in µs a command and its share."""
        found = {load: self._measure("sampled", "load", load, self._seconds) for load in self._loads}
        names = {name: None for r in found.values() for name, _ in sorted(r["stages"].items(), key=lambda s: -s[1])}
        row("", "µs/command", *names)
        for load, r in found.items():
            samples = sum(r["stages"].values()) or 1
            whole = 1e6 * r["server"] / r["commands"]
            shares = (r["stages"].get(name, 0) / samples for name in names)
            row(load, f"{whole:.0f}", *(f"{whole * share:.1f} ({share:.0%})" for share in shares))
        row()

    def _measure(self, target: Target, task: str, load: str, seconds: float) -> Result:
        return self._keep(measure(target, task, {**LOADS[load], "seconds": seconds}, self._log))

    def _keep(self, result: Result) -> Result:
        self.lost += result["lost"] + result["cut"]
        return result

    def _name(self, target: Target) -> str:
        if target == "coterie" and has_uvloop() and self._both:
            return "coterie, uvloop"
        return {"ws": "raw ws", "asyncio": "coterie, asyncio"}.get(target, target)


def cost(result: Result) -> float:
    """Server CPU for each delivered update, µs."""
    return 1e6 * float(result["server"]) / float(result["updates"])


def row(*cells: str) -> None:
    """A line of a table."""
    widths = (4, 17, *[13] * len(cells))
    print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)).rstrip(), flush=True)


def main() -> int:
    """Run what was asked for. Returns 1 where an update was lost."""
    parser = argparse.ArgumentParser(
        "python -m tests.bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=4.0, help="seconds of one measurement (4)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of each load, interleaved with raw ws (2)")
    parser.add_argument("--loads", type=lambda s: s.split(","), default=list(LOADS), help="some of W1,W2,W3")
    parser.add_argument("--only", type=lambda s: s.split(","), default=list(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument(
        "--log", default="redis", choices=("redis", "sqlite", "memory:"), help="our server's log (redis)"
    )
    parser.add_argument("--both-loops", action="store_true", help="measure with uvloop and without")
    args = parser.parse_args()
    if wrong := [*(set(args.loads) - set(LOADS)), *(set(args.only) - set(PARTS))]:
        parser.error(f"there is no {wrong[0]}")
    bench = Bench(args)
    try:
        server_core, other_core = cores()
        loop = "uvloop" if has_uvloop() else "asyncio"
        print(f"Server on core {server_core} ({loop}), driver and Redis (fsync every second) on core {other_core}.\n")
        for part in args.only:
            getattr(bench, part)()
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 1 if bench.lost else 0


if __name__ == "__main__":
    sys.exit(main())
