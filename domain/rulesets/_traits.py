"""The traits that `revised` and `v20` share (D17), and the pools of manoeuvres under both (M0). A chronicle may change
them."""

from domain.rules.rule_types import ManoeuvrePools, Power, Store, TraitGroup, Word

ATTRIBUTES = (
    TraitGroup("Physical", ("Strength", "Dexterity", "Stamina"), kind="attribute"),
    TraitGroup("Social", ("Charisma", "Manipulation", "Appearance"), kind="attribute"),
    TraitGroup("Mental", ("Perception", "Intelligence", "Wits"), kind="attribute"),
)
BLOOD_A_TURN = TraitGroup("Blood", ("Blood a turn",), 10, "never")
"""The points of blood that a character may spend in a turn (F4)."""
WILLPOWER, BLOOD, FATE = Store("Willpower"), Store("Blood", "Blood a turn"), Store("Fate")
POWERS = (
    Power("fangs", "Fangs: can bite"),
    Power("claws-lethal", "Bone claws: lethal damage"),
    Power("claws-aggravated", "Feral claws: aggravated damage"),
    Power("Rat's Rage", "Rat's Rage: can spend blood while staked", True),
)
UNDEAD = frozenset(
    {"Celerity", "Fortitude", "Potence", "Blood a turn", BLOOD.name, *(power.name for power in POWERS)},
)
"""Traits, stores and powers that mortals never have."""
ADVANTAGES = (
    TraitGroup("Disciplines", ("Celerity", "Fortitude", "Potence")),
    BLOOD_A_TURN,
    TraitGroup("Virtues", ("Conscience", "Self-Control", "Courage")),
    TraitGroup("Scales", ("Willpower", "Humanity"), 10, "alone"),
)
FIST, WEAPON, SHOT = "Dexterity + Brawl", "Dexterity + Melee", "Dexterity + Firearms"
POOLS = (
    ManoeuvrePools("attack", (FIST, WEAPON)),
    ManoeuvrePools("shoot", (SHOT,)),
    ManoeuvrePools("block", (FIST,)),
)
"""Strikes, shots and blocks use Dexterity (M0). All other manoeuvres keep their usual pools, so wrestling uses Strength
(ours). Disarm and stake use the pool of the attack, fanning the hammer that of the shot."""
FROM_FIVE_ON = (
    Word(5, "straightforward"),
    Word(6, "standard"),
    Word(7, "challenging"),
    Word(8, "difficult"),
    Word(9, "extremely difficult"),
    Word(10, "nearly hopeless: more dice may botch more often"),
)
"""The words for difficulties that both rule sets share (D8). The highest difficulty is only warned about (D9), never
refused."""
