"""Why not, and what a seat is asked, in a sentence."""

from tiefenthal.engine.rules.refusal import Refusal, Value
from tiefenthal.engine.wording.names import area_heading, capital, card_heading, space_heading, the_area, the_card
from tiefenthal.i18n import Catalogue, catalogue


def refusal_words(refusal: Refusal, words: Catalogue | None = None) -> str:
    """The reason as a sentence, in English unless told otherwise."""
    words = words or catalogue()
    return capital(words.say(f"why.{refusal.code}", **named_values(words, refusal.values)))


def question_words(question: str, words: Catalogue | None = None) -> str:
    """What a seat is asked, by the name of the question."""
    words = words or catalogue()
    return capital(words.say(f"ask.{question}" if question else "why.over"))


def named_values(words: Catalogue, values: dict[str, Value]) -> dict[str, Value]:
    """The values of a sentence: things by their names in the language, alone (`card`) or within a sentence
    (`the_card`)."""
    found = dict(values)
    card, area, space, asks = (str(values.get(name, "")) for name in ("card", "area", "space", "asks"))
    if card:
        found |= {"card": card_heading(words, card), "the_card": the_card(words, card)}
    if area:
        found |= {"area": area_heading(words, area), "the_area": the_area(words, area)}
    if space:
        found["space"] = space_heading(words, space)
    if asks == "one-or-six":
        found["asks"] = words.say("why.one-or-six")
    return found
