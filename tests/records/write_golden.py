"""Write golden records: greedy and random players, so that much of the game occurs. One for each of the fifteen set-ups
with the edition of the tests (tests/figures.py), and one for each number of players with the edition that is built in.

Golden records hold the rules and the figures in place. Never write them again to make a change pass without saying in
the commit which rule changed and why. Existing files are kept unless --renew is given.
"""

import sys
from pathlib import Path

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.edition import Edition
from tiefenthal.lab.arena import play_game

FOLDER = Path(__file__).resolve().parent / "golden"
SOME_SETUPS = ((2, 1), (3, 3), (4, 5))


def write(players: int, modules: int, edition: Edition, prefix: str) -> None:
    """Write one record, if it is missing or all are renewed."""
    path = FOLDER / f"{prefix}{players}-players-module-{modules}.txt"
    if path.exists() and "--renew" not in sys.argv[1:]:
        return
    bots = ["greedy", "random", "greedy", "greedy"][:players]
    game = play_game(bots, players=players, modules=modules, seed=f"golden {players} {modules}", edition=edition)
    game.tags["Bots"] = ", ".join(bots)
    path.write_text(game.record, encoding="utf-8")
    print(path.name, game.scores)


def main() -> int:
    """Write what is missing, or everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players, modules in ALL_SETUPS:
        write(players, modules, FIGURES, "")
    edition = load_edition()
    if edition.digest != FIGURES.digest:
        for players, modules in SOME_SETUPS:
            write(players, modules, edition, f"{edition.digest[:8]}-")
    return 0


if __name__ == "__main__":
    sys.exit(main())
