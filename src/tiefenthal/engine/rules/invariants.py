"""What must be true of every state at rest: nothing is created or lost, and its parts agree with each other.

`problems` lists what is wrong, each with the part of a position document (docs/position.md) that it is about. The
engine never asks; tests do after every move, and so does the code that reads positions from outside.
"""

from tiefenthal.engine.components.kinds import (
    BARD,
    BREWER,
    FIRST_REGULAR,
    GIVES_REPUTATION,
    JUGGLER,
    NO_CARD,
    NOBLE,
    RING_SIGNATURE,
    RING_TOAST,
    bonus_what,
)
from tiefenthal.engine.rules import flow
from tiefenthal.engine.rules.evening import ALL_UPGRADED, choices_of, is_free_upgrade
from tiefenthal.engine.rules.faults import Fault, fault
from tiefenthal.engine.rules.invariants_seat import (
    MOST_STEPS,
    check_cards_of,
    check_dice_of,
    check_kinds,
    check_lists_of,
    check_reputation_of,
    check_round_of,
    check_spaces_of,
    check_stores_of,
)
from tiefenthal.engine.rules.market import CHEAPEST_GUEST
from tiefenthal.engine.rules.modules.reputation import GAVE_NOTHING
from tiefenthal.engine.rules.modules.schnapps import KEEPS, cost
from tiefenthal.engine.rules.phases import (
    ARRIVAL,
    CLOSING,
    DRAFT,
    EVENING,
    JUGGLING,
    PLANNING,
    SERVING,
    SETTING_UP,
    START_CARDS,
    TURN_PHASES,
    phase_of,
)
from tiefenthal.engine.rules.setup import OPEN_GUESTS
from tiefenthal.engine.rules.state import NO_CHOICE, State


def problems(s: State) -> list[Fault]:
    """Everything that is wrong with a state; an empty list for every state that play can reach."""
    out: list[Fault] = []
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


def _check_table(s: State, out: list[Fault]) -> None:
    """Where the game stands, and lists of the right length."""
    ed = s.setup.edition
    count = len(s.players)
    if count != s.setup.players:
        out.append(fault("seats", "seat-count", count=count, players=s.setup.players))
    if not 0 <= s.step < len(s.setup.flow.steps):
        out.append(fault("phase", "no-phase"))
        return
    phase = phase_of(s)
    if phase in SETTING_UP:
        if s.round != 0:
            out.append(fault("round", "round-zero", phase=phase))
    elif not 1 <= s.round <= ed.rounds:
        out.append(fault("round", "round-range", most=ed.rounds))
    if s.over != (phase == CLOSING and s.round == ed.rounds):
        out.append(fault("over", "over", round=ed.rounds, phase=phase))
    if not 0 <= s.start_player < count:
        out.append(fault("start_player", "seat-range", most=count))
    elif not 0 <= s.turn < count:
        out.append(fault("turn", "seat-range", most=count))
    elif phase not in TURN_PHASES and s.turn != s.start_player:
        out.append(fault("turn", "turn-start"))
    if not 0 <= s.waiting < 1 << count:
        out.append(fault("waiting", "seats-range", most=count))
    if len(s.piles) != 7 or s.piles[0] != 0 or min(s.piles) < 0:
        out.append(fault("supply", "staff-numbers"))
    if min(s.nobles, s.schnapps, s.signatures, s.counter_guests) < 0:
        out.append(fault("supply", "below-zero"))
    if not 0 <= s.signed < 64:
        out.append(fault("guests.signed", "signed-places"))
    if s.start_cards and (min(s.start_cards) < 1 or max(s.start_cards) >= len(ed.start_cards)):
        out.append(fault("start_cards", "start-numbers", most=len(ed.start_cards) - 1))
    elif sorted(set(s.start_cards)) != s.start_cards:
        out.append(fault("start_cards", "start-once"))
    elif s.start_cards and (s.setup.modules < 4 or len(s.start_cards) != ed.start_cards_revealed):
        out.append(fault("start_cards", "start-count", count=ed.start_cards_revealed))
    elif phase == START_CARDS and not s.start_cards:
        out.append(fault("start_cards", "start-missing"))
    check_kinds("guests.pile", s.pile, FIRST_REGULAR, ed.card_count, out)
    check_kinds("guests.deck", s.guest_deck, FIRST_REGULAR, ed.card_count, out)
    check_kinds("guests.row", [card for card in s.row if card != NO_CARD], FIRST_REGULAR, ed.card_count, out)
    check_kinds("removed", s.removed, FIRST_REGULAR, ed.card_count, out)
    for seat in range(count):
        check_lists_of(s, seat, out)


# --- the table


