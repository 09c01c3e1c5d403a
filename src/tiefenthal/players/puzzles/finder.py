"""Puzzles found in a game that a strong bot plays against itself, and confirmed by a deep search.

Every turn of the game is analysed. Where the best is far ahead of the second, the deep search looks again: the analysis
with a much larger budget and other seeds; and for turns the next evenings that would follow the best and the second,
with the same luck for both.
"""

import hashlib
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from tiefenthal.engine.chance import CommonChance
from tiefenthal.engine.game import new_game
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.record.position import view_document
from tiefenthal.engine.rules.phases import PLANNING
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.analyse import reasons_between
from tiefenthal.players.analysis.data import Reason
from tiefenthal.players.analysis.moments import Moments
from tiefenthal.players.analysis.thinker import DRAFT, TURN, Candidate, Thinker
from tiefenthal.players.bots.neural.rollouts import Rollouts, next_evening
from tiefenthal.players.driver import drive, seated_bots
from tiefenthal.players.puzzles.data import Puzzle
from tiefenthal.players.puzzles.form import name_of
from tiefenthal.players.puzzles.levels import grade_of, tried
from tiefenthal.players.puzzles.themes import theme_of
from tiefenthal.players.puzzles.verdict import end_of, same_end

PLAYER: Final = "swift"
"""The bot that plays the games: the network of the Master with a short search."""
AT_FIRST: Final = 8
"""The budget of the first look, in percent of the Master's work."""
DRAFT_LOOKED_AT: Final = 2
"""Which take of an evening: at the first one most hands are still possible."""
DEEP: Final = 400
"""The budget of the deep search."""
SEED: Final = "deep"
MARGIN: Final = {TURN: 2.5, DRAFT: 4.0}
"""Points by which the answer must be ahead."""
OPTIONS: Final = {TURN: 6, DRAFT: 3}
"""The minimum number of options for a puzzle."""
EVENINGS: Final = 20
"""Next evenings sampled for the best and for the second."""
SURE: Final = 2.0
"""Standard errors by which the next evenings must favour the best."""
FROM_ONE_GAME: Final = 10
OF_ONE_THEME: Final = 3
DRAFTS: Final = 2


class Place(NamedTuple):
    """A decision in a game at which the best option was far ahead."""

    view: View
    kind: str
    found: list[Candidate]


def played(players: int, modules: int, seed: str) -> str:
    """A game of the strong bot against itself, as a record."""
    game = new_game(players, modules, seed)
    return drive(game, seated_bots([PLAYER] * players, game.seed)).record


def places_in(record: str) -> Iterator[Place]:
    """The decisions of a game that may be puzzles. Raises RecordError."""
    moments = Moments(read_record(record))
    thinker = Thinker(AT_FIRST, "first look")
    for (_, seat), evening in sorted(moments.evenings.items()):
        drafts = 0
        for moment in evening.decisions:
            if moment.kind == DRAFT:
                drafts += 1
            if (moment.kind == DRAFT and drafts == DRAFT_LOOKED_AT) or moment.phase == PLANNING:
                view = View(seat, moment.state)
                kind, found = thinker.candidates(view)
                if _clear(kind, found):
                    yield Place(view, kind, found)


def _clear(kind: str, found: list[Candidate]) -> bool:
    return len(found) >= OPTIONS[kind] and found[0].worth - found[1].worth >= MARGIN[kind]


def same(kind: str, one: Candidate, other: Candidate, seat: int) -> bool:
    """Whether two options have the same result."""
    if kind == TURN:
        return same_end(one.after, other.after, seat)
    return one.actions == other.actions


def confirmed(place: Place) -> list[Candidate] | None:
    """What the deep search finds, the best first; None if it disagrees or is less sure."""
    seat, found = place.view.seat, place.found
    if place.kind == TURN and not _borne_out(place.view.state, seat, found[0], found[1]):
        return None
    _, deep = Thinker(DEEP, SEED).candidates(place.view)
    return deep if _clear(place.kind, deep) and same(place.kind, deep[0], found[0], seat) else None


