"""`make mutants`: what is changed, and that the list of changes without a difference names changes there are."""

import textwrap

from scripts.mutants import drawn, every_change, explained
from scripts.mutation.changes import changes, code_of

SOURCE = textwrap.dedent('''
    """A module."""


    class Card:
        def __init__(self, price):
            self.price = price

        def dear(self):
            return self.price > 3


    def _make():
        return [Card(1)]


    def cheapest(cards):
        """Of those that are left."""
        assert cards
        return min(card.price for card in cards) - 1


    CARDS = _make()
''')


def test_each_change_is_one_of_a_function_and_has_a_name() -> None:
    found = [(change.name, change.only_tables) for change in changes("cards.py", SOURCE)]
    assert found == [
        ("cards.py:Card.__init__: self.price = price → pass", True),  # there is no card but those of the table
        ("cards.py:Card.dear: self.price > 3 → self.price >= 3", False),
        ("cards.py:Card.dear: self.price > 3 → self.price <= 3", False),
        ("cards.py:Card.dear: 3 → 4", False),
        (
            "cards.py:cheapest: min((card.price for card in cards)) - 1 → min((card.price for card in cards)) + 1",
            False,
        ),
        ("cards.py:cheapest: 1 → 2", False),
    ]


def test_a_changed_function_does_something_else() -> None:
    dear = {change.after: code_of(change) for change in changes("cards.py", SOURCE) if change.function == "Card.dear"}

    class Card:
        price = 3

        def dear(self) -> bool:
            return self.price > 3

    assert not Card().dear()
    Card.dear.__code__ = dear["self.price >= 3"]
    assert Card().dear()


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    first = drawn("any", 1000)
    assert first == drawn("any", 1000)
    assert first[:10] == drawn("any", 10)
    assert first != drawn("other", 1000)
    draft = drawn("any", 1000, only="Draft.do")
    assert draft == [name for name in drawn("any", 9999) if "Draft.do" in name]
    assert set(drawn("any", 9999, files=["draft.py"])) > set(draft)


def test_changes_without_a_difference_are_changes_there_are() -> None:
    names = [change.name for _, change in every_change()]
    assert len(set(names)) == len(names)
    assert explained().keys() <= set(names)
    assert all(explained().values())
