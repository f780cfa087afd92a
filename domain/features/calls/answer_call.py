"""Answers to calls and questions. A player answers a call: rolls, takes a success without a roll (D10), or gives up if
the roll is only a chance die (S7). The Storyteller answers a player's question (D10, D13, G6)."""

from collections.abc import Iterator
from typing import ClassVar, Literal, get_args

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal, allowed, why_not
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, in_a_row, phrase, said, summed, term
from domain.features.calls.call_for_roll import difficulty_kept_back, end_call, open_call, this_call
from domain.features.characters.character import Face, face_audience, own
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.combat.finish_slot import SlotDone
from domain.features.combat.initiative import Slot
from domain.features.rolls import pools
from domain.features.rolls.automatic_success import AUTOMATIC, check_automatic, may_be_automatic, take_success
from domain.features.rolls.boosts import SPECIALTY, listed, willpower_input
from domain.features.rolls.call import PLAIN_DICE, Call, call_audience
from domain.features.rolls.make_roll import RollRequest, roll
from domain.features.rolls.modified_pool import forecast, rulings_on, with_known_rulings, with_open_rulings
from domain.features.rolls.obstacles import failures
from domain.features.rolls.questions_to_storyteller import Question, QuestionKind, ask, check_unasked, close
from domain.features.rolls.retries import Retrying, check_reach, cost_in_words, retried
from domain.features.rolls.roll import rolled_as
from domain.features.rolls.roll_modifiers import Ruling, use_up
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.pool import Pool

Answer = Literal["grant", "harder", "refuse"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)


