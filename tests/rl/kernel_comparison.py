"""The kernel against the Python rules, decision by decision: masks, observations, seats, scores, ends, records.

Players of several policies see to it that rare things happen too. `make test` plays some hundred games so; for more:

    python -m tests.rl.kernel_comparison --games 20000
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.setups import ALL_SETUPS
from tests.table import edition_with
from tiefenthal import load_edition
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import ACTIONS, KIND_NAMES, Action
from tiefenthal.engine.rules.flow import Effect
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Event, Setup
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.core.fields import common_fields, common_size, tavern_fields, tavern_size
from tiefenthal.rl.core.stepped_game import NO_LIMIT, NOBODY, SteppedGame
from tiefenthal.rl.kernel.games import KernelGames
from tiefenthal.rl.kernel.library import load, place
from tiefenthal.rl.observation import Layout

LIMITS = (20, 0, NO_LIMIT)
PAUSE = 10.0  # seconds between two reports


class Seen:
    """What has happened in the games compared."""

    def __init__(self) -> None:
        self.actions: Counter[int] = Counter()
        self.questions: set[str] = set()
        self.pending: set[str] = set()
        """Effects that lay on the stack while somebody was asked."""
        self.events: set[str] = set()
        self.games: int = 0
        self.decisions: int = 0

    @property
    def kinds(self) -> set[str]:
        """The kinds of action that were carried out."""
        return {KIND_NAMES[ACTIONS[number].kind] for number in self.actions}

    def look(self, table: SteppedGame, action: Action, events: list[Event]) -> None:
        """A decision is about to be made."""
        self.decisions += 1
        self.actions[action.id] += 1
        effects: list[Effect] = table.setup.flow.effects
        if table.state.tasks:
            self.questions.add(effects[table.state.tasks[-1][0]].name)
            self.pending |= {effects[task[0]].name for task in table.state.tasks}
        self.events |= {event[0] for event in events}
        events.clear()


# --- players of several policies

Policy = Callable[[list[Action], random.Random, Seen], Action]

MARKET = {
    kinds.USE: 6.0, kinds.BUY: 6.0, kinds.UPGRADE: 12.0, kinds.RECRUIT: 12.0, kinds.NOBLES: 2.0, kinds.PLACE: 6.0,
    kinds.ENTERTAIN: 4.0, kinds.ENTERTAIN_UPGRADE: 8.0, kinds.BARD_SINGS: 3.0, kinds.COUNTER_GUEST: 3.0,
    kinds.END: 0.2, kinds.READY: 0.2, kinds.DECLINE: 0.3, kinds.MOVE: 0.1, kinds.BACK: 0.05, kinds.SWAP: 0.1,
    kinds.AGAIN: 0.3,
}  # fmt: skip
RESTLESS = {
    kinds.MOVE: 4.0, kinds.SWAP: 6.0, kinds.BACK: 2.0, kinds.TURN: 3.0, kinds.PLACE: 6.0, kinds.UPGRADE: 10.0,
    kinds.BARD_SINGS: 0.3, kinds.REMOVE: 4.0, kinds.END: 0.5, kinds.READY: 0.5, kinds.USE: 0.5,
}  # fmt: skip


def by_chance(legal: list[Action], rng: random.Random, seen: Seen) -> Action:
    """Anything."""
    return rng.choice(legal)


def curious(legal: list[Action], rng: random.Random, seen: Seen) -> Action:
    """What was done least so far."""
    least = min(seen.actions[action.id] for action in legal)
    return rng.choice([action for action in legal if seen.actions[action.id] == least])


def curious_of_kinds(legal: list[Action], rng: random.Random, seen: Seen) -> Action:
    """Every kind of action that is offered is as likely as any other, however many of it there are."""
    kind = rng.choice(sorted({action.kind for action in legal}))
    return rng.choice([action for action in legal if action.kind == kind])


def greedy(legal: list[Action], rng: random.Random, seen: Seen) -> Action:
    """Uses dice and spends what they bring."""
    return rng.choices(legal, [MARKET.get(action.kind, 1.0) for action in legal])[0]


def restless(legal: list[Action], rng: random.Random, seen: Seen) -> Action:
    """Moves dice about, and upgrades with cards returned, which is where dishwashers become complicated."""
    return rng.choices(legal, [RESTLESS.get(action.kind, 1.0) for action in legal])[0]


POLICIES: dict[str, Policy] = {
    "by chance": by_chance,
    "curious": curious,
    "curious of kinds": curious_of_kinds,
    "greedy": greedy,
    "restless": restless,
}


# --- editions: no figure of the game may stand in the kernel


def scarce() -> Edition:
    """Everything runs out, and what is left is cheap."""
    return edition_with(
        ("tavern_cards_each = 16", "tavern_cards_each = 4"),
        ("bards = 16", "bards = 4"),
        ("nobles = 61", "nobles = 5"),
        ("schnapps = 20", "schnapps = 4"),
        ("schnapps_kept = 4", "schnapps_kept = 2"),
        ("signatures = 40", "signatures = 7"),
        ("counter_guests_per_player = 3", "counter_guests_per_player = 2"),
        ("colour_dice_per_player = 3", "colour_dice_per_player = 2"),
        ("white_dice_per_player = 4", "white_dice_per_player = 3"),
        ("start_cards_revealed = 3", "start_cards_revealed = 5"),
        ("table      = { price = 5, points = 0", "table      = { price = 2, points = 1"),
        ("brewer     = { price = 6", "brewer     = { price = 1"),
        ("beer_price = [9, 14, 18]", "beer_price = [2, 3, 3]"),
        ("{ price = 15, discount = 5, yields = [3, 4]", "{ price = 5, discount = 4, yields = [5, 6]"),
        ("{ price = 7, yields = [2, 5]", "{ price = 3, yields = [1, 3]"),
        ("die = 4, pays = 3, copies = 2 }", 'die = 4, pays = 3, bonus = "3 thalers", copies = 2 }'),
        ("die = 2\npays = 2\npoints = 10", "die = 6\npays = 3\npoints = 7"),
        ("{ die = 2, pays = 2 }", "{ die = 6, pays = 9, points = 2 }"),
        ('1 = "counter guest"\n2 = "3-beer guest | barback"', '1 = "3-beer guest | server"\n2 = "3-beer guest"'),
        ('1 = "counter guest"\n2 = "entertainer', '1 = "3-beer guest | bard"\n2 = "entertainer'),
    )


def plenty() -> Edition:
    """Much of everything, tables and dishwashers above all; other bonuses on every track."""
    return edition_with(
        ("tavern_cards_each = 16", "tavern_cards_each = 8"),
        ("{ price = 15, discount = 5, yields = [3, 4]", "{ price = 5, discount = 1, yields = [8, 12]"),
        ("{ price = 9, discount = 3, yields = [0, 1] }", "{ price = 4, discount = 1, yields = [2, 4] }"),
        ("{ price = 10, yields = [1, 3]", "{ price = 3, yields = [6, 9]"),
        ("{ price = 8, yields = [1, 2]", "{ price = 8, yields = [5, 8]"),
        ("{ price = 18, discount = 6, yields = [1, 2] }", "{ price = 8, discount = 5, yields = [4, 5] }"),
        ("{ price = 9, yields = [1, 2]", "{ price = 9, yields = [3, 5]"),
        ("{ price = 7, yields = [2, 5]", "{ price = 7, yields = [20, 20]"),
        ("{ price = 6, yields = [2, 5]", "{ price = 6, yields = [9, 20]"),
        ("dishwasher = { price = 3", "dishwasher = { price = 1"),
        ("points_by_cost = { 3 = 1, 4 = 1", "points_by_cost = { 3 = 3, 4 = 2"),
        ("die = 2, pays = 3, copies = 2 }", 'die = 2, pays = 3, bonus = "service denied", copies = 2 }'),
        ("die = 3, pays = 3, copies = 2 }", 'die = 6, pays = 20, bonus = "3 monastery", copies = 2 }'),
        ('5 = "nothing"\n6 = "dishwasher"', '5 = "service denied"\n6 = "service denied"'),
        ('3 = "die | dishwasher"', '3 = "3-beer guest | die"'),
        ("schnapps_printed = { 2 = 1, 8 = 1 }", "schnapps_printed = { 2 = 3, 4 = 2, 8 = 1 }"),
        ("thalers = { schnapps = 1, gain = 2 }", "thalers = { schnapps = 2, gain = 9 }"),
        ("upgrade = { schnapps = 5 }", "upgrade = { schnapps = 2 }"),
        ('4 = "signature" ', '4 = "4 points" '),
        ('5 = "4 points"', '5 = "signature"'),
        ('["3 monastery steps", "remove 2 regulars"]', '["4 monastery steps", "remove 4 regulars", "bard"]'),
        (
            '["nothing", "nothing", "1 reputation", "schnapps"]',
            '["service denied", "2 monastery", "2 reputation", "noble"]',
        ),
        ('2 = "entertainer money"\n3 = "entertainer fire"', '2 = "entertainer fire"\n3 = "entertainer money"'),
    )


EDITIONS: dict[str, Callable[[], Edition]] = {"reference": load_edition, "scarce": scarce, "plenty": plenty}


# --- comparing


class Different(AssertionError):
    """The kernel and the Python rules disagree."""


def _where(setup: Setup, number: int) -> str:
    """Which field of an observation a number belongs to."""
    common, tavern = common_size(setup.edition), tavern_size(setup.edition)
    if number < common:
        return next(f.name for f in common_fields(setup.edition) if f.at <= number < f.at + f.size)
    which, at = divmod(number - common, tavern)
    name = next(f.name for f in tavern_fields(setup.edition) if f.at <= at < f.at + f.size)
    return f"{name} of tavern {which}"


class Comparison:
    """A game after the other, played by the kernel and by the Python rules at once."""

    def __init__(self, kernel: Any, setup: Setup, limit: int, form: str, seen: Seen) -> None:
        self.setup: Setup = setup
        self.layout: Layout = Layout(setup.players, setup.edition)
        self.form: str = form
        self.seen: Seen = seen
        self._shown = np.zeros((1, self.layout.size), form)
        self._scores = np.zeros((1, setup.players), np.int16)
        self.games: KernelGames = KernelGames(kernel, setup, limit, 0, self._shown, self._scores)
        self.table: SteppedGame = SteppedGame(setup, limit)

    def play(self, policy: Policy, games: int, seed: str) -> None:
        """So many games; raises Different with all that is needed to see it again."""
        rng = random.Random(seed)
        events: list[Event] = []
        self.games.begin(seed)
        for episode in range(games):
            table = self.table
            table.begin(f"{seed}/0/{episode}")
            table.state.events = events
            while table.seat != NOBODY:
                self._compare(rng.random())
                action = policy(table.legal, rng, self.seen)
                self.seen.look(table, action, events)
                ended = self.games.step(np.array([action.id], np.int64))
                table.step(action.id)
                if bool(ended) != (table.seat == NOBODY):
                    self._differ("whether the game is over")
            if (
                ended[0].index != 0
                or ended[0].seed != table.seed
                or ended[0].scores != table.scores()
                or ended[0].win_shares != table.win_shares()
                or ended[0].log != table.log
            ):
                self._differ("how the game ended")
            self.seen.games += 1

    def _compare(self, draw: float) -> None:
        table, games = self.table, self.games
        if games.seats[0] != table.seat:
            self._differ(f"whose decision it is: {games.seats[0]} and {table.seat}")
        if games.masks.tobytes() != table.mask_bytes():
            offered = set(np.flatnonzero(games.masks[0]).tolist())
            legal = {action.id for action in table.legal}
            found = [f"{ACTIONS[number]} ({'legal' if number in legal else 'not legal'})" for number in legal ^ offered]
            self._differ(f"what is legal: {', '.join(found)}")
        row = table.row(table.seat)
        expected = row if self.form == "uint8" else self.layout.floats(np.frombuffer(row, np.uint8)).tobytes()
        if self._shown.tobytes() != expected:
            wanted = np.frombuffer(expected, self.form)
            wrong = np.flatnonzero(self._shown[0] != wanted).tolist()
            found = [f"{_where(self.setup, at)} ({self._shown[0, at]}, not {wanted[at]})" for at in wrong[:8]]
            self._differ(f"what is seen: {', '.join(found)}")
        if self._scores[0].tolist() != table.scores():
            self._differ(f"the points: {self._scores[0].tolist()} and {table.scores()}")
        if games.choose(np.array([draw])) != [table.pick(draw)]:
            self._differ("the order of the legal actions")

    def _differ(self, what: str) -> None:
        table, setup = self.table, self.setup
        last = str(ACTIONS[table.log[-1] & 0xFFFF]) if table.log else "nothing"
        raise Different(
            f"{setup.players} players, module {setup.modules}, edition {setup.edition.name}, seed {table.seed}, after "
            f"{len(table.log)} decisions, the last {last!r}, round {table.state.round}, step "
            f"{setup.flow.steps[table.state.step].name}: {what}"
        )


def compare(
    kernel: Any, players: int, modules: int, edition: str, policy: str, limit: int, form: str, games: int, seen: Seen
) -> None:
    """So many games of one kind; raises Different."""
    setup = make_setup(players, modules, EDITIONS[edition]())
    Comparison(kernel, setup, limit, form, seen).play(POLICIES[policy], games, f"{edition} {policy} {limit}")


def variants() -> list[tuple[int, int, str, str, int]]:
    """Every set-up with every edition, policy and limit. Who is curious and may change plans for ever would."""
    return [
        (players, modules, edition, policy, limit)
        for limit in LIMITS
        for policy in POLICIES
        for edition in EDITIONS
        for players, modules in ALL_SETUPS
        if policy != "curious" or limit != NO_LIMIT
    ]


def main() -> int:
    """Every variant in turn, until so many games have been compared."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--kernel", type=Path, help="a kernel built elsewhere, such as one with a sanitizer")
    options = parser.parse_args()
    try:
        kernel = load(options.kernel or place())
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    all_variants = variants()
    each = -(-options.games // len(all_variants))
    seen = Seen()
    began = shown = time.monotonic()
    for number, (players, modules, edition, policy, limit) in enumerate(all_variants):
        form = "uint8" if number % 2 else "float32"
        compare(kernel, players, modules, edition, policy, limit, form, each, seen)
        if time.monotonic() - shown > PAUSE:
            shown = time.monotonic()
            done = (number + 1) / len(all_variants)
            left = (shown - began) * (1 - done) / done
            print(f"{seen.games:,} games, {seen.decisions:,} decisions; {left:.0f} s left", file=sys.stderr)
    print(f"{seen.games:,} games and {seen.decisions:,} decisions are the same in the kernel and in the Python rules;")
    print(f"{len(seen.actions):,} of {ACTION_COUNT:,} actions were carried out, {len(seen.events)} kinds of event met")
    return 0


if __name__ == "__main__":
    sys.exit(main())
