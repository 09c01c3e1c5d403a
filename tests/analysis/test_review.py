"""A game looked back on: what decisions cost, what was luck, and how it stood."""

import random
from itertools import islice

import msgspec
import pytest

from tests.analysis.positions import quick_game
from tests.figures import FIGURES
from tiefenthal.engine.components.kinds import NOBLE
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.record.notation import RecordError, read_record
from tiefenthal.engine.record.position import state_from_position
from tiefenthal.engine.rules.actions import AGAIN_PLEASE, parse_action
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.analysis import Review, Reviewer, Thinker, review
from tiefenthal.players.analysis.data import as_json
from tiefenthal.players.analysis.grading import GOOD, GRADES, accuracy_of, grade_of
from tiefenthal.players.analysis.luck import luck_of
from tiefenthal.players.analysis.moments import Evening, Moment
from tiefenthal.players.analysis.processes import review_in_processes

BUDGET = 1


@pytest.fixture(scope="module")
def record() -> str:
    """Three evenings and a little of a fourth, all modules."""
    return quick_game(2, 5, "review", evenings=3).record


@pytest.fixture(scope="module")
def found(record: str) -> Review:
    return review(record, BUDGET)


def test_every_decision_is_graded(record: str, found: Review) -> None:
    game = new_game(2, 5, "review", FIGURES)
    entries = read_record(record).decisions
    single = 0
    for ply, (seat, action) in enumerate(entries):
        if game.phase not in ("planning", "serving") and len(game.legal_actions(seat)) > 1:
            single += 1
            assert [one.played for one in found.decisions if one.ply == ply and one.seat == seat] == [[action.text]]
        game.play(seat, action)
    turns = [one for one in found.decisions if one.kind == "turn"]
    assert len(found.decisions) - len(turns) == single
    assert sorted((one.round, one.seat, one.phase) for one in turns) == sorted(
        (number, seat, phase) for number in (1, 2, 3) for seat in (0, 1) for phase in ("planning", "serving")
    )
    assert found.complete
    assert not found.over
    for one in found.decisions:
        assert one.cost >= 0.0
        assert one.grade == grade_of(one.cost)
        assert bool(one.best) == (one.cost > 0.0)


def test_the_costliest_come_with_their_position(record: str, found: Review) -> None:
    for seat in found.seats:
        own = sorted([one.cost for one in found.decisions if one.seat == seat.seat], reverse=True)
        assert [costly.decision.cost for costly in seat.costliest] == [cost for cost in own[:3] if cost > GOOD]
        assert seat.costliest
        for costly in seat.costliest:
            assert costly.decision.reasons or costly.decision.kind in ("draft", "turn")
            assert costly.position["view_of"] == seat.seat + 1
            state = state_from_position(costly.position)
            assert state.round == costly.decision.round
            first = View(seat.seat, state).why_not
            assert first(parse_action(costly.decision.played[0])) is None
            assert first(parse_action(costly.decision.best[0])) is None


def test_the_standings(found: Review) -> None:
    assert [standing.round for standing in found.standings] == [0, 1, 2, 3]
    assert found.standings[0].chances == [0.5, 0.5]
    for standing in found.standings:
        assert sum(standing.chances) == pytest.approx(1.0, abs=0.002)


def test_accuracy_is_told_by_what_was_lost(found: Review) -> None:
    for seat in found.seats:
        own = [one for one in found.decisions if one.seat == seat.seat]
        by_name = {one.of: one for one in seat.accuracy}
        assert by_name["all"].decisions == len(own)
        assert by_name["all"].accuracy == accuracy_of(seat.cost) < 100.0
        drafts = [one for one in own if one.phase == "draft"]
        assert by_name["draft"].decisions == len(drafts)
        assert sum(by_name[part].decisions for part in ("opening", "middle", "end") if part in by_name) == len(own)


def test_parts_may_be_made_in_any_order_and_some_be_missing(record: str, found: Review) -> None:
    reviewer = Reviewer(record, BUDGET)
    units = reviewer.units()
    random.Random(1).shuffle(units)
    parts = [reviewer.part(unit) for unit in units]
    assert as_json(reviewer.gather(parts)) == as_json(found)
    some = reviewer.gather(parts[:3])
    assert not some.complete
    assert 0 < len(some.decisions) < len(found.decisions)
    assert as_json(msgspec.json.decode(as_json(found), type=Review)) == as_json(found)


def test_processes_find_the_same(record: str, found: Review) -> None:
    told: list[tuple[int, int]] = []
    there = review_in_processes(record, BUDGET, 0, 2, lambda done, wanted: told.append((done, wanted)))
    assert as_json(there) == as_json(found)
    assert told[-1] == (len(Reviewer(record, BUDGET).units()),) * 2


