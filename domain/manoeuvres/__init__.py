"""Manoeuvres: one file for each. The base class is in `domain/manoeuvre.py`."""
