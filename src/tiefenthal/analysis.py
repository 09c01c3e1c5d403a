"""Public: what each option is expected to bring, hints, and reviews of games (docs/analysis.md)."""

from tiefenthal.players.analysis import (
    Analysis,
    Hint,
    NothingToDecideError,
    Review,
    Reviewer,
    Thinker,
    analyse,
    hint_of,
    review,
)

__all__ = [
    "Analysis",
    "Hint",
    "NothingToDecideError",
    "Review",
    "Reviewer",
    "Thinker",
    "analyse",
    "hint_of",
    "review",
]
