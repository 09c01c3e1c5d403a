"""What the server and its clients say to each other, as types (docs/protocol.md): `http` for requests and answers,
`frames` for the WebSocket of a table, `parts` for what both are made of."""

from typing import Final

VERSION: Final = 2
"""Increased when a client for the previous version would no longer work."""
LARGEST_FRAME: Final = 16_384
LARGEST_BODY: Final = 65_536
LARGEST_RECORD: Final = 524_288
LONGEST_NAME: Final = 24
LONGEST_CHAT: Final = 400
GUEST: Final = "a guest"
"""The name of forgotten people in the data that remain."""
COOKIE: Final = "tiefenthal"
SECURE_COOKIE: Final = "__Host-tiefenthal"
"""The same with TLS: no other host, a neighbour in the same domain for example, can set or read it."""
