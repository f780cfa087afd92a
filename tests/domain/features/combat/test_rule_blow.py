"""The Storyteller's rulings in the middle of an attack: its hits, its harm, its end (C8, C10, C11, C21, G0)."""

from __future__ import annotations

import pytest

from domain.features.actions.weapon_in_hand import in_hand
from domain.features.characters.set_condition import SetCondition
from domain.features.combat.react_to_attack import Defend, GoOn, RuleBlow
from domain.records.blow import Blow
from tests.domain.fight import ST, WATCHER, Fight, act, blow, ruled, stepping, struck


def test_the_storyteller_takes_over_any_step() -> None:
    """G0: step by step, each step waits for the Storyteller; her ruling replaces the dice, and the story says so."""
    fight = stepping()
    assert (blow(fight).step, blow(fight).waits) == ("attack", "storyteller")
    assert "Only the Storyteller" in fight.refused("bert", GoOn(blow(fight).id))
    fight.does(ST, RuleBlow(blow(fight).id, hits=3))
    fight.does(ST, GoOn(blow(fight).id))
    assert blow(fight).step == "damage"
    fight.does(ST, GoOn(blow(fight).id), 3)
    assert "The successes to hit can no longer be changed" in fight.refused(ST, RuleBlow(blow(fight).id, hits=0))
    fight.does(ST, RuleBlow(blow(fight).id, soaked=1))
    assert (blow(fight).step, blow(fight).levels) == ("wound", 2)
    fight.does(ST, GoOn(blow(fight).id))
    fight.does(ST, GoOn(blow(fight).id))
    assert fight.health("bert") == (2, 0, 0)
    assert fight.now == "bert"


def test_a_declared_defence_meets_an_attack_that_is_gone_through_step_by_step() -> None:
    """C21, I2: in step-by-step mode a declared defence is still used, unless the Storyteller rules on the hits."""
    met, ruled = stepping(act("dodge")), stepping(act("dodge"))
    for fight in (met, ruled):
        fight.does(ST, GoOn(blow(fight).id), 2)
        assert (blow(fight).step, blow(fight).waits) == ("defence", "storyteller")
    met.does(ST, GoOn(blow(met).id), 2)
    assert not list(met.full.all(Blow))
    ruled.does(ST, RuleBlow(blow(ruled).id, hits=3))
    assert blow(ruled).hits == 3


def test_what_is_ruled_of_the_harm_counts_until_it_is_done() -> None:
    """G0: a ruling on damage before the wound changes the wound; after the wound it is refused."""
    fight = stepping()
    for rolls in ((2,), (), (2,), (1,)):
        fight.does(ST, GoOn(blow(fight).id), *rolls)
    assert (blow(fight).step, blow(fight).levels) == ("wound", 1)
    fight.does(ST, RuleBlow(blow(fight).id, dealt=4))
    assert fight.health("bert") == (3, 0, 0)
    said = fight.refused(ST, RuleBlow(blow(fight).id, dealt=9))
    assert said == "This attack has already caused its wounds. Set the health of the wounded character instead (G0)."
    (offer,) = fight.offers(ST, RuleBlow)
    assert [asked.name for asked in offer.inputs] == ["blow", "over"]


@pytest.mark.parametrize("attack", ["sweep", "tackle"])
def test_what_else_an_attack_brings_about_the_storyteller_takes_over(attack: str) -> None:
    """C10, C11, G0: the Storyteller may end a sweep or tackle before its consequence: no test, no fall, and the slot
    is done; the story names her ruling."""
    fight = stepping(attack=attack)
    fight.does(ST, RuleBlow(blow(fight).id, hits=1))
    for rolls in ((), (2,), (1,), ()):
        fight.does(ST, GoOn(blow(fight).id), *rolls)
    assert blow(fight).step == "consequence"
    fight.does(ST, RuleBlow(blow(fight).id, over=True))
    assert not list(fight.full.all(Blow))
    assert not {"prone", "unbalanced"} & {*fight.borne("anna"), *fight.borne("bert")}
    assert (fight.health("bert"), fight.now) == ((1, 0, 0), "bert")
    (line,) = ruled(fight, f"{attack.capitalize()}: the attack ends without further effect")
    assert line.who == ST.id


