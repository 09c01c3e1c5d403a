"""The whole state of a game as plain data: small integers and flat lists, and a hand-written `clone`.

A state holds no random generator, no closures and no text. Decks and piles are lists whose *last* entry is the top
card. Pending effects and open questions lie on a stack of `Task` tuples, so a game can be saved, cloned, searched and
undone in the middle of an effect.
"""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_COUNT, NO_CARD, TAVERN_KINDS
from tiefenthal.engine.rules.flow import Flow

Task = tuple[int, int, int]
"""An effect still to be resolved: (effect, seat, argument). `flow.Effect` says what each one does."""

NO_CHOICE: Final = -1
NO_SPACES: Final = [0] * 7  # `Player.fits` while no action spaces are laid out


class Setup:
    """What was agreed before the game: players, modules, edition, and the sequence of play that follows from them."""

    __slots__ = (
        "affordable", "affordable_areas", "edition", "flow", "modules", "players", "ring", "round_track", "rules",
        "schnapps_track", "special_offers",
    )  # fmt: skip

    players: int
    modules: int
    edition: Edition
    rules: int  # the version of the rules it is played by
    flow: Flow
    round_track: list[list[int]]  # packed options by round
    schnapps_track: list[int]  # schnapps on entering each round
    ring: list[int]  # the reputation ring in use
    affordable_areas: list[list[int]]  # by thalers, up to the highest price: the areas they can upgrade
    special_offers: list[int]  # the areas that take cards back
    affordable: list[list[int]]  # by thalers, up to the highest price: the tavern kinds they can buy

    def __init__(self, players: int, modules: int, edition: Edition, flow: Flow, rules: int) -> None:
        self.players = players
        self.modules = modules
        self.edition = edition
        self.flow = flow
        self.rules = rules
        self.round_track = edition.summer if modules == 1 else edition.winter
        if modules == 1:
            self.schnapps_track = [0] * (edition.rounds + 1)
        elif modules == 2:
            self.schnapps_track = edition.schnapps_track_module_2
        else:
            self.schnapps_track = edition.schnapps_track
        self.ring = edition.ring_signed if modules >= 5 else edition.ring
        self.affordable_areas = [
            [area for area in range(AREA_COUNT) if edition.area_price[area] <= thalers]
            for thalers in range(max(edition.area_price) + 1)
        ]
        self.special_offers = [area for area in range(AREA_COUNT) if edition.area_card[area] != NO_CARD]
        prices = edition.price
        self.affordable = [
            [kind for kind in TAVERN_KINDS if prices[kind] <= thalers] for thalers in range(max(prices) + 1)
        ]

    def __reduce__(self) -> tuple[object, tuple[int, int, Edition, int]]:
        from tiefenthal.engine.rules.round import make_setup

        return make_setup, (self.players, self.modules, self.edition, self.rules)


