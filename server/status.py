"""For whoever runs the server, on a port of its own that only this machine reaches: is it ready, how is it, and numbers
for Prometheus. The first two are behind the host link as well (`Api.status`). Nothing of it is for players: it counts
hidden work, too. No name, no text and no die is in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from server.house import House
from server.log.contract import LogError
from server.tally import BOUNDS

if TYPE_CHECKING:
    from prometheus_client.core import Metric

ABSENT: Final = "prometheus-client is not installed: pip install 'coterie[metrics]'.\n"


def app(house: House) -> Starlette:
    """The three answers, without their guard."""

    async def ready(_request: Request) -> Response:
        """Whether this process can take commands: its log answers."""
        if await is_ready(house):
            return PlainTextResponse("ready\n")
        return PlainTextResponse("the log is out of reach\n", 503)

    async def metrics(_request: Request) -> Response:
        """Numbers for Prometheus."""
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            return PlainTextResponse(ABSENT, 501)
        registry = CollectorRegistry()
        registry.register(Collector(house))
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def page(_request: Request) -> Response:
        """How it is, for people."""
        return PlainTextResponse("\n".join(told(house)) + "\n")

    return Starlette(routes=[Route("/ready", ready), Route("/metrics", metrics), Route("/", page)])


async def is_ready(house: House) -> bool:
    """Whether this process can take commands: its log answers."""
    try:
        await house.log.head("ready")
    except LogError:
        return False
    return True


def told(house: House) -> list[str]:
    """The status in lines."""
    tally, lives = house.tally, house.lives()
    appends = sum(tally.appends)
    mean = f"{1000 * tally.appending / appends:.1f} ms on average" if appends else "none yet"
    lines = [
        "Coterie",
        f"durability   {house.log.durability}",
        f"tables       {len(lives)} served here, {sum(len(live.viewers) for live in lives)} watching",
        f"waiting      {sum(live.backlog for live in lives)} commands",
        f"commands     {tally.commands} accepted, {tally.refusals} refused",
        f"appends      {appends}, {mean}; {tally.conflicts} conflicts",
        f"resumes      {tally.resumes}",
    ]
    lines += [f"advice       {sentence}" for sentence in house.log.advice]
    return lines + [f"FENCED       {live.stream}: see the server's log" for live in lives if live.fenced]


class Collector:
    """The same for Prometheus."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> "Iterator[Metric]":
        """Every metric, as it is now."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tally, lives = self._house.tally, self._house.lives()
        yield CounterMetricFamily("coterie_commands", "Commands that stand", value=tally.commands)
        yield CounterMetricFamily("coterie_refusals", "Commands refused", value=tally.refusals)
        yield CounterMetricFamily("coterie_conflicts", "Rounds decided anew", value=tally.conflicts)
        yield CounterMetricFamily("coterie_resumes", "Clients that got only what they had missed", value=tally.resumes)
        yield GaugeMetricFamily("coterie_tables", "Tables served", value=len(lives))
        fenced = sum(bool(live.fenced) for live in lives)
        yield GaugeMetricFamily("coterie_fenced", "Tables that take no command", value=fenced)
        yield GaugeMetricFamily("coterie_viewers", "Connections seated", value=sum(len(x.viewers) for x in lives))
        yield GaugeMetricFamily("coterie_backlog", "Commands waiting", value=sum(x.backlog for x in lives))
        total, buckets = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), tally.appends, strict=True):
            total += count
            buckets.append((bound, float(total)))
        yield HistogramMetricFamily("coterie_append_seconds", "Until an append stood", buckets, tally.appending)
