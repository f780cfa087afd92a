"""Free-form action (C30): the player describes any action, and may roll two traits for it."""

from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, character_ref, in_a_row, named, phrase
from domain.features.actions.action_pools import share_label
from domain.features.characters.character import FACES, face_audience
from domain.features.rolls.make_roll import RollRequest, roll
from domain.features.table.settings import Rulebook, rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.pool import Pool
from domain.rules.ruleset import RuleSet
from domain.tracked_view import memoized


class SomethingDone(Event, frozen=True):
    """A character took an action for which there is no manoeuvre."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: tuple[str, ...]
    text: str

    def apply(self, records: Partition, at: int) -> None:
        who, text = character_ref(self.by), Typed(self.text)
        if self.on:
            whom = in_a_row([character_ref(target) for target in self.on])
            tell(records, at, phrase("line-does-with", who=who, whom=whom, text=text))
        else:
            tell(records, at, phrase("line-does", who=who, text=text))


@memoized
def trait_fields(view: View) -> tuple[Input, Input]:
    """Return the fields for the two traits that a free action rolls: any traits of the rules."""
    book = view.get(Rulebook, "rulebook")
    groups = book.traits if book is not None else ()
    known = (Choice(trait, named(trait), named(group.name)) for group in groups for trait in group.traits)
    choices = (Choice("", phrase("choice-no-trait")), *known)
    first, second = phrase("ask-first-trait"), phrase("ask-second-trait")
    return Input("first", first, "choice", choices), Input("second", second, "choice", choices)


class Free(Manoeuvre):
    name = "free"
    rule = "C30"
    pools = ()
    targets = (0, 10)
    needs_body = False
    can_use_power = True

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        share = (Input("dice", share_label(self), "number", most=20),) if rules_of(view).splits == "share" else ()
        return (*trait_fields(view), *share)

    def traits(self, rules: RuleSet, view: View, actor: str, action: Action) -> tuple[str, ...]:
        return tuple(filter(None, (action.detail("first"), action.detail("second"))))

    def check(self, view: View, actor: str, action: Action) -> None:
        if not action.text.strip():
            raise Refusal("nothing-said-action", rule="C30")
        rules = rules_of(view)
        if traits := self.traits(rules, view, actor, action):
            rules.check_traits(traits, called=view.seat.is_storyteller)

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        table.emit(face_audience(table.full, actor), SomethingDone(actor, action.targets, action.text))
        if pool.parts:
            roll(table, RollRequest(replace(pool, reason=action.text)))
