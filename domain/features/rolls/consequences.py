"""Consequences of a botch or a dramatic failure: a text, an effect, or both. They happen at once, or the Storyteller
keeps them for later (G4). Another event contains the damage (G5)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.audience import STORYTELLER, Kind
from domain.core.bounds import Id, Modifier, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words, character_ref, in_a_row, named, phrase, said, term, typed
from domain.features.characters.character import FACES, Face, character, face_audience, own
from domain.features.characters.wounds import wound
from domain.features.rolls.modifiers_in_words import more_or_fewer_dice
from domain.features.rolls.pending_consequences import ConsequenceSettled, Owed
from domain.features.rolls.roll_modifiers import Given, add_ruling, check_next
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import ToldInSecret, tell
from domain.rules.equipment import Damage

Levels = Annotated[int, Meta(ge=0, le=20)]
BANKED_MOST = 100
CONSEQUENCE: Final = phrase("part-consequence")


class Banked(Record, frozen=True):
    """A consequence that the Storyteller keeps for later: a text, levels of damage, dice on the next roll."""

    lasts: ClassVar[bool] = True

    actor: str
    text: str
    levels: int
    damage: Damage
    dice: int

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    @property
    def words(self) -> Words:
        """The consequence, in a few words."""
        parts = [
            *((typed(self.text),) if self.text else ()),
            *((phrase("some-levels", n=self.levels, damage=term(self.damage)),) if self.levels else ()),
            *((more_or_fewer_dice(self.dice),) if self.dice else ()),
        ]
        return in_a_row(parts)


class ConsequenceFell(Event, frozen=True):
    """The text of a consequence, for all who see the character. Other events contain its effects."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    who: str
    actor: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        words = phrase("line-consequence", who=character_ref(self.actor), text=Typed(self.text))
        tell(records, at, words, kind="ruled", who=self.who)


class ConsequenceBanked(Event, frozen=True):
    """The Storyteller keeps a consequence for later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    banked: Banked

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.banked)
        kept = self.banked
        tell(records, at, phrase("line-consequence-kept", rule="G4", who=character_ref(kept.actor), what=kept.words))


class BankEmptied(Event, frozen=True):
    """A kept consequence took effect, or was dropped."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Banked, self.id)


class GiveConsequence(Command, frozen=True):
    """Give a roll a consequence (G4): a text, damage, dice on the character's next roll. `bank`: keep it for later.
    `owed`: the id of the open question that this answers, or ""."""

    answers = "owed"
    places = BOTH

    actor: Id
    text: ShortText = ""
    levels: Levels = 0
    damage: Damage = "bashing"
    dice: Modifier = 0
    bank: bool = False
    owed: Id = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        if not (self.text.strip() or self.levels or self.dice):
            raise Refusal("nothing-said-consequence", rule="G4")
        if self.bank:
            rules_of(view).check_modifiers([self.dice])
        else:
            check_next(view, self.actor, self.dice)
        if self.owed and view.get(Owed, self.owed) is None:
            raise Refusal("not-owed", rule="G4")
        if self.bank and len(list(view.all(Banked))) >= BANKED_MOST:
            raise Refusal("too-many-consequences", most=BANKED_MOST)

    def decide(self, table: Deciding) -> None:
        made = Banked("", self.actor, self.text.strip(), self.levels, self.damage, self.dice)
        if self.owed:
            table.emit(STORYTELLER, ConsequenceSettled(self.owed))
        if self.bank:
            id_ = table.chance.id(STORYTELLER)
            kept = Banked(id_, made.actor, made.text, made.levels, made.damage, made.dice)
            table.emit(STORYTELLER, ConsequenceBanked(kept))
        else:
            apply_consequence(table, made)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for owed in view.all(Owed) if view.seat.is_storyteller and is_played_here(view) else ():
            face = view.get(Face, owed.actor)
            if face is None:
                continue
            inputs = (this_roll(owed), *EFFECTS)
            label, hint = phrase("option-consequence", rule="G4", who=character_ref(face.id)), result_and_reason(owed)
            yield Option(cls.__name__, face.id, label, hint, "story", False, inputs)


