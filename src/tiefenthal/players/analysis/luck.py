"""Luck, separated from skill: what cards and dice gave a seat in an evening compared with what was expected.

At each chance event (the guests come, others come after they were sent home, the dice are rolled), what came is
compared with what else could have come at that moment. Both sides go through the same quick play: dice are rolled where
there are none yet, drafted by one rule, and the best turn of a quick search is judged. What came is one of the things
that could have come, so luck is 0 on average, however well somebody plays: sending the wrong guests home or taking the
wrong die affects both sides, or neither.
"""

from typing import Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN_PLEASE
from tiefenthal.engine.rules.arrival import cards_in_tavern, clear_tavern, guests_arrive
from tiefenthal.engine.rules.evening import roll_coloured
from tiefenthal.engine.rules.luck import WHITE, Luck
from tiefenthal.engine.rules.phases import ARRIVAL
from tiefenthal.engine.rules.servers import dice_brought
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import State, put_dice_away
from tiefenthal.players.analysis.data import EveningLuck
from tiefenthal.players.analysis.moments import Evening
from tiefenthal.players.analysis.thinker import Thinker
from tiefenthal.players.bots.neural.rollouts import arrive_again, next_evening, shuffle_unknown
from tiefenthal.players.bots.search.draft import Hand
from tiefenthal.players.bots.search.draft_value import DraftValue

SAMPLES: Final = 24
"""Evenings sampled for each expectation."""
TAKEN: Final = "taken"  # the dice others take


def luck_of(thinker: Thinker, evening: Evening, last_end: State | None) -> EveningLuck | None:
    """What chance gave; None in an evening without a draft. `last_end` is the table after the previous evening."""
    if evening.draft is None or evening.round == 0:
        return None
    seat, draft = evening.seat, evening.draft
    play = _QuickPlay(thinker, draft, seat, f"{thinker.seed} luck {evening.round} {seat}")
    asked = [moment for moment in evening.decisions if moment.phase == ARRIVAL]
    sent_home = [moment.state for moment in asked if moment.actions[0] is AGAIN_PLEASE]
    first = asked[0].state if asked else draft
    expected = play.score([_first_guests(evening, first, last_end, luck) for luck in play.lucks()])
    cards = 0.0
    for state in sent_home:
        cards += play.score([state.clone() for _ in play.lucks()]) - expected
        expected = play.score([arrive_again(state, seat, luck) for luck in play.lucks()])
    with_guests = play.score([draft.clone() for _ in play.lucks()])
    cards += with_guests - expected
    dice = play.score_of_dice(draft) - with_guests
    return EveningLuck(seat=seat, round=evening.round, cards=round(cards, 1), dice=round(dice, 1))


class _QuickPlay:
    """Evenings of a seat played to the end of its turn, all by the same rule and with the same luck."""

    def __init__(self, thinker: Thinker, draft: State, seat: int, seed: str) -> None:
        self._thinker: Thinker = thinker
        self._draft: State = draft
        self._seat: int = seat
        self._seed: str = seed

    def lucks(self) -> list[Luck]:
        """One for each evening, again from its beginning."""
        return [SeededChance(f"{self._seed} {number}") for number in range(SAMPLES)]

    def score(self, tables: list[State]) -> float:
        """The mean of the final scores with the guests of these tables, which are used up, and any dice."""
        ends: list[State] = []
        for s, luck in zip(tables, self.lucks(), strict=True):
            _roll_all(s, self._seat, luck)
            coasters = [luck.roll(WHITE, other, s.setup.edition.white_dice) for other in range(len(s.players))]
            self._take(s, coasters, luck)
            ends.append(self._thinker.rollouts.best_turn(s, self._seat, luck).after)
        return self._mean(ends)

    def score_of_dice(self, draft: State) -> float:
        """The mean with the dice that were rolled; only what others take from the coasters is open."""
        ends: list[State] = []
        found: dict[Hand, State] = {}
        for luck in self.lucks():
            s = draft.clone()
            self._take(s, [p.coaster for p in s.players], luck)
            hand = tuple(sorted(s.players[self._seat].faces))
            if hand not in found:
                found[hand] = self._thinker.rollouts.best_turn(s, self._seat, luck).after
            ends.append(found[hand])
        return self._mean(ends)

    def _take(self, s: State, coasters: list[list[int]], luck: Luck) -> None:
        """The draft: the seat takes what adds most to its hand, the others anything."""
        p = s.players[self._seat]
        value = DraftValue(s, self._seat, self._thinker.rollouts.heuristic(s.setup))
        ways = value.fussy.layers(sorted(p.faces))[-1]
        going_round = [sorted(faces) for faces in coasters]
        for left in range(s.setup.edition.white_dice, 0, -1):
            for other, faces in enumerate(going_round):
                if other == self._seat:
                    face = value.pick(ways, faces)
                    ways = value.fussy.add(ways, face)
                    p.faces.append(face)
                    p.places.append(TRAY)
                    faces.remove(face)
                else:
                    faces.pop(luck.pick(TAKEN, left))
            going_round = going_round[-1:] + going_round[:-1]

    def _mean(self, ends: list[State]) -> float:
        """With the others as they were when the draft began, in all of them."""
        raws = self._thinker.raws_of_evenings(self._draft, ends, self._seat)
        return sum(raw.score for raw in raws) / len(raws)


def _first_guests(evening: Evening, first: State, last_end: State | None, luck: Luck) -> State:
    """The evening as it could have begun; `first` is how it did. Only the seat's own tavern differs: the market is the
    same for all guests.
    """
    seat = evening.seat
    s = first.clone()
    if evening.chosen is None and last_end is not None:
        s.players[seat] = next_evening(last_end, seat, luck).players[seat]
        put_dice_away(s.players[seat])
        return s
    if evening.chosen is not None:
        s.players[seat] = evening.chosen.players[seat].clone()
    else:  # the first evening: all the seat has lies in its deck
        p = s.players[seat]
        p.deck = p.deck + p.discard + cards_in_tavern(p)
        p.known = 0
        clear_tavern(p)
        p.discard, p.coaster = [], []
        put_dice_away(p)
    shuffle_unknown(s, seat, luck)
    guests_arrive(s, seat, luck)
    return s


def _roll_all(s: State, seat: int, luck: Luck) -> None:
    """The dice of the seat's own colour, also those that lie there already: which they are is the dice's luck."""
    p = s.players[seat]
    count = p.coloured if p.coaster else p.coloured + dice_brought(s, p)
    put_dice_away(p)
    roll_coloured(s, seat, count, luck)
