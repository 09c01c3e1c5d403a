"""The turn planner: a search over whole solo turns (planning and serving), for any judge of what a turn leaves.

    class Judge(Protocol):
        def judge(self, states: list[State], seat: int) -> list[float]
    best_turns(state, seat, judge, effort, luck) -> list[Turn]      # Turn(actions, after, worth), the best first
    SearchBot(judge, effort, seed).choose(view, legal) -> Action    # answers every decision of the game

How it decides is read in `bot.py`. The planner is a `SearchBot` with a judge and an effort (`bots/planner.py`).

**What a judge is shown** is the table just after the seat has ended its serving: stores counted, dice put away, nobody
else has done anything since; the cards of the evening still lie in the tavern (`seated`, `nobles`, `drawn`), for they
are discarded at closing time; those gained lie on top of the deck. A place of the row whose guest was just recruited is
empty (NO_CARD): who comes there is not known when the turn is chosen. The states are not to be changed, and share what
the search did not touch.

**The search never looks at hidden things**: it takes the guest deck away before it begins, draws from no deck and uses
no luck. So it may be given a view's state, a determinised one or a true one, and finds the same.
"""

from tiefenthal.players.bots.search.bot import SearchBot
from tiefenthal.players.bots.search.effort import QUICK, STEADY, THOROUGH, Effort
from tiefenthal.players.bots.search.judge import Judge, Turn
from tiefenthal.players.bots.search.search import best_turns

__all__ = ["QUICK", "STEADY", "THOROUGH", "Effort", "Judge", "SearchBot", "Turn", "best_turns"]
