"""Actions and what decides about them: weapons, reach, aim, grapples, damage, attacks in progress."""
