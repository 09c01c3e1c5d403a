"""The neural bot: it answers every decision by what the seat may know, keeps its time, and is missed politely."""

import importlib.util
import io
import json
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.bots.neural.tables import ended_turns
from tests.bots.neural.test_features import after
from tests.bots.neural.test_network import small_network
from tests.figures import DIGEST, FIGURES
from tests.table import Table
from tiefenthal import new_game
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components import built_in_edition, load_edition, parse_edition
from tiefenthal.engine.components.kinds import BREWER, DISHWASHER, DISHWASHER_AREA, MONK_AREA, NOBLE, SERVER
from tiefenthal.engine.components.loader import archived_digests
from tiefenthal.engine.rules.actions import AGAIN_PLEASE, FLIP_AREA, STAY, STAY_HERE, TAKE, TAKE_DIE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, determinize, view_of
from tiefenthal.players.bots import Bot, neural
from tiefenthal.players.bots.neural import weights as weights_module
from tiefenthal.players.bots.neural.bot import NeuralBot
from tiefenthal.players.bots.neural.evening import Care, Hands, best_take, is_clear, stay_or_go
from tiefenthal.players.bots.neural.features import OWN_SIZE, PARTS_BEFORE, VERSION, points_now, row_of
from tiefenthal.players.bots.neural.judge import NetworkJudge
from tiefenthal.players.bots.neural.lookahead import Look, Lookahead
from tiefenthal.players.bots.neural.network import OUTPUTS, Network, WeightsError, network_bytes
from tiefenthal.players.bots.neural.rollouts import Rollouts, next_evening
from tiefenthal.players.bots.neural.weights import EARLIER, PLAYERS, VARIABLE, file_at, file_name, find_networks
from tiefenthal.players.bots.search import QUICK, THOROUGH, Effort
from tiefenthal.players.bots.search.choices import best_choice
from tiefenthal.players.driver import drive

TABLES = (FIGURES, load_edition())
HASTY = Effort(plans=2, nodes=16, ends=6, sets=3, samples=1)
ONE_LOOK = Look(turns=2, rollouts=2, seconds=0.0)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "weights.npz"
    path.write_bytes(network_bytes(small_network()))
    return path


# --- the weights


def test_without_numpy_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"needs numpy, which comes with: pip install tiefenthal$"):
        neural.make_neural(1)


def test_the_bot_can_be_named_without_numpy_being_imported() -> None:
    import subprocess
    import sys

    code = "import sys, tiefenthal.players.bots.neural, tiefenthal.players.bots; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_weights_named_by_the_environment(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(weights))
    assert isinstance(neural.make_neural("seed"), NeuralBot)
    networks = find_networks()
    (network,) = {networks.of(players, figures) for players in (2, 3, 4) for figures in TABLES}  # for every table
    assert network is find_networks(weights).of(2, FIGURES)  # read once
    monkeypatch.setenv(VARIABLE, str(weights.with_name("none.npz")))
    with pytest.raises(WeightsError, match=r"none\.npz cannot be read: No such file or directory$"):
        neural.make_neural()
    monkeypatch.chdir(weights.parent)
    monkeypatch.delenv(VARIABLE)
    assert find_networks(Path(file_name())).of(2, FIGURES) is not find_networks().of(
        2, FIGURES
    )  # though called the same
    weights.with_name("bad.npz").write_bytes(b"bad")
    monkeypatch.setenv(VARIABLE, str(weights.with_name("bad.npz")))
    with pytest.raises(WeightsError, match=r"bad\.npz is no weights file of this program, or is damaged"):
        neural.make_neural()


