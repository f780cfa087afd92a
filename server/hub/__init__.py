"""The streams and connections of a process, and the handover: opening the scenes that a chronicle has begun, and taking
their results back into the chronicle."""
