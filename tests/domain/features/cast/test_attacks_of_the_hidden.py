"""An attack in progress when its attacker or target is revealed, hidden or removed (X1, X4, C21)."""

from __future__ import annotations

import pytest

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER
from domain.core.deciding import Deciding
from domain.core.words import characters_in
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.hidden_names import hidden_name_in
from domain.features.characters.set_health import SetHealth
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.movement import Move
from domain.features.combat.react_to_attack import Defend, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.rolls.free_roll import RollInSecret
from domain.features.rolls.roll import Roll
from domain.features.rolls.seal_and_open_seed import ShowRoll
from domain.features.scenes.leave_scene import RemoveCharacter
from domain.features.storyteller.override_roll import OverrideRoll
from domain.records.blow import Blow
from tests.domain.fight import ST, WATCHER, Fight, Rolls, act
from tests.in_english import english

AMBUSH = """
    anna   Intuition 2 Dexterity 2 Dodge 3 Strength 2 Unarmed 2 Endurance 2
    bert   Intuition 2 Dexterity 2 Dodge 2 Strength 2 Unarmed 2 Endurance 2
    ghost  hidden  Intuition 2 Dexterity 2 Strength 4 Unarmed 2 Brawl 2
    thug   npc     Intuition 2 Dexterity 2 Strength 1
"""
STEPS = ("attack", "defence", "damage", "soak", "wound", "consequence")
ROLLS = {"attack": (3,), "damage": (3,), "soak": (1,)}
"""The rolls of each step of the ghost's attack, if no defence meets it."""


def ambush(
    step: str, *, by: str = "attack", on: str = "anna", first: bool = True, extra: str = "ignore", **switches: str
) -> Fight:
    """The hidden ghost attacks, as the first or the last to act, and its attack waits for the Storyteller at this
    step. Anna has declared a dodge, and Bert a free action."""
    fight = Fight(AMBUSH, declare="any-order", **switches, **{"extra-successes": extra})
    fight.starts(anna=3, bert=1, thug=2, ghost=4 if first else 0)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("ghost", act(by, on))
    fight.declares("thug")
    fight.declares("anna", act("dodge"))
    fight.declares("bert", act("free", text="shouts"))
    if not first:
        for name in ("anna", "thug", "bert"):
            fight.acts(name)
        if fight.now == "bert":
            fight.acts("bert")  # the last one, who does not move (F2)
    fight.acts("ghost")
    for before in STEPS[: STEPS.index(step)]:
        fight.goes_on(*ROLLS.get(before, ()))
    return fight


def secrets(fight: Fight) -> set[str]:
    """Return the ids of rolls that only the Storyteller has."""
    return {roll.id for roll in fight.full.all(Roll)} - {roll.id for roll in fight.view(WATCHER).all(Roll)}


def seen(fight: Fight) -> Blow:
    """Return the attack that all see, and check that no public record names a hidden roll."""
    (found,) = fight.view(WATCHER).all(Blow)
    assert [*fight.full.all(Blow)] == [found]
    told = repr([fact.event for fact in fight.facts if fact.audience == EVERYONE]) + repr(fight.dump(WATCHER))
    assert not {roll for roll in secrets(fight) if f"'{roll}'" in told}
    return found


def test_who_steps_out_before_it_is_met_is_met() -> None:
    """X4, C21: after the reveal the target is offered its defence and nobody acts before the attack is over; the
    hidden roll stays with the Storyteller; then the order of slots continues as usual."""
    fight = ambush("defence", reactions="ask")
    assert not fight.offers("anna", Defend)
    fight.does(ST, RevealCharacter("ghost"))
    assert (seen(fight).waits, seen(fight).hits, seen(fight).rolls) == ("defence", -1, ())
    assert [option.label for option in fight.offers("anna", Defend)] == ["Dodge, 5 dice"]
    assert "under way" in fight.refused("bert", TakeAction("bert"))
    assert fight.now == "ghost"
    fight.does("anna", Defend(seen(fight).id), 3)
    assert fight.story()[-1] == "Melee attack: Ghost misses Anna."
    assert fight.now == "thug", "Anna's only action, the dodge, is used"
    assert not fight.seen("KeptCount", ST)


