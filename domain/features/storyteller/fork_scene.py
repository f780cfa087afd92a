"""Forks: a new scene that continues from an earlier moment of a closed scene (T1).

The chronicle records that moment. The server reads how the old table was at that moment, and the new scene begins like
that: each audience gets its own part of the old table, as records. The dice have fresh seeds, and the story is empty.
When the new scene closes, its characters go back to the chronicle as from any scene.

Three things are as they are now, and not as they were then. The players and the rules are the present ones; only a
switch that is fixed for a scene keeps its old choice, and the present choice waits for the next scene. Memories and
tasks that the chronicle has got since then are added, so that they are not lost when the new scene closes; only the
experience that was spent since on dots that the old sheets lack is there to be spent again. Characters
that have joined the chronicle since then are added: those of players in the scene, those of the Storyteller out of it,
so that she can bring them in.
"""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from domain.catalogue import lift_record
from domain.command import Command, Place, TableCommand
from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Kind
from domain.core.bounds import Id, Moment, Name, ShortText, SwitchChoices
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.core.words import Typed, phrase
from domain.features.actions.declaration import Plan
from domain.features.actions.load import update_load
from domain.features.cast.characters_between_scenes import CarriedMemory, add_memories, carried_memories
from domain.features.cast.hand_over import hand_over
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.character import Face, hidden, sheet_audience
from domain.features.characters.experience import ExperienceLedger, ledger
from domain.features.characters.wounds import release_if_incapacitated
from domain.features.combat.declare_action import drop_declaration
from domain.features.rolls.free_botches import Session
from domain.features.scenes.change_house_rules import sorted_switches
from domain.features.scenes.chronicle import begin_scene, check_between_scenes, story_and_chapter
from domain.features.scenes.scene import (
    CastMember,
    CharacterLeft,
    Departed,
    cast_members,
    leave_scene,
    seat_cast,
    start_scene,
)
from domain.features.storyteller.take_back import revocable
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import Fork, SceneCard, scene_open
from domain.features.table.settings import Setting, build_rule_set, setting
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_began
from domain.features.tasks.sides import participants
from domain.features.tasks.task import Task
from domain.features.tasks.tasks_between_scenes import CarriedTask, carried_tasks, state_tasks
from domain.rules.house_rules import HouseRules


class SceneForked(Event, frozen=True):
    """The scene that begins continues from a moment of another scene, which the record `Fork` names."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    stream: str
    at: int
    name: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Fork(self.id, self.stream, self.at))
        tell(records, at, phrase("line-scene-forked", moment=self.at, scene=Typed(self.name)))


class OriginStated(Event, frozen=True):
    """Where a forked scene continues from: the commit `seq` of another stream, with its chain. For the Storyteller also
    the old scene's name, and the `moment` as she counts it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    stream: str
    seq: int
    chain: bytes
    name: str
    moment: int

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-scene-origin", moment=self.moment, scene=Typed(self.name)))


class TableLaid(Event, frozen=True):
    """This audience's part of the old table, as it was at the moment from which the scene continues."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    version: ClassVar[int] = 2

    records: "tuple[revocable(), ...]"  # type: ignore[valid-type]  # known once all are loaded

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1 or not isinstance(fields[0], list):
            return super().lift(version, fields)
        return [list(map(lift_record, fields[0]))]

    def apply(self, records: Partition, at: int) -> None:
        for record in self.records:
            records.put(record)


class ForkScene(Command[SceneCard], frozen=True):
    """Begin a scene that continues from a moment of a closed scene. It is the moment at which the Storyteller had
    received `at` parts of that scene, or the last moment if she received fewer. The server checks that the moment
    exists."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)
    looks_back: ClassVar[bool] = True

    scene: Id
    at: Moment
    name: Name

    def origin(self, view: View) -> tuple[str, int] | None:
        card = view.get(SceneCard, self.scene)
        return None if card is None else (card.stream, self.at)

    def check(self, view: View) -> SceneCard:
        check_between_scenes(view)
        check_printable(self.name)
        card = view.get(SceneCard, self.scene)
        if card is None:
            raise Refusal("no-such-scene", rule="T1")
        return card

    def decide(self, table: Deciding[SceneCard]) -> None:
        card = table.checked
        id_ = table.chance.id(EVERYONE)
        table.emit(STORYTELLER, SceneForked(id_, card.stream, self.at, card.name))
        begin_scene(table, id_, self.name)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """Yield the option without a scene and a moment. The page fills in the scene and the moment that the
        Storyteller is looking back at."""
        played = next(view.all(SceneCard), None)
        if view.seat.is_storyteller and played is not None and not scene_open(view):
            name = Input("name", phrase("ask-new-scene-name"), "text", least=1, most=60)
            label, hint = phrase("option-fork-scene", rule="T1"), phrase("hint-fork-scene")
            yield Option(cls.__name__, "", label, hint, "past", inputs=(name,))


