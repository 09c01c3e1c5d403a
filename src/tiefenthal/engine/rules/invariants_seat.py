"""One tavern of a state: what follows from its guests and dice, and what must be true of it (see invariants.py)."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    BARBACK,
    BARD,
    BARREL_AREA,
    BREWER,
    BREWER_AREA,
    CASHBOX_AREA,
    DISHWASHER,
    DISHWASHER_AREA,
    GIVES_COUNTER_GUEST,
    GIVES_ENTERTAINER,
    GIVES_FREE_UPGRADE,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    STORAGE_AREA,
    bonus_what,
)
from tiefenthal.engine.rules import flow
from tiefenthal.engine.rules.actions import ACTIONS, CHOOSE, CHOOSE_SIDE_1, CHOOSE_SIDE_2, DECLINE, FLIP
from tiefenthal.engine.rules.evening import choice_for, choices_of
from tiefenthal.engine.rules.faults import Fault, fault
from tiefenthal.engine.rules.modules.reputation import GAVE_FOR_GOOD, GAVE_NOBLE, next_on_ring
from tiefenthal.engine.rules.phases import (
    CLOSING_TIME,
    DRAFT,
    EVENING,
    JUGGLING,
    PLANNING,
    SERVING,
    SETTING_UP,
    TAVERN_PHASES,
    phase_of,
)
from tiefenthal.engine.rules.placing import fits_of, free_dishwashers, helped_dice, unmoved_need, used_spaces
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.spaces import (
    AREA_ASKS,
    BARREL,
    BREWER_SPACE,
    CASHBOX,
    FIRST_TABLE,
    MANY_DICE,
    MAX_TABLES,
    NEED,
    NO_WAY,
    SPACE_NAMES,
    TRAY,
    USED,
)
from tiefenthal.engine.rules.state import NO_CHOICE, Player, State

MOST_STEPS: Final = 99  # on the stack of tasks; far beyond what any bonus gives
MOST_HELD: Final = 9999  # thalers or beer at hand; far beyond what a serving yields

# How a seat stands to the serving.
BEFORE: Final = 0
NOW: Final = 1
AFTER: Final = 2


def serving_of(s: State, seat: int) -> int:
    """Whether the seat's serving of this evening is still to come, going on, or over."""
    phase = phase_of(s)
    if phase in CLOSING_TIME:
        return AFTER
    if phase != SERVING:
        return BEFORE
    count = len(s.players)
    mine = (seat - s.start_player) % count
    now = (s.turn - s.start_player) % count
    return NOW if mine == now else (BEFORE if mine > now else AFTER)


def has_spaces(s: State, seat: int) -> bool:
    """Whether the seat's action spaces are laid out: from planning to the end of its own serving."""
    phase = phase_of(s)
    return phase == PLANNING or (phase == SERVING and serving_of(s, seat) != AFTER)


def lay_out_spaces(s: State, p: Player, gone: list[int], used: list[int]) -> None:
    """Set what follows from guests and dice: what spaces ask for, which are open, how many dishwashers help.
    `gone` has the face once asked for by table, for those removed; dice must stand where they fit."""
    die = s.setup.edition.die
    p.required = AREA_ASKS[:]
    for table, card in enumerate(p.seated):
        p.required.append(die[card] if card != NO_CARD else gone[table])
    p.vacant = vacant_of(p, used)
    p.helping = helping_of(p)


def vacant_of(p: Player, used: list[int]) -> int:
    """The set of spaces a die can go to: not occupied, not used, nobody removed from there."""
    vacant = 0
    for space in range(len(p.required)):
        if not MANY_DICE >> space & 1:
            if space in p.places or space in used:
                continue
            if space >= FIRST_TABLE and p.seated[space - FIRST_TABLE] == NO_CARD:
                continue
        vacant |= 1 << space
    return vacant


def helping_of(p: Player) -> int:
    """The dishwashers that the dice on the board need; NO_WAY or more when one stands where it cannot."""
    total = 0
    for i, place in enumerate(p.places):
        if place >= 0:
            total += NEED[p.faces[i]][p.required[place]]
    return total


