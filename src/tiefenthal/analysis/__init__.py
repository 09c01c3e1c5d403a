"""What a seat could do, what each of it is expected to bring, and why; and games looked back on (docs/analysis.md).

    analyse(view, budget=100, seed=0) -> Analysis
    hint_of(analysis) -> Hint                                    # where to look, the move, the line
    review(record, budget=25, seed=0) -> Review
    Reviewer(record, budget, seed).parts() -> Iterator[Part]     # part by part; `gather` makes a Review of them

It is built on the search and the judge of the neural bot, and needs numpy. Only what the seat may know goes in. All it
says is data (`data.py`); `words.py` makes sentences of it.
"""

from tiefenthal.bots.threads import one_thread

with one_thread():  # if this is what loads numpy
    from tiefenthal.analysis.analyse import analyse
    from tiefenthal.analysis.data import Analysis, Hint, Review
    from tiefenthal.analysis.hints import hint_of
    from tiefenthal.analysis.review import Reviewer, review
    from tiefenthal.analysis.thinker import NothingToDecideError, Thinker

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
