"""S. Setup: the supply, the guests, the taverns, the starting decks."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    BREWER,
    NO_CARD,
    SERVER,
    TABLE,
)
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import DECK, GUEST_DECK, GUEST_PILE, START_PLAYER, Luck
from tiefenthal.engine.rules.market import BASIC_CARDS, CHEAPEST_GUEST, open_guest
from tiefenthal.engine.rules.phases import STARTING_DECKS
from tiefenthal.engine.rules.state import Player, Setup, State, new_player

OPEN_GUESTS: Final = 4


def new_state(setup: Setup, luck: Luck) -> State:
    """Lay out the table (S-2 to S-5, S-7). The first step of the sequence has not begun."""
    ed = setup.edition
    s = State()
    s.setup = setup
    s.events = None
    s.round = 0
    s.step = -1
    s.waiting = 0
    s.tasks = []
    s.over = False
    s.reveals = 0
    s.start_cards = []
    s.removed = []
    s.schnapps = 0
    s.signatures = 0
    s.signed = 0
    lay_out_tavern_cards(s)
    s.nobles = ed.nobles  # S-4
    s.counter_guests = ed.counter_guests * setup.players
    s.players = [new_player() for _ in range(setup.players)]
    s.start_player = luck.pick(START_PLAYER, setup.players)  # S-7
    s.turn = s.start_player
    for lay_out in setup.flow.points.board_laid_out:
        lay_out(s)
    lay_out_guests(s, luck)
    return s


def lay_out_tavern_cards(s: State) -> None:
    """Open piles of the tavern cards (S-2)."""
    count = s.setup.edition.tavern_count
    s.piles = [0] * 7
    for kind in BASIC_CARDS:
        s.piles[kind] = count


def lay_out_guests(s: State, luck: Luck) -> None:
    """The open pile of 3-beer guests, the guest deck, and four open guests (S-3)."""
    ed = s.setup.edition
    s.pile = []
    s.guest_deck = []
    for kind in range(ed.first_guest, ed.card_count):
        if ed.guest_module[kind] <= s.setup.modules:
            if ed.beer[kind] == CHEAPEST_GUEST:
                s.pile.extend([kind] * ed.guest_copies[kind])
            else:
                s.guest_deck.extend([kind] * ed.guest_copies[kind])
    luck.shuffle(GUEST_PILE, -1, s.pile)
    luck.shuffle(GUEST_DECK, -1, s.guest_deck)
    s.row = []
    for _ in range(OPEN_GUESTS):
        s.row.append(NO_CARD)
        open_guest(s, len(s.row))
    for opened in s.setup.flow.points.guest_opened:
        opened(s, 0)


def take_from_pile(s: State, kind: int) -> bool:
    """Take a tavern card from its open pile; False when the pile is empty."""
    if s.piles[kind] == 0:
        return False
    s.piles[kind] -= 1
    return True


class StartingDecks(Step):
    """Seven regulars, a server, a table and a brewer, shuffled (S-6)."""

    __slots__ = ()

    name = STARTING_DECKS
    letter = "S"
    rule = "S-6"

    def begin(self, s: State, luck: Luck) -> None:
        """Deal the starting decks."""
        for seat, p in enumerate(s.players):
            p.deck = s.setup.edition.regulars[:]
            for kind in (SERVER, TABLE, BREWER):
                if take_from_pile(s, kind):
                    p.deck.append(kind)
            shuffle_deck(p, seat, luck)


def shuffle_deck(p: Player, seat: int, luck: Luck) -> None:
    """Shuffle a player's deck; from here on nobody knows its order."""
    luck.shuffle(DECK, seat, p.deck)
    p.known = 0
