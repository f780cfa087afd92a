"""Striking: an attack and its steps: roll, defence, damage, soak, wound, consequence (C1, C21, C29).

Each step is a function from a blow to the blow as it stands after it. Between two of them whoever may react can: the
one who is struck at, before the defence, where the table sees both; the Storyteller, at every step, where she goes
through attacks step by step (`pacing.py`). Then the blow stands on the table until it is answered.

Nobody defends against what it does not see (ours): a hidden attack waits for nobody, and uses up nothing that the
table sees.
"""

from collections.abc import Callable, Container
from typing import Final

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.actions.action import Action, manoeuvre, traits_of
from domain.features.actions.armour import armour
from domain.features.actions.attack_in_progress import (
    AttackMade,
    Blow,
    BlowOver,
    Step,
    Waits,
    WoundSpared,
    attack_of,
    harm_of,
    seen_dealing,
    struck,
    together,
    watching,
    weighed,
)
from domain.features.actions.called_shots import take_effect, with_damage
from domain.features.actions.damage import damage_traits
from domain.features.actions.declaration import ActionLost, ActionUsed, declaration
from domain.features.actions.foreseen_pools import attack_pool
from domain.features.actions.hidden_attack_numbers import (
    hold,
    keep_back,
    kept_count,
    kept_of,
    put_in,
    settle_count,
    standing,
)
from domain.features.actions.matching_defence import (
    Meeting,
    can_use,
    declared_at,
    defence_pool,
    defence_traits,
    defences,
    label,
    lasts,
    meeting,
)
from domain.features.actions.weapon_reach import close_in
from domain.features.characters.character import character, face_audience, hidden
from domain.features.characters.conditions import after_attack, bear, bears
from domain.features.characters.wounds import can_stir, incapacitated, wound
from domain.features.combat.abort_action import may_abort
from domain.features.combat.step_by_step import step_by_step
from domain.features.rolls.pools import dots
from domain.features.rolls.roll import Deed, Pool, roll_counted, roll_deed, roll_since, rolls_since, tell_deed
from domain.features.rolls.standing_circumstances import standing_parts
from domain.features.table.settings import rules_of
from domain.rules.equipment import Damage
from domain.rules.rule_types import Part, RollKind

HELPLESS_HITS: Final = 1
"""Successes of an attack on somebody who cannot stir (C27)."""
UNCHOSEN: Final = "But what nobody chose to roll has none: it is a failure (D14)."


def launch(table: Deciding, actor: str, action: Action, dice: int, made: Pool) -> None:
    """Strike at the action's target with a share of so many dice, and let the blow take its course as far as it goes;
    `made` says what else is put into it."""
    id_ = table.chance.id(together(table.full, actor, action.targets[0]))
    blow = struck(table.full, actor, action, dice)
    carry_on(table, msgspec.structs.replace(blow, id=id_, specialty=made.specialty, willpower=made.willpower))


def fall(table: Deciding, actor: str, target: str, action: Action, *, ruled: bool = False) -> None:
    """Let a blow fall that needs no roll to hit, and that nothing meets: from its damage on (C7, C8). `ruled`: whether
    it falls by the Storyteller's word."""
    carry_on(table, falling(table, actor, target, action, ruled=ruled))


def strike_back(table: Deciding, met: Blow, action: Action, hits: int, roll: str) -> None:
    """Let a blow fall that comes of how an attack was met (C16), with so many successes, by the roll that met it. Where
    the count of either roll is kept back, so are these (X2 iii, X3). With 0 successes the blow deals no damage.
    It is played all the same: if it were missing, everybody could tell that the margin was 0."""
    blow, kept = falling(table, met.on, met.by, action, hits=hits, roll=roll), kept_of(table.full, met)
    dealt = -1 if hits else 0
    if kept.hits >= 0:
        keep_back(table, blow, hits=hits, roll=roll, rolls=kept.rolls, dealt=dealt)
        blow = msgspec.structs.replace(blow, rolls=met.rolls, dealt=dealt)
    else:
        if kept.rolls:
            keep_back(table, blow, rolls=kept.rolls)
        blow = msgspec.structs.replace(blow, rolls=(*met.rolls, roll))
    carry_on(table, blow)


