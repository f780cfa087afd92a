"""The shared log on Redis: one server, a cluster, or behind sentinels."""
