"""What a replay, an analysis and a review say in a language, of a game and figures that stay the same."""

import contextlib
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from tests.analysis.positions import decisions
from tiefenthal.app.cli.analyse import show
from tiefenthal.app.cli.records import replay
from tiefenthal.app.cli.review import show_review
from tiefenthal.engine.rules.state import State
from tiefenthal.i18n import Catalogue, catalogue
from tiefenthal.players.analysis.data import (
    Accuracy,
    Analysis,
    Costly,
    EveningLuck,
    GradedDecision,
    Hint,
    Option,
    Outlook,
    Reason,
    Review,
    SeatReview,
    Standing,
    Value,
)
from tiefenthal.players.analysis.hints import NUDGES
from tiefenthal.players.analysis.reasons import WASTED
from tiefenthal.players.analysis.words import hint_words, reason_words

RECORD: Final = Path(__file__).resolve().parents[1] / "records" / "golden" / "3-players-module-5.txt"
COUNTED: Final = (
    "monastery", "reputation", "signatures", "schnapps", "thalers", "beer", "counter-guests", "thalers-lost",
    "beer-lost", "points", "guests-pay", "others-pay",
)  # fmt: skip


def reasons(n: int, side: str = "this") -> list[Reason]:
    """One of each."""
    upgrade: dict[str, Value] = {"area": "barrel", "evenings": n, "more": n}
    found = [
        Reason("upgrade", side, upgrade),
        Reason("upgrade", side, upgrade | {"evenings": 0}),
        Reason("nobles", side, {"n": n, "points": 10 * n}),
        Reason("guest", side, {"card": "g5.4.4.service-denied", "n": n, "points": 3}),
        Reason("staff", side, {"card": "bard", "n": n}),
        Reason("rid", side, {"card": "r3.2", "n": n}),
    ]
    return found + [Reason(code, side, {"n": n, "others": 4.6}) for code in COUNTED]


def told(code: str) -> str:
    """All of it."""
    words, said = catalogue(code), io.StringIO()
    with contextlib.redirect_stdout(said):
        for evening in (1, 2, 8):
            replay(RECORD, 1, evening, code)
        _analysis_and_review(words)
    return "\n".join(line.rstrip() for line in said.getvalue().splitlines()) + "\n"


def _analysis_and_review(words: Catalogue) -> None:
    _, game, view = next(one for one in decisions(2, 5, "words") if one[0] == "turn" and one[1].round == 2)
    state, seat = game.state, view.seat
    actions = [action.text for action in game.legal_actions(seat)[:2]]
    outlooks = [Outlook(61.2, 9.1, 4.4, 12.0, 0.61, 0.06), Outlook(59.0, 1.0, -3.0, 11.0, 0.55, 0.06)]
    options = [Option([action], 1.0, look, reasons(2), []) for action, look in zip(actions, outlooks)]
    show(words, state, Analysis(seat, 2, "planning", "", "turn", 25, "", options, 12))
    edition = state.setup.edition
    print("\n".join(f"  {reason_words(words, edition, one)}" for n in (1, 2, 5) for one in reasons(n)))
    spared = [one for n in (1, 2, 5) for one in reasons(n) if one.code in WASTED]
    print("\n".join(f"  {reason_words(words, edition, one, spared=True)}" for one in spared))
    _hints(words, state, seat, actions)
    graded = [
        GradedDecision(0, at, phase, "turn", 40 * at, actions[:1], actions[1:], cost, grade, reasons(1))
        for at, phase, cost, grade in ((0, "start cards", 1.9, "inaccuracy"), (3, "serving", 35.3, "blunder"))
    ]
    parts = [Accuracy("all", 90, 81.4, 37.2), Accuracy("draft", 30, 99.1, 1.9), Accuracy("opening", 30, 82.3, 35.3)]
    seats = [
        SeatReview(0, "p1", 98, parts, 37.2, 4.0, [Costly(one, {}) for one in graded]),
        SeatReview(1, "p2", 76, [Accuracy("all", 90, 99.8, 0.4)], 0.4, -4.0, []),
    ]
    standings = [Standing(0, [0.5, 0.5], []), Standing(1, [0.61, 0.39], [])]
    luck = [EveningLuck(0, 1, 3.6, -1.5), EveningLuck(1, 1, -3.6, 0.2)]
    reviewer: Any = SimpleNamespace(
        moments=SimpleNamespace(record=SimpleNamespace(tags={})), units=lambda: [0] * 20, state_before=lambda one: state
    )
    show_review(words, reviewer, Review(2, 5, True, [0], False, 25, "", standings, seats, luck, graded))


def _hints(words: Catalogue, state: State, seat: int, actions: list[str]) -> None:
    """Where to look, and why: one that is well ahead, and one that may as well be another."""
    for nudge in NUDGES:
        print(words.say(f"hint.{nudge}"))
    look = Outlook(61.2, 9.1, 14.4, 12.0, 0.61, 0.06)
    both = [*reasons(1), Reason("thalers-lost", "other", {"n": 2}), Reason("beer", "other", {"n": 3})]
    for line, other, why, ahead in (
        (actions[:1], actions[1:], both, 5.3),
        (actions, actions[:1], both[:1], 0.6),
        (actions[:1], actions[1:], [], 1.2),
        (actions[:1], actions[1:], [], 0.1),
    ):
        print("\n".join(hint_words(words, state, seat, Hint("areas", line[0], line, look, why, other, ahead))))


FOLDER: Final = Path(__file__).resolve().parent / "golden"


def golden(code: str) -> Path:
    """Where it is kept (`python -m tests.wording.write_golden` writes it again)."""
    return FOLDER / f"{code}.txt"
