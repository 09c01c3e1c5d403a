"""What happened in a game, seat by seat, as far as it tells about the game itself: read from its events alone.

A bot that always makes the same choice says nothing about what the other would have been worth. So there are games of
two kinds: those the bot plays as it likes, and those in which start cards and the sides of entertainers are drawn by
lot for every seat, and the bot makes the best of them. The second kind is an experiment: there the difference is due to
the card.
"""

import traceback
from typing import Any, Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, NOBLE, TAVERN_KINDS, TAVERN_NAMES
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules import actions
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.scoring import points_by_source
from tiefenthal.engine.rules.state import Event
from tiefenthal.engine.view import View
from tiefenthal.lab.arena.games import Failure, reason_in_a_line, record_of
from tiefenthal.lab.arena.lineups import Setting, deal_seed
from tiefenthal.lab.arena.ways_to_win import WAYS, Without, seat_without
from tiefenthal.players.bots import Bot
from tiefenthal.players.driver import drive, seated_bots
from tiefenthal.players.workers import Work

START: Final = "start"
FREE: Final = "free"
BOUGHT: Final = "serving"


class Upgrade(NamedTuple):
    """An area was upgraded."""

    area: str
    round: int
    how: str
    """By the start card, free in the last evening (A-7), or while serving."""


class Recruit(NamedTuple):
    """A guest came into the deck."""

    guest: str
    """The card by its name in the edition."""
    round: int


class SeatStory(NamedTuple):
    """What one seat did and what came of it."""

    score: int
    share: float
    """Its part of the victory."""
    order: int
    """Its place in the turn order of the first round; 0 began."""
    points: tuple[int, ...]
    """By source, in the order of SOURCES."""
    start_card: int
    """0 without start cards."""
    sides: tuple[int, ...]
    """The side chosen of each entertainer; 0 without."""
    upgrades: tuple[Upgrade, ...]
    """In the order in which they were made."""
    guests: tuple[Recruit, ...]
    cards: dict[str, int]
    """Tavern cards and nobles gained during the game, by kind."""
    gained: tuple[int, ...]
    """Points on the cards gained, by round; 0 is the set-up."""


class GameGroup(NamedTuple):
    """Games of one kind."""

    setting: Setting
    by_lot: bool
    """Whether start cards and entertainers' sides are drawn by lot."""
    bot: str = ""
    """Who plays; the bot that all is about where none is named."""
    without: str = ""
    """The way to win (`WAYS`) that one seat has to do without."""

    @property
    def usual(self) -> bool:
        """Whether the bot that all is about plays without restraint."""
        return not self.bot and not self.without

    def __str__(self) -> str:
        words = [f"{self.setting.players}p{self.setting.modules}m", "by lot" if self.by_lot else "", self.bot]
        return " ".join([word for word in [*words, f"without {self.without}" if self.without else ""] if word])


class GameStory(NamedTuple):
    """A finished game."""

    batch: int
    """Its kind, by its place in the list of those played."""
    number: int
    offered: tuple[int, ...]
    """The start cards that were revealed."""
    seats: tuple[SeatStory, ...]
    nobles_left: int
    """In the supply at the end."""


class _Listener:
    """Sorts the events of a game by seat."""

    def __init__(self, players: int, edition: Edition) -> None:
        self._edition = edition
        self.start_card: list[int] = [0] * players
        self.sides: list[list[int]] = [[0, 0, 0] for _ in range(players)]
        self.upgrades: list[list[Upgrade]] = [[] for _ in range(players)]
        self.guests: list[list[Recruit]] = [[] for _ in range(players)]
        self.cards: list[dict[str, int]] = [{} for _ in range(players)]
        self.gained: list[list[int]] = [[0] * (edition.rounds + 1) for _ in range(players)]
        self._round: int = 0
        self._serving: bool = False

    def hear(self, event: Event) -> None:
        what, seat, first, second = event
        if what == "round":
            self._round = first
            self._serving = False
        elif what == "serving":
            self._serving = True
        elif what == "start card":
            self.start_card[seat] = first
        elif what == "entertainer":
            self.sides[seat][first] = second
        elif what == "upgraded":
            how = START if self._round == 0 else BOUGHT if self._serving else FREE
            self.upgrades[seat].append(Upgrade(AREA_NAMES[first], self._round, how))
        elif what == "gained":
            self._gained(seat, first)

    def _gained(self, seat: int, card: int) -> None:
        self.gained[seat][self._round] += self._edition.points[card]
        if card >= self._edition.first_guest:
            self.guests[seat].append(Recruit(self._edition.card_names[card], self._round))
        elif card in TAVERN_KINDS or card == NOBLE:
            name = "noble" if card == NOBLE else TAVERN_NAMES[card]
            self.cards[seat][name] = self.cards[seat].get(name, 0) + 1


def tell_story(game: Game, events: list[Event], first: int, batch: int, number: int) -> GameStory:
    """The story of a finished game, from its events since the beginning."""
    outcome = game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    players = game.players
    heard = _Listener(players, game.edition)
    for event in events:
        heard.hear(event)
    seats = [
        SeatStory(
            outcome.scores[seat],
            1 / len(outcome.winners) if seat in outcome.winners else 0.0,
            (seat - first) % players,
            points_by_source(game.state, seat),
            heard.start_card[seat],
            tuple(heard.sides[seat]),
            tuple(heard.upgrades[seat]),
            tuple(heard.guests[seat]),
            heard.cards[seat],
            tuple(heard.gained[seat]),
        )
        for seat in range(players)
    ]
    return GameStory(batch, number, tuple(game.state.start_cards), tuple(seats), game.state.nobles)


