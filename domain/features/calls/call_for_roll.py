"""Calls: the Storyteller asks a character for a roll. The player answers the call, or the Storyteller withdraws it
(G3).

The call contains the modifiers whose number the player sees, with or without a reason. A hidden modifier is a ruling
that only the Storyteller sees; it ends with the answer (X2, X3).
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from domain.command import BOTH, Command
from domain.core.audience import STORYTELLER, Audience, Kind, seats
from domain.core.bounds import Count, Id, Modifier, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, phrase, said, summed, term
from domain.features.calls.stated_intent import Aim, aim_of, end_aim, this_aim
from domain.features.characters.character import Face, character, face_audience, hidden, own
from domain.features.rolls import pools
from domain.features.rolls.call import PLAIN_DICE, Call, Plea, call_audience, check_reasons
from domain.features.rolls.circumstances import circumstance_inputs, rated
from domain.features.rolls.free_roll import Difficulty, Some
from domain.features.rolls.modified_pool import with_open_rulings
from domain.features.rolls.obstacles import Obstacle, obstacle_of
from domain.features.rolls.opposed_difficulty import (
    DifficultyMade,
    check_opponent,
    difficulty,
    difficulty_source,
    parse_traits,
)
from domain.features.rolls.questions_to_storyteller import close_about
from domain.features.rolls.retries import (
    Retrying,
    check_reach,
    check_try,
    is_harder,
    retried,
    tell_of_failures,
    try_inputs,
)
from domain.features.rolls.roll_modifiers import (
    NO_REASON,
    UNEXPLAINED,
    VISIBILITIES,
    Given,
    Ruling,
    Visibility,
    add_ruling,
    check_hidden_difficulty,
    check_together,
    use_up,
)
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.pool import Pool
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


class RollCalled(Event, frozen=True):
    """The Storyteller asks for a roll. `who` is her seat. All other fields are fields of the `Call`."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str
    who: str
    actor: str
    reason: Words | str
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    difficulty: int
    task: str = ""
    plain: bool = True
    abandon: bool = False
    costs_turn: bool = False
    retry: bool = False

    def apply(self, records: Partition, at: int) -> None:
        asked = msgspec.structs.asdict(self)
        del asked["who"]
        records.put(Call(**asked))
        tell(records, at, self.line, kind="ruled", who=self.who)

    @property
    def line(self) -> Words:
        """The story line that asks for the roll."""
        what = phrase("called-roll", traits=summed(list(map(term, self.traits)))) if self.traits else phrase("a-roll")
        if self.difficulty:
            what = phrase("called-difficulty", roll=what, difficulty=self.difficulty)
        if self.retry:
            what = phrase("called-harder", roll=what)
        who = character_ref(self.actor)
        if self.reason:
            return phrase("line-called-because", who=who, roll=what, why=said(self.reason))
        return phrase("line-called", who=who, roll=what)


