"""Writing positions: a whole state, or what a view knows of one, as a document of plain JSON values."""

from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    ENTERTAINER_NAMES,
    NO_CARD,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.components.loader import REFERENCE
from tiefenthal.record.position_text import Document
from tiefenthal.record.position_words import (
    ARGUMENT_KEYS,
    EFFECT_NAMES,
    FORMAT,
    GONE,
    HIDDEN,
    PLACE_NAMES,
    SPECTATOR_WORD,
    argument_word,
    die_words,
    step_words,
)
from tiefenthal.rules.actions import ACTIONS
from tiefenthal.rules.placing import helped_dice, used_spaces
from tiefenthal.rules.spaces import FIRST_TABLE, SPACE_NAMES
from tiefenthal.rules.state import NO_CHOICE, Player, State, Task
from tiefenthal.rules.version import FIRST_VERSION
from tiefenthal.view import HIDDEN_CHOICE, View


def position_of(s: State) -> Document:
    """The whole state as a document (docs/position.md)."""
    return _document(s, False)


def view_document(view: View) -> Document:
    """The same for a view: what it does not know is given as counts, never as an order."""
    document = _document(view.state, True)
    document["view_of"] = view.seat + 1 if view.seat >= 0 else SPECTATOR_WORD
    return document


def _document(s: State, view: bool) -> Document:
    steps = s.setup.flow.steps
    if not 0 <= s.step < len(steps):
        raise ValueError("the game has not begun; there is no position yet")
    ed = s.setup.edition
    modules = s.setup.modules
    names = ed.card_names
    document: Document = {
        "format": FORMAT,
        "edition": _edition(ed),
        "players": len(s.players),
        "modules": modules,
        "round": s.round,
        "phase": steps[s.step].name,
        "start_player": s.start_player + 1,
        "turn": s.turn + 1,
        "waiting": [seat + 1 for seat in range(len(s.players)) if s.waiting >> seat & 1],
        "pending": [_task(task) for task in reversed(s.tasks)],
        "over": s.over,
        "supply": _supply(s),
        "guests": {
            "pile": _pile(names, s.pile, min(1, len(s.pile)), view),
            "deck": _pile(names, s.guest_deck, 0, view),
            "row": [names[card] if card != NO_CARD else None for card in s.row],
        },
        "removed": [names[card] for card in s.removed],
        "seats": [_seat(s, p, view) for p in s.players],
    }
    if s.setup.rules != FIRST_VERSION:  # as long as nothing was said, the digests of positions stand for it
        document["rules"] = s.setup.rules
    if modules >= 4:
        document["start_cards"] = s.start_cards[:]
    if modules >= 5:
        document["guests"]["signed"] = [PLACE_NAMES[place] for place in range(6) if s.signed >> place & 1]
    return document


def _edition(ed: Edition) -> Document:
    found: Document = {"name": ed.name, "digest": ed.digest}
    if ed.name != REFERENCE:
        found["text"] = ed.text
    return found


def _task(task: Task) -> Document:
    effect, seat, arg = task
    entry: Document = {"seat": seat + 1, "effect": EFFECT_NAMES[effect]}
    if effect in ARGUMENT_KEYS:
        entry[ARGUMENT_KEYS[effect]] = argument_word(effect, arg)
    return entry


def _supply(s: State) -> Document:
    kinds = TAVERN_KINDS if s.setup.modules >= 3 else TAVERN_KINDS[1:]
    supply: Document = {TAVERN_NAMES[kind]: s.piles[kind] for kind in kinds}
    supply["nobles"] = s.nobles
    supply["counter_guests"] = s.counter_guests
    if s.setup.modules >= 2:
        supply["schnapps"] = s.schnapps
    if s.setup.modules >= 5:
        supply["signatures"] = s.signatures
    return supply


def _pile(names: list[str], cards: list[int], known: int, view: bool) -> list[str] | Document:
    """A pile, top card first; in a view only what is known of it."""
    if not view:
        return [names[card] for card in reversed(cards)]
    unknown = len(cards) - known
    rest: dict[str, int] = {}
    for card in sorted(cards[:unknown]):
        rest[names[card]] = rest.get(names[card], 0) + 1
    return {"top": [names[card] for card in reversed(cards[unknown:])], "rest": rest}


def _seat(s: State, p: Player, view: bool) -> Document:
    modules = s.setup.modules
    names = s.setup.edition.card_names
    seat: Document = {
        "deck": _pile(names, p.deck, p.known, view),
        "known": p.known,
        "discard": [names[card] for card in reversed(p.discard)],
        "tables": p.tables,
        "seated": [_seated(names, p, table) for table in range(len(p.seated))],
        "nobles": p.nobles,
        "drawn": {TAVERN_NAMES[kind]: p.drawn[kind] for kind in TAVERN_KINDS if p.drawn[kind]},
        "coaster": p.coaster[:],
        "coloured_dice": [die_words(p.faces[i], p.places[i]) for i in range(p.coloured)],
        "white_dice": [die_words(p.faces[i], p.places[i]) for i in range(p.coloured, len(p.faces))],
        "used": [SPACE_NAMES[space] for space in used_spaces(p)],
        "dishwashers": _dishwashers(p),
        "thalers": p.thalers,
        "beer": p.beer,
        "upgraded": [AREA_NAMES[area] for area in range(AREA_COUNT) if p.upgraded >> area & 1],
        "monastery": p.monastery,
        "counter_guests": p.counter_guests,
        "bought": [TAVERN_NAMES[kind] for kind in TAVERN_KINDS if p.bought >> kind & 1],
        "recruited": p.recruited == 1,
        "choice": _choice(p.choice),
    }
    if modules >= 2:
        seat["schnapps"] = p.schnapps
        seat["entertainers"] = {
            ENTERTAINER_NAMES[i]: p.entertainers[i] for i in range(len(ENTERTAINER_NAMES)) if p.entertainers[i]
        }
        seat["juggled"] = p.juggled == 1
    if modules >= 3:
        seat["reputation"] = p.reputation
        seat["bards"] = p.bards
        seat["steps"] = [step_words(step) for step in p.steps]
        seat["count"] = {
            "thalers": p.thaler_count,
            "beer": p.beer_count,
            "steps": p.counted,
            "cashbox": p.cash_count,
            "barrel": p.barrel_count,
            "brewer": p.brewer_count,
        }
    if modules >= 5:
        seat["book"] = p.book[:]
    return seat


def _dishwashers(p: Player) -> Document:
    """Those of the evening. Which dice are unmoved is written only where it is not simply all that have help."""
    workers: Document = {"working": p.dishwashers, "spent": p.spent, "returned": p.orphans}
    if p.orphans and p.unmoved != helped_dice(p):
        workers["unmoved"] = [
            die_words(p.faces[die], place) for die, place in enumerate(p.places) if p.unmoved >> die & 1
        ]
    return workers


def _seated(names: list[str], p: Player, table: int) -> str:
    """Who sits there; of somebody removed only the face that was asked for is left."""
    card = p.seated[table]
    if card != NO_CARD:
        return names[card]
    return f"{GONE} {p.wants[FIRST_TABLE + table]}" if p.wants else GONE


def _choice(choice: int) -> str | None:
    if choice == NO_CHOICE:
        return None
    return HIDDEN if choice == HIDDEN_CHOICE else ACTIONS[choice].text
