"""Features: one file each, holding its records, its events with their fold, and its commands, in that order."""
