"""The long run behind `make soak`: a million random decisions over all set-ups, and a million things that are illegal.

Every illegal or malformed action must be refused with a rule, without a crash and without changing the game; every
game must end with nothing created or lost, and its record must verify. Ctrl-C stops with what has been seen so far.
"""

import argparse
import contextlib
import random
import string
import sys
import time

from tiefenthal import Game, IllegalActionError, UndoError, new_game, verify
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.i18n.rulebook import rules

SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]
WORDS = sorted({word for action in ACTIONS for word in action.text.split()})


def garbage(rng: random.Random) -> str:
    """A text that resembles an action."""
    kind = rng.randrange(5)
    if kind == 0:
        return "".join(rng.choices(string.printable, k=rng.randrange(12)))
    if kind == 1:
        return " ".join(rng.choices(WORDS, k=rng.randrange(1, 5)))
    text = rng.choice(ACTIONS).text
    at = rng.randrange(len(text) + 1)
    if kind == 2:
        return text[:at]
    if kind == 3:
        return text[:at] + rng.choice(string.printable) + text[at:]
    return text.replace("1", "99").replace("t", "ü")


def fields(kind: type) -> list[str]:
    """The attributes of a state class, on either build: a compiled class has no slots."""
    return list(getattr(kind, "__slots__", None) or vars(kind)["__mypyc_attrs__"])


STATE_FIELDS = [name for name in fields(State) if name not in ("players", "events")]
PLAYER_FIELDS = fields(Player)


def same(one: State, two: State) -> bool:
    """Whether two states agree in every field."""
    return all(getattr(one, name) == getattr(two, name) for name in STATE_FIELDS) and all(
        getattr(p, name) == getattr(q, name) for p, q in zip(one.players, two.players) for name in PLAYER_FIELDS
    )


class Soak:
    """Counts what happened; `problem` holds what must not happen."""

    def __init__(self, decisions: int, refusals: int, seed: int) -> None:
        self.decisions_wanted = decisions
        self.refusals_wanted = refusals
        self.rng = random.Random(seed)
        self.decisions = 0
        self.refusals = 0
        self.games = 0
        self.undone = 0
        self.by_rule: dict[str, int] = {}
        self.known_rules = set(rules())
        self.began = time.monotonic()

    def run(self) -> None:
        """Play until both counts are reached."""
        seed = 0
        while self.decisions < self.decisions_wanted or self.refusals < self.refusals_wanted:
            players, modules = SETUPS[seed % len(SETUPS)]
            self.play(new_game(players=players, modules=modules, seed=f"soak {seed}"))
            seed += 1
            self.show()

    def play(self, game: Game) -> None:
        """One game, with something illegal thrown at it before every decision."""
        per_decision = max(1, round(self.refusals_wanted / max(1, self.decisions_wanted)))
        while not game.over:
            self.throw(game, per_decision)
            seat = self.rng.choice(game.to_act)
            game.play(seat, self.rng.choice(game.legal_actions(seat)))
            self.decisions += 1
            if self.rng.random() < 0.02:
                with contextlib.suppress(UndoError):
                    game.undo(self.rng.choice([None, seat]))
                    self.undone += 1
            if self.decisions % 50 == 0:
                self.check(game)
        self.check(game)
        self.throw(game, 20)
        text = game.record
        verdict = verify(text)
        if not verdict.over or verdict.scores != game.scores:
            raise AssertionError(f"the record of seed {game.seed} does not verify")
        self.games += 1

    def check(self, game: Game) -> None:
        """Nothing is created or lost."""
        found = problems(game.state)
        if found:
            raise AssertionError(f"seed {game.seed}, ply {game.ply}: {found}")

    def throw(self, game: Game, count: int) -> None:
        """Illegal and malformed actions, from seats that exist and seats that do not."""
        before, ply = game.state.clone(), game.ply
        thrown = 0
        while thrown < count:
            seat = self.rng.randrange(-1, 5)
            action = garbage(self.rng) if self.rng.random() < 0.3 else self.rng.choice(ACTIONS)
            if game.why_not(seat, action) is None:
                continue  # it happens to be legal
            try:
                game.play(seat, action)
            except IllegalActionError as error:
                rule = error.refusal.rule
                if rule not in self.known_rules:
                    raise AssertionError(f"{action!s}: refused by a rule {rule!r} that does not exist") from None
                self.by_rule[rule] = self.by_rule.get(rule, 0) + 1
            else:
                raise AssertionError(f"seed {game.seed}, ply {game.ply}: {action!s} of seat {seat} was accepted")
            thrown += 1
        self.refusals += thrown
        if game.ply != ply:
            raise AssertionError(f"seed {game.seed}: a refused action was recorded")
        if not same(before, game.state):
            raise AssertionError(f"seed {game.seed}, ply {game.ply}: a refused action changed the game")

    def show(self) -> None:
        """One line of progress with an estimate."""
        done = min(self.decisions / self.decisions_wanted, self.refusals / self.refusals_wanted, 1.0)
        spent = time.monotonic() - self.began
        left = spent / done - spent if done else 0.0
        bar = "#" * int(done * 30)
        line = f"[{bar:<30}] {done:4.0%}  {self.games} games, {self.decisions:,} decisions, {self.refusals:,} refusals"
        print(f"\r{line}, {left:4.0f} s left ", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Run it and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--refusals", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    soak = Soak(max(1, options.decisions), max(1, options.refusals), options.seed)
    status = 0
    try:
        soak.run()
    except KeyboardInterrupt:
        status = 130
    except AssertionError as error:
        print(f"\nFAILED: {error}", file=sys.stderr)
        status = 1
    print(file=sys.stderr)
    print(
        f"{soak.games} games over {len(SETUPS)} set-ups, {soak.decisions:,} decisions, {soak.undone:,} undone, "
        f"{soak.refusals:,} illegal or malformed actions refused, by {len(soak.by_rule)} rules"
    )
    return status


if __name__ == "__main__":
    sys.exit(main())
