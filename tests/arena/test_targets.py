"""Targets of an edition: each is met by games made for it, and missed when one thing in them is changed."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from tiefenthal.arena.balance import Balance
from tiefenthal.arena.lineups import Setting
from tiefenthal.arena.stories import GameGroup, GameStory, Recruit, SeatStory, Upgrade
from tiefenthal.arena.target_sheets import missed_sheet, person_sheet, target_sheet, way_sheet
from tiefenthal.arena.targets import TARGETS, Finding, points_by_evening, worst_of
from tiefenthal.arena.ways_to_win import WAYS, seat_without
from tiefenthal.components import load_edition
from tiefenthal.components.kinds import AREA_NAMES, NOBLE, TAVERN_NAMES
from tiefenthal.rules.market import BASIC_CARDS

EDITION = load_edition()
PLAYERS = 4
NOBLES = (0, 1, 1, 1, 1, 1, 1, 1, 1)
CLASSES = sorted({EDITION.beer[card] for card in range(EDITION.first_guest, EDITION.card_count)})

Change = Callable[[GameStory], GameStory]


def guests() -> tuple[Recruit, ...]:
    """One of each price, early."""
    cards = range(EDITION.first_guest, EDITION.card_count)
    firsts = [next(card for card in cards if EDITION.beer[card] == price) for price in CLASSES]
    return tuple([Recruit(EDITION.card_names[card], 2) for card in firsts])


def story(number: int, batch: int) -> GameStory:
    """Everybody does everything; who wins goes around."""
    areas = [AREA_NAMES[(number + place) % len(AREA_NAMES)] for place in range(len(AREA_NAMES))]
    seats = [
        SeatStory(
            100, 1.0 if (number + order) % PLAYERS == 0 else 0.0, order, (80, 20, 0, 0, 0),
            1 + (number // PLAYERS + order) % 7, (1, 1, 1), tuple([Upgrade(area, 4, "serving") for area in areas]),
            guests(), {TAVERN_NAMES[kind]: 1 for kind in BASIC_CARDS}, NOBLES,
        )
        for order in range(PLAYERS)
    ]  # fmt: skip
    taken = [seat.start_card for seat in seats]
    left = [card for card in range(1, 8) if card not in taken]
    return GameStory(batch, number, (*taken, left[number % len(left)]), tuple(seats), 20)


def pair(number: int, batch: int, *scores: int) -> GameStory:
    """A game of two with these scores; only that matters."""
    seats = [story(number, batch).seats[order]._replace(score=score) for order, score in enumerate(scores)]
    return GameStory(batch, number, (), tuple(seats), 20)


def played(change: Change = lambda game: game, person: int = 100, strong: int = 150, without: int = 140) -> Balance:
    """Games of four, changed; and games of two in which a person and the bot make so many points, the bot also where
    it does without something."""
    two = Setting(2, 1)
    batches = [
        GameGroup(Setting(PLAYERS, 4), False), GameGroup(Setting(PLAYERS, 4), True), GameGroup(two, False),
        GameGroup(two, False, "journeyman"), *[GameGroup(two, False, "", way) for way in WAYS],
    ]  # fmt: skip
    stories = [change(story(number, batch)) for number in range(28) for batch in (0, 1)]
    for number in range(12):
        winner = number % 2
        games = [
            pair(number, 2, strong + number, strong + number)._replace(offered=()),
            pair(number, 3, person + number, person),
        ]
        for way in range(len(WAYS)):
            scores = [strong, strong]
            scores[seat_without(number, 2)] = without + number
            games.append(pair(number, 4 + way, *scores))
        for game in games:
            seats = [seat._replace(share=float(seat.order == winner)) for seat in game.seats]
            stories.append(change(game._replace(seats=tuple(seats))) if game.batch == 2 else game)
    return Balance("greedy", batches, stories, len(stories), "1", EDITION)


def missed(change: Change, **points: int) -> list[str]:
    balance = played(change, **points)
    return [target.name for target in TARGETS if not (found := worst_of(target.findings(balance))) or not found.met]


def every_seat(**more: Any) -> Change:
    return lambda game: game._replace(seats=tuple([seat._replace(**more) for seat in game.seats]))


def one_place(**more: Any) -> Change:
    return lambda game: game._replace(seats=(game.seats[0]._replace(**more), *game.seats[1:]))


def only_first_card_wins(game: GameStory) -> GameStory:
    seats = [seat._replace(share=1.0 if seat.start_card == 1 else 0.0) for seat in game.seats]
    return game._replace(seats=tuple(seats))


def test_a_good_game_meets_all() -> None:
    assert missed(lambda game: game) == []


MISSES: Final[list[tuple[Change, str]]] = [
    (one_place(share=1.0), "win share of a place in the turn order"),
    (one_place(score=140), "points of a place above its table"),
    (lambda game: game._replace(nobles_left=0), "games of four in which the nobles run out"),
    (only_first_card_wins, "win share of a start card by lot, of the fair one"),
    (every_seat(start_card=1), "a start card is taken when offered"),
    (every_seat(nobles=(0, 0, 0, 0, 0, 0, 0, 9, 9)), "points gained in the last two evenings"),
    (every_seat(points=(95, 5, 0, 0, 0)), "points that come from guests"),
    (every_seat(cards={"server": 1}), "games in which a tavern card is bought"),
    (every_seat(guests=guests()[:1]), "guests of a price recruited in a game"),
    (every_seat(upgrades=(Upgrade("brewer", 2, "serving"),)), "an area is the first upgrade"),
    (every_seat(upgrades=(Upgrade("brewer", 8, "free"),)), "seats that upgrade an area by their own means"),
]


@pytest.mark.parametrize(("change", "name"), MISSES)
def test_each_target_is_missed_by_what_it_is_about(change: Change, name: str) -> None:
    assert name in missed(change)


POINTS: Final = [
    ({"person": 80, "strong": 110, "without": 105}, "points of somebody who knows the game"),
    ({"person": 150, "strong": 160, "without": 155}, "points of somebody who knows the game"),
    ({"person": 96, "strong": 160, "without": 155}, "the strongest bot's points, of theirs"),
    ({"without": 110}, "points lost without monastery, beer or money"),
]


@pytest.mark.parametrize(("points", "name"), POINTS)
def test_targets_that_take_games_of_their_own(points: dict[str, int], name: str) -> None:
    assert missed(lambda game: game, **points) == [name]


def test_every_target_is_tried() -> None:
    names = [name for _, name in MISSES] + [name for _, name in POINTS]
    assert list(dict.fromkeys(names)) == [target.name for target in TARGETS]


def test_the_sheet_tells_the_worst_and_where() -> None:
    sheet = target_sheet(played(lambda game: game._replace(nobles_left=0)))
    rows = sheet.shown()
    (row,) = [row for row in rows if row[0] == "games of four in which the nobles run out"]
    assert row[1:] == ["at most 10 %", "100.0 % (86.1 to 100.0)", "4 players, modules 1 to 4", "0 of 1", "no"]
    assert sheet.note.startswith("13 of 14 targets are met.")
    (row,) = [row for row in rows if row[0].startswith("points lost without")]
    assert row[1:] == ["at most 15 %", "6.4 % (6.3 to 6.5)", "monastery, 2 players, module 1", "3 of 3", "yes"]
    (row,) = person_sheet(played()).shown()
    assert row[:3] == ["2", "1", "12"]
    assert row[3:] == ["102.8 (101.6 to 103.9)", "155.5 (153.2 to 157.8)", "1.51 (1.49 to 1.54)"]
    assert [row[2] for row in way_sheet(played()).shown()] == list(WAYS)


def test_every_figure_outside_its_bounds_is_listed() -> None:
    assert missed_sheet(played()).rows == []
    rows = missed_sheet(played(lambda game: game._replace(nobles_left=0))).shown()
    nobles = "games of four in which the nobles run out"
    assert rows == [[nobles, "4 players, modules 1 to 4", "100.0 % (86.1 to 100.0)", "yes"]]


def test_what_more_games_might_turn_round() -> None:
    sure, unsure = (0.2, 0.3), (0.0, 0.3)
    assert [Finding(0.25, 0.1, 1.0, "", span).unsure for span in (sure, unsure)] == [False, True]
    assert [Finding(0.25, 0.5, 1.0, "", span).unsure for span in (sure, (0.1, 0.6))] == [False, True]


def test_what_games_do_not_tell_is_left_out() -> None:
    """Files written before nobles were noted say nothing about them."""
    sheet = target_sheet(played(lambda game: every_seat(nobles=())(game._replace(nobles_left=-1))))
    unknown = [row[0] for row in sheet.shown() if row[2] == "not played"]
    assert unknown == ["games of four in which the nobles run out", "points gained in the last two evenings"]
    assert sheet.note.startswith("12 of 12 targets are met, 2 were not asked.")


def test_points_by_evening() -> None:
    seat = story(1, 0).seats[0]
    found = points_by_evening(EDITION, seat)
    noble = EDITION.points[NOBLE]
    guest_points = sum([EDITION.points[EDITION.kind_of[guest.guest]] for guest in seat.guests])
    assert found == [0, noble, noble + guest_points, *[noble] * 6]
    assert points_by_evening(EDITION, seat._replace(gained=(0, 7, 0, 0, 0, 0, 0, 0, 3))) == [0, 7, 0, 0, 0, 0, 0, 0, 3]
