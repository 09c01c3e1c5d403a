"""Changes, folded, give the same as a whole update: over whole games in all set-ups, with undo, for every seat and for
watchers, also for those who come late or reconnect. And changes reveal nothing that the whole update does not."""

import random
from typing import Any

import msgspec
import pytest

from tests.server.test_nothing_leaks import twin_of
from tests.setups import ALL_SETUPS
from tiefenthal import Game
from tiefenthal.client.folding import NotToBeFoldedError, fold
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.game import UndoError
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.protocol.frames import Changed, Shown, Update
from tiefenthal.server.tables import messages
from tiefenthal.server.tables.ahead import Choices, yet_to_take
from tiefenthal.server.tables.board import board_of
from tiefenthal.server.tables.broadcast import Broadcast
from tiefenthal.server.tables.encoded import Moment
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.seat_encoding import SeatEncoder
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.state_frames import StateFrames

FRAME: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Shown | Changed)


class Reader:
    """A client that draws the game: folds what its socket is sent."""

    def __init__(self, seat: int | None) -> None:
        self.socket = Socket(1, seat, lambda: None, 2)
        self.socket.direct = self
        self.shown: Shown | None = None
        self.changes = 0
        self.bytes = 0

    def write_text(self, *texts: bytes) -> bool:
        """Stands in for the connection."""
        (text,) = texts
        frame = FRAME.decode(text)
        if isinstance(frame, Changed):
            self.changes += 1
            self.bytes += len(text)
            frame = fold(self.shown, frame)
        self.shown = frame
        return True


class GameTable:
    """As much of a table as `Broadcast` needs."""

    lesson = None

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ply = 0
        self.ahead: dict[int, str] = {}

    def choices_ahead(self) -> Choices:
        """Everyone may choose ahead."""
        return Choices(yet_to_take(self.game.state)[1:], dict(self.ahead))

    def choose_ahead(self, rng: random.Random) -> bool:
        """Somebody may choose a die before their turn; whether they did."""
        able = yet_to_take(self.game.state)[1:]
        if not able or rng.randrange(2):
            return False
        chooser = rng.choice(able)
        self.ahead[chooser] = f"take {rng.choice(self.game.state.players[chooser].coaster)}"
        return True

    def undo_way(self, seat: int) -> str:
        """Any value will do: it is sent unchanged."""
        return "free" if self.game.can_undo(seat) else "no"


def whole(table: GameTable, seat: int | None, events: Any) -> Update:
    """The whole update, encoded without anything cached."""
    way: Any = "no" if seat is None else table.undo_way(seat)
    frame = StateFrames(table.game, ahead=table.choices_ahead()).update(seat, table.ply, events, True, way, board=True)
    return msgspec.json.decode(frame, type=Update)


def same(shown: Shown | None, update: Update) -> bool:
    """Whether both have the same values in all fields they share."""
    return shown is not None and all(getattr(shown, name) == getattr(update, name) for name in Shown.__struct_fields__)


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_folded_changes_are_the_whole(players: int, modules: int) -> None:
    rng = random.Random(players * 10 + modules)
    game, change = messages.begin(make_setup(players, modules, load_edition(None)), f"changes {players} {modules}")
    table = GameTable(game)
    broadcast = Broadcast(table)  # type: ignore[arg-type]  # as much of a table as it needs
    readers = [Reader(seat) for seat in [None, *range(players)]]
    undone = late = ahead = 0
    plain = 0
    broadcast.send([one.socket for one in readers], [change])
    while not game.over:
        table.ply += 1
        seat = rng.choice(game.to_act)
        changes: list[Change] = []
        if rng.randrange(6) == 0:
            try:
                game.undo(seat)
                changes = [messages.undone(seat, table.ply, 1)]
                undone += 1
            except UndoError:
                pass
        if not changes and table.choose_ahead(rng):
            changes = [Change(table.ply, [])]
            ahead += 1
        if not changes:
            table.ahead.clear()
            changes = [messages.play(game, seat, rng.choice(game.legal_actions(seat)), table.ply)]
        broadcast.state_changed()
        gone = rng.randrange(len(readers)) if rng.randrange(12) == 0 else None
        broadcast.send([one.socket for at, one in enumerate(readers) if at != gone], changes)
        if gone is not None:  # a client that missed a change reconnects
            late += 1
            again = readers[gone] = Reader(readers[gone].socket.seat)
            broadcast.send_whole(again.socket, changes, True)
        if rng.randrange(3) == 0 or game.over:
            for one in readers:
                update = whole(table, one.socket.seat, changes[0].for_seat(one.socket.seat))
                assert same(one.shown, update), (table.ply, one.socket.seat, game.phase)
                plain = max(plain, len(msgspec.json.encode(update)))
    assert min(undone, late, ahead) > 3
    told = [one for one in readers if one.changes]
    assert told
    assert sum(one.bytes for one in told) < 0.3 * plain * sum(one.changes for one in told)  # changes are much smaller


