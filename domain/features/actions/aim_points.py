"""Aim points, stored as `Spot`: places on a character, or gaps in its cover, at which a called shot may aim. The
Storyteller sets the penalty and the effect of a hit (C3, C31).

She sets a spot for everybody at any time. Or a player asks for one; then the answer is for this player alone.
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
from domain.features.characters.character import Face, character, hidden, own, owned, sheet_audience
from domain.features.characters.conditions import check_value, condition
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import literal, tell
from domain.features.table.turn import turns_run
from domain.records.bearing import Value

Penalty = Annotated[int, Meta(ge=0, le=20)]
MOST: Final = 40
"""The number of spots and open questions that a table keeps."""


class Spot(Record, frozen=True):
    """A place at which a called shot may aim. `target`: the character that has it ("": any character). `penalty`: the
    dice that aiming at it costs. A hit passes cover (`cover`), lays a condition on the target, or has the effect in
    `text`. Condition and text replace the damage, or are added to it (`besides`)."""

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
    def words(self) -> str:
        """The penalty and the effect of a hit, in words, and if the effect replaces the damage."""
        number = f" {self.value}" if self.value else ""
        laid = f"{condition(self.condition).label.lower()}{number}" if self.condition else ""
        effect = "; ".join(filter(None, (laid, self.text)))
        effect += f" ({'besides' if self.besides else 'in place of'} damage)" if effect else ""
        return f"-{self.penalty}: " + "; ".join(filter(None, ("passes cover" if self.cover else "", effect)))


class SpotAsked(Record, frozen=True):
    """An open question of a player: may a certain place be hit, and with which effect?"""

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

    spot: Spot
    who: str
    words: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.spot)
        where = f"{literal(self.spot.name)} of {{0}}" if self.spot.target else literal(self.spot.name)
        refs = (self.spot.target,) if self.spot.target else ()
        tell(records, at, f"A called shot at {where}: {literal(self.words)}.", *refs, kind="ruled", who=self.who)


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
        tell(records, at, f"{{0}} would aim at {{1}}: {literal(self.text)}", self.actor, self.target)


class SpotAnswered(Event, frozen=True):
    """A question about a spot is answered. `words`: the refusal ("" if the spot was set)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"seats"})

    id: str
    who: str
    words: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(SpotAsked, self.id)
        if self.words:
            tell(records, at, literal(self.words), kind="ruled", who=self.who)


def check_room(view: View) -> None:
    """Raise `Refusal` if the table has no room for another spot or question."""
    if len(list(view.all(Spot))) + len(list(view.all(SpotAsked))) >= MOST:
        raise Refusal("too-many", f"A table keeps {MOST} places to aim at: drop one first (C31).")


def check_asking(view: View) -> None:
    """Raise `Refusal` if this seat may not ask for a spot now."""
    if view.seat.is_storyteller:
        raise Refusal("no-question", "The Storyteller sets it herself (C31).")
    if not turns_run(view):
        raise Refusal("no-turns", "A shot is called where turns run: ask once they do (C31).")
    check_room(view)


def open_question(view: View, asked: str) -> SpotAsked:
    """Return a question that is still open, or raise `Refusal`."""
    found = view.get(SpotAsked, asked)
    if found is None:
        raise Refusal("no-such-question", "That question has its answer (C3, C31).")
    return found


class AskForSpot(Command, frozen=True):
    """Ask the Storyteller for the penalty and the effect of a hit in a certain place on a character (C31)."""

    actor: Id
    target: Id
    text: ShortText

    def check(self, view: View) -> None:
        own(view, self.actor)
        character(view, self.target)
        check_asking(view)
        if not self.text.strip():
            raise Refusal("nothing-said", "Say where the shot is to hit, or what it is to do (C31).")

    def decide(self, table: Deciding) -> None:
        audience = sheet_audience(character(table.full, self.actor).player)
        table.emit(audience, SpotQuestion(table.chance.id(audience), self.actor, self.target, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view) if allowed(check_asking, view) else ():
            others = tuple(Choice(other.id, other.name) for other in view.all(Face) if other.id != face.id)
            if others:
                inputs = (
                    Input("target", "On whom", "choice", others),
                    Input("text", "Where, or to what end", "text", least=1, most=200),
                )
                yield Option(cls.__name__, face.id, "Ask for a called shot", "C31", "act", inputs=inputs)


class SetSpot(Command, frozen=True):
    """Set a spot: its penalty, and the effect of a hit: it passes cover (C3), lays a condition or has an effect in
    words, in place of damage or `besides` it (C31). `asked`: the question that it answers. Then the spot is for the
    asking player alone, on the target of the question."""

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
            face = character(view, self.target)
            if hidden(view, self.target):
                raise Refusal("hidden-target", f"{face.name} is hidden: what is set for it would show it (X4).")
        if self.condition:
            check_value(condition(self.condition), self.value)
        if not (self.cover or self.condition or self.text.strip()):
            raise Refusal("no-effect", "Say what a hit there does: pass cover, lay a condition, or in words (C31).")

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
            table.emit(audience, SpotAnswered(self.asked, table.seat.id, ""))
        table.emit(audience, SpotSet(spot, table.seat.id, spot.words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller or not turns_run(view):
            return
        everybody = tuple(Choice(face.id, face.name) for face in view.public.all(Face))
        target = Input("target", "On whom", "choice", (Choice("", "Anybody"), *everybody))
        if allowed(check_room, view):
            yield Option(cls.__name__, "", "Set a called shot", "C31", "turns", inputs=(*_effect_inputs(), target))
        for asked in view.all(SpotAsked):
            face = view.get(Face, asked.target)
            which = Input("asked", "The question", "choice", (Choice(asked.id, asked.text),), default=asked.id)
            label = f"A called shot at {face.name if face else 'somebody'}"
            yield Option(cls.__name__, "", label, asked.text, "turns", True, (which, *_effect_inputs()))


class RefuseSpot(Command, frozen=True):
    """Answer a question for a spot: there is no place like that to hit (C31)."""

    asked: Id
    text: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        open_question(view, self.asked)

    def decide(self, table: Deciding) -> None:
        audience = table.full.audience_of(SpotAsked, self.asked) or STORYTELLER
        words = self.text or "That cannot be aimed at."
        table.emit(audience, SpotAnswered(self.asked, table.seat.id, words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for asked in view.all(SpotAsked):
                which = Input("asked", "The question", "choice", (Choice(asked.id, asked.text),), default=asked.id)
                why = Input("text", "In words", "text", most=200)
                yield Option(cls.__name__, "", "No such called shot", asked.text, "turns", True, (which, why))


def _effect_inputs() -> tuple[Input, ...]:
    laid = (
        Choice("", "None"),
        *(Choice(c.name, c.label, c.rule) for c in catalogue().conditions.values() if c.by_hand),
    )
    return (
        Input("name", "The place", "text", least=1, most=60),
        Input("penalty", "Dice that it takes", "number", most=20, default="2"),
        Input("cover", "Passes cover", "flag"),
        Input("condition", "Lays a condition", "choice", laid),
        Input("value", "Its number, where it has one", "number", most=100),
        Input("text", "Or does this, in words", "text", most=200),
        Input("besides", "That comes besides damage (else in its place)", "flag"),
    )
