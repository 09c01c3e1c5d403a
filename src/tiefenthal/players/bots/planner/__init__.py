"""The planner: searches whole turns and judges them by a hand-made evaluation."""

from tiefenthal.players.bots.planner.bot import EFFORT, PlannerBot

__all__ = ["EFFORT", "PlannerBot"]
