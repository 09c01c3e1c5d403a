"""Writing positions: a whole state, or what a view knows of one, as a document of plain JSON values."""

from collections.abc import Sequence

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    NO_CARD,
)
from tiefenthal.engine.components.loader import REFERENCE
from tiefenthal.engine.record.position.fields import SIGNED, pile_words, seat_fields, supply_fields
from tiefenthal.engine.record.position.text import Document
from tiefenthal.engine.record.position.words import (
    ARGUMENT_KEYS,
    EFFECT_NAMES,
    FORMAT,
    PLACE_NAMES,
    SPECTATOR_WORD,
    argument_word,
)
from tiefenthal.engine.rules.state import State, Task
from tiefenthal.engine.rules.version import FIRST_VERSION
from tiefenthal.engine.view import View


def position_of(s: State) -> Document:
    """The whole state as a document (docs/position.md)."""
    return _document(s, False)


def view_document(view: View, seats: Sequence[object] | None = None) -> Document:
    """The same for a view: what it does not know is given as counts, never as an order. `seats` are those of
    `seat_document`, if the caller has them already.
    """
    document = _document(view.state, True, seats)
    document["view_of"] = view.seat + 1 if view.seat >= 0 else SPECTATOR_WORD
    return document


def seat_document(s: State, seat: int, view: bool) -> Document:
    """One seat. It depends on the seat and on what was agreed before the game, and on nothing else of the state."""
    p = s.players[seat]
    return {field.key: field.write(s, p, view) for field in seat_fields(s.setup.modules)}


def _document(s: State, view: bool, seats: Sequence[object] | None = None) -> Document:
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
        "supply": {field.key: field.count(s) for field in supply_fields(modules)},
        "guests": {
            "pile": pile_words(names, s.pile, min(1, len(s.pile)), view),
            "deck": pile_words(names, s.guest_deck, 0, view),
            "row": [names[card] if card != NO_CARD else None for card in s.row],
        },
        "removed": [names[card] for card in s.removed],
        "seats": seats or [seat_document(s, seat, view) for seat in range(len(s.players))],
    }
    if s.setup.rules != FIRST_VERSION:  # as long as nothing was said, the digests of positions stand for it
        document["rules"] = s.setup.rules
    if modules >= 4:
        document["start_cards"] = s.start_cards[:]
    if modules >= 5:
        document["guests"][SIGNED] = [PLACE_NAMES[place] for place in range(6) if s.signed >> place & 1]
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
