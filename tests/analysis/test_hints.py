"""Hints: where to look, why, and what else there was; all of it fits what can still be done."""

import pytest

from tests.analysis.positions import some_of_each
from tests.figures import FIGURES
from tests.table import Table
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.view import view_of
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.analysis import analyse, hint_of
from tiefenthal.players.analysis.data import Analysis, Hint, Option, Outlook, Reason
from tiefenthal.players.analysis.hints import DICE, NUDGES, TOUCHED
from tiefenthal.players.analysis.reasons import of_arrival
from tiefenthal.players.analysis.words import EVEN, hint_words, outlook_words, reasons_words, steps_words

LOOK = Outlook(158.0, 15.0, 10.0, 21.0, 0.73, 0.18)
EN = catalogue("en")


def turn(*actions: str, reasons: list[Reason] | None = None, left: int = 3) -> Analysis:
    """An analysis of which only this turn counts."""
    options = [Option(list(actions), 5.0, LOOK, reasons or [], []), Option(["end"], 1.0, LOOK, [], [])]
    return Analysis(0, 8 - left, "serving", "", "turn", 25, "0", options, 2, left)


@pytest.mark.parametrize(
    ("found", "nudge"),
    [
        (turn("recruit row1", "upgrade safe", "end", reasons=[Reason("counter-guests", "this", {"n": 1})]), "guests"),
        (turn("upgrade cashbox", "end", reasons=[Reason("upgrade", "this", {})]), "areas"),
        (turn("buy table", "upgrade cashbox", "end", reasons=[Reason("upgrade", "this", {})]), "areas"),
        (turn("buy table", "end", reasons=[Reason("monastery", "this", {"n": 1})]), "staff"),
        (turn("use monk:5", "end", reasons=[Reason("monastery", "this", {"n": 1})]), "monastery"),
        (turn("use cashbox", "move brewer:1 barrel", "use barrel", "end"), "dice"),
        (turn("use t1", "end"), "use"),
        (turn("use t1", "end", reasons=[Reason("thalers", "this", {"n": 1})]), "stores"),
        (turn("use t1", "end", reasons=[Reason("thalers", "this", {"n": 1})], left=0), "use"),
        (turn("end", reasons=[Reason("staff", "this", {"card": "bard", "n": 1})]), "done"),
    ],
)  # fmt: skip
def test_a_nudge_is_about_what_can_still_be_done(found: Analysis, nudge: str) -> None:
    """All dice used: it does not send anybody back to them; the last evening: nothing is kept for another."""
    assert hint_of(found).nudge == nudge
    assert nudge in NUDGES


def test_the_nudges_of_real_positions_are_about_what_the_line_does() -> None:
    about: dict[str, list[int]] = {"dice": list(DICE), "use": [kinds.USE], "done": [kinds.END, kinds.READY]}
    for touching, place in TOUCHED.items():
        about.setdefault(place, []).append(touching)
    about["monastery"].append(kinds.USE)
    seen: set[str] = set()
    for kind, _, view in some_of_each():
        if kind != "turn":
            continue
        found = analyse(view, budget=1)
        nudge = hint_of(found).nudge
        line = [parse_action(text).kind for text in found.options[0].actions]
        assert nudge == "stores" or set(line) & set(about[nudge]), nudge
        seen.add(nudge)
    assert len(seen) >= 3


def serving() -> Table:
    t = Table(evening=4)
    return t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 barrel").stores(0, thalers=8, beer=0).serving(0)


def hint(state: object, other: list[str], reasons: list[Reason], ahead: float, line: list[str]) -> Hint:
    return Hint("areas", line[0], line, LOOK, reasons, other, ahead)


