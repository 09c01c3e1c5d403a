"""The charts of the reports, a row for each bot, in the colours of `plot.py`."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.lab.arena.plot import BODY, COLOURS
from tiefenthal.lab.plotting.drawing import Drawing, log_scale, scale

WIDTH: Final = 720
ROW: Final = 34
LABELS: Final = 190  # room for the names at the left
END: Final = WIDTH - 24  # of the scale, at the right
LETTER: Final = 7.2  # about as wide as a letter of that size


def _rows(count: int, extra: float = 0) -> tuple[float, list[float], float]:
    """Height, the middles of the rows, and where they end."""
    top = 10 + extra
    bottom = top + ROW * count
    return bottom + 48, [top + ROW * (row + 0.5) for row in range(count)], bottom


def _label(words: str) -> str:
    most = int((LABELS - 16) / LETTER)
    return words if len(words) <= most else words[: most - 1] + "…"


class Interval(NamedTuple):
    """A row of a plot of intervals."""

    name: str
    value: float
    low: float
    high: float
    words: str


def intervals(rows: Sequence[Interval], show: str, mark: float | None = None, form: str = "{:,g}") -> str:
    """A dot and a line for each row; `mark` is a figure to compare them with."""
    height, middles, bottom = _rows(len(rows))
    drawing = Drawing(WIDTH, height, f"{show}: " + "; ".join([f"{row.name} {row.words}" for row in rows]))
    ends = [end for row in rows for end in (row.value, row.low, row.high) if math.isfinite(end)]
    ends += [mark] if mark is not None else []
    on = scale(min(ends), max(ends), LABELS, END)
    drawing.axis(on, 10, bottom, show, form)
    if mark is not None:
        drawing.line(on.at(mark), 10, on.at(mark), bottom, "mark", 1.5)
    for row, y in zip(rows, middles, strict=True):
        drawing.text(LABELS - 14, y, _label(row.name), "end")
        low, high = max(on.low, row.low), min(on.high, row.high)
        drawing.line(on.at(low), y, on.at(high), y, "ink", 2.5)
        drawing.dot(on.at(row.value), y, f"{row.name}: {row.words}")
    return str(drawing)


def spreads(rows: Sequence[tuple[str, Sequence[int], float]], show: str) -> str:
    """How figures are spread, a shape for each row: name, the figures in ascending order, their mean."""
    height, middles, bottom = _rows(len(rows))
    drawing = Drawing(
        WIDTH, height, f"{show}: " + "; ".join([f"{name} {mean:.1f} on average" for name, _, mean in rows])
    )
    low, high = min([row[1][0] for row in rows]), max([row[1][-1] for row in rows])
    on = scale(low, high, LABELS, END, zero=low >= 0)
    drawing.axis(on, 10, bottom, show)
    for (name, figures, mean), y in zip(rows, middles, strict=True):
        drawing.text(LABELS - 14, y, _label(name), "end")
        outline = _density(figures)
        if outline:
            most = max([high for _, high in outline])
            upper = [(on.at(at), y - 0.42 * ROW * high / most) for at, high in outline]
            lower = [(on.at(at), y + 0.42 * ROW * high / most) for at, high in reversed(outline)]
            drawing.shape([*upper, *lower], BODY, 0.55)
        count = len(figures)
        drawing.line(on.at(figures[0]), y, on.at(figures[-1]), y, "ink", 0.8)
        drawing.line(on.at(figures[count // 4]), y, on.at(figures[(3 * count) // 4]), y, "ink", 5)
        drawing.dot(on.at(mean), y, f"{name}: {mean:.1f}")
    return str(drawing)


def _density(figures: Sequence[int]) -> list[tuple[float, float]]:
    """A smooth outline of how often figures come, by a Gaussian kernel of Silverman's width."""
    count = len(figures)
    mean = math.fsum(figures) / count
    deviation = math.sqrt(math.fsum([(figure - mean) ** 2 for figure in figures]) / count)
    if deviation == 0:
        return []
    width = 1.06 * deviation * count**-0.2
    counts: dict[int, int] = {}
    for figure in figures:
        counts[figure] = counts.get(figure, 0) + 1
    places = [figures[0] + (figures[-1] - figures[0]) * i / 60 for i in range(61)]
    return [
        (at, math.fsum([often * math.exp(-(((at - figure) / width) ** 2) / 2) for figure, often in counts.items()]))
        for at in places
    ]


def stacks(rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str], show: str) -> str:
    """A bar for each row, made of its parts; figures where there is room for them."""
    used = [i for i in range(len(parts)) if any(row[1][i] for row in rows)]
    height, middles, bottom = _rows(len(rows), 26)
    drawing = Drawing(WIDTH, height, f"{show}: " + "; ".join([f"{name} {sum(values):.1f}" for name, values in rows]))
    on = scale(0, max([math.fsum(values) for _, values in rows]) * 1.06, LABELS, END, zero=True)
    drawing.axis(on, 36, bottom, show)
    x: float = LABELS
    for i in used:
        drawing.box(x, 8, 12, 12, COLOURS[i % len(COLOURS)])
        drawing.text(x + 17, 14, parts[i], kind="quiet")
        x += 17 + LETTER * len(parts[i]) + 18
    for (name, values), y in zip(rows, middles, strict=True):
        drawing.text(LABELS - 14, y, _label(name), "end")
        begin = 0.0
        for i in used:
            left, right = on.at(begin), on.at(begin + values[i])
            words = f"{values[i]:.0f}"
            drawing.box(
                left, y - 11, right - left, 22, COLOURS[i % len(COLOURS)], f"{name}, {parts[i]}: {values[i]:.1f}"
            )
            if right - left > LETTER * len(words) + 6:
                drawing.text((left + right) / 2, y, words, "middle", "on-bar")
            begin += values[i]
        drawing.text(on.at(begin) + 6, y, f"{begin:.0f}")
    return str(drawing)


def lengths(rows: Sequence[tuple[str, float, float, float]], show: str) -> str:
    """Lengths of time on a logarithmic scale, for each row: name, median, p99, longest, in seconds."""
    height, middles, bottom = _rows(len(rows))
    drawing = Drawing(WIDTH, height, f"{show}: " + "; ".join([f"{row[0]} {row[1] * 1000:.2g} ms" for row in rows]))
    on = log_scale(
        max(1e-3, min([row[1] for row in rows]) * 1000), max([row[3] for row in rows]) * 1000 + 1e-3, LABELS, END
    )
    drawing.axis(on, 10, bottom, show)
    for (name, median, late, longest), y in zip(rows, middles, strict=True):
        drawing.text(LABELS - 14, y, _label(name), "end")
        at = [on.at(max(on.low, 1000 * seconds)) for seconds in (median, late, longest)]
        drawing.line(at[0], y, at[2], y, "ink", 0.8)
        drawing.line(at[0], y, at[1], y, "ink", 3)
        drawing.dot(at[0], y, f"{name}: median {1000 * median:.3g} ms, p99 {1000 * late:.3g} ms")
    return str(drawing)
