"""Striking: an attack and its steps: roll, defence, damage, soak, wound, consequence (C1, C21, C29).

Each step is a function from a blow to the blow as it stands after it. Between two of them whoever may react can: the
one who is struck at, before the defence, where the table sees both; the Storyteller, at every step, where she goes
through attacks step by step (`pacing.py`). Then the blow stands on the table until it is answered.

Nobody defends against what it does not see (ours): a hidden attack waits for nobody, and uses up nothing that the
table sees.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from domain.audience import EVERYONE, STORYTELLER
from domain.catalogue import catalogue
from domain.command import Refusal
from domain.deciding import Deciding
from domain.features.aborting import may_abort
from domain.features.actions import Action, check_open, manoeuvre
from domain.features.blows import AttackMade, Blow, BlowHeld, BlowOver, Step, Waits, together
from domain.features.cast import character, face_audience, hidden
from domain.features.conditions import bear, bears, borne_by, condition
from domain.features.declaring import ActionUsed, declaration, dice_now
from domain.features.pacing import step_by_step
from domain.features.phase import turn_number
from domain.features.pools import dots, parts, successes, with_dice
from domain.features.rolling import Part, roll
from domain.features.setting import rules_of
from domain.features.wounds import incapacitated, wound
from domain.manoeuvre import Attack, Damage, Defence
from domain.ruleset import Verdict
from domain.state import View

HELPLESS_HITS: Final = 1
"""Successes of an attack on somebody who cannot stir (C27)."""


def launch(table: Deciding, actor: str, action: Action, dice: int) -> None:
    """Strike at the action's target, and let the blow take its course as far as it goes."""
    chosen, full, target = attack_of(action), table.full, action.targets[0]
    weapon = chosen.weapon(full, actor, action)
    id_ = table.chance.id(together(full, actor, target))
    carry_on(table, Blow(id_, actor, target, action, dice, weapon, chosen.reaches(action), weapon.kind))


def carry_on(table: Deciding, blow: Blow) -> None:
    """Take one step after the other, until the blow is over or somebody may react to it."""
    held = table.full.get(Blow, blow.id) is not None
    while blow.step != "over":
        waits = awaited(table, blow)
        if waits:
            where = table.full.audience_of(Blow, blow.id) or together(table.full, blow.by, blow.on)
            table.emit(where, BlowHeld(msgspec.structs.replace(blow, waits=waits)))
            return
        blow = STEPS[blow.step](table, blow)
    if held:
        table.emit(table.full.audience_of(Blow, blow.id) or STORYTELLER, BlowOver(blow.id))


def awaited(table: Deciding, blow: Blow) -> Waits:
    """For whom this step of a blow waits."""
    if blow.answered:
        return ""
    if blow.step == "defence" and may_react(table.full, blow):
        return "defence"
    return "storyteller" if step_by_step(table.full) else ""


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


def defences() -> list[Defence]:
    """Every defence there is."""
    return [m for m in catalogue().manoeuvres.values() if isinstance(m, Defence)]


def can_use(view: View, actor: str, chosen: Defence) -> bool:
    """Whether nothing keeps a character from this defence."""
    try:
        check_open(view, actor, chosen)
    except Refusal:
        return False
    return True


def usable(view: View, blow: Blow) -> list[int]:
    """The places of the declared defences that are unused, open and of use against the blow, in their order."""
    declared = declaration(view, blow.on)
    if declared is None or incapacitated(view, blow.on):
        return []
    found: list[int] = []
    for place, action in declared.left():
        chosen = manoeuvre(action.manoeuvre)
        if isinstance(chosen, Defence) and can_use(view, blow.on, chosen) and chosen.stops(view, blow):
            found.append(place)
    return found


def attack_of(action: Action) -> Attack:
    """The manoeuvre of an action that strikes."""
    chosen = manoeuvre(action.manoeuvre)
    if not isinstance(chosen, Attack):
        raise TypeError(f"{chosen.name} strikes at nobody")
    return chosen


def label(blow: Blow) -> str:
    """What the attack is called, for the story and the rolls."""
    return attack_of(blow.action).label


def attack(table: Deciding, blow: Blow) -> Blow:
    """Roll to hit; who cannot stir is hit without a roll (C27)."""
    verdict: Verdict | None = None
    hits = blow.hits
    if hits < 0 and any(condition(borne.name).helpless for borne in borne_by(table.full, blow.on)):
        hits = HELPLESS_HITS
    elif hits < 0:
        verdict = roll(table, actor=blow.by, reason=label(blow), parts=attack_pool(table.full, blow))
        hits = max(verdict.net, 0)
    if not hits:
        return miss(table, blow, verdict)
    return next_step(blow, "defence", hits=hits)


def attack_pool(view: View, blow: Blow) -> tuple[Part, ...]:
    """What an attack rolls: the attacker's share, how it is aimed, and the state that both are in."""
    chosen = attack_of(blow.action)
    pool = with_dice(parts(view, blow.by, chosen.traits(blow.action), chosen), blow.dice)
    given = [(b.words, condition(b.name).helps(b, blow)) for b in borne_by(view, blow.by)]
    given += [(b.words, condition(b.name).exposes(b, blow)) for b in borne_by(view, blow.on)]
    return (*pool, *chosen.bonus(view, blow), *((why, dice) for why, dice in given if dice))