def test_who_steps_out_may_be_aborted_against() -> None:
    """X4, I5: a target that has not acted may abort for a defence once the attacker is revealed."""
    fight = ambush("defence", on="bert", reactions="ask")
    assert fight.offers("bert", AbortAction)
    fight.does(ST, RevealCharacter("ghost"))
    assert seen(fight).waits == "defence"
    fight.does("bert", AbortAction("bert", "dodge"), 1)
    fight.does("bert", Defend(seen(fight).id), 3)
    assert fight.story()[-1] == "Melee attack: Ghost misses Bert."


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("extra", ["ignore", "add"])
def test_of_an_attack_that_comes_to_light_nothing_is_told_that_was_rolled_before(step: str, extra: str) -> None:
    """X1, X4: at every step, a reveal shows how far the attack is, but no number and no secret roll; the attack goes
    on with them and has the same result."""
    fight = ambush(step, extra=extra)
    fight.does(ST, RevealCharacter("ghost"))
    now = seen(fight)
    assert (now.step, now.waits, now.hits, now.dealt, now.soaked, now.roll) == (step, "storyteller", -1, -1, -1, "")
    for at in STEPS[STEPS.index(step) :]:
        assert seen(fight).step == at
        assert "under way" in fight.refused("bert", TakeAction("bert"))
        fight.goes_on(*((0,) if at == "defence" else ROLLS.get(at, ())))
    dodged = step in ("attack", "defence")
    assert (fight.health("anna"), fight.now) == ((2, 0, 0), "thug" if dodged else "anna"), "a used dodge ends her slot"
    assert not fight.seen("KeptCount", ST)


@pytest.mark.parametrize(("extra", "secret"), [("ignore", False), ("add", True)])
def test_damage_that_would_tell_what_was_rolled_in_secret_is_rolled_so_too(extra: str, secret: bool) -> None:
    """X1, C29: damage is rolled in secret if extra successes add to it, because its dice would reveal them; else
    openly."""
    fight = ambush("damage", extra=extra)
    fight.does(ST, RevealCharacter("ghost"))
    fight.goes_on(3)
    assert (fight.last_roll("Damage: Melee attack") in secrets(fight)) is secret
    assert seen(fight).dealt == (-1 if secret else 3)


@pytest.mark.parametrize("kept", [1, 3])
def test_against_what_was_rolled_in_secret_feet_are_kept_in_secret(kept: int) -> None:
    """X1, C10: against a secret attack roll the test to keep one's feet is secret too, because its dice would reveal
    the successes; only a fall is visible."""
    fight = ambush("damage", by="sweep")
    fight.does(ST, RevealCharacter("ghost"))
    for rolls in ((0,), (), (), (kept,)):
        fight.goes_on(*rolls)
    assert fight.last_roll("Staying on one’s feet") in secrets(fight)
    assert ("prone" in fight.borne("anna"), fight.now) == (kept < 3, "anna")


@pytest.mark.parametrize(("step", "reason"), [("defence", "Melee attack"), ("soak", "Damage: Melee attack")])
def test_what_was_rolled_in_secret_may_still_be_ruled_otherwise(step: str, reason: str) -> None:
    """X1, G0: overriding a secret roll counts in the attack, and only the Storyteller sees the override."""
    fight = ambush(step)
    fight.does(ST, RevealCharacter("ghost"))
    before = seen(fight)
    facts = fight.does(ST, OverrideRoll(fight.last_roll(reason), "success", "marginal"))
    assert {fact.audience for fact in facts} == {STORYTELLER}
    assert seen(fight) == before
    for rolls in ((0,), (1,), (0,), (), ()) if step == "defence" else ((0,), (), ()):
        fight.goes_on(*rolls)
    assert fight.health("anna") == (1, 0, 0)


def test_what_the_storyteller_rules_of_it_from_then_on_is_no_secret() -> None:
    """X4, G0: after the reveal, hits that the Storyteller sets are public."""
    fight = ambush("defence", reactions="ask")
    fight.does(ST, RevealCharacter("ghost"))
    fight.does(ST, RuleBlow(seen(fight).id, hits=2))
    assert (seen(fight).step, seen(fight).hits) == ("damage", 2)


def test_a_roll_to_hit_that_is_ruled_otherwise_too_late_counts_for_no_other() -> None:
    """X1, G0: overriding the roll to hit after a ruling on the damage changes nothing: the ruled damage stays."""
    fight = ambush("damage")
    fight.does(ST, RevealCharacter("ghost"))
    fight.does(ST, RuleBlow(seen(fight).id, dealt=3))
    fight.does(ST, OverrideRoll(fight.last_roll("Melee attack"), "failure"))
    assert (seen(fight).step, seen(fight).dealt) == ("soak", 3)


