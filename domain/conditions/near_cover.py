"""Near cover (C20): there is cover within 1 m of the bearer, so it dodges missiles like any other attack."""

from domain.condition import Condition


class NearCover(Condition):
    name = "near_cover"
    rule = "C20"
    helps = True
    ends_on_move = True
    covers_dodge = True
