"""Grapples: clinches, holds and kisses between two characters (C7, C9).

A grapple is stored as two grips, one for each party and with the audience of its face. So everybody who sees a
character sees that it is held. They read the opponent's name only if they see the opponent too; otherwise the character
is "held by something unseen". Their conditions decide which acts the parties cannot do (`conditions/clinched.py`,
`conditions/held.py`).
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Id, Name
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import Words, character_ref, phrase
from domain.features.characters.character import FACES, Face, character, face_audience, hidden
from domain.features.characters.conditions import add_condition
from domain.features.characters.wounds import can_stir
from domain.features.rolls.make_roll import RollRequest, opposing_audience, roll, tell_success
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import Overridden, tell
from domain.records.bearing import Bearing
from domain.rules.pool import Pool, RollOutcome

GRAPPLES: Final = {"clinch": ("clinched", "clinched"), "hold": ("holding", "held")}
"""The kinds of grapple except kisses. Each has the conditions of the two parties: of the holder, and of the held
character."""


class Grip(Record, frozen=True):
    """One party's side of a grapple. `kind`: the name of the kind, for example "clinch". `holding`: True for the party
    that began the grapple."""

    face: ClassVar[bool] = True

    character: str
    grapple: str
    kind: str
    holding: bool

    @property
    def character_id(self) -> str:
        return self.character

    def restating_event(self) -> Event:
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
    """A character has grappled another. `by` is "" in the event for an audience that does not see the holder."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: str
    kind: str

    def apply(self, records: Partition, at: int) -> None:
        on = character_ref(self.on)
        if self.by:
            tell(records, at, phrase(f"line-grapple-{self.kind}", by=character_ref(self.by), on=on))
        else:
            tell(records, at, phrase(f"line-unseen-grapple-{self.kind}", on=on))


class GrappleEnded(Event, frozen=True):
    """A grapple is over, for all its parties at once."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    grapple: str

    def apply(self, records: Partition, at: int) -> None:
        for grip in [g for g in records.all(Grip) if g.grapple == self.grapple]:
            records.drop(Grip, grip.id)
        for borne in [b for b in records.all(Bearing) if b.source == self.grapple]:
            records.drop(Bearing, borne.id)
            tell(records, at, phrase("line-condition-ended", who=character_ref(borne.character), what=borne.label))


def grips(view: View, actor: str) -> list[Grip]:
    """Return a character's own sides of all grapples that it is in."""
    return [grip for grip in view.all(Grip) if grip.character == actor]


def began_grapple(view: View, actor: str, grapple: str) -> bool:
    """True if a character is the party that began a grapple."""
    return any(grip.grapple == grapple and grip.holding for grip in grips(view, actor))


def parties(view: View, grapple: str) -> set[str]:
    """Return the parties of a grapple, as far as this view sees them."""
    return {grip.character for grip in view.all(Grip) if grip.grapple == grapple}


def other_party(view: View, grapple: str, actor: str) -> str:
    """Return the opponent in a grapple, "" if the view does not see it."""
    return next((g.character for g in view.all(Grip) if g.grapple == grapple and g.character != actor), "")


def has_hold(view: View, kind: str, actor: str, on: str) -> bool:
    """True if a character has begun a grapple of this kind with this opponent and it is not over."""
    mine = (grip for grip in grips(view, actor) if grip.kind == kind and grip.holding)
    return any(other_party(view, grip.grapple, actor) == on for grip in mine)


def begin_grapple(table: Deciding, kind: str, by: str, on: str, *, lays: tuple[str, str]) -> str:
    """Begin a grapple; the events about each party go to the audience of its face. `lays`: the names of the conditions
    that the holder and the held character get, "" for none. Return the id of the grapple."""
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


def end_grapple(table: Deciding, grapple: str) -> None:
    """End a grapple, and a kiss that depends on it (C5), for all audiences that know it. Do nothing if it has already
    ended."""
    sides = [side for side in table.full.all(Grip) if side.grapple == grapple]
    resting = [
        kiss for side in sides if side.holding and side.kind != "kiss" for kiss in kisses_of_grapple(table.full, side)
    ]
    heard: set[Audience] = {face_audience(table.full, side.character) for side in sides}
    for audience in sorted(heard):
        table.emit(audience, GrappleEnded(grapple))
    for kiss in resting:
        end_grapple(table, kiss)


