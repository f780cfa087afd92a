"""The store of doors: seats, and the hashes of the secrets that open them. Small, and not events."""
