"""A training run: workers play, the learner learns, the folder keeps what is needed to go on."""

import os
import platform
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import numpy as np

import tiefenthal
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.curves import Point, Trials, curves_csv, curves_svg, read_curves
from tiefenthal.lab.train.episodes import Played, play_episode
from tiefenthal.lab.train.folder import Folder, Standing
from tiefenthal.lab.train.settings import Settings, check_settings, settings_json
from tiefenthal.lab.train.window import Window
from tiefenthal.lab.train.workers import Workers
from tiefenthal.players.bots.neural.network import Bytes, Network, WeightsError, load_network, network_bytes, rows_array

PUBLISH_EVERY: Final = 10.0  # seconds
SAVE_EVERY: Final = 45.0
POINT_EVERY: Final = 15.0
STEPS_AT_ONCE: Final = 50  # between two looks at what has been played
EXAMPLES: Final = 12  # games that show the scale of the inputs to a run with a network to start from
MOST_FAILURES: Final = 20  # and one game in twenty: then something is wrong with the program


class Report(NamedTuple):
    """Where a run stands; told to its watcher, and when it ends."""

    phase: str
    standing: Standing
    steps: int
    loss: float
    error: float
    done: float
    """The part of this call that is done, 0 to 1."""
    rivals: dict[str, tuple[int, float, float]]
    games_per_second: float
    interrupted: bool = False
    failure: str = ""
    """What went wrong in the last game that could not be finished."""

    def words(self) -> str:
        """A line of the report on progress."""
        words = f"{self.phase}: {self.standing.games} games ({self.games_per_second:.1f}/s), {self.steps} steps"
        if self.steps:
            words += f", error {self.error:.1f}"
        for rival, (count, margin, share) in self.rivals.items():
            if count:
                words += f", {margin:+.1f} against {rival}"
                words += f" ({share:.0%} of 2)" if share >= 0 else ""
        return words


Watcher = Callable[[Report], None]


def choose_device(wanted: str) -> str:
    """`auto` takes a GPU where there is one."""
    try:
        import torch
    except ImportError:
        raise TrainingError("training needs PyTorch; install it with: pip install 'tiefenthal[train]'") from None
    if wanted == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=wanted)
    except (RuntimeError, AssertionError):
        raise TrainingError(f"PyTorch cannot use the device {wanted!r} here; give --device cpu or cuda") from None
    return wanted


def train(
    path: Path,
    settings: Settings | None = None,
    resume: bool = False,
    minutes: float = 0.0,
    games: int = 0,
    workers: int = 0,
    device: str = "auto",
    watch: Watcher | None = None,
) -> Report:
    """Begin a run in a folder, or go on with the one there, until `games` have been played in all or `minutes`
    have passed in this call. Ctrl-C stops it like the end of the time: with a checkpoint. A run that continues
    keeps its settings unless others are given."""
    device = choose_device(device)
    run = _Run(Folder(path), settings, resume, device)
    return run.go(minutes * 60.0, games, workers or max(1, (os.cpu_count() or 2) - 1), watch)


