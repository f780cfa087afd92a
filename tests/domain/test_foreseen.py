"""The forecast equals the roll: in random play under every rule set, the pool shown to a seat before a command is
the pool that the command rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random

import pytest

from domain.admission import admit
from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import TABLE, Seat
from domain.core.deciding import Deciding
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.actions.action_form import inputs
from domain.features.actions.action_pools import traits_of
from domain.features.actions.declaration import declaration, pool_now
from domain.features.actions.foreseen_pools import foreseen_pool
from domain.features.combat.change_action import ChangeAction
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.react_to_attack import Defend
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.modified_pool import with_known_rulings
from domain.features.rolls.pools import in_dice, size
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.scenes.scene import OpenScene
from domain.features.table.settings import rules_of
from domain.options import options
from domain.rules.pool import Pool
from domain.rules.rule_types import Part
from server.http import odds
from server.words.texts import in_english
from tests.domain.fight import Fight, act
from tests.domain.random_play import PLAYERS, Play
from tests.domain.random_play_cast import cast, tasks
from tests.domain.table import ANNA, ST, Table
from tests.in_english import english, parts_text

RULES = sorted(catalogue().rulesets)


def opened(play: Play, rules: str, **chosen: str) -> None:
    """Open a scene under these rules, with these switches and random values for the rest."""
    table = catalogue().rulesets[rules].switches
    switches = tuple((s.name, chosen.get(s.name) or play.random.choice(s.choices)) for s in table)
    play.does(TABLE, OpenScene("scene/c/s", "c", "A scene", rules, switches, cast(), tasks=tasks()))


def foreseen(view: View, command: Command) -> Pool | None:
    """Return the pool that a seat is shown for a command, or None if it is shown none or refused."""
    try:
        admit(view, command)
        command.check(view)
        return command.foreseen(view)
    except Refusal:
        return None


def met(view: View, command: Command) -> tuple[str, str] | None:
    """Return the defender of this command and its option's label, or None if it is no defence."""
    if not isinstance(command, Defend):
        return None
    wanted = {"blow": command.blow, "place": str(command.place), "means": command.means}
    for option in Defend.offer(view):
        if wanted.items() <= {asked.name: asked.default for asked in option.inputs}.items():
            return option.actor, in_english(option.label)
    return None


def shown_for_defence(view: View, command: Command) -> str:
    """Return the dice that the form shows beside the pool of a defence declared alone, or "" for any different
    command."""
    if not isinstance(command, DeclareAction) or len(command.actions) != 1:
        return ""
    (action,) = command.actions
    chosen = catalogue().manoeuvres.get(action.manoeuvre)
    if chosen is None or not chosen.defence:
        return ""
    asked = {one.name: one for one in inputs(view, command.actor, chosen)}
    pools = asked["traits"].choices if "traits" in asked else ()
    wanted = action.traits or (pools[0].value if pools else "")
    share = rules_of(view).splits == "share" and action.dice
    return next((in_english(choice.hint).split(";")[0] for choice in pools if choice.value == wanted and not share), "")


def thrown(done: Deciding, seat: Seat, actor: str) -> Rolled | None:
    """Return a command's first roll of a character, if this seat sees its dice."""
    rolls = (fact for fact in done.facts if isinstance(fact.event, Rolled) and fact.event.actor == actor)
    first = next(rolls, None)
    return first.event if first is not None and seat.reads(first.audience) else None  # type: ignore[return-value]


AT_ANY_TIME = (
    "Roll", "Roll", "RollInSecret", "CallForRoll", "AnswerCall", "AnswerCall", "WorkOnTask", "ModifyNextRoll",
    "SetCircumstance", "SetCondition", "SetHealth",
)  # fmt: skip
IN_TURNS = (
    "StartTurns", "StartTurn", "DeclareAction", "DeclareAction", "DeclareAction", "TakeAction", "TakeAction",
    "TakeAction", "Defend", "Defend", "GoOn", "ModifyNextRoll", "SetCircumstance", "SetCondition", "SetHealth",
)  # fmt: skip
"""The commands at these tables, each equally likely; a name listed twice is twice as likely."""


def wishes(play: Play, wanted: Sequence[str], count: int) -> Iterator[tuple[Seat, Command]]:
    """Generate a random seat and a command among these that it is offered, repeatedly."""
    for _ in range(count):
        play.wanderer.learn(play.state)
        seat = play.random.choice((ST, ST, *PLAYERS))
        name = play.random.choice(wanted)
        offered = [option for option in options(play.state.view(seat)) if option.command == name]
        command = play.wanderer.accepted(play.random.choice(offered)) if offered else None
        if command is not None:
            yield seat, command


