"""The random bot: every legal action is as likely as any other."""

from tiefenthal.players.bots.random.bot import RandomBot

__all__ = ["RandomBot"]
