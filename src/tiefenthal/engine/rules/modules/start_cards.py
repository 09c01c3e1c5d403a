"""M4. Start cards: each player chooses how the tavern begins."""

from tiefenthal.engine.components.kinds import (
    FIRST_REGULAR,
    GIVES_AREA,
    GIVES_BEER,
    GIVES_DISMISSAL,
    STORAGE_AREA,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules import phases
from tiefenthal.engine.rules.actions import DISMISS, DISMISS_REGULAR, START, START_WITH, Action, Offers
from tiefenthal.engine.rules.flow import BONUS, DECK_SHUFFLE, DISMISS_REGULARS, START_ITEM, Effect, Step
from tiefenthal.engine.rules.luck import START_CARDS, Luck
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.setup import shuffle_deck
from tiefenthal.engine.rules.state import State, tell


class StartCards(Step):
    """Three start cards are revealed; in turn order each player takes what one of them shows (M4-1)."""

    __slots__ = ()

    name = phases.START_CARDS
    letter = "S"
    rule = "M4-1"
    question = "start"

    def begin(self, s: State, luck: Luck) -> None:
        """Reveal the cards; decks begin with the regulars alone."""
        cards = list(range(1, len(s.setup.edition.start_cards)))
        luck.shuffle(START_CARDS, -1, cards)
        s.start_cards = sorted(cards[-s.setup.edition.start_cards_revealed :])
        for p in s.players:
            p.deck = s.setup.edition.regulars[:]
        s.turn = s.start_player
        s.waiting = 1 << s.turn
        s.reveals += 1

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """The revealed cards; several players may choose the same."""
        if seat == s.turn:
            for card in s.start_cards:
                out.append(START_WITH[card - 1])

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only on one's own turn, only a revealed card."""
        if seat != s.turn:
            return refuse("M4-1", "start-turn")
        if action.kind != START:
            return refuse("M4-1", "start-first")
        if action.a not in s.start_cards:
            return refuse("M4-1", "start-unknown", n=action.a)
        return None

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """The whole card is resolved before the next player chooses (M4-1); then the deck is shuffled (M4-4)."""
        s.tasks.append((DECK_SHUFFLE, seat, 0))
        for item in reversed(s.setup.edition.start_cards[action.a]):
            s.tasks.append((START_ITEM, seat, item))
        tell(s, "start card", seat, action.a)


class StartItem(Effect):
    """One item of a start card (M4-2, M4-3)."""

    __slots__ = ()

    name = "start item"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Give it; what any bonus can give is given as a bonus."""
        p = s.players[seat]
        what = bonus_what(arg)
        amount = bonus_amount(arg)
        if what == GIVES_AREA:
            p.upgraded |= 1 << amount
            tell(s, "upgraded", seat, amount)
        elif what == GIVES_BEER:
            p.beer = min(amount, store(s, seat, STORAGE_AREA))
            tell(s, "beer", seat, p.beer)
        elif what == GIVES_DISMISSAL:
            s.tasks.append((DISMISS_REGULARS, seat, amount))
        else:
            s.tasks.append((BONUS, seat, arg))


class DismissRegulars(Effect):
    """Regulars leave the game; the player chooses which (M4-3)."""

    __slots__ = ()

    name = "dismissal"
    rule = "M4-3"
    question = "dismiss"

    def asks(self, s: State, seat: int, arg: int) -> bool:
        """While there are regulars in the deck."""
        ed = s.setup.edition
        for card in s.players[seat].deck:
            if FIRST_REGULAR <= card < ed.first_guest:
                return True
        return False

    def offer(self, s: State, seat: int, arg: int, out: Offers) -> None:
        """Each kind of regular in the deck, once."""
        ed = s.setup.edition
        for kind in range(FIRST_REGULAR, ed.first_guest):
            if kind in s.players[seat].deck:
                out.append(DISMISS_REGULAR[ed.die[kind] - 1][ed.pays[kind]])

    def why_not(self, s: State, seat: int, arg: int, action: Action) -> Refusal | None:
        """Only a regular one has."""
        if action.kind != DISMISS:
            return refuse("M4-2", "dismiss-first")
        if self._find(s, seat, action) < 0:
            return refuse("M4-3", "no-regular")
        return None

    def _find(self, s: State, seat: int, action: Action) -> int:
        ed = s.setup.edition
        for i, card in enumerate(s.players[seat].deck):
            if FIRST_REGULAR <= card < ed.first_guest and ed.die[card] == action.a and ed.pays[card] == action.b:
                return i
        return -1

    def answer(self, s: State, seat: int, arg: int, action: Action) -> None:
        """Remove it; ask again while more have to go."""
        regular = s.players[seat].deck.pop(self._find(s, seat, action))
        s.removed.append(regular)
        tell(s, "dismissed", seat, regular)
        if arg > 1:
            s.tasks.append((DISMISS_REGULARS, seat, arg - 1))


class DeckShuffle(Effect):
    """The starting deck is complete and shuffled; the next player chooses (M4-4)."""

    __slots__ = ()

    name = "starting deck"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Shuffle and pass on."""
        shuffle_deck(s.players[seat], seat, luck)
        s.turn = (seat + 1) % len(s.players)
        s.waiting = 0 if s.turn == s.start_player else 1 << s.turn
