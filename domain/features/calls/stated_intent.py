"""Intents, stored as `Aim`: a player states what a character wants to achieve and how. The Storyteller answers that no
roll is needed, decides the result, or asks for a roll (G3)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, Audience, Kind, seats
from domain.core.bounds import Id, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, phrase, typed
from domain.features.characters.character import FACES, Face, own, owned
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell

TOLD: frozenset[Kind] = FACES | {"seats"}


class Aim(Record, frozen=True):
    """A character's intent: its goal, and the method to reach it."""

    asks: ClassVar[bool] = True

    actor: str
    aim: str
    method: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)


class AimStated(Event, frozen=True):
    """A player has stated a character's intent."""

    audiences: ClassVar[frozenset[Kind]] = TOLD

    id: str
    who: str
    actor: str
    aim: str
    method: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Aim(self.id, self.actor, self.aim, self.method))
        who, aim = character_ref(self.actor), Typed(self.aim)
        words = (
            phrase("line-intent-by", who=who, aim=aim, method=Typed(self.method))
            if self.method
            else phrase("line-intent", who=who, aim=aim)
        )
        tell(records, at, words, who=self.who)


class AimAnswered(Event, frozen=True):
    """An intent is answered or withdrawn. `text`: the answer, `NO_WORDS` if another event contains it."""

    audiences: ClassVar[frozenset[Kind]] = TOLD
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("text",)

    id: str
    who: str
    text: Words

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Aim, self.id)
        records.drop(Aim, self.id)
        if self.text and found is not None:
            words = phrase("line-intent-answered", who=character_ref(found.actor), answer=self.text)
            tell(records, at, words, kind="ruled", who=self.who)


class StateAim(Command, frozen=True):
    """State a character's intent: its goal, and the method (G3). `private`: only the Storyteller learns of it."""

    title = phrase("command-state-intent")
    places = BOTH

    actor: Id
    aim: ShortText
    method: ShortText = ""
    private: bool = False

    def check(self, view: View) -> None:
        own(view, self.actor)
        if not self.aim.strip():
            raise Refusal("no-aim", rule="G3")
        if any(aim.actor == self.actor for aim in view.all(Aim)):
            raise Refusal("one-aim", rule="G3", who=character_ref(self.actor))

    def decide(self, table: Deciding) -> None:
        face = own(table.full, self.actor)
        audience = table.full.audience_of(Face, self.actor) or EVERYONE
        if self.private and face.player:
            audience = seats(face.player)
        table.emit(audience, AimStated(table.chance.id(audience), table.seat.id, self.actor, self.aim, self.method))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            return
        inputs = (
            Input("aim", phrase("ask-aim"), "text", least=1, most=200),
            Input("method", phrase("ask-method"), "text", most=200),
            Input("private", phrase("ask-storyteller-only"), "flag"),
        )
        for face in owned(view):
            if all(aim.actor != face.id for aim in view.all(Aim)):
                label = phrase("option-state-intent", rule="G3")
                yield Option(cls.__name__, face.id, label, "", "dice", inputs=inputs)


class AnswerAim(Command, frozen=True):
    """Answer an intent without a roll: it simply happens, or it is impossible (G3). The Storyteller can also answer an
    intent with a decree or a call for a roll."""

    answers = "aim"
    places = BOTH

    aim: Id
    text: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        aim_of(view, self.aim)

    def decide(self, table: Deciding) -> None:
        end_aim(table, self.aim, typed(self.text) if self.text else phrase("no-roll-needed"))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for aim in view.all(Aim) if view.seat.is_storyteller else ():
            label = phrase("option-answer-intent", rule="G3")
            words = Input("text", phrase("ask-intent-answer"), "text", most=200, rarely=True)
            yield Option(cls.__name__, aim.actor, label, aim.method, "dice", True, (this_aim(aim), words))


class DropAim(Command, frozen=True):
    """Withdraw an intent (G3)."""

    places = BOTH

    aim: Id

    def check(self, view: View) -> None:
        own(view, aim_of(view, self.aim).actor)

    def decide(self, table: Deciding) -> None:
        end_aim(table, self.aim)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for aim in view.all(Aim):
            face = view.get(Face, aim.actor)
            if face is not None and face.player == view.seat.id:
                label = phrase("option-drop-intent", rule="G3", aim=Typed(aim.aim))
                yield Option(cls.__name__, aim.actor, label, "", "dice", False, (this_aim(aim),))


def aim_of(view: View, id_: str) -> Aim:
    """Return an intent that this seat sees, or raise `Refusal`."""
    found = view.get(Aim, id_)
    if found is None:
        raise Refusal("no-such-aim", rule="G3")
    return found


def end_aim(table: Deciding, id_: str, text: Words = NO_WORDS) -> None:
    """Drop an intent. `text`: the answer, or `NO_WORDS`."""
    audience: Audience = table.full.audience_of(Aim, id_) or EVERYONE
    table.emit(audience, AimAnswered(id_, table.seat.id, text))


def this_aim(aim: Aim) -> Input:
    """Return the hidden input that says to which intent an option belongs."""
    return Input("aim", phrase("ask-which-intent"), "choice", (Choice(aim.id, aim.aim, aim.method),), default=aim.id)
