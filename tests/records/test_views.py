"""Views: exactly what a seat may know."""

from tests.table import Table
from tiefenthal import SeededChance, determinize, new_game
from tiefenthal.engine.record.position import canonical_json, view_document
from tiefenthal.engine.view import HIDDEN_CHOICE, view_of


def test_a_view_has_no_reference_to_the_game() -> None:
    """Changing the view's state changes nothing at the table."""
    game = new_game(seed=1)
    before = game.digest
    view = game.view(0)
    view.state.players[0].deck.clear()
    view.state.piles[1] = 99
    assert game.digest == before


def test_deck_orders_and_the_seed_are_hidden() -> None:
    """Two games that differ only in luck not yet seen give equal views."""
    one = new_game(players=2, modules=1, seed=1)
    for luck in range(20):
        other = determinize(one.view(0), SeededChance(f"luck {luck}"))
        assert canonical_json(view_document(view_of(other, 0))) == canonical_json(view_document(one.view(0)))
    assert "seed" not in canonical_json(view_document(one.view(0))).lower()


def test_determinize_fills_in_different_orders() -> None:
    """What is hidden is really shuffled."""
    view = new_game(players=2, modules=1, seed=1).view(0)
    decks = {tuple(determinize(view, SeededChance(str(luck))).guest_deck) for luck in range(10)}
    assert len(decks) == 10


def test_cards_put_on_top_stay_known_until_the_next_shuffle() -> None:
    """A bought card lies where everyone saw it go; it is the first one drawn."""
    game = new_game(players=2, modules=1, seed=2)
    while game.phase != "serving":
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
    seat = game.to_act[0]
    p = game.state.players[seat]
    assert len(set(p.deck)) > 2  # there is something left to be unknown
    p.thalers = 6
    game.play(seat, "buy barback")
    game.play(seat, "buy server")
    assert p.known == 2
    for luck in range(10):
        deck = determinize(game.view(), SeededChance(str(luck))).players[seat].deck
        assert [game.edition.card_names[card] for card in deck[-2:]] == ["barback", "server"]
    rest = [tuple(determinize(game.view(), SeededChance(str(luck))).players[seat].deck[:-2]) for luck in range(10)]
    assert len(set(rest)) > 1  # below them nobody knows


def test_a_reshuffle_forgets_what_was_known() -> None:
    """B-4 shuffles; from then on nobody knows the order."""
    table = Table(players=2, modules=1)
    p = table.player(0)
    p.deck, p.discard, p.known = [p.deck[0]], p.deck[1:], 1
    table.arrival()
    assert table.player(0).known == 0


def test_the_top_of_the_3_beer_pile_is_open_and_the_rest_is_not() -> None:
    """Only the top card can be taken, and only it is seen."""
    game = new_game(players=2, modules=1, seed=3)
    tops, below = set(), set()
    for luck in range(20):
        state = determinize(game.view(1), SeededChance(str(luck)))
        tops.add(state.pile[-1])
        below.add(tuple(state.pile[:-1]))
    assert tops == {game.state.pile[-1]}
    assert len(below) > 1


def evening_choice() -> Table:
    """Round 2 with module 1: a 3-beer guest or a barback, chosen by seat 0 only."""
    table = Table(players=2, modules=1)
    table.evening(2)
    table.do(0, "choose barback")
    return table


def test_a_choice_of_the_evening_is_hidden_until_everyone_has_chosen() -> None:
    """A-10: the choices are independent; one's own is known."""
    state = evening_choice().state
    assert view_of(state, 1).state.players[0].choice == HIDDEN_CHOICE
    assert view_of(state, -1).state.players[0].choice == HIDDEN_CHOICE
    assert view_of(state, 0).state.players[0].choice == state.players[0].choice
    documents = set()
    for choice in ("choose barback", "choose guest"):
        table = Table(players=2, modules=1)
        table.evening(2)
        table.do(0, choice)
        documents.add(canonical_json(view_document(view_of(table.state, 1))))
    assert len(documents) == 1


def test_determinize_fills_in_a_hidden_choice() -> None:
    """Something that could have been chosen."""
    view = view_of(evening_choice().state, 1)
    found = {determinize(view, SeededChance(str(luck))).players[0].choice for luck in range(30)}
    assert len(found) == 2
