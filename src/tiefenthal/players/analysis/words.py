"""Analysis and review in the words of a language."""

from collections import Counter
from functools import reduce
from typing import Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import READY_NOW, Action, parse_action
from tiefenthal.engine.rules.market import guest_at, upgrade_price
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.spaces import MONK, SPOT_SPACE
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.actions import action_words
from tiefenthal.engine.wording.names import card_heading, entertainer_heading, entertainer_text, the_area, the_described
from tiefenthal.i18n import Catalogue, Value
from tiefenthal.players.analysis.data import Hint, Outlook, Reason
from tiefenthal.players.analysis.reasons import OTHER, THIS, WASTED, in_favour
from tiefenthal.players.bots.search.choices import after_choice
from tiefenthal.players.bots.search.solo_turn import act, copy, open_table, serve_now

LISTED: Final = 6
"""Reasons in one sentence; those that come first weigh most."""
EVEN: Final = 0.25
"""Options that differ by fewer points are as good as each other."""


def outlook_words(words: Catalogue, outlook: Outlook, players: int) -> str:
    """ "61 ± 9 points · margin +24 ± 12 · wins 71 ± 6%"; without a margin or a chance that may as well be even."""
    said = words.number
    parts = [
        words.say("analysis.score", score=said(outlook.score), pm=said(outlook.score_pm), n=round(outlook.score_pm))
    ]
    if abs(outlook.margin) > outlook.margin_pm:
        parts.append(words.say("analysis.margin", margin=said(outlook.margin, signed=True), pm=said(outlook.margin_pm)))
    if abs(outlook.win - 1 / players) > outlook.win_pm:
        parts.append(words.say("analysis.win", win=said(outlook.win * 100), pm=said(outlook.win_pm * 100)))
    return " · ".join(parts)


def reason_words(words: Catalogue, ed: Edition, reason: Reason, spared: bool = False) -> str:
    """One reason, as a part of a sentence; `spared` says of what one side wastes that the other does not."""
    v = reason.values
    code = reason.code
    n = round(float(v.get("n", 0)))
    if spared:
        return words.say(f"reason.{code.removesuffix('lost')}spared", n=n)
    values: dict[str, Value] = {"n": n}
    if code == "upgrade":
        area = str(v["area"])
        values = {"area": the_area(words, area)}
        if not v["evenings"]:
            return words.say("reason.upgrade-last", **values)
        return words.say("reason.upgrade", n=int(v["evenings"]), gain=_gain(words, area, int(v["more"])), **values)
    if code == "nobles":
        values |= {"nobles": words.say("more.noble", n=n), "points": words.say("n.points", n=int(v["points"]))}
    elif code in ("guest", "rid"):
        guest = str(v["card"])
        one = the_described(words, ed, ed.kind_of[guest])
        values["guest"] = one if n == 1 else words.say("n.cards", n=n, card=card_heading(words, guest))
        values["points"] = words.say("n.points", n=int(v.get("points", 0)))
    elif code == "staff":
        values["cards"] = words.say(f"more.{v['card']}", n=n)
    elif code == "entertainer":
        name = str(v["entertainer"])
        does = entertainer_text(words, ed, ENTERTAINER_NAMES.index(name), int(v["side"]))
        values |= {"entertainer": entertainer_heading(words, name), "does": does.removesuffix(".")}
    elif code.endswith("-pay"):
        values |= {"thalers": words.say("n.thalers", n=n), "others": words.number(float(v.get("others", 0)))}
    else:
        values |= _counted(words, n, "more")
    return words.say(f"reason.{code}", **values)


def _counted(words: Catalogue, n: int, how: str) -> dict[str, Value]:
    """An amount ("n"), or so much more, of anything that can be counted; a sentence uses what it is about."""
    return {what: words.say(f"{how}.{what}", n=n) for what in ("thalers", "beer", "schnapps", "steps", "points")}


def _gain(words: Catalogue, area: str, more: int) -> str:
    assert area in AREA_NAMES
    return words.say(f"gain.{area}", **({"n": more} | _counted(words, more, "more")))


def _for(words: Catalogue, ed: Edition, reasons: list[Reason], side: str) -> str:
    """What speaks for a side, as a part of a sentence; "" if nothing does."""
    parts = [
        reason_words(words, ed, reason, spared=reason.code in WASTED) for reason in in_favour(reasons, side)[:LISTED]
    ]
    return reduce(lambda first, last: words.say("list.reasons", first=first, last=last), parts) if parts else ""


