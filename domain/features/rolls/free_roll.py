"""Free-form rolls: any pool, for anybody or nobody, at all times (C30); and the Storyteller's rolls in secret (X1)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.bounds import Count, Id, Modifier, Name, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal, allowed
from domain.core.state import View
from domain.deciding import Deciding
from domain.features.characters.character import Face, face_audience, hidden, own, owned
from domain.features.characters.willpower import check_willpower
from domain.features.characters.wounds import check_conscious
from domain.features.rolls import pools
from domain.features.rolls.automatic_success import AUTOMATIC, check_automatic, take_success, tense
from domain.features.rolls.boosts import listed
from domain.features.rolls.circumstances import circumstance_inputs, rated
from domain.features.rolls.obstacles import Obstacle, failures, untold
from domain.features.rolls.opposed_difficulty import DifficultyMade, check_opponent, difficulty, named, told
from domain.features.rolls.questions_to_storyteller import QuestionKind, ask, check_unasked
from domain.features.rolls.retries import Retrying, check_reach, check_try, retried, tell_of_failures, try_inputs
from domain.features.rolls.roll import (
    Pool,
    foretold,
    on_roll,
    openly_ruled,
    roll_pool,
    roll_since,
    rolled_as,
    throw_for,
    with_unseen,
    won,
)
from domain.features.rolls.roll_modifiers import check_together, open_parts, take_control
from domain.features.rolls.secret_outcomes import TOPIC, ToTell, keep, outcome_of, outcome_told
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.turn import turns_run
from domain.rules.ruleset import Part, RuleSet

Difficulty = Annotated[int, Meta(ge=0, le=20)]
"""0: the rules' own. What the rules allow is for them to say (D8)."""
Again = Annotated[int, Meta(ge=8, le=11)]
Some = Meta(max_length=10)


Telling = Literal["later", "player", "everyone"]
"""When the Storyteller tells what a secret roll came to, and whom."""
TELLING = (
    Choice("later", "Later, or never"),
    Choice("player", "At once, to its player"),
    Choice("everyone", "At once, to everybody"),
)


class _PoolCommand(Command[Pool], frozen=True):
    """A wish to roll: traits of a character by name, plain dice, and what is added and taken. `helps` and `hinders` are
    circumstances by name: each counts what the rules rate it at, else 1 (S3). `task` is the obstacle that it is a try
    at, and the Storyteller may say whether that is harder for having failed (`retry`, D13). The difficulty may come
    from an `opponent`'s traits, as in "Wits + 3" (D18)."""

    uses_rulings: ClassVar[bool] = True
    """Whether the Storyteller's rulings on the actor's next roll bear on it (X2)."""
    spends: ClassVar[bool] = False
    """Whether Willpower may be spent on it (D11), or a success be taken without it (D10)."""

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
        """All modifiers by their names, those that help first (S1)."""
        if not (self.modifiers or self.bonus or self.penalty or self.helps or self.hinders):
            return ()
        alone = [(name, dice) for name, dice in (("bonus", self.bonus), ("penalty", -self.penalty)) if dice]
        named = rated(rules, self.helps, self.hinders)
        return tuple(sorted([*self.modifiers, *named, *alone], key=lambda part: part[1] < 0))

    def about(self, view: View) -> str:
        """What is rolled for, and whose traits made its difficulty (D18), as far as those who hear of it may know."""
        if not self.tells_of(view):
            return self.reason
        return ", ".join(filter(None, (self.reason, self.made_by(view))))

    def made_by(self, view: View) -> str:
        """Of whose traits the difficulty is made, "" where it is a number."""
        return told(view, self.opponent, named(self.against)) if self.against else ""

    def tells_of(self, view: View) -> bool:
        """Whether those who hear of the roll may know of the opponent."""
        return not hidden(view, self.opponent) or hidden(view, self.actor)

    def pool(self, view: View, rules: RuleSet, given: tuple[Part, ...]) -> Pool:
        """The pool as this seat sees it come about: traits, then what is given, then what is taken (S1); but for what
        earlier failures cost."""
        parts = pools.free_parts(view, self.actor, self.traits)
        if self.dice:
            parts += (("dice", self.dice),)
        parts += given
        made = Pool(
            self.actor, self.reason, parts, self.difficulty, self.specialty, self.pays(), self.again, "", self.task,
            kind=rules.roll_kind(self.traits), traits=self.traits, subject=rolled_as(self.traits, self.dice),
        )  # fmt: skip
        if self.against:
            against = difficulty(view, self.opponent, named(self.against))
            made = replace(made, reason=self.about(view), difficulty=against)
        return made

    def tried(self, view: View, made: Pool) -> Pool:
        """The pool with what earlier failures cost by the time it is rolled (D13)."""
        return retried(view, rules_of(view), made, self.retry, self.heard(view)) if self.task else made

    def pays(self) -> bool:
        """Whether a point of Willpower is spent on it (D11)."""
        return False

    def heard(self, view: View) -> Audience:
        """Who hears the roll."""
        return face_audience(view, self.actor) if self.actor else EVERYONE

    def check(self, view: View) -> Pool:
        if self.actor:
            own(view, self.actor)
            check_conscious(view, self.actor)
        rules = rules_of(view)
        if self.traits:
            pools.check_traits(view, rules, self.actor, self.traits, called=view.seat.tells)
        given = self.given(rules)
        if given:
            rules.check_modifiers([dice for _, dice in given], tells=view.seat.tells)
            if self.actor and self.uses_rulings:
                check_together(view, self.actor, [dice for _, dice in given], kind=rules.roll_kind(self.traits))
        if self.against or self.opponent:
            check_opponent(view, self.opponent, self.against, self.difficulty)
        if self.task or self.retry:
            check_try(view, rules, self.actor, self.task, self.retry, self.heard(view))
        made = self.pool(view, rules, given)
        now = self.tried(view, made)
        ruled = self.actor and self.uses_rulings  # plain dice are nobody's
        throw = (openly_ruled(view, now) if ruled else now).throw(rules)
        if self.task:
            check_reach(view, now, throw, self.heard(view))
        rules.check(throw)
        self.check_further(view, made)
        return made

    def check_further(self, view: View, made: Pool) -> None:
        """What else this command asks of the pool that it has made. Raises `Refusal`."""

    @classmethod
    def more(cls) -> tuple[Input, ...]:
        """What else is asked for a character's roll."""
        return ()

    def foreseen(self, view: View) -> Pool | None:
        now = self.tried(view, self.check(view))
        rulings = on_roll(view, now) if self.uses_rulings else ()
        return foretold(view, now, rulings, self.heard(view))


