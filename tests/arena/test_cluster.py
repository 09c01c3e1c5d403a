"""Tournaments on a real Ray on this machine: the same results as by processes."""

import logging
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tests.arena.test_workers import Doubling
from tests.cli.helpers import program
from tiefenthal.lab.arena import WorkersError, balance, tournament
from tiefenthal.lab.arena.cluster import run_on_ray
from tiefenthal.lab.arena.tournament import DEALS_FILE

# Ray is an extra of its own (`tiefenthal[ray]`) without wheels for every Python; set-up installs it where there is one.
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


@pytest.fixture
def cluster() -> Iterator[None]:
    """A Ray; whoever finds one running leaves it running."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        import ray

        ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        yield
        ray.shutdown()


@needs_ray
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.usefixtures("cluster")
def test_on_a_ray_that_is_running() -> None:
    """One test, for starting a Ray takes longer than all of this."""
    alone = balance("random", (2,), (1,), 3, seed=1)
    assert balance("random", (2,), (1,), 3, seed=1, ray="local").stories == alone.stories

    def stop(done: int, _wanted: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    found = tournament(["random", "greedy"], games=2000, seed="ray", ray="local", on_progress=stop)
    assert found.interrupted  # and what was finished is kept
    assert 4 <= found.games < 2000

    kept: list[str] = []
    run_on_ray(Doubling(), iter([1, 13, 2]), "local", 2, kept.append)  # 13 kills its process
    assert sorted(kept)[1:] == ["2", "4"]
    assert min(kept).startswith("13 lost: the process that played this game ended unexpectedly")


@needs_ray
def test_a_cluster_of_our_own_gives_the_same_results_as_processes(tmp_path: Path) -> None:
    """The command as a program: it starts a Ray, plays there, and nothing but the report is said."""
    ran = program(tmp_path, "arena", "random", "greedy", "--games", 6, "--seed", "ray", "--ray", "local", "--jobs", 2,
                  "--out", "out")  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert "6 of 6 games" in ran.out
    there = (tmp_path / "out" / DEALS_FILE).read_text(encoding="utf-8").splitlines()[1:]
    assert sorted(there) == tournament(["random", "greedy"], games=6, seed="ray").deals_as_lines()


@needs_ray
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_nobody_there(address: str) -> None:
    with pytest.raises(WorkersError, match=f"no Ray cluster answers at {address}: .*; check the address"):
        tournament(["random", "greedy"], games=1, seed=1, ray=address)


def test_without_ray_there_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersError, match=r"pip install 'tiefenthal\[ray\]'"):
        tournament(["random", "greedy"], games=1, seed=1, ray="local")


def test_ray_is_imported_only_when_asked_for() -> None:
    code = "import sys, tiefenthal.lab.arena, tiefenthal.lab.arena.cluster; sys.exit('ray' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=PATIENCE, check=False).returncode == 0
