"""Outcomes: what a character knows of a roll that others do not see, told by the Storyteller: at once, later or never
(X1 to X3)."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Kind, named, seats
from domain.core.bounds import Id, LongText, SeatIds, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.features.characters.character import Face, hidden, name_of, own
from domain.features.rolls.obstacles import retell
from domain.features.table.settings import check_audience, storyteller_only
from domain.features.table.story_log import ToldInSecret, literal, tell

Outcome = Literal["success", "failure", ""]
"""How it went as told; "" where only words are."""

WORDS: dict[Outcome, str] = {"success": "it succeeds.", "failure": "it fails.", "": ""}


TOPIC = Input("topic", "What it was about, as the player hears it", "text", most=200)

UNTOLD_MOST = 20
"""How many rolls the Storyteller is reminded of; the oldest is let go."""


class Untold(Record, frozen=True):
    """What came of a roll for a player's character, whose player has not been told; for the Storyteller alone."""

    lasts: ClassVar[bool] = True

    actor: str
    reason: str
    outcome: Outcome
    roll: str = ""
    """The roll as the Storyteller has it, "" where that does not matter."""
    shown: str = ""
    """The roll as its player has it, "" for none."""
    topic: str = ""
    """What it was about, in the words in which its player is to hear it."""
    words: str = ""
    """What its player is to be told besides."""
    other_words: str = ""
    """What would be told in place of `words` if the roll had come to the opposite."""
    words_only: bool = False
    """Whether only words are to be told, and neither success nor failure."""

    @property
    def told_as(self) -> Outcome:
        """What is told of it where the Storyteller says nothing else."""
        return "" if self.words_only else self.outcome

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class OutcomeKept(Event, frozen=True):
    """Something came of a roll that its character's player does not know of."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    actor: str
    reason: str
    outcome: Outcome
    roll: str = ""
    shown: str = ""
    topic: str = ""
    words: str = ""
    other_words: str = ""
    words_only: bool = False

    def apply(self, records: Partition, at: int) -> None:
        records.put(
            Untold(
                self.id, self.actor, self.reason, self.outcome, self.roll, self.shown, self.topic, self.words,
                self.other_words, self.words_only,
            )
        )  # fmt: skip
        for old in [one.id for one in records.all(Untold)][:-UNTOLD_MOST]:
            records.drop(Untold, old)


class OutcomeSettled(Event, frozen=True):
    """What was kept has been told, or never will be."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Untold, self.id)


