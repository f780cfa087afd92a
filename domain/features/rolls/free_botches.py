"""Free botches: if the chronicle says so, each character's first botch of a session counts as a failure (D12).

A session is a chapter, or begins when the Storyteller says so. Without chapters or such a command, each scene is a
session. Each audience has its own record of used free botches, so a botch that only the Storyteller knows of does not
use up the free botch that players see.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, Audience, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.table.chapters import open_chapter
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.rule_types import Verdict
from domain.rules.ruleset import RuleSet

FORGIVEN: Final = phrase("why-first-botch", rule="D12")


class Session(Record, frozen=True):
    """The current session, with a unique name, and its chapter. Its id is "session". It ends with the chapter."""

    lasts: ClassVar[bool] = True

    name: str
    chapter: str = ""


class BotchForgiven(Record, frozen=True):
    """A character has used the free botch of this session. The record's id is the character's id."""

    lasts: ClassVar[bool] = True

    session: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.id,)

    def on_handing(self, actor: str) -> Fate:
        return "goes"


class SessionBegan(Event, frozen=True):
    """A session began: every character has a free botch again."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    name: str
    who: str
    chapter: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Session("session", self.name, self.chapter))
        tell(records, at, phrase("line-session-begins", rule="D12"), kind="ruled", who=self.who)


class BotchWaived(Event, frozen=True):
    """A character used its free botch of this session, as far as this audience knows."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    actor: str
    session: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(BotchForgiven(self.actor, self.session))


def session(view: View) -> Session | None:
    """Return the current session: the last one that the Storyteller began in this chapter, else the one that began with
    the chapter, else None."""
    said, chapter = view.get(Session, "session"), open_chapter(view)
    if said is not None and (chapter is None or chapter.id == said.chapter):
        return said
    return Session("session", chapter.id, chapter.id) if chapter else None


def session_name(view: View) -> str:
    """Return the name of the session; without one, the name of this chronicle or scene."""
    known = session(view)
    return known.name if known else setting(view).stream


def has_free_botches(rules: RuleSet) -> bool:
    """True if this chronicle has free botches."""
    return rules.choices.get("free-botch") == "on"


def botch_free(view: View, actor: str, audience: Audience) -> bool:
    """True if a botch that this audience learns of would count as a failure. False also if the view does not contain
    what decides it."""
    if not (actor and has_free_botches(rules_of(view)) and view.seat.reads(audience)):
        return False
    known = (p.get(BotchForgiven, actor) for p in view.partitions if p.audience == audience)
    used = next(known, None)
    return used is None or used.session != session_name(view)


def apply_free_botch(table: Deciding, actor: str, verdict: Verdict, audience: Audience) -> Verdict:
    """Turn a botch into a failure if the character has not used its free botch, and record for this audience that it
    has now."""
    if not botch_free(table.full, actor, audience):
        return verdict
    table.emit(audience, BotchWaived(actor, session_name(table.full)))
    return without_botch(verdict, FORGIVEN)


def without_botch(verdict: Verdict, why: Words) -> Verdict:
    """Return the botch as a failure, with the reason."""
    return replace(verdict, result="failure", why=why)


class BeginSession(Command, frozen=True):
    """Begin a session (D12). Chronicles with chapters do not need it."""

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
        if view.seat.is_storyteller and is_played_here(view) and has_free_botches(rules_of(view)):
            label = phrase("option-begin-session", rule="D12")
            yield Option(cls.__name__, "", label, phrase("hint-begin-session"), "time")
