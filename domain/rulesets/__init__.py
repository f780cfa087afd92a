"""Rule sets: one file each (`domain/rules/ruleset.py` says how)."""
