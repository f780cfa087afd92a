"""A tracked view notes what an answer read, and keeps the answer until that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from domain.core.audience import EVERYONE, STORYTELLER, Audience, seats
from domain.core.record import Record, RecordKey
from domain.core.refusal import Refusal
from domain.core.state import State, View
from domain.features.characters.character import Face, Health
from domain.features.rolls.pools import parts
from domain.features.table.settings import Setting
from domain.tracked_view import READERS_MANY, Answer, Memory, memoized
from tests.domain.world import ANNA, ST, World

FACE = Face("anna", "Anna", "", "ANNA", "mortal")
ASKED: list[str] = []
"""The questions that were computed, in order."""


@pytest.fixture(autouse=True)
def nothing_asked() -> Iterator[None]:
    ASKED.clear()
    yield
    ASKED.clear()


@memoized
def wounds(view: View, actor: str, *, graver: int = 0) -> int:
    """Return a character's lethal wounds plus `graver`."""
    ASKED.append(f"wounds {actor}")
    return (view.get(Health, actor) or Health(actor)).lethal + graver


@memoized
def hurt(view: View, actor: str) -> bool:
    """A memoized function that calls a second one."""
    ASKED.append(f"hurt {actor}")
    return wounds(view, actor) > 0


@memoized
def all_wounds(view: View) -> int:
    """A memoized function that reads all records of a type."""
    ASKED.append("all wounds")
    return sum(health.lethal for health in view.all(Health))


@memoized
def out(view: View, actor: str) -> bool:
    """A memoized function that refuses while the character is wounded."""
    ASKED.append(f"out {actor}")
    health = view.get(Health, actor)
    if health is not None and health.lethal:
        raise Refusal("no-slot", lethal=health.lethal)
    return False


@memoized
def somebody_hurt(view: View) -> bool:
    """A memoized function that many others read."""
    ASKED.append("somebody hurt")
    return any(health.lethal for health in view.all(Health))


@memoized
def afraid(view: View, actor: str) -> bool:
    """A memoized function. Many of this kind read the same function."""
    ASKED.append(f"afraid {actor}")
    return somebody_hurt(view)


@memoized
def calm(view: View, actor: str) -> bool:
    """A memoized function that reads one of them."""
    return not afraid(view, actor)


class Table:
    """A state with a memory of what the Storyteller sees, and a kept answer to one question."""

    def __init__(self, question: Callable[[View], object]) -> None:
        self.state = State()
        self.memory = Memory(self.state.view(ST))
        self.kept: Answer = self.memory.keep(question)
        self.memory.update(self.kept)

    def puts(self, record: Record, audience: Audience = EVERYONE) -> bool:
        """Write a record; return True if the kept answer has changed."""
        self.state.partition(audience).put(record)
        return self.changes((type(record), record.id))

    def changes(self, *keys: RecordKey) -> bool:
        """Say that these records have changed; return True if the kept answer has changed."""
        ASKED.clear()
        self.memory.change(set(keys))
        return self.kept.state != "current" and self.memory.update(self.kept)


def wounded(lethal: int) -> State:
    """A state in which Anna has this many lethal wounds."""
    state = State()
    state.partition(EVERYONE).put(Health("anna", 0, lethal))
    return state


def test_a_question_is_computed_once_for_the_same_arguments() -> None:
    """A question is computed once for the same arguments, and again for different ones or from a plain view."""
    state = wounded(1)
    reading = Memory(state.view(ST)).reading()
    assert [wounds(reading, "anna"), wounds(reading, "anna"), wounds(reading, "ben")] == [1, 1, 0]
    assert [wounds(reading, "anna", graver=2), wounds(reading, "anna", graver=3)] == [3, 4]
    assert [wounds(state.view(ST), "anna"), wounds(state.view(ST), "anna")] == [1, 1]
    assert [f"wounds {name}" for name in ("anna", "ben", "anna", "anna", "anna", "anna")] == ASKED


def test_an_answer_is_computed_again_only_if_its_records_change() -> None:
    """An answer is computed again if a record changes that it read by its id, and not for another record of the same
    type."""
    table = Table(lambda view: hurt(view, "anna"))
    assert not table.kept.value
    assert not table.puts(Health("ben", 0, 1))
    assert ASKED == []
    assert table.puts(Health("anna", 0, 1))
    assert ASKED == ["wounds anna", "hurt anna"]
    assert table.kept.value
    assert not table.puts(FACE)
    assert ASKED == []


def test_an_answer_that_stays_equal_outdates_no_other() -> None:
    """If a question has the same answer as before, the answers that read it are not computed again."""
    table = Table(lambda view: hurt(view, "anna"))
    assert table.puts(Health("anna", 0, 1))
    assert not table.puts(Health("anna", 1, 1))
    assert ASKED == ["wounds anna"]


def test_what_many_answers_read_is_computed_before_them() -> None:
    """If many answers read the same answer, none of them is computed while that answer stays equal. All of them, and
    the answers that read them, are computed when it changes."""
    names = [f"p{number}" for number in range(READERS_MANY + 1)]
    table = Table(lambda view: [calm(view, name) for name in names])
    assert table.kept.value == [True] * len(names)
    for _ in range(2):
        assert table.puts(Health("anna", 0, 1))
        assert ["somebody hurt", *(f"afraid {name}" for name in names)] == ASKED
        assert table.kept.value == [False] * len(names)
        assert not table.puts(Health("anna", 0, 2))
        assert ASKED == ["somebody hurt"]
        assert table.kept.state == "current"
        assert table.puts(Health("anna"))
        assert table.kept.value == [True] * len(names)


