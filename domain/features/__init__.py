"""Features: records, events with their fold, and commands, in ten packages.

Each package imports only from those before it: `table`, `characters`, `rolls`, `actions`, `combat`, `calls`, `cast`,
`tasks`, `scenes`, `storyteller` (import-linter checks it).
"""
