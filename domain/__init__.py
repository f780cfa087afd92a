"""The game: pure values and functions, without clock, randomness, I/O or framework."""
