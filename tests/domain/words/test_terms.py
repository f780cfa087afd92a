"""Every stored name of a thing of the rules has a message in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.words.texts import slug
from tests.domain.words.game_terms import result_names, term_names
from tests.domain.words.message_files import LANGUAGES, messages


def needed() -> set[str]:
    """Return the ids of all messages that `terms.ftl` has to hold."""
    families = {"term": term_names(), "result": result_names()}
    return {f"{family}-{slug(name)}" for family, names in families.items() for name in names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_a_message(language: str) -> None:
    """The file holds a message for each name of the rule sets, and no other."""
    assert sorted(messages(language, "terms")) == sorted(needed())


def test_the_names_are_those_of_all_rule_sets() -> None:
    """Names of each kind are collected: without them, the test above would ask for too little."""
    kinds = {"Strength", "Social skills", "Unarmed", "Archery", "Blood a turn", "fangs", "mail", "bare hands", "Mauled"}
    assert kinds | {"standard", "monsoon", "a snag", "phenomenal", "outstanding", "A debate"} <= term_names()


def test_a_slug_is_lower_case_with_dashes() -> None:
    """Runs of other characters become one dash, and none is left at the ends."""
    assert [slug(name) for name in ("Rat's Rage", "trivial: hardly", "dramatic_failure", "(D9) x")] == [
        "rat-s-rage",
        "trivial-hardly",
        "dramatic-failure",
        "d9-x",
    ]


def test_two_names_share_no_message() -> None:
    """Different names have different slugs, apart from upper and lower case."""
    names = {name.lower() for name in term_names()}
    assert len({slug(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "text", ["term-a = one\nterm-a = two\n", "term a = one\n", "term-a =\n    .label = one\n"], ids=str.strip
)
def test_a_faulty_file_is_not_read(tmp_path: Path, text: str) -> None:
    """An id that occurs twice, a line that is no message, and a message without a text are errors."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "terms.ftl").write_text(text)
    with pytest.raises(ValueError, match=r"en/terms\.ftl"):
        messages("en", "terms", tmp_path)
