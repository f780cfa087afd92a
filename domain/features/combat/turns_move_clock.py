"""The game clock in fights: each turn advances it by the length of a turn (T1)."""

from typing import ClassVar

import msgspec

from domain.core.audience import EVERYONE, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.features.table.game_clock import clock
from domain.features.table.settings import setting
from domain.features.table.turn import Turn


class TurnsPassed(Event, frozen=True):
    """Turns ended, and took this many seconds. `number`: the turn that the clock has counted up to, 0 if no turns
    run."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    number: int
    seconds: int

    def apply(self, records: Partition, at: int) -> None:
        now = clock(records)
        then = now.at + self.seconds
        since = then if self.seconds else now.since
        records.put(msgspec.structs.replace(now, at=then, since=since, turns=self.number))


def follow_up(table: Deciding) -> None:
    """Count the turns that have ended: each one when the next begins, the last one when turns stop or the scene
    closes."""
    public = table.full.public
    now, turn = clock(public), public.get(Turn, "turn") if setting(public).open else None
    number = turn.number if turn else 0
    if number == now.turns:
        return
    passed = number - now.turns if turn and now.turns else 0 if turn else 1
    table.emit(EVERYONE, TurnsPassed(number, max(passed, 0) * now.turn))
