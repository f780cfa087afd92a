# The connection and the server.

page-net-joining = Connecting to the table…
page-net-joining-again = Reconnecting to the table…
page-net-connected = Connected.
page-net-left = You left before the table answered. Open it again to see whether your last action worked.
page-net-offline = This device is offline. It reconnects automatically.
page-net-unreachable = The table cannot be reached. The page reconnects automatically.
page-net-not-here = You are no longer at this table.
page-net-too-big = You sent too much at once. Make it shorter.
page-net-link-ended = This link no longer opens the table.
page-net-closed = The table has closed.
page-net-no-server = The server cannot be reached. Is it running, and are you on its network?
page-net-status = The server answered with error { $status }.
