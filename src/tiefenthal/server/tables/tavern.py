"""One tavern as clients draw it, field by field: how each field is made, and which parts of the state it depends on. So
a field whose parts have not changed is neither made nor encoded again (`board_encoding.py`).

A test records what is read while every field is made, and fails if a dependency is missing here.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    BARBACK,
    ENTERTAINER_NAMES,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    STORAGE_AREA,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.record.action_data import Amount, yield_of
from tiefenthal.engine.record.state_data import PLAYER_FIELDS
from tiefenthal.engine.rules.market import returnable, upgrade_price
from tiefenthal.engine.rules.modules.schnapps import cost
from tiefenthal.engine.rules.placing import free_dishwashers, used_spaces
from tiefenthal.engine.rules.play import acting
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.scoring import points_by_source
from tiefenthal.engine.rules.spaces import ANY, AREA_ASKS, FIRST_TABLE, MANY_DICE, NEED, SPACE_NAMES, TRAY, USED
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.server.protocol import board as wire
from tiefenthal.server.protocol.parts import Gain
from tiefenthal.server.tables.prospects import DRAFT, gives, placeable, prospects_of

_SOURCES: Final = ("nobles", "guests", "others", "schnapps", "reputation")  # as points_by_source gives them
_ASKS: Final = [[] if asked == ANY else [face for face in range(1, 7) if NEED[face][asked] == 0] for asked in AREA_ASKS]

_AREAS: Final[dict[tuple[str, int, bool, int], wire.AreaOn]] = {}
"""Those that came up: there are few, and every tavern has them."""
_MOST_AREAS: Final = 10_000


class Tavern:
    """A tavern being encoded. Values that several fields need are computed first."""

    __slots__ = ("p", "s", "seat", "sources", "used", "yields")

    sources: tuple[int, ...]
    """Where its points come from."""
    used: list[int]
    """The spaces for one die that were used."""
    yields: list[Amount]
    """What a die gives on each space other than tables."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.p: Player = s.players[seat]


class Cell(NamedTuple):
    """A value of a tavern: a field of `SeatOn`, or something that several of them need."""

    name: str
    make: Callable[[Tavern], object]
    parts: str
    """What it depends on, besides the edition and the set-up: fields of `Player`, `WHERE` and earlier cells; or
    everything."""


WHERE: Final = ("step", "waits", "market")
"""What is not part of the tavern: the step of the round, whether the game waits for the seat, and, while it drafts,
what all seats share (`where_of`)."""
EVERYTHING: Final = " ".join((*PLAYER_FIELDS, *WHERE))
_CARDS: Final = "deck discard seated nobles drawn"

NEEDED: Final = (
    Cell("sources", lambda t: points_by_source(t.s, t.seat), f"{_CARDS} schnapps reputation"),
    Cell("used", lambda t: used_spaces(t.p) if t.p.required else [], "required places seated vacant"),
    Cell("yields", lambda t: [yield_of(t.s, t.p, space) for space in range(FIRST_TABLE)], "upgraded drawn seated"),
)

