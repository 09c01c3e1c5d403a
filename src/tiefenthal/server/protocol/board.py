"""The table as players see it: what is where, and what it needs, gives and costs now. For clients without rules.

`Board` is sent to sockets that ask for it, whole with every update (`?board=1`) or by changes (`?board=2`), and is the
same for everyone. `Figures` is what does not change during a game: the printed figures of the edition, and which of
them are ours (`house`).
"""

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tiefenthal.server.protocol.parts import ActionData, Gain, Part


class Bonus(Part, frozen=True):
    """What a space, a card or a signature gives."""

    what: str
    """`card`, `thalers`, `monastery`, `service-denied`, `noble`, `schnapps`, `reputation`, `counter-guest`, `guest`,
    `die`, `free-upgrade`, `entertainer`, `area`, `dismissal`, `beer`, `points`, `toast`, `crown`, `signature`."""
    count: int
    name: str | None = None
    """Which card, area or entertainer."""


# --- what changes


class DieOn(Part, frozen=True):
    """A die of a seat's evening."""

    face: int
    own: bool
    """Of the seat's colour; the others are white."""
    at: str
    """`tray`, `used`, or a space: `cashbox`, `barrel`, `brewer`, `monk`, `t1` …"""


class TableOn(Part, frozen=True):
    """A table in the tavern this evening."""

    space: str
    state: Literal["free", "open", "paid", "gone"]
    """`free`: nobody came; `gone`: the guest there was removed."""
    card: str | None
    nobles: int
    """How many share the table, for nobles."""
    asks: int | None
    pays: int | None
    points: int


class SpaceOn(Part, frozen=True):
    """An action space that is no table."""

    space: str
    asks: list[int]
    """The faces it takes; none if it takes any."""
    many: bool
    """Takes any number of dice; else one an evening."""
    gives: Gain
    """For one die, now."""
    used: bool


class OfferOn(Part, frozen=True):
    """The price of the upgrade with this many cards returned."""

    cards: int
    price: int
    have: bool
    """Whether this many were drawn this evening."""


class AreaOn(Part, frozen=True):
    """An area that can be upgraded."""

    area: str
    upgraded: bool
    now: int
    """What it gives or keeps now."""
    then: int
    """What it gives or keeps when upgraded."""
    price: int | None
    """None when it is upgraded."""
    card: str | None
    """The card its special offer takes back."""
    offers: list[OfferOn]


class EntertainerOn(Part, frozen=True):
    """An entertainer in the tavern."""

    entertainer: str
    side: int
    cost: int
    gain: int


class PileOn(Part, frozen=True):
    """A deck or discard pile, as far as everyone knows it."""

    top: list[str]
    """Known cards on top, the first one first."""
    rest: dict[str, int]


class FitOn(Part, frozen=True):
    """A space that would take a die."""

    space: str
    dishwashers: int
    """How many must help."""
    gives: Gain


class Ware(ActionData, frozen=True):
    """A ware of the market: the action that buys it."""

    action: str


class Prospect(Part, frozen=True):
    """What a die on the coaster would bring to the seat that may take it."""

    face: int
    fits: list[FitOn]
    """Where it could go with this evening's cards; spaces where it needs no help come first."""
    most: Gain
    """The most `thalers`, and the most `beer`, the seat could have this evening with it and the dice it holds, with
    what is stored and the barbacks. A die counts for one of the two: both at once is often not possible."""
    opens: list[Ware]
    """The wares which that could pay for, but the seat could not pay for without the die."""


