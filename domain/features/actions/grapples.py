"""Grappling: who has got hold of whom (C7, C9).

A grapple is two grips, one a part of each party's face. So whoever sees a character sees that it is held, and knows by
whom only if it sees that one too: "held by something unseen". What a grapple keeps its parties from doing is said by
the conditions that they bear while it lasts (`conditions/clinched.py`, `conditions/held.py`).
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Id, Name
from domain.core.command import Choice, Command, Input, Option, Refusal, allowed
from domain.core.event import Event
from domain.core.record import Record
from domain.core.state import Partition, View
from domain.deciding import Deciding
from domain.features.characters.character import FACES, Face, character, face_audience, hidden, name_of
from domain.features.characters.conditions import Bearing, add_condition
from domain.features.characters.wounds import can_stir
from domain.features.rolls.roll import Pool, against_kept, roll_deed, tell_deed
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import Overridden, tell

GRAPPLES: Final = {"clinch": ("clinched", "clinched"), "hold": ("holding", "held")}
"""What somebody may have got hold of somebody with, and the conditions that it lays on the one and the other."""
HISSING = ("ch", "sh", "s", "x", "z")
"""Verbs that end so take -es."""


class Grip(Record, frozen=True):
    """One party's side of a grapple. `kind` is what they do in one word, "clinch", and `holding` the one who began
    it."""

    face: ClassVar[bool] = True

    character: str
    grapple: str
    kind: str
    holding: bool

    @property
    def of(self) -> str:
        return self.character

    def stated(self) -> Event:
        return Gripped(self.grapple, self.character, self.kind, self.holding)


class Gripped(Event, frozen=True):
    """A character is in a grapple."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    grapple: str
    character: str
    kind: str
    holding: bool

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.grapple}:{'by' if self.holding else 'on'}"
        records.put(Grip(id_, self.character, self.grapple, self.kind, self.holding))