class CallEnded(Event, frozen=True):
    """A call was answered or withdrawn."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Call, self.id)
        records.drop(Plea, self.id)


class CallForRoll(Command, frozen=True):
    """Ask a character for a roll. `private`: only its player learns of the call and of the roll. `task`: the obstacle
    that the roll tries to overcome; `retry`: whether earlier failures make it harder (D13). `plain`: a large pool may
    succeed without a roll (D10). `opponent`, `against`: the character and the traits from which the difficulty is
    computed (D18). `abandon`: the character may give up before a chance roll, and this uses its turn if `costs_turn`
    (S7). `aim`: the player's intent that this answers (G3)."""

    answers = "aim"
    places = BOTH

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
    task: Id = ""
    retry: Retrying = ""
    plain: bool = True
    opponent: Id = ""
    against: ShortText = ""
    abandon: bool = False
    costs_turn: bool = False
    helps: Annotated[tuple[Name, ...], Some] = ()
    hinders: Annotated[tuple[Name, ...], Some] = ()
    aim: Id = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        face = own(view, self.actor)
        if not face.player:
            raise Refusal("no-player", rule="G3", who=character_ref(face.id))
        if not self.traits and not self.dice:
            raise Refusal("nothing-to-roll", rule="G3")
        rules = rules_of(view)
        if self.traits:
            pools.check_traits(view, rules, self.actor, self.traits, called=True)
        check_reasons(self.modifier_reason, *self.helps, *self.hinders)
        heard = self.audience(view)
        given = [self.modifier, *(dice for _, dice in self.circumstances(rules))]
        check_together(view, self.actor, given, heard=heard, kind=rules.roll_kind(self.traits))
        if self.against or self.opponent:
            check_opponent(view, self.opponent, self.against, self.difficulty)
        if self.task or self.retry:
            check_try(view, rules, self.actor, self.task, self.retry, heard)
            check_obstacle_known(view, self.task)
        if self.aim:
            aim_of(view, self.aim)
        made = retried(view, rules, self.pool(view, rules), self.retry, heard)
        if self.hidden_difficulty:
            check_hidden_difficulty(view, made.throw(rules).difficulty)
        throw = with_open_rulings(view, made, heard=heard).throw(rules)
        check_reach(view, made, throw, heard)
        rules.check(throw)

    def circumstances(self, rules: RuleSet) -> tuple[Part, ...]:
        """Return the modifiers for the named circumstances, which help or hinder (S3)."""
        return rated(rules, self.helps, self.hinders)

    def pool(self, view: View, rules: RuleSet) -> Pool:
        """Return the pool and the difficulty that the player will see, before earlier failures make them harder."""
        parts = pools.free_parts(view, self.actor, self.traits) + self.visible_dice(rules)
        asked = difficulty(view, self.opponent, parse_traits(self.against)) if self.against else self.difficulty
        kind = rules.roll_kind(self.traits)
        return Pool(self.actor, self.reason, parts, asked, task=self.task, kind=kind, traits=self.traits)

    def audience(self, view: View) -> Audience:
        """Return the audience of the call and of the roll."""
        return seats(character(view, self.actor).player) if self.private else face_audience(view, self.actor)

    def visible_dice(self, rules: RuleSet) -> tuple[Part, ...]:
        """Return the modifiers that the player sees, without the traits."""
        parts: tuple[Part, ...] = ((PLAIN_DICE, self.dice),) if self.dice else ()
        parts += self.circumstances(rules)
        if not self.modifier or self.visibility == "hidden":
            return parts
        reason = self.modifier_reason or NO_REASON
        return (*parts, (reason if self.visibility == "open" else UNEXPLAINED, self.modifier))

    def decide(self, table: Deciding) -> None:
        full, rules = table.full, rules_of(table.full)
        audience = self.audience(full)
        id_ = table.chance.id(audience)
        made = self.pool(full, rules)
        against = rules.difficulty(made.difficulty)
        added = made.parts[len(pools.free_parts(full, self.actor, self.traits)) :]
        if self.aim:
            end_aim(table, self.aim)
        if self.task and self.retry != "waive":
            tell_of_failures(table, self.task, self.actor, audience)
        # Where all rolls have one difficulty, no call repeats it.
        shown = 0 if self.hidden_difficulty else rules.chosen_difficulty(against)
        about = self.about(table, against)
        call = RollCalled(
            id=id_,
            who=table.seat.id,
            actor=self.actor,
            reason=about,
            traits=self.traits,
            parts=added,
            difficulty=shown,
            task=self.task,
            plain=self.plain,
            abandon=self.abandon,
            costs_turn=self.costs_turn,
            retry=bool(self.task) and obstacle_of(full, self.task).counts and is_harder(rules, self.retry),
        )
        table.emit(audience, call)
        for given in self.hidden_rulings(against):
            add_ruling(table, STORYTELLER, self.actor, id_, given)

    def about(self, table: Deciding, against: int) -> Words | str:
        """Return the reason of the roll, with the origin of its difficulty (D18) if its audience may know it. If the
        difficulty or the opponent is hidden, only the Storyteller is told the origin."""
        if not self.against:
            return self.reason
        how = difficulty_source(self.opponent, parse_traits(self.against))
        if self.hidden_difficulty or hidden(table.full, self.opponent):
            table.emit(STORYTELLER, DifficultyMade(self.actor, how, against))
            return self.reason
        return phrase("reason-against", reason=Typed(self.reason), against=how) if self.reason else how

    def hidden_rulings(self, against: int) -> Iterator[Given]:
        """Yield the parts of the call that the player does not see, as rulings: hidden modifiers, unexplained reasons,
        a difficulty."""
        if self.modifier and self.visibility == "hidden":
            yield Given(self.modifier, "hidden", self.modifier_reason, 0)
        if self.modifier and self.visibility == "unexplained" and self.modifier_reason:
            yield Given(0, "unexplained", self.modifier_reason, 0)
        if self.hidden_difficulty:
            yield Given(0, "open", "", against)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        cast_, further = list(view.all(Face)), tuple(call_inputs(view))
        for face in (f for f in cast_ if f.player):
            who = character_ref(face.id)
            traits = Input("traits", phrase("ask-traits"), "choices", pools.trait_choices(view, face.id), 1, 2)
            label = phrase("option-call", rule="G3", who=who)
            yield Option(cls.__name__, face.id, label, "", "dice", inputs=(traits, *further))
            if rules_of(view).chooses_difficulty and len(cast_) > 1:
                others = tuple(Choice(f.id, f.name) for f in cast_ if f is not face)
                opposed = (traits, Input("opponent", phrase("ask-call-opponent"), "choice", others), *AGAINST)
                label = phrase("option-call-against", rule="D18", who=who)
                yield Option(cls.__name__, face.id, label, "", "dice", inputs=opposed)
            for aim in (a for a in view.all(Aim) if a.actor == face.id):
                inputs = (this_aim(aim), traits, *further)
                label = phrase("option-call-about", rule="G3")
                yield Option(cls.__name__, face.id, label, "", "dice", False, inputs)