class SeatOn(Part, frozen=True):
    """A tavern, with all that its player has."""

    points: int
    sources: dict[str, int]
    """`nobles`, `guests`, `others`, `schnapps`, `reputation`."""
    thalers: int
    keeps_thalers: int
    beer: int
    keeps_beer: int
    schnapps: int
    keeps_schnapps: int
    counter_guests: int
    monastery: int
    reputation: int
    book: list[int]
    """Signatures by column."""
    tables: list[TableOn]
    spaces: list[SpaceOn]
    areas: list[AreaOn]
    staff: dict[str, int]
    """Tavern cards drawn this evening and still here."""
    dishwashers: int
    dishwashers_free: int
    dice: list[DieOn]
    coaster: list[int]
    entertainers: list[EntertainerOn]
    deck: PileOn
    discard: dict[str, int]
    last_discarded: str | None
    bought: list[str]
    recruited: bool
    plan: Gain
    """What the dice on the board would give where they are."""
    loses: Gain
    """What would be lost if the seat ended its serving now; empty in other phases."""
    waiting: bool
    """Whether this seat can decide now, be it ahead of its turn."""
    bards: int = 0
    """Bards that have yet to sing in this serving; when it ends, the others can no longer sing."""
    placeable: int = 0
    """How many of the unplaced dice could still be placed, together and without moving any other; 0 while nobody may
    place dice."""
    prospects: list[Prospect] = msgspec.field(default_factory=list)
    """In the draft, for a seat that can take now, be it ahead of its turn: by face what a die of its coaster would
    bring. Else empty."""


class GuestOn(Part, frozen=True):
    """An open guest."""

    place: str
    """`pile`, `row1` …"""
    card: str | None
    left: int
    signed: bool


class Board(Part, frozen=True):
    """The whole table."""

    round: int
    phase: str
    letter: str
    start_player: int
    turn: int
    seats: list[SeatOn]
    cards: dict[str, int]
    """Tavern cards left in the market."""
    nobles: int
    guests: list[GuestOn]
    guest_deck: int
    counter_guests: int
    schnapps: int
    signatures: int
    start_cards: list[int]
    removed: list[str]


# --- changes


def _changes(kind: type[msgspec.Struct], name: str, about: str, **others: Any) -> type[msgspec.Struct]:
    """A type with the same fields as another, all of which may be left out."""
    fields = [
        (field.name, others.get(field.name, field.type) | msgspec.UnsetType, msgspec.UNSET)
        for field in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(
        name,
        fields,
        bases=(Part,),
        namespace={"__doc__": about},
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
        gc=False,
    )


if TYPE_CHECKING:

    class SeatChanges(Part, frozen=True):
        """A tavern: the changed fields of `SeatOn`."""

    class BoardChanges(Part, frozen=True):
        """The table: the changed fields of `Board`."""

        seats: list[SeatChanges] | msgspec.UnsetType
else:
    SeatChanges = _changes(SeatOn, "SeatChanges", "A tavern: the changed fields of `SeatOn`.")
    BoardChanges = _changes(
        Board,
        "BoardChanges",
        "The table: the changed fields of `Board`; of `seats`, one for each.",
        seats=list[SeatChanges],
    )


# --- what does not change


class CardFigures(Part, frozen=True):
    """The figures of a card in this edition."""

    kind: Literal["tavern", "noble", "regular", "guest"]
    price: int
    """Thalers for a tavern card, beer for a guest."""
    asks: int
    pays: int
    points: int
    bonus: Bonus | None


class AreaFigures(Part, frozen=True):
    """The figures of an area in this edition."""

    price: int
    discount: int
    card: str | None
    basic: int
    upgraded: int
    at_once: bool = True
    """Whether an upgrade made while guests are served works in the same evening; otherwise from the next one on."""


class EntertainerFigures(Part, frozen=True):
    """An entertainer: both sides."""

    costs: list[int]
    gains: list[int]


class Figures(Part, frozen=True):
    """The printed figures of a set-up."""

    edition: str
    title: str
    digest: str
    players: int
    modules: int
    rounds: int
    cards: dict[str, CardFigures]
    areas: dict[str, AreaFigures]
    noble_prices: list[int]
    """For 1, 2, 3 nobles."""
    monastery: list[Bonus | None]
    """By space, from 0."""
    evenings: list[list[Bonus]]
    """By round, from the first: the choices of its space."""
    schnapps: list[int]
    """By round, from the first: schnapps on entering it."""
    ring: list[Bonus | None]
    """By space, from 0 (off the ring)."""
    book: list[list[Bonus | None]]
    """By row and column."""
    book_columns: list[str]
    """The beer prices of the guests that sign there: "3-4"."""
    start_cards: dict[str, list[Bonus]]
    entertainers: dict[str, EntertainerFigures]
    winter: bool
    """Which side of the monastery board is used."""
    house: list[str]
    """The figures that are ours, by their path in the edition file."""