def test_an_interruption_leaves_what_was_seen(record: str) -> None:
    def interrupted(done: int, wanted: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    for some in (review(record, BUDGET, 0, interrupted), review_in_processes(record, BUDGET, 0, 1, interrupted)):
        assert not some.complete
        assert len({(one.round, one.seat) for one in some.decisions}) == 2


def test_who_does_what_the_analysis_says_gives_nothing_away() -> None:
    """By the plain judge, which is what a review compares with."""
    game = new_game(2, 1, "perfect", edition=FIGURES)
    thinker = Thinker(BUDGET, "0")
    while not game.over and game.round <= 2:
        seat = game.to_act[0]
        view = game.view(seat)
        legal = view.legal_actions()
        if len(legal) == 1 or seat:
            game.play(seat, legal[0])
            continue
        _, options = thinker.candidates(view)
        actions = options[0].actions
        for action in actions if game.phase == "serving" else actions[:1]:
            game.play(seat, action)
    after = review(game.record, BUDGET)
    mine, other = after.seats
    assert mine.cost < 2.0  # a draft seen again with what was found before may look a little different
    assert other.cost > 10.0
    assert mine.accuracy[0].accuracy > 98
    assert other.accuracy[0].accuracy < 95


def test_luck_is_told_from_skill() -> None:
    """The same evening with the best dice and with the worst: dice luck differs, card luck does not."""
    reviewer = Reviewer(quick_game(2, 1, "luck", evenings=1).record, BUDGET)
    evening = reviewer.moments.evenings[1, 0]
    thinker = Thinker(BUDGET, "0")
    assert evening.draft is not None
    found = {}
    for name, faces in (("good", [2, 3, 4, 5]), ("bad", [1, 1, 1, 1])):
        for p in evening.draft.players:
            p.coaster = faces[:]
        thinker.start_afresh()
        luck = luck_of(thinker, evening, None)
        assert luck is not None
        found[name] = luck
    assert found["good"].cards == found["bad"].cards
    assert found["good"].dice > found["bad"].dice + 10


def last_evening() -> tuple[Evening, State]:
    """The only evening of a game, as if it were the last: nothing was decided in it yet; and its draft."""
    reviewer = Reviewer(quick_game(2, 1, "cards", evenings=1).record, BUDGET)
    evening = reviewer.moments.evenings[1, 0]
    assert evening.draft is not None
    evening.round = evening.draft.round = 8
    evening.decisions = []
    return evening, evening.draft


def test_guests_who_pay_are_luck_with_cards() -> None:
    """The last evening with the guests who pay best, and with those who pay least."""
    evening, draft = last_evening()
    p = draft.players[0]
    ed = draft.setup.edition
    tables = len(p.seated)
    cards = [card for card in p.deck + p.seated if card > NOBLE] + [ed.kind_of["g7.2.7"]] * tables
    cards.sort(key=ed.pays.__getitem__, reverse=True)
    staff = [card for card in p.deck if card < NOBLE]
    found = {}
    for name, seated, rest in (("rich", cards[:tables], cards[tables:]), ("poor", cards[-tables:], cards[:-tables])):
        p.seated, p.deck = seated, staff + rest
        luck = luck_of(Thinker(BUDGET, "0"), evening, None)
        assert luck is not None
        found[name] = luck.cards
    assert found["rich"] > found["poor"] + 3


def test_guests_sent_home_were_bad_luck_however_well_that_was_decided() -> None:
    """The same evening, once with guests who were sent home before. That it was right to do so is skill; that they came
    is not."""
    evening, draft = last_evening()
    p = draft.players[0]
    ed = draft.setup.edition
    p.deck += [ed.kind_of["g7.2.7"]] * len(p.seated)
    before = luck_of(Thinker(BUDGET, "0"), evening, None)
    poor = draft.clone()
    p = poor.players[0]
    cards = sorted(p.deck + p.seated, key=ed.pays.__getitem__)
    p.seated = [card for card in cards if card > NOBLE][: len(p.seated)]
    for card in p.seated:
        cards.remove(card)
    p.deck, p.counter_guests, p.coaster, p.coloured = cards, 1, [], 0
    evening.decisions = [Moment(0, "arrival", "arrival", poor, [AGAIN_PLEASE])]
    after = luck_of(Thinker(BUDGET, "0"), evening, None)
    assert before is not None
    assert after is not None
    assert after.cards < before.cards - 3
    assert after.dice == before.dice


def test_how_it_ended_stands_at_the_end() -> None:
    reviewer = Reviewer(quick_game(3, 1, "ended").record, BUDGET)
    some = reviewer.gather(islice(reviewer.parts(), 1))
    result = reviewer.moments.game.outcome
    assert result is not None
    assert some.winners == list(result.winners)
    assert some.standings[-1].chances == [1.0 if seat in result.winners else 0.0 for seat in range(3)]
    assert [round(points) for points in some.standings[-1].expected] == list(result.scores)


def test_a_game_that_began_with_a_position() -> None:
    game = quick_game(2, 3, "middle", evenings=4)
    later = Game.from_position(game.position(), "later")
    while later.round <= 5 and not later.over:
        seat = later.to_act[0]
        later.play(seat, later.legal_actions(seat)[0])
    reviewer = Reviewer(later.record, BUDGET)
    first = reviewer.part(reviewer.units()[0])
    assert first.decisions


def test_a_broken_record_is_refused(record: str) -> None:
    lines = record.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("p1 take"))
    lines[at] = "p1 take 7"
    with pytest.raises(RecordError):
        Reviewer("\n".join(lines))


def test_grades_and_accuracy() -> None:
    assert [grade_of(cost) for cost in (0.0, 1.0, 3.0, 8.0, 30.0)] == [name for name, _ in GRADES]
    assert accuracy_of(0.0) == 100.0
    assert accuracy_of(10.0) == 95.0
    assert accuracy_of(250.0) == 0.0
