"""A seat that receives words can read all their arguments (rule 1 of `domain/core/words.py`): so an argument that the
sentence does not show could carry a secret."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.admission import admit
from domain.catalogue import catalogue
from domain.core.refusal import why_not
from domain.core.words import Words
from domain.options import options
from domain.rules.rule_types import Verdict
from tests.domain.random_play import PLAYERS, ST, WATCHER, Play
from tests.words.texts import ROOT, read

TEXTS, _ = read(ROOT, "en")
"""Each message in English; `tests/words` finds one whose arguments differ in another language."""
RUNS = 24


def words_in(value: object) -> Iterator[Words]:
    """Yield all words in a value, those within other words among them."""
    match value:
        case Words():
            yield value
            for _, arg in value.args:
                yield from words_in(arg)
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from words_in(getattr(value, name))
        case tuple() | list():
            for part in value:
                yield from words_in(part)
        case _:
            pass


def hidden_arguments(value: object) -> set[str]:
    """Return what is wrong with the words in a value: arguments that a sentence does not use, or lacks."""
    wrong = set[str]()
    for words in words_in(value):
        used = TEXTS[words.id].args if words.id in TEXTS else frozenset[str]()
        names = [name for name, _ in words.args]
        if words.id and (words.id not in TEXTS or {*names} != used or len(names) != len(used)):
            wrong.add(f"{words.id} has {sorted(names)}, and its text uses {sorted(used)}")
    return wrong


@pytest.mark.parametrize("run", range(RUNS))
def test_every_argument_is_part_of_the_sentence(run: int, chance: Random) -> None:
    """SEC8: in random play, words in records, options and refusals have the arguments that their text uses, no more."""
    play = Play(chance.getrandbits(32))
    wrong = set[str]()
    for seat, command in play.steps(60):
        view = play.state.view(seat)
        wrong |= hidden_arguments([why_not(admit, view, command) or why_not(command.check, view)])
        play.does(seat, command)
    for seat in (ST, *PLAYERS, WATCHER):
        view = play.state.view(seat)
        for type_ in catalogue().records.values():
            wrong |= hidden_arguments(list(view.all(type_)))
        wrong |= hidden_arguments(list(options(view)))
    wrong |= {text for _, facts in play.commits for fact in facts for text in hidden_arguments(fact.event)}
    assert wrong == set()


def test_an_argument_that_no_sentence_shows_is_noticed() -> None:
    """The check itself: an argument too many, one that is missing, and one that is there twice."""
    text = TEXTS["line-attack-hits"]
    args = tuple((name, 1) for name in sorted(text.args))
    assert hidden_arguments([Words("line-attack-hits", args)]) == set()
    for other in ((*args, ("hits", 3)), args[1:], (*args, args[0])):
        why = Words("list-one", (("last", Words("line-attack-hits", other)),))
        verdict = Verdict((), (), 0, 0, 0, "failure", "", (), why)
        assert len(hidden_arguments(verdict)) == 1
