"""Blows: the records of attacks that are not over yet."""

from typing import ClassVar, Literal

from domain.core.record import Fate, Record
from domain.rules.declared_action import Action
from domain.rules.equipment import Damage, Item

Reach = Literal["hand", "melee", "ranged"]


Step = Literal["attack", "defence", "damage", "soak", "wound", "consequence", "over"]
"""The next step of an attack. `STEPS` in `attack_steps.py` has the function of each step."""


Waits = Literal["", "defence", "storyteller"]
"""The person who must answer before the attack can go on: nobody (""), the defender, or the Storyteller."""


class _OfAttack(Record, frozen=True):
    """Base of the records of an attack in progress, from character `by` on character `on`."""

    turn_long: ClassVar[bool] = True

    by: str
    on: str

    @property
    def character_id(self) -> str:
        return self.by

    @property
    def about(self) -> tuple[str, ...]:
        return (self.by, self.on)


class Blow(_OfAttack, frozen=True):
    """An attack in progress. A number is -1 until it is rolled or ruled; a hidden number stays -1 for those who may not
    see it."""

    action: Action
    dice: int
    """The attacker's dice for the roll to hit: its share of the pool, and the dice that the manoeuvre adds or removes.
    A viewer who does not see the attacker's sheet learns this number only from the roll, if at all (X2)."""
    weapon: Item
    reach: Reach
    damage: Damage
    step: Step = "attack"
    hits: int = -1
    """The successes of the attack. After the defence: the successes that remain (C21)."""
    defence: int = -1
    """The index of the defence in the defender's declaration."""
    dealt: int = -1
    """Successes of the damage roll."""
    soaked: int = -1
    levels: int = -1
    """Levels of damage that the soak leaves."""
    waits: Waits = ""
    answered: bool = False
    """True if the side that may react at this step has reacted."""
    means: str = ""
    """The defence that the defender rolls, if it may choose among several because of full defence (C19)."""
    past_armour: int = 0
    """Points of the target's armour that a called shot ignores (C3)."""
    past_cover: bool = False
    """True if a called shot ignores the target's cover (C3)."""
    specialty: bool = False
    """True if a specialty applies to the roll of the next step (D7)."""
    willpower: bool = False
    """True if the player spends a point of Willpower on that roll (D11)."""
    roll: str = ""
    """Id of the roll to hit, later of the damage roll. "" before that roll, and where the viewers of the attack do not
    see it."""
    rolls: tuple[str, ...] = ()
    """Ids of all rolls made for the attack, by attacker and target, that the viewers of the attack see."""
    ruled: bool = False
    """True if the Storyteller ruled that the attack hits, or with how many successes (G0)."""
    scored: int = -1
    """All successes of the attack before a defence removed any (C10); -1 until the defence is over."""

    def on_hiding(self, actor: str) -> Fate:
        return "ends"

    @property
    def begun(self) -> bool:
        """True if the first roll of the attack is made or ruled: the roll to hit or, for an attack that needs none, the
        damage roll (C7)."""
        return self.ruled or (self.step != "attack" and (self.step != "damage" or max(self.hits, self.dealt) >= 0))

    @property
    def close(self) -> bool:
        """True for an attack in close combat: neither shot nor thrown."""
        return self.reach != "ranged"
