"""The network in numpy: it computes what it should, and a file that is not in order gets one clear sentence."""

import io
import itertools
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.bots.neural.tables import ended_turns, some_turns
from tiefenthal.engine.components.kinds import NOBLE
from tiefenthal.engine.rules.scoring import score
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.judge import Aim, NetworkJudge, final_values, points_columns
from tiefenthal.players.bots.neural.network import (
    MARGIN,
    OUTPUTS,
    SCORE,
    WIN,
    Network,
    WeightsError,
    load_network,
    network_bytes,
    network_from,
    rows_array,
)


def small_network(seed: int = 1, hidden: tuple[int, ...] = (7, 5)) -> Network:
    rng = np.random.default_rng(seed)
    sizes = [features.SIZE, *hidden, OUTPUTS]
    shapes = list(itertools.pairwise(sizes))
    return Network(
        [rng.normal(0, 0.05, shape).astype(np.float32) for shape in shapes],
        [rng.normal(0, 0.5, shape[1]).astype(np.float32) for shape in shapes],
        {"command": "a test"},
    )


def test_forward_is_what_it_says() -> None:
    """Against the same sum written out plainly, in double precision."""
    network = small_network()
    rows = np.random.default_rng(2).integers(0, 256, (9, features.SIZE)).astype(np.uint8)
    values = rows.astype(np.float64)
    for number, (matrix, bias) in enumerate(zip(network.matrices, network.biases, strict=True)):
        values = (np.maximum(values, 0) if number else values) @ matrix.astype(np.float64) + bias
    values[:, WIN] = 1 / (1 + np.exp(-values[:, WIN]))
    assert np.allclose(network.rows(rows), values, rtol=1e-4, atol=1e-4)


def test_forward_gives_the_stored_answers() -> None:
    """The answers PyTorch gave for this network, whose figures are simple enough to be made anywhere."""
    shapes = [(features.SIZE, 3), (3, OUTPUTS)]
    matrices = [((np.arange(a * b).reshape(a, b) * 7 % 13) - 5).astype(np.float32) / np.float32(64) for a, b in shapes]
    biases = [np.array([0.5, -0.25, 0.125], dtype=np.float32) for _ in shapes]
    rows = (np.arange(3 * features.SIZE).reshape(3, features.SIZE) * 5 % 11).astype(np.uint8)
    answers = np.array(STORED, dtype=np.float32)
    assert np.allclose(Network(matrices, biases).rows(rows), answers, rtol=1e-5, atol=1e-5)


STORED = [[-1.830322, 2.048096, 0.375535], [-1.858643, 2.2229, 0.386821], [-1.865479, 2.053955, 0.370909]]


def test_one_tables_part_counts_for_all_rows() -> None:
    network = small_network()
    rng = np.random.default_rng(3)
    own = rng.integers(0, 9, (6, features.OWN_SIZE)).astype(np.uint8)
    table = rng.integers(0, 9, (1, features.TABLE_SIZE)).astype(np.uint8)
    whole = np.concatenate([own, np.repeat(table, 6, axis=0)], axis=1)
    assert np.allclose(network.parts(own, table), network.rows(whole), rtol=1e-5, atol=1e-5)


def test_a_network_of_zeros_says_it_stays_as_it_is() -> None:
    shape = (features.SIZE, OUTPUTS)
    network = Network([np.zeros(shape, dtype=np.float32)], [np.zeros(OUTPUTS, dtype=np.float32)])
    for s, seat in some_turns():
        if not features.evenings_left(s, seat):
            continue
        own, table = features.rows_of([s], seat)
        values = final_values(network, rows_array(own), rows_array(table))[0]
        points = [score(s, n) for n in range(len(s.players))]
        best = max([other for n, other in enumerate(points) if n != seat])
        assert values[SCORE] == points[seat]
        assert values[MARGIN] == points[seat] - best
        assert values[WIN] == 0.5
        assert NetworkJudge(network, Aim(1.0, 0.0, 0.0)).judge([s, s], seat) == [points[seat], points[seat]]
        assert NetworkJudge(network, Aim(0.0, 1.0, 10.0)).judge([s], seat) == [points[seat] - best + 5.0]


def test_after_the_last_evening_the_score_is_known() -> None:
    """Whatever a network says: the points count, and of equal points those with more in store, who win a tie."""
    for players, modules in ((2, 1), (4, 5)):
        s, seat = ended_turns(players, modules)[-1]
        tables = [s.clone() for _ in range(3)]
        for number, table in enumerate(tables):
            table.players[seat].thalers, table.players[seat].beer = (0, 1, 1)[number], (0, 0, 1)[number]
        richer = tables[0].clone()
        richer.players[seat].discard.append(NOBLE)
        judge = NetworkJudge(small_network())
        worths = judge.judge([*tables, richer], seat)
        assert worths[0] < worths[1] < worths[2] < worths[0] + 1.0
        assert worths[3] - worths[0] == pytest.approx(score(richer, seat) - score(tables[0], seat), abs=1e-4)


