"""A table as the fold of its log: who sits where, the game, what was asked and said. No clock, no disk, no sockets.

`apply` is the only thing that changes a table. It trusts the entry: `commands` decided whether it is allowed before it
was written.
"""

import functools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from tiefenthal.engine.components import Edition, built_in_edition, load_edition, parse_edition, unpinned_edition
from tiefenthal.engine.fairness import commitment
from tiefenthal.engine.game import Game, UndoError
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.rules.version import FIRST_VERSION, KNOWN_VERSIONS, RULES_VERSION, UnknownRulesError
from tiefenthal.players.lessons import Course, read_lesson
from tiefenthal.server.bots import characters
from tiefenthal.server.protocol import GUEST
from tiefenthal.server.protocol.parts import Pace, Tried, UndoEnd
from tiefenthal.server.store.base import TableState
from tiefenthal.server.tables import bounds, log, messages
from tiefenthal.server.tables.ahead import NONE, Choices, choices_of, pass_of
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.seating import NOBODY, Seating, Tenure

RECENT: Final = 64  # changes of the game that are kept in memory for clients that reconnect
CHAT_KEPT: Final = 100
JOIN_KEYS: Final = 8
WATCH_KEYS: Final = 8
VOID_KEYS: Final = 32


class BrokenTableError(ValueError):
    """A log that does not make a table here: `code` says why, `rules` which version it follows if that is not known."""

    def __init__(
        self,
        words: str,
        code: Literal["damaged", "other-rules", "unknown-edition", "unknown-rules"] = "damaged",
        rules: int | None = None,
    ) -> None:
        super().__init__(words)
        self.code = code
        self.rules = rules


class Place:
    """A seat at the table."""

    __slots__ = (
        "active",
        "bot",
        "character",
        "gone_at",
        "handed",
        "handed_by",
        "kept",
        "kind",
        "left",
        "name",
        "returned",
        "sessions",
    )

    def __init__(self, planned: log.Place, at: float) -> None:
        self.kind: str = planned.kind
        self.name: str = planned.name
        self.bot: str | None = planned.bot
        """The bot whose seat it is."""
        self.character: str | None = planned.character
        """Who that bot is."""
        self.handed: str | None = None
        """The bot that plays for a person."""
        self.handed_by: int | None = None
        """The seat that handed it over, if it was not the person's own."""
        self.sessions: set[int] = set() if planned.session is None else {planned.session}
        self.returned: list[int] = []
        """Those of them who came by the personal link, in order."""
        self.active: float = at
        """When the person last did something here."""
        self.gone_at: int | None = None
        """The number of decisions when the person left for good, and the seat became the bot's."""
        self.left: float | None = None
        """When the person's last connection ended, as far as it was stored."""
        self.kept: list[int] = list(planned.kept)
        """The sessions the open seat is kept for."""

    @property
    def player(self) -> str | None:
        """The bot that plays here now, if it is one."""
        return self.bot if self.kind == "bot" else self.handed


class Said:
    """A line of chat."""

    __slots__ = ("at", "number", "seat", "text")

    def __init__(self, number: int, at: float, seat: int, text: str) -> None:
        self.number = number
        self.at = at
        self.seat = seat
        self.text = text


class Request:
    """An undo that everyone was asked to allow."""

    __slots__ = ("move", "ply", "seat", "waiting")

    def __init__(self, seat: int, ply: int, move: int, waiting: set[int]) -> None:
        self.seat = seat
        self.ply = ply
        self.move = move
        self.waiting = waiting


class RequestOff(NamedTuple):
    """An undo request that came to nothing: who asked, who ended it and how, and at which ply."""

    seat: int
    by: int
    how: UndoEnd
    ply: int


