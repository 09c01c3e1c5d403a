"""Two real Ray nodes on this machine, one killed in between: every result is there, the same as without Ray."""

import logging
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from harness.patience import PATIENCE
from tiefenthal.lab.arena import balance, cluster, tournament
from tiefenthal.lab.arena.cluster import run_on_ray
from tiefenthal.players.workers import Work

pytestmark = [
    pytest.mark.slow,
    # an extra of its own, without wheels for every Python
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


class Nodes:
    """A head and others beside it, each with processes of its own and room for one game."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.all: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.address: str = self.all.address

    def another(self) -> Any:
        """One more node, once the cluster knows it."""
        import ray

        found = self.all.add_node(num_cpus=1)
        until = time.monotonic() + PATIENCE
        while ray.is_initialized() and ray.cluster_resources().get("CPU", 0) < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
        return found

    def kill(self, node: Any) -> None:
        """SIGKILL for all its processes."""
        self.all.remove_node(node, allow_graceful=False)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray

        found = Nodes()
        ray.init(address=found.address, log_to_driver=False, logging_level=logging.ERROR)
        try:
            yield found
        finally:
            ray.shutdown()
            found.all.shutdown()


@dataclass
class Held(Work[int, str]):
    """Doubles numbers. On the node that is to die a task is never done; nothing is done elsewhere before that."""

    folder: Path
    doomed: str

    def do(self, task: int) -> str:
        import ray

        held = self.folder / "held"
        if ray.get_runtime_context().get_node_id() == self.doomed:
            held.touch()
            time.sleep(PATIENCE)
        until = time.monotonic() + PATIENCE
        while not held.exists() and time.monotonic() < until:
            time.sleep(0.02)
        return str(task * 2)

    def lost(self, task: int, why: str) -> str:
        return f"{task} lost: {why}"


@pytest.mark.parametrize("retries", [0, 1])
def test_what_a_dying_node_had_is_done_elsewhere(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, retries: int
) -> None:
    """Ray's own retry may be used up by another loss: without one it is given out again by us."""
    monkeypatch.setattr(cluster, "RETRIES", retries)
    node = nodes.another()

    def kill_when_held() -> None:
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "held").exists() and time.monotonic() < until:
            time.sleep(0.02)
        nodes.kill(node)

    killer = threading.Thread(target=kill_when_held)
    killer.start()
    kept: list[str] = []
    run_on_ray(Held(tmp_path, node.node_id), iter(range(1, 7)), nodes.address, 2, kept.append)
    killer.join()
    assert (tmp_path / "held").exists()
    assert sorted(kept, key=int) == ["2", "4", "6", "8", "10", "12"]


def test_a_series_that_loses_a_node_ends_with_the_same_results(nodes: Nodes) -> None:
    node = nodes.another()
    seen: list[int] = []

    def look(done: int, _wanted: int) -> None:
        if done >= 6 and not seen:
            seen.append(done)
            nodes.kill(node)

    found = tournament(["greedy", "random"], games=60, seed="nodes", ray=nodes.address, on_progress=look)
    assert seen[0] < 60
    assert not found.interrupted
    assert found.deals_as_lines() == tournament(["greedy", "random"], games=60, seed="nodes").deals_as_lines()
    # What is left of the cluster plays on.
    assert (
        balance("random", (2,), (1,), 3, seed=1, ray=nodes.address).stories
        == balance("random", (2,), (1,), 3, seed=1).stories
    )
