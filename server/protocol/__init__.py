"""Bytes on the wire: the frames of the protocol, and WebSocket framing."""
