"""Sending the state of the game to those at a table: everything to newcomers, and after a change the differences to
clients that draw it. Equal messages share the same bytes, which are made once.
"""

from collections.abc import Iterable
from typing import Final, Literal, cast

import msgspec

from tiefenthal.server.tables import teaching
from tiefenthal.server.tables.encoded import Moment
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.situation import Situation
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.table import Table
from tiefenthal.server.tables.written_seats import WrittenSeats

_encode: Final = msgspec.json.Encoder().encode


class Telling:
    """What one table sends."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seats = WrittenSeats()
        self._arriving: Situation | None = None
        self._moment: Moment | None = None
        """What clients that draw the game got last."""

    def forget(self) -> None:
        """The game has changed."""
        self._arriving = None

    def tell(self, sockets: Iterable[Socket], changes: list[Change]) -> None:
        """The game after a change, to everyone."""
        told = [socket for socket in sockets if not socket.closing]  # what is put away for the others is for nobody
        before, self._moment = self._moment, None
        if not told:
            return
        assert self._table.game is not None
        situation = Situation(self._table.game, self._seats)
        events = _Events(changes)
        made: dict[tuple[int | None, int, bool], bytes] = {}
        for socket in told:
            follows = before is not None and socket.told == before.ply and before.knows(socket.seat)
            kind = (socket.seat, socket.board, follows)
            frame = made.get(kind)
            if frame is None:
                since = before if follows else None
                frame = made[kind] = self._frame(situation, socket, events.of(socket.seat), True, since)
            socket.told = self._table.ply
            socket.send(frame)

    def greet(self, socket: Socket, changes: list[Change], complete: bool) -> None:
        """The whole game, for a newcomer; made once for all who come between two changes."""
        assert self._table.game is not None
        if self._arriving is None:
            self._arriving = Situation(self._table.game, self._seats)
        socket.told = self._table.ply
        socket.send(self._frame(self._arriving, socket, _Events(changes).of(socket.seat), complete, None))

    def _frame(
        self, situation: Situation, socket: Socket, events: msgspec.Raw, complete: bool, since: Moment | None
    ) -> bytes:
        table, seat = self._table, socket.seat
        way = cast("Literal['free', 'ask', 'no']", "no" if seat is None else table.undo_way(seat))
        lesson = None if table.lesson is None else teaching.step(table, seat)
        if not socket.draws:
            return situation.update(seat, table.ply, events, complete, way, bool(socket.board), lesson)
        if self._moment is None or self._moment.ply != table.ply:
            self._moment = Moment(table.ply)
        if since is None:
            return situation.shown(seat, self._moment, events, complete, way, lesson)
        return situation.changed(seat, self._moment, since, events, way, lesson)


class _Events:
    """What has happened, encoded once for all who may know the same of it."""

    def __init__(self, changes: list[Change]) -> None:
        self._changes = changes
        self._secret = {seat for change in changes for seat in change.secret_of()}
        self._made: dict[int | None, msgspec.Raw] = {}

    def of(self, seat: int | None) -> msgspec.Raw:
        """What a seat or a watcher gets."""
        who = seat if seat in self._secret else None
        found = self._made.get(who)
        if found is None:
            events = [event for change in self._changes for event in change.for_seat(who)]
            found = self._made[who] = msgspec.Raw(_encode(events))
        return found
