"""`python -m tiefenthal.train.install WEIGHTS`: make a trained network the one that comes with the package.

The file is checked, copied beside the neural bot, and how it was made is written beside it for people to read.
"""

import json
import sys
from pathlib import Path
from typing import Final

from tiefenthal.bots import neural
from tiefenthal.bots.neural.bot import WEIGHTS
from tiefenthal.bots.neural.network import WeightsError, load_network, network_bytes

LARGEST: Final = 5_000_000
MADE: Final = "weights.json"


def install(source: Path, folder: Path) -> Path:
    """Copy the weights into a folder; gives the file that says how they were made."""
    network = load_network(source)
    data = network_bytes(network)
    if len(data) > LARGEST:
        raise WeightsError(f"{source} is too large for the package: {len(data)} bytes, {LARGEST} are the most")
    (folder / WEIGHTS).write_bytes(data)
    made = folder / MADE
    made.write_text(json.dumps(load_network(folder / WEIGHTS).made, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return made


def main(arguments: list[str]) -> int:
    """The command."""
    if len(arguments) != 1:
        print("tiefenthal.train.install: name one weights file, such as build/train/weights.npz", file=sys.stderr)
        return 2
    try:
        made = install(Path(arguments[0]), Path(neural.__file__).parent)
    except (WeightsError, OSError) as error:
        print(f"tiefenthal.train.install: {error}", file=sys.stderr)
        return 1
    print(f"Installed; how it was made stands in {made}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
