"""The Storyteller shows handouts, prepares them for later, shows them to further seats, and takes them away."""

from collections.abc import Iterator
from itertools import chain

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, named, seats
from domain.core.bounds import Id, LongText, Name, PictureId, SeatIds
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import phrase
from domain.features.cast.follow_character import LetGo
from domain.features.characters.portrait import Portrait
from domain.features.table.handout import Handout, HandoutKept, HandoutShown
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import storyteller_only

HANDOUTS_MOST = 60
"""The most handouts that a chronicle keeps at the same time."""


def sees_picture(view: View, picture: str) -> bool:
    """True if a portrait or a handout in this view has the picture. Only then may its seat load the picture."""
    shown = chain((one.picture for one in view.all(Portrait)), (one.picture for one in view.all(Handout)))
    return bool(picture) and picture in shown


def readers(view: View, handout: str) -> dict[Audience, Handout]:
    """Return the copies of a handout in this view, by audience."""
    copies = ((partition.audience, partition.get(Handout, handout)) for partition in view.partitions)
    return {audience: copy for audience, copy in copies if copy is not None}


def check_exists(view: View, handout: str) -> dict[Audience, Handout]:
    """Return the copies of a handout by audience. Raise `Refusal` if there is none."""
    found = readers(view, handout)
    if not found:
        raise Refusal("no-such-handout", rule="T2")
    return found


def not_seen_by(found: dict[Audience, Handout], to: SeatIds) -> Audience | None:
    """Return the audience that a handout has to be shown to, so that the seats in `to` (everybody if it is empty) see
    it; None if they see it already."""
    if EVERYONE in found:
        return None
    if not to:
        return EVERYONE
    left = set(to).difference(*(named(audience) for audience in found))
    return seats(*left) if left else None


def handout_choice(view: View) -> tuple[Input, ...]:
    """Return the input that chooses a handout; empty if there is none."""
    titles = {one.id: one.title for one in view.all(Handout)}
    choices = tuple(Choice(id_, title) for id_, title in titles.items())
    return (Input("handout", phrase("ask-handout"), "choice", choices, least=1),) if choices else ()


class ShowHandout(Command, frozen=True):
    """Show a new handout to everybody, or to the seats in `to`; or keep it for `later`."""

    places = BOTH

    name: Name
    text: LongText = ""
    picture: PictureId = ""
    to: SeatIds = ()
    later: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        check_printable(self.name)
        if not self.text.strip() and not self.picture:
            raise Refusal("handout-empty", rule="T2")
        if len({one.id for one in view.all(Handout)}) >= HANDOUTS_MOST:
            raise Refusal("too-many-handouts", rule="T2", most=HANDOUTS_MOST)

    def decide(self, table: Deciding) -> None:
        told = STORYTELLER if self.later else seats(*self.to) if self.to else EVERYONE
        fields = (table.chance.id(told), self.name, self.text, self.picture)
        table.emit(told, HandoutKept(*fields) if self.later else HandoutShown(*fields, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the option without a picture and seats: the page fills them in."""
        if view.seat.is_storyteller and is_played_here(view):
            inputs = (
                Input("name", phrase("ask-handout-title"), "text", least=1, most=60),
                Input("text", phrase("ask-handout-text"), "text", most=4000),
                Input("later", phrase("ask-handout-later"), "flag"),
            )
            yield Option(cls.__name__, "", phrase("option-show-handout"), group="handouts", inputs=inputs)


class RevealHandout(Command, frozen=True):
    """Show a handout that is kept for later, or that some seats have seen, to everybody, or to the seats in
    `to`."""

    places = BOTH

    handout: Id
    to: SeatIds = ()

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if not_seen_by(check_exists(view, self.handout), self.to) is None:
            raise Refusal("handout-seen", rule="T2")

    def decide(self, table: Deciding) -> None:
        found = readers(table.view, self.handout)
        told = not_seen_by(found, self.to)
        if told is None:  # `check` refuses it
            return
        shown = next(iter(found.values()))
        for audience in found:
            if EVERYONE in (audience, told) or audience == STORYTELLER:
                table.emit(audience, LetGo(Handout.__name__, self.handout))
        table.emit(told, HandoutShown(shown.id, shown.title, shown.text, shown.picture, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the option without seats: the page fills them in."""
        if view.seat.is_storyteller and is_played_here(view) and (inputs := handout_choice(view)):
            yield Option(cls.__name__, "", phrase("option-reveal-handout"), group="handouts", inputs=inputs)


class DropHandout(Command, frozen=True):
    """Take a handout away from everybody who has it. The story line that showed it stays, and so do the handouts of
    closed scenes: what a seat saw in the past never changes."""

    places = BOTH

    handout: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        check_exists(view, self.handout)

    def decide(self, table: Deciding) -> None:
        for audience in readers(table.view, self.handout):
            table.emit(audience, LetGo(Handout.__name__, self.handout))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view) and (inputs := handout_choice(view)):
            label = phrase("option-drop-handout")
            yield Option(cls.__name__, "", label, group="handouts", inputs=inputs, grave=True)
