"""A tracked view notes the types of records that an answer read, and remembers the answer until they change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.core.audience import EVERYONE
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.core.words import Typed
from domain.features.characters.character import Face, Health
from domain.features.rolls.pools import parts
from domain.tracked_view import Memory, Reading, bits, memoized
from tests.domain.world import ST

ASKED: list[str] = []


@pytest.fixture(autouse=True)
def nothing_asked() -> Iterator[None]:
    ASKED.clear()
    yield
    ASKED.clear()


@memoized
def wounds(view: View, actor: str, *, graver: int = 0) -> int:
    """Return a character's lethal wounds plus `graver`."""
    ASKED.append(actor)
    return (view.get(Health, actor) or Health(actor)).lethal + graver


@memoized
def hurt(view: View, actor: str) -> bool:
    """A memoized function that calls a second one."""
    return wounds(view, actor) > 0


@memoized
def out(view: View, actor: str) -> bool:
    """A memoized function that is refused."""
    raise Refusal("out", health=Typed(f"{view.get(Health, actor)}"))


def wounded(lethal: int) -> State:
    """A state in which Anna has this many lethal wounds."""
    state = State()
    state.partition(EVERYONE).put(Health("anna", 0, lethal))
    return state


def test_a_question_is_asked_once_in_the_same_words() -> None:
    """A question is computed once for the same arguments, and again for different ones or from a plain view."""
    state = wounded(1)
    reading = Reading(state.view(ST), Memory())
    assert [wounds(reading, "anna"), wounds(reading, "anna"), wounds(reading, "ben")] == [1, 1, 0]
    assert [wounds(reading, "anna", graver=2), wounds(reading, "anna", graver=3)] == [3, 4]
    assert ASKED == ["anna", "ben", "anna", "anna"]
    assert [wounds(state.view(ST), "anna"), wounds(Reading(state.view(ST)), "anna")] == [1, 1]
    assert len(ASKED) == 6


def test_what_was_read_for_an_answer_is_noted_by_whoever_is_given_it() -> None:
    """The types read are noted also for an answer from memory, for a nested call and for a refusal."""
    memory = Memory()
    for _ in range(2):
        reading = Reading(wounded(1).view(ST), memory)
        assert hurt(reading, "anna")
        assert reading.types == bits([Health]) & ~bits([])
        assert ASKED == ["anna"]
    reading = Reading(wounded(1).view(ST), memory)
    with pytest.raises(Refusal):
        out(reading, "anna")
    assert reading.types == bits([Health]) & ~bits([])


def test_an_answer_is_forgotten_when_what_was_read_for_it_changes() -> None:
    """An answer is forgotten only when a type that it read changes, together with the answers that used it."""
    state, memory = wounded(1), Memory()
    assert hurt(Reading(state.view(ST), memory), "anna")
    state.partition(EVERYONE).put(Health("anna"))
    memory.forget(bits([Face]))
    assert hurt(Reading(state.view(ST), memory), "anna")
    memory.forget(bits([Health]))
    assert not hurt(Reading(state.view(ST), memory), "anna")
    assert ASKED == ["anna", "anna"]


def test_what_hangs_on_the_story_or_on_the_count_is_forgotten_with_any_change() -> None:
    """An answer that read the story or a count is forgotten after every change, because no type stands for them."""

    @memoized
    def told(view: View) -> int:
        return view.moment

    state, memory = wounded(1), Memory()
    before = told(Reading(state.view(ST), memory))
    state.partition(EVERYONE).begin()
    memory.forget(bits([Face]))
    assert told(Reading(state.view(ST), memory)) == before + 1


def test_a_pool_is_remembered() -> None:
    """Pools are remembered, as the most frequent question, except an empty pool."""
    memory = Memory()
    assert parts(Reading(wounded(0).view(ST), memory), "anna", ()) == ()
    assert memory.get((parts.__wrapped__, "anna", ())) == ((), 0)  # type: ignore[attr-defined]  # as `wraps` leaves it
