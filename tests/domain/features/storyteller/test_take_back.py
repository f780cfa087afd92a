"""Taking back (G0): the earlier table for every seat, and a story that keeps its lines."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.audience import EVERYONE, SEALED, STORYTELLER, Seat
from domain.core.event import Fact
from domain.core.partition import STORY_KEPT
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State
from domain.features.cast.hide_and_reveal import RevealCharacter, Unseen
from domain.features.characters.character import Face, Health, Sheet
from domain.features.characters.recovery import RecoverEverybody
from domain.features.characters.set_health import SetHealth
from domain.features.combat.initiative import RollOff, SetInitiative
from domain.features.combat.turn_commands import JoinTurns, StartTurns
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.retractions import Retraction, is_taken_back, retractable
from domain.features.rolls.roll import Roll as Rolled
from domain.features.rolls.roll_modifiers import UNEXPLAINED
from domain.features.rolls.seal_and_open_seed import OpenLeaf, ShowRoll
from domain.features.rolls.standing_circumstances import (
    Circumstance,
    CircumstanceReason,
    EndCircumstance,
    SetCircumstance,
)
from domain.features.scenes.change_house_rules import ChangeHouseRules
from domain.features.scenes.chat import Say
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import AllowLookBack
from domain.features.scenes.spend_points import SetPoints, SpendPoints
from domain.features.storyteller.override_roll import OverrideRoll
from domain.features.storyteller.take_back import AS_BEFORE, DONE_AGAIN, TAKEN_BACK, Retracted, TakeBack, revocable
from domain.features.table.settings import Setting
from domain.perform import perform
from tests.domain.random_play import SEATS, ST, Play, folded, snapshot
from tests.domain.table import ANNA, BEN, Table
from tests.in_english import english, line_text

SEEDS = st.integers(0, 2**32 - 1)
IRREVOCABLE = {
    "Away", "ChapterCard", "DiceSeal", "Fork", "Handout", "HandoutCard", "Loan", "Note", "OpenLeaf", "Profile",
    "SavedRolls", "SceneCard", "SceneKey", "StoryCard",
}  # fmt: skip
"""Classes of records that cannot be taken back: published, agreed, private, or used for dice."""


def table(state: State) -> dict[str, dict[str, list[Record]]]:
    """Return all records that can be taken back, in order."""
    return {
        audience: {
            type_.__name__: list(records.values())
            for type_, records in partition.tables.items()
            if records and type_.__name__ not in IRREVOCABLE and type_ is not Retraction
        }
        for audience, partition in state.partitions.items()
        if audience != SEALED
    }


def as_it_was(then: State, now: State) -> bool:
    """True if both states are equal, apart from the right to look back and the names of hidden characters."""
    was, is_ = table(then), table(now)
    for audience, tables in is_.items():
        names = was.get(audience, {}).get("Unseen", [])
        tables["Unseen"] = [name for name in tables.pop("Unseen", []) if name in names]
        if not tables["Unseen"]:
            del tables["Unseen"]
    for one in (was, is_):
        one["everyone"]["Setting"] = [replace(one["everyone"]["Setting"][0], look_back=False)]
    return all(is_.get(audience, {}) == was.get(audience, {}) for audience in was.keys() | is_.keys())


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_the_table_is_as_it_was(seed: int) -> None:
    """After taking back, every record of every audience is as before, in order, and no follow-up happens. Sealed
    records are untouched, and each seat's view equals its part of the full fold."""
    play = Play(seed)
    play.wander(15)
    at = play.state.view(ST).moment
    then = play.past(TakeBack(at))
    assert then is not None
    play.wander(25)
    sealed = snapshot(play.state).get(SEALED)
    done = play.does(ST, TakeBack(at))
    assume(done is not None)
    assert done is not None
    assert {type(fact.event) for fact in done.facts} == {Retracted}
    assert as_it_was(then, play.state)
    assert snapshot(play.state).get(SEALED) == sealed
    for seat in SEATS:
        read = folded((time, [f for f in facts if seat.reads(f.audience)]) for time, facts in play.commits)
        assert snapshot(read) == snapshot(play.state, seat)
    # Taking back the taking back restores the later table.
    back = TakeBack(play.state.view(ST).moment - len({fact.audience for fact in done.facts}))
    last = play.past(back)
    assert last is not None
    assert play.does(ST, back)
    assert as_it_was(last, play.state)


