"""Pleas: for a roll that the Storyteller has asked for, a player proposes another trait, a specialty or a bonus. The
proposal counts only if the Storyteller agrees (G6)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import Kind
from domain.core.bounds import Id, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase
from domain.features.calls.answer_call import call_pool
from domain.features.calls.call_for_roll import open_call, this_call
from domain.features.characters.character import Face, own
from domain.features.rolls import pools
from domain.features.rolls.call import Call, Plea, call_audience, check_reasons
from domain.features.rolls.free_roll import Some
from domain.features.rolls.roll_modifiers import check_together
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.rule_types import Part

HEARD: frozenset[Kind] = frozenset({"everyone", "seats", "storyteller"})
Bonus = Annotated[int, Meta(ge=0, le=5)]


class PleaMade(Event, frozen=True):
    """A player proposes a change to a call."""

    audiences: ClassVar[frozenset[Kind]] = HEARD

    plea: Plea
    who: str

    def apply(self, records: Partition, at: int) -> None:
        plea = self.plea
        records.put(plea)
        who = character_ref(plea.actor)
        words = (
            phrase("line-plea-because", who=who, what=plea.words, why=Typed(plea.text))
            if plea.text
            else phrase("line-plea", who=who, what=plea.words)
        )
        tell(records, at, words, who=self.who)


class PleaGranted(Event, frozen=True):
    """The Storyteller agrees: the call changes as the player proposed."""

    audiences: ClassVar[frozenset[Kind]] = HEARD

    id: str
    who: str
    traits: tuple[str, ...]
    parts: tuple[Part, ...]
    specialty: bool

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Plea, self.id)
        call = records.get(Call, self.id)
        if call is not None:
            records.put(replace(call, traits=self.traits, parts=self.parts, specialty=self.specialty))
            words = phrase("line-plea-granted", who=character_ref(call.actor))
            tell(records, at, words, kind="ruled", who=self.who)


class PleaRefused(Event, frozen=True):
    """The Storyteller does not agree, or the player withdraws the plea (`who` is ""). The call stays as it was."""

    audiences: ClassVar[frozenset[Kind]] = HEARD

    id: str
    who: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        plea = records.get(Plea, self.id)
        records.drop(Plea, self.id)
        if self.who and plea is not None:
            who = character_ref(plea.actor)
            words = (
                phrase("line-plea-refused-because", who=who, why=Typed(self.text))
                if self.text
                else phrase("line-plea-refused", who=who)
            )
            tell(records, at, words, kind="ruled", who=self.who)


class Plead(Command, frozen=True):
    """Propose a change to a call (G6): other traits, a specialty by its name, or a bonus."""

    places = BOTH

    call: Id
    traits: Annotated[tuple[Name, ...], Some] = ()
    specialty: ShortText = ""
    bonus: Bonus = 0
    text: ShortText = ""

    def check(self, view: View) -> None:
        call = open_call(view, self.call)
        own(view, call.actor)
        if not (self.traits or self.specialty or self.bonus):
            raise Refusal("no-proposal", rule="G6")
        rules = rules_of(view)
        if self.traits:
            pools.check_traits(view, rules, call.actor, self.traits, called=True)
        if self.specialty and not rules.specialties:
            raise Refusal("no-specialty", rule="D7")
        check_reasons(self.text)
        given = [self.bonus, *call.given] if self.bonus else []
        check_together(view, call.actor, given, call.id, call_audience(view, call.id), rules.roll_kind(call.traits))
        if view.get(Plea, self.call) is not None:
            raise Refusal("one-plea", rule="G6")

    def decide(self, table: Deciding) -> None:
        call = open_call(table.full, self.call)
        plea = Plea(call.id, call.actor, self.traits, self.specialty, self.bonus, self.text)
        table.emit(call_audience(table.full, self.call), PleaMade(plea, table.seat.id))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for call in view.all(Call):
            face = view.get(Face, call.actor)
            if face is None or face.player != view.seat.id or view.get(Plea, call.id) is not None:
                continue
            inputs = [
                this_call(call),
                Input("traits", phrase("ask-other-traits"), "choices", pools.trait_choices(view, face.id)),
                Input("bonus", phrase("ask-more-dice"), "number", most=5),
                Input("text", phrase("ask-why"), "text", most=200),
            ]
            if rules_of(view).specialties and not call.specialty:
                inputs.insert(2, Input("specialty", phrase("ask-which-specialty"), "text", most=200))
            yield Option(cls.__name__, face.id, phrase("option-plead", rule="G6"), "", "dice", False, tuple(inputs))


class GrantPlea(Command, frozen=True):
    """Agree to a plea: the call changes as the player proposed (G6)."""

    answers = "call"
    places = BOTH

    call: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        call = call_as_proposed(view, self.call)
        rules = rules_of(view)
        # If the plea asks for no bonus, the dice of the call need no new check, although the rules may have changed
        # since.
        if plea_of(view, self.call).bonus:
            kind = rules.roll_kind(call.traits)
            check_together(view, call.actor, call.given, call.id, call_audience(view, call.id), kind)
        rules.check(call_pool(view, call).throw(rules))

    def decide(self, table: Deciding) -> None:
        call = call_as_proposed(table.full, self.call)
        granted = PleaGranted(call.id, table.seat.id, call.traits, call.parts, call.specialty)
        table.emit(call_audience(table.full, self.call), granted)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for plea in view.all(Plea) if view.seat.is_storyteller else ():
            label = phrase("option-grant-plea", rule="G6")
            yield Option(cls.__name__, plea.actor, label, "", "dice", True, (this_plea(plea),))


class RefusePlea(Command, frozen=True):
    """Refuse a plea. A player withdraws a plea with the same command. The call stays as it was (G6)."""

    answers = "call"
    places = BOTH

    call: Id
    text: ShortText = ""

    def check(self, view: View) -> None:
        own(view, plea_of(view, self.call).actor)

    def decide(self, table: Deciding) -> None:
        who = table.seat.id if table.seat.is_storyteller else ""
        table.emit(call_audience(table.full, self.call), PleaRefused(self.call, who, self.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for plea in view.all(Plea):
            face = view.get(Face, plea.actor)
            if view.seat.is_storyteller:
                inputs = (this_plea(plea), Input("text", phrase("ask-why-not"), "text", most=200, rarely=True))
                label = phrase("option-refuse-plea", rule="G6")
                yield Option(cls.__name__, plea.actor, label, "", "dice", True, inputs)
            elif face is not None and face.player == view.seat.id:
                label = phrase("option-withdraw-plea", rule="G6")
                yield Option(cls.__name__, plea.actor, label, "", "dice", False, (this_plea(plea),))


def plea_of(view: View, call: str) -> Plea:
    """Return the plea for a call, or raise `Refusal`."""
    found = view.get(Plea, call)
    if found is None:
        raise Refusal("no-such-plea", rule="G6")
    return found


def call_as_proposed(view: View, id_: str) -> Call:
    """Return a call with the changes that its plea proposes, or raise `Refusal`."""
    plea, call = plea_of(view, id_), open_call(view, id_)
    parts = (*call.parts, (plea.text or phrase("part-agreed"), plea.bonus)) if plea.bonus else call.parts
    return replace(
        call, traits=plea.traits or call.traits, parts=parts, specialty=call.specialty or bool(plea.specialty)
    )


def this_plea(plea: Plea) -> Input:
    """Return the hidden input that says to which plea an option belongs."""
    return Input("call", phrase("ask-proposal"), "choice", (Choice(plea.id, plea.words, plea.text),), default=plea.id)
