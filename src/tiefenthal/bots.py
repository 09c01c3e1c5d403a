"""Public: what a bot is, and the bots there are (docs/bots.md)."""

from tiefenthal.players.bots import Bot, UnknownBotError, bot_names, make_bot

__all__ = ["Bot", "UnknownBotError", "bot_names", "make_bot"]
