"""What must be true of every state at rest: nothing is created or lost, and its parts agree with each other.

`problems` lists what is wrong, each line beginning with the part of a position document (docs/position.md) that it is
about. The engine never asks; tests do after every move, and so does whoever reads a position from outside.
"""

from tiefenthal.components.kinds import (
    BARD,
    BREWER,
    FIRST_REGULAR,
    GIVES_REPUTATION,
    JUGGLER,
    NO_CARD,
    NOBLE,
    RING_SIGNATURE,
    RING_TOAST,
)
from tiefenthal.rules import flow
from tiefenthal.rules.evening import ALL_UPGRADED, choices_of, is_free_upgrade
from tiefenthal.rules.invariants_seat import (
    MOST_STEPS,
    SETTING_UP,
    TURN_PHASES,
    check_cards_of,
    check_dice_of,
    check_kinds,
    check_lists_of,
    check_reputation_of,
    check_round_of,
    check_spaces_of,
    check_stores_of,
    phase_of,
)
from tiefenthal.rules.market import CHEAPEST_GUEST
from tiefenthal.rules.modules.reputation import GAVE_NOTHING
from tiefenthal.rules.modules.schnapps import KEEPS, cost
from tiefenthal.rules.setup import OPEN_GUESTS
from tiefenthal.rules.state import NO_CHOICE, State


def problems(s: State) -> list[str]:
    """Everything that is wrong with a state; an empty list for every state that play can reach."""
    out: list[str] = []
    _check_table(s, out)
    if out:
        return out  # the rest would stumble over it
    _check_guests(s, out)
    _check_cards(s, out)
    _check_tokens(s, out)
    sound = True
    for seat in range(len(s.players)):
        before = len(out)
        check_cards_of(s, seat, out)
        check_stores_of(s, seat, out)
        check_dice_of(s, seat, out)
        sound = sound and len(out) == before
    if not sound:
        return out
    for seat in range(len(s.players)):
        if check_spaces_of(s, seat, out):
            check_reputation_of(s, seat, out)
        check_round_of(s, seat, out)
    _check_draft(s, out)
    _check_tasks(s, out)
    _check_waiting(s, out)
    return out


def _check_table(s: State, out: list[str]) -> None:
    """Where the game stands, and lists of the right length."""
    ed = s.setup.edition
    count = len(s.players)
    if count != s.setup.players:
        out.append(f"seats: there are {count} seats in a game of {s.setup.players}")
    if not 0 <= s.step < len(s.setup.flow.steps):
        out.append("phase: there is no such phase")
        return
    phase = phase_of(s)
    if phase in SETTING_UP:
        if s.round != 0:
            out.append(f'round: must be 0 in the phase "{phase}"')
    elif not 1 <= s.round <= ed.rounds:
        out.append(f"round: must be 1 to {ed.rounds} after the set-up")
    if s.over != (phase == "closing" and s.round == ed.rounds):
        out.append(
            f'over: the game is over exactly when the closing of round {ed.rounds} is done; the phase is "{phase}"'
        )
    if not 0 <= s.start_player < count:
        out.append(f"start_player: must be a seat from 1 to {count}")
    elif not 0 <= s.turn < count:
        out.append(f"turn: must be a seat from 1 to {count}")
    elif phase not in TURN_PHASES and s.turn != s.start_player:
        out.append("turn: outside start cards, draft and serving it is the start player's")
    if not 0 <= s.waiting < 1 << count:
        out.append(f"waiting: must be seats from 1 to {count}")
    if len(s.piles) != 7 or s.piles[0] != 0 or min(s.piles) < 0:
        out.append("supply: there must be a number of cards, 0 or more, for each tavern card")
    if min(s.nobles, s.schnapps, s.signatures, s.counter_guests) < 0:
        out.append("supply: no number may be below 0")
    if not 0 <= s.signed < 64:
        out.append("guests.signed: signatures lie on the pile or on places 1 to 5 of the row")
    if s.start_cards and (min(s.start_cards) < 1 or max(s.start_cards) >= len(ed.start_cards)):
        out.append(f"start_cards: the start cards are numbered 1 to {len(ed.start_cards) - 1}")
    elif sorted(set(s.start_cards)) != s.start_cards:
        out.append("start_cards: list each revealed card once, in ascending order")
    elif s.start_cards and (s.setup.modules < 4 or len(s.start_cards) != ed.start_cards_revealed):
        out.append(f"start_cards: with module 4, {ed.start_cards_revealed} are revealed; without it none")
    elif phase == "start cards" and not s.start_cards:
        out.append("start_cards: list the revealed ones; they are chosen from in this phase")
    check_kinds("guests.pile", s.pile, FIRST_REGULAR, ed.card_count, out)
    check_kinds("guests.deck", s.guest_deck, FIRST_REGULAR, ed.card_count, out)
    check_kinds("guests.row", [card for card in s.row if card != NO_CARD], FIRST_REGULAR, ed.card_count, out)
    check_kinds("removed", s.removed, FIRST_REGULAR, ed.card_count, out)
    for seat in range(count):
        check_lists_of(s, seat, out)


