"""Characters: face, sheet, health, points, Willpower, conditions, recovery, absence."""
