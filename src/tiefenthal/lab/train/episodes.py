"""What the network learns from: whole games, seen from each seat after each of its turns and choices."""

import random
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import numpy as np

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import NO_CARD
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.rules.actions import END_SERVING, FROM_PILE, RECRUIT, Action
from tiefenthal.engine.rules.phases import EVENING, START_CARDS, phase_of
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Event, State
from tiefenthal.engine.view import View
from tiefenthal.lab.arena.games import game_seed
from tiefenthal.lab.arena.stories import tell_story
from tiefenthal.lab.calibrate.space import Values
from tiefenthal.lab.calibrate.told import told_line
from tiefenthal.lab.train.settings import Settings, home_of, space_of
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.neural.bot import HASTY_EFFORT, JudgingBot
from tiefenthal.players.bots.neural.evening import Care
from tiefenthal.players.bots.neural.features import row_of
from tiefenthal.players.bots.neural.judge import NetworkJudge
from tiefenthal.players.bots.neural.network import Network
from tiefenthal.players.bots.planner import PlannerBot
from tiefenthal.players.bots.search import Effort, Judge
from tiefenthal.players.bots.search.choices import after_choice, asks
from tiefenthal.players.bots.search.heuristic import HeuristicJudge
from tiefenthal.players.bots.search.solo_turn import act, open_table
from tiefenthal.players.driver import drive

HIDE_NEWCOMERS: Final = 0.5
QUICK: Final = HASTY_EFFORT
STEADY: Final = QUICK._replace(plans=8, nodes=300, ends=150, sets=8, samples=8)
CARE: Final = Care(hands=10, arrivals=4, seconds=0.0)
CHOOSING: Final = (START_CARDS, EVENING)


class Episode(NamedTuple):
    """One seat's game: a row of features after each of its turns, and after each choice of an evening, in their order;
    and how the game ended for it."""

    rows: list[bytes]
    score: int
    margin: int
    """To the best opponent."""
    win: float
    """Its part of the victory."""


class Trial(NamedTuple):
    """How the network fared in one seat against a rival in all others."""

    rival: str
    players: int
    modules: int
    margin: int
    share: float
    """Its part of the victory."""


class Played(NamedTuple):
    """What comes of one game: episodes to learn from, or a trial, or what went wrong."""

    version: int
    """Of the network that played; 0 when the teacher did."""
    episodes: list[Episode]
    trial: Trial | None
    failure: str
    told: str = ""
    """The game as a line of `calibrate.told`, where games are told."""


class NoisyJudge:
    """Another judge's worths with Gumbel noise: the best of them is then a softmax choice among all."""

    def __init__(self, judge: Judge, rng: random.Random, settings: Settings) -> None:
        self._judge: Judge = judge
        self._settings: Settings = settings
        self._noise: np.random.Generator = np.random.default_rng(rng.getrandbits(64))
        self._temperature: float = settings.noise
        self._rng: random.Random = rng

    def next_turn(self) -> None:
        """A new turn begins: is it one of the wild ones?"""
        wild = self._rng.random() < self._settings.wild
        self._temperature = self._settings.wild_noise if wild else self._settings.noise

    def judge(self, states: list[State], seat: int) -> list[float]:
        """The worths, each with noise of its own."""
        worths = self._judge.judge(states, seat)
        if self._temperature <= 0.0:
            return worths
        noise = self._noise.gumbel(0.0, self._temperature, len(worths))
        return [worth + more for worth, more in zip(worths, noise.tolist(), strict=True)]


