"""Colours stand in one sheet, tokens.css; everything else of the client names them."""

import itertools
import math
import re
from pathlib import Path

import pytest

from scripts.vendor_client import STATIC

TOKENS = STATIC / "css" / "tokens.css"
SHEETS = sorted(path for path in (STATIC / "css").rglob("*.css") if path != TOKENS)
MODULES = sorted((STATIC / "js").rglob("*.js"))
MOST = 120
"""Colours in the palette; more nobody keeps apart."""
NEAREST = 1.5
"""The least distance between two of them, in hundredths of OKLab: about what an eye can tell apart."""

NAMES = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid
mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown
royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
"""
NUMBERS = r"(?:#|%23)(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\("
NAME = rf"(?<![\w-])(?:{'|'.join(NAMES.split())})(?![\w-])"
PAINTS = r"(?:fill|stroke|(?:stop-|flood-|lighting-)?color|background(?:Color)?|(?:fill|stroke)Style)"


def literals(path: Path, text: str) -> list[str]:
    """The colours that a sheet or a module writes out. Names are looked for where a colour can stand."""
    found = re.findall(NUMBERS, text, re.IGNORECASE)
    if path.suffix == ".css":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for value in re.findall(r"[\w-]+\s*:([^;{}]*);", text):
            found += re.findall(NAME, re.sub(r'"[^"]*"|var\(--[\w-]+', "", value), re.IGNORECASE)
    else:
        found += re.findall(rf"""\b{PAINTS}["']?\s*[=:]\s*\\?["'`]?({NAME})""", text, re.IGNORECASE)
    return found


@pytest.mark.parametrize("path", SHEETS + MODULES, ids=lambda path: str(path.relative_to(STATIC)))
def test_colours_are_tokens(path: Path) -> None:
    assert literals(path, path.read_text()) == [], "a colour is a token of css/tokens.css, or is mixed of one"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", "a { color: #fff; }"),
        ("a.css", "a { color: #2A1810cc; }"),
        ("a.css", "a { box-shadow: 0 0 1rem rgb(0 0 0 / 0.4); }"),
        ("a.css", "a { background: linear-gradient(var(--ink), tan); }"),
        ("a.css", "a { background: url(\"data:image/svg+xml,%3Csvg fill='%23fff'\"); }"),
        ("a.js", 'html`<path d="M0 0" fill="#F2B84B" />`'),
        ("a.js", 'html`<path d="M0 0" stop-color="gold" />`'),
        ("a.js", "html`<p style=${{ color: 'red' }} />`"),
        ("a.js", 'on.fillStyle = "black";'),
    ],
)
def test_a_colour_that_is_written_out_is_found(name: str, text: str) -> None:
    assert len(literals(Path(name), text)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", ".gold:hover { color: var(--gold-82); mask: url(#fade-in); border-color: transparent; }"),
        ("a.css", "/* a gold ring: #1 */ a { background: color-mix(in srgb, var(--black) 40%, transparent); }"),
        ("a.js", 'html`<use href="#u-check" fill="none" stroke="var(--ink)" class="btn gold" />`'),
    ],
)
def test_what_is_not_a_colour_is_not_found(name: str, text: str) -> None:
    assert literals(Path(name), text) == []


# --- tokens -----------------------------------------------------------------------------------------------------------


def defined() -> dict[str, str]:
    """What tokens.css sets."""
    return dict(re.findall(r"^  (--[\w-]+):\s*(.*?);$", TOKENS.read_text(), re.MULTILINE | re.DOTALL))


def test_every_token_used_is_set_and_every_token_set_is_used() -> None:
    sheets = "\n".join(path.read_text() for path in [TOKENS, *SHEETS])
    modules = "\n".join(path.read_text() for path in MODULES)
    drawings = "\n".join(path.read_text() for path in (STATIC / "art").glob("*.svg"))
    used = set(re.findall(r"var\((--[\w-]+)", sheets + modules + drawings))
    made = set(re.findall(r"(--[\w-]+)\s*:", sheets)) | set(re.findall(r"""["'`;](--[\w-]+)["'`:]""", modules))
    assert used - made == set(), "used, but set nowhere"
    assert defined().keys() - used == set(), "set, but used nowhere"


def palette() -> dict[str, tuple[float, float, float]]:
    """The colours of the palette in OKLab."""
    found = {name: value for name, value in defined().items() if value.startswith("#")}
    return {name: oklab(value) for name, value in found.items()}


def oklab(colour: str) -> tuple[float, float, float]:
    """https://bottosson.github.io/posts/oklab/"""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def test_the_palette_is_small_and_its_colours_can_be_told_apart() -> None:
    colours = palette()
    assert 50 < len(colours) <= MOST
    for (one, a), (other, b) in itertools.combinations(colours.items(), 2):
        assert 100 * math.dist(a, b) >= NEAREST, f"nobody sees a difference between {one} and {other}"


def test_steps_of_the_palette_are_lightness() -> None:
    for name, (lightness, _, _) in palette().items():
        step = re.search(r"-(\d+)$", name)
        assert step is None or abs(int(step[1]) - 100 * lightness) < 1.5, name
