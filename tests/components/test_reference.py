"""The built-in edition has the figures it should have, typed here a second time: what rulebooks and reviews say, and
our own figures as the edition of the tests has them. Where the built-in one is another, only those may differ."""

from scripts.adopt_edition import problems
from tests.figures import FIGURES
from tiefenthal.engine.components import Edition, load_edition
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    BARBACK,
    BARD,
    BREWER,
    DISHWASHER,
    FIRST_REGULAR,
    GIVES_AREA,
    GIVES_BEER,
    GIVES_CARD,
    GIVES_COUNTER_GUEST,
    GIVES_DIE,
    GIVES_DISMISSAL,
    GIVES_ENTERTAINER,
    GIVES_FREE_UPGRADE,
    GIVES_GUEST,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
    NOBLE,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    SERVER,
    TABLE,
    bonus,
)
from tiefenthal.engine.components.loader import reference_text

DENIED = bonus(GIVES_SERVICE_DENIED)
SCHNAPPS = bonus(GIVES_SCHNAPPS)
A_NOBLE = bonus(GIVES_NOBLE)

# cost, die, pays, bonus, copies, module
GUESTS = [
    (3, 2, 3, 0, 2, 1),
    (3, 3, 3, 0, 2, 1),
    (3, 4, 3, 0, 2, 1),
    (3, 5, 3, 0, 2, 1),
    (4, 2, 4, 0, 1, 1),
    (4, 3, 4, 0, 1, 1),
    (4, 4, 4, 0, 1, 1),
    (4, 5, 3, bonus(GIVES_THALERS, 2), 1, 1),
    (4, 3, 3, bonus(GIVES_CARD, DISHWASHER), 1, 1),
    (4, 4, 3, bonus(GIVES_MONASTERY, 1), 1, 1),
    (4, 2, 3, DENIED, 1, 1),
    (5, 3, 5, 0, 1, 1),
    (5, 4, 5, 0, 1, 1),
    (5, 5, 5, 0, 1, 1),
    (5, 2, 4, bonus(GIVES_CARD, BARBACK), 1, 1),
    (5, 3, 4, bonus(GIVES_THALERS, 3), 1, 1),
    (5, 4, 4, DENIED, 1, 1),
    (5, 5, 4, bonus(GIVES_MONASTERY, 2), 1, 1),
    (5, 6, 4, bonus(GIVES_CARD, DISHWASHER), 1, 1),
    (6, 4, 6, 0, 1, 1),
    (6, 3, 6, 0, 1, 1),
    (6, 5, 5, bonus(GIVES_CARD, SERVER), 1, 1),
    (6, 2, 5, bonus(GIVES_THALERS, 3), 1, 1),
    (6, 4, 5, bonus(GIVES_MONASTERY, 2), 1, 1),
    (6, 3, 5, DENIED, 1, 1),
    (6, 6, 5, bonus(GIVES_CARD, TABLE), 1, 1),
    (7, 4, 6, bonus(GIVES_THALERS, 3), 1, 1),
    (7, 3, 6, bonus(GIVES_CARD, SERVER), 1, 1),
    (7, 5, 6, bonus(GIVES_MONASTERY, 2), 1, 1),
    (7, 2, 7, 0, 1, 1),
    (8, 5, 6, A_NOBLE, 1, 1),
    (8, 4, 7, bonus(GIVES_CARD, BREWER), 1, 1),
    (8, 3, 7, bonus(GIVES_THALERS, 4), 1, 1),
    (8, 2, 6, bonus(GIVES_CARD, TABLE), 1, 1),
    (4, 3, 3, SCHNAPPS, 1, 3),
    (4, 4, 3, bonus(GIVES_REPUTATION, 2), 1, 3),
    (5, 2, 4, bonus(GIVES_REPUTATION, 2), 1, 3),
    (5, 5, 4, SCHNAPPS, 1, 3),
    (5, 4, 4, bonus(GIVES_REPUTATION, 3), 1, 3),
    (6, 3, 5, bonus(GIVES_REPUTATION, 3), 1, 3),
    (6, 5, 5, SCHNAPPS, 1, 3),
    (7, 4, 6, bonus(GIVES_REPUTATION, 3), 1, 3),
    (7, 2, 6, SCHNAPPS, 1, 3),
    (8, 3, 6, bonus(GIVES_REPUTATION, 4), 1, 3),
]


def test_it_is_read_once() -> None:
    assert load_edition() is load_edition("reference")


def test_the_built_in_edition_differs_from_the_one_typed_here_in_our_own_figures_alone() -> None:
    """Every other figure is the same, and marked the same."""
    assert problems(FIGURES.text, reference_text()) == []
    assert problems(FIGURES.text, reference_text().replace("nobles = 61", "nobles = 60"))
    assert set(load_edition().source.values()) == {"rulebook", "public", "inferred", "house"}


def test_identity() -> None:
    edition = load_edition()
    assert edition.name == "reference"
    assert edition.title
    assert len(edition.digest) == 64
    assert "[guests]" in edition.text
    assert repr(edition) == f"<Edition reference {edition.digest[:12]}>"