def test_points_above_a_byte_are_not_lost() -> None:
    s, seat = some_turns()[0]
    s = s.clone()
    other = (seat + 1) % len(s.players)
    s.players[seat].discard += [NOBLE] * 40  # far above 255 points
    s.players[other].discard += [NOBLE] * 30
    row = features.row_of(s, seat)
    assert features.points_now(row) == score(s, seat) >= 400
    first, second = points_columns()
    assert [row[a] + row[b] for a, b in zip(first[:2], second[:2], strict=True)] == [score(s, seat), score(s, other)]


def test_judging_nothing_is_nothing() -> None:
    assert NetworkJudge(small_network()).judge([], 0) == []


# --- the file


def test_a_file_comes_back_as_it_went() -> None:
    network = small_network()
    data = network_bytes(network)
    again = network_from(data, "a file")
    assert [m.tolist() for m in again.matrices] == [m.tolist() for m in network.matrices]
    assert [b.tolist() for b in again.biases] == [b.tolist() for b in network.biases]
    assert again.made["command"] == "a test"
    assert network_bytes(again) == data


def _changed(name: str, content: bytes | None, file: bytes | None = None) -> bytes:
    """A good file with one of its parts replaced or left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file or network_bytes(small_network()))) as good, zipfile.ZipFile(out, "w") as bad:
        for part in good.namelist():
            if part != name:
                bad.writestr(part, good.read(part))
            elif content is not None:
                bad.writestr(part, content)
    return out.getvalue()


def _array(array: np.ndarray) -> bytes:
    data = io.BytesIO()
    np.save(data, array)
    return data.getvalue()


GOOD = network_bytes(small_network())
MADE = {"features": features.VERSION, "layers": [features.SIZE, 7, 5, 3]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is no weights file of this program, or is damaged"),
        (b"not a zip at all", "is no weights file of this program, or is damaged"),
        (GOOD[: len(GOOD) // 2], "is no weights file of this program, or is damaged"),
        (GOOD[:3000] + bytes([GOOD[3000] ^ 1]) + GOOD[3001:], "is no weights file of this program, or is damaged"),
        (_changed("made.json", b"{"), "is no weights file of this program, or is damaged"),
        (_changed("made.json", b"[]"), "is no weights file of this program, or is damaged"),
        (_changed("made.json", None), "is no weights file of this program, or is damaged"),
        (_changed("w1.npy", None), "is no weights file of this program, or is damaged"),
        (_changed("w1.npy", _array(np.zeros((7, 4)))), "do not fit the features and each other"),
        (_changed("b2.npy", _array(np.array([1.0, np.nan, 0.0]))), "do not fit the features and each other"),
        (_changed("b2.npy", _array(np.array(["x"], dtype=object))), "is no weights file of this program"),
        (_changed("made.json", json.dumps(MADE | {"layers": [3]}).encode()), "do not fit"),
        (_changed("made.json", json.dumps(MADE | {"features": 99}).encode()), "train again with: tiefenthal train"),
    ],
)
def test_a_bad_file_gets_a_clear_sentence(data: bytes, words: str) -> None:
    with pytest.raises(WeightsError) as caught:
        network_from(data, "weights.npz")
    message = str(caught.value)
    assert message.startswith("weights.npz ")
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize("version", features.PARTS_BEFORE)
def test_a_network_that_never_saw_the_newest_columns_does_not_mind_them(version: int) -> None:
    own, table = features.PARTS_BEFORE[version]
    seen = np.r_[0:own, features.OWN_SIZE : features.OWN_SIZE + table]
    new = np.setdiff1d(np.arange(features.SIZE), seen)
    made = MADE | {"features": version, "layers": [own + table, 7, 5, 3]}
    short = _changed("w0.npy", _array(small_network().matrices[0][seen]), GOOD)
    network = network_from(_changed("made.json", json.dumps(made).encode(), short), "old.npz")
    rows = np.random.default_rng(4).integers(0, 9, (6, features.SIZE)).astype(np.uint8)
    other = rows.copy()
    other[:, new] += 1
    assert np.array_equal(network.rows(rows), network.rows(other))
    rows[:, new] = 0
    assert np.allclose(network.rows(rows), small_network().rows(rows))
    for wrong, file in ((made, GOOD), (made | {"features": features.VERSION}, short)):  # as long as another version's
        with pytest.raises(WeightsError, match="do not fit the features"):
            network_from(_changed("made.json", json.dumps(wrong).encode(), file), "old.npz")


def test_a_missing_file_gets_a_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"^the weights .*none\.npz cannot be read: No such file or directory$"):
        load_network(tmp_path / "none.npz")
