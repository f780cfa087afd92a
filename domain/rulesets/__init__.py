"""Rule sets: one file for each game. The base class is in `domain/rules/ruleset.py`."""
