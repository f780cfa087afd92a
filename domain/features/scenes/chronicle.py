"""Chronicles: a campaign with its rules, characters and scenes."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from domain.command import Command, Place, TableCommand
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import Cast, Id, Name, Opening, ShortText, SwitchChoices
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words, phrase
from domain.features.cast.characters_between_scenes import (
    CarriedMemory,
    carried_memories,
    ends_with_character,
    forget_missing,
    replace_memories,
)
from domain.features.characters.character import Face, hidden, own
from domain.features.characters.opponents import opponents
from domain.features.scenes.change_house_rules import sorted_switches, take_over_rules
from domain.features.scenes.leave_scene import all_memories, departed_members
from domain.features.scenes.scene import CastMember, OpenScene, cast_members, seat_cast, start_stream
from domain.features.table.chapters import ChapterCard, open_chapter, open_story
from domain.features.table.game_clock import ClockStated, clock
from domain.features.table.scene_list import Fork, SceneCard, scene_open
from domain.features.table.settings import (
    KeySealed,
    Rulebook,
    Setting,
    SettingStated,
    check_rules,
    setting,
    storyteller_only,
)
from domain.features.table.story_log import tell
from domain.features.tasks.tasks_between_scenes import CarriedTask, carried_tasks, place_tasks, without_character
from domain.rules.house_rules import NO_HOUSE_RULES, HouseRules


class ChronicleFounded(Event, frozen=True):
    """The first line of a chronicle."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-chronicle-begins", name=Typed(self.name)), kind="narrated")


class SceneBegun(Event, frozen=True):
    """A scene begins. The server then opens its stream."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    stream: str
    name: str
    chapter: str = ""
    text: Words | str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(SceneCard(self.id, self.stream, self.name, open=True, chapter=self.chapter, text=self.text))
        tell(records, at, phrase("line-scene-begins", name=Typed(self.name)), kind="narrated")


class Away(Record, frozen=True):
    """The characters of the chronicle that are not in a scene when it begins. Its id is the scene's. Only the
    Storyteller reads it, because one of the characters may be hidden (X4)."""

    irrevocable: ClassVar[bool] = True

    actors: tuple[str, ...]

    @property
    def about(self) -> tuple[str, ...]:
        return self.actors

    def without(self, actor: str) -> "Away | None":
        rest = tuple(one for one in self.actors if one != actor)
        return Away(self.id, rest) if rest else None

    def restating_event(self) -> "LeftAway":
        return LeftAway(self.id, self.actors)


class LeftAway(Event, frozen=True):
    """The Storyteller begins a scene in which some characters of the chronicle do not take part."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    scene: str
    actors: tuple[str, ...]

    def apply(self, records: Partition, at: int) -> None:
        records.put(Away(self.scene, self.actors))


class SceneKept(Event, frozen=True):
    """A scene has ended, and the chronicle has taken over its results."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        card = records.get(SceneCard, self.id)
        if card is not None:
            records.put(msgspec.structs.replace(card, open=False))
            tell(records, at, phrase("line-scene-ends", name=Typed(card.name)), kind="narrated")


class FoundChronicle(TableCommand, frozen=True):
    """Begin a chronicle: the first command of its stream, sent by the server."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    stream: ShortText
    chronicle: Id
    name: Name
    rules: Name
    switches: SwitchChoices = ()

    def check(self, view: View) -> None:
        TableCommand.check(self, view)
        check_rules(self.rules, self.switches)

    def decide(self, table: Deciding) -> None:
        found = Setting("setting", "chronicle", self.stream, self.chronicle, self.name, self.rules, self.switches)
        seed = table.chance.seed
        start_stream(table, found, KeySealed(seed(), seed(), seed()))
        table.emit(EVERYONE, ChronicleFounded(self.name))


class RenameChronicle(TableCommand, frozen=True):
    """Give the chronicle another name. The server sends this for the host."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    name: Name

    def decide(self, table: Deciding) -> None:
        rules = table.full.get(Rulebook, "rulebook")
        if rules is not None:
            table.emit(EVERYONE, SettingStated(msgspec.structs.replace(setting(table.full), name=self.name), rules))


def check_between_scenes(view: View) -> None:
    """Raise `Refusal` unless the sender is the Storyteller and no scene is open."""
    storyteller_only(view)
    if scene_open(view):
        raise Refusal("scene-open-already", rule="T1")


def begin_scene(table: Deciding, id_: str, name: str, text: Words | str = "", away: tuple[str, ...] = ()) -> None:
    """Begin a scene, in the present chapter if there is one. `away`: the characters that are not in it."""
    if away:
        table.emit(STORYTELLER, LeftAway(id_, away))
    stream, chapter = f"scene/{setting(table.full).chronicle}/{id_}", open_chapter(table.full)
    table.emit(EVERYONE, SceneBegun(id_, stream, name, chapter.id if chapter else "", text))


class BeginScene(Command, frozen=True):
    """Begin a scene with all characters of the chronicle except those in `away`. `text` is the narration at its
    beginning. Only one scene can be open at a time."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    name: Name
    text: Opening = ""
    away: Cast = ()

    def check(self, view: View) -> None:
        check_between_scenes(view)
        check_printable(self.name)
        for actor in self.away:
            own(view, actor)

    def decide(self, table: Deciding) -> None:
        begin_scene(table, table.chance.id(EVERYONE), self.name, self.text, self.away)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        between = found is not None and not scene_open(view)
        if view.seat.is_storyteller and between:
            name = Input("name", phrase("ask-scene-name"), "text", least=1, most=60)
            text = Input("text", phrase("ask-opening"), "text", most=1000, rarely=True)
            cast = tuple(Choice(face.id, face.name) for face in view.all(Face))
            gone = ",".join(opponents(view))
            away = Input("away", phrase("ask-away"), "choices", cast, default=gone, rarely=not gone)
            yield Option(
                cls.__name__,
                "",
                phrase("option-begin-scene"),
                group="scene",
                inputs=(name, text, away) if cast else (name, text),
            )