class Roll(_PoolCommand, frozen=True):
    """Roll dice for everybody to see: for a character, or (no `actor`) plain dice. Willpower costs a point (D11);
    `automatic`: no dice, but one success without a roll, where the pool is large enough (D10)."""

    places = BOTH
    spends: ClassVar[bool] = True

    willpower: bool = False
    automatic: bool = False

    def pays(self) -> bool:
        return self.willpower

    def tried(self, view: View, made: Pool) -> Pool:
        # What the Storyteller is asked is what it costs: nothing until she says so.
        asked = self.task and self.asks(view) in ("retry", "automatic")
        return made if asked else super().tried(view, made)

    def foreseen(self, view: View) -> Pool | None:
        return None if self.automatic else super().foreseen(view)

    def check_further(self, view: View, made: Pool) -> None:
        if self.willpower:
            check_willpower(view, self.actor)
        asked = self.asks(view)
        if self.automatic:
            check_automatic(view, openly_ruled(view, self.tried(view, made)))
            if not view.seat.tells and (self.dice or self.pleads(view)):
                raise Refusal("not-agreed", "What counts only once the Storyteller agrees takes a roll (D10, G6).")
        if asked:
            check_unasked(view, self.actor)

    def asks(self, view: View) -> QuestionKind | None:
        """For what the Storyteller has to be asked first, None for nothing. What the player sees decides it. She asks
        nobody, and plain dice are as many as one likes (C30)."""
        if not self.actor or view.seat.tells:
            return None
        if self.tries_again(view):
            return "automatic" if self.automatic else "retry"
        return "plea" if self.pleads(view) else None

    def pleads(self, view: View) -> bool:
        """Whether a player adds what counts only once the Storyteller agrees: dice more, dice that roll again lower
        down, or a specialty that is not on the sheet (G6)."""
        if self.specialty and not listed(view, self.actor, self.traits):
            return True
        added = (dice for _, dice in self.given(rules_of(view)))
        more = any(dice > 0 for dice in added) and not rules_of(view).lists_bonuses
        return more or bool(self.traits and self.dice) or self.again < 10

    def tries_again(self, view: View) -> bool:
        """Whether a player tries again, and the rules leave it to the Storyteller what that costs, or the player was
        not told whether it failed before (D13)."""
        if not self.task:
            return False
        offered = rules_of(view).retry_penalty
        if offered == "off":
            return False
        tried = (view, self.task, self.actor, self.heard(view))
        return untold(*tried) or (offered == "offer" and failures(*tried) > 0)

    def decide(self, table: Deciding[Pool]) -> None:
        made = table.checked
        if self.task and self.retry != "waive":
            tell_of_failures(table, self.task, self.actor, self.heard(table.full))
        if about := self.asks(table.view):
            ask(table, about, made, self.traits)
            return
        made = self.tried(table.view, made)
        if self.against and not self.tells_of(table.view):
            table.emit(STORYTELLER, DifficultyMade(self.actor, self.made_by(table.view), made.difficulty))
        if self.automatic:
            take_success(table, made)
        else:
            roll_pool(table, made)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        yield from pool_options(view, cls, "Roll", "dice")


