"""The log, which stores commits: one contract (`contract.py`), and a backend for each kind of URL."""
