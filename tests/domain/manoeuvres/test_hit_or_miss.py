"""If a part of an attack is hidden, everybody learns hit or miss and the visible wound, but no count (X2, X3).

Each test plays a fight at least twice with the same wounds and different hidden counts. Every seat except the
Storyteller must receive, read and be offered the same.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from domain.core.audience import Seat
from domain.core.words import lifted
from domain.features.actions.attack_in_progress import AttackMade
from domain.features.actions.hidden_attack_numbers import KeptCount, known_blows
from domain.features.actions.kiss_effects import ResistKiss
from domain.features.combat.react_to_attack import Defend, RuleBlow
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.turn_commands import StartTurn
from domain.features.rolls.roll import Rolled
from domain.features.rolls.roll_modifiers import ModifyNextRoll
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.table.story_log import Line
from domain.options import options
from domain.records.blow import Blow
from domain.rules.declared_action import Action
from tests.domain.fight import ST, WATCHER, Fight, act
from tests.in_english import english, line_text

CAST = """
    anna  Intuition 1 Strength 4 Unarmed 2 Brawl 2 Melee 3 Dexterity 4 Dodge 2 Stamina 2 Endurance 2 +staff +stake
    bert  vampire  Intuition 1 Strength 3 Unarmed 2 Brawl 2 Melee 3 Dexterity 3 Dodge 3 Stamina 3 Endurance 3 +knife
