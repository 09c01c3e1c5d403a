"""Evenings sampled up to the seat's turn, and what the best turn of such an evening would leave.

Guests come from the seat's deck as far as it is not known, dice as servers and a draft bring them. Only what the seat
may know goes in; the luck is the bot's own.
"""

from typing import Final

from tiefenthal.engine.components.kinds import NO_CARD
from tiefenthal.engine.rules.arrival import clear_tavern, guests_arrive, start_again
from tiefenthal.engine.rules.evening import roll_coloured
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import DECK, GUEST_DECK, WHITE, Luck
from tiefenthal.engine.rules.phases import EVENING, PLANNING
from tiefenthal.engine.rules.placing import open_spaces
from tiefenthal.engine.rules.servers import dice_brought
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import Setup, State, put_dice_away
from tiefenthal.players.bots.search import Effort, Judge, Turn, best_turns
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.heuristic import HeuristicValue

EFFORT: Final = Effort(plans=4, nodes=120, ends=64, sets=6, samples=0, margin=1000.0)
"""For the best turn of a rollout: hasty, but no line is dropped because the ordering rates it low."""


class Rollouts:
    """Judges evenings that have not come yet by their best turn."""

    def __init__(self, judge: Judge, effort: Effort = EFFORT) -> None:
        self.judge: Judge = judge
        self.effort: Effort = effort
        self._heuristic: HeuristicValue | None = None

    def heuristic(self, setup: Setup) -> HeuristicValue:
        """What guides the draft and the search."""
        found = self._heuristic
        if found is None or found.setup is not setup:
            found = self._heuristic = HeuristicValue(setup)
        return found

    def draft(self, s: State, seat: int, luck: Luck) -> None:
        """White dice as a draft from fresh coasters would bring them."""
        p = s.players[seat]
        dice_value = DraftValue(s, seat, self.heuristic(s.setup))
        ways = dice_value.fussy.layers(sorted(p.faces))[-1]
        for left in range(s.setup.edition.white_dice, 0, -1):
            face = dice_value.pick(ways, luck.roll(WHITE, seat, left))
            p.faces.append(face)
            p.places.append(TRAY)
            ways = dice_value.fussy.add(ways, face)

    def worth(self, s: State, seat: int, luck: Luck) -> float:
        """What the best turn with the dice at hand leaves is worth. The state is used up."""
        return self.best_turn(s, seat, luck).worth

    def best_turn(self, s: State, seat: int, luck: Luck) -> Turn:
        """The best turn with the dice at hand. The state is used up."""
        p = s.players[seat]
        step_of(s, PLANNING)
        s.waiting = 1 << seat
        s.tasks = []
        p.places = [TRAY] * len(p.faces)
        open_spaces(s, p)
        return best_turns(s, seat, self.judge, self.effort, luck, self.heuristic(s.setup))[0]


def servers_come(s: State, seat: int, luck: Luck) -> None:
    """The dice of the seat's colour (C-1, C-2)."""
    roll_coloured(s, seat, dice_brought(s, s.players[seat]), luck)


def shuffle_unknown(s: State, seat: int, luck: Luck) -> None:
    """The seat's deck in some order, below what is known of it."""
    p = s.players[seat]
    unknown = p.deck[: len(p.deck) - p.known]
    luck.shuffle(DECK, seat, unknown)
    p.deck[: len(p.deck) - p.known] = unknown


def next_evening(state: State, seat: int, luck: Luck) -> State:
    """The table one evening later: the evening has begun by the game's own step, and the guests and servers of the seat
    have come. Nobody has chosen a bonus of the round, and the others have done nothing else."""
    s = state.clone()
    s.tasks = []
    p = s.players[seat]
    clear_tavern(p)
    put_dice_away(p)
    s.start_player = (s.start_player + 1) % len(s.players)
    s.turn = s.start_player
    step_of(s, EVENING).begin(s, luck)
    luck.shuffle(GUEST_DECK, -1, s.guest_deck)
    for place, guest in enumerate(s.row):
        if guest == NO_CARD and s.guest_deck:
            s.row[place] = s.guest_deck.pop()
    shuffle_unknown(s, seat, luck)
    guests_arrive(s, seat, luck)
    servers_come(s, seat, luck)
    return s


def step_of(s: State, phase: str) -> Step:
    """The step of a phase; the state stands in it from now on."""
    for number, step in enumerate(s.setup.flow.steps):
        if step.name == phase:
            s.step = number
            return step
    raise ValueError(f"there is no phase {phase}")


def arrive_again(state: State, seat: int, luck: Luck) -> State:
    """The table after a counter guest was given for other guests."""
    s = state.clone()
    shuffle_unknown(s, seat, luck)
    start_again(s, seat, luck)
    return s
