"""The talk about rolls: intents, calls and pleas, and giving up before a chance die."""

from __future__ import annotations

import pytest

from domain.core.audience import seats
from domain.features.calls.answer_call import AbandonCall, AnswerCall
from domain.features.calls.call_for_roll import CallForRoll, WithdrawCall
from domain.features.calls.decrees import Decree
from domain.features.calls.pleading import GrantPlea, Plead, RefusePlea
from domain.features.calls.stated_intent import Aim, AnswerAim, DropAim, StateAim
from domain.features.characters.character import sheet
from domain.features.combat.initiative import Slot
from domain.features.combat.turn_commands import StartTurns
from domain.features.rolls.call import Call, Plea
from domain.features.rolls.free_roll import Roll
from domain.features.rolls.roll_modifiers import NO_REASON, ModifyNextRoll
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.create_character import ChangeSheet
from domain.options import options
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english

FIVE = (2, 2, 2, 2, 2)


def aimed(table: Table, *, private: bool = False) -> str:
    table.does(ANNA, StateAim("anna", "over the wall", "by the drainpipe", private))
    return next(table.state.full.all(Aim)).id


def called(table: Table, **said: object) -> str:
    table.does(ST, CallForRoll("anna", "climb", **{"traits": ("Dexterity",), **said}))  # type: ignore[arg-type]
    return next(table.state.full.all(Call)).id


def call(table: Table) -> Call:
    return next(table.state.view(ANNA).all(Call))


# Intents


def test_a_player_states_aim_and_method() -> None:
    """G3: everybody reads a stated intent, and the Storyteller is prompted."""
    table = Table()
    aimed(table)
    assert table.lines(WATCHER)[-1] == "anna wants: over the wall. How: by the drainpipe"
    urgent = {o.command for o in options(table.state.view(ST)) if o.urgent}
    assert urgent == {"AnswerAim"}
    answers = (o for o in options(table.state.view(ST)) if any(i.name == "aim" for i in o.inputs))
    assert {o.command for o in answers if english(o.inputs[0].choices[0].label) == "over the wall"} == {
        "AnswerAim", "CallForRoll", "Decree",
    }  # fmt: skip


def test_an_aim_may_be_private() -> None:
    """G3: only the Storyteller learns of a private intent, and she answers in private."""
    table = Table()
    id_ = aimed(table, private=True)
    assert {fact.audience for fact in table.facts} == {seats("ANNA")}
    table.does(ST, AnswerAim(id_))
    assert table.told(BEN) == []


def test_it_may_need_no_roll() -> None:
    """G3: the Storyteller may answer that an ordinary deed needs no roll."""
    table = Table()
    table.does(ST, AnswerAim(aimed(table)))
    assert table.lines(WATCHER)[-1] == "anna: No roll is needed."
    assert not list(table.state.full.all(Aim))


def test_it_may_be_settled_by_a_decree() -> None:
    """G3, G1: a decree may answer an intent."""
    table = Table()
    table.does(ST, Decree("She is over", True, "anna", aim=aimed(table)))
    assert not list(table.state.full.all(Aim))
    assert table.lines(WATCHER)[-1] == "anna: She is over: success."


def test_it_may_take_a_roll() -> None:
    """G3: a call with a pool and its difficulty may answer an intent."""
    table = Table()
    table.does(ST, CallForRoll("anna", "climb", ("Dexterity",), aim=aimed(table)))
    assert not list(table.state.full.all(Aim))
    assert call(table).reason == "climb"


def test_one_aim_at_a_time_and_it_may_be_dropped() -> None:
    """G3: a character has at most one intent, and its player may drop it."""
    table = Table()
    id_ = aimed(table)
    table.refuses(ANNA, StateAim("anna", "and the window"), "one-aim")
    table.refuses(ANNA, AnswerAim(id_), "storyteller-only")
    table.refuses(BEN, DropAim(id_), "not-yours")
    table.does(ANNA, DropAim(id_))
    for answer in (AnswerAim(id_), Decree("x", aim=id_), CallForRoll("anna", "", ("Dexterity",), aim=id_)):
        table.refuses(ST, answer, "no-such-aim")
    table.refuses(ANNA, StateAim("anna", "  "), "no-aim")