"""
HIDDEN = ModifyNextRoll("anna", 1, "hidden", "luck")
OTHERS = (WATCHER, Seat("ANNA", "player"), Seat("BERT", "player"))
MADE_IDS = re.compile(rb"(c|shown)\d+-\d+")
"""Generated ids. Their counter also counts the Storyteller's secret facts at this table, so they are masked in
comparisons."""


def public(fight: Fight) -> list[tuple[bytes, ...]]:
    """Return all that each seat except the Storyteller has received, reads and is offered."""
    return [
        tuple(
            MADE_IDS.sub(b"id", msgspec.json.encode(what))
            for what in (
                [(type(f.event).__name__, f.event) for f in fight.facts if seat.reads(f.audience)],
                fight.dump(seat),
                list(options(fight.state.view(seat))),
            )
        )
        for seat in OTHERS
    ]


def alike(*fights: Fight) -> bool:
    """True if no seat except the Storyteller can tell these fights apart."""
    return all(public(fight) == public(fights[0]) for fight in fights)


def apart(*fights: Fight) -> bool:
    """True if the Storyteller can tell these fights apart."""
    return len({repr(fight.dump(ST)) for fight in fights}) == len(fights)


def turn(
    action: Action, *bert: Action, ruled: ModifyNextRoll | None = HIDDEN, extra: str = "ignore", reactions: str = ""
) -> Fight:
    """Anna acts first, with this modifier on her roll; Bert has a knife in hand and declares these actions. `extra`
    is the switch for extra successes."""
    fight = Fight(CAST, declare="any-order", **{"extra-successes": extra, "reactions": reactions or "automatic"})
    fight.arms("bert", "knife")
    if weapon := action.detail("weapon"):
        fight.arms("anna", weapon)
    fight.starts(anna=2, bert=1)
    fight.declares("anna", action)
    fight.declares("bert", *bert)
    if ruled:
        fight.does(ST, ruled)
    return fight


def strike(name: str, weapon: str = "") -> Action:
    """An attack on Bert with this weapon."""
    return act(name, "bert", weapon=weapon) if weapon else act(name, "bert")


def heard(fight: Fight, reason: str) -> list[Rolled]:
    """Return the rolls with this reason that everybody sees."""
    return [
        f.event
        for f in fight.facts
        if WATCHER.reads(f.audience) and isinstance(f.event, Rolled) and f.event.reason == reason
    ]


@pytest.mark.parametrize("rules", ["revised", "v20"])
def test_a_hidden_difficulty_is_not_counted_out(rules: str) -> None:
    """X3, C21: dice 8 8 8 9 9 2 hit with two successes at difficulty 9 and with five at 8 or 3; only the Storyteller
    can tell these apart."""
    fights = []
    for difficulty in (9, 8, 3):
        fight = Fight(CAST, rules=rules, declare="any-order")
        fight.starts(anna=2, bert=1)
        fight.declares("anna", act("attack", "bert"))
        fight.declares("bert")
        fight.does(ST, ModifyNextRoll("anna", difficulty=difficulty))
        fight.shows("anna", *(8, 8, 8, 9, 9, 2), *(8, 8, 2, 2), *(2, 2, 2))
        fights.append(fight)
    assert [max(roll.net for roll in fight.rolls() if roll.reason == "Melee attack") for fight in fights] == [2, 5, 5]
    assert [made.hit for made in fights[0].told(AttackMade)] == [True]
    assert alike(*fights)
    assert apart(*fights[:2])


@pytest.mark.parametrize("name", ["attack", "clinch", "hold", "sweep", "tackle", "touch", "disarm"])
def test_no_attack_tells_with_how_many_hidden_successes_it_hits(name: str) -> None:
    """X2 (iii), C1, C7 to C12: every kind of attack shows only the hit and its effects."""
    action = strike(name, "staff" if name == "sweep" else "")
    after = {"hold": (), "touch": (), "sweep": (3, 1, 0), "tackle": (3, 1, 1, 1)}.get(name, (3, 1))
    fights = [turn(action) for _ in range(3)]
    for fight, hits in zip(fights, (1, 2, 4), strict=True):
        fight.acts("anna", hits, *after)
    assert alike(*fights)
    assert apart(*fights)


@pytest.mark.parametrize("stepping", [False, True])
@pytest.mark.parametrize(
    ("name", "weapon"), [("attack", ""), ("attack", "staff"), ("stake", "stake"), ("sweep", "staff")]
)
def test_further_successes_add_dice_that_nobody_sees(name: str, weapon: str, *, stepping: bool) -> None:
    """X2 (iii), C1, C10, C13, C29: under `extra-successes: add` damage and soak stay with the Storyteller; the
    wound, the staking and a fall are visible, also step by step."""
    fights = []
    for hits, dealt, soaked in ((1, 3, 0), (3, 4, 1), (4, 5, 2)):
        fight = turn(strike(name, weapon), extra="add")
        rolls = [(hits,), (dealt,), (soaked,), *([(0,)] if name == "sweep" else [])]
        if stepping:
            fight.does(ST, PaceAttacks(True))
            fight.acts("anna")
            fight.goes_on(*rolls[0])
            fight.goes_on()
            for one in rolls[1:3]:
                fight.goes_on(*one)
                assert [kept.hits for kept in fight.full.all(KeptCount)] == [hits], "she has it at each step"
                assert [blow.hits for blow in known_blows(fight.full)] == [hits]
                assert [blow.hits for blow in fight.view(WATCHER).all(Blow)] == [-1]
            fight.goes_on()
            fight.goes_on(*[n for one in rolls[3:] for n in one])
        else:
            fight.acts("anna", *[n for one in rolls for n in one])
        assert sum(fight.health("bert")) == 3
        assert ("staked" in fight.borne("bert"), "prone" in fight.borne("bert")) == (name == "stake", name == "sweep")
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


@pytest.mark.parametrize("reactions", ["automatic", "ask"])
@pytest.mark.parametrize(
    ("counts", "told"), [(((1, 1), (1, 3), (3, 3), (4, 5)), "success"), (((1, 0), (3, 2), (4, 1)), "failure")]
)
def test_a_defence_against_a_kept_count_tells_no_more_than_hit_or_miss(
    counts: tuple[tuple[int, int], ...], told: str, reactions: str
) -> None:
    """X2 (iii), C21: the open dice of a defence against a hidden count could reveal that count, so they stay with
    the Storyteller; everybody learns if the attack was stopped."""
    fights = []
    for hits, stopped in counts:
        fight = turn(act("attack", "bert"), act("dodge"), reactions=reactions)
        after = (2, 0) if told == "failure" else ()
        if reactions == "ask":
            fight.acts("anna", hits)
            (blow,) = fight.full.all(Blow)
            fight.does("bert", Defend(blow.id), stopped, *after)
        else:
            fight.acts("anna", hits, stopped, *after)
        assert [(english(o.text), o.outcome) for o in fight.told(OutcomeTold)] == [
            ("Melee attack", "success"),
            ("Dodge", told),
        ]
        assert not heard(fight, "Dodge")
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


@pytest.mark.parametrize(("hits", "counts", "told"), [(4, (0, 1, 3), "failure"), (2, (2, 3, 5), "success")])
def test_a_kept_defence_tells_whether_it_stops_the_attack(hits: int, counts: tuple[int, ...], told: str) -> None:
    """X2 (iii), C21: a hidden defence against open successes shows only if it stops the attack."""
    fights = []
    for stopped in counts:
        fight = turn(act("attack", "bert"), act("dodge"), ruled=ModifyNextRoll("bert", -1, "hidden"))
        fight.acts("anna", hits, stopped, *((2, 0) if told == "failure" else ()))
        assert [(english(o.text), o.outcome) for o in fight.told(OutcomeTold)] == [("Dodge", told)]
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


@pytest.mark.parametrize("stepping", [False, True])
@pytest.mark.parametrize("hidden", ["anna", "bert"])
@pytest.mark.parametrize("wound", [0, 1])
def test_a_cut_of_a_parry_tells_no_margin_nor_that_there_is_none(wound: int, hidden: str, *, stepping: bool) -> None:
    """X2 (iii), C16: a parry that only equals the attack looks like a cut without a wound, because a missing cut
    would reveal the count."""
    fights = []
    for margin in (0, 1, 2) if not wound else (1, 2):
        fight = turn(act("attack", "bert"), act("parry"), ruled=ModifyNextRoll(hidden, 1, "hidden"))
        cut = (wound,) if margin else ()
        if stepping:
            fight.does(ST, PaceAttacks(True))
            fight.acts("anna")
            for one in ((2,), (2 + margin,), cut, (), (), ()):
                fight.goes_on(*one)
        else:
            fight.acts("anna", 2, 2 + margin, *cut)
        assert sum(fight.health("anna")) == wound
        assert not list(fight.full.all(Blow))
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


def test_a_level_parry_that_is_ruled_higher_cuts() -> None:
    """G0, C16, X2 (iii): the Storyteller may override an equal parry to a higher result before the damage, and then
    it cuts."""
    fight = turn(act("attack", "bert"), act("parry"))
    fight.does(ST, PaceAttacks(True))
    fight.acts("anna")
    fight.goes_on(2)
    fight.goes_on(2)
    fight.does(ST, OverrideRoll(fight.last_roll("Parry"), "success", "complete"))
    fight.goes_on(1)
    assert dict(fight.rolls()[-1].parts)["extra successes of the parry"] == 1


def test_a_disarm_shows_what_becomes_of_the_weapon_alone() -> None:
    """X2 (iii), C8: a disarm shows only if the weapon is lost, with any number of extra successes."""
    for rolls in (((1, 4), (4, 5)), ((1, 3, 1), (4, 3, 1))):
        fights = []
        for one in rolls:
            fight = turn(act("disarm", "bert", weapon="staff"), extra="add")
            fight.acts("anna", *one)
            fights.append(fight)
        assert alike(*fights)
        assert apart(*fights)


@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("how", ["clinch", "hold"])
def test_who_prevails_in_a_grapple_tells_no_count(how: str, *, free: bool) -> None:
    """X2 (iii), C7, C9, E2: in a grapple with a hidden modifier both sides' dice stay with the Storyteller, because
    the open dice would reveal the count."""
    fights = []
    for mine, theirs in ((1, 0), (3, 2), (4, 0)) if free else ((0, 0), (1, 1), (2, 4)):
        fight = turn(act("attack", "bert"), act(how, "anna"), ruled=None)
        fight.acts("anna", 0)
        fight.acts("bert", 1, *((0,) if how == "clinch" else ()))
        fight.does(ST, StartTurn())
        fight.declares("bert")
        fight.declares("anna", *([act("break_free")] if how == "clinch" else []))
        fight.does(ST, HIDDEN)
        fight.acts("anna", mine, theirs)
        assert ("held" in fight.borne("anna") or "clinched" in fight.borne("anna")) is not free
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


def test_ideals_against_a_kiss_succeed_or_fail() -> None:
    """X2 (iii), C5: resisting a kiss with a hidden modifier shows success or failure only."""
    fights = []
    for successes in (1, 3):
        fight = Fight(
            """
            vlad  vampire  Intuition 2 Strength 3 Unarmed 2 Dexterity 2 Brawl 2 !fangs Blood:2
            anna  Intuition 1 Ideals 4 Fate:3 Strength 2 Unarmed 1
        """,
            declare="any-order",
        )
        fight.starts(vlad=2, anna=1)
        for actions in ((act("clinch", "anna", at_once="gentle"),), (act("kiss", "anna"),)):
            fight.declares("vlad", *actions)
            fight.declares("anna")
            fight.acts("vlad", 1)
            if actions[0].manoeuvre == "clinch":
                fight.acts("anna")
                fight.does(ST, StartTurn())
        fight.does(ST, ModifyNextRoll("anna", 1, "hidden", "luck", kind="will"))
        fight.does("anna", ResistKiss("anna"), successes)
        fights.append(fight)
    assert not heard(fights[0], "Resisting the kiss")
    assert alike(*fights)
    assert apart(*fights)


def test_what_is_soaked_by_the_storytellers_word_tells_no_kept_damage() -> None:
    """X2 (iii), G0: a ruling on the soak of hidden damage shows that she ruled, and its number only to her, because
    with the wound it would reveal the damage."""
    fights = []
    for hits, dealt, soaked in ((1, 3, 1), (3, 4, 2)):
        fight = turn(act("attack", "bert"), extra="add")
        fight.does(ST, PaceAttacks(True))
        fight.acts("anna")
        for one in ((hits,), (), (dealt,)):
            fight.goes_on(*one)
        (blow,) = fight.full.all(Blow)
        fight.does(ST, RuleBlow(blow.id, soaked=soaked))
        assert [kept.soaked for kept in fight.full.all(KeptCount)] == [soaked]
        fight.goes_on()
        assert sum(fight.health("bert")) == 2
        ruled = [
            line_text(line, lambda _: "{0}") for line in fight.state.view(ST).all(Line) if "soak" in line_text(line)
        ]
        assert ruled == [
            "{0}: Melee attack: the Storyteller has set the soak.",
            f"{{0}}: Melee attack: {soaked} level{'s' if soaked > 1 else ''} soaked.",
        ]
        fights.append(fight)
    assert alike(*fights)
    assert apart(*fights)


def test_an_attack_that_an_older_log_tells_with_its_count_is_read() -> None:
    """C21: an attack that an older log stored with its count is read as a hit or a miss."""
    for version, more in ((1, ["roll"]), (2, [])):
        assert AttackMade.lift(version, ["anna", "bert", "Bite", 3, *more]) == ["anna", "bert", lifted("Bite"), True]
        assert AttackMade.lift(version, ["anna", "bert", "Bite", 0, *more]) == ["anna", "bert", lifted("Bite"), False]
    with pytest.raises(LookupError):
        AttackMade.lift(0, [])
