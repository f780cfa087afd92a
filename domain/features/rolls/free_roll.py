"""Free-form rolls of any pool, with or without a character, at any time (C30), and the Storyteller's secret rolls
(X1)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Count, Id, Modifier, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, character_ref, phrase
from domain.features.characters.character import Face, face_audience, hidden, own, owned
from domain.features.characters.willpower import check_willpower
from domain.features.characters.wounds import check_conscious
from domain.features.rolls import pools
from domain.features.rolls.automatic_success import AUTOMATIC, check_automatic, take_success, tense
from domain.features.rolls.boosts import listed
from domain.features.rolls.call import PLAIN_DICE
from domain.features.rolls.circumstances import circumstance_inputs, rated
from domain.features.rolls.control_taken import take_control
from domain.features.rolls.make_roll import RollRequest, roll, succeeded
from domain.features.rolls.modified_pool import forecast, rulings_on, with_hidden_circumstances, with_open_rulings
from domain.features.rolls.obstacles import Obstacle, failures, has_untold_try
from domain.features.rolls.opposed_difficulty import (
    DifficultyMade,
    check_opponent,
    difficulty,
    difficulty_source,
    parse_traits,
)
from domain.features.rolls.questions_to_storyteller import QuestionKind, ask, check_unasked
from domain.features.rolls.retries import Retrying, check_reach, check_try, retried, tell_of_failures, try_inputs
from domain.features.rolls.roll import rolled_as
from domain.features.rolls.roll_modifiers import check_together, open_parts
from domain.features.rolls.secret_outcomes import TOPIC, ToTell, check_words, keep_outcome, outcome_of, outcome_told
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.turn import turns_run
from domain.rules.pool import Pool
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet
from domain.tracked_view import memoized

Difficulty = Annotated[int, Meta(ge=0, le=20)]
"""A difficulty; 0 is the default of the rules. The rules decide which values are legal (D8)."""
Again = Annotated[int, Meta(ge=8, le=11)]
Some = Meta(max_length=10)


BONUS: Final = phrase("part-bonus")
PENALTY: Final = phrase("part-penalty")
Telling = Literal["later", "player", "everyone"]
"""When the Storyteller tells the result of a secret roll, and to which seats."""
TELLING = (
    Choice("later", phrase("choice-tell-later")),
    Choice("player", phrase("choice-tell-player")),
    Choice("everyone", phrase("choice-tell-everyone")),
)


class _PoolCommand(Command[Pool], frozen=True):
    """A command to roll: a character's traits by name, plain dice, and modifiers. `helps` and `hinders` are named
    circumstances; each counts with its rating in the rules, or as 1 (S3). `task` is the obstacle that the roll tries to
    overcome; the Storyteller may say whether earlier failures make it harder (`retry`, D13). The difficulty may come
    from an `opponent`'s traits, as in "Wits + 3" (D18)."""

    uses_rulings: ClassVar[bool] = True
    """True if the Storyteller's rulings on the character's next roll affect it (X2)."""
    spends: ClassVar[bool] = False
    """True if the roll may cost Willpower (D11), or may be an automatic success (D10)."""

    reason: ShortText = ""
    actor: Id = ""
    traits: Annotated[tuple[Name, ...], Some] = ()
    dice: Count = 0
    bonus: Count = 0
    penalty: Count = 0
    modifiers: Annotated[tuple[tuple[Name, Modifier], ...], Some] = ()
    difficulty: Difficulty = 0
    specialty: bool = False
    again: Again = 10
    task: Id = ""
    retry: Retrying = ""
    opponent: Id = ""
    against: ShortText = ""
    helps: Annotated[tuple[Name, ...], Some] = ()
    hinders: Annotated[tuple[Name, ...], Some] = ()

    def given(self, rules: RuleSet) -> tuple[Part, ...]:
        """Return all modifiers with their names, bonuses first (S1)."""
        if not (self.modifiers or self.bonus or self.penalty or self.helps or self.hinders):
            return ()
        alone: list[Part] = [(name, dice) for name, dice in ((BONUS, self.bonus), (PENALTY, -self.penalty)) if dice]
        named = rated(rules, self.helps, self.hinders)
        return tuple(sorted([*self.modifiers, *named, *alone], key=lambda part: part[1] < 0))

    def about(self, view: View) -> Words | str:
        """Return the reason for the roll. If the audience may know where its difficulty comes from (D18), this is
        added."""
        if not self.tells_of(view):
            return self.reason
        made_by = self.made_by()
        if not made_by:
            return self.reason
        return phrase("reason-against", reason=Typed(self.reason), against=made_by) if self.reason else made_by

    def made_by(self) -> Words:
        """Return whose traits make the difficulty, `NO_WORDS` if the difficulty is a number."""
        return difficulty_source(self.opponent, parse_traits(self.against)) if self.against else NO_WORDS

    def tells_of(self, view: View) -> bool:
        """True if the audience of the roll may know of the opponent."""
        return not hidden(view, self.opponent) or hidden(view, self.actor)

    def pool(self, view: View, rules: RuleSet, given: tuple[Part, ...]) -> Pool:
        """Return the pool as this seat sees it: traits, then bonuses, then penalties (S1), before earlier failures make
        it harder."""
        parts = pools.free_parts(view, self.actor, self.traits)
        if self.dice:
            parts += ((PLAIN_DICE, self.dice),)
        parts += given
        made = Pool(
            self.actor, self.reason, parts, self.difficulty, self.specialty, self.pays(), self.again, task=self.task,
            kind=rules.roll_kind(self.traits), traits=self.traits, subject=rolled_as(self.traits, self.dice),
        )  # fmt: skip
        if self.against:
            against = difficulty(view, self.opponent, parse_traits(self.against))
            made = replace(made, reason=self.about(view), difficulty=against)
        return made

    def tried(self, view: View, made: Pool) -> Pool:
        """Return the pool as it is rolled, with what earlier failures cost at this moment (D13)."""
        return retried(view, rules_of(view), made, self.retry, self.heard(view)) if self.task else made

    def pays(self) -> bool:
        """True if the roll costs a point of Willpower (D11)."""
        return False

    def heard(self, view: View) -> Audience:
        """Return the audience of the roll."""
        return face_audience(view, self.actor) if self.actor else EVERYONE

    def check(self, view: View) -> Pool:
        if self.actor:
            own(view, self.actor)
            check_conscious(view, self.actor)
        rules = rules_of(view)
        if self.traits:
            pools.check_traits(view, rules, self.actor, self.traits, called=view.seat.is_storyteller)
        given = self.given(rules)
        if given:
            rules.check_modifiers([dice for _, dice in given], by_storyteller=view.seat.is_storyteller)
            if self.actor and self.uses_rulings:
                check_together(view, self.actor, [dice for _, dice in given], kind=rules.roll_kind(self.traits))
        if self.against or self.opponent:
            check_opponent(view, self.opponent, self.against, self.difficulty)
        if self.task or self.retry:
            check_try(view, rules, self.actor, self.task, self.retry, self.heard(view))
        made = self.pool(view, rules, given)
        now = self.tried(view, made)
        ruled = self.actor and self.uses_rulings  # plain dice belong to no character
        throw = (with_open_rulings(view, now) if ruled else now).throw(rules)
        if self.task:
            check_reach(view, now, throw, self.heard(view))
        rules.check(throw)
        self.check_further(view, made)
        return made

    def check_further(self, view: View, made: Pool) -> None:
        """Raise `Refusal` if the pool is illegal for a reason that only this kind of command has."""

    @classmethod
    def more(cls) -> tuple[Input, ...]:
        """Return the inputs that this kind of command has beside the common ones."""
        return ()

    def foreseen(self, view: View) -> Pool | None:
        now = self.tried(view, self.check(view))
        rulings = rulings_on(view, now) if self.uses_rulings else ()
        return forecast(view, now, rulings, self.heard(view))


