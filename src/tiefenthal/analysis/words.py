"""Analysis and review in the words of a language."""

from functools import reduce
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
from tiefenthal.wording.names import entertainer_heading, entertainer_text, the_area, the_described

LISTED: Final = 6
"""Reasons in one sentence; those that come first weigh most."""


def outlook_words(words: Catalogue, outlook: Outlook) -> str:
    """ "61 ± 9 points · margin +4 ± 12 · wins 61 ± 6%"."""
    said = words.number
    parts = (
        words.say("analysis.score", score=said(outlook.score), pm=said(outlook.score_pm), n=round(outlook.score_pm)),
        words.say("analysis.margin", margin=said(outlook.margin, signed=True), pm=said(outlook.margin_pm)),
        words.say("analysis.win", win=said(outlook.win * 100), pm=said(outlook.win_pm * 100)),
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
        values |= {"nobles": words.say("more.noble", n=n), "points": words.say("n.points", n=int(v["points"]))}
    elif code in ("guest", "rid"):
        guest = the_described(words, ed, ed.kind_of[str(v["card"])])
        values["guest"] = guest if n == 1 else words.say("n.cards", n=n, card=guest)
        values["points"] = words.say("n.points", n=int(v.get("points", 0)))
    elif code == "staff":
        values["cards"] = words.say(f"more.{v['card']}", n=n)
    elif code == "entertainer":
        name = str(v["entertainer"])
        does = entertainer_text(words, ed, ENTERTAINER_NAMES.index(name), int(v["side"]))
        values |= {"entertainer": entertainer_heading(words, name), "does": does.removesuffix(".")}
    else:
        values |= _counted(words, n, "n" if code.endswith("-pay") else "more")
    return words.say(f"reason.{code}", **values)


def _counted(words: Catalogue, n: int, how: str) -> dict[str, Value]:
    """An amount ("n"), or so much more, of anything that can be counted; a sentence uses what it is about."""
    return {what: words.say(f"{how}.{what}", n=n) for what in ("thalers", "beer", "schnapps", "steps", "points")}


def _gain(words: Catalogue, area: str, more: int) -> str:
    assert area in AREA_NAMES
    return words.say(f"gain.{area}", **({"n": more} | _counted(words, more, "more")))


def _after(words: Catalogue, first: str, last: str) -> str:
    return words.say("list.reasons", first=first, last=last)


def reasons_words(words: Catalogue, ed: Edition, reasons: list[Reason], this: str, other: str) -> list[str]:
    """Two sentences: one for each option. `this` and `other` are the keys to begin them."""
    said: list[str] = []
    for side, key in ((THIS, this), (OTHER, other)):
        parts = [reason_words(words, ed, reason) for reason in reasons if reason.side == side][:LISTED]
        if parts:
            said.append(
                words.say(
                    key, reasons=reduce(lambda first, last: words.say("list.reasons", first=first, last=last), parts)
                )
            )
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
