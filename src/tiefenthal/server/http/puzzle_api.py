"""Puzzles over HTTP. The server keeps nothing of an attempt: it comes as the actions played so far, and goes back as an
update that a table would send.

Judging needs numpy and a network, so it is loaded with the first puzzle, and works in a thread.
"""

import asyncio
import datetime
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from tiefenthal import i18n
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol.puzzles import (
    PuzzleAnswer,
    PuzzleAttempt,
    PuzzleId,
    PuzzleInfo,
    PuzzleMoment,
    PuzzlePicture,
    Puzzles,
    PuzzleTable,
    PuzzleVerdict,
)
from tiefenthal.server.tables.board import figures_of
from tiefenthal.server.tables.solo_turn import solo_update

if TYPE_CHECKING:
    from tiefenthal.players.puzzles import Attempt, Puzzle

ILLEGAL = (409, "illegal", "One of these actions is not possible there.")
UNFINISHED = (409, "unfinished", "The turn is not finished.")
JUDGING_COST = 3.0


class PuzzleApi:
    """The endpoints for puzzles."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        """`clock`: the time in seconds since 1970, which says what day it is."""
        self._clock = clock
        self._list: tuple[datetime.date, msgspec.Raw] | None = None
        """The list as it was answered on a day."""

    async def _find(self, call: Call) -> "Puzzle":
        found = await asyncio.to_thread(_found, call.path["id"])
        if found is None:
            raise not_found("puzzle")
        return found

    async def all(self, call: Call) -> msgspec.Raw:
        """All puzzles in short, with today's."""
        day = datetime.datetime.fromtimestamp(self._clock(), datetime.UTC).date()
        if self._list is None or self._list[0] != day:
            self._list = day, await asyncio.to_thread(_listed, day)
        return self._list[1]

    async def one(self, call: Call) -> PuzzleTable:
        """The table of a puzzle."""
        puzzle = await self._find(call)
        setup = puzzle.state().setup
        edition = setup.edition
        seat, figures = puzzle.seat + 1, figures_of(setup)
        return PuzzleTable(info_of(puzzle), seat, figures, edition.name, edition.digest, puzzle.older)

    async def moment(self, call: Call) -> msgspec.Raw:
        """The state after some actions."""
        asked: PuzzleAttempt = call.body
        return await asyncio.to_thread(_moment, await self._find(call), asked)

    async def verdict(self, call: Call) -> PuzzleVerdict:
        """What a turn is worth."""
        asked: PuzzleAnswer = call.body
        return await asyncio.to_thread(_verdict, await self._find(call), asked)

    def endpoints(self) -> list[Endpoint]:
        at = {"id": PuzzleId}
        return [
            Endpoint("GET", "/api/puzzles", "puzzles", "Positions with one clearly best turn, by module and grade",
                     self.all, Puzzles, tag="puzzles"),
            Endpoint("GET", "/api/puzzles/{id}", "puzzle", "The table of a puzzle", self.one, PuzzleTable,
                     path_types=at, tag="puzzles"),
            Endpoint("POST", "/api/puzzles/{id}/moment", "puzzle-moment", "The state after the actions of a turn",
                     self.moment, PuzzleMoment, PuzzleAttempt, path_types=at, errors=(ILLEGAL,), tag="puzzles"),
            Endpoint("POST", "/api/puzzles/{id}/verdict", "puzzle-verdict", "What a turn is worth, and the best one",
                     self.verdict, PuzzleVerdict, PuzzleAnswer, path_types=at, errors=(ILLEGAL, UNFINISHED),
                     cost=JUDGING_COST, tag="puzzles"),
        ]  # fmt: skip


def _listed(day: datetime.date) -> msgspec.Raw:
    from tiefenthal.players.puzzles import puzzle_of, puzzles

    found = puzzles()
    cards: dict[str, int] = {}
    pictures = [picture_of(one, cards) for one in found]
    today = puzzle_of(day, found)
    return msgspec.Raw(
        msgspec.json.encode(
            Puzzles([info_of(one) for one in found], pictures, list(cards), None if today is None else today.id)
        )
    )


def picture_of(puzzle: "Puzzle", cards: dict[str, int]) -> PuzzlePicture:
    """A puzzle, as it is drawn small; `cards` are those that were drawn before, each with its place."""
    own = puzzle.position["seats"][puzzle.seat]
    return PuzzlePicture(
        seat=puzzle.seat + 1,
        tables=[cards.setdefault(card, len(cards)) for card in own["seated"]],
        white="".join(own["white_dice"]),
        own="".join(own["coloured_dice"]),
        coaster="".join(map(str, own["coaster"])) if puzzle.kind == "draft" else "",
    )


def _found(name: str) -> "Puzzle | None":
    from tiefenthal.players.puzzles import find_puzzle

    return find_puzzle(name)


def info_of(puzzle: "Puzzle") -> PuzzleInfo:
    """A puzzle, as it is listed."""
    return PuzzleInfo(
        id=puzzle.id,
        kind="draft" if puzzle.kind == "draft" else "turn",
        theme=puzzle.theme,
        grade=puzzle.grade,
        modules=puzzle.modules,
        players=puzzle.players,
        round=puzzle.round,
    )


def _played(puzzle: "Puzzle", actions: list[str]) -> "Attempt":
    from tiefenthal.players.puzzles import Attempt

    attempt = Attempt(puzzle)
    try:
        for text in actions:
            attempt.play(text)
    except IllegalActionError as error:
        raise Refusal(409, "illegal", str(error)) from None
    return attempt


def _moment(puzzle: "Puzzle", asked: PuzzleAttempt) -> msgspec.Raw:
    attempt = _played(puzzle, asked.actions[:-1])
    last = asked.actions[-1] if asked.actions else None
    try:
        update = solo_update(attempt, last, asked.ply)
    except IllegalActionError as error:
        raise Refusal(409, "illegal", str(error)) from None
    over = b"true" if attempt.over else b"false"
    return msgspec.Raw(b'{"update":%b,"over":%b}' % (update, over))


def _verdict(puzzle: "Puzzle", asked: PuzzleAnswer) -> PuzzleVerdict:
    from tiefenthal.players.analysis.words import reasons_words, steps_words
    from tiefenthal.players.puzzles import UnfinishedError, judge_attempt

    words = i18n.catalogue(asked.language if asked.language in i18n.CODES else i18n.DEFAULT)
    state, seat = puzzle.state(), puzzle.seat
    result: Literal["best", "nearly", "not", "shown"] = "shown"
    cost, reasons = 0.0, puzzle.reasons
    mine: list[str] = []
    if asked.actions is not None:
        try:
            verdict = judge_attempt(puzzle, asked.actions)
        except IllegalActionError as error:
            raise Refusal(409, "illegal", str(error)) from None
        except UnfinishedError:
            raise Refusal(*UNFINISHED) from None
        result, cost, reasons = verdict.result, verdict.cost, verdict.reasons
        mine = steps_words(words, state, seat, asked.actions)
    against = "puzzles.for-yours" if result in ("nearly", "not") else "puzzles.for-second"
    return PuzzleVerdict(
        result=result,
        cost=cost,
        margin=puzzle.margin,
        answer=steps_words(words, state, seat, puzzle.answer),
        mine=mine,
        reasons=reasons_words(words, state.setup.edition, reasons, "puzzles.for-best", against),
        found=puzzle.found,
    )
