"""The table as lines of text: a tavern, the market, the other taverns, in the words of a language; tables and spaces by
the names to type. It shows a state; it decides nothing.
"""

import textwrap
from typing import Final

from rich.text import Text

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
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
from tiefenthal.engine.rules.dice import area_yield, brewer_yield
from tiefenthal.engine.rules.placing import free_dishwashers, used_spaces
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.spaces import FIRST_TABLE, SPACE_NAMES, TRAY
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.wording.bonuses import bonus_heading, gain_words
from tiefenthal.engine.wording.names import (
    area_heading,
    card_heading,
    cards_by_kind,
    counted_cards,
    entertainer_heading,
    entertainer_text,
)
from tiefenthal.i18n import Catalogue

LABEL: Final = 11
WIDTH: Final = 80
GUEST: Final = 16
"""The column with the name of a regular or guest; most names are shorter."""
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


def evening(words: Catalogue, s: State) -> str:
    """ "Evening 2 of 8"."""
    return words.say("terminal.evening", n=s.round, total=s.setup.edition.rounds) if s.round else setting_up(words)


def setting_up(words: Catalogue) -> str:
    """Before the first evening."""
    return words.say("terminal.setup")


def phase_name(words: Catalogue, letter: str) -> str:
    """ "E. Plan your actions"; before the first evening, that the game is being set up."""
    if letter not in words.phases:
        return setting_up(words)
    return f"{words.say(f'phase.mark.{letter.lower()}')}. {words.phases[letter]}"


def header(words: Catalogue, s: State, whose: str) -> Text:
    """Round, phase, and who is asked what."""
    step = s.setup.flow.steps[s.step]
    parts = [evening(words, s), phase_name(words, step.letter)] if s.round else [setting_up(words)]
    line = f"── {' · '.join([*parts, whose])} "
    return Text(line + "─" * max(0, WIDTH - len(line)), style="bold")


# --- one tavern


def stores(words: Catalogue, s: State, seat: int) -> list[str]:
    """Thalers, beer and markers of a seat."""
    p = s.players[seat]
    parts = [
        words.say("terminal.store", amount=words.say("n.thalers", n=p.thalers), n=store(s, seat, SAFE_AREA)),
        words.say("terminal.store", amount=words.say("n.beer", n=p.beer), n=store(s, seat, STORAGE_AREA)),
    ]
    if s.setup.modules >= 2:
        parts.append(words.say("n.schnapps", n=p.schnapps))
    parts.append(_monastery(words, s, p))
    if s.setup.modules >= 3:
        parts.append(reputation_words(words, s, p))
    if p.counter_guests:
        parts.append(words.say("terminal.counter-guests", n=p.counter_guests))
    return parts


def reputation_words(words: Catalogue, s: State, p: Player) -> str:
    """Where the marker stands on the ring."""
    if p.reputation == 0:
        return words.say("terminal.reputation.off")
    bonus = bonus_heading(words, s.setup.ring[p.reputation])
    return words.say("terminal.reputation", n=p.reputation, total=len(s.setup.ring) - 1, bonus=bonus)


def _monastery(words: Catalogue, s: State, p: Player) -> str:
    """Where the marker stands, and the next bonus before it."""
    here = words.say("terminal.monastery", n=p.monastery)
    track = s.setup.edition.monastery
    for steps in range(1, len(track)):
        space = (p.monastery + steps) % len(track)
        if track[space]:
            bonus = bonus_heading(words, track[space])
            return words.say("terminal.monastery.next", monastery=here, n=steps, bonus=bonus)
    return here


def tables(words: Catalogue, s: State, seat: int) -> list[Text]:
    """Who sits where, what they ask and pay, and the die on them."""
    p = s.players[seat]
    ed = s.setup.edition
    used = used_spaces(p) if p.required else []
    parts: list[str] = []
    for table in range(max(p.tables, len(p.seated))):
        name = SPACE_NAMES[FIRST_TABLE + table]
        card = p.seated[table] if table < len(p.seated) else NO_CARD
        if card == NO_CARD:
            state = words.say(f"terminal.table.{'removed' if table < len(p.seated) else 'free'}")
            parts.append(f"{name:<4}{state}")
            continue
        stack = p.nobles if card == NOBLE else 1
        who = card_heading(words, ed.card_names[card]) if stack == 1 else counted_cards(words, "noble", stack)
        points = f"  {words.say('n.points', n=ed.points[card] * stack)}" if ed.points[card] else ""
        asks, pays = words.say("terminal.asks", n=ed.die[card]), words.say("terminal.pays", n=ed.pays[card])
        line = f"{name:<4}{who:<{GUEST}} {asks}  {pays}{points:<11}"
        parts.append((line + _dice(words, p, FIRST_TABLE + table, used)).rstrip())
    return _labelled(words, "tables", parts or [words.say("terminal.table.none")], " " * WIDTH)


