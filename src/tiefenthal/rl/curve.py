"""A learning curve as SVG: the share of games won against each opponent, over the steps learned."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 320
LEFT: Final = 56
RIGHT: Final = 120
TOP: Final = 24
BOTTOM: Final = 44
COLOURS: Final = ("#b23a2e", "#2e5e8c", "#427a40", "#c48c20")


class Point(NamedTuple):
    """One evaluation."""

    steps: int
    seconds: float
    shares: dict[str, float]
    """By opponent: the share of games won, from 0 to 1."""


def _round_number(most: int) -> int:
    """A step for about five marks on an axis that ends here."""
    step = 1
    while most / step > 6:
        step *= 10
    for part in (5, 2):
        if step % part == 0 and most / (step // part) <= 6:
            return step // part
    return step


def curve_svg(points: Sequence[Point], games: int) -> str:
    """The curve. Bars show one standard error of a share found in so many games."""
    most = max([point.steps for point in points] + [1])

    def x(steps: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * steps / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for percent in range(0, 101, 25):
        at = y(percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd3bd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    for steps in range(0, most + 1, _round_number(most)):
        parts.append(f'<text x="{x(steps):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{steps:,}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 8}">decisions learned from</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 8}">games won (of {games} for each point)</text>')
    names = list(points[0].shares) if points else []
    for name, colour in zip(names, COLOURS):
        path = " ".join(f"{x(point.steps):.1f},{y(point.shares[name]):.1f}" for point in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for point in points:
            share = point.shares[name]
            error = (share * (1 - share) / games) ** 0.5
            at = x(point.steps)
            parts.append(
                f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y(min(1, share + error)):.1f}" '
                f'y2="{y(max(0, share - error)):.1f}" stroke="{colour}"/>'
            )
            parts.append(f'<circle cx="{at:.1f}" cy="{y(share):.1f}" r="3" fill="{colour}"/>')
        last = points[-1].shares[name]
        parts.append(
            f'<text x="{WIDTH - RIGHT + 10}" y="{y(last) + 4:.1f}" fill="{colour}">{escape(name)} {last:.0%}</text>'
        )
    return "".join(parts) + "</svg>\n"
