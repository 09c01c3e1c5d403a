"""Tournaments: the same luck in every seating, the same results however they are played, nothing lost on the way."""

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tiefenthal import Game
from tiefenthal.engine.components import load_edition
from tiefenthal.lab import arena
from tiefenthal.lab.arena import ResultsError, play_game, tournament, write_report
from tiefenthal.lab.arena.deals import DealResult, Deals, deal_from_line, deal_line
from tiefenthal.lab.arena.games import Failure, GameResult, SeatResult
from tiefenthal.lab.arena.lineups import Setting, deal_seed, line_ups
from tiefenthal.lab.arena.standings import Meeting, Standings, ahead, won
from tiefenthal.lab.arena.times import Times
from tiefenthal.lab.arena.tournament import DEALS_FILE, TIMES_FILE, Race, Tournament, make_plan


def stopping_after(deals: int) -> Callable[[int, int], None]:
    """Somebody presses Ctrl-C after so many reports of progress."""
    calls: list[int] = []

    def stop(_done: int, _wanted: int) -> None:
        calls.append(1)
        if len(calls) > deals:
            raise KeyboardInterrupt

    return stop


# --- duplicate luck


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 3), (4, 5)])
def test_every_seat_has_the_same_luck_in_every_seating(players: int, modules: int) -> None:
    """Start player, guests, start cards, first decks and all white dice are the seat's, whoever sits there; dice of the
    own colour and later decks agree as far as the bots let them."""
    seed = deal_seed("luck", Setting(players, modules), 3)
    names = ["greedy", *["random"] * (players - 1)]
    games = [play_game(names[-turn:] + names[:-turn], players, modules, seed) for turn in range(players)]
    assert len({tuple(game.scores) for game in games}) > 1
    shared = [
        [outcome for outcome in game.outcomes if outcome[0] in ("start", "pile", "guests", "cards")] for game in games
    ]
    assert all(luck == shared[0] for luck in shared)
    for seat in range(players):
        white = [[faces for stream, who, faces in game.outcomes if (stream, who) == ("white", seat)] for game in games]
        assert len(white[0]) == 8
        assert all(rolls == white[0] for rolls in white)
        colour = [
            [faces for stream, who, faces in game.outcomes if (stream, who) == ("colour", seat)] for game in games
        ]
        for rolls in zip(*colour, strict=False):  # each roll is of as many dice as the bot has earned
            shortest = min([len(faces) for faces in rolls])
            assert len({tuple(faces[:shortest]) for faces in rolls}) == 1
        if modules < 4:
            deck = [
                next(cards for stream, who, cards in game.outcomes if (stream, who) == ("deck", seat)) for game in games
            ]
            assert all(cards == deck[0] for cards in deck)


def test_a_deal_is_played_with_that_luck() -> None:
    """Each game of a deal is the game anyone can play from the deal's seed."""
    plan = line_ups(["random", "greedy"], Setting(2, 1))
    deal = Deals(plan, "luck", load_edition()).do((0, 5))
    seed = deal_seed("luck", Setting(2, 1), 5)
    assert [game.seed for game in deal.games] == [seed, seed]
    for game, seating in zip(deal.finished, (("random", "greedy"), ("greedy", "random")), strict=True):
        assert tuple([seat.bot for seat in game.seats]) == seating
        assert play_game(list(seating), 2, 1, seed).scores == [seat.score for seat in game.seats]
    assert set(deal.times) == {"random", "greedy"}
    assert all(times.decisions > 0 for times in deal.times.values())


def test_a_deal_is_a_line_and_back() -> None:
    plan = line_ups(["random", "first"], Setting(3, 1), "alone")
    deals = Deals(plan, "7", load_edition())
    seats = tuple([SeatResult(bot, 30, 2, (20, 10, 0, 0, 0), share, order) for bot, share, order in
                   (("random", 0.5, 2), ("first", 0.5, 0), ("first", 0.0, 1))])  # fmt: skip
    seed = deal_seed("7", Setting(3, 1), 4)
    failure = Failure(1, seed, plan[0].seatings(4)[1], "RuntimeError: x", "", "")
    games = (GameResult(0, seed, seats, 300), failure, GameResult(2, seed, (seats[1], seats[2], seats[0]), 310))
    found = deal_from_line(json.loads(deal_line(DealResult(0, 4, games, {}))), deals)
    assert [type(game) for game in found.games] == [GameResult, Failure, GameResult]
    assert found.games[0] == games[0]
    assert found.games[1] == failure
    assert found.games[2].seats[0].order == 0  # type: ignore[union-attr]