class Evening(Table):
    """A table that keeps its commits."""

    def __init__(self) -> None:
        self.commits: list[tuple[int, list[Fact]]] = []
        super().__init__()

    def does(self, seat: Seat, command: Command, *faces: int) -> list[Fact]:
        facts = super().does(seat, command, *faces)
        self.commits.append((self.chance.now, facts))
        return facts

    def goes_back(self, commits: int) -> list[Fact]:
        """Have the Storyteller take back this many of the newest commits."""
        past = folded(self.commits[:-commits])
        self.facts = perform(self.state, ST, TakeBack(past.view(ST).moment), self.chance, past).facts
        self.commits.append((self.chance.now, self.facts))
        return self.facts

    def struck(self, seat: Seat) -> list[str]:
        """Return the lines and the reasons of rolls that a seat reads as taken back."""
        view, found = self.state.view(seat), list[str]()
        for partition in view.partitions:
            for record in retractable(partition):
                if is_taken_back(view, partition.audience, record.n):
                    found.append(english(record.reason) if isinstance(record, Rolled) else line_text(record))
        return found


def test_what_was_done_is_struck_through_and_what_was_said_is_not() -> None:
    """G0: a roll or a wound is marked as taken back, talk is not; the newest line says so once."""
    evening = Evening()
    evening.does(ANNA, Roll("the door", "anna", ("Strength",)), 9, 9)
    evening.does(BEN, Say("That was loud.", "ben"))
    evening.does(ST, SetHealth("anna", 2))
    evening.goes_back(2)
    assert evening.struck(ANNA) == ["anna: wounds set to 2 bashing, 0 lethal, 0 aggravated."]
    assert evening.state.full.get(Health, "anna") == Health("anna")
    said = ["That was loud.", english(TAKEN_BACK)]
    assert [line for line in evening.lines(BEN) if line in said] == said
    assert evening.lines(ST).count(english(TAKEN_BACK)) == 1


def test_who_recovered_is_as_weary_and_hurt_as_before() -> None:
    """G0, D16, C29: a single taking back undoes the recovery of all characters."""
    evening = Evening()
    evening.does(ST, SetHealth("anna", lethal=1))
    evening.does(ST, SetPoints("anna", "Willpower", 0))
    was = evening.state.full.get(Sheet, "anna")
    evening.does(ST, RecoverEverybody(("Willpower",), "all"))
    assert evening.state.full.get(Sheet, "anna") != was
    evening.goes_back(1)
    assert evening.state.full.get(Sheet, "anna") == was
    assert evening.state.full.get(Health, "anna") == Health("anna", 0, 1, 0)
    assert evening.struck(ANNA) == [
        "anna: all wounds heal.",
        "anna: Willpower is full again.",
    ]
    assert evening.struck(BEN) == ["anna: all wounds heal."]


def test_a_circumstance_whose_end_is_taken_back_stands_again() -> None:
    """X7, G0: taking back its end restores a circumstance with its secret reason; it is gone after its beginning is
    taken back too."""
    evening = Evening()
    evening.does(ST, SetCircumstance("drugged", -2, ("anna",), "unexplained"))
    (laid,) = evening.state.full.all(Circumstance)
    evening.does(ST, EndCircumstance(laid.id))
    assert not [*evening.state.full.all(Circumstance), *evening.state.full.all(CircumstanceReason)]
    evening.goes_back(1)
    assert [*evening.state.view(ANNA).all(Circumstance)] == [laid]
    assert [reason.words for reason in evening.state.full.all(CircumstanceReason)] == ["drugged"]
    evening.does(ANNA, Roll("", "anna", ("Dexterity",)), 2)
    assert list(evening.state.full.all(Rolled))[-1].parts[-1] == (UNEXPLAINED, -2)


def test_a_roll_that_was_ruled_otherwise_is_as_it_fell() -> None:
    """G0: an override can be taken back; a roll that was taken back cannot be overridden."""
    evening = Evening()
    evening.does(ANNA, Roll("the door", "anna", ("Strength",)), 9, 9)
    roll = evening.roll()
    evening.does(ST, OverrideRoll(roll.id, "failure"))
    evening.goes_back(1)
    assert evening.roll() == roll
    evening.goes_back(3)
    assert "the door" in evening.struck(BEN)
    assert "taken back" in evening.refuses(ST, OverrideRoll(roll.id, "failure"), "roll-taken-back")


def test_what_players_were_not_told_of_is_taken_back_unheard() -> None:
    """X1, X4: taking back secret commits sends the players no event."""
    evening = Evening()
    evening.does(ST, RollInSecret("listening", "shade", ("Dexterity",)), 9, 2, 2, 2)
    evening.does(ST, SetHealth("shade", 1))
    facts = evening.goes_back(2)
    assert {fact.audience for fact in facts} == {STORYTELLER}
    assert "listening" in evening.struck(ST)
    assert evening.lines(ST)[-1] == english(TAKEN_BACK)


