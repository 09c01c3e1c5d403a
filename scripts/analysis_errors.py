"""Makes the table of errors (`players/analysis/errors.json`) from expectations and results, and tests such a table."""

import math
from collections import defaultdict
from statistics import NormalDist
from typing import Any, Final

from tiefenthal.lab.arena.stats import mean_of_clusters
from tiefenthal.players.analysis.calibration import COVERS, MOMENTS, Errors, stretched

Row = dict[str, Any]

FIGURES: Final = ("score", "margin")
EVENINGS: Final = 9
TRUST: Final = 40
"""Positions that the mean over all moments counts for, against those of one moment."""
SETTLED: Final = 60
"""Positions that "no wider than usual" counts for, against those of one set-up."""
GROUPS: Final = ((0, 0), (1, 2), (3, 5), (6, 8))
"""Evenings taken together where there are few positions."""
HEADINGS: Final = (
    "positions", "games", "score error (95 %)", "median ±", "held", "margin error (95 %)", "median ±", "held",
    "predicted", "won",
)  # fmt: skip
FEW: Final = 60
"""Positions played on that say something by themselves."""
ROUNDS: Final = 4
"""How often stretches and shifts are fitted, each with what the other has become."""
FINEST: Final = 0.05
"""No ± of a chance is less in the middle: so far the check below may be off by itself."""
ROUNDED: Final = 0.005  # chances are told in percent
NORMAL: Final = 1.2816  # standard deviations on either side that hold four fifths


def error(row: Row, figure: str) -> float:
    """The result minus the expectation."""
    at = FIGURES.index(figure)
    return float(row["out"][at] - row["raw"][at])


def mean(values: list[float]) -> float:
    """Of none: 0."""
    return sum(values) / len(values) if values else 0.0


