"""`python -m tiefenthal.lab.train.install WEIGHTS [--players N]`: a trained network comes with the package from now on.

The file is checked, copied beside the neural bot, and how it was made is written beside it for people to read. It plays
at every table that has no network of its own; with a number of players, at tables of that number with the built-in
edition, once players/bots/neural/weights.py names it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from tiefenthal.players.bots import neural
from tiefenthal.players.bots.neural.network import WeightsError, load_network, network_bytes
from tiefenthal.players.bots.neural.weights import PLAYERS, file_name

LARGEST: Final = 5_000_000
"""All networks together."""


def install(source: Path, folder: Path, players: int = 0) -> Path:
    """Copy the weights into a folder; gives the file that says how they were made."""
    network = load_network(source)
    data = network_bytes(network)
    target = folder / file_name(players)
    others = sum([file.stat().st_size for file in folder.glob("*.npz") if file != target])
    if others + len(data) > LARGEST:
        raise WeightsError(
            f"{source} is too large for the package: {len(data)} bytes, with the others {others + len(data)}, and "
            f"{LARGEST} are the most"
        )
    target.write_bytes(data)
    made = target.with_suffix(".json")
    made.write_text(json.dumps(load_network(target).made, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return made


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="tiefenthal.lab.train.install",
        description="Make a trained network one that comes with the package.",
    )
    parser.add_argument("weights", type=Path, help="such as build/train/weights.npz")
    parser.add_argument("--players", type=int, default=0, choices=(2, 3, 4), help="only for tables of this size")
    options = parser.parse_args(arguments)
    try:
        made = install(options.weights, Path(neural.__file__).parent, options.players)
    except (WeightsError, OSError) as error:
        print(f"tiefenthal.lab.train.install: {error}", file=sys.stderr)
        return 1
    print(f"Installed; how it was made stands in {made}")
    if options.players and options.players not in PLAYERS:
        print(f"It plays as soon as PLAYERS in {neural.__name__}.weights names the number {options.players}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
