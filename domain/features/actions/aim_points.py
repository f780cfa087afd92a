"""Aim points, stored as `Spot`: places on a character, or gaps in its cover, at which a called shot may aim. The
Storyteller sets the penalty and the effect of a hit (C3, C31).

The Storyteller can set a spot for everybody at any time. If a player asks for a spot, only this player and the
Storyteller learn the answer.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import ConditionName, Id, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, in_a_row, phrase, signed, typed
from domain.features.characters.character import Face, character, hidden, own, owned, sheet_audience
from domain.features.characters.conditions import check_value, condition
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import tell
from domain.features.table.turn import turns_run
from domain.records.bearing import Value

Penalty = Annotated[int, Meta(ge=0, le=20)]
MOST: Final = 40
"""The number of spots and open questions that a table keeps."""


class Spot(Record, frozen=True):
    """A place at which a called shot may aim. `target`: the character on whom the place is ("": any character).
    `penalty`: the dice that the called shot loses. A hit ignores the target's cover (`cover`), puts a condition on the
    target, or has the effect in `text`. The condition or the text replaces the damage, or is added to it
    (`besides`)."""

    target: str
    name: str
    penalty: int
    cover: bool
    condition: ConditionName
    value: int
    text: str
    besides: bool = False

    @property
    def about(self) -> tuple[str, ...]:
        return (self.target,)

    def on_hiding(self, actor: str) -> Fate:
        return "ends"

    @property
    def harmless(self) -> bool:
        """True if the effect of a hit replaces the damage (C31)."""
        return bool(self.condition or self.text) and not self.besides

    @property
    def words(self) -> Words:
        """Return in words the penalty, the effect of a hit, and whether the effect replaces the damage."""
        effects: list[Words] = [phrase("spot-passes-cover")] if self.cover else []
        if self.condition:
            effects.append(condition(self.condition).words_with(self.value))
        if self.text:
            effects.append(typed(self.text))
        dice, effect = signed(-self.penalty), in_a_row(effects)
        if not (self.condition or self.text):
            return phrase("spot", dice=dice, effect=effect)
        damage = phrase("spot-besides-damage") if self.besides else phrase("spot-in-place-of-damage")
        return phrase("spot-with-effect", dice=dice, effect=effect, damage=damage)


class SpotAsked(Record, frozen=True):
    """An open question of a player: may an attack aim at a certain place, and what is the effect of a hit?"""

    actor: str
    target: str
    text: str

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor, self.target)

    def on_hiding(self, actor: str) -> Fate:
        return "ends"

    def on_handing(self, actor: str) -> Fate:
        return "ends" if actor == self.actor else "stays"


class SpotSet(Event, frozen=True):
    """The Storyteller sets a spot, with its penalty and effect. `words` is the spot in words."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("words",)

    spot: Spot
    who: str
    words: Words

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.spot)
        place, whose = Typed(self.spot.name), self.spot.target
        line = phrase("line-spot", rule="C31", place=place, words=self.words)
        if whose:
            line = phrase("line-spot-of", rule="C31", place=place, whose=character_ref(whose), words=self.words)
        tell(records, at, line, kind="ruled", who=self.who)


class SpotDropped(Event, frozen=True):
    """A spot can no longer be aimed at."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Spot, self.id)


class SpotQuestion(Event, frozen=True):
    """A player asks for a spot."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"seats"})

    id: str
    actor: str
    target: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(SpotAsked(self.id, self.actor, self.target, self.text))
        who, target = character_ref(self.actor), character_ref(self.target)
        tell(records, at, phrase("line-spot-asked", who=who, target=target, text=Typed(self.text)))


