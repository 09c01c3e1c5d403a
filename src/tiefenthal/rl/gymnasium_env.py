"""Gymnasium's environment `Tiefenthal-v0`: one agent against bots, or against policies of your own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.view import view_of
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.registry import check_bot, make_bot
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.episodes import Episodes
from tiefenthal.rl.illegal import PENALTY, check_illegal
from tiefenthal.rl.observation import Mask
from tiefenthal.rl.render import RENDER_MODES, check_render_mode, render
from tiefenthal.rl.spaces import flat_space

Policy = Callable[[Any, Mask], int]
"""Given an observation and its mask, the number of a legal action."""


class TiefenthalEnv(gymnasium.Env[Any, Any]):
    """The game for one agent. The others are played by `opponents`, in turn order after the agent; fewer than needed
    repeat. The mask is in `info["action_mask"]` and, for sb3-contrib, in `action_masks()`."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  as Env declares it

    def __init__(
        self,
        players: int = 2,
        modules: int = 1,
        edition: Edition | str | Path | None = None,
        *,
        opponents: Sequence[str | Policy] = ("random",),
        seat: int | None = None,
        reward: str = "win",
        dense: bool = False,
        changes: int | None = CHANGES,
        observation: str = "float32",
        illegal: str = "end",
        records: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the agent's, 0 to players - 1; without one it is drawn again for each episode. See docs/rl.md."""
        check_illegal(illegal)
        check_render_mode(render_mode)
        if isinstance(opponents, str) or not opponents:
            raise ValueError("opponents is a list of at least one bot's name or policy, such as ('greedy',)")
        for opponent in opponents:
            if isinstance(opponent, str):
                check_bot(opponent)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"the seats of a game of {players} are 0 to {players - 1}, not {seat}")
        self.episodes: Episodes = Episodes(
            players, modules, edition, reward=reward, dense=dense, changes=changes, observation=observation,
            records=records,
        )  # fmt: skip
        self.render_mode: str | None = render_mode
        self.action_space = gymnasium.spaces.Discrete(ACTION_COUNT)
        self.observation_space = flat_space(self.episodes.layout, observation)
        self.seat: int = seat if seat is not None else 0
        """Where the agent sits in this episode."""
        self._illegal: str = illegal
        self._fixed_seat: bool = seat is not None
        self._opponents: list[str | Policy] = list(opponents)
        self._players: list[Bot | Policy | None] = []
        self._ended: bool = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode and play up to the agent's first decision. The same seed gives the same game as
        `tiefenthal.new_game`, the same seat and the same opponents."""
        super().reset(seed=seed)
        players = self.episodes.setup.players
        if not self._fixed_seat:
            self.seat = int(self.np_random.integers(players))
        self.episodes.begin(seed if seed is not None else int(self.np_random.integers(2**62)))
        self._players = [None] * players
        names = ["agent"] * players
        for number in range(players - 1):
            seat = (self.seat + 1 + number) % players
            opponent = self._opponents[number % len(self._opponents)]
            if isinstance(opponent, str):
                self._players[seat] = make_bot(opponent, f"{self.episodes.table.seed} {opponent} {seat}")
                names[seat] = opponent
            else:
                self._players[seat] = opponent
                names[seat] = "policy"
        self.episodes.names = names
        self._ended = False
        self._opponents_play()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The agent's action, and all that the others do until it is the agent's turn again or the game is over. An
        illegal action ends the episode, or raises an error with illegal="raise"."""
        if self._ended:
            raise RuntimeError("the episode is over or has not begun; call reset() first")
        try:
            rewards = self.episodes.step(int(action))
        except IllegalActionError as error:
            if self._illegal == "raise":
                raise
            self._ended = True
            return self._observation(), PENALTY, True, False, self._info() | {"illegal": str(error)}
        reward = rewards[self.seat] if rewards is not None else 0.0
        reward += self._opponents_play()
        self._ended = self.episodes.over
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if self._ended:
            info["scores"] = self.episodes.table.scores()
            info["win_share"] = self.episodes.table.win_shares()[self.seat]
        return self._observation(), reward, self._ended, False, info

    def _opponents_play(self) -> float:
        """Let the others decide until it is the agent's turn or the game is over; what that brings the agent."""
        reward = 0.0
        episodes = self.episodes
        table = episodes.table
        while not episodes.over and table.seat != self.seat:
            player = self._players[table.seat]
            if isinstance(player, Bot):
                number = player.choose(view_of(table.state, table.seat), table.legal[:]).id
            else:
                assert player is not None
                number = int(player(episodes.observation(table.seat), episodes.mask()))
            rewards = episodes.step(number)
            if rewards is not None:
                reward += rewards[self.seat]
        return reward

    def _observation(self) -> Any:
        return self.episodes.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(ACTION_COUNT, np.int8) if self._ended or self.episodes.over else self.episodes.mask()
        return {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask as sb3-contrib asks for it."""
        return self.episodes.mask().astype(bool)

    def render(self) -> Any:
        """The table as text, SVG or pixels; in mode `human` it is printed."""
        return render(self.episodes.table, self.render_mode)

    def record(self) -> str:
        """The record of the episode so far (docs/notation.md)."""
        return self.episodes.record()
