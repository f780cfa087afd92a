"""Outcomes of rolls that players do not see: the Storyteller tells them at once, later, or never (X1 to X3)."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind, named, seats
from domain.core.bounds import Id, LongText, SeatIds, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase, said, summed, term, typed
from domain.features.characters.character import Face, hidden, own
from domain.features.characters.hidden_names import check_tells_of_nobody_hidden
from domain.features.rolls.count_tries import tell_try
from domain.features.rolls.roll import Roll
from domain.features.table.settings import check_audience, rules_of, storyteller_only
from domain.features.table.story_log import ToldInSecret, tell

Outcome = Literal["success", "failure", ""]
"""Success or failure, as it is told; "" if only a text is told."""

TOPIC = Input("topic", phrase("ask-topic", rule="X1"), "text", most=200)

UNTOLD_MOST = 20
"""The number of outcomes that are remembered for the Storyteller; when there are more, the oldest is dropped."""


class Untold(Record, frozen=True):
    """The outcome of a roll that the table, or the character's player, does not know. Only the Storyteller reads it."""

    lasts: ClassVar[bool] = True

    actor: str
    reason: Words | str
    outcome: Outcome
    roll: str = ""
    """The id of the Storyteller's copy of the roll, "" if nothing needs it."""
    shown: str = ""
    """The id of the player's copy of the roll, or ""."""
    topic: str = ""
    """The subject of the roll, in words for its player."""
    words: str = ""
    """A text for the player, beside the result."""
    other_words: str = ""
    """The text to use in place of `words` if the result is changed to the opposite."""
    words_only: bool = False
    """True if only the text is told, and not success or failure."""

    @property
    def told_as(self) -> Outcome:
        """The result that the player is told, unless the Storyteller chooses another."""
        return "" if self.words_only else self.outcome

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class OutcomeKept(Event, frozen=True):
    """The Storyteller keeps the outcome of a roll, which she has not told, for later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    actor: str
    reason: Words | str
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
    """A kept outcome was told, or never will be."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Untold, self.id)


class OutcomeTold(Event, frozen=True):
    """The Storyteller tells an outcome, as far as this audience may know it. The player must accept it (X1). `topic` is
    what the roll was about, and `text` is what follows from it. Without a topic, `text` is what follows if `follows` is
    True, else what the roll was about."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    outcome: Outcome
    text: Words | str
    topic: str = ""
    follows: bool = False

    def apply(self, records: Partition, at: int) -> None:
        if self.topic or self.follows:
            words = topic_and_text(self.outcome, said(self.topic), said(self.text))
        else:
            words = topic_and_text(self.outcome, said(self.text), NO_WORDS)
        # A player who reads only the topic knows which character it is about.
        if self.actor and not (self.topic and named(records.audience)):
            words = phrase("line-outcome-of", who=character_ref(self.actor), what=words)
        tell(records, at, words, kind="ruled", who=self.who)


def outcome_told(who: str, actor: str, outcome: Outcome, text: str, topic: str) -> OutcomeTold:
    """Return the event that tells an outcome. Its parts always come in the order topic, result, consequence."""
    text, topic = text.strip(), topic.strip()
    return OutcomeTold(who, actor, outcome, text, topic, follows=bool(outcome and text and not topic))


def check_words(view: View, *words: str) -> None:
    """Raise `Refusal` if a text for everybody names a hidden character (X4). A text for chosen seats may name it,
    because the Storyteller may want only one player to notice the character."""
    check_tells_of_nobody_hidden(view, phrase("this-outcome"), phrase("or-tell-chosen-seats"), *words)


def topic_and_text(outcome: Outcome, topic: Words, text: Words) -> Words:
    """Return the topic of a roll, its result and its consequence, in words: "Notice – success. A boot scrapes above
    you"."""
    words = topic
    if outcome and topic:
        words = phrase(f"line-{outcome}-topic", rule="X1", topic=topic)
    elif outcome:
        words = phrase(f"line-{outcome}", rule="X1")
    if not text:
        return words
    if not words:
        return text
    return phrase("line-outcome-and-text" if outcome else "line-topic-and-text", outcome=words, text=text)