class Table:
    """A table after some entries of its log."""

    def __init__(self, table: str) -> None:
        self.id: str = table
        self.length: int = 0
        """How many entries the log has."""
        self.created: float = 0.0
        self.touched: float = 0.0
        self.host: int = NOBODY
        self.modules: int = 1
        self.edition: Edition = load_edition()
        self.rules: int = RULES_VERSION
        self.listed: bool = False
        self.pace: Pace = "natural"
        self.away_after: int = 0
        self.bot_seed: str = ""
        self.daily: str | None = None
        """The day whose daily evening is played here."""
        self.counts: bool = False
        """Whether it is somebody's one attempt at it: then nobody goes back, and no bot plays for them."""
        self.decided: list[int] = []
        """By seat: how many decisions were ever played there."""
        self.places: list[Place] = []
        self.game: Game | None = None
        self.commitment: str | None = None
        self.ply: int = 0
        """How often the game has changed, by decisions, also those made ahead, and undos: it only grows."""
        self.fresh: list[int] = []
        """By seat: the lowest ply a command of that seat may answer."""
        self.ahead: dict[int, str] = {}
        """By seat: what it has chosen before its turn, and is played then (`ahead.py`)."""
        self.evenings: list[int] = []
        """The number of decisions at the beginning of each evening, the set-up included."""
        self.furthest: int = 0
        """The most evenings the game has ever begun; those undone later count."""
        self.hints: bool | None = None
        """Whether hints were agreed on; None: only for somebody alone with bots."""
        self.position: str | None = None
        self.tried: Tried | None = None
        """What the game begins with, if it is not the beginning."""
        self.hinted: list[dict[int, int]] = []
        """By seat: the level of the hint given, by number of decisions."""
        self.undos: list[int] = []
        """By seat: how often it took back a decision, or asked to, in the furthest evening."""
        self.request: Request | None = None
        self.request_off: RequestOff | None = None
        self.recent: deque[Change] = deque(maxlen=RECENT)
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.said: int = 0
        self.join_keys: deque[str] = deque(maxlen=JOIN_KEYS)
        self.watch_keys: deque[str] = deque(maxlen=WATCH_KEYS)
        self.seat_keys: dict[int, str] = {}
        self.void_keys: deque[str] = deque(maxlen=VOID_KEYS)
        """Personal links that are no longer valid."""
        self.watchers: set[int] = set()
        self.sent_away: set[int] = set()
        self.closed: bool = False
        """Whether the host has closed it, before the game, or the owner of the server."""
        self.closed_by_owner: bool = False
        self.ended: bool = False
        self.follows: str | None = None
        """The table of the finished game whose players play again here."""
        self.next: str | None = None
        """The table at which the players of this finished game play again."""
        self.lesson: Course | None = None
        """The progress of the lesson, if it is one."""

    @staticmethod
    def load(table: str, rows: Sequence[tuple[float, bytes]], recent: int = RECENT) -> "Table":
        """The table of this log; `rows` are (time, body). The events of the last `recent` changes are kept."""
        found = Table(table)
        for _ in found.loading(rows, recent):
            pass
        return found

    def loading(self, rows: Iterable[tuple[float, bytes]], recent: int = RECENT) -> Iterator[None]:
        """Apply a log, or its entries after those so far, in short steps, so that the caller can do other work in
        between."""
        self.recent = deque(self.recent, maxlen=max(recent, RECENT) + 1)
        try:
            entries: list[tuple[float, log.Line]] = []
            changes = self.ply
            for at, body in rows:
                entry = log.from_bytes(body)
                entries.append((at, entry))
                changes += isinstance(entry, log.Played | log.Ahead | log.Undone | log.Rewound)
                yield
            for at, entry in entries:
                self.apply(entry, at, tell=changes - self.ply <= recent)
                yield
            while self.recent and self.recent[0].ply <= self.ply - recent:
                self.recent.popleft()  # sent before, by the table that continued from there
        except BrokenTableError as error:
            raise BrokenTableError(f"at entry {self.length}: {error}", error.code, error.rules) from error
        except (IllegalActionError, UndoError) as error:  # whole entries, which those rules allowed
            words = f"at entry {self.length}: an older version wrote it by other rules: {error}"
            raise BrokenTableError(words, "other-rules", self.rules) from error
        except Exception as error:  # any error from a log that this version would not have written
            raise BrokenTableError(f"at entry {self.length}: {error}") from error

    # --- the current state

    @property
    def state(self) -> TableState:
        """waiting, playing or over."""
        if self.game is None:
            return "waiting"
        return "over" if self.game.over else "playing"

    @property
    def full(self) -> bool:
        """Whether nobody is missing."""
        return all(place.kind != "open" for place in self.places)

    def seats_of(self, session: int | None) -> list[int]:
        """The seats a session holds."""
        if session is None:
            return []
        return [seat for seat, place in enumerate(self.places) if session in place.sessions]

    def kept_for(self, session: int | None) -> list[int]:
        """The open seats that are kept for a session."""
        return [seat for seat, place in enumerate(self.places) if session in place.kept]

    def may_plan(self, session: int) -> bool:
        """Whether a session may change the plan of the seats: the host, and everybody seated where a game goes on, so
        that nobody depends on the person who opened the table."""
        return session == self.host or (self.follows is not None and bool(self.seats_of(session)))

    def came_later(self, seat: int, session: int) -> list[int]:
        """The sessions that came to a seat by its personal link later than this one, which it may remove by voiding the
        link. So a thief of a link cannot remove the person it was stolen from."""
        returned = self.places[seat].returned
        return returned[returned.index(session) + 1 :] if session in returned else list(returned)

    def may_see(self, session: int | None) -> bool:
        """Whether a session may look at the table."""
        if session in self.sent_away:
            return False
        if self.listed:
            return True
        return session is not None and (
            session == self.host or session in self.watchers or bool(self.seats_of(session) or self.kept_for(session))
        )

    @property
    def sessions(self) -> tuple[int, ...]:
        """All sessions with a seat here, those a seat is kept for, and the host."""
        found = {self.host}
        for place in self.places:
            found |= place.sessions | set(place.kept)
        return tuple(sorted(found - {NOBODY}))

    @property
    def seating(self) -> Seating:
        """Whose seats are whose now."""
        found = Seating()
        found.host, found.begun, found.closed = self.host, self.game is not None, self.closed
        for seat, place in enumerate(self.places):
            tenure = Tenure(seat, log.Place("open", place.name, kept=tuple(place.kept)))
            tenure.sessions |= place.sessions
            found.now.append(tenure)
        return found

    @property
    def host_name(self) -> str:
        """The host's name at the table; empty when they do not sit at it."""
        return next((place.name for place in self.places if self.host in place.sessions), "")

    def asked(self) -> tuple[int, ...]:
        """The seats the game waits for."""
        return self.game.to_act if self.game is not None else ()

    def choices_ahead(self) -> Choices:
        """Who may choose before their turn, and what was chosen so; not in lessons, which are scripted."""
        if self.game is None or self.lesson is not None:
            return NONE
        bound = [seat for seat in self.ahead if not bounds.may_take_back(self.undos[seat])]
        return choices_of(self.game.state, self.places, self.ahead, bound)

    def bot_luck(self, seat: int) -> str:
        """The seed for the next decision of a bot. The part before the "/" determines its character. At the daily
        evening it is the same for everyone, whatever they undo and however fast they are.
        """
        return f"{self.bot_seed} {seat + 1}/{self.ply if self.daily is None else self.decided[seat]}"

    def undo_way(self, seat: int) -> str:
        """What an undo of the seat's last decision requires: "free", "ask", or "no" when there is nothing to undo, or
        it is too long ago.
        """
        game = self.game
        if game is None or game.over or not bounds.may_take_back(self.undos[seat]) or self.lesson is not None:
            return "no"
        if seat in self.ahead or self.undo_is_free(seat):
            return "free"
        if self.counts:
            return "no"
        last = game.last_decision(seat)
        return "ask" if last is not None and last >= self.earliest_rewind(seat) else "no"

    def undo_is_free(self, seat: int) -> bool:
        """Whether the seat's last decision has shown nothing new: neither now, nor earlier, before an undo led back to
        it. What was seen then is known.
        """
        game = self._running()
        if not game.can_undo(seat):
            return False
        last = game.last_decision(seat) if game.rewinds else None
        return last is None or last >= max([one.move for one in game.rewinds])

    def persons_but(self, seat: int) -> list[int]:
        """The other seats of persons, also those that a bot plays: no bot consents for them."""
        return [
            other
            for other, place in enumerate(self.places)
            if other != seat and place.kind == "person" and place.gone_at is None
        ]

    def places_alone(self, seat: int) -> bool:
        """Whether a seat plays with bots alone."""
        for other, place in enumerate(self.places):
            if other != seat and place.kind == "person" and place.gone_at is None:
                return False
        return True

    @property
    def last_parting(self) -> int:
        """The number of decisions when the last person left for good: nobody can agree for them to undo those."""
        parting = 0
        for place in self.places:
            if place.gone_at is not None and place.gone_at > parting:
                parting = place.gone_at
        return parting

    def earliest_rewind(self, seat: int) -> int:
        """How many decisions must stay, even if everyone agrees to an undo: those before the evening that preceded the
        latest one reached. With bots alone, a player may go back to the beginning, or to where the last person left for
        good.
        """
        if self.places_alone(seat):
            return self.last_parting
        evening = max(0, self.furthest - 1)
        began = self.evenings[evening] if evening < len(self.evenings) else self._running().ply
        return max(began, self.last_parting)

    @property
    def may_hint(self) -> bool:
        """Whether hints are available here: alone with bots, or if everybody sat down knowing of it."""
        if self.lesson is not None or (self.daily is not None and self.counts):
            return False  # a lesson says what to do; the attempt at the daily evening has no help
        if self.hints is not None:
            return self.hints
        return [place.kind for place in self.places if place.kind != "bot"] == ["person"]

    # --- what happens

    def apply(self, entry: log.Entry, at: float, tell: bool = True) -> Change | None:
        """Apply an entry. Returns what it did to the game, if anything."""
        self.length += 1
        if not isinstance(entry, log.Forgotten):  # nobody has done anything at the table
            self.touched = at
        change: Change | None = None
        if isinstance(entry, log.Played):
            change = self._play(entry, tell)
        elif isinstance(entry, log.Ahead):
            change = self._choose_ahead(entry)
        elif isinstance(entry, log.Opened):
            self._open(entry, at)
        elif isinstance(entry, log.Hinted):
            self.hinted[entry.seat][entry.move] = entry.level
        elif isinstance(entry, log.Placed):
            self.places[entry.seat] = Place(entry.place, at)
            self._know_bots()
            self._void_key(entry.seat)  # the link of the previous owner is no longer valid
        elif isinstance(entry, log.KeyMade):
            self._keep_key(entry)
        elif isinstance(entry, log.Returned):
            self.places[entry.seat].sessions.add(entry.session)
            self.places[entry.seat].returned.append(entry.session)
        elif isinstance(entry, log.SentAway):
            self._free(entry.seat, at)
            self.sent_away |= set(entry.sessions)
            self.watchers -= self.sent_away
        elif isinstance(entry, log.Voided):
            place = self.places[entry.seat]
            place.sessions -= set(entry.sessions)
            place.returned = [session for session in place.returned if session in place.sessions]
            self._void_key(entry.seat, entry.digest)
        elif isinstance(entry, log.Closed):
            self.closed = True
            self.closed_by_owner = entry.by_owner
        elif isinstance(entry, log.Unlisted):
            self.listed = False
        elif isinstance(entry, log.Renamed):
            self.places[entry.seat].name = entry.name
        elif isinstance(entry, log.Forgotten):
            self._forget(entry, at)
        elif isinstance(entry, log.Watched):
            self.watchers.add(entry.session)
        elif isinstance(entry, log.Began):
            change = self._begin(entry.seed)
        elif isinstance(entry, log.Undone):
            change = self._undo(entry.seat)
        elif isinstance(entry, log.Asked):
            self.undos[entry.seat] += 1
            self.request = Request(entry.seat, self.ply, entry.move, set(self.persons_but(entry.seat)))
            self.request_off = None
        elif isinstance(entry, log.Answered):
            self._answer(entry)
        elif isinstance(entry, log.Rewound):
            change = self._rewind(entry)
        elif isinstance(entry, log.HandedOver):
            self.places[entry.seat].handed = entry.bot
            self.places[entry.seat].handed_by = entry.by
        elif isinstance(entry, log.TakenBack):
            self.places[entry.seat].handed = None
            self.places[entry.seat].handed_by = None
        elif isinstance(entry, log.Left):
            self.places[entry.seat].left = entry.since
        elif isinstance(entry, log.Paced):
            self.pace = entry.pace
        elif isinstance(entry, log.Said):
            self.said += 1
            self.chat.append(Said(self.said, at, entry.seat, entry.text))
        elif isinstance(entry, log.Ended):
            self.ended = True
        elif isinstance(entry, log.Continued):
            self.next = entry.table
        seat = getattr(entry, "seat", None)
        passive = isinstance(entry, log.HandedOver | log.Left | log.Renamed)
        if seat is not None and not passive and self.places[seat].player is None:
            self.places[seat].active = at
        if change is not None and tell:  # what is kept has no gaps
            self.recent.append(change)
        return change

    def _open(self, entry: log.Opened, at: float) -> None:
        self.created = at
        self.host = entry.host
        self.modules = entry.modules
        check_pins(entry)
        self.edition = _edition_of(entry)
        self.rules = FIRST_VERSION if entry.rules is None else entry.rules
        self.listed = entry.listed
        self.pace = entry.pace
        self.away_after = entry.away_after
        self.bot_seed = entry.bot_seed
        self.daily, self.counts = entry.daily, entry.counts
        self.decided = [0] * len(entry.places)
        self.hints = entry.hints
        self.position, self.tried = entry.position, entry.tried
        self.follows = entry.follows
        self.hinted = [{} for _ in entry.places]
        self.places = [Place(planned, at) for planned in entry.places]
        self.lesson = None if entry.lesson is None else Course(read_lesson(entry.lesson))
        self._know_bots()
        self.fresh = [0] * len(self.places)
        self.undos = [0] * len(self.places)

    def _know_bots(self) -> None:
        """Give every bot a character, also at tables that were opened before bots had characters."""
        for place in self.places:
            if place.kind == "bot" and place.character is None:
                taken = {other.character for other in self.places}
                place.character = characters.choose(taken, called=place.name).id

    def _keep_key(self, entry: log.KeyMade) -> None:
        if entry.to == "join":
            self.join_keys.append(entry.digest)
        elif entry.to == "watch":
            self.watch_keys.append(entry.digest)
        elif entry.seat is not None:
            self._void_key(entry.seat, entry.digest)

    def _void_key(self, seat: int, digest: str | None = None) -> None:
        """The personal link of a seat is no longer valid; there may be another in its place."""
        old = self.seat_keys.pop(seat, None)
        if old is not None:
            self.void_keys.append(old)
        if digest is not None:
            self.seat_keys[seat] = digest

    def _free(self, seat: int, at: float) -> None:
        self.places[seat] = Place(log.Place("open"), at)
        self._void_key(seat)

    def _forget(self, entry: log.Forgotten, at: float) -> None:
        session = entry.session
        for seat, place in enumerate(self.places):
            if session in place.kept:
                place.kept.remove(session)
                place.name = GUEST
                if not place.kept:
                    self._free(seat, at)
            if session not in place.sessions:
                continue
            place.name = GUEST
            place.sessions.discard(session)
            place.returned = [other for other in place.returned if other != session]
            self._void_key(seat)
            if place.sessions:  # the same person, on a device that is not forgotten
                continue
            if self.game is None:
                self._free(seat, at)
            elif not self.game.over:
                place.handed = place.handed or entry.bot
                place.gone_at = self.game.ply
                self.request = None
        self.watchers.discard(session)
        if session == self.host:
            self.host = NOBODY
            self.closed = self.closed or self.game is None

    def retell(self, entries: Iterable[tuple[float, log.Entry]]) -> None:
        """The chat, as the log has it after somebody was forgotten."""
        said = [(at, entry) for at, entry in entries if isinstance(entry, log.Said)]
        self.chat.clear()
        self.chat.extend(Said(number, at, entry.seat, entry.text) for number, (at, entry) in enumerate(said, 1))

    def _begin(self, seed: str) -> Change:
        if self.lesson is not None:  # its luck is scripted, so there is nothing to commit to
            self.game, change = messages.begin_lesson(self.lesson, self.edition, self.rules)
            self._note_evening(self.game)
            return change
        if self.position is not None:
            self.game, change = messages.begin_from(self.position, self.edition, seed)
        else:
            setup = make_setup(len(self.places), self.modules, self.edition, self.rules)
            self.game, change = messages.begin(setup, seed)
        self._note_evening(self.game)
        self.commitment = commitment(seed)
        return change

    def _play(self, entry: log.Played, tell: bool) -> Change | None:
        game = self._running()
        before = _moment(game.state)
        self.ply += 1
        self.decided[entry.seat] += 1
        change: Change | None = None
        if tell:
            change = messages.play(game, entry.seat, parse_action(entry.action), self.ply)
        else:
            game.play(entry.seat, parse_action(entry.action))
        if self.lesson is not None:
            self.lesson.follow(game, entry.seat)
        self._note_evening(game)
        self.ahead.pop(entry.seat, None)
        self._changed(entry.seat, before)
        return change

    def _choose_ahead(self, entry: log.Ahead) -> Change:
        """Nothing is told of it, not even to the seat itself, whose frames show its choice."""
        self.ply += 1
        if entry.seat in self.ahead:
            self.undos[entry.seat] += 1
            del self.ahead[entry.seat]
        if entry.action is not None:
            self.ahead[entry.seat] = entry.action
        self.fresh[entry.seat] = self.ply
        return Change(self.ply, [])

    def _note_evening(self, game: Game) -> None:
        while len(self.evenings) <= game.round:
            self.evenings.append(game.ply)
        if game.round > self.furthest:
            self.furthest = game.round
            self.undos = [0] * len(self.places)

    def _undo(self, seat: int) -> Change:
        game = self._running()
        moves = game.ply
        before = _moment(game.state)
        game.undo(seat)
        del self.evenings[game.round + 1 :]
        self.ply += 1
        self.undos[seat] += 1
        self._changed(seat, before)
        return messages.undone(seat, self.ply, moves - game.ply)

    def _rewind(self, entry: log.Rewound) -> Change:
        game = self._running()
        moves = game.ply
        before = _moment(game.state)
        game.rewind(entry.move, by=entry.seat)
        del self.evenings[game.round + 1 :]
        self.ply += 1
        self.request = None
        self._changed(entry.seat, before, for_all=True)
        return messages.undone(entry.seat, self.ply, moves - game.ply, seen=True)

    def _changed(self, seat: int, before: "_Moment", for_all: bool = False) -> None:
        """Commands sent before this change are stale, unless the change was one of those that seats make each for
        itself, whether at the same time or not. Choices ahead are for the pass of the draft in which they were made.
        """
        self.request_off = None
        self._end_request(seat, "lapsed")
        now = _moment(self._running().state)
        if now != before:
            self.ahead.clear()
        if now == before and now.apart and not for_all:
            self.fresh[seat] = self.ply
        else:
            self.fresh = [self.ply] * len(self.places)

    def _answer(self, entry: log.Answered) -> None:
        if self.request is None:
            return
        if entry.yes:
            self.request.waiting.discard(entry.seat)
        else:
            self._end_request(entry.seat, "refused")

    def _end_request(self, by: int, how: UndoEnd) -> None:
        """The open request comes to nothing, if there is one; who asked withdraws it by anything else they do."""
        if self.request is not None:
            asking = self.request.seat
            self.request_off = RequestOff(asking, by, "withdrawn" if by == asking else how, self.ply)
            self.request = None

    def _running(self) -> Game:
        if self.game is None:
            raise BrokenTableError("the game has not begun")
        return self.game


