"""Cover at hand (C20): something to get behind stands within 1 m, so a missile is dodged like anything else."""

from domain.condition import Condition


class NearCover(Condition):
    name = "near_cover"
    label = "Cover at hand"
    rule = "C20"
    ends = "when it moves away"
    ends_on_move = True
    covers_dodge = True