def _borne_out(before: State, seat: int, best: Candidate, second: Candidate) -> bool:
    """Whether the next evenings favour the best as well. After the last one there are none, and points are counted."""
    if before.round >= before.setup.edition.rounds:
        return True
    rollouts = Rollouts(Thinker(DEEP, SEED).judge)
    gains: list[float] = []
    for number in range(EVENINGS):
        worths: list[float] = []
        for one in (best, second):
            luck = CommonChance(f"{SEED} evenings", number)
            s = next_evening(one.after, seat, luck)
            rollouts.draft(s, seat, luck)
            worths.append(rollouts.worth(s, seat, luck))
        gains.append(worths[0] - worths[1])
    mean = sum(gains) / len(gains)
    spread = sum([(gain - mean) ** 2 for gain in gains]) / (len(gains) - 1)
    return mean > SURE * math.sqrt(spread / len(gains))


def solve(puzzle: Puzzle, budget: int = DEEP, seed: str = "check") -> list[str]:
    """What the deep search answers, with a seed that was not used to make the puzzle; the stored answer if it has the
    same result.
    """
    view = puzzle.view()
    _, found = Thinker(budget, seed).candidates(view)
    actions = [action.text for action in found[0].actions]
    if puzzle.kind == TURN:
        if same_end(end_of(puzzle, actions).state, end_of(puzzle, puzzle.answer).state, puzzle.seat):
            return puzzle.answer
    return actions


def puzzles_in(record: str, source: str) -> list[Puzzle]:
    """The puzzles of one game: few of the same theme, so that many games are in a collection. Raises RecordError."""
    places = list(places_in(record))
    # In an order that favours nothing: not the largest margin, not the first evening.
    places.sort(key=lambda one: hashlib.sha256(name_of(view_document(one.view)).encode()).digest())
    found: list[Puzzle] = []
    themes: dict[str, int] = {}
    evenings: set[tuple[int, int]] = set()
    for place in places:
        view = place.view
        evening = (view.seat, view.state.round)
        theme = _theme(place, place.found)
        most = DRAFTS if place.kind == DRAFT else OF_ONE_THEME
        if theme is None or themes.get(theme, 0) >= most or evening in evenings:
            continue
        deep = confirmed(place)
        if deep is None:
            continue
        puzzle = _puzzle(place, deep, source)
        if puzzle is None:
            continue
        found.append(puzzle)
        themes[puzzle.theme] = themes.get(puzzle.theme, 0) + 1
        evenings.add(evening)
        if len(found) >= FROM_ONE_GAME:
            break
    return found


def _reasons(place: Place, best: Candidate, other: Candidate) -> list[Reason]:
    return reasons_between(place.view.state, place.view.seat, place.kind, best, other)


def _theme(place: Place, found: list[Candidate]) -> str | None:
    return theme_of(place.view.state, place.view.seat, place.kind, _reasons(place, found[0], found[1]))


def _puzzle(place: Place, deep: list[Candidate], source: str) -> Puzzle | None:
    theme = _theme(place, deep)
    if theme is None:
        return None
    position = view_document(place.view)
    best, others = deep[0], deep[1:] if place.kind == DRAFT else []
    puzzle = Puzzle(
        id=name_of(position),
        kind=place.kind,
        theme=theme,
        grade=0,
        found=[],
        margin=round(best.worth - deep[1].worth, 1),
        answer=[action.text for action in best.actions],
        second=[action.text for action in deep[1].actions],
        costs={one.actions[0].text: round(best.worth - one.worth, 1) for one in others},
        reasons=_reasons(place, best, deep[1]),
        against={one.actions[0].text: _reasons(place, best, one) for one in others},
        source=source,
        position=position,
    )
    return grade_of(puzzle, tried(puzzle))
