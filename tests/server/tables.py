"""Tables for tests: made without disk or network, played by commands."""

from collections.abc import Sequence

from tiefenthal.engine.game import Game
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables import log
from tiefenthal.server.tables.commands import Circumstances, CommandRefused, decide
from tiefenthal.server.tables.table import Table

PERSON = "person"
NOW = 1000.0
BOTS = ("random", "greedy")


def about(here: Sequence[int] = (), away: dict[int, float] | None = None) -> Circumstances:
    """What a command depends on besides the table; `away`: seconds of absence by seat."""
    return Circumstances(set(here), BOTS, away or {})


class Bench:
    """A table and its log."""

    def __init__(
        self, players: Sequence[str] = (PERSON, PERSON), modules: int = 1, seed: str = "7", begin: bool = True
    ) -> None:
        """`players`: "person", or the name of a bot."""
        self.rows: list[tuple[float, bytes]] = []
        self.table = Table("a-table")
        places = [
            log.Place("person", f"P{seat + 1}", session=10 + seat)
            if kind == PERSON
            else log.Place("bot", f"B{seat + 1}", bot=kind)
            for seat, kind in enumerate(players)
        ]
        self.add(log.Opened(10, modules, "reference", None, False, "instant", 60, "bots", places))
        if begin:
            self.add(log.Began(seed))

    @property
    def game(self) -> Game:
        """The running game."""
        assert self.table.game is not None
        return self.table.game

    def add(self, *entries: log.Entry) -> None:
        """Append entries to the log and apply them."""
        for entry in entries:
            self.rows.append((NOW + len(self.rows), log.to_bytes(entry)))
            self.table.apply(log.from_bytes(self.rows[-1][1]), self.rows[-1][0])

    def command(self, seat: int | None, command: frames.Command, about: Circumstances | None = None) -> list[log.Entry]:
        """Check a command and carry it out."""
        entries = decide(self.table, seat, command, lambda: about or Circumstances(set(), BOTS, {}))
        self.add(*entries)
        return entries

    def play(self, seat: int, action: str | None = None, ply: int | None = None) -> None:
        """Play an action; without one, the first legal action."""
        text = action if action is not None else self.game.legal_actions(seat)[0].text
        self.command(seat, frames.Play(self.table.ply if ply is None else ply, text))

    def refusal(self, seat: int | None, command: frames.Command, about: Circumstances | None = None) -> CommandRefused:
        """The refusal a command gets, which must change nothing."""
        before = self.fingerprint()
        try:
            self.command(seat, command, about)
        except CommandRefused as refusal:
            assert self.fingerprint() == before
            return refusal
        raise AssertionError(f"{command} was not refused")

    def until(self, phase: str) -> None:
        """Play first legal actions until a phase."""
        while self.game.phase != phase:
            self.play(self.game.to_act[0])

    def fingerprint(self) -> object:
        """The whole state of the table."""
        return fingerprint(self.table)

    def loaded(self, recent: int = 64) -> Table:
        """The same table from its log."""
        return Table.load("a-table", self.rows, recent)


def fingerprint(table: Table) -> object:
    """The whole state of a table, comparable."""
    game, request = table.game, table.request
    return (
        table.length, table.created, table.touched, table.host, table.modules, table.edition.digest, table.listed,
        table.pace, table.away_after, table.bot_seed, table.commitment, table.ply, tuple(table.fresh),
        tuple(table.undos), tuple(sorted(table.ahead.items())), table.ended,
        tuple(
            (place.kind, place.name, place.bot, place.handed, tuple(sorted(place.sessions)), place.active)
            for place in table.places
        ),
        None if game is None else (game.seed, game.record, [game.can_undo(seat) for seat in range(game.players)]),
        None if request is None else (request.seat, request.ply, request.move, tuple(sorted(request.waiting))),
        tuple((said.number, said.at, said.seat, said.text) for said in table.chat),
        tuple(table.join_keys), tuple(table.watch_keys), tuple(sorted(table.seat_keys.items())),
        tuple(sorted(table.watchers)), tuple(table.void_keys), tuple(sorted(table.sent_away)), table.closed,
        tuple(tuple(place.returned) for place in table.places),
        tuple((place.left, place.gone_at, place.handed_by) for place in table.places),
        tuple(table.evenings), table.furthest,
    )  # fmt: skip
