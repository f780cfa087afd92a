"""Touch (C12): lays a hand on the target, for a power that needs it. It is part of the power's own action and shares no
dice. It can be dodged or parried, not blocked."""

from domain.manoeuvre import Attack


class Touch(Attack):
    name = "touch"
    rule = "C12"
    pools = (("Dexterity", "Unarmed"),)
    reach = "hand"
    is_own_action = False
    passes = frozenset({"block"})
