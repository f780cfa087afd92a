"""Dropping a spot: called shots can no longer aim at it (C31)."""

from collections.abc import Iterator

from domain.command import Command
from domain.core.audience import EVERYONE
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from domain.features.actions.aim_points import Spot, SpotDropped
from domain.features.actions.called_shots import called_shot
from domain.features.table.settings import storyteller_only
from domain.records.blow import Blow


def spots_aimed_at(view: View) -> list[Spot | None]:
    """Return the spots at which attacks in progress are aimed."""
    return [called_shot(view, blow.action).spot for blow in view.all(Blow)]


class DropSpot(Command, frozen=True):
    """Drop a spot: it can no longer be aimed at (C31)."""

    spot: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        found = view.get(Spot, self.spot)
        if found is None:
            raise Refusal("no-such-spot", rule="C31")
        if found in spots_aimed_at(view):
            raise Refusal("aimed-at", rule="C31")

    def decide(self, table: Deciding) -> None:
        table.emit(table.full.audience_of(Spot, self.spot) or EVERYONE, SpotDropped(self.spot))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        aims = spots_aimed_at(view)
        known = tuple(Choice(spot.id, spot.name, spot.words) for spot in view.all(Spot) if spot not in aims)
        if view.seat.is_storyteller and known:
            which = Input("spot", phrase("ask-spot-place"), "choice", known)
            label = phrase("option-drop-spot", rule="C31")
            yield Option(cls.__name__, "", label, group="turns", inputs=(which,))
