"""Episodes: games played one after the other, each from its own seed. Every adapter stands on this.

`begin(7)` plays the very game of `tiefenthal.new_game(seed=7)`; episodes begun without a seed after it play 7/1, 7/2
and so on. Without any seed the first one is drawn from the system's generator.
"""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Setup
from tiefenthal.rl.core.buffers import Sheet
from tiefenthal.rl.core.stepped_game import NO_LIMIT, NOBODY, SteppedGame
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rl.observation import Layout, Mask, check_form, sheet_array
from tiefenthal.rl.records import RecordFolder, replayed
from tiefenthal.rl.rewards import check_reward, worth


def checked_setup(players: int, modules: int, edition: Edition | str | Path | None) -> Setup:
    """What is played, or ValueError."""
    return make_setup(players, modules, edition if isinstance(edition, Edition) else load_edition(edition))


def checked_limit(changes: int | None) -> int:
    """The limit of changes of plan as `SteppedGame` takes it, or ValueError."""
    if changes is None:
        return NO_LIMIT
    if changes < 0:
        raise ValueError(f"changes of plan are allowed 0 times or more, or without limit (None), not {changes}")
    return changes


class Episodes:
    """One game after the other, with rewards and records."""

    def __init__(
        self,
        players: int = 2,
        modules: int = 1,
        edition: Edition | str | Path | None = None,
        *,
        reward: str = "win",
        dense: bool = False,
        changes: int | None = CHANGES,
        observation: str = "float32",
        records: str | Path | None = None,
    ) -> None:
        check_reward(reward, dense)
        check_form(observation)
        self.setup: Setup = checked_setup(players, modules, edition)
        sheet = Sheet(self.setup, 1, floats=observation == "float32")
        self.table: SteppedGame = SteppedGame(self.setup, checked_limit(changes), writer=Writer(self.setup, sheet))
        self.layout: Layout = Layout(players, self.setup.edition)
        self.reward: str = reward
        self.dense: bool = dense
        self.form: str = observation
        self.names: Sequence[str] = ()
        """Who sits where, for records."""
        self._folder: RecordFolder | None = RecordFolder(records) if records is not None else None
        self.live_mask: Mask = np.frombuffer(memoryview(self.table.mask), np.int8)
        """The mask of the seat to act; it changes with every step and cannot be written to."""
        self._copies: list[Callable[[], npt.NDArray[Any]]] = [row.copy for row in sheet_array(sheet)]
        self._seed: str = ""
        self._episode: int = 0
        self._paid: list[float] = [0.0] * players  # what has been paid of the rewards, when dense

    def begin(self, seed: int | str | None = None) -> None:
        """The next episode, up to its first decision."""
        if seed is not None or not self._seed:
            self._seed = secrets.token_hex(8) if seed is None else str(seed)
            self._episode = 0
        else:
            self._episode += 1
        self.table.begin(f"{self._seed}/{self._episode}" if self._episode else self._seed)
        self._paid = [0.0] * self.setup.players

    @property
    def over(self) -> bool:
        """Whether the episode has ended, or none has begun."""
        return self.table.seat == NOBODY

    def step(self, number: int) -> list[float] | None:
        """Carry out an action for the seat to act. Returns the rewards of all seats; None where nobody gets any."""
        self.table.step(number)
        return self.due()

    def step_as(self, seat: int, number: int) -> list[float] | None:
        """The same for any seat the game waits for."""
        self.table.step_as(seat, number)
        return self.due()

    def due(self) -> list[float] | None:
        """The rewards of all seats for the decision just carried out; None where nobody gets any."""
        table = self.table
        if not self.dense and table.seat != NOBODY:
            return None
        if table.seat == NOBODY and self._folder is not None:
            self._folder.write(self.setup, table.seed, table.log, self.names)
        return self._change() if self.dense else worth(self.reward, table.scores(), table.win_shares())

    def _change(self) -> list[float]:
        """What the points are worth now, less what has been paid."""
        now = worth(self.reward, self.table.scores(), [])
        change = [new - old for new, old in zip(now, self._paid)]
        self._paid = now
        return change

    def observation(self, seat: int) -> Any:
        """What a seat sees, in the form asked for; always a new array."""
        self.table.look()
        row = self._copies[seat]()
        return row if self.form != "dict" else self.layout.structured(row)

    def mask(self) -> Mask:
        """1 for each legal action of the seat to act; always a new array."""
        return self.live_mask.copy()

    def game(self) -> Game:
        """The episode as a `Game`: to look at, to replay, to play on elsewhere."""
        return replayed(self.setup, self.table.seed, self.table.log, self.names)

    def record(self) -> str:
        """The record of the episode so far, as text."""
        return self.game().record
