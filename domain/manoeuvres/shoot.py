"""Ranged attack (C2): a shot or a throw. Up to its range a missile flies true, from there to twice as far with two dice
less, and no further."""

from domain.manoeuvres._shot import Shot


class Shoot(Shot):
    name = "shoot"
    label = "Ranged attack"
    rule = "C2"
