"""The client library: a program's seat at a table, over the network, as the page has it.

`enter` follows a link, `Table` sits down at a stream and stays there: it resumes after a cut, sends commands, and keeps
the records and options that its seat may see. `docs/protocol.md` describes the protocol that it speaks.
"""
