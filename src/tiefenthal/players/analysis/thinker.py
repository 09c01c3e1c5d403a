"""What a seat can do and what each option leads to: the strongest bot's search and judge, with the figures behind its
choices. It uses only what the seat may know.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN, AGAIN_PLEASE, READY_NOW, STAY, STAY_HERE, TAKE, TAKE_DIE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.analysis.budget import care_of, checked_budget, effort_of, look_of
from tiefenthal.players.analysis.judge import NOTHING, OutlookJudge, Raw, mean, still_to_serve
from tiefenthal.players.analysis.reasons import pay_at_tables
from tiefenthal.players.bots.neural.evening import Hands, RatedTakes, rated_takes, sampled_arrivals
from tiefenthal.players.bots.neural.lookahead import Lookahead
from tiefenthal.players.bots.neural.rollouts import Rollouts
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.search import Judge, best_turns
from tiefenthal.players.bots.search.choices import rated_choices
from tiefenthal.players.bots.search.draft import Hand
from tiefenthal.players.bots.search.solo_turn import open_table

TURN: Final = "turn"
DRAFT: Final = "draft"
ARRIVAL: Final = "arrival"
CHOICE: Final = "choice"

SHOWN_TO_JUDGE: Final = 16  # turns for which all figures are computed


class Candidate(NamedTuple):
    """An option of the seat."""

    actions: list[Action]
    after: State
    """The table it leads to; for a die, that at the end of the most likely evening; for an arrival, the present one."""
    raw: Raw
    worth: float
    noise: float = 0.0
    """The standard error of what tells it from the other, where that was sampled."""
    hand: Hand = ()
    """The dice a take most likely leads to."""
    pays: float = 0.0
    """At an arrival: what the guests at the tables pay on average."""


class NothingToDecideError(ValueError):
    """The game does not wait for this seat, or it has no choice."""


class Remembering(Rollouts):
    """Rollouts that keep the ends of the evenings they found."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.ends: list[State] = []
        self.pays: list[int] = []
        self.by_hand: dict[Hand, State] = {}

    def worth(self, s: State, seat: int, luck: Luck) -> float:
        hand = tuple(s.players[seat].faces)
        self.pays.append(pay_at_tables(s, seat))
        turn = self.best_turn(s, seat, luck)
        self.ends.append(turn.after)
        self.by_hand[hand] = turn.after
        return turn.worth


def kind_of(view: View, legal: list[Action]) -> str:
    """The kind of decision a seat has to make."""
    phase = phase_of(view.state)
    if (phase == PLANNING and READY_NOW in legal) or (phase == SERVING and view.state.turn == view.seat):
        return TURN
    if legal[0].kind == TAKE:
        return DRAFT
    return ARRIVAL if legal[0].kind in (STAY, AGAIN) else CHOICE


