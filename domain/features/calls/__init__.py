"""The exchange between player and Storyteller about rolls: intents, calls, answers, pleas, decrees."""
