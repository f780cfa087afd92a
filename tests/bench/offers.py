"""What is open to people, in evenings that were played: what it costs a server to make it anew after each commit, and
what of it goes over the wire. The rolls of six dice that the loads are made of open and close nothing."""

from __future__ import annotations

import time

from domain.audience import Role, Seat
from domain.features.cast import Face
from domain.state import State
from server.codec import Commit, unpack
from server.gallery import Open
from tests.bench.run import Result
from tests.golden.golden import logs, stored

TELLER = Seat("st", "storyteller")


def followed() -> dict[Role, Result]:
    """By role, over all recorded evenings: how many commits somebody heard of (`commits`), and what one took: `us` of
    CPU, and `bytes`."""
    found: dict[Role, Result] = {role: {"commits": 0, "us": 0.0, "bytes": 0} for role in ("storyteller", "player")}
    for name in logs():
        commits = [unpack(payload) for payload in stored(name)]
        for seat in (TELLER, *_players(commits)):
            result, state = found[seat.role], State()
            open_ = Open(state.view(seat))
            for commit in commits:
                state.fold(commit.facts, commit.at)
                read = (c.type for c in state.journal if seat.reads(c.partition.audience) and not c.type.story)
                changed = set(read)
                state.settle()
                if changed:
                    since = time.process_time()
                    told = open_.renew(changed)
                    result["us"] += 1e6 * (time.process_time() - since)
                    result["bytes"] += len(told)
                result["commits"] += 1
    return {role: {**r, "us": r["us"] / r["commits"], "bytes": r["bytes"] / r["commits"]} for role, r in found.items()}


def _players(commits: list[Commit]) -> list[Seat]:
    """Those who play in an evening."""
    state = State()
    for commit in commits:
        state.fold(commit.facts, commit.at)
    return [Seat(player, "player") for player in sorted({face.player for face in state.full.all(Face)} - {""})]
