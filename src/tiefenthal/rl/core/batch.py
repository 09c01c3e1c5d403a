"""Many games stepped in one call. A game that ends begins anew at once; its result is kept until the next step."""

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from tiefenthal.rl.core.buffers import zeros
from tiefenthal.rl.core.fields import common_size, tavern_size
from tiefenthal.rl.core.table import ACTION_COUNT, NOBODY, Table
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rules.refusal import IllegalActionError, refuse
from tiefenthal.rules.state import Setup


class Ended:
    """How a game ended."""

    def __init__(self, index: int, table: Table) -> None:
        self.index: int = index
        """Which of the games."""
        self.seed: str = table.seed
        self.scores: list[int] = table.scores()
        self.win_shares: list[float] = table.win_shares()
        self.log: list[int] = table.log


class Tables:
    """So many games of one kind. `first` is the number of the first one, for their seeds."""

    def __init__(self, setup: Setup, count: int, limit: int, first: int = 0) -> None:
        players = setup.players
        common = common_size(setup.edition)
        tavern = tavern_size(setup.edition)
        self.count: int = count
        self.masks: vec[u8] = zeros(count * ACTION_COUNT)
        """One after the other, 1 for each legal action of the seat to act."""
        self.commons: vec[u8] = zeros(count * common)
        """The common blocks of the observations."""
        self.taverns: vec[u8] = zeros(count * players * tavern)
        """The blocks of the taverns, those of a game in the order of the seats."""
        self.order: vec[i64] = vec[i64](list(range(count * players)))
        """In which order the seats to act see the taverns: themselves first, then clockwise."""
        self.seats: vec[u8] = zeros(count)
        """Whose decision it is."""
        self.scores: vec[i16] = vec[i16]([0] * (count * players))
        """The points of each seat as if its game ended now."""
        self.tables: list[Table] = []
        for index in range(count):
            writer = Writer(setup, self.commons, index * common, self.taverns, index * players * tavern)
            self.tables.append(Table(setup, limit, self.masks, index * ACTION_COUNT, writer))
        self._players: i64 = players
        self._first: int = first
        self._base: str = ""
        self._episodes: list[int] = [0] * count

    def begin(self, seed: str) -> None:
        """All games anew. Game i plays seed/i/0, then seed/i/1 and so on, whoever else plays beside it."""
        self._base = seed
        self._episodes = [0] * self.count
        for index, table in enumerate(self.tables):
            table.begin(f"{seed}/{self._first + index}/0")
            self._show(index, table)

    def step(self, actions: list[int]) -> list[Ended]:
        """One action for each game; those that ended have begun anew."""
        self._check(actions)
        ended: list[Ended] = []
        for index, table in enumerate(self.tables):
            table.carry_out(table.seat, actions[index])
            if table.seat == NOBODY:
                ended.append(Ended(index, table))
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
                raise IllegalActionError(refuse(refusal.rule, f"Game {index}: {refusal.words}"))
            at += ACTION_COUNT

    def _show(self, index: i64, table: Table) -> None:
        """Put what the seat to act sees into the buffers."""
        table.look()
        players = self._players
        first = index * players
        at = first
        for tavern in table.writer.taverns:  # the seat to act has not chosen anything yet: its `own_choice` is 0
            self.scores[at] = i16(tavern.score)
            at += 1
        seat: i64 = table.seat
        if self.seats[index] != u8(seat):
            self.seats[index] = u8(seat)
            at = first
            last = first + players
            while at < last:
                self.order[at] = first + seat
                at += 1
                seat += 1
                if seat == players:
                    seat = 0

    def choose(self, draws: list[float]) -> list[int]:
        """For each game the legal action at this share (0 to below 1) of its list: random play from random numbers."""
        return [table.legal[int(draw * len(table.legal))].id for table, draw in zip(self.tables, draws)]
