"""Manoeuvres: the actions that a character can take in a fight. Each file in `manoeuvres/` has one subclass.

To add a manoeuvre, copy a similar file and change the name, the pools and the rule number. An `Attack` overrides a few
hooks, because all attacks go through the same steps (`features/combat/attack_steps.py`). A `Defence` says which attacks
it stops. Every other manoeuvre carries out its effect in `resolve`.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Literal

from domain.core.deciding import Deciding
from domain.core.option import Input
from domain.core.state import View
from domain.core.words import Words, character_ref, listed, phrase
from domain.records.blow import Blow, Reach
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.pool import Pool, RollOutcome
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet


class Manoeuvre:
    """Base of the manoeuvres. All tables share one instance of each manoeuvre, so it holds no state."""

    name: ClassVar[str]
    """The name in commands and events, e.g. "clinch"."""
    rule: ClassVar[str]
    pools: ClassVar[tuple[tuple[str, ...], ...]]
    """The traits of each possible pool, the usual pool first; () if the manoeuvre rolls no dice itself. A rule set, or
    a chronicle's house rules, may replace them in the same order (M0): `pools_in` returns the pools in force."""
    needed_traits: ClassVar[tuple[str, ...]] = ()
    """Traits that the manoeuvre needs beside those of its pools."""
    follows: ClassVar[tuple[str, ...]] = ()
    """If the rules have no pools for this manoeuvre: for each of its pools the name of another manoeuvre, whose pool is
    rolled instead. A manoeuvre named here must be named for each of its pools, in their order (M0). () if this
    manoeuvre always has pools of its own."""
    pool_is_chosen: ClassVar[bool] = True
    """True if the player chooses one of the pools. If False, other details of the action decide, e.g. the skill of the
    weapon."""
    modifier: ClassVar[int] = 0
    """The dice that the manoeuvre itself adds or removes, after general modifiers and after the pool is shared (M2)."""
    targets: ClassVar[tuple[int, int]] = (1, 1)
    """The least and the greatest number of targets."""
    defence: ClassVar[bool] = False
    """True for a defence, which is rolled when an attack comes. A player may abort an action to a defence (I5)."""
    reach: ClassVar[Reach | Literal[""]] = ""
    """The distance at which the manoeuvre works; "" if it has none, or if it depends on the weapon."""
    unrolled: ClassVar[bool] = False
    """True if the manoeuvre needs no roll when it is the only action of the turn. Then the player names no pool for it
    (F1, F2, F3)."""
    moves: ClassVar[bool] = False
    """True if the manoeuvre moves the character, which replaces the free movement of the turn (F2)."""
    needs_body: ClassVar[bool] = True
    """True if the actor must be able to move its body, so that a paralysed character cannot do it."""
    by_sight: ClassVar[bool] = False
    """True if the actor must see (C22)."""
    fans: ClassVar[bool] = False
    """True for fanning the hammer: the limit on the shares of several shots at one target does not apply to it (M2,
    C17)."""
    is_own_action: ClassVar[bool] = True
    """True if the manoeuvre is an action of its own. If False, it is part of another action, and does not split the
    dice (C12)."""
    usual: ClassVar[int] = 0
    """Its place among the usual manoeuvres, which are offered first; 0 if it is none of them."""
    can_use_power: ClassVar[bool] = False
    """True if the manoeuvre can be the use of a power. A manoeuvre that is not an action of its own, such as a touch,
    is part of such a use (C12)."""
    can_call_shot: ClassVar[bool] = False
    """True if the manoeuvre can be made as a called shot (C3, C31)."""
    allowed_while: ClassVar[frozenset[str]] = frozenset()
    """Names of the conditions under which the manoeuvre stays possible although they forbid most actions, e.g.
    "clinched" (C7)."""

    @cached_property
    def words(self) -> Words:
        """The name of the manoeuvre for people."""
        return phrase(f"manoeuvre-{self.name.replace('_', '-')}")

    @cached_property
    def with_rule(self) -> Words:
        """The name of the manoeuvre with the number of its rule, for a choice or an option."""
        return phrase(f"manoeuvre-{self.name.replace('_', '-')}", rule=self.rule)

    def check_available(self, view: View, actor: str) -> None:
        """Raise `Refusal` if the actor cannot use it now at all, according to its player's view."""

    def check_target(self, view: View, actor: str, target: str) -> None:
        """Raise `Refusal` if the manoeuvre cannot be used on this visible target. Called when it is declared and again
        when it is taken."""

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        """Return the further fields of the manoeuvre's form. The answers are the action's `details`."""
        return ()

    def action_for_choice(self, view: View, actor: str, detail: str, value: str) -> Action | None:
        """Return the action that results from this answer to an input, if the answer decides the pool; the form shows
        the dice beside it. None for all other inputs."""
        return None

    def check(self, view: View, actor: str, action: Action) -> None:
        """Raise `Refusal` if the manoeuvre cannot be declared like this. Targets, traits and details have already been
        checked."""

    def check_hand(self, view: View, held: Item) -> None:
        """Raise `Refusal` if the manoeuvre cannot be done with this item in hand. Called when it is declared. `held` is
        the item that the character will hold after the actions declared before it (F3)."""

    def complete(self, view: View, actor: str, action: Action) -> Action:
        """Return the action with the parts filled in that its declaration left open, such as the target (I2)."""
        return action

    def check_still_useful(self, view: View, actor: str, action: Action) -> None:
        """Raise `Refusal` if the action has no purpose any more when its slot comes, e.g. because the clinch has ended
        or the goal is already reached. Its player may then choose another action at no cost (I2, I4)."""

    def describe(self, view: View, actor: str, action: Action) -> Words:
        """Return the declared action in words."""
        if not action.targets:
            return self.words
        return phrase("act-on", act=self.words, whom=listed([character_ref(target) for target in action.targets]))

    def pools_in(self, rules: RuleSet) -> tuple[tuple[str, ...], ...]:
        """Return the pools of the manoeuvre under these rules (M0)."""
        return rules.pools_of(self.name, self.pools, self.follows)

    def pools_for(self, rules: RuleSet, view: View, actor: str) -> tuple[tuple[str, ...], ...]:
        """Return the pools that this character can use."""
        return self.pools_in(rules)

    def traits(self, rules: RuleSet, view: View, actor: str, action: Action) -> tuple[str, ...]:
        """Return the traits of the chosen pool, () for none."""
        pools = self.pools_in(rules)
        named = tuple(action.traits.split(" + ")) if action.traits else ()
        if named in pools or (self.unrolled and not named):
            return named
        return pools[0] if pools else ()

    def takes_whole_turn(self, action: Action) -> bool:
        """True if the manoeuvre must be the only action of the turn."""
        return self.unrolled and not action.traits

    def modifiers(self, view: View, actor: str, action: Action) -> tuple[Part, ...]:
        """Return the dice that the manoeuvre adds or removes, as declared, after general modifiers and after the pool
        is shared (M2)."""
        return ((self.words, self.modifier),) if self.modifier else ()

    def done_by_sight(self, view: View, actor: str, action: Action) -> bool:
        """True if, as declared, it needs sight (C22)."""
        return self.by_sight

    def extra_actions(self, action: Action) -> int:
        """Return how many more actions it counts as, beside itself (M3, F2)."""
        return 0

    def wielded_item(self, action: Action) -> str:
        """Return the name of the item that the manoeuvre is done with, "" for none. The item must be in hand (F3)."""
        return ""

    def readied_item(self, action: Action) -> str:
        """Return the name of the item that is in hand after it, "" if the hand keeps what it holds (F3)."""
        return ""

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        """Carry out the action with this pool. General modifiers and sharing are already applied; the pool has no parts
        if the action rolls no dice."""


