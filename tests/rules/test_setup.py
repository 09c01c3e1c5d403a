"""S. Setup."""

import pytest

from tests.figures import FIGURES
from tests.setups import fields_of
from tests.table import Table
from tiefenthal.engine.chance import ScriptedChance, SeededChance
from tiefenthal.engine.rules.actions import NotAnActionError, parse_action
from tiefenthal.engine.rules.luck import START_PLAYER
from tiefenthal.engine.rules.play import acting
from tiefenthal.engine.rules.round import begin, make_setup
from tiefenthal.engine.rules.setup import new_state, take_from_pile
from tiefenthal.engine.rules.state import NO_CHOICE, Player, State
from tiefenthal.engine.view import SPECTATOR, view_of

EDITION = FIGURES
EVERY_GAME = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]
every_game = pytest.mark.parametrize(("players", "modules"), EVERY_GAME)


def laid_out(players: int, modules: int, seed: str = "setup") -> State:
    """The table as it is laid out, before any deck is dealt."""
    return new_state(make_setup(players, modules, EDITION), SeededChance(seed))


def dealt(players: int, seed: str = "setup", modules: int = 1) -> State:
    """The table with the starting decks dealt, before the first evening."""
    luck = SeededChance(seed)
    s = new_state(make_setup(players, modules, EDITION), luck)
    s.setup.flow.steps[0].begin(s, luck)
    return s


def names(cards: list[int]) -> list[str]:
    return [EDITION.card_names[card] for card in cards]


# --- S-1


@pytest.mark.rule("S-1")
@every_game
def test_two_to_four_play_with_one_to_five_modules(players: int, modules: int) -> None:
    s = begin(make_setup(players, modules, EDITION), SeededChance("any"))
    assert len(s.players) == players
    assert not s.over


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        make_setup(players, 1, EDITION)


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("modules", [0, 6])
def test_other_numbers_of_modules_are_refused(modules: int) -> None:
    with pytest.raises(ValueError, match="modules 1 to 5"):
        make_setup(2, modules, EDITION)


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("modules", [1, 2, 3, 4, 5])
def test_modules_are_cumulative(modules: int) -> None:
    s = laid_out(2, modules)
    assert (s.schnapps > 0) == (modules >= 2)
    assert (s.piles[EDITION.kind_of["bard"]] > 0) == (modules >= 3)
    assert (s.setup.flow.steps[0].name == "start cards") == (modules >= 4)
    assert (s.signatures > 0) == (modules >= 5)


@pytest.mark.rule("S-1")
def test_a_seat_that_is_not_in_the_game_is_refused() -> None:
    t = Table(players=2).planning()
    assert t.refused(2, "ready") == "S-1"
    assert t.refused(-1, "ready") == "S-1"
    assert t.legal(2) == t.legal(-1) == []


# --- S-2 to S-4


@pytest.mark.rule("S-2")
@every_game
def test_tavern_cards_lie_in_open_piles_of_sixteen(players: int, modules: int) -> None:
    s = laid_out(players, modules)
    piles = {EDITION.card_names[kind]: count for kind, count in enumerate(s.piles) if kind}
    staff = dict.fromkeys(["barback", "dishwasher", "server", "table", "brewer"], 16)
    assert piles == staff | {"bard": 16 if modules >= 3 else 0}


@pytest.mark.rule("S-3")
@every_game
def test_guests_are_a_pile_of_eight_a_row_of_four_and_a_deck(players: int, modules: int) -> None:
    s = laid_out(players, modules)
    assert len(s.pile) == 8
    assert {EDITION.beer[guest] for guest in s.pile} == {3}
    assert len(s.row) == 4
    assert len(s.row) + len(s.guest_deck) == (40 if modules >= 3 else 30)
    assert all(EDITION.beer[guest] > 3 for guest in s.row + s.guest_deck)


@pytest.mark.rule("S-3")
@pytest.mark.parametrize("modules", [1, 2, 3, 4, 5])
def test_the_ten_marked_guests_come_with_module_3(modules: int) -> None:
    s = laid_out(2, modules)
    marked = [guest for guest in s.row + s.guest_deck if EDITION.guest_module[guest] == 3]
    assert len(marked) == (10 if modules >= 3 else 0)


