"""Called shots: an attack that is aimed (C3, C31). Dice are given up for more damage, to pass armour, or to hit a place
for which the Storyteller has set something (`spots.py`).

It is an addition to the attacks that say so (`Manoeuvre.calls`), told in their details.
"""

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.command import Choice, Input, Refusal
from domain.core.event import Event
from domain.core.state import Partition, View
from domain.deciding import Deciding
from domain.features.actions.aim_points import Spot
from domain.features.actions.armour import armour
from domain.features.characters.character import FACES, Face, Sheet, hidden
from domain.features.characters.conditions import add_condition
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell
from domain.rules.ruleset import Part

if TYPE_CHECKING:
    from domain.features.actions.action import Action

MOST_DAMAGE: Final = 5
"""The most dice that a called shot adds to damage."""
MOST_ARMOUR: Final = 10
SOMEWHERE: Final = "a place"
"""What a place is called to those who do not know of it."""
NOTHING_CALLED: Final = "A hit in this place has its effect in place of damage (C31)."


def rule(detail: str) -> str:
    """The rule of a detail, "" where it is none of a called shot's."""
    return "C3" if detail.startswith("called_") else ""


class SpotHit(Event, frozen=True):
    """Somebody was hit where it does what the Storyteller said; told to those who know of the place."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    on: str
    name: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}} is hit there ({literal(self.name)}): {literal(self.text)}", self.on)


class Called(NamedTuple):
    """What an attack is aimed at: dice of further damage, points of armour to pass, a place to hit."""

    damage: int
    armour: int
    spot: Spot | None

    @property
    def past_cover(self) -> bool:
        """Whether it passes the target's cover."""
        return self.spot is not None and self.spot.cover


def called(view: View, action: "Action") -> Called:
    """How an attack is aimed; a place that is no longer there is not aimed at."""
    damage, armour = (int(action.detail(name, "0")) for name in ("called_damage", "called_armour"))
    return Called(damage, armour, view.get(Spot, action.detail("called_spot")))


def inputs(view: View) -> tuple[Input, ...]:
    """What is asked of whoever declares an attack that may be aimed."""
    hurt = Input("called_damage", "Called shot: more damage, for a die each", "number", most=MOST_DAMAGE, rarely=True)
    past = Input("called_armour", "Called shot: armour passed, for a die each", "number", most=MOST_ARMOUR, rarely=True)
    # Where the successes of the attack are its damage, nothing is rolled that dice could be added to (S3, ours).
    asked = (hurt, past) if rules_of(view).rolls_damage else (past,)
    spots = tuple(Choice(spot.id, _place(view, spot), spot.words) for spot in view.all(Spot))
    if not spots:
        return asked
    places = (Choice("", "Nothing else"), *spots)
    return (*asked, Input("called_spot", "Called shot: at", "choice", places, rarely=True))


def _place(view: View, spot: Spot) -> str:
    face = view.get(Face, spot.target) if spot.target else None
    return f"{face.name}: {spot.name}" if face else spot.name


def check(view: View, action: "Action") -> None:
    """Whether an attack may be aimed so. Raises `Refusal`."""
    aim = called(view, action)
    if aim.spot is not None:
        if aim.spot.target and aim.spot.target not in action.targets:
            raise Refusal("spot", f"{aim.spot.name}: that was set for somebody else (C31).")
        if aim.spot.harmless and (aim.damage or aim.armour):
            raise Refusal("spot", NOTHING_CALLED)
    if aim.armour:
        check_armour(view, action, aim.armour)
    kinds = sum(map(bool, (aim.damage, aim.armour, aim.past_cover)))
    if kinds > 1 and rules_of(view).choices.get("called-shots") != "mixed":
        raise Refusal("called-shots", "A called shot does more damage, or passes armour, or passes cover (C3).")


def check_armour(view: View, action: "Action", points: int) -> None:
    """Whether so many points of armour are there to be passed (C3): n up to what is worn. That is on the target's
    sheet, so it is asked of whoever reads that: the Storyteller, and who plays the target. To anybody else a refusal
    would tell what is worn, so up to `MOST_ARMOUR` may be called: the dice are paid, and the blow passes what is there.
    Raises `Refusal`."""
    for target in action.targets:
        if view.get(Sheet, target) is None:
            continue
        worn = armour(view, target)
        if points > (worn.armour if worn else 0):
            wears = f"the {worn.name} is worth {worn.armour}" if worn else "no armour is worn"
            raise Refusal("armour", f"A called shot passes as much armour as is worn: {wears} (C3).")


def given(view: View, action: "Action") -> tuple[Part, ...]:
    """The dice that aiming takes from the attack's own share."""
    aim = called(view, action)
    dice = (("called shot", -(aim.damage + aim.armour)),) if aim.damage or aim.armour else ()
    if aim.spot is None or not aim.spot.penalty:
        return dice
    # Everybody hears the roll and may count its dice; what not everybody knows of goes by the number alone, as under X2
    known = view.audience_of(Spot, aim.spot.id) == EVERYONE
    return (*dice, (aim.spot.name if known else SOMEWHERE, -aim.spot.penalty))


def said(view: View, action: "Action") -> str:
    """How an attack is aimed, in a few words, "" where it is not; a place is named to those who know of it."""
    aim = called(view, action)
    hurt = f"{aim.damage} more damage" if aim.damage else ""
    past = f"{aim.armour} armour passed" if aim.armour else ""
    spot = aim.spot.name if aim.spot else SOMEWHERE if action.detail("called_spot") else ""
    wanted = ", ".join(filter(None, (spot, hurt, past)))
    return f"called shot: {wanted}" if wanted else ""


def with_damage(view: View, action: "Action", pool: tuple[Part, ...]) -> tuple[Part, ...]:
    """An attack's pool of damage, as it is aimed; () where it does something else instead (C31)."""
    aim = called(view, action)
    if aim.spot is not None and aim.spot.harmless:
        return ()
    return (*pool, ("called shot", aim.damage)) if pool and aim.damage else pool


def take_effect(table: Deciding, action: "Action", on: str) -> None:
    """What a hit in the place that was aimed at does (C31)."""
    spot = called(table.full, action).spot
    if spot is None:
        return
    if spot.condition:
        add_condition(table, on, spot.condition, value=spot.value)
    if spot.text:
        audience = STORYTELLER if hidden(table.full, on) else table.full.audience_of(Spot, spot.id) or STORYTELLER
        table.emit(audience, SpotHit(on, spot.name, spot.text))
