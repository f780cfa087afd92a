"""Calls: the Storyteller asks a character for a roll; its player answers it, or the Storyteller withdraws it (G3).

What is added openly, or as a number without a reason, stands in the call; anything hidden is a ruling that the
Storyteller alone sees, used up by the answer (X2, X3).
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from domain.audience import EVERYONE, STORYTELLER, Audience, Kind, seats
from domain.bounds import Count, Id, Modifier, Name, ShortText
from domain.command import Choice, Command, Input, Option, Place, Refusal
from domain.deciding import Deciding
from domain.event import Event
from domain.features import pools
from domain.features.cast import Face, character, face_audience, own, sheet
from domain.features.free_roll import (
    Difficulty,
    Some,
    check_traits,
    check_willpower,
    may_play,
    trait_choices,
)
from domain.features.rolling import Pool, roll_pool, ruled
from domain.features.rulings import (
    VISIBILITIES,
    Given,
    Ruling,
    Visibility,
    check_hidden_difficulty,
    rule,
    use_up,
)
from domain.features.setting import rules_of, storyteller_only
from domain.features.story import literal, tell
from domain.record import Record
from domain.ruleset import Part, RuleSet
from domain.state import Partition, View

SPECIALTY = Input("specialty", "A specialty applies", "flag")
WILLPOWER = Input("willpower", "Spend Willpower", "flag")


class Call(Record, frozen=True):
    """A roll that a character is asked for. `parts` are what comes on top of the traits."""

    actor: str
    reason: str
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    difficulty: int
    """0: one that the Storyteller keeps back (X3), or none where the rules have none."""


class RollCalled(Event, frozen=True):
    """The Storyteller asked for a roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str
    who: str
    actor: str
    reason: str
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    difficulty: int

    def apply(self, records: Partition, at: int) -> None:
        records.put(Call(self.id, self.actor, self.reason, self.traits, self.parts, self.difficulty))
        what = literal(" + ".join(self.traits) or "a roll")
        against = f" at difficulty {self.difficulty}" if self.difficulty else ""
        about = f": {literal(self.reason)}" if self.reason else ""
        tell(records, at, f"{{0}} is asked for {what}{against}{about}", self.actor, kind="ruled", who=self.who)


class CallEnded(Event, frozen=True):
    """A call was answered, or withdrawn."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Call, self.id)


class CallForRoll(Command, frozen=True):
    """Ask a character for a roll. `private`: only its player hears of it, and of the roll."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    actor: Id
    reason: ShortText = ""
    traits: Annotated[tuple[Name, ...], Some] = ()
    dice: Count = 0
    difficulty: Difficulty = 0
    hidden_difficulty: bool = False
    modifier: Modifier = 0
    visibility: Visibility = "open"
    modifier_reason: ShortText = ""
    private: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if not face.player:
            raise Refusal("no-player", f"{face.name} has no player to ask; roll yourself.")
        if not self.traits and not self.dice:
            raise Refusal("nothing-to-roll", "Say which traits, or how many dice.")
        rules = rules_of(view)
        if self.traits:
            check_traits(view, rules, self.actor, self.traits, called=True)
        rules.check_modifiers([self.modifier])
        if self.hidden_difficulty:
            check_hidden_difficulty(view, rules.difficulty(self.difficulty))
        parts = pools.parts(view, self.actor, self.traits) + self.seen()
        rules.check(Pool(self.actor, self.reason, parts, self.difficulty).throw(rules))

    def seen(self) -> tuple[Part, ...]:
        """What is added to the traits for the player to see."""
        parts: tuple[Part, ...] = (("dice", self.dice),) if self.dice else ()
        if not self.modifier or self.visibility == "hidden":
            return parts
        reason = self.modifier_reason or "the Storyteller"
        return (*parts, (reason if self.visibility == "open" else "unexplained", self.modifier))

    def decide(self, table: Deciding) -> None:
        face = character(table.full, self.actor)
        audience = seats(face.player) if self.private else face_audience(table.full, self.actor)
        id_ = table.chance.id(audience)
        difficulty = 0 if self.hidden_difficulty else rules_of(table.full).difficulty(self.difficulty)
        who = table.seat.id
        table.emit(audience, RollCalled(id_, who, self.actor, self.reason, self.traits, self.seen(), difficulty))
        for given in self.withheld(rules_of(table.full)):
            rule(table, STORYTELLER, self.actor, id_, given)

    def withheld(self, rules: RuleSet) -> Iterator[Given]:
        """What the player does not see, as rulings: hidden dice, an unexplained reason, a difficulty."""
        if self.modifier and self.visibility == "hidden":
            yield Given(self.modifier, "hidden", self.modifier_reason, 0)
        if self.modifier and self.visibility == "unexplained" and self.modifier_reason:
            yield Given(0, "unexplained", self.modifier_reason, 0)
        if self.hidden_difficulty:
            yield Given(0, "open", "", rules.difficulty(self.difficulty))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells and may_play(view):
            for face in (f for f in view.all(Face) if f.player):
                inputs = (
                    Input("traits", "Traits", "choices", trait_choices(sheet(view, face.id))),
                    Input("difficulty", "Difficulty (0: the usual)", "number", most=10),
                    Input("hidden_difficulty", "Keep the difficulty back", "flag"),
                    Input("reason", "What for", "text", most=200),
                    Input("modifier", "Dice given or taken", "number", least=-10, most=10),
                    Input("visibility", "Who sees those", "choice", VISIBILITIES),
                    Input("modifier_reason", "Why", "text", most=200),
                    Input("private", "Only the player may know", "flag"),
                )
                yield Option(cls.__name__, face.id, f"Ask {face.name} for a roll", group="dice", inputs=inputs)