def check_kinds(path: str, cards: list[int], first: int, end: int, out: list[Fault]) -> None:
    """Cards within a range of kinds."""
    for card in cards:
        if not first <= card < end:
            out.append(fault(path, "kind", kind=card))
            return


def check_lists_of(s: State, seat: int, out: list[Fault]) -> None:
    """Lists of the right length with cards that exist."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    end = s.setup.edition.card_count
    check_kinds(f"{path}.deck", p.deck, 1, end, out)
    check_kinds(f"{path}.discard", p.discard, 1, end, out)
    check_kinds(f"{path}.seated", [card for card in p.seated if card != NO_CARD], NOBLE, end, out)
    if len(p.drawn) != 7 or p.drawn[0] != 0 or min(p.drawn) < 0:
        out.append(fault(f"{path}.drawn", "staff-numbers"))
    if len(p.book) != len(s.setup.edition.book[0]) or len(p.entertainers) != 3 or len(p.fits) < 7:
        out.append(fault(path, "incomplete"))
    if not 0 <= p.upgraded < 1 << AREA_COUNT:
        out.append(fault(f"{path}.upgraded", "area-count", count=AREA_COUNT))


def check_cards_of(s: State, seat: int, out: list[Fault]) -> None:
    """The seat's deck, and who is in the tavern (B-2, B-3, S-8)."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    phase = phase_of(s)
    if not 0 <= p.known <= len(p.deck):
        out.append(fault(f"{path}.known", "known", count=p.known, total=len(p.deck)))
    sitting = 0
    for card in p.seated:
        if card == NOBLE:
            sitting += 1
    if sitting > 1:
        out.append(fault(f"{path}.seated", "nobles-table"))
    elif (sitting == 1) != (p.nobles > 0) or p.nobles < 0:
        out.append(fault(f"{path}.nobles", "nobles-stack", count=p.nobles, tables=sitting))
    if not 0 <= p.tables <= MAX_TABLES:
        out.append(fault(f"{path}.tables", "range", most=MAX_TABLES))
    if phase not in TAVERN_PHASES:
        if p.seated or p.nobles or any(p.drawn):
            out.append(fault(f"{path}.seated, drawn", "nobody-in", phase=phase))
    elif len(p.seated) > p.tables:
        out.append(fault(f"{path}.tables", "tables-few", count=len(p.seated), total=p.tables))
    if NO_CARD in p.seated and not (phase in (SERVING, JUGGLING) and serving_of(s, seat) != BEFORE):
        out.append(fault(f"{path}.seated", "removed-soon"))


