"""Writes the common block of an observation, again only where something in it may have changed."""

from typing import Final

from mypy_extensions import i64, u8

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.flow import (
    CHOOSE_COLUMN,
    DISMISS_REGULARS,
    MONASTERY_STEPS,
    REPUTATION_STEPS,
    SERVICE_DENIED,
    TOAST,
)
from tiefenthal.engine.rules.phases import DRAFT, PLANNING
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.rl.core.buffers import NEVER, Block, capped
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

QUESTION_OF: Final = {SERVICE_DENIED: 0, TOAST: 1, CHOOSE_COLUMN: 2, DISMISS_REGULARS: 3}
AT_REST: Final = (DRAFT, PLANNING)
"""Phases in which nothing is taken from the supply."""


def guest_features(edition: Edition, card: int) -> list[int]:
    """What is shown of an open guest, all but the signature."""
    gains = [0] * 12
    what = bonus_what(edition.bonus[card])
    amount = bonus_amount(edition.bonus[card])
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

    def __init__(self, setup: Setup, block: Block) -> None:
        """Nothing but zeros stands in the block yet."""
        edition = setup.edition
        self._block: Block = block
        self._phase: list[int] = [PHASES.index(step.name) if step.name in PHASES else -1 for step in setup.flow.steps]
        self._at_rest: list[bool] = [step.name in AT_REST for step in setup.flow.steps]
        self._features: list[list[int]] = [
            guest_features(edition, card) if card >= edition.first_guest else [0] * (GUEST_WIDTH - 1)
            for card in range(edition.card_count)
        ]
        self._deck_kinds: i64 = C_FIXED - edition.first_guest  # where kind 0 of the guest deck would stand
        self._pile_kinds: i64 = self._deck_kinds + edition.card_count - edition.first_guest
        self._open: list[int] = [NO_CARD] * GUEST_PLACES  # who is written as lying open
        self._was_pending: bool = False
        self._phase_at: i64 = C_PHASE  # where the 1 of the phase stands
        self._step: int = NEVER
        self._round: int = NEVER
        self._start_cards: list[int] = []
        self._piles: list[int] = []
        self._nobles: int = NEVER
        self._schnapps: int = NEVER
        self._signatures_left: int = NEVER
        self._counter_guests: int = NEVER
        self._reveals: int = NEVER
        self._signatures: int = NEVER  # not `_signed`: mypyc would make a word of C out of it
        self._deck: list[int] = []  # those of the deck and below the top of the pile, as written by kind
        self._below: list[int] = []
        self._pile_left: int = NEVER
        block.put(C_MODULES, u8(setup.modules))

    def forget(self) -> None:
        """Another game: nothing that was written holds."""
        self._step = NEVER
        self._reveals = NEVER

    def write(self, s: State) -> None:
        """Bring the block up to date."""
        moved_on = s.step != self._step or s.round != self._round  # between rare looks a whole evening may have passed
        if not moved_on and s.schnapps == self._schnapps and not s.tasks and not self._was_pending:
            if self._at_rest[s.step]:
                return
        block = self._block
        if moved_on or s.over:
            self._write_phase(s)
        if s.tasks or self._was_pending:
            self._write_pending(s)
        if s.piles != self._piles:
            self._piles = s.piles[:]
            at: i64 = C_PILES - 1
            for count in s.piles:
                if at >= C_PILES:
                    block.put(at, capped(count))
                at += 1
        if s.nobles != self._nobles:
            self._nobles = s.nobles
            block.put(C_NOBLES, capped(s.nobles))
        if s.schnapps != self._schnapps:
            self._schnapps = s.schnapps
            block.put(C_SCHNAPPS, capped(s.schnapps))
        if s.signatures != self._signatures_left:
            self._signatures_left = s.signatures
            block.put(C_SIGNATURES, capped(s.signatures))
        if s.counter_guests != self._counter_guests:
            self._counter_guests = s.counter_guests
            block.put(C_COUNTER_GUESTS, capped(s.counter_guests))
        # A guest who comes into the row is new to all; only when the deck is empty can a place change without that.
        if s.reveals != self._reveals or s.signed != self._signatures or not s.guest_deck:
            self._write_guests(s)

    def _write_phase(self, s: State) -> None:
        """Where the game stands; whatever it shows changes with the step or the evening."""
        block = self._block
        self._step = s.step
        self._round = s.round
        block.put(C_ROUND, capped(s.round))
        phase = self._phase[s.step] if s.step >= 0 and not s.over else -1
        at: i64 = C_PHASE + phase
        if at != self._phase_at:
            block.put(self._phase_at, 0)
        if phase >= 0:
            self._phase_at = at
            block.put(at, 1)
        block.put(C_OVER, 1 if s.over else 0)
        if s.start_cards is not self._start_cards:
            self._start_cards = s.start_cards
            for card in range(START_CARDS):
                block.put(C_START_CARDS + card, 1 if card + 1 in s.start_cards else 0)

    def _write_pending(self, s: State) -> None:
        block = self._block
        at: i64 = C_QUESTION
        while at < C_STEPS + 2:
            block.put(at, 0)
            at += 1
        self._was_pending = len(s.tasks) > 0
        if not s.tasks:
            return
        monastery = 0
        reputation = 0
        for effect, _, arg in s.tasks:
            block.add(C_PENDING + effect, 1)
            if effect == MONASTERY_STEPS:
                monastery += arg
            elif effect == REPUTATION_STEPS:
                reputation += arg
        block.put(C_STEPS, capped(monastery))
        block.put(C_STEPS + 1, capped(reputation))
        question = QUESTION_OF.get(s.tasks[-1][0], -1)
        if question >= 0:
            block.put(C_QUESTION + question, 1)

    def _write_guests(self, s: State) -> None:
        """The open guests, one by one where somebody else lies; the hidden ones by kind."""
        block = self._block
        self._write_place(0, s.pile[-1] if s.pile else NO_CARD)
        place = 0
        for card in s.row:
            place += 1
            if card != self._open[place]:
                self._write_place(place, card)
        while place < GUEST_PLACES - 1:
            place += 1
            self._write_place(place, NO_CARD)
        known = self._reveals != NEVER  # within a game an equal number means the same guests: they never come back
        self._reveals = s.reveals
        if s.signed != self._signatures:
            self._signatures = s.signed
            for bit in range(GUEST_PLACES):
                block.put(C_GUESTS + GUEST_WIDTH - 1 + bit * GUEST_WIDTH, u8(s.signed >> bit & 1))
        if not known or len(s.guest_deck) != len(self._deck):
            block.move(self._deck, s.guest_deck, self._deck_kinds)
            self._deck = s.guest_deck[:]
            block.put(C_DECK_LEFT, capped(len(s.guest_deck)))
        if not known or len(s.pile) != self._pile_left:
            below = s.pile[:-1]
            block.move(self._below, below, self._pile_kinds)
            self._below = below
            self._pile_left = len(s.pile)
            block.put(C_PILE_LEFT, capped(len(s.pile)))

    def _write_place(self, place: int, card: int) -> None:
        """Who lies open at a place, if it is somebody else than before."""
        if card != self._open[place]:
            self._open[place] = card
            at: i64 = C_GUESTS + place * GUEST_WIDTH
            for number in self._features[card]:
                self._block.put(at, u8(number))
                at += 1
