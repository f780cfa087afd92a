"""Answering: what a player does about a roll that is asked for: makes it, takes a success without a roll (D10), or
gives it up before a chance die (S7); and the Storyteller, about what a player asks (D10, D13, G6)."""

from collections.abc import Iterator
from typing import ClassVar, Literal, get_args

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.bounds import Id
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal, allowed, why_not
from domain.core.event import Event
from domain.core.state import Partition, View
from domain.deciding import Deciding
from domain.features.calls.call_for_roll import called, end_call, kept_back, this_call
from domain.features.characters.character import Face, face_audience, own
from domain.features.characters.willpower import check_willpower, may_spend_willpower
from domain.features.combat.initiative import Slot
from domain.features.combat.take_action import SlotDone
from domain.features.rolls import pools
from domain.features.rolls.automatic_success import AUTOMATIC, check_automatic, may_be_automatic, take_success
from domain.features.rolls.boosts import SPECIALTY, listed, willpower_input
from domain.features.rolls.call import Call, call_audience
from domain.features.rolls.obstacles import failures
from domain.features.rolls.questions_to_storyteller import Question, QuestionKind, ask, check_unasked, close
from domain.features.rolls.retries import Retrying, check_reach, cost_in_words, retried
from domain.features.rolls.roll import Pool, foretold, on_roll, openly_ruled, roll_pool, rolled_as, ruled
from domain.features.rolls.roll_modifiers import Ruling, use_up
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import literal, tell

Answer = Literal["grant", "harder", "refuse"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)


class CallAbandoned(Event, frozen=True):
    """A character gave up rather than roll a chance die."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats", "storyteller"})

    actor: str
    reason: str

    def apply(self, records: Partition, at: int) -> None:
        about = f": {literal(self.reason)}" if self.reason else ""
        tell(records, at, f"{{0}} thinks better of it{about}.", self.actor)


class AnswerCall(Command, frozen=True):
    """Make the roll that was asked for; `automatic`: take a success without one (D10)."""

    preview = "pool"
    places = BOTH

    call: Id
    specialty: bool = False
    willpower: bool = False
    automatic: bool = False

    def check(self, view: View) -> None:
        call = called(view, self.call)
        own(view, call.actor)
        if self.specialty and not (view.seat.tells or agreed(view, call)):
            raise Refusal(
                "not-agreed",
                "A specialty that is not on the sheet counts once the Storyteller agrees: plead for it (G6).",
            )
        made = self.pool(view, call)
        heard = call_audience(view, self.call)
        known = openly_ruled(view, made, self.call, heard)
        throw = known.throw(rules_of(view))
        if not kept_back(view, call):
            check_reach(view, made, throw, heard)
        rules_of(view).check(throw)
        if self.willpower:
            check_willpower(view, call.actor)
        if self.automatic:
            check_automatic(view, known, plain=call.plain, kept_back=kept_back(view, call))
            check_unasked(view, call.actor)

    def pool(self, view: View, call: Call) -> Pool:
        """What the call asks for, as the answering seat sees it; harder for what has failed by now (D13)."""
        rules, traits = rules_of(view), pools.free_parts(view, call.actor, call.traits)
        special, against = self.specialty or call.specialty, rules.chosen(call.difficulty)
        made = Pool(
            call.actor, call.reason, traits + call.parts, against, special, self.willpower, task=call.task,
            kind=rules.roll_kind(call.traits), traits=call.traits,
            subject=rolled_as(call.traits, dict(call.parts).get("dice", 0)),
        )  # fmt: skip
        if not call.retry:
            return made
        now = retried(view, rules, made, "apply", call_audience(view, call.id))
        return replace(now, difficulty=against) if kept_back(view, call) else now

    def foreseen(self, view: View) -> Pool | None:
        self.check(view)
        call = called(view, self.call)
        if self.automatic or (kept_back(view, call) and not view.seat.tells):
            return None
        heard = call_audience(view, self.call)
        made = self.pool(view, call)
        return foretold(view, made, on_roll(view, made, self.call, heard), heard)

    def decide(self, table: Deciding) -> None:
        call = called(table.view, self.call)
        made = self.pool(table.view, call)
        audience = call_audience(table.full, self.call)
        if not self.automatic:
            end_call(table, self.call)
            roll_pool(table, made, audience, self.call)
        elif table.seat.tells or not kept_back(table.view, call):
            end_call(table, self.call)
            take_success(table, made, audience, self.call, granted=kept_back(table.view, call))
            use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        else:
            ask(table, "automatic", made, call.traits, self.call)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for call in view.all(Call):
            face = view.get(Face, call.actor)
            if face is not None and face.player == view.seat.id:
                label = f"Roll: {call.reason}" if call.reason else f"Roll for {face.name}"
                made, inputs = cls(call.id).pool(view, call), (this_call(call), *cls.asked(view, call))
                hint = filter(None, (" + ".join(call.traits), cost_in_words(made)))
                yield Option(cls.__name__, face.id, label, ", ".join(hint), "dice", True, inputs)

    @classmethod
    def asked(cls, view: View, call: Call) -> Iterator[Input]:
        """What is the player's to choose."""
        rules, plain = rules_of(view), openly_asked(view, call)
        if rules.specialties and agreed(view, call) and not call.specialty:
            yield SPECIALTY
        if rules.willpower and may_spend_willpower(view, call.actor):
            yield willpower_input(rules)
        if may_be_automatic(view, plain, plain=call.plain, kept_back=kept_back(view, call)):
            yield AUTOMATIC


