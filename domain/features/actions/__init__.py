"""Actions and the parts that decide their results: weapons, reach, aim, grapples, damage, attacks in progress."""
