"""The best options of a seat, with what each is expected to bring and why one is better than another."""

from typing import Final

from tiefenthal.engine.rules.actions import STAY_HERE
from tiefenthal.engine.rules.phases import phase_of
from tiefenthal.engine.rules.play import question_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, view_of
from tiefenthal.players.analysis.budget import FULL
from tiefenthal.players.analysis.calibration import outlook_of
from tiefenthal.players.analysis.data import Analysis, Option, Reason
from tiefenthal.players.analysis.reasons import Lost, differences, lost_by, of_arrival
from tiefenthal.players.analysis.thinker import ARRIVAL, DRAFT, SHOWN_TO_JUDGE, TURN, Candidate, Thinker

SHOWN: Final = 5


def analyse(
    view: View, budget: int = FULL, seed: int | str = 0, shown: int = SHOWN, thinker: Thinker | None = None
) -> Analysis:
    """What the seat of a view can do, the best first: whole turns while it plans and serves, else single decisions.

    The same view, budget and seed give the same answer. `budget` counts work, in percent of what the Master may do;
    `thinker`, made for this budget and seed, can be reused. Raises NothingToDecideError."""
    thinker = thinker or Thinker(budget, str(seed))
    kind, found = thinker.candidates(view)
    s = view_of(view.state, view.seat).state
    listed = found[: min(max(1, shown), SHOWN_TO_JUDGE)]
    options: list[Option] = []
    for number, one in enumerate(listed):
        against = found[0] if number else found[1] if len(found) > 1 else None
        options.append(
            Option(
                actions=[action.text for action in one.actions],
                worth=round(one.worth, 2),
                outlook=outlook_of(one.raw, kind, s),
                reasons=reasons_between(s, view.seat, kind, one, against) if against else [],
                dice=list(one.hand),
            )
        )
    return Analysis(
        seat=view.seat,
        round=s.round,
        phase=phase_of(s),
        question=question_of(s),
        kind=kind,
        budget=thinker.budget,
        seed=thinker.seed,
        options=options,
        considered=len(found),
        evenings_left=s.setup.edition.rounds - s.round,
    )


def reasons_between(s: State, seat: int, kind: str, this: Candidate, other: Candidate) -> list[Reason]:
    """The reasons for one option and for another, both of the same decision."""
    if kind == ARRIVAL:
        staying = this.actions[0] is STAY_HERE
        return of_arrival(s, seat, (other if staying else this).pays, staying)
    lost: tuple[Lost, Lost] | None = None
    if kind == TURN:
        lost = (lost_by(s, seat, this.actions), lost_by(s, seat, other.actions))
    if kind == DRAFT and this.hand == other.hand:
        return []
    return differences(s, this.after, other.after, seat, lost)
