"""Finished games: the stored record, its summary, and its state at each ply."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import Final

import msgspec

from tiefenthal.engine.build.release import release
from tiefenthal.engine.chance import ChanceError, TapeChance
from tiefenthal.engine.fairness import commitment
from tiefenthal.engine.game import Game, UndoError
from tiefenthal.engine.record.notation import Record, RecordError, read_record
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.board import Figures
from tiefenthal.server.protocol.http import Course, RecordInfo, ReplayStep, Stop
from tiefenthal.server.protocol.parts import DailyAt, Event
from tiefenthal.server.store.base import StoredRecord
from tiefenthal.server.tables import messages
from tiefenthal.server.tables.board import figures_of
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.offers import does
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.state_frames import StateFrames
from tiefenthal.server.tables.table import Table

HINTS: Final = "Hints"
"""The tag of a record that says at which decisions hints were given: "p1 17 23, p2 40"."""
PROGRAM: Final = "Program"
"""The tag of a record that says which release wrote it."""
REPLAYS_KEPT: Final = 16
"""How many finished games that somebody views stay in memory."""


async def finished_game(table: Table, now: float, slices: Slices) -> StoredRecord:
    """What is stored of a finished game."""
    game = table.game
    assert game is not None
    promised = commitment(game.seed)
    game.tags["Commitment"] = promised
    game.tags[PROGRAM] = f"tiefenthal {release()}"
    for seat, place in enumerate(table.places):
        game.tags[f"Seat{seat + 1}"] = place.name.replace('"', "'")
    if any(table.hinted):
        game.tags[HINTS] = ", ".join(
            " ".join([f"p{seat + 1}", *map(str, sorted(given))]) for seat, given in enumerate(table.hinted) if given
        )
    info = RecordInfo(
        id=table.id,
        finished=now,
        players=game.players,
        modules=game.modules,
        edition=game.edition.name,
        names=[place.name for place in table.places],
        plies=game.ply,
        ending=messages.ending_of(game, promised),
        bots=[place.bot for place in table.places],
        characters=[place.character for place in table.places],
        daily=None if table.daily is None else DailyAt(table.daily, table.counts),
        hints=[len(given) for given in table.hinted],
        tried=table.tried,
    )
    holders = tuple(tuple(sorted(place.sessions)) for place in table.places)
    record = game.blank_record()
    await slices.run(game.writing(record))
    return StoredRecord(table.id, now, table.sessions, msgspec.json.encode(info), str(record), holders)


def read_info(stored: StoredRecord) -> RecordInfo:
    """The summary of a finished game."""
    return msgspec.json.decode(stored.info, type=RecordInfo)


def score_of(info: bytes) -> int:
    """The score of the first seat, from the summary of a finished game: the person's at the daily evening."""
    return msgspec.json.decode(info, type=RecordInfo).ending.scores[0]


def is_sealed(info: RecordInfo, days_over: Collection[str]) -> bool:
    """Whether others still play with the seed of this game: then neither it nor the record, which contains whole
    shuffles, is shown.
    """
    return info.daily is not None and info.daily.counts and info.daily.day not in days_over


def sealed(info: RecordInfo, days_over: Collection[str]) -> RecordInfo:
    """What may be shown of a finished game now."""
    if not is_sealed(info, days_over):
        return info
    return msgspec.structs.replace(info, ending=msgspec.structs.replace(info.ending, seed=""))


class UnreadableRecordError(ValueError):
    """The record follows rules or figures that are not known here."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(str(error))
        self.words: Final = error.words


class UnknownPlyError(ValueError):
    """The game has no such ply."""


class Replays:
    """Finished games that are viewed ply by ply: each is replayed once, in slices, and then browsed back and forth."""

    def __init__(self, slices: Slices) -> None:
        self._slices = slices
        self._kept: OrderedDict[str, _Played] = OrderedDict()

    async def step(self, stored: StoredRecord, ply: int) -> ReplayStep:
        """A finished game after `ply` decisions, as a watcher saw it."""
        info = read_info(stored)
        if not 0 <= ply <= info.plies:
            raise UnknownPlyError(f"this game has plies 0 to {info.plies}")
        game, change = (await self._played(stored)).at(ply)
        update = msgspec.json.decode(
            StateFrames(game).update(None, ply, change.for_seat(None), True, "no", board=True), type=frames.Update
        )
        assert update.board is not None
        return ReplayStep(ply, info.plies, update.view, update.events, update.decisions, update.board)

    async def course(self, stored: StoredRecord) -> Course:
        """A finished game in outline."""
        return (await self._played(stored)).course

    async def figures(self, stored: StoredRecord) -> Figures:
        """The figures a finished game was played with."""
        record = (await self._played(stored)).record
        return figures_of(make_setup(record.players, record.modules, record.edition, record.rules))

    async def _played(self, stored: StoredRecord) -> "_Played":
        """The game, replayed to its end."""
        found = self._kept.get(stored.table)
        if found is None:
            try:
                record = await asyncio.to_thread(read_record, stored.text)  # reads text only, so a thread may
            except RecordError as error:
                raise UnreadableRecordError(error) from error
            try:
                found = _Played(record)
                await self._slices.run(found.playing())
            except (IllegalActionError, ChanceError, UndoError) as error:
                raise UnreadableRecordError(RecordError(0, "other-rules", rules=record.rules)) from error
            self._kept[stored.table] = found
            if len(self._kept) > REPLAYS_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(stored.table)
        return found


class _Played:
    """A finished game, and the way to each of its plies."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._decisions = [(entry.seat, entry.action) for entry in record.entries if entry.action is not None]
        if record.position is not None:
            tape = TapeChance(record.outcomes)
            self._game, self._beginning = messages.begin_from(record.position, record.edition, record.seed, tape)
        else:
            setup = make_setup(record.players, record.modules, record.edition, record.rules)
            self._game, self._beginning = messages.begin(setup, record.seed)
        self.course = Course([], [], [])

    def playing(self) -> Iterator[None]:
        """Replay it decision by decision, and record the changes."""
        game, events = self._game, self.course.events
        evening, phase = 0, ""
        for seat, action in self._decisions:
            if evening != game.round:
                self._close(evening)
                events.append(Event(game.ply, "round", number=game.round))
            if (evening, phase) != (game.round, game.phase):
                evening, phase = game.round, game.phase
                letter = game.state.setup.flow.steps[game.state.step].letter
                self.course.stops.append(Stop(game.ply, evening, letter if evening else ""))
            self._note_rewinds()
            about = does(game.state, seat, action)
            game.play(seat, action)
            events.append(Event(game.ply, "decided", seat + 1, action=action.text, does=about))
            yield
        self._close(evening)
        self._note_rewinds()

    def _close(self, evening: int) -> None:
        if evening:
            self.course.ends.append(self._game.ply)
            self.course.events.append(Event(self._game.ply, "closed", number=evening))

    def _note_rewinds(self) -> None:
        for one in self.record.rewinds:
            if one.move == self._game.ply:
                told = Event(one.move, "rewound", one.seat + 1, count=one.taken, seen=True)
                self.course.events.append(told)

    def at(self, ply: int) -> tuple[Game, Change]:
        """The game at a ply, and the change that led there."""
        game = self._game.clone()
        game.rewind(max(0, ply - 1))
        change = self._beginning
        if ply:
            seat, action = self._decisions[ply - 1]
            change = messages.play(game, seat, action, ply)
        for one in self.record.rewinds:
            if one.move == ply:
                change = change.and_then(messages.rewound(one.seat, ply, one.taken))
        return game, change
