"""Stories and chapters: a chronicle consists of stories, a story of chapters (about one session each), a chapter of
scenes (T1).

Law. No other order is possible. At most a single story and a single chapter are open, neither opens nor closes while a
scene is open, and closing a story closes its chapter. A scene may be outside any chapter.
"""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from domain.command import Command, Place
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable
from domain.core.option import Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words, phrase, typed
from domain.features.table.game_clock import clock
from domain.features.table.scene_list import scene_open
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell


class StoryCard(Record, frozen=True):
    """A story of the chronicle: its number from 1, and the game times of its beginning and end (`ended` is 0 while it
    is open)."""

    irrevocable: ClassVar[bool] = True

    number: int
    name: str
    began: int
    ended: int
    open: bool


class ChapterCard(Record, frozen=True):
    """A chapter. Its fields are like those of a story, with the story that it belongs to. The numbers of chapters go on
    from story to story."""

    irrevocable: ClassVar[bool] = True

    number: int
    name: str
    began: int
    ended: int
    open: bool
    part_of: str


class StoryBegan(Event, frozen=True):
    """A story began."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    name: str

    def apply(self, records: Partition, at: int) -> None:
        number = len(list(records.all(StoryCard))) + 1
        records.put(StoryCard(self.id, number, self.name, clock(records).at, 0, open=True))
        tell(records, at, phrase("line-story-begins", name=Typed(self.name)), kind="narrated")


class ChapterBegan(Event, frozen=True):
    """A chapter began."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    story: str
    name: str

    def apply(self, records: Partition, at: int) -> None:
        number = len(list(records.all(ChapterCard))) + 1
        records.put(ChapterCard(self.id, number, self.name, clock(records).at, 0, open=True, part_of=self.story))
        tell(records, at, phrase("line-chapter-begins", name=Typed(self.name)), kind="narrated")


class ChapterEnded(Event, frozen=True):
    """A chapter ended. The Storyteller may have added a last word."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        card = records.get(ChapterCard, self.id)
        if card is not None:
            records.put(msgspec.structs.replace(card, ended=clock(records).at, open=False))
            tell(records, at, ending(phrase("line-chapter-ends", name=Typed(card.name)), self.text), kind="narrated")


class StoryEnded(Event, frozen=True):
    """A story ended. The Storyteller may have added a last word."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    id: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        card = records.get(StoryCard, self.id)
        if card is not None:
            records.put(msgspec.structs.replace(card, ended=clock(records).at, open=False))
            tell(records, at, ending(phrase("line-story-ends", name=Typed(card.name)), self.text), kind="narrated")


def ending(line: Words, text: str) -> Words:
    """Return the line that tells the end of a chapter or story, with its last word if there is one."""
    return phrase("line-last-word", line=line, text=Typed(text)) if text else line


def open_story(view: View | Partition) -> StoryCard | None:
    """Return the open story, or None."""
    return next((card for card in view.all(StoryCard) if card.open), None)


def open_chapter(view: View | Partition) -> ChapterCard | None:
    """Return the open chapter, or None."""
    return next((card for card in view.all(ChapterCard) if card.open), None)


class _BetweenScenes(Command, frozen=True):
    """A command of the Storyteller that begins or ends a story or chapter."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle",)

    def check(self, view: View) -> None:
        storyteller_only(view)
        if scene_open(view):
            raise Refusal("scene-open-chapters", rule="T1")

    @staticmethod
    def between(view: View) -> bool:
        """True if the seat is the Storyteller's and no scene is open."""
        return view.seat.is_storyteller and not scene_open(view)


class BeginStory(_BetweenScenes, frozen=True):
    """Begin a story of the chronicle (T1)."""

    name: Name

    def check(self, view: View) -> None:
        super().check(view)
        check_printable(self.name)
        told = open_story(view)
        if told is not None:
            raise Refusal("story-open", rule="T1", name=Typed(told.name))

    def decide(self, table: Deciding) -> None:
        table.emit(EVERYONE, StoryBegan(table.chance.id(EVERYONE), self.name))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if cls.between(view) and open_story(view) is None:
            name = Input("name", phrase("ask-story-name"), "text", least=1, most=60)
            yield Option(cls.__name__, "", phrase("option-begin-story", rule="T1"), group="time", inputs=(name,))


class BeginChapter(_BetweenScenes, frozen=True):
    """Begin a chapter of the open story (T1)."""

    name: Name

    def check(self, view: View) -> None:
        super().check(view)
        check_printable(self.name)
        if open_story(view) is None:
            raise Refusal("no-story-for-chapter", rule="T1")
        played = open_chapter(view)
        if played is not None:
            raise Refusal("chapter-open", rule="T1", name=Typed(played.name))

    def decide(self, table: Deciding) -> None:
        story = open_story(table.full)
        table.emit(EVERYONE, ChapterBegan(table.chance.id(EVERYONE), story.id if story else "", self.name))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if cls.between(view) and open_story(view) is not None and open_chapter(view) is None:
            name = Input("name", phrase("ask-chapter-name"), "text", least=1, most=60)
            yield Option(cls.__name__, "", phrase("option-begin-chapter", rule="T1"), group="time", inputs=(name,))


class EndChapter(_BetweenScenes, frozen=True):
    """End the open chapter (T1)."""

    text: ShortText = ""

    def check(self, view: View) -> None:
        super().check(view)
        if open_chapter(view) is None:
            raise Refusal("no-chapter", rule="T1")

    def decide(self, table: Deciding) -> None:
        chapter = open_chapter(table.full)
        if chapter is not None:
            table.emit(EVERYONE, ChapterEnded(chapter.id, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        chapter = open_chapter(view)
        if cls.between(view) and chapter is not None:
            yield option_to_end(cls, phrase("option-end-chapter", rule="T1"), chapter.name)


class EndStory(_BetweenScenes, frozen=True):
    """End the open story and its chapter (T1)."""

    text: ShortText = ""

    def check(self, view: View) -> None:
        super().check(view)
        if open_story(view) is None:
            raise Refusal("no-story", rule="T1")

    def decide(self, table: Deciding) -> None:
        chapter, story = open_chapter(table.full), open_story(table.full)
        if chapter is not None:
            table.emit(EVERYONE, ChapterEnded(chapter.id, ""))
        if story is not None:
            table.emit(EVERYONE, StoryEnded(story.id, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        story = open_story(view)
        if cls.between(view) and story is not None:
            yield option_to_end(cls, phrase("option-end-story", rule="T1"), story.name)


def option_to_end(command: type[Command], label: Words, name: str) -> Option:
    """Return the option that ends a story or a chapter of this name."""
    return Option(command.__name__, "", label, typed(name), "time", inputs=(last_word(),))


def last_word() -> Input:
    """Return the input for the last word."""
    return Input("text", phrase("ask-last-word"), "text", most=200)
