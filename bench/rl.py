"""Speed of the environments compared with peers in the same run: steps with observation and mask, on one core.

The acting player gets the observation and the legal actions, and returns an action. The actions were chosen at
random beforehand, in a run with the same seed, so that only the environments are measured, not the choosing. The peers
are PettingZoo's connect four and Texas hold'em, and rlcard's own games without PettingZoo around them. All alternate in
one process; CPU time counts; medians. It measures the compiled build, where the kernel plays the batches; `--write`
puts the tables into docs/rl.md.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
PAGE = ROOT / "docs" / "rl.md"
BEGIN, END = "<!-- speed: written by make bench-rl ARGS=--write -->", "<!-- end of speed -->"
WANTED_SINGLE = 4.0
WANTED_BATCH = 3.0
SCRIPT = 3000  # steps that are chosen beforehand, to be played again and again
GAMES = 64  # in a batch
OURS = "tiefenthal"
TOY = "rlcard leduc-holdem"

Run = Callable[[], int]
"""Plays the script once; how many steps that were."""


# --- peers


def pettingzoo_game(name: str) -> Run:
    """A classic game of PettingZoo, made by its name."""
    import pettingzoo

    env = pettingzoo.make("aec", name)
    rng = random.Random(1)

    def play(script: list[Any]) -> int:
        """Plays the script; an empty one is written by choosing at random."""
        writing = not script
        env.reset(seed=1)
        steps = 0
        while steps < SCRIPT:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            if writing:
                script.append(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            env.step(script[steps])
            steps += 1
        return steps

    written: list[Any] = []
    play(written)
    return lambda: play(written)


def rlcard_game(name: str) -> Run:
    """A game of rlcard, which gives observation and legal actions with every step."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    rng = random.Random(1)

    def play(script: list[Any]) -> int:
        writing = not script
        env.seed(1)
        state, _ = env.reset()
        steps = 0
        while steps < SCRIPT:
            if writing:
                script.append(rng.choice(list(state["legal_actions"])))
            state, _ = env.step(script[steps])
            steps += 1
            if env.is_over():
                env.get_payoffs()
                state, _ = env.reset()
        return steps

    written: list[Any] = []
    play(written)
    return lambda: play(written)


# --- ours


def single(players: int, modules: int, form: str) -> Run:
    """The PettingZoo environment, one step after the other."""
    from tiefenthal.rl import tiefenthal_v0

    env = tiefenthal_v0.env(players=players, modules=modules, observation=form)
    rng = random.Random(1)

    def play(script: list[Any]) -> int:
        writing = not script
        env.reset(seed=1)
        steps = 0
        while steps < SCRIPT:
            _, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            if writing:
                script.append(rng.choice(env.legal_actions()))
            env.step(script[steps])
            steps += 1
        return steps

    written: list[Any] = []
    play(written)
    return lambda: play(written)