def _labelled(words: Catalogue, label: str, parts: list[str], separator: str = SEPARATOR) -> list[Text]:
    return labelled(words.say(f"terminal.label.{label}"), parts, separator)


def _dice(words: Catalogue, p: Player, space: int, used: list[int]) -> str:
    on = "".join(f" [{face}]" for face in dice_on(p, space))
    return f"{on} {words.say('terminal.used')}" if space in used else on


def spaces(words: Catalogue, s: State, seat: int) -> list[Text]:
    """The other action spaces, what they give now, and the dice on them."""
    p = s.players[seat]
    used = used_spaces(p) if p.required else []
    one_or_six = words.say("why.one-or-six")
    gives = [
        words.say("terminal.space.any", gain=words.say("n.thalers", n=area_yield(s, p, CASHBOX_AREA))),
        words.say("terminal.space.any", gain=words.say("n.beer", n=area_yield(s, p, BARREL_AREA))),
        words.say("terminal.space.each", asks=one_or_six, gain=words.say("n.beer", n=brewer_yield(s, p))),
        words.say("terminal.space.each", asks=5, gain=words.say("n.steps", n=area_yield(s, p, MONK_AREA))),
    ]
    parts = [
        f"{SPACE_NAMES[space]:<8}{gives[space]:<24}{_dice(words, p, space, used)}".rstrip()
        for space in range(FIRST_TABLE)
    ]
    return _labelled(words, "spaces", parts, " " * WIDTH)


def staff(words: Catalogue, s: State, seat: int) -> list[str]:
    """Tavern cards drawn this evening; dishwashers with how many are free."""
    p = s.players[seat]
    parts = [counted_cards(words, TAVERN_NAMES[kind], p.drawn[kind]) for kind in TAVERN_KINDS if p.drawn[kind]]
    if p.required and p.dishwashers:
        parts.append(words.say("terminal.dishwashers", n=free_dishwashers(p), total=p.dishwashers))
    if s.setup.modules >= 2:
        for number, side in enumerate(p.entertainers):
            if side:
                name = entertainer_heading(words, ENTERTAINER_NAMES[number])
                does = entertainer_text(words, s.setup.edition, number, side)
                parts.append(words.say("terminal.entertainer", entertainer=name, does=does))
    return parts


def dice(words: Catalogue, p: Player) -> list[str]:
    """Dice not placed, those of your own colour marked."""
    parts: list[str] = []
    unplaced = [(p.faces[i], i < p.coloured) for i in range(len(p.faces)) if p.places[i] == TRAY]
    if unplaced:
        faces = " ".join(f"{face}*" if own else str(face) for face, own in sorted(unplaced))
        parts.append(words.say("terminal.unplaced", dice=faces))
    if any(own for _, own in unplaced):
        parts.append(words.say("terminal.own-colour"))
    return parts


def areas(words: Catalogue, s: State, seat: int) -> list[str]:
    """Areas still to be upgraded, with price and what they give."""
    p = s.players[seat]
    ed = s.setup.edition
    parts: list[str] = []
    for area in range(AREA_COUNT):
        if not p.upgraded >> area & 1:
            basic, better = ed.area_yield[area]
            discount = ed.area_discount[area]
            offer = f", {words.say('terminal.per-card', n=discount)}" if discount else ""
            name = area_heading(words, AREA_NAMES[area])
            parts.append(f"{name} {ed.area_price[area]} ({basic}→{better}{offer})")
    return parts


def upgraded(words: Catalogue, p: Player) -> list[str]:
    """The names of the upgraded areas."""
    return [area_heading(words, AREA_NAMES[area]) for area in range(AREA_COUNT) if p.upgraded >> area & 1]


def book(words: Catalogue, s: State, p: Player) -> list[str]:
    """The guest book: signatures by column and what the next one gives."""
    rows = s.setup.edition.book
    parts: list[str] = []
    for column, height in enumerate(p.book):
        following = words.say("terminal.book.full")
        if height < len(rows):
            following = words.say("terminal.book.next", bonus=bonus_heading(words, rows[height][column]))
        parts.append(words.say("terminal.book", column=BOOK_COLUMNS[column], n=height, next=following))
    return parts


def my_stores(words: Catalogue, s: State, seat: int) -> list[Text]:
    """The stores, with their label."""
    return _labelled(words, "stores", stores(words, s, seat))


def my_dice(words: Catalogue, p: Player) -> list[Text]:
    """The dice not placed, with their label."""
    return _labelled(words, "dice", dice(words, p) or [words.say("terminal.all-placed")])


def plan(words: Catalogue, s: State, seat: int) -> list[Text]:
    """What changes while planning: who sits where, the spaces, the dice."""
    lines = tables(words, s, seat) + spaces(words, s, seat)
    if staff(words, s, seat):
        lines += _labelled(words, "staff", staff(words, s, seat))
    return lines + my_dice(words, s.players[seat])


