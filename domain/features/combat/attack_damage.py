"""The middle steps of an attack: damage, soak and wound (C1, C26, C29). Which rolls only the Storyteller sees is
explained at the top of `hidden_attack_numbers.py`."""

from typing import Final

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.core.words import Words, phrase
from domain.features.actions.armour import armour
from domain.features.actions.attack_in_progress import (
    WoundSpared,
    audience_showing,
    damage_audience,
    harm_of,
    with_levels,
)
from domain.features.actions.called_shots import with_aimed_damage
from domain.features.actions.damage import damage_traits
from domain.features.actions.hidden_attack_numbers import (
    keep_numbers,
    kept_count,
    kept_or_empty,
)
from domain.features.actions.matching_defence import (
    attack_words,
)
from domain.features.characters.character import character, face_audience
from domain.features.characters.conditions import add_condition, bears
from domain.features.characters.wounds import wound
from domain.features.combat.attack_to_hit import at_step, opponent_in
from domain.features.rolls.make_roll import RollRequest, roll, roll_since, rolls_since
from domain.features.rolls.pools import dots
from domain.features.rolls.standing_circumstances import standing_parts
from domain.features.table.settings import rules_of
from domain.records.blow import Blow
from domain.rules.equipment import Damage
from domain.rules.pool import Pool
from domain.rules.rule_types import Part, RollKind

UNCHOSEN: Final = phrase("why-unchosen", rule="D14")


def roll_damage(table: Deciding, blow: Blow) -> Blow:
    """Roll damage, if the attack does any damage (C1). The Storyteller alone sees the roll if it would reveal a hidden
    number of successes; the table then sees only the wound (X2 iii, X3)."""
    kept, pool = kept_count(table.full, blow), damage_pool(table.full, blow)
    if blow.dealt < 0 and not pool:
        return without_harm(msgspec.structs.replace(blow, dealt=0))
    mark = len(table.facts)
    secret = blow.dealt < 0 and kept is not None and kept.hits >= 0 and damage_reveals_hits(table.full, blow)
    audience = STORYTELLER if secret else damage_audience(table.full, blow)
    dealt = blow.dealt
    if dealt < 0 and damage_is_successes(table.full, blow):
        dealt = blow.hits
    elif dealt < 0:
        made = unchosen_pool(
            blow,
            blow.by,
            phrase("roll-damage", attack=attack_words(blow)),
            pool,
            "damage",
            damage_traits(blow.weapon),
        )
        dealt = roll_levels(table, made, audience)
    roll = roll_since(table, mark)
    if kept and secret:
        keep_numbers(table, blow, dealt=dealt, roll=roll, rolls=(*kept.rolls, *filter(None, (roll,))))
    elif kept and kept.roll:
        keep_numbers(table, blow, roll="")
    return msgspec.structs.replace(at_step(blow, "soak", dealt=dealt), roll=roll)


def damage_pool(view: View, blow: Blow) -> tuple[Part, ...]:
    """Return the damage pool of the attack, with the effect of a called shot. It is empty if the attack does no
    damage."""
    pool = with_aimed_damage(view, blow.action, harm_of(blow.action).damage(view, blow))
    return (*pool, *standing_parts(view, blow.by, damage_traits(blow.weapon), acting=False)) if pool else ()


def damage_is_successes(view: View, blow: Blow) -> bool:
    """True if the remaining successes of the attack are its levels of damage, without a roll (S3). An attack without a
    roll to hit has no successes, so its damage is always rolled (ours)."""
    return blow.hits >= 0 and not rules_of(view).rolls_damage


def damage_reveals_hits(view: View, blow: Blow) -> bool:
    """True if a viewer could work out from the damage with how many successes the attack hit."""
    if damage_is_successes(view, blow):
        return True
    by_one_hit, by_two_hits = (damage_pool(view, msgspec.structs.replace(blow, hits=hits)) for hits in (1, 2))
    return by_one_hit != by_two_hits


def roll_soak(table: Deciding, blow: Blow) -> Blow:
    """Subtract the levels that the target soaks (C29). If the damage is hidden, the soak is hidden too, because soak
    and visible wound together would reveal the damage."""
    if not harm_of(blow.action).hurts(table.full, blow):
        return skip_harm(table, blow)
    soaked = blow.soaked
    if soaked < 0 < blow.dealt:
        kept, mark = kept_count(table.full, blow), len(table.facts)
        # Armour is on the sheet, so armour that soaks without a roll must show only in the wound.
        secret = (kept is not None and kept.dealt >= 0) or not rules_of(table.full).rolls_damage
        soaked = soak_levels(table, blow, STORYTELLER if secret else audience_showing(table.full, blow.by, blow.on))
        if secret:
            rolls = (*kept_or_empty(table.full, blow).rolls, *rolls_since(table, mark, STORYTELLER))
            keep_numbers(table, blow, soaked=soaked, rolls=rolls)
    return with_levels(at_step(blow, "wound", soaked=soaked))


