"""Uploaded pictures: checking them, and storing them beside the log."""
