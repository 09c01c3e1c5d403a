"""The arena: bots against bots, many games at once, and what came out of it."""

from tiefenthal.arena.balance import Balance, balance
from tiefenthal.arena.balance_report import write_balance
from tiefenthal.arena.games import Failure, GameResult, SeatResult, play_game
from tiefenthal.arena.report import Report
from tiefenthal.arena.results import ResultsError
from tiefenthal.arena.simulate import simulate
from tiefenthal.arena.standings import Standings
from tiefenthal.arena.tournament import tournament
from tiefenthal.arena.tournament_report import write_report
from tiefenthal.arena.workers import WorkersError

__all__ = [
    "Balance",
    "Failure",
    "GameResult",
    "Report",
    "ResultsError",
    "SeatResult",
    "Standings",
    "WorkersError",
    "balance",
    "play_game",
    "simulate",
    "tournament",
    "write_balance",
    "write_report",
]