def tavern(words: Catalogue, s: State, seat: int, whole: bool) -> list[Text]:
    """A tavern; `whole` adds the areas and the guest book."""
    p = s.players[seat]
    lines = tables(words, s, seat)
    if p.required or whole:
        lines += spaces(words, s, seat)
    if staff(words, s, seat):
        lines += _labelled(words, "staff", staff(words, s, seat))
    if dice(words, p):
        lines += my_dice(words, p)
    lines += my_stores(words, s, seat)
    if whole:
        lines += _labelled(words, "areas", areas(words, s, seat) or [words.say("terminal.all-upgraded")])
        if p.upgraded:
            lines += _labelled(words, "upgraded", upgraded(words, p))
        if s.setup.modules >= 5:
            lines += _labelled(words, "book", book(words, s, p))
    return lines


# --- the rest of the table


def market(words: Catalogue, s: State) -> list[Text]:
    """What can be bought and recruited, with prices."""
    ed = s.setup.edition
    kinds = [kind for kind in TAVERN_KINDS if s.piles[kind]]
    cards = ", ".join(f"{card_heading(words, TAVERN_NAMES[kind])} {ed.price[kind]}" for kind in kinds)
    prices = "/".join(str(price) for price in ed.noble_price[1:])
    offers = [words.say("terminal.market.cards", cards=cards)] if kinds else []
    lines = _labelled(words, "market", [*offers, words.say("terminal.market.nobles", prices=prices, n=s.nobles)])
    guests: list[str] = []
    places = [("pile", s.pile[-1] if s.pile else NO_CARD)] + [
        (f"row{n}", card) for n, card in enumerate(s.row, start=1)
    ]
    for number, (name, card) in enumerate(places):
        if card == NO_CARD:
            continue
        parts = [
            f"{card_heading(words, ed.card_names[card]):<{GUEST}}",
            words.say("n.beer", n=ed.beer[card]),
            words.say("terminal.asks", n=ed.die[card]),
            words.say("terminal.pays", n=ed.pays[card]),
            words.say("n.points", n=ed.points[card]),
        ]
        if ed.bonus[card]:
            parts.append(words.say("terminal.bonus", bonus=bonus_heading(words, ed.bonus[card])))
        if s.signed >> number & 1:
            parts.append(words.say("terminal.signature"))
        if number == 0:
            parts.append(words.say("terminal.left", n=len(s.pile)))
        guests.append(f"{name:<5}{'  '.join(parts)}")
    return lines + _labelled(words, "guests", guests or [words.say("terminal.none")], " " * WIDTH)


def other(words: Catalogue, s: State, seat: int, name: str) -> list[Text]:
    """Another tavern in two lines or three."""
    p = s.players[seat]
    parts = [words.say("n.points", n=score(s, seat)), gain_words(words, p.thalers, p.beer)]
    if s.setup.modules >= 2:
        parts.append(words.say("n.schnapps", n=p.schnapps))
    parts.append(words.say("terminal.monastery", n=p.monastery))
    if s.setup.modules >= 3:
        parts.append(reputation_words(words, s, p))
    if s.setup.modules >= 5:
        parts.append(words.say("terminal.other.book", columns=" ".join(str(height) for height in p.book)))
    if p.upgraded:
        parts.append(words.say("terminal.other.upgraded", areas=", ".join(upgraded(words, p))))
    if p.faces:
        parts.append(words.say("terminal.other.dice", dice=" ".join(str(face) for face in sorted(p.faces))))
    parts.append(words.say("terminal.other.deck", n=len(p.deck), discard=len(p.discard)))
    return labelled(name[: LABEL - 1], parts)


def coasters(words: Catalogue, s: State, names: list[str]) -> list[Text]:
    """The dice in the draft."""
    parts = [
        f"{name}: {' '.join(str(face) for face in sorted(p.coaster))}" for name, p in zip(names, s.players) if p.coaster
    ]
    return _labelled(words, "coasters", parts, "   ") if parts else []


def deck(words: Catalogue, s: State, seat: int) -> list[Text]:
    """What is known of a deck and its discard pile."""
    p = s.players[seat]
    ed = s.setup.edition
    hidden = p.deck[: len(p.deck) - p.known]
    top = [card_heading(words, ed.card_names[card]) for card in reversed(p.deck[len(hidden) :])]
    lines = _labelled(words, "top", [", ".join(top) or words.say("terminal.deck.unknown")])
    lines += _labelled(words, "deck", cards_by_kind(words, ed, hidden) or [words.say("terminal.deck.no-other")])
    lines += _labelled(words, "discard", cards_by_kind(words, ed, p.discard) or [words.say("terminal.deck.empty")])
    return lines
