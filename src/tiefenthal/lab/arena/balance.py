"""What play tells about the game: many games of a strong bot against itself, and of others that play like people.

The bot's thoughts play no part; everything is read from the events of the games (`stories.py`).
"""

import json
import secrets
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import tiefenthal
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.results import ResultsFile, settings_of
from tiefenthal.lab.arena.stories import GameGroup, GameStory, LostGame, SelfPlay, Task, story_from_json, story_json
from tiefenthal.lab.arena.tournament import FAILURES, Progress, failure_text
from tiefenthal.lab.arena.ways_to_win import WAYS
from tiefenthal.players.bots.registry import check_bot
from tiefenthal.players.workers import run

STORIES_FILE: Final = "stories.jsonl"
ALL_PLAYERS: Final = (2, 3, 4)
ALL_MODULES: Final = (1, 2, 3, 4, 5)
SCHNAPPS: Final = 2  # the module with which there is something to draw by lot
PERSON: Final = "journeyman"
"""The bot that should play like a person who knows the game."""
PEOPLE: Final = (PERSON, "planner")
"""That bot, and one that plays like a person who plays well."""
PERSON_POINTS: Final = {Setting(2, 1): (80.0, 130.0), Setting(2, 5): (110.0, 160.0)}
"""The points the Journeyman should make, going by the few published results of the printed game."""
SOME: Final = 4
"""One game in this many is played again with lots drawn, and again without each way to win. The luck is the same, so
a few games are enough to compare."""
WHOLE: Final = (1, 1)
"""The part that is everything."""


class Balance:
    """The stories of many games of one bot against itself, and of others. `balance_sheets` says what they come to."""

    def __init__(
        self,
        bot: str,
        batches: Sequence[GameGroup],
        played: Sequence[GameStory | LostGame],
        wanted: int,
        seed: str,
        edition: Edition,
        seconds: float = 0.0,
        interrupted: bool = False,
    ) -> None:
        self.bot: str = bot
        self.batches: tuple[GameGroup, ...] = tuple(batches)
        self.settings: list[Setting] = list(dict.fromkeys([batch.setting for batch in batches]))
        ordered = sorted(played, key=lambda one: (one.batch, one.number))
        self.stories: list[GameStory] = [one for one in ordered if isinstance(one, GameStory)]
        self.failures: list[LostGame] = [one for one in ordered if isinstance(one, LostGame)]
        self.wanted: int = wanted
        """How many games were asked for."""
        self.seed: str = seed
        self.edition: Edition = edition
        self.seconds: float = seconds
        self.interrupted: bool = interrupted
        self._by: dict[str, Balance] = {}

    def by(self, bot: str) -> "Balance":
        """The games of one of PEOPLE as a balance of its own; all others as they are."""
        if bot not in PEOPLE:
            return self
        if bot not in self._by:
            places = [place for place, batch in enumerate(self.batches) if batch.bot == bot]
            batches = [self.batches[place]._replace(bot="") for place in places]
            stories = [one._replace(batch=places.index(one.batch)) for one in self.stories if one.batch in places]
            self._by[bot] = Balance(bot, batches, stories, len(stories), self.seed, self.edition)
        return self._by[bot]

    def of(self, setting: Setting | None, by_lot: bool = False) -> list[GameStory]:
        """The games of a set-up, or of all with None: those the bot played as it likes, or those by lot."""
        return self._stories([batch for batch in self.batches if batch.usual and batch.by_lot == by_lot], setting)

    def without(self, setting: Setting, way: str) -> list[GameStory]:
        """The games of a set-up in which one seat did without a way to win."""
        return self._stories([batch for batch in self.batches if batch.without == way], setting)

    def _stories(self, batches: Sequence[GameGroup], setting: Setting | None) -> list[GameStory]:
        wanted = {self.batches.index(batch) for batch in batches if setting in (None, batch.setting)}
        return [story for story in self.stories if story.batch in wanted]

    def modules(self, story: GameStory) -> int:
        """The highest module of a game."""
        return self.batches[story.batch].setting.modules


