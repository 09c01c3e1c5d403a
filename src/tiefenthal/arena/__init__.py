"""The arena: bots against bots, many games at once, and what came out of it."""

from tiefenthal.arena.games import Failure, GameResult, SeatResult, play_game
from tiefenthal.arena.report import Report
from tiefenthal.arena.simulate import simulate

__all__ = ["Failure", "GameResult", "Report", "SeatResult", "play_game", "simulate"]
