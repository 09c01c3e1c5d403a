"""The mcts bot: open-loop search over whole turns.

At a decision a few candidates are tried out (`playout.py`): in every simulation what the seat cannot know is
sampled again from its view, and all candidates meet the same samples (`chance.CommonChance`). Candidates that do badly
are dropped early (`halving.py`). For the seat's turn the candidates are the best whole turns of the turn planner, for
everything else the legal actions; the draft, where all lies open, is thought through instead (`draft.py`).
"""

from tiefenthal.players.bots.mcts.bot import MctsBot, Settings

__all__ = ["MctsBot", "Settings"]
