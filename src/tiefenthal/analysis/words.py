"""Analysis and review in the words of a language."""

from typing import Final

from tiefenthal.analysis.data import Outlook, Reason
from tiefenthal.analysis.reasons import OTHER, THIS
from tiefenthal.bots.neural.choices import after_choice
from tiefenthal.bots.search.solo_turn import act, copy, open_table, serve_now
from tiefenthal.chance import SeededChance
from tiefenthal.components.edition import Edition
from tiefenthal.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.i18n import Catalogue, Value
from tiefenthal.rules.actions import READY_NOW, parse_action
from tiefenthal.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.rules.state import State
from tiefenthal.wording.actions import action_words
from tiefenthal.wording.names import counted_cards, entertainer_heading, entertainer_text, the_area, the_described

MINUS: Final = "−"
LISTED: Final = 6
"""Reasons in one sentence; those that come first weigh most."""


def number(value: float, signed: bool = False, decimals: int = 0) -> str:
    """A figure for people: "12", "−3", "+4"."""
    text = f"{abs(value):.{decimals}f}"
    if float(text) == 0.0:
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def outlook_words(words: Catalogue, outlook: Outlook) -> str:
    """ "61 ± 9 points · margin +4 ± 12 · wins 61 ± 6 %"."""
    parts = (
        words.say("analysis.score", score=number(outlook.score), pm=number(outlook.score_pm)),
        words.say("analysis.margin", margin=number(outlook.margin, signed=True), pm=number(outlook.margin_pm)),
        words.say("analysis.win", win=number(outlook.win * 100), pm=number(outlook.win_pm * 100)),
    )
    return " · ".join(parts)


def reason_words(words: Catalogue, ed: Edition, reason: Reason) -> str:
    """One reason, as a part of a sentence."""
    v = reason.values
    code = reason.code
    n = round(float(v.get("n", 0)))
    values: dict[str, Value] = {"n": n}
    if code == "upgrade":
        area = str(v["area"])
        values = {"area": the_area(words, area)}
        if not v["evenings"]:
            return words.say("reason.upgrade-last", **values)
        return words.say("reason.upgrade", n=int(v["evenings"]), gain=_gain(words, area, int(v["more"])), **values)
    if code == "nobles":
        values |= {"nobles": counted_cards(words, "noble", n), "points": words.say("n.points", n=int(v["points"]))}
    elif code in ("guest", "rid"):
        guest = the_described(words, ed, ed.kind_of[str(v["card"])])
        values["guest"] = guest if n == 1 else words.say("n.cards", n=n, card=guest)
        values["points"] = words.say("n.points", n=int(v.get("points", 0)))
    elif code == "staff":
        values["cards"] = counted_cards(words, str(v["card"]), n)
    elif code == "entertainer":
        name = str(v["entertainer"])
        does = entertainer_text(words, ed, ENTERTAINER_NAMES.index(name), int(v["side"]))
        values |= {"entertainer": entertainer_heading(words, name), "does": does.removesuffix(".")}
    else:
        values |= _counted(words, n)
    return words.say(f"reason.{code}", **values)


def _counted(words: Catalogue, n: int) -> dict[str, Value]:
    """An amount of anything that can be counted; a sentence uses what it is about."""
    return {what: words.say(f"n.{what}", n=n) for what in ("thalers", "beer", "schnapps", "steps", "points")}


def _gain(words: Catalogue, area: str, more: int) -> str:
    assert area in AREA_NAMES
    return words.say(f"gain.{area}", **({"n": more} | _counted(words, more)))


def reasons_words(words: Catalogue, ed: Edition, reasons: list[Reason], this: str, other: str) -> list[str]:
    """Two sentences: one for each option. `this` and `other` are the keys to begin them."""
    said: list[str] = []
    for side, key in ((THIS, this), (OTHER, other)):
        parts = [reason_words(words, ed, reason) for reason in reasons if reason.side == side][:LISTED]
        if parts:
            said.append(words.say(key, reasons="; ".join(parts)))
    return said


def steps_words(words: Catalogue, before: State, seat: int, actions: list[str]) -> list[str]:
    """The actions of an option, each as on a button, carried out one after the other as it says."""
    luck = SeededChance("none is needed")
    s = open_table(before, seat)
    said: list[str] = []
    for text in actions:
        action = parse_action(text)
        said.append(action_words(s, seat, action, words))
        if phase_of(s) not in (PLANNING, SERVING):
            s = after_choice(s, seat, action, luck)
            continue
        s = copy(s, seat)
        if action is READY_NOW:
            serve_now(s, seat, luck)
        else:
            act(s, seat, action, luck)
    return said
