"""Reasons are true: each number is the difference between the two positions."""

from itertools import islice

import pytest

from tests.analysis.truth import Pair, check, pairs, said
from tests.figures import FIGURES
from tests.table import Table
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES
from tiefenthal.engine.rules.actions import AGAIN_PLEASE, STAY_HERE, parse_action
from tiefenthal.engine.view import view_of
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.analysis.analyse import analyse, reasons_between
from tiefenthal.players.analysis.data import Reason
from tiefenthal.players.analysis.judge import NOTHING
from tiefenthal.players.analysis.moments import played
from tiefenthal.players.analysis.reasons import REASONS, WASTED, lost_by, pay_at_tables
from tiefenthal.players.analysis.thinker import Candidate, Thinker
from tiefenthal.players.analysis.words import LISTED, reason_words, reasons_words


def test_every_number_is_the_difference_of_the_two_positions() -> None:
    """Of 200 pairs; `python -m tests.analysis.truth 1000` looks at more."""
    seen = sum(check(*pair) for pair in islice(pairs(Thinker(2, "test"), "test"), 200))
    assert seen > 400


def test_the_check_notices_a_number_that_is_wrong() -> None:
    before, seat, kind, this, other = next(
        pair for pair in pairs(Thinker(2, "wrong"), "wrong") if pair[2] == "turn" and check(*pair)
    )
    reasons = reasons_between(before, seat, kind, this, other)
    expected = Pair(before, seat, this, other).expected(True)
    assert said(reasons) == expected
    for number, reason in enumerate(reasons):
        values = {name: value + 1 if isinstance(value, int) else value for name, value in reason.values.items()}
        if values != reason.values:
            wrong = [*reasons[:number], Reason(reason.code, reason.side, values), *reasons[number + 1 :]]
            assert said(wrong) != expected


def test_the_upgrade_of_the_issue() -> None:
    """The barrel for 8 thalers brings a noble, and 1 beer more on each evening to come."""
    t = Table(evening=4)
    t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 barrel").stores(0, thalers=8, beer=0).serving(0)
    s = view_of(t.state, 0).state
    upgrade, idle = [
        Candidate(actions, played(s, 0, actions), NOTHING, 0.0)
        for actions in (
            [parse_action(text) for text in texts]
            for texts in (["upgrade barrel", "use barrel", "end"], ["use barrel", "end"])
        )
    ]
    reasons = reasons_between(s, 0, "turn", upgrade, idle)
    ed = t.state.setup.edition
    words = catalogue("en")
    for_it, against_it = reasons_words(words, ed, reasons, "analysis.this", "analysis.second")
    assert "upgrades the barrel: 1 more beer for a die there, on each of the 4 evenings left" in for_it
    assert "1 more noble, worth 10 points" in for_it
    assert "wastes 6 fewer thalers" in for_it
    assert "wastes" not in against_it
    assert lost_by(t.state, 0, idle.actions) == (6, 0)


def test_an_arrival_is_told_by_what_the_guests_pay() -> None:
    t = Table(evening=3)
    t.tavern(0, "r3.2", "noble", "g5.3.5")
    s = t.state
    stay = Candidate([STAY_HERE], s, NOTHING, 1.0, pays=9.0)
    go = Candidate([AGAIN_PLEASE], s, NOTHING, 0.0, pays=5.25)
    assert pay_at_tables(s, 0) == 2 + 2 + 5
    assert said(reasons_between(s, 0, "arrival", stay, go)) == [
        ("counter-guests", "this", (("n", 1),)),
        ("guests-pay", "this", (("n", 9), ("others", 5.2))),
    ]
    assert {reason.side for reason in reasons_between(s, 0, "arrival", go, stay)} == {"other"}


EXAMPLES = [
    *[Reason("upgrade", "this", {"area": area, "more": 1, "evenings": n}) for area in AREA_NAMES for n in (0, 1, 3)],
    *[Reason("entertainer", "other", {"entertainer": one, "side": n}) for one in ENTERTAINER_NAMES for n in (1, 2)],
    *[Reason("nobles", "this", {"n": n, "points": 10 * n}) for n in (1, 2)],
    *[Reason("guest", "this", {"card": "g5.3.5", "n": n, "points": 2 * n, "die": 3, "pays": 5}) for n in (1, 2)],
    *[Reason("rid", "this", {"card": "r3.2", "n": n, "die": 3, "pays": 2}) for n in (1, 2)],
    *[Reason("staff", "this", {"card": card, "n": 2}) for card in ("bard", "barback", "brewer", "server", "table")],
    *[Reason(code, "this", {"n": n}) for code in REASONS[6:] for n in (1, 2, 5)],
    Reason("others-pay", "other", {"n": 8.8, "others": 4}),
]  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_words(code: str) -> None:
    assert {reason.code for reason in EXAMPLES} == set(REASONS)
    words, ed = catalogue(code), FIGURES
    for reason in EXAMPLES:
        told = reason_words(words, ed, reason)
        assert "{" not in told
        assert told == told.strip()
        number = reason.values.get("n", reason.values.get("evenings"))
        if reason.code not in ("guest", "rid", "entertainer") and isinstance(number, int) and number > 1:
            assert str(number) in told
    for what in WASTED:
        spared = [reason_words(words, ed, Reason(what, "this", {"n": n}), spared=True) for n in (1, 2, 5)]
        assert len(set(spared)) == 3
        assert not {one for one in spared if "{" in one or one in {reason_words(words, ed, each) for each in EXAMPLES}}
    told_all = reasons_words(words, ed, EXAMPLES, "analysis.this", "analysis.best")
    assert len(told_all) == 2
    assert max(one.count(";") for one in told_all) < LISTED + 6  # some words bring signs of their own


def test_options_are_told_apart_from_both_sides() -> None:
    """What speaks for the best against the second speaks against the second."""
    t = Table(evening=4)
    t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 barrel").stores(0, thalers=8, beer=0).serving(0)
    best, second = analyse(view_of(t.state, 0), budget=5).options[:2]
    turned = {"this": "other", "other": "this"}
    assert said(best.reasons) == sorted((c, turned[s], v) for c, s, v in said(second.reasons))
    assert best.reasons
