"""The laws of the kernel, tested over all registered classes by random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat, takewhile
from typing import ClassVar, Union, get_type_hints

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import catalogue as catalogue_module
from domain.admission import admit
from domain.catalogue import CatalogueError, catalogue
from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, Seat
from domain.core.deciding import Deciding
from domain.core.event import Event, Fact
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.features.cast.hide_and_reveal import Revealed
from domain.features.characters.character import Face, FaceShown, character
from domain.features.combat.abort_action import AbortAction
from domain.features.combat.advance_marker import awaited_actor
from domain.features.combat.declare_action import DeclareAction, declaration_is_hidden
from domain.features.combat.initiative import Slot
from domain.features.combat.turns import ActingBegan, marker
from domain.features.table import story_log
from domain.features.table.turn import Turn
from domain.options import options
from domain.perform import decide, perform
from tests.chance import NOON, FakeChance
from tests.domain.random_play import AUDIENCES, PLAYERS, SEATS, ST, WATCHER, Play, Wanderer, folded, snapshot
from tests.domain.recorded_evenings import evenings
from tests.domain.starting_tables import BEGINNINGS
from tests.in_english import refusal_text

SEEDS = st.integers(0, 2**32 - 1)
EVENTS: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(
    Union[tuple(catalogue().events.values())]  # noqa: UP007 - a union made at run time
)


@given(SEEDS)
@settings(max_examples=25)
def test_what_a_seat_sees_is_the_fold_of_what_it_may_read(seed: int) -> None:
    """(a) For every seat, the fold of the facts that it may read equals those records of the full fold."""
    play = Play(seed)
    play.wander(40)
    for seat in SEATS:
        read = folded((at, [fact for fact in facts if seat.reads(fact.audience)]) for at, facts in play.commits)
        assert snapshot(read) == snapshot(play.state, seat)


@given(SEEDS)
@settings(max_examples=25)
def test_a_refusal_changes_nothing(seed: int) -> None:
    """(b) A refused command leaves the state, the journal and all counts unchanged."""
    play = Play(seed)
    for seat, command in play.steps(40):
        before, mark = snapshot(play.state), len(play.state.journal)
        if play.does(seat, command) is None:
            assert snapshot(play.state) == before
            assert len(play.state.journal) == mark


@given(SEEDS)
@settings(max_examples=25)
def test_the_fold_is_total_on_every_sub_stream(seed: int) -> None:
    """(c) The fold of any subset of the facts does not fail."""
    play = Play(seed)
    play.wander(40)
    for share in (0.2, 0.5, 0.9):
        folded((at, [fact for fact in facts if play.random.random() < share]) for at, facts in play.commits)


@given(SEEDS)
@settings(max_examples=25)
def test_undo_restores_exactly(seed: int) -> None:
    """(d) Undoing a commit restores the state exactly, with order; folding its facts gives the decided state again."""
    play = Play(seed)
    for seat, command in play.steps(40):
        before, mark = snapshot(play.state), len(play.state.journal)
        done = play.does(seat, command)
        if done is None:
            continue
        after = snapshot(play.state)
        play.state.undo(mark, done.audiences)
        assert snapshot(play.state) == before
        play.state.fold(done.facts, play.chance.now)
        assert snapshot(play.state) == after


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_the_table_says_whose_slot_it_is(seed: int) -> None:
    """I2: after every command the public marker matches the visible slots, and an acting turn always waits for a
    character."""
    play = Play(seed)
    then = play.state.full.public.get(Turn, "turn")
    assume(
        then is None or then.acting == awaited_actor(play.state.full.public)
    )  # in an evening of old nobody was marked
    for seat, command in play.steps(60):
        play.does(seat, command)
        public = play.state.full.public
        turn, slot = public.get(Turn, "turn"), marker(public)
        assert turn is None or turn.acting == awaited_actor(public)
        assert turn is None or turn.phase == "declaring" or turn.acting == (slot.id if slot else "")
        assert turn is None or turn.phase != "acting" or slot is not None
        places = [slot.place for slot in play.state.full.all(Slot) if slot.status != "out"]
        assert len(set(places)) == len(places)  # initiative is a total order (I1)


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_every_event_that_happens_round_trips(seed: int) -> None:
    """(e) Every event equals itself after encoding and decoding, and its audience is declared by its class."""
    play = Play(seed)
    play.wander(40)
    for fact in (fact for _, facts in play.commits for fact in facts):
        assert EVENTS.decode(msgspec.msgpack.encode(fact.event)) == fact.event


@pytest.mark.parametrize("name", sorted(catalogue().events))
@given(seed=SEEDS)
@settings(max_examples=20)
def test_every_registered_event_round_trips_and_folds_into_nothing(name: str, seed: int) -> None:
    """(c), (e) Every event class, with any field values, round-trips and folds into an empty state."""
    wanderer = Wanderer(seed)
    event = wanderer.make(catalogue().events[name], {})
    assert event is not None
    assert EVENTS.decode(msgspec.msgpack.encode(event)) == event
    for audience in AUDIENCES:
        State().fold([Fact(Audience(audience), event)], NOON)


def answer(view: View, command: Command) -> tuple[str, str] | None:
    """Return the refusal that a seat gets, or None if the command is granted."""
    try:
        admit(view, command)
        command.check(view)
    except Refusal as refusal:
        return refusal.code, refusal_text(refusal)
    return None


def act_in_secret(play: Play, seat: Seat) -> list[tuple[int, Deciding]]:
    """Have the Storyteller perform commands of which this seat may read no fact; return the data to undo them."""
    done: list[tuple[int, Deciding]] = []
    for _ in range(5):
        mark = len(play.state.journal)
        try:
            command = play.wanderer.wish(play.state, ST)
            admit(play.state.view(ST), command)
            secret = perform(play.state, ST, command, FakeChance(ids="secret", seed=len(done)), play.past(command))
        except Refusal:
            continue
        if any(seat.reads(fact.audience) for fact in secret.facts):
            play.state.undo(mark, secret.audiences)
        else:
            done.append((mark, secret))
    return done


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_a_seat_is_answered_from_its_own_view(seed: int) -> None:
    """(f) Two full states that look alike to a seat give it the same answer and the same options; a command granted
    in one of them is decided in the second without a refusal."""
    play = Play(seed)
    for seat, command in play.steps(30):
        if seat != ST and play.random.random() < 0.5:
            view = play.state.view(seat)
            plain, offered, seen = answer(view, command), list(options(view)), snapshot(play.state, seat)
            secrets = act_in_secret(play, seat)
            assert snapshot(play.state, seat) == seen
            view = play.state.view(seat)
            assert answer(view, command) == plain
            assert list(options(view)) == offered
            if plain is None:
                decide(play.state, seat, command, FakeChance(ids="try", seed=seed), play.past(command))
            for mark, secret in reversed(secrets):
                play.state.undo(mark, secret.audiences)
        play.does(seat, command)


@given(SEEDS)
@settings(max_examples=25)
def test_deciding_never_refuses(seed: int) -> None:
    """A command granted by `check` is decided without a refusal or an error."""
    play = Play(seed)
    for seat, command in play.steps(60):
        if answer(play.state.view(seat), command) is None:
            decide(play.state, seat, command, FakeChance(ids="try", seed=seed), play.past(command))
        play.does(seat, command)


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_who_was_never_seen_is_never_named(seed: int) -> None:
    """X4: the id of a character that has always been hidden is in no fact that a player may read, whatever the
    Storyteller does."""
    play = Play(seed)
    shown = (fact for _, facts in play.commits for fact in facts if fact.audience == EVERYONE)
    seen = {fact.event.id for fact in shown if isinstance(fact.event, FaceShown)}
    for seat, command in play.steps(60):
        unseen = {face.id for face in play.state.full.all(Face)} - seen
        done = play.does(seat, command)
        seen |= {face.id for face in play.state.partition(EVERYONE).all(Face)}
        if done is None or seat != ST:
            continue
        for fact in done.facts:
            if fact.audience != STORYTELLER and not isinstance(fact.event, FaceShown):  # whose id is seen by then
                named = {id_ for id_ in unseen - seen if f"'{id_}'" in repr(fact.event)}
                assert not named, (command, fact)


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=25)
def test_what_is_declared_in_secret_tells_nobody_what_it_is(seed: int) -> None:
    """I2: with hidden declarations, the facts that a declaration sends to the remaining seats do not depend on its
    content, and an abort sends them none."""
    play = Play(seed, declarations="hidden")

    def told(seat: Seat, command: Command, player: str) -> list[Fact]:
        """Return the facts that seats except the Storyteller and this player receive before the declarations open."""
        facts = decide(play.state, seat, command, FakeChance(ids="try"), play.past(command))
        before = takewhile(lambda fact: not isinstance(fact.event, ActingBegan), facts)
        others = [s for s in SEATS if s != ST and s.id != player]
        return [fact for fact in before if any(other.reads(fact.audience) for other in others)]

    for seat, command in play.steps(60):
        view = play.state.view(seat)
        if isinstance(command, DeclareAction | AbortAction) and answer(view, command) is None:
            actor, full = command.actor, play.state.full
            if declaration_is_hidden(full, actor):
                player = character(full, actor).player
                nothing = isinstance(command, AbortAction)
                expected = [] if nothing else told(seat, DeclareAction(actor), player)
                assert told(seat, command, player) == expected
        play.does(seat, command)


@given(SEEDS)
@settings(max_examples=20)
def test_whoever_only_watches_is_offered_nothing(seed: int) -> None:
    """Spectators have no options, and every command of theirs is refused."""
    play = Play(seed)
    play.wander(20)
    view = play.state.view(WATCHER)
    assert not list(options(view))
    for _ in range(20):
        assert answer(view, play.wanderer.wish(play.state, PLAYERS[0])) is not None


def test_a_text_that_must_not_be_empty_says_so() -> None:
    """The form of a text input states the minimum length that the command demands."""
    asked: dict[tuple[str, str], int] = {}
    for begins in (None, *BEGINNINGS):
        play = Play(3, begins=begins)
        for _ in range(40):
            seat = play.random.choice(SEATS)
            for option in options(play.state.view(seat)):
                asked |= {(option.command, i.name): i.least for i in option.inputs if i.kind == "text"}
            play.does(seat, play.wanderer.wish(play.state, seat))
    for (command, name), least in asked.items():
        wanted = get_type_hints(catalogue().commands[command], include_extras=True).get(name)
        bounds = [bound.min_length or 0 for bound in getattr(wanted, "__metadata__", ())]
        assert least >= max(bounds, default=0), f"{command} asks for a {name}"


@pytest.mark.slow
def test_random_play_reaches_all_of_the_game() -> None:
    """Random play produces every event, so that the laws are tested on all of them."""
    missed = set(catalogue().events)
    tried = Counter[str]()
    begins: Iterator[Callable[[Play], None] | None] = chain(BEGINNINGS, repeat(None, 250))
    for evening in evenings():
        missed -= happened(evening)
    for seed, beginning in enumerate(begins):
        play = Play(seed, tried, beginning)
        play.wander(80)
        missed -= happened(play.commits)
        if not missed:
            break
    assert missed == set(), f"never seen: {sorted(missed)}"


def happened(commits: Iterable[tuple[int, list[Fact]]]) -> set[str]:
    """Return the names of all events in these commits."""
    return {type(fact.event).__name__ for _, facts in commits for fact in facts}


def test_an_event_that_declares_no_audience_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """(g) An event class without declared audiences stops the start, and the error names the class."""
    undeclared = type("Undeclared", (Event,), {"__module__": story_log.__name__}, frozen=True)
    monkeypatch.setattr(story_log, "Undeclared", undeclared, raising=False)
    with pytest.raises(CatalogueError, match=r"Undeclared does not say its audiences"):
        catalogue_module.catalogue.__wrapped__()


def test_a_name_that_stands_twice_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registering a second class of the same name is an error."""

    class Revealed(Event, frozen=True):
        audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    Revealed.__module__ = story_log.__name__
    monkeypatch.setattr(story_log, "Revealed", Revealed, raising=False)
    with pytest.raises(CatalogueError, match="Revealed is defined twice"):
        catalogue_module.catalogue.__wrapped__()