class _Run:
    def __init__(self, folder: Folder, settings: Settings | None, resume: bool, device: str) -> None:
        from tiefenthal.lab.train.learner import Learner

        self.folder: Folder = folder
        self.standing: Standing = Standing()
        start: Network | None = None
        if resume:
            before, self.standing = folder.read_progress()
            settings = self._goes_on(before, settings)
            check_settings(settings)
        else:
            settings = settings or Settings()
            check_settings(settings)
            start = _start_network(settings)
            folder.begin()
            if start is not None:
                settings = settings._replace(hidden=tuple([len(bias) for bias in start.biases[:-1]]))
        self.settings: Settings = settings
        self.device: str = device
        self.learner: Learner = Learner(settings, device)
        self.window: Window = Window(settings.window)
        self.trials: Trials = Trials(settings.rivals)
        self.points: list[Point] = []
        self.loss: float = 0.0
        self.error: float = 0.0
        self.failure: str = ""
        self.interrupted: bool = False
        self._began: float = time.monotonic()
        self._before: float = self.standing.seconds
        self._games_before: int = self.standing.games
        self._limits: tuple[float, int] = (0.0, 0)
        self._watch: Watcher | None = None
        self._saved: float = self._began
        self._published: float = self._began
        self._pointed: float = self._began
        self._published_steps: int = 0
        self._told: list[str] = []
        if start is not None:
            self.learner.begin_with(start, _examples(start, settings))
            self.standing = self.standing._replace(version=1)
            self._write_weights()
        if resume:
            self.learner.load(_read(folder.checkpoint), str(folder.checkpoint))
            if folder.window.exists():
                self.window.load(folder.window)
            self.points = read_curves(folder.curves_csv, settings.rivals)
            self._published_steps = self.learner.steps
            if self.standing.steps_at_warm_up < 0:
                self.standing = self.standing._replace(
                    steps_at_warm_up=self.learner.steps, episodes_at_warm_up=self.window.total
                )

    def _goes_on(self, before: Settings, wanted: Settings | None) -> Settings:
        """A run may go on with other settings, but not with another network. What it learnt in another ratio to the
        games played counts as it is."""
        if wanted is None or wanted == before:
            return before
        if wanted.hidden != before.hidden:
            raise TrainingError(
                f"this run trains a network of {before.hidden}, not {wanted.hidden}; begin another run for that"
            )
        if self.standing.version:
            self.standing = self.standing._replace(steps_at_warm_up=-1)  # counted again, see below
        return wanted

    # --- the clock

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._began

    def _done(self) -> float:
        seconds, games = self._limits
        parts = [0.0]
        if seconds > 0:
            parts.append(self.elapsed / seconds)
        if games > 0:
            to_play = games - self._games_before
            parts.append((self.standing.games - self._games_before) / to_play if to_play > 0 else 1.0)
        return max(parts)

    def _over(self) -> bool:
        return self.interrupted or self._done() >= 1.0

    # --- the whole

    def go(self, seconds: float, games: int, count: int, watch: Watcher | None) -> Report:
        self._limits = (seconds, games)
        self._watch = watch
        before = _note_interrupts(self)
        playing: Workers | None = None
        try:
            if not self._over():
                playing = Workers(
                    count, self.settings, self.folder.weights, self.standing.next_game, self.standing.version
                )
                if self.standing.version == 0:
                    self._warm_up(playing)
                while not self._over():
                    self._turn(playing)
                self._keep_time(playing)
        finally:
            if playing is not None:
                playing.close()
            if before is not None:
                signal.signal(signal.SIGINT, before)
        if playing is not None:
            self._save()
        return self._report("stopped" if self.interrupted else "done")

    def _warm_up(self, playing: Workers) -> None:
        """The teacher plays, and the network learns from the ends of its games."""
        while self.standing.teacher_games < self.settings.warm_up and not self._over():
            self._take(playing, 0.2)
            self._regularly(playing, "the teacher plays")
        if self._over() or self.window.count == 0:
            return
        if self.learner.steps == 0:
            self.learner.look_at(self.window)
        while self.learner.steps < self.settings.warm_up_steps and not self._over():
            self._learn(STEPS_AT_ONCE, 1.0)
            self._take(playing, 0.0)
            self._regularly(playing, "learning from the teacher")
        if not self._over():
            self.standing = self.standing._replace(
                steps_at_warm_up=self.learner.steps, episodes_at_warm_up=self.window.total
            )
            self._publish(playing)

    def _turn(self, playing: Workers) -> None:
        """One round of the loop: take what was played, learn as much as that allows."""
        fresh = self.window.total - self.standing.episodes_at_warm_up
        allowed = self.standing.steps_at_warm_up + self.settings.reuse * fresh / self.settings.batch
        steps = min(STEPS_AT_ONCE, int(allowed) - self.learner.steps)
        if steps > 0:
            self._learn(steps, self.settings.lam)
        self._take(playing, 0.0 if steps > 0 else 0.2)
        if time.monotonic() - self._published > PUBLISH_EVERY and self.learner.steps > self._published_steps:
            self._publish(playing)
        self._regularly(playing, "self-play")

    # --- the parts

    def _learn(self, steps: int, lam: float) -> None:
        for _ in range(steps):
            loss, error = self.learner.step(self.window, lam)
            keep = 0.99 if self.loss else 0.0
            self.loss = keep * self.loss + (1 - keep) * loss
            self.error = keep * self.error + (1 - keep) * error

    def _take(self, playing: Workers, wait: float) -> None:
        played = playing.collect(wait)
        if not played:
            playing.check()
        for game in played:
            self._note(game)

    def _note(self, game: Played) -> None:
        s = self.standing
        if game.failure:
            self.failure = game.failure
            self.standing = s._replace(failures=s.failures + 1)
            if self.standing.failures > max(MOST_FAILURES, s.games // 20):
                raise TrainingError(f"too many games could not be finished; the last one: {game.failure}")
            return
        for episode in game.episodes:
            self.window.add(episode)
        if game.trial is not None:
            self.trials.add(game.trial)
        if game.told:
            self._told.append(game.told)
        teacher = 1 if game.version == 0 and game.trial is None else 0
        self.standing = s._replace(
            games=s.games + 1, episodes=self.window.total, teacher_games=s.teacher_games + teacher
        )

    def _publish(self, playing: Workers) -> None:
        self.standing = self.standing._replace(version=self.standing.version + 1)
        self._write_weights()
        playing.publish(self.standing.version)
        self._published = time.monotonic()
        self._published_steps = self.learner.steps

    def _write_weights(self) -> None:
        from tiefenthal.lab.train.learner import numpy_network

        network = numpy_network(self.learner.average, self.made())
        self.folder.write(self.folder.weights, network_bytes(network))

    def made(self) -> dict[str, Any]:
        """How the weights were made, for the weights file."""
        return {
            "command": "tiefenthal train",
            "settings": settings_json(self.settings),
            "games": self.standing.games,
            "teacher_games": self.standing.teacher_games,
            "steps": self.learner.steps,
            "seconds": round(self._before + self.elapsed),
            "versions": versions(self.device),
        }

    def _keep_time(self, playing: Workers) -> None:
        self.standing = self.standing._replace(next_game=playing.next_game, seconds=self._before + self.elapsed)

    def _regularly(self, playing: Workers, phase: str) -> None:
        now = time.monotonic()
        self._keep_time(playing)
        if now - self._pointed > POINT_EVERY:
            self._pointed = now
            self.points.append(
                Point(
                    self.standing.seconds, self.standing.games, self.learner.steps, self.loss, self.error,
                    self.trials.figures(),
                )
            )  # fmt: skip
        if now - self._saved > SAVE_EVERY:
            self._save()
            self._saved = time.monotonic()
        if self._watch is not None:
            self._watch(self._report(phase))

    def _save(self) -> None:
        """A checkpoint. The file that makes it valid comes last."""
        folder = self.folder
        if self._told:
            folder.tell(self._told)
            self._told = []
        folder.write(folder.window, self.window.to_bytes())
        folder.write(folder.checkpoint, self.learner.to_bytes())
        if self.standing.version:
            self._write_weights()
        rivals = self.settings.rivals
        folder.write(folder.curves_csv, curves_csv(self.points, rivals).encode())
        folder.write(folder.curves_svg, curves_svg(self.points, rivals).encode())
        folder.write_progress(self.settings, self.standing, versions(self.device))

    def _report(self, phase: str) -> Report:
        played = self.standing.games - self._games_before
        return Report(
            phase, self.standing, self.learner.steps, self.loss, self.error, min(1.0, self._done()),
            self.trials.figures(), played / max(0.001, self.elapsed), self.interrupted, self.failure,
        )  # fmt: skip


def _start_network(settings: Settings) -> Network | None:
    """The network that a new run goes on from; None when it begins with a teacher."""
    try:
        return load_network(Path(settings.start)) if settings.start else None
    except WeightsError as error:
        raise TrainingError(str(error)) from None


def _examples(network: Network, settings: Settings) -> Bytes:
    """Rows of a few games that the network plays."""
    rows: list[bytes] = []
    for number in range(EXAMPLES):
        for episode in play_episode(-1 - number, network, 1, settings._replace(trials=0.0)).episodes:
            rows += episode.rows
    return rows_array(rows)


def versions(device: str) -> dict[str, str]:
    """Of everything that matters to repeat a run."""
    import torch

    name = torch.cuda.get_device_name() if device.startswith("cuda") else platform.machine()
    return {
        "tiefenthal": tiefenthal.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": str(torch.__version__),
        "device": f"{device} ({name})",
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror or error}") from None


def _note_interrupts(run: _Run) -> Any:
    """Ctrl-C is only noted, so that the run stops between two steps; gives what to restore."""

    def note(_number: int, _frame: FrameType | None) -> None:
        run.interrupted = True

    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        return None
    return signal.signal(signal.SIGINT, note)
