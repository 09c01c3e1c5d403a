"""How environments show the table: as text, as a picture in SVG, as pixels."""

import sys
from typing import Any, Final

from tiefenthal.rl.core.stepped_game import SteppedGame
from tiefenthal.rl.picture import table_pixels, table_svg
from tiefenthal.rl.text import table_text

RENDER_MODES: Final = ("human", "ansi", "rgb_array", "svg")


class Picture(str):
    """A picture as the text of its SVG; notebooks show it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; the modes are {', '.join(RENDER_MODES)}")


def render(table: SteppedGame, mode: str | None) -> Any:
    """The table in a mode: printed (`human`), as text, as an array of pixels or as a `Picture`."""
    if mode is None:
        raise ValueError(f"say how the table is to be shown: render_mode={' or '.join(map(repr, RENDER_MODES))}")
    if mode == "human":
        sys.stdout.write(table_text(table.state, table.seat) + "\n")
        return None
    if mode == "ansi":
        return table_text(table.state, table.seat)
    if mode == "rgb_array":
        return table_pixels(table.state, table.seat)
    return Picture(table_svg(table.state, table.seat))
