"""Forks: a new scene that goes on from an earlier moment of one that is over (T1).

The chronicle knows which moment that is. The server reads the table as it was then, and the new scene begins with it:
each audience is told, in records, what its own part of it was. Its dice have fresh seeds, and its story begins anew.
What becomes of the characters goes back to the chronicle, as from any scene.

As it is now is who plays whom, and so are the rules, but for what is fixed for a scene: that is as it was, and waits.
What the chronicle has come to remember since goes along, and the tasks set since, so that none is lost when this ends.
Players' characters that came to the chronicle since are there; the Storyteller's are out of the scene, and can be
brought in.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Kind
from domain.core.bounds import Id, Moment, Name, ShortText, SwitchChoices
from domain.core.command import Command, Input, Option, Place, Refusal, TableCommand
from domain.core.event import Event
from domain.core.state import Partition, State, View
from domain.deciding import Deciding
from domain.features.actions.declaration import Plan
from domain.features.actions.load import weigh
from domain.features.cast.carry_over import CarriedMemory, bring_back, remembered
from domain.features.cast.hand_over import hand_over
from domain.features.cast.hide_and_reveal import RevealCharacter
from domain.features.characters.character import Face, hidden
from domain.features.characters.wounds import drop_out
from domain.features.combat.declare_action import undeclare
from domain.features.rolls.free_botches import Session
from domain.features.scenes.chronicle import begin, between_scenes, part_of
from domain.features.scenes.house_rules import pairs
from domain.features.scenes.scene import CastMember, CharacterLeft, Departed, leave, members, seat_cast, set_scene
from domain.features.storyteller.take_back import revocable
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import Fork, SceneCard, scene_open
from domain.features.table.settings import Setting, made, setting
from domain.features.table.story_log import literal, tell
from domain.features.table.turn import turn_began
from domain.features.tasks.carry_over import CarriedTask, carried, state
from domain.features.tasks.task import Task, named
from domain.rules.house_rules import HouseRules

GOES_ON: Final = "This scene picks up {} at an earlier moment."


class SceneForked(Event, frozen=True):
    """The scene that begins goes on from a moment of another (`Fork`)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    stream: str
    at: int
    name: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Fork(self.id, self.stream, self.at))
        tell(records, at, f"The scene that begins picks up at moment {self.at} of {literal(self.name)}.")


class OriginStated(Event, frozen=True):
    """Where a scene goes on from: the commit `seq` of another stream, with the chain of all up to it; and what the
    Storyteller calls that: the scene's name, and its `moment` as she counts them."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    stream: str
    seq: int
    chain: bytes
    name: str
    moment: int

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"It picks up at moment {self.moment} of {literal(self.name)}.")


class TableLaid(Event, frozen=True):
    """What this audience's part of the table was at the moment that the scene goes on from."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    records: "tuple[revocable(), ...]"  # type: ignore[valid-type]  # known once all are loaded

    def apply(self, records: Partition, at: int) -> None:
        for record in self.records:
            records.put(record)