def check_stores_of(s: State, seat: int, out: list[Fault]) -> None:
    """Stores, markers and what the modules add."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    ed = s.setup.edition
    modules = s.setup.modules
    serving = serving_of(s, seat) == NOW
    safe = MOST_HELD if serving else store(s, seat, SAFE_AREA)
    storage = MOST_HELD if serving else store(s, seat, STORAGE_AREA)
    if not 0 <= p.thalers <= safe:
        where = f"{path}.thalers"
        out.append(fault(where, "range", most=safe) if serving else fault(where, "safe", most=safe))
    if not 0 <= p.beer <= storage:
        where = f"{path}.beer"
        out.append(fault(where, "range", most=storage) if serving else fault(where, "storage", most=storage))
    if p.schnapps < 0 or (modules < 2 and p.schnapps):
        out.append(fault(f"{path}.schnapps", "schnapps-module"))
    if not 0 <= p.monastery < len(ed.monastery):
        out.append(fault(f"{path}.monastery", "monastery", most=len(ed.monastery) - 1))
    if p.counter_guests < 0:
        out.append(fault(f"{path}.counter_guests", "zero-or-more"))
    if not 0 <= p.reputation < len(s.setup.ring) or (modules < 3 and p.reputation):
        out.append(fault(f"{path}.reputation", "ring", most=len(s.setup.ring) - 1))
    if min(p.book) < 0 or max(p.book) > len(ed.book) or (modules < 5 and any(p.book)):
        out.append(fault(f"{path}.book", "book", columns=len(ed.book[0]), most=len(ed.book)))
    if min(p.entertainers) < 0 or max(p.entertainers) > 2:
        out.append(fault(f"{path}.entertainers", "side"))
    elif modules < 2 and any(p.entertainers):
        out.append(fault(f"{path}.entertainers", "entertainers-module"))
    kinds = 126 if modules >= 3 else 124  # bits 1 to 6, the bard's only from module 3 on
    if p.bought & ~kinds:
        out.append(fault(f"{path}.bought", "bought"))
    if p.recruited not in (0, 1) or p.juggled not in (0, 1):
        out.append(fault(f"{path}.recruited, juggled", "yes-or-no"))
    if not 0 <= p.bards <= p.drawn[BARD] or (p.bards and not serving):
        out.append(fault(f"{path}.bards", "bards", count=p.bards, total=p.drawn[BARD]))


def check_dice_of(s: State, seat: int, out: list[Fault]) -> None:
    """How many dice, and where they are (C-3, D-3, E-2)."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    ed = s.setup.edition
    phase = phase_of(s)
    if len(p.faces) != len(p.places) or not 0 <= p.coloured <= len(p.faces):
        out.append(fault(f"{path}.white_dice", "die-place"))
        return
    for face in p.faces + p.coaster:
        if not 1 <= face <= 6:
            out.append(fault(f"{path}.white_dice", "die-face"))
            return
    if p.coloured > ed.colour_dice:
        out.append(fault(f"{path}.coloured_dice", "colour-limit", most=ed.colour_dice))
    white = len(p.faces) - p.coloured
    if has_spaces(s, seat) and white != ed.white_dice:
        out.append(fault(f"{path}.white_dice", "white-count", count=white, total=ed.white_dice))
    if p.coaster and phase != DRAFT:
        out.append(fault(f"{path}.coaster", "coaster-time"))
    if white and phase != DRAFT and not has_spaces(s, seat):
        out.append(fault(f"{path}.white_dice", "white-time"))
    if p.coloured and (phase in SETTING_UP or serving_of(s, seat) == AFTER):
        out.append(fault(f"{path}.coloured_dice", "colour-time"))
    for i, place in enumerate(p.places):
        if place == TRAY:
            continue
        if place == USED:
            if serving_of(s, seat) != NOW:
                out.append(fault(path, "used-time", face=p.faces[i]))
        elif not has_spaces(s, seat):
            out.append(fault(path, "placed-time", face=p.faces[i]))
        elif not 0 <= place < FIRST_TABLE + len(p.seated):
            out.append(fault(path, "empty-table", face=p.faces[i]))
        elif place >= FIRST_TABLE and p.seated[place - FIRST_TABLE] == NO_CARD:
            out.append(fault(path, "on-removed", face=p.faces[i]))
        elif not MANY_DICE >> place & 1 and place in p.places[:i]:
            out.append(fault(path, "two-dice", space=SPACE_NAMES[place]))


