"""G-3, G-4: points and the winner."""

from typing import Final

from tiefenthal.engine.components.kinds import NOBLE
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.state import State

SOURCES: Final = ("nobles", "guests", "other cards", "schnapps", "reputation")
"""Where points come from: cards, then what the modules add, in the order of `Points.end_points`."""


def card_points(s: State, seat: int) -> int:
    """Points on all own cards, wherever they are."""
    points = s.setup.edition.points
    p = s.players[seat]
    total = 0
    for card in p.deck:
        total += points[card]
    for card in p.discard:
        total += points[card]
    for card in cards_in_tavern(p):
        total += points[card]
    return total


def extra_points(s: State, seat: int) -> int:
    """Points beyond those on the cards: what the modules in play add (G-3)."""
    total = 0
    for extra in s.setup.flow.points.end_points:
        total += extra(s, seat)
    return total


def score(s: State, seat: int) -> int:
    """The score as it would be if the game ended now (G-3)."""
    return card_points(s, seat) + extra_points(s, seat)


def points_by_source(s: State, seat: int) -> tuple[int, ...]:
    """The score, taken apart in the order of SOURCES; 0 for modules that are not played."""
    p = s.players[seat]
    ed = s.setup.edition
    found = [0] * len(SOURCES)
    for card in p.deck + p.discard + cards_in_tavern(p):
        found[0 if card == NOBLE else 1 if card >= ed.first_guest else 2] += ed.points[card]
    for source, extra in enumerate(s.setup.flow.points.end_points, start=3):
        found[source] = extra(s, seat)
    return tuple(found)


def stored(s: State, seat: int) -> int:
    """Thalers in the safe and beer in the storage: what a tie is broken by (G-4)."""
    p = s.players[seat]
    return p.thalers + p.beer


def winners(s: State) -> list[int]:
    """The seats that win: most points, then most stored, then together (G-4)."""
    scores = [score(s, seat) for seat in range(len(s.players))]
    most = max(scores)
    first = [seat for seat, points in enumerate(scores) if points == most]
    most_stored = max([stored(s, seat) for seat in first])
    return [seat for seat in first if stored(s, seat) == most_stored]
