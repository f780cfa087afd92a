"""Conditions: one file each (`domain/condition.py` says how)."""
