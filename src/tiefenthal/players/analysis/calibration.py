"""How wrong the judge's expectations are, by measurement: turns what it expects into an outlook with an honest ±.

`errors.json` holds, for each kind of decision and each number of evenings after the present one, by how much final
scores and margins differ from what was expected in games of the Master against itself, and how far the chance to win is
from the one found by playing on. `make measure-analysis ARGS=--errors` writes it; docs/analysis.md says how.
"""

import functools
import json
import math
from importlib import resources
from typing import Any, Final

from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.players.analysis.data import Outlook
from tiefenthal.players.analysis.judge import Raw
from tiefenthal.players.analysis.thinker import TURN

FILE: Final = "errors.json"
COVERS: Final = 0.8
"""How often the outcome is within the ±."""
NEVER_SURE: Final = 0.001  # a chance that is not known is neither 0 nor 1


MOMENTS: Final = (PLANNING, SERVING, "draft", "arrival", "choice")
"""The moments with separate figures: until all have planned, a turn may still find less in the supply than expected."""


def moment_of(kind: str, phase: str) -> str:
    """The moment of a decision."""
    return kind if kind != TURN else phase


class Errors:
    """The measured errors of the analysis, and what corrects them."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._table: dict[str, Any] = table

    def of(self, figure: str, moment: str, left: int, setup: Setup) -> tuple[float, float]:
        """What to add to a score or margin, and its ±. `moment` is one of MOMENTS; `left` counts the evenings after the
        present one."""
        return self.with_factor(figure, moment, left, f"{setup.players} {setup.modules}")

    def with_factor(self, figure: str, moment: str, left: int, setup: str) -> tuple[float, float]:
        """The same for players and modules as the table names them: "2 5"."""
        rows = self._table[figure][moment]
        bias, wide = rows[min(left, len(rows) - 1)]
        return bias, wide * self._table["spread"][figure][setup]

    def win(self, raw: float, moment: str, left: int, players: int) -> tuple[float, float]:
        """A chance to win, and its ±, from the judge's."""
        rows = self._table["win"][moment]
        stretch, wide = rows[min(left, len(rows) - 1)]
        return stretched(raw, players, stretch, self._table["win_shift"][str(players)], wide)


@functools.cache
def errors() -> Errors:
    """Those of the package."""
    text = resources.files("tiefenthal.players.analysis").joinpath(FILE).read_text(encoding="utf-8")
    return Errors(json.loads(text))


def outlook_of(raw: Raw, kind: str, s: State, table: Errors | None = None) -> Outlook:
    """The outlook of a decision in this state."""
    table = table or errors()
    moment = moment_of(kind, phase_of(s))
    left = s.setup.edition.rounds - s.round
    score_more, score_pm = table.of("score", moment, left, s.setup)
    margin_more, margin_pm = table.of("margin", moment, left, s.setup)
    win, win_pm = table.win(raw.win, moment, left, s.setup.players)
    return Outlook(
        score=round(raw.score + score_more, 1),
        score_pm=round(score_pm, 1),
        margin=round(raw.margin + margin_more, 1),
        margin_pm=round(margin_pm, 1),
        win=round(win, 3),
        win_pm=round(win_pm, 3),
    )


def stretched(win: float, players: int, stretch: float, shift: float, wide: float) -> tuple[float, float]:
    """A chance whose log odds are stretched away from an even chance at a table of this size, or shrunk towards it, and
    shifted; and its ±: `wide` in the middle, at 1/2, and never beyond 0 or 1.
    """
    win = min(1.0 - NEVER_SURE, max(NEVER_SURE, win))
    even = -math.log(players - 1)
    odds = even + stretch * (math.log(win / (1.0 - win)) - even) + shift
    found = 1.0 / (1.0 + math.exp(-odds))
    return found, wide * 4.0 * found * (1.0 - found)