AGAINST = (
    Input("against", phrase("ask-call-against"), "text", most=200, default="Wits"),
    Input("reason", phrase("ask-reason"), "text", most=200),
)


class WithdrawCall(Command, frozen=True):
    """Withdraw a call: the roll is not needed."""

    places = BOTH

    call: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        open_call(view, self.call)

    def decide(self, table: Deciding) -> None:
        withdraw_call(table, self.call)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for call in view.all(Call):
                label = phrase("option-withdraw-call", rule="G3", who=character_ref(call.actor))
                yield Option(cls.__name__, call.actor, label, call.reason, "dice", False, (this_call(call),))


def call_inputs(view: View) -> Iterator[Input]:
    """Yield the inputs of a call other than its traits. An input appears only if the rules use it."""
    rules = rules_of(view)
    if rules.chooses_difficulty:
        yield Input("difficulty", phrase("ask-difficulty"), "number", most=10)
        yield Input("hidden_difficulty", phrase("ask-hide-difficulty", rule="X3"), "flag")
    yield Input("reason", phrase("ask-reason"), "text", most=200)
    yield Input("modifier", phrase("ask-modifier"), "number", least=-5, most=5)
    yield Input("visibility", phrase("ask-modifier-visibility"), "choice", VISIBILITIES)
    yield Input("modifier_reason", phrase("ask-modifier-reason"), "text", most=200)
    yield Input("private", phrase("ask-player-only"), "flag")
    yield from try_inputs(view, rules, (o for o in view.all(Obstacle) if allowed(check_obstacle_known, view, o.id)))
    if rules.automatic:
        yield Input("plain", phrase("ask-plain", rule="D10"), "flag", default="true")
    yield from circumstance_inputs(rules)
    if rules.rerolls:
        yield Input("abandon", phrase("ask-abandon", rule="S7"), "flag")
        yield Input("costs_turn", phrase("ask-costs-turn", rule="S7"), "flag")


def open_call(view: View, call: str) -> Call:
    """Return a call that this seat sees, or raise `Refusal`."""
    found = view.get(Call, call)
    if found is None:
        raise Refusal("no-such-call", rule="G3")
    return found


def difficulty_kept_back(view: View, call: Call) -> bool:
    """True if the difficulty of a call is hidden; the player sees that it is hidden (X3)."""
    return not call.difficulty and rules_of(view).chooses_difficulty


def end_call(table: Deciding, call: str) -> None:
    """Drop a call, with the questions about it."""
    close_about(table, call)
    table.emit(call_audience(table.full, call), CallEnded(call))


def withdraw_call(table: Deciding, call: str) -> None:
    """Drop a call that needs no roll any more, with the rulings for that roll."""
    use_up(table, [r for r in table.full.all(Ruling) if r.call == call])
    end_call(table, call)


def check_obstacle_known(view: View, task: str) -> None:
    """Raise `Refusal` if only the Storyteller knows of the obstacle. The player would learn of it, because the call
    would name it."""
    if view.audience_of(Obstacle, task) == STORYTELLER:
        raise Refusal("hidden-obstacle", rule="X1")


def this_call(call: Call) -> Input:
    """Return the hidden input that says to which call an option belongs."""
    label = call.reason or phrase("choice-this-call")
    choice = Choice(call.id, label, summed(list(map(term, call.traits))) if call.traits else NO_WORDS)
    return Input("call", phrase("ask-call"), "choice", (choice,), default=call.id)
