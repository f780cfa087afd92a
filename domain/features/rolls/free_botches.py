"""Mercy: where the chronicle says so, each character's first botch of a session counts as a failure (D12).

A session is a chapter, or what the Storyteller says begins one; else a scene. What is counted is counted for each
audience by itself: a botch that only the Storyteller knows of uses up nothing that others see.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import EVERYONE, Audience, Kind
from domain.core.command import BOTH, Command, Option
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.table.chapters import open_chapter
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.rule_types import Verdict
from domain.rules.ruleset import RuleSet

FORGIVEN = "It is the first of this session, and counts as a failure (D12)."


class Session(Record, frozen=True):
    """The session that is being played, by a name that no other has, and the chapter that it is in. Its id is
    "session"; with the chapter it is over."""

    lasts: ClassVar[bool] = True

    name: str
    chapter: str = ""


class BotchForgiven(Record, frozen=True):
    """A character's first botch in a session was a failure; its id is the character's."""

    lasts: ClassVar[bool] = True

    session: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)

    def on_handing(self, actor: str) -> Fate:
        return "goes"


class SessionBegan(Event, frozen=True):
    """A session begins: everybody has a botch free again."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    who: str
    chapter: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Session("session", self.name, self.chapter))
        tell(records, at, "A session begins: a first botch is a failure again.", kind="ruled", who=self.who)


class BotchWaived(Event, frozen=True):
    """A character's botch was the first of the session, as far as this audience knows."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    actor: str
    session: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(BotchForgiven(self.actor, self.session))


def session(view: View) -> Session | None:
    """The session that is being played: as the Storyteller said, else the chapter; None where neither is known."""
    said, chapter = view.get(Session, "session"), open_chapter(view)
    if said is not None and (chapter is None or chapter.id == said.chapter):
        return said
    return Session("session", chapter.id, chapter.id) if chapter else None


def now_played(view: View) -> str:
    """The session's name; where there is none, each place is one of its own."""
    known = session(view)
    return known.name if known else setting(view).stream


def forgiving(rules: RuleSet) -> bool:
    """Whether a first botch is a failure in this chronicle."""
    return rules.choices.get("free-botch") == "on"


def botch_free(view: View, actor: str, audience: Audience) -> bool:
    """Whether a botch of a character, of which this audience will know, counts as a failure; never where the view may
    not know."""
    if not (actor and forgiving(rules_of(view)) and view.seat.reads(audience)):
        return False
    known = (p.get(BotchForgiven, actor) for p in view.partitions if p.audience == audience)
    used = next(known, None)
    return used is None or used.session != now_played(view)


def merciful(table: Deciding, actor: str, verdict: Verdict, audience: Audience) -> Verdict:
    """What a botch comes to that this audience will know of."""
    if not botch_free(table.full, actor, audience):
        return verdict
    table.emit(audience, BotchWaived(actor, now_played(table.full)))
    return without_botch(verdict, FORGIVEN)


def without_botch(verdict: Verdict, why: str) -> Verdict:
    """A botch that counts as a failure."""
    return replace(verdict, result="failure", explanation=f"{verdict.explanation} {why}")


class BeginSession(Command, frozen=True):
    """Say that a session begins, where chapters do not say it (D12)."""

    places = BOTH

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        before = session(table.full)
        chapter = before.chapter if before else ""
        table.emit(EVERYONE, SessionBegan(table.chance.id(EVERYONE), table.seat.id, chapter))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view) and forgiving(rules_of(view)):
            yield Option(cls.__name__, "", "A session begins", "a first botch is a failure again (D12)", "time")
