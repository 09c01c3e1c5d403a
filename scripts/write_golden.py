"""Write a golden record for each of the fifteen set-ups: greedy and random players, so that much of the game occurs.

Golden records hold the rules in place. Never write them again to make a change pass without saying in the commit which
rule changed and why. Existing files are kept unless --renew is given.
"""

import sys
from pathlib import Path

from tiefenthal.arena import play_game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records" / "golden"


def main() -> int:
    """Write what is missing, or everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in (2, 3, 4):
        for modules in (1, 2, 3, 4, 5):
            path = FOLDER / f"{players}-players-module-{modules}.txt"
            if path.exists() and "--renew" not in sys.argv[1:]:
                continue
            bots = ["greedy", "random", "greedy", "greedy"][:players]
            game = play_game(bots, players=players, modules=modules, seed=f"golden {players} {modules}")
            game.tags["Bots"] = ", ".join(bots)
            path.write_text(game.record, encoding="utf-8")
            print(path.name, game.scores)
    return 0


if __name__ == "__main__":
    sys.exit(main())
