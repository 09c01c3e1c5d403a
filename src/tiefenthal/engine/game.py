"""Game: a state, its record, and undo. The whole public use fits on a page (README)."""

import secrets
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tiefenthal.engine.chance import Outcome, RecordingChance, SeededChance, TapeChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.marks import Checkpoint, Checkpoints, Marks
from tiefenthal.engine.record.notation import DRAWN_ANEW, Record, RecordEntry, Rewind, read_record
from tiefenthal.engine.record.position import digest, position_of, state_from_position
from tiefenthal.engine.record.state_data import StateData, state_data, state_from_data
from tiefenthal.engine.rules.actions import ACTIONS, UNREADY, Action, NotAnActionError, parse_action
from tiefenthal.engine.rules.changes import CHANGES_PLAN
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.play import acting, advance, apply, legal_actions, question_of, rule_of, why_not
from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal, refuse
from tiefenthal.engine.rules.round import begin, make_setup
from tiefenthal.engine.rules.scoring import score, stored, winners
from tiefenthal.engine.rules.state import Event, Setup, State
from tiefenthal.engine.view import SPECTATOR, View, view_of
from tiefenthal.engine.wording.refusals import refusal_words

NOBODY: Final = -(2**40)  # no seat anyone would ask for
MOST_SEATS: Final = 4
_SEATS: Final = [tuple([seat for seat in range(MOST_SEATS) if mask >> seat & 1]) for mask in range(16)]


class Result(NamedTuple):
    """How a game ended."""

    scores: tuple[int, ...]
    stored: tuple[int, ...]
    """Thalers and beer kept, which break ties (G-4)."""
    winners: tuple[int, ...]
    """More than one seat when the victory is shared."""


class Decision(NamedTuple):
    """An open question to a seat."""

    seat: int
    question: str
    """Its name, such as "draft"; `wording` has the sentence."""
    rule: str
    phase: str


class SavedCheckpoint(NamedTuple):
    """A state to replay from, as plain data."""

    at: int
    outcomes: int
    state: StateData
    marks: list[int]


class SavedGame(NamedTuple):
    """A game with seeded luck as plain data: to go on from without playing it again, in the same version of the
    program. The lists in it are the game's own."""

    log: list[int]
    outcomes: list[Outcome]
    state: StateData
    marks: list[int]
    checkpoints: list[SavedCheckpoint]
    due: int
    rewinds: list[Rewind]
    origin: dict[str, Any] | None


class UndoError(ValueError):
    """Undo is not possible: new information has come since, or there is nothing to undo."""


