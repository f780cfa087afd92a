"""One live scene: its loop, group commit, fan-out, replies and unknown outcomes."""
