"""Every rule set, switch, choice and number has a message in each language."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from server.words.texts import slug
from tests.domain.words.message_files import LANGUAGES, messages


def needed() -> set[str]:
    """Return the ids of all messages that `settings.ftl` has to hold."""
    found: set[str] = set()
    for name, kind in catalogue().rulesets.items():
        found.add(f"about-ruleset-{name}")
        for switch in kind.switches:
            found |= {f"switch-{switch.name}", *(f"switch-{switch.name}-{slug(choice)}" for choice in switch.choices)}
        found |= {f"number-{number.name}" for number in kind({}).numbers}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_has_a_message(language: str) -> None:
    """The file holds a message for each setting of the rule sets, and no other."""
    assert sorted(messages(language, "settings")) == sorted(needed())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choices_of_a_switch_differ(language: str) -> None:
    """Two choices of a switch have different texts."""
    found = messages(language, "settings")
    for kind in catalogue().rulesets.values():
        for switch in kind.switches:
            texts = [found[f"switch-{switch.name}-{slug(choice)}"] for choice in switch.choices]
            assert len(set(texts)) == len(texts), switch.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_is_short(language: str) -> None:
    """A switch, a choice and a number have at most 12 words."""
    found = messages(language, "settings")
    kinds = ("switch-", "number-")
    assert [id_ for id_, text in found.items() if id_.startswith(kinds) and len(text.split()) > 12] == []