def balance(
    bot: str,
    players: Sequence[int] = ALL_PLAYERS,
    modules: Sequence[int] = ALL_MODULES,
    games: int = 200,
    seed: int | str | None = None,
    jobs: int = 1,
    out: str | Path | None = None,
    ray: str | None = None,
    edition: Edition | str | Path | None = None,
    on_progress: Progress | None = None,
    part: tuple[int, int] = WHOLE,
) -> Balance:
    """Let a bot play `games` games against itself in every set-up, and those who play like people as many; some more
    by lot and without a way to win (`groups_of`). Folder, processes, Ray and Ctrl-C as in `tournament`.

    With `part` (2, 5) only the second of five parts is played, into a file of its own. Everything, which is played if
    no part is named, goes on with the files of all parts in its folder."""
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    if jobs < 1:
        raise ValueError(f"at least one process must play, not {jobs}")
    if not 1 <= part[0] <= part[1]:
        raise ValueError(f"there is no part {part[0]} of {part[1]}")
    if part != WHOLE and (seed is None or out is None):
        raise ValueError("a part needs a folder, and the seed that all parts have in common")
    check_bot(bot)
    figures = edition if isinstance(edition, Edition) else load_edition(edition)
    settings = [Setting(*one) for one in dict.fromkeys([(count, highest) for highest in modules for count in players])]
    if not settings:
        raise ValueError("name at least one number of players and one of modules")
    for setting in settings:
        make_setup(setting.players, setting.modules, figures)
    folder = Path(out) if out is not None else None
    master = _seed(seed, folder)
    batches = groups_of(settings)
    work = SelfPlay(bot, tuple(batches), master, figures)
    played: dict[Task, GameStory | LostGame] = {}
    asked = [
        (place, number)
        for number in range(part[0] - 1, games, part[1])
        for place, batch in enumerate(batches)
        if number < games_of(batch, games)
    ]
    began = time.perf_counter()
    interrupted = False
    with ExitStack() as files:
        keep = _Keeper(folder, part, work, played, files)

        def report() -> None:
            if on_progress is not None:
                on_progress(len(played), max(len(asked), len(played)))

        try:
            report()
            left = [task for task in asked if task not in played]
            if ray is None:
                run(work, iter(left), min(jobs, max(1, len(left))), keep, report)
            else:
                from tiefenthal.lab.arena.cluster import run_on_ray

                run_on_ray(work, iter(left), ray, jobs, keep, report)
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - began
    return Balance(bot, batches, list(played.values()), len(asked), master, figures, seconds, interrupted)


def groups_of(settings: Sequence[Setting]) -> list[GameGroup]:
    """Everything that is played to learn about these set-ups. What the ways to win are worth is asked at the fewest
    and at the most modules."""
    modules = [setting.modules for setting in settings]
    ends = [setting for setting in settings if setting.modules in (min(modules), max(modules))]
    return [
        *[GameGroup(setting, False, bot) for setting in settings for bot in ("", *PEOPLE)],
        *[GameGroup(setting, True) for setting in settings if setting.modules >= SCHNAPPS],
        *[GameGroup(setting, False, "", way) for setting in ends for way in WAYS],
    ]


def games_of(group: GameGroup, games: int) -> int:
    """How many games of a kind are played where `games` are of the usual one."""
    return -(-games // SOME) if group.by_lot or group.without else games


def part_file(part: tuple[int, int]) -> str:
    """Where the games of a part go."""
    return STORIES_FILE if part == WHOLE else f"stories-{part[0]}-of-{part[1]}.jsonl"


def _seed(seed: int | str | None, folder: Path | None) -> str:
    if seed is not None:
        return str(seed)
    for path in [folder / STORIES_FILE, *_parts(folder)] if folder is not None else []:
        found = settings_of(path).get("seed")
        if isinstance(found, str):
            return found
    return secrets.token_hex(8)


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("stories-*-of-*.jsonl"))


class _Keeper:
    """Where finished games go: into memory, and into the folder if there is one."""

    def __init__(
        self,
        folder: Path | None,
        part: tuple[int, int],
        work: SelfPlay,
        played: dict[Task, GameStory | LostGame],
        files: ExitStack,
    ) -> None:
        self._folder = folder
        self._played = played
        self._file: ResultsFile[GameStory | LostGame] | None = None
        if folder is None:
            return
        settings = {
            "bot": work.bot,
            "games": [str(batch) for batch in work.batches],
            "seed": work.master,
            "edition": f"{work.edition.name} {work.edition.digest[:16]}",
            "version": tiefenthal.__version__,
        }
        for path in [*(_parts(folder) if part == WHOLE else []), folder / part_file(part)]:
            self._file = files.enter_context(ResultsFile(path, settings, lambda line: story_from_json(line, work)))
            for story in self._file.found:
                played.setdefault((story.batch, story.number), story)

    def __call__(self, story: GameStory | LostGame) -> None:
        if self._file is not None and self._folder is not None:
            if isinstance(story, LostGame):
                path = self._folder / FAILURES / f"batch-{story.batch + 1}-game-{story.number + 1}.txt"
                path.parent.mkdir(exist_ok=True)
                path.write_text(failure_text(story.failure), encoding="utf-8")
            self._file.append(json.dumps(story_json(story), separators=(",", ":"), ensure_ascii=False))
        self._played[story.batch, story.number] = story