def test_who_steps_out_and_falls_strikes_nobody() -> None:
    """X4, C29: a revealed attacker that is out before the roll loses its attack, and everybody reads that."""
    fight = ambush("attack")
    fight.does(ST, RevealCharacter("ghost"))
    fight.does(ST, SetHealth("ghost", lethal=7))
    fight.goes_on()
    assert fight.story()[-1] == "Ghost: Melee attack is lost. Ghost is incapacitated and cannot act (C29)."
    assert fight.now == "anna"


def test_what_comes_to_light_waits_for_the_storyteller_though_others_run_on_by_now() -> None:
    """X4, G0: an attack that is revealed waits for the Storyteller, even if attacks run automatically by now."""
    fight = ambush("attack")
    fight.does(ST, PaceAttacks(step_by_step=False))
    fight.does(ST, RevealCharacter("ghost"))
    assert (seen(fight).step, seen(fight).waits) == ("attack", "storyteller")
    fight.goes_on(3, 0, 3, 1)
    assert fight.health("anna") == (2, 0, 0)


@pytest.mark.parametrize("turns", ["storyteller", "automatic"])
def test_nobody_acts_before_what_came_to_light_after_the_turn_is_over(turns: str) -> None:
    """X4, I2, C21: a hidden attack delays nobody and can outlast its turn; once revealed it is finished before
    anyone acts."""
    fight = ambush("attack", first=False, turns=turns)
    assert fight.now == ("declaring" if turns == "automatic" else "over")
    fight.does(ST, RevealCharacter("ghost"))
    assert (seen(fight).step, seen(fight).waits) == ("attack", "storyteller")
    if turns == "automatic":
        fight.all_pass("thug", "bert", "ghost")
        fight.declares("anna", act("dodge"))
        assert "under way" in fight.refused("anna", TakeAction("anna"))
    fight.goes_on(0)
    assert fight.story()[-1] == "Melee attack: Ghost misses Anna."
    if turns == "automatic":
        fight.acts("anna")


@pytest.mark.parametrize("step", STEPS)
def test_who_steps_out_in_the_turn_after_its_attack_declares_for_that_turn(step: str) -> None:
    """X4, I2: the old declaration covered the turn before, so the revealed attacker declares again and acts in its
    place after the attack is over."""
    fight = ambush(step, first=False, turns="automatic")
    assert fight.now == "declaring"
    fight.does(ST, RevealCharacter("ghost"))
    assert seen(fight).step == step
    fight.all_pass("thug", "bert", "anna")
    assert fight.now == "declaring"
    fight.declares("ghost", act("attack", "bert"))
    for at in STEPS[STEPS.index(step) :]:
        fight.goes_on(*ROLLS.get(at, ()))
    for name in ("anna", "thug", "bert"):
        fight.acts(name)
    assert fight.now == "ghost"
    fight.acts("ghost")
    assert (seen(fight).on, seen(fight).step) == ("bert", "attack")


def test_who_steps_out_before_it_did_what_it_declared_for_the_turn_before_may_still_do_it() -> None:
    """X4, I2: a revealed character that has not acted on its declaration may still act on it in the present turn."""
    fight = Fight(AMBUSH, declare="any-order", turns="automatic")
    fight.starts(anna=3, bert=1, thug=2, ghost=0)
    fight.declares("ghost", act("attack", "bert"))
    fight.all_pass("thug", "anna", "bert")
    for name in ("anna", "thug", "bert"):
        fight.acts(name)
    fight.does(ST, RevealCharacter("ghost"))
    assert "This character has declared already" in fight.refused("ghost", DeclareAction("ghost", (act("dodge"),)))
    fight.all_pass("thug", "anna", "bert")
    for name in ("anna", "thug", "bert"):
        fight.acts(name)
    fight.acts("ghost", 0)
    fight.does("ghost", Move("ghost"))
    assert fight.now == "declaring"


