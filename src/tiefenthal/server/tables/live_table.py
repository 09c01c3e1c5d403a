"""A table in memory: who is connected, one change at a time, what everyone then receives, and the bots that play.

Every change goes the same way: checked, written to disk, applied, sent. What is not on disk has not happened.
"""

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from typing import Any, Final, Literal, cast

import msgspec

import tiefenthal
from tiefenthal.engine.rules.refusal import NO_RULE, refuse
from tiefenthal.server import logs, protocol
from tiefenthal.server.protocol import frames, parts
from tiefenthal.server.store.base import Conflict, StoreError
from tiefenthal.server.tables import forgetting, log, messages
from tiefenthal.server.tables.bot_seats import BotSeats
from tiefenthal.server.tables.commands import Circumstances, CommandRefused, decide
from tiefenthal.server.tables.connection_throttle import ARRIVAL_INTERVAL, CROWD_INTERVAL, INTERVAL, ConnectionThrottle
from tiefenthal.server.tables.finished import finished_game
from tiefenthal.server.tables.following import Following, OvertakenError, TableGoneError
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.presence import Presence
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.table import Table
from tiefenthal.server.tables.writing import Registry, WrittenTable, is_move

RESUMED_AT_MOST: Final = 500  # changes sent to a client that reconnects; more are not worth reading
ABSENCE_WRITTEN_EVERY: Final = 60.0  # seconds, for one seat
WATCHERS_TOLD_EVERY: Final = 0.5  # seconds; not urgent, and watchers who come and go must not cost much
_encode = msgspec.json.Encoder().encode


