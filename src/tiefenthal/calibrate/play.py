"""The games of candidates: a few deals of every set-up, the same ones for all candidates of a generation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.arena.balance import SCHNAPPS, Balance
from tiefenthal.arena.lineups import Setting
from tiefenthal.arena.stories import GameGroup, GameStory, LostGame, SelfPlay
from tiefenthal.arena.targets import Finding
from tiefenthal.arena.workers import Work
from tiefenthal.bots import Bot
from tiefenthal.bots.neural.bot import HastyBot, SwiftBot
from tiefenthal.calibrate.aims import PERSON, findings, person_groups
from tiefenthal.calibrate.space import Space, Values
from tiefenthal.components.edition import Edition

PLAYERS: Final = {HastyBot.name: HastyBot, SwiftBot.name: SwiftBot}
"""Who may judge an edition."""
PERSON_GAMES: Final = 4  # for each game of the network's: such a bot is quick


class GameTask(NamedTuple):
    """Some games of a candidate."""

    candidate: int
    values: Values
    group: int
    """By its place among the groups: first those of the network's player, then those of the person."""
    first: int
    deals: int


class Told(NamedTuple):
    """What came of it."""

    task: GameTask
    stories: tuple[GameStory | LostGame, ...]


class _ByWeights(SelfPlay):
    """Self-play of the network's player with weights of a file."""

    def __init__(
        self, bot: str, groups: tuple[GameGroup, ...], master: str, edition: Edition, weights: Path | None
    ) -> None:
        super().__init__(bot, groups, master, edition)
        self._weights: Path | None = weights

    def bots(self, setting: Setting, seed: str) -> list[Bot]:
        """One for each seat."""
        maker = PLAYERS[self.bot]
        return [maker(f"{seed} bot {seat + 1}", self._weights) for seat in range(setting.players)]


class CandidateGames(Work[GameTask, Told]):
    """What the games of all candidates have in common."""

    def __init__(
        self, edition: Edition, settings: Sequence[Setting], bot: str, weights: Path | None, master: str
    ) -> None:
        self.edition: Edition = edition
        groups = [GameGroup(setting, by_lot) for setting in settings for by_lot in (False, True)]
        self.strong: tuple[GameGroup, ...] = tuple(
            [group for group in groups if not group.by_lot or group.setting.modules >= SCHNAPPS]
        )
        self.person: tuple[GameGroup, ...] = tuple(person_groups(settings))
        self.bot: str = bot
        self.weights: Path | None = weights
        self.master: str = master
        self._space: Space | None = None

    @property
    def groups(self) -> int:
        """How many groups of games a candidate has."""
        return len(self.strong) + len(self.person)

    def tasks(self, candidate: int, values: Values, first: int, deals: int) -> list[GameTask]:
        """The games of a candidate: so many deals of every group."""
        return [GameTask(candidate, values, group, first, deals) for group in range(self.groups)]

    def do(self, task: GameTask) -> Told:
        """Play some games and tell them."""
        if self._space is None:
            self._space = Space(self.edition)
        edition = self._space.kept_edition(task.values)
        place, count = task.group, task.deals
        work: SelfPlay
        if place < len(self.strong):
            work = _ByWeights(self.bot, self.strong, self.master, edition, self.weights)
        else:
            place -= len(self.strong)
            count *= PERSON_GAMES
            work = SelfPlay(PERSON, self.person, self.master, edition)
        return Told(task, tuple([work.do((place, task.first * count // task.deals + n)) for n in range(count)]))

    def lost(self, task: GameTask, why: str) -> Told:
        """Games that took their process with them."""
        return Told(task, ())

    def read(self, values: Values, told: Sequence[Told], space: Space) -> dict[tuple[str, str], Finding]:
        """What all games of a candidate come to."""
        edition = space.kept_edition(values)
        strong = [story for one in told if one.task.group < len(self.strong) for story in one.stories]
        person = [story for one in told if one.task.group >= len(self.strong) for story in one.stories]
        return findings(
            Balance(self.bot, self.strong, strong, len(strong), self.master, edition),
            Balance(PERSON, self.person, person, len(person), self.master, edition),
        )
