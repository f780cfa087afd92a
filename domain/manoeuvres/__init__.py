"""Manoeuvres: one file each (`domain/manoeuvre.py` says how)."""
