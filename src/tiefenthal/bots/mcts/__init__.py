"""The mcts bot: open-loop search over whole turns.

At a decision a few candidates are tried out (`playing.py`): in every simulation what the seat cannot know is dreamt up
anew from its view, and all candidates are shown the same dreams (`chance.CommonChance`). Candidates that do badly are
dropped early (`halving.py`). For the own turn the candidates are the best whole turns of the turn planner, for
everything else the legal actions; the draft, where all lies open, is thought through instead (`draft.py`).
"""

from tiefenthal.bots.mcts.bot import MctsBot
from tiefenthal.bots.mcts.player import MctsPlayer, Settings

__all__ = ["MctsBot", "MctsPlayer", "Settings"]
