"""What is shown of the table: text, SVG and pixels, from the same state."""

import random
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from tests.rl.helpers import SOME_SETUPS, setup_of
from tiefenthal.rl.canvas import PixelCanvas, SvgCanvas
from tiefenthal.rl.core.stepped_game import SteppedGame
from tiefenthal.rl.render import RENDER_MODES, Picture, render


def middle(players: int, modules: int, decisions: int = 150) -> SteppedGame:
    table = SteppedGame(setup_of(players, modules), 3)
    table.begin("picture")
    rng = random.Random(1)
    for _ in range(decisions):
        if table.seat >= 0:
            table.step(rng.choice(table.legal).id)
    return table


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_every_mode_shows_every_moment(players: int, modules: int) -> None:
    for decisions in (0, 40, 200, 2000):
        table = middle(players, modules, decisions)
        svg = render(table, "svg")
        assert ET.fromstring(svg).tag.endswith("svg")
        pixels = render(table, "rgb_array")
        assert pixels.dtype == np.uint8
        assert len({tuple(pixel) for pixel in pixels[::9, ::9].reshape(-1, 3).tolist()}) > 5
        words = render(table, "ansi")
        for seat in range(players):
            assert f"player_{seat}" in words
            assert f"player_{seat}" in svg
        assert ("The game is over" in words) == (table.seat < 0)


def test_the_text_says_what_is_there() -> None:
    table = middle(2, 5)
    s = table.state
    words = render(table, "ansi")
    assert f"Round {s.round} of 8" in words
    assert f"player_{table.seat} decides" in words
    assert f"{s.nobles} left" in words
    for p in s.players:
        assert f"deck {len(p.deck)}" in words


def test_notebooks_show_the_svg() -> None:
    picture = render(middle(2, 1), "svg")
    assert isinstance(picture, Picture)
    assert picture._repr_svg_() == str(picture)


def test_human_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert render(middle(2, 1), "human") is None
    assert "player_0" in capsys.readouterr().out


def test_a_mode_must_be_chosen() -> None:
    with pytest.raises(ValueError, match="render_mode='human'"):
        render(middle(2, 1), None)
    assert set(RENDER_MODES) == {"human", "ansi", "rgb_array", "svg"}


def test_both_canvases_know_the_same_strokes() -> None:
    """A letter that is not there is a question mark; what lies outside is cut off."""
    pixels = PixelCanvas(20, 12, (0, 0, 0))
    pixels.text(0, 0, "A", (255, 255, 255))
    assert pixels.pixels[:, :6].any()
    assert not pixels.pixels[:, 6:].any()
    one, two = PixelCanvas(20, 12, (0, 0, 0)), PixelCanvas(20, 12, (0, 0, 0))
    one.text(0, 0, "→", (9, 9, 9))
    two.text(0, 0, "?", (9, 9, 9))
    assert (one.pixels == two.pixels).all()
    pixels.text(15, 8, "WWW", (255, 255, 255), 2)
    pixels.rectangle(2, 2, 5, 5, (1, 2, 3), (4, 5, 6))
    assert pixels.pixels[2, 2].tolist() == [4, 5, 6]
    assert pixels.pixels[3, 3].tolist() == [1, 2, 3]
    pixels.disc(10, 6, 2, (7, 7, 7))
    assert pixels.pixels[6, 8].tolist() == [7, 7, 7]
    svg = SvgCanvas(20, 12, (0, 0, 0))
    svg.text(0, 0, "<&>", (1, 1, 1))
    assert "&lt;&amp;&gt;" in str(svg)
    assert ET.fromstring(str(svg)) is not None
