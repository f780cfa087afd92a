"""Blows: attacks under way, as the table sees them. A blow that nobody may react to is over in one commit and never
stands here; one that waits for somebody does, until it is answered.
"""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre
from domain.features.actions.called_shots import called_shot
from domain.features.characters.character import FACES, hidden
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Attack, Harming, Reach
from domain.rules.equipment import BARE_HANDS, Damage, Item
from domain.rules.ruleset import RuleSet

Step = Literal["attack", "defence", "damage", "soak", "wound", "consequence", "over"]
"""What comes next of an attack. Each step is a function in `striking.py`."""
Waits = Literal["", "defence", "storyteller"]
"""For whom the table waits: nobody, the one who is struck at, or the Storyteller."""

FISTS: Final = ("Unarmed", "Brawl")
"""What the skill of bare hands is called, either way (known disagreement 3)."""


class _OfAttack(Record, frozen=True):
    """What is known of an attack that is under way, by one character on another."""

    turn_long: ClassVar[bool] = True

    by: str
    on: str

    @property
    def character_id(self) -> str:
        return self.by

    @property
    def about(self) -> tuple[str, ...]:
        return (self.by, self.on)


class Blow(_OfAttack, frozen=True):
    """An attack on its way. Numbers are -1 until they are rolled or ruled, and where they are kept back."""

    action: Action
    dice: int
    """What the attacker has for its roll to hit: its share, with what the manoeuvre gives or takes. Of how many dice
    that is those who do not read its sheet hear by the roll alone, if at all (X2)."""
    weapon: Item
    reach: Reach
    damage: Damage
    step: Step = "attack"
    hits: int = -1
    """Successes of the attack, then what the defence left of them (C21)."""
    defence: int = -1
    """The place of the declared defence that meets it."""
    dealt: int = -1
    """Successes of the damage roll."""
    soaked: int = -1
    levels: int = -1
    """Levels of damage that come through."""
    waits: Waits = ""
    answered: bool = False
    """Whether who may react at this step has."""
    means: str = ""
    """The defence that the declared one is used as, where it may be used as several (C19)."""
    past_armour: int = 0
    """Points of armour that it was aimed past (C3)."""
    past_cover: bool = False
    """Whether it was aimed past the target's cover (C3)."""
    specialty: bool = False
    """Whether a specialty applies to the roll that its next step makes (D7)."""
    willpower: bool = False
    """Whether a point of Willpower is to be spent on that (D11)."""
    roll: str = ""
    """The roll to hit, then that of its damage; "" before it, and where there was none that those who see the blow
    have."""
    rolls: tuple[str, ...] = ()
    """All rolls that were made for it, whoever rolled, but for those that those who see the blow do not have."""
    ruled: bool = False
    """Whether it strikes, or hits so much, by the Storyteller's word (G0)."""
    scored: int = -1
    """All successes of the attack, whatever the defence took of them (C10); -1 until it is met."""

    def on_hiding(self, actor: str) -> Fate:
        return "ends"

    @property
    def begun(self) -> bool:
        """Whether its first roll is made, or ruled: to hit, or of the damage of what hits without one (C7)."""
        return self.ruled or (self.step != "attack" and (self.step != "damage" or max(self.hits, self.dealt) >= 0))

    @property
    def close(self) -> bool:
        """Whether it is struck from close by, and not shot or thrown."""
        return self.reach != "ranged"


class BlowHeld(Event, frozen=True):
    """An attack stands where it is until somebody has reacted."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    blow: Blow

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.blow)


class BlowOver(Event, frozen=True):
    """An attack that stood on the table is over."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Blow, self.id)


