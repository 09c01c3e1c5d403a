"""The review of a game: part after part, and their summary.

A part is what one seat did in one evening, with the luck it had. Parts depend only on the record, the budget and the
seed, so they can be made in any order and anywhere; `gather` puts them together, also when some are missing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from tiefenthal.engine.record.notation import Record, read_record
from tiefenthal.engine.record.position import view_document
from tiefenthal.engine.rules.phases import ARRIVAL, DRAFT, EVENING, JUGGLING, PLANNING, SERVING, START_CARDS
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.analysis.calibration import errors
from tiefenthal.players.analysis.data import (
    Accuracy,
    Costly,
    EveningLuck,
    GradedDecision,
    Review,
    SeatReview,
    Standing,
)
from tiefenthal.players.analysis.grading import GOOD, Grader, accuracy_of
from tiefenthal.players.analysis.judge import Raw
from tiefenthal.players.analysis.luck import luck_of
from tiefenthal.players.analysis.moments import Moments
from tiefenthal.players.analysis.thinker import Thinker

BUDGET: Final = 25
"""For a review, by default: a game of two in half a minute on two cores, with the compiled engine."""
COSTLIEST: Final = 3
ALL: Final = "all"
PHASES: Final = (START_CARDS, EVENING, ARRIVAL, DRAFT, PLANNING, SERVING, JUGGLING)
PARTS: Final = ("opening", "middle", "end")


class Part(msgspec.Struct, frozen=True):
    """What one seat did in one evening."""

    round: int
    seat: int
    decisions: list[GradedDecision]
    luck: EveningLuck | None


class Reviewer:
    """A record, ready to be reviewed part by part. Raises RecordError where it breaks the rules."""

    def __init__(self, record: Record | str, budget: int = BUDGET, seed: int | str = 0) -> None:
        self.moments: Moments = Moments(read_record(record) if isinstance(record, str) else record)
        self._thinker: Thinker = Thinker(budget, str(seed))

    def units(self) -> list[tuple[int, int]]:
        """All parts, as evening and seat, in the order of play."""
        return self.moments.units()

    def part(self, unit: tuple[int, int]) -> Part:
        number, seat = unit
        decisions = self.graded(unit)
        luck = luck_of(self._thinker, self.moments.evenings[unit], self.moments.ends.get(number - 1))
        return Part(number, seat, decisions, luck)

    def graded(self, unit: tuple[int, int]) -> list[GradedDecision]:
        """The decisions of a part, without the luck."""
        grader = Grader(self._thinker, unit[1])
        return [grader.grade(moment) for moment in self.moments.evenings[unit].decisions]

    def parts(self) -> Iterator[Part]:
        """One after the other."""
        for unit in self.units():
            yield self.part(unit)

    # --- all together

    def gather(self, parts: Iterable[Part]) -> Review:
        """The review these parts make."""
        found = sorted(parts, key=lambda part: (part.round, part.seat))
        game = self.moments.game
        outcome = game.outcome
        decisions = sorted([one for part in found for one in part.decisions], key=lambda one: one.ply)
        luck = [part.luck for part in found if part.luck is not None]
        return Review(
            players=game.players,
            modules=game.modules,
            over=game.over,
            winners=list(outcome.winners) if outcome is not None else [],
            complete=len(found) == len(self.units()),
            budget=self._thinker.budget,
            seed=self._thinker.seed,
            standings=self.standings(),
            seats=[self._seat(seat, decisions, luck) for seat in range(game.players)],
            luck=luck,
            decisions=decisions,
        )

    def standings(self) -> list[Standing]:
        """The chances to win, from the beginning to the end."""
        game = self.moments.game
        found = [Standing(0, [round(1 / game.players, 2)] * game.players, [])]
        for number, end in sorted(self.moments.ends.items()):
            found.append(self._standing(number, end))
        outcome = game.outcome
        if outcome is not None:
            won = [
                round(1 / len(outcome.winners), 2) if seat in outcome.winners else 0.0 for seat in range(game.players)
            ]
            found[-1] = Standing(found[-1].round, won, [float(points) for points in outcome.scores])
        return found

    def _standing(self, number: int, s: State) -> Standing:
        left = s.setup.edition.rounds - number
        chances: list[float] = []
        expected: list[float] = []
        for seat in range(len(s.players)):
            raw: Raw = self._thinker.judge.raws([view_of(s, seat).state], seat)[0]
            chances.append(errors().win(raw.win, SERVING, left, len(s.players))[0])
            expected.append(round(raw.score + errors().of("score", SERVING, left, s.setup)[0], 1))
        whole = sum(chances)
        return Standing(number, in_percents([chance / whole for chance in chances]), expected)

    def _seat(self, seat: int, decisions: list[GradedDecision], luck: list[EveningLuck]) -> SeatReview:
        own = [one for one in decisions if one.seat == seat]
        rounds = self.moments.game.edition.rounds
        accuracy = [_accuracy(ALL, own)]
        accuracy += [_accuracy(phase, [one for one in own if one.phase == phase]) for phase in PHASES]
        accuracy += [_accuracy(part, [one for one in own if part_of(one.round, rounds) == part]) for part in PARTS]
        costly = sorted([one for one in own if one.cost > GOOD], key=lambda one: (-one.cost, one.ply))[:COSTLIEST]
        return SeatReview(
            seat=seat,
            name=self.moments.record.tags.get(f"Seat{seat + 1}", ""),
            score=self.moments.game.scores[seat],
            accuracy=[one for one in accuracy if one.decisions or one.of == ALL],
            cost=accuracy[0].cost,
            luck=round(sum(one.cards + one.dice for one in luck if one.seat == seat), 1),
            costliest=[Costly(one, self._position(one)) for one in costly],
        )

    def state_before(self, decision: GradedDecision) -> State:
        """The table at which a decision was made, as the seat could know it."""
        evening = self.moments.evenings[decision.round, decision.seat]
        return next(moment.state for moment in evening.decisions if moment.ply == decision.ply)

    def _position(self, decision: GradedDecision) -> dict[str, object]:
        return view_document(View(decision.seat, self.state_before(decision)))


def part_of(number: int, rounds: int) -> str:
    """The part of the game an evening belongs to."""
    return PARTS[min(2, max(0, number - 1) * 3 // rounds)]


def _accuracy(of: str, decisions: list[GradedDecision]) -> Accuracy:
    cost = round(sum(one.cost for one in decisions), 1)
    return Accuracy(of, len(decisions), accuracy_of(cost), cost)


def in_percents(chances: list[float]) -> list[float]:
    """Chances as they are shown everywhere: in whole percents that add up to 100."""
    whole = [int(100 * chance) for chance in chances]
    rest = sorted(range(len(chances)), key=lambda seat: whole[seat] - 100 * chances[seat])
    for seat in rest[: 100 - sum(whole)]:
        whole[seat] += 1
    return [percent / 100 for percent in whole]


Progress = Callable[[int, int], None]
"""Called with the number of parts done and of all parts."""


def review(record: Record | str, budget: int = BUDGET, seed: int | str = 0, progress: Progress | None = None) -> Review:
    """The review of a record, in this process. If interrupted by Ctrl-C, it covers the finished parts."""
    reviewer = Reviewer(record, budget, seed)
    wanted = len(reviewer.units())
    parts: list[Part] = []
    try:
        for part in reviewer.parts():
            parts.append(part)
            if progress is not None:
                progress(len(parts), wanted)
    except KeyboardInterrupt:
        pass
    return reviewer.gather(parts)
