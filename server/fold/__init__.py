"""Logs folded to state: the commit codec, snapshots, checkpoints, looking back, and the projection for a seat."""
