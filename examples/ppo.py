"""A small network learns to play: MaskablePPO of sb3-contrib on `Tiefenthal-v0`.

    pip install 'tiefenthal[rl]' torch sb3-contrib
    python examples/ppo.py --steps 150000 --folder build/ppo

It learns from the change of its lead over the opponent (`reward="margin", dense=True`), with `changes=0`: dice once
placed are not moved about, which makes games a third shorter. Now and then it plays games that are not learned from,
against the random bot and against the greedy one; the shares of wins are the learning curve. Ctrl-C ends the training;
what was learned until then is kept.
"""

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from tiefenthal.lab.plotting.learning import Point, curve_svg
from tiefenthal.rl import ACTION_COUNT  # the import registers Tiefenthal-v0

OPPONENTS = ("random", "greedy")


def make_env(opponent: str = "random", **options: Any) -> gymnasium.Env[Any, Any]:
    """Two players, module 1, the agent at either seat."""
    return gymnasium.make("Tiefenthal-v0", opponents=(opponent,), reward="margin", changes=0, **options)


class Scaled(gymnasium.RewardWrapper[Any, Any]):
    """Points as rewards of about one."""

    def reward(self, reward: Any) -> float:
        """A noble is worth one."""
        return float(reward) / 10

    def action_masks(self) -> Any:
        """For MaskablePPO."""
        env: Any = self.env.unwrapped
        return env.action_masks()


def evaluate(model: Any, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """The share of wins and the average lead over an opponent, taking the likeliest action each time."""
    envs = [make_env(opponent) for _ in range(games)]
    playing = [(env, *env.reset(seed=seed + game)) for game, env in enumerate(envs)]
    wins = lead = 0.0
    while playing:  # all games side by side: one question to the network for all of them
        observations = np.stack([observation for _, observation, _ in playing])
        masks = np.stack([info["action_mask"] for _, _, info in playing]).astype(bool)
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        still: list[tuple[gymnasium.Env[Any, Any], Any, dict[str, Any]]] = []
        for (env, _, _), action in zip(playing, actions):
            observation, reward, over, _, info = env.step(int(action))
            if over:
                wins += info["win_share"]
                lead += float(reward)
            else:
                still.append((env, observation, info))
        playing = still
    return wins / games, lead / games


class Progress(BaseCallback):
    """Evaluates every now and then, says how it goes, and keeps the curve on disk."""

    def __init__(self, folder: Path, every: int, games: int, steps: int) -> None:
        super().__init__()
        self.points: list[Point] = []
        self._folder, self._every, self._games, self._steps = folder, every, games, steps
        self._next = 0
        self._began = time.monotonic()

    def _on_step(self) -> bool:
        return True

    def _on_training_start(self) -> None:
        self.look()  # what the network does before it has learned anything

    def _on_rollout_end(self) -> None:
        if self.num_timesteps >= self._next:
            self.look()

    def look(self) -> None:
        """Play some games and write the curve."""
        self._next = self.num_timesteps + self._every
        seconds = time.monotonic() - self._began
        found = {name: evaluate(self.model, name, self._games, 1_000_000) for name in OPPONENTS}
        self.points.append(Point(self.num_timesteps, seconds, {name: found[name][0] for name in OPPONENTS}))
        learned = self.num_timesteps
        left = f"about {max(0, seconds * (self._steps / learned - 1)):4.0f} s left" if learned else "not learned yet"
        words = ", ".join(f"{name}: wins {wins:.0%}, lead {lead:+.1f}" for name, (wins, lead) in found.items())
        print(f"{learned:>9,} steps, {seconds:5.0f} s, {left}  {words}", flush=True)
        with (self._folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["steps", "seconds", *OPPONENTS])
            writer.writerows([[p.steps, f"{p.seconds:.0f}", *p.shares.values()] for p in self.points])
        (self._folder / "curve.svg").write_text(curve_svg(self.points, self._games), encoding="utf-8")


def main() -> None:
    """Train, and write the model and the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=150_000, help="decisions of the learning agent")
    parser.add_argument("--envs", type=int, default=16, help="games played side by side")
    parser.add_argument("--games", type=int, default=100, help="games for each point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/ppo"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)  # the network is so small that a second thread costs more than it gives
    envs = make_vec_env(lambda: Scaled(make_env(dense=True)), options.envs, seed=options.seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=5e-4,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=options.seed,
    )
    progress = Progress(options.folder, max(1, options.steps // 12), options.games, options.steps)
    weights = sum(p.numel() for p in model.policy.parameters())
    print(f"{envs.observation_space.shape[0]} inputs, {ACTION_COUNT} actions, {weights:,} weights", flush=True)
    try:
        model.learn(options.steps, callback=progress)
    except KeyboardInterrupt:
        print("interrupted; what was learned until now is kept")
    progress.look()
    model.save(options.folder / "model.zip")
    print(f"written to {options.folder}: model.zip, curve.csv, curve.svg")


if __name__ == "__main__":
    main()
