"""The balance report: stories that agree with the records, lots that are lots, and tables that say what happened."""

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.table import edition_with
from tiefenthal import Game
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import AREA_NAMES, NOBLE
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Event
from tiefenthal.lab.arena import Balance, ResultsError, balance, write_balance
from tiefenthal.lab.arena.balance import STORIES_FILE
from tiefenthal.lab.arena.balance_report import page_of, summary_of
from tiefenthal.lab.arena.balance_sheets import (
    entertainer_sheet,
    guest_sheet,
    order_sheet,
    score_sheet,
    source_sheet,
    start_card_sheet,
    upgrade_round_sheet,
    upgrade_sheet,
)
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.stories import (
    GameGroup,
    GameStory,
    LostGame,
    Recruit,
    SeatStory,
    SelfPlay,
    Upgrade,
    story_from_json,
    story_json,
    tell_story,
)
from tiefenthal.players.driver import drive, seated_bots


@pytest.fixture(scope="module")
def played() -> tuple[Game, GameStory]:
    """A game of three with all modules, and its story."""
    events: list[Event] = []
    game = Game.new(make_setup(3, 5, load_edition()), "story", events=events)
    first = game.state.start_player
    drive(game, seated_bots(["greedy"] * 3, "story"))
    return game, tell_story(game, events, first, 0, 4)


def test_a_story_agrees_with_the_end_of_the_game(played: tuple[Game, GameStory]) -> None:
    game, story = played
    ed = game.edition
    assert story.offered == tuple(game.state.start_cards)
    assert story.nobles_left == game.state.nobles
    for number, (seat, p) in enumerate(zip(story.seats, game.state.players, strict=True)):
        assert seat.score == game.scores[number] == sum(seat.points)
        assert seat.sides == tuple(p.entertainers)
        assert 0 not in seat.sides
        areas = [AREA_NAMES.index(upgrade.area) for upgrade in seat.upgrades]
        assert len(set(areas)) == len(areas)
        assert sum([1 << area for area in areas]) == p.upgraded
        owned = [*p.deck, *p.discard]
        guests = sorted([ed.card_names[card] for card in owned if card >= ed.first_guest])
        removed = len(seat.guests) - len(guests)
        assert 0 <= removed <= len(game.state.removed)
        assert set(guests) <= {guest.guest for guest in seat.guests}
        assert owned.count(NOBLE) <= seat.cards["noble"]
    assert sum([seat.share for seat in story.seats]) == pytest.approx(1)
    assert sorted([seat.order for seat in story.seats]) == [0, 1, 2]


def test_a_story_agrees_with_the_record(played: tuple[Game, GameStory]) -> None:
    """Start cards and paid upgrades by round, read from the text of the record."""
    game, story = played
    evening = 0
    paid: list[list[Upgrade]] = [[], [], []]
    start = [0, 0, 0]
    for line in game.record.splitlines():
        if found := re.match(r"; round (\d+)", line):
            evening = int(found[1])
        elif found := re.match(r"p(\d) (?:upgrade|entertain-upgrade) (\w+)", line):
            paid[int(found[1]) - 1].append(Upgrade(found[2], evening, "serving"))
        elif found := re.match(r"p(\d) start (\d)", line):
            start[int(found[1]) - 1] = int(found[2])
    for number, seat in enumerate(story.seats):
        assert seat.start_card == start[number]
        assert [one for one in seat.upgrades if one.how == "serving"] == paid[number]
        assert all(one.round == 0 for one in seat.upgrades if one.how == "start")
        assert all(one.round == 8 for one in seat.upgrades if one.how == "free")
    assert any(paid)


def test_a_story_is_a_line_and_back(played: tuple[Game, GameStory]) -> None:
    _, story = played
    work = SelfPlay("greedy", (GameGroup(Setting(3, 5), False),), "1", load_edition())
    assert story_from_json(json.loads(json.dumps(story_json(story))), work) == story
    shared = story._replace(seats=tuple([seat._replace(share=1 / 3) for seat in story.seats]))
    assert story_from_json(json.loads(json.dumps(story_json(shared))), work) == shared
    lost = work.lost((0, 2), "gone")
    assert story_from_json(json.loads(json.dumps(story_json(lost))), work) == lost


def test_what_is_drawn_by_lot() -> None:
    """By itself the greedy bot takes the same side every time; by lot both sides come, and different start cards."""
    settings = (GameGroup(Setting(4, 5), False), GameGroup(Setting(4, 5), True))
    work = SelfPlay("greedy", settings, "lots", load_edition())
    found: list[list[SeatStory]] = []
    for batch in (0, 1):
        stories = [work.do((batch, number)) for number in range(2)]
        assert all(isinstance(story, GameStory) for story in stories)
        found.append([seat for story in stories if isinstance(story, GameStory) for seat in story.seats])
    assert work.seed((0, 0)) != work.seed((1, 0))
    assert {seat.sides for seat in found[0]} == {found[0][0].sides}
    for entertainer in range(3):
        assert {seat.sides[entertainer] for seat in found[1]} == {1, 2}
    assert len({seat.start_card for seat in found[1]}) > len({seat.start_card for seat in found[0]})


