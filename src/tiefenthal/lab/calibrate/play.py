"""The games of candidates: a few deals of every set-up, the same ones for all candidates of a generation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.lab.arena.balance import Balance, groups_of
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.stories import GameGroup, GameStory, LostGame, SelfPlay
from tiefenthal.lab.arena.targets import Finding
from tiefenthal.lab.calibrate.aims import findings
from tiefenthal.lab.calibrate.space import Space, Values
from tiefenthal.players.bots import Bot
from tiefenthal.players.bots.neural.bot import HastyBot, SwiftBot
from tiefenthal.players.workers import Work

PLAYERS: Final = {HastyBot.name: HastyBot, SwiftBot.name: SwiftBot}
"""Who may judge an edition."""


class GameTask(NamedTuple):
    """Some games of a candidate."""

    candidate: int
    values: Values
    group: int
    """By its place among the groups."""
    first: int
    deals: int


class Told(NamedTuple):
    """What came of it."""

    task: GameTask
    stories: tuple[GameStory | LostGame, ...]


class _ByWeights(SelfPlay):
    """Self-play of the network's player with weights of a file, and games of the other bots a group names."""

    def __init__(
        self, bot: str, groups: tuple[GameGroup, ...], master: str, edition: Edition, weights: Path | None
    ) -> None:
        super().__init__(bot, groups, master, edition)
        self._weights: Path | None = weights

    def bots(self, group: GameGroup, seed: str) -> list[Bot]:
        """One for each seat."""
        if group.bot:
            return super().bots(group, seed)
        maker = PLAYERS[self.bot]
        return [maker(f"{seed} bot {seat + 1}", self._weights) for seat in range(group.setting.players)]


class CandidateGames(Work[GameTask, Told]):
    """What the games of all candidates have in common."""

    def __init__(
        self, edition: Edition, settings: Sequence[Setting], bot: str, weights: Path | None, master: str
    ) -> None:
        self.edition: Edition = edition
        every = groups_of(settings)
        self.groups: tuple[GameGroup, ...] = tuple([one for one in every if not one.without and not one.by_lot])
        self.bot: str = bot
        self.weights: Path | None = weights
        self.master: str = master
        self._space: Space | None = None

    def tasks(self, candidate: int, values: Values, first: int, deals: int) -> list[GameTask]:
        """The games of a candidate: `deals` of every group."""
        return [GameTask(candidate, values, group, first, deals) for group in range(len(self.groups))]

    def do(self, task: GameTask) -> Told:
        """Play some games and tell them."""
        if self._space is None:
            self._space = Space(self.edition)
        edition = self._space.kept_edition(task.values)
        work = _ByWeights(self.bot, self.groups, self.master, edition, self.weights)
        return Told(task, tuple([work.do((task.group, task.first + n)) for n in range(task.deals)]))

    def lost(self, task: GameTask, why: str) -> Told:
        """Games that took their process with them."""
        return Told(task, ())

    def read(self, values: Values, told: Sequence[Told], space: Space) -> dict[tuple[str, str], Finding]:
        """What all games of a candidate come to."""
        stories = [story for one in told for story in one.stories]
        edition = space.kept_edition(values)
        return findings(Balance(self.bot, self.groups, stories, len(stories), self.master, edition))
