"""Tables of figures, written once and shown everywhere: CSV for programs, Markdown and HTML for people.

A figure with an interval is one cell. In a CSV file it becomes three columns, `share`, `share_low` and `share_high`;
for people it reads "61.2 % (57.0 to 65.3)".
"""

import csv
import html
import io
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.lab.arena.stats import Estimate

Cell = str | int | float | Estimate | None
NOTHING: Final = "–"


def _plain(number: float, digits: int) -> str:
    text = f"{number:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.replace("-", "")


def _seconds(number: float) -> str:
    if number < 1e-3:
        return f"{number * 1e6:.0f} µs"
    return f"{number:.2f} s" if number >= 1 else f"{number * 1000:.{1 if number < 0.1 else 0}f} ms"


FORMS: Final[dict[str, Callable[[float], str]]] = {
    "count": lambda number: _plain(number, 0),
    "rating": lambda number: _plain(number, 0),
    "points": lambda number: _plain(number, 1),
    "fine": lambda number: _plain(number, 2),
    "share": lambda number: f"{_plain(100 * number, 1)} %",
    "seconds": _seconds,
}
"""How numbers are shown to people, by what they are."""


class Column(NamedTuple):
    """A column: its name in files, its heading for people, and what its figures are ("" for words)."""

    name: str
    heading: str
    form: str = ""
    interval: bool = False

    def shown(self, cell: Cell) -> str:
        """A cell for people."""
        if cell is None:
            return NOTHING
        if isinstance(cell, str):
            return cell
        show = FORMS[self.form or "count"]
        if not isinstance(cell, Estimate):
            return show(cell)
        if not math.isfinite(cell.low) or not math.isfinite(cell.high):
            bound = "≤ " if math.isfinite(cell.high) else "≥ " if math.isfinite(cell.low) else ""
            return bound + show(cell.value)
        if cell.low == cell.value == cell.high:
            return show(cell.value)
        return f"{show(cell.value)} ({show(cell.low).removesuffix(' %')} to {show(cell.high).removesuffix(' %')})"


class Sheet(NamedTuple):
    """A table of a report, with its columns."""

    name: str
    """What its file is called."""
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]
    note: str = ""
    """How to read it."""

    def csv(self) -> str:
        """For programs: everything, unrounded as far as it means anything."""
        names: list[str] = []
        for column in self.columns:
            names += [column.name, f"{column.name}_low", f"{column.name}_high"] if column.interval else [column.name]
        rows: list[list[object]] = []
        for row in self.rows:
            cells: list[object] = []
            for column, cell in zip(self.columns, row, strict=True):
                if column.interval:
                    cells += [_raw(number) for number in cell] if isinstance(cell, Estimate) else [_raw(cell), "", ""]
                else:
                    cells.append(_raw(cell))
            rows.append(cells)
        return csv_text(names, rows)

    def shown(self) -> list[list[str]]:
        """The cells for people."""
        return [[column.shown(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]

    def only(self, *names: str) -> "Sheet":
        """Some of the columns."""
        chosen = [i for i, column in enumerate(self.columns) if column.name in names]
        return self._replace(
            columns=tuple([self.columns[i] for i in chosen]),
            rows=[tuple([row[i] for i in chosen]) for row in self.rows],
        )

    def without_interval(self, name: str) -> "Sheet":
        """The same with the bare figures of a column, where there is little room."""
        at = [column.name for column in self.columns].index(name)
        bare = self.columns[at]._replace(heading=name, interval=False)
        rows: list[tuple[Cell, ...]] = []
        for row in self.rows:
            cell = row[at]
            rows.append((*row[:at], cell.value if isinstance(cell, Estimate) else cell, *row[at + 1 :]))
        return self._replace(columns=(*self.columns[:at], bare, *self.columns[at + 1 :]), rows=rows)

    def markdown(self) -> str:
        """A table in Markdown, without its title."""
        lines = [
            "| " + " | ".join([column.heading for column in self.columns]) + " |",
            "|" + "|".join(["---:" if column.form else "---" for column in self.columns]) + "|",
        ]
        for row in self.shown():
            lines.append("| " + " | ".join([cell.replace("|", "\\|") for cell in row]) + " |")
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """A table in HTML, without its title."""
        marks = [' class="number"' if column.form else "" for column in self.columns]
        head = "".join(
            [
                f'<th scope="col"{mark}>{html.escape(column.heading)}</th>'
                for column, mark in zip(self.columns, marks, strict=True)
            ]
        )
        body = "".join(
            [
                "<tr>"
                + "".join([f"<td{mark or _long(cell)}>{html.escape(cell)}</td>" for cell, mark in zip(row, marks)])
                + "</tr>\n"
                for row in self.shown()
            ]
        )
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n'


def _long(words: str) -> str:
    """Cells with many words may wrap, but not to a ribbon."""
    return ' class="long"' if len(words) > 20 else ""


def _raw(cell: Cell | float) -> object:
    if cell is None or isinstance(cell, Estimate):
        return ""
    if isinstance(cell, float):
        return round(cell, 6) if math.isfinite(cell) else ""
    return cell


def csv_text(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return out.getvalue()


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees half of it."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
