"""The status server, on a port that only this machine reaches: readiness, a status page, and metrics for Prometheus.

The host's page shows readiness and status too (`HostEndpoints.status`). Players must not see the status, because it
counts hidden work too. It contains no name, no text and no die.
"""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from server.counters import BOUNDS
from server.hub.hub import Hub
from server.limits_and_timeouts import ANSWERS_WITHIN
from server.log.contract import LogError
from server.version import program_version

if TYPE_CHECKING:
    from prometheus_client.core import Metric

WEAKER: Final = "a crash could now lose what the log confirms, so no command is accepted"
ABSENT: Final = "prometheus-client is not installed: pip install 'coterie[metrics]'.\n"


def app(hub: Hub) -> Starlette:
    """Return the app of the status server, without its guard."""

    async def ready(_request: Request) -> Response:
        """200 if this process can accept commands, else 503."""
        problem = await trouble(hub)
        return PlainTextResponse(f"{problem}\n", 503) if problem else PlainTextResponse("ready\n")

    async def metrics(_request: Request) -> Response:
        """The metrics for Prometheus."""
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            return PlainTextResponse(ABSENT, 501)
        registry = CollectorRegistry()
        registry.register(Collector(hub))
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def page(_request: Request) -> Response:
        """The status as text for people."""
        return PlainTextResponse("\n".join(status_lines(hub, await trouble(hub))) + "\n")

    return Starlette(routes=[Route("/ready", ready), Route("/metrics", metrics), Route("/", page)])


async def trouble(hub: Hub) -> str:
    """Return the reason why this process cannot accept commands. Return "" if its log answers in time and the last
    append succeeded."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            await hub.log.head("ready")
    except (LogError, TimeoutError):
        return "the log is out of reach"
    if hub.log.weakened:
        return WEAKER
    return "" if hub.counters.log_is_writable(hub.now()) else "the log cannot be written"


def status_lines(hub: Hub, problem: str) -> list[str]:
    """Return the status as lines of text, including the problem if there is one."""
    counters, live_streams = hub.counters, hub.streams.live_streams()
    appends = sum(counters.appends)
    mean = f"{1000 * counters.append_seconds / appends:.1f} ms on average" if appends else "none yet"
    lines = [
        f"Coterie {program_version()}",
        f"durability   {hub.log.durability}",
        f"tables       {len(live_streams)} served here, {sum(len(live.subscribers) for live in live_streams)} watching",
        f"waiting      {sum(live.backlog for live in live_streams)} commands",
        f"commands     {counters.commands} accepted, {counters.refusals} refused, {counters.unsaved} of them unsaved",
        f"appends      {appends}, {mean}; {counters.conflicts} conflicts",
        f"resumes      {counters.resumes}",
    ]
    lines += [f"NOT READY    {problem}: see the server's log"] if problem else []
    lines += [f"advice       {sentence}" for sentence in hub.log.advice]
    return lines + [f"FENCED       {live.stream}: see the server's log" for live in live_streams if live.fenced]


class Collector:
    """The status as metrics for Prometheus."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> "Iterator[Metric]":
        """Yield every metric with its present value."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        counters, live_streams = self._hub.counters, self._hub.streams.live_streams()
        yield CounterMetricFamily("coterie_commands", "Commands accepted", value=counters.commands)
        yield CounterMetricFamily("coterie_refusals", "Commands refused", value=counters.refusals)
        unsaved = "Commands refused because the log could not be written"
        yield CounterMetricFamily("coterie_unsaved", unsaved, value=counters.unsaved)
        yield CounterMetricFamily("coterie_conflicts", "Commit groups decided again", value=counters.conflicts)
        yield CounterMetricFamily(
            "coterie_resumes", "Clients that came back and needed only the missed commits", value=counters.resumes
        )
        yield GaugeMetricFamily("coterie_tables", "Tables served", value=len(live_streams))
        fenced = sum(bool(live.fenced) for live in live_streams)
        yield GaugeMetricFamily("coterie_fenced", "Read-only tables", value=fenced)
        yield GaugeMetricFamily(
            "coterie_viewers", "Connections at tables", value=sum(len(x.subscribers) for x in live_streams)
        )
        yield GaugeMetricFamily("coterie_backlog", "Commands waiting", value=sum(x.backlog for x in live_streams))
        total, buckets = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counters.appends, strict=True):
            total += count
            buckets.append((bound, float(total)))
        yield HistogramMetricFamily(
            "coterie_append_seconds", "Seconds until an append was durable", buckets, counters.append_seconds
        )
