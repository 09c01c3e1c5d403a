"""What can be done and what has been decided, in the words of a language."""

from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    ENTERTAINER_NAMES,
    NO_CARD,
    TAVERN_NAMES,
)
from tiefenthal.engine.record.action_data import entertainer_of_round
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import KIND_NAMES, Action
from tiefenthal.engine.rules.market import guest_at, upgrade_price
from tiefenthal.engine.rules.spaces import FIRST_TABLE, SPACE_NAMES, SPOT_NAMES, SPOT_SPACE
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.bonuses import start_card_words
from tiefenthal.engine.wording.names import (
    capital,
    entertainer_heading,
    entertainer_text,
    regular_with,
    the_area,
    the_card,
    the_counted,
    the_described,
    the_space,
)
from tiefenthal.i18n import Catalogue, Value, catalogue

Sentence = tuple[str, dict[str, Value]]
"""The key of a sentence, and its values."""


def action_words(s: State, seat: int, action: Action, words: Catalogue | None = None) -> str:
    """An action as on a button, in English unless told otherwise: "Buy a server for 4 thalers". Ask before it is
    done."""
    words = words or catalogue()
    form, values = _sentence(words, s, seat, action)
    return capital(words.say(f"act.{form}", **values))


def decision_words(s: State, seat: int, action: Action, words: Catalogue, who: str) -> str:
    """A decision as a sentence about who made it; "" is the reader: "You bought a server for 4 thalers." Ask
    before it is done."""
    key, values = _decided(words, s, seat, action)
    return told(words, key, who, values)


def deed_words(s: State, seat: int, action: Action) -> str:
    """A decision in English, to be put after a name: "bought a server for 4 thalers". Ask before it is done."""
    return after_name(*_decided(catalogue(), s, seat, action))


def after_name(key: str, values: dict[str, Value]) -> str:
    """An English sentence about somebody without the name it begins with, and without its full stop."""
    return catalogue().say(key, who="", **values).strip().removesuffix(".")


def _decided(words: Catalogue, s: State, seat: int, action: Action) -> Sentence:
    form, values = _sentence(words, s, seat, action)
    if form == "choose.entertainer":
        return "log.choose.side", {}
    if form == "start":  # the events say what it brings
        return "log.start.plain", {"n": action.a}
    if action.kind == kinds.CHOOSE and action.a == kinds.CHOOSE_GUEST:  # which one is known when all have chosen
        return "log.choose.card", {"card": the_card(words, "guest")}
    return f"log.{form}", values


def told(words: Catalogue, key: str, who: str, values: dict[str, Value]) -> str:
    """A sentence about somebody, or addressed to the reader."""
    return words.say(key, who=who, **values) if who else words.say(f"you.{key}", **values)