def falling(
    table: Deciding, actor: str, target: str, action: Action, *, hits: int = -1, roll: str = "", ruled: bool = False
) -> Blow:
    """A blow before its damage, with so many successes by this roll."""
    weapon = harm_of(action).weapon(table.full, actor, action)
    # It is seen only where it may come to stand.
    id_ = table.chance.id(together(table.full, actor, target) if step_by_step(table.full) else STORYTELLER)
    return Blow(id_, actor, target, action, 0, weapon, "hand", weapon.kind, "damage", hits, roll=roll, ruled=ruled)


def carry_on(table: Deciding, blow: Blow) -> None:
    """Take one step after the other, until the blow, which has all its numbers, is over or somebody may react to it."""
    held = table.full.get(Blow, blow.id) is not None
    where = watching(table.full, blow)
    while blow.step != "over":
        waits = awaited(table, blow)
        if waits:
            hold(table, msgspec.structs.replace(blow, waits=waits))
            return
        mark = len(table.facts)
        blow = STEPS[blow.step](table, blow)
        blow = msgspec.structs.replace(blow, rolls=(*blow.rolls, *rolls_since(table, mark, where)))
    settle_count(table, blow)
    if held:
        table.emit(table.full.audience_of(Blow, blow.id) or STORYTELLER, BlowOver(blow.id))


def failing(table: Deciding, blow: Blow) -> Blow:
    """An attack that has waited, as one that hits nobody any more: nothing is used up on it."""
    settle_count(table, blow)
    return msgspec.structs.replace(blow, hits=0, defence=-1, answered=True, waits="")


def break_off(table: Deciding, blow: Blow, why: str) -> None:
    """Nothing more comes of an attack that has waited, for this reason; whoever saw it is told."""
    how = f"the rest of the {label(blow).lower()}" if blow.begun else label(blow)
    table.emit(watching(table.full, blow), ActionLost(blow.by, how, why))
    carry_on(table, next_step(blow, "over"))


def break_all_off(table: Deciding, why: str, *, late: Container[str] = ()) -> None:
    """Break off every attack under way, but for those of hidden ones who still may act (`late`, X4)."""
    for blow in standing(table.full):
        if not (blow.by in late and hidden(table.full, blow.by)):
            break_off(table, blow, why)


def awaited(table: Deciding, blow: Blow) -> Waits:
    """For whom this step of a blow waits."""
    if blow.answered:
        return ""
    if blow.step == "defence" and may_react(table.full, blow):
        return "defence"
    # Nobody's turn waits for a blow that falls on somebody unseen (X4).
    seen = together(table.full, blow.by, blow.on) == face_audience(table.full, blow.by)
    return "storyteller" if seen and step_by_step(table.full) else ""


def may_react(view: View, blow: Blow) -> bool:
    """Whether the one who is struck at might defend itself, for all that everybody sees: with what it declared, or by
    aborting to it (I5). What its sheet holds against it is for its player to see."""
    public = view.public
    if together(view, blow.by, blow.on) != EVERYONE or rules_of(view).choices.get("reactions") == "automatic":
        return False
    if incapacitated(public, blow.on) or not any(can_use(public, blow.on, d) for d in defences()):
        return False
    declared = declaration(public, blow.on)
    ready = declared is not None and any(manoeuvre(action.manoeuvre).defence for _, action in declared.left())
    return ready or may_abort(public, blow.on)


