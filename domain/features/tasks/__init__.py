"""Tasks that take several rolls: extended, resisted, with helpers (E1 to E5)."""