def test_an_equal_answer_stays_the_same_object() -> None:
    """An answer that was computed again and is equal is the object from before."""
    table = Table(lambda view: tuple(health for health in view.all(Health) if health.lethal))
    assert table.puts(Health("anna", 0, 1))
    before = table.kept.value
    assert not table.puts(Health("ben"))
    assert table.kept.value is before


def test_all_records_of_a_type_are_noted() -> None:
    """An answer that reads all records of a type depends on each of them, on new ones too."""
    table = Table(all_wounds)
    assert table.puts(Health("anna", 0, 1))
    assert table.puts(Health("ben", 0, 1))
    assert table.kept.value == 2
    table.state.partition(EVERYONE).drop(Health, "ben")
    assert table.changes((Health, "ben"))
    assert table.kept.value == 1


def test_a_missing_record_is_noted() -> None:
    """An answer that found no record changes when the record is written."""
    table = Table(lambda view: view.audience_of(Health, "anna"))
    assert table.puts(Health("anna"))
    assert table.kept.value == EVERYONE


def test_a_refusal_is_raised_every_time_and_noted() -> None:
    """A memoized function that refuses does so each time it is asked, and not after its records have changed."""

    def words(view: View) -> str:
        try:
            return str(out(view, "anna"))
        except Refusal as refusal:
            return str(refusal.words.args)

    table = Table(words)
    assert table.puts(Health("anna", 0, 1))
    assert "1" in table.kept.value
    assert table.puts(Health("anna", 0, 2))
    assert "2" in table.kept.value
    assert table.puts(Health("anna"))
    assert table.kept.value == "False"


def test_an_error_in_an_answer_reaches_the_question_that_reads_it() -> None:
    """If a question that was answered raises an error after a change, the question that reads it gets the error."""
    table = Table(lambda view: wounds(view, "anna") or out(view, "anna"))
    assert not table.kept.value
    assert table.puts(Health("anna", 0, 1))
    assert table.kept.value == 1


def test_the_part_of_a_view_has_its_own_answers() -> None:
    """A question about the public part of a view, or about what an audience can read, is not answered from the whole
    view. It is noted like any question."""

    def thrice(view: View) -> tuple[int, int, int]:
        return all_wounds(view), all_wounds(view.public), all_wounds(view.known_to(seats("ANNA")))

    table = Table(thrice)
    table.puts(Health("anna", 0, 1))
    table.puts(Health("shade", 0, 2), STORYTELLER)
    table.puts(Health("ben", 0, 4), seats("ANNA"))
    assert table.kept.value == (7, 1, 5)


@pytest.mark.parametrize("part", [lambda view: view.public, lambda view: view.known_to(seats("ANNA"))])
def test_a_reading_of_a_part_of_a_view_is_noted(part: Callable[[View], View]) -> None:
    """An answer that reads only a part of a view depends on the records of that part."""
    table = Table(lambda view: part(view).get(Health, "anna"))
    assert table.puts(Health("anna", 0, 1))
    assert table.kept.value == Health("anna", 0, 1)


def test_an_answer_from_the_story_or_the_count_is_computed_after_every_change() -> None:
    """An answer that read the story or a count is computed again after every change, because neither is reported."""
    table = Table(lambda view: view.moment)
    assert table.memory.reads_anything()
    before = table.kept.value
    table.state.partition(EVERYONE).begin()
    assert table.puts(FACE)
    assert table.kept.value == before + 1


def test_a_change_of_the_setting_outdates_all_answers() -> None:
    """The setting is read for nearly every answer, so it is not noted. A change of it outdates all answers, those about
    a part of the view too."""
    world = World("nightfall")
    memory = Memory(world.opens().view(ANNA))
    asked = memory.keep(lambda view: (wounds(view, "anna"), wounds(view.public, "anna")))
    memory.update(asked)
    ASKED.clear()
    memory.change({(Setting, "setting")})
    assert asked.state == "outdated"
    memory.update(asked)
    assert ASKED == ["wounds anna", "wounds anna"]


def test_unread_answers_are_kept_up_to_a_number() -> None:
    """An answer that is no longer read is kept for the next time, and stays right. The oldest of such answers are
    forgotten."""
    table = Table(lambda view: [wounds(view, face.id) for face in view.all(Face)])
    table.puts(FACE)
    table.state.partition(EVERYONE).drop(Face, "anna")
    table.changes((Face, "anna"))
    table.memory.forget_unread()
    assert len(table.memory) == 1
    table.puts(Health("anna", 0, 1))
    assert ASKED == []
    assert table.puts(FACE)
    assert ASKED == ["wounds anna"]
    assert table.kept.value == [1]
    table.state.partition(EVERYONE).drop(Face, "anna")
    table.changes((Face, "anna"))
    table.memory.forget_unread(0)
    assert len(table.memory) == 0
    assert table.puts(FACE)
    assert ASKED == ["wounds anna"]


def test_a_pool_is_remembered() -> None:
    """Pools are remembered, as the most frequent question."""
    memory = Memory(wounded(0).view(ST))
    assert parts(memory.reading(), "anna", ()) == ()
    assert len(memory) == 1


def test_an_answer_that_changed_on_the_way_outdates_its_readers() -> None:
    """An answer reads a first one that stays equal, and a second one that the first one reads too and that has
    changed. It is computed again."""

    @memoized
    def alive(view: View, actor: str) -> bool:
        return wounds(view, actor) < 7

    table = Table(lambda view: (alive(view, "anna"), wounds(view, "anna")))
    assert table.puts(Health("anna", 0, 1))
    assert table.kept.value == (True, 1)
