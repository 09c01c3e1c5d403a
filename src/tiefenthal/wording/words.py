"""Cards, areas and actions in English."""

from typing import Final

from tiefenthal.components.boards import BOOK_COLUMNS
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import (
    AREA_NAMES,
    FIRE,
    FIRST_REGULAR,
    GIVES_ENTERTAINER,
    JUGGLER,
    MONEY,
    NO_CARD,
    NOBLE,
    NOTHING,
    TAVERN_NAMES,
)
from tiefenthal.components.words import bonus_words
from tiefenthal.rules import actions as kinds
from tiefenthal.rules.actions import Action
from tiefenthal.rules.market import guest_at, upgrade_price
from tiefenthal.rules.spaces import FIRST_TABLE, SPACE_NAMES, SPOT_FACE, SPOT_SPACE
from tiefenthal.rules.state import State

_IRREGULAR: Final = {"are": "is", "have": "has", "dismiss": "dismisses", "let": "lets"}


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
    """ "beer storage"."""
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


def card_words(ed: Edition, card: int) -> str:
    """A card with what tells it from others: "regular (die 3, pays 2)"."""
    if card < FIRST_REGULAR:
        return card_name(ed, card)
    return f"{card_name(ed, card)} (die {ed.die[card]}, pays {ed.pays[card]})"


def count_cards(ed: Edition, cards: list[int]) -> list[str]:
    """Cards by kind: ["2x server", "regular (die 3, pays 2)"]."""
    parts: list[str] = []
    for card in sorted(set(cards)):
        number = cards.count(card)
        parts.append(f"{number}x {card_words(ed, card)}" if number > 1 else card_words(ed, card))
    return parts


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


def entertainer_of_round(s: State) -> int:
    """The entertainer this round's space brings, or -1."""
    options = s.setup.round_track[s.round] if s.round else [NOTHING]
    return options[0] & 255 if options[0] >> 8 == GIVES_ENTERTAINER else -1


def start_card_words(ed: Edition, number: int) -> str:
    """What a start card shows."""
    return ", ".join(bonus_words(item) for item in ed.start_cards[number])


def spot_words(spot: int) -> str:
    """ "the 6 on brewer", "the die on t1"."""
    face = SPOT_FACE[spot]
    return f"the {face or 'die'} on {SPACE_NAMES[SPOT_SPACE[spot]]}"


def who_sits(s: State, seat: int, table: int) -> str:
    """Who sits at a table, in words."""
    seated = s.players[seat].seated
    return card_words(s.setup.edition, seated[table]) if table < len(seated) else "nobody"


def choice_words(s: State, choice: int) -> str:
    """What a choice of the round track means."""
    if choice == kinds.CHOOSE_GUEST:
        return card_words(s.setup.edition, s.pile[-1]) if s.pile else "3-beer guest"
    if choice == kinds.CHOOSE_DIE:
        return "a die of your colour, rolled now"
    if choice >= kinds.CHOOSE_SIDE_1:
        return side_words(s.setup.edition, entertainer_of_round(s), choice - kinds.CHOOSE_SIDE_1 + 1)
    return f"{TAVERN_NAMES[choice]} on top of your deck"


