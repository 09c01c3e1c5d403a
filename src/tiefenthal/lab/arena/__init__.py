"""The arena: bots against bots, many games at once, and what came out of it."""

from tiefenthal.lab.arena.balance import Balance, balance
from tiefenthal.lab.arena.balance_report import write_balance
from tiefenthal.lab.arena.games import Failure, GameResult, SeatResult, play_game
from tiefenthal.lab.arena.report import Report
from tiefenthal.lab.arena.results import ResultsError
from tiefenthal.lab.arena.simulate import simulate
from tiefenthal.lab.arena.standings import Standings
from tiefenthal.lab.arena.tournament import tournament
from tiefenthal.lab.arena.tournament_report import write_report
from tiefenthal.players.workers import WorkersError

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
