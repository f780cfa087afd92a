"""Touch (C12): no more than to lay a hand on somebody, for a power that takes that. It is a part of the power's own
action, so nothing is split for it; it can be dodged or parried, and not blocked."""

from domain.manoeuvre import Attack


class Touch(Attack):
    name = "touch"
    label = "Touch"
    rule = "C12"
    pools = (("Dexterity", "Unarmed"),)
    reach = "hand"
    is_own_action = False
    passes = frozenset({"block"})
