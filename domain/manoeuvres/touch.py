"""Touch (C12): lays a hand on the target, for a power that needs it. It is part of the action that uses the power, so
it takes no share of the dice. It can be dodged or parried, but not blocked."""

from domain.manoeuvre import Attack


class Touch(Attack):
    name = "touch"
    rule = "C12"
    pools = (("Dexterity", "Unarmed"),)
    reach = "hand"
    is_own_action = False
    passes = frozenset({"block"})
