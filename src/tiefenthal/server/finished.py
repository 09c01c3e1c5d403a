"""Finished games: the record that is kept, what is said of it, and looking at it ply by ply."""

import functools

import msgspec

from tiefenthal.fairness import commitment
from tiefenthal.game import Game
from tiefenthal.protocol import frames
from tiefenthal.protocol.board import Figures
from tiefenthal.protocol.http import RecordInfo, ReplayStep
from tiefenthal.record.notation import Record, RecordError, read_record
from tiefenthal.rules.round import make_setup
from tiefenthal.server import messages
from tiefenthal.server.board import figures_of
from tiefenthal.server.messages import Happening, Picture
from tiefenthal.server.store.base import StoredRecord
from tiefenthal.server.table import Table


def finished_game(table: Table, now: float) -> StoredRecord:
    """What is kept of a game that is over."""
    game = table.game
    assert game is not None
    promised = commitment(game.seed)
    game.tags["Commitment"] = promised
    for seat, place in enumerate(table.places):
        game.tags[f"Seat{seat + 1}"] = place.name.replace('"', "'")
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
    )
    holders = tuple(tuple(sorted(place.sessions)) for place in table.places)
    return StoredRecord(table.id, now, table.sessions, msgspec.json.encode(info), game.record, holders)


def read_info(stored: StoredRecord) -> RecordInfo:
    """What is said of a finished game."""
    return msgspec.json.decode(stored.info, type=RecordInfo)


class UnreadableRecordError(ValueError):
    """The record follows rules or figures that are not known here."""


class UnknownPlyError(ValueError):
    """The game has no such ply."""


def replay_step(stored: StoredRecord, ply: int) -> ReplayStep:
    """A finished game after `ply` decisions, as a watcher saw it."""
    info = read_info(stored)
    if not 0 <= ply <= info.plies:
        raise UnknownPlyError(f"this game has plies 0 to {info.plies}")
    game, happening = _game_at(stored.text, ply)
    update = msgspec.json.decode(
        Picture(game).update(None, ply, happening.for_seat(None), True, "no", board=True), type=frames.Update
    )
    assert update.board is not None
    return ReplayStep(ply, info.plies, update.view, update.events, update.decisions, update.board)


def replay_figures(stored: StoredRecord) -> Figures:
    """The figures a finished game was played with."""
    record = _read(stored.text)
    return figures_of(make_setup(record.players, record.modules, record.edition, record.rules))


@functools.lru_cache(maxsize=16)
def _read(text: str) -> Record:
    try:
        return read_record(text)
    except RecordError as error:
        raise UnreadableRecordError(str(error)) from error


def _game_at(text: str, ply: int) -> tuple[Game, Happening]:
    """The game at a ply, and what led there."""
    record = _read(text)
    setup = make_setup(record.players, record.modules, record.edition, record.rules)
    game, happening = messages.begin(setup, record.seed)
    decisions = [(entry.seat, entry.action) for entry in record.entries if entry.action is not None]
    for number, (seat, action) in enumerate(decisions[:ply], 1):
        if number == ply:
            happening = messages.play(game, seat, action, ply)
        else:
            game.play(seat, action)
    for one in record.rewinds:
        if one.move == ply:
            happening = happening.and_then(messages.rewound(one.seat, ply, one.taken))
    return game, happening