def unexplained(parts: Iterable[Part]) -> int:
    """Return the sum of unexplained modifiers."""
    return sum(dice for label, dice in parts if in_english(label) == "unexplained")


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("wanted", [AT_ANY_TIME, IN_TURNS], ids=["at-any-time", "in-turns"])
def test_what_is_foreseen_is_rolled(rules: str, wanted: Sequence[str], seed: int) -> None:
    """S1, S2, D7, D11, M1, M2: every forecast pool equals the pool rolled next: free rolls, secret rolls, calls,
    tasks, actions and defences."""
    compared = Counter[str]()
    for place in range(4):
        play = Play(Random(f"{seed}-{rules}-{place}").randint(0, 2**32 - 1), begins=partial(opened, rules=rules))
        for seat, command in wishes(play, wanted, 150):
            view = play.state.view(seat)
            defended = met(view, command)
            pool = foreseen(view, command)
            throw = pool.throw(rules_of(view)) if pool is not None else None
            done = play.does(seat, command)
            if defended is not None and done is not None:
                actor, label = defended
                made = thrown(done, seat, actor)
                if made is not None:
                    compared["Defend"] += 1
                    put_in = sum(dice for name, dice in made.parts if in_english(name) in ("specialty", "Willpower"))
                    assert label.endswith(in_english(in_dice(view, made.pool - put_in))), (
                        f"{label}: {made.parts} was rolled"
                    )
            if pool is None or throw is None or done is None or isinstance(command, DeclareAction):
                continue
            made = thrown(done, seat, pool.actor)
            if made is not None:
                compared[type(command).__name__] += 1
                where = f"{seat.id}, {command}: {pool.parts} was foreseen, {made.parts} was rolled"
                # An unexplained modifier may be visible to a player only in the roll itself (X2 ii).
                unsaid = 0 if seat.is_storyteller else unexplained(made.parts) - unexplained(pool.parts)
                assert made.pool == sum(dice for _, dice in made.parts) == throw.pool + unsaid, where
                assert made.difficulty in (0, throw.difficulty), where
    assert compared["TakeAction" if wanted is IN_TURNS else "Roll"], compared


@pytest.mark.parametrize("rules", RULES)
def test_what_is_foreseen_of_a_declaration_is_what_is_declared(rules: str, seed: int) -> None:
    """M1, M2, C23: a declared action rolls the pool that was forecast before its declaration; a declared defence has
    the dice that the form showed (S3)."""
    compared = Counter[str]()
    # With hidden declarations the last declaration would open all and so change the view.
    begins = partial(opened, rules=rules, declarations="open", declare="any-order")
    for place in range(4):
        play = Play(Random(f"{rules}-{seed}-{place}").randint(0, 2**32 - 1), begins=begins)
        for seat, command in wishes(play, IN_TURNS, 150):
            view = play.state.view(seat)
            pool = foreseen(view, command)
            shown = shown_for_defence(view, command)
            done = play.does(seat, command)
            if not isinstance(command, DeclareAction) or done is None:
                continue
            now = play.state.view(seat)
            declared = declaration(now, command.actor)
            assert declared is not None
            traits = traits_of(now, command.actor, declared.actions[0]) if declared.actions else ()
            if shown:
                compared[declared.actions[0].manoeuvre] += 1
                made = Pool(command.actor, "", pool_now(now, declared, 0), traits=traits)
                assert in_english(in_dice(now, size(with_known_rulings(now, made).parts))) == shown
            if pool is None:
                continue
            compared[declared.actions[0].manoeuvre] += 1
            made = Pool(command.actor, "", foreseen_pool(now, declared, 0), traits=traits)
            assert with_known_rulings(now, made).parts == pool.parts, command
    assert compared, compared


def test_of_several_actions_it_is_said_what_each_rolls() -> None:
    """M2, C10: for several actions the form states the dice of each action that differs from its share, with the
    reason."""
    fight = Fight("anna Strength 3 Dexterity 3 Brawl 3 Unarmed 3 Dodge 3\nben Dexterity 1", declare="any-order")
    fight.starts(anna=1, ben=0)
    command = DeclareAction("anna", (act("sweep", "ben", dice=4), act("dodge", dice=2)))
    told = "2 actions from 6 dice: 4 + 2 (M2). Sweep: 3 dice, Dexterity 3 + Brawl 3 − several actions 2 − Sweep 1."
    assert english(command.in_words(fight.view("anna"))) == told
    fight.does("anna", command)
    fight.declares("ben")
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 3


def test_a_pool_beside_a_choice_has_what_its_weapon_and_a_ruling_give() -> None:
    """S3, X2: the dice in the form of an action include its weapon and open modifiers."""
    fight = Fight(
        "anna Strength 3 Weaponry 2 Dexterity 2 +knife\nben Dexterity 2", rules="storytelling", declare="any-order"
    )
    fight.starts(anna=1, ben=0)
    fight.does(ST, ModifyNextRoll("anna", -2, "open", "rain"))
    (attack,) = [o for o in fight.offers("anna", DeclareAction) if o.label == "Melee attack (C1)"]
    (weapons,) = [asked for asked in attack.inputs if asked.name == "weapon"]
    assert [choice.hint for choice in weapons.choices] == ["a chance die (S5); bashing", "4 dice; lethal"]
    command = DeclareAction("anna", (act("attack", "ben", weapon="knife"),))
    pool = command.foreseen(fight.state.view(fight.seat("anna")))
    assert pool is not None
    assert pool.parts == (("Strength", 3), ("Weaponry", 2), ("knife", 1), ("rain", -2))