class LiveTable(WrittenTable):
    """A table with the people at it."""

    def __init__(self, table: Table, registry: Registry) -> None:
        super().__init__(table, registry)
        self.arrivals = ConnectionThrottle(ARRIVAL_INTERVAL, CROWD_INTERVAL)
        self.watchers = ConnectionThrottle(ARRIVAL_INTERVAL, CROWD_INTERVAL)
        self.departures = ConnectionThrottle(INTERVAL, ARRIVAL_INTERVAL)
        self.left: dict[int, float] = {}
        """By seat whose person is not here: when its last connection ended (seconds since 1970)."""
        self._left_elsewhere: dict[int, float] = {}
        """The same for connections of other processes, which store it."""
        self.idle_since: float = time.monotonic()
        self._work: set[asyncio.Task[None]] = set()
        self._telling: asyncio.TimerHandle | None = None
        self.following = Following(self)
        self.presence = Presence(self)
        self.bots = BotSeats(self)

    @property
    def sockets(self) -> set[Socket]:
        """Everyone who gets updates here."""
        return self.attendance.sockets

    @property
    def attended(self) -> bool:
        """Whether anybody watches, in any process."""
        return bool(self.sockets or self.presence.seated or self.presence.watching)

    # --- what other processes did

    def took(self, entries: Sequence[log.Entry], changes: list[Change], asked: bool) -> None:
        """Another process has written these entries, and they have been applied: send them like our own."""
        self._last_head = None
        self._carried_out(entries)
        self._send_away(entries)
        if changes and self.sockets:
            self.broadcast.send(list(self.sockets), changes)
        if any(isinstance(entry, log.Ended) for entry in entries):
            self._tell_all(self._over())
        if asked or any(not (is_move(entry) or isinstance(entry, log.Said | log.KeyMade)) for entry in entries):
            self.tell_people()
        self.bots.wake()

    def said(self, entry: log.Said) -> None:
        """Somebody said this elsewhere."""
        self._tell_table([entry])

    def retold(self) -> None:
        """Somebody was forgotten elsewhere."""
        self._last_head = None
        self._send_away(())
        self.tell_people()

    def finish_for_others(self) -> None:
        """Store the record of a game if the process that played its last move has died."""
        game = self.table.game
        if game is not None and game.over and not self.table.ended and not self.lock.locked():
            self.registry.cluster.spawn(self._finish_alone())

    async def _finish_alone(self) -> None:
        async with self.lock:
            if not self.gone:
                await self.finish()

    # --- changing the table

    async def change(
        self, entries: Sequence[log.Entry], asked_by: Socket | None = None, command: int | None = None
    ) -> None:
        """Write, apply and send entries that were checked under the lock, which the caller holds. The sender of the
        command gets its answer first.
        """
        request = self.table.request
        moves = all(is_move(entry) for entry in entries)
        started = time.perf_counter()
        if asked_by is None:
            changes = await self.write(entries)
        else:
            changes = await self.write_through(entries)
        if not moves:  # a move takes no seat away
            self._send_away(entries)
        written = time.perf_counter()
        if asked_by is not None:
            # Choices ahead may follow the decision; it is done at its own ply.
            ply = changes[0].ply if changes else self.table.ply
            asked_by.send(_encode(frames.Done(command, ply)), hold=bool(changes))
        if changes:
            self.broadcast.send(list(self.sockets), changes)
            self.registry.metrics.move(written - started, time.perf_counter() - started)
            self.registry.garbage.count_move()
        if request is not self.table.request or not moves:
            self._tell_table(entries)
        await self._after()

    def _send_away(self, entries: Sequence[log.Entry]) -> None:
        """Disconnect sockets whose session has lost their seat; perhaps they may watch."""
        table = self.table
        voided = {session for entry in entries if isinstance(entry, log.Voided) for session in entry.sessions}
        for socket in list(self.sockets):
            if table.closed_by_owner:
                socket.close(frames.CLOSED_BY_OWNER, "the table was closed by the owner of the server")
            elif table.closed:
                socket.close(frames.CLOSED, "the table was closed before the game began")
            elif socket.session in table.sent_away:
                socket.close(frames.SENT_AWAY, "you were sent away from this table")
            elif socket.seat is not None and socket.session not in table.places[socket.seat].sessions:
                if socket.session in voided:
                    socket.close(frames.VOID, "the personal link you came by is void")
                else:
                    socket.close(frames.GONE, "this seat is no longer yours")

    async def forget(self, session: int, bot: str) -> None:
        """Remove somebody's name and chat from the table; the caller holds the lock."""
        if self.gone:
            raise TableGoneError
        rows = await self.registry.store.read_log(self.table.id)
        await self.following.fold(rows[self.table.length :])
        if len(rows) != self.table.length:
            self.lose()
            raise TableGoneError
        cleared = forgetting.clear(rows, session, bot, self.registry.clock())
        if cleared is None:
            return
        head = self._head([log.from_bytes(row.body) for row in cleared.added], self.table.touched)
        record = await self.registry.store.record(self.table.id)
        if record is not None:
            record = forgetting.clear_record(record, session, cleared.seats)
        self.following.writing = len(cleared.rows)
        try:
            await self.registry.store.rewrite(self.table.id, len(rows), cleared.changed, cleared.added, head, record)
        except Conflict as conflict:
            raise OvertakenError(str(conflict)) from None  # the log is read again anyway
        finally:
            self.following.writing = 0
        self.following.rewrites += 1
        for row in cleared.added:
            self.table.apply(log.from_bytes(row.body), row.at)
        self._count()
        self.table.retell((row.at, log.from_bytes(row.body)) for row in cleared.rows)
        self._send_away(())
        self.tell_people()
        self.bots.wake()

    async def to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Complete what was begun, sending included, even if the requester disconnects meanwhile."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        await asyncio.shield(task)

    async def command(self, socket: Socket, command: frames.Command) -> None:
        """Carry out a command of a socket, and answer it. It is completed, sending included, even if the client
        disconnects meanwhile: only `Socket.stop_reading` ends its task.
        """
        socket.commanding = True
        try:
            await self._command(socket, command)
        finally:
            socket.commanding = False

    async def _command(self, socket: Socket, command: frames.Command) -> None:
        async def carry_out() -> None:
            if not socket.closing:  # else it was sent away while the command was on its way
                if isinstance(command, frames.Say):
                    self.registry.moderation.check_may_talk(socket.session)
                entries = decide(table, socket.seat, command, self.circumstances)
                await self.change(entries, socket, command.id)

        async with self.lock:
            table = self.table
            try:
                await self.again(carry_out)
            except CommandRefused as refused:
                self.registry.metrics.refusals.labels(refused.code).inc()
                socket.refuse(command.id, refused.code, refused.refusal, table.ply)
            except TableGoneError:
                raise
            except StoreError:
                self.registry.metrics.refusals.labels("disk").inc()
                socket.refuse(command.id, "disk", refuse(NO_RULE, "disk"), table.ply)

    async def begin_if_full(self) -> None:
        """Begin the game when nobody is missing; the caller holds the lock."""

        async def begin() -> None:
            if self.table.game is None and self.table.full and not self.table.closed:
                await self.change([log.Began(self.registry.new_seed())])

        await self.again(begin)

    async def _after(self) -> None:
        """What happens after every change: store the record of a finished game, wake the bots."""
        await self.finish()
        self.bots.wake()

    async def finish(self) -> None:
        """Store the record of a finished game, and only then reveal the seed; the caller holds the lock. If the disk
        fails, it is tried again when somebody connects.
        """
        table = self.table
        game = table.game
        if game is None or not game.over or table.ended:
            return
        record = await finished_game(table, self.registry.clock(), self.registry.slices)
        try:
            await self.write([log.Ended(game.scores)], record)
        except OvertakenError:
            return await self.finish()
        except StoreError:
            logs.event("record not written", level="error", table=table.id)
            return
        self._tell_all(self._over())
        self._tell_table(())

    def circumstances(self) -> Circumstances:
        """What a command depends on besides the table itself."""
        return Circumstances(self._here(), self.registry.bot_names, self.away())

    def away(self) -> dict[int, float]:
        """By seat of a person who is not here: for how many seconds."""
        here = self._here()
        return {
            seat: self.attendance.away_for(seat)
            for seat, place in enumerate(self.table.places)
            if place.kind == "person" and seat not in here
        }

    def _here(self) -> set[int]:
        """The seats whose people are connected, in any process. Several people at one screen share one connection."""
        seated = self.attendance.seated() | self.presence.seated if self.presence.seated else self.attendance.seated()
        return {seat for seat, place in enumerate(self.table.places) if not seated.isdisjoint(place.sessions)}

    # --- sending

    def _tell_all(self, frame: bytes) -> None:
        for socket in list(self.sockets):
            socket.send(frame)

    def _over(self) -> bytes:
        table = self.table
        assert table.game is not None
        assert table.commitment is not None
        sealed = table.counts and table.daily not in self.registry.days_over
        return messages.over(table.game, table.ply, table.commitment, sealed)

    def _tell_table(self, entries: Sequence[log.Entry]) -> None:
        """Send who is here and the open request to everyone; chat as such."""
        for entry in entries:
            if isinstance(entry, log.Said):
                line = _encode(frames.ChatSaid(self.chat_lines()[-1]))
                for socket in list(self.sockets):
                    socket.send(line)
        if not entries or any(not isinstance(entry, log.Said | log.KeyMade) for entry in entries):
            self.tell_people()

    def tell_people(self, but: Socket | None = None) -> None:
        """Who is here and the open request. Equal recipients share the bytes."""
        self._stop_telling()
        made: dict[tuple[tuple[int, ...], bool, tuple[int, ...]], bytes] = {}
        for socket in list(self.sockets):
            if socket is not but:
                kind = (
                    tuple(self.table.seats_of(socket.session)),
                    socket.session == self.table.host,
                    tuple(self.table.kept_for(socket.session)),
                )
                frame = made.get(kind)
                if frame is None:
                    frame = made[kind] = _encode(frames.TableChanged(self.info(socket.session)))
                socket.send(frame)

    def _tell_watchers_soon(self) -> None:
        """Send the number of watchers to everyone, a little later."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(WATCHERS_TOLD_EVERY, self.tell_people)

    def _stop_telling(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    def chat_lines(self) -> list[parts.ChatLine]:
        """The last chat lines."""
        places = self.table.places
        return [
            parts.ChatLine(said.number, said.at, said.seat + 1, places[said.seat].name, said.text)
            for said in self.table.chat
            if said.text  # empty: its author is forgotten
        ]

    def info(self, session: int | None) -> parts.TableInfo:
        """The table as a session may see it: named field by field, so nothing else can slip in."""
        table = self.table
        game = table.game
        about = self.circumstances()
        request, off = table.request, table.request_off
        return parts.TableInfo(
            id=table.id,
            state=table.state,
            players=len(table.places),
            modules=table.modules,
            edition=parts.EditionName(table.edition.name, table.edition.digest),
            listed=table.listed,
            pace=table.pace,
            away_after=table.away_after,
            created=table.created,
            ply=table.ply,
            move=game.ply if game is not None else 0,
            round=game.round if game is not None else 0,
            commitment=table.commitment,
            seats=[
                parts.SeatInfo(
                    seat=seat + 1,
                    kind=cast("Literal['person', 'bot', 'open']", place.kind),
                    name=place.name,
                    bot=place.player,
                    here=place.kind == "bot" or seat in about.here,
                    away_since=self._left(seat) if seat in about.away_for else None,
                    character=place.character,
                    handed_by=None if place.handed_by is None else place.handed_by + 1,
                    replaceable_in=self._replaceable_in(seat, about),
                    expected=bool(place.kept),
                )
                for seat, place in enumerate(table.places)
            ],
            watchers=self.attendance.watchers + self.presence.watching,
            undo=None
            if request is None
            else parts.UndoRequest(
                request.seat + 1, request.ply, request.move, [seat + 1 for seat in sorted(request.waiting)]
            ),
            undo_off=None if off is None else parts.UndoOff(off.seat + 1, off.by + 1, off.how, off.ply),
            hints=table.may_hint,
            hints_agreed=table.hints is True,
            hinted=[len(given) for given in table.hinted],
            you=parts.You(
                [seat + 1 for seat in table.seats_of(session)],
                session == table.host,
                session is not None and table.may_plan(session),
                [seat + 1 for seat in table.kept_for(session)],
            ),
            lesson=msgspec.UNSET if table.lesson is None else table.lesson.lesson.name,
            daily=None if table.daily is None else parts.DailyAt(table.daily, table.counts),
            follows=table.follows,
            next=table.next,
        )

    def _replaceable_in(self, seat: int, about: Circumstances) -> float | None:
        """In how many seconds others may hand a seat to a bot."""
        away = about.away_for.get(seat)
        if away is None or self.table.state != "playing" or self.table.places[seat].player is not None:
            return None
        return max(0.0, round(self.table.away_after - away, 3))

    def _left(self, seat: int) -> float:
        """When the person of a seat was last here, as far as that is known."""
        place = self.table.places[seat]
        return max(self.left.get(seat, 0.0), self._left_elsewhere.get(seat, 0.0), place.left or 0.0, place.active)

    # --- coming and going

    async def enter(self, socket: Socket, since: int | None) -> None:
        """Somebody connects: they get the table and the state of the game, the others that they are here."""
        async with self.lock:
            if self.gone:
                raise TableGoneError
            await self.finish()
            await self.begin_if_full()
            changes, complete = await self._since(since)
            table = self.table
            before = self._here()
            self.attendance.enter(socket)
            self._send_away(())  # the seat may have been lost on the way in
            for seat in self._here():
                self.left.pop(seat, None)
            hello = frames.Hello(
                protocol=protocol.VERSION,
                version=tiefenthal.__version__,
                seat=None if socket.seat is None else socket.seat + 1,
                table=self.info(socket.session),
                chat=self.chat_lines(),
            )
            socket.send(_encode(hello))
            if table.game is not None:
                self.broadcast.send_whole(socket, changes, complete)
                if table.ended:
                    socket.send(self._over())
            if before != self._here():
                self.tell_people(but=socket)
            elif socket.seat is None:
                self._tell_watchers_soon()
            self.presence.announce()
            self.bots.wake()

    async def leave(self, socket: Socket) -> None:
        """A connection has ended."""
        before = self.people()
        self.attendance.discard(socket)
        self.presence.announce()
        gone = before[0] - self._here()
        self.attendance.count_from_now(gone)
        for seat in gone:
            self.left[seat] = self.registry.clock()
        self.idle_since = time.monotonic()
        if before == self.people():
            return
        if not gone:
            self._tell_watchers_soon()
            return
        async with self.lock:
            self.tell_people()
            if not self.registry.closed:
                await self._write_absences(ABSENCE_WRITTEN_EVERY)

    def people(self) -> tuple[set[int], int]:
        """Who is here, in any process: the seats, and how many watch."""
        return self._here(), self.attendance.watchers + self.presence.watching

    def people_changed(self, before: tuple[set[int], int]) -> None:
        """Other processes report that somebody came or left. The time is stored by the process where they left."""
        here = self._here()
        self.attendance.count_from_now(before[0] - here)
        self._left_elsewhere.update(dict.fromkeys(before[0] - here, self.registry.clock()))
        for seat in here:
            self.left.pop(seat, None)
        if before[0] == here:
            self._tell_watchers_soon()
        else:
            self.tell_people()
        self.bots.wake()

    async def write_absences(self) -> None:
        """Store when people left who are away."""
        async with self.lock:
            await self._write_absences()

    async def store_departures(self) -> None:
        """The server stops: store that everyone leaves."""
        sessions = self.attendance.seated() - self.presence.seated
        for seat, place in enumerate(self.table.places):
            if not sessions.isdisjoint(place.sessions):
                self.left[seat] = self.registry.clock()
        await self.write_absences()

    async def _write_absences(self, at_most_every: float = 0.0) -> None:
        """The caller holds the lock. A connection that comes and goes must not fill the disk, so it may have to wait
        for the next one, or until the table is unloaded. Disk errors are ignored: absence counts from the start of
        the server anyway.
        """
        places = self.table.places
        entries = [
            log.Left(seat, since)
            for seat, since in sorted(self.left.items())
            if places[seat].kind == "person" and since - (places[seat].left or 0.0) > at_most_every
        ]
        if entries and self.table.state == "playing" and not self.gone:
            with contextlib.suppress(StoreError):
                await self.write(entries)

    async def _since(self, since: int | None) -> tuple[list[Change], bool]:
        """The changes since a ply, and whether they are complete."""
        table = self.table
        if since is None:  # before the first decision everybody sees how the game began
            return [change for change in table.recent if change.ply == table.ply == 0], True
        if since > table.ply:
            return [], False
        wanted = table.ply - since
        kept = table.recent[0].ply if table.recent else table.ply
        if since < kept - 1 and len(table.recent) <= RESUMED_AT_MOST:
            # Read from the log once, then cached while the table is in memory.
            rows = await self.registry.store.read_log(table.id)
            again = Table(table.id)
            await self.registry.slices.run(again.loading(((row.at, row.body) for row in rows), RESUMED_AT_MOST))
            table.recent = again.recent
        missed = [change for change in table.recent if since < change.ply]
        return missed, len(missed) >= wanted

    @property
    def idle(self) -> bool:
        """Whether the table can be unloaded: nobody is connected, and nothing is in progress."""
        return not self.sockets and not self.lock.locked() and not self.bots.busy and not self._work

    async def hand_over(self) -> None:
        """The table is unloaded here; other processes may drive its bots."""
        await self.presence.take_back()
        await self.bots.let_go()

    async def close(self, code: int, reason: str) -> None:
        """Stop the bots, finish commands in progress and disconnect everyone."""
        await self.bots.stop()
        if self._work:
            await asyncio.wait(self._work)
        async with self.lock:  # wait for commands in progress
            pass
        self._stop_telling()
        for socket in list(self.sockets):
            socket.close(code, reason)
