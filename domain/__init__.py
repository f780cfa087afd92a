"""The game: pure values and functions. No clock, no randomness, no I/O, no framework."""