def test_weights_missing_from_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights_module, "files", lambda _package: tmp_path)
    monkeypatch.setattr(weights_module, "_own", weights_module._own.__wrapped__)  # nothing is remembered
    monkeypatch.delenv(VARIABLE, raising=False)
    advice = f"missing from the package; install it again, or name a file in {VARIABLE}"
    with pytest.raises(WeightsError, match=rf"\(weights\.npz\) are {advice}"):
        NeuralBot()
    (tmp_path / file_name()).write_bytes(network_bytes(small_network()))
    NeuralBot()  # plays with the one that is there
    with pytest.raises(WeightsError, match=rf"\(weights-{DIGEST[:8]}-4\.npz\) are {advice}"):
        find_networks().of(4, FIGURES)


def test_the_weights_of_the_package() -> None:
    folder = files("tiefenthal.players.bots.neural")
    names: list[str] = []
    for digest, numbers in {load_edition().digest: PLAYERS, **EARLIER}.items():
        edition = built_in_edition(digest)
        assert edition is not None
        for players in (0, *numbers):
            names.append(file_at(players, digest))
            check_weights(names[-1], find_networks().of(players, edition), players)
    assert sum([len(folder.joinpath(name).read_bytes()) for name in names]) <= 5_000_000
    assert sorted(names) == sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".npz"))


def check_weights(name: str, network: Network, players: int) -> None:
    """The file is read as it is, says how it was made, and was trained for its tables."""
    folder = files("tiefenthal.players.bots.neural")
    data = folder.joinpath(name).read_bytes()
    made = json.loads(folder.joinpath(name.replace(".npz", ".json")).read_text(encoding="utf-8"))
    assert network.made == made
    assert {"command", "settings", "games", "versions", "features"} <= made.keys()
    assert {"python", "numpy", "torch", "device"} <= made["versions"].keys()
    if made["features"] == VERSION:
        assert network_bytes(network) == data
    else:  # read with zeros for what it never saw, and otherwise as it is
        own, table = PARTS_BEFORE[made["features"]]
        parts = network.matrices[0][:OWN_SIZE], network.matrices[0][OWN_SIZE:]
        with np.load(io.BytesIO(data)) as file:
            assert np.array_equal(np.concatenate([parts[0][:own], parts[1][:table]]), file["w0"])
        assert not parts[0][own:].any()
        assert not parts[1][table:].any()
    assert made["settings"]["players"] == [players] if players else {2, 3, 4} <= set(made["settings"]["players"])


def test_every_edition_is_judged_by_who_learned_its_figures() -> None:
    """The editions of before keep their networks, tables of four one of their own where they had one."""
    networks = find_networks()
    assert EARLIER.keys() == set(archived_digests()) - {load_edition().digest}
    found = [built_in_edition(digest) for digest in archived_digests()]
    own = {edition.digest: networks.of(2, edition) for edition in found if edition is not None}
    assert len(set(own.values())) == len(own) == len(EARLIER) + 1
    assert networks.of(4, FIGURES) is not networks.of(2, FIGURES)
    assert networks.of(3, FIGURES) is networks.of(2, FIGURES)
    assert networks.of(2, load_edition()).made["features"] == VERSION  # it sees the figures


@pytest.mark.parametrize("digest", [load_edition().digest, DIGEST])
def test_a_foreign_edition_is_judged_by_who_learned_the_most_similar_one(digest: str) -> None:
    """Areas that cost more, as they may in a box, are no reason for another network."""
    networks = find_networks()
    similar = built_in_edition(digest)
    assert similar is not None
    text, changed = re.subn(
        r"price = (\d+), yields", lambda found: f"price = {int(found[1]) + 1}, yields", similar.text
    )
    assert changed == 5
    foreign = parse_edition(text.replace('name = "reference"', 'name = "box"'))
    assert foreign.digest not in archived_digests()
    for players in (2, 3, 4):
        assert networks.of(players, foreign) is networks.of(players, similar)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_table_is_judged_by_its_network(players: int) -> None:
    networks = find_networks()
    ended = [s for s, seat in ended_turns(players, 5) if seat == 0]
    edition = ended[0].setup.edition
    assert edition is FIGURES
    found = NetworkJudge(networks).judge(ended, 0)
    usual = NetworkJudge(networks.of(0, edition)).judge(ended, 0)
    assert (found == usual) == (players not in EARLIER[edition.digest])
    assert found == NetworkJudge(networks.of(players, edition)).judge(ended, 0)
    by_bot = NeuralBot().of_choices.judge(ended, 0)
    assert by_bot == found


