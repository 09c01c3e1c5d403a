"""Targets of an edition: games made for it meet all of them, and with one thing changed a bound is kept or missed."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import AREA_NAMES, TAVERN_NAMES
from tiefenthal.engine.rules.market import BASIC_CARDS
from tiefenthal.lab.arena.balance import PEOPLE, Balance
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.stories import GameGroup, GameStory, Recruit, SeatStory, Upgrade
from tiefenthal.lab.arena.target_sheets import missed_sheet, people_sheet, target_sheet, verdict, way_sheet
from tiefenthal.lab.arena.targets import (
    BOUGHT_IN,
    FIRST,
    FULL,
    LOST,
    PLACES_AHEAD,
    PLACES_WON,
    POINTS_NAME,
    RECRUITED,
    RUN_OUT,
    RUN_OUT_ELSEWHERE,
    TARGETS,
    TIMES_NAME,
    Finding,
    worst_of,
)
from tiefenthal.lab.arena.ways_to_win import WAYS, seat_without

EDITION = load_edition()
GAMES = 100  # of each kind, so that a game is a hundredth
TWO, TWO_ALL = Setting(2, 1), Setting(2, 5)
BOTS = ("", *PEOPLE)
GROUPS: Final = [
    *[GameGroup(setting, False, bot) for setting in (FULL, TWO, TWO_ALL) for bot in BOTS],
    *[GameGroup(TWO, False, "", way) for way in WAYS],
]
GAINED = (0, 10, 10, 10, 10, 10, 10, 20, 20)
CLASSES = sorted({EDITION.beer[card] for card in range(EDITION.first_guest, EDITION.card_count)})

Change = Callable[[GameStory], GameStory]
Points = dict[Setting, tuple[int, int]]


def guests() -> tuple[Recruit, ...]:
    """One of each price."""
    cards = range(EDITION.first_guest, EDITION.card_count)
    firsts = [next(card for card in cards if EDITION.beer[card] == price) for price in CLASSES]
    return tuple([Recruit(EDITION.card_names[card], 2) for card in firsts])


def story(number: int, batch: int, score: int) -> GameStory:
    """Everybody does everything; who wins goes around, in turn 1, 4, 3 and 2 of four."""
    players = GROUPS[batch].setting.players
    areas = [AREA_NAMES[(number + place) % len(AREA_NAMES)] for place in range(len(AREA_NAMES))]
    seats = [
        SeatStory(
            score, 1.0 if (number + order) % players == 0 else 0.0, order, (score - 20, 20, 0, 0, 0), 1, (1, 1, 1),
            tuple([Upgrade(area, 4, "serving") for area in areas]), guests(),
            {TAVERN_NAMES[kind]: 1 for kind in BASIC_CARDS}, GAINED,
        )
        for order in range(players)
    ]  # fmt: skip
    return GameStory(batch, number, (), tuple(seats), 20)


def as_it_is(game: GameStory) -> GameStory:
    """No change."""
    return game


def played(
    change: Change = as_it_is, changed: tuple[str, ...] = BOTS, without: int = 140, points: Points | None = None
) -> Balance:
    """All games, those of some bots changed. `points`: what the Journeyman and the strongest bot make in some set-ups;
    `without`: what the bot makes that does without something."""
    scores = {FULL: (120, 150), TWO: (100, 150), TWO_ALL: (130, 150), **(points or {})}
    stories: list[GameStory] = []
    for batch, group in enumerate(GROUPS):
        person, strong = scores[group.setting]
        for number in range(GAMES):
            game = story(number, batch, person if group.bot else strong)
            if group.without:
                seats = list(game.seats)
                seat = seat_without(number, 2)
                seats[seat] = seats[seat]._replace(score=without)
                game = game._replace(seats=tuple(seats))
            elif group.bot in changed:
                game = change(game)
            stories.append(game)
    return Balance("hasty", GROUPS, stories, len(stories), "1", EDITION)


def missed(balance: Balance) -> list[str]:
    return [target.name for target in TARGETS if not (found := worst_of(target.findings(balance))) or not found.met]


def test_a_good_game_meets_all() -> None:
    assert missed(played()) == []


# --- changes, in so many games of a hundred


def seats_of(games: int, **more: Any) -> Change:
    return lambda game: (
        game._replace(seats=tuple([seat._replace(**more) for seat in game.seats])) if game.number < games else game
    )


def wins_of_the_second(games: int) -> Change:
    """So many of them go to the first place, of four."""

    def change(game: GameStory) -> GameStory:
        if len(game.seats) < 4 or game.number >= 4 * games or not game.seats[1].share:
            return game
        return game._replace(seats=tuple([seat._replace(share=float(seat.order == 0)) for seat in game.seats]))

    return change


def more_points(points: int) -> Change:
    """For the first place, so that it makes so many more than its table."""

    def change(game: GameStory) -> GameStory:
        first, *others = game.seats
        more = points * len(game.seats) // len(others)
        return game._replace(seats=(first._replace(score=first.score + more), *others)) if len(others) > 1 else game

    return change


def no_nobles(games: int, setting: Setting) -> Change:
    def change(game: GameStory) -> GameStory:
        return game._replace(nobles_left=0) if GROUPS[game.batch].setting == setting and game.number < games else game

    return change


def first_upgrades(games: int) -> Change:
    monk, brewer = [Upgrade(area, 4, "serving") for area in ("monk", "brewer")]

    def change(game: GameStory) -> GameStory:
        one = brewer if game.number < games else monk
        return game._replace(seats=tuple([seat._replace(upgrades=(one,)) for seat in game.seats]))

    return change


def no_brewers(games: int) -> Change:
    return seats_of(games, cards={TAVERN_NAMES[kind]: 1 for kind in BASIC_CARDS if TAVERN_NAMES[kind] != "brewer"})


def one_dear_guest_in(games: int) -> Change:
    def change(game: GameStory) -> GameStory:
        first, *others = [seat._replace(guests=guests()[:-1]) for seat in game.seats]
        first = first._replace(guests=guests()) if game.number < games else first
        return game._replace(seats=(first, *others))

    return change


EVERYBODY: Final = ("people", "strongest bot")
BOUNDS: Final[list[tuple[str, Change, tuple[str, ...]]]] = [
    (PLACES_WON, wins_of_the_second(4), ()),
    (PLACES_WON, wins_of_the_second(6), ("people",)),
    (PLACES_WON, wins_of_the_second(9), EVERYBODY),
    (PLACES_AHEAD, more_points(3), ()),
    (PLACES_AHEAD, more_points(6), ("people",)),
    (PLACES_AHEAD, more_points(9), EVERYBODY),
    (RUN_OUT, no_nobles(15, FULL), ()),
    (RUN_OUT, no_nobles(16, FULL), ("people",)),
    (RUN_OUT, no_nobles(40, FULL), ("people",)),
    (RUN_OUT, no_nobles(41, FULL), EVERYBODY),
    (RUN_OUT_ELSEWHERE, no_nobles(5, TWO_ALL), ()),
    (RUN_OUT_ELSEWHERE, no_nobles(6, TWO_ALL), ("",)),
    (BOUGHT_IN, no_brewers(75), ()),
    (BOUGHT_IN, no_brewers(76), EVERYBODY),
    (RECRUITED, one_dear_guest_in(11), ()),
    (RECRUITED, one_dear_guest_in(9), EVERYBODY),
    (FIRST, first_upgrades(66), ()),
    (FIRST, first_upgrades(67), EVERYBODY),
]


@pytest.mark.parametrize(("question", "change", "who"), BOUNDS)
def test_each_bound(question: str, change: Change, who: tuple[str, ...]) -> None:
    """Who misses it: one of the people alone is enough, and the strongest bot has its own."""
    names = [f"{one}: {question}" if one else question for one in who]
    assert missed(played(change)) == names
    people = names[:1] if who and who[0] != "strongest bot" else []
    for bot in PEOPLE:
        balance = played(change, (bot,))
        assert missed(balance) == people
        assert all(row[1].endswith(f", {bot}") for row in missed_sheet(balance).shown())
    assert missed(played(change, ("",))) == names[1:]


POINTS: Final[list[tuple[Points, list[str]]]] = [
    ({TWO: (80, 128), TWO_ALL: (110, 176)}, []),
    ({TWO: (130, 208), TWO_ALL: (160, 256)}, []),
    ({TWO: (79, 120)}, [POINTS_NAME]),
    ({TWO: (131, 150)}, [POINTS_NAME]),
    ({TWO_ALL: (109, 150)}, [POINTS_NAME]),
    ({TWO_ALL: (161, 161)}, [POINTS_NAME]),
    ({TWO: (100, 161)}, [TIMES_NAME]),
    ({TWO_ALL: (120, 193)}, [TIMES_NAME]),
]


@pytest.mark.parametrize(("points", "names"), POINTS)
def test_points(points: Points, names: list[str]) -> None:
    assert missed(played(without=100, points=points)) == names


def test_each_way_is_worth_something() -> None:
    assert missed(played(without=147)) == []
    assert missed(played(without=148)) == [LOST]


def test_every_target_is_tried() -> None:
    names = {f"{who}: {question}" if who else question for question, _, missing in BOUNDS for who in missing}
    assert names | {POINTS_NAME, TIMES_NAME, LOST} == {target.name for target in TARGETS}


# --- tables


def test_the_sheet_tells_the_worst_and_where() -> None:
    sheet = target_sheet(played(no_nobles(GAMES, FULL), ("planner",)))
    rows = sheet.shown()
    (row,) = [row for row in rows if row[0] == f"people: {RUN_OUT}"]
    assert row[1:] == ["at most 15 %", "100.0 % (96.1 to 100.0)", f"{FULL}, planner", "1 of 2", "no"]
    assert sheet.note.startswith("15 of 16 targets are met.")
    (row,) = [row for row in rows if row[0] == LOST]
    assert row[1:] == ["at least 2 %", "6.7 %", "monastery, 2 players, module 1", "3 of 3", "yes"]
    assert [row[2] for row in way_sheet(played()).shown()] == list(WAYS)


def test_what_people_make_and_the_bot() -> None:
    rows = people_sheet(played()).shown()
    assert [row[2] for row in rows] == [*PEOPLE, "hasty"] * 3
    assert rows[3] == ["2", "1", "journeyman", "100", "100.0", "100.0", "–", "20.0 %", "40.0 %", "0.0 % (0.0 to 3.9)"]
    assert rows[5][6] == "1.50"


def test_every_figure_outside_its_bounds_is_listed() -> None:
    assert missed_sheet(played()).rows == []
    rows = missed_sheet(played(no_nobles(GAMES, FULL), ("",))).shown()
    assert rows == [[f"strongest bot: {RUN_OUT}", str(FULL), "100.0 % (96.1 to 100.0)", "yes"]]


def test_what_more_games_might_turn_round() -> None:
    sure, unsure = (0.2, 0.3), (0.0, 0.3)
    assert [Finding(0.25, 0.1, 1.0, "", span).unsure for span in (sure, unsure)] == [False, True]
    assert [Finding(0.25, 0.5, 1.0, "", span).unsure for span in (sure, (0.1, 0.6))] == [False, True]


def test_what_games_do_not_tell_is_left_out() -> None:
    alone = Balance("hasty", GROUPS[:1], [story(0, 0, 100)], 1, "1", EDITION)
    asked = [row[0] for row in target_sheet(alone).rows if row[2] != "not played"]
    assert asked
    assert all(str(name).startswith("strongest bot: ") for name in asked)
    assert verdict(target_sheet(alone).rows).endswith("10 were not asked.")
