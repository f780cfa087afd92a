"""Experience: a ledger of points granted and spent."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.audience import Seat
from domain.features.cast.hand_over import HandOver
from domain.features.characters.character import Sheet
from domain.features.characters.experience import ENTRIES_MOST, ExperienceLedger, LedgerEntry, ledger
from domain.features.scenes.create_character import ChangeSheet, CreateCharacter
from domain.features.scenes.earn_and_spend_experience import (
    STRIKES_MOST,
    GrantExperience,
    SpendExperience,
    StrikeExperience,
)
from domain.features.scenes.import_character import ImportCharacter
from tests.domain.features.characters.test_profile import file
from tests.domain.world import ANNA, BEN, ST, World


def world() -> World:
    """Return a chronicle with Anna's and Ben's characters, and one of the Storyteller's."""
    w = World()
    w.does(ANNA, CreateCharacter("Anna", "", "mortal", (("Stealth", 1), ("Willpower", 3)), (), (("Willpower", 3, 2),)))
    w.does(BEN, CreateCharacter("Ben"))
    w.does(ST, CreateCharacter("Brandt"))
    return w


def balance(w: World, name: str, seat: Seat = ST) -> int:
    return ledger(w.here.view(seat), w.id(name)).balance


def sheet(w: World, name: str) -> Sheet:
    found = w.here.full.get(Sheet, w.id(name))
    assert found is not None
    return found


def test_the_storyteller_grants_experience_to_several_characters() -> None:
    """G0: each player reads the own ledger and line, and nobody else's."""
    w = world()
    anna, ben = w.id("Anna"), w.id("Ben")
    w.does(ST, GrantExperience((anna, ben, anna), 3, "the harbour"))
    w.does(ST, GrantExperience((anna,), 1))
    assert (balance(w, "Anna", ANNA), balance(w, "Ben", ANNA), balance(w, "Ben", BEN)) == (4, 0, 3)
    assert w.lines(ANNA)[-2:] == [f"{anna} gets 3 experience: the harbour.", f"{anna} gets 1 experience."]
    assert w.lines(BEN)[-1] == f"{ben} gets 3 experience: the harbour."
    assert w.refuses(ANNA, GrantExperience((anna,)), "storyteller-only")
    assert w.refuses(ST, GrantExperience((anna, "nobody")), "no-such-character")
    (option,) = w.offers(ST, GrantExperience)
    assert option.inputs[0].default == f"{anna},{ben}", "the players' characters are chosen beforehand, no others"
    assert w.offers(ANNA, GrantExperience) == []


def test_a_player_spends_experience_on_a_trait_or_something_else() -> None:
    """D1, D16: a trait rises by one dot, with the rating of its store; the ledger says what was bought."""
    w = world()
    anna = w.id("Anna")
    assert w.offers(ANNA, SpendExperience) == [], "there is nothing to spend yet"
    w.does(ST, GrantExperience((anna,), 10))
    (option,) = w.offers(ANNA, SpendExperience)
    assert option.actor == anna
    never = {"Celerity", "Fortitude", "Potence", "Blood a turn"}
    assert "Stealth" in [choice.value for choice in option.inputs[0].choices]
    assert not never & {choice.value for choice in option.inputs[0].choices}, "Anna is mortal"
    assert w.refuses(ANNA, SpendExperience(anna, 1, "Celerity"), "no-trait-to-raise")
    w.does(ANNA, SpendExperience(anna, 2, "Stealth"))
    w.does(ANNA, SpendExperience(anna, 1, "Athletics"))
    w.does(ANNA, SpendExperience(anna, 3, "Willpower"))
    w.does(ANNA, SpendExperience(anna, 1, what="a boat"))
    written = sheet(w, "Anna")
    assert (written.dots("Stealth"), written.dots("Athletics"), written.dots("Willpower")) == (2, 1, 4)
    assert written.pools == (("Willpower", 4, 2),)
    assert balance(w, "Anna") == 3
    assert w.lines(ANNA)[-4:] == [
        f"{anna} spends 2 experience: Stealth 1 → 2.",
        f"{anna} spends 1 experience: Athletics 0 → 1.",
        f"{anna} spends 3 experience: Willpower 3 → 4.",
        f"{anna} spends 1 experience: a boat.",
    ], "one line tells of each, and no second line of the sheet"
    assert w.refuses(ANNA, SpendExperience(anna, 4, "Stealth"), "too-little-experience")
    assert w.refuses(ANNA, SpendExperience(anna, 1), "experience-for-what")
    assert w.refuses(ANNA, SpendExperience(anna, 1, "Juggling"), "no-trait-to-raise")
    assert w.refuses(BEN, SpendExperience(anna, 1, "Stealth"), "not-yours")
    w.does(ANNA, ChangeSheet(anna, (("Stealth", 10), ("Potence", 1))))
    assert w.refuses(ANNA, SpendExperience(anna, 1, "Stealth"), "no-trait-to-raise")
    (option,) = w.offers(ANNA, SpendExperience)
    values = {choice.value for choice in option.inputs[0].choices}
    assert ("Stealth" not in values, values & never) == (True, {"Potence"}), "a trait on the sheet can rise"


