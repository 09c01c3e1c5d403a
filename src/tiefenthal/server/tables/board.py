"""The table as clients draw it: derived from a view by the engine's functions, so that no client needs the rules."""

from typing import Literal

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    ENTERTAINER_NAMES,
    FIRST_REGULAR,
    NO_CARD,
    NOBLE,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.components.reader import HOUSE
from tiefenthal.engine.rules.areas import BEFORE_SERVING
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.engine.wording.bonuses import bonus_parts
from tiefenthal.server.protocol import board as wire
from tiefenthal.server.tables.tavern import seat_of


def bonus_of(code: int) -> wire.Bonus | None:
    """A packed bonus, or None."""
    what, count, name = bonus_parts(code)
    return wire.Bonus(what, count, name or None) if what else None


# --- what changes


def board_of(s: State, taverns: list[wire.SeatOn] | None = None) -> wire.Board:
    """The table of a view's state, which everyone may know. `taverns` replace those of the state."""
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
                ed.area_yield[area][0],
                ed.area_yield[area][1],
                at_once=area not in BEFORE_SERVING,
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