def test_the_networks_of_the_package_know_what_is_good() -> None:
    """A noble more is worth about its ten points, whatever the table; a game nearly over is known to a few points."""
    judge = NetworkJudge(find_networks())
    now = load_edition().digest[:8]
    for players, modules, edition in ((2, 1, ""), (2, 5, ""), (4, 5, ""), (2, 1, now), (4, 5, now)):
        for s, seat in ended_turns(players, modules, edition)[-players:]:
            richer = s.clone()
            richer.players[seat].discard.append(NOBLE)
            plain, rich = judge.judge([s, richer], seat)
            assert 5.0 < rich - plain < 15.0


# --- deciding


def decisions(players: int, modules: int, every: int) -> list[tuple[State, int, list[Action]]]:
    """Moments of a game in which somebody has a choice."""
    from tiefenthal.players.bots import make_bot

    game = new_game(players, modules, f"decisions {players} {modules}", FIGURES)
    bots = [make_bot("greedy", seat) for seat in range(players)]
    found: list[tuple[State, int, list[Action]]] = []
    count = 0
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        if len(legal) > 1:
            count += 1
            if count % every == 0:
                found.append((game.state.clone(), seat, legal))
        game.play(seat, bots[seat].choose(game.view(seat), legal))
    return found


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 4), (4, 5)])
def test_every_answer_is_legal_and_hangs_on_nothing_hidden(players: int, modules: int, weights: Path) -> None:
    for number, (s, seat, legal) in enumerate(decisions(players, modules, 17)):
        answers = []
        for state in (s, determinize(view_of(s, seat), SeededChance(f"other {number}"))):
            bot = NeuralBot(7, weights, HASTY, ONE_LOOK, Care(1, 1, 0.0))
            answers.append(bot.choose(view_of(state, seat), legal[:]))
        assert answers[0] in legal
        assert answers[0] is answers[1]


class BrokenJudge:
    """Fails whenever it is asked."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        raise RuntimeError("out of order")


@pytest.mark.parametrize("of_turns", [False, True])
def test_an_error_is_not_hidden(weights: Path, of_turns: bool) -> None:
    """Neither one at a choice of the evening nor one about a turn."""
    bots: list[Bot] = []
    for seat in range(2):
        bot = NeuralBot(seat, weights, HASTY, care=None)
        if of_turns:
            bot.judge = BrokenJudge()
        else:
            bot.of_choices = BrokenJudge()
        bots.append(bot)
    with pytest.raises(RuntimeError, match="out of order"):
        drive(new_game(2, 5, "errors"), bots)


class PointsJudge:
    """Counts points, as a network of zeros would."""

    def judge(self, states: list[State], seat: int) -> list[float]:
        return [float(points_now(row_of(s, seat))) for s in states]


def test_choices_of_the_evening_go_to_the_best_table() -> None:
    class Likes:
        """Likes tables on which one area is upgraded."""

        def judge(self, states: list[State], seat: int) -> list[float]:
            return [float(s.players[seat].upgraded >> MONK_AREA & 1) for s in states]

    asked = 0
    for s, seat, legal in decisions(2, 5, 1):
        if FLIP_AREA[MONK_AREA] in legal:
            asked += 1
            before = s.clone()
            choice = best_choice(s, seat, legal, Likes(), SeededChance("x"))
            assert choice is FLIP_AREA[MONK_AREA]
            assert row_of(s, seat) == row_of(before, seat)
            assert s.waiting == before.waiting
    assert asked


# --- looking ahead


class CountingJudge(PointsJudge):
    """Knows how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def judge(self, states: list[State], seat: int) -> list[float]:
        self.asked += 1
        return super().judge(states, seat)