def check_spaces_of(s: State, seat: int, out: list[Fault]) -> bool:
    """Everything derived from guests and dice, and the dishwashers (E-4, F-10). False where it is beyond counting."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    if not has_spaces(s, seat):
        spaces = p.required or any(p.fits) or p.vacant or p.unmoved
        if spaces or p.dishwashers or p.spent or p.helping or p.returned_helpers:
            out.append(fault(f"{path}.dishwashers, used", "spaces-time"))
        return True
    die = s.setup.edition.die
    asked = AREA_ASKS[:]
    for table, card in enumerate(p.seated):
        space = FIRST_TABLE + table
        face = p.required[space] if card == NO_CARD and space < len(p.required) else die[card]
        asked.append(face if 0 <= face <= 6 else 0)
    if p.required != asked:
        out.append(fault(f"{path}.seated", "spaces-ask"))
        return False
    used = used_spaces(p)
    if p.fits != fits_of(p.required, p.dishwashers) or p.vacant != vacant_of(p, used):
        out.append(fault(f"{path}.used", "spaces-open"))
    if len(used) > p.places.count(USED):
        out.append(fault(f"{path}.used", "used-many", count=len(used), dice=p.places.count(USED)))
    helping = helping_of(p)
    if helping >= NO_WAY:
        for i, place in enumerate(p.places):
            if place >= 0 and NEED[p.faces[i]][p.required[place]] >= NO_WAY:
                out.append(fault(path, "no-stand", face=p.faces[i], space=SPACE_NAMES[place]))
        return False
    if p.helping != helping:
        out.append(fault(f"{path}.dishwashers", "helping", count=helping, said=p.helping))
    yields = s.setup.edition.area_yield[DISHWASHER_AREA]
    working = p.dishwashers - p.drawn[DISHWASHER]
    upgraded = p.upgraded >> DISHWASHER_AREA & 1
    # one upgraded in this very serving does not help yet
    if working != yields[upgraded] and not (working == yields[0] and serving_of(s, seat) == NOW):
        where = f"{path}.dishwashers.working"
        cards = p.drawn[DISHWASHER]
        out.append(fault(where, "working", count=p.dishwashers, cards=cards, area=yields[upgraded]))
    if p.spent < 0 or p.returned_helpers < 0 or p.returned_helpers > p.helping:
        out.append(fault(f"{path}.dishwashers", "spent-returned"))
    elif (p.spent or p.returned_helpers) and serving_of(s, seat) != NOW:
        out.append(fault(f"{path}.dishwashers", "spent-soon"))
    elif p.returned_helpers and not upgraded:
        out.append(fault(f"{path}.dishwashers.returned", "returned-area", count=p.returned_helpers))
    elif p.unmoved & ~helped_dice(p) or (p.unmoved and not p.returned_helpers) or p.returned_helpers > unmoved_need(p):
        out.append(fault(f"{path}.dishwashers.unmoved", "unmoved", count=p.returned_helpers))
    elif free_dishwashers(p) < 0:
        out.append(fault(f"{path}.dishwashers", "too-few", spent=p.spent, helping=p.helping, working=p.dishwashers))
    elif p.spent > 5 * p.places.count(USED):
        out.append(fault(f"{path}.dishwashers.spent", "spent-many", count=p.spent))
    return True


def check_round_of(s: State, seat: int, out: list[Fault]) -> None:
    """What a seat did this round, and its choice of the round track."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    if serving_of(s, seat) == BEFORE:
        if p.bought or p.recruited or p.juggled:
            out.append(fault(f"{path}.bought, recruited, juggled", "too-soon"))
    elif p.juggled and phase_of(s) == SERVING:
        out.append(fault(f"{path}.juggled", "juggled"))
    if p.choice == NO_CHOICE:
        return
    if not 0 <= p.choice < len(ACTIONS) or phase_of(s) != EVENING:
        out.append(fault(f"{path}.choice", "choice-time", phase=EVENING))
        return
    action = ACTIONS[p.choice]
    options = s.setup.round_track[s.round]
    what = bonus_what(options[0])
    if what == GIVES_FREE_UPGRADE:
        fine = action.kind == DECLINE or (action.kind == FLIP and not p.upgraded >> action.a & 1)
    elif what == GIVES_ENTERTAINER:
        fine = action.kind == CHOOSE and action.a in (CHOOSE_SIDE_1, CHOOSE_SIDE_2)
    elif what == GIVES_COUNTER_GUEST:
        fine = False
    elif s.waiting:
        fine = action.kind == CHOOSE and action.a in choices_of(s)
    else:  # while choices take effect one after the other, a pile may have run out
        fine = action.kind == CHOOSE and action.a in [choice_for(option) for option in options]
    if not fine:
        out.append(fault(f"{path}.choice", "choice", action=action.text, round=s.round))
    if s.waiting >> seat & 1:
        out.append(fault(f"{path}.choice", "chosen"))


