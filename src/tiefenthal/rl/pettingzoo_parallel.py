"""PettingZoo's parallel environment: all agents at once.

Each step takes one action from every agent. Those the game waits for act, all of them in the phases that all play at
once; the others pass, which is the one action their mask allows. `PASS` is the number after the last action.
"""

from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal, refuse
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.episodes import Episodes
from tiefenthal.rl.illegal import PENALTY, check_illegal
from tiefenthal.rl.observation import Mask
from tiefenthal.rl.render import RENDER_MODES, check_render_mode, render
from tiefenthal.rl.spaces import masked_space

PASS: Final = ACTION_COUNT

Many = dict[str, Any]


class TiefenthalParallel(ParallelEnv[str, dict[str, Any], int], EzPickle):
    """The game as an environment in which all agents step together."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "tiefenthal_v0",
        "is_parallelizable": True,
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
            agent: spaces.Discrete(ACTION_COUNT + 1) for agent in self.possible_agents
        }
        space = masked_space(self.episodes.layout, observation, ACTION_COUNT + 1)
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self._illegal: str = illegal

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Every action of the game, and passing."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Many, Many]:
        """Begin an episode. The same seed gives the same game as `tiefenthal.new_game`."""
        self.episodes.begin(seed)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Many, dict[str, float], dict[str, bool], dict[str, bool], Many]:
        """One action of every agent: those the game waits for act in turn order, the others pass. When any of them is
        illegal, none is carried out."""
        if not self.agents:
            raise RuntimeError("the episode is over or has not begun; call reset() first")
        live = self.agents
        rewards = [0.0] * len(live)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in live}
        wrong = self._first_illegal(actions)
        if wrong >= 0:
            refusal = self._why_not(wrong, int(actions[live[wrong]]))
            error = IllegalActionError(refusal, refusal_words(refusal))
            if self._illegal == "raise":
                raise error
            rewards[wrong] = PENALTY
            infos[live[wrong]]["illegal"] = str(error)
        else:
            for seat in self.episodes.table.waiting:
                given = self.episodes.step_as(seat, int(actions[live[seat]]))
                if given is not None:
                    rewards = [old + new for old, new in zip(rewards, given)]
        ended = wrong >= 0 or self.episodes.over
        observations = self._observations(ended)
        if ended:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations, dict(zip(live, rewards)), dict.fromkeys(live, ended), dict.fromkeys(live, False), infos,
        )  # fmt: skip

    def _first_illegal(self, actions: dict[str, int]) -> int:
        """The first seat whose action is not legal now, or -1."""
        table = self.episodes.table
        waiting = table.waiting
        for seat, agent in enumerate(self.agents):
            if agent not in actions:
                raise ValueError(f"{agent} has given no action; who has nothing to decide passes ({PASS})")
            number = int(actions[agent])
            if seat in waiting:
                if all(action.id != number for action in table.offered(seat)):
                    return seat
            elif number != PASS:
                return seat
        return -1

    def _why_not(self, seat: int, number: int) -> Refusal:
        if number == PASS:
            return refuse("S-1", "env-must-act", agent=self.agents[seat])
        if seat not in self.episodes.table.waiting:
            return refuse("S-1", "env-must-pass", agent=self.agents[seat], number=PASS)
        return self.episodes.table.why_not(seat, number)

    def _observations(self, ended: bool = False) -> Many:
        """What each agent sees and can do."""
        episodes = self.episodes
        waiting = [] if ended else episodes.table.waiting
        return {
            agent: {"observation": episodes.observation(seat), "action_mask": self._mask(seat, seat in waiting)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, seat: int, waits: bool) -> Mask:
        mask = np.zeros(ACTION_COUNT + 1, np.int8)
        if waits:
            mask[[action.id for action in self.episodes.table.offered(seat)]] = 1
        else:
            mask[PASS] = 1
        return mask

    def render(self) -> Any:
        """The table as text, SVG or pixels; in mode `human` it is printed."""
        return render(self.episodes.table, self.render_mode)

    def record(self) -> str:
        """The record of the episode so far (docs/notation.md)."""
        return self.episodes.record()

    def close(self) -> None:
        """Nothing is held open."""
