"""A table as bytes: its state after some entries of its log, so that loading it takes only the later ones.

A snapshot is only a cache. It is read only by exactly the version of the program that wrote it, and only if everything
about it matches; else the whole log is applied, which gives the same table. It holds what the log holds, secrets too,
and no client ever gets any of it.
"""

import functools
import hashlib
import zlib
from collections import deque
from typing import Any, Final, cast

import msgspec

from tiefenthal.engine.build.sources import HERE, python_files
from tiefenthal.engine.game import Game, SavedCheckpoint, SavedGame
from tiefenthal.engine.record.notation import Rewind
from tiefenthal.engine.record.position import digest
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.protocol.parts import Pace, UndoEnd
from tiefenthal.server.store.base import Row
from tiefenthal.server.tables import log
from tiefenthal.server.tables.messages import Change, Told
from tiefenthal.server.tables.table import RECENT, Place, Request, RequestOff, Said, Table

_LEVEL: Final = 1
"""The compression level: higher ones take several times as long for a tenth less."""
_NOT_OURS: Final = ("cli", "terminal", "train", "calibrate", "arena", "rl", "to_c", "puzzles", "analysis", "client")
"""Parts of the program that no table depends on."""


class UnfitSnapshotError(ValueError):
    """A snapshot that does not fit the log, or was damaged."""


_State = tuple[tuple[Any, ...], list[tuple[Any, ...]]]
_Game = tuple[
    list[int],
    list[tuple[str, int, list[int]]],
    _State,
    list[int],
    list[tuple[int, int, _State, list[int]]],
    int,
    list[tuple[int, int, int]],
    dict[str, Any] | None,
]
"""`SavedGame`, field by field: a compiled class does not say of what types they are."""


class _SavedPlace(msgspec.Struct, array_like=True):
    kind: str
    name: str
    bot: str | None
    character: str | None
    handed: str | None
    handed_by: int | None
    sessions: set[int]
    returned: list[int]
    active: float
    gone_at: int | None
    left: float | None
    kept: list[int]


class _Saved(msgspec.Struct, array_like=True):
    """What the entries after the first have changed at a table."""

    table: str
    length: int
    after: bytes
    """The digest of the last entry it contains, so that it is not used with another log."""
    edition: str
    position: str | None
    """The digest of the game's position."""
    seed: str
    game: _Game | None
    touched: float
    host: int
    listed: bool
    pace: Pace
    decided: list[int]
    commitment: str | None
    ply: int
    fresh: list[int]
    evenings: list[int]
    furthest: int
    hinted: list[dict[int, int]]
    undos: list[int]
    ahead: dict[int, str]
    said: int
    seat_keys: dict[int, str]
    watchers: set[int]
    sent_away: set[int]
    closed: bool
    closed_by_owner: bool
    ended: bool
    next: str | None
    places: list[_SavedPlace]
    request: tuple[int, int, int, set[int]] | None
    request_off: tuple[int, int, UndoEnd, int] | None
    recent: list[tuple[int, list[Told]]]
    chat: list[tuple[int, float, int, str]]
    join_keys: list[str]
    watch_keys: list[str]
    void_keys: list[str]


PLAIN: Final = (
    "length", "touched", "host", "listed", "pace", "decided", "commitment", "ply", "fresh", "evenings", "furthest",
    "hinted", "undos", "ahead", "said", "seat_keys", "watchers", "sent_away", "closed",
    "closed_by_owner", "ended", "next",
)  # fmt: skip
"""Kept as they are."""
QUEUES: Final = ("join_keys", "watch_keys", "void_keys")
FROM_OPENING: Final = (
    "id", "created", "modules", "edition", "rules", "away_after", "bot_seed", "daily", "counts", "hints", "position",
    "tried", "lesson", "follows",
)  # fmt: skip
"""What only the first entry says."""

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[_Saved]] = msgspec.msgpack.Decoder(_Saved)


@functools.cache
def version() -> str:
    """The version of the program for snapshots: it differs after any change of the sources that a table could depend
    on. The compiled engine is made of the same sources, and is the same version.
    """
    found = hashlib.sha256()
    for path in python_files(HERE):
        if path.parts[0] not in _NOT_OURS:
            found.update(path.as_posix().encode() + b"\0" + hashlib.sha256((HERE / path).read_bytes()).digest())
    return found.hexdigest()[:32]


