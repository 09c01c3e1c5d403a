"""Writes the block of one tavern, anew only where something in it may have changed."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.components.kinds import BREWER, NOBLE
from tiefenthal.rl.core.buffers import NEVER, capped
from tiefenthal.rl.core.fields import (
    P_BARDS,
    P_BARREL,
    P_BEER,
    P_BEER_COUNT,
    P_BOOK,
    P_BOUGHT,
    P_BREWER,
    P_CASHBOX,
    P_CHOSEN,
    P_COASTER,
    P_COLOURED,
    P_COUNTED,
    P_COUNTER_GUESTS,
    P_DECK_SIZE,
    P_DISCARD_SIZE,
    P_DISHWASHERS,
    P_DRAWN,
    P_ENTERTAINERS,
    P_FIXED,
    P_FREE_DISHWASHERS,
    P_JUGGLED,
    P_KNOWN_SIZE,
    P_MONASTERY,
    P_MONK,
    P_NOBLES,
    P_RECRUITED,
    P_REPUTATION,
    P_SCHNAPPS,
    P_SCORE,
    P_SEATED,
    P_STARTS,
    P_TABLES,
    P_THALER_COUNT,
    P_THALERS,
    P_TOP,
    P_TRAY,
    P_TURN,
    P_UPGRADED,
    P_USED,
    P_WAITS,
    TABLE_WIDTH,
    TOP_CARDS,
)
from tiefenthal.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.rules.state import NO_CHOICE, Player, Setup, State

MOST_DICE: Final = 16


class Tavern:
    """The block of one seat."""

    def __init__(self, setup: Setup, seat: int, out: vec[u8], at: int) -> None:
        """The block is written into `out` from `at` on, where nothing but zeros stands yet."""
        edition = setup.edition
        self.score: int = 0
        """The score as it was written last, however high."""
        self._seat: int = seat
        self._out: vec[u8] = out
        self._base: i64 = at
        self._cards: i64 = edition.card_count - 1
        self._points: list[int] = edition.points
        self._die: list[int] = edition.die
        self._pays: list[int] = edition.pays
        # What is written, so that it need not be written again, or can be wiped out.
        self._deck: list[int] = []
        self._known: list[int] = []
        self._discard: list[int] = []
        self._seated: list[int] = []
        self._drawn: list[int] = []
        self._tops: i64 = 0
        self._coaster: list[int] = []
        self._book: list[int] = []
        self._entertainers: list[int] = []
        self._dice: vec[i64] = vec[i64]([0] * MOST_DICE)
        self._dice_count: i64 = 0
        self._deck_size: int = NEVER
        self._known_size: int = NEVER
        self._discard_size: int = NEVER
        self._reveals: int = NEVER
        self._removed: int = NEVER
        self._upgraded: int = NEVER
        self._bought: int = NEVER
        self._vacant: int = NEVER
        self._thalers: int = NEVER
        self._beer: int = NEVER
        self._monastery: int = NEVER
        self._dishwashers: int = 0
        self._schnapps: int = NEVER
        self._reputation: int = NEVER
        self._card_points: int = 0

    def forget(self) -> None:
        """Another game: nothing that was written holds."""
        self._reveals = NEVER
        self._upgraded = NEVER
        self._bought = NEVER

    def write(self, s: State, waiting: int) -> None:
        """Bring the block up to date. `waiting` is the set of seats the game waits for."""
        p = s.players[self._seat]
        if (
            len(p.deck) != self._deck_size
            or p.known != self._known_size
            or len(p.discard) != self._discard_size
            or len(s.removed) != self._removed
            or p.upgraded != self._upgraded
            or (s.reveals != self._reveals and self._other_cards(s, p))
        ):
            self._write_cards(s, p)
            self._write_seated(p)
        elif p.vacant != self._vacant:
            self._write_vacant(p)
        self._write_markers(s, p, waiting)
        if s.setup.modules >= 2:
            self._write_modules(s, p)
        self._write_dice(p)

    def _other_cards(self, s: State, p: Player) -> bool:
        """Whether new information was about the cards of this tavern."""
        if p.deck != self._deck or p.seated != self._seated or p.drawn != self._drawn or p.discard != self._discard:
            return True
        written = self._reveals != NEVER
        self._reveals = s.reveals
        return not written

    def _write_cards(self, s: State, p: Player) -> None:
        """Deck and discard pile by kind, the known top, the points on all cards."""
        out = self._out
        base = self._base
        deck_at: i64 = base + P_FIXED - 1
        known_at = deck_at + self._cards
        discard_at = known_at + self._cards
        for card in self._deck:
            out[deck_at + card] = 0
        for card in self._known:
            out[known_at + card] = 0
        for card in self._discard:
            out[discard_at + card] = 0
        points = self._points
        total = 0
        self._deck = p.deck[:]
        for card in self._deck:
            out[deck_at + card] += 1
            total += points[card]
        self._discard = p.discard[:]
        for card in self._discard:
            out[discard_at + card] += 1
            total += points[card]
        known = p.known if p.known < len(p.deck) else len(p.deck)
        self._known = p.deck[len(p.deck) - known :]
        top: i64 = known
        for card in self._known:
            out[known_at + card] += 1
            top -= 1
            if top < TOP_CARDS:
                out[base + P_TOP + top] = u8(card)
        top = known if known < TOP_CARDS else TOP_CARDS
        shown = top
        while top < self._tops:
            out[base + P_TOP + top] = 0
            top += 1
        self._tops = shown
        for card in p.seated:
            if card != NOBLE:
                total += points[card]
        total += p.nobles * points[NOBLE]
        at: i64 = base + P_DRAWN
        self._drawn = p.drawn[:]
        for kind in range(1, BREWER + 1):
            count = p.drawn[kind]
            out[at] = capped(count)
            at += 1
            total += count * points[kind]
        self._card_points = total
        self._schnapps = NEVER  # the score is added up again
        self._deck_size = len(p.deck)
        self._known_size = p.known
        self._discard_size = len(p.discard)
        self._reveals = s.reveals
        self._removed = len(s.removed)
        out[base + P_DECK_SIZE] = capped(len(p.deck))
        out[base + P_KNOWN_SIZE] = capped(known)
        out[base + P_DISCARD_SIZE] = capped(len(p.discard))
        if p.upgraded != self._upgraded:
            self._upgraded = p.upgraded
            for area in range(9):
                out[base + P_UPGRADED + area] = 1 if p.upgraded >> area & 1 else 0

    def _write_seated(self, p: Player) -> None:
        """Who sits where; the dice on them come after."""
        out = self._out
        base = self._base
        out[base + P_TABLES] = capped(p.tables)
        out[base + P_NOBLES] = capped(p.nobles)
        self._dice_count = 0  # those on tables are wiped out here, the others below
        at: i64 = base + P_TRAY
        while at < base + P_TABLES:
            out[at] = 0
            at += 1
        at = base + P_SEATED
        for card in p.seated:
            out[at] = u8(card)
            out[at + 1] = capped(self._die[card])
            out[at + 2] = capped(self._pays[card])
            out[at + 3] = 0
            at += TABLE_WIDTH
        end: i64 = base + P_SEATED + len(self._seated) * TABLE_WIDTH
        while at < end:
            out[at] = 0
            at += 1
        self._seated = p.seated[:]
        self._write_vacant(p)

    def _write_vacant(self, p: Player) -> None:
        """Which spaces take a die."""
        out = self._out
        base = self._base
        vacant = p.vacant
        self._vacant = vacant
        out[base + P_CASHBOX + 1] = 1 if vacant >> CASHBOX & 1 else 0
        out[base + P_BARREL + 1] = 1 if vacant >> BARREL & 1 else 0
        vacant >>= FIRST_TABLE
        at: i64 = base + P_SEATED + 4
        for _ in self._seated:
            out[at] = 1 if vacant & 1 else 0
            vacant >>= 1
            at += TABLE_WIDTH

    def _write_markers(self, s: State, p: Player, waiting: int) -> None:
        """Everything that is a single number, and what changes with it."""
        out = self._out
        base = self._base
        seat = self._seat
        out[base + P_WAITS] = 1 if waiting >> seat & 1 else 0
        out[base + P_STARTS] = 1 if s.start_player == seat else 0
        out[base + P_TURN] = 1 if s.turn == seat and s.step >= 0 and not s.setup.flow.steps[s.step].simultaneous else 0
        if p.thalers != self._thalers:
            self._thalers = p.thalers
            out[base + P_THALERS] = capped(p.thalers)
        if p.beer != self._beer:
            self._beer = p.beer
            out[base + P_BEER] = capped(p.beer)
        if p.monastery != self._monastery:
            self._monastery = p.monastery
            out[base + P_MONASTERY] = capped(p.monastery)
        out[base + P_COUNTER_GUESTS] = u8(p.counter_guests)
        out[base + P_RECRUITED] = u8(p.recruited)
        out[base + P_CHOSEN] = 1 if p.choice != NO_CHOICE else 0
        if p.schnapps != self._schnapps or p.reputation != self._reputation:
            self._write_score(s, p)
        if p.bought != self._bought:
            self._bought = p.bought
            bought = p.bought
            for kind in range(6):
                bought >>= 1
                out[base + P_BOUGHT + kind] = 1 if bought & 1 else 0

    def _write_score(self, s: State, p: Player) -> None:
        """The score, and the markers it depends on beside the cards."""
        out = self._out
        base = self._base
        total = self._card_points
        for extra in s.setup.flow.points.end_points:
            total += extra(s, self._seat)
        self.score = total
        self._schnapps = p.schnapps
        self._reputation = p.reputation
        out[base + P_SCORE] = capped(total)
        out[base + P_SCHNAPPS] = capped(p.schnapps)
        out[base + P_REPUTATION] = capped(p.reputation)

    def _write_modules(self, s: State, p: Player) -> None:
        """What else modules 2 to 5 bring."""
        out = self._out
        base = self._base
        out[base + P_BARDS] = capped(p.bards)
        out[base + P_JUGGLED] = u8(p.juggled)
        out[base + P_THALER_COUNT] = capped(p.thaler_count)
        out[base + P_BEER_COUNT] = capped(p.beer_count)
        out[base + P_COUNTED] = capped(p.counted)
        if p.entertainers is not self._entertainers:
            self._entertainers = p.entertainers
            at: i64 = base + P_ENTERTAINERS
            for side in p.entertainers:
                out[at] = 1 if side == 1 else 0
                out[at + 1] = 1 if side == 2 else 0
                at += 2
        if p.book is not self._book:
            self._book = p.book
            at = base + P_BOOK
            for height in p.book:
                out[at] = capped(height)
                at += 1

    def _write_dice(self, p: Player) -> None:
        """Every die where it is."""
        out = self._out
        base = self._base
        if p.coaster is not self._coaster:
            self._coaster = p.coaster
            for side in range(6):
                out[base + P_COASTER + side] = 0
            for side in p.coaster:
                out[base + P_COASTER - 1 + side] += 1
        if p.dishwashers or self._dishwashers:
            self._dishwashers = p.dishwashers
            out[base + P_DISHWASHERS] = capped(p.dishwashers)
            out[base + P_FREE_DISHWASHERS] = capped(p.dishwashers - p.spent - p.helping + p.orphans)
        dice = self._dice
        count = self._dice_count
        while count > 0:
            count -= 1
            out[dice[count]] = 0
        used: u8 = 0
        places = p.places
        die: i64 = 0
        for number in p.faces:
            face: u8 = u8(number)
            place: i64 = places[die]
            die += 1
            at: i64 = 0
            if place >= FIRST_TABLE:
                at = base + P_SEATED + 3 + (place - FIRST_TABLE) * TABLE_WIDTH
                out[at] = face
            elif place == TRAY:
                at = base + P_TRAY - 1 + i64(face)
                out[at] += 1
            elif place == BREWER_SPACE:
                at = base + P_BREWER - 1 + i64(face)
                out[at] += 1
            elif place == MONK:
                at = base + P_MONK - 1 + i64(face)
                out[at] += 1
            elif place == CASHBOX:
                at = base + P_CASHBOX
                out[at] = face
            elif place == BARREL:
                at = base + P_BARREL
                out[at] = face
            else:
                used += 1
                continue
            dice[count] = at
            count += 1
        self._dice_count = count
        out[base + P_COLOURED] = u8(p.coloured)
        out[base + P_USED] = used
