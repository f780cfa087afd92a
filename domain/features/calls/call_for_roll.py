"""Calls: the Storyteller asks a character for a roll; its player answers it, or the Storyteller withdraws it (G3).

What is added openly, or as a number without a reason, stands in the call; anything hidden is a ruling that the
Storyteller alone sees, used up by the answer (X2, X3).
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from domain.core.audience import STORYTELLER, Audience, Kind, seats
from domain.core.bounds import Count, Id, Modifier, Name, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal, allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.calls.stated_intent import Aim, aim_of, end_aim, this_aim
from domain.features.characters.character import Face, character, face_audience, hidden, own
from domain.features.rolls import pools
from domain.features.rolls.call import Call, Plea, call_audience, check_reasons
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
from domain.features.rolls.roll import Pool
from domain.features.rolls.roll_modifiers import (
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
from domain.features.table.story_log import literal, tell
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


class RollCalled(Event, frozen=True):
    """The Storyteller asked for a roll; each field but `who`, her seat, is that of the `Call`."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str
    who: str
    actor: str
    reason: str
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
        what = literal(" + ".join(self.traits) or "a roll")
        against = f" at difficulty {self.difficulty}" if self.difficulty else ""
        against += ", harder for each failure" if self.retry else ""
        about = f": {literal(self.reason)}" if self.reason else ""
        tell(records, at, f"{{0}} is asked for {what}{against}{about}", self.actor, kind="ruled", who=self.who)


