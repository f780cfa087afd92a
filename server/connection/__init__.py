"""One client: its conversation without a socket, its connection, its WebSocket, presence."""
