"""The greedy bot: looks at this evening only, but at all of it."""

from tiefenthal.bots.greedy.bot import GreedyBot

__all__ = ["GreedyBot"]
