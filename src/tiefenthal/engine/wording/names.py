"""Cards, areas, spaces and entertainers by the names that actions and records use, in the words of a language: as a
heading ("Server", "Table 2"), or as the object of a sentence ("a server", "table 2"). Regulars and guests have the
names of people, as at the table in the browser ("the nun")."""

import functools
import json
from importlib import resources

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import ENTERTAINER_NAMES, FIRST_REGULAR
from tiefenthal.i18n import Catalogue


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def card_heading(words: Catalogue, card: str) -> str:
    """ "Server", "Nun"; a regular or guest of an edition without names by its kind alone."""
    return capital(words.say(_card_key(words, card)))


def the_card(words: Catalogue, card: str) -> str:
    """A card as an object with its article, such as "a server"."""
    return words.say(f"{_card_key(words, card)}.obj")


def _card_key(words: Catalogue, card: str) -> str:
    if words.has(f"card.{card}"):
        return f"card.{card}"
    return _people().get(card) or ("card.guest" if card.startswith("g") else "card.regular")


@functools.cache
def _people() -> dict[str, str]:
    """By card the entry that names it; the browser draws the cards by the same file."""
    text = resources.files("tiefenthal").joinpath("browser/art/portraits.json").read_text(encoding="utf-8")
    return {card: looks[0]["name"] for card, looks in json.loads(text)["cards"].items()}


def area_heading(words: Catalogue, area: str) -> str:
    """The name of an area as a heading, such as "Beer storage"."""
    return capital(words.say(f"area.{area}"))


def the_area(words: Catalogue, area: str) -> str:
    """An area as an object with its article, such as "the beer storage"."""
    return words.say(f"area.{area}.obj")


def space_heading(words: Catalogue, space: str) -> str:
    """The name of a space as a heading, such as "Table 2" or "Cashbox"."""
    return words.say("space.table", n=space[1:]) if _is_table(space) else area_heading(words, space)


def the_space(words: Catalogue, space: str) -> str:
    """ "table 2", "the cashbox", "the brewer (6)"."""
    place, _, face = space.partition(":")
    if face:
        return words.say("space.die-at.obj", face=face, space=the_space(words, place))
    return words.say("space.table.obj", n=place[1:]) if _is_table(place) else the_area(words, place)


def _is_table(place: str) -> bool:
    return place[:1] == "t" and place[1:].isdigit()


def entertainer_heading(words: Catalogue, entertainer: str) -> str:
    """The name of an entertainer as a heading, such as "Conjurer"."""
    return capital(words.say(f"entertainer.{entertainer}"))


def joined(words: Catalogue, parts: list[str], key: str = "list.and") -> str:
    """Parts of equal rank: "a, b and c"; with "list.or": "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return words.say(key, first=", ".join(parts[:-1]), last=parts[-1])


# --- cards of a game, by their number in its edition


def described(words: Catalogue, ed: Edition, card: int) -> str:
    """A card with what it asks and pays, for lists: "Old farmer (die 3, pays 2)"."""
    name = card_heading(words, ed.card_names[card])
    return name if card < FIRST_REGULAR else words.say("card.described", card=name, **_asks(ed, card))


def the_described(words: Catalogue, ed: Edition, card: int) -> str:
    """A card within a sentence: "the old farmer"; where it has no name of its own, with what tells it from others: "a
    regular (die 3, pays 2)"."""
    name = the_card(words, ed.card_names[card])
    if card < FIRST_REGULAR or ed.card_names[card] in _people():
        return name
    return words.say("card.described", card=name, **_asks(ed, card))


def _asks(ed: Edition, card: int) -> dict[str, int]:
    return {"asks": ed.die[card], "pays": ed.pays[card]}


def counted_cards(words: Catalogue, card: str, n: int) -> str:
    """A number of one card: "2 servers"."""
    if words.has(f"n.{card}"):
        return words.say(f"n.{card}", n=n)
    return words.say("n.cards", n=n, card=card_heading(words, card))


def the_counted(words: Catalogue, card: str, n: int) -> str:
    """The same as the object of a sentence, of a card that has a number there."""
    return words.say(f"n.{card}.obj", n=n)


def cards_by_kind(words: Catalogue, ed: Edition, cards: list[int]) -> list[str]:
    """Cards with how many there are of each: ["2 × Server", "Regular (die 3, pays 2)"]."""
    parts: list[str] = []
    for card in sorted(set(cards)):
        name, n = described(words, ed, card), cards.count(card)
        parts.append(words.say("n.cards", n=n, card=name) if n > 1 else name)
    return parts


def entertainer_text(words: Catalogue, ed: Edition, entertainer: int, side: int) -> str:
    """What side 1 or 2 of an entertainer does, and for how much."""
    gain = ed.entertainer_gain[entertainer][side - 1]
    return words.say(
        f"entertainer.{ENTERTAINER_NAMES[entertainer]}.{side}",
        cost=words.say("n.schnapps", n=ed.entertainer_cost[entertainer][side - 1]),
        thalers=words.say("n.thalers", n=gain),
        beer=words.say("n.beer", n=gain),
    )