def test_house_rules_go_back_with_what_came_of_them() -> None:
    """G0, T1: house rules are taken back, but the permission to look back is not."""
    evening = Evening()
    evening.does(ST, AllowLookBack(allowed=True))
    evening.does(ST, ChangeHouseRules((("botch", "negative-sum"),)))
    evening.goes_back(2)
    now = evening.state.full.get(Setting, "setting")
    assert now is not None
    assert (now.switches, now.look_back) == ((), True)
    assert evening.struck(ANNA)[0].startswith("House rules")


def test_who_is_hidden_again_is_still_named_in_the_story() -> None:
    """X4: a character that is hidden again keeps its name in the story; a character never seen has no public name."""
    evening = Evening()
    evening.does(ST, RevealCharacter("shade"))
    evening.does(ST, CreateCharacter("Somebody", hidden=True))
    unseen = next(face.id for face in evening.state.full.all(Face) if face.name == "Somebody")
    evening.goes_back(2)
    assert list(evening.state.view(ANNA).all(Unseen)) == [Unseen("shade", "Shade")]
    assert list(evening.state.view(ST).all(Unseen)) == [Unseen("shade", "Shade"), Unseen(unseen, "Somebody")]
    evening.goes_back(1)
    assert not list(evening.state.view(ST).all(Unseen))


def test_a_secret_roll_that_was_taken_back_is_not_shown() -> None:
    """G0, X1: a secret roll that was taken back cannot be shown, because it would look valid; nor can its shown copy
    be overridden."""
    evening = Evening()
    evening.does(ST, RollInSecret("the lock", "guard", ("Strength",)), 9, 2, 2)
    own = evening.roll(ST)
    evening.goes_back(1)
    evening.refuses(ST, ShowRoll(own.id), "taken-back-roll")
    evening.goes_back(1)
    evening.does(ST, ShowRoll(own.id))
    evening.goes_back(4)
    evening.refuses(ST, OverrideRoll(evening.roll(ANNA).id, "failure"), "roll-taken-back")


def test_what_was_shown_to_all_stays_shown() -> None:
    """X1: taking back does not close the opened seal of a shown roll, and the Storyteller's copy remains marked as
    shown."""
    evening = Evening()
    evening.does(ST, RollInSecret("the lock", "guard", ("Strength",)), 9, 2, 2)
    own = evening.roll(ST)
    evening.does(ST, ShowRoll(own.id))
    evening.goes_back(1)
    shown = evening.roll(ANNA)
    assert evening.state.full.get(OpenLeaf, shown.id)
    assert next(r for r in evening.state.view(ST).all(Rolled) if r.id == own.id).shown == shown.id
    assert evening.struck(ANNA) == ["the lock"]


def tie(evening: Evening, *, hidden_first: bool) -> int:
    """Nell is in the turns; Tom is revealed and rolls off with her. Return the number of commits, the first of them
    a public line; Tom exists hidden before it if `hidden_first`."""
    evening.does(ST, StartTurns())
    evening.does(ST, CreateCharacter("Nell"))
    tom = CreateCharacter("Tom", hidden=True)
    if hidden_first:
        evening.does(ST, tom)
    since = len(evening.commits)
    evening.does(ST, Say("The lamp flickers."))
    if not hidden_first:
        evening.does(ST, tom)
    nell, shade = (next(f.id for f in evening.state.full.all(Face) if f.name == name) for name in ("Nell", "Tom"))
    evening.does(ST, RevealCharacter(shade))
    for one in (nell, shade):
        evening.does(ST, JoinTurns(one))
    evening.does(ST, SetInitiative(nell, 9))
    evening.does(ST, SetInitiative(shade, 9), 3, 8)
    return len(evening.commits) - since


def test_roll_offs_are_as_they_were_and_are_back_when_that_is_undone() -> None:
    """X4, I1, SEC14: taking back restores the earlier roll-offs, which name no absent character; taking back again
    restores the later ones, so that the dice can be checked."""
    evening = Evening()
    done = tie(evening, hidden_first=False)
    threw = list(evening.state.view(ANNA).all(RollOff))
    before = list(folded(evening.commits[:-done]).view(ANNA).all(RollOff))
    assert {off.faces for off in threw} >= {(3,), (8,)}
    assert {off.faces for off in before}.isdisjoint({(3,), (8,)})
    evening.goes_back(done)
    assert list(evening.state.view(ANNA).all(RollOff)) == before
    evening.goes_back(1)
    assert list(evening.state.view(ANNA).all(RollOff)) == threw


