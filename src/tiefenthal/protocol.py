"""Public: the messages between a server and its clients, as types (docs/protocol.md)."""

import sys

from tiefenthal.server.protocol import VERSION, board, box, daily, frames, http, lessons, parts, puzzles, review

__all__ = ["VERSION", "board", "box", "daily", "frames", "http", "lessons", "parts", "puzzles", "review"]

for _name in __all__:
    if _name != "VERSION":
        sys.modules[f"{__name__}.{_name}"] = globals()[_name]