class Harming(Manoeuvre):
    """Base of the manoeuvres that can lead to a blow.

    All harm goes through the same steps: damage, soak, wound, consequence. Manoeuvres override the hooks for what is
    different. A manoeuvre that is not an `Attack` has no roll to hit: it starts its blow itself (C7, C16).
    """

    natural: ClassVar[bool] = False
    """True if the manoeuvre is done with a part of the body, such as fangs. This is no equipment, so it adds no dice
    (S3)."""

    def weapon(self, view: View, actor: str, action: Action) -> Item:
        """Return the item that the manoeuvre is done with; bare hands by default."""
        return BARE_HANDS

    def damage(self, view: View, blow: Blow) -> tuple[Part, ...]:
        """Return the parts of the damage pool; () if it does no damage."""
        return ()

    def hurts(self, view: View, blow: Blow) -> bool:
        """True if the manoeuvre's rolled damage hurts the target. Called before the soak and again before the wound,
        because the Storyteller may change the damage between the two steps (G0)."""
        return True

    def on_no_wound(self, table: Deciding, blow: Blow) -> None:
        """Called in place of the wound if `hurts` returns False."""

    def on_consequence(self, table: Deciding, blow: Blow) -> None:
        """Called as the last step of each blow, whether or not the target was wounded."""


class Attack(Harming):
    """Base of the manoeuvres that strike at a target: a roll to hit and a defence come before the harm."""

    passes: ClassVar[frozenset[str]] = frozenset()
    """Names of the defences that never stop this attack."""

    def reaches(self, action: Action) -> Reach:
        """Return the distance at which it was declared. A weapon that is used like a fist has the reach of a hand."""
        return self.reach or "hand"

    def bonus(self, view: View, blow: Blow) -> tuple[Part, ...]:
        """Return the dice that the situation between attacker and target gives or takes, beside `modifiers`."""
        return ()

    def on_hit_roll(self, table: Deciding, blow: Blow, deed: RollOutcome) -> None:
        """Called after the roll to hit, whether it hits or misses."""

    def on_hit(self, table: Deciding, blow: Blow) -> None:
        """Called when it hits, before the damage."""


class Defence(Manoeuvre):
    """Base of the defences. A defence is declared as an action, or a player aborts an action to it. It is rolled when
    an attack comes. In the hooks, `action` is the declared action from which the defence comes."""

    targets = (0, 0)
    defence = True
    lasts_turn: ClassVar[bool] = False
    """True if the defence can be rolled against every attack of the turn, each time with one die less (C19). If False,
    it stops at most one attack."""

    def stops(self, view: View, blow: Blow) -> bool:
        """True if the defence can stop this attack at all."""
        return False

    def usable_against(self, view: View, blow: Blow) -> "Iterable[Defence]":
        """Return the defences that can be rolled against the attack because this one was declared: this one itself, if
        it can stop the attack."""
        return (self,) if self.stops(view, blow) else ()

    def bonus(self, view: View, blow: Blow, action: Action) -> tuple[Part, ...]:
        """Return the dice that the defence gains or loses against this attack."""
        return ()

    def on_success(self, table: Deciding, blow: Blow, action: Action, deed: RollOutcome) -> None:
        """Called when its roll stops the attack: it has at least as many successes as the attack."""
