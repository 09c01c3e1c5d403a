"""The table as clients draw it: read off a view by the engine's own functions, so that no client needs a rule."""

from collections.abc import Callable
from typing import Final, Literal, Protocol, TypeVar

from tiefenthal.components.boards import BOOK_COLUMNS
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    BARBACK,
    ENTERTAINER_NAMES,
    FIRST_REGULAR,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    STORAGE_AREA,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.components.reader import HOUSE
from tiefenthal.protocol import board as wire
from tiefenthal.protocol.parts import Gain
from tiefenthal.record.action_data import Amount, yield_of
from tiefenthal.rules.market import returnable, upgrade_price
from tiefenthal.rules.modules.schnapps import cost
from tiefenthal.rules.placing import free_dishwashers, used_spaces
from tiefenthal.rules.play import acting
from tiefenthal.rules.rewards import store
from tiefenthal.rules.scoring import points_by_source, score
from tiefenthal.rules.spaces import ANY, AREA_ASKS, FIRST_TABLE, MANY_DICE, NEED, SPACE_NAMES, TRAY, USED
from tiefenthal.rules.state import Player, Setup, State
from tiefenthal.server.tables.prospects import gives, prospects_of
from tiefenthal.wording.bonuses import bonus_parts

_SOURCES: Final = ("nobles", "guests", "others", "schnapps", "reputation")  # as points_by_source gives them
_ASKS: Final = [[] if asked == ANY else [face for face in range(1, 7) if NEED[face][asked] == 0] for asked in AREA_ASKS]

T = TypeVar("T")

_AREAS: Final[dict[tuple[str, int, bool, int], wire.AreaOn]] = {}
"""Those that came up: there are few, and every tavern has them."""
_MOST_AREAS: Final = 10_000


def bonus_of(code: int) -> wire.Bonus | None:
    """A packed bonus; None where there is none."""
    what, count, name = bonus_parts(code)
    return wire.Bonus(what, count, name or None) if what else None


# --- what changes


def board_of(s: State, taverns: list[wire.SeatOn] | None = None) -> wire.Board:
    """The table of a view's state: everything in it is known to everyone. With `taverns` in place of its own."""
    step = s.setup.flow.steps[s.step]
    names = s.setup.edition.card_names
    kinds = TAVERN_KINDS if s.setup.modules >= 3 else TAVERN_KINDS[1:]
    open_guests = [s.pile[-1] if s.pile else NO_CARD, *s.row]
    return wire.Board(
        round=s.round,
        phase=step.name,
        letter=step.letter,
        start_player=s.start_player + 1,
        turn=s.turn + 1,
        seats=[seat_of(s, seat) for seat in range(len(s.players))] if taverns is None else taverns,
        cards={TAVERN_NAMES[kind]: s.piles[kind] for kind in kinds},
        nobles=s.nobles,
        guests=[
            wire.GuestOn(
                place=f"row{place}" if place else "pile",
                card=names[card] if card != NO_CARD else None,
                left=(len(s.pile) if place == 0 else 1) if card != NO_CARD else 0,
                signed=bool(s.signed >> place & 1) and card != NO_CARD,
            )
            for place, card in enumerate(open_guests)
        ],
        guest_deck=len(s.guest_deck),
        counter_guests=s.counter_guests,
        schnapps=s.schnapps if s.setup.modules >= 2 else 0,
        signatures=s.signatures if s.setup.modules >= 5 else 0,
        start_cards=list(s.start_cards) if s.setup.modules >= 4 else [],
        removed=[names[card] for card in s.removed],
    )


class Keeping(Protocol):
    """Gives a field of a tavern: made by `make`, or what was made of the same `parts` before."""

    def __call__(self, name: str, parts: object, make: Callable[[], T], /) -> T:
        """The field."""


def _anew(name: str, parts: object, make: Callable[[], T], /) -> T:
    """Keep nothing."""
    return make()