# --- the same results, however they are played


@pytest.mark.usefixtures("plug_ins")
class TestOnDisk:
    BOTS = ("first", "random", "last")

    def play(self, out: Path | None, **options: object) -> Standings:
        settings = {"players": (2,), "games": 4, "seed": "x", **options}
        return tournament(self.BOTS, modules=(1,), out=out, **settings)  # type: ignore[arg-type]

    def files(self, standings: Standings, folder: Path) -> dict[str, bytes]:
        write_report(standings, folder)
        return {
            path.name: path.read_bytes()
            for path in folder.iterdir()
            if path.name not in ("times.csv", "paces.csv", "report.html", TIMES_FILE)
        }

    def test_going_on_equals_never_having_stopped(self, tmp_path: Path) -> None:
        """Interrupted twice and with a half-written line: byte for byte the same in the end."""
        whole = self.play(tmp_path / "whole")
        wanted = self.files(whole, tmp_path / "whole")
        assert set(wanted) == {DEALS_FILE, "games.csv", "ratings.csv", "head_to_head.csv", "places.csv", "scores.csv"}
        part = self.play(tmp_path / "part", on_progress=stopping_after(2))
        assert part.interrupted
        assert 0 < part.games < whole.games
        with (tmp_path / "part" / DEALS_FILE).open("ab") as file:
            file.write(b'{"line_up":0,"deal":1,"ga')
        again = self.play(tmp_path / "part", on_progress=stopping_after(3))
        assert part.games < again.games < whole.games
        done = self.play(tmp_path / "part")
        assert not done.interrupted
        assert self.files(done, tmp_path / "part") == wanted
        assert {bot: times.decisions for bot, times in done.times.items()} == {
            bot: times.decisions for bot, times in whole.times.items()
        }
        assert self.files(self.play(tmp_path / "part"), tmp_path / "part") == wanted  # nothing is left to play

    def test_processes_change_nothing(self, tmp_path: Path) -> None:
        one = self.files(self.play(tmp_path / "one"), tmp_path / "one")
        two = self.files(self.play(tmp_path / "two", jobs=2), tmp_path / "two")
        assert sorted(one.pop(DEALS_FILE).splitlines()) == sorted(two.pop(DEALS_FILE).splitlines())
        assert one == two

    def test_without_a_folder_too(self, tmp_path: Path) -> None:
        assert self.play(None).deals_as_lines() == self.play(tmp_path).deals_as_lines()

    def test_more_games_may_be_asked_for(self, tmp_path: Path) -> None:
        self.play(tmp_path, games=2)
        more = self.play(tmp_path, games=4, seed=None)  # the seed is the folder's
        assert more.deals_as_lines() == self.play(None).deals_as_lines()

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"seed": "y"}, "seed there: x; now: y"),
            ({"players": (2, 3)}, "set-ups there: 2p1m; now: 2p1m, 3p1m"),
            ({"tables": "together"}, "tables there: pairs; now: together"),
            ({"pairs": [("first", "last")]}, "tables there: pairs; now: first v last"),
        ],
    )
    def test_other_settings_are_not_mixed_in(self, tmp_path: Path, options: dict[str, object], words: str) -> None:
        self.play(tmp_path, games=1)
        before = (tmp_path / DEALS_FILE).read_bytes()
        with pytest.raises(ResultsError, match=words):
            self.play(tmp_path, games=1, **options)
        assert (tmp_path / DEALS_FILE).read_bytes() == before

    @pytest.mark.parametrize(
        "line",
        [
            '{"line_up":99,"deal":0,"games":[]}',
            '{"line_up":0,"deal":0,"games":[]}',
            '{"line_up":-1,"deal":0,"games":[]}',
            '{"line_up":0,"deal":0,"games":[{"scores":[1,2]},{"scores":[1,2]}]}',
            "garbage",
        ],
    )
    def test_a_broken_file_is_refused(self, tmp_path: Path, line: str) -> None:
        self.play(tmp_path, games=1)
        with (tmp_path / DEALS_FILE).open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        with pytest.raises(ResultsError, match=r"line \d+ of .* cannot be read"):
            self.play(tmp_path, games=2)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_reports_and_goes_on(tmp_path: Path) -> None:
    """A real program, a real Ctrl-C to it and its processes; then the rest."""
    script = tmp_path / "series.py"
    script.write_text(
        "import sys\n"
        "from tiefenthal.lab.arena import tournament\n"
        "if __name__ == '__main__':\n"
        "    found = tournament(['random', 'greedy'], games=int(sys.argv[1]), seed=1, jobs=2, out='out',\n"
        "                       on_progress=lambda done, wanted: print(done, flush=True))\n"
        "    print('end', found.interrupted, found.games, len(found.failures), len(found.meetings))\n"
    )
    source = str(Path(arena.__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script), "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "4\n":
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert errors == ""
    assert process.returncode == 0
    _, interrupted, games, failures, meetings = out.splitlines()[-1].split()
    assert (interrupted, failures, meetings) == ("True", "0", "1")
    lines = (tmp_path / "out" / DEALS_FILE).read_text().splitlines()
    assert len(lines) - 1 == int(games) // 2 >= 2
    assert all(json.loads(line) for line in lines)


# --- what cannot be finished


@pytest.mark.usefixtures("plug_ins")
class TestFailures:
    def test_a_failing_bot_is_counted_against_nobody(self, tmp_path: Path) -> None:
        found = tournament(["clumsy", "first", "last"], games=2, seed=3, out=tmp_path)
        assert {str(found.plan[deal.line_up]) for deal in found.counted} == {"first v last"}
        assert len(found.failures) == 4
        _, failure = found.failures[0]
        assert failure.error == "RuntimeError: dropped the mug"
        path = tmp_path / "failures" / "line-up-1-deal-1-seating-1.txt"
        text = path.read_text(encoding="utf-8")
        assert Game.from_record(text).round == 2
        assert "; not finished: RuntimeError: dropped the mug" in text
        assert "; p1 clumsy, p2 first" in text
        assert "Traceback" in text
        again = tournament(["clumsy", "first", "last"], games=2, seed=3, out=tmp_path)
        assert [one.error for _, one in again.failures] == [failure.error] * 4
        assert again.ratings.keys() == found.ratings.keys()

    def test_one_lost_seating_takes_its_deal_with_it(self) -> None:
        found = tournament(["moody", "first"], games=2, seed=3)
        assert [type(game) for game in found.deals[0].games] == [GameResult, Failure]
        assert found.counted == []
        assert found.meetings == []
        assert found.games == 1

    def test_processes_that_die(self, tmp_path: Path) -> None:
        found = tournament(["deadly", "first", "last"], games=2, seed=3, jobs=2, out=tmp_path)
        assert {str(found.plan[deal.line_up]) for deal in found.counted} == {"first v last"}
        assert {failure.error for _, failure in found.failures} == {
            "the process that played this game ended unexpectedly"
        }

    def test_wanting_to_end_the_program_ends_the_game_only(self) -> None:
        found = tournament(["quitter", "first"], games=1, seed=3)
        assert [failure.error for _, failure in found.failures] == ["SystemExit: goodbye"] * 2


# --- stopping early


def made(line_up: int, number: int, scores: list[list[int]], plan_bots: tuple[str, str] = ("a", "b")) -> DealResult:
    """A deal of two seatings with these scores of a and b."""
    games: list[GameResult] = []
    for place, (a, b) in enumerate(scores):
        shares = (1.0, 0.0) if a > b else (0.0, 1.0) if a < b else (0.5, 0.5)
        seats = [SeatResult(bot, score, 0, (score, 0, 0, 0, 0), share, 0)
                 for bot, score, share in zip(plan_bots, (a, b), shares, strict=True)]  # fmt: skip
        games.append(GameResult(place, "", tuple(seats if place == 0 else seats[::-1]), 1))
    return DealResult(line_up, number, tuple(games), {})


def test_a_race_looks_at_deals_in_their_order() -> None:
    (line_up,) = line_ups("ab", Setting(2, 1))
    results = [made(0, number, [[2, 1], [2, 1]] if number >= 6 else [[1, 2], [2, 1]]) for number in range(40)]
    straight, turned = Race(line_up), Race(line_up)
    for deal in results:
        straight.add(deal)
    for deal in [*results[20:], *reversed(results[:20])]:
        turned.add(deal)
    assert straight.decided_after is not None
    assert 10 < straight.decided_after < 40
    assert turned.decided_after == straight.decided_after
    assert straight.verdicts == turned.verdicts == {("a", "b"): 1}


def test_a_failed_deal_decides_nothing() -> None:
    (line_up,) = line_ups("ab", Setting(2, 1))
    race = Race(line_up)
    failed = DealResult(0, 0, (Failure(0, "", ("a", "b"), "x", "", ""),) * 2, {})
    for number in range(50):
        race.add(failed._replace(number=number))
    assert race.decided_after is None


def test_a_table_of_many_is_decided_when_every_two_are() -> None:
    (line_up,) = line_ups("abc", Setting(3, 1), "together")
    race = Race(line_up)
    for number in range(60):
        seats = [SeatResult(bot, score, 0, (), float(score == 3), 0) for bot, score in (("a", 3), ("b", 2), ("c", 2))]
        race.add(DealResult(0, number, (GameResult(0, "", tuple(seats), 1),), {}))
    assert race.verdicts == {("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 0}
    assert race.decided_after is None


def test_deals_beyond_the_decision_do_not_count() -> None:
    """They were under way when it was decided; the results do not depend on how many those were."""
    deals = Deals(line_ups("ab", Setting(2, 1)), "1", load_edition())
    found: list[list[tuple[int, int]]] = []
    for ahead_of_time in (1, 7):
        whole = Tournament(deals, 400, stop_when_decided=True)
        tasks = whole.tasks()
        under_way: list[tuple[int, int]] = []
        for task in tasks:
            under_way.append(task)
            if len(under_way) == ahead_of_time:
                for line_up, number in reversed(under_way):
                    whole.keep(made(line_up, number, [[2, 1], [2, 1]]))
                under_way = []
        found.append(sorted([deal.key for deal in whole.counted()]))
        assert whole.progress == (2 * len(found[-1]), 2 * len(found[-1]))
    assert found[0] == found[1]
    assert 3 <= len(found[0]) <= 10


def test_stopping_when_decided() -> None:
    found = tournament(["greedy", "random"], games=200, seed=1, jobs=2, stop_when_decided=True)
    (meeting,) = found.meetings
    assert meeting.verdict == 1
    assert meeting.games == found.wanted == found.games < 40
    assert meeting.share.low > 0.5
    assert found.deals_as_lines() == tournament(["greedy", "random"], games=found.games, seed=1).deals_as_lines()


# --- what it came to


def standings_of(scores: list[list[list[int]]]) -> Standings:
    plan = line_ups("ab", Setting(2, 1))
    return Standings("ab", plan, [made(0, number, games) for number, games in enumerate(scores)], 8, "1", "reference")


def test_shares_scores_and_ratings() -> None:
    found = standings_of([[[50, 40], [30, 40]], [[60, 50], [60, 50]], [[70, 70], [50, 20]], [[40, 50], [60, 50]]])
    (meeting,) = found.meetings
    assert (meeting.deals, meeting.games, meeting.fair) == (4, 8, 0.5)
    assert meeting.share.value == meeting.ahead.value == pytest.approx(5.5 / 8)
    assert [meeting.score, meeting.other_score] == pytest.approx([52.5, 46.25])
    best, other = found.ratings[Setting(2, 1)]
    assert (best.bot, other.bot) == ("a", "b")
    assert best.rating.value == 1000
    assert other.rating.value == pytest.approx(1000 + 400 * math.log10(3 / 6))  # with a draw: 6 to 3
    assert found.ahead_of(Setting(2, 1), "b", "a") == pytest.approx(2.5 / 8)
    assert [one.mean.value for one in found.scores] == pytest.approx([52.5, 46.25])


def test_stored_goods_break_ties_for_who_is_ahead() -> None:
    seats = (SeatResult("a", 30, 3, (), 1.0, 0), SeatResult("b", 30, 2, (), 0.0, 1), SeatResult("b", 10, 9, (), 0.0, 2))
    game = GameResult(0, "", seats, 1)
    assert ahead(game, "a", "b") == 1.0
    assert ahead(game, "b", "a") == 0.0
    level = GameResult(0, "", (seats[0], seats[0]._replace(bot="b"), seats[2]), 1)
    assert ahead(level, "a", "b") == 0.75
    assert won(game, "a") == 1.0
    assert won(game, "b") == 0.0


def turned(bots: str, scores: list[list[int]]) -> DealResult:
    """A deal with these scores by seat; the table is turned by one seat from game to game, and seat 1 begins."""
    games: list[GameResult] = []
    for number, by_seat in enumerate(scores):
        names = bots[-number:] + bots[:-number] if number else bots
        seats = [SeatResult(bot, score, 0, (score, 0, 0, 0, 0), 0.0, at)
                 for at, (bot, score) in enumerate(zip(names, by_seat, strict=True))]  # fmt: skip
        games.append(GameResult(number, "", tuple(seats), 1))
    return DealResult(0, 0, tuple(games), {})


def test_the_same_place_is_compared_across_seatings() -> None:
    """What a place is worth counts for neither: whoever sits first wins every game, and that tells nothing."""
    plan = line_ups("ab", Setting(2, 1))

    def meeting(*scores: list[int]) -> Meeting:
        return Standings("ab", plan, [turned("ab", list(scores))], 2, "1", "reference").meetings[0]

    even = meeting([50, 20], [50, 20])
    assert (even.ahead.value, even.same_place.value) == (0.5, 0.5)
    better = meeting([50, 20], [49, 21])  # a makes 50 of the first seat and 21 of the second, b 49 and 20
    assert (better.ahead.value, better.same_place.value) == (0.5, 1.0)
    assert meeting([50, 20], [49, 20]).same_place.value == 0.75
    assert meeting([50, 20], [51, 19]).same_place.value == 0.0


def test_one_against_three_is_compared_with_all_three_at_its_place() -> None:
    deal = turned("abbb", [[40, 9, 8, 7], [30, 35, 8, 7], [39, 35, 20, 7], [40, 9, 21, 5]])
    found = Standings("ab", line_ups("ab", Setting(4, 1), "first"), [deal], 4, "1", "reference")
    # a makes 40 of the first seat (b 30, 39, 40), 35 of the second (9, 35, 9), 20 (8, 8, 21), and 5 (7, 7, 7).
    assert found.meetings[0].same_place.value == pytest.approx((2.5 + 2.5 + 2 + 0) / 12)
    assert [(one.order, one.score) for one in found.places] == [(0, 40), (1, 35), (2, 20), (3, 5)]
    assert [one.other_score for one in found.places] == pytest.approx([109 / 3, 53 / 3, 37 / 3, 7])
    assert [one.ahead.value for one in found.places] == pytest.approx([1, 1, 1 / 3, 0])


class TestRefusals:
    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ({"bots": ["random"]}, "at least two bots"),
            ({"bots": ["random", "random"]}, "random is named twice"),
            ({"bots": ["random", "nobody"]}, "no bot 'nobody'"),
            ({"players": [5]}, "2 to 4 players"),
            ({"modules": [6]}, "modules 1 to 5"),
            ({"players": []}, "at least one number of players"),
            ({"games": 0}, "at least one game"),
            ({"jobs": 0}, "at least one process"),
            ({"tables": "x"}, "pairs, alone, first, together"),
            ({"pairs": [("random", "x")]}, "no pair"),
            ({"pairs": []}, "nobody meets"),
        ],
    )
    def test_impossible_tournaments(self, wrong: dict[str, object], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            tournament(**{"bots": ["greedy", "random"], "games": 1, **wrong})  # type: ignore[arg-type]

    def test_the_plan_alone(self) -> None:
        plan = make_plan(["greedy", "random"], [Setting(2, 1), Setting(4, 5), Setting(2, 1)])
        assert [str(line_up.setting) for line_up in plan] == ["2 players, module 1"] + ["4 players, modules 1 to 5"] * 3


def test_times() -> None:
    times = Times()
    for milliseconds in range(1, 101):
        times.add(milliseconds / 1000)
    assert times.decisions == 100
    assert times.mean == pytest.approx(0.0505)
    assert 0.050 <= times.quantile(0.5) <= 0.050 * 1.1
    assert 0.099 <= times.quantile(0.99) <= 0.1
    assert times.longest == times.quantile(1) == 0.1
    twice = Times.from_json(json.loads(json.dumps(times.to_json())))
    twice.include(times)
    assert twice.decisions == 200
    assert twice.mean == pytest.approx(times.mean)
    assert twice.quantile(0.5) == times.quantile(0.5)
    assert Times().quantile(0.5) == Times().mean == 0
