"""Scenes: opened once with a cast from the chronicle, and closed once. Their results go back to the chronicle."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from domain.command import Command, TableCommand
from domain.core.audience import EVERYONE, SEALED, STORYTELLER, Kind
from domain.core.bounds import Cast, Id, Name, Opening, PictureId, ShortText, SwitchChoices
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Words, phrase, said, typed
from domain.features.actions.grapples import Grip, end_grapple
from domain.features.actions.load import update_load
from domain.features.actions.weapon_in_hand import ready_first_weapon
from domain.features.calls.call_for_roll import withdraw_call
from domain.features.cast.characters_between_scenes import CarriedMemory, replace_memories
from domain.features.cast.follow_character import move_face, move_sheet
from domain.features.characters.absence import Absent, CameBack, WentAway
from domain.features.characters.character import (
    Face,
    FaceShown,
    Health,
    HealthStated,
    Sheet,
    SheetTaken,
    SheetWritten,
    hidden,
    sheet,
    sheet_audience,
)
from domain.features.characters.conditions import States, bring_along, end_with_scene, lasting_conditions
from domain.features.characters.health_levels import Levels, own_levels, state_levels
from domain.features.characters.portrait import picture_of, show_portrait
from domain.features.combat.attack_steps import cancel_attacks
from domain.features.combat.unfinished_actions import unfinished_warning
from domain.features.rolls.call import Call
from domain.features.rolls.seal_and_open_seed import open_seed, seal_dice
from domain.features.rolls.standing_circumstances import end_passing
from domain.features.table.game_clock import ClockStated
from domain.features.table.settings import (
    KeySealed,
    Setting,
    SettingStated,
    build_rule_set,
    check_rules,
    rulebook,
    storyteller_only,
)
from domain.features.table.story_log import tell
from domain.features.tasks.tasks_between_scenes import CarriedTask, place_tasks
from domain.rules.character_file import Pools, Traits
from domain.rules.equipment import Flags, Items
from domain.rules.house_rules import NO_HOUSE_RULES, HouseRules


class CastMember(msgspec.Struct, frozen=True, array_like=True):
    """A character that goes from a chronicle to a scene, or back: its face, health, and sheet with all equipment."""

    id: Id
    name: Name
    concept: ShortText
    player: Id
    kind: Name
    hidden: bool
    health: tuple[int, int, int]
    traits: Traits
    specialties: tuple[str, ...]
    pools: Pools
    items: Items = ()
    flags: Flags = ()
    states: States = ()
    """The conditions that it keeps (C32)."""
    portrait: PictureId = ""
    health_levels: Levels = ()
    """Its health levels if it has a number of its own (C29)."""


class SceneClosed(Event, frozen=True):
    """The scene is over. Seats can look back at it, but not continue to play in it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    text: str = ""

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Setting, "setting")
        if found is not None:
            records.put(msgspec.structs.replace(found, open=False))
        if self.text:
            tell(records, at, typed(self.text), kind="narrated")
        tell(records, at, phrase("line-scene-closes"), kind="narrated")


class LookBackAllowed(Event, frozen=True):
    """From now on, players may look back at the scene, or may not."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    allowed: bool

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Setting, "setting")
        if found is not None:
            records.put(msgspec.structs.replace(found, look_back=self.allowed))


class SceneOpened(Event, frozen=True):
    """The first lines of a scene. `chapter` is its chapter, "" for none; `text` is the opening narration."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    chapter: str = ""
    text: Words | str = ""

    def apply(self, records: Partition, at: int) -> None:
        for text in (self.chapter, self.name, self.text):
            if text:
                tell(records, at, said(text), kind="narrated")


class Departed(Record, frozen=True):
    """A character that is out of the scene, as it was when it left, and the memories of it. Its id is the character's.
    `about` is empty, so that this record stays when the character leaves the table."""

    member: CastMember
    memories: tuple[CarriedMemory, ...] = ()