class Witness(Bot):
    """Lets a player play and writes down what the table looks like after each of its turns and choices."""

    def __init__(self, player: Bot, rng: random.Random, noise: NoisyJudge | None = None) -> None:
        super().__init__()
        self.rows: list[bytes] = []
        self.turns: int = 0
        self._player: Bot = player
        self._luck: random.Random = rng
        self._noise: NoisyJudge | None = noise
        self._newcomer: int = -1  # the place of the row where a guest was recruited this turn

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the player chooses."""
        action = self._player.choose(view, legal)
        self.see(view, action)
        return action

    def see(self, view: View, action: Action) -> None:
        """Note an action of this seat, chosen or the only one there was."""
        if action.kind == RECRUIT and action.a != FROM_PILE:
            self._newcomer = action.a - 1
        elif action is END_SERVING:
            s = open_table(view.state, view.seat)
            # A search does not know who comes in the place of a guest it recruits, so the network has to know such
            # tables too.
            if self._newcomer >= 0 and self._luck.random() < HIDE_NEWCOMERS:
                s.row[self._newcomer] = NO_CARD
            self._newcomer = -1
            act(s, view.seat, action, SeededChance("none is needed"))
            self.rows.append(row_of(s, view.seat))
            self.turns += 1
            if self._noise is not None:
                self._noise.next_turn()
        elif phase_of(view.state) in CHOOSING:
            s = after_choice(view.state, view.seat, action, SeededChance(f"{self._luck.random()}"))
            if not asks(s, view.seat):
                self.rows.append(row_of(s, view.seat))


def drive_seen(game: Game, players: Sequence[Witness]) -> None:
    """Like `arena.games.drive`, but forced actions are seen too."""
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) == 1:
            players[seat].see(game.view(seat), legal[0])
            game.play(seat, legal[0])
        else:
            game.play(seat, players[seat].choose(game.view(seat), legal))


def teacher_player(settings: Settings, effort: Effort, seed: str, rng: random.Random) -> Witness:
    """Plays like the teacher; the planner explores, so that the network sees poorer turns too."""
    if settings.teacher != PlannerBot.name:
        return Witness(make_bot(settings.teacher, seed), rng)
    noise = NoisyJudge(HeuristicJudge(), rng, settings)
    noise.next_turn()
    return Witness(JudgingBot(noise, effort, seed), rng, noise)


def learning_player(
    network: Network, settings: Settings, effort: Effort, careful: bool, seed: str, rng: random.Random
) -> Witness:
    """Plays by the network, with exploration."""
    judge = NetworkJudge(network)
    noise = NoisyJudge(judge, rng, settings)
    noise.next_turn()
    if not careful:
        return Witness(JudgingBot(noise, effort, seed), rng, noise)
    # Noise is for turns alone: over the hands of a draft it would only choose the luckiest. Choices go without it too.
    return Witness(JudgingBot(judge, effort, seed, noise, CARE), rng, noise)


class NetworkPlayer(JudgingBot):
    """Plays by the network as well as it can without a search of its own."""

    name = "network"

    def __init__(self, network: Network, seed: str, effort: Effort = QUICK) -> None:
        super().__init__(NetworkJudge(network), effort, seed)


def play_episode(number: int, network: Network | None, version: int, settings: Settings) -> Played:
    """One game of a run: set-up, luck and exploration follow from the run's seed and the game's number."""
    seed = game_seed(settings.seed, number)
    rng = random.Random(seed)
    players = rng.choice(settings.players)
    modules = rng.choice(settings.modules)
    if network is not None and rng.random() < settings.trials and settings.rivals:
        return _trial(network, version, rng.choice(settings.rivals), players, modules, seed, rng, settings)
    edition, values = drawn_for(settings, seed)
    events: list[Event] | None = [] if settings.tell else None
    game = Game.new(make_setup(players, modules, edition), seed, events=events)
    first = game.state.start_player
    effort = STEADY if rng.random() < settings.steady else QUICK
    careful = settings.careful > 0.0 and rng.random() < settings.careful
    company = strangers_at(players, settings, rng) if network is not None else {}
    witnesses: list[Witness] = []
    for seat in range(players):
        own = f"{seed} {seat + 1}"
        if network is None:
            witnesses.append(teacher_player(settings, effort, own, rng))
        elif seat in company:
            witnesses.append(Witness(make_bot(company[seat], own), rng))
        else:
            witnesses.append(learning_player(network, settings, effort, careful, own, rng))
    drive_seen(game, witnesses)
    told = ""
    if events is not None and not company:
        told = told_line(values, modules, tell_story(game, events, first, 0, 0))
    return Played(version, episodes_of(game, witnesses, set(company)), None, "", told)


def drawn_for(settings: Settings, seed: str) -> tuple[Edition, Values]:
    """The figures a game is played with, and where they lie in the space they are drawn from."""
    if not settings.edition and settings.editions <= 0.0:
        return load_edition(), ()
    own = space_of(settings.edition)
    home = home_of(settings.edition, settings.space or settings.edition)
    lot = random.Random(f"{seed} edition")  # so that the rest of the game is the same whatever is drawn
    if lot.random() >= settings.editions:
        return own.edition, home
    if settings.space:
        return space_of(settings.space).draw(lot, home)
    return own.draw(lot)


def strangers_at(players: int, settings: Settings, rng: random.Random) -> dict[int, str]:
    """The places at which others than the network sit, and who sits there: all the same bot, at one place or more."""
    if settings.strangers <= 0.0 or rng.random() >= settings.strangers:
        return {}
    places = rng.sample(range(players), rng.choice([players - 1, rng.randint(1, players - 1)]))
    return dict.fromkeys(places, rng.choice(settings.company))


def episodes_of(game: Game, witnesses: Sequence[Witness], strangers: Collection[int] = ()) -> list[Episode]:
    """The episodes of a finished game; strangers are left out, and a seat that did not serve in every round."""
    outcome = game.outcome
    assert outcome is not None
    episodes: list[Episode] = []
    for seat, witness in enumerate(witnesses):
        if seat in strangers or witness.turns != game.edition.rounds:
            continue
        score = outcome.scores[seat]
        best = max([other for n, other in enumerate(outcome.scores) if n != seat])
        win = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        episodes.append(Episode(witness.rows, score, score - best, win))
    return episodes


def _trial(
    network: Network,
    version: int,
    rival: str,
    players: int,
    modules: int,
    seed: str,
    rng: random.Random,
    settings: Settings,
) -> Played:
    game = new_game(players, modules, seed, drawn_for(settings, seed)[0])
    seat = rng.randrange(players)
    bots: list[Bot] = [make_bot(rival, f"{seed} {n + 1}") for n in range(players)]
    bots[seat] = NetworkPlayer(network, seed)
    drive(game, bots)
    outcome = game.outcome
    assert outcome is not None
    score = outcome.scores[seat]
    margin = score - max([other for n, other in enumerate(outcome.scores) if n != seat])
    share = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    return Played(version, [], Trial(rival, players, modules, margin, share), "")
