"""Cards, areas and spaces by the names that actions and records use, in the words of a language: as a heading
("Server", "Table 2"), or as the object of a sentence ("a server", "table 2")."""

from tiefenthal.i18n import Catalogue


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def card_heading(words: Catalogue, card: str) -> str:
    """ "Server"; a regular or guest by its kind alone."""
    return capital(words.say(_card_key(words, card)))


def the_card(words: Catalogue, card: str) -> str:
    """ "a server"."""
    return words.say(f"{_card_key(words, card)}.obj")


def _card_key(words: Catalogue, card: str) -> str:
    if words.has(f"card.{card}"):
        return f"card.{card}"
    return "card.guest" if card.startswith("g") else "card.regular"


def area_heading(words: Catalogue, area: str) -> str:
    """ "Beer storage"."""
    return capital(words.say(f"area.{area}"))


def the_area(words: Catalogue, area: str) -> str:
    """ "the beer storage"."""
    return words.say(f"area.{area}.obj")


def space_heading(words: Catalogue, space: str) -> str:
    """ "Table 2", "Cashbox", "Brewer (6)"."""
    place, _, face = space.partition(":")
    if face:
        return words.say("space.die-at", face=face, space=space_heading(words, place))
    return words.say("space.table", n=place[1:]) if _is_table(place) else area_heading(words, place)


def the_space(words: Catalogue, space: str) -> str:
    """ "table 2", "the cashbox"."""
    place, _, face = space.partition(":")
    if face:
        return words.say("space.die-at.obj", face=face, space=the_space(words, place))
    return words.say("space.table.obj", n=place[1:]) if _is_table(place) else the_area(words, place)


def _is_table(place: str) -> bool:
    return place[:1] == "t" and place[1:].isdigit()