# --- the tables, from games made up for them


def seat(score: int, share: float, order: int, **more: object) -> SeatStory:
    plain = SeatStory(score, share, order, (score, 0, 0, 0, 0), 0, (0, 0, 0), (), (), {}, ())
    return plain._replace(**more)  # type: ignore[arg-type]


def made(number: int, batch: int = 0) -> GameStory:
    """Who begins wins by 20 with card 1, side 1, an early brewer and a guest; the other has none of it."""
    ed = load_edition()
    guest = ed.card_names[ed.first_guest]
    seats = (
        seat(60, 1.0, 0, start_card=1, sides=(1, 1, 1), upgrades=(Upgrade("brewer", 3, "serving"),),
             guests=(Recruit(guest, 2),), cards={"noble": 2}),
        seat(40, 0.0, 1, start_card=2, sides=(2, 2, 2), upgrades=(Upgrade("brewer", 8, "free"),)),
    )  # fmt: skip
    return GameStory(batch, number, (1, 2, 3), seats if number % 2 else seats[::-1], 20)


@pytest.fixture(scope="module")
def clear() -> Balance:
    batches = [GameGroup(Setting(2, 5), False), GameGroup(Setting(2, 5), True)]
    stories = [made(number, batch) for number in range(30) for batch in (0, 1)]
    return Balance("greedy", batches, stories, 60, "1", load_edition())


def row_of(sheet: list[dict[str, str]], **wanted: str) -> dict[str, str]:
    (found,) = [row for row in sheet if all(row[name] == value for name, value in wanted.items())]
    return found


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_scores_sources_and_turn_order(clear: Balance) -> None:
    (scores,) = rows_of(score_sheet(clear).csv())
    assert (scores["games"], scores["winner"], scores["margin"], scores["everyone"]) == ("30", "60.0", "20.0", "50.0")
    sources = rows_of(source_sheet(clear).csv())
    assert row_of(sources, who="winners")["points_nobles"] == "60.0"
    assert row_of(sources, who="everyone")["points_nobles"] == "50.0"
    order = rows_of(order_sheet(clear).csv())
    assert (row_of(order, place="1")["won"], row_of(order, place="2")["won"]) == ("1.0", "0.0")
    assert row_of(order, place="1")["lead"] == "10.0"


def test_start_cards_and_entertainers(clear: Balance) -> None:
    cards = rows_of(start_card_sheet(clear).csv())
    first = row_of(cards, card="1")
    assert (first["offered"], first["liked"], first["by_lot"], first["won"]) == ("30", "0.5", "30", "1.0")
    never = row_of(cards, card="3")
    assert (never["liked"], never["by_lot"], never["won"]) == ("0.0", "0", "")
    sides = rows_of(entertainer_sheet(clear).csv())
    assert len(sides) == 6
    assert row_of(sides, entertainer="fire", side="2")["won"] == "0.0"
    assert row_of(sides, entertainer="fire", side="1")["lead"] == "10.0"


def test_upgrades_and_guests(clear: Balance) -> None:
    brewer = row_of(rows_of(upgrade_sheet(clear).csv()), area="brewer")
    assert (brewer["made"], brewer["round"], brewer["place"]) == ("0.5", "3.0", "1.0")
    assert (brewer["early"], brewer["early_won"], brewer["never"], brewer["never_won"]) == ("30", "1.0", "30", "0.0")
    assert float(brewer["correlation"]) > 0.99
    rounds = row_of(rows_of(upgrade_round_sheet(clear).csv()), area="brewer")
    assert (rounds["round_3"], rounds["never"], rounds["free"]) == ("0.5", "0.5", "0.5")
    (guest,) = rows_of(guest_sheet(clear).csv())
    assert (guest["taken"], guest["won"], guest["round"]) == ("30", "1.0", "2.0")
    assert float(guest["worth"]) == pytest.approx(20, abs=1e-3)


def test_the_pages(clear: Balance, tmp_path: Path) -> None:
    page = page_of(clear, "tiefenthal balance greedy")
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    titles = [heading.text for heading in root.findall(".//{*}h2")]
    assert titles == [
        "Targets", "Figures outside their bounds", "People and the bot", "Winning scores", "Points by source",
        "Turn order", "Start cards", "Entertainers", "Upgrades", "Upgrades by round", "Guests", "Cards gained",
    ]  # fmt: skip
    assert "targets are met, 11 were not asked." in page[: page.index("<h2")]
    assert re.findall(r"https?://[^\"]*", page) == ["http://www.w3.org/1999/xhtml"]
    summary = summary_of(clear, "tiefenthal balance greedy")
    assert [line[3:] for line in summary.splitlines() if line.startswith("## ")] == titles
    names = {path.name for path in write_balance(clear, tmp_path)}
    assert {"balance.html", "balance.md", "guests.csv", "start_cards.csv", "upgrades.csv"} <= names
    empty = Balance("greedy", [GameGroup(Setting(2, 1), False)], [], 5, "1", load_edition(), interrupted=True)
    assert "0 games of 5, stopped early" in page_of(empty)


