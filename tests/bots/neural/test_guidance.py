"""The guide of the searches follows a judge who thinks otherwise: it is got to know at the beginning of an evening."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.setups import ALL_SETUPS
from tiefenthal import new_game
from tiefenthal.bots import make_bot
from tiefenthal.bots.neural import dreams
from tiefenthal.bots.neural.evening import Care
from tiefenthal.bots.neural.follower import Follower
from tiefenthal.bots.neural.guidance import Guidance, Probing, any_leaning
from tiefenthal.bots.neural.player import JudgingPlayer
from tiefenthal.bots.turn import QUICK, Turn, best_turns
from tiefenthal.bots.turn.leaning import Leaning
from tiefenthal.bots.turn.outlook import Outlook
from tiefenthal.bots.turn.tavern import survey
from tiefenthal.chance import SeededChance
from tiefenthal.rules.state import State
from tiefenthal.view import View

LUCK = SeededChance("none is needed")


class Stranger:
    """Judges by an outlook that leans somewhere, and counts how often it is asked."""

    def __init__(self, leaning: Leaning) -> None:
        self.leaning = leaning
        self.asked = 0

    def judge(self, states: list[State], seat: int) -> list[float]:
        self.asked += 1
        outlook = Outlook(states[0].setup)
        outlook.leaning = self.leaning
        return [outlook.value(survey(s, seat)) for s in states]


def plannings(players: int, modules: int, seed: str, phase: str = "E") -> Iterator[View]:
    """The first moment of a seat in a phase of each evening, in a game of greedy bots."""
    game = new_game(players, modules, seed)
    bots = [make_bot("greedy", f"{seed} {seat}") for seat in range(players)]
    seen = 0
    while not game.over:
        seat = game.to_act[0]
        s = game.state
        if seat == 0 and s.round > seen and s.setup.flow.steps[s.step].letter == phase:
            seen = s.round
            yield game.view(0)
        legal = game.legal_actions(seat)
        game.play(seat, legal[0] if len(legal) == 1 else bots[seat].choose(game.view(seat), legal))


def turns_of(view: View, judge: Stranger, leaning: Leaning | None, ends: int) -> list[Turn]:
    outlook = Outlook(view.state.setup)
    outlook.leaning = leaning
    return best_turns(view.state, view.seat, judge, QUICK._replace(ends=ends, hope=1000.0), LUCK, outlook)


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (4, 5)])
def test_the_guide_finds_what_the_judge_likes(players: int, modules: int) -> None:
    """A few turns found with the leaning are worth as much as many without it, and more than as few."""
    few, many, led, alike = [], [], [], []
    for number, view in enumerate(plannings(players, modules, "follow")):
        if not 2 <= view.state.round < 8:
            continue
        stranger = Stranger(any_leaning(random.Random(number)))
        leaning = Guidance(Follower(stranger), Probing(), "x").look_around(view.state, view.seat)
        assert leaning is not None
        found = turns_of(view, stranger, None, 300)
        many.append(found[0].worth)
        few.append(turns_of(view, stranger, None, 8)[0].worth)
        led.append(turns_of(view, stranger, leaning, 8)[0].worth)
        outlook = Outlook(view.state.setup)
        outlook.leaning = leaning
        known = [outlook.value(survey(turn.after, view.seat)) for turn in found]
        alike.append(np.corrcoef(known, [turn.worth for turn in found])[0, 1])
    assert len(led) == 6
    assert sum(led) > sum(few)
    assert sum(led) > sum(many) - 3.0
    assert np.mean(alike) > 0.9


def test_each_evening_is_looked_at_once_and_the_last_one_not_at_all() -> None:
    stranger = Stranger(any_leaning(random.Random(1)))
    guidance = Guidance(Follower(stranger), Probing(3, dreams.EFFORT), "x")
    rounds = []
    for view in plannings(3, 2, "evenings"):
        before = stranger.asked
        leaning = guidance.look_around(view.state, 0)
        again = guidance.look_around(view.state, 0)
        last = view.state.round == 8
        assert stranger.asked == before + (0 if last else 3)
        assert (leaning is None) == last
        assert again is leaning
        rounds.append(view.state.round)
    assert rounds == list(range(1, 9))


def test_a_follower_learns_only_when_attentive() -> None:
    view = next(plannings(2, 3, "attentive"))
    stranger = Stranger(any_leaning(random.Random(5)))
    states = [turn.after for turn in turns_of(view, stranger, None, 300)]
    follower = Follower(stranger)
    known = [follower.leaning]
    assert follower.judge(states, 0) == stranger.judge(states, 0)
    known.append(follower.leaning)
    follower.attentive = True
    follower.judge(states, 0)
    first = follower.leaning
    assert first is not None
    assert follower.leaning is first  # nothing new
    follower.forget()
    known.append(follower.leaning)
    assert known == [None, None, None]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS[::4])
def test_players_with_guidance_have_no_trouble(players: int, modules: int) -> None:
    game = new_game(players, modules, "guided")
    care = Care(hands=2, arrivals=1, seconds=0.0)
    effort = QUICK._replace(ends=6, nodes=20)
    seats = []
    for seat in range(players):
        stranger = Stranger(any_leaning(random.Random(seat)))
        probing = Probing(1, effort)
        seats.append(JudgingPlayer(stranger, effort, seat, care=care if seat else None, probing=probing))
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        action = seats[seat].choose(game.view(seat), legal)
        assert seats[seat].trouble == ""
        game.play(seat, action)