SHOWN: Final = (
    Cell("points", lambda t: sum(t.sources), "sources"),
    Cell("sources", lambda t: dict(zip(_SOURCES, t.sources, strict=True)), "sources"),
    Cell("thalers", lambda t: t.p.thalers, "thalers"),
    Cell("keeps_thalers", lambda t: store(t.s, t.seat, SAFE_AREA), "upgraded"),
    Cell("beer", lambda t: t.p.beer, "beer"),
    Cell("keeps_beer", lambda t: store(t.s, t.seat, STORAGE_AREA), "upgraded"),
    Cell("schnapps", lambda t: t.p.schnapps, "schnapps"),
    Cell("keeps_schnapps", lambda t: _keeps_schnapps(t.s), ""),
    Cell("counter_guests", lambda t: t.p.counter_guests, "counter_guests"),
    Cell("monastery", lambda t: t.p.monastery, "monastery"),
    Cell("reputation", lambda t: t.p.reputation, "reputation"),
    Cell("book", lambda t: list(t.p.book) if t.s.setup.modules >= 5 else [], "book"),
    Cell("tables", lambda t: _tables(t.s, t.p, t.used), "tables nobles seated used"),
    Cell("spaces", lambda t: _spaces(t.yields, t.used), "yields used"),
    Cell("areas", lambda t: [_area(t.s, t.p, area) for area in range(AREA_COUNT)], "upgraded drawn"),
    Cell("staff", lambda t: {TAVERN_NAMES[kind]: t.p.drawn[kind] for kind in TAVERN_KINDS if t.p.drawn[kind]}, "drawn"),
    Cell("dishwashers", lambda t: t.p.dishwashers if t.p.required else 0, "dishwashers required"),
    Cell(
        "dishwashers_free",
        lambda t: free_dishwashers(t.p) if t.p.required else 0,
        "dishwashers spent helping returned_helpers required",
    ),
    Cell("dice", lambda t: _dice(t.p), "coloured faces places"),
    Cell("coaster", lambda t: list(t.p.coaster), "coaster"),
    Cell("entertainers", lambda t: _entertainers(t.s, t.p), "entertainers"),
    Cell("deck", lambda t: _deck(t.s, t.p), "deck known"),
    Cell("discard", lambda t: _counted(t.s.setup.edition.card_names, t.p.discard), "discard"),
    Cell("last_discarded", lambda t: _last(t.s.setup.edition.card_names, t.p.discard), "discard"),
    Cell("bought", lambda t: [TAVERN_NAMES[kind] for kind in TAVERN_KINDS if t.p.bought >> kind & 1], "bought"),
    Cell("recruited", lambda t: bool(t.p.recruited), "recruited"),
    Cell("plan", lambda t: _plan(t.s, t.p), "required places drawn upgraded seated steps counted step"),
    Cell("loses", lambda t: _loses(t.s, t.seat), "thalers beer schnapps upgraded step waits"),
    Cell("waiting", lambda t: bool(acting(t.s) >> t.seat & 1), "waits"),
    Cell("bards", lambda t: t.p.bards, "bards"),
    Cell(
        "placeable",
        lambda t: placeable(t.p),
        "required places faces vacant dishwashers spent helping returned_helpers",
    ),
    Cell("prospects", lambda t: prospects_of(t.s, t.seat), EVERYTHING),
)


def where_of(s: State, seat: int, common: bytes) -> tuple[int, int, bytes]:
    """`WHERE` of a tavern. `common` is what all seats share, except which seats the game waits for: only what a die of
    the draft would bring depends on it."""
    waiting = s.waiting >> seat & 1
    waits = waiting | (acting(s) >> seat & 1) << 1 | bool(s.over) << 2
    return s.step, waits, common if waiting and s.setup.flow.steps[s.step].name == DRAFT else b""


def seat_of(s: State, seat: int) -> wire.SeatOn:
    """One tavern of a game."""
    tavern = Tavern(s, seat)
    for cell in NEEDED:
        setattr(tavern, cell.name, cell.make(tavern))
    fields: dict[str, Any] = {cell.name: cell.make(tavern) for cell in SHOWN}
    return wire.SeatOn(**fields)


def _keeps_schnapps(s: State) -> int:
    return s.setup.edition.schnapps_kept if s.setup.modules >= 2 else 0


def _deck(s: State, p: Player) -> wire.PileOn:
    names = s.setup.edition.card_names
    unknown = len(p.deck) - p.known
    return wire.PileOn([names[card] for card in reversed(p.deck[unknown:])], _counted(names, p.deck[:unknown]))


def _last(names: list[str], pile: list[int]) -> str | None:
    return names[pile[-1]] if pile else None


def _counted(names: list[str], cards: list[int]) -> dict[str, int]:
    """Cards by kind, in the order of the box, never of the pile."""
    found: dict[str, int] = {}
    for card in sorted(cards):
        name = names[card]
        found[name] = found.get(name, 0) + 1
    return found


def _dice(p: Player) -> list[wire.DieOn]:
    places = ["tray" if place == TRAY else "used" if place == USED else SPACE_NAMES[place] for place in p.places]
    return [wire.DieOn(face, number < p.coloured, places[number]) for number, face in enumerate(p.faces)]


