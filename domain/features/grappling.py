"""Grappling: clinches and holds, and what they keep their parties from doing (C7, C9).

A grapple is two grips, one a part of each party's face. So whoever sees a character sees that it is held, and knows by
whom only if it sees that one too: "held by something unseen".
"""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.bounds import Id
from domain.command import Choice, Command, Input, Option, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import FACES, Face, face_audience, hidden
from domain.features.phase import Turn
from domain.features.setting import storyteller_only
from domain.features.story import tell
from domain.manoeuvre import GrappleKind, Manoeuvre
from domain.record import Record
from domain.state import Partition, View


class Grip(Record, frozen=True):
    """One party's side of a grapple. `holding` is the one who began it; `since` the turn in which it did."""

    face: ClassVar[bool] = True

    character: str
    grapple: str
    kind: GrappleKind
    holding: bool
    since: int

    @property
    def of(self) -> str:
        return self.character

    @property
    def locked(self) -> bool:
        """Whether it ties this party's hands: both in a clinch (C7), the one held in a hold (C9)."""
        return self.kind == "clinch" or not self.holding

    def stated(self) -> Event:
        return Gripped(self.grapple, self.character, self.kind, self.holding, self.since)


class Gripped(Event, frozen=True):
    """A character is in a grapple."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    grapple: str
    character: str
    kind: GrappleKind
    holding: bool
    since: int

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.grapple}:{'by' if self.holding else 'on'}"
        records.put(Grip(id_, self.character, self.grapple, self.kind, self.holding, self.since))


class GrappleBegan(Event, frozen=True):
    """Somebody has got hold of somebody. `by` is "" for those who do not see who."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: str
    kind: GrappleKind

    def apply(self, records: Partition, at: int) -> None:
        verb = "clinches" if self.kind == "clinch" else "holds"
        if self.by:
            tell(records, at, f"{{0}} {verb} {{1}}.", self.by, self.on)
        else:
            tell(records, at, f"Something unseen {verb} {{0}}.", self.on)


class GrappleEnded(Event, frozen=True):
    """A grapple is over, for all its parties at once."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    grapple: str

    def apply(self, records: Partition, at: int) -> None:
        for grip in [g for g in records.all(Grip) if g.grapple == self.grapple]:
            records.drop(Grip, grip.id)
            if grip.locked:
                tell(records, at, f"{{0}} is out of the {grip.kind}.", grip.character)


def grips(view: View, actor: str) -> list[Grip]:
    """The grapples that a character is in."""
    return [grip for grip in view.all(Grip) if grip.character == actor]


def other_side(view: View, grip: Grip) -> Grip | None:
    """The other party's grip, where the view sees it."""
    return next((g for g in view.all(Grip) if g.grapple == grip.grapple and g.id != grip.id), None)


def lock(view: View, actor: str) -> Grip | None:
    """The grip that ties this character's hands, if one does."""
    return next((grip for grip in grips(view, actor) if grip.locked), None)


def check_free(view: View, actor: str, chosen: Manoeuvre) -> None:
    """What a grapple keeps its parties from doing: the one place that says so. Raises `Refusal`.

    Who is held may declare what it will do once free: on its slot it tests for that first (C9).
    """
    grip = lock(view, actor)
    if grip is None or (grip.kind == "hold" and not chosen.defence):
        return
    if grip.kind == "hold":
        raise Refusal("held", "A held character can do nothing before its next slot, and so not defend itself (C9).")
    if grip.kind not in chosen.grappled:
        raise Refusal("clinched", "A clinched character may only hurt, bite or break free (C7).")
    turn = view.get(Turn, "turn")
    if turn is not None and turn.number <= grip.since:
        raise Refusal("clinched", "A clinch allows nothing before the turn after it began (C7).")


def begin(table: Deciding, kind: GrappleKind, by: str, on: str) -> None:
    """Begin a grapple, each side told where its face stands."""
    full = table.full
    turn = full.get(Turn, "turn")
    grapple, since = table.chance.id(face_audience(full, on)), turn.number if turn else 0
    table.emit(face_audience(full, on), Gripped(grapple, on, kind, holding=False, since=since))
    table.emit(face_audience(full, by), Gripped(grapple, by, kind, holding=True, since=since))
    seen = [who for who in (by, on) if not hidden(full, who)]
    if on in seen:
        table.emit(EVERYONE, GrappleBegan(by if by in seen else "", on, kind))
    if len(seen) < 2:
        table.emit(STORYTELLER, GrappleBegan(by, on, kind))


def end(table: Deciding, grapple: str) -> None:
    """End a grapple wherever it is known; one that is over already stays so."""
    sides = [side for side in table.full.all(Grip) if side.grapple == grapple]
    heard: set[Audience] = {face_audience(table.full, side.character) for side in sides}
    for audience in sorted(heard):
        table.emit(audience, GrappleEnded(grapple))


class EndGrapple(Command, frozen=True):
    """Override a grapple (G0): it is over."""

    grapple: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if not any(grip.grapple == self.grapple for grip in view.all(Grip)):
            raise Refusal("no-such-grapple", "There is no such grapple.")

    def decide(self, table: Deciding) -> None:
        end(table, self.grapple)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.tells:
            return
        for grip in view.all(Grip):
            face = view.get(Face, grip.character)
            if face is not None and not grip.holding:
                label = f"End the {grip.kind} of {face.name}"
                which = Input("grapple", "Grapple", "choice", (Choice(grip.grapple, label),), default=grip.grapple)
                yield Option(cls.__name__, "", label, "G0", "turns", inputs=(which,))
