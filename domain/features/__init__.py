"""Features: records, events with their fold, and commands, in ten packages.

Each package imports only from packages earlier in this list (import-linter checks it): `table`, `characters`, `rolls`,
`actions`, `combat`, `calls`, `cast`, `tasks`, `scenes`, `storyteller`.
"""
