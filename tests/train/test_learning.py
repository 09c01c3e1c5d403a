"""The learner, and whole small runs. They need PyTorch, which the usual test environment does not have: `make
test-train` has its own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from harness.patience import PATIENCE  # noqa: E402
from tests.bots.neural.test_network import small_network  # noqa: E402
from tests.train.test_window import episode  # noqa: E402
from tiefenthal.lab.train import TrainingError  # noqa: E402
from tiefenthal.lab.train.episodes import Episode  # noqa: E402
from tiefenthal.lab.train.folder import Folder  # noqa: E402
from tiefenthal.lab.train.learner import POINTS, Learner, ValueNet, lambda_returns, numpy_network  # noqa: E402
from tiefenthal.lab.train.run import train  # noqa: E402
from tiefenthal.lab.train.settings import Settings  # noqa: E402
from tiefenthal.lab.train.window import LENGTH, Window  # noqa: E402
from tiefenthal.players.bots.neural import features  # noqa: E402
from tiefenthal.players.bots.neural.network import MARGIN, SCORE, WIN, load_network, network_bytes, network_from  # noqa: E402

SMALL = Settings(
    players=(2,), modules=(1,), hidden=(16,), teacher="greedy", warm_up=2, warm_up_steps=20, window=100, batch=8,
    trials=0.3, rivals=("greedy",), steady=0.0,
)  # fmt: skip


def filled(count: int = 60) -> Window:
    """Episodes whose end can be told from every row: each adds as many points as its second entry says."""
    rng = np.random.default_rng(4)
    window = Window(count)
    for _ in range(count):
        kind = int(rng.integers(1, 9))
        rows = []
        for turn in range(8):
            row = bytearray(features.SIZE)
            row[features.AT_SCALARS] = turn * kind
            row[features.AT_UPGRADED] = kind
            row[features.AT_LEFT + 7 - turn] = 1
            rows.append(bytes(row))
        window.add(Episode(rows, 8 * kind, 8 * kind - 30, 1.0 if kind > 4 else 0.0))
    return window


def test_numpy_computes_what_torch_computes() -> None:
    torch.manual_seed(3)
    net = ValueNet((32, 16))
    rows = np.random.default_rng(1).integers(0, 60, (50, features.SIZE)).astype(np.uint8)
    net.look_at(rows)
    for parameter in net.layers[-1].parameters():
        torch.nn.init.normal_(parameter, 0.0, 0.3)
    with torch.no_grad():
        expected = net(torch.from_numpy(rows).float())
        expected[:, :WIN] *= POINTS
        expected[:, WIN] = torch.sigmoid(expected[:, WIN])
    found = numpy_network(net).rows(rows)
    assert np.abs(found).max() > 1.0
    assert np.allclose(found, expected.numpy(), rtol=1e-4, atol=2e-4)
    again = network_from(network_bytes(numpy_network(net)), "a file")
    assert np.array_equal(again.rows(rows), found)


def test_a_network_taken_over_computes_the_same_and_goes_on_from_there() -> None:
    learner = Learner(Settings(hidden=(32, 16), batch=16), "cpu")
    rows = np.random.default_rng(1).integers(0, 60, (50, features.SIZE)).astype(np.uint8)
    torch.manual_seed(3)
    other = ValueNet((32, 16))
    other.look_at(rows[:10])
    for parameter in other.layers[-1].parameters():
        torch.nn.init.normal_(parameter, 0.0, 0.3)
    network = numpy_network(other)
    learner.begin_with(network, rows)
    for net in (learner.net, learner.average):
        assert np.allclose(numpy_network(net).rows(rows), network.rows(rows), rtol=1e-3, atol=2e-3)
    learner.step(filled(), 0.8)
    assert not np.allclose(numpy_network(learner.net).rows(rows), network.rows(rows), rtol=1e-3, atol=2e-3)


def test_lambda_returns() -> None:
    expected = torch.tensor([[[10.0], [20.0], [30.0]]])
    finals = torch.tensor([[50.0]])
    assert lambda_returns(expected, finals, 1.0).flatten().tolist() == [50.0, 50.0, 50.0]
    assert lambda_returns(expected, finals, 0.0).flatten().tolist() == [20.0, 30.0, 50.0]
    assert lambda_returns(expected, finals, 0.5).flatten().tolist() == [30.0, 40.0, 50.0]


def test_the_learner_learns_and_its_average_follows() -> None:
    window = filled()
    learner = Learner(Settings(hidden=(32,), batch=16), "cpu")
    learner.look_at(window)
    first = [learner.step(window, 1.0)[1] for _ in range(5)]
    for _ in range(600):
        learner.step(window, 0.8)
    last = [learner.step(window, 0.8)[1] for _ in range(5)]
    assert sum(last) < 0.2 * sum(first)
    network = numpy_network(learner.average)
    rows = window.rows[:20, LENGTH - 8]  # after the first turn
    values = network.rows(rows)
    assert np.abs(values[:, SCORE] - window.finals[:20, 0]).mean() < 3.0
    assert np.abs(values[:, MARGIN] - window.finals[:20, 1]).mean() < 4.0  # the opponent has no points
    assert ((values[:, WIN] > 0.5) == (window.finals[:20, 2] > 0.5)).all()


def test_rows_that_are_not_there_are_not_learnt_from() -> None:
    window = Window(1)
    window.add(episode(100, rows=2))
    learner = Learner(Settings(hidden=(4,), batch=4), "cpu")
    learner.step(window, 1.0)
    with torch.no_grad():
        zero = learner.net(torch.zeros(1, features.SIZE))
    torch.manual_seed(0)
    assert torch.isfinite(zero).all()
    _, error = learner.step(window, 1.0)
    assert error > 0.0


def test_a_checkpoint_goes_on_where_it_was() -> None:
    window = filled()
    learner = Learner(SMALL, "cpu")
    learner.look_at(window)
    for _ in range(10):
        learner.step(window, 1.0)
    data = learner.to_bytes()
    one, other = Learner(SMALL, "cpu"), Learner(SMALL, "cpu")
    one.load(data, "checkpoint.pt")
    other.load(data, "checkpoint.pt")
    assert one.steps == 10
    for _ in range(5):
        assert one.step(window, 0.7) == other.step(window, 0.7)
    assert network_bytes(numpy_network(one.average)) == network_bytes(numpy_network(other.average))
    for bad in (b"", b"rubbish", data[:5000]):
        with pytest.raises(TrainingError, match=r"checkpoint\.pt is no checkpoint of this run, or is damaged"):
            one.load(bad, "checkpoint.pt")
    with pytest.raises(TrainingError, match="is no checkpoint of this run"):
        Learner(SMALL._replace(hidden=(5,)), "cpu").load(data, "checkpoint.pt")


@pytest.mark.slow
def test_a_small_run_is_cut_off_and_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "run"
    phases: list[str] = []
    first = train(out, SMALL, games=5, workers=1, device="cpu", watch=lambda report: phases.append(report.phase))
    assert first.standing.games >= 5
    assert first.standing.failures == 0
    assert "the teacher plays" in phases
    folder = Folder(out)
    settings, standing = folder.read_progress()
    assert settings == SMALL
    assert standing == first.standing
    second = train(out, resume=True, games=first.standing.games + 4, workers=1, device="cpu")
    assert second.standing.games >= first.standing.games + 4
    assert second.standing.seconds > first.standing.seconds
    assert second.standing.next_game >= second.standing.games
    assert second.steps >= SMALL.warm_up_steps
    network = load_network(folder.weights)
    assert network.made["settings"]["teacher"] == "greedy"
    assert network.made["games"] == second.standing.games
    assert sorted(path.name for path in out.iterdir()) == [
        "checkpoint.pt", "curves.csv", "curves.svg", "progress.json", "weights.npz", "window.bin",
    ]  # fmt: skip
    with pytest.raises(TrainingError, match="holds a training run already"):
        train(out, SMALL, games=1, workers=1, device="cpu")
    with pytest.raises(TrainingError, match="this run trains a network of"):
        train(out, SMALL._replace(hidden=(9,)), resume=True, games=1, workers=1, device="cpu")
    third = train(out, SMALL._replace(noise=0.1), resume=True, games=1, workers=1, device="cpu")
    assert third.standing.games == second.standing.games  # enough games have been played: nothing was done
    with pytest.raises(TrainingError, match="cannot use the device 'abacus'"):
        train(out, resume=True, device="abacus")


@pytest.mark.slow
def test_a_run_that_starts_from_a_network_has_no_teacher(tmp_path: Path) -> None:
    weights = tmp_path / "weights.npz"
    weights.write_bytes(network_bytes(small_network(3)))
    out = tmp_path / "run"
    phases: list[str] = []
    started = SMALL._replace(start=str(weights))
    report = train(out, started, games=3, workers=1, device="cpu", watch=lambda told: phases.append(told.phase))
    assert set(phases) == {"self-play"}
    assert report.standing.teacher_games == 0
    assert report.standing.failures == 0
    settings, _ = Folder(out).read_progress()
    assert settings.hidden == tuple([len(bias) for bias in small_network(3).biases[:-1]])  # the network's, not SMALL's
    again = train(out, resume=True, games=report.standing.games + 2, workers=1, device="cpu")
    assert again.standing.games >= report.standing.games + 2
    weights.write_bytes(b"rubbish")
    with pytest.raises(TrainingError, match=r"weights\.npz is no weights file of this program, or is damaged"):
        train(tmp_path / "other", started, device="cpu")
    assert not (tmp_path / "other").exists()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signals here")
def test_ctrl_c_leaves_a_run_to_go_on_with_and_no_process(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["teacher=greedy", "warm_up=1000000", "players=[2]", "modules=[1]"]
    command = [
        sys.executable,
        "-m",
        "tiefenthal.lab.train",
        "--out",
        str(out),
        "--workers",
        "1",
        "--device",
        "cpu",
        *words,
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()  # the first one is told at once
    assert "the teacher plays" in line
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert "stopped" in output
    Folder(out).read_progress()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("a process of the run is still there")