REACH = """
    anna  Strength 3 Unarmed 3 Melee 3 Dexterity 3 Brawl 3 Dodge 3 Intuition 3 Fate:2 +knife
    ben   Strength 2 Melee 2 Dexterity 1 Intuition 1 +spear
"""


def hints(fight: Fight, command: type[Command], label: str, asked: str) -> list[str]:
    """Return the hints of the choices of an input in an action's form."""
    (option,) = [o for o in fight.offers("anna", command) if o.label.removeprefix("Change to: ").startswith(label)]
    return [choice.hint for one in option.inputs if one.name == asked for choice in one.choices]


def test_a_weapon_shows_the_dice_that_it_rolls_against_the_only_target() -> None:
    """C24, C7: against a single possible target, the form, the forecast and the roll all include the die for closing
    in."""
    fight = Fight(REACH, declare="any-order")
    fight.arms("anna", "knife")
    fight.arms("ben", "spear")
    fight.starts(anna=1, ben=0)
    bare, knife, *_ = (hint.split(";")[0] for hint in hints(fight, DeclareAction, "Melee attack", "weapon"))
    for weapon, shown in (("", bare), ("knife", knife)):
        pool = DeclareAction("anna", (act("attack", "ben", weapon=weapon),)).foreseen(fight.view("anna"))
        assert pool is not None
        assert ("closing in", -1) in parts_text(pool.parts)
        assert shown == in_english(in_dice(fight.view("anna"), size(pool.parts))) == "5 dice"
    assert hints(fight, DeclareAction, "Clinch", "traits") == ["5 dice"]


def test_among_several_targets_the_dice_are_those_before_the_target() -> None:
    """C24, C23: with several possible targets the hint excludes the target's modifiers, and says so."""
    fight = Fight(f"{REACH}    cora  Intuition 1", declare="any-order")
    fight.arms("ben", "spear")
    fight.starts(anna=1, ben=0, cora=0)
    assert hints(fight, DeclareAction, "Melee attack", "weapon")[0].startswith(
        "6 dice, not yet counting the target’s modifiers; "
    )


def test_a_form_to_change_an_action_says_that_the_test_has_its_share() -> None:
    """I4, M2: the form of a change says that the test takes a share of the pool."""
    fight = Fight(REACH.replace("+spear", ""), declare="any-order")
    fight.starts(anna=1, ben=0)
    fight.declares("ben")
    fight.declares("anna", act("dodge"))
    assert hints(fight, ChangeAction, "Melee attack", "weapon")[0].startswith(
        "6 dice, not yet counting the dice for the test; "
    )
    assert hints(fight, ChangeAction, "Block", "traits") == ["6 dice, not yet counting the dice for the test"]


def test_the_story_tells_the_dice_that_an_action_rolls() -> None:
    """M2, I4, C10: the story states the dice after the manoeuvre's penalty: a sweep with a share of 3 rolls 2,
    declared or changed to."""
    fight = Fight(REACH.replace("+spear", ""), declare="any-order")
    fight.starts(anna=1, ben=0)
    fight.declares("ben")
    fight.declares("anna", act("dodge"))
    fight.does("anna", ChangeAction("anna", act("sweep", "ben")), 1)
    assert fight.story()[-1] == "Anna changes to: Sweep on Ben (2 dice)."
    fight.acts("anna", 0)
    assert fight.rolls()[-1].pool == 2
    again = Fight(REACH.replace("+spear", ""), declare="any-order")
    again.starts(anna=1, ben=0)
    again.declares("anna", act("sweep", "ben", dice=3), act("dodge", dice=3))
    assert again.story()[-1] == "Anna declares: Sweep on Ben (2 dice), then Dodge (3 dice)."


@pytest.mark.parametrize(("skill", "pool"), [("Computer", -1), ("Larceny", 1)])
def test_an_untrained_pool_is_foreseen_as_it_is_rolled(skill: str, pool: int) -> None:
    """S2: an untrained pool is forecast as it is rolled: Intelligence 2 + Computer 0 is a chance die; a missing
    Physical skill costs a die."""
    table = Table("storytelling", "anna Intelligence 2")
    roll = Roll("", "anna", ("Intelligence", skill))
    shown = odds.foreseen(table.state.view(ANNA), roll)
    assert shown is not None
    assert (shown["pool"], in_english(shown["dice"])) == (pool, "a chance die" if pool < 1 else "1 die")
    table.does(ANNA, roll, 5)
    assert (table.roll().pool, list(shown["parts"])) == (pool, list(table.roll().parts))