def test_every_field_is_filled() -> None:
    edition = load_edition()
    fields = [field for field in dir(Edition) if not field.startswith("_")]
    assert len(fields) > 40
    for field in fields:
        getattr(edition, field)


def test_supply() -> None:
    edition = load_edition()
    assert (edition.rounds, edition.tavern_count, edition.bard_count, edition.nobles) == (8, 16, 16, 61)
    assert (edition.schnapps, edition.schnapps_kept, edition.signatures) == (20, 4, 40)
    assert (edition.counter_guests, edition.colour_dice, edition.white_dice) == (3, 3, 4)
    assert edition.start_cards_revealed == 3


def test_tavern_cards_and_noble() -> None:
    edition = load_edition()
    assert [edition.price[kind] for kind in (BARD, BARBACK, DISHWASHER, SERVER, TABLE, BREWER)] == [1, 2, 3, 4, 5, 6]
    assert edition.points[: NOBLE + 1] == [0, 0, 0, 0, 0, 0, 0, 10]
    assert edition.die[: NOBLE + 1] == [0, 0, 0, 0, 0, 0, 0, 2]
    assert edition.pays[NOBLE] == 2
    assert edition.noble_price == [0, 9, 14, 18]
    assert edition.price[NOBLE:] == [0] * (edition.card_count - NOBLE)


def test_areas() -> None:
    edition = FIGURES
    found = {
        name: (edition.area_price[i], edition.area_discount[i], edition.area_card[i], *edition.area_yield[i])
        for i, name in enumerate(AREA_NAMES)
    }
    assert found == {
        "tables": (15, 5, TABLE, 3, 4),
        "server": (12, 4, SERVER, 0, 1),
        "cashbox": (10, 0, NO_CARD, 1, 3),
        "monk": (9, 0, NO_CARD, 1, 2),
        "dishwasher": (9, 3, DISHWASHER, 0, 1),
        "safe": (7, 0, NO_CARD, 2, 5),
        "barrel": (8, 0, NO_CARD, 1, 2),
        "brewer": (18, 6, BREWER, 1, 2),
        "beer_storage": (6, 0, NO_CARD, 2, 5),
    }


def test_regulars() -> None:
    edition = FIGURES
    names = [edition.card_names[kind] for kind in edition.regulars]
    assert names == ["r2.2", "r3.2", "r3.2", "r4.2", "r2.1", "r3.1", "r4.1"]
    assert edition.card_names[FIRST_REGULAR : edition.first_guest] == ["r2.2", "r3.2", "r4.2", "r2.1", "r3.1", "r4.1"]
    for kind in edition.regulars:
        assert edition.card_names[kind] == f"r{edition.die[kind]}.{edition.pays[kind]}"
        assert edition.points[kind] == edition.beer[kind] == edition.guest_copies[kind] == 0


def test_guests() -> None:
    edition = FIGURES
    points = {3: 1, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5}
    kinds = range(edition.first_guest, edition.card_count)
    assert [
        (
            edition.beer[k],
            edition.die[k],
            edition.pays[k],
            edition.bonus[k],
            edition.guest_copies[k],
            edition.guest_module[k],
        )
        for k in kinds
    ] == GUESTS
    assert [edition.points[k] for k in kinds] == [points[edition.beer[k]] for k in kinds]


def test_names() -> None:
    edition = FIGURES
    assert edition.card_names[:8] == ["", "bard", "barback", "dishwasher", "server", "table", "brewer", "noble"]
    for name in (
        "g3.2.3",
        "g4.4.3.1-monastery",
        "g4.2.3.service-denied",
        "g7.4.6.3-thalers",
        "g8.5.6.noble",
        "g4.3.3.schnapps",
        "g8.3.6.4-reputation",
    ):
        assert name in edition.kind_of
    assert len(set(edition.card_names)) == len(edition.card_names) == edition.card_count == 58
    assert edition.kind_of == {name: kind for kind, name in enumerate(edition.card_names) if name}


def test_lists_by_kind_have_one_entry_per_kind() -> None:
    edition = load_edition()
    for table in (
        edition.die,
        edition.pays,
        edition.points,
        edition.beer,
        edition.bonus,
        edition.price,
        edition.guest_copies,
        edition.guest_module,
    ):
        assert len(table) == edition.card_count


def test_monastery() -> None:
    assert FIGURES.monastery == [
        0,
        0,
        bonus(GIVES_CARD, BARBACK),
        0,
        bonus(GIVES_THALERS, 2),
        0,
        bonus(GIVES_CARD, DISHWASHER),
        0,
        DENIED,
        0,
        bonus(GIVES_CARD, SERVER),
        0,
        bonus(GIVES_THALERS, 3),
        0,
        A_NOBLE,
        0,
        bonus(GIVES_CARD, TABLE),
        DENIED,
        0,
        bonus(GIVES_CARD, BREWER),
        bonus(GIVES_THALERS, 4),
        0,
        A_NOBLE,
    ]


