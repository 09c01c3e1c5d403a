"""A learning curve as SVG: the share of games won against each opponent, over the steps learned."""

from collections.abc import Sequence
from typing import NamedTuple

from tiefenthal.lab.plotting.curves import Curve, Panel, curves_svg


class Point(NamedTuple):
    """An evaluation during the training."""

    steps: int
    seconds: float
    shares: dict[str, float]
    """By opponent: the share of games won, from 0 to 1."""


def curve_svg(points: Sequence[Point], games: int) -> str:
    """The curve. Bars show one standard error of a share found in `games` games."""
    curves: list[Curve] = []
    for name in points[0].shares if points else ():
        shares = [point.shares[name] for point in points]
        errors = [(share * (1 - share) / games) ** 0.5 for share in shares]
        steps = [float(point.steps) for point in points]
        curves.append(Curve(f"{name} {shares[-1]:.0%}", list(zip(steps, shares, strict=True)), errors))
    panel = Panel(f"games won (of {games} for each point)", curves, "{:.0%}", (0.0, 1.0))
    return curves_svg([panel], "decisions learned from")
