"""For whoever runs the server, on a port of its own that only this machine reaches: is it ready, how is it, and numbers
for Prometheus. The first two are behind the host link as well (`Api.status`). Nothing of it is for players: it counts
hidden work, too. No name, no text and no die is in it."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from server.counters import BOUNDS
from server.hub.hub import Hub
from server.log.contract import LogError

if TYPE_CHECKING:
    from prometheus_client.core import Metric

ANSWERS_WITHIN: Final = 2.0
"""Seconds in which the log has to answer: less than any probe waits."""
WEAKER: Final = "a crash could now lose what the log confirms, so no command is accepted"
ABSENT: Final = "prometheus-client is not installed: pip install 'coterie[metrics]'.\n"


def app(hub: Hub) -> Starlette:
    """The three answers, without their guard."""

    async def ready(_request: Request) -> Response:
        """Whether this process can take commands."""
        amiss = await trouble(hub)
        return PlainTextResponse(f"{amiss}\n", 503) if amiss else PlainTextResponse("ready\n")

    async def metrics(_request: Request) -> Response:
        """Numbers for Prometheus."""
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            return PlainTextResponse(ABSENT, 501)
        registry = CollectorRegistry()
        registry.register(Collector(hub))
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def page(_request: Request) -> Response:
        """How it is, for people."""
        return PlainTextResponse("\n".join(told(hub, await trouble(hub))) + "\n")

    return Starlette(routes=[Route("/ready", ready), Route("/metrics", metrics), Route("/", page)])


async def trouble(hub: Hub) -> str:
    """Why this process can take no commands, "" where it can: its log answers soon, and took what came last."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            await hub.log.head("ready")
    except (LogError, TimeoutError):
        return "the log is out of reach"
    if hub.log.weakened:
        return WEAKER
    return "" if hub.counters.saves(hub.now()) else "the log cannot be written"


def told(hub: Hub, amiss: str) -> list[str]:
    """The status in lines, with the trouble that there is."""
    counters, live_streams = hub.counters, hub.live_streams()
    appends = sum(counters.appends)
    mean = f"{1000 * counters.appending / appends:.1f} ms on average" if appends else "none yet"
    lines = [
        "Coterie",
        f"durability   {hub.log.durability}",
        f"tables       {len(live_streams)} served here, {sum(len(live.subscribers) for live in live_streams)} watching",
        f"waiting      {sum(live.backlog for live in live_streams)} commands",
        f"commands     {counters.commands} accepted, {counters.refusals} refused, {counters.unsaved} of them unsaved",
        f"appends      {appends}, {mean}; {counters.conflicts} conflicts",
        f"resumes      {counters.resumes}",
    ]
    lines += [f"NOT READY    {amiss}: see the server's log"] if amiss else []
    lines += [f"advice       {sentence}" for sentence in hub.log.advice]
    return lines + [f"FENCED       {live.stream}: see the server's log" for live in live_streams if live.fenced]


class Collector:
    """The same for Prometheus."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> "Iterator[Metric]":
        """Every metric, as it is now."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        counters, live_streams = self._hub.counters, self._hub.live_streams()
        yield CounterMetricFamily("coterie_commands", "Commands that stand", value=counters.commands)
        yield CounterMetricFamily("coterie_refusals", "Commands refused", value=counters.refusals)
        unsaved = "Commands refused because the log could not be written"
        yield CounterMetricFamily("coterie_unsaved", unsaved, value=counters.unsaved)
        yield CounterMetricFamily("coterie_conflicts", "Rounds decided anew", value=counters.conflicts)
        yield CounterMetricFamily(
            "coterie_resumes", "Clients that got only what they had missed", value=counters.resumes
        )
        yield GaugeMetricFamily("coterie_tables", "Tables served", value=len(live_streams))
        fenced = sum(bool(live.fenced) for live in live_streams)
        yield GaugeMetricFamily("coterie_fenced", "Tables that take no command", value=fenced)
        yield GaugeMetricFamily(
            "coterie_viewers", "Connections seated", value=sum(len(x.subscribers) for x in live_streams)
        )
        yield GaugeMetricFamily("coterie_backlog", "Commands waiting", value=sum(x.backlog for x in live_streams))
        total, buckets = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counters.appends, strict=True):
            total += count
            buckets.append((bound, float(total)))
        yield HistogramMetricFamily("coterie_append_seconds", "Until an append stood", buckets, counters.appending)
