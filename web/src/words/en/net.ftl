# The connection and the server.

net-joining = Connecting to the table…
net-joining-again = Reconnecting to the table…
net-connected = Connected.
net-left = You left before the table answered. Look there whether it was done.
net-offline = This device is offline. It reconnects by itself.
net-unreachable = The table cannot be reached. The page reconnects by itself.
net-not-here = You are no longer at this table.
net-too-big = That is too much at once. Make it shorter.
net-link-ended = This link no longer opens the table.
net-closed = The table has closed.
net-no-server = The server cannot be reached. Is it running, and are you on its network?
net-status = The server answered with error { $status }.
