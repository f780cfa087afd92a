"""Released outcomes: the one list of what a seat may be told although it depends on what that seat may not know.

Law. Two full states that look alike to a seat give it the same answer to the same command, but for these fields of
     these events. The first event that is otherwise in two such worlds is one of `RELEASED`; of the rolls and outcomes
     that follow in the same commit no more is otherwise than `FOLLOWING` says. Every other field of these, and every
     event before, is the same: what differs there and is not here is a leak.

No number is released (hits, margins, tallies, leads, degrees, damage before soak). Such a number may differ between
two worlds only where everybody has every roll that it is counted from, and can count it (`dice`).

Somebody hidden who holds, throws down or otherwise handles somebody that is seen does so before all eyes (X4): how that
one fares is seen, and is no secret of the two.
"""

from typing import Final, NamedTuple

ALONE: Final = frozenset({"alone"})
"""In place of fields: the whole event, which is there in one world and not in the other."""


class Released(NamedTuple):
    """What of an event may depend on a secret, and why. `alone`: whether it is there at all may, too."""

    why: str
    fields: tuple[str, ...] = ()
    alone: bool = False
    dice: tuple[str, ...] = ()
    """Numbers that may differ where everybody can count them from open dice, and nowhere else."""

    def lets(self, differing: frozenset[str], *, counted: bool = False) -> bool:
        """Whether nothing else differs. `counted`: whether everybody can count the numbers from open dice."""
        if differing is ALONE:
            return self.alone
        return differing <= {*self.fields, *(self.dice if counted else ())}


RELEASED: Final[dict[str, Released]] = {
    "OutcomeTold": Released(
        "success or failure in place of what is kept back of a roll, or what is told, in words too (X1 to X3)",
        ("outcome", "text"),
        alone=True,
    ),
    "Rolled": Released(
        "open dice of somebody whose sheet the others do not read, or none where they are hidden (X2)",
        ("parts", "pool", "faces", "struck", "successes", "ones", "net", "result", "degree", "why", "worth"),
        alone=True,
    ),
    "RolledOff": Released("an open die for a tie of such characters (I1)", ("faces",), alone=True),
    "AttackMade": Released("whether an attack hit, against dice that are hidden, and not by how much (X2)", ("hit",)),
    "RoundEnded": Released(
        "who won a round against a side that is not seen, and not by how many (E2, X4)", ("winner",)
    ),
    "TaskEnded": Released(
        "who prevailed in such a contest, and not to what degree (E2, E3, X4)", ("status", "winner"), alone=True
    ),
    "Decreed": Released(
        "what the Storyteller measures by a trait of somebody whose sheet the others do not read (G2)", ("happens",)
    ),
    "WoundTaken": Released(
        "a wound that can be seen (C29)", ("levels", "bashing", "lethal", "aggravated", "status"), alone=True
    ),
    "WoundSpared": Released("that there is none to be seen, where dice that are hidden struck (C29)", alone=True),
    "WeaponLost": Released("what a disarm takes whose damage is kept back (C8, X2)", alone=True),
    "ConditionBegan": Released("who is thrown down or staked by an attack with a hidden count (C10, C13)", alone=True),
    "FaceShown": Released(
        "whoever steps out of hiding, with all that can be seen of them (X4)", ("name", "concept", "player", "kind")
    ),
    "SlotPlaced": Released("where in the order whoever steps out of hiding stands (I1, X4)", ("place", "status")),
    "Declared": Released(
        "how the dice are shared out among declared actions: that is declared (I2, M2)", ("actions", "cuts", "words")
    ),
    "DeclarationStated": Released("the same of whoever steps out of hiding (I2, X4)", ("actions", "cuts")),
    "LeafOpened": Released("a hidden roll that the Storyteller shows, with its proof (X1)", ("leaf", "path")),
}
"""Events by name, and what each lets through. Of the player's own rolls nothing is in it: two worlds in which the same
dice of hers fall otherwise are a leak, unless the one shows an outcome in their place."""

BY_ITSELF: Final = frozenset({"SlotPlaced", "Declared", "DeclarationStated"})
"""What is released by itself, and no outcome of dice."""

FOLLOWING: Final[dict[str, Released]] = {
    **{name: released for name, released in RELEASED.items() if name not in BY_ITSELF},
    "Rolled": Released(
        "the dice of what a blow that hit does, or those of a roll after one that was hidden, drawn from elsewhere",
        (*RELEASED["Rolled"].fields, "id", "seal.draw"),
        alone=True,
    ),
    "RolledOff": Released("who ties, by such dice (I1)", ("id", "faces", "seal.draw"), alone=True),
    "AttackMade": Released("a blow that missed, where another one waits", ("hit",), alone=True),
    "BlowHeld": Released(
        "a blow that hit waits for a defence, or for its damage (C8)",
        ("blow.id", "blow.roll", "blow.rolls"),
        alone=True,
        dice=("blow.hits", "blow.dealt", "blow.soaked", "blow.levels", "blow.scored"),
    ),
    "TaskRolled": Released(
        "which roll it is that counts; its count as everybody has it, or none where an outcome is told in its place",
        ("roll.roll",),
        dice=("roll.successes", "roll.botched"),
    ),
    "RoundEnded": Released(
        "who won. The event may exist in one world only, if a roll of the round is hidden there (X2).",
        ("winner",),
        alone=True,
        dice=("tallies", "margin", "lead"),
    ),
    "TaskEnded": Released("who prevailed", ("status", "winner"), alone=True, dice=("degree", "word")),
}
"""Events by name, and what of them may be otherwise once a released outcome of the same commit is. An event that is
not here is no roll and no outcome: what a blow, a wound that can be seen, or the end of the last action brings with it,
which is another one after another outcome."""
