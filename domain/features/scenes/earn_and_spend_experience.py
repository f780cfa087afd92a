"""Earning and spending experience: the Storyteller grants it, a player spends it, and an entry can be struck. The group
agrees on the costs: these commands take the points that people name."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.bounds import Id, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, named, phrase, said, term
from domain.features.actions.write_sheet import write_sheet
from domain.features.characters.character import Face, SheetWritten, character, own, owned, sheet, sheet_audience
from domain.features.characters.experience import (
    ExperienceEntered,
    ExperienceStruck,
    LedgerEntry,
    entry_in_words,
    ledger,
)
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.tracked_view import memoized

Experience = Annotated[int, Meta(ge=1, le=100)]
Granted = Annotated[tuple[Id, ...], Meta(min_length=1, max_length=50)]
STRIKES_MOST: Final = 12
"""The most entries of a ledger that are offered to be struck, the newest ones."""
DOTS_MOST: Final = 10


class GrantExperience(Command, frozen=True):
    """Grant experience to players' characters."""

    places = BOTH

    actors: Granted
    points: Experience = 1
    reason: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        for actor in self.actors:
            character(view, actor)

    def decide(self, table: Deciding) -> None:
        for actor in dict.fromkeys(self.actors):
            enter(table, actor, self.points, said(self.reason.strip()))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        players = [face for face in view.all(Face) if face.player]
        if players:
            inputs = (
                Input(
                    "actors", phrase("ask-experience-whose"), "choices",
                    tuple(Choice(face.id, face.name) for face in players), least=1,
                    default=",".join(face.id for face in players[:50]),
                ),
                Input("points", phrase("ask-experience-points"), "number", least=1, most=100, default="1"),
                Input("reason", phrase("ask-experience-reason"), "text", most=200),
            )  # fmt: skip
            yield Option(cls.__name__, "", phrase("option-grant-experience"), group="cast", inputs=inputs)


class SpendExperience(Command, frozen=True):
    """Spend a character's experience: on `trait`, which rises by one dot, or on a purchase with the name `what`."""

    places = BOTH

    actor: Id
    points: Experience = 1
    trait: Name | None = None
    what: ShortText = ""

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)
        balance = ledger(view, self.actor).balance
        if self.points > balance:
            raise Refusal("too-little-experience", who=character_ref(self.actor), left=balance, points=self.points)
        if self.trait is None:
            if not self.what.strip():
                raise Refusal("experience-for-what")
        elif self.trait not in traits_to_raise(view, self.actor):
            raise Refusal("no-trait-to-raise", rule="D1", trait=term(self.trait))

    def decide(self, table: Deciding) -> None:
        if self.trait is None:
            enter(table, self.actor, -self.points, said(self.what.strip()))
            return
        dots = sheet(table.full, self.actor).dots(self.trait)
        what = phrase("sheet-number", name=term(self.trait), before=dots, after=dots + 1)
        enter(table, self.actor, -self.points, what, self.trait, dots + 1)
        write_dots(table, self.actor, self.trait, dots + 1, quietly=True)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if is_played_here(view):
            for face in owned(view):
                if ledger(view, face.id).balance > 0:
                    yield option_to_spend(view, face.id)


class StrikeExperience(Command[LedgerEntry], frozen=True):
    """Strike an entry of a ledger: the Storyteller any, a player one that this player spent. A trait that the entry
    raised loses that dot, if it still has it."""

    places = BOTH

    actor: Id
    entry: Annotated[int, Meta(ge=1, le=2**31)]

    def check(self, view: View) -> LedgerEntry:
        own(view, self.actor)
        played_here(view)
        found = ledger(view, self.actor).entry(self.entry)
        if found is None:
            raise Refusal("no-such-entry")
        if not may_strike(view, found):
            raise Refusal("not-yours-to-strike", rule="G0")
        return found

    def decide(self, table: Deciding[LedgerEntry]) -> None:
        struck = table.checked
        audience = sheet_audience(character(table.full, self.actor).player)
        table.emit(audience, ExperienceStruck(self.actor, table.seat.id, struck.n, entry_in_words(struck)))
        if struck.raised and sheet(table.full, self.actor).dots(struck.raised) == struck.dots:
            write_dots(table, self.actor, struck.raised, struck.dots - 1)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if is_played_here(view) else ():
            found = [entry for entry in ledger(view, face.id).counted if may_strike(view, entry)][-STRIKES_MOST:]
            if found:
                choices = tuple(Choice(str(entry.n), entry_in_words(entry)) for entry in reversed(found))
                entry = Input("entry", phrase("ask-strike-entry"), "choice", choices, least=1)
                yield Option(cls.__name__, face.id, phrase("option-strike-experience"), group="sheet", inputs=(entry,))


@memoized
def option_to_spend(view: View, actor: str) -> Option:
    """Return the option of a character to spend experience, with the traits that it can raise."""
    traits = tuple(Choice(name, named(name)) for name in traits_to_raise(view, actor))
    trait = Input("trait", phrase("ask-trait-to-raise"), "choice", traits, least=1)
    return Option(SpendExperience.__name__, actor, phrase("option-spend-experience"), group="sheet", inputs=(trait,))


def may_strike(view: View, entry: LedgerEntry) -> bool:
    """True if this seat may strike an entry of a ledger that it reads."""
    return view.seat.is_storyteller or (entry.points < 0 and entry.who == view.seat.id)


def traits_to_raise(view: View, actor: str) -> list[str]:
    """Return the traits of a character that can rise by one dot: those of the rules and of its sheet, below 10 dots. A
    mortal cannot raise a trait that mortals never have, unless its sheet has a dot of it."""
    rules, written = rules_of(view), sheet(view, actor)
    known = [trait for group in rules.traits for trait in group.traits] + [name for name, _ in written.traits]
    never = rules.undead if character(view, actor).kind == "mortal" else frozenset[str]()
    dots = {name: written.dots(name) for name in known}
    return [name for name in dots if dots[name] < DOTS_MOST and (dots[name] or name not in never)]


def enter(table: Deciding, actor: str, points: int, what: Words, raised: str = "", dots: int = 0) -> None:
    """Enter points in a character's ledger; negative points are spent."""
    audience = sheet_audience(character(table.full, actor).player)
    table.emit(audience, ExperienceEntered(actor, table.seat.id, points, what, raised, dots))


def write_dots(table: Deciding, actor: str, trait: str, dots: int, *, quietly: bool = False) -> None:
    """Write a trait with these dots on a sheet. A store of the same name that had the rating of the trait's old dots
    gets the new rating (D16); its points stay, as far as they fit."""
    now = sheet(table.full, actor)
    had = now.dots(trait)
    traits = dict(now.traits) | {trait: dots}
    pools = tuple(
        (name, dots, min(points, dots)) if name == trait and rating == had else (name, rating, points)
        for name, rating, points in now.pools
    )
    written = SheetWritten(actor, tuple(traits.items()), now.specialties, pools, now.items, now.flags)
    write_sheet(table, written, quietly=quietly)
