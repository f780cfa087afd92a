"""A live stream: its loop, group commit, fan-out, replies and unknown outcomes."""