def _check_draft(s: State, out: list[Fault]) -> None:
    """Everyone before the seat on turn has taken one die more, and coasters and hands make up the white dice (D-2)."""
    if phase_of(s) != DRAFT:
        return
    total = s.setup.edition.white_dice
    now = s.players[s.turn]
    taken = len(now.faces) - now.coloured
    if taken >= total:
        out.append(fault(f"seats[{s.turn + 1}].white_dice", "draft-done", count=taken))
        return
    count = len(s.players)
    for i in range(count):
        seat = (s.start_player + i) % count
        p = s.players[seat]
        due = taken + 1 if i < (s.turn - s.start_player) % count else taken
        has = len(p.faces) - p.coloured
        if has != due:
            out.append(fault(f"seats[{seat + 1}].white_dice", "draft-due", count=has, due=due))
        elif len(p.coaster) != total - due:
            out.append(fault(f"seats[{seat + 1}].coaster", "coaster-count", count=len(p.coaster), due=total - due))


def _check_guests(s: State, out: list[Fault]) -> None:
    """Pile, deck, row and signatures (S-3, F-12, M5-1)."""
    ed = s.setup.edition
    for card in s.pile:
        if ed.beer[card] != CHEAPEST_GUEST:
            out.append(fault("guests.pile", "not-cheap", card=ed.card_names[card], price=CHEAPEST_GUEST))
            break
    for path, cards in (("guests.deck", s.guest_deck), ("guests.row", s.row)):
        for card in cards:
            if card != NO_CARD and (card < ed.first_guest or ed.beer[card] == CHEAPEST_GUEST):
                out.append(fault(path, "not-there", card=ed.card_names[card]))
                break
    places = OPEN_GUESTS if s.pile else OPEN_GUESTS + 1
    if len(s.row) != places:
        if s.pile:
            out.append(fault("guests.row", "row-with-pile", places=places, count=len(s.row)))
        else:
            out.append(fault("guests.row", "row-without-pile", places=places, count=len(s.row)))
    if NO_CARD in s.row and s.guest_deck:
        out.append(fault("guests.row", "row-gap"))
    if s.signed and s.setup.modules < 5:
        out.append(fault("guests.signed", "signed-module"))
    for place in range(6):
        if s.signed >> place & 1:
            there = s.pile if place == 0 else s.row[place - 1 : place]
            if not there or there[-1] == NO_CARD:
                nobody = fault("guests.signed", "signed-row", place=place)
                out.append(nobody if place else fault("guests.signed", "signed-pile"))


def _check_cards(s: State, out: list[Fault]) -> None:
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
                    fault(
                        f"seats[{seat + 1}].deck",
                        "own-regulars",
                        count=own[kind],
                        card=name,
                        total=ed.regulars.count(kind),
                    )
                )
    for kind in range(1, ed.card_count):
        total = card_total(s, kind)
        if found[kind] != total:
            out.append(fault("cards", "card-total", count=found[kind], card=ed.card_names[kind], total=total))


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


def _check_tokens(s: State, out: list[Fault]) -> None:
    """Schnapps, signatures and counter guests (M2-2, M5-1, A-2)."""
    ed = s.setup.edition
    schnapps = s.schnapps + sum([p.schnapps for p in s.players])
    total = ed.schnapps if s.setup.modules >= 2 else 0
    if schnapps != total:
        out.append(fault("supply.schnapps", "schnapps-total", count=schnapps, total=total))
    signatures = s.signatures + sum([sum(p.book) for p in s.players])
    for place in range(6):
        signatures += s.signed >> place & 1
    for effect, _, _ in s.tasks:
        if effect == flow.SIGNATURE:
            signatures += 1
    total = ed.signatures if s.setup.modules >= 5 else 0
    if signatures != total:
        out.append(fault("supply.signatures", "signature-total", count=signatures, total=total))
    held = sum([p.counter_guests for p in s.players])
    total = ed.counter_guests * s.setup.players
    if s.counter_guests + held > total:  # used ones leave the game
        out.append(fault("supply.counter_guests", "counter-total", count=s.counter_guests, held=held, total=total))


# --- who decides


def _check_tasks(s: State, out: list[Fault]) -> None:
    """What lies on the stack fits the phase, and can be resolved."""
    phase = phase_of(s)
    if s.tasks and phase not in (START_CARDS, EVENING, SERVING):
        out.append(fault("pending", "pending-phase", phase=phase))
        return
    choosing = 0
    for i, (effect, seat, _) in enumerate(s.tasks):
        path = f"pending[{len(s.tasks) - i}]"
        if not 0 <= effect < flow.EFFECT_COUNT or not 0 <= seat < len(s.players):
            out.append(fault(path, "pending-unknown"))
            return
        if phase != EVENING and seat != s.turn:
            out.append(fault(path, "pending-turn"))
        wrong = _why_not_pending(s, phase, i, path)
        if wrong is not None:
            out.append(wrong)
        if effect == flow.TAKE_CHOICE:
            if s.players[seat].choice == NO_CHOICE or choosing >> seat & 1:
                out.append(fault(path, "pending-no-choice"))
            choosing |= 1 << seat
    if s.tasks and phase == START_CARDS and s.tasks[0][0] != flow.DECK_SHUFFLE:
        out.append(fault("pending", "pending-shuffle"))
    if phase == EVENING and s.waiting == 0:
        for seat, p in enumerate(s.players):
            if p.choice != NO_CHOICE and not choosing >> seat & 1:
                out.append(fault(f"seats[{seat + 1}].choice", "pending-choice"))


