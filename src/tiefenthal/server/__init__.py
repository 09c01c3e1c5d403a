"""The game server: tables, seats, bots, records; nothing lost, nothing leaked (docs/server.md, docs/protocol.md).

A command travels one way: `socket` (frames in and out) → `commands` (is this allowed? pure) → `store` (on disk) →
`table` (the fold of its log) → `messages` (what each seat may be told) → `socket`.
"""
