"""The text roller: `?throw 6`, `?throw 6 7` or `/roll 6 # sneaking` in the chat box becomes a roll (W1, W2)."""

from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import STORYTELLER, Kind
from domain.core.bounds import Id, LongText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import typed
from domain.features.characters.character import own, sheet
from domain.features.characters.wounds import check_conscious
from domain.features.rolls.call import PLAIN_DICE
from domain.features.rolls.control_taken import take_control
from domain.features.rolls.make_roll import RollRequest, roll
from domain.features.rolls.modified_pool import with_open_rulings
from domain.features.rolls.roll import Rolled, rolled_as
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.pool import Pool
from domain.rules.rule_types import Throw
from domain.rules.throw_syntax import answer, read

COMMENT_MOST = 200


class ThrowAnswered(Event, frozen=True):
    """The answer to a typed throw: the sum, and how it was counted (W1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    roll: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, typed(self.text))


class ThrowAsTyped(Command[tuple[Pool, bool]], frozen=True):
    """Make the roll that a player typed. Everybody sees it; with `--hidden`, only the Storyteller does (W2). `actor`:
    the character that rolls, or ""."""

    places = BOTH

    text: LongText
    actor: Id = ""

    def check(self, view: View) -> tuple[Pool, bool]:
        if self.actor:
            own(view, self.actor)
            check_conscious(view, self.actor)
        rules = rules_of(view)
        parsed = read(self.text, rules, may_hide=view.seat.is_storyteller)
        if len(parsed.comment) > COMMENT_MOST:
            raise Refusal("comment-too-long", rule="W1", most=COMMENT_MOST)
        if parsed.hidden:
            storyteller_only(view)
        if parsed.specialty and self.actor and not (view.seat.is_storyteller or sheet(view, self.actor).specialties):
            raise Refusal("no-specialty-on-sheet", rule="G6")
        pool = Pool(
            self.actor, parsed.comment, ((PLAIN_DICE, parsed.pool),), parsed.difficulty, parsed.specialty,
            subject=rolled_as((), parsed.pool),
        )  # fmt: skip
        rules.check((pool if parsed.hidden else with_open_rulings(view, pool)).throw(rules))
        return pool, parsed.hidden

    def decide(self, table: Deciding[tuple[Pool, bool]]) -> None:
        pool, hidden = table.checked
        if hidden:
            roll(table, RollRequest(pool, STORYTELLER, applies_rulings=False))
            take_control(table, self.actor)
        else:
            roll(table, RollRequest(pool))
        rules = rules_of(table.view)
        for fact in list(table.facts):
            made = fact.event
            if (
                isinstance(made, Rolled) and made.result != "untold"
            ):  # the answer goes to each audience that sees the result
                throw = Throw(made.pool, made.difficulty, made.specialty)
                text = answer(rules, throw, made.faces, made.net, made.result)
                table.emit(fact.audience, ThrowAnswered(made.id, text))