@pytest.mark.rule("S-3")
def test_the_pile_and_the_guest_deck_are_shuffled() -> None:
    tables = [laid_out(2, 1, f"seed {number}") for number in range(20)]
    assert len({tuple(s.pile) for s in tables}) > 10
    assert len({tuple(s.row) for s in tables}) > 10
    assert len({tuple(s.guest_deck) for s in tables}) == 20


@pytest.mark.rule("S-3")
def test_only_the_top_card_of_the_pile_can_be_taken() -> None:
    t = Table().guest_pile("g3.4.3", "g3.2.3", "g3.5.3").stores(0, beer=3).serving(0)
    assert [text for text in t.legal(0) if text.startswith("recruit")] == ["recruit pile"]
    t.do(0, "recruit pile")
    assert t.top(0) == ["g3.4.3"]
    assert t.names(t.state.pile) == ["g3.5.3", "g3.2.3"]


@pytest.mark.rule("S-3")
def test_the_guest_deck_is_face_down_and_the_row_is_open() -> None:
    t = Table()
    other = Table()
    other.state.guest_deck.reverse()
    seen, same = view_of(t.state, 0).state, view_of(other.state, 0).state
    assert t.state.guest_deck != other.state.guest_deck
    assert seen.guest_deck == same.guest_deck
    assert seen.row == t.state.row
    assert seen.pile[-1] == t.state.pile[-1]


@pytest.mark.rule("S-4")
@every_game
def test_sixty_one_nobles(players: int, modules: int) -> None:
    assert laid_out(players, modules).nobles == 61


# --- S-5


@pytest.mark.rule("S-5")
@every_game
def test_every_tavern_begins_basic_and_empty(players: int, modules: int) -> None:
    for p in laid_out(players, modules).players:
        assert (p.upgraded, p.thalers, p.beer, p.monastery) == (0, 0, 0, 0)
        assert (p.faces, p.coloured, p.counter_guests) == ([], 0, 0)
        assert (p.schnapps, p.reputation, p.entertainers, p.book) == (0, 0, [0, 0, 0], [0, 0, 0, 0])


@pytest.mark.rule("S-5")
def test_nine_areas_can_be_upgraded_and_the_bartender_cannot() -> None:
    t = Table().stores(0, thalers=99).serving(0)
    offered = [text.removeprefix("upgrade ") for text in t.legal(0) if text.startswith("upgrade")]
    assert offered == ["tables", "server", "cashbox", "monk", "dishwasher", "safe", "barrel", "brewer", "beer_storage"]
    for words in ("upgrade bartender", "flip bartender"):
        with pytest.raises(NotAnActionError):
            parse_action(words)


@pytest.mark.rule("S-5")
@every_game
def test_three_counter_guests_per_player_are_set_aside(players: int, modules: int) -> None:
    assert laid_out(players, modules).counter_guests == 3 * players