class AbandonCall(Command, frozen=True):
    """Give up what was asked for rather than roll a chance die, where the Storyteller lets it (S7)."""

    places = BOTH

    call: Id

    def check(self, view: View) -> None:
        call = called(view, self.call)
        own(view, call.actor)
        if not call.abandon:
            raise Refusal("goes-on", "What could not be foreseen goes on: this roll has to be made (S7).")
        if not chance_roll(view, call):
            raise Refusal("no-chance-roll", "Only before a chance roll may an action be given up (S7).")

    def decide(self, table: Deciding) -> None:
        call, audience = called(table.full, self.call), call_audience(table.full, self.call)
        use_up(table, [r for r in table.full.all(Ruling) if r.call == self.call])
        end_call(table, self.call)
        table.emit(audience, CallAbandoned(call.actor, call.reason))
        slot = table.full.get(Slot, call.actor)
        if call.costs_turn and slot is not None and slot.status in ("waiting", "yielded"):
            table.emit(face_audience(table.full, call.actor), SlotDone(call.actor, ""))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for call in view.all(Call):
            face = view.get(Face, call.actor)
            if face is not None and face.player == view.seat.id and call.abandon and chance_roll(view, call):
                hint = "uses the turn (S7)" if call.costs_turn else "S7"
                yield Option(cls.__name__, face.id, "Give it up instead", hint, "dice", False, (this_call(call),))


class AnswerQuestion(Command, frozen=True):
    """Answer what a player asked: grant it as it is, grant it at the price of earlier failures (`harder`, D13), or
    refuse it. A refused success without a roll leaves the roll to be made (D10). What the rules ask for has to hold
    still: a success without a roll is not granted where it could not be asked for any more, and Willpower that cannot
    be spent by now is left out of the roll (D11)."""

    places = BOTH

    question: Id
    answer: Answer

    def check(self, view: View) -> None:
        storyteller_only(view)
        question = question_of(view, self.question)
        if self.answer == "harder" and question.kind == "automatic":
            raise Refusal("not-asked", "Only trying again is made harder by earlier failures (D13).")
        if self.answer == "harder" and not failed(view, question):
            raise Refusal(
                "nothing-failed",
                "Nobody else knows that this failed: say what is harder by a ruling on the roll (D13).",
            )
        if question.kind != "automatic" and self.answer != "refuse":
            self.check_roll(view, question)
        if question.kind == "automatic" and self.answer != "refuse":
            check_automatic(view, question.pool(view), plain=plain(view, question), kept_back=True)

    def check_roll(self, view: View, question: Question) -> None:
        """Whether what would now be rolled can be. Raises `Refusal`."""
        rules, made = rules_of(view), self.pool(view, question)
        # It is rolled at the difficulty that is ruled, told or not; dice that are hidden may leave none (X2, D19).
        throw = replace(ruled(view, made).throw(rules), pool=openly_ruled(view, made).throw(rules).pool)
        check_reach(view, made, throw, face_audience(view, question.actor))
        rules.check(throw)

    def pool(self, view: View, question: Question) -> Pool:
        """What would be rolled. Of another try she has said what it costs; of anything else the rules say it (D13)."""
        asked = replace(question.pool(view), willpower=question.willpower and not no_willpower(view, question))
        said: Retrying = "apply" if self.answer == "harder" else "waive" if question.kind == "retry" else ""
        return retried(view, rules_of(view), asked, said, face_audience(view, question.actor))

    def decide(self, table: Deciding) -> None:
        full = table.full
        question = question_of(full, self.question)
        made = self.pool(full, question)
        close(table, question, no_willpower(full, question) if self.answer != "refuse" else self.no(question))
        if self.answer == "refuse":
            return
        if question.kind != "automatic":
            roll_pool(table, made)
            return
        audience = call_audience(table.full, question.call) if question.call else None
        if question.call:
            use_up(table, [r for r in full.all(Ruling) if r.call == question.call])
            end_call(table, question.call)
        take_success(table, question.pool(full), audience, granted=True)

    @staticmethod
    def no(question: Question) -> str:
        """A refusal in words."""
        return NO[question.kind]

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for question in view.all(Question) if view.seat.tells else ():
            face = view.get(Face, question.actor)
            name = face.name if face else "Somebody"
            label, rule = ASKED[question.kind]
            what = Choice(question.id, question.reason or f"{name} {label}", question.words)
            may = [answer for answer in ANSWERS if allowed(cls(question.id, answer).check, view)]
            said = tuple(choice for choice in sayable(view, question) if choice.value in may)
            inputs = (
                Input("question", "What", "choice", (what,), default=question.id),
                Input("answer", "You say", "choice", said, default=said[0].value),
            )
            hint = cls.costing(view, question) if question.kind != "retry" else rule
            yield Option(cls.__name__, question.actor, f"{name} {label}", hint, "dice", True, inputs)

    @classmethod
    def costing(cls, view: View, question: Question) -> str:
        """What is asked for, in words, and what failed until now costs it, or would cost the roll."""
        plea = question.kind == "plea"
        cost = cost_in_words(cls(question.id, "grant" if plea else "harder").pool(view, question))
        return ", ".join(filter(None, (f"{question.words} (G6)" if plea else ASKED[question.kind][1], cost)))


