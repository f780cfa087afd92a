"""Released outcomes: the one list of what a seat may be told although it depends on what that seat may not know.

Law. Two full states that look alike to a seat give it the same answer to the same command, but for these. The first
     event that differs between two such worlds is one of them; whatever is not here and differs is a leak.
"""

from typing import Final

RELEASED: Final[dict[str, str]] = {
    "OutcomeTold": "success or failure in place of what is kept back of a roll, or what is told (X1 to X3)",
    "Rolled": "open dice of somebody whose sheet the others do not read, or none where they are hidden (X2)",
    "RolledOff": "an open die for a tie of such characters (I1)",
    "AttackMade": "whether an attack hit, and by how much, against dice that are hidden (C8)",
    "RoundEnded": "who won a round of a contest, and by how many, against a side that is not seen (E2, E3, X4)",
    "TaskEnded": "who prevailed in such a contest, and to what degree (E2, E3, X4)",
    "WoundTaken": "a wound that can be seen (C29)",
    "WoundSpared": "that there is none to be seen, where dice that are hidden struck (C29)",
    "FaceShown": "whoever steps out of hiding, with all that can be seen of them (X4)",
    "LeafOpened": "a hidden roll that the Storyteller shows, with its proof (X1)",
}
"""Events by name, and what each lets through. Of the player's own rolls nothing is in it: two worlds in which the same
dice of hers fall otherwise are a leak, unless the one shows an outcome in their place."""
