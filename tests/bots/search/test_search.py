"""The search keeps to the rules, to what may be known, and to its time."""

import itertools

import pytest

from tests.bots.search.helpers import best, words
from tests.setups import ALL_SETUPS
from tests.table import Table
from tiefenthal import Game, SeededChance, determinize, new_game
from tiefenthal.engine.rules.actions import END_SERVING, KIND_NAMES, READY_NOW, Action
from tiefenthal.engine.rules.play import apply, legal_actions
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.search import QUICK, STEADY, Effort, SearchBot, Turn, best_turns
from tiefenthal.players.bots.search.heuristic import HeuristicJudge, HeuristicValue
from tiefenthal.players.bots.search.search import Search
from tiefenthal.players.bots.search.solo_turn import key_of, open_table

LUCK = SeededChance("search")


class Watched(Bot):
    """A player of turns whose every answer is looked at, beside others who play anyhow."""

    def __init__(self, effort: Effort, seed: int | str) -> None:
        super().__init__(seed)
        self.player = SearchBot(HeuristicJudge(), effort, seed)
        self.moments: list[View] = []
        self.kinds: set[str] = set()

    def choose(self, view: View, legal: list[Action]) -> Action:
        self.moments.append(view_of(view.state, view.seat))
        action = self.player.choose(view, legal[:])
        assert action in legal
        self.kinds.add(KIND_NAMES[action.kind])
        return action


def play(players: int, modules: int, seed: str, other: str = "random") -> Watched:
    """A whole game of a watched player."""
    game = new_game(players, modules, seed)
    watched = Watched(QUICK, seed)
    bots: list[Bot] = [watched, *[make_bot(other, f"{seed} {seat}") for seat in range(1, players)]]
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return watched


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_every_decision_is_legal_in_every_setup(players: int, modules: int) -> None:
    watched = play(players, modules, f"legal {players} {modules}")
    assert {"take", "place", "ready", "use", "end"} <= watched.kinds


def turns_of(s: State, seat: int) -> list[Turn]:
    return best_turns(s, seat, HeuristicJudge(), QUICK, LUCK)


def is_turn(view: View) -> bool:
    letter = view.state.setup.flow.steps[view.state.step].letter
    return letter == "E" or (letter == "F" and view.state.turn == view.seat)


@pytest.mark.parametrize("modules", [1, 3, 5])
def test_every_turn_found_can_be_played(modules: int) -> None:
    """Not the best one only: each action of each turn is offered by the rules, and leads where the turn says."""
    moments = [view for view in play(2, modules, f"playable {modules}").moments if is_turn(view)]
    for view in moments[::9]:
        seat = view.seat
        for turn in turns_of(view.state, seat)[:6]:
            s = view.state.clone()
            s.guest_deck = []
            for action in turn.actions:
                assert action in legal_actions(s, seat), f"{action} in {words(turn)}"
                if action is END_SERVING:
                    break
                if action is READY_NOW:  # the others are ready too, and this seat serves first
                    s.waiting = 1 << seat
                    s.start_player = seat
                apply(s, seat, action, LUCK)
            p, after = s.players[seat], turn.after.players[seat]
            assert p.deck[len(p.deck) - p.known :] == after.deck[len(after.deck) - after.known :] or p.bards
            assert (p.upgraded, p.monastery, p.book) == (after.upgraded, after.monastery, after.book) or p.bards
            assert after.thalers <= p.thalers
            assert after.faces == []