def batch(players: int, modules: int, form: str) -> Run:
    """Many games in one call."""
    import numpy as np

    from tiefenthal.rl import Batch

    games = Batch(GAMES, players, modules, observation=form)
    if COMPILED in Path(sys.modules["tiefenthal"].__file__ or "").parents and games.why_no_kernel:
        raise SystemExit(f"the batches would not be played by the kernel: {games.why_no_kernel}")
    generator = np.random.default_rng(1)
    script = []
    games.reset(1)
    for _ in range(8 * SCRIPT // GAMES):
        script.append(np.array(games.sample(generator)))
        games.step(script[-1])

    def play() -> int:
        games.reset(1)
        for actions in script:
            games.step(actions)
        return len(script) * GAMES

    return play


# --- measuring


def measure(seconds: float) -> dict[str, Any]:
    """All environments alternately, in this process."""
    warnings.simplefilter("ignore")
    import tiefenthal.rl.core.stepped_game as core

    runs: dict[str, Run] = {
        "PettingZoo connect_four_v3": pettingzoo_game("classic/connect_four_v3"),
        "PettingZoo texas_holdem_v4": pettingzoo_game("classic/texas_holdem_v4"),
        "rlcard limit-holdem": rlcard_game("limit-holdem"),
        "rlcard no-limit-holdem": rlcard_game("no-limit-holdem"),
        "rlcard uno": rlcard_game("uno"),
        TOY: rlcard_game("leduc-holdem"),
    }
    for players, modules in ((2, 1), (2, 5), (4, 1), (4, 5)):
        for form in ("float32", "uint8"):
            runs[f"{OURS} single {players} {modules} {form}"] = single(players, modules, form)
            runs[f"{OURS} batch {players} {modules} {form}"] = batch(players, modules, form)
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    began = time.monotonic()
    while time.monotonic() - began < seconds or len(speeds[TOY]) < 5:
        for name, run in runs.items():
            start = time.process_time()
            steps = run()
            speeds[name].append(steps / (time.process_time() - start))
    return {"compiled": not (core.__file__ or "").endswith(".py"), "speeds": speeds}


def ratio(speeds: dict[str, list[float]], one: str, other: str) -> float:
    """How many times as fast one is as another, as the median over the rounds they took turns in."""
    return statistics.median(a / b for a, b in zip(speeds[one], speeds[other]))


def peers(speeds: dict[str, list[float]]) -> list[str]:
    """The peers, the fastest first."""
    found = [name for name in speeds if not name.startswith(OURS)]
    return sorted(found, key=lambda name: -statistics.median(speeds[name]))


def tables(speeds: dict[str, list[float]]) -> str:
    """The results in Markdown."""
    lines = ["| peer | steps/s |", "|---|---|"]
    lines += [f"| {name} | {statistics.median(speeds[name]):,.0f} |" for name in peers(speeds)]
    first = next(name for name in peers(speeds) if name != TOY)
    lines += [
        "",
        f"| players, modules, observation | single | × {first} | × {TOY} | batch of {GAMES} | × single |",
        "|---|---|---|---|---|---|",
    ]
    for name in [name for name in speeds if name.startswith(f"{OURS} single")]:
        many = name.replace("single", "batch")
        _, _, players, modules, form = name.split()
        lines.append(
            f"| {players}, {modules}, {form} | {statistics.median(speeds[name]):,.0f}/s "
            f"| **{ratio(speeds, name, first):.1f}** | {ratio(speeds, name, TOY):.1f} "
            f"| {statistics.median(speeds[many]):,.0f}/s | **{ratio(speeds, many, name):.1f}** |"
        )
    return "\n".join(lines)


def missed(speeds: dict[str, list[float]]) -> list[str]:
    """Which figures were not reached."""
    found: list[str] = []
    for name in speeds:
        if name.startswith(f"{OURS} single"):
            for peer in peers(speeds):
                if ratio(speeds, name, peer) < WANTED_SINGLE:
                    found.append(f"{name}: {ratio(speeds, name, peer):.1f} times {peer}, wanted {WANTED_SINGLE:.0f}")
            many = name.replace("single", "batch")
            if ratio(speeds, many, name) < WANTED_BATCH:
                found.append(f"{many}: {ratio(speeds, many, name):.1f} times the single one, wanted {WANTED_BATCH:.0f}")
    return found


def write(text: str) -> None:
    """Put the tables into docs/rl.md."""
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    machine = f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    what = f"One core ({machine}), the compiled build; the kernel plays the batches."
    PAGE.write_text(f"{head}{BEGIN}\n{what}\n\n{text}\n{END}{tail}", encoding="utf-8")


def main() -> int:
    """Measure the compiled build (or, with --pure, the pure one) in a fresh process; 1 when a figure is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--measure", action="store_true", help="measure the build on the path, print JSON")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pure", action="store_true", help="measure the pure build")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/rl.md")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.seconds)))
        return 0
    if not options.pure and not (COMPILED / ".stamp").exists():
        raise SystemExit("the compiled build is not there: make compiled")
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src" if options.pure else COMPILED))
    print(f"measuring for about {options.seconds:.0f} s", file=sys.stderr)
    command = [sys.executable, __file__, "--measure", "--seconds", str(options.seconds)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    if result["compiled"] == options.pure:
        raise SystemExit("another build than the one asked for was measured")
    text = tables(result["speeds"])
    print(text)
    if options.write:
        write(text)
    for line in missed(result["speeds"]):
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed(result["speeds"]) else 0


if __name__ == "__main__":
    sys.exit(main())
