"""An edition: every printed figure of one box, in the form the rules read.

An `Edition` is made once by the loader, never changed afterwards, and shared by all states of all games that use it.
Lists indexed by card kind have one entry per kind (`kinds.py`), whatever the kind: `die[NOBLE]`, `pays[kind]`, ...
"""


class Edition:
    """The figures of one box. Read-only by convention; `digest` names its content."""

    __slots__ = (
        "area_card",
        "area_discount",
        "area_price",
        "area_yield",
        "bard_count",
        "beer",
        "bonus",
        "book",
        "book_column",
        "card_count",
        "card_names",
        "colour_dice",
        "counter_guests",
        "die",
        "digest",
        "entertainer_cost",
        "entertainer_gain",
        "first_guest",
        "guest_copies",
        "guest_module",
        "kind_of",
        "monastery",
        "name",
        "noble_price",
        "nobles",
        "pays",
        "points",
        "price",
        "regulars",
        "ring",
        "ring_signed",
        "rounds",
        "schnapps",
        "schnapps_kept",
        "schnapps_track",
        "schnapps_track_module_2",
        "signatures",
        "source",
        "start_cards",
        "start_cards_revealed",
        "summer",
        "tavern_count",
        "text",
        "title",
        "version",
        "white_dice",
        "winter",
    )

    # --- identity
    name: str  # a short word, such as "reference"
    title: str  # for people
    version: int  # of the built-in edition's figures; 0 where a file names none
    digest: str  # SHA-256 of the canonical figures: equal digests play alike
    text: str  # the TOML text it was read from, kept in records of games that do not use the reference edition
    source: dict[str, str]  # where each figure comes from: "areas.cashbox.price" -> "house"

    # --- cards, by kind
    card_count: int  # number of kinds, NO_CARD included
    first_guest: int  # kinds from here on are guests; FIRST_REGULAR up to here are regulars
    card_names: list[str]  # "server", "noble", "r3.2", "g7.4.6.3-thalers"
    kind_of: dict[str, int]  # the inverse
    die: list[int]  # the face that serves a regular, guest or noble; 0 on tavern cards
    pays: list[int]  # thalers
    points: list[int]
    beer: list[int]  # recruiting cost of a guest, else 0
    bonus: list[int]  # packed immediate bonus of a guest, else 0
    price: list[int]  # thalers for a tavern card, else 0
    guest_copies: list[int]  # how many of this guest are in the box, else 0
    guest_module: list[int]  # the module with which a guest joins (1 or 3), else 0
    regulars: list[int]  # the kinds of a player's seven regulars, with repeats

    # --- supply
    rounds: int
    tavern_count: int  # of each of barback, dishwasher, server, table, brewer
    bard_count: int
    nobles: int
    noble_price: list[int]  # beer for 0, 1, 2, 3 nobles
    schnapps: int
    schnapps_kept: int
    signatures: int
    counter_guests: int  # per player
    colour_dice: int  # per player
    white_dice: int  # per player

    # --- areas, by area
    area_price: list[int]
    area_discount: list[int]  # per returned card; 0 where there is no special offer
    area_card: list[int]  # the tavern card of the special offer, or NO_CARD
    area_yield: list[list[int]]  # [basic, upgraded]

    # --- tracks
    monastery: list[int]  # packed bonus by space, 0..22
    summer: list[list[int]]  # by round 1..8 (index 0 unused): the packed options of the space
    winter: list[list[int]]
    schnapps_track: list[int]  # by round: schnapps on entering it, printed on the winter board
    schnapps_track_module_2: list[int]  # the same with the three tiles showing
    ring: list[int]  # packed spaces of the reputation ring; index 0 is "off the ring"
    ring_signed: list[int]  # the same with the signature space (module 5)

    # --- entertainers: [entertainer][side]
    entertainer_cost: list[list[int]]  # schnapps
    entertainer_gain: list[list[int]]  # thalers, beer; 1 where the gain is not a number

    # --- start cards and guest book
    start_cards: list[list[int]]  # packed items by start card number (index 0 unused)
    start_cards_revealed: int
    book: list[list[int]]  # packed bonus by [row][column]
    book_column: list[int]  # column by beer cost, or -1

    def __repr__(self) -> str:
        return f"<Edition {self.name} {self.digest[:12]}>"
