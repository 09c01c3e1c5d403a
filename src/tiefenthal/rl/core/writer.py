"""Writes observations. Each block is written again only where something in it may have changed.

What is shown is what the seat's `View` holds: of a deck its cards by kind and the known top, never an order that
nobody has seen; of a choice from the round track, before all have chosen, only that it was made.
"""

from typing import Final

from mypy_extensions import u8

from tiefenthal.engine.rules.actions import ACTIONS, CHOOSE, FLIP
from tiefenthal.engine.rules.play import acting
from tiefenthal.engine.rules.state import NO_CHOICE, Setup, State
from tiefenthal.rl.core.buffers import Block, Sheet
from tiefenthal.rl.core.common import Common
from tiefenthal.rl.core.fields import C_OWN_CHOICE
from tiefenthal.rl.core.tavern import TavernWriter

FLIPPED: Final = 11  # in a choice: this plus the area
DECLINED: Final = 20


def choice_number(action: int) -> int:
    """A choice of the round track, given as the number of its action, in one byte."""
    chosen = ACTIONS[action]
    if chosen.kind == CHOOSE:
        return chosen.a
    return FLIPPED + chosen.a if chosen.kind == FLIP else DECLINED


class Writer:
    """The observations of one game: the common block, and those of the taverns in the order of the seats."""

    def __init__(self, setup: Setup, sheet: Sheet | None = None, game: int = 0) -> None:
        """They are written into the rows of that game of a sheet; into one of its own where none is given."""
        self.sheet: Sheet = sheet if sheet is not None else Sheet(setup, 1, floats=False)
        self._blocks: list[Block] = [self.sheet.common_block(game)]
        self._blocks += [self.sheet.tavern_block(game, seat) for seat in range(setup.players)]
        self._choices: list[int] = [NO_CHOICE] * setup.players  # as written
        self.common: Common = Common(setup, self._blocks[0])
        self.taverns: list[TavernWriter] = [
            TavernWriter(setup, seat, self._blocks[1 + seat]) for seat in range(setup.players)
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
                choice = s.players[seat].choice
                if choice != self._choices[seat]:
                    self._choices[seat] = choice
                    number = choice_number(choice) if choice != NO_CHOICE else 0
                    self._blocks[0].put_for(seat, C_OWN_CHOICE, u8(number))

    def write_draft(self, s: State, drafted: int) -> None:
        """The same where nothing has happened but that these seats (as bits) took dice from the coasters."""
        waiting = acting(s)
        for seat, tavern in enumerate(self.taverns):
            tavern.write_draft(s, waiting)
            if drafted >> seat & 1:
                self.write_dice(s, seat)

    def write_dice(self, s: State, seat: int) -> None:
        """The same where nothing but the dice of a seat has moved."""
        self.taverns[seat].write_dice(s.players[seat])

    def row(self, s: State, seat: int) -> bytes:
        """The observation of a seat, as it was written last, as bytes in any case."""
        blocks = [bytes(block.now) for block in self._blocks]
        choice = s.players[seat].choice
        if choice != NO_CHOICE:
            common = blocks[0]
            blocks[0] = common[:C_OWN_CHOICE] + bytes([choice_number(choice)]) + common[C_OWN_CHOICE + 1 :]
        return b"".join(blocks[:1] + blocks[1 + seat :] + blocks[1 : 1 + seat])

    def observe(self, s: State, seat: int) -> bytes:
        """The observation of a seat in any state, written from nothing."""
        self.forget()
        self.write(s, (1 << len(self.taverns)) - 1)
        return self.row(s, seat)
