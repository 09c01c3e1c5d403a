"""Sends the state of the game to everyone at a table: the whole state to newcomers, and after a change only what is
different to clients that draw the game. A frame that is the same for several sockets is encoded once.
"""

from collections.abc import Iterable
from typing import Final, Literal, cast

import msgspec

from tiefenthal.server.tables import teaching
from tiefenthal.server.tables.encoded import Moment
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.seat_encoding import SeatEncoder
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.state_frames import StateFrames
from tiefenthal.server.tables.table import Table

_encode: Final = msgspec.json.Encoder().encode


class Broadcast:
    """The sender of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seats = SeatEncoder()
        self._for_newcomers: StateFrames | None = None
        self._moment: Moment | None = None
        """What clients that draw the game were sent last."""

    def state_changed(self) -> None:
        """The game has changed: newcomers need new frames."""
        self._for_newcomers = None

    def send(self, sockets: Iterable[Socket], changes: list[Change]) -> None:
        """Send the game after a change to everyone."""
        told = [socket for socket in sockets if not socket.closing]
        before, self._moment = self._moment, None
        if not told:
            return
        frames = self._frames()
        events = _Events(changes)
        made: dict[tuple[int | None, int, bool], bytes] = {}
        for socket in told:
            follows = before is not None and socket.told == before.ply and before.knows(socket.seat)
            kind = (socket.seat, socket.board, follows)
            frame = made.get(kind)
            if frame is None:
                since = before if follows else None
                frame = made[kind] = self._frame(frames, socket, events.of(socket.seat), True, since)
            socket.told = self._table.ply
            socket.send(frame)

    def send_whole(self, socket: Socket, changes: list[Change], complete: bool) -> None:
        """Send the whole game to a newcomer; encoded once for all who come between two changes."""
        if self._for_newcomers is None:
            self._for_newcomers = self._frames()
        socket.told = self._table.ply
        socket.send(self._frame(self._for_newcomers, socket, _Events(changes).of(socket.seat), complete, None))

    def _frames(self) -> StateFrames:
        assert self._table.game is not None
        return StateFrames(self._table.game, self._seats, self._table.choices_ahead())

    def _frame(
        self, frames: StateFrames, socket: Socket, events: msgspec.Raw, complete: bool, since: Moment | None
    ) -> bytes:
        table, seat = self._table, socket.seat
        way = cast("Literal['free', 'ask', 'no']", "no" if seat is None else table.undo_way(seat))
        lesson = None if table.lesson is None else teaching.step(table, seat)
        if not socket.draws:
            return frames.update(seat, table.ply, events, complete, way, bool(socket.board), lesson)
        if self._moment is None or self._moment.ply != table.ply:
            self._moment = Moment(table.ply)
        if since is None:
            return frames.shown(seat, self._moment, events, complete, way, lesson)
        return frames.changed(seat, self._moment, since, events, way, lesson)


class _Events:
    """The events of a change, encoded once for all who may see the same."""

    def __init__(self, changes: list[Change]) -> None:
        self._changes = changes
        self._secret = {seat for change in changes for seat in change.secret_of()}
        self._made: dict[int | None, msgspec.Raw] = {}

    def of(self, seat: int | None) -> msgspec.Raw:
        """The events that a seat or a watcher may see."""
        who = seat if seat in self._secret else None
        found = self._made.get(who)
        if found is None:
            events = [event for change in self._changes for event in change.for_seat(who)]
            found = self._made[who] = msgspec.Raw(_encode(events))
        return found