def check_reputation_of(s: State, seat: int, out: list[Fault]) -> None:
    """The reputation steps that can be taken back, and the sums of M3-5."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    counting = s.setup.modules >= 3 and serving_of(s, seat) == NOW
    if not counting:
        if p.thaler_count or p.beer_count or p.counted or p.cash_count or p.barrel_count or p.brewer_count:
            out.append(fault(f"{path}.count", "count-time"))
    else:
        _check_count(s, seat, out)
    if p.steps and s.setup.modules < 3:
        out.append(fault(f"{path}.steps", "no-reputation"))
        return
    pending = 0
    for effect, whose, arg in s.tasks:
        if effect == flow.REPUTATION_STEPS and whose == seat:
            pending += arg
    if counting and p.counted > len(p.steps) + pending:
        out.append(fault(f"{path}.steps", "steps-made", count=p.counted, made=len(p.steps), pending=pending))
    last = len(p.deck)
    for i in range(len(p.steps) - 1, -1, -1):
        step = p.steps[i]
        after = p.reputation if i == len(p.steps) - 1 else p.steps[i + 1] & 31
        if step & 31 >= len(s.setup.ring) or next_on_ring(s.setup, step & 31) != after:
            out.append(fault(f"{path}.steps[{i + 1}]", "steps-join", space=step & 31, after=after))
            return
        gave = step >> 5 & 7
        place = step >> 8
        if gave > GAVE_FOR_GOOD or (gave != GAVE_NOBLE and place):
            out.append(fault(f"{path}.steps[{i + 1}]", "step-gave"))
        elif gave == GAVE_NOBLE and counting:
            # only cards that everyone saw being put on the deck can be taken out of it again
            if not len(p.deck) - p.known <= place < last or p.deck[place] != NOBLE:
                out.append(fault(f"{path}.steps[{i + 1}]", "step-noble", card=place + 1))
            last = place


def _check_count(s: State, seat: int, out: list[Fault]) -> None:
    p = s.players[seat]
    path = f"seats[{seat + 1}].count"
    ed = s.setup.edition
    for what, area, value in (("cashbox", CASHBOX_AREA, p.cash_count), ("barrel", BARREL_AREA, p.barrel_count)):
        yields = ed.area_yield[area]
        if value != yields[0] and not (p.upgraded >> area & 1 and value == yields[1]):
            out.append(fault(f"{path}.{what}", "count-area"))
    yields = ed.area_yield[BREWER_AREA]
    bare = p.brewer_count - p.drawn[BREWER]
    if p.upgraded >> BREWER_AREA & 1:  # before this serving, or in it with cards returned
        fine = bare == yields[1] or yields[0] <= bare <= yields[0] + ed.tavern_count
    else:
        fine = bare == yields[0]
    if not fine:
        out.append(fault(f"{path}.brewer", "count-brewer"))
    if p.counted != min(p.thaler_count, p.beer_count):
        out.append(fault(f"{path}.steps", "count-lower"))
    thalers = 0
    beer = p.drawn[BARBACK]
    used = used_spaces(p)
    elsewhere = p.places.count(USED) - len(used)  # used on brewer, monk, or a guest removed since
    for space in [place for place in p.places if place >= 0] + used:
        if space >= FIRST_TABLE:
            thalers += ed.pays[p.seated[space - FIRST_TABLE]]
        elif space == CASHBOX:
            thalers += p.cash_count
        elif space == BARREL:
            beer += p.barrel_count
        elif space == BREWER_SPACE:
            beer += p.brewer_count
    gone = min(elsewhere, p.seated.count(NO_CARD))
    if not thalers <= p.thaler_count <= thalers + gone * max(ed.pays):
        out.append(fault(f"{path}.thalers", "count-thalers", count=thalers, said=p.thaler_count))
    more = p.beer_count - beer
    if more < 0 or more > elsewhere * p.brewer_count or (more > 0 and more % p.brewer_count):
        out.append(fault(f"{path}.beer", "count-beer", count=beer, said=p.beer_count))
