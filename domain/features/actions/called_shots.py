"""Called shots: attacks that aim at something special (C3, C31). The attacker gives up dice to do more damage, to
ignore armour, or to hit a spot that the Storyteller has set (`aim_points.py`).

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
from domain.core.words import NO_WORDS, Typed, Words, character_ref, in_a_row, phrase, term, typed
from domain.features.actions.aim_points import Spot
from domain.features.actions.armour import armour
from domain.features.characters.character import FACES, Face, Sheet, hidden
from domain.features.characters.conditions import add_condition
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.rules.declared_action import Action
from domain.rules.rule_types import Part

MOST_DAMAGE: Final = 5
"""The most dice that a called shot adds to damage."""
MOST_ARMOUR: Final = 10
CALLED: Final = phrase("part-called-shot")
SOMEWHERE: Final = phrase("a-place")
"""The name of a spot for viewers who do not know it."""


def rule(detail: str) -> str:
    """Return the number of the rule for this detail, if it is one of a called shot, else ""."""
    return "C3" if detail.startswith("called_") else ""


class SpotHit(Event, frozen=True):
    """A hit in a spot has the effect that the Storyteller described. Only those who know the spot are told."""

    audiences: ClassVar[frozenset[Kind]] = FACES | {"seats"}

    on: str
    name: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        place, text = Typed(self.name), Typed(self.text)
        tell(records, at, phrase("line-spot-hit", who=character_ref(self.on), place=place, text=text))


class CalledShot(NamedTuple):
    """The aim of a called shot: more dice of damage, points of armour to ignore, a spot to hit."""

    damage: int
    armour: int
    spot: Spot | None

    @property
    def past_cover(self) -> bool:
        """True if the called shot ignores the target's cover."""
        return self.spot is not None and self.spot.cover


def called_shot(view: View, action: Action) -> CalledShot:
    """Return the aim of an attack, without a spot that has been dropped."""
    damage, armour = (int(action.detail(name, "0")) for name in ("called_damage", "called_armour"))
    return CalledShot(damage, armour, view.get(Spot, action.detail("called_spot")))


def inputs(view: View) -> tuple[Input, ...]:
    """Return the inputs of a called shot in the form of an attack."""
    more, passed = phrase("ask-called-damage", rule="C3"), phrase("ask-called-armour", rule="C3")
    hurt = Input("called_damage", more, "number", most=MOST_DAMAGE, rarely=True)
    past = Input("called_armour", passed, "number", most=MOST_ARMOUR, rarely=True)
    # If the successes of the attack are its damage, there is no damage roll, so no dice can be added to it (S3, ours).
    asked = (hurt, past) if rules_of(view).rolls_damage else (past,)
    spots = tuple(Choice(spot.id, _place(view, spot), spot.words) for spot in view.all(Spot))
    if not spots:
        return asked
    places = (Choice("", phrase("choice-no-spot")), *spots)
    return (*asked, Input("called_spot", phrase("ask-called-spot", rule="C31"), "choice", places, rarely=True))


def _place(view: View, spot: Spot) -> Words:
    if spot.target and view.get(Face, spot.target) is not None:
        return phrase("choice-spot-of", whose=character_ref(spot.target), place=Typed(spot.name))
    return typed(spot.name)


def check(view: View, action: Action) -> None:
    """Raise `Refusal` if an attack may not be aimed like this."""
    aim = called_shot(view, action)
    if aim.spot is not None:
        if aim.spot.target and aim.spot.target not in action.targets:
            raise Refusal("spot-of-other", rule="C31", place=Typed(aim.spot.name))
        if aim.spot.harmless and (aim.damage or aim.armour):
            raise Refusal("spot-without-damage", rule="C31", place=Typed(aim.spot.name))
    if aim.armour:
        check_armour(view, action, aim.armour)
    kinds = sum(map(bool, (aim.damage, aim.armour, aim.past_cover)))
    if kinds > 1 and rules_of(view).choices.get("called-shots") != "mixed":
        raise Refusal("called-shots", rule="C3")


def check_armour(view: View, action: Action, points: int) -> None:
    """Raise `Refusal` if a target wears fewer points of armour than the shot is to ignore (C3). Only seats that read
    the target's sheet are refused: the Storyteller and the target's player. A refusal would reveal the armour to all
    other seats. So they may name up to `MOST_ARMOUR` points: they lose the dice, and the blow ignores at most the
    armour that the target wears."""
    for target in action.targets:
        if view.get(Sheet, target) is None:
            continue
        worn = armour(view, target)
        if points > (worn.armour if worn else 0):
            if worn is None:
                raise Refusal("armour-none", rule="C3", target=character_ref(target))
            raise Refusal("armour-less", rule="C3", armour=term(worn.name), points=worn.armour)


def given(view: View, action: Action) -> tuple[Part, ...]:
    """Return the dice that the called shot removes from the attack's own share."""
    aim = called_shot(view, action)
    dice: tuple[Part, ...] = ((CALLED, -(aim.damage + aim.armour)),) if aim.damage or aim.armour else ()
    if aim.spot is None or not aim.spot.penalty:
        return dice
    # Everybody can count the dice of a public roll, so the penalty for a secret spot is shown as a number without a
    # name (X2).
    known = view.audience_of(Spot, aim.spot.id) == EVERYONE
    return (*dice, (aim.spot.name if known else SOMEWHERE, -aim.spot.penalty))


def in_words(view: View, action: Action) -> Words:
    """Return in words what an attack aims for, `NO_WORDS` if it is no called shot. The spot is named only if the view
    has it."""
    aim = called_shot(view, action)
    wanted: list[Words] = []
    if aim.spot:
        wanted.append(typed(aim.spot.name))
    elif action.detail("called_spot"):
        wanted.append(SOMEWHERE)
    if aim.damage:
        wanted.append(phrase("aim-damage", dice=aim.damage))
    if aim.armour:
        wanted.append(phrase("aim-armour", points=aim.armour))
    return phrase("aim", aims=in_a_row(wanted)) if wanted else NO_WORDS


def with_aimed_damage(view: View, action: Action, pool: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the damage pool of an attack with the dice of its called shot. It is () if the effect of the spot replaces
    the damage (C31)."""
    aim = called_shot(view, action)
    if aim.spot is not None and aim.spot.harmless:
        return ()
    return (*pool, (CALLED, aim.damage)) if pool and aim.damage else pool


def take_effect(table: Deciding, action: Action, on: str) -> None:
    """Apply the effect that a hit in the chosen spot has (C31)."""
    spot = called_shot(table.full, action).spot
    if spot is None:
        return
    if spot.condition:
        add_condition(table, on, spot.condition, value=spot.value)
    if spot.text:
        audience = STORYTELLER if hidden(table.full, on) else table.full.audience_of(Spot, spot.id) or STORYTELLER
        table.emit(audience, SpotHit(on, spot.name, spot.text))
