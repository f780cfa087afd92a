"""Conditions: states of a character that the table sees, with how they end (C32). One file in `conditions/`, holding
one subclass of `Condition`; which character bears one is a record (`features/conditions.py`).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.manoeuvre import Manoeuvre

if TYPE_CHECKING:
    from domain.features.actions.attack_in_progress import Blow
    from domain.features.characters.conditions import Bearing


class Condition:
    """Base of the conditions. One instance serves all tables: it keeps nothing.

    What a condition says to its bearer is asked with the bearer's view; what it says to those who attack the bearer,
    with what everybody sees.
    """

    name: ClassVar[str]
    """As commands and events carry it, e.g. "prone"."""
    label: ClassVar[str]
    rule: ClassVar[str]
    ends: ClassVar[str]
    """How it ends, in words for the table."""
    most: ClassVar[int] = 0
    """The largest number that it is borne with ("cover 3"); 0: it has none."""
    by_hand: ClassVar[bool] = True
    """Whether the Storyteller may lay it on somebody as it is; a grapple takes two."""
    origin: ClassVar[str] = ""
    """What it comes of, in words, where it is not laid by hand."""
    by_word: ClassVar[bool] = True
    """Whether the Storyteller may end it as it is; a grapple ends for both, and a load with what is carried."""
    helpless: ClassVar[bool] = False
    """Whether its bearer is hit without a roll (C27)."""
    immobilizes: ClassVar[bool] = False
    """Whether it keeps its bearer on the spot (F2)."""
    lasting: ClassVar[bool] = False
    """Whether it goes with its bearer from scene to scene; else it ends with the scene, and that is told (T1)."""
    blinds: ClassVar[bool] = False
    """Whether it takes its bearer's eyes: what is done by sight fails (C22)."""
    is_cover: ClassVar[bool] = False
    """Whether it is cover, which a called shot may pass (C3, C25)."""
    instead: ClassVar[str] = ""
    """What its bearer does on its slot in place of what it declared, as a button says it; "" where the slot is not lost
    to it, or need not be."""
    turns: ClassVar[int | None] = None
    """How many turns after the one in which it began it ends by itself, with the last of them; None: something else
    ends it."""
    ends_on_move: ClassVar[bool] = False
    """Whether it ends when its bearer leaves the spot (F2)."""
    ends_when_either_moves: ClassVar[bool] = False
    """Whether it ends when either of the two leaves the spot: its bearer, or the one whom it is about (`source`)."""
    covers_dodge: ClassVar[bool] = False
    """Whether it is something to get behind, so that a missile is dodged like anything else (C20)."""
    prevents_dodge: ClassVar[bool] = False
    """Whether it leaves no room to dodge what is struck from close by (C18)."""
    needs_reload: ClassVar[bool] = False
    """Whether the weapon that it names (`source`, "" for any) has to be reloaded before it shoots (F3)."""
    with_weapon: ClassVar[bool] = False
    """Whether it is for the weapon that it names, and ends when that is put away (C14)."""
    stops_blood: ClassVar[bool] = False
    """Whether it keeps its bearer's blood from moving (C13)."""
    slot_order: ClassVar[int] = 1
    """When its `slot` is asked: 0 before those of others, whose slots it takes from them; 2 after them, for it takes
    only a slot that they leave."""

    def label_from(self, view: View, actor: str, source: str) -> str:
        """Its label, where this one comes to bear it from this source."""
        return self.label

    def pool_dice(self, view: View, borne: "Bearing", traits: Sequence[str], *, acting: bool) -> int:
        """Dice that it gives its bearer on a pool of these traits (below 0: takes), before any sharing (M2). `acting`:
        whether it is rolled for an action."""
        return 0

    def dice_for_attackers(self, view: View, borne: "Bearing", blow: "Blow") -> int:
        """Dice that it gives to an attack on its bearer (below 0: takes). Of several conditions that give, the one that
        gives most counts, and of several that take, the one that takes most (ours)."""
        return 0

    def dice_for_own_attack(self, borne: "Bearing", blow: "Blow") -> int:
        """Dice that it gives to an attack by its bearer, on the attack's own share (below 0: takes)."""
        return 0

    def on_own_attack(self, table: Deciding, borne: "Bearing", blow: "Blow") -> None:
        """What an attack by its bearer does to it, hit or miss."""

    def check_manoeuvre(self, view: View, borne: "Bearing", chosen: Manoeuvre) -> None:
        """Whether it keeps its bearer from this manoeuvre. Raises `Refusal` with what it leaves."""

    def check_continuing(self, view: View, borne: "Bearing", chosen: Manoeuvre) -> None:
        """Whether it takes its bearer out of this, which it is in the middle of. Raises `Refusal`."""

    def check_several_actions(self) -> None:
        """Whether its bearer may do several things in one turn. Raises `Refusal`."""

    def on_slot(self, table: Deciding, borne: "Bearing") -> str:
        """What it does on its bearer's slot. Returns what the bearer does instead of acting ("does not get free"), or
        "" where the slot is not lost to it."""
        return ""

    def takes_slot(self, view: View, borne: "Bearing") -> bool:
        """Whether its bearer does on its slot what it says (`instead`)."""
        return bool(self.instead)

    def on_wound(self, table: Deciding, borne: "Bearing") -> None:
        """What a wound of its bearer does to it."""

    def on_helpless(self, table: Deciding, borne: "Bearing") -> None:
        """What it does to it that its bearer's body no longer obeys (C13, C27, C29)."""

    def on_action(self, table: Deciding, borne: "Bearing", chosen: Manoeuvre) -> None:
        """What it does to it that its bearer does this on its slot."""

    def on_turn_start(self, table: Deciding, borne: "Bearing") -> None:
        """What the beginning of a turn does to it, or by it."""

    def on_move(self, table: Deciding, borne: "Bearing") -> None:
        """What else it does to it that its bearer leaves the spot (F2)."""