def seat_of(s: State, seat: int, kept: Keeping = _anew) -> wire.SeatOn:
    """One tavern of a game. What most decisions leave as it is, and takes long to make, may be `kept`."""
    p = s.players[seat]
    ed = s.setup.edition
    names = ed.card_names
    unknown = len(p.deck) - p.known
    laid_out = bool(p.required)
    used = used_spaces(p) if laid_out else []
    seated, discard = tuple(p.seated), tuple(p.discard)
    yields = [yield_of(s, p, space) for space in range(FIRST_TABLE)]
    return wire.SeatOn(
        points=score(s, seat),
        sources=dict(zip(_SOURCES, points_by_source(s, seat), strict=True)),
        thalers=p.thalers,
        keeps_thalers=store(s, seat, SAFE_AREA),
        beer=p.beer,
        keeps_beer=store(s, seat, STORAGE_AREA),
        schnapps=p.schnapps,
        keeps_schnapps=ed.schnapps_kept if s.setup.modules >= 2 else 0,
        counter_guests=p.counter_guests,
        monastery=p.monastery,
        reputation=p.reputation,
        book=list(p.book) if s.setup.modules >= 5 else [],
        tables=kept("tables", (p.tables, p.nobles, seated, *used), lambda: _tables(s, p, used)),
        spaces=kept("spaces", (*yields, *used), lambda: _spaces(yields, used)),
        areas=kept("areas", (p.upgraded, *p.drawn), lambda: [_area(s, p, area) for area in range(AREA_COUNT)]),
        staff={TAVERN_NAMES[kind]: p.drawn[kind] for kind in TAVERN_KINDS if p.drawn[kind]},
        dishwashers=p.dishwashers if laid_out else 0,
        dishwashers_free=free_dishwashers(p) if laid_out else 0,
        dice=kept("dice", (p.coloured, *p.faces, *p.places), lambda: _dice(p)),
        coaster=list(p.coaster),
        entertainers=_entertainers(s, p),
        deck=kept(
            "deck",
            (p.known, *p.deck),
            lambda: wire.PileOn(
                [names[card] for card in reversed(p.deck[unknown:])], _counted(names, p.deck[:unknown])
            ),
        ),
        discard=kept("discard", discard, lambda: _counted(names, p.discard)),
        last_discarded=names[p.discard[-1]] if p.discard else None,
        bought=[TAVERN_NAMES[kind] for kind in TAVERN_KINDS if p.bought >> kind & 1],
        recruited=bool(p.recruited),
        plan=_plan(s, p),
        loses=_loses(s, seat),
        waiting=bool(acting(s) >> seat & 1),
        bards=p.bards,
        prospects=prospects_of(s, seat),
    )


def _counted(names: list[str], cards: list[int]) -> dict[str, int]:
    """Cards by kind, in the order of the box: never in that of the pile."""
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
    """An area of an edition, for whoever could return so many cards."""
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


# --- what does not


def figures_of(setup: Setup) -> wire.Figures:
    """The printed figures a game is played with."""
    ed = setup.edition
    modules = setup.modules
    return wire.Figures(
        edition=ed.name,
        title=ed.title,
        digest=ed.digest,
        players=setup.players,
        modules=modules,
        rounds=ed.rounds,
        cards={ed.card_names[card]: _card(ed, card) for card in range(1, ed.card_count)},
        areas={
            AREA_NAMES[area]: wire.AreaFigures(
                ed.area_price[area],
                ed.area_discount[area],
                TAVERN_NAMES[ed.area_card[area]] if ed.area_card[area] != NO_CARD else None,
                *ed.area_yield[area],
            )
            for area in range(AREA_COUNT)
        },
        noble_prices=ed.noble_price[1:],
        monastery=[bonus_of(code) for code in ed.monastery],
        evenings=[
            [found for code in options if (found := bonus_of(code)) is not None] for options in setup.round_track[1:]
        ],
        schnapps=setup.schnapps_track[1:],
        ring=[bonus_of(code) for code in setup.ring] if modules >= 3 else [],
        book=[[bonus_of(code) for code in row] for row in ed.book] if modules >= 5 else [],
        book_columns=list(BOOK_COLUMNS) if modules >= 5 else [],
        start_cards={
            str(number): [found for code in items if (found := bonus_of(code)) is not None]
            for number, items in enumerate(ed.start_cards)
            if number
        }
        if modules >= 4
        else {},
        entertainers={
            name: wire.EntertainerFigures(ed.entertainer_cost[number], ed.entertainer_gain[number])
            for number, name in enumerate(ENTERTAINER_NAMES)
        }
        if modules >= 2
        else {},
        winter=modules > 1,
        house=sorted(path for path, source in ed.source.items() if source == HOUSE),
    )


def _card(ed: Edition, card: int) -> wire.CardFigures:
    tavern = card < NOBLE
    kind: Literal["tavern", "noble", "regular", "guest"]
    kind = "tavern" if tavern else "noble" if card == NOBLE else "regular" if card < ed.first_guest else "guest"
    assert card >= FIRST_REGULAR or kind in ("tavern", "noble")
    return wire.CardFigures(
        kind=kind,
        price=ed.price[card] if tavern else ed.beer[card],
        asks=ed.die[card],
        pays=ed.pays[card],
        points=ed.points[card],
        bonus=bonus_of(ed.bonus[card]),
    )
