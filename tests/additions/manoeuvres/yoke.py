"""Yoke (C30): an arm around the neck. The yoked character cannot move and is short of breath until it slips out."""

from collections.abc import Sequence
from typing import ClassVar

from domain.condition import Condition
from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.attack_in_progress import audience_showing
from domain.features.actions.grapples import begin_grapple, end_grapple
from domain.features.characters.character import FACES
from domain.features.rolls.pools import parts, successes
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_number
from domain.manoeuvre import Attack, Manoeuvre
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part


class BreathTaken(Event, frozen=True):
    """A character is short of breath."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    on: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-gasps", who=character_ref(self.on)))


class Yoke(Attack):
    name = "yoke"
    rule = "C30"
    pools = (("Strength", "Brawl"),)
    modifier = -1
    reach = "hand"

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        tight = Choice("tight", phrase("choice-grip-tight"), phrase("hint-grip-tight"))
        choices = (Choice("loose", phrase("choice-grip-loose")), tight)
        return (Input("grip", phrase("ask-grip"), "choice", choices, default="loose"),)

    def modifiers(self, view: View, actor: str, action: Action) -> tuple[Part, ...]:
        tight = ((phrase("part-grip-tight"), -1),) if action.detail("grip") == "tight" else ()
        return (*super().modifiers(view, actor, action), *tight)

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        begin_grapple(table, "yoke", blow.by, blow.on, lays=("", "yoked"))

    def on_consequence(self, table: Deciding, blow: Blow) -> None:
        if blow.action.detail("grip") == "tight":
            table.emit(audience_showing(table.full, blow.by, blow.on), BreathTaken(blow.on))


class Yoked(Condition):
    name = "yoked"
    rule = "C30"
    by_hand = False
    immobilizes = True

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        return -2 if acting else 0

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        if chosen.moves:
            raise Refusal("yoked", rule="C30")

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        traits, actor, why = ("Dexterity", "Dodge"), borne.character, phrase("reason-slip-out")
        pool = parts(table.full, actor, traits)
        if turn_number(table.full) > borne.since and successes(table, actor, why, pool, traits=traits):
            end_grapple(table, borne.source)
        return NO_WORDS
