"""The cost of options in recorded evenings: the server's time to compute a seat's options again after each commit, and
the bytes sent. The loads do not show it, since a roll of six dice changes no option."""

from __future__ import annotations

import time

from domain.core.audience import Role, Seat
from domain.features.characters.character import Face
from server.fold.projection import changed_records
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.stream.seat_options import SeatOptions
from tests.bench.run import Result
from tests.golden.golden import entries, logs, stored

TELLER = Seat("st", "storyteller")


def followed() -> dict[Role, Result]:
    """By role, over all recorded evenings: the commits, counted for each seat (`commits`), and the average per commit:
    `us` of CPU, and `bytes`."""
    found: dict[Role, Result] = {role: {"commits": 0, "us": 0.0, "bytes": 0.0} for role in ("storyteller", "player")}
    for name in logs():
        log = entries(stored(name))
        for seat in (TELLER, *_players(log)):
            result, folded = found[seat.role], StreamFold()
            offered = SeatOptions(folded.state.view(seat))
            for entry in log:
                _, told = folded.take(entry)
                if changed := changed_records(seat, (told,)):
                    since = time.process_time()
                    news = offered.changes(changed)
                    result["us"] += 1e6 * (time.process_time() - since)
                    result["bytes"] += len(news.message)
                result["commits"] += 1
    for result in found.values():
        result["us"], result["bytes"] = (result[what] / result["commits"] for what in ("us", "bytes"))
    return found


def _players(log: list[Entry]) -> list[Seat]:
    """The players of an evening."""
    folded = StreamFold()
    for entry in log:
        folded.take(entry)
    return [Seat(player, "player") for player in sorted({face.player for face in folded.state.full.all(Face)} - {""})]
