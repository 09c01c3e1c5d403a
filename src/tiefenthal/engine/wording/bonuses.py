"""What spaces, cards and tracks give, in the words of a language."""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    ENTERTAINER_NAMES,
    GIVES_AREA,
    GIVES_BEER,
    GIVES_CARD,
    GIVES_COUNTER_GUEST,
    GIVES_DIE,
    GIVES_DISMISSAL,
    GIVES_ENTERTAINER,
    GIVES_FREE_UPGRADE,
    GIVES_GUEST,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    TAVERN_NAMES,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.wording.names import (
    area_heading,
    capital,
    card_heading,
    entertainer_heading,
    joined,
    the_area,
    the_card,
)
from tiefenthal.i18n import Catalogue

WHAT: Final = {
    GIVES_CARD: "card", GIVES_THALERS: "thalers", GIVES_MONASTERY: "monastery", GIVES_SERVICE_DENIED: "service-denied",
    GIVES_NOBLE: "noble", GIVES_SCHNAPPS: "schnapps", GIVES_REPUTATION: "reputation",
    GIVES_COUNTER_GUEST: "counter-guest", GIVES_GUEST: "guest", GIVES_DIE: "die", GIVES_FREE_UPGRADE: "free-upgrade",
    GIVES_ENTERTAINER: "entertainer", GIVES_AREA: "area", GIVES_DISMISSAL: "dismissal", GIVES_BEER: "beer",
    RING_POINTS: "points", RING_TOAST: "toast", RING_CROWN: "crown", RING_SIGNATURE: "signature",
}  # fmt: skip
"""The name of everything a bonus can be, for sentences and for clients."""
_NAMED: Final = {GIVES_CARD: TAVERN_NAMES, GIVES_ENTERTAINER: ENTERTAINER_NAMES, GIVES_AREA: AREA_NAMES}


def bonus_parts(code: int) -> tuple[str, int, str]:
    """A packed bonus: what it is, how many, and the name of the card, area or entertainer, or ""."""
    what, amount = bonus_what(code), bonus_amount(code)
    names = _NAMED.get(what)
    return WHAT.get(what, ""), 1 if names else amount, names[amount] if names else ""


def bonus_words(words: Catalogue, code: int) -> str:
    """A bonus within a sentence: "a server", "2 thalers", "nothing"."""
    what, n, name = bonus_parts(code)
    if what == "card":
        return the_card(words, name)
    if what == "area":
        return words.say("bonus.area", area=the_area(words, name))
    if what == "entertainer":
        return words.say("bonus.entertainer", entertainer=entertainer_heading(words, name))
    return words.say(f"bonus.{what or 'nothing'}", n=n)


def bonus_heading(words: Catalogue, code: int) -> str:
    """The same on its own: a language with cases needs the nominative there."""
    what, n, name = bonus_parts(code)
    if what == "card":
        return card_heading(words, name)
    if what == "area":
        return words.say("bonus.area", area=area_heading(words, name))
    if what == "entertainer":
        return entertainer_heading(words, name)
    key = f"bonus.{what}.name"
    return capital(words.say(key, n=n) if words.has(key) else bonus_words(words, code))


def start_card_words(words: Catalogue, ed: Edition, number: int) -> str:
    """What a start card shows."""
    return joined(words, [bonus_heading(words, item) for item in ed.start_cards[number]])


def gain_words(words: Catalogue, thalers: int, beer: int) -> str:
    """ "2 thalers and 1 beer"."""
    parts = [words.say("n.thalers", n=thalers)] if thalers else []
    parts += [words.say("n.beer", n=beer)] if beer else []
    return joined(words, parts) if parts else words.say("bonus.nothing")
