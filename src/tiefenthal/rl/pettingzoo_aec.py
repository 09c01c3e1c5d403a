"""PettingZoo's AEC environment: one agent after the other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.core.stepped_game import NOBODY, SteppedGame
from tiefenthal.rl.episodes import Episodes
from tiefenthal.rl.illegal import PENALTY, check_illegal
from tiefenthal.rl.observation import Mask
from tiefenthal.rl.render import RENDER_MODES, check_render_mode, render
from tiefenthal.rl.spaces import masked_space


class TiefenthalAEC(AECEnv[str, dict[str, Any], int | None], EzPickle):
    """The game as a turn-based environment. Where all decide at once, agents are asked in turn order, each until it is
    done. Rewards are given when they fall due, to all agents."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "tiefenthal_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        modules: int = 1,
        edition: Edition | str | Path | None = None,
        *,
        reward: str = "win",
        dense: bool = False,
        changes: int | None = CHANGES,
        observation: str = "float32",
        illegal: str = "raise",
        records: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        """See docs/rl.md for every option."""
        EzPickle.__init__(
            self, players, modules, edition, reward=reward, dense=dense, changes=changes, observation=observation,
            illegal=illegal, records=records, render_mode=render_mode,
        )  # fmt: skip
        super().__init__()
        check_illegal(illegal)
        check_render_mode(render_mode)
        self.episodes: Episodes = Episodes(
            players, modules, edition, reward=reward, dense=dense, changes=changes, observation=observation,
            records=records,
        )  # fmt: skip
        self.render_mode: str | None = render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(ACTION_COUNT) for agent in self.possible_agents
        }
        space = masked_space(self.episodes.layout, observation, ACTION_COUNT)
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self._illegal: str = illegal
        self._dense: bool = dense
        self._seats: dict[str, int] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_action = np.zeros(ACTION_COUNT, np.int8)
        self._paying: bool = False  # whether the last step gave rewards
        self._ended: bool = True  # by the end of the game or an illegal action, or not yet begun
        self._table: SteppedGame = self.episodes.table
        self._mask: Mask = self.episodes.live_mask
        self._observation: Callable[[int], Any] = self.episodes.observation
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Every action of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode. The same seed gives the same game as `tiefenthal.new_game`."""
        self.episodes.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._paying = False
        self._ended = False
        self.agent_selection = self.possible_agents[self.episodes.table.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it can do now: nothing, when it is not its turn."""
        seat = self._seats[agent]
        mask = self._mask if seat == self._table.seat and not self._ended else self._no_action
        return {"observation": self.episodes.observation(seat), "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the agent's last turn, whether its game is over, False, and its info."""
        agent = self.agent_selection
        seen: dict[str, Any] | None = None
        if observe:
            if self._ended:
                seen = self.observe(agent)
            else:  # the same as `observe`, sooner: the seat to act is known
                seen = {"observation": self._observation(self._table.seat), "action_mask": self._mask.copy()}
        return seen, self._cumulative_rewards[agent], self._ended, False, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Carry out the action of `agent_selection`; None for an agent whose game is over."""
        if self._ended:
            if not self.agents:
                raise RuntimeError("the episode is over or has not begun; call reset() first")
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} has to decide; None is only for agents whose game is over")
        if self._paying:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paying = False
        self._cumulative_rewards[self.agent_selection] = 0.0
        table = self._table
        try:
            table.step(int(action))
        except IllegalActionError:
            if self._illegal == "raise":
                raise
            self._pay([PENALTY if seat == table.seat else 0.0 for seat in range(len(self.possible_agents))])
            self.infos[self.agent_selection]["illegal"] = True
            self._end()
        else:
            seat = table.seat
            if seat == NOBODY:
                self._pay(self.episodes.due())
                self._end()
            else:
                if self._dense:
                    self._pay(self.episodes.due())
                self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Nobody decides any more."""
        self._ended = True
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _pay(self, rewards: list[float] | None) -> None:
        self._paying = True
        for agent, reward in zip(self.possible_agents, rewards or ()):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def legal_actions(self) -> list[int]:
        """The numbers of the mask, for those who would rather have a list."""
        return [action.id for action in self.episodes.table.legal]

    def render(self) -> Any:
        """The table as text, SVG or pixels; in mode `human` it is printed."""
        return render(self.episodes.table, self.render_mode)

    def record(self) -> str:
        """The record of the episode so far (docs/notation.md)."""
        return self.episodes.record()

    def close(self) -> None:
        """Nothing is held open."""
