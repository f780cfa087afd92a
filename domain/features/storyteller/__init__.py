"""The Storyteller's own tools: overriding rolls, taking back, continuing from an earlier moment, ready fights."""