class GrappleBegan(Event, frozen=True):
    """Somebody has got hold of somebody. `by` is "" for those who do not see who."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: str
    kind: str

    def apply(self, records: Partition, at: int) -> None:
        verb = f"{self.kind}es" if self.kind.endswith(HISSING) else f"{self.kind}s"
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
        for borne in [b for b in records.all(Bearing) if b.source == self.grapple]:
            records.drop(Bearing, borne.id)
            tell(records, at, f"{{0}} is no longer {borne.called}.", borne.character)


def grips(view: View, actor: str) -> list[Grip]:
    """The grapples that a character is in."""
    return [grip for grip in view.all(Grip) if grip.character == actor]


def holds(view: View, actor: str, grapple: str) -> bool:
    """Whether a character is the one who began a grapple."""
    return any(grip.grapple == grapple and grip.holding for grip in grips(view, actor))


def parties(view: View, grapple: str) -> set[str]:
    """Who is in a grapple, as far as this view sees."""
    return {grip.character for grip in view.all(Grip) if grip.grapple == grapple}


def other_party(view: View, grapple: str, actor: str) -> str:
    """Who else is in a grapple, "" where the view does not see that."""
    return next((g.character for g in view.all(Grip) if g.grapple == grapple and g.character != actor), "")


def has_hold(view: View, kind: str, actor: str, on: str) -> bool:
    """Whether a character has begun a grapple of this kind with this other one, and it stands."""
    mine = (grip for grip in grips(view, actor) if grip.kind == kind and grip.holding)
    return any(other_party(view, grip.grapple, actor) == on for grip in mine)


def begin(table: Deciding, kind: str, by: str, on: str, *, lays: tuple[str, str]) -> str:
    """Begin a grapple, each side told where its face stands. `lays`: the condition that it lays on the one who begins
    it, and on the other, "" for none. Returns its id."""
    full = table.full
    grapple = table.chance.id(face_audience(full, on))
    for who, name in zip((by, on), lays, strict=True):
        table.emit(face_audience(full, who), Gripped(grapple, who, kind, holding=who == by))
        if name:
            add_condition(table, who, name, source=grapple, quietly=True)
    seen = [who for who in (by, on) if not hidden(full, who)]
    if on in seen:
        table.emit(EVERYONE, GrappleBegan(by if by in seen else "", on, kind))
    if len(seen) < 2:
        table.emit(STORYTELLER, GrappleBegan(by, on, kind))
    return grapple


def end(table: Deciding, grapple: str) -> None:
    """End a grapple wherever it is known, and the kiss that rests on it (C5); one that is over already stays so."""
    sides = [side for side in table.full.all(Grip) if side.grapple == grapple]
    resting = [kiss for side in sides if side.holding and side.kind != "kiss" for kiss in kisses(table.full, side)]
    heard: set[Audience] = {face_audience(table.full, side.character) for side in sides}
    for audience in sorted(heard):
        table.emit(audience, GrappleEnded(grapple))
    for kiss in resting:
        end(table, kiss)


def gets_free(table: Deciding, pool: Pool, against: Pool | None) -> bool:
    """Both sides of a grapple test (C7, C9): one rolls `pool` to get free, the other `against` to keep it (None: it
    rolls nothing). Returns whether the first has more successes. Where the count of either roll is kept back, the
    others hear of that roll only whether it won (X2 iii, X3)."""
    mine = roll_deed(table, pool, tell=False)
    theirs = roll_deed(table, against, against_kept(mine), tell=False) if against else None
    free = mine.successes > (theirs.successes if theirs else 0)
    if mine.kept:
        tell_deed(table, pool, won=free)
    if against and theirs and theirs.kept:
        tell_deed(table, against, won=not free)
    return free


def kisses(view: View, holding: Grip) -> list[str]:
    """The kisses between the same two as a grapple, by the same one."""
    on = other_party(view, holding.grapple, holding.character)
    mine = [grip.grapple for grip in grips(view, holding.character) if grip.kind == "kiss" and grip.holding]
    return [kiss for kiss in mine if other_party(view, kiss, holding.character) == on]


class BeginGrapple(Command, frozen=True):
    """Override what has become of a grapple, or whether there is one (G0): `by` has got hold of `on`, however that came
    about."""

    by: Id
    on: Id
    kind: Name

    def check(self, view: View) -> None:
        storyteller_only(view)
        whose = character(view, self.by).name
        character(view, self.on)
        if self.kind not in GRAPPLES:
            raise Refusal("no-such-grapple", "That is a clinch or a hold (C7, C9).")
        if self.by == self.on:
            raise Refusal("targets", "It takes two (C7, C9).")
        if has_hold(view, self.kind, self.by, self.on) or has_hold(view, self.kind, self.on, self.by):
            raise Refusal("grappled", f"They are in a {self.kind} already (C7, C9).")
        if not can_stir(view, self.by):
            raise Refusal("helpless", f"{whose} cannot stir, and so holds nobody (C13, C27, C29).")

    def decide(self, table: Deciding) -> None:
        begin(table, self.kind, self.by, self.on, lays=GRAPPLES[self.kind])
        word_of(table, self.kind, (self.by, self.on), "stands")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.tells:
            return
        cast = tuple(Choice(face.id, face.name) for face in view.all(Face))
        wishes = (cls(by.value, on.value, kind) for kind in GRAPPLES for by in cast for on in cast)
        first = next((wish for wish in wishes if allowed(wish.check, view)), None)
        if first is not None:
            inputs = (
                Input("by", "Who", "choice", cast, default=first.by),
                Input("on", "Whom", "choice", cast, default=first.on),
                Input("kind", "In a", "choice", tuple(Choice(kind, kind) for kind in GRAPPLES), default=first.kind),
            )
            yield Option(cls.__name__, "", "Somebody has got hold of somebody", "G0", "cast", inputs=inputs)


class EndGrapple(Command, frozen=True):
    """Override a grapple (G0): it is over."""

    grapple: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if not any(grip.grapple == self.grapple for grip in view.all(Grip)):
            raise Refusal("no-such-grapple", "There is no such grapple (C7, C9).")

    def decide(self, table: Deciding) -> None:
        sides = [grip for grip in table.full.all(Grip) if grip.grapple == self.grapple]
        end(table, self.grapple)
        for grip in sides:
            word_of(table, grip.kind, (grip.character,), "is over")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.tells:
            return
        for grip in view.all(Grip):
            if view.get(Face, grip.character) is not None and not grip.holding:
                label = ending(view, grip)
                which = Input("grapple", "Grapple", "choice", (Choice(grip.grapple, label),), default=grip.grapple)
                yield Option(cls.__name__, "", label, "G0", "turns", inputs=(which,))


def word_of(table: Deciding, kind: str, actors: Iterable[str], what: str) -> None:
    """Say of each of these, where its face stands, what the Storyteller has set a grapple of this kind to."""
    for actor in actors:
        table.emit(face_audience(table.full, actor), Overridden(table.seat.id, actor, f"the {kind} {what}."))


def ending(view: View, grip: Grip) -> str:
    """What the option is called that ends a grapple, by the grip of the one who is got hold of."""
    return f"End the {grip.kind} of {name_of(view, grip.character)}"
