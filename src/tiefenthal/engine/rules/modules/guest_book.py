"""M5. The guest book: signatures of recruited guests, their bonuses, and nobles for complete rows."""

from tiefenthal.engine.rules.actions import SIGN, SIGN_COLUMN, Action, Offers
from tiefenthal.engine.rules.flow import BONUS, ROW_NOBLE, SIGNATURE, Effect
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.market import guest_price
from tiefenthal.engine.rules.modules.reputation import GAVE_FOR_GOOD, mark_step
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import gain_noble
from tiefenthal.engine.rules.state import State, tell


def lay_out(s: State) -> None:
    """The supply of signatures (M5-1)."""
    s.signatures = s.setup.edition.signatures


def sign_open_guest(s: State, place: int) -> None:
    """A newly open guest gets a signature while they last (M5-1)."""
    if s.signatures > 0:
        s.signatures -= 1
        s.signed |= 1 << place


def column_of(s: State, guest: int) -> int:
    """The column in which a guest signs: the one for its price (M5-2)."""
    return s.setup.edition.book_column[guest_price(s, guest)]


def take_signature(s: State, seat: int, guest: int, signed: int) -> None:
    """A guest recruited with beer signs, after its bonus (M5-2, F-12)."""
    if signed:
        s.tasks.append((SIGNATURE, seat, column_of(s, guest)))


def return_signature(s: State, signed: int) -> None:
    """A guest taken as a bonus brings no signature (A-8)."""
    s.signatures += signed


class Signature(Effect):
    """A signature goes into a column, from the top; a full column takes none (M5-2, M5-3, M5-5 to M5-7)."""

    __slots__ = ()

    name = "signature"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Place it; then the bonus of the space, then the noble of a completed row."""
        p = s.players[seat]
        book = p.book[:]
        rows = s.setup.edition.book
        row = book[arg]
        if row == len(rows):
            s.signatures += 1
            return
        book[arg] += 1
        p.book = book
        tell(s, "signed", seat, arg, row)
        if min(book) > row:
            s.tasks.append((ROW_NOBLE, seat, row))
        bonus = rows[row][arg]
        if bonus:
            s.tasks.append((BONUS, seat, bonus))


class RowNoble(Effect):
    """The noble for a completed row (M5-6)."""

    __slots__ = ()

    name = "row of the guest book"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        gain_noble(s, seat)


class ChooseColumn(Effect):
    """The signature space of the reputation ring: a signature into any column with room (M5-4)."""

    __slots__ = ()

    name = "free signature"
    rule = "M5-4"
    question = "sign"

    def asks(self, s: State, seat: int, arg: int) -> bool:
        """The supply is not empty and the book is not full."""
        return s.signatures > 0 and min(s.players[seat].book) < len(s.setup.edition.book)

    def offer(self, s: State, seat: int, arg: int, out: Offers) -> None:
        """Every column with room."""
        for column, height in enumerate(s.players[seat].book):
            if height < len(s.setup.edition.book):
                out.append(SIGN_COLUMN[column])

    def candidates(self, s: State, seat: int) -> list[Action]:
        return SIGN_COLUMN[:]

    def why_not(self, s: State, seat: int, arg: int, action: Action) -> Refusal | None:
        """Only a column with room."""
        if action.kind != SIGN:
            return refuse("M5-4", "column-first")
        if s.players[seat].book[action.a] >= len(s.setup.edition.book):
            return refuse("M5-5", "column-full")
        return None

    def answer(self, s: State, seat: int, arg: int, action: Action) -> None:
        """Take a signature from the supply and place it there."""
        s.signatures -= 1
        mark_step(s.players[seat], GAVE_FOR_GOOD)
        s.tasks.append((SIGNATURE, seat, action.a))
