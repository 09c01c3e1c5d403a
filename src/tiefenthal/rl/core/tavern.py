"""Writes the block of one tavern, again only where something in it may have changed."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.engine.components.kinds import NOBLE
from tiefenthal.engine.rules.placing import free_dishwashers
from tiefenthal.engine.rules.scoring import extra_points
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.engine.rules.state import NO_CHOICE, Player, Setup, State
from tiefenthal.rl.core.buffers import NEVER, Block, capped
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

FACES: Final = 6
MOST_DICE: Final = 16


class TavernWriter:
    """The block of one seat. What was written is remembered, so that what has not changed costs a comparison."""

    def __init__(self, setup: Setup, seat: int, block: Block) -> None:
        """Nothing but zeros stands in the block yet."""
        edition = setup.edition
        self.score: int = 0
        """The score as it was written last, however high."""
        self._seat: int = seat
        self._block: Block = block
        self._cards: i64 = edition.card_count - 1
        self._points: list[int] = edition.points
        self._die: list[int] = edition.die
        self._pays: list[int] = edition.pays
        self._modules: int = setup.modules
        self._in_turn: list[bool] = [not step.simultaneous for step in setup.flow.steps]
        self._deck: list[int] = []
        self._known: list[int] = []
        self._discard: list[int] = []
        self._seated: list[int] = []
        self._drawn: list[int] = []
        self._tops: i64 = 0
        self._coaster: list[int] = []
        self._face_counts: vec[u8] = vec[u8]([0] * (FACES + 1))
        self._book: list[int] = []
        self._entertainers: list[int] = []
        # Of each die: face and place in one number, the cell it stands in, and what it adds to that.
        self._dice: vec[i64] = vec[i64]([0] * MOST_DICE)
        self._cells: vec[i64] = vec[i64]([0] * MOST_DICE)
        self._weights: vec[u8] = vec[u8]([0] * MOST_DICE)
        self._dice_count: i64 = 0
        self._flags: int = 0
        self._deck_size: int = NEVER
        self._known_size: int = NEVER
        self._discard_size: int = NEVER
        self._reveals: int = NEVER
        self._removed: int = NEVER
        self._upgraded: int = 0
        self._bought: int = 0
        self._vacant: i64 = 0
        self._thalers: int = 0
        self._beer: int = 0
        self._monastery: int = 0
        self._counter_guests: int = 0
        self._recruited: int = 0
        self._choice: int = NO_CHOICE
        self._dishwashers: int = 0
        self._coloured: int = 0
        self._schnapps: int = NEVER
        self._reputation: int = NEVER
        self._bards: int = 0
        self._juggled: int = 0
        self._thaler_count: int = 0
        self._beer_count: int = 0
        self._counted: int = 0
        self._nobles: int = 0
        self._step: int = NEVER
        self._deck_points: int = 0
        self._discard_points: int = 0
        self._present_points: int = 0
        self._other_points: int = 0  # for schnapps, reputation and the like

    def forget(self) -> None:
        """Another game: equal sizes no longer mean the same cards."""
        self._reveals = NEVER

    def write(self, s: State, waiting: int) -> None:
        """Bring the block up to date. `waiting` is the set of seats the game waits for."""
        p = s.players[self._seat]
        news = s.reveals != self._reveals or len(s.removed) != self._removed  # then equal sizes may mean other cards
        if (
            news
            or len(p.deck) != self._deck_size
            or p.known != self._known_size
            or s.step != self._step
            or p.upgraded != self._upgraded
        ):
            self._write_deck(p, news)
            self._write_discard(p)
            self._write_present(p)
            self._reveals = s.reveals
            self._step = s.step
            self._removed = len(s.removed)
        self._write_markers(s, p)
        if self._modules >= 2:
            self._write_modules(p)
        self.write_draft(s, waiting)
        self.write_dice(p)

    def write_draft(self, s: State, waiting: int) -> None:
        """What changes in all taverns with every die that is drafted: whose turn it is, and the coaster."""
        p = s.players[self._seat]
        self._write_turn(s, waiting)
        if p.coaster is not self._coaster:
            self._write_coaster(p)

    def _points_on(self, cards: list[int]) -> int:
        points = self._points
        total = 0
        for card in cards:
            total += points[card]
        return total

    def _write_deck(self, p: Player, news: bool) -> None:
        """The deck by kind, and what is known to lie on top of it."""
        size = len(p.deck)
        if size == self._deck_size and p.known == self._known_size and (not news or p.deck == self._deck):
            return
        block = self._block
        known = p.known if p.known < size else size
        block.move(self._deck, p.deck, P_FIXED - 1)
        self._deck = p.deck[:]
        self._deck_points = self._points_on(p.deck)
        top_cards = p.deck[size - known :]
        block.move(self._known, top_cards, P_FIXED - 1 + self._cards)
        self._known = top_cards
        top: i64 = known
        for card in top_cards:
            top -= 1
            if top < TOP_CARDS:
                block.put(P_TOP + top, u8(card))
        top = known if known < TOP_CARDS else TOP_CARDS
        shown = top
        while top < self._tops:
            block.put(P_TOP + top, 0)
            top += 1
        self._tops = shown
        self._deck_size = size
        self._known_size = p.known
        block.put(P_DECK_SIZE, capped(size))
        block.put(P_KNOWN_SIZE, capped(known))

    def _write_discard(self, p: Player) -> None:
        """The discard pile by kind."""
        if p.discard != self._discard:  # of unequal lengths, most often: that is quick to see
            self._block.move(self._discard, p.discard, P_FIXED - 1 + 2 * self._cards)
            self._discard = p.discard[:]
            self._discard_points = self._points_on(p.discard)
            self._discard_size = len(p.discard)
            self._block.put(P_DISCARD_SIZE, capped(len(p.discard)))

    def _write_present(self, p: Player) -> None:
        """Who sits where, and who works here tonight."""
        block = self._block
        block.put(P_TABLES, capped(p.tables))
        block.put(P_NOBLES, capped(p.nobles))
        if p.nobles == self._nobles and p.seated == self._seated and p.drawn == self._drawn:
            return
        points = self._points
        total = p.nobles * points[NOBLE]
        at: i64 = P_SEATED
        for card in p.seated:
            if card != NOBLE:
                total += points[card]
            block.put(at, u8(card))
            block.put(at + 1, capped(self._die[card]))
            block.put(at + 2, capped(self._pays[card]))
            at += TABLE_WIDTH
        end: i64 = P_SEATED + len(self._seated) * TABLE_WIDTH
        while at < end:
            block.put(at, 0)
            block.put(at + 1, 0)
            block.put(at + 2, 0)
            at += TABLE_WIDTH
        for kind, count in enumerate(p.drawn):
            if kind:
                block.put(P_DRAWN - 1 + i64(kind), capped(count))
            if count:
                total += count * points[kind]
        self._nobles = p.nobles
        self._seated = p.seated[:]
        self._drawn = p.drawn[:]
        self._present_points = total

    def _write_turn(self, s: State, waiting: int) -> None:
        """Whose turn it is."""
        seat = self._seat
        flags = waiting >> seat & 1
        if s.start_player == seat:
            flags += 2
        if s.turn == seat and s.step >= 0 and self._in_turn[s.step]:
            flags += 4
        if flags != self._flags:
            self._flags = flags
            self._block.put(P_WAITS, u8(flags & 1))
            self._block.put(P_STARTS, u8(flags >> 1 & 1))
            self._block.put(P_TURN, u8(flags >> 2))

    def _write_markers(self, s: State, p: Player) -> None:
        """Everything that is a single number, and what changes with it."""
        block = self._block
        if p.thalers != self._thalers:
            self._thalers = p.thalers
            block.put(P_THALERS, capped(p.thalers))
        if p.beer != self._beer:
            self._beer = p.beer
            block.put(P_BEER, capped(p.beer))
        if p.monastery != self._monastery:
            self._monastery = p.monastery
            block.put(P_MONASTERY, capped(p.monastery))
        if p.counter_guests != self._counter_guests:
            self._counter_guests = p.counter_guests
            block.put(P_COUNTER_GUESTS, capped(p.counter_guests))
        if p.recruited != self._recruited:
            self._recruited = p.recruited
            block.put(P_RECRUITED, u8(p.recruited))
        if p.choice != self._choice:
            self._choice = p.choice
            block.put(P_CHOSEN, 1 if p.choice != NO_CHOICE else 0)
        if p.schnapps != self._schnapps or p.reputation != self._reputation:
            self._write_what_counts(s, p)
        score = self._deck_points + self._discard_points + self._present_points + self._other_points
        if score != self.score:
            self.score = score
            block.put(P_SCORE, capped(score))
        if p.bought != self._bought:
            self._bought = p.bought
            for kind in range(6):
                block.put(P_BOUGHT + kind, u8(p.bought >> (kind + 1) & 1))
        if p.upgraded != self._upgraded:
            self._upgraded = p.upgraded
            for area in range(9):
                block.put(P_UPGRADED + area, u8(p.upgraded >> area & 1))

    def _write_what_counts(self, s: State, p: Player) -> None:
        """The markers that are worth points."""
        self._schnapps = p.schnapps
        self._reputation = p.reputation
        self._other_points = extra_points(s, self._seat)
        self._block.put(P_SCHNAPPS, capped(p.schnapps))
        self._block.put(P_REPUTATION, capped(p.reputation))

    def _write_modules(self, p: Player) -> None:
        """What else modules 2 to 5 bring."""
        block = self._block
        if p.bards != self._bards:
            self._bards = p.bards
            block.put(P_BARDS, capped(p.bards))
        if p.juggled != self._juggled:
            self._juggled = p.juggled
            block.put(P_JUGGLED, u8(p.juggled))
        if p.thaler_count != self._thaler_count:
            self._thaler_count = p.thaler_count
            block.put(P_THALER_COUNT, capped(p.thaler_count))
        if p.beer_count != self._beer_count:
            self._beer_count = p.beer_count
            block.put(P_BEER_COUNT, capped(p.beer_count))
        if p.counted != self._counted:
            self._counted = p.counted
            block.put(P_COUNTED, capped(p.counted))
        if p.entertainers is not self._entertainers:
            self._entertainers = p.entertainers
            at: i64 = P_ENTERTAINERS
            for side in p.entertainers:
                block.put(at, 1 if side == 1 else 0)
                block.put(at + 1, 1 if side == 2 else 0)
                at += 2
        if p.book is not self._book:
            self._book = p.book
            at = P_BOOK
            for height in p.book:
                block.put(at, capped(height))
                at += 1

    def _write_coaster(self, p: Player) -> None:
        """The dice in front of the seat during the draft."""
        self._coaster = p.coaster
        counts = self._face_counts
        face: i64 = FACES
        while face > 0:
            counts[face] = 0
            face -= 1
        for number in p.coaster:
            counts[i64(number)] += 1
        while face < FACES:
            self._block.put(P_COASTER + face, counts[face + 1])
            face += 1

    def write_dice(self, p: Player) -> None:
        """Every die where it is, and what follows from it. Each takes away what it gave before and gives it again, so
        their order does not matter."""
        block = self._block
        if p.dishwashers or self._dishwashers:
            self._dishwashers = p.dishwashers
            block.put(P_DISHWASHERS, capped(p.dishwashers))
            block.put(P_FREE_DISHWASHERS, capped(free_dishwashers(p)))
        if p.coloured != self._coloured:
            self._coloured = p.coloured
            block.put(P_COLOURED, u8(p.coloured))
        vacant: i64 = p.vacant
        if vacant != self._vacant:
            self._write_vacant(vacant)
        dice = self._dice
        count = self._dice_count
        die: i64 = 0
        for number, where in zip(p.faces, p.places):
            face: i64 = number
            place: i64 = where
            known = place * 8 + face
            if die >= count:
                self._lay(die, face, place)
                dice[die] = known
            elif dice[die] != known:
                block.subtract(self._cells[die], self._weights[die])
                self._lay(die, face, place)
                dice[die] = known
            die += 1
        self._dice_count = die
        while die < count:
            block.subtract(self._cells[die], self._weights[die])
            die += 1

    def _lay(self, die: i64, face: i64, place: i64) -> None:
        """A die is shown in its place: by its face where there is one die, counted where there may be several."""
        cell: i64 = P_USED
        weight: u8 = 1
        if place >= FIRST_TABLE:
            cell = P_SEATED + 3 + (place - FIRST_TABLE) * TABLE_WIDTH
            weight = u8(face)
        elif place == TRAY:
            cell = P_TRAY - 1 + face
        elif place == BREWER_SPACE:
            cell = P_BREWER - 1 + face
        elif place == MONK:
            cell = P_MONK - 1 + face
        elif place == CASHBOX:
            cell = P_CASHBOX
            weight = u8(face)
        elif place == BARREL:
            cell = P_BARREL
            weight = u8(face)
        self._cells[die] = cell
        self._weights[die] = weight
        self._block.add(cell, weight)

    def _write_vacant(self, vacant: i64) -> None:
        """Which spaces take a die, where that has changed."""
        changed = vacant ^ self._vacant
        self._vacant = vacant
        if changed >> CASHBOX & 1:
            self._block.put(P_CASHBOX + 1, u8(vacant >> CASHBOX & 1))
        if changed >> BARREL & 1:
            self._block.put(P_BARREL + 1, u8(vacant >> BARREL & 1))
        changed >>= FIRST_TABLE
        vacant >>= FIRST_TABLE
        at: i64 = P_SEATED + 4
        while changed:
            if changed & 1:
                self._block.put(at, u8(vacant & 1))
            changed >>= 1
            vacant >>= 1
            at += TABLE_WIDTH