class CharacterLeft(Event, frozen=True):
    """A character leaves the scene. The event contains its wounds, points and equipment, and the memories of it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    member: CastMember
    memories: tuple[CarriedMemory, ...] = ()

    def apply(self, records: Partition, at: int) -> None:
        records.put(Departed(self.member.id, self.member, self.memories))


class CharacterReturned(Event, frozen=True):
    """A character that was out of the scene comes back."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Departed, self.id)


def cast_members(view: View) -> tuple[CastMember, ...]:
    """Return all characters of a view in the form in which they go from a chronicle to a scene and back."""

    def member(face: Face) -> CastMember:
        health = view.get(Health, face.id) or Health(face.id)
        levels = (health.bashing, health.lethal, health.aggravated)
        s = sheet(view, face.id)
        secret = hidden(view, face.id)
        return CastMember(
            face.id, face.name, face.concept, face.player, face.kind, secret, levels, s.traits, s.specialties, s.pools,
            s.items, s.flags, lasting_conditions(view, face.id), picture_of(view, face.id),
            own_levels(view, face.id),
        )  # fmt: skip

    return tuple(member(f) for f in view.all(Face))


def seat_cast(table: Deciding, cast: tuple[CastMember, ...]) -> None:
    """Add the characters of `cast`. If a character is already here, it gets the values in `cast`, and is hidden or
    revealed accordingly."""
    for m in cast:
        new_face, health = STORYTELLER if m.hidden else EVERYONE, HealthStated(m.id, *m.health)
        written = SheetWritten(m.id, m.traits, m.specialties, m.pools, m.items, m.flags)
        old_face = table.full.audience_of(Face, m.id)
        if old_face is not None and old_face != new_face:
            # Update the character before it is revealed: its hidden past stays hidden (X4).
            if old_face == STORYTELLER:
                table.emit(old_face, health)
                bring_along(table, m.id, m.states)
                show_portrait(table, m.id, m.portrait)
                state_levels(table, m.id, m.health_levels)
            move_face(table, m.id, new_face)
        old_sheet = table.full.audience_of(Sheet, m.id)
        if old_sheet is not None and old_sheet != sheet_audience(m.player):
            if old_sheet == STORYTELLER:
                table.emit(old_sheet, written)
            move_sheet(table, m.id, m.player, SheetTaken(m.id))
        table.emit(new_face, FaceShown(m.id, m.name, m.concept, m.player, m.kind), health)
        show_portrait(table, m.id, m.portrait)
        state_levels(table, m.id, m.health_levels)
        table.emit(sheet_audience(m.player), written)
        ready_first_weapon(table, m.id)
        update_load(table, m.id)
        bring_along(table, m.id, m.states)


def leave_scene(
    table: Deciding,
    member: CastMember,
    memories: tuple[CarriedMemory, ...] = (),
    *,
    unseen: bool = False,
    told: bool = False,
) -> None:
    """Record that a character is out of the scene, as it was when it left, so that it can return. If it is hidden, or
    left `unseen`, only the Storyteller is told (X4). `told`: the story mentions it if everybody saw the character."""
    secret = member.hidden or unseen
    left = WentAway(member.id, member.name, member.player, told and not secret)
    table.emit(STORYTELLER if secret else EVERYONE, left)
    table.emit(STORYTELLER, CharacterLeft(member, memories))


def come_back(table: Deciding, member: CastMember) -> None:
    """Add a character that was out of the scene. The story mentions it if everybody sees the character (X4)."""
    audience = table.full.audience_of(Absent, member.id)
    if audience is not None:  # a scene from before this record existed has none
        table.emit(audience, CameBack(member.id, told=audience == EVERYONE and not member.hidden))
    table.emit(STORYTELLER, CharacterReturned(member.id))
    seat_cast(table, (member,))