def check_pins(entry: log.Opened) -> None:
    """Raises BrokenTableError when a table is played by rules, or by built-in figures, that are not known here."""
    if entry.rules is not None and entry.rules not in KNOWN_VERSIONS:
        raise BrokenTableError(str(UnknownRulesError(entry.rules)), "unknown-rules", entry.rules)
    if entry.edition_text is None:
        _edition_of(entry)


def _edition_of(entry: log.Opened) -> Edition:
    """The figures a table was opened with, even if the built-in edition has changed since."""
    pinned = entry.edition_digest
    found: Edition | None
    if entry.edition_text is not None:
        found = _parsed(entry.edition_text)
    else:
        found = unpinned_edition(entry.edition) if pinned is None else built_in_edition(pinned)
    if found is None or (pinned is not None and found.digest != pinned):
        named = entry.edition if pinned is None else f"{entry.edition} {pinned[:16]}"
        words = f"it is played with the edition {named}, which this version of the program lacks"
        raise BrokenTableError(words, "unknown-edition")
    return found


@functools.lru_cache(maxsize=32)
def _parsed(text: str) -> Edition:
    """Somebody's own figures, cached: many tables may use them, and parsing them takes longer than a whole game."""
    return parse_edition(text)


class _Moment(NamedTuple):
    """Where a game stands, as far as it decides which commands are still fresh."""

    round: int
    step: int
    draft_pass: int
    apart: bool
    """Whether each seat decides for itself there: all at once, or in a pass of the draft."""


def _moment(s: State) -> _Moment:
    draft_pass = pass_of(s)
    at_once = s.setup.flow.steps[s.step].simultaneous and not s.tasks
    return _Moment(s.round, s.step, draft_pass, at_once or draft_pass > 0)
