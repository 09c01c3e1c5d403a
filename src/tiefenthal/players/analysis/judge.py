"""The strongest bot's judge, with everything it expects, not only the worth of a state."""

from typing import NamedTuple

from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.servers import dice_brought
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.judge import NetworkJudge, final_values
from tiefenthal.players.bots.neural.network import MARGIN, SCORE, WIN, rows_array


class Raw(NamedTuple):
    """What the judge expects of a state, before its errors are known."""

    score: float
    margin: float
    win: float

    def plus(self, other: "Raw", weight: float) -> "Raw":
        """This and a weighted other, for sums and means."""
        return Raw(
            self.score + weight * other.score, self.margin + weight * other.margin, self.win + weight * other.win
        )


NOTHING = Raw(0.0, 0.0, 0.0)


def mean(raws: list[Raw], weights: list[float] | None = None) -> Raw:
    """The mean, weighted if there are weights."""
    total = NOTHING
    given = weights if weights is not None else [1.0] * len(raws)
    whole = sum(given)
    for raw, weight in zip(raws, given, strict=True):
        total = total.plus(raw, weight / whole)
    return total


class OutlookJudge(NetworkJudge):
    """Judges like the bot, and returns the three figures behind the worth."""

    def raws(self, states: list[State], seat: int) -> list[Raw]:
        """For each state: final score, margin to the best opponent, chance to win."""
        if not states:
            return []
        own, table = features.rows_of(states, seat)
        network = self.networks.of(len(states[0].players), states[0].setup.edition)
        values = final_values(network, rows_array(own), rows_array(table))
        # After a seat's last evening the bot compares turns by the points on the table. What the others will still make
        # of theirs is the same for all its turns, but it belongs to what is expected.
        plain = network.parts(rows_array(own), rows_array(table))
        found: list[Raw] = []
        for number, s in enumerate(states):
            margin = float(values[number, MARGIN])
            if features.evenings_left(s, seat) == 0:
                points = score(s, seat)
                best = max(score(s, other) for other in range(len(s.players)) if other != seat)
                margin = points - best + float(plain[number, MARGIN])
            found.append(Raw(float(values[number, SCORE]), margin, float(values[number, WIN])))
        return found


def still_to_serve(before: State, seat: int, end: State) -> State:
    """The end of a seat's evening that was thought through before the dice were drafted: the others, who have no dice
    there yet, would seem to have served. They are as they were before, with as many dice as they will have; the judge
    looks only at how many."""
    players = end.players[:]
    for other, p in enumerate(before.players):
        if other != seat:
            coloured = p.coloured if p.coaster else p.coloured + dice_brought(before, p)
            count = before.setup.edition.white_dice + min(before.setup.edition.colour_dice, coloured)
            players[other] = p.clone()
            players[other].faces = [1] * count
            players[other].places = [TRAY] * count
    return end.around(players)
