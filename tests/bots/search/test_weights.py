"""The figures of the heuristic. The test looks inside, where only the pure build lets it."""

from typing import ClassVar

from tiefenthal.bots.search.heuristic import WEIGHTS, HeuristicValue, HeuristicWeights
from tiefenthal.components import load_edition
from tiefenthal.rules.round import make_setup


def test_every_weight_matters_or_is_a_choice() -> None:
    """No figure of the heuristic is left over: each is read when an heuristic is made."""

    class Asked(HeuristicWeights):
        """Notes which figures are read."""

        seen: ClassVar[set[str]] = set()

        def __getattribute__(self, name: str) -> object:
            if name in HeuristicWeights._fields:
                Asked.seen.add(name)
            return super().__getattribute__(name)

    HeuristicValue(make_setup(2, 5, load_edition()), Asked(*WEIGHTS))
    assert Asked.seen == set(HeuristicWeights._fields)
