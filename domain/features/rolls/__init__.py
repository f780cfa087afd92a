"""Rolls: pools, modifiers, calls, retries, obstacles, sealed dice and consequences."""