class Roll(_PoolCommand, frozen=True):
    """Roll openly: for a character, or plain dice (no `actor`).

    - The pool: `traits` by name and `dice`, plus `bonus`, minus `penalty`, and `modifiers` with a name and dice each;
      `helps` and `hinders` name circumstances of the rules.
    - The difficulty: `difficulty` (0: the usual one), or the traits `against` of the character `opponent`, as in "Wits
      + 3" (D18).
    - `specialty` (D7); `again`: a die of this face or more is rolled again, 10 as usual, 11 never.
    - `task`: the obstacle that the roll tries to overcome; `retry` is the Storyteller's choice (D13).
    - `willpower` costs a point (D11). `automatic`: take one success without a roll, if the pool is large enough (D10).
    """

    places = BOTH
    spends: ClassVar[bool] = True

    willpower: bool = False
    automatic: bool = False

    def pays(self) -> bool:
        return self.willpower

    def tried(self, view: View, made: Pool) -> Pool:
        # The Storyteller's answer decides what earlier failures cost; until then the pool does not include it.
        asked = self.task and self.asks(view) in ("retry", "automatic")
        return made if asked else super().tried(view, made)

    def foreseen(self, view: View) -> Pool | None:
        return None if self.automatic else super().foreseen(view)

    def check_further(self, view: View, made: Pool) -> None:
        if self.willpower:
            check_willpower(view, self.actor)
        asked = self.asks(view)
        if self.automatic:
            check_automatic(view, with_open_rulings(view, self.tried(view, made)))
            if not view.seat.is_storyteller and (self.dice or self.pleads(view)):
                raise Refusal("not-agreed-without-roll", rule="D10")
        if asked:
            check_unasked(view, self.actor)

    def asks(self, view: View) -> QuestionKind | None:
        """Return the kind of question that the Storyteller must answer before the roll, or None. It depends only on the
        player's view. The Storyteller's own rolls and plain dice need no answer (C30)."""
        if not self.actor or view.seat.is_storyteller:
            return None
        if self.tries_again(view):
            return "automatic" if self.automatic else "retry"
        return "plea" if self.pleads(view) else None

    def pleads(self, view: View) -> bool:
        """True if the Storyteller must agree to the roll (G6), because a player adds dice, re-rolls more faces than
        usual, or names a specialty that is not on the sheet."""
        if self.specialty and not listed(view, self.actor, self.traits):
            return True
        added = (dice for _, dice in self.given(rules_of(view)))
        more = any(dice > 0 for dice in added) and not rules_of(view).lists_bonuses
        return more or bool(self.traits and self.dice) or self.again < 10

    def tries_again(self, view: View) -> bool:
        """True if a player tries again, and either the rules let the Storyteller decide what earlier failures cost, or
        the player does not know the result of an earlier try (D13)."""
        if not self.task:
            return False
        offered = rules_of(view).retry_penalty
        if offered == "off":
            return False
        tried = (view, self.task, self.actor, self.heard(view))
        return has_untold_try(*tried) or (offered == "offer" and failures(*tried) > 0)

    def decide(self, table: Deciding[Pool]) -> None:
        made = table.checked
        if self.task and self.retry != "waive":
            tell_of_failures(table, self.task, self.actor, self.heard(table.full))
        if about := self.asks(table.view):
            ask(table, about, made, self.traits)
            return
        made = self.tried(table.view, made)
        if self.against and not self.tells_of(table.view):
            table.emit(STORYTELLER, DifficultyMade(self.actor, self.made_by(), made.difficulty))
        if self.automatic:
            take_success(table, made)
        else:
            roll(table, RollRequest(made))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        yield from pool_options(view, cls, "option-roll", phrase("option-roll-dice", rule="D1"), "dice")