@pytest.mark.parametrize(("supply", "mine", "others"), [(6, 2, 2), (3, 0, 2), (1, 0, 0)])
def test_a_sampled_evening_gives_whole_shares_of_schnapps_in_turn_order(supply: int, mine: int, others: int) -> None:
    """M2-2. Seat 1 is next in turn order when seat 0 has had the mug, and is served first."""
    t = Table(modules=2, evening=2).tavern(0, "r3.2", "r2.2", "r4.2").serving(0)
    s = t.state
    assert s.setup.schnapps_track[s.round + 1] == 2
    s.schnapps = supply
    for p in s.players:
        p.schnapps = 0
    s.start_player = 0
    evening = next_evening(s, 0, SeededChance("shares"))
    assert [p.schnapps for p in evening.players] == [mine, others]
    assert evening.schnapps == supply - mine - others


def test_the_next_evening_is_a_table_to_plan_on() -> None:
    for s, seat in ended_turns(3, 5)[:21:4]:
        ended = after(s, seat)
        row = row_of(ended, seat)
        evening = next_evening(ended, seat, SeededChance("dream"))
        assert row_of(ended, seat) == row  # what was judged is not touched
        assert evening.round == ended.round + 1
        assert len(evening.players[seat].seated) == evening.players[seat].tables
        assert [card for card in evening.row if card] or not evening.guest_deck
        rollouts = Rollouts(PointsJudge())
        rollouts.draft(evening, seat, SeededChance("dream"))
        assert len(evening.players[seat].faces) == 4 + evening.players[seat].coloured
        assert rollouts.worth(evening, seat, SeededChance("dream")) >= points_now(row)


def test_rollouts_overrule_a_judgement_in_doubt_and_no_other() -> None:
    """Two ends of the same points; one deck has servers and brewers on top, which only the next evening shows. The
    judge holds that end for worse by a point."""
    s, seat = ended_turns(2, 1)[6]
    poor = after(s, seat)
    good = poor.clone()
    good.players[seat].deck += [SERVER] * 3 + [BREWER] * 4
    good.players[seat].known += 7

    class Mistaken(PointsJudge):
        def judge(self, states: list[State], seat: int) -> list[float]:
            worths = super().judge(states, seat)
            return [worths[0], worths[1] - 1.0, worths[2] - 2.0] if states[0] is poor else worths

    ends = [poor, good, poor]
    most, less, least = plain = Mistaken().judge(ends, seat)
    doubting = Lookahead(Mistaken(), Look(turns=3, rollouts=12, seconds=0.0))
    assert doubting.judge(ends, seat) == [less, most, least]
    for sure in (Look(rollouts=12, doubt=0.0, seconds=0.0), Look(turns=1, seconds=0.0), Look(within=0.5, seconds=0.0)):
        assert Lookahead(Mistaken(), sure).judge(ends, seat) == plain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rollouts_are_made_at_every_table(players: int) -> None:
    s, seat = ended_turns(players, 1)[6]
    judge = CountingJudge()
    Lookahead(judge, Look(rollouts=6, seconds=0.0)).judge([after(s, seat) for _ in range(3)], seat)
    assert judge.asked > 1


def test_the_look_ahead_stops_when_its_time_is_up() -> None:
    s, seat = ended_turns(2, 1)[6]
    ends = [after(s, seat) for _ in range(3)]

    ticks = [0.0]

    def clock() -> float:
        ticks[0] += 1.0
        return ticks[0]

    judge = CountingJudge()
    worths = Lookahead(judge, Look(turns=3, rollouts=900, seconds=20.0, clock=clock)).judge(ends, seat)
    assert len(worths) == 3
    assert 1 + 6 <= judge.asked <= 1 + 20  # the plain judgement, then rollouts as long as there was time
    assert ticks[0] <= 20.0 + 4.0
    none = Lookahead(PointsJudge(), Look(turns=3, rollouts=900, seconds=0.5, clock=clock))
    assert none.judge(ends, seat) == PointsJudge().judge(ends, seat)