# --- the table


def _check_draft(s: State, out: list[str]) -> None:
    """Everyone before the seat on turn has taken one die more, and coasters and hands make up the white dice (D-2)."""
    if phase_of(s) != "draft":
        return
    total = s.setup.edition.white_dice
    now = s.players[s.turn]
    taken = len(now.faces) - now.coloured
    if taken >= total:
        out.append(f"seats[{s.turn + 1}].white_dice: it has {taken}, so it is not its turn to take one")
        return
    count = len(s.players)
    for i in range(count):
        seat = (s.start_player + i) % count
        p = s.players[seat]
        due = taken + 1 if i < (s.turn - s.start_player) % count else taken
        has = len(p.faces) - p.coloured
        if has != due:
            out.append(f"seats[{seat + 1}].white_dice: {has}, but by the turn order it has taken {due}")
        elif len(p.coaster) != total - due:
            out.append(f"seats[{seat + 1}].coaster: {len(p.coaster)} dice, must be {total - due}")


def _check_guests(s: State, out: list[str]) -> None:
    """Pile, deck, row and signatures (S-3, F-12, M5-1)."""
    ed = s.setup.edition
    for card in s.pile:
        if ed.beer[card] != CHEAPEST_GUEST:
            out.append(f"guests.pile: {ed.card_names[card]} is no guest for {CHEAPEST_GUEST} beer")
            break
    for path, cards in (("guests.deck", s.guest_deck), ("guests.row", s.row)):
        for card in cards:
            if card != NO_CARD and (card < ed.first_guest or ed.beer[card] == CHEAPEST_GUEST):
                out.append(f"{path}: {ed.card_names[card]} does not belong there")
                break
    places = OPEN_GUESTS if s.pile else OPEN_GUESTS + 1
    if len(s.row) != places:
        why = "while there is a pile of 3-beer guests" if s.pile else "once the pile of 3-beer guests has run out"
        out.append(f"guests.row: must have {places} places {why}; it has {len(s.row)}")
    if NO_CARD in s.row and s.guest_deck:
        out.append("guests.row: a place is empty only when the guest deck is (F-12)")
    if s.signed and s.setup.modules < 5:
        out.append("guests.signed: signatures come with module 5")
    for place in range(6):
        if s.signed >> place & 1:
            there = s.pile if place == 0 else s.row[place - 1 : place]
            if not there or there[-1] == NO_CARD:
                out.append(f"guests.signed: nobody lies at {'the pile' if place == 0 else f'place {place} of the row'}")