Task = tuple[int, int]
"""The batch by its place in the list, and the number of the game."""


class LostGame(NamedTuple):
    """A game that could not be finished."""

    batch: int
    number: int
    failure: Failure


class ByLot(Bot):
    """A bot whose start card and sides of entertainers are drawn by lot; everything else it decides itself."""

    def __init__(self, bot: Bot, seed: str) -> None:
        super().__init__(seed)
        self._bot: Bot = bot

    def choose(self, view: View, legal: list[Action]) -> Action:
        """Draw what is to be drawn."""
        kind, first = legal[0].kind, legal[0].a
        if kind == actions.START or (kind == actions.CHOOSE and first >= actions.CHOOSE_SIDE_1):
            return legal[self.rng.randrange(len(legal))]
        return self._bot.choose(view, legal)


class SelfPlay(Work[Task, GameStory | LostGame]):
    """Games of a bot against itself."""

    def __init__(self, bot: str, batches: tuple[GameGroup, ...], master: str, edition: Edition) -> None:
        self.bot: str = bot
        self.batches: tuple[GameGroup, ...] = batches
        self.master: str = master
        self.edition: Edition = edition

    def seed(self, task: Task) -> str:
        """The seed of a game. Games by lot have luck of their own; who does without something, and who else plays,
        has the same as the bot has."""
        group = self.batches[task[0]]
        return deal_seed(f"{self.master} by lot" if group.by_lot else self.master, group.setting, task[1])

    def bots(self, group: GameGroup, seed: str) -> list[Bot]:
        """Who sits at the table: the same bot everywhere."""
        return seated_bots(self.names(group), seed)

    def names(self, group: GameGroup) -> tuple[str, ...]:
        """The bot of every seat."""
        return (group.bot or self.bot,) * group.setting.players

    def do(self, task: Task) -> GameStory | LostGame:
        """Play a game and tell its story."""
        group = self.batches[task[0]]
        players = group.setting.players
        seed = self.seed(task)
        game: Game | None = None
        events: list[Event] = []
        try:
            setup = make_setup(players, group.setting.modules, self.edition)
            game = Game.new(setup, seed, events=events)
            first = game.state.start_player
            bots = self.bots(group, seed)
            if group.by_lot:
                bots = [ByLot(bot, f"{seed} lot {seat + 1}") for seat, bot in enumerate(bots)]
            if group.without:
                seat = seat_without(task[1], players)
                bots[seat] = Without(bots[seat], WAYS[group.without], setup)
            drive(game, bots)
            return tell_story(game, events, first, *task)
        except (Exception, SystemExit) as error:
            reason = reason_in_a_line(error)
            failure = Failure(task[1], seed, self.names(group), reason, traceback.format_exc(), record_of(game))
            return LostGame(*task, failure)

    def lost(self, task: Task, why: str) -> LostGame:
        """A game that took its process with it."""
        return LostGame(*task, Failure(task[1], self.seed(task), self.names(self.batches[task[0]]), why, why, ""))


# --- as text


def story_json(story: GameStory | LostGame) -> dict[str, Any]:
    """A story as it stands in a file."""
    if isinstance(story, LostGame):
        return {"batch": story.batch, "game": story.number, "failed": story.failure.error}
    seats = [
        {
            **seat._asdict(),
            "share": round(seat.share, 6),
            "order": seat.order + 1,
            "upgrades": [list(upgrade) for upgrade in seat.upgrades],
            "guests": [list(guest) for guest in seat.guests],
        }
        for seat in story.seats
    ]
    return {
        "batch": story.batch,
        "game": story.number,
        "offered": list(story.offered),
        "seats": seats,
        "nobles_left": story.nobles_left,
    }


def story_from_json(found: dict[str, Any], work: SelfPlay) -> GameStory | LostGame:
    """As it was written. Raises ValueError, TypeError, KeyError or IndexError for anything else."""
    task = int(found["batch"]), int(found["game"])
    if task[0] < 0 or task[1] < 0:
        raise ValueError("a number below 0")
    if "failed" in found:
        return work.lost(task, str(found["failed"]))
    seats = [_read_seat(seat) for seat in found["seats"]]
    if len(seats) != work.batches[task[0]].setting.players:
        raise ValueError("another number of seats")
    offered = tuple([int(card) for card in found["offered"]])
    return GameStory(*task, offered, tuple(seats), int(found["nobles_left"]))


def _read_seat(found: dict[str, Any]) -> SeatStory:
    return SeatStory(
        int(found["score"]),
        1 / round(1 / found["share"]) if found["share"] else 0.0,
        int(found["order"]) - 1,
        tuple([int(number) for number in found["points"]]),
        int(found["start_card"]),
        tuple([int(side) for side in found["sides"]]),
        tuple([Upgrade(str(area), int(evening), str(how)) for area, evening, how in found["upgrades"]]),
        tuple([Recruit(str(guest), int(evening)) for guest, evening in found["guests"]]),
        {str(name): int(count) for name, count in found["cards"].items()},
        tuple([int(points) for points in found["gained"]]),
    )
