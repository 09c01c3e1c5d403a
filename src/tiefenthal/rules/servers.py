"""C. Here comes the server: dice of the own colour."""

from tiefenthal.components.kinds import SERVER, SERVER_AREA
from tiefenthal.rules.evening import roll_coloured
from tiefenthal.rules.flow import Step
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.state import State


class Servers(Step):
    """Each server card and an upgraded server area bring a die, three at most (C-1 to C-3)."""

    name = "servers"
    letter = "C"
    rule = "C-1"

    def begin(self, s: State, luck: Luck) -> None:
        """Roll them; nobody decides anything."""
        for seat, p in enumerate(s.players):
            area = s.setup.edition.area_yield[SERVER_AREA][p.upgraded >> SERVER_AREA & 1]
            roll_coloured(s, seat, p.drawn[SERVER] + area, luck)
