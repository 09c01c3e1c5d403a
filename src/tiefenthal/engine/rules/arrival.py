"""B. The guests arrive: cards come from the deck until every table is occupied."""

from tiefenthal.engine.components.kinds import BREWER, NOBLE, TABLE, TABLES_AREA
from tiefenthal.engine.rules.actions import AGAIN, AGAIN_PLEASE, STAY, STAY_HERE, Action, Offers
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import ARRIVAL
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.setup import shuffle_deck
from tiefenthal.engine.rules.state import Player, State, tell


def guests_arrive(s: State, seat: int, luck: Luck) -> None:
    """Turn cards face up, one by one, until every table is occupied (B-1 to B-5, S-8)."""
    p = s.players[seat]
    p.tables = yield_of(s.setup.edition, p.upgraded, TABLES_AREA)
    s.reveals += 1
    while len(p.seated) < p.tables:
        if not p.deck:
            if not p.discard:
                break  # B-5
            p.deck = p.discard  # B-4
            p.discard = []
            shuffle_deck(p, seat, luck)
            tell(s, "reshuffled", seat)
        card = p.deck.pop()
        if p.known > 0:
            p.known -= 1
        if s.events is not None:
            tell(s, "drew", seat, card)
        if card <= BREWER:
            p.drawn[card] += 1
            if card == TABLE:
                p.tables += 1
        elif card == NOBLE:
            if p.nobles == 0:
                p.seated.append(NOBLE)
            p.nobles += 1  # B-3: further nobles join the first
        else:
            p.seated.append(card)


def cards_in_tavern(p: Player) -> list[int]:
    """All cards drawn this evening and still in or beside the tavern."""
    cards: list[int] = []
    for card in p.seated:
        if card > NOBLE:
            cards.append(card)
    for _ in range(p.nobles):
        cards.append(NOBLE)
    for kind, count in enumerate(p.drawn):
        if count:
            for _ in range(count):
                cards.append(kind)
    return cards


def clear_tavern(p: Player) -> None:
    """All cards still in or beside the tavern go on the discard pile."""
    p.discard.extend(cards_in_tavern(p))
    p.seated = []
    p.tables = 0
    p.nobles = 0
    p.drawn = [0] * 7


def start_again(s: State, seat: int, luck: Luck) -> None:
    """A counter guest is paid, everyone goes home, and other guests come (B-6)."""
    p = s.players[seat]
    p.counter_guests -= 1
    tell(s, "sent home", seat)
    clear_tavern(p)
    guests_arrive(s, seat, luck)


class Arrival(Step):
    """The taverns fill; a player with a counter guest may send everyone home and start again (B-6)."""

    __slots__ = ()

    name = ARRIVAL
    letter = "B"
    rule = "B-6"
    question = "arrival"
    simultaneous = True

    def begin(self, s: State, luck: Luck) -> None:
        """Fill every tavern; ask those who could start again."""
        for seat, p in enumerate(s.players):
            guests_arrive(s, seat, luck)
            if p.counter_guests > 0:
                s.waiting |= 1 << seat

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """Stay or start again."""
        if s.waiting >> seat & 1:
            out.append(STAY_HERE)
            out.append(AGAIN_PLEASE)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only these two, and staying is final."""
        if not s.waiting >> seat & 1:
            if s.players[seat].counter_guests == 0:
                return refuse("B-6", "arrival-done")
            return refuse("B-6", "guests-stay")
        if action.kind in (STAY, AGAIN):
            return None
        return refuse("B-6", "arrival-first")

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Stay, or pay a counter guest, clear the tavern and fill it again."""
        if action.kind == AGAIN:
            start_again(s, seat, luck)
            if s.players[seat].counter_guests > 0:
                return
        s.waiting &= ~(1 << seat)
