"""One client: its conversation (without a socket), its connection, its commands, its WebSocket; and which seats are
present."""