class Player:
    """One tavern: its deck, what came in this evening, its dice, stores and markers."""

    __slots__ = (
        "bards", "barrel_count", "beer", "beer_count", "book", "bought", "brewer_count", "cash_count", "choice",
        "coaster", "coloured", "counted", "counter_guests", "deck", "discard", "dishwashers", "drawn", "entertainers",
        "faces", "fits", "helping", "juggled", "known", "monastery", "nobles", "places", "recruited", "reputation",
        "required", "returned_helpers", "schnapps", "seated", "spent", "steps", "tables", "thaler_count", "thalers",
        "unmoved", "upgraded", "vacant",
    )  # fmt: skip

    # --- cards
    deck: list[int]
    known: int  # how many cards on top of the deck were put there openly since the last shuffle
    discard: list[int]  # face up; anyone may look through it (S-9)
    seated: list[int]  # who sits at each occupied table, left to right; NO_CARD where someone was removed
    nobles: int  # nobles in the stack at their table
    tables: int  # tables this evening
    drawn: list[int]  # tavern cards drawn this evening and still present, by kind
    # --- dice
    coaster: list[int]  # faces on the coaster in front of this seat during the draft (replaced, not changed)
    faces: list[int]  # this evening's dice; the first `coloured` of them are of the seat's colour
    places: list[int]  # where each of them is: TRAY, a space, or USED
    coloured: int
    required: list[int]  # what each space asks of a die (spaces.py); laid out once per evening
    fits: list[int]  # the set of spaces that take a die of a face, by 7 * (dishwashers free) + face
    vacant: int  # the set of spaces a die can still go to: not occupied, not used, nobody removed from there
    dishwashers: int  # in the tavern and working this evening
    spent: int  # of these, helped a die already used
    helping: int  # dishwashers needed by the dice now on the board
    returned_helpers: int  # of these, returned by a special offer since (F-10)
    unmoved: int  # while there are such: the set of dice that had help then and have not moved since
    # --- stores and markers
    thalers: int  # in the safe between servings, at hand during the seat's serving
    beer: int
    schnapps: int
    upgraded: int  # the set of upgraded areas
    monastery: int
    counter_guests: int
    bought: int  # the set of tavern kinds bought this round
    recruited: int  # 1 when this round's guest has been recruited
    choice: int  # the choice of the round track, until everyone has made theirs
    # --- modules
    entertainers: list[int]  # by entertainer: 0 not here, 1 or 2 the side chosen (replaced, not changed)
    juggled: int  # 1 when the closing-time juggler is done for this round
    bards: int  # drawn this evening and yet to sing
    reputation: int  # space of the ring; 0 off it
    steps: list[int]  # the reputation steps of this serving, as modules/reputation.py packs them
    thaler_count: int  # the two sums of M3-5 as they now stand
    beer_count: int
    counted: int  # the steps they gave
    cash_count: int  # what cashbox, barrel and a brewer die count for: as when the serving began
    barrel_count: int
    brewer_count: int
    book: list[int]  # signatures by column (replaced, not changed)

    def clone(self) -> "Player":
        """An independent copy. Lists that change rarely are replaced, never changed in place, and so are shared."""
        new = Player()
        new.deck = self.deck.copy()
        new.known = self.known
        new.discard = self.discard.copy()
        new.seated = self.seated.copy()
        new.nobles = self.nobles
        new.tables = self.tables
        new.drawn = self.drawn.copy()
        new.coaster = self.coaster
        new.faces = self.faces.copy()
        new.places = self.places.copy()
        new.coloured = self.coloured
        new.required = self.required
        new.fits = self.fits
        new.vacant = self.vacant
        new.dishwashers = self.dishwashers
        new.spent = self.spent
        new.helping = self.helping
        new.returned_helpers = self.returned_helpers
        new.unmoved = self.unmoved
        new.thalers = self.thalers
        new.beer = self.beer
        new.schnapps = self.schnapps
        new.upgraded = self.upgraded
        new.monastery = self.monastery
        new.counter_guests = self.counter_guests
        new.bought = self.bought
        new.recruited = self.recruited
        new.choice = self.choice
        new.entertainers = self.entertainers
        new.juggled = self.juggled
        new.bards = self.bards
        new.reputation = self.reputation
        new.steps = self.steps.copy()
        new.thaler_count = self.thaler_count
        new.beer_count = self.beer_count
        new.counted = self.counted
        new.cash_count = self.cash_count
        new.barrel_count = self.barrel_count
        new.brewer_count = self.brewer_count
        new.book = self.book
        return new


