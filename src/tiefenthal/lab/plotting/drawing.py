"""Small plots as SVG: scales, and a drawing that grows line by line. It depends on no other module.

Lines and words take their colour from the page (classes `ink`, `quiet`, `grid`), so they are readable on dark and light
paper alike; a drawing for a file of its own (`Drawing.document`) brings its paper and its colours.
"""

import html
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

FONT: Final = 13
_PAPER: Final = (
    "<style>.quiet {{ fill: #6f665d; font-size: 11.5px }} .ink {{ stroke: #2b2622 }} .grid {{ stroke: #e4ddd3 }}"
    "</style>\n"
    '<rect width="{:g}" height="{:g}" fill="#fffdf9"/>\n'
)


class Scale(NamedTuple):
    """From figures to places on the paper, with the round figures to mark."""

    low: float
    high: float
    left: float
    right: float
    ticks: tuple[float, ...]
    log: bool = False

    def at(self, value: float) -> float:
        """Where a figure stands."""
        low, high, value = (
            (math.log(self.low), math.log(self.high), math.log(value)) if self.log else (self.low, self.high, value)
        )
        return self.left + (self.right - self.left) * (value - low) / (high - low)


def scale(low: float, high: float, left: float, right: float, zero: bool = False) -> Scale:
    """A scale from figure to figure, widened to round ones; with `zero`, from 0 on."""
    low = 0.0 if zero else low
    if high <= low:
        low, high = (0.0, 1.0) if zero else (low - 1, low + 1)
    step = 10 ** math.floor(math.log10((high - low) / 3))
    for factor in (1, 2, 5, 10):
        if (high - low) / (step * factor) <= 7:
            step *= factor
            break
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = tuple([i * step for i in range(first, last + 1)])
    return Scale(ticks[0], ticks[-1], left, right, ticks)


def log_scale(low: float, high: float, left: float, right: float) -> Scale:
    """A scale by powers of ten."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    return Scale(10.0**first, 10.0**last, left, right, tuple([10.0**i for i in range(first, last + 1)]), True)


class Drawing:
    """A picture that grows."""

    def __init__(self, width: float, height: float, words: str) -> None:
        self.width: float = width
        self.height: float = height
        self.words: str = words
        """What the picture shows, for those who do not see it."""
        self._parts: list[str] = []

    def line(
        self, x1: float, y1: float, x2: float, y2: float, kind: str = "ink", width: float = 1, colour: str = ""
    ) -> None:
        """A straight line."""
        look = f'stroke="{colour}"' if colour else f'class="{kind}"'
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {look} stroke-width="{width:g}"/>'
        )

    def curve(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """A line through points."""
        path = " ".join([f"{x:.1f},{y:.1f}" for x, y in points])
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def box(self, x: float, y: float, width: float, height: float, colour: str, words: str = "") -> None:
        """A filled box; `words` come up when one points at it."""
        title = f"<title>{html.escape(words)}</title>" if words else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}" fill="{colour}">'
            f"{title}</rect>"
        )

    def dot(self, x: float, y: float, words: str = "", radius: float = 5, colour: str = "") -> None:
        """A dot, with a rim unless it has a colour of its own."""
        title = f"<title>{html.escape(words)}</title>" if words else ""
        look = f'fill="{colour}"' if colour else 'class="dot"'
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {look}>{title}</circle>')

    def shape(self, points: Sequence[tuple[float, float]], colour: str, opacity: float) -> None:
        """A filled shape."""
        path = " ".join([f"{x:.1f},{y:.1f}" for x, y in points])
        self._parts.append(f'<polygon points="{path}" fill="{colour}" fill-opacity="{opacity:g}"/>')

    def text(
        self, x: float, y: float, words: str, anchor: str = "start", kind: str = "words", colour: str = ""
    ) -> None:
        """Words, with the middle of their height at y."""
        place = f'x="{x:.1f}" y="{y + FONT * 0.35:.1f}" text-anchor="{anchor}"'
        look = f'fill="{colour}"' if colour else f'class="{kind}"'
        self._parts.append(f"<text {place} {look}>{html.escape(words)}</text>")

    def axis(self, on: Scale, top: float, bottom: float, show: "str | None" = None, form: str = "{:,g}") -> None:
        """Quiet lines with their figures below, and what they mean."""
        for tick in on.ticks:
            x = on.at(tick)
            self.line(x, top, x, bottom, "grid")
            self.text(x, bottom + 14, form.format(tick), "middle", "quiet")
        if show:
            self.text((on.left + on.right) / 2, bottom + 34, show, "middle", "quiet")

    def __str__(self) -> str:
        """For a page, which says how the classes look."""
        return self._svg("", "")

    def document(self) -> str:
        """For a file of its own."""
        size = f'xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" height="{self.height:g}" '
        return self._svg(size + 'font-family="sans-serif" ', _PAPER.format(self.width, self.height))

    def _svg(self, more: str, first: str) -> str:
        head = f'<svg {more}viewBox="0 0 {self.width:g} {self.height:g}" role="img" font-size="{FONT}" '
        return head + f'aria-label="{html.escape(self.words)}">\n{first}' + "\n".join(self._parts) + "\n</svg>\n"