class CallEnded(Event, frozen=True):
    """A call was answered, or withdrawn."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Call, self.id)
        records.drop(Plea, self.id)


class CallForRoll(Command, frozen=True):
    """Ask a character for a roll. `private`: only its player hears of it, and of the roll. It may be a try at an
    obstacle (`task`), harder for each failure or not (`retry`, D13); `plain`: a large pool takes it without a roll
    (D10). The difficulty may come from an `opponent`'s traits (D18). `abandon`: before a chance roll the character may
    give it up, which uses its turn or not (S7). `aim`: what a player said she aims at, which this answers (G3)."""

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
            raise Refusal("no-player", f"{face.name} has no player to ask; roll yourself (G3).")
        if not self.traits and not self.dice:
            raise Refusal("nothing-to-roll", "Say which traits, or how many dice (G3).")
        rules = rules_of(view)
        if self.traits:
            pools.check_traits(view, rules, self.actor, self.traits, called=True)
        check_reasons(self.modifier_reason, *self.helps, *self.hinders)
        heard = self.heard(view)
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
        """What is named among what helps and what hinders (S3)."""
        return rated(rules, self.helps, self.hinders)

    def pool(self, view: View, rules: RuleSet) -> Pool:
        """The pool as its player will see it, and the difficulty, but for what earlier failures cost."""
        parts = pools.free_parts(view, self.actor, self.traits) + self.seen(rules)
        asked = difficulty(view, self.opponent, parse_traits(self.against)) if self.against else self.difficulty
        kind = rules.roll_kind(self.traits)
        return Pool(self.actor, self.reason, parts, asked, task=self.task, kind=kind, traits=self.traits)

    def heard(self, view: View) -> Audience:
        """Who hears of the call, and of the roll."""
        return seats(character(view, self.actor).player) if self.private else face_audience(view, self.actor)

    def seen(self, rules: RuleSet) -> tuple[Part, ...]:
        """What is added to the traits for the player to see."""
        parts: tuple[Part, ...] = (("dice", self.dice),) if self.dice else ()
        parts += self.circumstances(rules)
        if not self.modifier or self.visibility == "hidden":
            return parts
        reason = self.modifier_reason or "the Storyteller"
        return (*parts, (reason if self.visibility == "open" else "unexplained", self.modifier))

    def decide(self, table: Deciding) -> None:
        full, rules = table.full, rules_of(table.full)
        audience = self.heard(full)
        id_ = table.chance.id(audience)
        made = self.pool(full, rules)
        against = rules.difficulty(made.difficulty)
        added = made.parts[len(pools.free_parts(full, self.actor, self.traits)) :]
        if self.aim:
            end_aim(table, self.aim)
        if self.task and self.retry != "waive":
            tell_of_failures(table, self.task, self.actor, audience)
        shown = 0 if self.hidden_difficulty else against
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
        for given in self.withheld(against):
            add_ruling(table, STORYTELLER, self.actor, id_, given)

    def about(self, table: Deciding, against: int) -> str:
        """What the roll is for, and how its difficulty came about (D18), as far as others may know: what is kept back,
        and whom they do not see, is for the Storyteller."""
        if not self.against:
            return self.reason
        how = difficulty_source(table.full, self.opponent, parse_traits(self.against))
        if self.hidden_difficulty or hidden(table.full, self.opponent):
            table.emit(STORYTELLER, DifficultyMade(self.actor, how, against))
            return self.reason
        return f"{self.reason}, {how}" if self.reason else how

    def withheld(self, against: int) -> Iterator[Given]:
        """What the player does not see, as rulings: hidden dice, an unexplained reason, a difficulty."""
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
            traits = Input("traits", "Traits", "choices", pools.trait_choices(view, face.id), 1, 2)
            yield Option(cls.__name__, face.id, f"Ask {face.name} for a roll", "", "dice", inputs=(traits, *further))
            if rules_of(view).chooses_difficulty and len(cast_) > 1:
                others = tuple(Choice(f.id, f.name) for f in cast_ if f is not face)
                opposed = (traits, Input("opponent", "Against whom", "choice", others), *AGAINST)
                label = f"Ask {face.name} for a roll against somebody's traits"
                yield Option(cls.__name__, face.id, label, "D18", "dice", inputs=opposed)
            for aim in (a for a in view.all(Aim) if a.actor == face.id):
                inputs = (this_aim(aim), traits, *further)
                yield Option(cls.__name__, face.id, f"Ask for a roll: {aim.aim}", "G3", "dice", False, inputs)


AGAINST = (
    Input("against", "The difficulty comes from, such as Wits + 3", "text", most=200, default="Wits"),
    Input("reason", "What for", "text", most=200),
)


class WithdrawCall(Command, frozen=True):
    """Take a call back: the roll is not needed after all."""

    places = BOTH

    call: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        open_call(view, self.call)

    def decide(self, table: Deciding) -> None:
        use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        end_call(table, self.call)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for call in view.all(Call):
                face = view.get(Face, call.actor)
                label = f"Withdraw the call to {face.name if face else 'nobody'}"
                yield Option(cls.__name__, call.actor, label, call.reason, "dice", False, (this_call(call),))


def call_inputs(view: View) -> Iterator[Input]:
    """What the Storyteller may say of a roll that she asks for, as far as the rules know it."""
    rules = rules_of(view)
    if rules.chooses_difficulty:
        yield Input("difficulty", "Difficulty (0: the usual)", "number", most=10)
        yield Input("hidden_difficulty", "Keep the difficulty back", "flag")
    yield Input("reason", "What for", "text", most=200)
    yield Input("modifier", "Dice given or taken", "number", least=-5, most=5)
    yield Input("visibility", "Who sees the dice given or taken", "choice", VISIBILITIES)
    yield Input("modifier_reason", "Why they are given or taken", "text", most=200)
    yield Input("private", "Only the player may know", "flag")
    yield from try_inputs(view, rules, (o for o in view.all(Obstacle) if allowed(check_obstacle_known, view, o.id)))
    if rules.automatic:
        yield Input("plain", "A large pool needs no roll (D10)", "flag", default="true")
    yield from circumstance_inputs(rules)
    if rules.rerolls:
        yield Input("abandon", "May give up before a chance roll (S7)", "flag")
        yield Input("costs_turn", "Giving up uses the turn (S7)", "flag")


def open_call(view: View, call: str) -> Call:
    """A call that this seat sees. Raises `Refusal`."""
    found = view.get(Call, call)
    if found is None:
        raise Refusal("no-such-call", "Nobody asks for that roll, or it has been made (G3).")
    return found


def difficulty_kept_back(view: View, call: Call) -> bool:
    """Whether a call's difficulty is openly kept back (X3)."""
    return not call.difficulty and rules_of(view).chooses_difficulty


def end_call(table: Deciding, call: str) -> None:
    """Take a call from the table, and whatever was asked about it."""
    close_about(table, call)
    table.emit(call_audience(table.full, call), CallEnded(call))


def check_obstacle_known(view: View, task: str) -> None:
    """Whether whoever is asked may know what she tries. Raises `Refusal`."""
    if view.audience_of(Obstacle, task) == STORYTELLER:
        raise Refusal("hidden-obstacle", "Nobody but you sees that: ask for a roll without naming it (X1).")


def this_call(call: Call) -> Input:
    """The one call that an option is about."""
    choice = Choice(call.id, call.reason or "The roll asked for", " + ".join(call.traits))
    return Input("call", "The call", "choice", (choice,), default=call.id)
