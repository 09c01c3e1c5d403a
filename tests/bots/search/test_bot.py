"""The path of a decision: which step is asked when, and what becomes of an answer that is not legal."""

from tests.figures import FIGURES
from tests.table import Table
from tiefenthal import new_game
from tiefenthal.engine.rules.actions import END_SERVING, Action
from tiefenthal.engine.rules.phases import ARRIVAL, DRAFT, EVENING, PLANNING, SERVING, START_CARDS, phase_of
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.search import QUICK, SearchBot, Turn
from tiefenthal.players.bots.search.heuristic import HeuristicJudge
from tiefenthal.players.driver import drive


class Noting(SearchBot):
    """Notes which step was asked in which phase, and how often it was asked at all."""

    def __init__(self, seed: int) -> None:
        super().__init__(HeuristicJudge(), QUICK, seed)
        self.steps: set[tuple[str, str]] = set()
        self.searched = 0
        self.acted = 0

    def choose(self, view: View, legal: list[Action]) -> Action:
        assert len(legal) > 1
        action = super().choose(view, legal)
        self.acted += phase_of(view.state) in (PLANNING, SERVING)
        return action

    def find_turn(self, view: View) -> Turn:
        s = view.state
        self.searched += 1
        self.steps.add(("find_turn", phase_of(s)))
        assert phase_of(s) == PLANNING or s.turn == view.seat, "nobody is asked amid the serving of another"
        return super().find_turn(view)

    def take_die(self, view: View, legal: list[Action]) -> Action:
        self.steps.add(("take_die", phase_of(view.state)))
        return super().take_die(view, legal)

    def stay_or_go(self, view: View, legal: list[Action]) -> Action:
        self.steps.add(("stay_or_go", phase_of(view.state)))
        return super().stay_or_go(view, legal)

    def answer(self, view: View, legal: list[Action]) -> Action:
        self.steps.add(("answer", phase_of(view.state)))
        return super().answer(view, legal)


def test_each_moment_has_its_step() -> None:
    bots = [Noting(seat) for seat in range(3)]
    drive(new_game(3, 5, "steps", FIGURES), bots)
    assert set.union(*[bot.steps for bot in bots]) == {
        ("find_turn", PLANNING),
        ("find_turn", SERVING),
        ("take_die", DRAFT),
        ("stay_or_go", ARRIVAL),
        ("answer", START_CARDS),
        ("answer", EVENING),
    }
    for bot in bots:
        assert 8 <= bot.searched < bot.acted / 3, "most actions follow a turn that was thought out"


class Dreaming(SearchBot):
    """Takes a die that nobody has."""

    def take_die(self, view: View, legal: list[Action]) -> Action:
        return END_SERVING


def test_the_greedy_bot_answers_where_the_answer_is_not_legal() -> None:
    s = Table(evening=8).tavern(0, "r3.2", "r2.2", "r4.2").white(0, 2, 6, 1, 4).draft().state
    legal = legal_actions(s, 0)
    choice = Dreaming(HeuristicJudge(), QUICK, 1).choose(view_of(s, 0), legal[:])
    assert choice is GreedyBot(1).choose(view_of(s, 0), legal[:])
