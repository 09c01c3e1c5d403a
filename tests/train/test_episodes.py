"""What a game gives to learn from: a row after every turn and every choice, and the end as each seat had it."""

import random
from collections import Counter

import numpy as np
import pytest

from tests.bots.neural.test_network import small_network
from tests.setups import ALL_SETUPS
from tiefenthal import Action, View, new_game
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.actions import START_WITH
from tiefenthal.engine.rules.state import State
from tiefenthal.lab.train import episodes
from tiefenthal.lab.train.episodes import NoisyJudge, Played, Witness, play_episode, strangers_at
from tiefenthal.lab.train.settings import Settings
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.neural import evening, features
from tiefenthal.players.bots.neural.evening import Care, Hands
from tiefenthal.players.bots.neural.rollouts import Rollouts

GREEDY = Settings(teacher="greedy", trials=0.0)


def lefts(rows: list[bytes]) -> list[int]:
    return [row[features.AT_SCALARS + 7] for row in rows]


def flags(rows: list[bytes]) -> list[int]:
    """1 where a row was written in the evening, before the seat's turn."""
    return [row[features.AT_SCALARS + 4] for row in rows]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_a_seats_game_is_its_turns_and_choices_in_order(players: int, modules: int) -> None:
    played = play_episode(5, None, 0, GREEDY._replace(players=(players,), modules=(modules,)))
    assert len(played.episodes) == players
    assert sum(episode.win for episode in played.episodes) == pytest.approx(1.0)
    best = max(episode.score for episode in played.episodes)
    for episode in played.episodes:
        turns = [row for row, evening in zip(episode.rows, flags(episode.rows), strict=True) if not evening]
        choices = [row for row, evening in zip(episode.rows, flags(episode.rows), strict=True) if evening]
        assert lefts(turns) == [7, 6, 5, 4, 3, 2, 1, 0]
        assert lefts(choices)[-5:] == [7, 6, 4, 2, 1]  # the round track asks in rounds 2, 3, 5, 7 and 8
        assert len(choices) == (6 if modules >= 4 else 5)
        assert lefts(episode.rows) == sorted(lefts(episode.rows), reverse=True)
        # After the last turn nothing but the juggler and closing time follow, which cost a schnapps at most.
        assert episode.score - features.points_now(turns[-1]) in ((0,) if modules == 1 else (0, -1))
        assert (episode.margin >= 0) == (episode.score == best)
        assert episode.win == 0.0 or episode.score == best


def test_a_network_plays_with_exploration_and_follows_from_the_number() -> None:
    network = small_network()
    settings = Settings(players=(2,), modules=(1,), steady=0.0, trials=0.0, seed="again")
    first = play_episode(3, network, 9, settings)
    assert first.version == 9
    assert len(first.episodes) == 2
    assert play_episode(3, network, 9, settings) == first
    assert play_episode(4, network, 9, settings) != first


def test_careful_games_are_drafted_as_the_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    take = evening.best_take

    def counted_take(s: State, seat: int, rollouts: Rollouts, care: Care, hands: Hands) -> Action | None:
        asked.append(seat)
        return take(s, seat, rollouts, care, hands)

    monkeypatch.setattr("tiefenthal.players.bots.neural.bot.best_take", counted_take)
    monkeypatch.setattr(episodes, "CARE", Care(hands=1, arrivals=1, seconds=0.0))
    settings = Settings(players=(3,), modules=(1,), steady=0.0, trials=0.0, careful=1.0)
    first = play_episode(3, small_network(), 1, settings)
    assert [len(episode.rows) for episode in first.episodes] == [13, 13, 13]
    assert min(Counter(asked)[seat] for seat in range(3)) >= 2 * 8  # of three takes, one may have no choice
    assert play_episode(3, small_network(), 1, settings) == first
    asked.clear()
    play_episode(3, small_network(), 1, settings._replace(careful=0.0))
    assert not asked