class Thinker:
    """Compares options. `candidates` starts from scratch each time, so its answer depends only on the view; `takes`
    keeps what it found for a draft for the next take of the same evening.
    """

    def __init__(self, budget: int, seed: str) -> None:
        self.budget: int = checked_budget(budget)
        self.seed: str = seed
        self.judge: OutlookJudge = OutlookJudge(find_networks())
        look = look_of(budget)
        self._of_turns: Judge = Lookahead(self.judge, look, seed) if look is not None else self.judge
        self._effort = effort_of(budget)
        self._care = care_of(budget)
        self.rollouts: Remembering = Remembering(self.judge)
        self._hands: Hands = Hands()

    def start_afresh(self) -> None:
        """Forget what was found for the last draft."""
        self._hands = Hands()
        self.rollouts.by_hand = {}

    def candidates(self, view: View) -> tuple[str, list[Candidate]]:
        """The kind of decision, and what can be done, the best first."""
        self.start_afresh()
        view = view_of(view.state, view.seat)  # passing a whole state gives no advantage
        if not 0 <= view.seat < len(view.state.players) or view.seat not in view.to_act:
            raise NothingToDecideError("the game does not wait for this seat")
        legal = view.legal_actions()
        kind = kind_of(view, legal)
        s, seat = view.state, view.seat
        if kind == TURN:
            return kind, self.turns(s, seat)
        if kind == DRAFT:
            return kind, self.takes(s, seat)
        if kind == ARRIVAL and len(legal) > 1:
            return kind, self.arrivals(s, seat)
        return kind, self.choices(s, seat, legal)

    # --- turns

    def turns(self, s: State, seat: int) -> list[Candidate]:
        """Whole turns. Sampling the next evening may have put a turn on top that the plain evaluation ranks lower; then
        the two have changed places, and with them their expectations.
        """
        luck = SeededChance(self.seed)
        turns = best_turns(s, seat, self._of_turns, self._effort, luck, self.rollouts.heuristic(s.setup))
        raws = self.judge.raws([turn.after for turn in turns[:SHOWN_TO_JUDGE]], seat)
        own = self.judge.judge([turn.after for turn in turns[:SHOWN_TO_JUDGE]], seat)
        if own and abs(own[0] - turns[0].worth) > 1e-6:
            other = min(range(len(own)), key=lambda i: abs(own[i] - turns[0].worth))
            raws[0], raws[other] = raws[other], raws[0]
        found = [Candidate(turn.actions, turn.after, raw, turn.worth) for turn, raw in zip(turns, raws)]
        return found + [Candidate(turn.actions, turn.after, NOTHING, turn.worth) for turn in turns[SHOWN_TO_JUDGE:]]

    def plain_turn(self, s: State, seat: int) -> Candidate:
        """The best turn without sampling the next evening: by the judge alone, which can evaluate any other end of a
        turn too.
        """
        luck = SeededChance(self.seed)
        turn = best_turns(s, seat, self.judge, self._effort, luck, self.rollouts.heuristic(s.setup))[0]
        return Candidate(turn.actions, turn.after, self.judge.raws([turn.after], seat)[0], turn.worth)

    # --- the draft

    def rated_takes(self, s: State, seat: int) -> RatedTakes:
        """What each die on the coaster is worth."""
        rated = rated_takes(s, seat, self.rollouts, self._care, self._hands)
        assert rated is not None, "there is no clock here"
        return rated

    def takes(self, s: State, seat: int) -> list[Candidate]:
        """The dice on the coaster, each with the evening it most likely leads to."""
        rated = self.rated_takes(s, seat)
        worths = self._hands.of(s, seat)
        ends = {hand: end for hand, end in self.rollouts.by_hand.items() if hand in worths}
        raws = dict(zip(ends, self.raws_of_evenings(s, list(ends.values()), seat), strict=True)) if ends else {}
        found: list[Candidate] = []
        for face in sorted(rated.takes):
            likely = rated.draft.hands_after(face, rated.value)
            known = {hand: chance for hand, chance in likely.items() if hand in ends}
            if not known:  # a bad take may lead only to hands that were not worth a search
                hand = max(likely, key=likely.__getitem__)
                known = {hand: 1.0}
                state = s.clone()
                state.players[seat].faces = list(hand)
                ends[hand] = self.rollouts.best_turn(state, seat, SeededChance("none is needed")).after
                raws[hand] = self.raws_of_evenings(s, [ends[hand]], seat)[0]
            raw = mean([raws[hand] for hand in known], list(known.values()))
            # Hands that were only rated in passing count by how far they lie from the others.
            missing = sum(likely.values()) - sum(known.values())
            if missing > 1e-9 and len(known) < len(likely):
                there = sum(rated.value(hand) * chance for hand, chance in known.items()) / sum(known.values())
                off = rated.takes[face] - there
                raw = Raw(raw.score + off, raw.margin + off, raw.win)
            best = max(sorted(known), key=known.__getitem__)
            found.append(Candidate([TAKE_DIE[face - 1]], ends[best], raw, rated.takes[face], hand=best))
        found.sort(key=lambda one: -one.worth)  # stable: of equals the lowest face, as the bot has it
        # What is left to the other has an arbitrary zero; the best take says its own worth.
        raw, aim = found[0].raw, self.judge.aim
        level = aim.score * raw.score + aim.margin * raw.margin + aim.win * raw.win - found[0].worth
        return [one._replace(worth=one.worth + level) for one in found]

    # --- arrival

    def arrivals(self, s: State, seat: int) -> list[Candidate]:
        """Letting the guests stay, and sending them home."""
        self.rollouts.ends, self.rollouts.pays = [], []
        pairs = sampled_arrivals(s, seat, self.rollouts, self._care, self.seed)
        ends = self.rollouts.ends
        gains = [again - staying for staying, again in pairs]
        middle = sum(gains) / len(gains)
        spread = sum([(gain - middle) ** 2 for gain in gains]) / max(1, len(gains) - 1)
        noise = (spread / len(gains)) ** 0.5
        raws = self.raws_of_evenings(s, ends, seat)
        found: list[Candidate] = []
        for answer, action in enumerate((STAY_HERE, AGAIN_PLEASE)):
            worth = sum([pair[answer] for pair in pairs]) / len(pairs)
            pays = self.rollouts.pays[answer::2]
            raw = mean(raws[answer::2])
            found.append(Candidate([action], s, raw, worth, noise, pays=sum(pays) / len(pays)))
        return found if middle <= 0.0 else found[::-1]

    def raws_of_evenings(self, before: State, ends: list[State], seat: int) -> list[Raw]:
        """The expectations at the ends of evenings that were searched before the draft."""
        return self.judge.raws([still_to_serve(before, seat, end) for end in ends], seat)

    # --- everything else

    def choices(self, s: State, seat: int, legal: list[Action]) -> list[Candidate]:
        """Answers that lead to a table one can judge at once."""
        rated = rated_choices(open_table(s, seat), seat, legal, self.judge, SeededChance(f"choices {self.seed}"))
        raws = self.judge.raws([one.after for one in rated], seat)
        found = [Candidate([one.action], one.after, raw, one.worth) for one, raw in zip(rated, raws, strict=True)]
        found.sort(key=lambda one: -one.worth)  # stable, as the bot has it
        return found
