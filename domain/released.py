"""Released outcomes: the complete list of the event fields that a seat may receive although they depend on facts that
are secret from it.

Law. Take two full states that look the same to a seat. The same command must give the seat the same answer in both,
except in the fields listed here. The first event that differs between the two is in `RELEASED`. The rolls and outcomes
after it in the same commit differ only as `FOLLOWING` allows. Every other difference is a leak.

No number is released: no hits, margins, tallies, leads, degrees or damage before soak. Such a number may differ only if
everybody has all the rolls that it is counted from (`dice`).

A hidden character that grapples or handles a visible character does it in the open (X4): everybody sees the state of
the visible character, so it is no secret.
"""

from typing import Final, NamedTuple

ALONE: Final = frozenset({"alone"})
"""Used in place of field names if the whole event exists in only one of two compared states."""


class Released(NamedTuple):
    """The fields of an event that may depend on a secret, and the reason. With `alone` the event may even be missing in
    one of two compared states."""

    why: str
    fields: tuple[str, ...] = ()
    alone: bool = False
    dice: tuple[str, ...] = ()
    """Fields with numbers that may differ only if everybody can compute them from dice that all can see."""

    def allows(self, differing: frozenset[str], *, counted: bool = False) -> bool:
        """True if all fields that differ are released. `counted`: everybody can compute the numbers from open dice."""
        if differing is ALONE:
            return self.alone
        return differing <= {*self.fields, *(self.dice if counted else ())}


RELEASED: Final[dict[str, Released]] = {
    "OutcomeTold": Released(
        "the told outcome of a roll whose dice or difficulty are withheld, and its words (X1 to X3)",
        ("outcome", "text", "text.args"),
        alone=True,
    ),
    "Rolled": Released(
        "open dice of a character whose sheet is private, or no event if they are hidden (X2)",
        (
            "parts",
            "pool",
            "faces",
            "struck",
            "successes",
            "ones",
            "net",
            "result",
            "degree",
            "why",
            "why.args",
            "worth",
        ),
        alone=True,
    ),
    "RolledOff": Released("an open die for a tie of these characters (I1)", ("faces",), alone=True),
    "AttackMade": Released("a hit or miss against hidden dice, but no margin (X2)", ("hit",)),
    "RoundEnded": Released("the winner of a round against an unseen side, but no margin (E2, X4)", ("winner",)),
    "TaskEnded": Released("the winner of this contest, but no degree (E2, E3, X4)", ("status", "winner"), alone=True),
    "Decreed": Released("a decree by a trait of a character whose sheet is private (G2)", ("happens",)),
    "WoundTaken": Released(
        "a visible wound (C29)", ("levels", "bashing", "lethal", "aggravated", "status"), alone=True
    ),
    "WoundSpared": Released("no visible wound after an attack with hidden dice (C29)", alone=True),
    "WeaponLost": Released("the weapon that a disarm with hidden damage takes (C8, X2)", alone=True),
    "ConditionBegan": Released(
        "a character that an attack with a hidden count knocks down or stakes (C10, C13), or that a visible wound "
        "dazes because of its private Endurance (C26)",
        alone=True,
    ),
    "FaceShown": Released(
        "the visible face of a character that comes out of hiding (X4)", ("name", "concept", "player", "kind")
    ),
    "SlotPlaced": Released(
        "the place in the turn order of a character that comes out of hiding (I1, X4)", ("place", "status")
    ),
    "Declared": Released(
        "the shares of dice among declared actions, which a declaration shows (I2, M2)", ("actions", "cuts", "words")
    ),
    "DeclarationStated": Released("the same for a character that comes out of hiding (I2, X4)", ("actions", "cuts")),
    "LeafOpened": Released("a hidden roll that the Storyteller shows, with its proof (X1)", ("leaf", "path")),
}
"""The released fields of each event. A player's own roll is never released: if her own dice differ between two compared
states, that is a leak, unless one of the states shows an outcome in place of the dice."""

BY_ITSELF: Final = frozenset({"SlotPlaced", "Declared", "DeclarationStated"})
"""Events that are released on their own account, and not because they tell the outcome of dice."""

FOLLOWING: Final[dict[str, Released]] = {
    **{name: released for name, released in RELEASED.items() if name not in BY_ITSELF},
    "Rolled": Released(
        "the dice of a blow's damage, or of a roll whose draw number depends on an earlier hidden roll",
        (*RELEASED["Rolled"].fields, "id", "seal.draw"),
        alone=True,
    ),
    "RolledOff": Released("the characters that tie by these dice (I1)", ("id", "faces", "seal.draw"), alone=True),
    "AttackMade": Released("a blow that missed in one world and waits in the other", ("hit",), alone=True),
    "BlowHeld": Released(
        "a blow that hit and waits for a defence or for its damage (C8)",
        ("blow.id", "blow.roll", "blow.rolls"),
        alone=True,
        dice=("blow.hits", "blow.dealt", "blow.soaked", "blow.levels", "blow.scored"),
    ),
    "TaskRolled": Released(
        "the id of the roll that counts, and its count if everybody has it, unless an outcome is told in its place",
        ("roll.roll",),
        dice=("roll.successes", "roll.botched"),
    ),
    "RoundEnded": Released(
        "the winner. The event may exist in one world only, if a roll of the round is hidden there (X2).",
        ("winner",),
        alone=True,
        dice=("tallies", "margin", "lead"),
    ),
    "TaskEnded": Released("the winner", ("status", "winner"), alone=True, dice=("degree", "word")),
}
"""For each event, the fields that may differ after a released outcome in the same commit. An event that is not listed
here is neither a roll nor an outcome. It follows from a blow, a visible wound or the last action, and may differ freely
once an outcome differs."""