def test_strangers_sit_at_some_places_and_are_not_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def company(name: str, seed: str) -> Bot:
        asked.append(name)
        return make_bot(name, seed)

    monkeypatch.setattr(episodes, "make_bot", company)
    settings = Settings(players=(4,), modules=(1,), steady=0.0, trials=0.0, strangers=1.0, company=("random",))
    counts: set[int] = set()
    for number in range(4):
        asked.clear()
        played = play_episode(number, small_network(), 1, settings)
        assert asked
        assert set(asked) == {"random"}
        assert len(played.episodes) == 4 - len(asked)
        counts.add(len(asked))
    assert len(counts) > 1
    assert play_episode(1, small_network(), 1, settings) == play_episode(1, small_network(), 1, settings)


def test_places_of_strangers() -> None:
    settings = Settings(strangers=0.5, company=("planner", "greedy"))
    found = [strangers_at(4, settings, random.Random(number)) for number in range(400)]
    assert 150 < sum(1 for one in found if one) < 250
    assert {len(one) for one in found} == {0, 1, 2, 3}  # never all of them: somebody has to learn
    assert {name for one in found for name in one.values()} == {"planner", "greedy"}
    assert all(len(set(one.values())) <= 1 for one in found)
    assert {seat for one in found for seat in one} == {0, 1, 2, 3}


def test_without_strangers_no_luck_is_used_on_them() -> None:
    rng = random.Random(1)
    assert strangers_at(4, Settings(), rng) == {}
    assert rng.random() == random.Random(1).random()


def test_a_trial_is_against_the_rival() -> None:
    settings = Settings(players=(2,), modules=(1,), trials=1.0, rivals=("random",))
    played: Played = play_episode(1, small_network(), 2, settings)
    assert played.episodes == []
    trial = played.trial
    assert trial is not None
    assert (trial.rival, trial.players, trial.modules) == ("random", 2, 1)
    assert (trial.share == 1.0) == (trial.margin > 0) or trial.margin == 0


def test_set_ups_come_as_often_as_they_stand_in_the_list() -> None:
    """Without playing: the draw is the first thing a game's luck decides."""
    settings = Settings()
    assert settings.players.count(2) == 3
    rng = random.Random(1)
    drawn = [rng.choice(settings.players) for _ in range(600)]
    assert 250 < drawn.count(2) < 350


class Dismisses(Bot):
    """Takes the start card that removes two regulars, if it can, and whatever comes first otherwise."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        return START_WITH[2] if START_WITH[2] in legal else legal[0]


def test_a_start_card_is_seen_when_all_its_questions_are_answered() -> None:
    for number in range(20):
        game = new_game(2, 4, f"start {number}")
        if 3 not in game.state.start_cards:
            continue
        seat = game.to_act[0]
        witness = Witness(Dismisses(), random.Random(1))
        seen = []
        for _ in range(3):
            assert game.to_act == (seat,)
            game.play(seat, witness.choose(game.view(seat), game.legal_actions(seat)))
            seen.append(len(witness.rows))
        assert seen == [0, 0, 1]  # the card, one regular, the other
        assert lefts(witness.rows) == [8]
        return
    pytest.fail("the card never came")


class FlatJudge:
    """Everything is worth the same but the third."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        return [1.0 if number == 2 else 0.0 for number in range(len(states))]


def test_noise_makes_a_softmax_of_the_worths() -> None:
    settings = Settings(noise=0.5, wild=0.0)
    judge = NoisyJudge(FlatJudge(), random.Random(3), settings)
    chosen = [0] * 4
    states: list[State] = [State()] * 4
    for _ in range(4000):
        chosen[int(np.argmax(judge.judge(states, 0)))] += 1
    expected = np.exp(2.0) / (np.exp(2.0) + 3)  # 1 point at temperature 0.5
    assert chosen[2] / 4000 == pytest.approx(expected, abs=0.03)
    assert max(chosen[0], chosen[1], chosen[3]) < 600


def test_wild_turns_come_as_often_as_set_and_none_without_noise() -> None:
    judge = NoisyJudge(FlatJudge(), random.Random(3), Settings(noise=0.0, wild=0.25, wild_noise=9.0))
    wild = 0
    states: list[State] = [State()] * 4
    for _ in range(400):
        judge.next_turn()
        wild += judge.judge(states, 0) != [0.0, 0.0, 1.0, 0.0]
    assert 70 < wild < 130


def test_the_rows_have_a_place_for_every_evening() -> None:
    assert load_edition().rounds < features.EVENINGS