def attack(table: Deciding, blow: Blow) -> Blow:
    """Roll to hit; who cannot stir, or is out, is hit without a roll (C27)."""
    put_in(table, blow)
    deed: Deed | None = None
    hits = blow.hits
    if hits < 0 and not can_stir(table.full, blow.on):
        hits = HELPLESS_HITS
    elif hits < 0:
        full = table.full
        pool, traits = attack_pool(full, blow), traits_of(full, blow.by, blow.action)
        deed = roll_deed(table, rolled_for(blow, blow.by, label(blow), pool, traits))
        hits = deed.successes
        blow = msgspec.structs.replace(blow, roll=deed.roll)
        if deed.kept:
            keep_back(table, blow, hits=hits, roll=deed.roll, rolls=(deed.roll,))
    close_in(table, blow)
    after_attack(table, blow)
    now = next_step(blow, "defence", hits=hits) if hits else miss(table, blow)
    if deed is not None:
        attack_of(blow.action).on_hit_roll(table, blow, deed)
    return now


def defend(table: Deciding, blow: Blow) -> Blow:
    """Roll the defence that meets the blow, if one does: its successes come off the attack's (C21)."""
    met = meeting(table.full, blow)
    deed = defend_with(table, blow, met) if met else None
    stopped = deed.successes if deed else 0
    if stopped >= blow.hits:
        missed = miss(table, blow)
        if met and deed:
            met.means.on_success(table, blow, declared_at(table.full, blow, met), deed)
        return missed
    hit = next_step(blow, "damage", hits=blow.hits - stopped, scored=blow.hits)
    if kept_of(table.full, blow).hits >= 0:
        keep_back(table, blow, scored=blow.hits)
    say_made(table, blow, hit=True)
    attack_of(blow.action).on_hit(table, hit)
    return hit


def defend_with(table: Deciding, blow: Blow, met: Meeting) -> Deed:
    """Roll a declared defence; one that lasts has a die less each time (C19), any other is used up. Where the attack's
    count is kept back, so are the dice of the defence: beside the outcome they would tell it. Where either is kept
    back, the others hear only whether the defence stopped the attack (X2 iii, X3)."""
    full = table.full
    pool = defence_pool(full, blow, met)
    if lasts(declared_at(full, blow, met)):
        before = bears(full, blow.on, "defending")
        times = before.value if before else 0
        bear(table, blow.on, "defending", value=times + 1, quietly=True)
    else:
        table.emit(face_audience(full, blow.on), ActionUsed(blow.on, met.place))
    made = rolled_for(blow, blow.on, met.means.label, pool, defence_traits(full, blow, met))
    kept = kept_of(full, blow)
    deed = roll_deed(table, made, tell=False, unseen=kept.hits >= 0)
    if deed.kept:
        keep_back(table, blow, hits=blow.hits, rolls=(*kept.rolls, deed.roll))
        tell_deed(table, made, won=deed.successes >= blow.hits)
    return deed


def miss(table: Deciding, blow: Blow) -> Blow:
    """Nothing is left of the attack (C21)."""
    say_made(table, blow, hit=False)
    return next_step(blow, "over", hits=0)


def say_made(table: Deciding, blow: Blow, *, hit: bool) -> None:
    """Say whether an attack came through, and nothing of how much of it did (X2, X3)."""
    table.emit(together(table.full, blow.by, blow.on), AttackMade(blow.by, blow.on, label(blow), hit))


def deal(table: Deciding, blow: Blow) -> Blow:
    """Roll damage, if the attack does any (C1); where it would tell what is kept back, the wound is all that the others
    see of it (X2 iii, X3)."""
    kept, pool = kept_count(table.full, blow), damage_pool(table.full, blow)
    if blow.dealt < 0 and not pool:
        return unhurt(msgspec.structs.replace(blow, dealt=0))
    mark = len(table.facts)
    secret = blow.dealt < 0 and kept is not None and kept.hits >= 0 and goes_by_hits(table.full, blow)
    audience = STORYTELLER if secret else seen_dealing(table.full, blow)
    dealt = blow.dealt
    if dealt < 0 and by_successes(table.full, blow):
        dealt = blow.hits
    elif dealt < 0:
        made = unchosen(blow, blow.by, f"Damage: {label(blow)}", pool, "damage", damage_traits(blow.weapon))
        dealt = levels_of(table, made, audience)
    roll = roll_since(table, mark)
    if kept and secret:
        keep_back(table, blow, dealt=dealt, roll=roll, rolls=(*kept.rolls, *filter(None, (roll,))))
    elif kept and kept.roll:
        keep_back(table, blow, roll="")
    return msgspec.structs.replace(next_step(blow, "soak", dealt=dealt), roll=roll)