class OpenFork(TableCommand, frozen=True):
    """Open a scene with the table of another scene at an earlier moment (`table.past`), after the commit `seq` with
    this `chain`. `cast`, `switches`, `house`, `tasks` and `memories` are the chronicle's present ones. The server sends
    it once for each fork."""

    stream: ShortText
    name: Name
    cast: tuple[CastMember, ...]
    switches: SwitchChoices
    house: HouseRules
    story: ShortText
    chapter: ShortText
    seq: int
    chain: bytes
    tasks: tuple[CarriedTask, ...] = ()
    memories: tuple[CarriedMemory, ...] = ()

    def decide(self, table: Deciding) -> None:
        past = table.past.view(TABLE)  # the view of `TABLE` does not count sealed facts
        was, time = setting(past), clock(past)
        start_scene(table, self.begun(was), time.at, time.turn, phrase("line-continues", scene=Typed(was.name)))
        table.emit(STORYTELLER, OriginStated(was.stream, self.seq, self.chain, was.name, past.moment))
        began = turn_began(past)
        for partition in past.partitions:
            found = (record.in_continued_scene(began) for kind in partition.tables.values() for record in kind.values())
            if records := tuple(record for record in found if record is not None):
                table.emit(partition.audience, TableLaid(records))
        for face in table.full.all(Face):  # the rules may have changed since then
            update_load(table, face.id)
            release_if_incapacitated(table, face.id)
        public = [one.task for one in self.tasks if one.audience == EVERYONE]
        awaited = {who for task in public for who in (*participants(task.sides, ()), task.target)}
        for member in self.cast:
            self.come(table, member, unseen=member.id not in awaited)
        full = table.full
        state_tasks(table, [one for one in self.tasks if full.get(Task, one.task.id) is None])
        memories = (*self.memories, *ledgers_lost_since(past, full, self.memories))
        add_memories(table, tuple(with_sheet_of(past, one) for one in memories if is_newer(table.state, one)))

    def begun(self, was: Setting) -> Setting:
        """Return the new scene's setting. Switches that are fixed for a scene keep the old scene's choice."""
        then, now = was.rule_set.choices, build_rule_set(was.rules, self.switches, self.house).choices
        fixed = {switch.name for switch in was.rule_set.switches if switch.fixed}
        chosen = {name: choice for name, choice in self.switches if name not in fixed}
        chosen |= {name: choice for name, choice in was.switches if name in fixed}
        return msgspec.structs.replace(
            was, stream=self.stream, name=self.name, open=True, look_back=False, house=self.house,
            story_name=self.story, chapter_name=self.chapter, switches=sorted_switches(chosen),
            waiting=sorted_switches({name: now[name] for name in fixed if now[name] != then[name]}),
        )  # fmt: skip

    @staticmethod
    def come(table: Deciding, member: CastMember, *, unseen: bool) -> None:
        """Bring a character of the chronicle into the new scene, with its present player. If it joined the chronicle
        after the moment of the fork, a player's character is in the scene, and one of the Storyteller's is out of it.
        With `unseen`, it is out of the scene like a character that left while hidden, unless a public task waits for
        it. A character that was out of the old scene stays out, with the values that the chronicle has now."""
        full, face = table.full, table.full.get(Face, member.id)
        if full.get(Departed, member.id) is not None:
            table.emit(STORYTELLER, CharacterLeft(member))
        elif face is None:
            seat_cast(table, (member,)) if member.player else leave_scene(table, member, unseen=unseen)
        elif face.player != member.player:
            if hidden(full, face.id):  # a player's character is never hidden
                RevealCharacter(face.id).decide(table)
            if full.get(Plan, face.id) is not None:  # the new player may not know its plan
                drop_declaration(table, face.id)
            hand_over(table, face.id, member.player)


def is_newer(told: State, one: CarriedMemory) -> bool:
    """True if this memory came after the moment of the fork, for its own audience. Memories of the present session
    always count as newer (D12)."""
    then, memory = told.partitions.get(one.audience), one.memory
    return isinstance(memory, Session) or then is None or then.get(type(memory), memory.id) is None


def with_sheet_of(past: View, one: CarriedMemory) -> CarriedMemory:
    """Return this memory for a scene with the sheets of a past moment. The ledger of a character who was in that scene
    is made to agree with the sheet; any other memory stays as it is."""
    found = one.memory
    if not isinstance(found, ExperienceLedger) or past.get(Face, found.id) is None:
        return one
    return CarriedMemory(one.audience, found.continued_from(ledger(past, found.id)))


def ledgers_lost_since(past: View, full: View, memories: tuple[CarriedMemory, ...]) -> Iterator[CarriedMemory]:
    """Yield the ledgers of the characters in a past scene that the chronicle has no ledger of any more. `full`: the new
    scene, with the present players."""
    kept = {one.memory.id for one in memories if isinstance(one.memory, ExperienceLedger)}
    for found in past.all(ExperienceLedger):
        face = full.get(Face, found.id)
        if found.id not in kept and face is not None and past.get(Face, found.id) is not None:
            yield CarriedMemory(sheet_audience(face.player), found)


def open_fork_command(chronicle: View, card: SceneCard, seq: int, chain: bytes) -> OpenFork:
    """Return the command that opens a scene which continues from commit `seq` of another."""
    found = setting(chronicle)
    return OpenFork(
        card.stream, card.name, cast_members(chronicle), found.switches, found.house,
        *story_and_chapter(chronicle, card), seq, chain, carried_tasks(chronicle), carried_memories(chronicle),
    )  # fmt: skip
