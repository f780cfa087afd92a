"""A table: its settings, turn, game clock, story, scenes and chapters."""
