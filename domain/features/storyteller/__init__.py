"""The Storyteller's own tools: overriding rolls, taking back, forking a scene, ready fights."""
