"""The mcts player: legal everywhere, within its time, blind to what is hidden, and never hiding an error."""

import pytest

from tests.bots.mcts.clock import CountedClock
from tests.setups import ALL_SETUPS
from tests.table import Table
from tiefenthal import Game, SeededChance, determinize, new_game
from tiefenthal.engine.chance import CommonChance
from tiefenthal.engine.rules.actions import BACK, Action, parse_action
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, view_of
from tiefenthal.lab.arena import play_game
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.mcts import MctsBot, Settings
from tiefenthal.players.bots.mcts.halving import Budget
from tiefenthal.players.bots.mcts.playout import Playout
from tiefenthal.players.bots.search import QUICK, Effort, best_turns
from tiefenthal.players.bots.search.heuristic import HeuristicJudge, HeuristicValue

TINY = Effort(plans=1, nodes=60, ends=4, sets=2, samples=0)
SMALL = Settings(seconds=0.03, trials=6, turns=3, root=TINY._replace(plans=3, ends=8), inner=TINY)


def small(seed: int | str = 1) -> MctsBot:
    """Thinks little, and always the same."""
    return MctsBot(seed, SMALL._replace(clock=CountedClock()))


class Watched(Bot):
    """Looks at each answer."""

    def __init__(self, bot: MctsBot) -> None:
        super().__init__()
        self.bot = bot

    def choose(self, view: View, legal: list[Action]) -> Action:
        action = self.bot.choose(view, legal[:])
        assert action in legal
        return action


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_legal_in_every_setup(players: int, modules: int) -> None:
    watched = Watched(MctsBot(1, SMALL._replace(seconds=0.02, trials=2, turns=2, root=TINY, clock=CountedClock())))
    others = [make_bot("greedy" if seat % 2 else "random", seat) for seat in range(1, players)]
    assert play_game([watched, *others], players, modules, f"mcts {players} {modules}").over


def moments(modules: int, every: int) -> list[tuple[Game, int]]:
    game = new_game(2, modules, f"moments {modules}")
    bots = [make_bot("greedy", 0), make_bot("random", 1)]
    found: list[tuple[Game, int]] = []
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) > 1 and game.ply % every == 0:
            found.append((game.clone(), seat))
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))
    return found


@pytest.mark.parametrize("modules", [1, 5])
def test_hidden_things_change_nothing(modules: int) -> None:
    for game, seat in moments(modules, 23):
        view = game.view(seat)
        legal = game.legal_actions(seat)
        choice = small().choose(game.view(seat), legal)
        other = determinize(view, SeededChance("other"))
        assert small().choose(view_of(other, seat), legal) is choice


def test_the_time_is_kept() -> None:
    """Every look at the clock takes a millisecond: nothing more is begun when the budget is spent."""
    for game, seat in moments(5, 17):
        clock = CountedClock(0.001)
        bot = MctsBot(1, Settings(seconds=0.15, trials=10**6, clock=clock))
        bot.choose(game.view(seat), game.legal_actions(seat))
        assert clock.looks * clock.each < 0.15 + 0.1


class Ticking:
    """A clock that moves on by the work done: every judgement takes 20 milliseconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self._judge = HeuristicJudge()

    def __call__(self) -> float:
        return self.now

    def judge(self, states: list[State], seat: int) -> list[float]:
        self.now += 0.02
        return self._judge.judge(states, seat)


def test_a_simulation_is_given_up_when_the_time_is_up() -> None:
    """One to the end of the game would take far longer than is left."""
    t = Table(evening=2).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=6).serving(0)
    clock = Ticking()
    player = MctsBot(1, SMALL._replace(seconds=0.05, plannings=9, clock=clock), judge=clock)
    legal = legal_actions(t.state, 0)
    assert player.choose(view_of(t.state, 0), legal) in legal
    assert player.worlds == 0
    assert clock.now < 0.05 + 0.1


def test_without_any_time_there_is_an_answer() -> None:
    for game, seat in moments(5, 31):
        legal = game.legal_actions(seat)
        bot = MctsBot(1, Settings(seconds=0.0, clock=CountedClock(1.0)))
        assert bot.choose(game.view(seat), legal) in legal


class Broken:
    """A judge who does not come to a judgement."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        raise ZeroDivisionError("no judgement")