def test_a_record_that_hides_a_mark_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record's field may not be named like a class mark, because it would make each record a story line or a face."""
    tale = msgspec.defstruct(
        "Tale",
        [("story", str)],
        bases=(Record,),
        frozen=True,
        module=story_log.__name__,
        namespace={"__doc__": "A tale."},
    )
    monkeypatch.setattr(story_log, "Tale", tale, raising=False)
    with pytest.raises(CatalogueError, match="Tale has a field named like the mark 'story'"):
        catalogue_module.catalogue.__wrapped__()


def test_what_follows_a_command_runs_in_an_order_that_no_file_name_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow-ups run in a declared order: turn, clock, expired tasks. A feature without a place in it stops the
    start; an imported `follow_up` does not count."""
    names = [f.__module__.removeprefix("domain.features.") for f in catalogue().follow_ups]
    assert names == ["combat.advance_marker", "combat.turns_move_clock", "tasks.rounds"]
    monkeypatch.setattr(story_log, "follow_up", catalogue().follow_ups[0], raising=False)
    assert catalogue_module.catalogue.__wrapped__().follow_ups == catalogue().follow_ups

    def follow_up(table: Deciding) -> None:
        """A follow-up without a place in the order."""

    follow_up.__module__ = story_log.__name__
    monkeypatch.setattr(story_log, "follow_up", follow_up)
    with pytest.raises(CatalogueError, match=r"FOLLOW_UPS .*: table\.story_log"):
        catalogue_module.catalogue.__wrapped__()


def test_an_event_is_not_told_to_an_audience_it_does_not_declare() -> None:
    """Emitting an event to an undeclared audience is an error of the program, and no fact is folded."""
    state = State()
    table = Deciding(state, ST, FakeChance(), None)
    with pytest.raises(TypeError, match="Revealed may not be told to storyteller"):
        table.emit(STORYTELLER, Revealed("shade"))
    assert state.partition(EVERYONE).count == 0
