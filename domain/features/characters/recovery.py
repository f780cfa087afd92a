"""Recovery: the Storyteller lets all characters of a scene, or of the chronicle between scenes, regain points and heal
(D16, C29, G0). For a single character she uses `SetPoints` and `SetHealth`. The rules do not say how much a character
regains, or when."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import Audience, Kind
from domain.core.bounds import Name
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, lifted, listed, named, phrase, term
from domain.features.characters.character import Face, Health, face_audience, sheet, sheet_audience
from domain.features.characters.points import refill
from domain.features.characters.willpower import WILLPOWER
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell

Stores = Annotated[tuple[Name, ...], Meta(max_length=20)]
Healing = Literal["none", "bashing", "all"]
HEALINGS: Final[tuple[Healing, ...]] = get_args(Healing)
Whose = Literal["everybody", "players"]


class Recovered(Event, frozen=True):
    """Some characters recovered. This event is only the line in the story; other events contain the new numbers."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})
    version: ClassVar[int] = 2

    who: str
    actors: tuple[str, ...]
    what: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        who, actors, what = fields
        return [who, actors, lifted(str(what).removesuffix("."))]

    def apply(self, records: Partition, at: int) -> None:
        if not self.actors:
            return
        names = listed([character_ref(actor) for actor in self.actors])
        tell(records, at, phrase("line-recovered", who=names, what=self.what), kind="ruled", who=self.who)


class RecoverEverybody(Command, frozen=True):
    """Refill stores and heal wounds of all characters, or of the players' characters only (D16, C29)."""

    places = BOTH

    stores: Stores = ()
    heal: Healing = "none"
    whose: Whose = "everybody"

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if not self.stores and self.heal == "none":
            raise Refusal("nothing-to-recover-chosen", rule="D16")
        if not any(self.lacks(view, face) for face in self.meant(view)):
            raise Refusal("nobody-lacks", rule="D16")

    def meant(self, view: View) -> list[Face]:
        """Return the characters that recover."""
        return [face for face in view.all(Face) if face.player or self.whose == "everybody"]

    def lacks(self, view: View, face: Face) -> bool:
        """True if a character has points or health to regain."""
        short = any(points < rating and name in self.stores for name, rating, points in sheet(view, face.id).pools)
        return short or self.healed(view, face) is not None

    def healed(self, view: View, face: Face) -> Health | None:
        """Return the character's health after healing, or None if the character has no damage that heals."""
        borne = view.get(Health, face.id)
        if borne is None or self.heal == "none":
            return None
        after = replace(borne, bashing=0) if self.heal == "bashing" else Health(face.id)
        return after if after != borne else None

    def decide(self, table: Deciding) -> None:
        told: dict[tuple[Audience, Words], list[str]] = {}
        for face in self.meant(table.full):
            for store in dict.fromkeys(self.stores):
                if refill(table, face.id, store):
                    points = phrase("recovered-store", store=term(store))
                    told.setdefault((sheet_audience(face.player), points), []).append(face.id)
            health = self.healed(table.full, face)
            if health is not None:
                audience = face_audience(table.full, face.id)
                table.emit(audience, health.restating_event())
                told.setdefault((audience, phrase(f"choice-heal-{self.heal}")), []).append(face.id)
        for (audience, what), actors in told.items():
            table.emit(audience, Recovered(table.seat.id, tuple(actors), what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        cast = list(view.all(Face))
        sheets = (sheet(view, face.id) for face in cast)
        lacking = dict.fromkeys(name for one in sheets for name, rating, points in one.pools if points < rating)
        heals = tuple(kind for kind in HEALINGS if kind == "none" or any(cls((), kind).healed(view, f) for f in cast))
        if not lacking and len(heals) == 1:
            return
        inputs = (
            Input(
                "stores", phrase("ask-recover-stores"), "choices",
                tuple(Choice(name, named(name)) for name in lacking),
                default=WILLPOWER if WILLPOWER in lacking else "",
            ),
            Input(
                "heal", phrase("ask-recover-heal"), "choice",
                tuple(Choice(kind, phrase(f"choice-heal-{kind}")) for kind in heals),
            ),
            Input(
                "whose", phrase("ask-recover-whose"), "choice",
                tuple(Choice(whose, phrase(f"choice-recover-{whose}")) for whose in get_args(Whose)),
            ),
        )  # fmt: skip
        yield Option(cls.__name__, "", phrase("option-recover", rule="D16"), group="time", inputs=inputs)
