"""Work on a Ray cluster: the same tasks, the same results, on as many machines as there are.

Ray is imported only here and only when it is asked for. The machines of the cluster need this package and the bots that
play, in the same versions.
"""

import logging
import os
import socket
from collections.abc import Iterator
from typing import Any, Final, TypeVar

from tiefenthal.players.workers import LOOK_UP, PROCESS_DIED, Interrupts, Keep, Progress, Work, WorkersError

T = TypeVar("T")
R = TypeVar("R")

LOCAL: Final = "local"
"""The address that starts a Ray of our own on this machine."""
PATIENCE: Final = 5.0  # seconds
RETRIES: Final = 1  # Ray's own, for whatever goes wrong; a task that ends its process twice is to blame itself
LOSSES: Final = 10  # a machine that goes away is nobody's fault: so often a task is given out again


def run_on_ray(
    work: Work[T, R], tasks: Iterator[T], address: str, jobs: int, keep: Keep[R], progress: Progress | None = None
) -> None:
    """Do all tasks on the cluster at an address; "local" starts one here with `jobs` processes. Like `workers.run` in
    everything else."""
    try:
        import ray
    except ImportError:
        raise WorkersError("a cluster needs Ray: install it with  pip install 'tiefenthal[ray]'") from None
    _knock(address)
    with Interrupts() as interrupts:
        ours = not ray.is_initialized()
        if ours:
            _connect(ray, address, jobs)
        try:
            _Party(ray, work).run(tasks, keep, progress, interrupts)
        finally:
            if ours:
                ray.shutdown()
        interrupts.check()


def _connect(ray: Any, address: str, jobs: int) -> None:
    common = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            ray.init(LOCAL, num_cpus=jobs, include_dashboard=False, **common)
        else:
            ray.init(address=address, **common)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()
        raise WorkersError(
            f"no Ray cluster answers at {address}: {reason[0] if reason else 'no reason given'}"
        ) from None


def _knock(address: str) -> None:
    """Refuse at once where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise WorkersError(f"no Ray cluster answers at {address}: {error}; check the address") from None


def _do(work: Work[T, R], task: T) -> R:
    return work.do(task)


def _in_words(error: Exception) -> str:
    return f"the cluster lost this game: {str(error).strip().splitlines()[0]}"


class _Party:
    """The tasks that are under way."""

    def __init__(self, ray: Any, work: Any) -> None:
        self._ray = ray
        self._work = work
        self._shared = ray.put(work)
        self._do = ray.remote(num_cpus=1, max_retries=RETRIES)(_do)
        self._at_work: dict[Any, Any] = {}  # task by reference
        self._losses: dict[Any, int] = {}  # by reference: how often its task was lost with a machine
        self._most = max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))

    def run(self, tasks: Iterator[Any], keep: Keep[Any], progress: Progress | None, interrupts: Interrupts) -> None:
        """Twice as many tasks as processors are under way, so that nobody waits for us."""
        try:
            while not interrupts.came:
                while len(self._at_work) < self._most:
                    task = next(tasks, None)
                    if task is None:
                        break
                    self._give_out(task)
                if not self._at_work:
                    return
                if self._take_in(LOOK_UP, keep) and progress is not None:
                    progress()
        except KeyboardInterrupt:  # from progress
            interrupts.came += 1
        self._take_in(0, keep)
        for reference in self._at_work:
            self._ray.cancel(reference, force=True)

    def _give_out(self, task: Any, losses: int = 0) -> None:
        reference = self._do.remote(self._shared, task)
        self._at_work[reference] = task
        self._losses[reference] = losses

    def _take_in(self, seconds: float, keep: Keep[Any]) -> int:
        if not self._at_work:
            return 0
        references = list(self._at_work)
        if seconds:
            self._ray.wait(references, num_returns=1, timeout=seconds)
        done, _ = self._ray.wait(references, num_returns=len(references), timeout=0)
        kept = 0
        for reference in done:
            task, losses = self._at_work.pop(reference), self._losses.pop(reference, 0)
            try:
                result = self._ray.get(reference)
            except self._ray.exceptions.WorkerCrashedError:
                result = self._work.lost(task, PROCESS_DIED)
            except (self._ray.exceptions.NodeDiedError, self._ray.exceptions.ObjectLostError) as error:
                if losses < LOSSES:
                    self._give_out(task, losses + 1)
                    continue
                result = self._work.lost(task, _in_words(error))
            except self._ray.exceptions.RayError as error:
                result = self._work.lost(task, _in_words(error))
            keep(result)
            kept += 1
        return kept
