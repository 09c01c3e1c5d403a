"""How a run went: a table (CSV) and a drawing (SVG)."""

import csv
import io
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.lab.plotting.curves import Curve, Panel
from tiefenthal.lab.plotting.curves import curves_svg as plotted
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.episodes import Trial

RECENT: Final = 300  # trials against each rival that a point of the curve looks back on


class Point(NamedTuple):
    """One moment of a run."""

    seconds: float
    games: int
    steps: int
    loss: float
    error: float
    """Mean error of the expected final score, in points, over all evenings."""
    rivals: dict[str, tuple[int, float, float]]
    """By rival: recent trials, mean margin, and part of the victories of the two-player ones (-1: none yet)."""


class Trials:
    """The latest trials against each rival."""

    def __init__(self, rivals: Sequence[str]) -> None:
        self._by_rival: dict[str, deque[Trial]] = {rival: deque(maxlen=RECENT) for rival in rivals}

    def add(self, trial: Trial) -> None:
        self._by_rival.setdefault(trial.rival, deque(maxlen=RECENT)).append(trial)

    def figures(self) -> dict[str, tuple[int, float, float]]:
        """Trials, mean margin, and part of the victories with two players."""
        found: dict[str, tuple[int, float, float]] = {}
        for rival, trials in self._by_rival.items():
            pairs = [trial.share for trial in trials if trial.players == 2]
            margin = sum([trial.margin for trial in trials]) / len(trials) if trials else 0.0
            found[rival] = (len(trials), margin, sum(pairs) / len(pairs) if pairs else -1.0)
        return found


def curves_csv(points: Sequence[Point], rivals: Sequence[str]) -> str:
    """One line for each point."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    head = ["seconds", "games", "steps", "loss", "error"]
    for rival in rivals:
        head += [f"{rival} trials", f"{rival} margin", f"{rival} share of 2"]
    table.writerow(head)
    for point in points:
        line: list[object] = [
            f"{point.seconds:.0f}",
            point.games,
            point.steps,
            f"{point.loss:.4f}",
            f"{point.error:.2f}",
        ]
        for rival in rivals:
            count, margin, share = point.rivals.get(rival, (0, 0.0, -1.0))
            line += [count, f"{margin:.2f}", "" if share < 0 else f"{share:.3f}"]
        table.writerow(line)
    return out.getvalue()


def read_curves(path: Path, rivals: Sequence[str]) -> list[Point]:
    """What an earlier part of the run wrote; nothing where there is no file."""
    if not path.exists():
        return []
    points: list[Point] = []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                figures: dict[str, tuple[int, float, float]] = {}
                for rival in rivals:
                    share = line[f"{rival} share of 2"]
                    figures[rival] = (
                        int(line[f"{rival} trials"]),
                        float(line[f"{rival} margin"]),
                        float(share) if share else -1.0,
                    )
                points.append(
                    Point(
                        float(line["seconds"]), int(line["games"]), int(line["steps"]), float(line["loss"]),
                        float(line["error"]), figures,
                    )
                )  # fmt: skip
    except (OSError, KeyError, ValueError, TypeError):
        raise TrainingError(f"{path} is damaged; remove it, and the run goes on without its earlier curves") from None
    return points


def curves_svg(points: Sequence[Point], rivals: Sequence[str]) -> str:
    """Three drawings over the games played: error, margins, victories."""
    margins: list[Curve] = []
    shares: list[Curve] = []
    for rival in rivals:
        found = [(float(point.games), *point.rivals.get(rival, (0, 0.0, -1.0))) for point in points]
        margins.append(Curve(f"against {rival}", [(games, margin) for games, count, margin, _ in found if count]))
        shares.append(Curve(f"against {rival}", [(games, share) for games, _, _, share in found if share >= 0]))
    error = Curve("the network", [(float(point.games), point.error) for point in points])
    return plotted(
        [
            Panel("mean error of the expected score (points)", [error]),
            Panel("mean margin of recent trials (points)", margins),
            Panel("share of victories in recent trials, 2 players", shares, "{:.0%}"),
        ],
        "games played",
    )
