"""What happened, in English: the events of the engine as parts of a sentence, to be put after a player's name."""

from collections.abc import Callable
from typing import Final

from tiefenthal.components.boards import BOOK_COLUMNS
from tiefenthal.components.kinds import NOBLE
from tiefenthal.components.words import bonus_words
from tiefenthal.rules.state import Event, Setup
from tiefenthal.wording.words import area_name, card_name, card_words, counted, listed, side_words, start_card_words

Words = Callable[[Setup, list[Event]], str]


def grouped(events: list[Event]) -> list[tuple[str, list[Event]]]:
    """Neighbouring events of the same kind and seat together."""
    groups: list[tuple[str, list[Event]]] = []
    for event in events:
        if groups and groups[-1][0] == event[0] and groups[-1][1][0][1] == event[1]:
            groups[-1][1].append(event)
        else:
            groups.append((event[0], [event]))
    return groups


def event_words(setup: Setup, what: str, group: list[Event]) -> str:
    """One or several neighbouring events of a kind and a seat, as a part of a sentence. They depend on the events and
    on what was agreed before the game, never on its state."""
    return _WORDS[what](setup, group)


def _total(group: list[Event]) -> int:
    return sum(event[2] for event in group)


def _gained(setup: Setup, group: list[Event]) -> str:
    cards = [event[2] for event in group]
    if set(cards) == {NOBLE}:
        return f"{counted(len(cards), 'noble')} on the deck"
    return f"{', '.join(card_name(setup.edition, card) for card in cards)} on the deck"


def _monastery(setup: Setup, group: list[Event]) -> str:
    space = group[-1][2]
    bonus = setup.edition.monastery[space]
    return f"monastery to {space}" + (f" ({bonus_words(bonus)})" if bonus else "")


def _reputation(setup: Setup, group: list[Event]) -> str:
    space = group[-1][2]
    return f"reputation to space {space} ({bonus_words(setup.ring[space])})"


def _signed(setup: Setup, group: list[Event]) -> str:
    return "signature in column " + ", ".join(f"{BOOK_COLUMNS[event[2]]} (row {event[3] + 1})" for event in group)


def _removed(setup: Setup, group: list[Event]) -> str:
    return ", ".join(f"the {card_words(setup.edition, event[2])} leaves the game" for event in group)


def _start_card(setup: Setup, group: list[Event]) -> str:
    return ", ".join(f"start card {event[2]} ({start_card_words(setup.edition, event[2])})" for event in group)


def _round(setup: Setup, group: list[Event]) -> str:
    number = group[-1][2]
    options = " or ".join(bonus_words(option) for option in setup.round_track[number])
    return f"round {number} of {setup.edition.rounds}, which brings: {options}"


def _stores(what: str) -> Words:
    return lambda setup, group: f"{counted(group[0][2], 'thaler')} and {group[0][3]} beer {what}"


def _plain(words: str) -> Words:
    return lambda setup, group: words


_WORDS: Final[dict[str, Words]] = {
    "round": _round,
    "closed": lambda setup, group: f"closing time of round {group[-1][2]}",
    "start card": _start_card,
    "dismissed": _removed,
    "counter guest": _plain("a counter guest"),
    "entertainer": lambda setup, group: f"an entertainer ({side_words(setup.edition, group[0][2], group[0][3])})",
    "drew": lambda setup, group: f"in come: {listed([card_words(setup.edition, event[2]) for event in group])}",
    "reshuffled": _plain("the discard pile is shuffled into a new deck"),
    "sent home": _plain("everyone is sent home"),
    "rolled": lambda setup, group: f"rolls {' '.join(str(event[2]) for event in group)} in their own colour",
    "took": lambda setup, group: f"takes a {group[0][2]}",
    "serving": _plain("serves the guests"),
    "served": _stores("kept"),
    "lost": _stores("lost"),
    "thalers": lambda setup, group: f"+{counted(_total(group), 'thaler')}",
    "beer": lambda setup, group: f"+{counted(_total(group), 'beer')}",
    "schnapps": lambda setup, group: f"+{counted(_total(group), 'schnapps')}",
    "paid schnapps": lambda setup, group: f"-{counted(_total(group), 'schnapps')}",
    "no schnapps left": _plain("no schnapps left"),
    "gained": _gained,
    "pile empty": lambda setup, group: f"no {card_name(setup.edition, group[0][2])} left",
    "returned": lambda setup, group: f"{counted(group[0][3], card_name(setup.edition, group[0][2]))} returned",
    "upgraded": lambda setup, group: f"{', '.join(area_name(event[2]) for event in group)} upgraded",
    "removed": _removed,
    "monastery": _monastery,
    "reputation": _reputation,
    "reputation back": lambda setup, group: f"reputation back to space {group[-1][2]}",
    "signed": _signed,
}
EVENT_KINDS: Final = tuple(_WORDS)
"""Every kind of event that the rules report."""
