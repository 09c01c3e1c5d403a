"""What can be done now as a grouped menu, and how typed words find an action."""

import re
from typing import Final, NamedTuple

from rich.text import Text

from tiefenthal.app.terminal.board import labelled
from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.kinds import AREA_NAMES, BARREL_AREA, CASHBOX_AREA, MONK_AREA, TAVERN_NAMES
from tiefenthal.engine.record.action_data import regular_with
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import ACTIONS, Action, NotAnActionError, parse_action
from tiefenthal.engine.rules.dice import area_yield, brewer_yield
from tiefenthal.engine.rules.market import guest_at, upgrade_price
from tiefenthal.engine.rules.spaces import BARREL, CASHBOX, FIRST_TABLE, MONK, SPACE_NAMES, SPOT_NAMES, SPOT_SPACE
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.actions import action_words, who_sits
from tiefenthal.engine.wording.bonuses import bonus_heading, start_card_words
from tiefenthal.engine.wording.names import area_heading, card_heading, counted_cards, described
from tiefenthal.i18n import Catalogue

# Kinds of which there may be dozens: told in one line, listed on demand.
MANY: Final = (kinds.MOVE, kinds.SWAP, kinds.TURN)
GO_ON: Final = "or"
PLACE_NAMES: Final = [action.text.split()[1] for action in kinds.RECRUIT_GUEST]  # pile, row1 and so on
# Not urgent: counter guests stay for another evening.
CAN_WAIT: Final = (kinds.MOVE, kinds.SWAP, kinds.BACK, kinds.TURN, kinds.COUNTER_GUEST)
# What words without a verb mean first.
FIRST: Final = (kinds.PLACE, kinds.USE, kinds.TAKE, kinds.CHOOSE, kinds.REMOVE, kinds.KEEP, kinds.SIGN, kinds.FLIP)

_LABELS: Final = {
    kinds.START: "start",
    kinds.DISMISS: "dismiss",
    kinds.CHOOSE: "choose",
    kinds.FLIP: "flip",
    kinds.STAY: "guests",
    kinds.AGAIN: "guests",
    kinds.TAKE: "take",
    kinds.BACK: "back",
    kinds.USE: "use",
    kinds.BUY: "buy",
    kinds.UPGRADE: "upgrade",
    kinds.RECRUIT: "recruit",
    kinds.NOBLES: "nobles",
    kinds.ENTERTAIN: "schnapps",
    kinds.ENTERTAIN_UPGRADE: "schnapps",
    kinds.ENTERTAIN_REMOVE: "schnapps",
    kinds.REMOVE: "remove",
    kinds.SIGN: "sign",
    kinds.KEEP: "keep",
}


class Choice(NamedTuple):
    """One entry of the menu."""

    key: int
    action: Action
    words: str


class Menu(NamedTuple):
    """The menu of one moment."""

    groups: dict[str, list[Choice]]
    many: list[Action]
    """What is left out of the groups."""
    default: Action | None
    """What Enter means, if that is obvious."""


def make_menu(words: Catalogue, s: State, seat: int, legal: list[Action]) -> Menu:
    """Group what can be done; number it, in the draft by the faces of the dice."""
    labels: dict[str, list[Action]] = {}
    many: list[Action] = []
    for action in legal:
        if action.kind in MANY or _wasteful(s, action):
            many.append(action)
            continue
        label = f"place {action.a}" if action.kind == kinds.PLACE else _LABELS.get(action.kind, GO_ON)
        labels.setdefault(label, []).append(action)
    groups: dict[str, list[Choice]] = {}
    number = 0
    for label in sorted(labels, key=_order):
        choices = groups.setdefault(label, [])
        for action in sorted(labels[label], key=lambda found: found.id) if label in ("use", "back") else labels[label]:
            number += 1
            key = action.a if action.kind in (kinds.TAKE, kinds.START) else number
            choices.append(Choice(key, action, short_words(words, s, seat, action)))
    return Menu(groups, many, obvious(s, seat, legal))


def _order(label: str) -> str:
    """Dice to place first, by face; what goes on last. The rest stays in the engine's order."""
    return f"0{label}" if label.startswith("place") else "2" if label in ("back", GO_ON) else "1"


def _wasteful(s: State, action: Action) -> bool:
    """An upgrade that returns more cards than it needs: allowed, but not worth a place in the menu."""
    return action.kind == kinds.UPGRADE and action.b > 0 and upgrade_price(s, action.a, action.b - 1) == 0


def obvious(s: State, seat: int, legal: list[Action]) -> Action | None:
    """What Enter does: the only answer, letting guests stay, or going on when nothing is lost by it."""
    if len(legal) == 1:
        return legal[0]
    left = {action.kind for action in legal} - set(CAN_WAIT)
    if s.players[seat].schnapps <= s.setup.edition.schnapps_kept:
        left -= {kinds.ENTERTAIN, kinds.ENTERTAIN_UPGRADE, kinds.ENTERTAIN_REMOVE}
    for action in legal:
        if action.kind == kinds.STAY or (action.kind in (kinds.READY, kinds.END) and left == {action.kind}):
            return action
    return None


