"""The answers of the analysis process: reviews part by part, single moments, positions to play on from, hints.

All input except the views may be hostile: records are read by the same rules as everywhere, and the process has its own
limits (`worker.py`).
"""

import hashlib
from collections import Counter, OrderedDict
from typing import Final

import msgspec

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components import built_in_edition, parse_edition
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.record.notation import RecordError, read_record
from tiefenthal.engine.record.position import PositionError, position_of
from tiefenthal.engine.record.position.text import canonical_json
from tiefenthal.engine.replay import Replay
from tiefenthal.engine.rules.actions import READY_NOW, Action, parse_action
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import determinize, view_of
from tiefenthal.i18n import CODES, DEFAULT, catalogue
from tiefenthal.players.analysis import NothingToDecideError, Reviewer, analyse, hint_of
from tiefenthal.players.analysis.data import GradedDecision, Review, SeatReview
from tiefenthal.players.analysis.moments import Moment
from tiefenthal.players.analysis.review import Part
from tiefenthal.players.analysis.words import hint_words, outlook_words, reasons_words, steps_words
from tiefenthal.players.bots.neural import NeuralBotError
from tiefenthal.players.bots.search.choices import after_choice
from tiefenthal.players.bots.search.solo_turn import act, copy, open_table, serve_now
from tiefenthal.server.analysis import wire
from tiefenthal.server.bots import wire as bot_wire
from tiefenthal.server.protocol.review import CostlyDecision as Costly
from tiefenthal.server.protocol.review import (
    Hint,
    MomentStep,
    ReviewAccuracy,
    Reviewed,
    ReviewedDecision,
    ReviewedLuck,
    ReviewedSeat,
    ReviewMoment,
    ReviewStanding,
)
from tiefenthal.server.tables.board import board_of, figures_of

KEPT: Final = 4
"""Records kept ready, and figures."""
LONGEST: Final = 400
HINTS: Final = "Hints"
"""The tag of a record that says where hints were asked for: "p1 17 23, p2 40"."""


class Answers:
    """Answers questions one after the other."""

    def __init__(self) -> None:
        self._reviewers: OrderedDict[tuple[str, int], Reviewer] = OrderedDict()
        self._editions: OrderedDict[str, Edition] = OrderedDict()

    def answer(self, asked: wire.Question) -> msgspec.Struct:
        """The answer, or why there is none."""
        try:
            return self._answer(asked)
        except (RecordError, PositionError) as error:
            said = {code: error.words(catalogue(code))[:LONGEST] for code in CODES}
            return wire.Failed("record", said[DEFAULT], said)
        except NothingToDecideError as error:
            return wire.Failed("nothing", str(error))
        except NeuralBotError as error:
            return wire.Failed("no-judge", str(error)[:LONGEST])

    def _answer(self, asked: wire.Question) -> msgspec.Struct:
        if isinstance(asked, wire.Open):
            reviewer = self._reviewer(asked.record, asked.budget)
            return wire.Opened(reviewer.units(), _reviewed(reviewer, reviewer.gather([])))
        if isinstance(asked, wire.Look):
            return self._look(asked)
        if isinstance(asked, wire.Show):
            return self._show(asked)
        if isinstance(asked, wire.From):
            return _position(asked)
        return self._advise(asked)

    def _reviewer(self, record: str, budget: int) -> Reviewer:
        key = hashlib.sha256(record.encode()).hexdigest(), budget
        found = self._reviewers.pop(key, None) or Reviewer(record, budget)
        self._reviewers[key] = found
        if len(self._reviewers) > KEPT:
            self._reviewers.popitem(last=False)
        return found

    def _look(self, asked: wire.Look) -> wire.Looked:
        reviewer = self._reviewer(asked.record, asked.budget)
        part = reviewer.part(asked.unit)
        parts = [msgspec.json.decode(one, type=Part) for one in asked.parts]
        review = reviewer.gather([*parts, part])
        costly = [one.decision for seat in review.seats for one in seat.costliest]
        return wire.Looked(
            msgspec.Raw(msgspec.json.encode(part)),
            _reviewed(reviewer, review),
            {one.ply: _texts(reviewer, one) for one in costly},
            {one.ply: _shown(one) for one in costly},
        )

    def _show(self, asked: wire.Show) -> ReviewMoment:
        reviewer = self._reviewer(asked.record, 1)
        moment, seat = _moment(reviewer, asked.ply)
        state = moment.state
        return ReviewMoment(
            seat + 1,
            asked.ply,
            _names(reviewer),
            figures_of(state.setup),
            board_of(view_of(state, seat).state),
            _steps(state, seat, moment.actions, asked.language),
            _steps(state, seat, [parse_action(text) for text in asked.best], asked.language),
        )

    def _advise(self, asked: wire.Advise) -> Hint:
        digest = hashlib.sha256(asked.edition.encode()).hexdigest()
        edition = self._editions.pop(digest, None) or parse_edition(asked.edition)
        self._editions[digest] = edition
        if len(self._editions) > KEPT:
            self._editions.popitem(last=False)
        given = bot_wire.read_choose(f"0 quiet {bytes(asked.view).decode()}", {edition.digest: edition})
        found = analyse(given.view, asked.budget)
        words = catalogue(asked.language)
        best, hint = found.options[0], hint_of(found)
        state, seat = given.view.state, given.view.seat
        reasons: list[str] = []
        if best.dice and best.reasons:
            reasons.append(words.say("analysis.dice", dice=" ".join(str(face) for face in best.dice)))
        reasons += hint_words(words, state, seat, hint)
        return Hint(
            ply=0,
            level=3,
            kind=found.kind,
            look=hint.nudge,
            nudge=words.say(f"hint.{hint.nudge}"),
            actions=best.actions,
            steps=steps_words(words, state, seat, best.actions),
            outlook=outlook_words(words, best.outlook, len(state.players)),
            reasons=reasons,
        )


