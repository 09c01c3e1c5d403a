"""Speed compared with a peer in the same run: random play with legal moves through the public `Game`, decisions
recorded.

`make bench` measures the pure and the compiled build, each in a separate process in which catanatron alternates with
it, and prints the ratios. `--write` puts the table into docs/speed.md. CPU time counts, on one core.
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
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
PAGE = ROOT / "docs" / "speed.md"
WANTED = {"pure": 4.0, "compiled": 18.0}
WANTED_CLONE = 5.0
"""Times as fast as the peer: what a microsecond is worth differs from machine to machine."""


def our_games(games: int, modules: int, first_seed: int) -> tuple[int, float]:
    """Decisions and seconds of random two-player games."""
    from tiefenthal import new_game

    draw = random.Random(first_seed).random
    decisions = 0
    began = time.process_time()
    for seed in range(first_seed, first_seed + games):
        game = new_game(players=2, modules=modules, seed=seed)
        while not game.over:
            seat = game.to_act[0]
            legal = game.legal_actions(seat)
            game.play(seat, legal[int(draw() * len(legal))])
        decisions += game.ply
    return decisions, time.process_time() - began


def their_games(games: int, first_seed: int) -> tuple[int, float]:
    """The same of catanatron, its own engine with its own random players."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    decisions = 0
    began = time.process_time()
    for seed in range(first_seed, first_seed + games):
        game = Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        game.play()
        decisions += len(game.state.actions)
    return decisions, time.process_time() - began


def clone_times(repeats: int) -> tuple[list[float], list[float]]:
    """Microseconds to copy a four-player state in the middle of the game: ours, catanatron's."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    from tiefenthal import new_game

    rng = random.Random(1)
    game = new_game(players=4, modules=5, seed=1)
    while game.round < 5 or game.phase != "serving":
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal_actions(seat)))
    catan = Catan([RandomPlayer(color) for color in list(Color)[:4]], seed=1)
    for _ in range(150):
        catan.play_tick()
    ours, theirs = [], []
    for _ in range(repeats):
        ours.append(_microseconds(game.state.clone, 2000))
        theirs.append(_microseconds(catan.state.copy, 500))
    return ours, theirs


def _microseconds(function: Any, times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        function()
    return (time.process_time() - began) / times * 1e6


def measure(seconds: float) -> dict[str, Any]:
    """One build, in this process: modules 1 and 5 alternating with catanatron."""
    import tiefenthal.engine.game

    result: dict[str, Any] = {"compiled": not tiefenthal.engine.game.__file__.endswith(".py"), "modules": {}}
    our_games(3, 5, 9000)
    their_games(2, 9000)
    for modules in (1, 5):
        rows: list[tuple[float, float]] = []
        began = time.monotonic()
        seed = 0
        while time.monotonic() - began < seconds or len(rows) < 5:
            decisions, spent = our_games(20 if result["compiled"] else 8, modules, seed)
            peer_decisions, peer_spent = their_games(4, seed)
            rows.append((decisions / spent, peer_decisions / peer_spent))
            seed += 100
        result["modules"][modules] = {
            "ours": statistics.median(row[0] for row in rows),
            "peer": statistics.median(row[1] for row in rows),
            "ratio": statistics.median(row[0] / row[1] for row in rows),
            "low": min(row[0] / row[1] for row in rows),
            "high": max(row[0] / row[1] for row in rows),
        }
    ours, theirs = clone_times(15)
    result["clone"] = {"ours": statistics.median(ours), "peer": statistics.median(theirs)}
    return result


def run_build(name: str, seconds: float) -> dict[str, Any]:
    """Measure a build in a fresh process."""
    environment = dict(os.environ)
    environment["PYTHONPATH"] = str(COMPILED if name == "compiled" else ROOT / "src")
    command = [sys.executable, __file__, "--measure", "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise SystemExit(f"the {name} build could not be measured")
    result: dict[str, Any] = json.loads(done.stdout)
    if result["compiled"] != (name == "compiled"):
        raise SystemExit(f"the {name} build was not the one that was measured")
    return result


def table(results: dict[str, dict[str, Any]]) -> str:
    """The results as a Markdown table."""
    lines = [
        "| build | what | ours | catanatron | ratio (range) | wanted |",
        "|---|---|---|---|---|---|",
    ]
    for name, result in results.items():
        for modules, row in result["modules"].items():
            ratio = f"**{row['ratio']:.1f}** ({row['low']:.1f} to {row['high']:.1f})"
            speeds = f"{row['ours']:,.0f}/s | {row['peer']:,.0f}/s"
            lines.append(
                f"| {name} | decisions, 2 players, modules {modules} | {speeds} | {ratio} | ≥ {WANTED[name]:.0f} |"
            )
        clone = result["clone"]
        lines.append(
            f"| {name} | clone of a 4-player state | {clone['ours']:.1f} µs | {clone['peer']:.1f} µs "
            f"| **{clone['peer'] / clone['ours']:.1f}** | ≥ {WANTED_CLONE:.0f} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure both builds and print the table; 1 when a figure is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--measure", action="store_true", help="measure the build on the path, print JSON")
    parser.add_argument("--seconds", type=float, default=12.0, help="for each build and set-up")
    parser.add_argument("--write", action="store_true", help="write docs/speed.md")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.seconds)))
        return 0
    results = {}
    builds = ["pure", "compiled"] if (COMPILED / ".stamp").exists() else ["pure"]
    for number, name in enumerate(builds):
        left = (len(builds) - number) * (2 * options.seconds + 5)
        print(f"measuring the {name} build (about {left:.0f} s left in all)", file=sys.stderr)
        results[name] = run_build(name, options.seconds)
    if len(builds) == 1:
        print("the compiled build is not there; make compiled", file=sys.stderr)
    text = table(results)
    print(text)
    if options.write:
        machine = f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
        PAGE.write_text(PAGE_TEXT.format(machine=machine, table=text), encoding="utf-8")
    missed = [
        name
        for name, result in results.items()
        if min(row["ratio"] for row in result["modules"].values()) < WANTED[name]
        or result["clone"]["peer"] < WANTED_CLONE * result["clone"]["ours"]
    ]
    if missed:
        print(f"missed on: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


PAGE_TEXT = """# Speed

Written by `make bench ARGS=--write`. Random play with legal moves through the public `Game`, every decision recorded,
beside [catanatron](https://pypi.org/project/catanatron/) (its engine, 2 random players) in the same process and in
turns with it; medians, CPU time, one core ({machine}). The compiled build is the same source through mypyc.

{table}
"""

if __name__ == "__main__":
    sys.exit(main())
