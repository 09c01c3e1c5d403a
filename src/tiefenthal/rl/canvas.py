"""Two canvases with the same few strokes: one writes SVG, one fills an array of pixels. Neither needs a library.

Text is monospaced on both: a letter is `LETTER` units wide and `LINE` high at size 1.
"""

from html import escape
from typing import Final

import numpy as np
import numpy.typing as npt

LETTER: Final = 6
LINE: Final = 10

# Letters of 5 by 7 dots, one byte for each column, the lowest bit on top; from the blank to the tilde.
_DOTS: Final = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c00"
    "2a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d33"
    "1814127f1027454545393c4a49493141211109073649494936464949291e0000140000004034000000081422411414141414"
    "004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e41415173"
    "7f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e"
    "7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f414141"
    "0204081020004141417f04020102044040404040000307080020545478407f284444383844444428384444287f3854545418"
    "00087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f40007c047804787c080404783844444438"
    "fc1824241818242418fc7c08040408485454542404043f44243c4020407c1c2040201c3c4030403c44281028444c9090907c"
    "4464544c440008364100000077000000413608000201020402"
)
_LETTERS: Final = (np.frombuffer(_DOTS, np.uint8).reshape(95, 1, 5) >> np.arange(8).reshape(1, 8, 1) & 1).astype(bool)

Colour = tuple[int, int, int]
Pixels = npt.NDArray[np.uint8]


class Canvas:
    """Something to draw on."""

    def rectangle(self, x: int, y: int, width: int, height: int, fill: Colour, edge: Colour | None = None) -> None:
        """A filled rectangle, with an edge if wanted."""
        raise NotImplementedError

    def disc(self, x: int, y: int, radius: int, fill: Colour) -> None:
        """A filled circle."""
        raise NotImplementedError

    def text(self, x: int, y: int, words: str, fill: Colour, size: int = 1) -> None:
        """A line of text whose left upper corner is here."""
        raise NotImplementedError


def _rgb(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


class SvgCanvas(Canvas):
    """A canvas that writes SVG."""

    def __init__(self, width: int, height: int, paper: Colour) -> None:
        self._head: str = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="monospace">'
        )
        self._parts: list[str] = []
        self.rectangle(0, 0, width, height, paper)

    def rectangle(self, x: int, y: int, width: int, height: int, fill: Colour, edge: Colour | None = None) -> None:
        """A `rect`; the edge lies inside, as on the pixels."""
        if edge is None:
            self._parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{_rgb(fill)}"/>')
            return
        self._parts.append(
            f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{width - 1}" height="{height - 1}" fill="{_rgb(fill)}" '
            f'stroke="{_rgb(edge)}"/>'
        )

    def disc(self, x: int, y: int, radius: int, fill: Colour) -> None:
        self._parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{_rgb(fill)}"/>')

    def text(self, x: int, y: int, words: str, fill: Colour, size: int = 1) -> None:
        """A `text` stretched to the width it has on the pixels."""
        width = LETTER * size * len(words)
        self._parts.append(
            f'<text x="{x}" y="{y + 8 * size}" font-size="{LINE * size}" textLength="{width}" xml:space="preserve" '
            f'fill="{_rgb(fill)}">{escape(words)}</text>'
        )

    def __str__(self) -> str:
        return self._head + "".join(self._parts) + "</svg>"


class PixelCanvas(Canvas):
    """Fills an array of height x width x 3 bytes."""

    def __init__(self, width: int, height: int, paper: Colour) -> None:
        self.pixels: Pixels = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = paper

    def rectangle(self, x: int, y: int, width: int, height: int, fill: Colour, edge: Colour | None = None) -> None:
        """Set the pixels."""
        if edge is not None:
            self.pixels[y : y + height, x : x + width] = edge
            x, y, width, height = x + 1, y + 1, width - 2, height - 2
        self.pixels[y : y + height, x : x + width] = fill

    def disc(self, x: int, y: int, radius: int, fill: Colour) -> None:
        """Set the pixels."""
        down, across = np.ogrid[-radius : radius + 1, -radius : radius + 1]
        inside = down * down + across * across <= radius * radius
        self.pixels[y - radius : y + radius + 1, x - radius : x + radius + 1][inside] = fill

    def text(self, x: int, y: int, words: str, fill: Colour, size: int = 1) -> None:
        """Set the pixels of each letter; an unknown letter looks like a question mark."""
        for letter in words:
            number = ord(letter) - 32 if " " <= letter <= "~" else ord("?") - 32
            dots = _LETTERS[number].repeat(size, axis=0).repeat(size, axis=1)
            place = self.pixels[y + size : y + 9 * size, x : x + 5 * size]
            place[dots[: place.shape[0], : place.shape[1]]] = fill  # what does not fit is cut off
            x += LETTER * size