class AttackMade(Event, frozen=True):
    """An attack, and whether it hits (C21). With how many successes, the open rolls say; where one of them is kept
    back, only the Storyteller knows (X2 iii, X3)."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 3

    by: str
    on: str
    how: str
    hit: bool

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version not in (1, 2):
            return super().lift(version, fields)
        by, on, how, hits = fields[:4]  # the first version named the roll to hit after these
        return [by, on, how, bool(hits)]

    def apply(self, records: Partition, at: int) -> None:
        result = "hits" if self.hit else "misses"
        tell(records, at, f"{self.how}: {{0}} {result} {{1}}.", self.by, self.on)


class WoundSpared(Event, frozen=True):
    """What hit somebody did no harm: nothing was left of the damage (C29)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    on: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, "No wound for {0}.", self.on)


def audience_showing(view: View, *actors: str) -> Audience:
    """Who may see something that shows all of these characters: the Storyteller alone, once one of them is hidden."""
    return STORYTELLER if any(hidden(view, actor) for actor in actors) else EVERYONE


def blow_audience(view: View, blow: Blow) -> Audience:
    """Who sees an attack: those for whom it stands, whoever has stepped out of hiding since; before that, whoever may
    see it."""
    return view.audience_of(Blow, blow.id) or audience_showing(view, blow.by, blow.on)


def damage_audience(view: View, blow: Blow) -> Audience:
    """Who may see what a blow deals: whoever sees the attacker, and those whom its action names. Who struggles with
    something unseen names nobody, and is seen to hurt it (C7)."""
    return audience_showing(view, blow.by, *blow.action.targets)


def attack_of(action: Action) -> Attack:
    """The manoeuvre of an action that strikes."""
    chosen = manoeuvre(action.manoeuvre)
    if not isinstance(chosen, Attack):
        raise TypeError(f"{chosen.name} strikes at nobody")
    return chosen


def harm_of(action: Action) -> Harming:
    """The manoeuvre of an action that a blow may come of."""
    chosen = manoeuvre(action.manoeuvre)
    if not isinstance(chosen, Harming):
        raise TypeError(f"{chosen.name} does no harm")
    return chosen


def new_blow(view: View, actor: str, action: Action, dice: int) -> Blow:
    """The blow that an action strikes with a share of so many dice; it has no id yet."""
    chosen = attack_of(action)
    weapon = chosen.weapon(view, actor, action)
    reach = "hand" if like_a_fist(rules_of(view), weapon) else chosen.reaches(action)
    aim = called_shot(view, action)
    return Blow(
        "", actor, action.targets[0], action, dice, weapon, reach, weapon.kind,
        past_armour=aim.armour, past_cover=aim.past_cover,
    )  # fmt: skip


def like_a_fist(rules: RuleSet, weapon: Item) -> bool:
    """Whether a weapon is used as bare hands are."""
    return rules.trait(weapon.skill) in map(rules.trait, FISTS)


def is_for_shots(rules: RuleSet, weapon: Item) -> bool:
    """Whether a weapon is for shots alone (C2). What flies and is used with Melee, or as a fist, strikes as well."""
    strikes = like_a_fist(rules, weapon) or rules.trait(weapon.skill) == rules.trait("Melee")
    return bool(weapon.range) and not strikes


def is_melee_weapon(rules: RuleSet, weapon: Item) -> bool:
    """Whether a weapon is one to strike with, and more than a fist; with which ability is for it to say (C1)."""
    return not like_a_fist(rules, weapon) and not is_for_shots(rules, weapon)


def is_for_striking(rules: RuleSet, weapon: Item) -> bool:
    """Whether this is a weapon that is made to strike with: no bare hands, and nothing for shots alone (C16)."""
    return weapon != BARE_HANDS and not is_for_shots(rules, weapon)


def current_attack(view: View, actor: str) -> Blow | None:
    """The attack of this character that is under way."""
    return next((blow for blow in view.all(Blow) if blow.by == actor), None)


def with_levels(blow: Blow) -> Blow:
    """The blow with the levels that come through, once it is soaked (C29). One that had nothing to soak, and has by
    now, goes back to that (G0)."""
    if blow.step != "wound":
        return blow
    if blow.soaked < 0 < blow.dealt:
        return replace(blow, step="soak", levels=-1)
    return replace(blow, levels=max(blow.dealt - max(blow.soaked, 0), 0))