def _why_not_pending(s: State, phase: str, i: int, path: str) -> Fault | None:
    """Why a task cannot lie at place i of the stack; None if it can."""
    effect, seat, arg = s.tasks[i]
    p = s.players[seat]
    modules = s.setup.modules
    if s.setup.flow.effects[effect].question and i < len(s.tasks) - 1:
        return fault(path, "pending-question")
    if effect in (flow.START_ITEM, flow.DISMISS_REGULARS, flow.DECK_SHUFFLE) and phase != START_CARDS:
        return fault(path, "pending-start")
    if effect in (flow.CREDIT_BARBACKS, flow.FINISH_SERVING) and (phase != SERVING or i > 0):
        return fault(path, "pending-serving")
    if effect == flow.DECK_SHUFFLE and i > 0:
        return fault(path, "pending-deck")
    if effect == flow.TAKE_CHOICE and phase != EVENING:
        return fault(path, "pending-evening")
    if effect in (flow.REPUTATION_STEPS, flow.TOAST) and modules < 3:
        return fault(path, "no-reputation")
    if effect in (flow.SIGNATURE, flow.CHOOSE_COLUMN, flow.ROW_NOBLE) and modules < 5:
        return fault(path, "no-book")
    if effect in (flow.MONASTERY_STEPS, flow.REPUTATION_STEPS, flow.DISMISS_REGULARS):
        return None if 1 <= arg <= MOST_STEPS else fault(path, "pending-number", most=MOST_STEPS)
    if effect == flow.SIGNATURE:
        return None if 0 <= arg < len(p.book) else fault(path, "pending-column", most=len(p.book))
    if effect == flow.ROW_NOBLE:
        rows = len(s.setup.edition.book)
        return None if 0 <= arg < rows and min(p.book) > arg else fault(path, "pending-row")
    if effect in (flow.BONUS, flow.START_ITEM):
        if bonus_what(arg) == GIVES_REPUTATION and modules < 3:
            return fault(path, "no-reputation")
        return None if arg > 0 else fault(path, "pending-nothing")
    if effect in (flow.TOAST, flow.CHOOSE_COLUMN):
        space = RING_TOAST if effect == flow.TOAST else RING_SIGNATURE
        if bonus_what(s.setup.ring[p.reputation]) != space:
            return fault(path, "pending-space")
        if not p.steps or p.steps[-1] >> 5 != GAVE_NOTHING:
            return fault(path, "pending-step")
    return None if arg == 0 else fault(path, "pending-plain")


def _check_waiting(s: State, out: list[Fault]) -> None:
    """Whom the phase waits for."""
    phase = phase_of(s)
    if phase in TURN_PHASES:
        if s.waiting != 1 << s.turn:
            out.append(fault("waiting", "wait-turn", seat=s.turn + 1))
        return
    if s.waiting and s.tasks:
        out.append(fault("waiting", "wait-choices"))
    for seat, p in enumerate(s.players):
        waiting = s.waiting >> seat & 1
        if phase == EVENING:
            if is_free_upgrade(s):
                asked = p.upgraded != ALL_UPGRADED
            else:
                asked = len(choices_of(s)) > 0
            if waiting and not asked:
                out.append(fault("waiting", "wait-nothing", seat=seat + 1, round=s.round))
            elif s.waiting and asked and not waiting and p.choice == NO_CHOICE:
                out.append(fault("waiting", "wait-chosen", seat=seat + 1))
        elif phase == ARRIVAL:
            if waiting and p.counter_guests == 0:
                out.append(fault("waiting", "wait-arrival", seat=seat + 1))
        elif phase == JUGGLING:
            able = p.entertainers[JUGGLER] == KEEPS and p.juggled == 0 and p.schnapps >= cost(s, JUGGLER, KEEPS)
            if waiting and not (able and (any(p.drawn) or any(p.seated))):
                out.append(fault("waiting", "wait-juggler", seat=seat + 1))
        elif phase != PLANNING and waiting:
            out.append(fault("waiting", "wait-phase", seat=seat + 1, phase=phase))
