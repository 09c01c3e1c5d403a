"""A. A new evening: the moon moves on and every player gets the bonus of the round."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    GIVES_CARD,
    GIVES_COUNTER_GUEST,
    GIVES_FREE_UPGRADE,
    GIVES_GUEST,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import (
    ACTIONS,
    CHOICES,
    CHOOSE,
    CHOOSE_DIE,
    CHOOSE_GUEST,
    DECLINE,
    DECLINE_IT,
    FLIP,
    FLIP_AREA,
    Action,
    Offers,
)
from tiefenthal.engine.rules.flow import TAKE_CHOICE, Effect, Step, TrackSpace
from tiefenthal.engine.rules.luck import COLOURED, Luck
from tiefenthal.engine.rules.market import take_guest
from tiefenthal.engine.rules.phases import EVENING
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import gain_card
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import NO_CHOICE, Player, State, seats_in_order, tell

ALL_UPGRADED: Final = (1 << AREA_COUNT) - 1


def dice_left(s: State, p: Player) -> int:
    """How many dice of its colour a seat can still take: it has three in all (C-3)."""
    return s.setup.edition.colour_dice - p.coloured


def roll_coloured(s: State, seat: int, count: int, luck: Luck) -> None:
    """Roll dice of the seat's colour, as far as there are any left (C-3); they wait unplaced."""
    p = s.players[seat]
    count = min(count, dice_left(s, p))
    if count <= 0:
        return
    for face in luck.roll(COLOURED, seat, count):
        p.faces.append(face)
        p.places.append(TRAY)
        p.coloured += 1
        tell(s, "rolled", seat, face)
    s.reveals += 1


def choice_for(option: int) -> int:
    """The argument of CHOOSE that stands for a packed option of the round track."""
    what = bonus_what(option)
    if what == GIVES_CARD:
        return bonus_amount(option)
    return CHOOSE_GUEST if what == GIVES_GUEST else CHOOSE_DIE


def available(s: State, choice: int) -> bool:
    """Whether there is anything left of what a choice names (A-9)."""
    if choice == CHOOSE_DIE:
        return True
    if choice == CHOOSE_GUEST:
        return len(s.pile) > 0
    return s.piles[choice] > 0


def brought_by_the_moon(s: State) -> int:
    """What kind of space the moon is on."""
    return bonus_what(s.setup.round_track[s.round][0])


def added_space(s: State) -> TrackSpace | None:
    """This round's space, if it is one that a module has brought."""
    return s.setup.flow.points.track_spaces.get(brought_by_the_moon(s))


def is_free_upgrade(s: State) -> bool:
    """Whether this round's space is the free upgrade."""
    return brought_by_the_moon(s) == GIVES_FREE_UPGRADE


def choices_of(s: State) -> list[int]:
    """What can be chosen from this round's space; nothing where there is no choice."""
    space = added_space(s)
    if space is not None:
        return space.choices()
    if brought_by_the_moon(s) in (GIVES_COUNTER_GUEST, GIVES_FREE_UPGRADE):
        return []
    options = [choice_for(option) for option in s.setup.round_track[s.round]]
    return [choice for choice in options if available(s, choice)]


class Evening(Step):
    """The moon moves; the bonus is given or chosen (A-1 to A-10)."""

    __slots__ = ()

    name = EVENING
    letter = "A"
    rule = "A-1"
    question = "evening"
    simultaneous = True

    def begin(self, s: State, luck: Luck) -> None:
        """Move the moon, give what needs no choice, ask for the rest."""
        s.round += 1
        tell(s, "round", -1, s.round)
        for moved in s.setup.flow.points.moon_moved:
            moved(s)
        for p in s.players:
            p.bought = 0
            p.recruited = 0
            p.juggled = 0
        everyone = (1 << len(s.players)) - 1
        if brought_by_the_moon(s) == GIVES_COUNTER_GUEST:
            for seat in seats_in_order(s):
                if s.counter_guests > 0:
                    s.counter_guests -= 1
                    s.players[seat].counter_guests += 1
                    tell(s, "counter guest", seat)
        elif is_free_upgrade(s):
            for seat, p in enumerate(s.players):
                if p.upgraded != ALL_UPGRADED:
                    s.waiting |= 1 << seat
        elif choices_of(s):
            s.waiting = everyone

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """The choices of the space."""
        if not s.waiting >> seat & 1:
            return
        if is_free_upgrade(s):
            for area in range(AREA_COUNT):
                if not s.players[seat].upgraded >> area & 1:
                    out.append(FLIP_AREA[area])
            out.append(DECLINE_IT)
        else:
            for choice in choices_of(s):
                out.append(CHOICES[choice - 1])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """What the space shows, also where nothing is left of it."""
        if is_free_upgrade(s):
            return FLIP_AREA[:]
        if added_space(s) is not None:
            return [CHOICES[choice - 1] for choice in choices_of(s)]
        return [CHOICES[choice_for(option) - 1] for option in s.setup.round_track[s.round]]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only a choice of this round's space; only the free upgrade may be declined (R-8)."""
        if not s.waiting >> seat & 1:
            return refuse("A-10", "chosen")
        if is_free_upgrade(s):
            if action.kind == DECLINE:
                return None
            if action.kind != FLIP:
                return refuse("A-7", "flip-or-decline")
            if s.players[seat].upgraded >> action.a & 1:
                return refuse("A-7", "upgraded", area=AREA_NAMES[action.a])
            return None
        if action.kind == DECLINE:
            return refuse("R-8", "must-choose")
        space = added_space(s)
        if action.kind != CHOOSE:
            return refuse("A-1" if space is None else space.rule, "evening-first")
        if action.a in choices_of(s):
            return None
        if space is not None:
            return space.refusal()
        for option in s.setup.round_track[s.round]:
            if choice_for(option) == action.a:
                return refuse("A-9", "nothing-left")
        return refuse("A-1", "not-this-evening")

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Remember the choice; when all are made they take effect together, in turn order (A-10)."""
        s.players[seat].choice = action.id
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            s.reveals += 1  # the choices are shown
            for later in reversed(seats_in_order(s)):
                if s.players[later].choice != NO_CHOICE:
                    s.tasks.append((TAKE_CHOICE, later, 0))


class TakeChoice(Effect):
    """What a seat chose takes effect; one who finds the pile empty gets the other choice, or nothing (A-10)."""

    __slots__ = ()

    name = "choice"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """The seat gets what it chose."""
        p = s.players[seat]
        action = ACTIONS[p.choice]
        kind = action.kind
        chosen = action.a
        p.choice = NO_CHOICE
        if kind == FLIP:
            p.upgraded |= 1 << chosen  # no noble; it works at once everywhere
            tell(s, "upgraded", seat, chosen)
            return
        if kind == DECLINE:
            return
        space = added_space(s)
        if space is not None:
            space.take(s, seat, bonus_amount(s.setup.round_track[s.round][0]), chosen)
            return
        if not available(s, chosen):
            left = choices_of(s)
            if not left:
                return
            chosen = left[0]
        if chosen == CHOOSE_DIE:
            roll_coloured(s, seat, 1, luck)
        elif chosen == CHOOSE_GUEST:
            take_guest(s, seat)
        else:
            gain_card(s, seat, chosen)
