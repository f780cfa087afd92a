"""Chronicles: the campaign that scenes belong to: its rules, its characters, its scenes."""

from collections.abc import Iterator
from typing import ClassVar

from domain.audience import EVERYONE, Kind
from domain.bounds import Id, Name, ShortText
from domain.command import Command, Input, Option, Place, Refusal, TableCommand
from domain.deciding import Deciding
from domain.event import Event
from domain.features.scene import CastMember, seat_cast, set_table
from domain.features.setting import Pairs, Setting, check_rules, setting, storyteller_only
from domain.features.story import literal, tell
from domain.record import Record
from domain.state import Partition, View


class SceneCard(Record, frozen=True):
    """A scene of the chronicle, as its list shows it. `stream` is where it is played."""

    stream: str
    name: str
    open: bool


class SceneBegun(Event, frozen=True):
    """A scene begins; the table opens its stream."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    stream: str
    name: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(SceneCard(self.id, self.stream, self.name, open=True))
        tell(records, at, f"A scene begins: {literal(self.name)}", kind="narrated")


class SceneKept(Event, frozen=True):
    """A scene has ended, and the chronicle has what it brought."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        card = records.get(SceneCard, self.id)
        if card is not None:
            records.put(SceneCard(card.id, card.stream, card.name, open=False))
            tell(records, at, f"A scene ends: {literal(card.name)}", kind="narrated")


class FoundChronicle(TableCommand, frozen=True):
    """Begin a chronicle: the first command of its stream, sent by the table."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    stream: ShortText
    chronicle: Id
    name: Name
    rules: Name
    switches: Pairs = ()

    def check(self, view: View) -> None:
        TableCommand.check(self, view)
        check_rules(self.rules, self.switches)

    def decide(self, table: Deciding) -> None:
        found = Setting("setting", "chronicle", self.stream, self.chronicle, self.name, self.rules, self.switches)
        set_table(table, found)


class BeginScene(Command, frozen=True):
    """Begin a scene with all characters of the chronicle. One scene is open at a time."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    name: Name

    def check(self, view: View) -> None:
        storyteller_only(view)
        if any(card.open for card in view.all(SceneCard)):
            raise Refusal("scene-open", "A scene is open already: close it first.")

    def decide(self, table: Deciding) -> None:
        id_ = table.chance.id(EVERYONE)
        stream = f"scene/{setting(table.full).chronicle}/{id_}"
        table.emit(EVERYONE, SceneBegun(id_, stream, self.name))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        between = found is not None and not any(card.open for card in view.all(SceneCard))
        if view.seat.tells and between:
            name = Input("name", "What is the scene called?", "text", most=60)
            yield Option(cls.__name__, "", "Begin a scene", group="scene", inputs=(name,))


class KeepScene(TableCommand, frozen=True):
    """Take back what a closed scene made of the characters. The table's own command, applied once a scene."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    scene: Id
    cast: tuple[CastMember, ...]

    def decide(self, table: Deciding) -> None:
        seat_cast(table, self.cast)
        table.emit(EVERYONE, SceneKept(self.scene))