def test_an_entry_can_be_struck() -> None:
    """G0: a player strikes what this player spent, the Storyteller anything; a raised trait loses its dot again."""
    w = world()
    anna = w.id("Anna")
    w.does(ST, GrantExperience((anna,), 5, "the harbour"))
    w.does(ANNA, SpendExperience(anna, 2, "Stealth"))
    w.does(ST, SpendExperience(anna, 1, what="a boat"))
    assert [choice.value for choice in w.offers(ANNA, StrikeExperience)[0].inputs[0].choices] == ["2"]
    assert [choice.value for choice in w.offers(ST, StrikeExperience)[0].inputs[0].choices] == ["3", "2", "1"]
    assert w.refuses(ANNA, StrikeExperience(anna, 1), "not-yours-to-strike")
    assert w.refuses(ANNA, StrikeExperience(anna, 3), "not-yours-to-strike")
    w.does(ANNA, StrikeExperience(anna, 2))
    assert w.lines(ANNA)[-2:] == [
        f"Experience of {anna}, struck: −2 (Stealth 1 → 2).",
        f"{anna}’s sheet: Stealth 2 → 1.",
    ]
    assert (balance(w, "Anna"), sheet(w, "Anna").dots("Stealth")) == (4, 1)
    assert w.refuses(ST, StrikeExperience(anna, 2), "no-such-entry")
    w.does(ST, StrikeExperience(anna, 1))
    assert balance(w, "Anna") == -1, "points that were spent before stay spent"
    entries = ledger(w.here.full, anna).entries
    assert [(one.n, one.points, one.struck) for one in entries] == [(1, 5, "st"), (2, -2, "anna"), (3, -1, "")]


def test_a_dot_that_changed_since_stays() -> None:
    """G0: an entry whose trait has risen further is struck without a change of the sheet."""
    w = world()
    anna = w.id("Anna")
    w.does(ST, GrantExperience((anna,), 5))
    w.does(ANNA, SpendExperience(anna, 1, "Stealth"))
    w.does(ANNA, SpendExperience(anna, 1, "Stealth"))
    w.does(ANNA, StrikeExperience(anna, 2))
    assert (balance(w, "Anna"), sheet(w, "Anna").dots("Stealth")) == (4, 3)


def test_a_ledger_goes_with_its_character() -> None:
    """T1, G0: experience granted in a scene comes home, and goes to a new player."""
    w = world()
    anna = w.id("Anna")
    w.does(ST, GrantExperience((anna,), 2))
    w.opens()
    assert balance(w, "Anna", ANNA) == 2
    w.does(ST, GrantExperience((anna,), 3))
    w.refuses(ST, GrantExperience((anna,), 1), "scene-open", at=w.chronicle)
    w.does(ST, HandOver(anna, "ben"))
    w.closes()
    assert (balance(w, "Anna", ANNA), balance(w, "Anna", BEN)) == (0, 5)


def test_a_ledger_keeps_the_balance_of_its_oldest_entries() -> None:
    """A ledger holds the newest entries; older ones count in the balance, unless they were struck."""
    found = ExperienceLedger("a")
    for n in range(1, ENTRIES_MOST + 4):
        found = found.with_entry(LedgerEntry(n, 0, 1, "st"))
        found = found.without_entry(1, "st")
    assert (len(found.entries), found.entries[0].n) == (ENTRIES_MOST, 4)
    assert found.balance == ENTRIES_MOST + 2
    assert found.entry(3) is None
    assert found.without_entry(3, "st") == found, "an entry that is no longer held cannot be struck"


def test_only_the_newest_entries_are_offered_to_be_struck() -> None:
    """The form stays short; each entry can still be struck by its number."""
    w = world()
    anna = w.id("Anna")
    for _ in range(STRIKES_MOST + 2):
        w.does(ST, GrantExperience((anna,)))
    (option,) = w.offers(ST, StrikeExperience)
    assert [choice.value for choice in option.inputs[0].choices] == [str(n) for n in range(STRIKES_MOST + 2, 2, -1)]
    w.does(ST, StrikeExperience(anna, 1))


def test_only_the_storyteller_imports_experience() -> None:
    """rules 9: a file sets nothing that its sender could not enter by hand, and only the Storyteller grants points."""
    w = world()
    w.does(ANNA, ImportCharacter(file()))
    assert balance(w, "Cara") == 0
    w.does(ST, ImportCharacter(file(name="Dora"), player="anna"))
    assert balance(w, "Dora", ANNA) == 3


@pytest.mark.parametrize("points", [0, 101])
def test_a_number_of_points_has_bounds(points: int) -> None:
    """D1: no command grants or spends nothing, or more than 100 points."""
    for type_, rest in ((GrantExperience, [["a"], points]), (SpendExperience, ["a", points])):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert([type_.__name__, *rest], type_)
