"""Writes the common block of an observation, anew only where something in it may have changed."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import (
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
)
from tiefenthal.rl.core.buffers import NEVER, capped
from tiefenthal.rl.core.fields import (
    C_COUNTER_GUESTS,
    C_DECK_LEFT,
    C_FIXED,
    C_GUESTS,
    C_MODULES,
    C_NOBLES,
    C_OVER,
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
    PHASES,
    START_CARDS,
)
from tiefenthal.rules.flow import (
    CHOOSE_COLUMN,
    DISMISS_REGULARS,
    MONASTERY_STEPS,
    REPUTATION_STEPS,
    SERVICE_DENIED,
    TOAST,
)
from tiefenthal.rules.state import Setup, State

QUESTION_OF: Final = {SERVICE_DENIED: 0, TOAST: 1, CHOOSE_COLUMN: 2, DISMISS_REGULARS: 3}
AT_REST: Final = ("draft", "planning")
"""Phases in which nothing is taken from the supply."""


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

    def __init__(self, setup: Setup, out: vec[u8], at: int) -> None:
        """The block is written into `out` from `at` on, where nothing but zeros stands yet."""
        edition = setup.edition
        base: i64 = at
        self._out: vec[u8] = out
        self._base: i64 = base
        self._phase: list[int] = [PHASES.index(step.name) if step.name in PHASES else -1 for step in setup.flow.steps]
        self._at_rest: list[bool] = [step.name in AT_REST for step in setup.flow.steps]
        self._features: list[list[int]] = [
            guest_features(edition, card) if card >= edition.first_guest else [0] * (GUEST_WIDTH - 1)
            for card in range(edition.card_count)
        ]
        self._guests: i64 = edition.card_count - edition.first_guest
        self._first: i64 = edition.first_guest
        self._open: list[int] = [NO_CARD] * GUEST_PLACES  # who is written as lying open
        self._was_pending: bool = False
        self._phase_at: i64 = base + C_PHASE  # where the 1 of the phase stands
        self._step: int = NEVER
        self._schnapps: int = NEVER
        self._reveals: int = NEVER
        self._signatures: int = NEVER  # not `_signed`: mypyc would make a word of C out of it
        self._deck_left: int = NEVER  # how many of the deck and the pile are written by kind
        self._pile_left: int = NEVER
        self._out[base + C_MODULES] = u8(setup.modules)

    def forget(self) -> None:
        """Another game: nothing that was written holds."""
        self._step = NEVER
        self._reveals = NEVER
        self._deck_left = NEVER
        self._pile_left = NEVER

    def write(self, s: State) -> None:
        """Bring the block up to date."""
        if s.step == self._step and s.schnapps == self._schnapps and not s.tasks and not self._was_pending:
            if self._at_rest[s.step]:
                return
        out = self._out
        base = self._base
        if s.step != self._step or s.over:
            self._write_phase(s)
        if s.tasks or self._was_pending:
            self._write_pending(s)
        piles = s.piles
        at: i64 = base + C_PILES
        for kind in range(1, 7):
            out[at] = capped(piles[kind])
            at += 1
        out[base + C_NOBLES] = capped(s.nobles)
        out[base + C_SCHNAPPS] = capped(s.schnapps)
        out[base + C_SIGNATURES] = capped(s.signatures)
        out[base + C_COUNTER_GUESTS] = capped(s.counter_guests)
        self._schnapps = s.schnapps
        # Whoever comes into the row is new to all; only when the deck is empty can a place change without that.
        if s.reveals != self._reveals or s.signed != self._signatures or not s.guest_deck:
            self._write_guests(s)

    def _write_phase(self, s: State) -> None:
        """Where the game stands; whatever it shows changes with the step."""
        out = self._out
        base = self._base
        self._step = s.step
        out[base + C_ROUND] = capped(s.round)
        out[self._phase_at] = 0
        phase = self._phase[s.step] if s.step >= 0 and not s.over else -1
        if phase >= 0:
            self._phase_at = base + C_PHASE + phase
            out[self._phase_at] = 1
        out[base + C_OVER] = 1 if s.over else 0
        for card in range(START_CARDS):
            out[base + C_START_CARDS + card] = 1 if card + 1 in s.start_cards else 0

    def _write_pending(self, s: State) -> None:
        out = self._out
        base = self._base
        at: i64 = base + C_QUESTION
        while at < base + C_STEPS + 2:
            out[at] = 0
            at += 1
        self._was_pending = len(s.tasks) > 0
        if not s.tasks:
            return
        monastery = 0
        reputation = 0
        for effect, _, arg in s.tasks:
            out[base + C_PENDING + effect] += 1
            if effect == MONASTERY_STEPS:
                monastery += arg
            elif effect == REPUTATION_STEPS:
                reputation += arg
        out[base + C_STEPS] = capped(monastery)
        out[base + C_STEPS + 1] = capped(reputation)
        question = QUESTION_OF.get(s.tasks[-1][0], -1)
        if question >= 0:
            out[base + C_QUESTION + question] = 1

    def _write_guests(self, s: State) -> None:
        """The open guests, one by one where somebody else lies; the hidden ones by kind when their number changed.
        Guests leave deck and pile and never come back, so an equal number means the same guests."""
        out = self._out
        base = self._base
        self._write_place(0, s.pile[-1] if s.pile else NO_CARD)
        place = 0
        for card in s.row:
            place += 1
            if card != self._open[place]:
                self._write_place(place, card)
        while place < GUEST_PLACES - 1:
            place += 1
            self._write_place(place, NO_CARD)
        at: i64 = base + C_GUESTS + GUEST_WIDTH - 1
        self._reveals = s.reveals
        self._signatures = s.signed
        signed = s.signed
        for _ in range(GUEST_PLACES):
            out[at] = 1 if signed & 1 else 0
            signed >>= 1
            at += GUEST_WIDTH
        if len(s.guest_deck) != self._deck_left:
            self._deck_left = len(s.guest_deck)
            out[base + C_DECK_LEFT] = capped(self._deck_left)
            self._count(C_FIXED, s.guest_deck, len(s.guest_deck))
        if len(s.pile) != self._pile_left:
            self._pile_left = len(s.pile)
            out[base + C_PILE_LEFT] = capped(self._pile_left)
            self._count(C_FIXED + self._guests, s.pile, len(s.pile) - 1)

    def _write_place(self, place: int, card: int) -> None:
        """Who lies open at a place, if it is somebody else than before."""
        if card != self._open[place]:
            self._open[place] = card
            out = self._out
            at: i64 = self._base + C_GUESTS + place * GUEST_WIDTH
            for number in self._features[card]:
                out[at] = u8(number)
                at += 1

    def _count(self, at: i64, cards: list[int], count: int) -> None:
        """The first so many cards by kind."""
        out = self._out
        base = self._base
        at += base
        end = at + self._guests
        clear = at
        while clear < end:
            out[clear] = 0
            clear += 1
        at -= self._first
        for i in range(count):
            out[at + cards[i]] += 1