# Pleading


def test_another_trait_counts_once_the_storyteller_agrees() -> None:
    """G6: a proposed trait counts once the Storyteller accepts it; until then the call is unchanged."""
    table = Table()
    id_ = called(table)
    table.does(ANNA, Plead(id_, ("Dexterity", "Firearms"), bonus=2, text="with {care}"))
    assert call(table).traits == ("Dexterity",)
    assert table.lines(BEN)[-1] == "anna proposes Dexterity + Firearms, +2 dice. with {care}"
    table.does(ST, GrantPlea(id_))
    assert (call(table).traits, call(table).parts) == (("Dexterity", "Firearms"), (("with {care}", 2),))
    table.does(ANNA, AnswerCall(id_), *FIVE, 2, 2)
    assert table.roll(WATCHER).pool == 7


def test_what_was_asked_for_with_more_modifiers_than_count_by_now_goes_on() -> None:
    """G6, S3, G0: after a house rule allows fewer modifiers, an open call with more can still be changed in its
    traits, but gains no dice."""
    table = Table("storytelling")
    id_ = called(table, helps=("a rope",), modifier=-1)
    table.does(ST, ChangeHouseRules(switches=(("modifiers", "single"),)))
    table.refuses(ANNA, Plead(id_, bonus=1), "one-modifier")
    table.does(ANNA, Plead(id_, ("Strength",)))
    table.does(ST, GrantPlea(id_))
    table.does(ANNA, AnswerCall(id_), 2, 2)
    assert table.roll(WATCHER).parts == (("Strength", 2), ("a rope", 1), (NO_REASON, -1))


def test_penalties_that_stand_side_by_side_keep_no_bonus_away() -> None:
    """S3, G0: two penalties set before a house rule stay until the Storyteller withdraws them; a player may still
    list a bonus."""
    table = Table("storytelling")
    for dice in (-1, -1):
        table.does(ST, ModifyNextRoll("anna", dice))
    table.does(ST, ChangeHouseRules(switches=(("modifiers", "mixed"),)))
    table.refuses(ST, ModifyNextRoll("anna", -1), "one-penalty")
    table.does(ANNA, Roll("", "anna", ("Dexterity",), bonus=1), 2, 2)
    assert table.roll(WATCHER).pool == 2


def test_a_plea_may_be_refused() -> None:
    """G6: after a refused plea the call is rolled unchanged."""
    table = Table()
    id_ = called(table)
    table.does(ANNA, Plead(id_, bonus=2))
    table.does(ST, RefusePlea(id_, "Not in the dark."))
    assert table.lines(WATCHER)[-1] == "anna’s proposal is refused. Not in the dark."
    table.does(ANNA, AnswerCall(id_), 2, 2, 2)
    assert table.roll(WATCHER).pool == 3


def test_a_specialty_that_is_not_on_the_sheet_counts_once_it_is_agreed() -> None:
    """G6, D7: a specialty that is not on the sheet counts only after the Storyteller agrees."""
    table = Table("v20")
    id_ = called(table)
    assert "G6" in table.refuses(ANNA, AnswerCall(id_, specialty=True), "call-specialty")
    table.does(ANNA, Plead(id_, specialty="drainpipes"))
    table.does(ST, GrantPlea(id_))
    table.does(ANNA, AnswerCall(id_), 10, 2, 2)
    made = table.roll(WATCHER)
    assert (made.specialty, made.net) == (True, 2)


def test_a_specialty_on_the_sheet_needs_no_pleading() -> None:
    """G6, D7: a specialty on the sheet for a rolled trait needs no plea."""
    table = Table("v20")
    written = sheet(table.state.view(ST), "anna")
    table.does(ST, ChangeSheet("anna", written.traits, ("Dexterity: climbing",), written.pools))
    table.does(ANNA, AnswerCall(called(table), specialty=True), 10, 2, 2)
    assert table.roll(WATCHER).net == 2


