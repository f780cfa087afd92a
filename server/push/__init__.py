"""Push messages to browsers whose page is closed: encryption, signature, delivery (RFC 8030, 8291, 8292)."""
