"""Manoeuvres: what a character may do with an action. One file in `manoeuvres/`, holding one subclass.

To add one: copy a sibling that works alike and give it its name, pools and rule number. An `Attack` says what is
peculiar about it in a few hooks, for its chain of steps is the same for all (`features/striking.py`); a `Defence` says
what it stops; anything else says in `resolve` what happens.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal

from domain.core.command import Input
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.rule_types import Part
from domain.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from domain.features.actions.action import Action
    from domain.features.actions.attack_in_progress import Blow
    from domain.features.rolls.roll import Deed, Pool

Reach = Literal["hand", "melee", "ranged"]


class Manoeuvre:
    """Base of the manoeuvres. One instance serves all tables: it keeps nothing."""

    name: ClassVar[str]
    """As commands and events carry it, e.g. "clinch"."""
    label: ClassVar[str]
    rule: ClassVar[str]
    pools: ClassVar[tuple[tuple[str, ...], ...]]
    """The traits that its pool may be made of, the usual ones first; () for one that rolls nothing itself. A rule set,
    or a chronicle's house rules, may name others in the same order (M0): `pools_in` has those in force."""
    needed_traits: ClassVar[tuple[str, ...]] = ()
    """The traits beside those whose dots it goes by, without which it could not be done."""
    follows: ClassVar[tuple[str, ...]] = ()
    """For each of its pools the name of the manoeuvre whose pool it rolls, where the rules name none for it; the pools
    of one manoeuvre stand in that one's order, and all of them are there (M0). () for pools of its own."""
    pool_is_chosen: ClassVar[bool] = True
    """Whether the player picks one of the pools; otherwise the details decide (a weapon has its skill)."""
    modifier: ClassVar[int] = 0
    """Dice that the manoeuvre itself gives or takes, after general modifiers and sharing (M2)."""
    targets: ClassVar[tuple[int, int]] = (1, 1)
    """To how many it is done, at least and at most."""
    defence: ClassVar[bool] = False
    """Whether it is a defence: used when an attack comes, and what an aborted action may become (I5)."""
    reach: ClassVar[Reach | Literal[""]] = ""
    """From how far it is done: "" where that does not matter, or depends on the weapon."""
    unrolled: ClassVar[bool] = False
    """Whether it takes no roll where it is all that a character does in its turn: then no pool is named for it (F1,
    F2, F3)."""
    moves: ClassVar[bool] = False
    """Whether it takes its character from the spot, in place of what is free (F2)."""
    needs_body: ClassVar[bool] = True
    """Whether it takes a body that obeys."""
    by_sight: ClassVar[bool] = False
    """Whether it takes eyes that see (C22)."""
    fans: ClassVar[bool] = False
    """Whether more shares of it may go against one target than of other ranged attacks (M2, C17)."""
    is_own_action: ClassVar[bool] = True
    """Whether it is an action of its own; what is a part of another makes nobody split (C12)."""
    can_use_power: ClassVar[bool] = False
    """Whether it may be the use of a power, which what is no action of its own is a part of (C12)."""
    can_call_shot: ClassVar[bool] = False
    """Whether it may be a called shot (C3, C31)."""
    allowed_while: ClassVar[frozenset[str]] = frozenset()
    """The conditions that limit what a character may do and leave it this, by name: "clinched" (C7)."""

    def check_available(self, view: View, actor: str) -> None:
        """Whether it is open to the actor at all now, from what its player sees. Raises `Refusal`."""

    def check_target(self, view: View, actor: str, target: str) -> None:
        """Whether it may be done to this one, of those that everybody sees; asked again when it is. Raises
        `Refusal`."""

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        """What else it wants to know of whoever declares it; the answers are the action's `details`."""
        return ()

    def action_for_choice(self, view: View, actor: str, detail: str, value: str) -> "Action | None":
        """The action that this answer to one of its inputs makes of it, where that decides which pool is rolled: its
        form shows the dice beside the answer. None where it does not."""
        return None

    def check(self, view: View, actor: str, action: "Action") -> None:
        """Whether it may be declared just so; targets, traits and details have been checked. Raises `Refusal`."""

    def check_hand(self, view: View, held: Item) -> None:
        """Raise `Refusal` if it cannot be done with this in hand; asked when it is declared, `held` being what the
        actions before it will have got ready (F3)."""

    def complete(self, view: View, actor: str, action: "Action") -> "Action":
        """The action as it is declared, with what was left open of whom it is done to (I2)."""
        return action

    def check_still_useful(self, view: View, actor: str, action: "Action") -> None:
        """Whether there is still a reason for it when it is taken: what it was declared in stands, and it is not done
        yet. Where there is none, its player may do something else for it without a cost (I2, I4). Raises `Refusal`."""

    def describe(self, view: View, actor: str, action: "Action") -> tuple[str, tuple[str, ...]]:
        """What is declared in words, with {} for each of those whom it is done to, and who they are."""
        whom = " and ".join("{}" for _ in action.targets)
        return self.label.lower() + (f" on {whom}" if whom else ""), action.targets

    def pools_in(self, rules: RuleSet) -> tuple[tuple[str, ...], ...]:
        """Its pools under these rules (M0)."""
        return rules.pools_of(self.name, self.pools, self.follows)

    def pools_for(self, rules: RuleSet, view: View, actor: str) -> tuple[tuple[str, ...], ...]:
        """Those of its pools that this character may have."""
        return self.pools_in(rules)

    def traits(self, rules: RuleSet, view: View, actor: str, action: "Action") -> tuple[str, ...]:
        """The traits of the pool that was chosen, () for none."""
        pools = self.pools_in(rules)
        named = tuple(action.traits.split(" + ")) if action.traits else ()
        if named in pools or (self.unrolled and not named):
            return named
        return pools[0] if pools else ()

    def takes_whole_turn(self, action: "Action") -> bool:
        """Whether, done so, it takes the whole turn: nothing else may be declared beside it."""
        return self.unrolled and not action.traits

    def modifiers(self, view: View, actor: str, action: "Action") -> tuple[Part, ...]:
        """Dice that it gives or takes as it was declared, after general modifiers and sharing (M2)."""
        return ((self.label.lower(), self.modifier),) if self.modifier else ()

    def done_by_sight(self, view: View, actor: str, action: "Action") -> bool:
        """Whether, done so, it takes eyes that see (C22)."""
        return self.by_sight

    def extra_actions(self, action: "Action") -> int:
        """How many extra actions go into it, beside itself (M3, F2)."""
        return 0

    def wielded_item(self, action: "Action") -> str:
        """The thing carried that it is done with, by name, "" for none: it has to be in hand (F3)."""
        return ""

    def readied_item(self, action: "Action") -> str:
        """The thing carried that is in hand after it, by name, "" where it changes nothing (F3)."""
        return ""

    def resolve(self, table: Deciding, actor: str, action: "Action", pool: "Pool") -> None:
        """What happens when the action is taken with this pool, general modifiers and sharing done; it has no parts
        where nothing is rolled."""