def action_words(s: State, seat: int, action: Action) -> str:
    """An action as "verb and the rest", to be put after "you": "buy a server for 4 thalers". Ask before it is done."""
    ed = s.setup.edition
    a, b, kind = action.a, action.b, action.kind
    if kind == kinds.START:
        return f"take start card {a} ({start_card_words(ed, a)})"
    if kind == kinds.DISMISS:
        return f"dismiss a regular (die {a}, pays {b})"
    if kind == kinds.CHOOSE:
        return f"choose {choice_words(s, a)}"
    if kind in (kinds.FLIP, kinds.ENTERTAIN_UPGRADE):
        paid = "for schnapps" if kind == kinds.ENTERTAIN_UPGRADE else "for free"
        return f"upgrade the {area_name(a)} {paid}"
    if kind == kinds.UPGRADE:
        price = counted(upgrade_price(s, a, b), "thaler")
        cards = f", returning {counted(b, card_name(ed, ed.area_card[a]))}" if b else ""
        return f"upgrade the {area_name(a)} for {price}{cards}"
    if kind == kinds.BUY:
        return f"buy a {TAVERN_NAMES[a]} for {counted(ed.price[a], 'thaler')}"
    if kind == kinds.RECRUIT:
        guest = guest_at(s, a)
        gives = f", bonus {bonus_words(ed.bonus[guest])}" if ed.bonus[guest] else ""
        return f"recruit a {card_words(ed, guest)}{gives}"
    if kind == kinds.NOBLES:
        return f"recruit {counted(a, 'noble')} for {ed.noble_price[a]} beer"
    if kind in (kinds.PLACE, kinds.MOVE):
        die = f"a {a}" if kind == kinds.PLACE else spot_words(a)
        verb = "put" if kind == kinds.PLACE else "move"
        who = f", {who_sits(s, seat, b - FIRST_TABLE)}" if b >= FIRST_TABLE else ""
        return f"{verb} {die} {'on' if kind == kinds.PLACE else 'to'} {SPACE_NAMES[b]}{who}"
    if kind in (kinds.REMOVE, kinds.ENTERTAIN_REMOVE):
        return f"remove the {who_sits(s, seat, a)} from {SPACE_NAMES[FIRST_TABLE + a]}"
    if kind == kinds.USE:
        return f"use {spot_words(a)}"
    if kind == kinds.SWAP:
        return f"swap {spot_words(a)} and {spot_words(b)}"
    if kind == kinds.KEEP:
        card = TAVERN_NAMES[a] if a < kinds.KEEP_TABLE else who_sits(s, seat, a - kinds.KEEP_TABLE)
        return f"keep the {card} on top of the deck"
    if kind == kinds.SIGN:
        return f"sign in column {BOOK_COLUMNS[a]}"
    if kind == kinds.BACK:
        return f"take back {spot_words(a)}"
    return _PLAIN.get(kind, action.text).format(a=a, b=b)


_PLAIN: Final = {
    kinds.DECLINE: "decline",
    kinds.STAY: "let the guests stay",
    kinds.AGAIN: "send everyone home",
    kinds.TAKE: "take a {a}",
    kinds.TURN: "turn a {a} to a {b}",
    kinds.READY: "are ready",
    kinds.UNREADY: "take back being ready",
    kinds.COUNTER_GUEST: "use a counter guest for a monastery step",
    kinds.BARD_SINGS: "let a bard sing",
    kinds.ENTERTAIN: "pay the entertainer",
    kinds.END: "end the serving",
    kinds.SCHNAPPS: "take a schnapps",
}


def words_depend_on(s: State, seat: int, action: Action) -> int:
    """What of the state the words of an action depend on, as a number: with the same edition, action and number
    `action_words` says the same. So words can be kept."""
    kind = action.kind
    if kind in (kinds.PLACE, kinds.MOVE):
        return _sitting(s, seat, action.b - FIRST_TABLE)
    if kind in (kinds.REMOVE, kinds.ENTERTAIN_REMOVE):
        return _sitting(s, seat, action.a)
    if kind == kinds.KEEP:
        return _sitting(s, seat, action.a - kinds.KEEP_TABLE)
    if kind == kinds.RECRUIT:
        return guest_at(s, action.a)
    if kind == kinds.CHOOSE and action.a == kinds.CHOOSE_GUEST:
        return guest_at(s, kinds.FROM_PILE)
    if kind == kinds.CHOOSE and action.a >= kinds.CHOOSE_SIDE_1:
        return entertainer_of_round(s)
    return NO_CARD


def _sitting(s: State, seat: int, table: int) -> int:
    seated = s.players[seat].seated
    return seated[table] if 0 <= table < len(seated) else NO_CARD


def third_person(words: str) -> str:
    """ "buy a server for your inn" -> "buys a server for their inn"."""
    verb, _, rest = words.partition(" ")
    verb = _IRREGULAR.get(verb, f"{verb}s")
    rest = rest.replace("your ", "their ")
    return f"{verb} {rest}" if rest else verb