class RollInSecret(_PoolCommand, frozen=True):
    """Roll on a character's behalf, for the Storyteller alone (X1). It leaves no trace for players, so it costs nothing
    and uses up no ruling. `tell`: whether the Storyteller tells success or failure at once, to the character's player
    or to everybody, or later. `topic` says for these readers what the roll was about, because her own reason may be
    secret. The text `on_success` or `on_failure` is added to the result; with `words_only`, it replaces the result."""

    desk = "secret"
    usual = 1
    places = BOTH

    uses_rulings: ClassVar[bool] = False

    tell: Telling = "later"
    topic: ShortText = ""
    on_success: ShortText = ""
    on_failure: ShortText = ""
    words_only: bool = False

    def heard(self, view: View) -> Audience:
        return STORYTELLER

    def tells_of(self, view: View) -> bool:
        return True

    def pool(self, view: View, rules: RuleSet, given: tuple[Part, ...]) -> Pool:
        return with_hidden_circumstances(view, super().pool(view, rules, given))

    @classmethod
    def more(cls) -> tuple[Input, ...]:
        return (
            Input("tell", phrase("ask-tell", rule="X1"), "choice", TELLING, default="later"),
            TOPIC,
            Input("on_success", phrase("ask-words-for-success"), "text", most=200),
            Input("on_failure", phrase("ask-words-for-failure"), "text", most=200),
            Input("words_only", phrase("ask-words-only"), "flag"),
        )

    def check(self, view: View) -> Pool:
        storyteller_only(view)
        said = self.topic.strip() or self.on_success.strip() or self.on_failure.strip()
        if said and not self.actor:
            raise Refusal("no-character-to-tell", rule="X1")
        face = own(view, self.actor) if self.actor else None
        if said and self.tell == "later" and face is not None and not face.player:
            raise Refusal("no-player-to-tell", rule="X1", who=character_ref(face.id))
        if self.words_only and not (self.on_success.strip() and self.on_failure.strip()):
            raise Refusal("nothing-said-words-only", rule="X1")
        if self.tell == "everyone":
            check_words(view, self.topic, self.on_success, self.on_failure)
        return super().check(view)

    def decide(self, table: Deciding[Pool]) -> None:
        request = RollRequest(self.tried(table.view, table.checked), STORYTELLER, applies_rulings=False)
        made = roll(table, request)
        won = succeeded(made.verdict)
        take_control(table, self.actor)
        face = table.full.get(Face, self.actor)
        topic, words, other_words = self.topic.strip(), self.on_success.strip(), self.on_failure.strip()
        if not won:
            words, other_words = other_words, words
        if self.tell == "later" or face is None:
            to_tell = ToTell(topic, words, other_words, self.words_only)
            keep_outcome(table, self.actor, self.reason, won=won, roll=made.roll, to_tell=to_tell)
            return
        everybody = self.tell == "everyone"
        audience = EVERYONE if everybody else seats(face.player) if face.player else STORYTELLER
        # Leave out the reason, because it may be a secret, and the id of a hidden character, because it would reveal
        # the character (X4).
        named = "" if hidden(table.full, self.actor) else self.actor
        outcome = "" if self.words_only else outcome_of(won=won)
        table.emit(audience, outcome_told("", named, outcome, words, topic))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            label = phrase("option-roll-in-secret", rule="X1")
            yield from pool_options(view, cls, "option-roll-secretly", label, "secrets")


