"""The random bot: every legal action is as likely as any other."""

from tiefenthal.bots.random.bot import RandomBot

__all__ = ["RandomBot"]
