"""Limits for slow connections. A slow connection that goes on reading stays open; a connection that does not read is
closed.

Each tick is answered by the client. Every second the hub compares how many bytes each connection that lags, or whose
answer is overdue, has not read yet: if there are fewer than before, its time limits start again.
"""
