"""The streams and connections of a process, and the handover between a chronicle and its scenes."""