class NosyJudge:
    """Looks wherever a judge could find something hidden."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        return [
            self._read([*s.row, *s.pile, *s.guest_deck, *s.players[seat].deck, s.signed, s.signatures]) for s in states
        ]

    def _read(self, values: list[int]) -> float:
        total = 0.0
        for value in values:
            total = (total * 31.0 + value) % 1_000_003.0
        return total


@pytest.mark.parametrize("modules", [1, 2, 5])
def test_hidden_things_change_nothing(modules: int) -> None:
    """Whatever lies in the hidden piles: the same turns, in the same order, with the same worth."""
    moments = [view for view in play(2, modules, f"hidden {modules}").moments if is_turn(view)]
    for view in moments[::14]:
        found = best_turns(view.state, view.seat, NosyJudge(), QUICK, LUCK)
        for luck in ("one", "two"):
            other = determinize(view, SeededChance(luck))
            again = best_turns(other, view.seat, NosyJudge(), QUICK, LUCK)
            assert [turn.actions for turn in again] == [turn.actions for turn in found]
            assert [turn.worth for turn in again] == [turn.worth for turn in found]


def test_every_kind_of_decision_follows_from_the_view_alone() -> None:
    seen: set[str] = set()
    views: list[View] = []
    for players, modules, seed in ((2, 1, "a"), (3, 4, "b"), (2, 5, "c"), (2, 4, "d")):
        for number, view in enumerate(play(players, modules, f"kinds {seed}").moments):
            kind = KIND_NAMES[legal_actions(view.state, view.seat)[0].kind]
            if kind not in seen or number % 25 == 0:
                views.append(view)
            seen.add(kind)
    for view in (juggling(), serving_question(), dismissal()):
        views.append(view)
        seen.add(KIND_NAMES[legal_actions(view.state, view.seat)[0].kind])
    assert {"start", "dismiss", "choose", "flip", "stay", "take", "place", "use", "sign", "remove", "keep"} <= seen
    for view in views:
        legal = legal_actions(view.state, view.seat)
        choice = SearchBot(HeuristicJudge(), QUICK, 1).choose(view_of(view.state, view.seat), legal)
        for luck in ("one", "two", "three"):
            same = view_of(determinize(view, SeededChance(luck)), view.seat)
            assert SearchBot(HeuristicJudge(), QUICK, 1).choose(same, legal) is choice


def juggling() -> View:
    """Closing time with the juggler's first side."""
    t = Table(modules=2, evening=4).entertainer(0, "juggler", 1)
    t.tavern(0, "g5.3.5", "r2.1", "r4.2", "server", "brewer").stores(0, schnapps=2).closing()
    assert t.phase == "G"
    return view_of(t.state, 0)


def serving_question() -> View:
    t = Table(evening=2)
    t.tavern(0, "g5.3.5", "r2.1", "g6.4.6").markers(0, monastery=7).plan(0, "5 monk", "3 t1").serving(0)
    t.do(0, "use monk:5")
    return view_of(t.state, 0)


def dismissal() -> View:
    """The third start card: a regular must go."""
    t = Table(modules=4).start_cards(3, 1, 2).do(0, "start 3")
    return view_of(t.state, 0)


def test_the_poorest_regular_is_dismissed() -> None:
    view = dismissal()
    choice = SearchBot(HeuristicJudge(), QUICK, 1).choose(view, legal_actions(view.state, 0))
    assert choice.text.endswith(".1")


def test_the_juggler_keeps_a_good_card_or_none() -> None:
    view = juggling()
    legal = legal_actions(view.state, 0)
    choice = SearchBot(HeuristicJudge(), QUICK, 1).choose(view, legal)
    assert choice.text not in ("keep t2", "keep t3")


class CountedClock:
    """Every look at it takes a thousandth of a second."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 1000


def rich_table() -> Table:
    t = Table(modules=5, evening=5).upgraded(0, "cashbox").entertainer(0, "juggler", 2).entertainer(0, "money", 2)
    t.tavern(0, "g5.3.5", "g6.4.6", "r2.1", "r4.2", "table", "dishwasher", "server", "brewer")
    t.counter_guests(0, 2).dice(0, 1, 2, 3, 4, 5, 6, 6, coloured=3).stores(0, thalers=5, beer=5, schnapps=4)
    return t.planning()


@pytest.mark.parametrize("looks", [1, 2, 5, 20, 60])
def test_the_time_is_kept(looks: int) -> None:
    """Once the time is up the clock is looked at only until one turn is complete, and a turn is found all the same."""
    clock = CountedClock()
    effort = Effort(plans=30, nodes=10_000, ends=10_000, sets=20, seconds=looks / 1000, clock=clock)
    turns = best_turns(rich_table().state, 0, HeuristicJudge(), effort, LUCK)
    assert turns
    assert turns[0].actions[-1] is END_SERVING
    assert clock.looks <= looks + 2


def test_more_time_finds_no_less() -> None:
    worth: list[float] = []
    for looks in (1, 10, 100, 1000):
        effort = Effort(plans=12, nodes=10_000, ends=500, seconds=looks / 1000, clock=CountedClock())
        worth.append(best_turns(rich_table().state, 0, HeuristicJudge(), effort, LUCK)[0].worth)
    assert worth == sorted(worth)
    assert worth[-1] > worth[0]


@pytest.mark.parametrize("nodes", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("plans", [1, 3])
def test_the_least_effort_finds_a_turn(plans: int, nodes: int) -> None:
    """However little may be looked at: there is a whole turn, and the rules allow it."""
    tables = [rich_table(), rich_table().serving(0)]
    for t in tables:
        turns = best_turns(t.state, 0, HeuristicJudge(), Effort(plans=plans, nodes=nodes, ends=1, sets=1), LUCK)
        assert turns
        assert turns[0].actions[-1] is END_SERVING
        assert turns[0].after.players[0].faces == []


def test_what_promises_little_is_given_up() -> None:
    counts: list[int] = []
    for margin in (1.0, 5.0, 1000.0):
        effort = Effort(plans=6, nodes=2000, ends=2000, margin=margin)
        turns = best_turns(rich_table().state, 0, HeuristicJudge(), effort, LUCK)
        counts.append(len(turns))
    assert counts[0] < counts[1] < counts[2]


def test_questions_keep_the_time_too() -> None:
    """Five bards walk past a choice and a signature. When the time is up, no answers are compared any more."""
    answered: list[int] = []
    for looks in (2, 4, 1000):
        t = Table(modules=5, evening=5).markers(0, reputation=3)
        t.tavern(0, "r2.1", "r4.2", "g5.3.5", *["bard"] * 5).dice(0, 2, 4, 5, 6).planning()
        effort = Effort(plans=1, nodes=10_000, ends=10_000, seconds=looks / 1000, clock=CountedClock())
        s = open_table(t.state, 0)
        search = Search(s, 0, effort, LUCK, HeuristicValue(s.setup), [])
        search.run()
        assert search.turns(HeuristicJudge())
        answered.append(len(search.seen))
    assert answered[0] == 0 < answered[1] < answered[2]


def test_the_arrival_keeps_the_time_too() -> None:
    t = Table(evening=4).counter_guests(0, 2).arrival()
    clock = CountedClock()
    player = SearchBot(HeuristicJudge(), Effort(samples=10_000, seconds=0.02, clock=clock), 1)
    legal = legal_actions(t.state, 0)
    assert player.choose(view_of(t.state, 0), legal) in legal
    assert clock.looks <= 24


class BrokenJudge:
    """Fails whenever it is asked."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        raise RuntimeError("out of order")