class OutcomeTold(Event, frozen=True):
    """What became of something, as much of it as the audience is to know. The player abides by it (X1). `topic`: what
    the roll was about, as they hear it; `text` then says what follows from it. `follows`: whether `text` says so where
    there is no topic, too; else it is what the roll was about."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    outcome: Outcome
    text: str
    topic: str = ""
    follows: bool = False

    def apply(self, records: Partition, at: int) -> None:
        text, topic = literal(self.text), literal(self.topic)
        if topic or self.follows:
            words = ": ".join(filter(None, (topic, after(self.outcome, text))))
        else:
            words = sentence(text, WORDS[self.outcome])
        # Whoever is told alone what her roll was about knows whose roll it was.
        refs = (self.actor,) if self.actor and not (topic and named(records.audience)) else ()
        tell(records, at, f"{{0}}: {words}" if refs else words, *refs, kind="ruled", who=self.who)


def outcome_told(who: str, actor: str, outcome: Outcome, text: str, topic: str) -> OutcomeTold:
    """What is told of a roll, always in one order: what it was about, the outcome, the words that follow from it."""
    text, topic = text.strip(), topic.strip()
    return OutcomeTold(who, actor, outcome, text, topic, follows=bool(outcome and text and not topic))


def after(outcome: Outcome, text: str) -> str:
    """How it went, and what follows from that in words: "success. A boot scrapes above you"."""
    return " ".join(filter(None, (f"{outcome}." if outcome else "", text)))


def sentence(text: str, outcome: str) -> str:
    """What is told of something, and what became of it, as people would write it."""
    if not text or not outcome:
        return text or outcome
    return f"{text} {outcome.capitalize()}" if text[-1] in ".!?…" else f"{text}: {outcome}"


class TellOutcome(Command, frozen=True):
    """Tell everybody, or the seats in `to`, what became of something: at once, or any time later. `untold`: the roll
    that it came of, which says success or failure where nothing else does, or its words alone where it was made so;
    `topic`: what that was about, as they hear it."""

    places = BOTH

    actor: Id = ""
    outcome: Outcome = ""
    text: LongText = ""
    to: SeatIds = ()
    untold: Id = ""
    topic: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        if self.actor:
            own(view, self.actor)
        if self.untold and view.get(Untold, self.untold) is None:
            raise Refusal("told", "That has been told, or is too long ago (X1).")
        if not (self.outcome or self.untold or self.text.strip()):
            raise Refusal("nothing-said", "Say what the character knows: success, failure or words (X1).")
        if len(self.to) > 20:
            raise Refusal("too-many", "Name 20 seats at most who are to know, or nobody for everybody.")
        if self.to:
            check_audience(view, seats(*self.to))

    def decide(self, table: Deciding) -> None:
        audience = seats(*self.to) if self.to else EVERYONE
        # The id of a hidden character would itself be a trace (X4).
        kept = table.full.get(Untold, self.untold) if self.untold else None
        actor = self.actor or (kept.actor if kept else "")
        if actor and hidden(table.full, actor):
            actor = ""
        outcome, text = self.outcome, self.text
        if kept is not None and not (outcome or text.strip()):
            outcome, text = kept.told_as, kept.words if kept.words_only else text
        if kept is not None:
            table.emit(STORYTELLER, OutcomeSettled(kept.id))
        table.emit(audience, outcome_told(table.seat.id, actor, outcome, text, self.topic))
        if kept is not None and actor and outcome:
            retell(table, kept.shown, audience, failed=outcome == "failure")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            outcomes = (Choice("success", "Success"), Choice("failure", "Failure"), Choice("", "Only words"))
            players = tuple(Choice(f.player, f.name) for f in view.all(Face) if f.player)
            inputs = (
                Input("outcome", "What became of it", "choice", outcomes),
                Input("text", "In words", "text", most=4000),
                Input("to", "Who may know (nobody chosen: everybody)", "choices", players),
            )
            yield Option(cls.__name__, "", "Tell an outcome", group="secrets", inputs=inputs)
            for kept in view.all(Untold):
                name = name_of(view, kept.actor)
                face = view.get(Face, kept.actor)
                what = Choice(kept.id, kept.reason or "The roll", WORDS[kept.outcome])
                asked = (
                    Input("untold", "Of which roll", "choice", (what,), default=kept.id),
                    replace(inputs[0], default=kept.told_as),
                    # What the player rolled for she knows; what the Storyteller did need not be hers to know (X1).
                    replace(TOPIC, default=kept.topic or (kept.reason if kept.shown else "")),
                    replace(inputs[1], default=kept.words),
                    # Where nobody saw a roll it is hers alone, until the Storyteller says otherwise.
                    replace(inputs[2], default=face.player if face and not kept.shown else ""),
                )
                label = f"Tell {name}: {sentence(kept.reason, WORDS[kept.outcome])}"
                yield Option(cls.__name__, "", label, "X1", "secrets", inputs=asked)


class LeaveUntold(Command, frozen=True):
    """Never tell what came of a roll (X1)."""

    places = BOTH

    untold: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Untold, self.untold) is None:
            raise Refusal("told", "That has been told, or is too long ago (X1).")

    def decide(self, table: Deciding) -> None:
        kept = table.full.get(Untold, self.untold)
        table.emit(STORYTELLER, OutcomeSettled(self.untold))
        if kept is not None:
            said = sentence(kept.reason, WORDS[kept.outcome])
            table.emit(STORYTELLER, ToldInSecret(kept.actor, f"is never told: {said}"))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        kept = tuple(
            Choice(u.id, f"{name_of(view, u.actor)}: {sentence(u.reason, WORDS[u.outcome])}") for u in view.all(Untold)
        )
        if view.seat.is_storyteller and kept:
            which = Input("untold", "Of which roll", "choice", kept)
            what = "something" if len(kept) > 1 else kept[0].label
            yield Option(cls.__name__, "", f"Leave untold: {what}", "X1", "secrets", inputs=(which,))


class ToTell(NamedTuple):
    """What the Storyteller has prepared to tell a player of a roll: what it was about, the words for what it came to
    and for the opposite, and whether the words are all."""

    topic: str = ""
    words: str = ""
    other_words: str = ""
    words_only: bool = False


NOTHING_PREPARED: Final = ToTell()


def keep(
    table: Deciding,
    actor: str,
    reason: str,
    *,
    won: bool,
    roll: str = "",
    shown: str = "",
    to_tell: ToTell = NOTHING_PREPARED,
) -> None:
    """Remember what came of a roll that a player has not been told of, if the character has one. `roll`, `shown`: its
    ids, as the Storyteller has it and as its player does; `to_tell`: what the player is to hear of it."""
    face = table.full.get(Face, actor)
    if face is not None and face.player:
        id_ = table.chance.id(STORYTELLER)
        table.emit(STORYTELLER, OutcomeKept(id_, actor, reason, outcome_of(won=won), roll, shown, *to_tell))


def keep_anew(table: Deciding, roll: str, *, won: bool) -> None:
    """A roll came to something else by the Storyteller's word (G0): its player has heard that, or what is kept for the
    player to be told is that by now."""
    for kept in [one for one in table.full.all(Untold) if roll in (one.roll, one.shown)]:
        if roll == kept.shown:
            table.emit(STORYTELLER, OutcomeSettled(kept.id))
        else:
            outcome, words, other_words = outcome_of(won=won), kept.words, kept.other_words
            if outcome != kept.outcome:
                words, other_words = other_words, words
            anew = OutcomeKept(
                kept.id, kept.actor, kept.reason, outcome, kept.roll, kept.shown, kept.topic, words, other_words,
                kept.words_only,
            )  # fmt: skip
            table.emit(STORYTELLER, anew)


def outcome_of(*, won: bool) -> Outcome:
    """What is told of a roll."""
    return "success" if won else "failure"