# --- reviews


def _names(reviewer: Reviewer) -> list[str]:
    tags = reviewer.moments.record.tags
    return [tags.get(f"Seat{seat + 1}", "")[:100] for seat in range(reviewer.moments.game.players)]


def hints_of(tag: str, players: int) -> list[int]:
    """By seat, at how many decisions a record says that hints were asked for."""
    counts = [0] * players
    for part in tag.split(", "):
        who, *where = part.split(" ")
        if who[:1] == "p" and who[1:].isdigit() and 1 <= int(who[1:][:3]) <= players:
            counts[int(who[1:]) - 1] = len(where)
    return counts


def _reviewed(reviewer: Reviewer, review: Review) -> Reviewed:
    moments = reviewer.moments
    return Reviewed(
        players=review.players,
        modules=review.modules,
        over=review.over,
        winners=[seat + 1 for seat in review.winners],
        plies=moments.game.ply,
        rounds=moments.game.edition.rounds,
        budget=review.budget,
        standings=[ReviewStanding(one.round, one.chances, one.expected) for one in review.standings],
        seats=[_seat(one) for one in review.seats],
        luck=[ReviewedLuck(one.seat + 1, one.round, one.cards, one.dice) for one in review.luck],
        decisions=[_decision(one) for one in review.decisions],
        hints=hints_of(moments.record.tags.get(HINTS, ""), review.players),
    )


def _seat(one: SeatReview) -> ReviewedSeat:
    return ReviewedSeat(
        seat=one.seat + 1,
        name=one.name[:100],
        score=one.score,
        accuracy=[ReviewAccuracy(kind.of, kind.decisions, kind.accuracy, kind.cost) for kind in one.accuracy],
        cost=one.cost,
        luck=one.luck,
        costliest=[Costly(_decision(costly.decision), [], [], []) for costly in one.costliest],
    )


def _decision(one: GradedDecision) -> ReviewedDecision:
    return ReviewedDecision(one.seat + 1, one.round, one.phase, one.kind, one.ply, one.cost, one.grade)


def _shown(one: GradedDecision) -> list[str]:
    """What would have been better; of a plan without the serving that follows."""
    ready = READY_NOW.text
    if one.phase == PLANNING and ready in one.best:
        return one.best[: one.best.index(ready) + 1]
    return one.best


def _texts(reviewer: Reviewer, one: GradedDecision) -> dict[str, wire.Texts]:
    """A costly decision in all languages."""
    state = reviewer.state_before(one)
    found: dict[str, wire.Texts] = {}
    for code in CODES:
        words = catalogue(code)
        played = steps_words(words, state, one.seat, one.played)
        better = steps_words(words, state, one.seat, _shown(one))
        reasons = reasons_words(words, state.setup.edition, one.reasons, "analysis.instead", "analysis.played")
        # A turn has many actions, and most of them are the same in both.
        found[code] = wire.Texts(_only(played, better), _only(better, played), reasons)
    return found


def _only(steps: list[str], others: list[str]) -> list[str]:
    return list((Counter(steps) - Counter(others)).elements()) or steps


# --- moments


def _moment(reviewer: Reviewer, ply: int) -> tuple[Moment, int]:
    """A decision of the record, and whose it is."""
    for evening in reviewer.moments.evenings.values():
        for moment in evening.decisions:
            if moment.ply == ply:
                return moment, evening.seat
    raise RecordError(0, "no-decision", ply=ply)


def _steps(before: State, seat: int, actions: list[Action], language: str) -> list[MomentStep]:
    """The table after each step of a turn; of any other decision only what it is, for what follows is luck."""
    words = steps_words(catalogue(language), before, seat, [action.text for action in actions])
    luck = SeededChance("none is needed")
    s = open_table(before, seat)
    turn = phase_of(s) in (PLANNING, SERVING)
    found: list[MomentStep] = []
    for action, said in zip(actions, words, strict=True):
        if turn:
            s = copy(s, seat)
            if action is READY_NOW:
                serve_now(s, seat, luck)
            else:
                act(s, seat, action, luck)
        elif len(actions) > 1:
            s = after_choice(s, seat, action, luck)
        found.append(MomentStep(said, board_of(view_of(s, seat).state)))
    return found


def _position(asked: wire.From) -> wire.Placed:
    """The table before a decision. What the seat could not know then is drawn again, from the seed alone."""
    record = read_record(asked.record)
    replay = Replay(record)
    game = replay.game
    while game.ply < asked.ply and replay.step() is not None:
        game = replay.game
    if game.ply != asked.ply or asked.seat >= game.players or asked.seat not in game.to_act:
        raise RecordError(0, "waits-not")
    state = determinize(game.view(asked.seat), SeededChance(asked.seed))
    edition = record.edition
    number, points = game.round, list(game.scores)
    outcome = replay.to_the_end().outcome
    return wire.Placed(
        position=canonical_json(position_of(state)),
        modules=record.modules,
        names=[record.tags.get(f"Seat{seat + 1}", "")[:100] for seat in range(record.players)],
        rules=record.rules,
        edition_text=None if built_in_edition(edition.digest) is not None else edition.text,
        edition=edition.name,
        edition_digest=edition.digest,
        round=number,
        points=points,
        scores=list(outcome.scores) if outcome is not None else [],
    )
