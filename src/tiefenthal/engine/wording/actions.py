"""What can be done and what has been decided, in the words of a language."""

from collections.abc import Callable
from typing import Final

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES, NO_CARD
from tiefenthal.engine.record.action_data import ActionData, action_data
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.spaces import FIRST_TABLE, MANY_DICE, SPACE_NAMES
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.bonuses import start_card_words
from tiefenthal.engine.wording.forms import PLAINLY, done_form, offered_form
from tiefenthal.engine.wording.names import (
    capital,
    entertainer_heading,
    entertainer_text,
    the_area,
    the_counted,
    the_described,
    the_space,
)
from tiefenthal.i18n import Catalogue, Value, catalogue

_MANY: Final = frozenset(name for space, name in enumerate(SPACE_NAMES) if MANY_DICE >> space & 1)
"""Spaces with room for several dice: one of them is told by its face."""


def action_words(s: State, seat: int, action: Action, words: Catalogue | None = None) -> str:
    """An action as on a button, in English unless told otherwise: "Buy a server for 4 thalers". Ask before it is
    done."""
    words = words or catalogue()
    data = action_data(s, seat, action)
    key = f"act.{offered_form(s, seat, data)}"
    return capital(words.say(key, **values_of(words, s.setup.edition, key, data)))


def decision_words(s: State, seat: int, action: Action, words: Catalogue, who: str) -> str:
    """A decision as a sentence about who made it; "" is the reader: "You bought a server for 4 thalers." Ask
    before it is done."""
    key, data = _decided(s, seat, action)
    return told(words, key, who, values_of(words, s.setup.edition, key, data))


def deed_words(s: State, seat: int, action: Action) -> str:
    """A decision in English, to be put after a name: "bought a server for 4 thalers". Ask before it is done."""
    key, data = _decided(s, seat, action)
    return after_name(key, values_of(catalogue(), s.setup.edition, key, data))


def after_name(key: str, values: dict[str, Value]) -> str:
    """An English sentence about somebody without the name it begins with, and without its full stop."""
    return catalogue().say(key, who="", **values).strip().removesuffix(".")


def _decided(s: State, seat: int, action: Action) -> tuple[str, ActionData]:
    data = action_data(s, seat, action)
    form = done_form(data)
    return f"log.{PLAINLY.get(form, form)}", data


def told(words: Catalogue, key: str, who: str, values: dict[str, Value]) -> str:
    """A sentence about somebody, or addressed to the reader."""
    return words.say(key, who=who, **values) if who else words.say(f"you.{key}", **values)


def values_of(words: Catalogue, ed: Edition, key: str, data: ActionData) -> dict[str, Value]:
    """What is filled into a sentence about an action: its fields, in the words of the language."""
    return {name: _VALUES[name](words, ed, data) for name in words.names_in(key) if name in _VALUES}


def who_sits(words: Catalogue, s: State, seat: int, table: int) -> str:
    """Who sits at a table, within a sentence; the table itself where nobody does."""
    seated = s.players[seat].seated
    card = seated[table] if 0 <= table < len(seated) else NO_CARD
    if card == NO_CARD:
        return the_space(words, SPACE_NAMES[FIRST_TABLE + table])
    return the_described(words, s.setup.edition, card)


def _card(words: Catalogue, ed: Edition, data: ActionData) -> str:
    """The card, or who sits at the table; the table itself where nobody does."""
    if data.card is None:
        return the_space(words, data.space or "")
    return the_described(words, ed, ed.card_names.index(data.card))


def _cards(words: Catalogue, ed: Edition, data: ActionData) -> str:
    """So many of the card, or of the one that the special offer of the area takes back."""
    card = data.card or ed.card_names[ed.area_card[AREA_NAMES.index(data.area or "")]]
    return the_counted(words, card, data.count or 0)


def _die(words: Catalogue, at: str | None, face: int | None) -> str:
    """A die where it stands."""
    return the_space(words, f"{at}:{face}" if at in _MANY else at or "")


def _price(words: Catalogue, ed: Edition, data: ActionData) -> str:
    what, n = data.cost or ("thalers", 0)
    return words.say(f"n.{what}", n=n)


def _does(words: Catalogue, ed: Edition, data: ActionData) -> str:
    return entertainer_text(words, ed, ENTERTAINER_NAMES.index(data.entertainer or ""), data.side or 1)


_VALUES: Final[dict[str, Callable[[Catalogue, Edition, ActionData], Value]]] = {
    "face": lambda words, ed, data: data.face or 0,
    "to": lambda words, ed, data: data.to or 0,
    "number": lambda words, ed, data: data.number or 0,
    "side": lambda words, ed, data: data.side or 1,
    "column": lambda words, ed, data: BOOK_COLUMNS[(data.column or 1) - 1],
    "at": lambda words, ed, data: _die(words, data.at, data.face),
    "other": lambda words, ed, data: _die(words, data.space, data.other),
    "space": lambda words, ed, data: the_space(words, data.space or ""),
    "area": lambda words, ed, data: the_area(words, data.area or ""),
    "card": _card,
    "cards": _cards,
    "price": _price,
    "items": lambda words, ed, data: start_card_words(words, ed, data.number or 1),
    "name": lambda words, ed, data: entertainer_heading(words, data.entertainer or ""),
    "the_entertainer": lambda words, ed, data: words.say(f"entertainer.{data.entertainer}.obj"),
    "does": _does,
}
"""By the name in the sentences. The browser has the same in `core/words.js`."""