class SpotAnswered(Event, frozen=True):
    """A question about a spot is answered. `words`: the refusal (`NO_WORDS` if the spot was set)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"seats"})
    version: ClassVar[int] = 2
    sentences: ClassVar[tuple[str, ...]] = ("words",)

    id: str
    who: str
    words: Words

    def apply(self, records: Partition, at: int) -> None:
        records.drop(SpotAsked, self.id)
        if self.words:
            tell(records, at, self.words, kind="ruled", who=self.who)


def check_room(view: View) -> None:
    """Raise `Refusal` if the table already has the most spots and questions that are allowed."""
    if len(list(view.all(Spot))) + len(list(view.all(SpotAsked))) >= MOST:
        raise Refusal("too-many-spots", rule="C31", most=MOST)


def check_asking(view: View) -> None:
    """Raise `Refusal` if this seat may not ask for a spot now."""
    if view.seat.is_storyteller:
        raise Refusal("no-question-spot", rule="C31")
    if not turns_run(view):
        raise Refusal("no-turns-spot", rule="C31")
    check_room(view)


def open_question(view: View, asked: str) -> SpotAsked:
    """Return a question that is still open, or raise `Refusal`."""
    found = view.get(SpotAsked, asked)
    if found is None:
        raise Refusal("no-such-question-spot", rule="C31")
    return found


class AskForSpot(Command, frozen=True):
    """Ask the Storyteller whether an attack may aim at a certain place on a character, and what a hit there would do
    (C31)."""

    actor: Id
    target: Id
    text: ShortText

    def check(self, view: View) -> None:
        own(view, self.actor)
        character(view, self.target)
        check_asking(view)
        if not self.text.strip():
            raise Refusal("nothing-said-spot", rule="C31")

    def decide(self, table: Deciding) -> None:
        audience = sheet_audience(character(table.full, self.actor).player)
        table.emit(audience, SpotQuestion(table.chance.id(audience), self.actor, self.target, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if allowed(check_asking, view) else ():
            others = tuple(Choice(other.id, other.name) for other in view.all(Face) if other.id != face.id)
            if others:
                inputs = (
                    Input("target", phrase("ask-spot-target"), "choice", others),
                    Input("text", phrase("ask-spot-wish"), "text", least=1, most=200),
                )
                label = phrase("option-ask-for-spot", rule="C31")
                yield Option(cls.__name__, face.id, label, group="act", inputs=inputs)


class SetSpot(Command, frozen=True):
    """Set a spot: its penalty, and the effect of a hit. A hit ignores the target's cover (C3), puts a condition on the
    target, or has an effect in words, in place of damage or `besides` it (C31). `asked`: the question that this command
    answers. Then the spot is on the target of the question, and only for the player who asked."""

    usual = 1
    answers = "asked"

    name: Name
    penalty: Penalty = 0
    target: Id = ""
    cover: bool = False
    condition: ShortText = ""
    value: Value = 0
    text: ShortText = ""
    asked: Id = ""
    besides: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        check_printable(self.name)
        if self.asked:
            open_question(view, self.asked)
        else:
            check_room(view)
        if self.target:
            character(view, self.target)
            if hidden(view, self.target):
                raise Refusal("hidden-target", rule="X4", who=character_ref(self.target))
        if self.condition:
            check_value(condition(self.condition), self.value)
        if not (self.cover or self.condition or self.text.strip()):
            raise Refusal("no-effect", rule="C31")

    def decide(self, table: Deciding) -> None:
        asked = table.full.get(SpotAsked, self.asked) if self.asked else None
        audience = (table.full.audience_of(SpotAsked, self.asked) if asked else None) or EVERYONE
        target = asked.target if asked else self.target
        spot = Spot(
            table.chance.id(audience),
            target,
            self.name,
            self.penalty,
            self.cover,
            self.condition,
            self.value,
            self.text,
            self.besides,
        )
        if asked:
            table.emit(audience, SpotAnswered(self.asked, table.seat.id, NO_WORDS))
        table.emit(audience, SpotSet(spot, table.seat.id, spot.words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller or not turns_run(view):
            return
        everybody = tuple(Choice(face.id, face.name) for face in view.public.all(Face))
        anybody = Choice("", phrase("choice-anybody"))
        target = Input("target", phrase("ask-spot-target"), "choice", (anybody, *everybody))
        if allowed(check_room, view):
            label = phrase("option-set-spot", rule="C31")
            yield Option(cls.__name__, "", label, group="turns", inputs=(*_effect_inputs(), target))
        for asked in view.all(SpotAsked):
            label = phrase("option-set-spot-asked", rule="C31")
            yield Option(cls.__name__, "", label, asked.text, "turns", True, (_question(asked), *_effect_inputs()))


class RefuseSpot(Command, frozen=True):
    """Refuse a player's question for a spot: the target has no such place that an attack could hit (C31)."""

    answers = "asked"

    asked: Id
    text: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        open_question(view, self.asked)

    def decide(self, table: Deciding) -> None:
        audience = table.full.audience_of(SpotAsked, self.asked) or STORYTELLER
        words = typed(self.text) if self.text else phrase("line-no-such-spot", rule="C31")
        table.emit(audience, SpotAnswered(self.asked, table.seat.id, words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for asked in view.all(SpotAsked):
                why = Input("text", phrase("ask-spot-refusal"), "text", most=200, rarely=True)
                label = phrase("option-refuse-spot", rule="C31")
                yield Option(cls.__name__, "", label, asked.text, "turns", True, (_question(asked), why))


def _question(asked: SpotAsked) -> Input:
    about = phrase("choice-called-shot-at", target=character_ref(asked.target))
    this = Choice(asked.id, asked.text, about)
    return Input("asked", phrase("ask-spot-question"), "choice", (this,), default=asked.id)


def _effect_inputs() -> tuple[Input, ...]:
    laid = (
        Choice("", phrase("choice-no-state")),
        *(Choice(c.name, c.with_rule) for c in catalogue().conditions.values() if c.by_hand),
    )
    return (
        Input("name", phrase("ask-spot-place"), "text", least=1, most=60),
        Input("penalty", phrase("ask-spot-penalty"), "number", most=20, default="2"),
        Input("cover", phrase("ask-spot-cover"), "flag"),
        Input("condition", phrase("ask-spot-condition"), "choice", laid),
        Input("value", phrase("ask-condition-number"), "number", most=100),
        Input("text", phrase("ask-spot-effect"), "text", most=200),
        Input("besides", phrase("ask-spot-besides"), "flag"),
    )