class TellOutcome(Command, frozen=True):
    """Tell everybody, or the seats in `to`, an outcome, at once or later. `topic` says what the roll was about, in
    words for the players. `untold` is an outcome that was kept for later: if the command has neither result nor text,
    the result or the text of that outcome is told."""

    usual = 1
    desk = "secret"
    answers = "untold"
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
            raise Refusal("told-outcome", rule="X1")
        if not (self.outcome or self.untold or self.text.strip()):
            raise Refusal("nothing-said-outcome", rule="X1")
        if len(self.to) > 20:
            raise Refusal("too-many-seats-told", rule="X1", most=20)
        if self.to:
            check_audience(view, seats(*self.to))
        else:
            check_words(view, self.topic, self.said(view.get(Untold, self.untold) if self.untold else None)[1])

    def said(self, kept: Untold | None) -> tuple[Outcome, str]:
        """Return the result and the text that are told. If the command has neither, they are those of the kept
        outcome."""
        if kept is None or self.outcome or self.text.strip():
            return self.outcome, self.text
        return kept.told_as, kept.words if kept.words_only else self.text

    def decide(self, table: Deciding) -> None:
        audience = seats(*self.to) if self.to else EVERYONE
        # The id of a hidden character would reveal it (X4).
        kept = table.full.get(Untold, self.untold) if self.untold else None
        actor = self.actor or (kept.actor if kept else "")
        if actor and hidden(table.full, actor):
            actor = ""
        outcome, text = self.said(kept)
        if kept is not None:
            table.emit(STORYTELLER, OutcomeSettled(kept.id))
        told = outcome_told(table.seat.id, actor, outcome, text, self.topic)
        if kept is not None and not (text.strip() or self.topic.strip()):
            told = replace(told, text=known_roll(table.full.known_to(audience), kept))
        table.emit(audience, told)
        if kept is not None and actor and outcome:
            tell_try(table, kept.shown, audience, failed=outcome == "failure")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            outcomes = (
                Choice("success", phrase("choice-success")),
                Choice("failure", phrase("choice-failure")),
                Choice("", phrase("choice-only-words")),
            )
            players = tuple(Choice(f.player, typed(f.name)) for f in view.all(Face) if f.player)
            outcome = Input("outcome", phrase("ask-outcome"), "choice", outcomes)
            text = Input("text", phrase("ask-in-words"), "text", most=4000)
            only = players[0].value if len(players) == 1 else ""
            to = Input("to", phrase("ask-who-may-know"), "choices", players, least=1, default=only)
            if players:
                label = phrase("option-tell-outcome", rule="X1")
                yield Option(cls.__name__, "", label, group="secrets", inputs=(outcome, text, to))
            label = phrase("option-tell-everyone", rule="X1")
            yield Option(cls.__name__, "", label, group="secrets", inputs=(outcome, text))
            for kept in view.all(Untold):
                # The player knows the reason of her own roll, but not the reason of the Storyteller's roll (X1).
                topic = replace(TOPIC, default=kept.topic or known_reason(kept), rarely=True)
                which, result = this_outcome(kept), replace(outcome, default=kept.told_as, rarely=True)
                words = replace(text, default=kept.words, rarely=True)
                face, hint = view.get(Face, kept.actor), kept_in_words(kept)
                if face is not None and face.player:
                    player = replace(to, default=face.player, rarely=True)
                    label = phrase("option-tell-outcome-of", rule="X1", who=character_ref(kept.actor))
                    asked = (which, result, topic, words, player)
                    yield Option(cls.__name__, kept.actor, label, hint, "secrets", inputs=asked)
                label = phrase("option-tell-everyone", rule="X1")
                if not (kept.shown or kept.topic or kept.words_only):
                    # Nobody else knows what was rolled: "success" alone would say nothing.
                    topic = replace(topic, least=1, rarely=False)
                inputs = (which, result, topic, words)
                yield Option(cls.__name__, kept.actor, label, hint, "secrets", inputs=inputs, grave=True)


