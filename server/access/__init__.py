"""Who may enter: seats, links, sessions and revocations, with a file for each backend."""
