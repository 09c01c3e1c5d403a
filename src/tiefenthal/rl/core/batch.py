"""Many games stepped in one call by the Python rules, if there is no kernel (`rl/kernel`). A game that ends begins
again at once.
"""

from functools import partial

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.rl.core.buffers import Sheet, zeros
from tiefenthal.rl.core.stepped_game import ACTION_COUNT, NOBODY, SteppedGame, entries_of
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rl.ended import Ended


class Tables:
    """A number of games of one kind. `first` is the number of the first one, for their seeds."""

    def __init__(self, setup: Setup, count: int, limit: int, first: int = 0, floats: bool = False) -> None:
        players = setup.players
        self.count: int = count
        self.masks: vec[u8] = zeros(count * ACTION_COUNT)
        """One after the other, 1 for each legal action of the seat to act."""
        self.sheet: Sheet = Sheet(setup, count, floats)
        """The observations, a row for each seat of each game."""
        self.rows: vec[i64] = vec[i64]([index * players for index in range(count)])
        """Which of these rows are those of the seats to act."""
        self.seats: vec[u8] = zeros(count)
        """Whose decision it is."""
        self.scores: vec[i16] = vec[i16]([0] * (count * players))
        """The points of each seat as if its game ended now."""
        self.tables: list[SteppedGame] = []
        for index in range(count):
            writer = Writer(setup, self.sheet, index)
            self.tables.append(SteppedGame(setup, limit, self.masks, index * ACTION_COUNT, writer))
        self._players: i64 = players
        self._first: int = first
        self._base: str = ""
        self._episodes: list[int] = [0] * count

    def begin(self, seed: str) -> None:
        """Start all games again. Game i plays seed/i/0, then seed/i/1 and so on, whatever other games run beside it."""
        self._base = seed
        self._episodes = [0] * self.count
        for index, table in enumerate(self.tables):
            table.begin(f"{seed}/{self._first + index}/0")
            self._show(index, table)

    def step(self, actions: list[int]) -> list[Ended]:
        """One action for each game; those that ended have begun again."""
        self._check(actions)
        ended: list[Ended] = []
        for index, table in enumerate(self.tables):
            table.carry_out(table.seat, actions[index])
            if table.seat == NOBODY:
                log = partial(entries_of, table.entries)
                ended.append(Ended(index, table.seed, table.scores(), table.win_shares(), log))
                self._episodes[index] += 1
                table.begin(f"{self._base}/{self._first + index}/{self._episodes[index]}")
            self._show(index, table)
        return ended

    def _check(self, actions: list[int]) -> None:
        """Refuse all actions when one of them is illegal."""
        masks = self.masks
        at: i64 = 0
        for number in actions:
            action: i64 = number
            if action < 0 or action >= ACTION_COUNT or masks[at + action] == 0:
                index = at // ACTION_COUNT
                table = self.tables[index]
                refusal = table.why_not(table.seat, number)
                raise IllegalActionError(refusal, f"Game {index}: {refusal_words(refusal)}")
            at += ACTION_COUNT

    def _show(self, index: i64, table: SteppedGame) -> None:
        """Put what the seat to act sees into the buffers."""
        table.look()
        players = self._players
        first = index * players
        at = first
        for tavern in table.writer.taverns:
            self.scores[at] = i16(i64(tavern.score))
            at += 1
        seat: i64 = table.seat
        self.seats[index] = u8(seat)
        self.rows[index] = first + seat

    def choose(self, draws: list[float]) -> list[int]:
        """For each game the legal action at this share (0 to below 1) of its list: random play from random numbers."""
        return [table.pick(draw) for table, draw in zip(self.tables, draws)]
