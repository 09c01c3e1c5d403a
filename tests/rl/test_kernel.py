"""The kernel plays exactly as the Python rules do, and where it cannot, they play in its place."""

import os
import random
import shutil
import subprocess
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.rl.helpers import SOME_SETUPS, setup_of
from tests.rl.kernel_comparison import EDITIONS, LIMITS, POLICIES, Comparison, Different, Seen, compare, variants
from tests.setups import ALL_SETUPS
from tiefenthal import IllegalActionError
from tiefenthal.engine.rules.actions import KIND_COUNT, KIND_NAMES, UNREADY
from tiefenthal.engine.rules.round import flow_of
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.to_c.words import fingerprint
from tiefenthal.engine.to_c.words import words as words_of_the_rules
from tiefenthal.engine.wording.events import EVENT_KINDS
from tiefenthal.rl import Batch
from tiefenthal.rl.core.stepped_game import NO_LIMIT
from tiefenthal.rl.games import TableGames, games_of
from tiefenthal.rl.kernel import games as kernel_games
from tiefenthal.rl.kernel.figures import KernelRefusal, figures_of
from tiefenthal.rl.kernel.games import KernelGames
from tiefenthal.rl.kernel.library import INTERFACE, LIBRARY, library, load, why_not
from tiefenthal.rl.observation import Layout

EXPECT_COMPILED = os.environ.get("TIEFENTHAL_EXPECT_COMPILED") == "1"


@pytest.fixture(scope="module")
def kernel() -> Any:
    if library() is None and not EXPECT_COMPILED:
        pytest.skip(why_not())
    assert library() is not None, why_not()
    return library()


def arrays_for(setup: Setup, count: int, form: str = "uint8") -> tuple[Any, Any]:
    size = Layout(setup.players, setup.edition).size
    return np.zeros((count, size), form), np.zeros((count, setup.players), np.int16)


def both(kernel: Any, setup: Setup, count: int, limit: int = 20, form: str = "uint8") -> list[tuple[Any, Any, Any]]:
    """The same games, played by the kernel and by the Python rules: each with its observations and scores."""
    one, other = arrays_for(setup, count, form), arrays_for(setup, count, form)
    return [
        (KernelGames(kernel, setup, limit, 3, *one), *one),
        (TableGames(setup, limit, 3, *other), *other),
    ]


# --- the same games


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_every_decision_is_the_same(kernel: Any, players: int, modules: int) -> None:
    """Masks, what is seen, whose decision it is, points, ends and records; every policy, edition and limit."""
    seen = Seen()
    for number, policy in enumerate(POLICIES):
        edition = list(EDITIONS)[(number + modules) % len(EDITIONS)]
        limit = LIMITS[(number + players) % len(LIMITS)] if policy != "curious" else 20
        form = "uint8" if (number + players + modules) % 2 else "float32"
        compare(kernel, players, modules, edition, policy, limit, form, 6, seen)
    assert seen.games == 6 * len(POLICIES)


def test_everything_that_can_happen_was_compared(kernel: Any) -> None:
    """Every kind of action but taking back that one is ready, which environments do not offer; every question, every
    effect that can wait below one, and every kind of event of the rules."""
    seen = Seen()
    for edition in EDITIONS:
        for policy in ("curious of kinds", "greedy", "curious"):
            for players, modules in ((2, 5), (4, 5), (3, 1), (2, 2)):
                compare(kernel, players, modules, edition, policy, 20, "uint8", 2, seen)
    assert seen.kinds == {KIND_NAMES[kind] for kind in range(KIND_COUNT) if kind != UNREADY}
    assert seen.questions == {"service denied", "toast", "free signature", "dismissal"}
    assert seen.pending >= {
        "monastery", "reputation", "signature", "start item", "starting deck", "barbacks",
        "row of the guest book",
    }  # fmt: skip
    assert seen.events == set(EVENT_KINDS)
    assert len(seen.actions) > 600


