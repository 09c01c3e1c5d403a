"""The table as plain text, for terminals and logs."""

from typing import Final

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    ENTERTAINER_NAMES,
    NO_CARD,
    NOBLE,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.components.words import bonus_words
from tiefenthal.engine.rules.placing import free_dishwashers
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.wording.english import area_name, card_name, counted, listed

SEPARATOR: Final = " · "


def heading(s: State, seat: int) -> str:
    """Round, phase, and who decides."""
    if s.over:
        return "The game is over"
    where = f"Round {s.round} of {s.setup.edition.rounds}" if s.round else "Setup"
    step = s.setup.flow.steps[s.step]
    return SEPARATOR.join([where, f"{step.letter}. {step.name}", f"player_{seat} decides"])


def faces_on(p: Player, place: int) -> list[int]:
    """The faces of the dice at a place, in order."""
    return sorted([face for face, found in zip(p.faces, p.places) if found == place])


def dice_words(name: str, faces: list[int]) -> list[str]:
    """ "brewer 1 6", or nothing."""
    return [f"{name} {' '.join(map(str, faces))}"] if faces else []


def open_guests(s: State) -> list[tuple[str, int, bool]]:
    """Who lies open: where, who, and whether a signature lies on them."""
    places = [("pile", s.pile[-1] if s.pile else NO_CARD)]
    places += [(f"row{number}", card) for number, card in enumerate(s.row, start=1)]
    return [(name, card, bool(s.signed >> at & 1)) for at, (name, card) in enumerate(places) if card != NO_CARD]


def market_lines(s: State) -> list[str]:
    """What can be bought and recruited."""
    ed = s.setup.edition
    cards = [f"{TAVERN_NAMES[kind]} {ed.price[kind]} ({s.piles[kind]} left)" for kind in TAVERN_KINDS if s.piles[kind]]
    lines = [f"Cards: {listed(cards)}; nobles {'/'.join(map(str, ed.noble_price[1:]))} beer ({s.nobles} left)"]
    for name, card, signed in open_guests(s):
        gives = f", gives {bonus_words(ed.bonus[card])}" if ed.bonus[card] else ""
        lines.append(
            f"  {name}: {ed.beer[card]} beer, asks {ed.die[card]}, pays {ed.pays[card]}, "
            f"{counted(ed.points[card], 'point')}{gives}{', signature' if signed else ''}"
        )
    return lines


def stores(s: State, seat: int) -> list[str]:
    """Points, stores and markers of a seat."""
    p = s.players[seat]
    parts = [counted(score(s, seat), "point"), counted(p.thalers, "thaler"), f"{p.beer} beer"]
    parts.append(f"monastery {p.monastery}")
    if s.setup.modules >= 2:
        parts.append(f"{p.schnapps} schnapps")
    if s.setup.modules >= 3:
        parts.append(f"reputation {p.reputation}")
    if p.counter_guests:
        parts.append(counted(p.counter_guests, "counter guest"))
    return parts


def staff(s: State, seat: int) -> list[str]:
    """Tavern cards drawn, entertainers, upgraded areas, the guest book."""
    p = s.players[seat]
    parts = [counted(p.drawn[kind], TAVERN_NAMES[kind]) for kind in TAVERN_KINDS if p.drawn[kind]]
    if p.dishwashers:
        parts.append(f"{free_dishwashers(p)} of {counted(p.dishwashers, 'dishwasher')} free")
    parts += [f"{ENTERTAINER_NAMES[number]} side {side}" for number, side in enumerate(p.entertainers) if side]
    upgraded = [area_name(area) for area in range(AREA_COUNT) if p.upgraded >> area & 1]
    if upgraded:
        parts.append(f"upgraded: {listed(upgraded)}")
    if s.setup.modules >= 5:
        parts.append(f"book {' '.join(f'{BOOK_COLUMNS[at]}:{height}' for at, height in enumerate(p.book))}")
    return parts


def seated_words(s: State, p: Player, table: int) -> str:
    """Who sits at a table, with the die on them."""
    ed = s.setup.edition
    card = p.seated[table]
    if card == NO_CARD:
        return "removed"
    who = counted(p.nobles, "noble") if card == NOBLE and p.nobles > 1 else card_name(ed, card)
    die = "".join(f" [{face}]" for face in faces_on(p, FIRST_TABLE + table))
    return f"{who} ({ed.die[card]} pays {ed.pays[card]}){die}"


def tavern_lines(s: State, seat: int) -> list[str]:
    """What everybody sees of a tavern."""
    p = s.players[seat]
    lines = [f"player_{seat}{' (begins)' if s.start_player == seat else ''}: {SEPARATOR.join(stores(s, seat))}"]
    if p.seated:
        lines.append("  " + SEPARATOR.join([seated_words(s, p, table) for table in range(len(p.seated))]))
    dice = dice_words("dice", faces_on(p, TRAY))
    for name, space in (("cashbox", CASHBOX), ("barrel", BARREL), ("brewer", BREWER_SPACE), ("monk", MONK)):
        dice += dice_words(name, faces_on(p, space))
    dice += dice_words("coaster", sorted(p.coaster))
    if dice:
        lines.append("  " + SEPARATOR.join(dice))
    if staff(s, seat):
        lines.append("  " + SEPARATOR.join(staff(s, seat)))
    top = [card_name(s.setup.edition, card) for card in reversed(p.deck[len(p.deck) - p.known :])]
    known = f" (on top: {listed(top)})" if top else ""
    lines.append(f"  deck {len(p.deck)}{known}{SEPARATOR}discard {len(p.discard)}")
    return lines


def table_text(s: State, seat: int) -> str:
    """The whole table; `seat` is the one that decides."""
    lines = [heading(s, seat), *market_lines(s)]
    for other in range(len(s.players)):
        lines += tavern_lines(s, other)
    return "\n".join(lines) + "\n"
