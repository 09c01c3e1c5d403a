"""Work in processes: nothing is lost but what was unfinished, and whose fault a death was is known."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tiefenthal
from harness.patience import PATIENCE
from tiefenthal.players.bots import threads
from tiefenthal.players.workers import PROCESS_DIED, Work, WorkersError, _Crew, run


class Doubling(Work[int, str]):
    """Doubles numbers; 13 kills its process."""

    def do(self, task: int) -> str:
        if task == 13:
            os._exit(1)
        return str(2 * task)

    def lost(self, task: int, why: str) -> str:
        return f"{task} lost: {why}"


def test_every_task_is_done_once_here() -> None:
    kept: list[str] = []
    steps: list[int] = []
    run(Doubling(), iter(range(10)), 1, kept.append, lambda: steps.append(len(kept)))
    assert kept == [str(2 * number) for number in range(10)]
    assert steps == list(range(1, 11))


def test_every_task_is_done_once_there_and_a_death_is_the_fault_of_one() -> None:
    kept: list[str] = []
    steps: list[int] = []
    run(Doubling(), iter([1, 13, 2, 3, 4, 5]), 2, kept.append, lambda: steps.append(len(kept)))
    assert sorted(kept) == ["10", f"13 lost: {PROCESS_DIED}", "2", "4", "6", "8"]
    assert steps == sorted(steps)
    assert steps[-1] == 6


class Environment(Work[str, str]):
    """Tells what a variable is."""

    def do(self, task: str) -> str:
        return os.environ.get(task, "none")

    def lost(self, task: str, why: str) -> str:
        return why


def test_processes_calculate_in_one_thread_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(threads.NAMES[0], "7")
    monkeypatch.delenv(threads.NAMES[1], raising=False)
    kept: list[str] = []
    run(Environment(), iter(threads.NAMES), 2, kept.append)
    assert kept == ["1"] * len(threads.NAMES)
    assert os.environ[threads.NAMES[0]] == "7"
    assert threads.NAMES[1] not in os.environ


def test_tasks_may_depend_on_what_is_kept() -> None:
    kept: list[str] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            if len(kept) >= 5:
                return
            yield number

    run(Doubling(), tasks(), 1, kept.append)
    assert len(kept) == 5


@pytest.mark.parametrize("processes", [1, 2])
def test_an_interruption_keeps_what_is_finished(processes: int) -> None:
    kept: list[str] = []

    def stop() -> None:
        if len(kept) >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Doubling(), iter(range(100000)), processes, kept.append, stop)
    assert 3 <= len(kept) < 100000


def test_what_has_come_in_meanwhile_is_kept_too() -> None:
    """Interrupted while the result of the other worker lies ready: it is taken in before the workers are sent away."""
    crew = _Crew(Doubling(), 2)
    kept: list[str] = []
    before: list[int] = []

    def stop() -> None:
        busy = [worker for worker in crew._workers if worker.task]
        if busy and all(worker.ready for worker in busy):
            assert busy[0].line.poll(PATIENCE)
            before.append(len(kept))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        crew.run(iter(range(20, 100000)), kept.append, stop)
    assert len(kept) == before[0] + 1
    assert all(not worker.process.is_alive() for worker in crew._workers)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_keeping_is_never_interrupted_halfway() -> None:
    """Ctrl-C while a result is being written is noted, and raised once it is written."""
    kept: list[str] = []

    def keep(result: str) -> None:
        if result == "4":
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
        kept.append(result)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(Doubling(), iter(range(10)), 1, keep)
    assert kept == ["0", "2", "4"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_script_without_a_guard_gets_one_clear_sentence(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from tiefenthal.lab.arena import WorkersError, simulate\n"
        "try:\n"
        "    simulate(2, 2, 1, ['random'], seed=1, jobs=2)\n"
        "except WorkersError as error:\n"
        "    print(error)\n"
    )
    source = str(Path(tiefenthal.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "PYTHONPATH": source},
    )  # fmt: skip
    assert "__name__ == '__main__'" in done.stdout
    assert WorkersError.__name__ not in done.stderr