def test_round_tracks() -> None:
    edition = FIGURES
    counter = [bonus(GIVES_COUNTER_GUEST)]
    last = [[bonus(GIVES_DIE), bonus(GIVES_CARD, BARBACK)], [bonus(GIVES_FREE_UPGRADE)]]
    assert edition.summer == [
        [],
        counter,
        [bonus(GIVES_GUEST), bonus(GIVES_CARD, BARBACK)],
        [bonus(GIVES_DIE), bonus(GIVES_CARD, DISHWASHER)],
        counter,
        [bonus(GIVES_CARD, TABLE), bonus(GIVES_CARD, BREWER)],
        counter,
        *last,
    ]
    assert edition.winter == [
        [],
        counter,
        [bonus(GIVES_ENTERTAINER, 0)],
        [bonus(GIVES_ENTERTAINER, 1)],
        counter,
        [bonus(GIVES_ENTERTAINER, 2)],
        counter,
        *last,
    ]
    assert edition.schnapps_track == [0, 0, 1, 0, 0, 0, 0, 0, 1]
    assert edition.schnapps_track_module_2 == [0, 0, 1, 2, 0, 1, 2, 0, 1]


def test_ring() -> None:
    edition = load_edition()
    points = [bonus(RING_POINTS, n) for n in range(9)]
    tail = [SCHNAPPS, *points[6:9], bonus(RING_TOAST), bonus(RING_CROWN)]
    assert edition.ring == [0, *points[1:6], *tail]
    assert edition.ring_signed == [0, *points[1:4], bonus(RING_SIGNATURE), *points[4:6], *tail]


def test_entertainers() -> None:
    edition = load_edition()
    assert edition.entertainer_cost == [[1, 2], [5, 2], [1, 1]]
    assert edition.entertainer_gain == [[2, 3], [1, 1], [1, 1]]


def test_start_cards() -> None:
    def cards(*kinds: int) -> list[int]:
        return [bonus(GIVES_CARD, kind) for kind in kinds]

    def area(name: str) -> int:
        return bonus(GIVES_AREA, AREA_NAMES.index(name))

    assert load_edition().start_cards == [
        [],
        cards(SERVER, TABLE, BREWER),
        cards(BARD, BARBACK, BREWER, SERVER),
        [bonus(GIVES_MONASTERY, 3), bonus(GIVES_DISMISSAL, 2)],
        [SCHNAPPS, area("tables")],
        [*cards(BARD, TABLE), area("beer_storage"), bonus(GIVES_BEER, 5)],
        [*cards(SERVER), area("server")],
        [*cards(DISHWASHER), area("cashbox"), bonus(GIVES_DISMISSAL, 1)],
    ]


def test_guest_book() -> None:
    edition = FIGURES
    three = bonus(GIVES_REPUTATION, 3)
    assert edition.book == [
        [0, 0, bonus(GIVES_REPUTATION, 1), SCHNAPPS],
        [bonus(GIVES_CARD, BARBACK), SCHNAPPS, bonus(GIVES_CARD, DISHWASHER), bonus(GIVES_CARD, SERVER)],
        [bonus(GIVES_CARD, TABLE), three, three, A_NOBLE],
    ]
    assert edition.book_column == [-1, -1, -1, 0, 0, 1, 2, 3, 3]


def test_sources() -> None:
    source = FIGURES.source
    assert set(source.values()) == {"rulebook", "public", "inferred", "house"}
    expected = {
        "supply.nobles": "rulebook",
        "cards.bard.price": "rulebook",
        "cards.barback.price": "inferred",
        "cards.server.price": "public",
        "cards.brewer.points": "house",
        "areas.dishwasher.price": "rulebook",
        "areas.server.discount": "inferred",
        "areas.cashbox.price": "house",
        "areas.cashbox.yields": "rulebook",
        "regulars.r3.2.pays": "inferred",
        "regulars.r3.2.die": "house",
        "noble.points": "rulebook",
        "guests.g3.2.3.cost": "rulebook",
        "guests.g3.2.3.copies": "rulebook",
        "guests.g3.2.3.die": "house",
        "guests.g3.2.3.points": "house",
        "guests.g7.4.6.3-thalers.bonus": "rulebook",
        "guests.g7.4.6.3-thalers.pays": "house",
        "monastery.1": "inferred",
        "monastery.2": "rulebook",
        "monastery.4": "house",
        "round_track.summer.5": "rulebook",
        "round_track.winter.5": "house",
        "round_track.winter.8": "inferred",
        "round_track.schnapps_printed.2": "inferred",
        "round_track.schnapps_tiles.3": "rulebook",
        "entertainers.fire.upgrade.schnapps": "rulebook",
        "reputation.4": "house",
        "reputation.11": "inferred",
        "reputation.12": "rulebook",
        "start_cards.2": "rulebook",
        "guest_book.columns": "rulebook",
        "guest_book.3.4": "house",
    }
    assert {key: source[key] for key in expected} == expected
