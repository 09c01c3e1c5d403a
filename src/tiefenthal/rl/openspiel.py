"""The game for OpenSpiel, registered as `tiefenthal` when this module is imported.

    import pyspiel
    import tiefenthal.rl.openspiel

    game = pyspiel.load_game("tiefenthal(players=3,modules=5)")

Luck comes at chance nodes, as numbers; whatever is random up to the next chance node follows from the numbers so far.
So a state can be played again from its history. With `luck=sampled`, the default, a chance node offers one number,
drawn when it is asked for from the game's own source (`rng_seed`); with `luck=explicit` it offers `outcomes` equally
likely ones. `clone` and `pickle` work with both. `pyspiel.serialize_game_and_state` works with `luck=explicit` only: of
a sampled game OpenSpiel wants the state of a generator in C++, which a game made in Python cannot give.
"""

import random
import secrets
from typing import Any, Final

import numpy as np

from tiefenthal.engine.rules.scoring import score, winners
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.rl.codec import ACTION_COUNT, action_text
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rl.episodes import checked_limit, checked_setup
from tiefenthal.rl.observation import Layout
from tiefenthal.rl.rewards import check_reward, worth
from tiefenthal.rl.text import table_text
from tiefenthal.rl.tree import Node

try:
    import pyspiel
except ImportError as error:
    raise ImportError("the OpenSpiel game needs open_spiel:  pip install 'tiefenthal[openspiel]'") from error

MOST_POINTS: Final = 2000.0  # more than all nobles and guests together
NO_SEED: Final = -1

PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "modules": 1,
    "reward": "win",
    "changes": 20,
    "luck": "sampled",
    "outcomes": 65536,
    "rng_seed": NO_SEED,
}


def game_type(luck: str, reward: str) -> Any:
    """What kind of game OpenSpiel takes it for."""
    modes = pyspiel.GameType.ChanceMode
    utilities = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="tiefenthal",
        long_name="The Taverns of Tiefenthal",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if luck == "sampled" else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.CONSTANT_SUM if reward == "win" else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def most_decisions(setup: Setup, changes: int) -> int:
    """More decisions than any game can have: each evening a seat has its dice, its purse and its changes of plan, and
    every step of a track asks one question at most."""
    return setup.players * setup.edition.rounds * (300 + 2 * changes)


class Dealer:
    """Where the numbers of sampled luck come from. Copies of a state share it, so that none of them can look ahead."""

    def __init__(self, seed: int) -> None:
        self.random: random.Random = random.Random(secrets.token_hex(16) if seed == NO_SEED else seed)

    def __deepcopy__(self, memory: dict[int, Any]) -> "Dealer":
        return self