def start_stream(table: Deciding, setting: Setting, key: KeySealed, at: int = 0, turn: int = 0) -> None:
    """Emit the first facts of a stream: its sealed seeds, its setting and its clock."""
    table.emit(SEALED, key)
    rules = build_rule_set(setting.rules, setting.switches, setting.house)
    table.emit(EVERYONE, SettingStated(setting, rulebook(rules)), ClockStated(at, turn or rules.turn_seconds[0]))


def start_scene(table: Deciding, setting: Setting, at: int, turn: int, text: Words | str) -> None:
    """Emit the first facts of a scene: its stream with fresh seeds, the digests that commit it to its dice, and its
    first lines."""
    ids, public, pool = table.chance.seed(), table.chance.seed(), table.chance.pool()
    start_stream(table, setting, KeySealed(ids, public, pool.seed, pool.groves), at, turn)
    seal_dice(table)
    table.emit(EVERYONE, SceneOpened(setting.name, setting.chapter_name, text))


class OpenScene(TableCommand, frozen=True):
    """Open a scene of a chronicle with its cast and tasks, at the chronicle's game time (T1). `turn` is the length of a
    turn in seconds, 0 for the rules' own. The server sends it once for each scene that was begun."""

    stream: ShortText
    chronicle: Id
    name: Name
    rules: Name
    switches: SwitchChoices = ()
    cast: tuple[CastMember, ...] = ()
    chapter: ShortText = ""
    at: int = 0
    turn: int = 0
    house: HouseRules = NO_HOUSE_RULES
    tasks: tuple[CarriedTask, ...] = ()
    memories: tuple[CarriedMemory, ...] = ()
    story: ShortText = ""
    text: Words | Opening = ""
    away: Cast = ()
    """The characters of the cast that are out of the scene when it begins."""
    lost: bool = False
    """True if the earlier moment from which the scene should continue can no longer be read. The story says so."""

    def check(self, view: View) -> None:
        TableCommand.check(self, view)
        check_rules(self.rules, self.switches)

    def decide(self, table: Deciding) -> None:
        setting = Setting(
            "setting", "scene", self.stream, self.chronicle, self.name, self.rules, self.switches, house=self.house,
            story_name=self.story, chapter_name=self.chapter,
        )  # fmt: skip
        text = phrase("line-moment-lost", rule="T1") if self.lost else self.text
        start_scene(table, setting, self.at, self.turn, text)
        seat_cast(table, tuple(member for member in self.cast if member.id not in self.away))
        for member in self.cast:
            if member.id in self.away:
                leave_scene(table, member)
        place_tasks(table, self.tasks)
        replace_memories(table, self.memories)


class CloseScene(Command, frozen=True):
    """End the scene, with a last line if there is one. Its characters go back to the chronicle as they are now. Calls
    for rolls that were not answered are withdrawn."""

    text: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        cancel_attacks(table, phrase("scene-ended-first", rule="T1"))
        for call in list(table.full.all(Call)):
            withdraw_call(table, call.id)
        for grapple in sorted({grip.grapple for grip in table.full.all(Grip)}):
            end_grapple(table, grapple)
        end_with_scene(table)
        end_passing(table, "turn", "scene")
        table.emit(EVERYONE, SceneClosed(self.text))
        open_seed(table)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and found.open and found.place == "scene":
            last = Input("text", phrase("ask-last-line"), "text", most=200)
            undone = unfinished_warning(view)
            yield Option(
                cls.__name__, "", phrase("option-close-scene"), undone, "scene", inputs=(last,), grave=bool(undone)
            )


class AllowLookBack(Command, frozen=True):
    """Allow players to look back at the scene, or forbid it."""

    when_closed: ClassVar[bool] = True

    allowed: bool

    def check(self, view: View) -> None:
        storyteller_only(view)

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, LookBackAllowed(self.allowed))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and found.place == "scene":
            allow = Input("allowed", "", "choice", (Choice("" if found.look_back else "true", ""),))
            yield Option(
                cls.__name__,
                "",
                phrase("option-forbid-look-back") if found.look_back else phrase("option-allow-look-back"),
                group="scene",
                inputs=(allow,),
            )
