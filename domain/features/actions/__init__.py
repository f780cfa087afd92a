"""Actions, and everything that decides their results: weapons, reach, called shots, grapples, damage, attacks in
progress."""
