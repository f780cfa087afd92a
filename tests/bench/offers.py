"""What is open to people, in evenings that were played: what it costs a server to make it anew after each commit, and
what of it goes over the wire. The rolls of six dice that the loads are made of open and close nothing."""

from __future__ import annotations

import time

from domain.core.audience import Role, Seat
from domain.features.characters.character import Face
from server.fold.projection import changed_types
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.stream.fan_out import SeatOptions
from tests.bench.run import Result
from tests.golden.golden import entries, logs, stored

TELLER = Seat("st", "storyteller")


def followed() -> dict[Role, Result]:
    """By role, over all recorded evenings: the commits, counted for each seat (`commits`), and what one of them takes
    on average: `us` of CPU, and `bytes`."""
    found: dict[Role, Result] = {role: {"commits": 0, "us": 0.0, "bytes": 0.0} for role in ("storyteller", "player")}
    for name in logs():
        log = entries(stored(name))
        for seat in (TELLER, *_players(log)):
            result, folded = found[seat.role], StreamFold()
            offered = SeatOptions(folded.state.view(seat))
            for entry in log:
                _, told = folded.take(entry)
                if changed := changed_types(seat, (told,)):
                    since = time.process_time()
                    news = offered.changes(changed)
                    result["us"] += 1e6 * (time.process_time() - since)
                    result["bytes"] += len(news)
                result["commits"] += 1
    for result in found.values():
        result["us"], result["bytes"] = (result[what] / result["commits"] for what in ("us", "bytes"))
    return found


def _players(log: list[Entry]) -> list[Seat]:
    """Those who play in an evening."""
    folded = StreamFold()
    for entry in log:
        folded.take(entry)
    return [Seat(player, "player") for player in sorted({face.player for face in folded.state.full.all(Face)} - {""})]
