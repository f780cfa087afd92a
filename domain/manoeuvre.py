"""Manoeuvres: what a character may do with an action. One file in `manoeuvres/`, holding one subclass.

To add one: copy a sibling that works alike, give it its name, pools and rule number, and write `resolve`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from domain.state import View

if TYPE_CHECKING:
    from domain.deciding import Deciding
    from domain.features.declaring import Action, Declaration


class Manoeuvre:
    """Base of the manoeuvres. One instance serves all tables: it keeps nothing."""

    name: ClassVar[str]
    """As commands and events carry it, e.g. "clinch"."""
    label: ClassVar[str]
    rule: ClassVar[str]
    pools: ClassVar[tuple[tuple[str, str], ...]]
    """The trait pairs that its pool may be, the usual one first; () for one that rolls nothing."""
    modifier: ClassVar[int] = 0
    """Dice that the manoeuvre itself gives or takes."""
    targets: ClassVar[bool] = True
    """Whether it is done to somebody."""
    defence: ClassVar[bool] = False
    """Whether it is a defence that an aborted action may become (I5)."""

    def check(self, view: View, actor: str, action: "Action") -> None:
        """Whether this may be declared, from what the declarer sees. Raises `Refusal`."""

    def resolve(self, table: "Deciding", declaration: "Declaration", action: "Action", dice: int) -> None:
        """What happens when the action is taken with `dice` dice, general modifiers and sharing done."""
        raise NotImplementedError


def by_name(manoeuvres: Sequence[Manoeuvre]) -> dict[str, Manoeuvre]:
    """The manoeuvres under their names."""
    return {m.name: m for m in manoeuvres}