@memoized
def further_inputs(view: View, *, spends: bool) -> tuple[Input, ...]:
    """Return the inputs of a roll that do not depend on the character. `spends`: the roll may use up points."""
    rules = rules_of(view)
    found = (*try_inputs(view, rules, view.all(Obstacle)), *circumstance_inputs(rules))
    return (*found, AUTOMATIC) if rules.automatic and spends and not (turns_run(view) or tense(view)) else found


def pool_options(
    view: View, command: type[_PoolCommand], label_for: str, label_of_dice: Words, group: str
) -> Iterator[Option]:
    """Return an option to roll for each character of this seat, with its traits and modifiers, and an option to roll
    plain dice. `label_for` is the message of the first ones, which names the character."""
    name, further = command.__name__, further_inputs(view, spends=command.spends)
    for face in owned(view):
        if not allowed(check_conscious, view, face.id):
            continue
        traits = Input("traits", phrase("ask-traits"), "choices", pools.trait_choices(view, face.id))
        ruled = open_parts(view, face.id) if command.uses_rulings else ()
        added = pools.general(view, face.id, (), acting=True) + ruled
        inputs = (traits, *further, *command.more())
        label = Words(label_for, (("who", character_ref(face.id)),), label_of_dice.rule)
        yield Option(name, face.id, label, group=group, inputs=inputs, parts=added)
    dice = Input("dice", phrase("ask-dice"), "number", least=1, most=100, default="1")
    yield Option(name, "", label_of_dice, group=group, inputs=(dice,))