def test_in_the_last_evening_there_is_nothing_to_sample() -> None:
    s, seat = ended_turns(2, 1)[-1]
    ends = [after(s, seat) for _ in range(2)]
    assert Lookahead(PointsJudge()).judge(ends, seat) == PointsJudge().judge(ends, seat)


def test_a_view_of_a_spectator_is_no_business_of_the_bot(weights: Path) -> None:
    game = new_game(2, 1, "one")
    seat = game.to_act[0]
    legal = game.legal_actions(seat)
    assert NeuralBot(1, weights, QUICK).choose(View(seat, game.state), legal[:1]) is legal[0]


def test_the_aim_weighs_the_outputs() -> None:
    shape = (row_size(), OUTPUTS)
    network = Network([np.zeros(shape, dtype=np.float32)], [np.array([3.0, 5.0, 0.0], dtype=np.float32)])
    s, seat = ended_turns(2, 1)[3]
    base = NetworkJudge(Network([np.zeros(shape, dtype=np.float32)], [np.zeros(3, dtype=np.float32)]))
    judge = NetworkJudge(network)
    more = judge.judge([s], seat)[0] - base.judge([s], seat)[0]
    assert more == pytest.approx(3.0 * judge.aim.score + 5.0 * judge.aim.margin, abs=1e-4)


def row_size() -> int:
    s, seat = ended_turns(2, 1)[0]
    return len(row_of(s, seat))


# --- draft and arrival


class Wants:
    """Judges a table by one number of the seat's tavern."""

    def __init__(self, what: str) -> None:
        self.what = what

    def judge(self, states: list[State], seat: int) -> list[float]:
        return [float(getattr(s.players[seat], self.what)) for s in states]


def test_the_die_is_taken_that_the_judge_wants_most() -> None:
    """A judge who cares for the monastery alone takes a five, the only value the monk takes."""
    taken = 0
    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind != TAKE or len(legal) != 2 or s.players[seat].upgraded >> DISHWASHER_AREA & 1:
            continue
        table = s.clone()
        p = table.players[seat]
        p.drawn[DISHWASHER] = 0  # otherwise a four would do as well
        p.monastery = 0
        p.coaster = [1, 5]
        table.players[1 - seat].coaster = [2, 3]
        rollouts = Rollouts(Wants("monastery"), THOROUGH)
        choice = best_take(table, seat, rollouts, Care(20, 2, 0.0), Hands())
        assert choice is TAKE_DIE[4]
        taken += 1
        if taken == 3:
            return
    pytest.fail("too few drafts")


def test_a_die_the_other_wants_is_taken_where_all_is_one() -> None:
    """The other's guests ask for twos; somebody generous leaves them."""
    table = Table(evening=8)
    table.tavern(0, "r3.2").tavern(1, "r2.2", "r2.1")
    s = table.white(0, 1, 1, 1, 2).white(1, 1, 1, 1, 1).draft().state
    assert best_take(s, 0, Told([7.0] * 400), Care(200, 2, 0.0), Hands()) is TAKE_DIE[1]
    assert best_take(s, 0, Told([7.0] * 400), Care(200, 2, 0.0, envy=-1.0), Hands()) is TAKE_DIE[0]


def test_few_hands_are_judged_and_the_others_rated_in_passing() -> None:
    for s, seat, legal in decisions(4, 1, 1):
        if legal[0].kind == TAKE and len(legal) > 2:
            told = Told([float(number) for number in range(400)])
            assert best_take(s, seat, told, Care(5, 2, 0.0), Hands()) in legal
            assert told.evenings == 5
            return
    pytest.fail("no draft")


