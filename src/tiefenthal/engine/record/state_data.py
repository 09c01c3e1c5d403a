"""A state as plain numbers and lists, for keeping it a while and reading it back by the same version of the program:
fast, and without checks. For data that should last, or come from elsewhere, use a position (`position`).
"""

from operator import attrgetter
from typing import Any, Final

from tiefenthal.engine.rules.state import Player, Setup, State

StateData = tuple[tuple[Any, ...], list[tuple[Any, ...]]]
"""The fields of the state, and those of every tavern. The lists in it are the state's own."""

STATE_FIELDS: Final = (
    "round", "step", "start_player", "turn", "waiting", "tasks", "over", "reveals", "piles", "nobles", "schnapps",
    "signatures", "counter_guests", "removed", "start_cards", "pile", "guest_deck", "row", "signed",
)  # fmt: skip
PLAYER_FIELDS: Final = (
    "deck", "known", "discard", "seated", "nobles", "tables", "drawn", "coaster", "faces", "places", "coloured",
    "required", "fits", "vacant", "dishwashers", "spent", "helping", "returned_helpers", "unmoved", "thalers", "beer",
    "schnapps", "upgraded", "monastery", "counter_guests", "bought", "recruited", "choice", "entertainers", "juggled",
    "bards", "reputation", "steps", "thaler_count", "beer_count", "counted", "cash_count", "barrel_count",
    "brewer_count", "book",
)  # fmt: skip

_of_state = attrgetter(*STATE_FIELDS)


def player_values(p: Player) -> tuple[Any, ...]:
    """What a tavern has, in the order of PLAYER_FIELDS: written out, which takes half as long as looking for names."""
    return (
        p.deck, p.known, p.discard, p.seated, p.nobles, p.tables, p.drawn, p.coaster, p.faces, p.places, p.coloured,
        p.required, p.fits, p.vacant, p.dishwashers, p.spent, p.helping, p.returned_helpers, p.unmoved, p.thalers,
        p.beer, p.schnapps, p.upgraded, p.monastery, p.counter_guests, p.bought, p.recruited, p.choice,
        p.entertainers, p.juggled, p.bards, p.reputation, p.steps, p.thaler_count, p.beer_count, p.counted,
        p.cash_count, p.barrel_count, p.brewer_count, p.book,
    )  # fmt: skip


def state_data(s: State) -> StateData:
    """A state as data, without what was agreed before the game. Write it down before the state changes."""
    return _of_state(s), [player_values(p) for p in s.players]


def state_from_data(data: StateData, setup: Setup, names: tuple[str, ...] = STATE_FIELDS) -> State:
    """The state again, as far as `names` are of it; the lists are taken over, not copied."""
    fields, players = data
    s = State()
    s.setup = setup
    s.events = None
    _fill(s, names, fields)
    s.tasks = [(effect, seat, argument) for effect, seat, argument in s.tasks]
    s.players = []
    for of_one in players:
        p = Player()
        _fill(p, PLAYER_FIELDS, of_one)
        s.players.append(p)
    return s


def _fill(thing: State | Player, names: tuple[str, ...], values: tuple[Any, ...]) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(thing, name, value)
