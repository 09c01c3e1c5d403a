"""Many games stepped in one call. A game that ends begins anew at once; its result is kept until the next step."""

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from tiefenthal.rl.core.table import ACTION_COUNT, NOBODY, Table
from tiefenthal.rl.core.writer import zeros
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
        self.count: int = count
        self.masks: vec[u8] = zeros(count * ACTION_COUNT)
        """One after the other, 1 for each legal action of the seat to act."""
        self.seats: vec[u8] = zeros(count)
        """Whose decision it is."""
        self.scores: vec[i16] = vec[i16]([0] * (count * setup.players))
        """The points of each seat as if its game ended now."""
        self.rows: bytes = b""
        """What the seats to act see, one after the other."""
        self.tables: list[Table] = [Table(setup, limit, self.masks, index * ACTION_COUNT) for index in range(count)]
        self._players: int = setup.players
        self._first: int = first
        self._base: str = ""
        self._writer: BytesWriter = BytesWriter()
        self._episodes: list[int] = [0] * count

    def begin(self, seed: str) -> None:
        """All games anew. Game i plays seed/i/0, then seed/i/1 and so on, whoever else plays beside it."""
        self._base = seed
        self._episodes = [0] * self.count
        writer = self._writer
        writer.truncate(0)
        for index, table in enumerate(self.tables):
            table.begin(f"{seed}/{self._first + index}/0")
            self._show(index, table, writer)
        self.rows = writer.getvalue()

    def step(self, actions: list[int]) -> list[Ended]:
        """One action for each game; those that ended have begun anew."""
        tables = self.tables
        self._check(actions)
        ended: list[Ended] = []
        writer = self._writer
        writer.truncate(0)
        for index in range(self.count):
            table = tables[index]
            table.step(actions[index])
            if table.seat == NOBODY:
                ended.append(Ended(index, table))
                self._episodes[index] += 1
                table.begin(f"{self._base}/{self._first + index}/{self._episodes[index]}")
            self._show(index, table, writer)
        self.rows = writer.getvalue()
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

    def _show(self, index: int, table: Table, writer: BytesWriter) -> None:
        """Put what the seat to act sees into the buffers."""
        table.look()
        seat = table.seat
        self.seats[index] = u8(seat)
        observations = table.writer
        writer.write(observations.common.text)  # the seat to act has not chosen anything yet: `own_choice` is 0
        taverns = observations.taverns
        count = self._players
        at: i64 = index * count
        for _ in range(count):
            writer.write(taverns[seat].text)
            self.scores[at + seat] = i16(taverns[seat].score)
            seat += 1
            if seat == count:
                seat = 0

    def choose(self, draws: list[float]) -> list[int]:
        """For each game the legal action at this share (0 to below 1) of its list: random play from random numbers."""
        return [table.legal[int(draw * len(table.legal))].id for table, draw in zip(self.tables, draws)]
