"""The seats that learn each part of a roll: one table, a row for each kind of roll (X1 to X3).

A seat that sees the dice and knows the difficulty can work out the successes. So no row of the table gives it both and
hides the successes.
"""

from typing import Final, Literal, NamedTuple

Secrecy = Literal[
    "open", "secret", "hidden-dice", "hidden-difficulty", "deed-with-hidden-dice", "deed-with-hidden-difficulty"
]
Learner = Literal["hearers", "storyteller"]
""""hearers": the audience of the roll. The Storyteller reads everything that they read."""
Telling = Literal["with-successes", "at-once", "by-the-deed", "kept"]
"""The way in which the hearers learn success or failure. "with-successes": they see the successes. "at-once": a
sentence tells it. "by-the-deed": they see it in the events that follow; the same sentence may stand beside these
(`tell_success`). "kept": only when the Storyteller tells it (X1)."""


class Learns(NamedTuple):
    """The readers of each part of a roll when it is made."""

    dice: Learner
    difficulty: Learner
    successes: Learner
    """Successes, ones and the degree, which include success or failure."""
    result: Telling
    """The way in which the hearers learn success or failure."""
    failed_try: Learner
    """The audience for which a failed try at an obstacle counts (D13)."""


# fmt: off
WHO_LEARNS: Final[dict[Secrecy, Learns]] = {
    # kind of roll                        dice           difficulty     successes      result            failed try
    # No part is hidden.
    "open":                        Learns("hearers",     "hearers",     "hearers",     "with-successes", "hearers"),
    # Only the Storyteller hears the roll (X1).
    "secret":                      Learns("storyteller", "storyteller", "storyteller", "with-successes", "storyteller"),
    # A modifier is hidden (X2 iii).
    "hidden-dice":                 Learns("storyteller", "storyteller", "storyteller", "at-once",        "hearers"),
    # Only the Storyteller knows the difficulty (X3).
    "hidden-difficulty":           Learns("hearers",     "storyteller", "storyteller", "kept",           "storyteller"),
    # As above, but everybody sees the success of the deed in the events that follow (X2 iii, X3).
    "deed-with-hidden-dice":       Learns("storyteller", "storyteller", "storyteller", "by-the-deed",    "hearers"),
    "deed-with-hidden-difficulty": Learns("hearers",     "storyteller", "storyteller", "by-the-deed",    "storyteller"),
}
# fmt: on
