"""D. Drafting the white dice: one die from the coaster, then the coasters move to the left."""

from tiefenthal.engine.rules.actions import FACES, TAKE, TAKE_ANY_OF, Action, Offers
from tiefenthal.engine.rules.flow import Step
from tiefenthal.engine.rules.luck import WHITE, Luck
from tiefenthal.engine.rules.phases import DRAFT
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import State, tell


class Draft(Step):
    """In turn order each takes a die, until the coasters are empty (D-1 to D-3)."""

    __slots__ = ()

    name = DRAFT
    letter = "D"
    rule = "D-2"
    question = "draft"

    def begin(self, s: State, luck: Luck) -> None:
        """Roll the white dice of every coaster (D-1)."""
        for seat, p in enumerate(s.players):
            p.coaster = luck.roll(WHITE, seat, s.setup.edition.white_dice)
        s.reveals += 1
        s.turn = s.start_player
        s.waiting = 1 << s.turn

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """Every face on the coaster."""
        if seat == s.turn:
            faces = 0  # on the coaster, as bits
            for face in s.players[seat].coaster:
                faces |= 1 << face
            out.extend(TAKE_ANY_OF[faces & FACES])

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only on one's own turn, only a die that is there."""
        if seat != s.turn:
            return refuse("D-2", "draft-turn")
        if action.kind != TAKE:
            return refuse("D-2", "draft-first")
        if action.a not in s.players[seat].coaster:
            return refuse("D-2", "not-on-coaster", face=action.a)
        return None

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Take it; after the last player of the turn order the coasters pass to the left (D-2)."""
        p = s.players[seat]
        p.coaster = p.coaster[:]
        p.coaster.remove(action.a)
        p.faces.append(action.a)
        p.places.append(TRAY)
        tell(s, "took", seat, action.a)
        count = len(s.players)
        s.turn = (seat + 1) % count
        if s.turn == s.start_player:
            coasters = [q.coaster for q in s.players]
            for right, coaster in enumerate(coasters):
                s.players[(right + 1) % count].coaster = coaster
            if not coasters[0]:
                s.waiting = 0
                return
        s.waiting = 1 << s.turn
