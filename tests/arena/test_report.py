"""The report of a tournament: well-formed, self-contained, and saying what the figures say."""

import csv
import io
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tiefenthal.lab.arena import Standings, tournament, write_report
from tiefenthal.lab.arena.charts import Interval, intervals, lengths, spreads, stacks
from tiefenthal.lab.arena.deals import DealResult
from tiefenthal.lab.arena.games import Failure
from tiefenthal.lab.arena.sheets import Column, Sheet
from tiefenthal.lab.arena.stats import Estimate
from tiefenthal.lab.arena.times import Times
from tiefenthal.lab.arena.tournament_report import (
    games_csv,
    meeting_sheet,
    pace_sheet,
    page_of,
    place_sheet,
    rating_sheet,
    time_sheet,
)
from tiefenthal.lab.plotting.drawing import scale


@pytest.fixture(scope="module")
def standings() -> Standings:
    """A small tournament with two set-ups."""
    return tournament(["greedy", "random"], (2, 4), (1,), games=1, seed="report")


def parsed(page: str) -> ElementTree.Element:
    """The page as XML: every tag closed, every sign escaped, every attribute quoted."""
    assert page.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def words_of(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_the_page_is_whole(standings: Standings) -> None:
    page = page_of(standings, "tiefenthal arena greedy random")
    root = parsed(page)
    words = words_of(root)
    for part in (
        "Ratings",
        "Head to head",
        "By place in the turn order",
        "Scores",
        "Time per decision",
        "How it is worked out",
        "greedy v 3 random",
    ):
        assert part in words
    assert "tiefenthal arena greedy random" in words
    svg = root.findall(".//{*}svg")
    assert len(svg) == 3 + 2 * 2 + 1
    assert all(picture.get("aria-label") for picture in svg)


def test_the_page_needs_nothing_from_anywhere(standings: Standings) -> None:
    page = page_of(standings)
    assert re.findall(r"https?://[^\"]*", page) == ["http://www.w3.org/1999/xhtml"]
    for word in ("<script", "<link", "<img", "@import", "url(", "src="):
        assert word not in page
    assert "prefers-color-scheme: dark" in page


def test_names_with_signs_do_no_harm() -> None:
    plan = tournament(["greedy", "random"], games=1, seed=1)
    renamed = Standings(
        ["<b>&", 'x"y'], [plan.plan[0]._replace(bots=("<b>&", 'x"y'))],
        [DealResult(0, 0, (Failure(0, "s", ("<b>&", 'x"y'), "<i>&", "", ""),), {})], 1, "s", "e",
    )  # fmt: skip
    assert '<b>&, x"y' in words_of(parsed(page_of(renamed)))


def test_nothing_finished_is_a_page_too() -> None:
    empty = Standings(["a", "b"], [], [], 4, "s", "e", interrupted=True)
    assert "0 games of 4, stopped early by hand" in words_of(parsed(page_of(empty)))


def test_the_files(standings: Standings, tmp_path: Path) -> None:
    paths = write_report(standings, tmp_path / "out")
    assert sorted([path.name for path in paths]) == [
        "games.csv", "head_to_head.csv", "paces.csv", "places.csv", "ratings.csv", "report.html", "scores.csv",
        "times.csv",
    ]  # fmt: skip
    assert sorted(tmp_path.joinpath("out").iterdir()) == sorted(paths)
    with (tmp_path / "out" / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum([len(game.seats) for deal in standings.deals for game in deal.finished])
    assert {row["counted"] for row in rows} == {"1"}
    assert math.fsum([float(row["share_of_victory"]) for row in rows]) == pytest.approx(standings.games)
    pair = [row for row in rows if row["line_up"] == "greedy v random"]
    assert [row["bot"] for row in pair] == ["greedy", "random", "random", "greedy"]
    assert [row["seating"] for row in pair] == ["1", "1", "2", "2"]
    assert games_csv(standings) == (tmp_path / "out" / "games.csv").read_text(encoding="utf-8")


def test_the_tables_for_programs(standings: Standings) -> None:
    rows = list(csv.DictReader(io.StringIO(meeting_sheet(standings).csv())))
    assert [row["line_up"] for row in rows] == [
        "greedy v random", "greedy v 3 random", "2 greedy v 2 random", "3 greedy v random",
    ]  # fmt: skip
    assert [float(row["fair"]) for row in rows] == [0.5, 0.25, 0.5, 0.75]
    assert all(float(row["share_low"]) <= float(row["share"]) <= float(row["share_high"]) for row in rows)
    assert [float(row["same_place"]) for row in rows] == [1.0] * 4  # random makes less of every seat
    places = list(csv.DictReader(io.StringIO(place_sheet(standings).csv())))
    assert [int(row["place"]) for row in places] == [1, 2] + 3 * [1, 2, 3, 4]
    assert all(float(row["score"]) > float(row["opponent_score"]) for row in places)
    ratings = list(csv.DictReader(io.StringIO(rating_sheet(standings).csv())))
    assert [row["players"] for row in ratings] == ["2", "2", "4", "4", "all", "all"]
    assert ratings[1]["rating_low"] == ""  # random never won: a bound
    assert "≤ " in rating_sheet(standings).markdown()
    assert [row[0] for row in time_sheet(standings).rows] == ["greedy", "random"]


def test_time_head_to_head(standings: Standings) -> None:
    def thought(*seconds: float) -> Times:
        times = Times()
        for one in seconds:
            times.add(one)
        return times

    found = {(0, "greedy"): thought(1.0, 2.0), (0, "random"): thought(0.5), (2, "greedy"): thought(4.0)}
    timed = Standings(standings.bots, standings.plan, standings.deals, standings.games, "s", "e", None, found)
    assert [row[2:] for row in pace_sheet(timed).rows] == [("greedy v random", 1.5, 0.5)]  # nobody met the third greedy
    assert timed.times["greedy"].mean == pytest.approx(7 / 3)
    assert [row[2] for row in pace_sheet(standings).rows] == [str(line_up) for line_up in standings.plan]


def test_cells_for_people() -> None:
    share = Column("won", "won", "share", True)
    assert share.shown(Estimate(0.6123, 0.57, 0.653)) == "61.2 % (57.0 to 65.3)"
    assert share.shown(0.5) == "50.0 %"
    assert share.shown(None) == "–"
    rating = Column("rating", "rating", "rating", True)
    assert rating.shown(Estimate(1234.5, 1200, 1300)) == "1,234 (1,200 to 1,300)"
    assert rating.shown(Estimate(100, -math.inf, 100)) == "≤ 100"
    assert rating.shown(Estimate(1900, 1900, math.inf)) == "≥ 1,900"
    assert rating.shown(Estimate(1000, 1000, 1000)) == "1,000"
    assert Column("p", "p", "points").shown(-0.04) == "0.0"
    assert Column("p", "p", "points").shown(-1.25) == "−1.2"
    seconds = Column("t", "t", "seconds")
    assert [seconds.shown(value) for value in (0.00002, 0.0123, 0.5, 2.5)] == ["20 µs", "12.3 ms", "500 ms", "2.50 s"]
    assert Column("name", "name").shown("x") == "x"


def test_a_sheet_in_every_form() -> None:
    sheet = Sheet("s", "S", (Column("bot", "bot"), Column("won", "won", "share", True)), [("a|<", Estimate(0.5, 0, 1))])
    assert sheet.csv() == "bot,won,won_low,won_high\na|<,0.5,0,1\n"
    assert sheet.markdown() == "| bot | won |\n|---|---:|\n| a\\|< | 50.0 % (0.0 to 100.0) |\n"
    assert "<td>a|&lt;</td>" in sheet.html()
    assert sheet.only("won").rows == [(Estimate(0.5, 0, 1),)]
    assert sheet.without_interval("won").csv() == "bot,won\na|<,0.5\n"


def test_scales_end_at_round_figures() -> None:
    assert scale(3, 97, 0, 100).ticks == (0, 20, 40, 60, 80, 100)
    assert scale(12, 12, 0, 100, zero=True).ticks[0] == 0
    found = scale(-7.2, 6.3, 0, 100)
    assert found.low <= -7.2
    assert found.high >= 6.3
    assert found.at(found.low) == found.left
    assert found.at(found.high) == found.right


def test_plots_are_well_formed_and_within_their_frame() -> None:
    pictures = [
        intervals([Interval("a<b", 1, -math.inf, 2, "w"), Interval("b" * 60, 3, 2.5, math.inf, "w")], "x", 1),
        spreads([("a", [1, 2, 2, 3], 2.0), ("b", [5], 5.0)], "x"),
        stacks([("a", [10.0, 0.0, 5.0]), ("b", [1.0, 0.0, 0.0])], ["x", "y", "z"], "x"),
        lengths([("a", 1e-6, 1e-3, 2.0), ("b", 0.01, 0.02, 0.02)], "x"),
    ]
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        _, _, width, height = [float(number) for number in root.attrib["viewBox"].split()]
        for element in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(element.get(name, "0")) <= width
            for name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(element.get(name, "0")) <= height
    assert "…" in pictures[0]
