"""Playing a record line by line, and verifying it: the rules, the outcomes, the digests, the scores."""

from functools import partial
from typing import NamedTuple

from tiefenthal.engine.chance import ChanceError, SeededChance, TapeChance
from tiefenthal.engine.fairness import TAG, CommitmentError, fits, read_commitment
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.notation import SCORES, Record, RecordEntry, RecordError, read_record
from tiefenthal.engine.record.position import PositionError, digest, state_from_position
from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.i18n import Catalogue


class Replay:
    """A record being played. `game` is the game after the entries before `at`."""

    def __init__(self, record: Record) -> None:
        self.record: Record = record
        self._entries: list[RecordEntry] = [entry for entry in record.entries if not entry.comment]
        self.at: int = 0
        self._drawn: int = 0  # outcomes before `at`
        after: SeededChance | None = None
        if record.seed:
            after = SeededChance(record.seed)
            for stream, seat, _ in record.outcomes:
                after.skip(stream, seat)
        self._tape: TapeChance = TapeChance(record.outcomes, after)
        self._outcome_lines: list[int] = [entry.line for entry in self._entries if entry.outcome is not None]
        self._last: list[RecordEntry] = []
        self.game: Game = self._open()

    def _open(self) -> Game:
        record = self.record
        try:
            if record.position is None:
                setup = make_setup(record.players, record.modules, record.edition, record.rules)
                game = Game.new(setup, record.seed, self._tape)
            else:
                state = state_from_position(record.position, record.edition)
                game = Game.from_state(state, self._tape, record.seed)
        except ChanceError as error:
            raise RecordError(self._outcome_line(), error.code, **error.values) from None
        except PositionError as error:
            raise RecordError(0, "position-broken", error.words) from None
        game.tags = dict(record.tags)
        game.rewinds = record.rewinds[:]
        self._pass_outcomes()
        return game

    def _outcome_line(self) -> int:
        """The line of the outcome that is due."""
        if self._tape.played < len(self._outcome_lines):
            return self._outcome_lines[self._tape.played]
        return self._entries[-1].line if self._entries else 0

    def _pass_outcomes(self) -> None:
        """The outcomes just used must be the lines that follow."""
        entries = self._entries
        start = self.at
        while self.at < len(entries) and entries[self.at].outcome is not None:
            self.at += 1
        self._drawn += self.at - start
        drawn = self._drawn
        if drawn > self._tape.played:
            line = self._outcome_lines[self._tape.played]
            raise RecordError(line, "outcome-unasked")
        if drawn < self._tape.played:
            if self._tape.played > len(self._outcome_lines) or self.at >= len(entries):
                line = entries[self.at - 1].line if entries and self.at else 0
                raise RecordError(line, "outcomes-end")
            raise RecordError(entries[self.at].line, "outcome-before")
        self._last = entries[start : self.at]

    def step(self) -> RecordEntry | None:
        """Play the next decision or check the next digest; None at the end of the record."""
        entries = self._entries
        if self.at == len(entries):
            return None
        entry = entries[self.at]
        self.at += 1
        if entry.action is None:
            found = digest(self.game.state)
            if entry.digest != found:
                raise RecordError(entry.line, "digest", digest=entry.digest, found=found)
            return entry
        try:
            self.game.play(entry.seat, entry.action)
        except IllegalActionError as error:
            move = f"p{entry.seat + 1} {entry.action.text}"
            raise RecordError(entry.line, "refused", partial(_refused, error.refusal), move=move) from None
        except ChanceError as error:
            raise RecordError(self._outcome_line(), error.code, **error.values) from None
        self._pass_outcomes()
        return entry

    @property
    def outcomes(self) -> list[RecordEntry]:
        """The outcomes of the decision just played."""
        return self._last

    def to_play_on(self) -> Game:
        """Play what is left; the game can then be rewound, and go on differently than was recorded."""
        game = self.to_the_end()
        self._tape.play_on()
        return game

    def to_the_end(self) -> Game:
        """Play what is left."""
        while self.step() is not None:
            pass
        if self.record.scores and self.game.over and self.game.scores != self.record.scores:
            raise wrong_scores(self.record, self.game)
        if self.record.scores and not self.game.over:
            raise RecordError(0, "scores-early", tag=SCORES)
        return self.game


def wrong_scores(record: Record, game: Game) -> RecordError:
    """The scores of a record are not those its game ends with."""
    return RecordError(0, "scores-other", tag=SCORES, scores=str(record.scores), found=str(game.scores))


def _refused(refusal: Refusal, words: Catalogue) -> str:
    return f"{refusal_words(refusal, words)} ({refusal.rule})"


class Verdict(NamedTuple):
    """What `verify` found."""

    decisions: int
    rounds: int
    over: bool
    follows_seed: bool | None
    """None when the record has no seed to compare with."""
    scores: list[int]
    fits_commitment: bool | None = None
    """Whether the seed is the one promised (docs/fair-dice.md); None when nothing was promised, or without a seed."""


def verify(text: str, commitment: str | None = None) -> Verdict:
    """Check a record: every decision obeys the rules, every outcome follows from the seed, digests and scores hold.

    The seed is compared with the commitment in the record's tag, and with the one given as well, if there is one: a
    record can be rewritten with any tag; a note made when the game began cannot be changed.

    Raises RecordError with the first wrong line, and CommitmentError if the given text is not a commitment.
    """
    promised = [read_commitment(commitment)] if commitment is not None else []
    record = read_record(text)
    promised += _promised(record)
    replay = Replay(record)
    game = replay.to_the_end()
    follows: bool | None = None
    if record.seed:
        _compare_with_seed(record, game)
        follows = True
    return Verdict(game.ply, game.round, game.over, follows, game.scores, fits(record.seed, promised))


def _promised(record: Record) -> list[str]:
    """The commitment the record carries."""
    tag = record.tags.get(TAG)
    if tag is None:
        return []
    try:
        return [read_commitment(tag)]
    except CommitmentError as error:
        raise RecordError(0, "commitment-broken", error.words, tag=TAG) from None


def _compare_with_seed(record: Record, game: Game) -> None:
    """Play the same decisions with the luck of the seed; the first outcome that differs is wrong."""
    seeded = SeededChance(record.seed)
    if record.position is None:
        setup = make_setup(record.players, record.modules, record.edition, record.rules)
        again = Game.new(setup, record.seed, seeded)
    else:
        again = Game.from_state(state_from_position(record.position, record.edition), seeded, record.seed)
    lines = [entry.line for entry in record.entries if entry.outcome is not None]
    recorded = record.outcomes
    checked = 0
    decisions = record.decisions
    for made in range(len(decisions) + 1):
        for index, outcome in enumerate(again.outcomes_from(checked), checked):
            if outcome != recorded[index]:
                raise RecordError(lines[index], "not-from-seed")
            checked += 1
        if made < len(decisions):
            again.play(decisions[made][0], decisions[made][1])
    assert checked == len(lines)
    assert game.ply == again.ply