# --- playing it


def test_playing_going_on_and_processes(tmp_path: Path) -> None:
    whole = balance("random", (2,), (1, 4), 2, seed=9, out=tmp_path / "whole")
    without = [f"{setting} without {way}" for setting in ("2p1m", "2p4m") for way in ("monastery", "beer", "money")]
    usual = [f"{setting}{bot}" for setting in ("2p1m", "2p4m") for bot in ("", " journeyman", " planner")]
    assert [str(batch) for batch in whole.batches] == [*usual, "2p4m by lot", *without]
    assert len(whole.stories) == whole.wanted == 2 * 6 + 1 + 6  # a game in four by lot and again without each way
    assert {story.batch for story in whole.of(None)} == {0, 3}
    assert [story.seats for story in whole.by("planner").of(Setting(2, 4))] == [
        story.seats for story in whole.stories if story.batch == 5
    ]
    calls: list[int] = []

    def stop(done: int, wanted: int) -> None:
        calls.append(done)
        assert wanted == 19
        if done == 2:
            raise KeyboardInterrupt

    part = balance("random", (2,), (1, 4), 2, seed=9, out=tmp_path / "part", on_progress=stop)
    assert part.interrupted
    assert len(part.stories) == 2
    rest = balance("random", (2,), (1, 4), 2, out=tmp_path / "part")
    assert rest.stories == whole.stories
    assert (tmp_path / "part" / STORIES_FILE).read_bytes() == (tmp_path / "whole" / STORIES_FILE).read_bytes()
    assert balance("random", (2,), (1, 4), 2, seed=9, jobs=2).stories == whole.stories
    with pytest.raises(ResultsError, match="bot there: random; now: greedy"):
        balance("greedy", (2,), (1, 4), 2, out=tmp_path / "part")


def test_parts_are_joined(tmp_path: Path) -> None:
    """Played apart, also at the same time, and cut off: what is missing is played when they are joined."""
    whole = balance("random", (2,), (1,), 3, seed=9)
    first = balance("random", (2,), (1,), 3, seed=9, out=tmp_path, part=(1, 2))
    assert {story.number for story in first.stories} == {0, 2}
    assert len(first.stories) == first.wanted < whole.wanted

    def stop(done: int, wanted: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    cut = balance("random", (2,), (1,), 3, seed=9, out=tmp_path, part=(2, 2), on_progress=stop)
    assert [story.number for story in cut.stories] == [1]
    joined = balance("random", (2,), (1,), 3, out=tmp_path)
    assert (joined.seed, joined.stories) == ("9", whole.stories)
    lines = [len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(tmp_path.glob("*.jsonl"))]
    assert lines == [1 + len(first.stories), 2, 1 + whole.wanted - len(first.stories) - 1]
    with pytest.raises(ResultsError, match="seed there: 9; now: 8"):
        balance("random", (2,), (1,), 3, seed=8, out=tmp_path)


@pytest.mark.usefixtures("plug_ins")
def test_a_failing_bot(tmp_path: Path) -> None:
    found = balance("clumsy", (2,), (1,), 2, seed=9, out=tmp_path)
    assert found.of(None) == []
    assert len(found.by("journeyman").of(Setting(2, 1))) == 2
    assert [type(lost) for lost in found.failures] == [LostGame] * (2 + 3)
    assert found.failures[0].failure.error == "RuntimeError: dropped the mug"
    text = (tmp_path / "failures" / "batch-1-game-2.txt").read_text(encoding="utf-8")
    assert Game.from_record(text).round == 2


def test_other_editions() -> None:
    edition = edition_with(("{ price = 2, points = 0, sources", "{ price = 2, points = 1, sources"))
    found = balance("random", (2,), (1,), 1, seed=9, edition=edition)
    assert found.edition.name == "changed"
    assert all(sum(one.points) == one.score for one in found.stories[0].seats)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"bot": "nobody"}, "no bot"),
        ({"games": 0}, "at least one game"),
        ({"jobs": 0}, "at least one process"),
        ({"players": ()}, "at least one number"),
        ({"players": (7,)}, "2 to 4 players"),
        ({"part": (3, 2)}, "no part 3 of 2"),
        ({"part": (1, 2)}, "the seed that all parts"),
    ],
)
def test_impossible_wishes(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        balance(**{"bot": "random", "games": 1, **wrong})  # type: ignore[arg-type]
