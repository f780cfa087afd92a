"""Conditions: visible states of a character, and how they end (C32).

Each file in `conditions/` has one subclass of `Condition`. The record `Bearing` (`features/characters/conditions.py`)
says which character bears a condition.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from domain.core.deciding import Deciding
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, phrase
from domain.manoeuvre import Manoeuvre
from domain.records.bearing import Bearing
from domain.records.blow import Blow


class Condition:
    """Base of the conditions. All tables share one instance of each condition, so it holds no state.

    A hook that decides something for the bearer gets the bearer's view. A hook that decides something for its attackers
    gets the public view.
    """

    name: ClassVar[str]
    """The name in commands and events, e.g. "prone"."""
    rule: ClassVar[str]
    most: ClassVar[int] = 0
    """The largest number of the condition ("cover 3"); 0 for a condition without a number."""
    by_hand: ClassVar[bool] = True
    """True if the Storyteller may give a character this condition directly. False for a grapple, for example, because
    it needs two characters."""
    by_word: ClassVar[bool] = True
    """True if the Storyteller may end it directly. False for a grapple, for example, because it must end for both
    sides, and for a load, because it ends when the bearer puts things down."""
    helpless: ClassVar[bool] = False
    """True if attacks on the bearer hit without a roll (C27)."""
    immobilizes: ClassVar[bool] = False
    """True if the bearer cannot leave the spot (F2)."""
    lasting: ClassVar[bool] = False
    """True if the condition continues from scene to scene. If False, it ends with the scene, and the story says so
    (T1)."""
    blinds: ClassVar[bool] = False
    """True if the bearer cannot see: actions that need sight fail (C22)."""
    helps: ClassVar[bool] = False
    """True if it helps its bearer. The page shows it in another colour than a state that harms."""
    is_cover: ClassVar[bool] = False
    """True if the condition is cover, which a called shot may ignore (C3, C25)."""
    instead: ClassVar[Words] = NO_WORDS
    """The act that the bearer does on its slot in place of the declared action, as the label of a button. `NO_WORDS` if
    the bearer acts as declared."""
    turns: ClassVar[int | None] = None
    """The number of further turns after which it ends by itself, not counting the turn in which it began; None if it
    has no such limit."""
    ends_on_move: ClassVar[bool] = False
    """True if the condition ends when the bearer leaves the spot (F2)."""
    ends_when_either_moves: ClassVar[bool] = False
    """True if the condition ends when the bearer or the character in its `source` leaves the spot."""
    covers_dodge: ClassVar[bool] = False
    """True if the bearer has cover nearby to dodge behind, so that missiles are dodged like any other attack (C20)."""
    prevents_dodge: ClassVar[bool] = False
    """True if the bearer has no room to dodge attacks from close by (C18)."""
    needs_reload: ClassVar[bool] = False
    """True if the weapon in its `source` ("" for any weapon) must be reloaded before it shoots (F3)."""
    with_weapon: ClassVar[bool] = False
    """True if the condition belongs to the weapon in its `source`, and ends when the bearer puts that weapon away
    (C14)."""
    stops_blood: ClassVar[bool] = False
    """True if the bearer's blood cannot be used (C13)."""
    slot_order: ClassVar[int] = 1
    """The order in which `on_slot` is called: 0 for a condition that takes the slot before most others can, 1 for most,
    2 for a condition that takes the slot only if no other has."""

    @cached_property
    def words(self) -> Words:
        """The name of the condition for people. It fits behind the name of its bearer: "Anna: prone"."""
        return phrase(f"condition-{self.name.replace('_', '-')}")

    @cached_property
    def with_rule(self) -> Words:
        """The name of the condition for people, with the number of its rule, for a choice in a list."""
        return phrase(f"condition-{self.name.replace('_', '-')}", rule=self.rule)

    @cached_property
    def ends(self) -> Words:
        """The way in which the condition ends, in words that continue "Ends": "when they stand up"."""
        return phrase(f"ends-{self.name.replace('_', '-')}")

    def words_with(self, value: int) -> Words:
        """Return the name of the condition with its number."""
        return self.words

    def words_from(self, view: View, actor: str, source: str, value: int) -> Words:
        """Return the name of the condition with its number and its source, for a condition of `actor`: "inside
        Anna's reach"."""
        return self.words_with(value)

    def pool_dice(self, view: View, borne: Bearing, traits: Sequence[str], *, acting: bool) -> int:
        """Return the dice that the condition adds to a pool of these traits of the bearer (below 0: removes), before
        the pool is shared (M2). `acting`: the roll is for an action."""
        return 0

    def dice_for_attackers(self, view: View, borne: Bearing, blow: Blow) -> int:
        """Return the dice that the condition adds to an attack on the bearer (below 0: removes). If several conditions
        add dice, only the largest bonus counts; if several remove dice, only the largest penalty (ours)."""
        return 0

    def dice_for_own_attack(self, borne: Bearing, blow: Blow) -> int:
        """Return the dice that the condition adds to the bearer's own attack (below 0: removes), after the pool is
        shared."""
        return 0

    def on_own_attack(self, table: Deciding, borne: Bearing, blow: Blow) -> None:
        """Called after an attack by the bearer, whether it hits or misses."""

    def check_manoeuvre(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        """Raise `Refusal` if the condition prevents this manoeuvre. The refusal says what the bearer can still do."""

    def check_continuing(self, view: View, borne: Bearing, chosen: Manoeuvre) -> None:
        """Raise `Refusal` if the condition interrupts manoeuvre `chosen` while the bearer is already carrying it
        out."""

    def check_several_actions(self) -> None:
        """Raise `Refusal` if the bearer may not do several actions in one turn."""

    def on_slot(self, table: Deciding, borne: Bearing) -> Words:
        """Called on the bearer's slot. Return the story line for what the bearer does in place of its action ("Anna
        does not get free."), or `NO_WORDS` if the bearer can act."""
        return NO_WORDS

    def takes_slot(self, view: View, borne: Bearing) -> bool:
        """True if the bearer must do `instead` on its slot."""
        return bool(self.instead)

    def on_wound(self, table: Deciding, borne: Bearing) -> None:
        """Called when the bearer is wounded."""

    def on_helpless(self, table: Deciding, borne: Bearing) -> None:
        """Called when the bearer's body no longer obeys (C13, C27, C29)."""

    def on_action(self, table: Deciding, borne: Bearing, chosen: Manoeuvre) -> None:
        """Called when the bearer acts on its slot with manoeuvre `chosen`. A condition that this ends or changes does
        it here."""

    def on_turn_start(self, table: Deciding, borne: Bearing) -> None:
        """Called at the start of each turn."""

    def on_move(self, table: Deciding, borne: Bearing) -> None:
        """Called when the bearer leaves the spot (F2), before `ends_on_move` applies."""
