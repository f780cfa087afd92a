"""The consequence of a botch or a dramatic failure; a plain failure has none."""

from __future__ import annotations

import pytest

from domain.core.audience import TABLE
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.characters.character import Health
from domain.features.rolls.consequences import Banked, CallIn, GiveConsequence, SettleConsequence
from domain.features.rolls.control_taken import Wear
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.obstacles import Failures, Obstacle, SetObstacle
from domain.features.rolls.pending_consequences import OWED_MOST, Owed
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Ruling
from domain.features.scenes.chronicle import keep_scene_command, open_scene_command
from domain.features.scenes.scene import CloseScene
from domain.features.table.scene_list import SceneCard
from domain.options import options
from tests.domain.table import ANNA, BEN, ST, WATCHER, Table
from tests.in_english import english

STRAIN = Roll("strain", "anna", ("Strength",))


def botched(rules: str = "revised") -> Table:
    table = Table(rules)
    table.does(ANNA, STRAIN, 1, 3)
    return table


def owed(table: Table) -> str:
    return next(table.state.view(ST).all(Owed)).id


def hurt(table: Table, actor: str = "anna") -> tuple[int, int, int]:
    found = table.state.view(WATCHER).get(Health, actor)
    assert found is not None
    return found.bashing, found.lethal, found.aggravated


def test_a_botch_asks_the_storyteller_for_a_consequence() -> None:
    """G4: after a botch the Storyteller alone is asked for a consequence."""
    table = botched()
    assert [o.actor for o in table.state.view(ST).all(Owed)] == ["anna"]
    assert not list(table.state.view(ANNA).all(Owed))
    (prompt,) = [o for o in options(table.state.view(ST)) if o.command == "GiveConsequence"]
    assert (prompt.actor, prompt.inputs[0].default) == ("anna", owed(table))


def test_a_dramatic_failure_does_too() -> None:
    """G4, S6: a dramatic failure asks for a consequence too."""
    table = Table("storytelling")
    table.does(ANNA, Roll("", "anna", ("Strength",), penalty=2), 1)
    assert next(table.state.view(ST).all(Owed)).result == "dramatic_failure"


@pytest.mark.parametrize("rules", ["revised", "v20", "storytelling", "nightfall"])
def test_a_plain_failure_does_no_harm(rules: str) -> None:
    """G5: a plain failure sends only the roll, and no consequence is pending."""
    table = Table(rules)
    table.does(ANNA, STRAIN, 2, 3)
    assert table.told(ST) == ["Rolled"]
    assert not list(table.state.view(ST).all(Owed))


def test_a_consequence_falls_at_once() -> None:
    """G4: a consequence is words, an effect, or both; its damage is a separate event (G5)."""
    table = botched()
    table.does(ST, GiveConsequence("anna", "Something {tears}.", 1, "bashing", -1, owed=owed(table)))
    assert "WoundTaken" in table.told(WATCHER)
    assert hurt(table) == (1, 0, 0)
    assert "anna: Something {tears}." in table.lines(WATCHER)
    assert [(r.dice, r.visibility) for r in table.state.view(WATCHER).all(Ruling)] == [(-1, "open")]
    assert not list(table.state.view(ST).all(Owed))


@pytest.mark.parametrize(("way", "stands", "bonus"), [("mixed", -2, 1), ("single", -2, 0)])
def test_what_it_takes_is_a_modifier_like_others(way: str, stands: int, bonus: int) -> None:
    """G4, S3: the dice of a consequence count as the Storyteller's penalty, at once or when called in, and the
    player can still roll; words and damage do not count."""
    table = Table("storytelling", modifiers=way)
    table.does(ST, GiveConsequence("anna", "A limp.", dice=-1, bank=True))
    (kept,) = table.state.full.all(Banked)
    table.does(ST, ModifyNextRoll("anna", stands))
    assert "S3" in table.refuses(ST, GiveConsequence("anna", dice=-1), f"one-{'penalty' if bonus else 'modifier'}")
    table.refuses(ST, CallIn(kept.id), f"one-{'penalty' if bonus else 'modifier'}")
    table.does(ST, GiveConsequence("anna", "A noise.", levels=1))
    table.does(ANNA, Roll("", "anna", ("Dexterity",), bonus=bonus), *[2] * (1 + bonus))
    table.does(ST, CallIn(kept.id))
    assert [r.dice for r in table.state.full.all(Ruling)] == [-1]


def test_what_it_takes_meets_what_is_asked_for() -> None:
    """G4, S3: under `single`, a call with a modifier leaves no room for a consequence in dice."""
    table = Table("storytelling", modifiers="single")
    table.does(ST, CallForRoll("anna", traits=("Dexterity",), modifier=1))
    assert "S3" in table.refuses(ST, GiveConsequence("anna", "A limp.", dice=-1), "one-modifier")


