"""Conditions: one file for each. The base class is in `domain/condition.py`."""
