"""The embedded log: one SQLite file with one writer thread."""
