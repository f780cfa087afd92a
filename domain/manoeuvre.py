"""Manoeuvres: what a character may do with an action. One file in `manoeuvres/`, holding one subclass.

To add one: copy a sibling that works alike, give it its name, pools and rule number, and write `resolve`.
"""

from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from domain.command import Input
from domain.state import View

if TYPE_CHECKING:
    from domain.deciding import Deciding
    from domain.features.actions import Action

Reach = Literal["hand", "melee", "ranged"]
Damage = Literal["bashing", "lethal", "aggravated"]
GrappleKind = Literal["clinch", "hold"]


class Blow(NamedTuple):
    """An attack on its way, as a defence meets it."""

    by: str
    on: str
    how: str
    """The manoeuvre's label, for the story."""
    reach: Reach
    damage: Damage


class Manoeuvre:
    """Base of the manoeuvres. One instance serves all tables: it keeps nothing."""

    name: ClassVar[str]
    """As commands and events carry it, e.g. "clinch"."""
    label: ClassVar[str]
    rule: ClassVar[str]
    pools: ClassVar[tuple[tuple[str, ...], ...]]
    """The traits that its pool may be made of, the usual ones first; () for one that rolls nothing itself."""
    modifier: ClassVar[int] = 0
    """Dice that the manoeuvre itself gives or takes, after general modifiers and sharing (M2)."""
    targets: ClassVar[tuple[int, int]] = (1, 1)
    """To how many it is done, at least and at most."""
    defence: ClassVar[bool] = False
    """Whether it is a defence: used when an attack comes, and what an aborted action may become (I5)."""
    grappled: ClassVar[frozenset[GrappleKind]] = frozenset()
    """The grapples whose locked parties may still do it, from the turn after on (C7)."""

    def may(self, view: View, actor: str) -> None:
        """Whether it is open to the actor at all now, from what its player sees. Raises `Refusal`."""

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        """What else it wants to know of whoever declares it; the answers are the action's `details`."""
        return ()

    def check(self, view: View, actor: str, action: "Action") -> None:
        """Whether it may be declared just so; targets, traits and details have been checked. Raises `Refusal`."""

    def traits(self, action: "Action") -> tuple[str, ...]:
        """The traits of the pool that was chosen, () for none."""
        named = tuple(action.traits.split(" + ")) if action.traits else ()
        return named if named in self.pools else self.pools[0] if self.pools else ()

    def resolve(self, table: "Deciding", actor: str, action: "Action", dice: int) -> None:
        """What happens when the action is taken with `dice` dice, general modifiers and sharing done."""

    def stops(self, view: View, blow: Blow) -> bool:
        """For a defence: whether it can stop this attack at all."""
        return False
