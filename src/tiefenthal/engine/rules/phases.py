"""The phases of the game by their names, and which of them a state is in.

A phase is a step of the sequence of play (`flow.Step.name`). The letters of the rulebook's chapters are for people:
two steps may share one.
"""

from typing import Final

from tiefenthal.engine.rules.state import State

STARTING_DECKS: Final = "starting decks"
START_CARDS: Final = "start cards"
EVENING: Final = "evening"
ARRIVAL: Final = "arrival"
SERVERS: Final = "servers"
DRAFT: Final = "draft"
PLANNING: Final = "planning"
SERVING: Final = "serving"
JUGGLING: Final = "juggling"
CLOSING: Final = "closing"

SETTING_UP: Final = (STARTING_DECKS, START_CARDS)
TURN_PHASES: Final = (START_CARDS, DRAFT, SERVING)
"""Phases played in turn order: the seat on turn is the one waited for."""
TAVERN_PHASES: Final = (ARRIVAL, SERVERS, DRAFT, PLANNING, SERVING, JUGGLING)
"""Phases in which the guests of the evening are there."""
CLOSING_TIME: Final = (JUGGLING, CLOSING)


def phase_of(s: State) -> str:
    """The name of the phase."""
    return s.setup.flow.steps[s.step].name
