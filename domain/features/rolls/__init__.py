"""Rolls: pools, modifiers, calls, retries, obstacles, sealed dice, and what comes of a roll."""
