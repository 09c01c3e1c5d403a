"""One tavern of a state: what follows from its guests and dice, and what must be true of it (see invariants.py)."""

from typing import Final

from tiefenthal.components.kinds import (
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
)
from tiefenthal.rules import flow
from tiefenthal.rules.actions import ACTIONS, CHOOSE, CHOOSE_SIDE_1, CHOOSE_SIDE_2, DECLINE, FLIP
from tiefenthal.rules.evening import choice_for, choices_of
from tiefenthal.rules.modules.reputation import GAVE_FOR_GOOD, GAVE_NOBLE, next_on_ring
from tiefenthal.rules.placing import fits_of, free_dishwashers, helped_dice, unmoved_need, used_spaces
from tiefenthal.rules.rewards import store
from tiefenthal.rules.spaces import (
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
from tiefenthal.rules.state import NO_CHOICE, Player, State

MOST_STEPS: Final = 99  # on the stack of tasks; far beyond what any bonus gives
MOST_HELD: Final = 9999  # thalers or beer at hand; far beyond what a serving yields

# --- the phases, by the name of their step
SETTING_UP: Final = ("starting decks", "start cards")
TURN_PHASES: Final = ("start cards", "draft", "serving")
"""Phases played in turn order: the seat on turn is the one waited for."""
TAVERN_PHASES: Final = ("arrival", "servers", "draft", "planning", "serving", "juggling")
"""Phases in which the guests of the evening are there."""

# How a seat stands to the serving.
BEFORE: Final = 0
NOW: Final = 1
AFTER: Final = 2


def phase_of(s: State) -> str:
    """The name of the step the game stands in."""
    return s.setup.flow.steps[s.step].name


def serving_of(s: State, seat: int) -> int:
    """Whether the seat's serving of this evening is still to come, going on, or over."""
    phase = phase_of(s)
    if phase in ("juggling", "closing"):
        return AFTER
    if phase != "serving":
        return BEFORE
    count = len(s.players)
    mine = (seat - s.start_player) % count
    now = (s.turn - s.start_player) % count
    return NOW if mine == now else (BEFORE if mine > now else AFTER)


def has_spaces(s: State, seat: int) -> bool:
    """Whether the seat's action spaces are laid out: from planning to the end of its own serving."""
    phase = phase_of(s)
    return phase == "planning" or (phase == "serving" and serving_of(s, seat) != AFTER)


def lay_out_spaces(s: State, p: Player, gone: list[int], used: list[int]) -> None:
    """Set what follows from guests and dice: what spaces ask for, which are open, how many dishwashers help.
    `gone` has the face once asked for by table, for those removed; dice must stand where they fit."""
    die = s.setup.edition.die
    p.wants = AREA_ASKS[:]
    for table, card in enumerate(p.seated):
        p.wants.append(die[card] if card != NO_CARD else gone[table])
    p.fits = fits_of(p.wants)
    p.vacant = vacant_of(p, used)
    p.helping = helping_of(p)


def vacant_of(p: Player, used: list[int]) -> int:
    """The set of spaces a die can go to: not occupied, not used, nobody removed from there."""
    vacant = 0
    for space in range(len(p.wants)):
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
            total += NEED[p.faces[i]][p.wants[place]]
    return total


def check_kinds(path: str, cards: list[int], first: int, end: int, out: list[str]) -> None:
    """Cards within a range of kinds."""
    for card in cards:
        if not first <= card < end:
            out.append(f"{path}: card kind {card} cannot lie there")
            return


def check_lists_of(s: State, seat: int, out: list[str]) -> None:
    """Lists of the right length with cards that exist."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    end = s.setup.edition.card_count
    check_kinds(f"{path}.deck", p.deck, 1, end, out)
    check_kinds(f"{path}.discard", p.discard, 1, end, out)
    check_kinds(f"{path}.seated", [card for card in p.seated if card != NO_CARD], NOBLE, end, out)
    if len(p.drawn) != 7 or p.drawn[0] != 0 or min(p.drawn) < 0:
        out.append(f"{path}.drawn: there must be a number of cards, 0 or more, for each tavern card")
    if len(p.book) != len(s.setup.edition.book[0]) or len(p.entertainers) != 3 or len(p.fits) != 7:
        out.append(f"{path}: book, entertainers or open spaces are not complete")
    if not 0 <= p.upgraded < 1 << AREA_COUNT:
        out.append(f"{path}.upgraded: there are {AREA_COUNT} areas")


def check_cards_of(s: State, seat: int, out: list[str]) -> None:
    """The own deck, and who is in the tavern (B-2, B-3, S-8)."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    phase = phase_of(s)
    if not 0 <= p.known <= len(p.deck):
        out.append(f"{path}.known: {p.known} cards on top are known, but the deck has {len(p.deck)}")
    sitting = 0
    for card in p.seated:
        if card == NOBLE:
            sitting += 1
    if sitting > 1:
        out.append(f"{path}.seated: nobles share one table (B-3); list one and count the stack in nobles")
    elif (sitting == 1) != (p.nobles > 0) or p.nobles < 0:
        out.append(f"{path}.nobles: {p.nobles} in the stack, but {sitting} table taken by nobles")
    if not 0 <= p.tables <= MAX_TABLES:
        out.append(f"{path}.tables: must be 0 to {MAX_TABLES}")
    if phase not in TAVERN_PHASES:
        if p.seated or p.nobles or any(p.drawn):
            out.append(f'{path}.seated, drawn: nobody is in the tavern in the phase "{phase}"')
    elif len(p.seated) > p.tables:
        out.append(f"{path}.tables: {len(p.seated)} tables are occupied, but there are {p.tables}")
    if NO_CARD in p.seated and not (phase in ("serving", "juggling") and serving_of(s, seat) != BEFORE):
        out.append(f"{path}.seated: nobody can have been removed before the seat's serving")


def check_stores_of(s: State, seat: int, out: list[str]) -> None:
    """Stores, markers and what the modules add."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    ed = s.setup.edition
    modules = s.setup.modules
    serving = serving_of(s, seat) == NOW
    safe = MOST_HELD if serving else store(s, seat, SAFE_AREA)
    storage = MOST_HELD if serving else store(s, seat, STORAGE_AREA)
    if not 0 <= p.thalers <= safe:
        out.append(f"{path}.thalers: must be 0 to {safe}{'' if serving else ', which the safe holds'}")
    if not 0 <= p.beer <= storage:
        out.append(f"{path}.beer: must be 0 to {storage}{'' if serving else ', which the beer storage holds'}")
    if p.schnapps < 0 or (modules < 2 and p.schnapps):
        out.append(f"{path}.schnapps: must be 0 or more, and 0 without module 2")
    if not 0 <= p.monastery < len(ed.monastery):
        out.append(f"{path}.monastery: the track has spaces 0 to {len(ed.monastery) - 1}")
    if p.counter_guests < 0:
        out.append(f"{path}.counter_guests: must be 0 or more")
    if not 0 <= p.reputation < len(s.setup.ring) or (modules < 3 and p.reputation):
        out.append(
            f"{path}.reputation: the ring has spaces 1 to {len(s.setup.ring) - 1}, from module 3 on; 0 is off it"
        )
    if min(p.book) < 0 or max(p.book) > len(ed.book) or (modules < 5 and any(p.book)):
        out.append(f"{path}.book: {len(ed.book[0])} columns of 0 to {len(ed.book)} signatures, from module 5 on")
    if min(p.entertainers) < 0 or max(p.entertainers) > 2:
        out.append(f"{path}.entertainers: a side is 1 or 2")
    elif modules < 2 and any(p.entertainers):
        out.append(f"{path}.entertainers: they come with module 2")
    kinds = 126 if modules >= 3 else 124  # bits 1 to 6, the bard's only from module 3 on
    if p.bought & ~kinds:
        out.append(f"{path}.bought: only tavern cards in play are bought")
    if p.recruited not in (0, 1) or p.juggled not in (0, 1):
        out.append(f"{path}.recruited, juggled: must be yes or no")
    if not 0 <= p.bards <= p.drawn[BARD] or (p.bards and not serving):
        out.append(
            f"{path}.bards: {p.bards} to sing; at most the {p.drawn[BARD]} drawn, and only in the seat's serving"
        )


def check_dice_of(s: State, seat: int, out: list[str]) -> None:
    """How many dice, and where they are (C-3, D-3, E-2)."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    ed = s.setup.edition
    phase = phase_of(s)
    if len(p.faces) != len(p.places) or not 0 <= p.coloured <= len(p.faces):
        out.append(f"{path}.white_dice: every die has a face and a place")
        return
    for face in p.faces + p.coaster:
        if not 1 <= face <= 6:
            out.append(f"{path}.white_dice: a die shows 1 to 6")
            return
    if p.coloured > ed.colour_dice:
        out.append(f"{path}.coloured_dice: at most {ed.colour_dice} (C-3)")
    white = len(p.faces) - p.coloured
    if has_spaces(s, seat) and white != ed.white_dice:
        out.append(f"{path}.white_dice: {white}, but after the draft everyone has {ed.white_dice} (D-3)")
    if p.coaster and phase != "draft":
        out.append(f"{path}.coaster: dice lie on the coasters only during the draft")
    if white and phase != "draft" and not has_spaces(s, seat):
        out.append(f"{path}.white_dice: white dice are in hand from the draft to the end of the seat's serving only")
    if p.coloured and (phase in SETTING_UP or serving_of(s, seat) == AFTER):
        out.append(f"{path}.coloured_dice: no dice of the seat's colour are in hand here")
    for i, place in enumerate(p.places):
        if place == TRAY:
            continue
        if place == USED:
            if serving_of(s, seat) != NOW:
                out.append(f"{path}: the {p.faces[i]} cannot have been used outside the seat's serving")
        elif not has_spaces(s, seat):
            out.append(f"{path}: the {p.faces[i]} cannot stand on an action space before planning")
        elif not 0 <= place < FIRST_TABLE + len(p.seated):
            out.append(f"{path}: the {p.faces[i]} stands at a table where nobody sits")
        elif place >= FIRST_TABLE and p.seated[place - FIRST_TABLE] == NO_CARD:
            out.append(f"{path}: the {p.faces[i]} stands on a guest who was removed")
        elif not MANY_DICE >> place & 1 and place in p.places[:i]:
            out.append(f"{path}: two dice on {SPACE_NAMES[place]}, which takes one")


def check_spaces_of(s: State, seat: int, out: list[str]) -> bool:
    """Everything derived from guests and dice, and the dishwashers (E-4, F-10). False where it is beyond counting."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    if not has_spaces(s, seat):
        if p.wants or any(p.fits) or p.vacant or p.dishwashers or p.spent or p.helping or p.orphans or p.unmoved:
            out.append(
                f"{path}.dishwashers, used: the action spaces are laid out from planning to the seat's serving only"
            )
        return True
    die = s.setup.edition.die
    asked = AREA_ASKS[:]
    for table, card in enumerate(p.seated):
        face = p.wants[FIRST_TABLE + table] if card == NO_CARD and FIRST_TABLE + table < len(p.wants) else die[card]
        asked.append(face if 0 <= face <= 6 else 0)
    if p.wants != asked:
        out.append(f"{path}.seated: the action spaces do not ask for what the guests show")
        return False
    used = used_spaces(p)
    if p.fits != fits_of(p.wants) or p.vacant != vacant_of(p, used):
        out.append(f"{path}.used: the open action spaces do not agree with guests and dice")
    if len(used) > p.places.count(USED):
        out.append(f"{path}.used: {len(used)} spaces are used, but only {p.places.count(USED)} dice")
    helping = helping_of(p)
    if helping >= NO_WAY:
        for i, place in enumerate(p.places):
            if place >= 0 and NEED[p.faces[i]][p.wants[place]] >= NO_WAY:
                out.append(
                    f"{path}: a {p.faces[i]} cannot stand on {SPACE_NAMES[place]}, with any number of dishwashers"
                )
        return False
    if p.helping != helping:
        out.append(f"{path}.dishwashers: {helping} help dice on the board, not {p.helping}")
    yields = s.setup.edition.area_yield[DISHWASHER_AREA]
    working = p.dishwashers - p.drawn[DISHWASHER]
    upgraded = p.upgraded >> DISHWASHER_AREA & 1
    # one upgraded in this very serving does not help yet
    if working != yields[upgraded] and not (working == yields[0] and serving_of(s, seat) == NOW):
        there = f"{p.drawn[DISHWASHER]} cards are in the tavern and the area gives {yields[upgraded]}"
        out.append(f"{path}.dishwashers.working: {p.dishwashers}, but {there}")
    if p.spent < 0 or p.orphans < 0 or p.orphans > p.helping:
        out.append(
            f"{path}.dishwashers: spent and returned must be 0 or more, and returned ones help a die on the board"
        )
    elif (p.spent or p.orphans) and serving_of(s, seat) != NOW:
        out.append(f"{path}.dishwashers: none is spent or returned before the seat's serving")
    elif p.orphans and not upgraded:
        out.append(
            f"{path}.dishwashers.returned: {p.orphans}, but they are returned only when the area is upgraded (F-9)"
        )
    elif p.unmoved & ~helped_dice(p) or (p.unmoved and not p.orphans) or p.orphans > unmoved_need(p):
        out.append(
            f"{path}.dishwashers.unmoved: dice on the board that stand with dishwashers, and can account for the "
            f"{p.orphans} returned (F-10)"
        )
    elif free_dishwashers(p) < 0:
        out.append(
            f"{path}.dishwashers: {p.spent} spent and {p.helping} helping dice, but only {p.dishwashers} working"
        )
    elif p.spent > 5 * p.places.count(USED):
        out.append(f"{path}.dishwashers.spent: {p.spent} is more than the used dice can have needed")
    return True


def check_round_of(s: State, seat: int, out: list[str]) -> None:
    """What a seat did this round, and its choice of the round track."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    if serving_of(s, seat) == BEFORE:
        if p.bought or p.recruited or p.juggled:
            out.append(f"{path}.bought, recruited, juggled: nothing was bought or recruited yet this round")
    elif p.juggled and phase_of(s) == "serving":
        out.append(f"{path}.juggled: the juggler keeps a card at closing time only")
    if p.choice == NO_CHOICE:
        return
    if not 0 <= p.choice < len(ACTIONS) or phase_of(s) != "evening":
        out.append(f'{path}.choice: a choice is remembered only in the phase "evening"')
        return
    action = ACTIONS[p.choice]
    options = s.setup.round_track[s.round]
    what = options[0] >> 8
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
        out.append(f'{path}.choice: "{action.text}" cannot be chosen in round {s.round}')
    if s.waiting >> seat & 1:
        out.append(f"{path}.choice: the seat has chosen, so the game does not wait for it")


def check_reputation_of(s: State, seat: int, out: list[str]) -> None:
    """The reputation steps that can be taken back, and the sums of M3-5."""
    p = s.players[seat]
    path = f"seats[{seat + 1}]"
    counting = s.setup.modules >= 3 and serving_of(s, seat) == NOW
    if not counting:
        if p.thaler_count or p.beer_count or p.counted or p.cash_count or p.barrel_count or p.brewer_count:
            out.append(f"{path}.count: thalers and beer are counted only in the seat's serving, from module 3 on")
    else:
        _check_count(s, seat, out)
    if p.steps and s.setup.modules < 3:
        out.append(f"{path}.steps: there is no reputation without module 3")
        return
    pending = 0
    for effect, whose, arg in s.tasks:
        if effect == flow.REPUTATION_STEPS and whose == seat:
            pending += arg
    if counting and p.counted > len(p.steps) + pending:
        out.append(
            f"{path}.steps: the count gave {p.counted} steps, but {len(p.steps)} were made and {pending} are pending"
        )
    last = len(p.deck)
    for i in range(len(p.steps) - 1, -1, -1):
        step = p.steps[i]
        after = p.reputation if i == len(p.steps) - 1 else p.steps[i + 1] & 31
        if step & 31 >= len(s.setup.ring) or next_on_ring(s.setup, step & 31) != after:
            out.append(f"{path}.steps[{i + 1}]: a step from space {step & 31} does not lead to space {after}")
            return
        gave = step >> 5 & 7
        place = step >> 8
        if gave > GAVE_FOR_GOOD or (gave != GAVE_NOBLE and place):
            out.append(f"{path}.steps[{i + 1}]: a step gave nothing, a schnapps, a noble, or something for good")
        elif gave == GAVE_NOBLE and counting:
            # only cards that everyone saw being put on the deck can be taken out of it again
            if not len(p.deck) - p.known <= place < last or p.deck[place] != NOBLE:
                out.append(
                    f"{path}.steps[{i + 1}]: the noble it gave is not the known card {place + 1} of the deck from below"
                )
            last = place


def _check_count(s: State, seat: int, out: list[str]) -> None:
    p = s.players[seat]
    path = f"seats[{seat + 1}].count"
    ed = s.setup.edition
    for what, area, value in (("cashbox", CASHBOX_AREA, p.cash_count), ("barrel", BARREL_AREA, p.barrel_count)):
        yields = ed.area_yield[area]
        if value != yields[0] and not (p.upgraded >> area & 1 and value == yields[1]):
            out.append(f"{path}.{what}: must be what the area gave when the serving began")
    yields = ed.area_yield[BREWER_AREA]
    bare = p.brewer_count - p.drawn[BREWER]
    if p.upgraded >> BREWER_AREA & 1:  # before this serving, or in it with cards returned
        fine = bare == yields[1] or yields[0] <= bare <= yields[0] + ed.tavern_count
    else:
        fine = bare == yields[0]
    if not fine:
        out.append(f"{path}.brewer: must be what a die on the brewer gave when the serving began")
    if p.counted != min(p.thaler_count, p.beer_count):
        out.append(f"{path}.steps: must be the lower of thalers and beer")
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
        out.append(f"{path}.thalers: the dice on guests and cashbox make {thalers}, not {p.thaler_count}")
    more = p.beer_count - beer
    if more < 0 or more > elsewhere * p.brewer_count or (more > 0 and more % p.brewer_count):
        out.append(f"{path}.beer: barbacks and the dice on brewer and barrel make {beer}, not {p.beer_count}")