def _check_cards(s: State, out: list[str]) -> None:
    """Cards by kind: none is created, none is lost (S-2 to S-6)."""
    ed = s.setup.edition
    found = [0] * ed.card_count
    for kind in range(1, BREWER + 1):
        found[kind] = s.piles[kind]
    found[NOBLE] = s.nobles
    for card in s.pile + s.guest_deck + s.row + s.removed:
        found[card] += 1
    for seat, p in enumerate(s.players):
        own = [0] * ed.card_count
        for card in p.deck + p.discard + p.seated:
            own[card] += 1
        for kind in range(1, BREWER + 1):
            own[kind] += p.drawn[kind]
        if NOBLE in p.seated:
            own[NOBLE] += p.nobles - 1
        for kind in range(1, ed.card_count):
            found[kind] += own[kind]
            if FIRST_REGULAR <= kind < ed.first_guest and own[kind] > ed.regulars.count(kind):
                name = ed.card_names[kind]
                out.append(
                    f"seats[{seat + 1}].deck: {own[kind]} of the regular {name}; a seat has {ed.regulars.count(kind)}"
                )
    for kind in range(1, ed.card_count):
        total = card_total(s, kind)
        if found[kind] != total:
            out.append(f"cards: {found[kind]} of {ed.card_names[kind]} in all places together; there must be {total}")


def card_total(s: State, kind: int) -> int:
    """How many cards of a kind there are in this game."""
    ed = s.setup.edition
    if kind == BARD:
        return ed.bard_count if s.setup.modules >= 3 else 0
    if kind < NOBLE:
        return ed.tavern_count
    if kind == NOBLE:
        return ed.nobles
    if kind < ed.first_guest:
        return ed.regulars.count(kind) * s.setup.players
    return ed.guest_copies[kind] if ed.guest_module[kind] <= s.setup.modules else 0


def _check_tokens(s: State, out: list[str]) -> None:
    """Schnapps, signatures and counter guests (M2-2, M5-1, A-2)."""
    ed = s.setup.edition
    schnapps = s.schnapps + sum([p.schnapps for p in s.players])
    total = ed.schnapps if s.setup.modules >= 2 else 0
    if schnapps != total:
        out.append(f"supply.schnapps: {schnapps} schnapps in all; there must be {total}")
    signatures = s.signatures + sum([sum(p.book) for p in s.players])
    for place in range(6):
        signatures += s.signed >> place & 1
    for effect, _, _ in s.tasks:
        if effect == flow.SIGNATURE:
            signatures += 1
    total = ed.signatures if s.setup.modules >= 5 else 0
    if signatures != total:
        out.append(f"supply.signatures: {signatures} signatures in all; there must be {total}")
    held = sum([p.counter_guests for p in s.players])
    total = ed.counter_guests * s.setup.players
    if s.counter_guests + held > total:  # used ones leave the game
        out.append(f"supply.counter_guests: {s.counter_guests} here and {held} with the players; there are {total}")


# --- who decides


def _check_tasks(s: State, out: list[str]) -> None:
    """What lies on the stack fits the phase, and can be resolved."""
    phase = phase_of(s)
    if s.tasks and phase not in ("start cards", "evening", "serving"):
        out.append(f'pending: nothing can be pending in the phase "{phase}"')
        return
    choosing = 0
    for i, (effect, seat, arg) in enumerate(s.tasks):
        path = f"pending[{len(s.tasks) - i}]"
        if not 0 <= effect < flow.EFFECT_COUNT or not 0 <= seat < len(s.players):
            out.append(f"{path}: there is no such effect or seat")
            return
        if phase != "evening" and seat != s.turn:
            out.append(f"{path}: in this phase only the seat on turn can have anything pending")
        wrong = _why_not_pending(s, phase, i, effect, seat, arg)
        if wrong:
            out.append(f"{path}: {wrong}")
        if effect == flow.TAKE_CHOICE:
            if s.players[seat].choice == NO_CHOICE or choosing >> seat & 1:
                out.append(f"{path}: the seat has no choice that could take effect")
            choosing |= 1 << seat
    if s.tasks and phase == "start cards" and s.tasks[0][0] != flow.DECK_SHUFFLE:
        out.append("pending: in start cards the last thing to come is the shuffle of the starting deck")
    if phase == "evening" and s.waiting == 0:
        for seat, p in enumerate(s.players):
            if p.choice != NO_CHOICE and not choosing >> seat & 1:
                out.append(f'seats[{seat + 1}].choice: everyone has chosen, so a "choice" of this seat must be pending')


