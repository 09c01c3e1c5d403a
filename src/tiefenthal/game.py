"""Game: a state, its record, and undo."""
from tiefenthal.chance import Outcome, RecordingChance, SeededChance
from tiefenthal.components.edition import Edition
from tiefenthal.rules.actions import Action, parse_action
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.play import acting, apply, legal_actions, why_not
from tiefenthal.rules.refusal import IllegalActionError
from tiefenthal.rules.round import begin, make_setup
from tiefenthal.rules.scoring import score
from tiefenthal.rules.state import Setup, State

_SEATS = [tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16)]

class Game:
    def __init__(self, setup: Setup, source: Luck, seed: str) -> None:
        self.seed: str = seed
        self._log: list[int] = []
        self._outcomes: list[Outcome] = []
        self._luck: RecordingChance = RecordingChance(source, self._outcomes, self._log)
        self._state: State = begin(setup, self._luck)
        self._legal: list[Action] = []
        self._legal_seat: int = -1
        self._floor: int = len(self._log)

    @property
    def to_act(self) -> tuple[int, ...]:
        return _SEATS[acting(self._state)]

    @property
    def over(self) -> bool:
        return self._state.over

    def legal_actions(self, seat: int) -> list[Action]:
        if self._legal_seat != seat:
            self._legal = legal_actions(self._state, seat)
            self._legal_seat = seat
        return self._legal[:]

    def play(self, seat: int, action: Action | str) -> None:
        if isinstance(action, str):
            action = parse_action(action)
        s = self._state
        if self._legal_seat != seat or action not in self._legal:
            refusal = why_not(s, seat, action)
            if refusal is not None:
                raise IllegalActionError(refusal)
        reveals = s.reveals
        self._log.append(seat << 16 | action.id)
        apply(s, seat, action, self._luck)
        self._legal_seat = -1
        if s.reveals != reveals:
            self._floor = len(self._log)
    @property
    def scores(self) -> list[int]:
        return [score(self._state, i) for i in range(len(self._state.players))]

    def clone(self): 
        return self._state.clone()
