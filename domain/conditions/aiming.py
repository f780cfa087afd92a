"""Aiming (C14): for each turn of aiming, the next attack with the aimed weapon (`source`) has one die more. A move or a
wound (ours) ends it."""

from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.words import Words, phrase
from domain.features.characters.conditions import end_condition
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Aiming(Condition):
    name = "aiming"
    rule = "C14"
    helps = True
    most = 10
    ends_on_move = True
    with_weapon = True

    def words_with(self, value: int) -> Words:
        return phrase("condition-aiming-dice", dice=value) if value else self.words

    def dice_for_own_attack(self, borne: Bearing, blow: Blow) -> int:
        return borne.value if is_aimed(borne, blow) else 0

    def on_own_attack(self, table: Deciding, borne: Bearing, blow: Blow) -> None:
        if is_aimed(borne, blow):
            end_condition(table, borne)

    def on_wound(self, table: Deciding, borne: Bearing) -> None:
        end_condition(table, borne)


def is_aimed(borne: Bearing, blow: Blow) -> bool:
    """True if the attack uses the aimed weapon. If the Storyteller set the condition, `source` is empty, and any attack
    counts."""
    return borne.source in ("", blow.weapon.name)
