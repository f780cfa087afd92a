"""Opposition: a difficulty that comes from an opponent's traits (D18)."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.bounds import Name
from domain.command import Refusal
from domain.features.cast import Face
from domain.features.pools import dots
from domain.features.setting import rules_of
from domain.state import View

LEAST: Final = 2
MOST: Final = 10


class Against(msgspec.Struct, frozen=True, array_like=True):
    """Of which traits a difficulty is made: of one, of the sum of two, or of one and a constant (Wits + 3). Of none
    where there are none."""

    traits: Annotated[tuple[Name, ...], Meta(max_length=2)] = ()
    plus: Annotated[int, Meta(ge=0, le=10)] = 0

    def __bool__(self) -> bool:
        return bool(self.traits)

    @property
    def words(self) -> str:
        """How the difficulty comes about: "Wits + 3"."""
        return " + ".join((*self.traits, str(self.plus)) if self.plus else self.traits)


def check_against(view: View, against: Against) -> None:
    """Whether a difficulty may be made so under these rules. Raises `Refusal`."""
    if not against:
        return
    if not rules_of(view).difficulties:
        raise Refusal("no-difficulty", "These rules have no difficulties to choose: give or take dice instead (D18).")
    if len(against.traits) == 2 and against.plus:
        raise Refusal("against", "A difficulty is one trait, two added up, or one and a number (D18).")


def difficulty(view: View, opponent: str, against: Against) -> int:
    """The difficulty that this opponent's traits make, held to 2..10."""
    made = sum(dots(view, opponent, trait) for trait in against.traits) + against.plus
    return min(max(made, LEAST), MOST)


def told(view: View, opponent: str, against: Against) -> str:
    """How a difficulty comes about, as the roll records it: "against Guard's Wits + 3"."""
    face = view.get(Face, opponent)
    return f"against {face.name}'s {against.words}" if face else f"against {against.words}"