def test_nothing_more_may_come_of_an_attack_at_any_step() -> None:
    """G0: the Storyteller may end an attack after the hit, and it does no damage."""
    fight = stepping()
    fight.does(ST, GoOn(blow(fight).id), 2)
    fight.does(ST, RuleBlow(blow(fight).id, over=True))
    assert (list(fight.full.all(Blow)), fight.health("bert"), fight.now) == ([], (0, 0, 0), "bert")


@pytest.mark.parametrize("number", ["hits", "dealt", "soaked"])
def test_an_attack_that_is_over_comes_to_no_number(number: str) -> None:
    """G0: a ruling that both ends the attack and sets a number is refused."""
    fight = stepping()
    said = fight.refused(ST, RuleBlow(blow(fight).id, over=True, **{number: 3}))
    assert said == "End the attack or set its numbers, not both (G0)."


@pytest.mark.parametrize(("dealt", "soaked"), [(4, -1), (-1, 0)])
def test_what_is_ruled_of_the_harm_alone_takes_no_defence_away(dealt: int, soaked: int) -> None:
    """G0, C21: a ruling on damage or soak alone leaves the choice of defence open, and counts if the attack hits."""
    met, taken = struck("dodge"), struck("dodge")
    for fight in (met, taken):
        fight.does(ST, RuleBlow(blow(fight).id, dealt=dealt, soaked=soaked))
        assert (blow(fight).step, blow(fight).waits) == ("defence", "defence")
    met.does("bert", Defend(blow(met).id, 0), 2)
    assert sum(met.health("bert")) == 0
    taken.does("bert", Defend(blow(taken).id, 0), 1, *((0,) if dealt == 4 else (3,)))
    assert sum(taken.health("bert")) == (4 if dealt == 4 else 3)


def disarming(*steps: tuple[int, ...]) -> Fight:
    """Anna disarms Bert, who has Strength 2; play as many steps as there are rolls."""
    fight = stepping(attack="disarm")
    for rolls in steps:
        fight.does(ST, GoOn(blow(fight).id), *rolls)
    return fight


def finished(fight: Fight) -> tuple[str, int]:
    """Finish the attack; return the weapon in Bert's hand and his damage."""
    while list(fight.full.all(Blow)):
        fight.does(ST, GoOn(blow(fight).id))
    return in_hand(fight.view(WATCHER), "bert").name, sum(fight.health("bert"))


@pytest.mark.parametrize("soak", [(), ((0,),)])
def test_a_disarm_whose_damage_is_ruled_to_beat_strength_hurts_nobody(soak: tuple[tuple[int, ...], ...]) -> None:
    """C8, G0: a disarm whose damage is ruled to beat Strength costs the weapon and does no damage, before the soak
    or after it."""
    fight = disarming((2,), (), (1,), *soak)
    fight.does(ST, RuleBlow(blow(fight).id, dealt=3))
    assert finished(fight) == ("bare hands", 0)


def test_a_disarm_whose_damage_is_ruled_not_to_beat_strength_hurts() -> None:
    """C8, G0: until its step a disarm is not settled, so a ruling on lower damage turns it into a wound."""
    fight = disarming((2,), (), (3,))
    fight.does(ST, RuleBlow(blow(fight).id, dealt=1), 0)
    assert finished(fight) == ("knife", 1)


@pytest.mark.parametrize("rolled", [(), (2,)])
def test_hits_that_are_ruled_hit_whoever_is_struck_down(rolled: tuple[int, ...]) -> None:
    """G0, C13: hits that the Storyteller rules count at every later step, even if the attacker is bound, before the
    roll or after it."""
    fight = stepping(steps=[rolled] if rolled else [])
    fight.does(ST, SetCondition("anna", "bound"))
    fight.does(ST, RuleBlow(blow(fight).id, hits=3))
    if not rolled:
        assert (blow(fight).step, blow(fight).hits) == ("defence", 3)
        fight.goes_on()
    assert (blow(fight).step, blow(fight).hits) == ("damage", 3)
    assert fight.story()[-1] == "Melee attack: Anna hits Bert."


def test_hits_that_nobody_ruled_need_no_roll_to_be_lost() -> None:
    """C13, C27: an automatic hit on a helpless target is lost if the attacker becomes helpless before it is done."""
    fight = stepping()
    fight.does(ST, SetCondition("bert", "bound"))
    fight.goes_on()
    assert (blow(fight).step, blow(fight).hits) == ("defence", 1)
    fight.does(ST, SetCondition("anna", "bound"))
    fight.goes_on()
    assert fight.story()[-1] == "Melee attack: Anna misses Bert."