class RollInSecret(_PoolCommand, frozen=True):
    """Roll on a character's behalf, for the Storyteller alone (X1). Nobody else gets any trace of it, so it spends
    nothing and uses up no ruling. What it came to she tells later, never, or (`tell`) at once: success or failure, to
    the character's player or to everybody. `topic` is what it was about in their ears, for her own reason may be a
    secret; `on_success` or `on_failure` is told besides, or (`words_only`) in place of success or failure."""

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
        return with_unseen(view, super().pool(view, rules, given))

    @classmethod
    def more(cls) -> tuple[Input, ...]:
        return (
            Input("tell", "What came of it is told", "choice", TELLING, default="later"),
            TOPIC,
            Input("on_success", "Words for success", "text", most=200),
            Input("on_failure", "Words for failure", "text", most=200),
            Input("words_only", "Tell the words alone, not success or failure", "flag"),
        )

    def check(self, view: View) -> Pool:
        storyteller_only(view)
        said = self.topic.strip() or self.on_success.strip() or self.on_failure.strip()
        if said and not self.actor:
            raise Refusal("no-character", "Say whose roll it is: its player is told what came of it (X1).")
        face = own(view, self.actor) if self.actor else None
        if said and self.tell == "later" and face is not None and not face.player:
            raise Refusal(
                "no-player",
                f"{face.name} has no player to be told later: tell everybody at once, or leave the words out (X1).",
            )
        if self.words_only and not (self.on_success.strip() and self.on_failure.strip()):
            raise Refusal("nothing-said", "To tell words alone, write them for success and for failure (X1).")
        return super().check(view)

    def decide(self, table: Deciding[Pool]) -> None:
        mark = len(table.facts)
        succeeded = won(throw_for(table, self.tried(table.view, table.checked), STORYTELLER))
        take_control(table, self.actor)
        face = table.full.get(Face, self.actor)
        topic, words, other_words = self.topic.strip(), self.on_success.strip(), self.on_failure.strip()
        if not succeeded:
            words, other_words = other_words, words
        if self.tell == "later" or face is None:
            to_tell = ToTell(topic, words, other_words, self.words_only)
            roll = roll_since(table, mark)
            keep(table, self.actor, self.reason, won=succeeded, roll=roll, to_tell=to_tell)
            return
        everybody = self.tell == "everyone"
        audience = EVERYONE if everybody else seats(face.player) if face.player else STORYTELLER
        # What it was rolled for might tell too much, and the id of a hidden character would itself be a trace (X4).
        named = "" if hidden(table.full, self.actor) else self.actor
        outcome = "" if self.words_only else outcome_of(won=succeeded)
        table.emit(audience, outcome_told("", named, outcome, words, topic))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.tells:
            yield from pool_options(view, cls, "Roll in secret", "secrets")


def pool_options(view: View, command: type[_PoolCommand], label: str, group: str) -> Iterator[Option]:
    """A roll for each character of this seat, with its traits to choose from and what is added to them, and one of
    plain dice."""
    name, rules = command.__name__, rules_of(view)
    further = (*try_inputs(view, rules, view.all(Obstacle)), *circumstance_inputs(rules))
    if rules.automatic and command.spends and not (turns_run(view) or tense(view)):
        further += (AUTOMATIC,)
    for face in owned(view):
        if not allowed(check_conscious, view, face.id):
            continue
        traits = Input("traits", "Traits", "choices", pools.trait_choices(view, face.id))
        ruled = open_parts(view, face.id) if command.uses_rulings else ()
        added = pools.general(view, face.id, (), acting=True) + ruled
        inputs = (traits, *further, *command.more())
        yield Option(name, face.id, f"{label} for {face.name}", group=group, inputs=inputs, parts=added)
    dice = Input("dice", "Dice", "number", least=1, most=100, default="1")
    yield Option(name, "", f"{label} dice" if group == "dice" else label, group=group, inputs=(dice,))