def _tables(s: State, p: Player, used: list[int]) -> list[wire.TableOn]:
    ed = s.setup.edition
    found: list[wire.TableOn] = []
    for number in range(max(p.tables, len(p.seated))):
        space = FIRST_TABLE + number
        name = SPACE_NAMES[space]
        if number >= len(p.seated):
            found.append(wire.TableOn(name, "free", None, 0, None, None, 0))
            continue
        card = p.seated[number]
        if card == NO_CARD:
            found.append(wire.TableOn(name, "gone", None, 0, None, None, 0))
            continue
        nobles = p.nobles if card == NOBLE else 0
        found.append(
            wire.TableOn(
                space=name,
                state="paid" if space in used else "open",
                card=ed.card_names[card],
                nobles=nobles,
                asks=ed.die[card],
                pays=ed.pays[card],
                points=ed.points[card] * max(1, nobles),
            )
        )
    return found


def _spaces(yields: list[Amount], used: list[int]) -> list[wire.SpaceOn]:
    return [
        wire.SpaceOn(SPACE_NAMES[space], _ASKS[space], bool(MANY_DICE >> space & 1), dict([gain]), space in used)
        for space, gain in enumerate(yields)
    ]


def _area(s: State, p: Player, area: int) -> wire.AreaOn:
    upgraded = bool(p.upgraded >> area & 1)
    have = 0 if upgraded else returnable(s, p, area)
    key = (s.setup.edition.digest, area, upgraded, have)
    found = _AREAS.get(key)
    if found is None:
        if len(_AREAS) >= _MOST_AREAS:
            _AREAS.clear()
        found = _AREAS[key] = _new_area(s, area, upgraded, have)
    return found


def _new_area(s: State, area: int, upgraded: bool, have: int) -> wire.AreaOn:
    """An area of an edition, for a player who could return up to `have` cards."""
    ed = s.setup.edition
    basic, better = ed.area_yield[area]
    card = ed.area_card[area]
    offers: list[wire.OfferOn] = []
    if not upgraded:
        most = 0
        while card != NO_CARD and upgrade_price(s, area, most) > 0:
            most += 1
        offers = [wire.OfferOn(count, upgrade_price(s, area, count), count <= have) for count in range(most + 1)]
    return wire.AreaOn(
        area=AREA_NAMES[area],
        upgraded=upgraded,
        now=better if upgraded else basic,
        then=better,
        price=None if upgraded else ed.area_price[area],
        card=TAVERN_NAMES[card] if card != NO_CARD else None,
        offers=offers,
    )


def _entertainers(s: State, p: Player) -> list[wire.EntertainerOn]:
    if s.setup.modules < 2:
        return []
    return [
        wire.EntertainerOn(
            ENTERTAINER_NAMES[number], side, cost(s, number, side), s.setup.edition.entertainer_gain[number][side - 1]
        )
        for number, side in enumerate(p.entertainers)
        if side
    ]


def _plan(s: State, p: Player) -> Gain:
    """What the dice on the board would give; reputation is the lower of thalers and beer, barbacks counted (M3-5)."""
    if not p.required:
        return {}
    gain = {"thalers": 0, "beer": 0, "steps": 0}
    for place in p.places:
        if place >= 0:
            for what, count in gives(s, p, place).items():
                gain[what] += count
    if s.setup.modules >= 3:
        counted = p.counted if s.setup.flow.steps[s.step].letter == "F" and p.steps else None
        gain["reputation"] = min(gain["thalers"], gain["beer"] + p.drawn[BARBACK]) if counted is None else counted
    return gain


def _loses(s: State, seat: int) -> Gain:
    """What the stores cannot keep."""
    if s.over or s.setup.flow.steps[s.step].letter != "F" or not s.waiting >> seat & 1:
        return {}
    p = s.players[seat]
    over = {
        "thalers": p.thalers - store(s, seat, SAFE_AREA),
        "beer": p.beer - store(s, seat, STORAGE_AREA),
        "schnapps": p.schnapps - s.setup.edition.schnapps_kept if s.setup.modules >= 2 else 0,
    }
    return {what: count for what, count in over.items() if count > 0}
