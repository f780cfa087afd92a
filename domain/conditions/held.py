"""Held (C9): the bearer can do nothing until its next slot. On each of its slots both sides make a test, until the
bearer wins one."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, character_ref, phrase
from domain.features.actions.grapples import end_grapple, gets_free, other_party
from domain.features.characters.wounds import can_stir
from domain.features.rolls.pools import parts
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing
from domain.records.blow import Blow
from domain.rules.pool import Pool

STRUGGLE = ("Strength", "Brawl")
"""The traits that both sides roll in the test."""


class Held(Condition):
    name = "held"
    rule = "C9"
    instead = phrase("option-struggle", rule="C9")
    by_hand = False
    by_word = False
    immobilizes = True

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        return 2

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        # The bearer may declare an action. On its slot the test comes first; it takes the action only if the test frees
        # it.
        if chosen.defence:
            self.check_continuing(view, borne, chosen)

    def check_continuing(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        raise Refusal("held", rule="C9")

    def takes_slot(self, view: View, borne: Bearing) -> bool:
        # A bearer whose body does not obey cannot struggle. On its slot it can still take actions of mind and senses
        # (C13).
        return can_stir(view, borne.character)

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        full, holder = table.full, other_party(table.full, borne.source, borne.character)
        if not self.takes_slot(full, borne):
            return NO_WORDS
        held = parts(full, borne.character, STRUGGLE, acting=True)
        pool, against = Pool(borne.character, phrase("reason-break-hold"), held, traits=STRUGGLE), None
        if holder:
            holds = parts(full, holder, STRUGGLE, acting=True)
            against = Pool(holder, phrase("reason-hold"), holds, kind="reflex", traits=STRUGGLE, opposing=True)
        if not gets_free(table, pool, against):
            return phrase("line-not-free", who=character_ref(borne.character))
        end_grapple(table, borne.source)
        return NO_WORDS
