"""The plot of a series: how the scores of each bot are spread, and where its points come from."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tiefenthal.engine.rules.scoring import SOURCES

if TYPE_CHECKING:
    from tiefenthal.lab.arena.report import Report, Standing

COLOURS: Final = ("#8c2f39", "#c98b2b", "#8a8f98", "#4f7d8c", "#5b7f4b")  # by source: wine, amber, slate, water, hops
BODY: Final = "#c98b2b"
INK: Final = "#2b2622"
PALE: Final = "#e4ddd3"


class PlotError(RuntimeError):
    """A plot cannot be drawn."""


def draw(report: "Report", path: Path) -> None:
    """Draw the report into a file; its ending says in which form."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlotError("plots need matplotlib: install it with  pip install 'tiefenthal[plot]'") from error
    if not report.games:
        raise PlotError("there is nothing to plot: no game was finished")
    from matplotlib.figure import Figure

    standings = report.by_bot
    with matplotlib.rc_context({"font.size": 10, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": PALE}):
        height = 2.3 + 0.75 * len(standings)
        figure = Figure(figsize=(11, height), layout="constrained", facecolor="white")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1.25, 1))
        _draw_scores(report, standings, left)
        _draw_sources(standings, right)
        figure.suptitle(_title(report), fontsize=12, fontweight="bold", x=0.01, ha="left")
        try:
            figure.savefig(path, dpi=150)
        except ValueError as error:
            raise PlotError(f"cannot draw {path}: {error}") from error


def _title(report: "Report") -> str:
    modules = "module 1" if report.modules == 1 else f"modules 1 to {report.modules}"
    return f"{len(report.games):,} games, {report.players} players, {modules}"


def _plain(axes: Any) -> None:
    """No frame, a quiet grid behind."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color=PALE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=INK)


def _draw_scores(report: "Report", standings: "list[Standing]", axes: Any) -> None:
    """One violin a bot: the whole spread, the middle half, the mean."""
    rows = range(len(standings))
    for row, one in zip(rows, standings, strict=True):
        scores = sorted([seat.score for game in report.games for seat in game.seats if seat.bot == one.name])
        if not scores:
            continue
        if len(set(scores)) > 1:
            bodies = axes.violinplot([scores], [row], orientation="horizontal", widths=0.7, showextrema=False)["bodies"]
            for body in bodies:
                body.set(facecolor=BODY, edgecolor="none", alpha=0.55)
        low, high = scores[len(scores) // 4], scores[(3 * len(scores)) // 4]
        axes.plot([scores[0], scores[-1]], [row, row], color=INK, linewidth=0.8)
        axes.plot([low, high], [row, row], color=INK, linewidth=5, solid_capstyle="butt")
        axes.plot([one.scores.mean], [row], "o", color="white", markeredgecolor=INK, markersize=6, zorder=3)
    labels = [
        f"{one.name}\nwins {one.victories.share:.0%} ({one.victories.low:.0%} to {one.victories.high:.0%})"
        for one in standings
    ]
    axes.set_yticks(list(rows), labels)
    axes.set_ylim(len(standings) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("score (band: middle half of the games, dot: mean)")
    axes.set_title("Scores", loc="left", fontsize=10)
    _plain(axes)


def _draw_sources(standings: "list[Standing]", axes: Any) -> None:
    """One bar a bot, made of its sources; figures where there is room for them."""
    widest = max([sum(one.points) for one in standings])
    begin = [0.0] * len(standings)
    for i, source in enumerate(SOURCES):
        points = [one.points[i] for one in standings]
        if not any(points):
            continue
        axes.barh(range(len(standings)), points, left=begin, height=0.5, color=COLOURS[i], label=source)
        for row, width in enumerate(points):
            if width > 0.06 * widest:
                axes.text(begin[row] + width / 2, row, f"{width:.0f}", ha="center", va="center", color="white")
        begin = [start + width for start, width in zip(begin, points, strict=True)]
    for row, total in enumerate(begin):
        axes.text(total + 0.012 * widest, row, f"{total:.0f}", ha="left", va="center", fontweight="bold")
    axes.set_xlim(0, widest * 1.1)
    axes.set_xlabel("mean points by source")
    axes.set_title("Where the points come from", loc="left", fontsize=10, pad=22)
    axes.legend(loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=len(SOURCES), frameon=False, fontsize=8,
                handlelength=1, columnspacing=1.2, borderpad=0)  # fmt: skip
    _plain(axes)
