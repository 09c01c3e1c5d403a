"""Luck for simulations: the same for what is compared, different from one number to the next, and fair."""

from collections import Counter

from tiefenthal.engine.chance import CommonChance


def shuffled(cards: list[int], number: int = 0, times: int = 1, seat: int = 0) -> list[int]:
    luck = CommonChance("seed", number)
    order = cards[:]
    for _ in range(times):
        luck.shuffle("deck", seat, order)
    return order


def test_the_same_seed_and_number_give_the_same_luck() -> None:
    for luck in (CommonChance("a", 3), CommonChance("a", 3)):
        assert luck.roll("white", 0, 4) == CommonChance("a", 3).roll("white", 0, 4)
    rolls = {tuple(CommonChance(seed, number).roll("white", 0, 8)) for seed in "ab" for number in range(50)}
    assert len(rolls) == 100


def test_a_shuffle_neither_adds_nor_loses_and_forgets_the_order_before() -> None:
    cards = [7, 7, 7, 8, 9, 12, 12, 30]
    assert sorted(shuffled(cards)) == cards
    assert shuffled(cards[::-1]) == shuffled(cards)


def test_one_card_more_leaves_the_others_in_their_order() -> None:
    cards = list(range(7, 30))
    for number in range(20):
        order = shuffled([*cards, 40], number)
        order.remove(40)
        assert order == shuffled(cards, number)


def test_one_die_more_leaves_the_others_alone() -> None:
    for number in range(20):
        assert CommonChance("s", number).roll("colour", 1, 3)[:2] == CommonChance("s", number).roll("colour", 1, 2)


def test_seats_streams_and_turns_of_a_stream_differ() -> None:
    cards = list(range(7, 40))
    assert len({tuple(order) for order in (shuffled(cards), shuffled(cards, seat=1), shuffled(cards, times=2))}) == 3
    luck = CommonChance("s", 0)
    assert luck.roll("white", 0, 9) != luck.roll("white", 0, 9)
    assert CommonChance("s", 0).roll("white", 0, 9) != CommonChance("s", 0).roll("colour", 0, 9)


def test_it_is_fair() -> None:
    """Faces, picks and places in a shuffle come about equally often: 6 standard errors are allowed."""
    faces = Counter(face for number in range(600) for face in CommonChance("f", number).roll("white", 0, 10))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 1000) < 6 * 29 for count in faces.values())
    tops = Counter(shuffled([7, 8, 9, 10], number)[-1] for number in range(4000))
    assert all(abs(tops[card] - 1000) < 6 * 28 for card in (7, 8, 9, 10))
    apart = sum(shuffled([7, 7, 8], number) == [7, 8, 7] for number in range(3000))
    assert abs(apart - 1000) < 6 * 26  # copies of a card do not keep together
    picks = Counter(CommonChance("p", number).pick("start", 3) for number in range(3000))
    assert all(abs(picks[pick] - 1000) < 6 * 26 for pick in range(3))