class TiefenthalGame(pyspiel.Game):
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        reward, luck = given["reward"], given["luck"]
        check_reward(reward, dense=False)
        if luck not in ("sampled", "explicit"):
            raise ValueError(f"luck is 'sampled' or 'explicit', not {luck!r}")
        if given["outcomes"] < 2:
            raise ValueError(f"luck needs at least 2 outcomes, not {given['outcomes']}")
        if given["changes"] < 0:
            raise ValueError("changes of plan must be limited here, because OpenSpiel's games have an end")
        self.setup: Setup = checked_setup(given["players"], given["modules"], None)
        self.limit: int = checked_limit(given["changes"])
        self.reward: str = reward
        self.sampled: bool = luck == "sampled"
        self.outcomes: int = given["outcomes"]
        self.layout: Layout = Layout(given["players"], self.setup.edition)
        self.dealer: Dealer = Dealer(given["rng_seed"])
        self._params: dict[str, Any] = dict(params or {})
        most = 1.0 if reward == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=self.outcomes,
            num_players=given["players"],
            min_utility=-most if reward == "margin" else 0.0,
            max_utility=most,
            utility_sum=1.0 if reward == "win" else None,
            max_game_length=most_decisions(self.setup, self.limit),
        )
        super().__init__(game_type(luck, reward), info, params or {})

    def new_initial_state(self) -> "TiefenthalState":
        """The root: the table is about to be set up."""
        return TiefenthalState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No more than decisions, and one for the set-up."""
        return most_decisions(self.setup, self.limit) + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TiefenthalObserver | None":
        """What a seat sees; kinds of observation that are not provided are None."""
        if params:
            raise ValueError(f"observations of this game take no parameters, not {params}")
        if iig_obs_type is not None and (
            iig_obs_type.perfect_recall
            or not iig_obs_type.public_info
            or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return TiefenthalObserver(self.setup, self.layout)

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any], Any]]:
        return _game_again, (self._params, self.dealer.random.getstate())


def _game_again(params: dict[str, Any], dealt: Any) -> TiefenthalGame:
    """A pickled game, whose luck continues where it was."""
    game: TiefenthalGame = pyspiel.load_game("tiefenthal", params)
    game.dealer.random.setstate(dealt)
    return game


class TiefenthalState(pyspiel.State):
    """A node of the game tree. OpenSpiel copies and pickles its attributes."""

    def __init__(self, game: TiefenthalGame) -> None:
        super().__init__(game)
        self.node: Node = Node(game.setup, game.limit)
        """The position itself."""
        self._reward: str = game.reward
        self._outcomes: int = game.outcomes
        self._sampled: bool = game.sampled
        self._dealer: Dealer = game.dealer
        self._drawn: int = -1  # the number this chance node offers, once it was asked for

    def current_player(self) -> int:
        """Whose decision it is, or luck, or nobody."""
        if self.node.needs_luck:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.node.over else self.node.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal() if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All numbers, or the one that was drawn."""
        if not self._sampled:
            return [(number, 1.0 / self._outcomes) for number in range(self._outcomes)]
        if self._drawn < 0:
            self._drawn = self._dealer.random.randrange(self._outcomes)
        return [(self._drawn, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.node.needs_luck and not 0 <= action < self._outcomes:
            raise ValueError(f"luck is a number from 0 to {self._outcomes - 1}, not {action}")
        self.node.apply(int(action))
        self._drawn = -1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"luck {action}" if player == int(pyspiel.PlayerId.CHANCE) else action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.over

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing before its end."""
        s = self.node.state
        seats = range(self.node.setup.players)
        if s is None or not s.over:
            return [0.0 for _ in seats]
        best = winners(s)
        shares = [1.0 / len(best) if seat in best else 0.0 for seat in seats]
        return worth(self._reward, [score(s, seat) for seat in seats], shares)

    def __str__(self) -> str:
        s = self.node.state
        moment = f"luck is needed for {self.node.waiting}\n" if self.node.needs_luck else ""
        return f"{moment}{table_text(s, self.node.seat)}" if s is not None else "The table is about to be set up.\n"

    def __reduce__(self) -> tuple[Any, tuple[Any, list[int], int]]:
        return _state_again, (self.get_game(), self.history(), self._drawn)


def _state_again(game: TiefenthalGame, history: list[int], drawn: int) -> TiefenthalState:
    """A pickled state, played again from the root."""
    state = game.new_initial_state()
    for number in history:
        state.apply_action(number)
    state._drawn = drawn
    return state


class TiefenthalObserver:
    """What a seat sees: the float form of docs/rl.md, and the table in words."""

    def __init__(self, setup: Setup, layout: Layout) -> None:
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict: dict[str, Any] = {"observation": self.tensor}
        self._layout: Layout = layout
        self._writer: Writer = Writer(setup)

    def set_from(self, state: TiefenthalState, player: int) -> None:
        """Look at a state; before the set-up there is nothing to be seen."""
        table: State | None = state.node.state
        if table is None:
            self.tensor.fill(0)
            return
        row = np.frombuffer(self._writer.observe(table, player), np.uint8)
        np.multiply(row, self._layout.scale, out=self.tensor)

    def string_from(self, state: TiefenthalState, player: int) -> str:
        """The table in words. It hides all that is hidden."""
        table: State | None = state.node.state
        if table is None:
            return f"player_{player}: the table is about to be set up\n"
        chosen = table.players[player].choice
        own = f"player_{player} has chosen {action_text(chosen)}\n" if chosen >= 0 else f"player_{player}\n"
        return own + table_text(table, state.node.seat)


pyspiel.register_game(game_type("sampled", "win"), TiefenthalGame)
