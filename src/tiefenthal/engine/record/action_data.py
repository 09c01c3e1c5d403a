"""An action as data: what kind it is, which die, space, card or area it is about, what it costs and gives. The text of
an action is its name; this is for code that draws or describes it, so that none of it parses the text.

Prices and yields are those of the rules and the edition. Ask before the action is done: guests, dice and open cards are
read from the state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    ENTERTAINER_NAMES,
    FIRE,
    FIRST_REGULAR,
    GIVES_ENTERTAINER,
    JUGGLER,
    MONEY,
    NO_CARD,
    NOBLE,
    NOTHING,
    TAVERN_NAMES,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import KIND_COUNT, KIND_NAMES, Action
from tiefenthal.engine.rules.dice import beer_from, steps_from, thalers_from
from tiefenthal.engine.rules.market import card_price, guest_at, guest_price, nobles_price, upgrade_price
from tiefenthal.engine.rules.modules.schnapps import KEEPS, REMOVES, TURNS, UPGRADES, cost, sold
from tiefenthal.engine.rules.placing import die_at, has_space
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, FIRST_TABLE, MONK, SPACE_NAMES, SPOT_FACE, SPOT_SPACE
from tiefenthal.engine.rules.state import Player, State

Amount = tuple[str, int]
"""An amount of something: `thalers`, `beer`, `schnapps`, `steps` of the monastery."""

PILE: Final = "pile"
THALERS: Final = "thalers"
BEER: Final = "beer"
SCHNAPPS: Final = "schnapps"


@dataclass(frozen=True, slots=True)
class ActionData:
    """What an action is about. A field that its kind does not have is None; docs/protocol.md explains them."""

    kind: str
    what: str | None = None
    face: int | None = None
    at: str | None = None
    space: str | None = None
    to: int | None = None
    other: int | None = None
    card: str | None = None
    place: str | None = None
    area: str | None = None
    count: int | None = None
    number: int | None = None
    column: int | None = None
    entertainer: str | None = None
    side: int | None = None
    cost: Amount | None = None
    gives: Amount | None = None


def action_data(s: State, seat: int, action: Action) -> ActionData:
    """An action of a seat as data. Ask before it is done."""
    p = s.players[seat]
    kind, a, b = action.kind, action.a, action.b
    name = KIND_NAMES[kind]
    if kind == kinds.PLACE:
        return ActionData(name, face=a, space=SPACE_NAMES[b], card=_guest(s, p, b))
    if kind == kinds.MOVE:
        at, face = _die(p, a)
        return ActionData(name, face=face, at=at, space=SPACE_NAMES[b], card=_guest(s, p, b))
    if kind == kinds.USE:
        at, face = _die(p, a)
        space = SPOT_SPACE[a]
        return ActionData(name, face=face, at=at, card=_guest(s, p, space), gives=yield_of(s, p, space))
    if kind == kinds.BACK:
        at, face = _die(p, a)
        return ActionData(name, face=face, at=at)
    if kind == kinds.SWAP:
        at, face = _die(p, a)
        space_name, other = _die(p, b)
        return ActionData(name, face=face, at=at, space=space_name, other=other)
    if kind == kinds.TURN:
        return ActionData(name, face=a, to=b, entertainer=ENTERTAINER_NAMES[JUGGLER], cost=_pay(s, JUGGLER, TURNS))
    if kind == kinds.TAKE:
        return ActionData(name, face=a)
    if kind == kinds.BUY:
        return ActionData(name, card=TAVERN_NAMES[a], cost=(THALERS, card_price(s, a)))
    if kind == kinds.UPGRADE:
        return ActionData(name, area=AREA_NAMES[a], count=b, cost=(THALERS, upgrade_price(s, a, b)))
    if kind == kinds.RECRUIT:
        guest = guest_at(s, a)
        price = None if guest == NO_CARD else (BEER, guest_price(s, guest))
        return ActionData(name, place=f"row{a}" if a else PILE, card=_named(s, guest), cost=price)
    if kind == kinds.NOBLES:
        return ActionData(name, card=_named(s, NOBLE), count=a, cost=(BEER, nobles_price(s, a)))
    if kind == kinds.CHOOSE:
        return _choice(s, name, a)
    if kind == kinds.FLIP:
        return ActionData(name, area=AREA_NAMES[a])
    if kind == kinds.REMOVE:
        return ActionData(name, space=SPACE_NAMES[FIRST_TABLE + a], card=_guest(s, p, FIRST_TABLE + a))
    if kind in (kinds.ENTERTAIN, kinds.ENTERTAIN_UPGRADE, kinds.ENTERTAIN_REMOVE, kinds.KEEP):
        return _entertained(s, p, name, action)
    if kind == kinds.START:
        return ActionData(name, number=a)
    if kind == kinds.DISMISS:
        return ActionData(name, card=_named(s, regular_with(s.setup.edition, a, b)))
    if kind == kinds.SIGN:
        return ActionData(name, column=a + 1)
    return ActionData(name)


def depends_on(s: State, seat: int, action: Action) -> int:
    """The part of the state on which the data of an action depend, as a number: with the same edition, action and
    number they are the same, and so are its words. So both can be cached.
    """
    how = _DEPENDS[action.kind]
    return 0 if how is None else how(s, s.players[seat], action.a, action.b)


def _use_depends(s: State, p: Player, spot: int, _: int) -> int:
    space = SPOT_SPACE[spot]
    found = _sitting(p, space) if space >= FIRST_TABLE else yield_of(s, p, space)[1]
    return found << 3 | _face(p, spot)


def _choice_depends(s: State, p: Player, choice: int, _: int) -> int:
    if choice == kinds.CHOOSE_GUEST:  # only the first in turn order is sure of it
        return guest_at(s, kinds.FROM_PILE) << 1 | int(p is s.players[s.start_player])
    return entertainer_of_round(s) if choice >= kinds.CHOOSE_SIDE_1 else 0


def yield_of(s: State, p: Player, space: int) -> Amount:
    """What one die on a space gives now."""
    if space in (BARREL, BREWER_SPACE):
        return BEER, beer_from(s, p, space)
    if space == MONK:
        return "steps", steps_from(s, p, space)
    return THALERS, thalers_from(s, p, space) if has_space(p, space) else 0


def entertainer_of_round(s: State) -> int:
    """The entertainer this round's space brings, or -1."""
    option = s.setup.round_track[s.round][0] if s.round else NOTHING
    return bonus_amount(option) if bonus_what(option) == GIVES_ENTERTAINER else -1


