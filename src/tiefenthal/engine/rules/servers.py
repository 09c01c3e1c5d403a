"""C. Here comes the server: dice of each seat's colour."""

from tiefenthal.engine.components.kinds import SERVER, SERVER_AREA
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.evening import roll_coloured
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import SERVERS
from tiefenthal.engine.rules.state import Player, State


def dice_brought(s: State, p: Player) -> int:
    """How many dice the server cards and the server area bring a tavern, before the limit of C-3 (C-1, C-2)."""
    return p.drawn[SERVER] + yield_of(s.setup.edition, p.upgraded, SERVER_AREA)


class Servers(Step):
    """Each server card and an upgraded server area bring a die, three at most (C-1 to C-3)."""

    __slots__ = ()

    name = SERVERS
    letter = "C"
    rule = "C-1"

    def begin(self, s: State, luck: Luck) -> None:
        """Roll them; nobody decides anything."""
        for seat, p in enumerate(s.players):
            roll_coloured(s, seat, dice_brought(s, p), luck)