def test_words_alone_do() -> None:
    """G4: a consequence may be words only."""
    table = botched()
    table.does(ST, GiveConsequence("anna", "A noise.", owed=owed(table)))
    assert table.told(WATCHER) == ["ConsequenceFell"]


def test_nothing_may_come_of_it() -> None:
    """G4: the Storyteller may record that a botch has no consequence."""
    table = botched()
    (spare,) = (o for o in options(table.state.view(ST)) if o.command == "SettleConsequence")
    assert (english(spare.label), english(spare.hint)) == ("No consequence (G4)", "anna: botch (strain)")
    table.does(ST, SettleConsequence(owed(table)))
    assert table.lines(ST)[-1] == "No consequence – anna: botch (strain) (G4)."
    assert not list(table.state.view(ST).all(Owed))
    assert table.told(WATCHER) == []


def test_a_consequence_is_banked_for_later() -> None:
    """G4: until a banked consequence is called in, only the Storyteller knows of it."""
    table = botched()
    table.does(ST, GiveConsequence("anna", "The rope was frayed.", 2, "lethal", bank=True, owed=owed(table)))
    assert [table.told(seat) for seat in (ANNA, BEN, WATCHER)] == [[], [], []]
    kept = next(table.state.view(ST).all(Banked))
    (prompt,) = [o for o in options(table.state.view(ST)) if o.command == "CallIn"]
    assert english(prompt.hint) == "The rope was frayed., 2 lethal"
    table.does(ST, CallIn(kept.id))
    assert hurt(table) == (0, 2, 0)
    table.refuses(ST, CallIn(kept.id), "not-kept")


def test_a_banked_consequence_may_be_dropped() -> None:
    """G4: a banked consequence may be dropped."""
    table = botched()
    table.does(ST, GiveConsequence("anna", "x", bank=True))
    table.does(ST, CallIn(next(table.state.view(ST).all(Banked)).id, drop=True))
    assert table.told(WATCHER) == []
    assert not list(table.state.view(ST).all(Banked))


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (ANNA, GiveConsequence("anna", "x"), "storyteller-only"),
        (ANNA, SettleConsequence("x"), "storyteller-only"),
        (ANNA, CallIn("x"), "storyteller-only"),
        (ST, GiveConsequence("anna"), "nothing-said-consequence"),
        (ST, GiveConsequence("anna", "x", owed="x"), "not-owed"),
        (ST, SettleConsequence("x"), "not-owed"),
    ],
)
def test_what_is_refused(seat: object, command: GiveConsequence, code: str) -> None:
    """G4: only the Storyteller gives consequences; an empty or unknown consequence is refused."""
    Table().refuses(seat, command, code)  # type: ignore[arg-type]


def test_the_storyteller_is_reminded_of_so_many() -> None:
    """G4: a limited number of pending consequences is kept; those of secret rolls stay with the Storyteller (X1)."""
    table = Table()
    for _ in range(OWED_MOST + 3):
        table.does(ST, RollInSecret("", "anna", ("Strength",)), 1, 3)
    assert len(list(table.state.view(ST).all(Owed))) == OWED_MOST
    assert [table.told(seat) for seat in (ANNA, BEN, WATCHER)] == [[], [], []]


def test_what_is_remembered_goes_from_scene_to_scene() -> None:
    """G4, D13, X5: banked consequences, failures and the count of control taken go to the next scene."""
    table = botched()
    table.does(ST, GiveConsequence("anna", "The rope was frayed.", bank=True, owed=owed(table)))
    table.does(ST, SetObstacle("a wall", "climb"))
    wall = next(table.state.full.all(Obstacle)).id
    table.does(ANNA, Roll("", "anna", ("Strength",), task=wall), 2, 2)
    table.does(ST, RollInSecret("", "anna", ("Strength",)), 2, 2)
    table.does(ST, CloseScene())
    chronicle = Table()
    keep = keep_scene_command(table.state.full, SceneCard("s", "stream", "A room", open=True))
    assert keep is not None
    chronicle.state = type(chronicle.state)()
    later = open_scene_command(table.state.full, SceneCard("t", "later", "Later", open=True))
    assert later.memories == keep.memories
    chronicle.does(TABLE, later)
    for kind in (Banked, Failures, Obstacle, Wear):
        assert list(chronicle.state.view(ST).all(kind)) == list(table.state.view(ST).all(kind))
        assert list(chronicle.state.view(WATCHER).all(kind)) == list(table.state.view(WATCHER).all(kind))
    chronicle.does(ST, CallIn(next(chronicle.state.view(ST).all(Banked)).id))
    assert "anna: The rope was frayed." in chronicle.lines(WATCHER)
