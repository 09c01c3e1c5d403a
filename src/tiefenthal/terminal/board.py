"""The table as lines of text: a tavern, the market, the other taverns. It shows a state; it decides nothing."""

import textwrap
from typing import Final

from rich.text import Text

from tiefenthal.components.boards import BOOK_COLUMNS
from tiefenthal.components.kinds import (
    AREA_COUNT,
    BARREL_AREA,
    CASHBOX_AREA,
    ENTERTAINER_NAMES,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    STORAGE_AREA,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.components.words import bonus_words
from tiefenthal.rules.dice import area_yield, brewer_yield
from tiefenthal.rules.placing import free_dishwashers, used_spaces
from tiefenthal.rules.rewards import store
from tiefenthal.rules.scoring import score
from tiefenthal.rules.spaces import FIRST_TABLE, SPACE_NAMES, TRAY
from tiefenthal.rules.state import Player, State
from tiefenthal.wording.words import area_name, card_name, count_cards, counted, listed, side_words, start_card_words

LABEL: Final = 10
WIDTH: Final = 80
SEPARATOR: Final = " · "


def labelled(label: str, parts: list[str], separator: str = SEPARATOR) -> list[Text]:
    """Parts packed into lines behind a label."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(separator) + len(part) <= WIDTH - LABEL:
            lines[-1] += separator + part
        else:
            lines.extend(textwrap.wrap(part, WIDTH - LABEL, subsequent_indent="  ") or [""])
    found: list[Text] = []
    for number, line in enumerate(lines):
        text = Text(f"{'' if number else label:<{LABEL}}", style="bold cyan")
        text.append(line, style="not bold default")
        found.append(text)
    return found


def dice_on(p: Player, space: int) -> list[int]:
    """Faces of the dice on a space."""
    return [face for face, place in zip(p.faces, p.places) if place == space]


def header(s: State, whose: str) -> Text:
    """Round, phase, and what is asked of whom."""
    step = s.setup.flow.steps[s.step]
    where = f"Round {s.round} of {s.setup.edition.rounds}" if s.round else "Setup"
    line = f"── {where} · {step.letter}. {step.name} · {whose} "
    return Text(line + "─" * max(0, WIDTH - len(line)), style="bold")


# --- one tavern


def stores(s: State, seat: int) -> list[str]:
    """Thalers, beer and markers of a seat."""
    p = s.players[seat]
    parts = [
        f"{counted(p.thalers, 'thaler')} (safe {store(s, seat, SAFE_AREA)})",
        f"{p.beer} beer (storage {store(s, seat, STORAGE_AREA)})",
    ]
    if s.setup.modules >= 2:
        parts.append(f"{p.schnapps} schnapps")
    parts.append(f"monastery {p.monastery}{_next_bonus(s, p)}")
    if s.setup.modules >= 3:
        parts.append(f"reputation {reputation_words(s, p)}")
    if p.counter_guests:
        parts.append(counted(p.counter_guests, "counter guest"))
    return parts


def reputation_words(s: State, p: Player) -> str:
    """Where the marker stands on the ring."""
    if p.reputation == 0:
        return "off the ring"
    return f"{p.reputation} of {len(s.setup.ring) - 1} ({bonus_words(s.setup.ring[p.reputation])})"


def _next_bonus(s: State, p: Player) -> str:
    track = s.setup.edition.monastery
    for steps in range(1, len(track)):
        space = (p.monastery + steps) % len(track)
        if track[space]:
            return f" (in {steps}: {bonus_words(track[space])})"
    return ""


def tables(s: State, seat: int) -> list[Text]:
    """Who sits where, what they ask and pay, and the die on them."""
    p = s.players[seat]
    ed = s.setup.edition
    used = used_spaces(p) if p.wants else []
    parts: list[str] = []
    for table in range(max(p.tables, len(p.seated))):
        name = SPACE_NAMES[FIRST_TABLE + table]
        card = p.seated[table] if table < len(p.seated) else NO_CARD
        if card == NO_CARD:
            parts.append(f"{name:<4}{'removed' if table < len(p.seated) else 'free'}")
            continue
        stack = p.nobles if card == NOBLE else 1
        who = card_name(ed, card) if stack == 1 else counted(stack, "noble")
        points = f"  {counted(ed.points[card] * stack, 'point')}" if ed.points[card] else ""
        line = f"{name:<4}{who:<13} asks {ed.die[card]}  pays {ed.pays[card]}{points:<11}"
        parts.append((line + _dice(p, FIRST_TABLE + table, used)).rstrip())
    return labelled("Tables", parts or ["nobody has come yet"], " " * WIDTH)


def _dice(p: Player, space: int, used: list[int]) -> str:
    on = "".join(f" [{face}]" for face in dice_on(p, space))
    return f"{on} used" if space in used else on


def spaces(s: State, seat: int) -> list[Text]:
    """The other action spaces, what they give now, and the dice on them."""
    p = s.players[seat]
    used = used_spaces(p) if p.wants else []
    gives = [
        f"any die: {counted(area_yield(s, p, CASHBOX_AREA), 'thaler')}",
        f"any die: {counted(area_yield(s, p, BARREL_AREA), 'beer')}",
        f"each 1 or 6: {counted(brewer_yield(s, p), 'beer')}",
        f"each 5: {counted(area_yield(s, p, MONK_AREA), 'step')}",
    ]
    parts = [
        f"{SPACE_NAMES[space]:<8}{gives[space]:<24}{_dice(p, space, used)}".rstrip() for space in range(FIRST_TABLE)
    ]
    return labelled("Spaces", parts, " " * WIDTH)


def staff(s: State, seat: int) -> list[str]:
    """Tavern cards drawn this evening; dishwashers with how many are free."""
    p = s.players[seat]
    parts = [counted(p.drawn[kind], TAVERN_NAMES[kind]) for kind in TAVERN_KINDS if p.drawn[kind]]
    if p.wants and p.dishwashers:
        parts.append(f"dishwashers free: {free_dishwashers(p)} of {p.dishwashers}")
    if s.setup.modules >= 2:
        for number, side in enumerate(p.entertainers):
            if side:
                parts.append(f"{ENTERTAINER_NAMES[number]} ({side_words(s.setup.edition, number, side)})")
    return parts


def dice(p: Player) -> list[str]:
    """Dice not placed, those of your own colour marked."""
    parts: list[str] = []
    unplaced = [(p.faces[i], i < p.coloured) for i in range(len(p.faces)) if p.places[i] == TRAY]
    if unplaced:
        parts.append("unplaced " + " ".join(f"{face}*" if own else str(face) for face, own in sorted(unplaced)))
    if any(own for _, own in unplaced):
        parts.append("* own colour")
    return parts


def areas(s: State, seat: int) -> list[str]:
    """Areas still to be upgraded, with price and what they give."""
    p = s.players[seat]
    ed = s.setup.edition
    parts: list[str] = []
    for area in range(AREA_COUNT):
        if not p.upgraded >> area & 1:
            basic, better = ed.area_yield[area]
            offer = f", -{ed.area_discount[area]} per card" if ed.area_discount[area] else ""
            parts.append(f"{area_name(area)} {ed.area_price[area]} ({basic}→{better}{offer})")
    return parts


def upgraded(p: Player) -> list[str]:
    """Areas upgraded."""
    return [area_name(area) for area in range(AREA_COUNT) if p.upgraded >> area & 1]


def book(s: State, p: Player) -> list[str]:
    """The guest book: signatures by column and what the next one gives."""
    rows = s.setup.edition.book
    parts: list[str] = []
    for column, height in enumerate(p.book):
        following = f"next: {bonus_words(rows[height][column])}" if height < len(rows) else "full"
        parts.append(f"{BOOK_COLUMNS[column]} beer: {height} ({following})")
    return parts


def plan(s: State, seat: int) -> list[Text]:
    """What changes while planning: who sits where, the spaces, the dice."""
    lines = tables(s, seat) + spaces(s, seat)
    if staff(s, seat):
        lines += labelled("Staff", staff(s, seat))
    return lines + labelled("Dice", dice(s.players[seat]) or ["all placed"])


def tavern(s: State, seat: int, whole: bool) -> list[Text]:
    """A tavern; `whole` adds the areas and the guest book."""
    p = s.players[seat]
    lines = tables(s, seat)
    if p.wants or whole:
        lines += spaces(s, seat)
    if staff(s, seat):
        lines += labelled("Staff", staff(s, seat))
    if dice(p):
        lines += labelled("Dice", dice(p))
    lines += labelled("Stores", stores(s, seat))
    if whole:
        lines += labelled("Areas", areas(s, seat) or ["all upgraded"])
        if p.upgraded:
            lines += labelled("Upgraded", upgraded(p))
        if s.setup.modules >= 5:
            lines += labelled("Book", book(s, p))
    return lines


# --- the rest of the table


def market(s: State) -> list[Text]:
    """What can be bought and recruited, with prices."""
    ed = s.setup.edition
    cards = [f"{TAVERN_NAMES[kind]} {ed.price[kind]}" for kind in TAVERN_KINDS if s.piles[kind]]
    prices = "/".join(str(price) for price in ed.noble_price[1:])
    lines = labelled("For sale", [f"{listed(cards)} thalers", f"1/2/3 nobles {prices} beer ({s.nobles} left)"])
    guests: list[str] = []
    places = [("pile", s.pile[-1] if s.pile else NO_CARD)] + [
        (f"row{n}", card) for n, card in enumerate(s.row, start=1)
    ]
    for number, (name, card) in enumerate(places):
        if card == NO_CARD:
            continue
        bonus = f"  bonus: {bonus_words(ed.bonus[card])}" if ed.bonus[card] else ""
        signed = "  signature" if s.signed >> number & 1 else ""
        more = f"  ({len(s.pile)} left)" if number == 0 else ""
        guests.append(
            f"{name:<5}{ed.beer[card]} beer  asks {ed.die[card]}  pays {ed.pays[card]}  "
            f"{counted(ed.points[card], 'point')}{bonus}{signed}{more}"
        )
    return lines + labelled("Guests", guests or ["none"], " " * WIDTH)


def other(s: State, seat: int, name: str) -> list[Text]:
    """Another tavern in two lines or three."""
    p = s.players[seat]
    parts = [counted(score(s, seat), "point"), f"{counted(p.thalers, 'thaler')}, {p.beer} beer"]
    if s.setup.modules >= 2:
        parts.append(f"{p.schnapps} schnapps")
    parts.append(f"monastery {p.monastery}")
    if s.setup.modules >= 3:
        parts.append(f"reputation {reputation_words(s, p)}")
    if s.setup.modules >= 5:
        parts.append(f"book {' '.join(str(height) for height in p.book)}")
    if p.upgraded:
        parts.append(f"upgraded: {', '.join(upgraded(p))}")
    if p.faces:
        parts.append(f"dice {' '.join(str(face) for face in sorted(p.faces))}")
    parts.append(f"deck {len(p.deck)}, discard {len(p.discard)}")
    return labelled(name[: LABEL - 1], parts)


def coasters(s: State, names: list[str]) -> list[Text]:
    """The dice in the draft."""
    parts = [
        f"{name}: {' '.join(str(face) for face in sorted(p.coaster))}" for name, p in zip(names, s.players) if p.coaster
    ]
    return labelled("Coasters", parts, "   ") if parts else []


def start_cards(s: State) -> list[Text]:
    """The start cards that lie open."""
    parts = [f"{number}: {start_card_words(s.setup.edition, number)}" for number in s.start_cards]
    return labelled("Cards", parts, " " * WIDTH)


def deck(s: State, seat: int) -> list[Text]:
    """What is known of a deck and its discard pile."""
    p = s.players[seat]
    ed = s.setup.edition
    hidden = p.deck[: len(p.deck) - p.known]
    top = [card_name(ed, card) for card in reversed(p.deck[len(hidden) :])]
    lines = labelled("On top", [listed(top, "nothing known")])
    lines += labelled("Deck", count_cards(ed, hidden) or ["no other card"])
    lines += labelled("Discard", count_cards(ed, p.discard) or ["empty"])
    return lines