def test_an_error_is_not_hidden() -> None:
    t = rich_table()
    player = SearchBot(BrokenJudge(), QUICK, 1)
    with pytest.raises(RuntimeError, match="out of order"):
        player.choose(view_of(t.state, 0), legal_actions(t.state, 0))


class OddJudge:
    """Wants as little beer and as many thalers as possible, and nothing else."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        return [float(s.players[seat].thalers - s.players[seat].beer) for s in states]


def test_the_judge_decides() -> None:
    t = Table(evening=3)
    t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 t1").stores(0, thalers=5, beer=0).serving(0)
    turns = best_turns(t.state, 0, OddJudge(), STEADY, LUCK)
    assert [turn.worth for turn in turns] == sorted([turn.worth for turn in turns], reverse=True)
    assert turns[0].after.players[0].thalers == 2  # as much as the safe holds


def test_turns_are_found_once() -> None:
    turns = best_turns(rich_table().state, 0, HeuristicJudge(), STEADY, LUCK)
    keys = [key_of(turn.after, 0) for turn in turns]
    assert len(keys) == len(set(keys)) > 20


def test_a_greater_effort_is_never_worse_where_the_score_is_known() -> None:
    for seed in range(3):
        game = new_game(2, 5, f"effort {seed}")
        bots = [make_bot("greedy", seat) for seat in range(2)]
        while not (game.round == 8 and game.phase == "serving"):
            seat = game.to_act[0]
            legal = game.legal_actions(seat)
            game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
        seat = game.to_act[0]
        little = best_turns(game.state, seat, HeuristicJudge(), QUICK, LUCK)[0].worth
        much = best_turns(game.state, seat, HeuristicJudge(), STEADY, LUCK)[0].worth
        assert much >= little


def test_nobody_else_is_touched() -> None:
    t = rich_table()
    names = ("thalers", "beer", "discard", "faces", "schnapps", "known", "upgraded")
    before = [getattr(t.player(1), name) for name in names]
    mine = key_of(t.state, 0)
    for turn in best_turns(t.state, 0, HeuristicJudge(), QUICK, LUCK):
        other = turn.after.players[1]
        assert [getattr(other, name) for name in names] == before
        assert turn.after.start_player == t.state.start_player
        assert turn.after.round == t.state.round
    assert key_of(t.state, 0) == mine


def test_only_the_own_turn_can_be_searched() -> None:
    t = Table().tavern(0, "r3.2", "r2.2", "r4.2").draft()
    with pytest.raises(ValueError, match="seat 1 is neither planning nor serving"):
        best(t)


def test_the_same_seed_plays_the_same_game() -> None:
    records = []
    for _ in range(2):
        game = new_game(2, 5, "twice")
        bots: list[Bot] = [Watched(QUICK, 1), Watched(QUICK, 2)]
        records.append(drive(game, bots).record)
    assert records[0] == records[1]


def drive(game: Game, bots: list[Bot]) -> Game:
    for _ in itertools.count():
        if game.over:
            break
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return game
