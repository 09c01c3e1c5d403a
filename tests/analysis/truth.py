"""Are reasons true? Every number in a reason is worked out again from the documents of the two positions, by nothing
that the analysis uses. As a program it does so for as many pairs of turns as wanted:

    python -m tests.analysis.truth 1000
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from tests.analysis.positions import decisions
from tests.setups import ALL_SETUPS
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.record.position.write import seat_document
from tiefenthal.engine.rules.actions import READY_NOW
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.scoring import points_by_source
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.analyse import reasons_between
from tiefenthal.players.analysis.data import Reason
from tiefenthal.players.analysis.thinker import ARRIVAL, DRAFT, TURN, Candidate, Thinker

AREAS_MORE = {
    "cashbox": 2, "barrel": 1, "brewer": 1, "monk": 1, "safe": 3, "beer_storage": 3, "tables": 1, "server": 1,
    "dishwasher": 1,
}  # fmt: skip
"""How much more an area gives once upgraded, as the rules say (F-2, F-15, B-1, C-1, E-4)."""
SPACES = 23  # of the monastery track


def cards_of(seat: dict[str, Any]) -> Counter[str]:
    """All cards of a seat, wherever the document has them."""
    cards = Counter(seat["deck"]) + Counter(seat["discard"]) + Counter(seat["drawn"])
    cards += Counter(name for name in seat["seated"] if name not in ("noble", "gone"))
    cards["noble"] += seat["nobles"]
    return cards


class Pair:
    """Two options and what the documents say about them."""

    def __init__(self, before: State, seat: int, this: Candidate, other: Candidate) -> None:
        self.edition: Edition = before.setup.edition
        self.evenings = self.edition.rounds - before.round
        self.before = seat_document(before, seat, False)
        self.docs = {"this": seat_document(this.after, seat, False), "other": seat_document(other.after, seat, False)}
        self.sources = {"this": points_by_source(this.after, seat), "other": points_by_source(other.after, seat)}
        self.lost = {"this": lost(before, seat, this), "other": lost(before, seat, other)}

    def expected(self, with_lost: bool) -> list[tuple[str, str, tuple[tuple[str, object], ...]]]:
        """All reasons there must be, as (code, side, values)."""
        found: list[tuple[str, str, tuple[tuple[str, object], ...]]] = []

        def note(code: str, side: str, /, **values: object) -> None:
            found.append((code, side, tuple(sorted(values.items()))))

        for side, against in (("this", "other"), ("other", "this")):
            one, two = self.docs[side], self.docs[against]
            for area in set(one["upgraded"]) - set(two["upgraded"]):
                note("upgrade", side, area=area, more=AREAS_MORE[area], evenings=self.evenings)
            mine, theirs = cards_of(one), cards_of(two)
            for name in set(mine) | set(theirs):
                n = mine[name] - theirs[name]
                kind = self.edition.kind_of[name]
                figures = {"die": self.edition.die[kind], "pays": self.edition.pays[kind]}
                if n > 0 and name == "noble":
                    note("nobles", side, n=n, points=10 * n)
                elif n > 0 and name[0] == "g" and name[1].isdigit():
                    note("guest", side, card=name, n=n, points=n * self.edition.points[kind], **figures)
                elif n < 0 and name[0] == "r" and name[1].isdigit():
                    note("rid", side, card=name, n=-n, **figures)
                elif n > 0 and not name[1].isdigit():
                    note("staff", side, card=name, n=n)
            for name, way in one.get("entertainers", {}).items():
                if two.get("entertainers", {}).get(name) != way:
                    note("entertainer", side, entertainer=name, side=way)
            walked = [(doc["monastery"] - self.before["monastery"]) % SPACES for doc in (one, two)]
            numbers = {
                "monastery": walked[0] - walked[1],
                "reputation": self.sources[side][4] - self.sources[against][4],
                "signatures": sum(one.get("book", [])) - sum(two.get("book", [])),
                "schnapps": one.get("schnapps", 0) - two.get("schnapps", 0),
                "thalers": one["thalers"] - two["thalers"],
                "beer": one["beer"] - two["beer"],
                "counter-guests": one["counter_guests"] - two["counter_guests"],
                "points": sum(self.sources[side]) - sum(self.sources[against]),
            }
            if with_lost:
                numbers["thalers-lost"] = self.lost[side][0] - self.lost[against][0]
                numbers["beer-lost"] = self.lost[side][1] - self.lost[against][1]
            for code, n in numbers.items():
                if n > 0:
                    note(code, side, n=n)
        return sorted(found)


def lost(before: State, seat: int, option: Candidate) -> tuple[int, int]:
    """What the rules report as lost when the turn is played by itself, from the events of the game."""
    from tiefenthal.engine.chance import SeededChance
    from tiefenthal.players.bots.search.solo_turn import act, copy, open_table, serve_now

    s = copy(open_table(before, seat), seat)
    luck = SeededChance("lost")
    events: list[tuple[str, int, int, int]] = []
    s.events = events
    for action in option.actions:
        if action is READY_NOW:
            serve_now(s, seat, luck)
        elif s.setup.flow.steps[s.step].name in ("planning", "serving"):
            act(s, seat, action, luck)
    told = [event for event in events if event[0] == "lost"]
    return (told[-1][2], told[-1][3]) if told else (0, 0)


def said(reasons: list[Reason]) -> list[tuple[str, str, tuple[tuple[str, object], ...]]]:
    return sorted((one.code, one.side, tuple(sorted(one.values.items()))) for one in reasons)


def check(before: State, seat: int, kind: str, this: Candidate, other: Candidate) -> int:
    """Compare; how many reasons there were. An arrival has reasons of its own kind (tests)."""
    reasons = reasons_between(before, seat, kind, this, other)
    if kind == DRAFT and this.hand == other.hand:
        assert reasons == []
        return 0
    expected = Pair(before, seat, this, other).expected(kind == TURN)
    assert said(reasons) == expected, f"{this.actions} against {other.actions}"
    return len(reasons)


def pairs(thinker: Thinker, seed: str) -> Iterator[tuple[State, int, str, Candidate, Candidate]]:
    """Pairs of options from games in every set-up, the best against the second and against some far down the list."""
    for number in count():
        players, modules = ALL_SETUPS[number % len(ALL_SETUPS)]
        for kind, game, view in decisions(players, modules, f"{seed} {number}"):
            if kind == ARRIVAL or (game.round + number) % 4:
                continue
            assert legal_actions(game.state, view.seat)
            _, found = thinker.candidates(View(view.seat, view.state))
            for other in found[1::7][:4]:
                yield view.state, view.seat, kind, found[0], other


def main(wanted: int) -> None:
    """Check so many pairs."""
    thinker = Thinker(3, "truth")
    reasons = 0
    for done, pair in enumerate(pairs(thinker, "truth"), start=1):
        reasons += check(*pair)
        if done % 100 == 0 or done == wanted:
            print(f"{done} of {wanted} pairs, {reasons} reasons, all true", flush=True)
        if done == wanted:
            return


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
