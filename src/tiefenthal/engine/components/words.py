"""The words in which an edition file says what a space or a card gives, and the packed numbers they stand for.

Every reader here returns the packed bonus, or -1 for words it does not know. What is allowed where is not decided here.
"""

from typing import Final

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
    NOTHING,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    TAVERN_KINDS,
    TAVERN_NAMES,
    bonus,
    bonus_amount,
    bonus_what,
)

UNKNOWN: Final = -1
NOTHING_WORD: Final = "nothing"
TOAST_WORDS: Final = "schnapps | service denied"

_DIGITS: Final = "123456789"

# Examples that a wrong word is compared with, to suggest the nearest.
BONUS_EXAMPLES: Final = (
    NOTHING_WORD,
    "bard",
    "barback",
    "dishwasher",
    "server",
    "table",
    "brewer",
    "noble",
    "service denied",
    "2 thalers",
    "2 monastery",
    "schnapps",
    "2 reputation",
)
TRACK_EXAMPLES: Final = (
    "counter guest",
    "free upgrade",
    "entertainer money",
    "entertainer fire",
    "entertainer juggler",
    "3-beer guest",
    "die",
    "bard",
    "barback",
    "dishwasher",
    "server",
    "table",
    "brewer",
)
RING_EXAMPLES: Final = ("1 point", "2 points", "schnapps", TOAST_WORDS, "signature", "crown")
START_EXAMPLES: Final = (
    "bard",
    "barback",
    "dishwasher",
    "server",
    "table",
    "brewer",
    "3 monastery steps",
    "remove 1 regular",
    "remove 2 regulars",
    "1 schnapps",
    "beer storage filled to 5",
    "tables upgraded",
    "server area upgraded",
    "cashbox upgraded",
    "monk upgraded",
    "dishwasher area upgraded",
    "safe upgraded",
    "barrel upgraded",
    "brewer area upgraded",
    "beer storage upgraded",
)


def _amount(word: str) -> int:
    """The number 1 to 9 written in `word`, or 0."""
    return int(word) if len(word) == 1 and word in _DIGITS else 0


def _tavern_card(words: str) -> int:
    for kind in TAVERN_KINDS:
        if TAVERN_NAMES[kind] == words:
            return bonus(GIVES_CARD, kind)
    return UNKNOWN


def _area(words: str) -> int:
    for area, name in enumerate(AREA_NAMES):
        spoken = name.replace("_", " ")
        if words == spoken or words == spoken + " area":
            return area
    return UNKNOWN


def read_bonus(words: str) -> int:
    """A bonus of a guest, a monastery space or the guest book."""
    if words == NOTHING_WORD:
        return NOTHING
    if words == "noble":
        return bonus(GIVES_NOBLE)
    if words == "service denied":
        return bonus(GIVES_SERVICE_DENIED)
    if words == "schnapps":
        return bonus(GIVES_SCHNAPPS)
    first, _, rest = words.partition(" ")
    amount = _amount(first)
    if amount == 0:
        return _tavern_card(words)
    if rest in ("thaler", "thalers"):
        return bonus(GIVES_THALERS, amount)
    if rest in ("monastery", "monastery step", "monastery steps"):
        return bonus(GIVES_MONASTERY, amount)
    if rest == "schnapps":
        return bonus(GIVES_SCHNAPPS, amount)
    if rest == "reputation":
        return bonus(GIVES_REPUTATION, amount)
    return UNKNOWN


def read_track_option(words: str) -> int:
    """One option of a space of the round track."""
    if words == "counter guest":
        return bonus(GIVES_COUNTER_GUEST)
    if words == "free upgrade":
        return bonus(GIVES_FREE_UPGRADE)
    if words == "3-beer guest":
        return bonus(GIVES_GUEST)
    if words == "die":
        return bonus(GIVES_DIE)
    for entertainer, name in enumerate(ENTERTAINER_NAMES):
        if words == "entertainer " + name:
            return bonus(GIVES_ENTERTAINER, entertainer)
    return _tavern_card(words)


def read_ring_space(words: str) -> int:
    """A space of the reputation ring."""
    if words == "schnapps":
        return bonus(GIVES_SCHNAPPS)
    if words == TOAST_WORDS:
        return bonus(RING_TOAST)
    if words == "signature":
        return bonus(RING_SIGNATURE)
    if words == "crown":
        return bonus(RING_CROWN)
    first, _, rest = words.partition(" ")
    amount = _amount(first)
    if amount > 0 and rest in ("point", "points"):
        return bonus(RING_POINTS, amount)
    return UNKNOWN


def read_start_item(words: str) -> int:
    """One item of a start card."""
    if words.startswith("remove "):
        first, _, rest = words[7:].partition(" ")
        amount = _amount(first)
        return bonus(GIVES_DISMISSAL, amount) if amount > 0 and rest in ("regular", "regulars") else UNKNOWN
    if words.startswith("beer storage filled to "):
        amount = _amount(words[23:])
        return bonus(GIVES_BEER, amount) if amount > 0 else UNKNOWN
    if words.endswith(" upgraded"):
        area = _area(words[:-9])
        return bonus(GIVES_AREA, area) if area >= 0 else UNKNOWN
    code = read_bonus(words)
    return code if bonus_what(code) in (GIVES_CARD, GIVES_MONASTERY, GIVES_SCHNAPPS) else UNKNOWN


def bonus_words(code: int) -> str:
    """The words for any packed bonus: the inverse of all readers above."""
    what = bonus_what(code)
    amount = bonus_amount(code)
    if what == NOTHING:
        return NOTHING_WORD
    if what == GIVES_CARD:
        return TAVERN_NAMES[amount]
    if what == GIVES_THALERS:
        return f"{amount} thaler" if amount == 1 else f"{amount} thalers"
    if what == GIVES_MONASTERY:
        return f"{amount} monastery"
    if what == GIVES_SCHNAPPS:
        return "schnapps" if amount == 1 else f"{amount} schnapps"
    if what == GIVES_REPUTATION:
        return f"{amount} reputation"
    if what == GIVES_ENTERTAINER:
        return "entertainer " + ENTERTAINER_NAMES[amount]
    if what == GIVES_AREA:
        return AREA_NAMES[amount].replace("_", " ") + " area upgraded"
    if what == GIVES_DISMISSAL:
        return f"remove {amount} regular" if amount == 1 else f"remove {amount} regulars"
    if what == GIVES_BEER:
        return f"beer storage filled to {amount}"
    if what == RING_POINTS:
        return f"{amount} point" if amount == 1 else f"{amount} points"
    return _PLAIN_WORDS[what]


_PLAIN_WORDS: Final = {
    GIVES_SERVICE_DENIED: "service denied",
    GIVES_NOBLE: "noble",
    GIVES_COUNTER_GUEST: "counter guest",
    GIVES_GUEST: "3-beer guest",
    GIVES_DIE: "die",
    GIVES_FREE_UPGRADE: "free upgrade",
    RING_TOAST: TOAST_WORDS,
    RING_CROWN: "crown",
    RING_SIGNATURE: "signature",
}


def bonus_slug(code: int) -> str:
    """The part of a guest's name that stands for its bonus: "3-thalers", "service-denied"."""
    return bonus_words(code).replace(" ", "-")
