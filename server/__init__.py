"""The server: logs, live streams, connections and HTTP. The clock and the randomness are here, never in the domain."""