def defend(table: Deciding, blow: Blow) -> Blow:
    """Roll the defence that meets the blow, if one does: its successes come off the attack's (C21)."""
    place = blow.defence
    unseen = hidden(table.full, blow.by) and not hidden(table.full, blow.on)
    if place < 0 and not unseen and not blow.answered:
        place = next(iter(usable(table.full, blow)), -1)
    stopped = defend_with(table, blow, place) if place >= 0 else 0
    if stopped >= blow.hits:
        missed = miss(table, blow, None)
        defence_at(table.full, blow, place).won(table, blow, stopped - blow.hits)
        return missed
    hit = next_step(blow, "damage", hits=blow.hits - stopped)
    table.emit(together(table.full, blow.by, blow.on), AttackMade(blow.by, blow.on, label(blow), hit.hits))
    attack_of(blow.action).landed(table, hit)
    return hit


def defence_at(view: View, blow: Blow, place: int) -> Defence:
    """The declared defence at this place."""
    declared = declaration(view, blow.on)
    chosen = manoeuvre(declared.actions[place].manoeuvre) if declared else None
    if not isinstance(chosen, Defence):
        raise TypeError(f"nothing at {place} defends")
    return chosen


def defend_with(table: Deciding, blow: Blow, place: int) -> int:
    """Roll one declared defence; one that lasts has a die less each time (C19), any other is used up."""
    full, chosen = table.full, defence_at(table.full, blow, place)
    declared = declaration(full, blow.on)
    if declared is None:
        return 0
    pool = with_dice(
        parts(full, blow.on, chosen.traits(declared.actions[place]), chosen), dice_now(full, declared, place)
    )
    pool += chosen.bonus(full, blow)
    if chosen.lasts:
        before = bears(full, blow.on, "defending")
        times = before.value if before else 0
        pool += (("defended before", -times),) if times else ()
        bear(table, blow.on, "defending", value=times + 1, until=turn_number(full), quietly=True)
    else:
        table.emit(face_audience(full, blow.on), ActionUsed(blow.on, place))
    return successes(table, blow.on, chosen.label, pool)


def miss(table: Deciding, blow: Blow, verdict: Verdict | None) -> Blow:
    """Nothing is left of the attack (C21)."""
    table.emit(together(table.full, blow.by, blow.on), AttackMade(blow.by, blow.on, label(blow), 0))
    attack_of(blow.action).missed(table, blow, verdict)
    return next_step(blow, "over", hits=0)


def deal(table: Deciding, blow: Blow) -> Blow:
    """Roll damage, if the attack does any (C1)."""
    pool = attack_of(blow.action).damage(table.full, blow)
    if blow.dealt < 0 and not pool:
        return next_step(blow, "consequence", dealt=0, soaked=0, levels=0)
    dealt = blow.dealt if blow.dealt >= 0 else deal_damage(table, blow.by, label(blow), pool)
    return next_step(blow, "soak", dealt=dealt)


def deal_damage(table: Deciding, by: str, how: str, pool: tuple[Part, ...]) -> int:
    """The successes of a damage roll."""
    return successes(table, by, f"Damage: {how}", pool)


def soak(table: Deciding, blow: Blow) -> Blow:
    """The one who is hit takes off what it can (C29)."""
    soaked = blow.soaked
    if soaked < 0:
        soaked = soaked_by(table, blow.by, blow.on, blow.damage) if blow.dealt else 0
    return next_step(blow, "wound", soaked=soaked, levels=max(blow.dealt - soaked, 0))


def hurt(table: Deciding, blow: Blow) -> Blow:
    """What is left of the damage wounds (C29)."""
    if blow.levels > 0:
        wound(table, blow.on, blow.damage, blow.levels)
    return next_step(blow, "consequence")


def follow(table: Deciding, blow: Blow) -> Blow:
    """What else the attack brings about."""
    attack_of(blow.action).followed(table, blow)
    return next_step(blow, "over")


def next_step(blow: Blow, step: Step, **known: int) -> Blow:
    """The blow before its next step."""
    return msgspec.structs.replace(blow, step=step, answered=False, waits="", **known)


STEPS: Final[dict[Step, Callable[[Deciding, Blow], Blow]]] = {
    "attack": attack,
    "defence": defend,
    "damage": deal,
    "soak": soak,
    "wound": hurt,
    "consequence": follow,
}


def harm(table: Deciding, by: str, on: str, how: str, damage: Damage, pool: tuple[Part, ...]) -> int:
    """Damage without an attack roll: rolled and soaked as always (C7). Returns the levels that came through."""
    dealt = deal_damage(table, by, how, pool)
    levels = max(dealt - soaked_by(table, by, on, damage), 0) if dealt else 0
    if levels:
        wound(table, on, damage, levels)
    return levels


def soaked_by(table: Deciding, by: str, on: str, damage: Damage) -> int:
    """The levels that the one who is hit soaks. A soak roll that would show a hidden party stays secret."""
    pool = soak_pool(table.full, on, damage)
    if sum(dice for _, dice in pool) <= 0:
        return 0
    return successes(table, on, "Soak", pool, audience=together(table.full, by, on))


def soak_pool(view: View, actor: str, damage: Damage) -> tuple[Part, ...]:
    """What soaks this kind of damage: Endurance against bashing, and lethal for the supernatural; Fortitude alone
    against aggravated (C29)."""
    mortal = character(view, actor).kind == "mortal"
    if damage == "aggravated":
        trait = "Fortitude"
    elif damage == "lethal" and mortal:
        return ()
    else:
        trait = rules_of(view).soak
    return ((trait, dots(view, actor, trait)),)
