"""The table's host: logs, live streams, conversations, sockets. The only clocks and randomness."""
