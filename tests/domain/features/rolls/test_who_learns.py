"""The table of who learns a roll keeps its own law, whatever rows it gets."""

import pytest

from domain.features.rolls.who_learns import WHO_LEARNS, Secrecy


@pytest.mark.parametrize("secrecy", WHO_LEARNS)
def test_no_audience_can_work_out_hidden_successes(secrecy: Secrecy) -> None:
    """X2, X3: hearers for whom the successes are hidden lack the dice or the difficulty. With both they could count."""
    learns = WHO_LEARNS[secrecy]
    if learns.successes != "hearers":
        assert (learns.dice, learns.difficulty) != ("hearers", "hearers")
        assert learns.result != "with-successes" or learns.dice == "storyteller"
