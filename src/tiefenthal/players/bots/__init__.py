"""Bots: players that decide from a view alone. `make_bot("greedy", seed)` makes one; `registry` finds them by name."""

from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.registry import UnknownBotError, bot_names, make_bot

__all__ = ["Bot", "UnknownBotError", "bot_names", "make_bot"]