NO: dict[QuestionKind, str] = {
    "automatic": "No: roll it (D10).",
    "retry": "No: not again (D13).",
    "plea": "No: roll it without that (G6).",
}
ASKED: dict[QuestionKind, tuple[str, str]] = {
    "automatic": ("asks for a success without a roll", "D10"),
    "retry": ("wants to try again", "D13"),
    "plea": ("pleads for a roll", "G6"),
}
AGAIN = (
    Choice("grant", "Yes, as before", "no penalty"),
    Choice("harder", "Yes, but it is harder now", "the penalty of the rules"),
    Choice("refuse", "No"),
)
UNROLLED = (Choice("grant", "Yes, it simply works"), Choice("refuse", "No, roll it"))
AGREED = (Choice("grant", "Agreed"), Choice("refuse", "Not agreed"))
AGREED_AGAIN = (AGREED[0], AGAIN[1], AGREED[1])
SAID: dict[QuestionKind, tuple[Choice, ...]] = {"automatic": UNROLLED, "retry": AGAIN, "plea": AGREED}


class WithdrawQuestion(Command, frozen=True):
    """Ask no longer (D10, D13)."""

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
                which = Input(
                    "question", "What", "choice", (Choice(question.id, question.reason),), default=question.id
                )
                yield Option(cls.__name__, question.actor, "Ask no longer", question.reason, "dice", False, (which,))


def question_of(view: View, id_: str) -> Question:
    """A question that this seat sees. Raises `Refusal`."""
    found = view.get(Question, id_)
    if found is None:
        raise Refusal("no-such-question", "Nobody asks that, or it has been answered (G3).")
    return found


def failed(view: View, question: Question) -> int:
    """How often what is asked has failed before, for all who would hear the roll (D13)."""
    return failures(view, question.task, question.actor, face_audience(view, question.actor))


def sayable(view: View, question: Question) -> tuple[Choice, ...]:
    """What may be said to such a question. What failed before costs a plea what the rules say, unless they leave it to
    the Storyteller (D13)."""
    left_to_her = question.kind == "plea" and rules_of(view).retry_penalty == "offer"
    return AGREED_AGAIN if left_to_her else SAID[question.kind]


def plain(view: View, question: Question) -> bool:
    """Whether what is asked may still be taken without a roll, as far as its call says (D10)."""
    call = view.get(Call, question.call) if question.call else None
    return call is None or call.plain


def no_willpower(view: View, question: Question) -> str:
    """Why the Willpower that was to be spent cannot be by now (D11, D16); "" where it can, or none was to be."""
    why = why_not(check_willpower, view, question.actor) if question.willpower else ""
    return f"It is rolled without Willpower. {why}" if why else ""


def agreed(view: View, call: Call) -> bool:
    """Whether a specialty may count for what is asked: the Storyteller agreed, or the sheet has one for a trait of it
    (G6)."""
    return call.specialty or listed(view, call.actor, call.traits)


def openly_asked(view: View, call: Call) -> Pool:
    """What a call asks for, with all that its player sees ruled on it."""
    return openly_ruled(view, AnswerCall(call.id).pool(view, call), call.id, call_audience(view, call.id))


def chance_roll(view: View, call: Call) -> bool:
    """Whether a call is for a chance roll, as far as its player sees."""
    rules = rules_of(view)
    return rules.is_chance(openly_asked(view, call).throw(rules))
