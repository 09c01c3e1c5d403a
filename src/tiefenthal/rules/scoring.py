"""G-3, G-4: points and the winner."""

from tiefenthal.rules.arrival import cards_in_tavern
from tiefenthal.rules.state import State


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


def score(s: State, seat: int) -> int:
    """The score as it would be if the game ended now (G-3)."""
    total = card_points(s, seat)
    for extra in s.setup.flow.points.end_points:
        total += extra(s, seat)
    return total


def stored(s: State, seat: int) -> int:
    """Thalers in the safe and beer in the storage: what a tie is broken by (G-4)."""
    p = s.players[seat]
    return p.thalers + p.beer


def winners(s: State) -> list[int]:
    """The seats that win: most points, then most stored, then together (G-4)."""
    seats = list(range(len(s.players)))
    best = max([(score(s, seat), stored(s, seat)) for seat in seats])
    return [seat for seat in seats if (score(s, seat), stored(s, seat)) == best]
