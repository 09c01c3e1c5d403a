"""A few phrases for what is written in English alone: the arena's reports, the environments' pictures of the table."""

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, FIRE, JUGGLER, MONEY, NO_CARD, NOBLE, TAVERN_NAMES
from tiefenthal.engine.components.words import bonus_words


def counted(number: int, word: str) -> str:
    """ "1 thaler", "2 thalers", "3 beer"."""
    if number == 1 or word in ("beer", "schnapps"):
        return f"{number} {word}"
    return f"{number} {word}s"


def modules_words(highest: int) -> str:
    """ "module 1", "modules 1 to 5"."""
    return "module 1" if highest == 1 else f"modules 1 to {highest}"


def listed(parts: list[str], nothing: str = "nothing") -> str:
    """Parts with commas, or the word for none."""
    return ", ".join(parts) if parts else nothing


def area_name(area: int) -> str:
    """The name of an area in English, such as "beer storage"."""
    return AREA_NAMES[area].replace("_", " ")


def card_name(ed: Edition, card: int) -> str:
    """A card in a few words: "server", "regular", "5-beer guest"."""
    if card == NO_CARD:
        return "nobody"
    if card < NOBLE:
        return TAVERN_NAMES[card]
    if card == NOBLE:
        return "noble"
    return "regular" if card < ed.first_guest else f"{ed.beer[card]}-beer guest"


def side_words(ed: Edition, entertainer: int, side: int) -> str:
    """What side 1 or 2 of an entertainer does, and for how much."""
    cost = counted(ed.entertainer_cost[entertainer][side - 1], "schnapps")
    gain = ed.entertainer_gain[entertainer][side - 1]
    does = {
        (MONEY, 1): f"{counted(gain, 'thaler')}, while serving",
        (MONEY, 2): f"{counted(gain, 'beer')}, while serving",
        (FIRE, 1): "upgrade any area, while serving",
        (FIRE, 2): "remove a guest, while serving",
        (JUGGLER, 1): "a card of the evening goes back on the deck, at closing time",
        (JUGGLER, 2): "turn an unplaced die, while planning",
    }
    return f"{cost}: {does[entertainer, side]}"


def start_card_words(ed: Edition, number: int) -> str:
    """What a start card shows."""
    return ", ".join(bonus_words(item) for item in ed.start_cards[number])