def damage_pool(view: View, blow: Blow) -> tuple[Part, ...]:
    """What a blow rolls for damage, as it is aimed."""
    pool = with_damage(view, blow.action, harm_of(blow.action).damage(view, blow))
    return (*pool, *standing_parts(view, blow.by, damage_traits(blow.weapon), acting=False)) if pool else ()


def by_successes(view: View, blow: Blow) -> bool:
    """Whether the successes that are left of an attack are its levels of damage (S3); what takes no roll to hit has
    none, so that its damage is rolled all the same (ours)."""
    return blow.hits >= 0 and not rules_of(view).rolls_damage


def goes_by_hits(view: View, blow: Blow) -> bool:
    """Whether it can be seen from a blow's damage with how many successes it hit."""
    if by_successes(view, blow):
        return True
    one, two = (damage_pool(view, msgspec.structs.replace(blow, hits=hits)) for hits in (1, 2))
    return one != two


def spare(table: Deciding, blow: Blow) -> Blow:
    """The damage hurts nobody, and does something else in place of it (C8)."""
    harm_of(blow.action).on_no_wound(table, blow)
    return unhurt(blow)


def unhurt(blow: Blow) -> Blow:
    """The blow past its harm, which hurt nobody."""
    return next_step(blow, "consequence", levels=0)


def unchosen(
    blow: Blow, actor: str, reason: str, pool: tuple[Part, ...], kind: RollKind, traits: tuple[str, ...]
) -> Pool:
    """What is rolled for an attack that nobody chose to roll (D14), so that it has no botch (ours): it uses up no free
    one (D12), and nothing is owed for it (G4)."""
    return Pool(actor, reason, pool, spared=UNCHOSEN, on=other(blow, actor), kind=kind, traits=traits)


def levels_of(table: Deciding, made: Pool, audience: Audience | None) -> int:
    """Roll damage or soak: each success is one level."""
    return max(roll_counted(table, made, audience).net, 0)


def soak(table: Deciding, blow: Blow) -> Blow:
    """The one who is hit takes off what it can (C29); where its damage is kept back, so is that, for the two and the
    wound tell of each other."""
    if not harm_of(blow.action).hurts(table.full, blow):
        return spare(table, blow)
    soaked = blow.soaked
    if soaked < 0 < blow.dealt:
        kept, mark = kept_count(table.full, blow), len(table.facts)
        # Armour that takes levels without a roll is told by the wound alone: what is worn stands on a sheet.
        secret = (kept is not None and kept.dealt >= 0) or not rules_of(table.full).rolls_damage
        soaked = soaked_by(table, blow, STORYTELLER if secret else together(table.full, blow.by, blow.on))
        if secret:
            rolls = (*kept_of(table.full, blow).rolls, *rolls_since(table, mark, STORYTELLER))
            keep_back(table, blow, soaked=soaked, rolls=rolls)
    return weighed(next_step(blow, "wound", soaked=soaked))


def hurt(table: Deciding, blow: Blow) -> Blow:
    """What is left of the damage wounds (C29)."""
    if not harm_of(blow.action).hurts(table.full, blow):
        return spare(table, blow)
    injure(table, blow.by, blow.on, blow.damage, blow.levels)
    return next_step(blow, "consequence")


def follow(table: Deciding, blow: Blow) -> Blow:
    """What else the attack brings about."""
    take_effect(table, blow.action, blow.on)
    harm_of(blow.action).on_consequence(table, blow)
    return next_step(blow, "over")