def test_the_comparison_sees_a_difference(kernel: Any) -> None:
    """A game by other figures is found out."""
    setup, other = setup_of(2, 1), EDITIONS["plenty"]()
    comparison = Comparison(kernel, setup, 20, "uint8", Seen())
    comparison.table = type(comparison.table)(type(setup)(2, 1, other, setup.flow, setup.rules), 20)
    with pytest.raises(Different, match=r"2 players, module 1, edition reference, .* what is seen: supply_cards"):
        comparison.play(POLICIES["by chance"], 1, "x")


def test_the_long_comparison_leaves_nothing_out() -> None:
    assert {(players, modules) for players, modules, *_ in variants()} == set(ALL_SETUPS)
    assert {(edition, policy) for _, _, edition, policy, _ in variants()} == {
        (e, t) for e in EDITIONS for t in POLICIES
    }


@pytest.mark.parametrize("length", [0, 1, 20, 40, 41, 50, 51, 52, 90, 115, 200])
def test_any_seed_will_do(kernel: Any, length: int) -> None:
    """However many blocks of SHA-256 it fills; letters of several bytes and zeros too."""
    for letter in ("x", "ü", "\0"):
        Comparison(kernel, setup_of(4, 5), 0, "uint8", Seen()).play(POLICIES["by chance"], 1, letter * length)


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
@pytest.mark.parametrize("form", ["uint8", "float32"])
def test_many_games_side_by_side(kernel: Any, players: int, modules: int, form: str) -> None:
    """All arrays, step by step, over the ends of games, and again after a second beginning."""
    setup = setup_of(players, modules)
    (one, shown, scores), (other, shown_too, scores_too) = both(kernel, setup, 5, 4, form)
    generator = np.random.default_rng(1)
    for seed in ("a", "b"):
        one.begin(seed)
        other.begin(seed)
        ended = 0
        while ended < 6:
            for array_of, array_of_other in ((shown, shown_too), (scores, scores_too)):
                assert array_of.tobytes() == array_of_other.tobytes()
            assert one.masks.tobytes() == other.masks.tobytes()
            assert one.seats.tobytes() == other.seats.tobytes()
            draws = generator.random(5)
            actions = one.choose(draws)
            assert actions == other.choose(draws)
            ends, ends_too = one.step(np.array(actions)), other.step(np.array(actions))
            for end, same in zip(ends, ends_too, strict=True):
                assert (end.index, end.seed, end.scores) == (same.index, same.seed, same.scores)
                assert (end.win_shares, end.log) == (same.win_shares, same.log)
            ended += len(ends)
        for index in range(5):
            assert one.seed_of(index) == other.seed_of(index)
            assert one.log_of(index) == other.log_of(index)


def test_what_ended_stays_as_it_was(kernel: Any) -> None:
    """The decisions of a finished game can be asked for later, when others have been played since."""
    setup = setup_of(2, 1)
    games = KernelGames(kernel, setup, 0, 0, *arrays_for(setup, 1))
    games.begin("x")
    generator = np.random.default_rng(1)
    kept: list[tuple[Any, list[int]]] = []
    while len(kept) < 4:
        for end in games.step(np.array(games.choose(generator.random(1)))):
            kept.append((end, end.log))
    for end, log in kept:
        assert end.log == log


# --- refusals


def test_refusals_are_the_same_in_words(kernel: Any) -> None:
    setup = setup_of(2, 5)
    (one, shown, _), (other, _, _) = both(kernel, setup, 3, 1)
    rng = random.Random(1)
    words = set()
    for games in (one, other):
        with pytest.raises(IllegalActionError, match="Game 0: The game is over; reset begins a new one"):
            games.step(np.array([1, 2, 3]))
    one.begin("x")
    other.begin("x")
    for _ in range(400):
        actions = one.choose(np.array([rng.random() for _ in range(3)]))
        wrong = [*actions[:2], rng.randrange(-2, one.masks.shape[1] + 2)]
        before = shown.copy(), one.masks.copy(), one.log_of(0)
        refused = []
        for games in (one, other):
            try:
                games.step(np.array(wrong))
            except IllegalActionError as error:
                refused.append(str(error))
        if not refused:
            continue
        words.add(refused[0])
        assert len(refused) == 2
        assert refused[0] == refused[1]
        assert (shown == before[0]).all()
        assert (one.masks == before[1]).all()
        assert one.log_of(0) == before[2]
        one.step(np.array(actions))
        other.step(np.array(actions))
    assert len(words) > 30


