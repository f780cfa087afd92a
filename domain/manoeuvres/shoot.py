"""Ranged attack (C2): a shot or a throw. Beyond its range, up to twice the range, it loses two dice; farther targets
are refused."""

from domain.manoeuvres._shot import Shot


class Shoot(Shot):
    name = "shoot"
    rule = "C2"
