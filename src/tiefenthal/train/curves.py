"""How a run went: a table (CSV) and a drawing (SVG)."""

import csv
import io
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.train import TrainingError
from tiefenthal.train.episodes import Trial

RECENT: Final = 300  # trials against each rival that a point of the curve looks back on
WIDTH: Final = 640
HEIGHT: Final = 200
LEFT: Final = 56
COLOURS: Final = ("#2a6f97", "#c1121f", "#5f8d4e", "#7d5ba6")


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
        """One more."""
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
    games = [float(point.games) for point in points]
    panels: list[tuple[str, dict[str, list[tuple[float, float]]]]] = [
        (
            "mean error of the expected score (points)",
            {"error": [(x, point.error) for x, point in zip(games, points, strict=True)]},
        ),
        ("mean margin of recent trials (points)", {}),
        ("share of victories in recent trials, 2 players", {}),
    ]
    for rival in rivals:
        margins: list[tuple[float, float]] = []
        shares: list[tuple[float, float]] = []
        for x, point in zip(games, points, strict=True):
            count, margin, share = point.rivals.get(rival, (0, 0.0, -1.0))
            if count:
                margins.append((x, margin))
            if share >= 0:
                shares.append((x, share))
        panels[1][1][f"against {rival}"] = margins
        panels[2][1][f"against {rival}"] = shares
    height = HEIGHT * len(panels)
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            'font-family="sans-serif" font-size="11">'
        ),
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (title, lines) in enumerate(panels):
        out += _panel(title, lines, number * HEIGHT, max(games, default=1.0))
    out.append("</svg>")
    return "\n".join(out) + "\n"


def _panel(title: str, lines: dict[str, list[tuple[float, float]]], top: int, most_x: float) -> list[str]:
    values = [y for line in lines.values() for _, y in line]
    low = min(values, default=0.0)
    high = max(values, default=1.0)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    bottom = top + HEIGHT - 26
    upper = top + 28

    def at(x: float, y: float) -> str:
        across = LEFT + (WIDTH - LEFT - 16) * x / max(most_x, 1.0)
        return f"{across:.1f},{bottom - (bottom - upper) * (y - low) / (high - low):.1f}"

    out = [f'<text x="{LEFT}" y="{top + 16}" font-weight="bold">{title}</text>']
    for share in (0.0, 0.5, 1.0):
        y = low + share * (high - low)
        across, down = at(0.0, y).split(",")
        out.append(f'<line x1="{across}" y1="{down}" x2="{WIDTH - 16}" y2="{down}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{float(down) + 4:.1f}" text-anchor="end">{y:.2f}</text>')
    out.append(f'<text x="{WIDTH - 16}" y="{bottom + 16}" text-anchor="end">{most_x:.0f} games</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        if line:
            out.append(
                f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" '
                f'points="{" ".join([at(x, y) for x, y in line])}"/>'
            )
        if len(lines) > 1:
            out.append(f'<text x="{WIDTH - 16 - 130 * number}" y="{top + 16}" text-anchor="end" fill="{colour}">')
            out.append(f"{name}</text>")
    return out