DAMAGE: Final[tuple[Damage, ...]] = ("bashing", "lethal", "aggravated")
EFFECTS = (
    Input("text", phrase("ask-in-words"), "text", most=200),
    Input("levels", phrase("ask-levels"), "number", most=20),
    Input("damage", phrase("ask-damage-kind"), "choice", tuple(Choice(kind, named(kind)) for kind in DAMAGE)),
    Input("dice", phrase("ask-dice-next-roll"), "number", least=-5, most=5),
    Input("bank", phrase("ask-bank"), "flag"),
)


class SettleConsequence(Command, frozen=True):
    """Decide that a bad roll has no further consequence (G4, G5)."""

    answers = "owed"
    places = BOTH

    owed: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if view.get(Owed, self.owed) is None:
            raise Refusal("not-owed", rule="G4")

    def decide(self, table: Deciding) -> None:
        owed = table.full.get(Owed, self.owed)
        table.emit(STORYTELLER, ConsequenceSettled(self.owed))
        if owed is not None:
            table.emit(STORYTELLER, ToldInSecret(owed.actor, spared(owed)))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for owed in view.all(Owed) if view.seat.is_storyteller and is_played_here(view) else ():
            label = phrase("option-no-consequence", rule="G4")
            yield Option(cls.__name__, owed.actor, label, bad_roll(owed), "story", inputs=(this_roll(owed),))


def this_roll(owed: Owed) -> Input:
    """Return the input that carries the bad roll of an option."""
    roll = Choice(owed.id, said(owed.reason) or phrase("choice-that-roll"), result_words(owed.result))
    return Input("owed", phrase("ask-owed"), "choice", (roll,), default=owed.id)


def result_and_reason(owed: Owed) -> Words:
    """Return the result and the reason of a bad roll in words."""
    what = result_words(owed.result)
    return phrase("hint-bad-roll-for", what=what, reason=said(owed.reason)) if owed.reason else what


def bad_roll(owed: Owed) -> Words:
    """Return the character, the result and the reason of a bad roll."""
    who, what = character_ref(owed.actor), result_words(owed.result)
    if not owed.reason:
        return phrase("choice-bad-roll", who=who, what=what)
    return phrase("choice-bad-roll-for", who=who, what=what, reason=said(owed.reason))


def spared(owed: Owed) -> Words:
    """Return the note that a bad roll has no further consequence."""
    return phrase("note-no-consequence", rule="G4", roll=bad_roll(owed))


def result_words(result: str) -> Words:
    """Return a bad result in words."""
    return phrase("bad-result-botch" if result == "botch" else "bad-result-dramatic-failure")


class CallIn(Command, frozen=True):
    """Apply a consequence that was kept for later (G4), or remove it (`drop`)."""

    places = BOTH

    banked: Id
    drop: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        kept = view.get(Banked, self.banked)
        if kept is None:
            raise Refusal("not-kept", rule="G4")
        if not self.drop:
            character(view, kept.actor)
            check_next(view, kept.actor, kept.dice)

    def decide(self, table: Deciding) -> None:
        kept = table.full.get(Banked, self.banked)
        table.emit(STORYTELLER, BankEmptied(self.banked))
        if kept is not None and not self.drop:
            apply_consequence(table, kept)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for kept in view.all(Banked) if view.seat.is_storyteller and is_played_here(view) else ():
            face = view.get(Face, kept.actor)
            if face is not None:
                asked = phrase("ask-kept-consequence")
                which = Input("banked", asked, "choice", (Choice(kept.id, kept.words),), default=kept.id)
                inputs = (which, Input("drop", phrase("ask-drop-consequence"), "flag"))
                label = phrase("option-kept-consequence", rule="G4", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, kept.words, "story", False, inputs)


def apply_consequence(table: Deciding, made: Banked) -> None:
    """Apply a consequence: tell its text to all who see the character, then apply its effects."""
    audience = face_audience(table.full, made.actor)
    if made.text:
        table.emit(audience, ConsequenceFell(table.seat.id, made.actor, made.text))
    if made.dice:
        add_ruling(table, audience, made.actor, "", Given(made.dice, "open", made.text or CONSEQUENCE, 0))
    if made.levels:
        wound(table, made.actor, made.damage, made.levels)