def may_have_one(table: Table) -> bool:
    """Whether a snapshot makes sense: not for lessons, which are short and have scripted luck."""
    return table.lesson is None and table.length > 0


def taken(table: Table, last: Row) -> bytes:
    """The table now, uncompressed; `last` is the last entry of its log."""
    if last.number != table.length - 1:
        raise ValueError(f"entry {last.number} is not the last of {table.length}")
    game = table.game
    as_is: dict[str, Any] = {name: getattr(table, name) for name in PLAIN}
    as_is |= {name: list(getattr(table, name)) for name in QUEUES}
    request = table.request
    return _encoder.encode(
        _Saved(
            table=table.id,
            after=_digest(last),
            edition=table.edition.digest,
            position=None if game is None else digest(game.state),
            seed="" if game is None else game.seed,
            game=None if game is None else cast(_Game, game.save()),
            places=[_SavedPlace(*(getattr(place, name) for name in _PLACE)) for place in table.places],
            request=None if request is None else (request.seat, request.ply, request.move, request.waiting),
            request_off=table.request_off,
            recent=[(change.ply, change.told) for change in list(table.recent)[-RECENT - 1 :]],
            chat=[(said.number, said.at, said.seat, said.text) for said in table.chat],
            **as_is,
        )
    )


def packed(body: bytes) -> bytes:
    """The stored form, with its digest. Takes a moment and releases the interpreter: for a thread."""
    return hashlib.sha256(body).digest() + zlib.compress(body, _LEVEL)


def _unpacked(body: bytes) -> bytes:
    found = zlib.decompress(body[32:])
    if hashlib.sha256(found).digest() != body[:32]:
        raise UnfitSnapshotError("the digest is another")
    return found


def table_of(table: str, body: bytes, opening: Row, last: Row) -> Table:
    """The table a snapshot makes; `opening` and `last` are the first and the last entry of the log that it holds.
    Raises UnfitSnapshotError."""
    try:
        saved = _decoder.decode(_unpacked(body))
        if (saved.table, saved.length, saved.after) != (table, last.number + 1, _digest(last)) or opening.number:
            raise UnfitSnapshotError("it is of another log")
        found = Table(table)
        found.apply(log.from_bytes(opening.body), opening.at)
        if found.edition.digest != saved.edition:
            raise UnfitSnapshotError("it is of another edition")
        for name in PLAIN:
            setattr(found, name, getattr(saved, name))
        for name in QUEUES:
            getattr(found, name).extend(getattr(saved, name))
        found.places = [_place(one) for one in saved.places]
        found.request = None if saved.request is None else Request(*saved.request)
        found.request_off = None if saved.request_off is None else RequestOff(*saved.request_off)
        found.recent = deque((Change(ply, told) for ply, told in saved.recent), maxlen=found.recent.maxlen)
        found.chat.extend(Said(*one) for one in saved.chat)
        if saved.game is not None:
            setup = make_setup(len(found.places), found.modules, found.edition, found.rules)
            found.game = Game.from_saved(_game(saved.game), setup, saved.seed)
            if digest(found.game.state) != saved.position:
                raise UnfitSnapshotError("the position is another")
        return found
    except UnfitSnapshotError:
        raise
    except Exception as error:  # any error that a damaged snapshot causes
        raise UnfitSnapshotError(str(error)) from error


_PLACE: Final = tuple(_SavedPlace.__struct_fields__)


def _game(saved: _Game) -> SavedGame:
    log, outcomes, state, marks, checkpoints, due, rewinds, origin = saved
    kept = [SavedCheckpoint(*one) for one in checkpoints]
    return SavedGame(log, outcomes, state, marks, kept, due, [Rewind(*one) for one in rewinds], origin)


def _place(saved: _SavedPlace) -> Place:
    found = Place(log.Place("open"), saved.active)
    for name in _PLACE:
        setattr(found, name, getattr(saved, name))
    return found


def _digest(row: Row) -> bytes:
    return hashlib.sha256(b"%d %r " % (row.number, row.at) + row.body).digest()