def short_words(words: Catalogue, s: State, seat: int, action: Action) -> str:
    """An action in the menu, without its verb if the label says it."""
    ed = s.setup.edition
    p = s.players[seat]
    a, b, kind = action.a, action.b, action.kind
    if kind == kinds.TAKE:
        return ""
    if kind == kinds.PLACE:
        return SPACE_NAMES[b]
    if kind == kinds.USE:
        return f"{SPOT_NAMES[a]} ({_yield_words(words, s, seat, a)})"
    if kind == kinds.BACK:
        return SPOT_NAMES[a]
    if kind == kinds.BUY:
        return f"{card_heading(words, TAVERN_NAMES[a])} {ed.price[a]}"
    if kind == kinds.UPGRADE:
        name = f"{area_heading(words, AREA_NAMES[a])} {upgrade_price(s, a, b)}"
        cards = counted_cards(words, ed.card_names[ed.area_card[a]], b) if b else ""
        return f"{name} ({words.say('terminal.menu.returning', cards=cards)})" if b else name
    if kind == kinds.RECRUIT:
        guest = guest_at(s, a)
        parts = [words.say("n.beer", n=ed.beer[guest])]
        if ed.bonus[guest]:
            parts.append(bonus_heading(words, ed.bonus[guest]))
        return f"{PLACE_NAMES[a]} ({', '.join(parts)})"
    if kind == kinds.NOBLES:
        return words.say("terminal.menu.for", what=a, price=words.say("n.beer", n=ed.noble_price[a]))
    if kind == kinds.START:
        return start_card_words(words, ed, a)
    if kind == kinds.FLIP:
        basic, better = ed.area_yield[a]
        return f"{area_heading(words, AREA_NAMES[a])} ({basic}→{better})"
    if kind == kinds.REMOVE:
        return f"{SPACE_NAMES[FIRST_TABLE + a]}: {who_sits(words, s, seat, a)}"
    if kind == kinds.KEEP:
        if a < kinds.KEEP_TABLE:
            return card_heading(words, TAVERN_NAMES[a])
        return who_sits(words, s, seat, a - kinds.KEEP_TABLE)
    if kind == kinds.SIGN:
        bonus = bonus_heading(words, ed.book[p.book[a]][a])
        return words.say("terminal.menu.column", column=BOOK_COLUMNS[a], bonus=bonus)
    if kind == kinds.DISMISS:
        return described(words, ed, regular_with(ed, a, b))
    return action_words(s, seat, action, words)


def _yield_words(words: Catalogue, s: State, seat: int, spot: int) -> str:
    """What a die gives when it is used now."""
    p = s.players[seat]
    space = SPOT_SPACE[spot]
    if space >= FIRST_TABLE:
        return f"+{words.say('n.thalers', n=s.setup.edition.pays[p.seated[space - FIRST_TABLE]])}"
    if space == CASHBOX:
        return f"+{words.say('n.thalers', n=area_yield(s, p, CASHBOX_AREA))}"
    if space == MONK:
        return words.say("n.steps", n=area_yield(s, p, MONK_AREA))
    return f"+{words.say('n.beer', n=area_yield(s, p, BARREL_AREA) if space == BARREL else brewer_yield(s, p))}"


def menu_lines(words: Catalogue, menu: Menu) -> list[Text]:
    """The menu for the terminal."""
    lines: list[Text] = []
    for label, choices in menu.groups.items():
        long = label in ("start", "choose", "sign", "guests", "schnapps", GO_ON)
        entries = [f"{choice.key}) {choice.words}" if choice.words else str(choice.key) for choice in choices]
        name, _, face = label.partition(" ")
        lines += labelled(words.say(f"terminal.menu.{name}", face=face), entries, " " * 80 if long else "  ")
    if menu.many:
        lines += labelled(words.say("terminal.menu.more"), [words.say("terminal.menu.moves", n=len(menu.many))])
    return lines


# --- words to actions


def tidy(text: str) -> str:
    """Typed words in their plain form: "5→Monk" is "5 monk"."""
    return " ".join(re.sub(r"→|->|=>|>|\bto\b|\bon\b", " ", text.lower()).split())


def _fits(typed: list[str], words: list[str]) -> bool:
    return len(typed) == len(words) and all(word.startswith(part) for part, word in zip(typed, words))


def matching(text: str, actions: list[Action]) -> list[Action]:
    """The actions some words can mean, the best reading first: exactly, with their verb, or without it."""
    wanted = tidy(text)
    typed = wanted.split()
    if not typed:
        return []
    for action in actions:
        if action.text == wanted:
            return [action]
    full = [action for action in actions if _fits(typed, action.text.split())]
    if full:
        exact = [action for action in full if action.text.split()[0] == typed[0]]
        return exact or full
    bare = [action for action in actions if _fits(typed, action.text.split()[1:])]
    whole = [action for action in bare if action.text.split()[1:] == typed]
    first = [action for action in bare if action.kind in FIRST]
    for found in ([action for action in whole if action.kind in FIRST], first, whole, bare):
        if found:
            return found
    return []


def any_action(text: str) -> Action | None:
    """The one action of the whole game that some words mean, legal now or not."""
    try:
        return parse_action(tidy(text))
    except NotAnActionError:
        found = matching(text, ACTIONS)
        return found[0] if len(found) == 1 else None