def regular_with(ed: Edition, die: int, pays: int) -> int:
    """The regular an action names by its die and its pay, or NO_CARD. In somebody's own box it may count points as
    well."""
    regulars = range(FIRST_REGULAR, ed.first_guest)
    return next((card for card in regulars if (ed.die[card], ed.pays[card]) == (die, pays)), NO_CARD)


def _choice(s: State, name: str, choice: int) -> ActionData:
    if choice == kinds.CHOOSE_DIE:
        return ActionData(name, what="die")
    if choice == kinds.CHOOSE_GUEST:
        return ActionData(name, what="guest", card=_named(s, guest_at(s, kinds.FROM_PILE)))
    if choice >= kinds.CHOOSE_SIDE_1:
        who = entertainer_of_round(s)
        side = choice - kinds.CHOOSE_SIDE_1 + 1
        return ActionData(name, what="entertainer", entertainer=ENTERTAINER_NAMES[who] if who >= 0 else None, side=side)
    return ActionData(name, what="card", card=TAVERN_NAMES[choice])


def _entertained(s: State, p: Player, name: str, action: Action) -> ActionData:
    """What an entertainer does for schnapps."""
    kind, a = action.kind, action.a
    if kind == kinds.ENTERTAIN:
        gain = BEER if a else THALERS, sold(s, a + 1)
        return ActionData(name, entertainer=ENTERTAINER_NAMES[MONEY], cost=_pay(s, MONEY, a + 1), gives=gain)
    if kind == kinds.ENTERTAIN_UPGRADE:
        return ActionData(name, area=AREA_NAMES[a], entertainer=ENTERTAINER_NAMES[FIRE], cost=_pay(s, FIRE, UPGRADES))
    if kind == kinds.ENTERTAIN_REMOVE:
        who, price, table = ENTERTAINER_NAMES[FIRE], _pay(s, FIRE, REMOVES), FIRST_TABLE + a
    else:
        who, price = ENTERTAINER_NAMES[JUGGLER], _pay(s, JUGGLER, KEEPS)
        if a < kinds.KEEP_TABLE:
            return ActionData(name, card=TAVERN_NAMES[a], entertainer=who, cost=price)
        table = FIRST_TABLE + a - kinds.KEEP_TABLE
    return ActionData(name, space=SPACE_NAMES[table], card=_guest(s, p, table), entertainer=who, cost=price)


def _pay(s: State, entertainer: int, side: int) -> Amount:
    return SCHNAPPS, cost(s, entertainer, side)


def _die(p: Player, spot: int) -> tuple[str, int | None]:
    """Where the die of a spot stands, and its value; no value where no die does."""
    return SPACE_NAMES[SPOT_SPACE[spot]], _face(p, spot) or SPOT_FACE[spot] or None


def _face(p: Player, spot: int) -> int:
    """The value of the die of a spot; 0 without a die."""
    die = die_at(p, SPOT_FACE[spot], SPOT_SPACE[spot])
    return p.faces[die] if die >= 0 else 0


def _sitting(p: Player, space: int) -> int:
    table = space - FIRST_TABLE
    return p.seated[table] if 0 <= table < len(p.seated) else NO_CARD


def _guest(s: State, p: Player, space: int) -> str | None:
    """Who sits at a space."""
    return _named(s, _sitting(p, space))


def _named(s: State, card: int) -> str | None:
    return None if card == NO_CARD else s.setup.edition.card_names[card]


_BY_KIND: Final[dict[int, Callable[[State, Player, int, int], int]]] = {
    kinds.PLACE: lambda s, p, face, space: _sitting(p, space),
    kinds.MOVE: lambda s, p, spot, space: _sitting(p, space) << 3 | _face(p, spot),
    kinds.USE: _use_depends,
    kinds.BACK: lambda s, p, spot, _: _face(p, spot),
    kinds.SWAP: lambda s, p, spot, other: _face(p, spot) << 3 | _face(p, other),
    kinds.REMOVE: lambda s, p, table, _: _sitting(p, FIRST_TABLE + table),
    kinds.ENTERTAIN_REMOVE: lambda s, p, table, _: _sitting(p, FIRST_TABLE + table),
    kinds.KEEP: lambda s, p, what, _: _sitting(p, FIRST_TABLE + what - kinds.KEEP_TABLE),
    kinds.RECRUIT: lambda s, p, place, _: guest_at(s, place),
    kinds.CHOOSE: _choice_depends,
}
_DEPENDS: Final = [_BY_KIND.get(kind) for kind in range(KIND_COUNT)]
"""What the data of an action depend on, by its kind; None: on nothing."""