def test_a_hand_is_judged_once_an_evening() -> None:
    """What was found for the first die serves for the second, and nothing of it for another evening."""
    hands = Hands()
    judged: list[tuple[int, int]] = []
    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind == TAKE and seat == 0:
            told = Told([float(number) for number in range(400)])
            best_take(s, seat, told, Care(200, 2, 0.0), hands)
            judged.append((s.round, told.evenings))
    for round_ in {round_ for round_, _ in judged}:
        first, *later = [evenings for number, evenings in judged if number == round_]
        assert first > 0
        assert not any(later)


def test_guests_are_sent_home_when_the_deck_promises_more() -> None:
    """A tavern full of the poorest regulars, a deck full of people who pay."""
    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind != STAY or s.round < 2:
            continue
        ed = s.setup.edition
        poor = min(ed.regulars, key=lambda card: ed.pays[card])
        rich = max(range(ed.first_guest, ed.card_count), key=lambda card: ed.pays[card])
        for seated, deck, wanted in ((poor, rich, AGAIN_PLEASE), (rich, poor, STAY_HERE)):
            table = s.clone()
            p = table.players[seat]
            p.seated = [seated] * len(p.seated)
            p.nobles = 0
            p.deck, p.discard, p.known = [deck] * 12, [deck] * 12, 0
            rollouts = Rollouts(PointsJudge())
            assert stay_or_go(table, seat, rollouts, Care(1, 6, 0.0), "seed") is wanted
        return
    pytest.fail("nobody was asked")


def test_rollouts_of_guests_end_when_it_is_clear() -> None:
    assert is_clear([-3.0, -3.0, -3.0, -3.0])
    assert is_clear([5.0, 6.0, 7.0, 6.0])
    assert not is_clear([5.0, 5.0, 5.0])  # three evenings are too few
    assert not is_clear([0.0] * 9)  # nor is it clear that all is one
    assert not is_clear([9.0, -8.0, 7.0, -6.0])
    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind == STAY and s.round >= 2:
            for worths, wanted, evenings in (((1.0, 2.0), AGAIN_PLEASE, 4), ((2.0, 1.0), STAY_HERE, 4)):
                told = Told(list(worths) * 9)
                assert stay_or_go(s, seat, told, Care(1, 9, 0.0), "seed") is wanted
                assert told.evenings == 2 * evenings
            undecided = Told([1.0, 2.0, 2.0, 1.0] * 9)
            stay_or_go(s, seat, undecided, Care(1, 9, 0.0), "seed")
            assert undecided.evenings == 2 * 9
            return
    pytest.fail("nobody was asked")


class Told(Rollouts):
    """Finds what it was told."""

    def __init__(self, worths: list[float]) -> None:
        super().__init__(PointsJudge())
        self.worths = worths
        self.evenings = 0

    def worth(self, s: State, seat: int, luck: Luck) -> float:
        self.evenings += 1
        return self.worths[self.evenings - 1]


def test_without_time_the_turn_player_decides() -> None:
    ticks = [0.0]

    def clock() -> float:
        ticks[0] += 1.0
        return ticks[0]

    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind == TAKE:
            rollouts = Rollouts(PointsJudge())
            assert best_take(s, seat, rollouts, Care(9, 9, 0.5, clock), Hands()) is None
            ticks[0] = 0.0
            assert best_take(s, seat, rollouts, Care(9, 9, 4.5, clock), Hands()) in legal
            assert ticks[0] <= 6.0  # stopped at once
            break
    for s, seat, legal in decisions(2, 1, 1):
        if legal[0].kind == STAY:
            ticks[0] = 0.0
            assert stay_or_go(s, seat, Told([1.0, 2.0] * 9), Care(9, 9, 1.5, clock), "seed") is None
            return
    pytest.fail("nobody was asked")