def test_an_error_is_not_hidden() -> None:
    t = Table(evening=2).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=6).serving(0)
    player = MctsBot(1, SMALL, judge=Broken())
    with pytest.raises(ZeroDivisionError, match="no judgement"):
        player.choose(view_of(t.state, 0), legal_actions(t.state, 0))


def test_a_turn_is_followed_until_something_new_shows() -> None:
    """One search for a serving without surprises."""
    t = Table(evening=8).tavern(0, "r3.2", "r2.2", "r4.2").dice(0, 3, 2, 4, 6).planning()
    bot = small()
    looked: list[int] = []
    clock = bot.settings.clock
    assert isinstance(clock, CountedClock)
    while True:
        action = bot.choose(view_of(t.state, 0), legal_actions(t.state, 0))
        looked.append(clock.looks)
        t.do(0, action.text)
        if action.text == "ready":
            break
    assert len(looked) >= 4
    assert len(set(looked)) == 1


def test_a_new_bot_at_every_decision_comes_to_an_end_all_the_same() -> None:
    """So it is at the server's tables. Nothing that was placed is taken back."""
    game = new_game(2, 5, "anew")
    other = make_bot("greedy", 0)
    for _ in range(90):
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) == 1:
            action = legal[0]
        elif seat == 0:
            action = small(f"table/{game.ply}").choose(game.view(0), legal)
            assert action.kind != BACK
        else:
            action = other.choose(game.view(seat), legal)
        game.play(seat, action)
    assert game.round >= 2


def test_a_die_on_the_board_stays_there() -> None:
    """Whoever thinks again at each die would else go back and forth between plans that are about as good."""
    t = Table(evening=6).tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "1 cashbox", "3 -", "2 -", "4 -").planning()
    settings = Settings(seconds=1e9, trials=4, clock=CountedClock())
    assert MctsBot(1, settings).choose(view_of(t.state, 0), legal_actions(t.state, 0)).text == "place 3 t1"


def playout(t: Table, seat: int = 0) -> Playout:
    view = view_of(t.state, seat)
    return Playout(view, HeuristicValue(t.state.setup), HeuristicJudge(), QUICK, 0.5, Budget(1e9, CountedClock()))


def test_simulations_are_worth_the_score_at_the_end() -> None:
    """From the last serving on nothing is left to judge: 8 thalers buy the barrel and its noble, or nothing."""
    t = Table(evening=8).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=8).serving(0)
    luck = CommonChance("s", 0)
    buying = playout(t).value([parse_action("upgrade barrel"), parse_action("end")], 1, luck)
    ending = playout(t).value([parse_action("end")], 1, CommonChance("s", 0))
    assert buying is not None
    assert ending is not None
    assert buying == 10.0
    assert ending == 0.02  # two thalers kept part equal scores


def test_simulations_in_the_same_world_differ_by_the_decision_alone() -> None:
    t = Table(evening=6).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=8).serving(0)
    turns = best_turns(t.state, 0, HeuristicJudge(), QUICK, SeededChance("x"))
    one = playout(t).value(turns[0].actions, 1, CommonChance("s", 3))
    assert one == playout(t).value(turns[0].actions, 1, CommonChance("s", 3))
    assert len({playout(t).value(turns[0].actions, 1, CommonChance("s", number)) for number in range(6)}) > 1


def test_the_guests_go_home_when_better_ones_must_come() -> None:
    """Three who pay 1 have come. In the deck are those who pay 2, and staff."""
    t = Table(evening=4).counter_guests(0, 1)
    t.deck(0, "r2.1", "r3.1", "r4.1", "noble", "server", "server", "brewer", "brewer", "r2.2", "r3.2").arrival()
    bot = MctsBot(1, Settings(seconds=1e9, trials=24, clock=CountedClock()))
    assert bot.choose(view_of(t.state, 0), legal_actions(t.state, 0)).text == "again"


def test_the_same_seed_gives_the_same_choice() -> None:
    for game, seat in moments(1, 40):
        legal = game.legal_actions(seat)
        assert len({small("a").choose(game.view(seat), legal) for _ in range(2)}) == 1
