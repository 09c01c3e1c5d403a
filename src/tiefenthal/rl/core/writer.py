"""Writes observations. Each block is written anew only where something in it may have changed.

What is shown is what the seat's `View` holds: of a deck its cards by kind and the known top, never an order that
nobody has seen; of a choice from the round track, before all have chosen, only that it was made.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.rl.core.buffers import part_of, zeros
from tiefenthal.rl.core.common import Common
from tiefenthal.rl.core.fields import C_OWN_CHOICE, common_size, tavern_size
from tiefenthal.rl.core.tavern import Tavern
from tiefenthal.rules.actions import ACTIONS, CHOOSE, FLIP
from tiefenthal.rules.play import acting
from tiefenthal.rules.state import NO_CHOICE, Setup, State

FLIPPED: Final = 11  # in a choice: this plus the area
DECLINED: Final = 20


def choice_number(action: int) -> int:
    """A choice of the round track, given as the number of its action, in one byte."""
    chosen = ACTIONS[action]
    if chosen.kind == CHOOSE:
        return chosen.a
    return FLIPPED + chosen.a if chosen.kind == FLIP else DECLINED


class Writer:
    """The observations of one game, as blocks: the common one, and those of the taverns in the order of the seats."""

    def __init__(
        self,
        setup: Setup,
        commons: vec[u8] | None = None,
        commons_at: int = 0,
        taverns: vec[u8] | None = None,
        taverns_at: int = 0,
    ) -> None:
        """The blocks are written into parts of larger buffers where these are given."""
        self._common_size: i64 = common_size(setup.edition)
        self._tavern_size: i64 = tavern_size(setup.edition)
        self._taverns_size: i64 = tavern_size(setup.edition) * setup.players
        self._commons: vec[u8] = commons if commons is not None else zeros(common_size(setup.edition))
        self._commons_at: i64 = commons_at
        self._taverns: vec[u8] = taverns if taverns is not None else zeros(tavern_size(setup.edition) * setup.players)
        self._taverns_at: i64 = taverns_at
        self.common: Common = Common(setup, self._commons, commons_at)
        self.taverns: list[Tavern] = [
            Tavern(setup, seat, self._taverns, taverns_at + seat * tavern_size(setup.edition))
            for seat in range(setup.players)
        ]

    def forget(self) -> None:
        """Another state: nothing that was written holds."""
        self.common.forget()
        for tavern in self.taverns:
            tavern.forget()

    def write(self, s: State, changed: int) -> None:
        """Bring the common block and the taverns of these seats (as bits) up to date."""
        self.common.write(s)
        waiting = acting(s)
        for seat, tavern in enumerate(self.taverns):
            if changed >> seat & 1:
                tavern.write(s, waiting)

    def row(self, s: State, seat: int) -> bytes:
        """The observation of a seat, as it was written last."""
        common = part_of(self._commons, self._commons_at, self._common_size)
        choice = s.players[seat].choice
        if choice != NO_CHOICE:
            common = common[:C_OWN_CHOICE] + bytes([choice_number(choice)]) + common[C_OWN_CHOICE + 1 :]
        taverns = part_of(self._taverns, self._taverns_at, self._taverns_size)
        if seat == 0:
            return common + taverns
        cut = seat * self._tavern_size
        return common + taverns[cut:] + taverns[:cut]

    def observe(self, s: State, seat: int) -> bytes:
        """The observation of a seat in any state, written from nothing."""
        self.forget()
        self.write(s, (1 << len(self.taverns)) - 1)
        return self.row(s, seat)
