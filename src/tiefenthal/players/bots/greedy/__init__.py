"""The greedy bot: looks at this evening only, but at all of it."""

from tiefenthal.players.bots.greedy.bot import GreedyBot

__all__ = ["GreedyBot"]
