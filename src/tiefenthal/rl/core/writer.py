"""Writes observations. Each block is kept as bytes and written anew only when something in it may have changed.

What is shown is what the seat's `View` holds: of a deck its cards by kind and the known top, never an order that
nobody has seen; of a choice from the round track, before all have chosen, only that it was made.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import (
    BREWER,
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
    NOBLE,
)
from tiefenthal.rl.core.fields import (
    C_COUNTER_GUESTS,
    C_DECK_LEFT,
    C_FIXED,
    C_GUESTS,
    C_MODULES,
    C_NOBLES,
    C_OVER,
    C_OWN_CHOICE,
    C_PENDING,
    C_PHASE,
    C_PILE_LEFT,
    C_PILES,
    C_QUESTION,
    C_ROUND,
    C_SCHNAPPS,
    C_SIGNATURES,
    C_START_CARDS,
    C_STEPS,
    GUEST_PLACES,
    GUEST_WIDTH,
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
    PHASES,
    START_CARDS,
    TABLE_WIDTH,
    TOP_CARDS,
    common_size,
    tavern_size,
)
from tiefenthal.rules.actions import ACTIONS, CHOOSE, FLIP
from tiefenthal.rules.flow import (
    CHOOSE_COLUMN,
    DISMISS_REGULARS,
    MONASTERY_STEPS,
    REPUTATION_STEPS,
    SERVICE_DENIED,
    TOAST,
)
from tiefenthal.rules.play import acting
from tiefenthal.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.rules.state import NO_CHOICE, Player, Setup, State

NEVER: Final = -1  # no count is ever this: what was written last is not known
FLIPPED: Final = 11  # in a choice: this plus the area
DECLINED: Final = 20
QUESTION_OF: Final = {SERVICE_DENIED: 0, TOAST: 1, CHOOSE_COLUMN: 2, DISMISS_REGULARS: 3}
DRAFT: Final = PHASES.index("draft")
PLANNING: Final = PHASES.index("planning")
MOST_DICE: Final = 16


def capped(value: int) -> u8:
    """A number as a byte; no more than 255 is shown."""
    return u8(value) if value < 255 else 255


def zeros(count: int) -> vec[u8]:
    """A buffer of so many zeros."""
    return vec[u8]([0] * count)


def choice_number(action: int) -> int:
    """A choice of the round track, given as the number of its action, in one byte."""
    chosen = ACTIONS[action]
    if chosen.kind == CHOOSE:
        return chosen.a
    return FLIPPED + chosen.a if chosen.kind == FLIP else DECLINED


def guest_features(edition: Edition, card: int) -> list[int]:
    """What is shown of an open guest, all but the signature."""
    gains = [0] * 12
    what = edition.bonus[card] >> 8
    amount = edition.bonus[card] & 255
    if what == GIVES_CARD:
        gains[amount - 1] = 1
    elif what:
        kinds = [
            GIVES_THALERS, GIVES_MONASTERY, GIVES_SERVICE_DENIED, GIVES_NOBLE, GIVES_SCHNAPPS, GIVES_REPUTATION,
        ]  # fmt: skip
        gains[6 + kinds.index(what)] = amount
    shown = [card, edition.beer[card], edition.die[card], edition.pays[card], edition.points[card], *gains]
    return [number if number < 255 else 255 for number in shown]


class Common:
    """The common block of one game."""

    def __init__(self, setup: Setup) -> None:
        edition = setup.edition
        self.text: bytes = b""
        """The block as it was written last."""
        self._out: vec[u8] = zeros(common_size(edition))
        self._phase: list[int] = [PHASES.index(step.name) if step.name in PHASES else -1 for step in setup.flow.steps]
        self._features: list[list[int]] = [
            guest_features(edition, card) if card >= edition.first_guest else [0] * (GUEST_WIDTH - 1)
            for card in range(edition.card_count)
        ]
        self._guests: i64 = edition.card_count - edition.first_guest
        self._first: i64 = edition.first_guest
        self._open: list[int] = [NO_CARD] * GUEST_PLACES  # who is written as lying open
        self._was_pending: bool = False
        self._phase_at: i64 = C_PHASE  # where the 1 of the phase stands
        self._step: int = NEVER
        self._schnapps: int = NEVER
        self._reveals: int = NEVER
        self._signatures: int = NEVER  # not `_signed`: mypyc would make a word of C out of it
        self._deck_left: int = NEVER  # how many of the deck and the pile are written by kind
        self._pile_left: int = NEVER
        self._out[C_MODULES] = u8(setup.modules)

    def forget(self) -> None:
        """Another game: nothing that was written holds."""
        self._step = NEVER
        self._reveals = NEVER
        self._deck_left = NEVER
        self._pile_left = NEVER

    def write(self, s: State) -> None:
        """Bring the block up to date."""
        if s.step == self._step and s.schnapps == self._schnapps and not s.tasks and not self._was_pending:
            phase = self._phase[s.step]
            if phase in (PLANNING, DRAFT):
                return  # nothing is taken from the supply there
        out = self._out
        if s.step != self._step or s.over:
            self._write_phase(s)
        if s.tasks or self._was_pending:
            self._write_pending(s)
        piles = s.piles
        at: i64 = C_PILES
        for kind in range(1, 7):
            out[at] = capped(piles[kind])
            at += 1
        out[C_NOBLES] = capped(s.nobles)
        out[C_SCHNAPPS] = capped(s.schnapps)
        out[C_SIGNATURES] = capped(s.signatures)
        out[C_COUNTER_GUESTS] = capped(s.counter_guests)
        self._schnapps = s.schnapps
        # Whoever comes into the row is new to all; only when the deck is empty can a place change without that.
        if s.reveals != self._reveals or s.signed != self._signatures or not s.guest_deck:
            self._write_guests(s)
        self.text = bytes(out)

    def _write_phase(self, s: State) -> None:
        """Where the game stands; whatever it shows changes with the step."""
        out = self._out
        self._step = s.step
        out[C_ROUND] = capped(s.round)
        out[self._phase_at] = 0
        phase = self._phase[s.step] if s.step >= 0 and not s.over else -1
        if phase >= 0:
            self._phase_at = C_PHASE + phase
            out[self._phase_at] = 1
        out[C_OVER] = 1 if s.over else 0
        for card in range(START_CARDS):
            out[C_START_CARDS + card] = 1 if card + 1 in s.start_cards else 0

    def _write_pending(self, s: State) -> None:
        out = self._out
        at: i64 = C_QUESTION
        while at < C_STEPS + 2:
            out[at] = 0
            at += 1
        self._was_pending = len(s.tasks) > 0
        if not s.tasks:
            return
        monastery = 0
        reputation = 0
        for effect, _, arg in s.tasks:
            out[C_PENDING + effect] += 1
            if effect == MONASTERY_STEPS:
                monastery += arg
            elif effect == REPUTATION_STEPS:
                reputation += arg
        out[C_STEPS] = capped(monastery)
        out[C_STEPS + 1] = capped(reputation)
        question = QUESTION_OF.get(s.tasks[-1][0], -1)
        if question >= 0:
            out[C_QUESTION + question] = 1

    def _write_guests(self, s: State) -> None:
        """The open guests, one by one where somebody else lies; the hidden ones by kind when their number changed.
        Guests leave deck and pile and never come back, so an equal number means the same guests."""
        out = self._out
        self._write_place(0, s.pile[-1] if s.pile else NO_CARD)
        place = 0
        for card in s.row:
            place += 1
            if card != self._open[place]:
                self._write_place(place, card)
        while place < GUEST_PLACES - 1:
            place += 1
            self._write_place(place, NO_CARD)
        at: i64 = C_GUESTS + GUEST_WIDTH - 1
        self._reveals = s.reveals
        self._signatures = s.signed
        signed = s.signed
        for _ in range(GUEST_PLACES):
            out[at] = 1 if signed & 1 else 0
            signed >>= 1
            at += GUEST_WIDTH
        if len(s.guest_deck) != self._deck_left:
            self._deck_left = len(s.guest_deck)
            out[C_DECK_LEFT] = capped(self._deck_left)
            self._count(C_FIXED, s.guest_deck, len(s.guest_deck))
        if len(s.pile) != self._pile_left:
            self._pile_left = len(s.pile)
            out[C_PILE_LEFT] = capped(self._pile_left)
            self._count(C_FIXED + self._guests, s.pile, len(s.pile) - 1)

    def _write_place(self, place: int, card: int) -> None:
        """Who lies open at a place, if it is somebody else than before."""
        if card != self._open[place]:
            self._open[place] = card
            out = self._out
            at: i64 = C_GUESTS + place * GUEST_WIDTH
            for number in self._features[card]:
                out[at] = u8(number)
                at += 1

    def _count(self, at: i64, cards: list[int], count: int) -> None:
        """The first so many cards by kind."""
        out = self._out
        end = at + self._guests
        clear = at
        while clear < end:
            out[clear] = 0
            clear += 1
        at -= self._first
        for i in range(count):
            out[at + cards[i]] += 1


class Tavern:
    """The block of one seat."""

    def __init__(self, setup: Setup, seat: int) -> None:
        edition = setup.edition
        self.text: bytes = b""
        """The block as it was written last."""
        self.score: int = 0
        """The score as it was written last, however high."""
        self._seat: int = seat
        self._out: vec[u8] = zeros(tavern_size(edition))
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
        self.text = bytes(self._out)

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
        deck_at: i64 = P_FIXED - 1
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
                out[P_TOP + top] = u8(card)
        top = known if known < TOP_CARDS else TOP_CARDS
        shown = top
        while top < self._tops:
            out[P_TOP + top] = 0
            top += 1
        self._tops = shown
        for card in p.seated:
            if card != NOBLE:
                total += points[card]
        total += p.nobles * points[NOBLE]
        at: i64 = P_DRAWN
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
        out[P_DECK_SIZE] = capped(len(p.deck))
        out[P_KNOWN_SIZE] = capped(known)
        out[P_DISCARD_SIZE] = capped(len(p.discard))
        if p.upgraded != self._upgraded:
            self._upgraded = p.upgraded
            for area in range(9):
                out[P_UPGRADED + area] = 1 if p.upgraded >> area & 1 else 0

    def _write_seated(self, p: Player) -> None:
        """Who sits where; the dice on them come after."""
        out = self._out
        out[P_TABLES] = capped(p.tables)
        out[P_NOBLES] = capped(p.nobles)
        self._dice_count = 0  # those on tables are wiped out here, the others below
        at: i64 = P_TRAY
        while at < P_TABLES:
            out[at] = 0
            at += 1
        at = P_SEATED
        for card in p.seated:
            out[at] = u8(card)
            out[at + 1] = capped(self._die[card])
            out[at + 2] = capped(self._pays[card])
            out[at + 3] = 0
            at += TABLE_WIDTH
        end: i64 = P_SEATED + len(self._seated) * TABLE_WIDTH
        while at < end:
            out[at] = 0
            at += 1
        self._seated = p.seated[:]
        self._write_vacant(p)

    def _write_vacant(self, p: Player) -> None:
        """Which spaces take a die."""
        out = self._out
        vacant = p.vacant
        self._vacant = vacant
        out[P_CASHBOX + 1] = 1 if vacant >> CASHBOX & 1 else 0
        out[P_BARREL + 1] = 1 if vacant >> BARREL & 1 else 0
        vacant >>= FIRST_TABLE
        at: i64 = P_SEATED + 4
        for _ in self._seated:
            out[at] = 1 if vacant & 1 else 0
            vacant >>= 1
            at += TABLE_WIDTH

    def _write_markers(self, s: State, p: Player, waiting: int) -> None:
        """Everything that is a single number, and what changes with it."""
        out = self._out
        seat = self._seat
        out[P_WAITS] = 1 if waiting >> seat & 1 else 0
        out[P_STARTS] = 1 if s.start_player == seat else 0
        out[P_TURN] = 1 if s.turn == seat and s.step >= 0 and not s.setup.flow.steps[s.step].simultaneous else 0
        if p.thalers != self._thalers:
            self._thalers = p.thalers
            out[P_THALERS] = capped(p.thalers)
        if p.beer != self._beer:
            self._beer = p.beer
            out[P_BEER] = capped(p.beer)
        if p.monastery != self._monastery:
            self._monastery = p.monastery
            out[P_MONASTERY] = capped(p.monastery)
        out[P_COUNTER_GUESTS] = u8(p.counter_guests)
        out[P_RECRUITED] = u8(p.recruited)
        out[P_CHOSEN] = 1 if p.choice != NO_CHOICE else 0
        if p.schnapps != self._schnapps or p.reputation != self._reputation:
            self._write_score(s, p)
        if p.bought != self._bought:
            self._bought = p.bought
            bought = p.bought
            for kind in range(6):
                bought >>= 1
                out[P_BOUGHT + kind] = 1 if bought & 1 else 0

    def _write_score(self, s: State, p: Player) -> None:
        """The score, and the markers it depends on beside the cards."""
        out = self._out
        total = self._card_points
        for extra in s.setup.flow.points.end_points:
            total += extra(s, self._seat)
        self.score = total
        self._schnapps = p.schnapps
        self._reputation = p.reputation
        out[P_SCORE] = capped(total)
        out[P_SCHNAPPS] = capped(p.schnapps)
        out[P_REPUTATION] = capped(p.reputation)

    def _write_modules(self, s: State, p: Player) -> None:
        """What else modules 2 to 5 bring."""
        out = self._out
        out[P_BARDS] = capped(p.bards)
        out[P_JUGGLED] = u8(p.juggled)
        out[P_THALER_COUNT] = capped(p.thaler_count)
        out[P_BEER_COUNT] = capped(p.beer_count)
        out[P_COUNTED] = capped(p.counted)
        if p.entertainers is not self._entertainers:
            self._entertainers = p.entertainers
            at: i64 = P_ENTERTAINERS
            for side in p.entertainers:
                out[at] = 1 if side == 1 else 0
                out[at + 1] = 1 if side == 2 else 0
                at += 2
        if p.book is not self._book:
            self._book = p.book
            at = P_BOOK
            for height in p.book:
                out[at] = capped(height)
                at += 1

    def _write_dice(self, p: Player) -> None:
        """Every die where it is."""
        out = self._out
        if p.coaster is not self._coaster:
            self._coaster = p.coaster
            for side in range(6):
                out[P_COASTER + side] = 0
            for side in p.coaster:
                out[P_COASTER - 1 + side] += 1
        if p.dishwashers or self._dishwashers:
            self._dishwashers = p.dishwashers
            out[P_DISHWASHERS] = capped(p.dishwashers)
            out[P_FREE_DISHWASHERS] = capped(p.dishwashers - p.spent - p.helping + p.orphans)
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
                at = P_SEATED + 3 + (place - FIRST_TABLE) * TABLE_WIDTH
                out[at] = face
            elif place == TRAY:
                at = P_TRAY - 1 + i64(face)
                out[at] += 1
            elif place == BREWER_SPACE:
                at = P_BREWER - 1 + i64(face)
                out[at] += 1
            elif place == MONK:
                at = P_MONK - 1 + i64(face)
                out[at] += 1
            elif place == CASHBOX:
                at = P_CASHBOX
                out[at] = face
            elif place == BARREL:
                at = P_BARREL
                out[at] = face
            else:
                used += 1
                continue
            dice[count] = at
            count += 1
        self._dice_count = count
        out[P_COLOURED] = u8(p.coloured)
        out[P_USED] = used


class Writer:
    """The observations of one game."""

    def __init__(self, setup: Setup) -> None:
        self.common: Common = Common(setup)
        self.taverns: list[Tavern] = [Tavern(setup, seat) for seat in range(setup.players)]

    def forget(self) -> None:
        """Another state: nothing that was written holds."""
        self.common.forget()
        for tavern in self.taverns:
            tavern.forget()

    def write(self, s: State, changed: int) -> None:
        """Bring the common block and the taverns of these seats (as bits) up to date."""
        self.common.write(s)
        waiting = acting(s)
        for seat, tavern in enumerate(self.taverns):
            if changed >> seat & 1:
                tavern.write(s, waiting)

    def row(self, s: State, seat: int) -> bytes:
        """The observation of a seat, as it was written last."""
        parts = [self.common.text]
        choice = s.players[seat].choice
        if choice != NO_CHOICE:
            text = self.common.text
            parts = [text[:C_OWN_CHOICE], bytes([choice_number(choice)]), text[C_OWN_CHOICE + 1 :]]
        count = len(self.taverns)
        for next_seat in range(seat, seat + count):
            parts.append(self.taverns[next_seat % count].text)
        return b"".join(parts)

    def observe(self, s: State, seat: int) -> bytes:
        """The observation of a seat in any state, written from nothing."""
        self.forget()
        self.write(s, (1 << len(self.taverns)) - 1)
        return self.row(s, seat)
