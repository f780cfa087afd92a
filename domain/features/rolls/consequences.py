"""Consequences of a botch or a dramatic failure: words, an effect, or both, at once or kept for a later scene (G4).
Damage is an event of its own (G5)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

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
from domain.features.characters.character import FACES, Face, character, face_audience, name_of, own
from domain.features.characters.wounds import wound
from domain.features.rolls.pending_consequences import ConsequenceSettled, Owed
from domain.features.rolls.roll_modifiers import Given, add_ruling, check_next
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import ToldInSecret, literal, tell
from domain.rules.equipment import Damage

Levels = Annotated[int, Meta(ge=0, le=20)]
BANKED_MOST = 100


class Banked(Record, frozen=True):
    """A consequence that the Storyteller keeps for later: words, levels of damage, dice on the next roll."""

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
    def words(self) -> str:
        """The consequence in a few words."""
        hurt = f"{self.levels} {self.damage}" if self.levels else ""
        parts = (self.text, hurt, f"{self.dice:+} dice" if self.dice else "")
        return ", ".join(part for part in parts if part)


class ConsequenceFell(Event, frozen=True):
    """A consequence in words, for all who see the character. Its effects are separate events."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    who: str
    actor: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.text)}", self.actor, kind="ruled", who=self.who)


class ConsequenceBanked(Event, frozen=True):
    """The Storyteller keeps a consequence for later."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    banked: Banked

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.banked)
        tell(records, at, f"Kept for {{0}}: {literal(self.banked.words)}.", self.banked.actor)


class BankEmptied(Event, frozen=True):
    """A kept consequence took effect, or was dropped."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Banked, self.id)


class GiveConsequence(Command, frozen=True):
    """Give a roll a consequence (G4): words (`text`), damage, dice on the character's next roll. `bank`: keep it until
    the Storyteller calls it in. `owed`: the pending consequence that this settles, or ""."""

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
            raise Refusal("nothing-said", "Say what comes of it: words, an effect, or both (G4).")
        if self.bank:
            rules_of(view).check_modifiers([self.dice])
        else:
            check_next(view, self.actor, self.dice)
        if self.owed and view.get(Owed, self.owed) is None:
            raise Refusal("not-owed", "Nothing is owed for that roll any more (G4).")
        if self.bank and len(list(view.all(Banked))) >= BANKED_MOST:
            raise Refusal("too-many", f"At most {BANKED_MOST} consequences are kept at a time.")

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
            which = Choice(owed.id, owed.reason or "That roll", owed.result.replace("_", " "))
            inputs = (Input("owed", "For", "choice", (which,), default=owed.id), *EFFECTS)
            what = owed.result.replace("_", " ")
            label = f"{face.name}'s {what}: what comes of it?"
            yield Option(cls.__name__, face.id, label, owed.reason, "story", False, inputs)


EFFECTS = (
    Input("text", "In words", "text", most=200),
    Input("levels", "Levels of damage", "number", most=20),
    Input("damage", "Of which kind", "choice", tuple(Choice(k, k) for k in ("bashing", "lethal", "aggravated"))),
    Input("dice", "Dice on the next roll", "number", least=-5, most=5),
    Input("bank", "Not now: keep it for later", "flag"),
)


class SettleConsequence(Command, frozen=True):
    """Decide that a bad roll has no further consequence (G4, G5)."""

    places = BOTH

    owed: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if view.get(Owed, self.owed) is None:
            raise Refusal("not-owed", "Nothing is owed for that roll any more (G4).")

    def decide(self, table: Deciding) -> None:
        owed = table.full.get(Owed, self.owed)
        table.emit(STORYTELLER, ConsequenceSettled(self.owed))
        if owed is not None:
            table.emit(STORYTELLER, ToldInSecret(owed.actor, f"is spared: nothing comes of the {bad_roll(owed)}."))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        owed = tuple(Choice(o.id, f"{name_of(view, o.actor)}'s {bad_roll(o)}") for o in view.all(Owed))
        if view.seat.is_storyteller and is_played_here(view) and owed:
            which = Input("owed", "Of which roll", "choice", owed)
            what = "a bad roll" if len(owed) > 1 else owed[0].label
            yield Option(cls.__name__, "", f"Nothing comes of {what}", "G4", "story", inputs=(which,))


def bad_roll(owed: Owed) -> str:
    """Return the result and reason of a bad roll, in a few words."""
    return f"{owed.result.replace('_', ' ')}: {owed.reason}" if owed.reason else owed.result.replace("_", " ")


class CallIn(Command, frozen=True):
    """Apply a kept consequence (G4), or remove it (`drop`)."""

    places = BOTH

    banked: Id
    drop: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        kept = view.get(Banked, self.banked)
        if kept is None:
            raise Refusal("not-kept", "No such consequence is kept (G4).")
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
                which = Input("banked", "What", "choice", (Choice(kept.id, kept.words),), default=kept.id)
                inputs = (which, Input("drop", "Let it be instead", "flag"))
                yield Option(cls.__name__, face.id, f"Kept for {face.name}: {kept.words}", "G4", "story", False, inputs)


def apply_consequence(table: Deciding, made: Banked) -> None:
    """Apply a consequence: its words for all who see the character, then its effects."""
    audience = face_audience(table.full, made.actor)
    if made.text:
        table.emit(audience, ConsequenceFell(table.seat.id, made.actor, made.text))
    if made.dice:
        add_ruling(table, audience, made.actor, "", Given(made.dice, "open", made.text or "consequence", 0))
    if made.levels:
        wound(table, made.actor, made.damage, made.levels)
