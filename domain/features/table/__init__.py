"""What a table is: its settings, its turn, its game clock, its story, its scenes and chapters."""
