"""Called shots: attacks with a special aim (C3, C31). The attacker gives up dice for more damage, to pass armour, or to
hit a spot that the Storyteller has set (`aim_points.py`).

An attack may be a called shot if its manoeuvre sets `calls`; the aim is in the details of the action.
"""

from typing import ClassVar, Final, NamedTuple

from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.aim_points import Spot
from domain.features.actions.armour import armour
from domain.features.characters.character import FACES, Face, Sheet, hidden
from domain.features.characters.conditions import add_condition
from domain.features.table.settings import rules_of
from domain.features.table.story_log import literal, tell
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part

MOST_DAMAGE: Final = 5
"""The most dice that a called shot adds to damage."""
MOST_ARMOUR: Final = 10
SOMEWHERE: Final = "a place"
"""The name of a spot for viewers who do not know it."""
NOTHING_CALLED: Final = "A hit in this place has its effect in place of damage (C31)."


def rule(detail: str) -> str:
    """Return the rule of a called shot's detail, "" for any other detail."""
    return "C3" if detail.startswith("called_") else ""


class SpotHit(Event, frozen=True):
    """A hit in a spot has the effect that the Storyteller put in words, for the audience that knows the spot."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    on: str
    name: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}} is hit there ({literal(self.name)}): {literal(self.text)}", self.on)


class CalledShot(NamedTuple):
    """The aim of an attack: dice of more damage, points of armour to pass, a spot to hit."""

    damage: int
    armour: int
    spot: Spot | None

    @property
    def past_cover(self) -> bool:
        """True if it passes the target's cover."""
        return self.spot is not None and self.spot.cover


def called_shot(view: View, action: Action) -> CalledShot:
    """Return the aim of an attack, without a spot that has been dropped."""
    damage, armour = (int(action.detail(name, "0")) for name in ("called_damage", "called_armour"))
    return CalledShot(damage, armour, view.get(Spot, action.detail("called_spot")))


def inputs(view: View) -> tuple[Input, ...]:
    """Return the inputs of a called shot in the form of an attack."""
    hurt = Input("called_damage", "Called shot: more damage, for a die each", "number", most=MOST_DAMAGE, rarely=True)
    past = Input("called_armour", "Called shot: armour passed, for a die each", "number", most=MOST_ARMOUR, rarely=True)
    # If the successes of the attack are its damage, there is no damage roll to add dice to (S3, ours).
    asked = (hurt, past) if rules_of(view).rolls_damage else (past,)
    spots = tuple(Choice(spot.id, _place(view, spot), spot.words) for spot in view.all(Spot))
    if not spots:
        return asked
    places = (Choice("", "Nothing else"), *spots)
    return (*asked, Input("called_spot", "Called shot: at", "choice", places, rarely=True))


def _place(view: View, spot: Spot) -> str:
    face = view.get(Face, spot.target) if spot.target else None
    return f"{face.name}: {spot.name}" if face else spot.name


def check(view: View, action: Action) -> None:
    """Raise `Refusal` if an attack may not be aimed like this."""
    aim = called_shot(view, action)
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


def check_armour(view: View, action: Action, points: int) -> None:
    """Raise `Refusal` if a target wears fewer points of armour than the shot is to pass (C3). Only seats that read the
    target's sheet are refused: the Storyteller and the target's player. To the remaining seats a refusal would reveal
    the armour, so they may call up to `MOST_ARMOUR`: the dice are paid, and the blow passes the armour that is
    there."""
    for target in action.targets:
        if view.get(Sheet, target) is None:
            continue
        worn = armour(view, target)
        if points > (worn.armour if worn else 0):
            wears = f"the {worn.name} is worth {worn.armour}" if worn else "no armour is worn"
            raise Refusal("armour", f"A called shot passes as much armour as is worn: {wears} (C3).")


def given(view: View, action: Action) -> tuple[Part, ...]:
    """Return the dice that aiming takes from the attack's own share."""
    aim = called_shot(view, action)
    dice = (("called shot", -(aim.damage + aim.armour)),) if aim.damage or aim.armour else ()
    if aim.spot is None or not aim.spot.penalty:
        return dice
    # The roll is public and its dice can be counted, so a secret spot appears as a number without a name, as under X2.
    known = view.audience_of(Spot, aim.spot.id) == EVERYONE
    return (*dice, (aim.spot.name if known else SOMEWHERE, -aim.spot.penalty))


def in_words(view: View, action: Action) -> str:
    """Return the aim of an attack in a few words, "" if it has none. A spot is named only in a view that has it."""
    aim = called_shot(view, action)
    hurt = f"{aim.damage} more damage" if aim.damage else ""
    past = f"{aim.armour} armour passed" if aim.armour else ""
    spot = aim.spot.name if aim.spot else SOMEWHERE if action.detail("called_spot") else ""
    wanted = ", ".join(filter(None, (spot, hurt, past)))
    return f"called shot: {wanted}" if wanted else ""


def with_aimed_damage(view: View, action: Action, pool: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return an attack's damage pool with its aim, () if the effect of the spot replaces the damage (C31)."""
    aim = called_shot(view, action)
    if aim.spot is not None and aim.spot.harmless:
        return ()
    return (*pool, ("called shot", aim.damage)) if pool and aim.damage else pool


def take_effect(table: Deciding, action: Action, on: str) -> None:
    """Apply the effect of a hit in the spot that was aimed at (C31)."""
    spot = called_shot(table.full, action).spot
    if spot is None:
        return
    if spot.condition:
        add_condition(table, on, spot.condition, value=spot.value)
    if spot.text:
        audience = STORYTELLER if hidden(table.full, on) else table.full.audience_of(Spot, spot.id) or STORYTELLER
        table.emit(audience, SpotHit(on, spot.name, spot.text))