def reasons_words(words: Catalogue, ed: Edition, reasons: list[Reason], this: str, other: str) -> list[str]:
    """Two sentences: what speaks for each option. `this` and `other` are the keys to begin them."""
    both = ((key, _for(words, ed, reasons, side)) for side, key in ((THIS, this), (OTHER, other)))
    return [words.say(key, reasons=parts) for key, parts in both if parts]


def hint_words(words: Catalogue, before: State, seat: int, hint: Hint) -> list[str]:
    """Why a hint says what it says; then the next best line, what it has for it, and how far it is behind."""
    ed = before.setup.edition
    if not hint.other:
        return []
    why, against = (_for(words, ed, hint.reasons, side) for side in (THIS, OTHER))
    even = hint.ahead < EVEN
    said = [words.say("hint.why", reasons=why) if why else words.say("hint.why.even" if even else "hint.why.later")]
    mine, theirs = (steps_words(words, before, seat, line) for line in (hint.line, hint.other))
    only, without = Counter(theirs) - Counter(mine), Counter(mine) - Counter(theirs)
    if only or not without:
        other = [words.say("hint.other", line=" · ".join(only.elements() if only else theirs))]
    else:
        other = [words.say("hint.other.without", line=" · ".join(without.elements()))]
    if against:
        other.append(words.say("hint.other.for", reasons=against))
    if even:
        other.append(words.say("hint.other.even"))
    elif hint.ahead < 1.0:
        other.append(words.say("hint.other.little"))
    else:
        other.append(words.say("hint.other.behind", n=round(hint.ahead)))
    return [*said, " ".join(other)]


def steps_words(words: Catalogue, before: State, seat: int, actions: list[str]) -> list[str]:
    """The actions of an option, each as on a button, carried out one after the other as it says. A purchase that only a
    bonus on the way makes possible says so."""
    luck = SeededChance("none is needed")
    s = open_table(before, seat)
    bonus = _Bonus()
    said: list[str] = []
    for text in actions:
        action = parse_action(text)
        said.append(bonus.noted(words, s, seat, action, action_words(s, seat, action, words)))
        if phase_of(s) not in (PLANNING, SERVING):
            s = after_choice(s, seat, action, luck)
            continue
        s = copy(s, seat)
        thalers = s.players[seat].thalers
        giver = _giver(words, s, seat, action)
        price = _thalers_for(s, action)
        if action is READY_NOW:
            serve_now(s, seat, luck)
        else:
            act(s, seat, action, luck)
        bonus.count(giver, s.players[seat].thalers - thalers + price, s.players[seat].thalers)
    return said


class _Bonus:
    """The thalers at hand that bonuses have given since the line began. They are spent last."""

    def __init__(self) -> None:
        self._thalers: int = 0
        self._givers: list[str] = []

    def noted(self, words: Catalogue, s: State, seat: int, action: Action, said: str) -> str:
        """An action in words, with the bonus it needs."""
        if _thalers_for(s, action) <= s.players[seat].thalers - self._thalers:
            return said
        gain = words.say("n.thalers", n=self._thalers)
        return words.say("step.bonus", step=said, giver=", ".join(self._givers), gain=gain)

    def count(self, giver: str, gained: int, left: int) -> None:
        """What an action brought, and what lies there after it."""
        if giver and gained > 0:
            self._thalers += gained
            self._givers.append(giver)
        self._thalers = min(self._thalers, left)
        if not self._thalers:
            self._givers = []


def _thalers_for(s: State, action: Action) -> int:
    """What is paid for an action."""
    if action.kind == kinds.BUY:
        return s.setup.edition.price[action.a]
    return upgrade_price(s, action.a, action.b) if action.kind == kinds.UPGRADE else 0


def _giver(words: Catalogue, s: State, seat: int, action: Action) -> str:
    """Who gives the bonus of an action, if one comes of it; "" if what it brings is no bonus."""
    if action.kind == kinds.RECRUIT:
        return card_heading(words, s.setup.edition.card_names[guest_at(s, action.a)])
    if action.kind == kinds.COUNTER_GUEST or (action.kind == kinds.USE and SPOT_SPACE[action.a] == MONK):
        return words.say("giver.monastery")
    return ""