def test_what_is_taken_back_tells_nobody_who_was_hidden_then() -> None:
    """X4, INV7: the public event of taking back is the same with or without the character hidden in the scene
    before."""
    told = []
    for hidden_first in (False, True):
        evening = Evening()
        done = tie(evening, hidden_first=hidden_first)
        names = {face.id: face.name for face in evening.state.full.all(Face)}
        (public,) = (fact for fact in evening.goes_back(done) if fact.audience == EVERYONE)
        assert isinstance(public.event, Retracted)
        told.append([(kind, names.get(id_, id_)) for kind, id_ in public.event.gone])
    assert told[0] == told[1]
    assert ("RollOff", "Tom") in told[0]


def test_only_the_storyteller_takes_anything_back_and_only_what_was() -> None:
    """G0, G1: only the Storyteller takes back, and only if commits have followed."""
    evening = Evening()
    evening.refuses(ANNA, TakeBack(1), "storyteller-only")
    evening.refuses(ST, TakeBack(evening.state.view(ST).moment), "nothing-since")


def test_talk_that_the_state_has_let_go_hides_no_deed() -> None:
    """G0: an action is taken back for everybody, even if the state has dropped its line because of later talk."""
    evening = Evening()
    evening.does(ANNA, Roll("the door", "anna", ("Strength",)), 9, 9)
    roll = evening.roll()
    for n in range(STORY_KEPT + 5):
        evening.does(BEN, Say(f"{n}"))
        evening.state.settle()
    evening.goes_back(STORY_KEPT + 6)
    assert is_taken_back(evening.state.view(BEN), EVERYONE, roll.n)
    assert evening.lines(BEN)[-1] == "204", "and where it may have been talk alone, without a word"
    evening.does(BEN, Say("and on"))
    facts = evening.goes_back(1)
    assert {fact.audience for fact in facts} == {STORYTELLER}, "nothing was done since"


def test_what_is_said_of_it_says_what_it_was() -> None:
    """G0: the line says that actions were taken back, were done again, or left the story unchanged; each audience
    reads only of its own events."""
    evening = Evening()
    evening.does(ANNA, Roll("the door", "anna", ("Strength",)), 9, 9)
    evening.goes_back(1)
    assert evening.lines(BEN)[-1] == english(TAKEN_BACK)
    evening.goes_back(1)
    assert evening.lines(BEN)[-1] == english(DONE_AGAIN)
    evening.does(ANNA, CreateCharacter("Teodora", player="ANNA"))
    evening.goes_back(1)
    assert evening.lines(BEN)[-1] == english(AS_BEFORE)
    evening.does(ANNA, SpendPoints("anna", "Willpower"))
    evening.goes_back(1)
    newest = {evening.lines(ANNA)[-1], evening.lines(BEN)[-1]}
    assert newest <= {english(TAKEN_BACK), english(AS_BEFORE)}
    assert len([fact for fact in evening.facts if isinstance(fact.event, Retracted) and fact.event.text]) == 1


def test_what_she_has_not_seen_is_not_taken_back() -> None:
    """G0: taking back is refused if commits have followed the Storyteller's last look."""
    evening = Evening()
    at = evening.state.view(ST).moment
    evening.does(ANNA, Roll("the door", "anna", ("Strength",)), 9, 9)
    seen = evening.state.view(ST).moment
    evening.does(BEN, Roll("the wall", "ben", ("Strength",)), 9, 9, 2, 2)
    past = folded(evening.commits[:1])
    with pytest.raises(Refusal) as refused:
        perform(evening.state, ST, TakeBack(at, seen), evening.chance, past)
    assert refused.value.code == "went-on"
    perform(evening.state, ST, TakeBack(at, seen + 1), evening.chance, past)


def test_what_cannot_be_as_it_was_is_listed() -> None:
    """G0: a new class of records can be taken back by default; the exceptions are listed here."""
    known = catalogue().records
    assert {name for name, type_ in known.items() if type_.irrevocable} == IRREVOCABLE
    assert set(revocable().__args__) == {type_ for name, type_ in known.items() if name not in IRREVOCABLE}


def test_a_moment_that_was_not_handed_in_is_a_bug() -> None:
    """A missing past state raises an error: it is neither a refusal nor a commit."""
    evening = Evening()
    evening.does(BEN, Say("psst"))
    with pytest.raises(TypeError, match="not handed in"):
        perform(evening.state, ST, TakeBack(evening.state.view(ST).moment - 1), evening.chance)