def test_a_client_that_missed_a_change_is_sent_the_whole_state() -> None:
    """A client that was not sent the previous ply gets the whole state, and a change of another state is not folded."""
    game, change = messages.begin(make_setup(2, 5, load_edition(None)), "late")
    table = GameTable(game)
    broadcast = Broadcast(table)  # type: ignore[arg-type]  # as much of a table as it needs
    first, second, tab = Reader(0), Reader(1), Reader(0)
    broadcast.send([first.socket, second.socket, tab.socket], [change])
    for number in (1, 2):
        table.ply = number
        seat = game.to_act[0]
        change = messages.play(game, seat, game.legal_actions(seat)[0], number)
        broadcast.state_changed()
        broadcast.send([first.socket, *([second.socket, tab.socket] if number == 2 else [])], [change])
    assert (first.changes, second.changes, tab.changes) == (2, 0, 0)
    assert tab.shown == first.shown
    assert second.shown is not None
    assert second.shown.board == board_of(game.view(None).state)
    with pytest.raises(NotToBeFoldedError):
        fold(first.shown, FRAME.decode(_changed(game, 7, 9)))
    with pytest.raises(NotToBeFoldedError):
        fold(None, FRAME.decode(_changed(game, 2, 3)))


def _changed(game: Game, after: int, ply: int) -> bytes:
    before, now = Moment(after), Moment(ply)
    nothing = msgspec.Raw(b"[]")
    StateFrames(game).shown(0, before, nothing, True, "no")
    return StateFrames(game).changed(0, now, before, nothing, "no")


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_what_is_hidden_changes_no_byte_of_a_change(players: int, modules: int) -> None:
    """A twin that differs in everything hidden gives the same bytes (as `test_nothing_leaks` for whole updates)."""
    rng = random.Random(modules)
    game, _ = messages.begin(make_setup(players, modules, load_edition(None)), "the-true-seed")
    nothing = msgspec.Raw(b"[]")
    observers: list[int | None] = [None, *range(players)]
    ply = compared = 0
    while not game.over:
        seat = rng.choice(game.to_act)
        action = rng.choice(game.legal_actions(seat))
        twins = {who: twin_of(game, who, f"{ply}-{who}") for who in observers} if rng.randrange(9) == 0 else {}
        kept = {who: (SeatEncoder(), SeatEncoder(), Moment(ply), Moment(ply)) for who in twins}
        for who, twin in twins.items():
            mine, theirs, before, other = kept[who]
            for one, caches, moment in ((game, mine, before), (twin, theirs, other)):
                StateFrames(one, caches).shown(who, moment, nothing, True, "no")
        reveals = game.state.reveals
        ply += 1
        messages.play(game, seat, action, ply)
        if game.state.reveals != reveals or game.over:
            continue
        for who, twin in twins.items():
            if twin.why_not(seat, action) is not None:
                continue
            messages.play(twin, seat, action, ply)
            mine, theirs, before, other = kept[who]
            told = StateFrames(game, mine).changed(who, Moment(ply), before, nothing, "no")
            assert told == StateFrames(twin, theirs).changed(who, Moment(ply), other, nothing, "no"), (game.phase, who)
            assert b"seed" not in told
            compared += 1
    assert compared > 20
