"""What happened, in the words of a language."""

from collections.abc import Callable
from typing import Final

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES, NOBLE
from tiefenthal.engine.rules.state import Event, Setup
from tiefenthal.engine.wording.actions import told
from tiefenthal.engine.wording.bonuses import bonus_words, gain_words
from tiefenthal.engine.wording.names import entertainer_text, the_area, the_counted, the_described
from tiefenthal.i18n import Catalogue, Value, catalogue

Values = Callable[[Catalogue, Setup, Event], dict[str, Value]]


def grouped(events: list[Event]) -> list[tuple[str, list[Event]]]:
    """Neighbouring events of the same kind and seat together."""
    groups: list[tuple[str, list[Event]]] = []
    for event in events:
        if groups and groups[-1][0] == event[0] and groups[-1][1][0][1] == event[1]:
            groups[-1][1].append(event)
        else:
            groups.append((event[0], [event]))
    return groups


def event_name(what: str) -> str:
    """A kind of event as clients and sentences name it: "start-card"."""
    return what.replace(" ", "-")


def event_note(setup: Setup, event: Event, words: Catalogue | None = None) -> str:
    """An event in a few words, to be put below or after who it is about, in English unless told otherwise: "+2
    thalers"."""
    words = words or catalogue()
    return words.say(f"note.{event_name(event[0])}", **_VALUES[event[0]](words, setup, event))


def event_words(words: Catalogue, setup: Setup, event: Event, who: str) -> str:
    """An event as a sentence about somebody; "" is the reader."""
    return told(words, f"happened.{event_name(event[0])}", who, _VALUES[event[0]](words, setup, event))


def notes_of(words: Catalogue, setup: Setup, what: str, group: list[Event]) -> str:
    """Several neighbouring events of a kind and a seat, told as one. They depend on the events and on what was agreed
    before the game, never on its state."""
    _, seat, first, second = group[-1]
    if what in _SUMS:
        return event_note(setup, (what, seat, sum(event[2] for event in group), second), words)
    if what == "gained" and {event[2] for event in group} == {NOBLE}:
        return words.say("note.gained", card=the_counted(words, "noble", len(group)))
    if what in ("monastery", "reputation"):
        note = event_note(setup, group[-1], words)
        bonus = setup.edition.monastery[first] if what == "monastery" else setup.ring[first]
        return f"{note} ({bonus_words(words, bonus)})" if bonus else note
    if what == "reputation back":
        return event_note(setup, group[-1], words)
    return ", ".join(event_note(setup, event, words) for event in group)


def _card(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {"card": the_described(words, setup.edition, event[2])}


def _number(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {"number": event[2]}


def _face(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {"face": event[2]}


def _stores(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {"gain": gain_words(words, event[2], event[3])}


def _counted(what: str) -> Values:
    return lambda words, setup, event: {what: words.say(f"n.{what}", n=event[2])}


def _nothing(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {}


def _entertainer(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    name = words.say(f"entertainer.{ENTERTAINER_NAMES[event[2]]}.obj")
    return {"entertainer": name, "does": entertainer_text(words, setup.edition, event[2], event[3])}


def _returned(words: Catalogue, setup: Setup, event: Event) -> dict[str, Value]:
    return {"cards": the_counted(words, setup.edition.card_names[event[2]], event[3])}


_SUMS: Final = ("thalers", "beer", "schnapps", "paid schnapps")
_VALUES: Final[dict[str, Values]] = {
    "round": _number,
    "closed": _number,
    "start card": _number,
    "dismissed": _card,
    "counter guest": _nothing,
    "entertainer": _entertainer,
    "drew": _card,
    "reshuffled": _nothing,
    "sent home": _nothing,
    "rolled": _face,
    "took": _face,
    "serving": _nothing,
    "served": _stores,
    "lost": _stores,
    "thalers": _counted("thalers"),
    "beer": _counted("beer"),
    "schnapps": _counted("schnapps"),
    "paid schnapps": _counted("schnapps"),
    "no schnapps left": _nothing,
    "gained": _card,
    "pile empty": _card,
    "returned": _returned,
    "upgraded": lambda words, setup, event: {"area": the_area(words, AREA_NAMES[event[2]])},
    "removed": _card,
    "monastery": _number,
    "reputation": _number,
    "reputation back": _number,
    "signed": lambda words, setup, event: {"column": BOOK_COLUMNS[event[2]], "row": event[3] + 1},
}
EVENT_KINDS: Final = tuple(_VALUES)
"""Every kind of event that the rules report."""