def _sentence(words: Catalogue, s: State, seat: int, action: Action) -> Sentence:
    ed = s.setup.edition
    a, b, kind = action.a, action.b, action.kind
    form = KIND_NAMES[kind]
    if kind == kinds.START:
        return form, {"n": a, "items": start_card_words(words, ed, a)}
    if kind == kinds.DISMISS:
        return form, {"card": the_described(words, ed, regular_with(ed, a, b))}
    if kind == kinds.CHOOSE:
        return _choice(words, s, seat, a)
    if kind in (kinds.FLIP, kinds.ENTERTAIN_UPGRADE):
        return form, {"area": the_area(words, AREA_NAMES[a])}
    if kind == kinds.TAKE:
        return form, {"face": a}
    if kind == kinds.TURN:
        return form, {"from": a, "to": b}
    if kind == kinds.PLACE:
        values: dict[str, Value] = {"face": a, "space": the_space(words, SPACE_NAMES[b])}
        guest = _sitting(s, seat, b - FIRST_TABLE)
        if guest == NO_CARD:
            return form, values
        return "place.guest", values | {"guest": the_described(words, ed, guest)}
    if kind == kinds.MOVE:
        return form, {"from": the_space(words, SPOT_NAMES[a]), "to": the_space(words, SPACE_NAMES[b])}
    if kind == kinds.SWAP:
        return form, {"one": the_space(words, SPOT_NAMES[a]), "other": the_space(words, SPOT_NAMES[b])}
    if kind == kinds.BACK:
        return form, {"space": the_space(words, SPOT_NAMES[a])}
    if kind == kinds.USE:
        guest = _sitting(s, seat, SPOT_SPACE[a] - FIRST_TABLE)
        if guest == NO_CARD:
            return form, {"space": the_space(words, SPOT_NAMES[a])}
        return "use.guest", {"guest": the_described(words, ed, guest)}
    if kind in (kinds.REMOVE, kinds.ENTERTAIN_REMOVE):
        return form, {"guest": who_sits(words, s, seat, a)}
    if kind == kinds.BUY:
        return form, {"card": the_card(words, TAVERN_NAMES[a]), "price": words.say("n.thalers", n=ed.price[a])}
    if kind == kinds.UPGRADE:
        values = {"area": the_area(words, AREA_NAMES[a]), "price": words.say("n.thalers", n=upgrade_price(s, a, b))}
        if not b:
            return form, values
        return "upgrade.return", values | {"cards": the_counted(words, ed.card_names[ed.area_card[a]], b)}
    if kind == kinds.RECRUIT:
        guest = guest_at(s, a)
        if guest == NO_CARD:
            return "recruit.plain", {}
        return form, {"guest": the_described(words, ed, guest), "price": words.say("n.beer", n=ed.beer[guest])}
    if kind == kinds.NOBLES:
        return form, {"nobles": the_counted(words, "noble", a), "price": words.say("n.beer", n=ed.noble_price[a])}
    if kind == kinds.ENTERTAIN:
        return f"{form}.{'beer' if a else 'thalers'}", {}
    if kind == kinds.SIGN:
        return form, {"column": BOOK_COLUMNS[a]}
    if kind == kinds.KEEP:
        if a < kinds.KEEP_TABLE:
            return form, {"card": the_card(words, TAVERN_NAMES[a])}
        return form, {"card": who_sits(words, s, seat, a - kinds.KEEP_TABLE)}
    return form, {}


def _choice(words: Catalogue, s: State, seat: int, choice: int) -> Sentence:
    """What a choice of the round track means."""
    if choice == kinds.CHOOSE_DIE:
        return "choose.die", {}
    if choice >= kinds.CHOOSE_SIDE_1:
        side, entertainer = choice - kinds.CHOOSE_SIDE_1 + 1, entertainer_of_round(s)
        if entertainer < 0:
            return "choose.side", {"n": side}
        does = entertainer_text(words, s.setup.edition, entertainer, side)
        name = entertainer_heading(words, ENTERTAINER_NAMES[entertainer])
        return "choose.entertainer", {"entertainer": name, "does": does}
    if choice == kinds.CHOOSE_GUEST:
        guest = guest_at(s, kinds.FROM_PILE)
        if guest == NO_CARD:
            return "choose.card", {"card": the_card(words, "guest")}
        card = the_described(words, s.setup.edition, guest)
        return "choose.card" if seat == s.start_player else "choose.guest", {"card": card}
    return "choose.card", {"card": the_card(words, TAVERN_NAMES[choice])}


def who_sits(words: Catalogue, s: State, seat: int, table: int) -> str:
    """Who sits at a table, within a sentence; the table itself where nobody does."""
    card = _sitting(s, seat, table)
    if card == NO_CARD:
        return the_space(words, SPACE_NAMES[FIRST_TABLE + table])
    return the_described(words, s.setup.edition, card)


def _sitting(s: State, seat: int, table: int) -> int:
    seated = s.players[seat].seated
    return seated[table] if 0 <= table < len(seated) else NO_CARD
