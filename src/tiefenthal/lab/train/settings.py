"""Everything that decides how a training run goes. It is written into the run's folder and into the weights."""

import json
from functools import cache
from typing import Any, NamedTuple

from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.components.problems import EditionError
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.space import Space, Values
from tiefenthal.lab.train import TrainingError
from tiefenthal.players.bots.registry import UnknownBotError, check_bot


class Settings(NamedTuple):
    """One run. The defaults are those of the weights that come with the package."""

    seed: str = "tiefenthal"
    players: tuple[int, ...] = (2, 2, 2, 3, 4, 4)
    """Numbers of players, one of which is picked for each game; one that stands twice comes twice as often."""
    modules: tuple[int, ...] = (1, 1, 2, 3, 4, 5, 5)
    hidden: tuple[int, ...] = (256, 128)
    """Sizes of the network's hidden layers."""
    start: str = ""
    """A weights file to go on from; without one the network learns from a teacher's games first."""
    teacher: str = "planner"
    """The bot whose games those are."""
    warm_up: int = 3000
    """Games of the teacher."""
    warm_up_steps: int = 3000
    """Steps of learning on them before the network plays itself."""
    lam: float = 0.8
    """λ of the returns: 1 looks at the end of the game alone, 0 at the next evening alone."""
    window: int = 120_000
    """Seats' games the learner remembers."""
    batch: int = 256
    """Seats' games in one step of learning; each has a row for every turn and choice."""
    reuse: float = 12.0
    """How often a row is learnt from, on average, before it leaves the window."""
    rate: float = 1e-3
    """The learning rate at first; from `slow_after` steps on it falls with the square root of the steps."""
    slow_after: int = 3000
    decay: float = 1e-5
    """The weight decay of the optimiser."""
    average: float = 0.999
    """The network that plays is a running average of the one that learns."""
    noise: float = 0.35
    """Turns are chosen by softmax over their worths, at this temperature in points."""
    wild: float = 0.06
    """Share of turns chosen at the higher temperature instead."""
    wild_noise: float = 2.5
    steady: float = 0.3
    """Share of games in which turns are searched more widely."""
    careful: float = 0.0
    """Share of games in which the network also judges draft and arrival, as the bot does: some six times slower, but
    these are the games that the bot plays."""
    strangers: float = 0.0
    """Share of games in which bots of the `company` sit at some of the places, so that the network knows tables of
    others than itself too. What they do is not learnt from."""
    company: tuple[str, ...] = ("planner", "greedy")
    """Those bots; one that stands twice comes twice as often."""
    edition: str = ""
    """A file with the edition that is played; the built-in one without."""
    editions: float = 0.0
    """Share of games with an edition drawn by lot instead: that one with its house figures moved within the search
    space of `tiefenthal calibrate`, so that the network learns to judge any figures."""
    space: str = ""
    """A file with the edition whose house figures are moved for that, where it is another one: what is drawn then lies
    somewhere between `edition` and anywhere in that space."""
    tell: int = 0
    """1 tells every game in the folder's told.jsonl.gz, with the figures it was played with: `tiefenthal calibrate
    --told` learns from them."""
    trials: float = 0.06
    """Share of games played without exploration against `rivals`, to see how strong the network is."""
    rivals: tuple[str, ...] = ("planner", "greedy")


@cache
def space_of(path: str) -> Space:
    """The edition that a setting names, and all that may be drawn in its place."""
    try:
        return Space(load_edition(path or None))
    except (EditionError, CalibrationError) as error:
        raise TrainingError(str(error)) from None


@cache
def home_of(path: str, space: str) -> Values:
    """Where an edition lies in the space of another one."""
    return space_of(space).values_of(space_of(path).edition)


def check_settings(settings: Settings) -> None:
    """Complain of bots and editions that do not exist before anything is played."""
    if settings.edition or settings.editions > 0.0:
        space_of(settings.edition)
        home_of(settings.edition, settings.space or settings.edition)
    if settings.strangers > 0.0 and not settings.company:
        raise TrainingError("strangers are wanted at the table, but company names no bots")
    try:
        for name in (settings.teacher, *settings.company, *settings.rivals):
            check_bot(name)
    except UnknownBotError as error:
        raise TrainingError(str(error)) from None


def settings_json(settings: Settings) -> dict[str, Any]:
    """As it stands in a file."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in settings._asdict().items()}


def settings_from(document: dict[str, Any]) -> Settings:
    """Read what `settings_json` wrote; what it does not name is as usual."""
    known = Settings()._asdict()
    values: dict[str, Any] = {}
    for name, value in document.items():
        if name not in known:
            raise TrainingError(f"the run was begun with a setting this program does not know: {name}")
        kind = type(known[name])
        try:
            values[name] = tuple(value) if kind is tuple else kind(value)
        except (TypeError, ValueError):
            raise TrainingError(f"the run's setting {name} makes no sense: {json.dumps(value)}") from None
    return Settings(**values)
