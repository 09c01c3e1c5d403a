"""G. Closing time: the cards of the evening go to the discard pile; after the last round the game ends."""

from tiefenthal.engine.rules.arrival import clear_tavern
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import CLOSING
from tiefenthal.engine.rules.state import State, tell


class Closing(Step):
    """Everything drawn this evening and still there is discarded; the mug passes on (G-1, G-2)."""

    __slots__ = ()

    name = CLOSING
    letter = "G"
    rule = "G-1"

    def begin(self, s: State, luck: Luck) -> None:
        """Clear the taverns, pass the mug, or end the game."""
        for p in s.players:
            clear_tavern(p)
        tell(s, "closed", -1, s.round)
        if s.round == s.setup.edition.rounds:
            s.over = True
            return
        s.start_player = (s.start_player + 1) % len(s.players)
        s.turn = s.start_player
