"""Ranged attack (C2): a shot or a throw. It loses two dice beyond the weapon's range. Targets beyond twice the range
are refused."""

from domain.manoeuvres._shot import Shot


class Shoot(Shot):
    name = "shoot"
    rule = "C2"
    usual = 5