class LeaveUntold(Command, frozen=True):
    """Never tell the outcome of a roll (X1)."""

    answers = "untold"
    places = BOTH

    untold: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Untold, self.untold) is None:
            raise Refusal("told-outcome", rule="X1")

    def decide(self, table: Deciding) -> None:
        kept = table.full.get(Untold, self.untold)
        table.emit(STORYTELLER, OutcomeSettled(self.untold))
        if kept is not None and has_player(table.full, kept.actor):
            who = character_ref(kept.actor)
            note = phrase("note-never-told", rule="X1", who=who, outcome=kept_in_words(kept))
            table.emit(STORYTELLER, ToldInSecret(kept.actor, note))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for kept in view.all(Untold) if view.seat.is_storyteller else ():
            label = phrase("option-leave-untold", rule="X1")
            hint = phrase("line-outcome-of", who=character_ref(kept.actor), what=kept_in_words(kept))
            yield Option(cls.__name__, kept.actor, label, hint, "secrets", inputs=(this_outcome(kept),))


def this_outcome(kept: Untold) -> Input:
    """Return the input that carries the kept outcome of an option."""
    what = Choice(kept.id, said(kept.reason) or phrase("choice-that-roll"), phrase(f"line-{kept.outcome}"))
    return Input("untold", phrase("ask-of-which-roll"), "choice", (what,), default=kept.id)


def known_reason(kept: Untold) -> str:
    """Return the reason that a player typed for the roll and saw with it; "" if the roll was the Storyteller's."""
    return kept.reason if kept.shown and isinstance(kept.reason, str) else ""


def known_roll(view: View, kept: Untold) -> Words | str:
    """Return in words of which roll an outcome is, if this view has the roll: its reason, or its traits."""
    known = view.get(Roll, kept.shown) if kept.shown else None
    if known is None:
        return ""
    traits = [term(name) for name, _ in known.parts if isinstance(name, str) and name in rules_of(view).kinds]
    return said(known.reason) or (summed(traits) if traits else "")


def kept_in_words(kept: Untold) -> Words:
    """Return a kept outcome in words."""
    return topic_and_text(kept.outcome, said(kept.reason), NO_WORDS)


class ToTell(NamedTuple):
    """The text that the Storyteller prepared for the player of a roll: what it is about, a text for its result, a text
    for the opposite result, and whether only the text is told."""

    topic: str = ""
    words: str = ""
    other_words: str = ""
    words_only: bool = False


NOTHING_PREPARED: Final = ToTell()


def keep_outcome(
    table: Deciding,
    actor: str,
    reason: Words | str,
    *,
    won: bool,
    roll: str = "",
    shown: str = "",
    to_tell: ToTell = NOTHING_PREPARED,
) -> None:
    """Keep the outcome of a character's roll for the Storyteller. `roll`, `shown`: the ids of her copy and of the
    player's copy; `to_tell`: the prepared text. For each of her own characters only the last outcome is kept, so that
    she is not asked about every roll that she made for herself alone. These also make room when `UNTOLD_MOST` is
    reached."""
    if table.full.get(Face, actor) is None:
        return
    untold = list(table.full.all(Untold))
    of_own = [one for one in untold if not has_player(table.full, one.actor)]
    oldest = of_own[:1] if len(untold) >= UNTOLD_MOST else []
    for old in [one for one in of_own if one.actor == actor] or oldest:
        table.emit(STORYTELLER, OutcomeSettled(old.id))
    id_ = table.chance.id(STORYTELLER)
    table.emit(STORYTELLER, OutcomeKept(id_, actor, reason, outcome_of(won=won), roll, shown, *to_tell))


def has_player(view: View, actor: str) -> bool:
    """True if a character in the scene is a player's."""
    face = view.get(Face, actor)
    return face is not None and bool(face.player)


def update_kept_outcome(table: Deciding, roll: str, *, won: bool) -> None:
    """Correct the kept outcome of a roll whose result was overridden (G0). If the player's own copy was overridden, the
    player knows the result now, so the outcome is no longer kept."""
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
    """Return the result as it is told."""
    return "success" if won else "failure"
