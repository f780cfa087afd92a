"""One character: face, sheet, health, points, Willpower, conditions, recovery."""
