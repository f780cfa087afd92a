"""Records that the base classes of manoeuvres and conditions name: a blow, and a condition that is borne."""
