"""Spending points: Willpower, blood, Fate. The points get fewer, and the rating stays (D16). Spending is reflexive: it
takes no action and is possible at any time (D14). A trait limits the blood of one turn (F4)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.bounds import Count, Id, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Typed, character_ref, named, of_character, phrase, term
from domain.features.actions.kiss_effects import BLOOD
from domain.features.characters.character import Face, PointsSet, character, own, owned, sheet, sheet_audience
from domain.features.characters.conditions import states_of
from domain.features.characters.points import check_points, spend, spendable
from domain.features.characters.sheet_changes import tell_change
from domain.features.characters.wounds import check_will, incapacitated
from domain.features.scenes.create_character import check_refill
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting
from domain.features.table.story_log import Overridden
from domain.tracked_view import memoized

Points = Annotated[int, Meta(ge=1, le=100)]


class SpendPoints(Command, frozen=True):
    """Spend points of a store, with `on` for a power (D14, D16, F4). Possible between scenes too, for example to
    heal."""

    places = BOTH

    actor: Id
    store: Name
    points: Points = 1
    on: ShortText = ""

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        played_here(view)
        written = sheet(view, self.actor)
        if self.on and self.on not in written.flags:
            raise Refusal("no-power", rule="D16", who=character_ref(self.actor), power=Typed(self.on))
        check_will(view, self.actor)
        self.check_staked(view, face)
        check_points(view, self.actor, self.store, self.points)

    def check_staked(self, view: View, face: Face) -> None:
        """Raise `Refusal` if a staked character spends blood, except on a power that works while staked (C13)."""
        works = {power.name for power in rules_of(view).powers if power.staked}
        stilled = any(state.stops_blood for state in states_of(view, face.id))
        if self.store == BLOOD and stilled and self.on not in works:
            raise Refusal("staked-blood", rule="C13", who=character_ref(self.actor))

    @classmethod
    def flows(cls, view: View, face: Face, store: str, powers: Sequence[str]) -> bool:
        """True if points of a store can be spent in some way: without a power, or on one of these powers (C13)."""
        return any(allowed(cls(face.id, store, on=power).check_staked, view, face) for power in ("", *powers))

    def decide(self, table: Deciding) -> None:
        spend(table, self.actor, self.store, self.points, self.on)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if is_played_here(view) else ():
            option = option_to_spend(view, face)
            if option is not None:
                yield option


@memoized
def option_to_spend(view: View, face: Face) -> Option | None:
    """Return the option to spend a character's points; None if it has none to spend, or is incapacitated."""
    written = sheet(view, face.id)
    usable = [name for name, _, _ in written.pools if SpendPoints.flows(view, face, name, written.flags)]
    stores = [(name, most) for name in usable if (most := spendable(view, face.id, name))]
    if not stores or incapacitated(view, face.id):
        return None
    choices = tuple(Choice(name, named(name), phrase("hint-points-now", points=most)) for name, most in stores)
    most = max(most for _, most in stores)
    inputs = [
        Input("store", phrase("ask-store"), "choice", choices),
        Input("points", phrase("ask-points"), "number", least=1, most=most, default="1"),
    ]
    if written.flags:
        powers = (Choice("", phrase("choice-no-power")), *(Choice(flag, named(flag)) for flag in written.flags))
        inputs.append(Input("on", phrase("ask-power"), "choice", powers))
    label = phrase("option-spend-points", rule="D14")
    label = of_character(face.id, label) if view.seat.is_storyteller else label
    return Option(SpendPoints.__name__, face.id, label, group="points", inputs=tuple(inputs))


class SetPoints(Command, frozen=True):
    """Set how many points a store holds, up to its rating (D16, G0): for points that were regained, lost, or counted
    wrongly."""

    places = BOTH

    actor: Id
    store: Name
    points: Count

    def check(self, view: View) -> None:
        face = own(view, self.actor)
        played_here(view)
        rating = next((rating for name, rating, _ in sheet(view, self.actor).pools if name == self.store), None)
        if rating is None:
            raise Refusal("no-store", rule="D16", who=character_ref(face.id), store=term(self.store))
        if self.points > rating:
            raise Refusal("overfull", rule="D16", name=term(self.store), rating=rating, points=self.points)
        check_refill(view, self.actor, ((self.store, rating, self.points),))

    def decide(self, table: Deciding) -> None:
        player, had = character(table.full, self.actor).player, sheet(table.full, self.actor).points(self.store)
        table.emit(sheet_audience(player), PointsSet(self.actor, self.store, self.points))
        if table.seat.is_storyteller:
            # Another event contains the new number; this line tells the readers of the sheet who set it.
            what = phrase("override-points", store=term(self.store), points=self.points)
            table.emit(sheet_audience(player), Overridden(table.seat.id, self.actor, what))
        else:
            tell_change(table, self.actor, phrase("sheet-points", store=term(self.store), had=had, points=self.points))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not is_played_here(view) or not (view.seat.is_storyteller or setting(view).place == "chronicle"):
            return  # in a scene, players only spend points; only the Storyteller gives points back
        for face in owned(view):
            pools = sheet(view, face.id).pools
            if not pools:
                continue
            choices = tuple(
                Choice(name, named(name), phrase("hint-points-of", points=points, rating=rating))
                for name, rating, points in pools
            )
            inputs = (
                Input("store", phrase("ask-store"), "choice", choices),
                Input("points", phrase("ask-points"), "number", most=max(rating for _, rating, _ in pools)),
            )
            yield Option(cls.__name__, face.id, phrase("option-set-points", rule="D16"), group="points", inputs=inputs)
