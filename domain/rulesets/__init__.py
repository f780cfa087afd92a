"""Rule sets: one file each (`domain/ruleset.py` says how)."""