def new_player() -> Player:
    """An empty tavern: no cards, no dice, all areas basic."""
    p = Player()
    p.deck = []
    p.known = 0
    p.discard = []
    p.seated = []
    p.nobles = 0
    p.tables = 0
    p.drawn = [0] * 7
    p.coaster = []
    put_dice_away(p)
    p.thalers = 0
    p.beer = 0
    p.schnapps = 0
    p.upgraded = 0
    p.monastery = 0
    p.counter_guests = 0
    p.bought = 0
    p.recruited = 0
    p.choice = NO_CHOICE
    p.entertainers = [0, 0, 0]
    p.juggled = 0
    p.bards = 0
    p.reputation = 0
    p.steps = []
    p.thaler_count = 0
    p.beer_count = 0
    p.counted = 0
    p.cash_count = 0
    p.barrel_count = 0
    p.brewer_count = 0
    p.book = [0, 0, 0, 0]
    return p


def put_dice_away(p: Player) -> None:
    """The dice of the evening are gone, and with them the action spaces."""
    p.faces = []
    p.places = []
    p.coloured = 0
    p.required = []
    p.fits = NO_SPACES
    p.vacant = 0
    p.dishwashers = 0
    p.spent = 0
    p.helping = 0
    p.returned_helpers = 0
    p.unmoved = 0


class State:
    """The table: the supply, the market, the sequence of play, and every tavern. Only `play.apply` changes it."""

    __slots__ = (
        "counter_guests", "events", "guest_deck", "nobles", "over", "pile", "piles", "players", "removed", "reveals",
        "round", "row", "schnapps", "setup", "signatures", "signed", "start_cards", "start_player", "step", "tasks",
        "turn", "waiting",
    )  # fmt: skip

    setup: Setup
    players: list[Player]
    # --- where the game stands
    round: int  # 1 to 8; 0 during setup
    step: int  # index into setup.flow.steps
    start_player: int
    turn: int  # whose turn it is in a phase played in turn order
    waiting: int  # the set of seats the current step waits for
    tasks: list[Task]  # effects and questions, the next one last
    over: bool
    reveals: int  # counts new information (draws, rolls, reveals); undo never crosses one
    # --- the supply
    piles: list[int]  # tavern cards by kind
    nobles: int
    schnapps: int
    signatures: int
    counter_guests: int
    removed: list[int]  # cards that left the game
    start_cards: list[int]  # the revealed start cards
    # --- the guests
    pile: list[int]  # the open pile of 3-beer guests
    guest_deck: list[int]
    row: list[int]  # open guests; NO_CARD where the deck could not refill a place; five places once the pile is empty
    signed: int  # where a signature lies: bit 0 the pile, bit n place n of the row
    events: "list[Event] | None"  # what happened, when somebody listens; not part of the position

    def clone(self) -> "State":
        """An independent copy, with nobody listening."""
        return self.around([p.clone() for p in self.players])

    def around(self, players: list[Player]) -> "State":
        """A copy of everything but the taverns, around these ones."""
        new = State()
        new.setup = self.setup
        new.players = players
        new.round = self.round
        new.step = self.step
        new.start_player = self.start_player
        new.turn = self.turn
        new.waiting = self.waiting
        new.tasks = self.tasks.copy()
        new.over = self.over
        new.reveals = self.reveals
        new.piles = self.piles.copy()
        new.nobles = self.nobles
        new.schnapps = self.schnapps
        new.signatures = self.signatures
        new.counter_guests = self.counter_guests
        new.removed = self.removed.copy()
        new.start_cards = self.start_cards
        new.pile = self.pile.copy()
        new.guest_deck = self.guest_deck.copy()
        new.row = self.row.copy()
        new.signed = self.signed
        new.events = None
        return new


Event = tuple[str, int, int, int]
"""Something that happened: (what, seat, two numbers). `engine/wording/events.py` puts every kind into words."""


def seats_in_order(s: State) -> list[int]:
    """All seats in turn order, the start player first."""
    count = len(s.players)
    return [(s.start_player + i) % count for i in range(count)]


def tell(s: State, what: str, seat: int, first: int = 0, second: int = 0) -> None:
    """Report an event to its listener, if any."""
    if s.events is not None:
        s.events.append((what, seat, first, second))
