"""The streams and connections of one process, and the handover between a chronicle and its scenes."""
