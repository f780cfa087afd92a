"""A character's profile: its biography, and its merits, flaws and backgrounds with their dots (D1). Its player and the
Storyteller read it. The names say how strong something is; the rules of the game do not use them."""

from collections.abc import Iterator
from typing import ClassVar, Final

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id, LongText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, phrase, term
from domain.features.characters.character import character, own, owned, sheet_audience
from domain.features.characters.sheet_changes import tell_change
from domain.features.table.scene_list import is_played_here, played_here
from domain.rules.character_file import Merit, Merits, check_merits


class Profile(Record, frozen=True):
    """The profile of a character. Its id is the character's."""

    beside_sheet: ClassVar[bool] = True
    irrevocable: ClassVar[bool] = True
    lasts: ClassVar[bool] = True

    biography: str = ""
    merits: Merits = ()

    def in_continued_scene(self, began: int) -> None:
        """Return None: the scene gets the chronicle's present profile."""


NO_PROFILE: Final = Profile("")


class ProfileWritten(Event, frozen=True):
    """A character's profile, whole."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    biography: str
    merits: Merits

    def apply(self, records: Partition, at: int) -> None:
        if self.biography or self.merits:
            records.put(Profile(self.id, self.biography, self.merits))
        else:
            records.drop(Profile, self.id)


def write_profile(table: Deciding, actor: str, biography: str, merits: Merits) -> None:
    """Replace a character's profile and tell its readers the changes."""
    had = table.full.get(Profile, actor) or NO_PROFILE
    changed = tuple(profile_changes(had, biography, merits))
    if changed:
        audience = sheet_audience(character(table.full, actor).player)
        table.emit(audience, ProfileWritten(actor, biography, merits))
        tell_change(table, actor, *changed)


def profile_changes(had: Profile, biography: str, merits: Merits) -> Iterator[Words]:
    """Yield the differences between the present profile and the one to be written, each in a few words."""
    before = {(merit.kind, merit.name): merit for merit in had.merits}
    after = {(merit.kind, merit.name): merit for merit in merits}
    for key in dict.fromkeys((*before, *after)):
        yield from _merit_change(before.get(key), after.get(key))
    if biography != had.biography:
        yield phrase("sheet-biography")


def _merit_change(before: Merit | None, after: Merit | None) -> Iterator[Words]:
    if after is None and before is not None:
        yield phrase("sheet-without", name=term(before.name))
    elif after is not None and (before is None or before.dots != after.dots):
        yield phrase("sheet-number", name=term(after.name), before=before.dots if before else 0, after=after.dots)
    elif after is not None and before != after:
        yield phrase("sheet-otherwise", name=term(after.name))


class WriteProfile(Command, frozen=True):
    """Replace a character's biography and its list of merits, flaws and backgrounds."""

    places = BOTH

    actor: Id
    biography: LongText = ""
    merits: Merits = ()

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)
        check_merits(self.merits)
        if (view.get(Profile, self.actor) or NO_PROFILE) == Profile(self.actor, self.biography, self.merits):
            raise Refusal("profile-as-before", rule="G1")

    def decide(self, table: Deciding) -> None:
        write_profile(table, self.actor, self.biography, self.merits)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if is_played_here(view) else ():
            yield Option(cls.__name__, face.id, phrase("option-edit-profile"), group="sheet")