def test_a_turn_does_not_end_by_itself_before_what_came_to_light_in_it() -> None:
    """X4, I2: a turn does not end by itself before a revealed attack is over, even if all visible characters are
    out."""
    fight = ambush("attack", turns="automatic")
    fight.does(ST, RevealCharacter("ghost"))
    for name in ("anna", "bert", "ghost", "thug"):
        fight.does(ST, SetHealth(name, lethal=7))
    assert fight.now == "acting"
    fight.does(ST, RuleBlow(seen(fight).id, over=True))
    assert fight.now == "declaring"


def test_an_attack_on_whoever_is_hidden_still_waits_for_nobody() -> None:
    """X1, X4: a revealed attacker's slot delays the table, so its attack on a hidden target is finished at once, and
    only the Storyteller sees that attack and its damage."""
    fight = Fight(AMBUSH, declare="any-order")
    fight.starts(anna=3, bert=1, thug=2, ghost=4)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares("ghost", act("attack", "thug"))
    fight.all_pass("thug", "anna", "bert")
    fight.does(ST, HideCharacter("thug"))
    fight.acts("ghost")
    fight.goes_on(2)
    fight.does(ST, RevealCharacter("ghost"), 1)
    assert not list(fight.full.all(Blow))
    assert (fight.now, sum(fight.health("thug", ST))) == ("anna", 1)
    assert not [fact for fact in fight.facts if fact.audience == EVERYONE and isinstance(fact.event, AttackMade)]
    assert {fight.last_roll("Melee attack"), fight.last_roll("Damage: Melee attack")} <= secrets(fight)


@pytest.mark.parametrize("gone", [HideCharacter("ghost"), RemoveCharacter("ghost")])
@pytest.mark.parametrize("strikes", ["ghost", "anna"])
@pytest.mark.parametrize("step", ["attack", "damage"])
def test_an_attack_is_given_up_when_one_of_the_two_is_gone(gone: Command, strikes: str, step: str) -> None:
    """X4, I2: when attacker or target is hidden or removed, the attack is cancelled with a single line, and its slot
    is over."""
    fight = Fight(AMBUSH.replace("ghost  hidden", "ghost  npc"), declare="any-order")
    other = "anna" if strikes == "ghost" else "ghost"
    fight.starts(anna=3, bert=1, ghost=4 if strikes == "ghost" else 2, thug=0)
    fight.does(ST, PaceAttacks(step_by_step=True))
    fight.declares(strikes, act("attack", other))
    fight.declares(other)
    fight.all_pass("bert", "thug")
    fight.acts(strikes)
    for rolls in ((2,), ()) if step == "damage" else ():
        fight.goes_on(*rolls)
    assert seen(fight).step == step
    fight.does(ST, gone)
    assert not list(fight.full.all(Blow))
    what = "Melee attack (remaining part)" if step == "damage" else "Melee attack"
    why = "out of sight (X4)" if isinstance(gone, HideCharacter) else "no longer there (I2)"
    said = f"{strikes.title()}: {what} is lost. Ghost is {why}."
    assert (fight.story().count(said), fight.now) == (1, "anna" if strikes == "ghost" else "bert")


def test_the_dice_of_an_unseen_blow_are_shown_without_whom_it_was_against() -> None:
    """X1, X4: when the Storyteller shows the dice of a hidden attack, they name neither attacker nor target."""
    fight = ambush("defence")
    hit = next(roll for roll in fight.state.partition(STORYTELLER).all(Roll) if english(roll.reason) == "Melee attack")
    ShowRoll(hit.id).decide(Deciding(fight.state, ST, Rolls(), None))  # unchecked: all dice have one seal here
    shown = fight.view(WATCHER).all(Roll)
    assert (hit.on, [(roll.actor, roll.on) for roll in shown if roll.reason == hit.reason]) == ("anna", [("", "")])


def test_a_roll_that_tells_of_somebody_unseen_is_not_shown() -> None:
    """X1, X4, D18: a roll against a hidden character's traits cannot be shown until that character is revealed."""
    fight, notice = Fight(AMBUSH, rules="v20"), ("Dexterity",)
    fight.does(ST, RollInSecret("Does she notice", "anna", notice, opponent="ghost", against="Dexterity + 3"), 1)
    (made,) = fight.state.partition(STORYTELLER).all(Roll)
    assert list(characters_in(made.reason)) == ["ghost"]
    assert "names Ghost" in fight.refused(ST, ShowRoll(made.id))
    assert hidden_name_in(fight.view(ST), "A ghostly light, foghost") == ""
    fight.does(ST, RevealCharacter("ghost"))