class AnswerCall(Command, frozen=True):
    """Make the roll that was asked for."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    call: Id
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> None:
        call = called(view, self.call)
        own(view, call.actor)
        rules = rules_of(view)
        rules.check(self.pool(view, call).throw(rules))
        if self.willpower:
            check_willpower(view, call.actor)

    def pool(self, view: View, call: Call) -> Pool:
        """What the call asks for, as the answering seat sees it."""
        traits = pools.parts(view, call.actor, call.traits)
        return Pool(call.actor, call.reason, traits + call.parts, call.difficulty, self.specialty, self.willpower)

    def foreseen(self, view: View) -> Pool | None:
        self.check(view)
        call = called(view, self.call)
        if kept_back(view, call) and not view.seat.tells:
            return None
        return ruled(view, self.pool(view, call), self.call)

    def decide(self, table: Deciding) -> None:
        call = called(table.view, self.call)
        audience = call_audience(table, self.call)
        table.emit(audience, CallEnded(self.call))
        roll_pool(table, self.pool(table.view, call), audience, self.call)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if may_play(view):
            rules = rules_of(view)
            used = ((rules.specialties, SPECIALTY), (rules.willpower, WILLPOWER))
            inputs = tuple(asked for known, asked in used if known)
            for call in view.all(Call):
                face = view.get(Face, call.actor)
                if face is not None and face.player == view.seat.id:
                    hint = " + ".join(call.traits)
                    label = call.reason or f"Roll for {face.name}"
                    yield Option(cls.__name__, face.id, label, hint, "dice", True, (this_call(call), *inputs))


class WithdrawCall(Command, frozen=True):
    """Take a call back: the roll is not needed after all."""

    places: ClassVar[tuple[Place, ...]] = ("chronicle", "scene")

    call: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        called(view, self.call)

    def decide(self, table: Deciding) -> None:
        use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        table.emit(call_audience(table, self.call), CallEnded(self.call))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            for call in view.all(Call):
                face = view.get(Face, call.actor)
                label = f"Withdraw the call to {face.name if face else 'nobody'}"
                yield Option(cls.__name__, call.actor, label, call.reason, "dice", False, (this_call(call),))


def called(view: View, call: str) -> Call:
    """A call that this seat sees. Raises `Refusal`."""
    found = view.get(Call, call)
    if found is None:
        raise Refusal("no-such-call", "Nobody asks for that roll, or it has been made.")
    return found


def kept_back(view: View, call: Call) -> bool:
    """Whether a call's difficulty is openly kept back (X3)."""
    return not call.difficulty and bool(rules_of(view).difficulties)


def call_audience(table: Deciding, call: str) -> Audience:
    """Who hears of a call, and of its answer."""
    return table.full.audience_of(Call, call) or EVERYONE


def this_call(call: Call) -> Input:
    """The one call that an option is about."""
    choice = Choice(call.id, call.reason or "The roll asked for", " + ".join(call.traits))
    return Input("call", "The call", "choice", (choice,), default=call.id)