@pytest.mark.rule("S-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_coaster_holds_four_white_dice(players: int) -> None:
    t = Table(players).draft()
    assert [len(p.coaster) for p in t.state.players] == [4] * players


@pytest.mark.rule("S-5")
def test_three_dice_of_the_own_colour_are_in_the_supply() -> None:
    t = Table().tavern(0, *["server"] * 5).servers()
    assert t.player(0).coloured == 3
    assert t.player(1).coloured == 0


@pytest.mark.rule("S-5")
@pytest.mark.parametrize("modules", [1, 2, 3, 4, 5])
def test_the_reputation_side_is_up_from_module_3_on(modules: int) -> None:
    t = Table(modules=modules).tavern(0, "r3.2").plan(0, "3 t1", "1 brewer").serving(0)
    assert t.player(0).reputation == (1 if modules >= 3 else 0)


@pytest.mark.rule("S-5")
@pytest.mark.parametrize("modules", [2, 5])
def test_each_player_gets_one_of_each_entertainer_from_module_2_on(modules: int) -> None:
    t = Table(3, modules)
    for number in (2, 3, 5):
        t.evening(number)
        for seat in range(3):
            t.do(seat, "choose side-1" if seat == number % 3 else "choose side-2")
    assert [p.entertainers for p in t.state.players] == [[2, 1, 2], [2, 2, 2], [1, 2, 1]]


# --- S-6


@pytest.mark.rule("S-6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_starting_deck_is_seven_regulars_server_table_and_brewer(players: int) -> None:
    s = dealt(players)
    for p in s.players:
        assert sorted(names(p.deck)) == sorted(
            ["r2.1", "r3.1", "r4.1", "r2.2", "r3.2", "r3.2", "r4.2", "server", "table", "brewer"]
        )
        assert sorted(EDITION.pays[card] for card in p.deck if names([card])[0][0] == "r") == [1, 1, 1, 2, 2, 2, 2]
    for name, left in [("server", 16 - players), ("table", 16 - players), ("brewer", 16 - players), ("barback", 16)]:
        assert s.piles[EDITION.kind_of[name]] == left


@pytest.mark.rule("S-6")
def test_starting_decks_are_shuffled_each_by_itself() -> None:
    tables = [dealt(2, f"seed {number}") for number in range(20)]
    assert len({tuple(s.players[0].deck) for s in tables}) > 15
    assert any(s.players[0].deck != s.players[1].deck for s in tables)
    assert all(p.known == 0 for s in tables for p in s.players)


@pytest.mark.rule("S-6")
def test_regulars_pay_in_thalers() -> None:
    t = Table().tavern(0, "r3.2", "r2.1").plan(0, "3 t1", "2 t2").serving(0)
    t.do(0, "use t1", "use t2")
    assert (t.player(0).thalers, t.player(0).beer) == (3, 0)


# --- S-7 to S-9


@pytest.mark.rule("S-7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_anyone_may_be_the_start_player(players: int) -> None:
    starts = [laid_out(players, 1, f"seed {number}").start_player for number in range(60)]
    assert set(starts) == set(range(players))


@pytest.mark.rule("S-7")
@every_game
def test_whoever_was_chosen_begins_the_first_round(players: int, modules: int) -> None:
    for start in range(players):
        luck = ScriptedChance({(START_PLAYER, -1): [[start]]}, SeededChance("start"))
        s = begin(make_setup(players, modules, EDITION), luck)
        assert s.start_player == start
        if modules >= 4:
            assert acting(s) == 1 << start


@pytest.mark.rule("S-8")
@pytest.mark.parametrize(
    ("upgraded", "drawn", "tables"), [(False, 0, 3), (True, 0, 4), (False, 1, 4), (False, 2, 5), (True, 2, 6)]
)
def test_tables_of_the_tavern_and_table_cards_on_top(upgraded: bool, drawn: int, tables: int) -> None:
    t = Table()
    if upgraded:
        t.upgraded(0, "tables")
    regulars = ["r2.1", "r3.1", "r4.1", "r2.2", "r3.2", "r3.2", "r4.2"]
    t.deck(0, *["table"] * drawn, *regulars).arrival()
    assert t.seated(0) == regulars[:tables]
    assert t.deck_of(0) == regulars[tables:]


@pytest.mark.rule("S-9")
def test_decks_are_face_down() -> None:
    t = Table()
    other = Table()
    for p in other.state.players:
        p.deck.reverse()
    assert t.player(0).deck != other.player(0).deck
    for seat in (0, 1, SPECTATOR):
        assert [p.deck for p in view_of(t.state, seat).state.players] == [
            p.deck for p in view_of(other.state, seat).state.players
        ]


@pytest.mark.rule("S-9")
def test_anyone_may_look_through_a_discard_pile() -> None:
    t = Table().discard(0, "r2.1", "noble", "brewer")
    for seat in (0, 1, SPECTATOR):
        assert names(view_of(t.state, seat).state.players[0].discard) == ["r2.1", "noble", "brewer"]


# --- what is not there yet


def test_a_tavern_that_is_laid_out_is_empty() -> None:
    for p in laid_out(3, 5).players:
        for name in fields_of(Player):
            value = getattr(p, name)
            if name == "choice":
                assert value == NO_CHOICE
            elif isinstance(value, list):
                assert not any(value), name
                assert len(value) == {"drawn": 7, "fits": 7, "entertainers": 3, "book": 4}.get(name, 0), name
            else:
                assert value == 0, name


def test_a_tavern_card_is_taken_while_there_is_one() -> None:
    s = laid_out(2, 1)
    table = EDITION.kind_of["table"]
    s.piles[table] = 1
    assert (take_from_pile(s, table), s.piles[table]) == (True, 0)
    assert (take_from_pile(s, table), s.piles[table]) == (False, 0)