def next_step(blow: Blow, step: Step, **now: int) -> Blow:
    """The blow before its next step."""
    return msgspec.structs.replace(blow, step=step, answered=False, waits="", specialty=False, willpower=False, **now)


def rolled_for(blow: Blow, actor: str, reason: str, pool: tuple[Part, ...], traits: tuple[str, ...]) -> Pool:
    """What a step of a blow rolls, with what its roller puts into it (D7, D11)."""
    special, strong = blow.specialty, blow.willpower
    return Pool(actor, reason, pool, specialty=special, willpower=strong, on=other(blow, actor), traits=traits)


def other(blow: Blow, actor: str) -> str:
    """Against whom one of the two whom an attack is between rolls for it."""
    return blow.by if actor == blow.on else blow.on


STEPS: Final[dict[Step, Callable[[Deciding, Blow], Blow]]] = {
    "attack": attack,
    "defence": defend,
    "damage": deal,
    "soak": soak,
    "wound": hurt,
    "consequence": follow,
}


def injure(table: Deciding, by: str, on: str, damage: Damage, levels: int) -> None:
    """Wound by so many levels of one attack, and daze by more than the one who is hit can bear at once (C26). Where
    none are left, whoever saw who struck hears that."""
    if levels <= 0:
        table.emit(together(table.full, by, on), WoundSpared(on))
        return
    wound(table, on, damage, levels)
    before = bears(table.full, on, "dazed")
    # Who is losing its turn to a blow already loses another one to the next.
    if levels > dazed_above(table.full, on) and (before is None or before.until):
        bear(table, on, "dazed")


def dazed_above(view: View, actor: str) -> int:
    """The most levels that a character bears in one attack without being dazed: Endurance, and 2 more for the
    supernatural (C26)."""
    return dots(view, actor, rules_of(view).soak) + (0 if character(view, actor).kind == "mortal" else 2)


def soaked_by(table: Deciding, blow: Blow, heard: Audience) -> int:
    """The levels that the one who is hit soaks, a reflexive (D14), for these to hear; without a roll as many as its
    armour has points, where damage is not rolled either (S3, ours)."""
    if not rules_of(table.full).rolls_damage:
        return sum(points for _, points in worn_against(table.full, blow.on, blow.past_armour))
    pool = soak_pool(table.full, blow.on, blow.damage, blow.past_armour)
    if sum(dice for _, dice in pool) <= 0:
        return 0
    traits = soak_traits(table.full, blow.on, blow.damage)
    return levels_of(table, unchosen(blow, blow.on, "Soak", pool, "soak", traits), heard)


def soak_pool(view: View, actor: str, damage: Damage, past_armour: int = 0) -> tuple[Part, ...]:
    """What soaks this kind of damage: Endurance against bashing, and lethal for the supernatural; Fortitude against
    aggravated; and armour against any, for mortals against lethal by itself (ours) (C29), but for the points of it
    that the attack was aimed past (C3)."""
    traits = soak_traits(view, actor, damage)
    own = tuple((trait, dots(view, actor, trait)) for trait in traits)
    own += standing_parts(view, actor, traits, acting=False)
    return (*own, *worn_against(view, actor, past_armour))


def soak_traits(view: View, actor: str, damage: Damage) -> tuple[str, ...]:
    """The trait that soaks this kind of damage, () where a character soaks it by armour alone (C29)."""
    if damage == "lethal" and character(view, actor).kind == "mortal":
        return ()
    return ("Fortitude" if damage == "aggravated" else rules_of(view).soak,)


def worn_against(view: View, actor: str, past_armour: int) -> tuple[Part, ...]:
    """The armour that a character wears, less the points of it that the attack was aimed past (C3)."""
    worn = armour(view, actor)
    return ((worn.name, max(worn.armour - past_armour, 0)),) if worn else ()
