"""Forks: a new scene that goes on from an earlier moment of one that is over (T1).

The chronicle knows which moment that is. The server reads the table as it was then, and the new scene begins with it:
each audience is told, in records, what its own part of it was. Its dice have fresh seeds, and its story begins anew.
What becomes of the characters goes back to the chronicle, as from any scene.

The rules are those of the chronicle now, but for what is fixed for a scene: that is as it was, and waits.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from domain.audience import EVERYONE, SEALED, STORYTELLER, TABLE, Kind
from domain.bounds import Id, Moment, Name, ShortText, SwitchChoices
from domain.command import Command, Input, Option, Place, Refusal, TableCommand
from domain.deciding import Deciding
from domain.event import Event
from domain.features.cast import Face
from domain.features.chronicle import begin
from domain.features.clock import clock
from domain.features.house_rules import pairs
from domain.features.load import weigh
from domain.features.phase import Turn, turn_began
from domain.features.points import PointsUsed
from domain.features.retraction import Retraction
from domain.features.scene import set_scene
from domain.features.scene_card import SceneCard, scene_open
from domain.features.setting import Rulebook, Setting, made, setting, storyteller_only
from domain.features.stories import ChapterCard, open_story
from domain.features.story import literal, tell
from domain.features.taking_back import revocable
from domain.features.willpower import WillpowerUsed
from domain.features.wounds import drop_out
from domain.house import HouseRules
from domain.record import Record
from domain.state import Partition, View

GOES_ON: Final = "It goes on from an earlier moment."
FIRST: Final = 1
"""The count of `everyone` at a scene's first commit."""
NOT_TAKEN: Final = (Setting, Rulebook, Retraction)
"""What the new scene has of its own, beside what is irrevocable."""


class Fork(Record, frozen=True):
    """That a scene goes on from a moment of another (`scene`): when the Storyteller had been told `at` parts of that.
    Its id is the new scene's."""

    irrevocable: ClassVar[bool] = True

    scene: str
    at: int


class SceneForked(Event, frozen=True):
    """The scene that begins goes on from a moment of another."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    scene: str
    at: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Fork(self.id, self.scene, self.at))


class Origin(Record, frozen=True):
    """Where a scene goes on from: the commit `seq` of another stream, with the chain of all up to it. Its id is
    "origin"."""

    irrevocable: ClassVar[bool] = True

    stream: str
    seq: int
    chain: bytes


class OriginStated(Event, frozen=True):
    """What the Storyteller is told of where a scene goes on from: that scene's name, and its `moment` as she counts
    them."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    name: str
    moment: int
    stream: str
    seq: int
    chain: bytes

    def apply(self, records: Partition, at: int) -> None:
        records.put(Origin("origin", self.stream, self.seq, self.chain))
        tell(records, at, f"It goes on from {literal(self.name)}, as that was at moment {self.moment}.")


class TableLaid(Event, frozen=True):
    """What this audience's part of the table was at the moment that the scene goes on from."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    records: "tuple[revocable(), ...]"  # type: ignore[valid-type]  # known once all are loaded

    def apply(self, records: Partition, at: int) -> None:
        for record in self.records:
            records.put(record)


class ForkScene(Command, frozen=True):
    """Begin a scene that goes on from a moment of one that is over: when the Storyteller had been told `at` parts of
    it; a moment that it never came to is its last."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    scene: Id
    at: Moment
    name: Name

    def check(self, view: View) -> None:
        storyteller_only(view)
        if scene_open(view):
            raise Refusal("scene-open", "A scene is open already: close it first (T1).")
        if view.get(SceneCard, self.scene) is None:
            raise Refusal("no-such-scene", "Only a scene of this chronicle can be gone on from (T1).")

    def decide(self, table: Deciding) -> None:
        id_ = table.chance.id(EVERYONE)
        table.emit(STORYTELLER, SceneForked(id_, self.scene, self.at))
        begin(table, id_, self.name)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        """A page knows the scene and the moment: they are those that are looked back on."""
        played = next(view.all(SceneCard), None)
        if view.seat.tells and played is not None and not scene_open(view):
            name = Input("name", "What is the new scene called?", "text", least=1, most=60)
            hint = "in a new scene, in which all is as it was then; what comes of it is kept"
            yield Option(cls.__name__, "", "Play on from here", hint, "past", inputs=(name,))


class OpenFork(TableCommand, frozen=True):
    """Open a scene with the table as it was at a moment of another (`table.past`), which `parent`, `seq` and `chain`
    name; `switches` and `house` are the chronicle's now. The table's own command, sent once for each scene so begun."""

    stream: ShortText
    name: Name
    switches: SwitchChoices
    house: HouseRules
    chapter: ShortText
    story: ShortText
    parent: ShortText
    seq: int
    chain: bytes

    def decide(self, table: Deciding) -> None:
        past = table.past.view(TABLE)  # who counts nothing that is sealed
        was, time = setting(past), clock(past)
        set_scene(table, self.setting(was), time.at, time.turn, GOES_ON)
        table.emit(STORYTELLER, OriginStated(was.name, past.moment, self.parent, self.seq, self.chain))
        began = turn_began(past)
        for audience, partition in table.past.partitions.items():
            records = tuple(laid(partition, began))
            if audience != SEALED and records:
                table.emit(audience, TableLaid(records))
        for face in table.full.all(Face):  # under rules that may be others by now
            weigh(table, face.id)
            drop_out(table, face.id)

    def setting(self, was: Setting) -> Setting:
        """The new scene's: what is fixed for a scene is as it was in the other."""
        then, now = was.rule_set.choices, made(was.rules, self.switches, self.house).choices
        fixed = {switch.name for switch in was.rule_set.switches if switch.fixed}
        chosen = [one for one in self.switches if one[0] not in fixed] + [
            one for one in was.switches if one[0] in fixed
        ]
        return msgspec.structs.replace(
            was, stream=self.stream, name=self.name, open=True, house=self.house, story_name=self.story,
            chapter_name=self.chapter, switches=pairs(dict(chosen)),
            waiting=pairs({name: now[name] for name in fixed if now[name] != then[name]}),
        )  # fmt: skip


def laid(partition: Partition, began: int) -> Iterator[Record]:
    """What of an audience's records a new scene begins with. The turn that ran (`Turn.began`) began with the new scene,
    and what was spent in another one is not remembered: counts begin anew."""
    for table in partition.tables.values():
        for record in table.values():
            if record.irrevocable or isinstance(record, NOT_TAKEN):
                continue
            if isinstance(record, Turn):
                yield msgspec.structs.replace(record, began=FIRST)
            elif not isinstance(record, PointsUsed | WillpowerUsed):
                yield record
            elif record.turn == began:
                yield msgspec.structs.replace(record, turn=FIRST if began else 0)


def to_fork(chronicle: View, card: SceneCard, parent: str, seq: int, chain: bytes) -> OpenFork:
    """What opens a scene that goes on from a commit of another."""
    found, chapter, story = setting(chronicle), chronicle.get(ChapterCard, card.chapter), open_story(chronicle)
    return OpenFork(
        card.stream, card.name, found.switches, found.house, chapter.name if chapter else "",
        story.name if story else "", parent, seq, chain,
    )  # fmt: skip


def forked(chronicle: View, card: SceneCard) -> tuple[SceneCard | None, int]:
    """The scene that a begun one goes on from, None where it does not, and the moment."""
    fork = chronicle.get(Fork, card.id)
    return (chronicle.get(SceneCard, fork.scene), fork.at) if fork else (None, 0)