def test_nobody_can_write_to_masks_and_seats(kernel: Any) -> None:
    setup = setup_of(2, 1)
    games = KernelGames(kernel, setup, 20, 0, *arrays_for(setup, 1))
    games.begin("x")
    with pytest.raises(ValueError, match="read-only"):
        games.masks[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        games.seats[0] = 1


# --- which of the two plays


def test_batches_are_played_by_the_kernel_where_there_is_one() -> None:
    batch = Batch(2)
    assert batch.why_no_kernel == why_not()
    if EXPECT_COMPILED:
        assert batch.why_no_kernel == ""


def test_the_kernel_refuses_figures_it_does_not_understand(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_of(2, 1)
    wanted: str = kernel.tiefenthal_figures().decode()
    good = figures_of(setup, NO_LIMIT, wanted)
    before = wanted[: wanted.index("edition.points")]
    at = 2 + len(figures_of(setup, NO_LIMIT, before)) - len(figures_of(setup, NO_LIMIT, ""))  # points and their number
    assert good[at : at + 3].tolist() == [setup.edition.card_count, *setup.edition.points[:2]]
    bad: list[tuple[array[int], str]] = [
        (good[:-1], "end too early"),
        (good + array("i", [0]), "more figures"),
        (good[:at] + array("i", [300]) + good[at + 1 :], "longer than the kernel has room"),
        (good[: at + 1] + array("i", [70_000]) + good[at + 2 :], "greater than the kernel has room"),
        (good[:2] + array("i", [5]) + good[3:], "larger than the kernel has room"),
        (array("i", [good[0] ^ 1]) + good[1:], "made from other rules"),
    ]
    for figures, reason in bad:
        monkeypatch.setattr(kernel_games, "figures_of", lambda setup, limit, wanted, figures=figures: figures)
        with pytest.raises(KernelRefusal, match=reason):
            KernelGames(kernel, setup, NO_LIMIT, 0, *arrays_for(setup, 1))
        instead, why = games_of(setup, NO_LIMIT, 0, *arrays_for(setup, 1))
        assert isinstance(instead, TableGames)
        assert reason in why


def test_a_kernel_that_asks_for_what_there_is_not_is_refused() -> None:
    with pytest.raises(KernelRefusal, match=r"asks for edition\.nonsense, which this set-up does not have"):
        figures_of(setup_of(2, 1), NO_LIMIT, "players edition.nonsense")


def test_the_number_of_the_rules_follows_the_words_the_actions_and_the_sequence_of_play() -> None:
    words = words_of_the_rules()
    assert words["BREWER"] == 6
    assert words["EFFECT_COUNT"] == 14
    number = fingerprint()
    steps = flow_of(3).steps
    last = steps.pop()
    try:
        assert fingerprint() != number
    finally:
        steps.append(last)
    assert fingerprint() == number


def test_arrays_with_gaps_are_left_to_the_python_rules(kernel: Any) -> None:
    setup = setup_of(2, 1)
    shown, scores = arrays_for(setup, 4)
    instead, why = games_of(setup, 20, 0, shown[::2], scores[::2])
    assert isinstance(instead, TableGames)
    assert why == "the kernel writes to whole arrays"
    wide = shown.astype(np.float64)
    assert "not float64" in games_of(setup, 20, 0, wide, scores)[1]
    assert games_of(setup, 20, 0, shown, scores.astype(np.int32))[1] == "the arrays do not fit the games"
    instead.begin("x")
    assert shown[2].any()
    assert not shown[1].any()


def test_a_library_that_does_not_fit_is_not_used(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="`make compiled` builds one"):
        load(tmp_path / Path(LIBRARY).name)
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    for text, reason in (
        (
            f"int tiefenthal_interface(void) {{ return {INTERFACE + 1}; }}",
            f"interface {INTERFACE + 1}, and {INTERFACE}",
        ),
        ("int something_else(void) { return 1; }", "is not a kernel of this game"),
    ):
        source, made = tmp_path / "other.c", tmp_path / f"{len(text)}.so"
        source.write_text(text, encoding="utf-8")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(source)], check=True)
        with pytest.raises(OSError, match=reason):
            load(made)