class ForkScene(Command[SceneCard], frozen=True):
    """Begin a scene that goes on from a moment of one that is over: when the Storyteller had been told `at` parts of
    it; a moment that it never came to is its last. Whether there is such a moment is for the server to see."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)
    looks_back: ClassVar[bool] = True

    scene: Id
    at: Moment
    name: Name

    def origin(self, view: View) -> tuple[str, int] | None:
        card = view.get(SceneCard, self.scene)
        return None if card is None else (card.stream, self.at)

    def check(self, view: View) -> SceneCard:
        between_scenes(view)
        card = view.get(SceneCard, self.scene)
        if card is None:
            raise Refusal("no-such-scene", "This chronicle has no such scene (T1).")
        return card

    def decide(self, table: Deciding[SceneCard]) -> None:
        card = table.checked
        id_ = table.chance.id(EVERYONE)
        table.emit(STORYTELLER, SceneForked(id_, card.stream, self.at, card.name))
        begin(table, id_, self.name)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """A page knows the scene and the moment: they are those that are looked back on."""
        played = next(view.all(SceneCard), None)
        if view.seat.tells and played is not None and not scene_open(view):
            name = Input("name", "What is the new scene called?", "text", least=1, most=60)
            hint = "everybody as they were then; when the new scene closes, that is what the chronicle has of them"
            yield Option(cls.__name__, "", "Play on from here", hint, "past", inputs=(name,))


class OpenFork(TableCommand, frozen=True):
    """Open a scene with the table as it was at a moment of another (`table.past`), after the commit `seq` with this
    `chain`. `cast`, `switches`, `house`, `tasks` and `memories` are the chronicle's now. The table's own command, sent
    once for each scene so begun."""

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
        past = table.past.view(TABLE)  # who counts nothing that is sealed
        was, time = setting(past), clock(past)
        set_scene(table, self.begun(was), time.at, time.turn, GOES_ON.format(was.name))
        table.emit(STORYTELLER, OriginStated(was.stream, self.seq, self.chain, was.name, past.moment))
        began = turn_began(past)
        for partition in past.partitions:
            found = (record.begun_in_another(began) for kind in partition.tables.values() for record in kind.values())
            if records := tuple(record for record in found if record is not None):
                table.emit(partition.audience, TableLaid(records))
        for face in table.full.all(Face):  # under rules that may be others by now
            weigh(table, face.id)
            drop_out(table, face.id)
        public = [one.task for one in self.tasks if one.audience == EVERYONE]
        awaited = {who for task in public for who in (*named(task.sides, ()), task.target)}
        for member in self.cast:
            self.come(table, member, unseen=member.id not in awaited)
        full = table.full
        state(table, [one for one in self.tasks if full.get(Task, one.task.id) is None])
        bring_back(table, tuple(one for one in self.memories if since(table.state, one)))

    def begun(self, was: Setting) -> Setting:
        """The new scene's setting: what is fixed for a scene is as it was in the other."""
        then, now = was.rule_set.choices, made(was.rules, self.switches, self.house).choices
        fixed = {switch.name for switch in was.rule_set.switches if switch.fixed}
        chosen = {name: choice for name, choice in self.switches if name not in fixed}
        chosen |= {name: choice for name, choice in was.switches if name in fixed}
        return msgspec.structs.replace(
            was, stream=self.stream, name=self.name, open=True, look_back=False, house=self.house,
            story_name=self.story, chapter_name=self.chapter, switches=pairs(chosen),
            waiting=pairs({name: now[name] for name in fixed if now[name] != then[name]}),
        )  # fmt: skip

    @staticmethod
    def come(table: Deciding, member: CastMember, *, unseen: bool) -> None:
        """Have a character of the chronicle be played by whoever plays it there now; one that was not yet is there if
        it is a player's, or else waits outside the scene, `unseen` like one who was there and hidden, unless a task of
        all waits for it. Who is out of it is as the chronicle has it."""
        full, face = table.full, table.full.get(Face, member.id)
        if full.get(Departed, member.id) is not None:
            table.emit(STORYTELLER, CharacterLeft(member))
        elif face is None:
            seat_cast(table, (member,)) if member.player else leave(table, member, unseen=unseen)
        elif face.player != member.player:
            if hidden(full, face.id):  # which a player's is not
                RevealCharacter(face.id).decide(table)
            if full.get(Plan, face.id) is not None:  # which is for no other player to read
                undeclare(table, face.id)
            hand_over(table, face.id, member.player)


def since(told: State, one: CarriedMemory) -> bool:
    """Whether those who remember something do so only since then: what others knew before does not keep it from them.
    Of sessions there is one, that of now (D12)."""
    then, memory = told.partitions.get(one.audience), one.memory
    return isinstance(memory, Session) or then is None or then.get(type(memory), memory.id) is None


def to_fork(chronicle: View, card: SceneCard, seq: int, chain: bytes) -> OpenFork:
    """What opens a scene that goes on from a commit of another."""
    found = setting(chronicle)
    return OpenFork(
        card.stream, card.name, members(chronicle), found.switches, found.house, *part_of(chronicle, card), seq, chain,
        carried(chronicle), remembered(chronicle),
    )  # fmt: skip
