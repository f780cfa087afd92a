"""The bridge: posts what a spectator's seat sees into another program, such as a Discord channel."""