def test_reasons_argue_for_the_advice_and_say_what_else_there_was() -> None:
    s = view_of(serving().state, 0).state
    reasons = [
        Reason("nobles", "this", {"n": 1, "points": 10}),
        Reason("thalers-lost", "other", {"n": 6}),
        Reason("thalers", "other", {"n": 2}),
    ]
    line, other = ["upgrade barrel", "use barrel", "end"], ["use barrel", "buy table", "end"]
    why, behind = hint_words(EN, s, 0, hint(s, other, reasons, 5.2, line))
    assert why == "Why: 1 more noble, worth 10 points; wastes 6 fewer thalers."
    assert behind == (
        "The next best: Buy a table for 5 thalers. In its favor: 2 more thalers in the safe. "
        "All in all it’s about 5 points behind."
    )
    # The same with less: what it leaves out. Nothing that speaks for it: nothing is said.
    why, behind = hint_words(EN, s, 0, hint(s, ["use barrel", "end"], reasons[:1], 0.5, line))
    assert behind.startswith("The next best: the same without “Upgrade the barrel for ")
    assert "In its favor" not in behind
    assert behind.endswith("less than a point behind.")
    # Nothing to see on either side.
    assert hint_words(EN, s, 0, hint(s, other, [], 3.0, line))[0] == "Why: it comes out ahead in the end."
    even = hint_words(EN, s, 0, hint(s, other, [], EVEN / 2, line))
    assert even[0] == "Why: nothing else here is better."
    assert even[1].endswith("about as good.")
    assert hint_words(EN, s, 0, hint(s, [], [], 0.0, line)) == []


@pytest.mark.parametrize(("here", "others", "for_staying"), [(4, 6.0, False), (9, 5.2, True), (5, 5.3, None)])
def test_whoever_pays_more_speaks_for_whoever_brings_them(here: int, others: float, for_staying: bool | None) -> None:
    """The issue: “let them stay”, and then what those who may come would pay as a reason for it."""
    t = Table(evening=3)
    t.tavern(0, *{4: ("r3.2", "r2.2"), 5: ("r3.2", "r2.2", "r4.1"), 9: ("r3.2", "noble", "g5.3.5")}[here])
    found = of_arrival(t.state, 0, others, staying_is_this=True)
    sides = {reason.code: reason.side for reason in found}
    assert sides.pop("counter-guests") == "this"
    assert sides == {True: {"guests-pay": "this"}, False: {"others-pay": "other"}, None: {}}[for_staying]
    stay = reasons_words(EN, FIGURES, found, "analysis.this", "analysis.second")
    if for_staying is False:
        assert stay == [
            "This one: keeps 1 more counter guest.",
            "The second: those who may come pay 6 thalers together on average, those at the tables 4.",
        ]


def test_a_purchase_that_needs_a_bonus_says_so() -> None:
    """5 thalers, and a guest who brings 3: only with them the barrel can be upgraded."""
    t = serving().stores(0, thalers=5, beer=8)
    ed = t.state.setup.edition
    giver = next(
        card for card in range(ed.first_guest, len(ed.card_names)) if ed.card_names[card].endswith("3-thalers")
    )
    t.state.row[0] = giver
    price = 8
    s = view_of(t.state, 0).state
    recruit, upgrade, _ = steps_words(EN, s, 0, ["recruit row1", "upgrade barrel", "end"])
    assert "bonus" not in recruit
    assert upgrade.startswith(f"Upgrade the barrel for {price} thalers (possible thanks to a bonus – ")
    assert upgrade.endswith(": 3 thalers)")
    for code in CODES:
        said = steps_words(catalogue(code), s, 0, ["recruit row1", "upgrade barrel", "end"])
        assert len(said[1]) > len(said[0])
        assert "{" not in "".join(said)
    # What can be paid without it does not mention it, and what was spent is gone.
    t.state.players[0].thalers = 8
    rich = view_of(t.state, 0).state
    assert "bonus" not in "".join(steps_words(EN, rich, 0, ["recruit row1", "upgrade barrel", "end"]))
    assert "bonus" in steps_words(EN, rich, 0, ["recruit row1", "upgrade barrel", "buy barback", "end"])[2]


def test_a_chance_is_told_only_where_it_says_something() -> None:
    """47 ± 23 % may as well be even; 73 ± 18 % is ahead. At a table of four an even chance is a quarter."""
    unsure = Outlook(168.0, 20.0, -6.0, 31.0, 0.47, 0.23)
    said = {
        outlook_words(EN, unsure, 2): "168 ± 20 points",
        outlook_words(EN, LOOK, 2): "158 ± 15 points · wins 73 ± 18%",
    }
    for words, wanted in said.items():
        assert words == wanted.replace(" ± ", "\u00a0±\u00a0"), "no line ends within a figure"
    assert "wins 47\u00a0±" in outlook_words(EN, Outlook(168.0, 20.0, -6.0, 31.0, 0.47, 0.12), 4)
    assert "margin +24\u00a0±" in outlook_words(EN, Outlook(158.0, 15.0, 24.0, 21.0, 0.5, 0.18), 2)
