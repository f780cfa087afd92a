"""The streams and connections of a process, and the handover: opening the scenes of a chronicle and keeping their
results."""