def _why_not_pending(s: State, phase: str, i: int, effect: int, seat: int, arg: int) -> str:
    """Why a task cannot lie at place i of the stack; empty if it can."""
    p = s.players[seat]
    modules = s.setup.modules
    if s.setup.flow.effects[effect].question and i < len(s.tasks) - 1:
        return "a question is asked at once; it must be the first thing pending"
    if effect in (flow.START_ITEM, flow.DISMISS_REGULARS, flow.DECK_SHUFFLE) and phase != "start cards":
        return "only start cards bring that"
    if effect in (flow.CREDIT_BARBACKS, flow.FINISH_SERVING) and (phase != "serving" or i > 0):
        return "only in serving, and as the last thing pending"
    if effect == flow.DECK_SHUFFLE and i > 0:
        return "the deck is shuffled once, as the last thing pending"
    if effect == flow.TAKE_CHOICE and phase != "evening":
        return "choices take effect in the evening"
    if effect in (flow.REPUTATION_STEPS, flow.TOAST) and modules < 3:
        return "there is no reputation without module 3"
    if effect in (flow.SIGNATURE, flow.CHOOSE_COLUMN, flow.ROW_NOBLE) and modules < 5:
        return "there is no guest book without module 5"
    if effect in (flow.MONASTERY_STEPS, flow.REPUTATION_STEPS, flow.DISMISS_REGULARS):
        return "" if 1 <= arg <= MOST_STEPS else f"the number must be 1 to {MOST_STEPS}"
    if effect == flow.SIGNATURE:
        return "" if 0 <= arg < len(p.book) else f"the columns are 1 to {len(p.book)}"
    if effect == flow.ROW_NOBLE:
        rows = len(s.setup.edition.book)
        return "" if 0 <= arg < rows and min(p.book) > arg else "that row of the guest book is not complete"
    if effect in (flow.BONUS, flow.START_ITEM):
        if arg >> 8 == GIVES_REPUTATION and modules < 3:
            return "there is no reputation without module 3"
        return "" if arg > 0 else "a bonus of nothing"
    if effect in (flow.TOAST, flow.CHOOSE_COLUMN):
        space = RING_TOAST if effect == flow.TOAST else RING_SIGNATURE
        if s.setup.ring[p.reputation] >> 8 != space:
            return "the reputation marker is not on a space that brings this"
        if not p.steps or p.steps[-1] >> 5 != GAVE_NOTHING:
            return "the latest of the seat's steps must be the one onto this space, and have given nothing yet"
    return "" if arg == 0 else "takes no number"


def _check_waiting(s: State, out: list[str]) -> None:
    """Whom the phase waits for."""
    phase = phase_of(s)
    if phase in TURN_PHASES:
        if s.waiting != 1 << s.turn:
            out.append(f"waiting: in this phase the game waits for the seat on turn ({s.turn + 1}) and no other")
        return
    if s.waiting and s.tasks:
        out.append("waiting: while choices take effect the game waits for nobody else")
    for seat, p in enumerate(s.players):
        path = f"waiting: seat {seat + 1}"
        waiting = s.waiting >> seat & 1
        if phase == "evening":
            if is_free_upgrade(s):
                asked = p.upgraded != ALL_UPGRADED
            else:
                asked = len(choices_of(s)) > 0
            if waiting and not asked:
                out.append(f"{path} has nothing to choose in round {s.round}")
            elif s.waiting and asked and not waiting and p.choice == NO_CHOICE:
                out.append(f"{path} has not chosen yet, so the game waits for it")
        elif phase == "arrival":
            if waiting and p.counter_guests == 0:
                out.append(f"{path} has no counter guest, so it is not asked whether its guests stay")
        elif phase == "juggling":
            able = p.entertainers[JUGGLER] == KEEPS and p.juggled == 0 and p.schnapps >= cost(s, JUGGLER, KEEPS)
            if waiting and not (able and (any(p.drawn) or any(p.seated))):
                out.append(f"{path} has no juggler to pay, or no card to keep")
        elif phase != "planning" and waiting:
            out.append(f'{path} has nothing to decide in the phase "{phase}"')
