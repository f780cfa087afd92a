"""Logs folded to state: the commit codec, snapshots, checkpoints, look-back, projection for a viewer."""