class Harming(Manoeuvre):
    """Base of the manoeuvres that a blow may come of. The steps of all harm are the same: damage, soak, wound,
    consequence; the hooks say what is peculiar. One that is no `Attack` takes no roll to hit: it says itself when its
    blow falls, and on whom (C7, C16)."""

    natural: ClassVar[bool] = False
    """Whether it is done with a part of the body, such as fangs: that is no equipment, and gives no dice (S3)."""

    def weapon(self, view: View, actor: str, action: "Action") -> Item:
        """What it is done with; bare hands unless said otherwise."""
        return BARE_HANDS

    def damage(self, view: View, blow: "Blow") -> tuple[Part, ...]:
        """The pool of dice that it does damage with; () for one that does none."""
        return ()

    def hurts(self, view: View, blow: "Blow") -> bool:
        """Whether its damage, now that it is rolled, hurts anybody; asked before the soak, and again before the wound,
        since the Storyteller may rule meanwhile what it is (G0)."""
        return True

    def on_no_wound(self, table: Deciding, blow: "Blow") -> None:
        """What its damage brings about where it hurts nobody."""

    def on_wound(self, table: Deciding, blow: "Blow") -> None:
        """What it brings about after the wound, if there was one."""


class Attack(Harming):
    """Base of the manoeuvres that strike at somebody: a roll and a defence come before the harm."""

    passes: ClassVar[frozenset[str]] = frozenset()
    """The defences that cannot stop it, by name, whatever else they stop."""

    def reaches(self, action: "Action") -> Reach:
        """From how far it is done, as far as the declaration tells; what is like a fist is as near as the hand."""
        return self.reach or "hand"

    def bonus(self, view: View, blow: "Blow") -> tuple[Part, ...]:
        """Dice that this attack gives or takes by what stands between the two; `given` is counted already."""
        return ()

    def on_hit_roll(self, table: Deciding, blow: "Blow", deed: "Deed") -> None:
        """What the roll to hit brings about by itself, whether it hits or not."""

    def on_hit(self, table: Deciding, blow: "Blow") -> None:
        """What being hit brings about, before damage."""


class Defence(Manoeuvre):
    """Base of the defences: declared as an action or aborted to, and used when an attack comes. `action` is the
    declared one that it is used for."""

    targets = (0, 0)
    defence = True
    lasts_turn: ClassVar[bool] = False
    """Whether it meets every attack of the turn, each time with a die less (C19), and not one alone."""

    def stops(self, view: View, blow: "Blow") -> bool:
        """Whether it can stop this attack at all."""
        return False

    def usable_against(self, view: View, blow: "Blow") -> "Iterable[Defence]":
        """What this attack may be met with, where this was declared: itself, if it stops it."""
        return (self,) if self.stops(view, blow) else ()

    def bonus(self, view: View, blow: "Blow", action: "Action") -> tuple[Part, ...]:
        """Dice that it has more or fewer against this attack."""
        return ()

    def on_success(self, table: Deciding, blow: "Blow", action: "Action", deed: "Deed") -> None:
        """What happens when it stops the attack, by this roll, which has no fewer successes."""
