"""Creating characters, and changing their sheets and their public description."""

from collections.abc import Iterator

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.bounds import Id, Name, PlayerId, ShortText
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, named, phrase, term
from domain.features.actions.write_sheet import write_sheet
from domain.features.characters.character import (
    OWN_MOST,
    Face,
    FaceShown,
    SheetWritten,
    character,
    face_audience,
    own,
    owned,
    sheet,
)
from domain.features.characters.health_levels import Levels
from domain.features.scenes.scene import CastMember, seat_cast
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting
from domain.rules.character_file import (
    Character,
    CharacterKind,
    ListedItem,
    Pools,
    Specialties,
    Traits,
    check_names,
    check_sheet,
)
from domain.rules.equipment import Flags, Items

CAST_MOST = 200
DamageLevels = tuple[int, int, int]
"""Levels of damage: bashing, lethal, aggravated."""
KINDS: tuple[CharacterKind, ...] = ("mortal", "vampire", "other")


def check_may_add(view: View, player: str = "", *, hidden: bool = False, count: int = 1) -> None:
    """Raise `Refusal` unless this seat may add `count` characters for this player."""
    if not view.seat.is_storyteller and (hidden or player not in ("", view.seat.id)):
        raise Refusal("not-yours-to-make", rule="G1")
    present, own = len(list(view.all(Face))), len(owned(view))
    if present + count > CAST_MOST or (not view.seat.is_storyteller and own + count > OWN_MOST):
        raise Refusal("table-full", most=CAST_MOST, own=OWN_MOST)
    if player and hidden:
        raise Refusal("hidden-player", rule="X4")
    if player and view.seat.is_storyteller and player == view.seat.id:
        raise Refusal("no-player-of-own", rule="G0")


def add_character(
    table: Deciding,
    new: Character,
    player: str = "",
    *,
    hidden: bool = False,
    health: DamageLevels = (0, 0, 0),
    health_levels: Levels = (),
) -> str:
    """Add a character to the table, for a player or for the Storyteller. Return its id. `health_levels`: its health
    levels if it has a number of its own."""
    id_ = table.chance.id(STORYTELLER if hidden else EVERYONE)
    newcomer = CastMember(
        id_, new.name, new.concept, player, new.kind, hidden, health, new.traits, new.specialties,
        with_stores(table.full, new.traits, new.pools), new.carried, new.flags, health_levels=health_levels,
    )  # fmt: skip
    seat_cast(table, (newcomer,))
    return id_


def with_stores(view: View, traits: Traits, pools: Pools) -> Pools:
    """Return the stores of a sheet. A store that is missing, although the sheet has a rating for it, is added with all
    its points (D16)."""
    rated, named = dict(traits), {name for name, _, _ in pools}
    missing = [s.name for s in rules_of(view).stores if rated.get(s.name) and s.name not in named]
    return (*pools, *((name, rated[name], rated[name]) for name in missing))


def check_items(view: View, items: Items, actor: str = "") -> None:
    """Raise `Refusal` if an item that `actor`'s sheet does not have yet is used with an ability that does not exist
    (D17)."""
    rules, had = rules_of(view), sheet(view, actor).items
    for item in items:
        if item.skill and not rules.is_ability(item.skill) and item not in had:
            raise Refusal("no-ability", rule="D17", item=term(item.name), skill=Typed(item.skill))


class CreateCharacter(Command, frozen=True):
    """Add a character to the table. Players create their own characters. The Storyteller may create one for a player's
    seat, or a hidden one."""

    places = BOTH

    name: Name
    concept: ShortText = ""
    kind: CharacterKind = "mortal"
    traits: Traits = ()
    specialties: Specialties = ()
    pools: Pools = ()
    player: PlayerId = ""
    hidden: bool = False
    items: Items = ()
    flags: Flags = ()

    def check(self, view: View) -> None:
        check_may_add(view, self.player, hidden=self.hidden)
        check_printable(self.name, self.concept)
        check_sheet(self.traits, self.pools)
        check_names(self.traits, self.specialties, self.pools, self.items, self.flags)
        check_items(view, self.items)

    def decide(self, table: Deciding) -> None:
        items = tuple(ListedItem.of(item) for item in self.items)
        newcomer = Character(
            self.name, self.concept, self.kind, self.traits, self.specialties, self.pools, items, self.flags
        )
        add_character(table, newcomer, self.player if table.seat.is_storyteller else table.seat.id, hidden=self.hidden)


def check_refill(view: View, actor: str, pools: Pools) -> None:
    """Raise `Refusal` if this seat may not raise a store to these points. During a scene only the Storyteller can give
    points back. A store that the sheet does not have yet counts as empty (D16, ours)."""
    if view.seat.is_storyteller or setting(view).place != "scene":
        return
    written = sheet(view, actor)
    for name, _, points in pools:
        if points > written.points(name):
            raise Refusal("refill", rule="D16", store=term(name))


class ChangeSheet(Command, frozen=True):
    """Replace a character's sheet."""

    places = BOTH

    actor: Id
    traits: Traits
    specialties: Specialties = ()
    pools: Pools = ()
    items: Items = ()
    flags: Flags = ()

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)
        check_refill(view, self.actor, self.pools)
        check_sheet(self.traits, self.pools)
        check_names(self.traits, self.specialties, self.pools, self.items, self.flags)
        check_items(view, self.items, self.actor)

    def decide(self, table: Deciding) -> None:
        sheet = SheetWritten(self.actor, self.traits, self.specialties, self.pools, self.items, self.flags)
        write_sheet(table, sheet)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if is_played_here(view) else ():
            yield Option(cls.__name__, face.id, phrase("option-edit-sheet"), group="sheet")


class ChangeFace(Command, frozen=True):
    """Change a character's public description: its name, its concept in a few words, and its kind (rules 9)."""

    places = BOTH

    actor: Id
    name: Name
    concept: ShortText = ""
    kind: CharacterKind = "mortal"

    def check(self, view: View) -> None:
        own(view, self.actor)
        played_here(view)
        check_printable(self.name, self.concept)

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        shown = FaceShown(self.actor, self.name, self.concept, face.player, self.kind)
        table.emit(face_audience(table.full, self.actor), shown)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        kinds = tuple(Choice(kind, named(kind)) for kind in KINDS)
        for face in owned(view) if is_played_here(view) else ():
            inputs = (
                Input("name", phrase("ask-name"), "text", least=1, most=60, default=face.name),
                Input("concept", phrase("ask-concept"), "text", most=200, default=face.concept),
                Input("kind", phrase("ask-kind"), "choice", kinds, default=face.kind),
            )
            yield Option(cls.__name__, face.id, phrase("option-change-face"), group="cast", inputs=inputs)
