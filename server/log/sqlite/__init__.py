"""The embedded log: a SQLite file with its writer thread."""