def soak_levels(table: Deciding, blow: Blow, heard: Audience) -> int:
    """Return the levels that the target soaks. Soaking is a reflexive roll (D14) with the audience `heard`. In rules
    without damage rolls soak is not rolled either: the target soaks as many levels as its armour has points (S3,
    ours)."""
    if not rules_of(table.full).rolls_damage:
        return sum(points for _, points in worn_against(table.full, blow.on, blow.past_armour))
    pool = soak_pool(table.full, blow.on, blow.damage, blow.past_armour)
    if sum(dice for _, dice in pool) <= 0:
        return 0
    traits = soak_traits(table.full, blow.on, blow.damage)
    return roll_levels(table, unchosen_pool(blow, blow.on, phrase("roll-soak"), pool, "soak", traits), heard)


def soak_pool(view: View, actor: str, damage: Damage, past_armour: int = 0) -> tuple[Part, ...]:
    """Return the pool that soaks this kind of damage (C29): Endurance against bashing, and for the supernatural against
    lethal; Fortitude against aggravated; armour against all three. Against lethal damage a mortal has only its armour
    (ours). Armour points that a called shot ignores do not count (C3)."""
    traits = soak_traits(view, actor, damage)
    own: tuple[Part, ...] = tuple((trait, dots(view, actor, trait)) for trait in traits)
    own += standing_parts(view, actor, traits, acting=False)
    return (*own, *worn_against(view, actor, past_armour))


def soak_traits(view: View, actor: str, damage: Damage) -> tuple[str, ...]:
    """Return the trait that soaks this kind of damage, or () if the character soaks it by armour alone (C29)."""
    if damage == "lethal" and character(view, actor).kind == "mortal":
        return ()
    return ("Fortitude" if damage == "aggravated" else rules_of(view).soak,)


def worn_against(view: View, actor: str, past_armour: int) -> tuple[Part, ...]:
    """Return the armour that a character wears, without the points that a called shot ignores (C3)."""
    worn = armour(view, actor)
    return ((worn.name, max(worn.armour - past_armour, 0)),) if worn else ()


def wound_target(table: Deciding, blow: Blow) -> Blow:
    """Wound the target with the levels of damage that remain (C29)."""
    if not harm_of(blow.action).hurts(table.full, blow):
        return skip_harm(table, blow)
    wound_and_daze(table, blow)
    return at_step(blow, "consequence")


def wound_and_daze(table: Deciding, blow: Blow) -> None:
    """Wound the target with the levels of the attack. Daze it if these are more levels than it can bear at once (C26).
    If no level is left, tell the viewers of the attack that there is no wound. A wound is told to all who see the
    target; it names its attack only if they see the attacker too (X4)."""
    on, levels = blow.on, blow.levels
    audience = audience_showing(table.full, blow.by, on)
    if levels <= 0:
        table.emit(audience, WoundSpared(on, blow.id))
        return
    wound(table, on, blow.damage, levels, blow.id if audience == face_audience(table.full, on) else "")
    before = bears(table.full, on, "dazed")
    # A dazed character that is already losing its turn (`until`) loses another turn because of this blow.
    if levels > dazed_above(table.full, on) and (before is None or before.until):
        add_condition(table, on, "dazed")


def dazed_above(view: View, actor: str) -> int:
    """Return the greatest number of levels from one attack that does not daze a character: its Endurance, plus 2 for a
    supernatural character (C26)."""
    return dots(view, actor, rules_of(view).soak) + (0 if character(view, actor).kind == "mortal" else 2)


def skip_harm(table: Deciding, blow: Blow) -> Blow:
    """Skip damage and wound of an attack that does not hurt, and apply the manoeuvre's own effect instead (C8)."""
    harm_of(blow.action).on_no_wound(table, blow)
    return without_harm(blow)


def without_harm(blow: Blow) -> Blow:
    """Return the attack as it is after its wound step, with no level of damage."""
    return at_step(blow, "consequence", levels=0)


def unchosen_pool(
    blow: Blow, actor: str, reason: Words, pool: tuple[Part, ...], kind: RollKind, traits: tuple[str, ...]
) -> Pool:
    """Return the pool for a roll of the attack that no player chose to make (D14). It cannot botch (ours), so it never
    uses the character's free botch (D12) and never asks the Storyteller for a consequence (G4)."""
    return Pool(
        actor, reason, pool, spared=UNCHOSEN, on=opponent_in(blow, actor), kind=kind, traits=traits, group=blow.id
    )


def roll_levels(table: Deciding, made: Pool, audience: Audience | None) -> int:
    """Roll damage or soak, and return its successes as levels."""
    return roll(table, RollRequest(made, audience, visible_effect="count")).successes
