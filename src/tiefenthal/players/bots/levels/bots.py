"""The levels people play against."""

from collections.abc import Callable
from typing import ClassVar, Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.levels.attention import Attention, Character
from tiefenthal.players.bots.levels.slips import SLIPS, Glance, Slip, slip_named
from tiefenthal.players.bots.mcts import MctsBot
from tiefenthal.players.bots.neural import make_neural
from tiefenthal.players.bots.planner import EFFORT, PlannerBot
from tiefenthal.players.bots.search import Effort

PLANNERS_SLIPS: Final = (slip_named("draft"), slip_named("counter"), slip_named("dishwashers"))
"""Slips that leave a whole evening's plan possible."""


class Level(Bot):
    """A player with a character: a bot, and what it overlooks this evening."""

    may_make: ClassVar[tuple[Slip, ...]] = SLIPS
    attention: ClassVar[Attention] = Attention(0, 0)

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.character: Character = Character(seed, self.may_make, self.attention)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the bot behind it does with what the player takes in."""
        if len(legal) == 1:
            return legal[0]
        glance = Glance(view, legal)
        for slip in self.character.slips_of(view.state.round):
            slip.make(glance)
        action = glance.at_once if glance.at_once is not None else self.think(glance)
        return action if action in legal else glance.legal[-1]

    def think(self, glance: Glance) -> Action:
        """The answer to what is taken in."""
        raise NotImplementedError


class Apprentice(Level):
    """Takes whatever is nearest. Easy on beginners."""

    name: ClassVar[str] = "apprentice"
    attention: ClassVar[Attention] = Attention(3, 6)

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._bot: GreedyBot = GreedyBot(seed)

    def think(self, glance: Glance) -> Action:
        """As the greedy bot would."""
        self._bot.weights = glance.weights
        return self._bot.choose(glance.view, glance.legal)


class Journeyman(Apprentice):
    """Fills the tables and saves up for upgrades."""

    name: ClassVar[str] = "journeyman"
    attention: ClassVar[Attention] = Attention(0, 2)


class Innkeeper(Level):
    """Plans each evening and watches your dice."""

    name: ClassVar[str] = "innkeeper"
    may_make: ClassVar[tuple[Slip, ...]] = PLANNERS_SLIPS
    attention: ClassVar[Attention] = Attention(0, 1)
    effort: ClassVar[Effort] = EFFORT

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._bot: PlannerBot = PlannerBot(seed, effort=self.effort)

    def think(self, glance: Glance) -> Action:
        """As the planner would."""
        return self._bot.choose(glance.view, glance.legal)


class Master(Bot):
    """Thinks several evenings ahead. Takes a moment."""

    name: ClassVar[str] = "master"

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._bot: Bot
        try:
            self._bot = make_neural(seed)
        except ValueError:  # no numpy, or no weights: the strongest that needs neither
            self._bot = MctsBot(seed)

    @property
    def plays_as(self) -> str:
        """The name of the bot that answers."""
        return self._bot.name

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the strongest bot here answers."""
        return self._bot.choose(view, legal)


LEVELS: Final[tuple[Callable[[int | str], Bot], ...]] = (Apprentice, Journeyman, Innkeeper, Master)
"""The weakest first."""