@pytest.mark.parametrize(
    ("plea", "code"),
    [
        (Plead("", ("Brawl", "Firearms")), "two-abilities"),
        (Plead("", ("Wobbling",)), "no-such-trait"),
        (Plead(""), "no-proposal"),
        (Plead("", specialty="x"), "no-specialty"),
    ],
)
def test_what_may_never_be_is_not_proposed(plea: Plead, code: str) -> None:
    """G6, D2, D7: a plea that no rule could allow is refused at once."""
    table = Table()
    id_ = called(table)
    table.refuses(ANNA, Plead(id_, plea.traits, plea.specialty, plea.bonus), code)


def test_only_who_is_asked_pleads_and_only_the_storyteller_agrees() -> None:
    """G6: only the called player pleads, and only the Storyteller grants a plea."""
    table = Table()
    id_ = called(table)
    table.refuses(BEN, Plead(id_, bonus=1), "not-yours")
    table.refuses(ST, GrantPlea(id_), "no-such-plea")
    table.does(ANNA, Plead(id_, bonus=1))
    table.refuses(ANNA, Plead(id_, bonus=2), "one-plea")
    table.refuses(ANNA, GrantPlea(id_), "storyteller-only")
    table.refuses(BEN, RefusePlea(id_), "not-yours")
    table.does(ANNA, RefusePlea(id_))
    assert not list(table.state.full.all(Plea))


def test_a_plea_goes_with_its_call() -> None:
    """G6: a plea ends when its call is withdrawn."""
    table = Table()
    id_ = called(table)
    table.does(ANNA, Plead(id_, bonus=1))
    table.does(ST, WithdrawCall(id_))
    assert not list(table.state.full.all(Plea))


# Giving up before a chance roll


def chancy(**said: object) -> tuple[Table, str]:
    """A call that Anna sees is for a chance die."""
    table = Table("storytelling")
    return table, called(table, **{"modifier": -4, "abandon": True, **said})


def test_before_a_chance_roll_the_player_may_give_up() -> None:
    """S7: giving up ends the call without a roll."""
    table, id_ = chancy()
    assert "AbandonCall" in {o.command for o in options(table.state.view(ANNA))}
    table.does(ANNA, AbandonCall(id_))
    assert table.lines(WATCHER)[-1] == "anna gives up instead of rolling: climb"
    assert table.chance.hidden == []
    assert not list(table.state.full.all(Call))


def test_or_she_may_roll_it() -> None:
    """S7, S5: the player may roll the chance die instead."""
    table, id_ = chancy()
    table.does(ANNA, AnswerCall(id_), 10, 3)
    assert table.roll(WATCHER).result == "success"


def test_where_it_could_not_be_foreseen_it_goes_on() -> None:
    """S7: giving up is possible only if the Storyteller allows it."""
    table, id_ = chancy(abandon=False)
    assert "S7" in table.refuses(ANNA, AbandonCall(id_), "call-goes-on")


def test_only_before_a_chance_roll() -> None:
    """S7: a pool with visible dice cannot be given up, even if a hidden penalty empties it."""
    table, id_ = chancy(modifier=-1)
    assert "S7" in table.refuses(ANNA, AbandonCall(id_), "no-chance-roll")
    table, id_ = chancy(modifier=0)
    table.does(ST, ModifyNextRoll("anna", -5, "hidden", "fog"))
    table.refuses(ANNA, AbandonCall(id_), "no-chance-roll")
    table.refuses(BEN, AbandonCall(id_), "not-yours")


@pytest.mark.parametrize(("costs", "status"), [(False, "waiting"), (True, "acted")])
def test_whether_giving_up_uses_the_turn_is_the_storytellers_ruling(costs: bool, status: str) -> None:
    """S7: giving up costs the turn only if the Storyteller says so."""
    table = Table("storytelling")
    table.does(ST, StartTurns())
    id_ = called(table, modifier=-4, abandon=True, costs_turn=costs)
    table.does(ANNA, AbandonCall(id_))
    slot = table.state.full.get(Slot, "anna")
    assert slot is not None
    assert slot.status == status
