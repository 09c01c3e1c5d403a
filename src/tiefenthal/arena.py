"""Public: bots against bots, many games at once, and what came of it (docs/arena.md)."""

from tiefenthal.lab.arena import (
    Balance,
    Failure,
    GameResult,
    Report,
    ResultsError,
    SeatResult,
    Standings,
    WorkersError,
    balance,
    play_game,
    simulate,
    tournament,
    write_balance,
    write_report,
)

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
