"""What a player sees on the table as offered and cannot have now, with the rule and the reason.

Only what really lies there is named: cards, areas, guests, dice and tables one can point at. What is possible is in the
legal actions; `pointed_at` lists both, so each of these actions is in exactly one of the two lists.
"""

from typing import Final

from tiefenthal.components.kinds import AREA_COUNT, BARD, FIRE, JUGGLER, MONEY, NO_CARD, TAVERN_KINDS
from tiefenthal.game import Game
from tiefenthal.rules import flow
from tiefenthal.rules.actions import (
    BARD_SONG,
    BUY_CARD,
    CHOICES,
    ENTERTAIN_AREA,
    ENTERTAIN_BEER,
    ENTERTAIN_TABLE,
    ENTERTAIN_THALERS,
    FLIP_AREA,
    FROM_PILE,
    PLACE_DIE,
    RECRUIT_GUEST,
    RECRUIT_NOBLES,
    REMOVE_FROM,
    SEND_COUNTER_GUEST,
    SIGN_COLUMN,
    TAKE_SCHNAPPS,
    TURN_DIE,
    UPGRADE_AREA,
    Action,
)
from tiefenthal.rules.evening import added_space, choice_for, choices_of, is_free_upgrade
from tiefenthal.rules.market import returnable
from tiefenthal.rules.modules.schnapps import SIDE_1, SIDE_2
from tiefenthal.rules.play import acting, legal_actions, why_not
from tiefenthal.rules.refusal import Refusal
from tiefenthal.rules.spaces import FIRST_TABLE, TRAY
from tiefenthal.rules.state import Player, State
from tiefenthal.view import View

SCHNAPPS_MODULE: Final = 2
BARDS_MODULE: Final = 3


def barred(table: View | Game, seat: int) -> list[tuple[Action, Refusal]]:
    """What the seat sees as offered but cannot do now, and why. Nothing for a seat the game is not waiting for."""
    return barred_in(table.state, seat, legal_actions(table.state, seat))


def barred_in(s: State, seat: int, legal: list[Action]) -> list[tuple[Action, Refusal]]:
    """The same, for one who knows the legal actions already."""
    possible = set(legal)
    found: list[tuple[Action, Refusal]] = []
    for action in pointed_at(s, seat):
        if action not in possible:
            refusal = why_not(s, seat, action)
            if refusal is not None:
                found.append((action, refusal))
    return found


def pointed_at(s: State, seat: int) -> list[Action]:
    """Everything offered to the seat, possible or not, in a stable order."""
    if s.over or not acting(s) >> seat & 1:
        return []
    p = s.players[seat]
    if s.tasks:
        return _answers(p, s.tasks[-1][0])
    phase = s.setup.flow.steps[s.step].name
    if phase == "evening":
        return _choices(s)
    if phase == "planning":
        return _placings(p) + _turns(p)
    if phase == "serving":
        return _placings(p) + on_the_market(s, p) + _helpers(s, p)
    return []


def _answers(p: Player, question: int) -> list[Action]:
    """What a question could be answered with."""
    if question == flow.CHOOSE_COLUMN:
        return SIGN_COLUMN[:]
    removals = [REMOVE_FROM[table] for table, card in enumerate(p.seated) if card != NO_CARD]
    if question == flow.SERVICE_DENIED:
        return removals
    if question == flow.TOAST:
        return [TAKE_SCHNAPPS, *removals]
    return []


def _choices(s: State) -> list[Action]:
    """What the space of the round track shows."""
    if is_free_upgrade(s):
        return FLIP_AREA[:]
    if added_space(s) is not None:
        return [CHOICES[choice - 1] for choice in choices_of(s)]
    return [CHOICES[choice_for(option) - 1] for option in s.setup.round_track[s.round]]


def _placings(p: Player) -> list[Action]:
    """Every unplaced face on every space of the own tavern."""
    spaces = FIRST_TABLE + len(p.seated)
    placings: list[Action] = []
    for face in _unplaced(p):
        placings += PLACE_DIE[face - 1][:spaces]
    return placings


def _turns(p: Player) -> list[Action]:
    """What the juggler could turn, where one is that does it while planning."""
    if p.entertainers[JUGGLER] != SIDE_2:
        return []
    return [TURN_DIE[face - 1][to - 1] for face in _unplaced(p) for to in range(1, 7) if to != face]


def _unplaced(p: Player) -> list[int]:
    return sorted({face for face, place in zip(p.faces, p.places) if place == TRAY})


def on_the_market(s: State, p: Player) -> list[Action]:
    """Cards, upgrades, guests and nobles."""
    offered: list[Action] = []
    for kind in TAVERN_KINDS:
        if kind != BARD or s.setup.modules >= BARDS_MODULE:
            offered.append(BUY_CARD[kind - 1])
    for area in range(AREA_COUNT):
        most = 0 if p.upgraded >> area & 1 else returnable(s, p, area)
        offered += UPGRADE_AREA[area][: most + 1]
    if s.pile:
        offered.append(RECRUIT_GUEST[FROM_PILE])
    for place, guest in enumerate(s.row, start=1):
        if guest != NO_CARD:
            offered.append(RECRUIT_GUEST[place])
    return offered + RECRUIT_NOBLES[: len(s.setup.edition.noble_price) - 1]


def _helpers(s: State, p: Player) -> list[Action]:
    """Counter guests, bards, and what the entertainers in the tavern do while guests are served."""
    offered = [SEND_COUNTER_GUEST]
    if s.setup.modules >= BARDS_MODULE:
        offered.append(BARD_SONG)
    if s.setup.modules < SCHNAPPS_MODULE:
        return offered
    if p.entertainers[MONEY]:
        offered.append(ENTERTAIN_THALERS if p.entertainers[MONEY] == SIDE_1 else ENTERTAIN_BEER)
    if p.entertainers[FIRE] == SIDE_1:
        offered += ENTERTAIN_AREA
    elif p.entertainers[FIRE] == SIDE_2:
        offered += [ENTERTAIN_TABLE[table] for table, card in enumerate(p.seated) if card != NO_CARD]
    return offered
