"""Seats, links, sessions and revocations: a contract, and a file for each backend."""