class KeepScene(TableCommand, frozen=True):
    """Take the results of a closed scene into the chronicle: characters, tasks and clock (T1), and rules (G0). With
    `switches` None the rules stay. The server sends it. It works once for each scene: it marks the scene as closed in
    the chronicle's list, and is refused for a closed scene."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    scene: Id
    cast: tuple[CastMember, ...]
    at: int = 0
    turn: int = 0
    switches: SwitchChoices | None = None
    house: HouseRules = NO_HOUSE_RULES
    tasks: tuple[CarriedTask, ...] = ()
    left: tuple[CastMember, ...] = ()
    """The characters that left the scene before it closed. A character that first appeared in the scene and left it
    does not join the chronicle."""
    memories: tuple[CarriedMemory, ...] = ()

    def check(self, view: View) -> None:
        TableCommand.check(self, view)
        card = view.get(SceneCard, self.scene)
        if card is None or not card.open:
            raise Refusal("kept", rule="T1")

    def decide(self, table: Deciding) -> None:
        known = {face.id for face in table.full.all(Face)}
        # First drop the memories of each character that becomes visible, because they would become visible too (X4).
        seen = {one.id for one in self.cast if not one.hidden and hidden(table.full, one.id)}
        forget_missing(table, tuple(one for one in self.memories if seen.isdisjoint(one.memory.about)))
        seat_cast(table, (*self.cast, *(one for one in self.left if one.id in known)))
        tasks, memories = self.tasks, self.memories
        for visitor in (one for one in self.left if one.id not in known):
            tasks = tuple(without_character(task, visitor.id, hidden=visitor.hidden) for task in tasks)
            memories = tuple(one for one in memories if not ends_with_character(one, visitor.id, hidden=visitor.hidden))
        place_tasks(table, tasks)
        replace_memories(table, memories)
        if self.turn:
            forked = table.full.get(Fork, self.scene) is not None
            # A scene that continues from an earlier moment plays in the past, but the chronicle's clock never goes
            # back.
            at = max(self.at, clock(table.full).at) if forked else self.at
            table.emit(EVERYONE, ClockStated(at, self.turn))
        if self.switches is not None:
            take_over_rules(table, self.switches, self.house)
        table.emit(EVERYONE, SceneKept(self.scene))


def story_and_chapter(chronicle: View, card: SceneCard) -> tuple[str, str]:
    """Return the names of a scene's story and chapter, "" for none (T1)."""
    story, chapter = open_story(chronicle), chronicle.get(ChapterCard, card.chapter)
    return story.name if story else "", chapter.name if chapter else ""


def open_scene_command(chronicle: View, card: SceneCard) -> OpenScene:
    """Return the command that opens a scene which the chronicle has begun, with the chronicle's cast, tasks and clock
    (T1)."""
    found, time = setting(chronicle), clock(chronicle)
    story, chapter = story_and_chapter(chronicle, card)
    away = chronicle.get(Away, card.id)
    return OpenScene(
        card.stream, found.chronicle, card.name, found.rules, found.switches, cast_members(chronicle),
        chapter, time.at, time.turn, found.house, carried_tasks(chronicle), carried_memories(chronicle), story,
        card.text, away.actors if away else (),
    )  # fmt: skip


def keep_scene_command(scene: View, card: SceneCard) -> KeepScene | None:
    """Return the command that takes a closed scene's cast, tasks and clock into the chronicle (T1), or None if the
    scene is still open."""
    found, time = scene.get(Setting, "setting"), clock(scene)
    if found is None or found.open:
        return None
    switches = sorted_switches(dict(found.switches) | dict(found.waiting))
    return KeepScene(
        card.id, cast_members(scene), time.at, time.turn, switches, found.house, carried_tasks(scene),
        departed_members(scene), all_memories(scene),
    )  # fmt: skip
