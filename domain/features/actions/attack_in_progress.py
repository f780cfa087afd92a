"""Attacks in progress, as the table sees them. An attack that waits for a person's reaction is stored as a `Blow` until
that person has reacted. If nobody may react, the attack begins and ends in one commit, and its `Blow` is never
stored."""

from functools import lru_cache
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.core.words import Words, character_ref, lifted, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.called_shots import called_shot
from domain.features.characters.character import FACES, hidden
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Attack, Harming
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from domain.rules.equipment import BARE_HANDS, Item
from domain.rules.ruleset import RuleSet

FISTS: Final = ("Unarmed", "Brawl")
"""The two names of the skill of bare hands; a chronicle may use either."""


class BlowHeld(Event, frozen=True):
    """An attack waits for a reaction."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    blow: Blow

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.blow)


class BlowOver(Event, frozen=True):
    """A stored attack is over."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Blow, self.id)


class AttackMade(Event, frozen=True):
    """An attack, and whether it hits (C21). The open rolls show the number of successes. If a roll is hidden, only the
    Storyteller knows the number (X2 iii, X3)."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 4

    by: str
    on: str
    how: Words
    hit: bool
    group: str = ""
    """The id of the attack, which groups its lines in the story."""

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version not in (1, 2, 3):
            return super().lift(version, fields)
        by, on, how, hits = fields[:4]  # version 1 had the id of the roll to hit after these fields
        return [by, on, lifted(how), bool(hits)]

    def apply(self, records: Partition, at: int) -> None:
        records.group = self.group
        id_ = "line-attack-hits" if self.hit else "line-attack-misses"
        who, target = character_ref(self.by), character_ref(self.on)
        tell(records, at, phrase(id_, how=self.how, who=who, target=target))


class WoundSpared(Event, frozen=True):
    """An attack hit but did no harm, because no damage was left (C29)."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    on: str
    group: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.group = self.group
        tell(records, at, phrase("line-no-wound", who=character_ref(self.on)))


def audience_showing(view: View, *actors: str) -> Audience:
    """Return the audience for a fact about all of these characters: the Storyteller if any is hidden, else everyone."""
    return STORYTELLER if any(hidden(view, actor) for actor in actors) else EVERYONE


def blow_audience(view: View, blow: Blow) -> Audience:
    """Return the audience of an attack. If the attack is stored, it is the audience of its record, even if a character
    has been revealed since. Otherwise it is the audience that sees both characters."""
    return view.audience_of(Blow, blow.id) or audience_showing(view, blow.by, blow.on)


def damage_audience(view: View, blow: Blow) -> Audience:
    """Return the audience for the damage of an attack: everyone, if the attacker and the targets that its action names
    are visible. A character that fights with a hidden opponent in a clinch names no target: everyone sees that it hurts
    somebody (C7)."""
    return audience_showing(view, blow.by, *blow.action.targets)


def attack_of(action: Action) -> Attack:
    """Return the manoeuvre of an action that is an attack."""
    chosen = manoeuvre(action.manoeuvre)
    if not isinstance(chosen, Attack):
        raise TypeError(f"{chosen.name} strikes at nobody")
    return chosen


def harm_of(action: Action) -> Harming:
    """Return the manoeuvre of an action that can do harm."""
    chosen = manoeuvre(action.manoeuvre)
    if not isinstance(chosen, Harming):
        raise TypeError(f"{chosen.name} does no harm")
    return chosen


def new_blow(view: View, actor: str, action: Action, dice: int) -> Blow:
    """Return the blow of an attack whose share is `dice`. The blow has no id yet."""
    chosen = attack_of(action)
    weapon = chosen.weapon(view, actor, action)
    reach = "hand" if like_a_fist(rules_of(view), weapon) else chosen.reaches(action)
    aim = called_shot(view, action)
    return Blow(
        "", actor, action.targets[0], action, dice, weapon, reach, weapon.kind,
        past_armour=aim.armour, past_cover=aim.past_cover,
    )  # fmt: skip


def like_a_fist(rules: RuleSet, weapon: Item) -> bool:
    """True if a weapon is used with the same skill as bare hands."""
    return _is_fist_skill(rules, weapon.skill)


@lru_cache(maxsize=4096)
def _is_fist_skill(rules: RuleSet, skill: str) -> bool:
    return rules.trait(skill) in map(rules.trait, FISTS)


def is_for_shots(rules: RuleSet, weapon: Item) -> bool:
    """True if a weapon can only shoot (C2). A throwing weapon that is used with Melee or with the skill of bare hands
    can strike too."""
    strikes = like_a_fist(rules, weapon) or rules.trait(weapon.skill) == rules.trait("Melee")
    return bool(weapon.range) and not strikes


def is_melee_weapon(rules: RuleSet, weapon: Item) -> bool:
    """True if a weapon can strike and is used with a skill of its own, not with that of bare hands (C1)."""
    return not like_a_fist(rules, weapon) and not is_for_shots(rules, weapon)


def is_for_striking(rules: RuleSet, weapon: Item) -> bool:
    """True if a weapon is made for striking, so it is neither bare hands nor a weapon that can only shoot (C16)."""
    return weapon != BARE_HANDS and not is_for_shots(rules, weapon)


def current_attack(view: View, actor: str) -> Blow | None:
    """Return this character's attack in progress, or None."""
    return next((blow for blow in view.all(Blow) if blow.by == actor), None)


def with_levels(blow: Blow) -> Blow:
    """Return the blow with the levels that the soak leaves, once it has reached the wound (C29). If a blow has skipped
    the soak because it had no damage, and the Storyteller then rules some damage, it goes back to the soak (G0)."""
    if blow.step != "wound":
        return blow
    if blow.soaked < 0 < blow.dealt:
        return replace(blow, step="soak", levels=-1)
    return replace(blow, levels=max(blow.dealt - max(blow.soaked, 0), 0))