def gets_free(table: Deciding, pool: Pool, against: Pool | None) -> bool:
    """Roll both sides of a grapple (C7, C9): `pool` is rolled to get free, `against` to keep hold (None: no roll).
    Return True if `pool` has more successes. If the count of a roll is hidden, viewers who do not know it learn only
    whether that roll won (X2 iii, X3)."""
    mine = roll(table, RollRequest(pool, visible_effect="success", tell_success=False))
    theirs: RollOutcome | None = None
    if against:
        request = RollRequest(against, opposing_audience(mine), visible_effect="success", tell_success=False)
        theirs = roll(table, request)
    free = mine.successes > (theirs.successes if theirs else 0)
    if mine.kept:
        tell_success(table, pool, won=free)
    if against and theirs and theirs.kept:
        tell_success(table, against, won=not free)
    return free


def kisses_of_grapple(view: View, holding: Grip) -> list[str]:
    """Return the ids of the kisses between the two parties of a grapple, by the same holder."""
    on = other_party(view, holding.grapple, holding.character)
    mine = [grip.grapple for grip in grips(view, holding.character) if grip.kind == "kiss" and grip.holding]
    return [kiss for kiss in mine if other_party(view, kiss, holding.character) == on]


class BeginGrapple(Command, frozen=True):
    """Begin a grapple by the Storyteller's decision (G0): `by` now holds `on`."""

    by: Id
    on: Id
    kind: Name

    def check(self, view: View) -> None:
        storyteller_only(view)
        character(view, self.by)
        character(view, self.on)
        if self.kind not in GRAPPLES:
            raise Refusal("grapple-kind", rule="C7")
        if self.by == self.on:
            raise Refusal("grapple-of-one", rule="C7")
        if has_hold(view, self.kind, self.by, self.on) or has_hold(view, self.kind, self.on, self.by):
            raise Refusal("grappled", rule="C7", grapple=grapple_words(self.kind))
        if not can_stir(view, self.by):
            raise Refusal("helpless-grappler", rule="C27", who=character_ref(self.by))

    def decide(self, table: Deciding) -> None:
        begin_grapple(table, self.kind, self.by, self.on, lays=GRAPPLES[self.kind])
        tell_override(table, phrase("override-grapple", grapple=grapple_words(self.kind)), (self.by, self.on))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        cast = tuple(Choice(face.id, face.name) for face in view.all(Face))
        commands = (cls(by.value, on.value, kind) for kind in GRAPPLES for by in cast for on in cast)
        if any(allowed(command.check, view) for command in commands):
            kinds = tuple(Choice(kind, grapple_words(kind)) for kind in GRAPPLES)
            inputs = (
                Input("by", phrase("ask-grapple-by"), "choice", cast, least=1),
                Input("on", phrase("ask-grapple-on"), "choice", cast, least=1),
                Input("kind", phrase("ask-grapple-kind"), "choice", kinds, least=1),
            )
            label = phrase("option-begin-grapple", rule="G0")
            yield Option(cls.__name__, "", label, group="cast", inputs=inputs)


class EndGrapple(Command, frozen=True):
    """End a grapple by the Storyteller's decision (G0)."""

    grapple: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if not any(grip.grapple == self.grapple for grip in view.all(Grip)):
            raise Refusal("no-such-grapple", rule="C7")

    def decide(self, table: Deciding) -> None:
        sides = [grip for grip in table.full.all(Grip) if grip.grapple == self.grapple]
        end_grapple(table, self.grapple)
        for grip in sides:
            what = phrase("override-no-grapple", grapple=grapple_words(grip.kind))
            tell_override(table, what, (grip.character,))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        for grip in view.all(Grip):
            if view.get(Face, grip.character) is not None and not grip.holding:
                label = end_label(grip)
                choices = (Choice(grip.grapple, replace(label, rule="")),)
                which = Input("grapple", phrase("ask-grapple"), "choice", choices, default=grip.grapple)
                yield Option(cls.__name__, "", label, group="turns", inputs=(which,))


def tell_override(table: Deciding, what: Words, actors: Iterable[str]) -> None:
    """Tell in the story that the Storyteller has begun or ended a grapple, once for the audience of each actor's
    face."""
    for actor in actors:
        table.emit(face_audience(table.full, actor), Overridden(table.seat.id, actor, what))


def grapple_words(kind: str) -> Words:
    """Return the name of a kind of grapple."""
    return phrase(f"grapple-{kind}")


def end_label(grip: Grip) -> Words:
    """Return the label of the option that ends a grapple. It names the character that is held."""
    whose = character_ref(grip.character)
    return phrase("option-end-grapple", rule="G0", grapple=grapple_words(grip.kind), whose=whose)
