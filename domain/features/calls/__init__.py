"""The talk between player and Storyteller about rolls: intents, calls, answers, pleas, decrees."""