class CallAbandoned(Event, frozen=True):
    """A character gave up, so that it need not roll a chance die."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    actor: str
    reason: Words | str

    def apply(self, records: Partition, at: int) -> None:
        who = character_ref(self.actor)
        words = (
            phrase("line-call-abandoned-because", who=who, why=said(self.reason))
            if self.reason
            else phrase("line-call-abandoned", who=who)
        )
        tell(records, at, words)


class AnswerCall(Command, frozen=True):
    """Make the roll of a call. `automatic`: take a success without a roll (D10)."""

    preview = "pool"
    places = BOTH

    call: Id
    specialty: bool = False
    willpower: bool = False
    automatic: bool = False

    def check(self, view: View) -> None:
        call = open_call(view, self.call)
        own(view, call.actor)
        if self.specialty and not (view.seat.is_storyteller or specialty_allowed(view, call)):
            raise Refusal("call-specialty", rule="G6")
        made = self.pool(view, call)
        heard = call_audience(view, self.call)
        known = with_open_rulings(view, made, self.call, heard)
        throw = known.throw(rules_of(view))
        if not difficulty_kept_back(view, call):
            check_reach(view, made, throw, heard)
        rules_of(view).check(throw)
        if self.willpower:
            check_willpower(view, call.actor)
        if self.automatic:
            check_automatic(view, known, plain=call.plain, kept_back=difficulty_kept_back(view, call))
            check_unasked(view, call.actor)

    def pool(self, view: View, call: Call) -> Pool:
        """Return the pool of the call as the answering seat sees it. Earlier failures at the obstacle make it harder
        (D13)."""
        rules, traits = rules_of(view), pools.free_parts(view, call.actor, call.traits)
        special, against = self.specialty or call.specialty, rules.chosen_difficulty(call.difficulty)
        made = Pool(
            call.actor, call.reason, traits + call.parts, against, special, self.willpower, task=call.task,
            kind=rules.roll_kind(call.traits), traits=call.traits,
            subject=rolled_as(call.traits, plain_dice(call)),
        )  # fmt: skip
        if not call.retry:
            return made
        now = retried(view, rules, made, "apply", call_audience(view, call.id))
        return replace(now, difficulty=against) if difficulty_kept_back(view, call) else now

    def foreseen(self, view: View) -> Pool | None:
        self.check(view)
        call = open_call(view, self.call)
        if self.automatic or (difficulty_kept_back(view, call) and not view.seat.is_storyteller):
            return None
        heard = call_audience(view, self.call)
        made = self.pool(view, call)
        return forecast(view, made, rulings_on(view, made, self.call, heard), heard)

    def decide(self, table: Deciding) -> None:
        call = open_call(table.view, self.call)
        made = self.pool(table.view, call)
        audience = call_audience(table.full, self.call)
        if not self.automatic:
            end_call(table, self.call)
            roll(table, RollRequest(made, audience, call=self.call))
        elif table.seat.is_storyteller or not difficulty_kept_back(table.view, call):
            end_call(table, self.call)
            take_success(table, made, audience, self.call, granted=difficulty_kept_back(table.view, call))
            use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        else:
            ask(table, "automatic", made, call.traits, self.call)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for call in view.all(Call):
            face = view.get(Face, call.actor)
            if face is not None and face.player == view.seat.id:
                label = (
                    phrase("option-answer-call", rule="G3", what=said(call.reason))
                    if call.reason
                    else phrase("option-answer-call-of", rule="G3", who=character_ref(face.id))
                )
                made, inputs = cls(call.id).pool(view, call), (this_call(call), *cls.own_inputs(view, call))
                traits = summed(list(map(term, call.traits))) if call.traits else NO_WORDS
                hint = in_a_row(list(filter(None, (traits, cost_in_words(made)))))
                yield Option(cls.__name__, face.id, label, hint, "dice", True, inputs)

    @classmethod
    def own_inputs(cls, view: View, call: Call) -> Iterator[Input]:
        """Yield the inputs with which the player makes choices."""
        rules, plain = rules_of(view), call_pool(view, call)
        if rules.specialties and specialty_allowed(view, call) and not call.specialty:
            yield SPECIALTY
        if rules.willpower and may_spend_willpower(view, call.actor):
            yield willpower_input(rules)
        if may_be_automatic(view, plain, plain=call.plain, kept_back=difficulty_kept_back(view, call)):
            yield AUTOMATIC


class AbandonCall(Command, frozen=True):
    """Give up, and do not roll the chance die, if the call allows this (S7)."""

    places = BOTH

    call: Id

    def check(self, view: View) -> None:
        call = open_call(view, self.call)
        own(view, call.actor)
        if not call.abandon:
            raise Refusal("call-goes-on", rule="S7")
        if not is_chance_roll(view, call):
            raise Refusal("no-chance-roll", rule="S7")

    def decide(self, table: Deciding) -> None:
        call, audience = open_call(table.full, self.call), call_audience(table.full, self.call)
        use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        end_call(table, self.call)
        table.emit(audience, CallAbandoned(call.actor, call.reason))
        slot = table.full.get(Slot, call.actor)
        if call.costs_turn and slot is not None and slot.status in ("waiting", "yielded"):
            table.emit(face_audience(table.full, call.actor), SlotDone(call.actor, NO_WORDS))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for call in view.all(Call):
            face = view.get(Face, call.actor)
            if face is not None and face.player == view.seat.id and call.abandon and is_chance_roll(view, call):
                label, hint = phrase("option-abandon-call", rule="S7"), NO_WORDS
                if call.costs_turn:
                    hint = phrase("hint-uses-turn")
                yield Option(cls.__name__, face.id, label, hint, "dice", False, (this_call(call),))


class AnswerQuestion(Command, frozen=True):
    """Answer a player's question: grant it; grant it, but let earlier failures make the roll harder (`harder`, D13); or
    refuse it. If the player asked for a success without a roll and it is refused, the roll must still be made (D10).
    The rules are checked again: a success without a roll is not granted if a player could no longer ask for it, and
    Willpower that can no longer be spent is left out of the roll (D11)."""

    answers = "question"
    places = BOTH

    question: Id
    answer: Answer

    def check(self, view: View) -> None:
        storyteller_only(view)
        question = question_of(view, self.question)
        if self.answer == "harder" and question.kind == "automatic":
            raise Refusal("not-asked", rule="D13")
        if self.answer == "harder" and not failure_count(view, question):
            raise Refusal("nothing-failed", rule="D13")
        if question.kind != "automatic" and self.answer != "refuse":
            self.check_roll(view, question)
        if question.kind == "automatic" and self.answer != "refuse":
            check_automatic(view, question.pool(view), plain=may_skip_roll(view, question), kept_back=True)

    def check_roll(self, view: View, question: Question) -> None:
        """Raise `Refusal` if the roll of the question can no longer be made."""
        rules, made = rules_of(view), self.pool(view, question)
        # Rulings that the player does not see count for the difficulty, but not for the pool: hidden modifiers may
        # leave no dice (X2, D19).
        throw = replace(
            with_known_rulings(view, made).throw(rules), pool=with_open_rulings(view, made).throw(rules).pool
        )
        check_reach(view, made, throw, face_audience(view, question.actor))
        rules.check(throw)

    def pool(self, view: View, question: Question) -> Pool:
        """Return the pool that is rolled if the question is granted. If the question asks for another try, the
        Storyteller's answer decides whether earlier failures make it harder. For any other question the rules decide
        (D13)."""
        asked = replace(question.pool(view), willpower=question.willpower and not unspendable_willpower(view, question))
        said: Retrying = "apply" if self.answer == "harder" else "waive" if question.kind == "retry" else ""
        return retried(view, rules_of(view), asked, said, face_audience(view, question.actor))

    def decide(self, table: Deciding) -> None:
        full = table.full
        question = question_of(full, self.question)
        made = self.pool(full, question)
        words = self.refusal(question) if self.answer == "refuse" else unspendable_willpower(full, question)
        close(table, question, words)
        if self.answer == "refuse":
            return
        if question.kind != "automatic":
            roll(table, RollRequest(made))
            return
        audience = call_audience(table.full, question.call) if question.call else None
        if question.call:
            use_up(table, [r for r in full.all(Ruling) if r.call == question.call])
            end_call(table, question.call)
        take_success(table, question.pool(full), audience, granted=True)

    @staticmethod
    def refusal(question: Question) -> Words:
        """Return the story line that tells of the refusal."""
        return REFUSAL_BY_KIND[question.kind]

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for question in view.all(Question) if view.seat.is_storyteller else ():
            label = question_label(question)
            reason = phrase("choice-question-about", question=label, what=said(question.reason))
            what = Choice(question.id, reason if question.reason else label, question.words)
            may = [answer for answer in ANSWERS if allowed(cls(question.id, answer).check, view)]
            open_answers = tuple(choice for choice in possible_answers(view, question) if choice.value in may)
            inputs = (
                Input("question", phrase("ask-question"), "choice", (what,), default=question.id),
                Input("answer", phrase("ask-answer"), "choice", open_answers, least=1),
            )
            hint = cls.hint(view, question) if question.kind != "retry" else NO_WORDS
            yield Option(cls.__name__, question.actor, label, hint, "dice", True, inputs)

    @classmethod
    def hint(cls, view: View, question: Question) -> Words:
        """Return in words what a plea proposes. For every question, add how much earlier failures make the roll harder;
        this is the roll that is granted, or the roll that follows a refusal."""
        plea = question.kind == "plea"
        cost = cost_in_words(cls(question.id, "grant" if plea else "harder").pool(view, question))
        return in_a_row(list(filter(None, (question.words if plea else NO_WORDS, cost))))


REFUSAL_BY_KIND: dict[QuestionKind, Words] = {
    "automatic": phrase("line-roll-it", rule="D10"),
    "retry": phrase("line-no-retry", rule="D13"),
    "plea": phrase("line-not-agreed", rule="G6"),
}
RULE_BY_KIND: dict[QuestionKind, str] = {"automatic": "D10", "retry": "D13", "plea": "G6"}
RETRY_ANSWERS = (
    Choice("grant", phrase("choice-retry-as-before"), phrase("hint-no-penalty")),
    Choice("harder", phrase("choice-yes-harder"), phrase("hint-rules-penalty")),
    Choice("refuse", phrase("choice-no")),
)
AUTOMATIC_ANSWERS = (
    Choice("grant", phrase("choice-it-succeeds")),
    Choice("refuse", phrase("choice-roll-it")),
)
PLEA_ANSWERS = (Choice("grant", phrase("choice-agreed")), Choice("refuse", phrase("choice-not-agreed")))
PLEA_RETRY_ANSWERS = (PLEA_ANSWERS[0], RETRY_ANSWERS[1], PLEA_ANSWERS[1])
ANSWERS_BY_KIND: dict[QuestionKind, tuple[Choice, ...]] = {
    "automatic": AUTOMATIC_ANSWERS,
    "retry": RETRY_ANSWERS,
    "plea": PLEA_ANSWERS,
}


class WithdrawQuestion(Command, frozen=True):
    """Withdraw a question (D10, D13)."""

    places = BOTH

    question: Id

    def check(self, view: View) -> None:
        own(view, question_of(view, self.question).actor)

    def decide(self, table: Deciding) -> None:
        close(table, question_of(table.full, self.question))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for question in view.all(Question):
            if question.who == view.seat.id:
                this = Choice(question.id, question.reason)
                which = Input("question", phrase("ask-question"), "choice", (this,), default=question.id)
                label = phrase("option-withdraw-question", rule=RULE_BY_KIND[question.kind])
                yield Option(cls.__name__, question.actor, label, question.reason, "dice", False, (which,))


def plain_dice(call: Call) -> int:
    """Return the plain dice of a call."""
    return sum(dice for name, dice in call.parts if name in (PLAIN_DICE, "dice"))  # "dice" in calls of older versions


def question_label(question: Question) -> Words:
    """Return a question to the Storyteller in a few words."""
    who, rule = character_ref(question.actor), RULE_BY_KIND[question.kind]
    return phrase(f"option-question-{question.kind}", rule=rule, who=who)


def question_of(view: View, id_: str) -> Question:
    """Return a question that this seat sees, or raise `Refusal`."""
    found = view.get(Question, id_)
    if found is None:
        raise Refusal("no-such-question", rule="G3")
    return found


def failure_count(view: View, question: Question) -> int:
    """Return how often the attempt has failed before, as far as the whole audience of the roll knows (D13)."""
    return failures(view, question.task, question.actor, face_audience(view, question.actor))


def possible_answers(view: View, question: Question) -> tuple[Choice, ...]:
    """Return the answers to this kind of question. If a plea is granted, the rules decide whether earlier failures make
    the roll harder, unless the rules leave this to the Storyteller (D13)."""
    left_to_her = question.kind == "plea" and rules_of(view).retry_penalty == "offer"
    return PLEA_RETRY_ANSWERS if left_to_her else ANSWERS_BY_KIND[question.kind]


def may_skip_roll(view: View, question: Question) -> bool:
    """True if the question does not come from a call, or if its call allows a success without a roll (D10)."""
    call = view.get(Call, question.call) if question.call else None
    return call is None or call.plain


def unspendable_willpower(view: View, question: Question) -> Words:
    """Return in words why the point of Willpower that the question names can no longer be spent (D11, D16). `NO_WORDS`
    if it can be spent, or if the question names none."""
    why = why_not(check_willpower, view, question.actor) if question.willpower else NO_WORDS
    return phrase("line-without-willpower", why=why) if why else NO_WORDS


def specialty_allowed(view: View, call: Call) -> bool:
    """True if a specialty may count for a call: the Storyteller agreed, or the sheet has one for a trait of the call
    (G6)."""
    return call.specialty or listed(view, call.actor, call.traits)


def call_pool(view: View, call: Call) -> Pool:
    """Return the pool of a call, with all rulings on the call that its player sees."""
    return with_open_rulings(view, AnswerCall(call.id).pool(view, call), call.id, call_audience(view, call.id))


def is_chance_roll(view: View, call: Call) -> bool:
    """True if a call is for a chance roll, judged by what its player sees."""
    rules = rules_of(view)
    return rules.is_chance(call_pool(view, call).throw(rules))
