"""The minimum of a rule set: how it throws. All further methods have a default."""

from __future__ import annotations

import pytest

from domain.catalogue import catalogue
from domain.core.refusal import Refusal
from domain.rules.rule_types import Dice, Result, Throw, Verdict
from domain.rules.throw_syntax import answer
from domain.rulesets._pool_rules import _Pools
from tests.in_english import english, refusal_text


class Highest(_Pools):
    """A rule set in which only the highest die counts, and succeeds with an 8."""

    id = "highest"
    title = "Highest"
    about = "One die counts."

    def throw(self, throw: Throw, dice: Dice) -> Verdict:
        faces = dice(throw.pool)
        best = faces.index(max(faces))
        net = int(faces[best] >= 8)
        worth = tuple(net * (place == best) for place in range(len(faces)))
        result: Result = "success" if net else "failure"
        return Verdict(tuple((face,) for face in faces), (), net, 0, net, result, "", worth)


def test_odds_that_a_rule_set_does_not_say_are_refused_in_a_sentence() -> None:
    """D9: a rule set without exact odds refuses to state any."""
    with pytest.raises(Refusal) as refused:
        Highest().odds(Throw(3))
    assert refusal_text(refused.value) == "These rules give no odds (D9)."


def test_a_throw_is_explained_by_what_each_die_counts() -> None:
    """W1: a throw is explained die by die, and the typed throw's answer shows plain dice."""
    throw, faces = Throw(3), ((4,), (9,), (8,))
    said = tuple(map(english, Highest().explain_dice(throw, faces)))
    assert said == (
        "4: counts nothing",
        "9: counts 1",
        "8: counts nothing",
    )
    assert answer(Highest(), throw, faces, 1, "success") == "# 1\nDetails:[3d10 (4 9 8)]"


@pytest.mark.parametrize("rules", sorted(catalogue().rulesets))
def test_each_row_of_pools_has_as_many_pools_as_its_manoeuvre(rules: str) -> None:
    """M0: each row of pools has as many pools as its manoeuvre; a wrong length would be ignored silently."""
    for row in catalogue().rulesets[rules].pools:
        assert len(row.pools) == len(catalogue().manoeuvres[row.manoeuvre].pools), f"{rules}, {row.manoeuvre}"