class Game:
    """A game that is played, recorded and undone. Seats are numbered from 0."""

    def __init__(self, state: State, source: Luck, seed: str = "") -> None:
        """Use `new_game`, `Game.from_position` or `Game.from_record`; this takes a state as it is."""
        self.seed: str = seed
        """The seed the luck follows from; empty when it comes from somewhere else."""
        self.tags: dict[str, str] = {}
        """Whatever should stand in the record's head: names, place, date."""
        self.rewinds: list[Rewind] = []
        """What was taken back by consent, in the order it happened; it stays, whatever is undone later."""
        self._log: list[int] = []  # decisions (seat << 16 | action), outcomes (-1 - index)
        self._outcomes: list[Outcome] = []
        self._source: Luck = source
        self._luck: RecordingChance = RecordingChance(source, self._outcomes, self._log)
        self._origin: dict[str, Any] | None = None  # the position the game began with, if not the beginning
        self._state: State = state
        # Asked before every decision, so they lie ready: what is looked up through a property takes several times as
        # long.
        self.to_act: tuple[int, ...] = _SEATS[acting(state)]
        """The seats the game is waiting for; several when all act at once, none when the game is over."""
        self.over: bool = state.over
        """Whether the game has ended."""
        self._legal: list[Action] = []
        self._legal_seat: int = NOBODY  # whose legal actions are kept
        self._changes: list[int] = []
        self._counted: int = -1  # up to which entry of the log changes of plans are counted
        self._marks: Marks = Marks(0)
        self._checkpoints: Checkpoints = Checkpoints()
        self.replayed: int = 0
        """How many decisions were played again to go back."""

    # --- making games

    @staticmethod
    def new(setup: Setup, seed: str, source: Luck | None = None, events: list[Event] | None = None) -> "Game":
        """A new game up to the first decision. Without `source` the luck follows from the seed. `events` listens from
        the very beginning."""
        chance = source if source is not None else SeededChance(seed)
        outcomes: list[Outcome] = []
        log: list[int] = []
        luck = RecordingChance(chance, outcomes, log)
        game = Game(begin(setup, luck, events), chance, seed)
        game._luck, game._outcomes, game._log = luck, outcomes, log
        game._marks = Marks(len(log))
        return game

    @staticmethod
    def from_state(state: State, source: Luck, seed: str = "") -> "Game":
        """Go on from a state of your own (for example from `determinize`); the state is taken over, not copied."""
        game = Game(state, source, seed)
        game._origin = position_of(state)
        advance(state, game._luck)
        game._stand(state)
        game._marks = Marks(len(game._log))
        return game

    @staticmethod
    def from_position(position: dict[str, Any] | str, seed: int | str | None = None) -> "Game":
        """Play on from a position (docs/position.md): a document or its JSON text."""
        text = seed_text(seed)
        layout = SeededChance(f"{text} layout")  # orders the piles the document leaves open
        return Game.from_state(state_from_position(position, luck=layout), SeededChance(text), text)

    @staticmethod
    def from_record(record: Record | str) -> "Game":
        """Replay a record, checking every line. The game can be played on, and rewound to take another course: its luck
        then follows from the seed again. Without a seed it is drawn anew, and the record says so."""
        from tiefenthal.engine.replay import Replay

        return Replay(read_record(record) if isinstance(record, str) else record).to_play_on()

    @staticmethod
    def from_saved(saved: SavedGame, setup: Setup, seed: str) -> "Game":
        """Go on from what `save` gave; the lists are taken over, not copied."""
        source = SeededChance(seed)
        for stream, seat, _ in saved.outcomes:
            source.skip(stream, seat)
        game = Game(state_from_data(saved.state, setup), source, seed)
        game.rewinds = saved.rewinds
        game._origin = saved.origin
        game._log[:] = saved.log
        game._outcomes[:] = saved.outcomes
        game._marks = Marks.from_data(saved.marks)
        kept = [
            Checkpoint(one.at, one.outcomes, state_from_data(one.state, setup), Marks.from_data(one.marks))
            for one in saved.checkpoints
        ]
        game._checkpoints = Checkpoints.of(kept, saved.due)
        return game

    # --- who acts, and on what

    @property
    def players(self) -> int:
        """How many play."""
        return len(self._state.players)

    @property
    def modules(self) -> int:
        """The highest module in play."""
        return self._state.setup.modules

    @property
    def edition(self) -> Edition:
        """The figures in use."""
        return self._state.setup.edition

    @property
    def round(self) -> int:
        """The evening, 1 to 8; 0 during setup."""
        return self._state.round

    @property
    def phase(self) -> str:
        """The step of the round, such as "planning"."""
        return self._state.setup.flow.steps[self._state.step].name

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self._log) - len(self._outcomes)

    @property
    def decisions(self) -> list[Decision]:
        """The open questions, one for each seat in `to_act`."""
        question, rule = question_of(self._state), rule_of(self._state)
        return [Decision(seat, question, rule, self.phase) for seat in self.to_act]

    @property
    def scores(self) -> list[int]:
        """The points of each seat, as if the game ended now."""
        return [score(self._state, seat) for seat in range(len(self._state.players))]

    @property
    def outcome(self) -> Result | None:
        """Who won, once the game is over."""
        s = self._state
        if not s.over:
            return None
        seats = range(len(s.players))
        return Result(
            tuple([score(s, seat) for seat in seats]), tuple([stored(s, seat) for seat in seats]), tuple(winners(s))
        )

    def legal_actions(self, seat: int) -> list[Action]:
        """What the seat can do now, in a stable order."""
        if seat != self._legal_seat:
            self._legal = legal_actions(self._state, seat)
            self._legal_seat = seat
        return self._legal.copy()

    def why_not(self, seat: int, action: Action | str) -> Refusal | None:
        """Why the seat cannot do this now, naming the rule; None if it can."""
        if isinstance(action, str):
            text = action
            try:
                action = parse_action(text)
            except NotAnActionError:
                return refuse(rule_of(self._state), "no-action", text=text[:60])
        return why_not(self._state, seat, action)

    # --- playing

    def play(self, seat: int, action: Action | str, judged: bool = False) -> None:
        """Carry out an action, given as such or as its text. A refused one raises IllegalActionError and changes
        nothing. `judged` is for one who has asked `why_not` just now, and it was None: it is not asked again."""
        if seat == self._legal_seat and action in self._legal:
            accepted = action
        elif judged and isinstance(action, Action):
            accepted = action
        else:
            refusal = self.why_not(seat, action)
            if refusal is not None:
                raise IllegalActionError(refusal, refusal_words(refusal))
            accepted = parse_action(action) if isinstance(action, str) else action
        s = self._state
        reveals = s.reveals
        step = s.step
        evening = s.round
        log = self._log
        log.append(seat << 16 | accepted.id)
        self._legal_seat = NOBODY
        apply(s, seat, accepted, self._luck)
        self.to_act = _SEATS[acting(s) if s.tasks else s.waiting]  # mostly there is no task, and nothing to work out
        at = len(log)
        if s.step != step or s.reveals != reveals:
            self.over = s.over  # with which the last step ends
            self._marks.note(at, s, reveals, step, evening)
            if s.round != evening:  # which begins with a new step
                self._checkpoints.due = at
        if at >= self._checkpoints.due:
            self._checkpoints.keep(at, len(self._outcomes), s, self._marks)

    def changes(self) -> list[int]:
        """How often each seat has changed its plan this evening; what was taken back does not count."""
        if self._counted < self._marks.evening_began:
            self._counted = self._marks.evening_began
            self._changes = [0] * len(self._state.players)
        for entry in self._log[self._counted :]:
            if entry >= 0 and CHANGES_PLAN[entry & 0xFFFF]:
                self._changes[entry >> 16] += 1
        self._counted = len(self._log)
        return self._changes[:]

    def undo(self, seat: int | None = None) -> None:
        """Take back the last decision, or the last one of a seat.

        Free back to the last new information (a draw, a roll, a reveal), never across it. In phases that all play at
        once a seat takes back its own decision and the others' stand; in turn order only the last decision can go.
        """
        at = self._last_entry(seat, self._marks.floor)
        if at < 0:
            raise UndoError("there is nothing to undo: everything before has shown something new")
        state, marks = self._replayed(at)
        kept = [entry for entry in self._log[at + 1 :] if entry >= 0]
        if kept and not state.setup.flow.steps[state.step].simultaneous:
            raise UndoError("others have decided since; in turn order only the last decision can be taken back")
        if kept and self._state.tasks and self._state.step == state.step:
            raise UndoError("what others have decided since has been shown")
        log = self._log[:at]
        for entry in kept:
            who, action = entry >> 16, ACTIONS[entry & 0xFFFF]
            if why_not(state, who, action) is not None:
                raise UndoError("what others have decided since depends on it")
            log.append(entry)
            apply(state, who, action, TapeChance([]))
        self._take_back_luck(at)  # of shuffles nobody has seen
        self._checkpoints.forget_after(at)
        self._go_on_from(state, log, marks)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo(seat)` would work. Nothing is replayed, so it can be asked after every move."""
        at = self._last_entry(seat, self._marks.floor)
        if at < 0:
            return False
        log = self._log
        since = log[at + 1 :]
        if not since:
            return True
        if min(since) < 0 and not self._luck_goes_back(at):
            return False
        if max(since) < 0:
            return True
        # Others have decided since. In turn order that binds. While all play at once everyone decides for their own
        # tavern, so theirs stands. What was decided in a later phase does not: this decision ended the phase before.
        s = self._state
        marks = self._marks
        step, began = s.step, marks.phase_began
        if at < began:
            if began < len(log) and max(log[began:]) >= 0:
                return False
            step, began = marks.last_step, marks.last_began
        elif s.tasks:
            return False
        if at < began or not s.setup.flow.steps[step].simultaneous:
            return False
        # Who takes back that they are not ready after all would have been ready all along, and the phase might have
        # ended before what the others have decided since. Only playing it tells.
        return ACTIONS[log[at] & 0xFFFF].kind != UNREADY or self._undo_works(seat)

    def _undo_works(self, seat: int) -> bool:
        try:
            self.clone().undo(seat)
        except UndoError:
            return False
        return True

    def last_decision(self, seat: int) -> int | None:
        """How many decisions stood before the last one of a seat: what `rewind` needs to take it back. None when the
        seat has decided nothing."""
        at = self._last_entry(seat, 0)
        if at < 0:
            return None
        later = 0
        for entry in self._log[at:]:
            if entry >= 0:
                later += 1
        return self.ply - later

    def rewind(self, decisions: int, by: int | None = None) -> None:
        """Cut the game back to this many decisions, across new information too: for when everyone agrees.

        The luck is taken back with them, so the same luck comes again and the record still follows from its seed. What
        can be undone without asking is what could be undone then. `by` names the seat that asked for it: then it is
        marked in the record.
        """
        made = self.ply
        if not 0 <= decisions <= made:
            raise UndoError(f"{made} decisions have been made; the game cannot go back to {decisions}")
        at = len(self._log)
        while made > decisions:
            at -= 1
            if self._log[at] >= 0:
                made -= 1
        taken = self.ply - decisions
        last = self.rewinds[-1] if self.rewinds else None
        state, marks = self._replayed(at)
        self._take_back_luck(at)
        self._checkpoints.forget_after(at)
        self._go_on_from(state, self._log[:at], marks)
        if by is None:
            return
        if last is not None and last.seat == by and last.move == decisions + taken:
            self.rewinds[-1] = Rewind(decisions, by, last.taken + taken)  # further back, with nothing in between
        else:
            self.rewinds.append(Rewind(decisions, by, taken))

    def _last_entry(self, seat: int | None, floor: int) -> int:
        """Where in the log the last decision of a seat (None: of anyone) stands; -1 if that is before `floor`."""
        log = self._log
        at = len(log) - 1
        while at >= floor:
            entry = log[at]
            if entry >= 0 and (seat is None or entry >> 16 == seat):
                return at
            at -= 1
        return -1

    def _stand(self, state: State) -> None:
        """The game now stands here."""
        self._state = state
        self.to_act = _SEATS[acting(state)]
        self.over = state.over

    def _go_on_from(self, state: State, log: list[int], marks: Marks) -> None:
        """The game now stands here; the listener is kept."""
        listening = self._state.events
        self._state.events = None
        state.events = listening
        self._stand(state)
        self._log[:] = log
        self._marks = marks
        self._legal_seat = NOBODY
        self._counted = -1
        made = self.ply
        for i, one in enumerate(self.rewinds):
            if one.move > made:
                self.rewinds[i] = Rewind(made, one.seat, one.taken)

    def _outcomes_since(self, at: int) -> list[Outcome]:
        return [self._outcomes[-1 - entry] for entry in self._log[at:] if entry < 0]

    def _luck_goes_back(self, at: int) -> bool:
        """Whether all luck since an entry of the log could be taken back; tried with a copy, so nothing changes."""
        drawn = self._outcomes_since(at)
        if not drawn:
            return True
        trial = self._source.copy()
        if trial is self._source:
            return False  # luck that cannot be copied cannot be tried
        for stream, who, _ in reversed(drawn):
            if not trial.take_back(stream, who):
                return False
        return True

    def _take_back_luck(self, at: int) -> None:
        """All luck since an entry of the log counts as not drawn, or UndoError and nothing has changed."""
        if not self._luck_goes_back(at):
            raise UndoError("luck that does not follow from a seed cannot be taken back")
        drawn = self._outcomes_since(at)
        for stream, who, _ in reversed(drawn):
            self._source.take_back(stream, who)
        del self._outcomes[len(self._outcomes) - len(drawn) :]

    def _replayed(self, until: int) -> tuple[State, Marks]:
        """The state before an entry of the log, and the marks as they were then: played again, from the nearest
        checkpoint."""
        log = self._log
        near = self._checkpoints.before(until)
        if near is None:
            tape = TapeChance(self._outcomes)
            state = self._begin_again(tape)
            at = 0
            while at < until and log[at] < 0:
                at += 1
            marks = Marks(at)
        else:
            tape = TapeChance(self._outcomes, begin_at=near.outcomes)
            state = near.state.clone()
            at = near.at
            marks = near.marks.copy()
        while at < until:
            entry = log[at]
            reveals = state.reveals
            step = state.step
            evening = state.round
            apply(state, entry >> 16, ACTIONS[entry & 0xFFFF], tape)
            self.replayed += 1
            at += 1
            while at < until and log[at] < 0:
                at += 1
            marks.note(at, state, reveals, step, evening)
        return state, marks

    def _begin_again(self, luck: Luck) -> State:
        if self._origin is None:
            return begin(self._state.setup, luck)
        state = state_from_position(self._origin, self._state.setup.edition)
        advance(state, luck)
        return state

    # --- looking, copying, keeping

    def listen(self, events: list[Event] | None) -> None:
        """From now on append what happens to `events`; None stops it."""
        self._state.events = events

    @property
    def state(self) -> State:
        """The state itself, for tools that look at everything. Change it only through `play`."""
        return self._state

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; without a seat, what a spectator may."""
        return view_of(self._state, SPECTATOR if seat is None else seat)

    def clone(self) -> "Game":
        """An independent copy that goes on with the same luck."""
        new = Game(self._state.clone(), self._source.copy(), self.seed)
        new.tags = dict(self.tags)
        new.rewinds = self.rewinds[:]
        new._origin = self._origin
        new._log[:] = self._log
        new._outcomes[:] = self._outcomes
        new._marks = self._marks.copy()
        new._checkpoints = self._checkpoints.copy()
        return new

    def save(self) -> SavedGame:
        """The game as plain data, but for its seed, its tags, and what was agreed before it. Write it down before the
        game goes on. Only of a game whose luck follows from its seed."""
        checkpoints = [
            SavedCheckpoint(one.at, one.outcomes, state_data(one.state), one.marks.data())
            for one in self._checkpoints.kept
        ]
        return SavedGame(
            self._log,
            self._outcomes,
            state_data(self._state),
            self._marks.data(),
            checkpoints,
            self._checkpoints.due,
            self.rewinds,
            self._origin,
        )

    @property
    def outcomes(self) -> list[Outcome]:
        """Every outcome of chance so far."""
        return self._outcomes[:]

    def outcomes_from(self, number: int) -> list[Outcome]:
        """Those of them from this one on, counted from 0."""
        return self._outcomes[number:]

    def position(self) -> dict[str, Any]:
        """The whole state as a JSON document (docs/position.md)."""
        return position_of(self._state)

    @property
    def digest(self) -> str:
        """A short name of the whole position: equal positions have equal digests."""
        return digest(self._state)

    @property
    def record(self) -> str:
        """The game so far as text (docs/notation.md)."""
        return str(self.write_down())

    def write_down(self) -> Record:
        """The game so far as a `Record`, for those who want its parts."""
        record = self.blank_record()
        for _ in self.writing(record):
            pass
        return record

    def blank_record(self) -> Record:
        """A record of this game with nothing in it yet but its head."""
        setup = self._state.setup
        record = Record(setup.players, setup.modules, setup.edition, self.seed, setup.rules)
        record.tags = dict(self.tags)
        record.rewinds = self.rewinds[:]
        record.position = self._origin
        self._tag_new_luck(record)
        return record

    def _tag_new_luck(self, record: Record) -> None:
        """Say in the record from which decision on luck was drawn anew, because what was read had none for it."""
        if not isinstance(self._source, TapeChance) or self._source.anew_from < 0:
            return
        drawn = self._source.anew_from
        decisions = self._log.index(-1 - drawn) - drawn
        before = record.tags.get(DRAWN_ANEW, "")
        if not before.isdecimal() or int(before) > decisions:
            record.tags[DRAWN_ANEW] = str(decisions)

    def writing(self, record: Record) -> Iterator[None]:
        """Write the game so far into a blank record, one decision at a time: for those who have others to attend to
        meanwhile."""
        tape = TapeChance(self._outcomes)
        state = self._begin_again(tape)
        where = (-1, -1)
        evening = 0
        made = 0
        notes = self._rewind_notes()
        for entry in self._log:
            if entry < 0:
                record.entries.append(RecordEntry(0, outcome=self._outcomes[-1 - entry]))
                continue
            record.entries.extend(notes.get(made, []))
            made += 1
            if evening and state.round != evening:
                record.entries.append(RecordEntry(0, digest=digest(state)))
            evening = state.round
            if where != (state.round, state.step):
                where = (state.round, state.step)
                record.entries.append(RecordEntry(0, comment=self._heading(state)))
            record.entries.append(RecordEntry(0, seat=entry >> 16, action=ACTIONS[entry & 0xFFFF]))
            apply(state, entry >> 16, ACTIONS[entry & 0xFFFF], tape)
            yield
        record.entries.extend(notes.get(made, []))
        if evening and (state.over or state.round != evening):
            record.entries.append(RecordEntry(0, digest=digest(state)))
        if state.over:
            record.scores = self.scores

    def _rewind_notes(self) -> dict[int, list[RecordEntry]]:
        """Comments for the record, by how many decisions stand before them: where some were taken back."""
        notes: dict[int, list[RecordEntry]] = {}
        for one in self.rewinds:
            what = "a decision" if one.taken == 1 else f"{one.taken} decisions"
            words = f"p{one.seat + 1} took back {what} here, after something new had been shown"
            notes.setdefault(one.move, []).append(RecordEntry(0, comment=words))
        return notes

    def _heading(self, state: State) -> str:
        """A comment for the record: round, phase, who begins."""
        step = state.setup.flow.steps[state.step]
        return f"round {state.round}, {step.letter} {step.name}, p{state.start_player + 1} begins"

    def __repr__(self) -> str:
        where = "over" if self.over else f"round {self.round}, {self.phase}"
        return f"<Game of {self.players}, modules {self.modules}: {where}, scores {self.scores}>"


def seed_text(seed: int | str | None) -> str:
    """The seed as it stands in records; a fresh one from the system's generator when none is given."""
    return secrets.token_hex(16) if seed is None else str(seed)


def new_game(
    players: int = 2, modules: int = 1, seed: int | str | None = None, edition: Edition | str | None = None
) -> Game:
    """Begin a game: 2 to 4 players, modules 1 to `modules`, any edition (default: the reference edition)."""
    figures = edition if isinstance(edition, Edition) else load_edition(edition)
    return Game.new(make_setup(players, modules, figures), seed_text(seed))
