"""One game as environments play it: whose decision it is, what is legal, what is seen.

The game waits for one seat at a time, `SteppedGame.seat`. Where all seats decide at once they are asked one after the
other in turn order, each until it is done; being ready is final here. So whose decision it is follows from the state
alone.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import ACTIONS, BACK, MOVE, PLACE, UNREADY, Action, Offers
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import DRAFT, PLANNING
from tiefenthal.engine.rules.play import acting, apply, legal_actions, offer, why_not
from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal, refuse
from tiefenthal.engine.rules.round import begin
from tiefenthal.engine.rules.scoring import score, winners
from tiefenthal.engine.rules.state import Setup, State, seats_in_order
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.rl.core.buffers import zeros
from tiefenthal.rl.core.writer import Writer

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


def moves_dice(action: Action) -> bool:
    """Whether an action puts a die somewhere or takes it back."""
    return action.kind in (PLACE, MOVE, BACK)


def entries_of(log: vec[i32]) -> list[int]:
    """The entries of a log as a list."""
    return [int(log[i]) for i in range(len(log))]


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
        """Begin a new game."""
        self._round = 0
        self._left = [self.limit] * len(self._left)

    def made(self, seat: int, action: Action) -> None:
        """An action was carried out."""
        if self.limit != NO_LIMIT and is_change(action):
            self._left[seat] -= 1

    def allowed(self, s: State, seat: int) -> bool:
        """Whether the seat may still change its plan."""
        if self.limit == NO_LIMIT:
            return True
        if s.round != self._round:
            self._round = s.round
            self._left = [self.limit] * len(self._left)
        return self._left[seat] > 0

    def offered(self, s: State, seat: int) -> list[Action]:
        """The legal actions of a seat, without the changes of plan it has used up."""
        return legal_actions(s, seat, self.allowed(s, seat))


class Mask(Offers):
    """Takes what the rules offer as ones in a part of a buffer, and remembers the numbers to wipe them out again."""

    def __init__(self, buffer: vec[u8], at: int) -> None:
        self.numbers: vec[i16] = vec[i16]([0] * ACTION_COUNT)
        """The numbers of the actions offered, in their order, as far as `count`."""
        self.count: i64 = 0
        self._buffer: vec[u8] = buffer
        self._at: i64 = at

    def append(self, action: Action) -> None:
        """A one at the number of the action."""
        number: i64 = action.id
        self._buffer[self._at + number] = 1
        self.numbers[self.count] = i16(number)
        self.count += 1

    def extend(self, actions: list[Action]) -> None:
        """A one for each."""
        buffer = self._buffer
        numbers = self.numbers
        at = self._at
        count = self.count
        for action in actions:
            number: i64 = action.id
            buffer[at + number] = 1
            numbers[count] = i16(number)
            count += 1
        self.count = count

    def clear(self) -> None:
        """Nothing is offered any more."""
        buffer = self._buffer
        numbers = self.numbers
        at = self._at
        count = self.count
        while count > 0:
            count -= 1
            buffer[at + i64(numbers[count])] = 0
        self.count = 0


class SteppedGame:
    """One game. Mask and observation may be parts of larger buffers."""

    def __init__(
        self,
        setup: Setup,
        limit: int = NO_LIMIT,
        mask: vec[u8] | None = None,
        mask_at: int = 0,
        writer: Writer | None = None,
    ) -> None:
        """Mask and observation are written where the caller says, or into buffers of the table's own."""
        if setup.edition.card_count > 255:
            raise ValueError(
                f"observations hold at most 254 kinds of cards; this edition has {setup.edition.card_count}"
            )
        self.setup: Setup = setup
        self.state: State = State()
        self.seat: int = NOBODY
        """Whose decision it is; NOBODY when the game is over or has not begun."""
        self.seed: str = ""
        self.entries: vec[i32] = vec[i32]()
        """The `log` of this game, as it is held."""
        self.mask: vec[u8] = mask if mask is not None else zeros(ACTION_COUNT)
        self._mask_at: i64 = mask_at
        self._offers: Mask = Mask(self.mask, mask_at)
        self._luck: Luck = Luck()
        self.writer: Writer = writer if writer is not None else Writer(setup)
        """Use `look` first."""
        self._changes: Changes = Changes(setup.players, limit)
        self._everyone: int = (1 << setup.players) - 1
        self._draft: int = [step.name for step in setup.flow.steps].index(DRAFT)
        self._planning: int = [step.name for step in setup.flow.steps].index(PLANNING)
        self._unwritten: int = self._everyone  # taverns that may have changed since they were written
        self._drafted: int = 0  # seats that have taken dice from the coasters since then, as bits
        self._moved: int = NOBODY  # the seat whose dice may have moved since then, and nothing else

    def begin(self, seed: str) -> None:
        """A new game, up to the first decision. The same seed gives the same game as `tiefenthal.new_game`."""
        self.seed = seed
        self._luck = SeededChance(seed)
        self.state = begin(self.setup, self._luck)
        self.entries = vec[i32]()
        self._changes.begin()
        self.writer.forget()
        self._unwritten = self._everyone
        self._ask()

    def step(self, number: int) -> None:
        """Carry out the action of this number for the seat to act. A refused one raises IllegalActionError and
        changes nothing."""
        at: i64 = number
        if at < 0 or at >= ACTION_COUNT or self.mask[self._mask_at + at] == 0:
            raise self.illegal(self.seat, number)
        self.carry_out(self.seat, number)

    def step_as(self, seat: int, number: int) -> None:
        """The same for any seat the game waits for; only that it does is not checked again."""
        for action in self.offered(seat):
            if action.id == number:
                self.carry_out(seat, number)
                return
        raise self.illegal(seat, number)

    def carry_out(self, seat: int, number: int) -> None:
        """The same for a decision known to be legal."""
        s = self.state
        action = ACTIONS[number]
        reveals = s.reveals
        step = s.step
        turn = s.turn
        self.entries = append(self.entries, i32(seat << 16 | number))
        apply(s, seat, action, self._luck)
        self._changes.made(seat, action)
        # Nobody's action changes another tavern without new information, the end of a phase or of a turn; and while
        # dice are drafted or plans are made nothing changes but where dice are.
        if s.reveals != reveals or s.step != step or (s.turn != turn and step != self._draft):
            self._unwritten = self._everyone
        elif step == self._draft:
            self._drafted |= 1 << seat
        elif step != self._planning or not moves_dice(action) or self._moved not in (NOBODY, seat):
            self._unwritten |= 1 << seat
        else:
            self._moved = seat
        self._ask()

    @property
    def log(self) -> list[int]:
        """Every decision so far: seat << 16 | number of the action."""
        return entries_of(self.entries)

    @property
    def legal(self) -> list[Action]:
        """What can be done now: the ones of the mask, in the order of the rules."""
        return [ACTIONS[self._offers.numbers[i]] for i in range(self._offers.count)]

    def pick(self, share: float) -> int:
        """The number of the legal action at this share (0 to below 1) of their list."""
        return int(self._offers.numbers[i64(int(share * float(self._offers.count)))])

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
        offers = self._offers
        offers.clear()
        self.seat = seat_to_act(self.state)
        if self.seat != NOBODY:
            offer(self.state, self.seat, offers, self._changes.allowed(self.state, self.seat))

    def why_not(self, seat: int, number: int) -> Refusal:
        """Why a seat cannot do something that it is not offered."""
        if self.seat == NOBODY:
            return refuse("G-2", "env-over")
        if not 0 <= number < ACTION_COUNT:
            return refuse("S-1", "env-number", number=number, last=ACTION_COUNT - 1)
        refusal = why_not(self.state, seat, ACTIONS[number])
        if refusal is not None:
            return refusal
        if ACTIONS[number].kind == UNREADY:
            return refuse("E-5", "env-ready")
        return refuse("E-5", "env-changes", n=self._changes.limit)

    def illegal(self, seat: int, number: int) -> IllegalActionError:
        """The same as an error to raise."""
        refusal = self.why_not(seat, number)
        return IllegalActionError(refusal, refusal_words(refusal))

    def look(self) -> None:
        """Bring the blocks of the observation up to date."""
        if self._drafted:
            self.writer.write_draft(self.state, self._drafted)
            self._drafted = 0
        if self._moved != NOBODY:
            self.writer.write_dice(self.state, self._moved)
            self._moved = NOBODY
        if self._unwritten:
            self.writer.write(self.state, self._unwritten)
            self._unwritten = 0

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
