"""Curves over something that grows, such as games played: panels one below the other, in a file of their own."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.lab.plotting.drawing import Drawing, Scale, scale

WIDTH: Final = 640
HEIGHT: Final = 220
"""Of a panel."""
COLOURS: Final = ("#8c2f39", "#2a6f97", "#5b7f4b", "#c98b2b")
_LEFT: Final = 64
_RIGHT: Final = 150  # room for the names of the curves
_TOP: Final = 34
_BOTTOM: Final = 44
_ROW: Final = 18


class Curve(NamedTuple):
    """A line with its name."""

    name: str
    points: Sequence[tuple[float, float]]
    errors: Sequence[float] = ()
    """By point: how far a bar goes up and down from it; without them there are neither bars nor dots."""


class Panel(NamedTuple):
    """Curves that share a scale."""

    title: str
    curves: Sequence[Curve]
    form: str = "{:,g}"
    """How the figures of the scale are written."""
    bounds: tuple[float, float] | None = None
    """Where the scale begins and ends; without them it follows from the curves."""


def curves_svg(panels: Sequence[Panel], over: str) -> str:
    """The panels as a file; `over` says what grows."""
    drawing = Drawing(WIDTH, HEIGHT * len(panels), "; ".join([panel.title for panel in panels]))
    most = max([x for panel in panels for curve in panel.curves for x, _ in curve.points], default=1.0)
    across = scale(0.0, most, _LEFT, WIDTH - _RIGHT, zero=True)
    for number, panel in enumerate(panels):
        _draw(drawing, panel, across, number * HEIGHT, over)
    return drawing.document()


def _draw(drawing: Drawing, panel: Panel, across: Scale, top: float, over: str) -> None:
    upper, lower = top + _TOP, top + HEIGHT - _BOTTOM
    values = panel.bounds or [y for curve in panel.curves for _, y in curve.points] or (0.0, 1.0)
    up = scale(min(values), max(values), lower, upper)
    drawing.text(_LEFT, top + 16, panel.title)
    for tick in up.ticks:
        drawing.line(across.left, up.at(tick), across.right, up.at(tick), "grid")
        drawing.text(across.left - 8, up.at(tick), panel.form.format(tick), "end", "quiet")
    for tick in across.ticks:
        drawing.text(across.at(tick), lower + 14, f"{tick:,.0f}", "middle", "quiet")
    drawing.text((across.left + across.right) / 2, lower + 31, over, "middle", "quiet")
    for number, curve in enumerate(panel.curves):
        colour = COLOURS[number % len(COLOURS)]
        drawing.text(across.right + 12, upper + _ROW * number, curve.name, colour=colour)
        if curve.points:
            drawing.curve([(across.at(x), up.at(y)) for x, y in curve.points], colour)
        for (x, y), error in zip(curve.points, curve.errors, strict=False):
            low, high = max(up.low, y - error), min(up.high, y + error)
            drawing.line(across.at(x), up.at(low), across.at(x), up.at(high), colour=colour)
            drawing.dot(across.at(x), up.at(y), radius=3, colour=colour)
