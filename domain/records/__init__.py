"""Records that the base classes of manoeuvres and conditions need: a blow, and a condition that a character bears."""
