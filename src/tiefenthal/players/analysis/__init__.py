"""What a seat can do, what each option is expected to bring, and why; and reviews of games (docs/analysis.md).

    analyse(view, budget=100, seed=0) -> Analysis
    hint_of(analysis) -> Hint                                    # where to look, the move, the line
    review(record, budget=25, seed=0) -> Review
    Reviewer(record, budget, seed).parts() -> Iterator[Part]     # part by part; `gather` makes a Review of them

It uses the search and the evaluation of the neural bot, and needs numpy. It uses only what the seat may know. All
results are data (`data.py`); `words.py` puts them into sentences.
"""

from tiefenthal.players.bots.threads import one_thread

with one_thread():  # if this is what loads numpy
    from tiefenthal.players.analysis.analyse import analyse
    from tiefenthal.players.analysis.data import Analysis, Hint, Review
    from tiefenthal.players.analysis.hints import hint_of
    from tiefenthal.players.analysis.review import Reviewer, review
    from tiefenthal.players.analysis.thinker import NothingToDecideError, Thinker

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
