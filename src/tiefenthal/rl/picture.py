"""The table as a plain picture, for notebooks and videos. It shows a state; it decides nothing."""

import textwrap
from typing import Final

from tiefenthal.engine.components.kinds import AREA_COUNT, AREA_NAMES, NO_CARD, NOBLE, TAVERN_KINDS, TAVERN_NAMES
from tiefenthal.engine.components.words import bonus_words
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.wording.english import card_name, counted
from tiefenthal.rl.canvas import LETTER, LINE, Canvas, Colour, PixelCanvas, Pixels, SvgCanvas
from tiefenthal.rl.text import faces_on, heading, open_guests, staff, stores

PAPER: Final = (246, 239, 222)
INK: Final = (58, 42, 30)
FAINT: Final = (140, 120, 98)
WOOD: Final = (222, 203, 168)
CARD: Final = (255, 251, 240)
LIT: Final = (240, 200, 96)
BONE: Final = (255, 255, 255)
SEATS: Final[tuple[Colour, ...]] = ((178, 58, 46), (46, 94, 140), (66, 122, 64), (196, 140, 32))

WIDTH: Final = 960
PANEL: Final = 468
MARKET: Final = 112
TAVERN: Final = 204
LETTERS: Final = 75  # in a line of a panel
DIE: Final = 16
PIPS: Final = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of the nine places of a die carry a pip, by face."""


def height_of(players: int) -> int:
    """How high the picture is."""
    return 28 + MARKET + (players + 1) // 2 * (TAVERN + 8) + 8


def _die(canvas: Canvas, x: int, y: int, face: int, fill: Colour = BONE, pip: Colour = INK) -> None:
    canvas.rectangle(x, y, DIE, DIE, fill, INK)
    for place in PIPS[face]:
        canvas.disc(x + 4 + place % 3 * 4, y + 4 + place // 3 * 4, 1, pip)


def _dice(canvas: Canvas, x: int, y: int, faces: list[int], fill: Colour = BONE, pip: Colour = INK) -> int:
    """Dice side by side; where the next thing can stand."""
    for face in faces:
        _die(canvas, x, y, face, fill, pip)
        x += DIE + 2
    return x


def _lines(canvas: Canvas, x: int, y: int, parts: list[str], most: int) -> None:
    """Parts with commas, in at most `most` lines."""
    for number, line in enumerate(textwrap.wrap(", ".join(parts), LETTERS)[:most]):
        canvas.text(x, y + number * (LINE + 1), line, INK)


def _guest(canvas: Canvas, s: State, x: int, y: int, name: str, card: int, signed: bool) -> None:
    ed = s.setup.edition
    canvas.rectangle(x, y, 104, 66, CARD, INK)
    canvas.text(x + 4, y + 3, f"{name} {ed.beer[card]} beer", INK)
    _die(canvas, x + 4, y + 17, ed.die[card])
    canvas.text(x + 26, y + 20, f"pays {ed.pays[card]}", INK)
    canvas.text(x + 4, y + 36, counted(ed.points[card], "point"), INK)
    if ed.bonus[card]:
        canvas.text(x + 4, y + 47, bonus_words(ed.bonus[card])[:16], FAINT)
    if signed:
        canvas.disc(x + 96, y + 9, 4, LIT)


def _market(canvas: Canvas, s: State, y: int) -> None:
    """Open guests and what is left in the supply."""
    x = 8
    for name, card, signed in open_guests(s):
        _guest(canvas, s, x, y, name, card, signed)
        x += 110
    ed = s.setup.edition
    x = 8
    for kind in TAVERN_KINDS:
        if s.piles[kind]:
            words = f"{TAVERN_NAMES[kind]} {ed.price[kind]}"
            canvas.rectangle(x, y + 74, LETTER * (len(words) + 4) + 6, 16, WOOD, INK)
            canvas.text(x + 4, y + 77, words, INK)
            canvas.text(x + 4 + LETTER * (len(words) + 1), y + 77, f"x{s.piles[kind]}", FAINT)
            x += LETTER * (len(words) + 4) + 12
    supply = f"{s.nobles} nobles"
    if s.setup.modules >= 2:
        supply += f", {s.schnapps} schnapps"
    if s.setup.modules >= 5:
        supply += f", {s.signatures} signatures"
    canvas.text(x + 4, y + 77, supply, INK)


def _tables(canvas: Canvas, s: State, p: Player, x: int, y: int, colour: Colour) -> None:
    """Who sits at the tables, what they ask and pay, and the dice on them; as many as fit."""
    ed = s.setup.edition
    for table, card in enumerate(p.seated[:8]):
        left = x + table * 57
        canvas.rectangle(left, y, 54, 52, CARD if card != NO_CARD else WOOD, INK)
        if card == NO_CARD:
            continue
        who = f"{p.nobles} nobles" if card == NOBLE and p.nobles > 1 else card_name(ed, card).replace("-beer ", "b ")
        canvas.text(left + 3, y + 2, who[:8], INK)
        _die(canvas, left + 3, y + 14, ed.die[card])
        canvas.text(left + 24, y + 18, f"+{ed.pays[card]}", INK)
        _dice(canvas, left + 3, y + 33, faces_on(p, FIRST_TABLE + table), colour, BONE)


def _tavern(canvas: Canvas, s: State, seat: int, x: int, y: int, active: bool) -> None:
    p = s.players[seat]
    colour = SEATS[seat]
    canvas.rectangle(x, y, PANEL, TAVERN, WOOD, INK)
    canvas.rectangle(x + 1, y + 1, PANEL - 2, 14, colour)
    name = f"player_{seat}{' begins' if s.start_player == seat else ''}{' - decides' if active else ''}"
    canvas.text(x + 5, y + 2, name, BONE)
    _lines(canvas, x + 6, y + 17, stores(s, seat), 2)
    y += 8
    _tables(canvas, s, p, x + 6, y + 34, colour)
    left = x + 6
    for name, space in (("cashbox", CASHBOX), ("barrel", BARREL), ("brewer", BREWER_SPACE), ("monk", MONK)):
        canvas.text(left, y + 90, name, INK)
        _dice(canvas, left, y + 102, faces_on(p, space), colour, BONE)
        left += 62 if space in (CASHBOX, BARREL) else 100
    canvas.text(left, y + 90, "coaster" if p.coaster else "unplaced", INK)
    _dice(canvas, left, y + 102, sorted(p.coaster) if p.coaster else faces_on(p, TRAY))
    left = x + 6
    for area in range(AREA_COUNT):
        upgraded = bool(p.upgraded >> area & 1)
        canvas.rectangle(left, y + 124, 49, 15, LIT if upgraded else PAPER, INK)
        canvas.text(left + 3, y + 127, AREA_NAMES[area].replace("beer_", "")[:7], INK if upgraded else FAINT)
        left += 51
    _lines(canvas, x + 6, y + 143, [part for part in staff(s, seat) if not part.startswith("upgraded")], 2)
    if p.coaster and faces_on(p, TRAY):
        canvas.text(x + 6, y + 176, "taken", INK)
        _dice(canvas, x + 42, y + 173, faces_on(p, TRAY))
    top = [card_name(s.setup.edition, card) for card in reversed(p.deck[len(p.deck) - p.known :])]
    known = f", on top: {', '.join(top)}" if top else ""
    canvas.text(x + 200, y + 176, f"deck {len(p.deck)}, discard {len(p.discard)}{known}"[:44], FAINT)


def draw(canvas: Canvas, s: State, seat: int) -> None:
    """The whole table; `seat` is the one that decides."""
    canvas.rectangle(0, 0, WIDTH, 24, INK)
    canvas.text(8, 2, heading(s, seat).replace("·", "-"), PAPER, 2)
    _market(canvas, s, 32)
    for other in range(len(s.players)):
        x = 8 + other % 2 * (PANEL + 8)
        y = 28 + MARKET + other // 2 * (TAVERN + 8)
        _tavern(canvas, s, other, x, y, other == seat)


def table_svg(s: State, seat: int) -> str:
    """The picture as SVG."""
    canvas = SvgCanvas(WIDTH, height_of(len(s.players)), PAPER)
    draw(canvas, s, seat)
    return str(canvas)


def table_pixels(s: State, seat: int) -> Pixels:
    """The picture as an array of height x width x 3 bytes."""
    canvas = PixelCanvas(WIDTH, height_of(len(s.players)), PAPER)
    draw(canvas, s, seat)
    return canvas.pixels