def quantile(values: list[float], share: float) -> float:
    """Below which this share of the values lies."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def setup_of(row: Row) -> str:
    """As the table names it."""
    return f"{row['players']} {row['modules']}"


def fitted(rows: list[Row], played_on: list[Row], made: dict[str, Any]) -> dict[str, Any]:
    """The table."""
    table: dict[str, Any] = {"made": made}
    table["spread"] = {}
    for figure in FIGURES:
        bias = _biases(rows, figure)
        off = [(row, error(row, figure) - bias[row["moment"]][row["left"]]) for row in rows]
        factor = _factors(off)
        table["spread"][figure] = {setup: round(value, 3) for setup, value in sorted(factor.items())}
        table[figure] = {}
        for moment in MOMENTS:
            table[figure][moment] = []
            for left in range(EVENINGS):
                near = [
                    abs(value) / factor[setup_of(row)]
                    for row, value in off
                    if row["moment"] == moment and _near(row["left"], left)
                ]
                if len(near) < 20:
                    near = [
                        abs(value) / factor[setup_of(row)]
                        for row, value in off
                        if row["moment"] != "serving" and _near(row["left"], left)
                    ]
                wide = quantile(near, COVERS)
                table[figure][moment].append([round(bias[moment][left], 2), round(wide, 2)])
    shifts = {str(players): 0.0 for players in (2, 3, 4)}
    for _ in range(ROUNDS):
        stretches = _stretches(rows, shifts)
        shifts = {
            players: _shift([row for row in rows if str(row["players"]) == players], stretches) for players in shifts
        }
    table["win_shift"] = shifts
    table["win"] = _wins(stretches, played_on, shifts)
    return table


def _near(there: int, left: int) -> bool:
    """The last evening is like no other; of the others neighbours count too."""
    return there == left if left == 0 else there > 0 and abs(there - left) <= 1


def _biases(rows: list[Row], figure: str) -> dict[str, list[float]]:
    """By moment and evenings left: the mean error, leaning on that of all moments."""
    found: dict[str, list[float]] = {}
    for moment in MOMENTS:
        found[moment] = []
        for left in range(EVENINGS):
            own = [error(row, figure) for row in rows if row["moment"] == moment and row["left"] == left]
            like = [
                error(row, figure)
                for row in rows
                if (row["moment"] == "serving") == (moment == "serving") and _near(row["left"], left)
            ]
            found[moment].append((sum(own) + TRUST * mean(like)) / (len(own) + TRUST))
    return found


def _factors(off: list[tuple[Row, float]]) -> dict[str, float]:
    """By set-up: how much wider than usual."""
    squares: dict[tuple[str, int], list[float]] = defaultdict(list)
    for row, value in off:
        squares[row["moment"], row["left"]].append(value * value)
    usual = {key: max(0.01, mean(values)) for key, values in squares.items()}
    by_setup: dict[str, list[float]] = {f"{p} {m}": [] for p in (2, 3, 4) for m in (1, 2, 3, 4, 5)}
    for row, value in off:
        by_setup[setup_of(row)].append(value * value / usual[row["moment"], row["left"]])
    return {setup: math.sqrt((sum(values) + SETTLED) / (len(values) + SETTLED)) for setup, values in by_setup.items()}


def _group(left: int) -> tuple[int, int]:
    return next(group for group in GROUPS if group[0] <= left <= group[1])


Stretches = dict[tuple[bool, tuple[int, int]], float]
"""By whether the seat serves, and evenings left."""


def _stretches(rows: list[Row], shifts: dict[str, float]) -> Stretches:
    """How far to stretch the odds, so that what happened surprises least."""
    found: Stretches = {}
    for serving in (False, True):
        for group in GROUPS:
            own = [row for row in rows if _group(row["left"]) == group and (row["moment"] == "serving") == serving]
            steps = [step / 20 for step in range(8, 31)]
            found[serving, group] = min(steps, key=lambda step: surprise(own, step, shifts)) if own else 1.0
    return found


def _wins(stretches: Stretches, played_on: list[Row], shifts: dict[str, float]) -> dict[str, list[list[float]]]:
    """By moment and evenings left: how far to stretch the odds, and the ± in the middle."""
    found: dict[str, list[list[float]]] = {moment: [] for moment in MOMENTS}
    for left in range(EVENINGS):
        near = [row for row in played_on if _group(row["left"]) == _group(left)]
        if len(near) < FEW:
            near = played_on
        for moment in MOMENTS:
            stretch = stretches[moment == "serving", _group(left)]
            wide = max(FINEST, judge_error(near, stretch, shifts) * NORMAL)
            found[moment].append([stretch, round(wide, 3)])
    return found


def _shift(rows: list[Row], stretches: Stretches) -> float:
    """What to add to the logarithm of the odds at a table of so many. Who won need not be known for that: the chances
    of all seats together are 1."""
    seats: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        seats[row["game"], row["seat"]].append(
            (row["raw"][2], stretches[row["moment"] == "serving", _group(row["left"])])
        )
    if not seats:
        return 0.0
    players: int = rows[0]["players"]

    def off(shift: float) -> float:
        said = [
            mean([stretched(raw, players, stretch, shift, 0.0)[0] for raw, stretch in own]) for own in seats.values()
        ]
        return abs(mean(said) - 1.0 / players)

    return min([step / 50 for step in range(-40, 41)], key=off)


def surprise(rows: list[Row], stretch: float, shifts: dict[str, float]) -> float:
    """How unlikely the chances, stretched and shifted like this, make what happened."""
    total = 0.0
    for row in rows:
        chance, _ = stretched(row["raw"][2], row["players"], stretch, shifts[str(row["players"])], 0.0)
        won = row["out"][2]
        total -= won * math.log(chance) + (1.0 - won) * math.log(1.0 - chance)
    return total


def judge_error(rows: list[Row], stretch: float, shifts: dict[str, float]) -> float:
    """How far the judge's chance is from the true one, as a standard deviation in the middle. A position was played on
    several times: what separates these from each other is luck, and is taken off."""
    above = below = 0.0
    for row in rows:
        chance, _ = stretched(row["win"], row["players"], stretch, shifts[str(row["players"])], 0.0)
        weight = 4.0 * chance * (1.0 - chance)
        won = mean(row["won"])
        above += (chance - won) ** 2 - _noise(row["won"])
        below += weight * weight
    return math.sqrt(max(0.0, above / below)) if below else 0.0


def _noise(won: list[float]) -> float:
    """The square of the standard error of the mean."""
    middle = mean(won)
    return sum([(one - middle) ** 2 for one in won]) / (len(won) * (len(won) - 1))


# --- the check


class Checked:
    """What a table is worth in games it was not made from."""

    def __init__(self, rows: list[Row], errors: Errors) -> None:
        self.rows = rows
        self._table = errors

    def errors(self, figure: str, rows: list[Row]) -> list[tuple[Row, float, float]]:
        """For each position the result minus the prediction, and the ±."""
        found: list[tuple[Row, float, float]] = []
        for row in rows:
            bias, wide = self._table.with_factor(figure, row["moment"], row["left"], setup_of(row))
            found.append((row, error(row, figure) - bias, wide))
        return found

    def chance(self, row: Row) -> float:
        """The chance to win that was said."""
        return self._table.win(row["raw"][2], row["moment"], row["left"], row["players"])[0]

    def line(self, name: str, rows: list[Row]) -> str:
        """A line of the report: mean errors with the interval from game to game, and how often the ± held."""
        cells = [name, f"{len(rows):,}", str(len({row["game"] for row in rows}))]
        for figure in FIGURES:
            found = self.errors(figure, rows)
            by_game: dict[str, list[float]] = defaultdict(list)
            for row, off, _ in found:
                by_game[row["game"]].append(off)
            middle = mean_of_clusters([(sum(values), len(values)) for values in by_game.values()])
            within = mean([float(abs(off) <= wide + 0.05) for _, off, wide in found])
            typical = quantile([wide for _, _, wide in found], 0.5)
            cells += [
                f"{middle.value:+.1f} ({middle.low:+.1f} to {middle.high:+.1f})",
                f"± {typical:.0f}",
                f"{100 * within:.0f} %",
            ]
        chances = [self.chance(row) for row in rows]
        cells += [f"{100 * mean(chances):.0f} %", f"{100 * mean([row['out'][2] for row in rows]):.0f} %"]
        return f"| {' | '.join(cells)} |"

    def report(self) -> str:
        """All of it, as a table."""
        lines = [
            f"| {' | '.join(['', *HEADINGS])} |",
            "|---" + "|---:" * len(HEADINGS) + "|",
            self.line("all", self.rows),
        ]
        lines += [self.line(moment, [row for row in self.rows if row["moment"] == moment]) for moment in MOMENTS]
        for first, last in GROUPS:
            name = f"{first} to {last} evenings left" if first != last else "the last evening"
            lines.append(self.line(name, [row for row in self.rows if first <= row["left"] <= last]))
        lines += [self.line(f"{n} players", [row for row in self.rows if row["players"] == n]) for n in (2, 3, 4)]
        return "\n".join(lines) + "\n"

    def reliability(self) -> str:
        """Chances to win, in five classes."""
        lines = ["| predicted | positions | mean | won |", "|---|---:|---:|---:|"]
        said = [(self.chance(row), row) for row in self.rows]
        for first in range(0, 100, 20):
            own = [(chance, row) for chance, row in said if first <= 100 * chance < first + 20]
            if own:
                lines.append(
                    f"| {first} to {first + 20} % | {len(own):,} | {100 * mean([chance for chance, _ in own]):.0f} % | "
                    f"{100 * mean([row['out'][2] for _, row in own]):.0f} % |"
                )
        return "\n".join(lines) + "\n"

    def coverage(self, played_on: list[Row]) -> str:
        """How often the ± of a chance to win held against what playing on showed, and how often that was to be
        expected: eight games show a chance only roughly, so less than 80 % even if every ± is right."""
        lines = ["| chance to win | positions | median ± | held | expected to hold |", "|---|---:|---:|---:|---:|"]
        groups = [("all", played_on)]
        for first, last in GROUPS:
            name = f"{first} to {last} evenings left" if first != last else "the last evening"
            groups.append((name, [row for row in played_on if first <= row["left"] <= last]))
        for name, rows in groups:
            if rows:
                said = [(row, *self._table.win(row["win"], row["moment"], row["left"], row["players"])) for row in rows]
                held = mean([float(abs(mean(row["won"]) - chance) <= wide + ROUNDED) for row, chance, wide in said])
                due = mean([seen_to_hold(chance, wide, len(row["won"])) for row, chance, wide in said])
                typical = quantile([wide for _, _, wide in said], 0.5)
                cells = (f"{len(rows)}", f"± {100 * typical:.0f} %", f"{100 * held:.0f} %", f"{100 * due:.0f} %")
                lines.append(f"| {name} | {' | '.join(cells)} |")
        return "\n".join(lines) + "\n"


def seen_to_hold(chance: float, wide: float, times: int) -> float:
    """How likely the share won in so many games lies within the ± of a chance, if the ± is right: the true chance is
    spread around the one that was said as the ± has it, and the games around the true one."""
    steps = 41
    total = 0.0
    for step in range(steps):
        at = NormalDist().inv_cdf((step + 0.5) / steps)
        true = min(1.0, max(0.0, chance + at * wide / NORMAL))
        for won in range(times + 1):
            if abs(won / times - chance) <= wide + ROUNDED:
                total += math.comb(times, won) * true**won * (1.0 - true) ** (times - won)
    return total / steps
