"""Where commits are kept: one contract (`contract.py`), one file a backend, opened by URL."""
