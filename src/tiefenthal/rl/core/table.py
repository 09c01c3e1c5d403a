"""One game as environments play it: whose decision it is, what is legal, what is seen.

The game waits for one seat at a time, `Table.seat`. Where all seats decide at once they are asked one after the other
in turn order, each until it is done; being ready is final here. So whose decision it is follows from the state alone.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tiefenthal.chance import SeededChance
from tiefenthal.rl.core.buffers import zeros
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rules.actions import ACTIONS, BACK, MOVE, SWAP, Action
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.play import acting, apply, legal_actions, why_not
from tiefenthal.rules.refusal import IllegalActionError, Refusal, refuse
from tiefenthal.rules.round import begin
from tiefenthal.rules.scoring import score, winners
from tiefenthal.rules.state import Setup, State, seats_in_order

NOBODY: Final = -1
NO_LIMIT: Final = -1
ACTION_COUNT: Final = len(ACTIONS)


def seat_to_act(s: State) -> int:
    """The one seat that is asked now: the first in turn order of those the game waits for. NOBODY when it is over."""
    if s.over:
        return NOBODY
    waiting = acting(s)
    seat = s.start_player
    count = len(s.players)
    while not waiting >> seat & 1:
        seat += 1
        if seat == count:
            seat = 0
    return seat


def is_change(action: Action) -> bool:
    """Whether an action only changes a plan that was already made: a placed die moves, swaps or is taken back."""
    return action.kind in (MOVE, BACK, SWAP)


class Changes:
    """How many times each seat may still change its plan this evening. With a limit every game ends."""

    def __init__(self, players: int, limit: int) -> None:
        self.limit: int = limit
        """For each seat and evening; NO_LIMIT for as often as the rules allow."""
        self._left: list[int] = [limit] * players
        self._round: int = 0

    def copy(self) -> "Changes":
        """An independent copy."""
        new = Changes(len(self._left), self.limit)
        new._left = self._left[:]
        new._round = self._round
        return new

    def begin(self) -> None:
        """A new game."""
        self._round = 0
        self._left = [self.limit] * len(self._left)

    def made(self, seat: int, action: Action) -> None:
        """An action was carried out."""
        if self.limit != NO_LIMIT and is_change(action):
            self._left[seat] -= 1

    def offered(self, s: State, seat: int) -> list[Action]:
        """The legal actions of a seat, less the changes of plan it has used up."""
        legal = legal_actions(s, seat)
        if self.limit == NO_LIMIT:
            return legal
        if s.round != self._round:
            self._round = s.round
            self._left = [self.limit] * len(self._left)
        if self._left[seat] > 0:
            return legal
        return [action for action in legal if not is_change(action)]


class Table:
    """One game. Mask and observation may be parts of larger buffers."""

    def __init__(
        self,
        setup: Setup,
        limit: int = NO_LIMIT,
        mask: vec[u8] | None = None,
        mask_at: int = 0,
        writer: Writer | None = None,
    ) -> None:
        if setup.edition.card_count > 255:
            raise ValueError(
                f"observations hold at most 254 kinds of cards; this edition has {setup.edition.card_count}"
            )
        self.setup: Setup = setup
        self.state: State = State()
        self.seat: int = NOBODY
        """Whose decision it is; NOBODY when the game is over or has not begun."""
        self.seed: str = ""
        self.log: list[int] = []
        """Every decision so far: seat << 16 | number of the action."""
        self.legal: list[Action] = []
        """What can be done now: the ones of the mask."""
        self.mask: vec[u8] = mask if mask is not None else zeros(ACTION_COUNT)
        self._mask_at: i64 = mask_at
        self._luck: Luck = Luck()
        self.writer: Writer = writer if writer is not None else Writer(setup)
        """Use `look` first."""
        self._changes: Changes = Changes(setup.players, limit)
        self._everyone: int = (1 << setup.players) - 1
        self._unwritten: int = self._everyone  # taverns that may have changed since they were written
        self._stale: bool = True  # whether anything has happened since the blocks were written

    def begin(self, seed: str) -> None:
        """A new game, up to the first decision. The same seed gives the same game as `tiefenthal.new_game`."""
        self.seed = seed
        self._luck = SeededChance(seed)
        self.state = begin(self.setup, self._luck)
        self.log = []
        self._changes.begin()
        self.writer.forget()
        self._unwritten = self._everyone
        self._ask()

    def step(self, number: int) -> None:
        """Carry out the action of this number for the seat to act. A refused one raises IllegalActionError and
        changes nothing."""
        at: i64 = number
        if at < 0 or at >= ACTION_COUNT or self.mask[self._mask_at + at] == 0:
            raise IllegalActionError(self.why_not(self.seat, number))
        self.carry_out(self.seat, number)

    def step_as(self, seat: int, number: int) -> None:
        """The same for any seat the game waits for; only that it does is not checked again."""
        for action in self.offered(seat):
            if action.id == number:
                self.carry_out(seat, number)
                return
        raise IllegalActionError(self.why_not(seat, number))

    def carry_out(self, seat: int, number: int) -> None:
        """The same for a decision known to be legal."""
        s = self.state
        action = ACTIONS[number]
        reveals = s.reveals
        step = s.step
        turn = s.turn
        self.log.append(seat << 16 | number)
        apply(s, seat, action, self._luck)
        self._changes.made(seat, action)
        # Nobody's action changes another tavern without new information, the end of a phase or of a turn.
        if s.reveals == reveals and s.step == step and s.turn == turn:
            self._unwritten |= 1 << seat
        else:
            self._unwritten = self._everyone
        self._ask()

    @property
    def waiting(self) -> list[int]:
        """All seats the game waits for, in turn order; `seat` is the first of them."""
        if self.seat == NOBODY:
            return []
        mask = acting(self.state)
        return [seat for seat in seats_in_order(self.state) if mask >> seat & 1]

    def offered(self, seat: int) -> list[Action]:
        """What a seat the game waits for can do; nothing for the others."""
        return self._changes.offered(self.state, seat) if seat in self.waiting else []

    def _ask(self) -> None:
        """Find out whose decision it is and what is legal, and bring the mask up to date."""
        mask = self.mask
        at = self._mask_at
        for action in self.legal:
            mask[at + action.id] = 0
        self._stale = True
        self.seat = seat_to_act(self.state)
        if self.seat == NOBODY:
            self.legal = []
            return
        self.legal = self._changes.offered(self.state, self.seat)
        for action in self.legal:
            mask[at + action.id] = 1

    def why_not(self, seat: int, number: int) -> Refusal:
        """Why a seat cannot do something that it is not offered."""
        if self.seat == NOBODY:
            return refuse("G-2", "The game is over; reset begins a new one.")
        if not 0 <= number < ACTION_COUNT:
            return refuse("S-1", f"There is no action {number}; actions are numbered 0 to {ACTION_COUNT - 1}.")
        refusal = why_not(self.state, seat, ACTIONS[number])
        if refusal is not None:
            return refusal
        if is_change(ACTIONS[number]):
            return refuse("E-5", f"This environment allows {self._changes.limit} changes of plan an evening.")
        return refuse("E-5", "In this environment being ready is final.")

    def look(self) -> None:
        """Bring the blocks of the observation up to date."""
        if self._stale:
            self.writer.write(self.state, self._unwritten)
            self._unwritten = 0
            self._stale = False

    def row(self, seat: int) -> bytes:
        """What a seat sees, as bytes laid out by `fields.py`."""
        self.look()
        return self.writer.row(self.state, seat)

    def mask_bytes(self) -> bytes:
        """The mask of the seat to act, one byte for each action. Only where the buffer is the table's own."""
        return bytes(self.mask)

    def scores(self) -> list[int]:
        """The points of each seat, as if the game ended now."""
        return [score(self.state, seat) for seat in range(self.setup.players)]

    def win_shares(self) -> list[float]:
        """1 for the winner, shared when the victory is."""
        best = winners(self.state)
        return [1.0 / len(best) if seat in best else 0.0 for seat in range(self.setup.players)]
