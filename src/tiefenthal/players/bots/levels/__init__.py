"""Levels for people: Apprentice, Journeyman, Innkeeper, Master.

The weaker ones are bots that overlook things as people do (`slips.py`), more in one evening than in another, each in
its own way (`attention.py`). The master overlooks nothing: it is the neural bot, or the mcts bot where numpy or the
network's weights are missing.
"""

from tiefenthal.players.bots.levels.bots import LEVELS, Apprentice, Innkeeper, Journeyman, Level, Master

__all__ = ["LEVELS", "Apprentice", "Innkeeper", "Journeyman", "Level", "Master"]
