"""Released outcomes: the complete list of facts that a seat may receive although they depend on secrets from that seat.

Law. If two full states look alike to a seat, they give it the same answer to the same command, except in the fields
     listed here. The first event that differs between the two is in `RELEASED`. The rolls and outcomes after it in the
     same commit differ only as `FOLLOWING` allows. Any further difference is a leak.

No number is released: no hits, margins, tallies, leads, degrees or damage before soak. Such a number may differ only if
everybody has all the rolls that it is counted from (`dice`).

A hidden character that grapples or handles a visible character does it in the open (X4): the state of the visible
character is seen, and is no secret.
"""

from typing import Final, NamedTuple

ALONE: Final = frozenset({"alone"})
"""Stands in place of field names if the whole event exists in only one of the two worlds."""


class Released(NamedTuple):
    """The fields of an event that may depend on a secret, with the reason. `alone`: the event may exist in one world
    only."""

    why: str
    fields: tuple[str, ...] = ()
    alone: bool = False
    dice: tuple[str, ...] = ()
    """Numbers that may differ only if everybody can count them from open dice."""

    def allows(self, differing: frozenset[str], *, counted: bool = False) -> bool:
        """True if the differing fields are all released. `counted`: everybody can count the numbers from open dice."""
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
"""The released fields by event. A player's own roll is never released: if her own dice differ between the worlds, it is
a leak, unless an outcome is shown in place of the dice in one of them."""

BY_ITSELF: Final = frozenset({"SlotPlaced", "Declared", "DeclarationStated"})
"""Events that are released for themselves, and are no outcome of dice."""

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
"""The fields that may differ after a released outcome in the same commit, by event. Events that are not listed are
neither rolls nor outcomes: they are consequences of a blow, of a visible wound or of the last action, and differ freely
once an outcome differs."""
