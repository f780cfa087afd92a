"""The shared log in Redis: a single server, a cluster, or a master that sentinels name."""
