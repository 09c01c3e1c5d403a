"""`tiefenthal replay` tells a recorded game move by move, `tiefenthal verify` checks it."""

import textwrap
from pathlib import Path
from typing import Annotated, Final

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.terminal.board import WIDTH, phase_name
from tiefenthal.app.terminal.errors import CommandError, read_text, wrong_option
from tiefenthal.app.terminal.output import say
from tiefenthal.app.terminal.plain import note
from tiefenthal.app.terminal.story import Line, Story
from tiefenthal.engine.chance import Outcome
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import REFERENCE
from tiefenthal.engine.fairness import TAG, CommitmentError, read_commitment
from tiefenthal.engine.fairness import commitment as commitment_of
from tiefenthal.engine.record.notation import Record, RecordError, read_record
from tiefenthal.engine.record.position import PositionError
from tiefenthal.engine.replay import Replay, wrong_scores
from tiefenthal.engine.replay import verify as verify_record
from tiefenthal.engine.rules.luck import WHITE
from tiefenthal.i18n import Catalogue

INDENT: Final = 6


def seat_names(tags: dict[str, str], players: int) -> list[str]:
    """Names of the seats, from the record's tags Seat1 to Seat4 where there are any."""
    names: list[str] = []
    for number in range(1, players + 1):
        tag = tags.get(f"Seat{number}", "")
        names.append(f"{tag.capitalize()} p{number}" if tag else f"p{number}")
    return names


def wrong_record(words: Catalogue, path: Path, error: RecordError | PositionError) -> CommandError:
    """A record that is broken, with the line."""
    if isinstance(error, PositionError):
        return CommandError(f"{path}: {error.words(words)}")
    reason = error.reason(words)
    if not error.line:
        return CommandError(f"{path}: {reason}")
    return CommandError(words.say("record.at", path=str(path), line=error.line, reason=reason))


def edition_words(words: Catalogue, edition: Edition) -> str:
    """An edition by its title; the reference edition has a name in every language."""
    if edition.name == REFERENCE:
        return words.say("start.edition.reference")
    return words.say("terminal.edition", title=edition.title)


def print_line(line: Line, number: int = 0) -> None:
    """A line of a story; decisions carry their number."""
    if line.heading:
        say(f"\n== {line.text} ==", style="bold")
        return
    first = f"{number:>4}  " if number else " " * INDENT
    say("\n".join(textwrap.wrap(line.text, WIDTH, initial_indent=first, subsequent_indent=" " * INDENT)))


class _Window:
    """Prints only what lies in the part asked for."""

    def __init__(self, first: int, only_round: int) -> None:
        self.first = first
        self.only_round = only_round

    def open(self, ply: int, in_round: int) -> bool:
        """Whether a decision in a round is shown."""
        return ply >= self.first and (not self.only_round or in_round == self.only_round)


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    first: Annotated[int, typer.Option("--from", metavar="N", help="Begin with decision N.")] = 1,
    only_round: Annotated[int, typer.Option("--round", metavar="R", help="Only this round; 0 is all.")] = 0,
    language: Language = None,
) -> None:
    """Print a recorded game move by move."""
    words = spoken(language)
    if first < 1:
        raise wrong_option("first-decision", found=first)
    text = read_text(file, "record")
    try:
        record = read_record(text)
        if not 0 <= only_round <= record.edition.rounds:
            raise wrong_option("round", most=record.edition.rounds, found=only_round)
        if first > max(1, len(record.decisions)):
            raise wrong_option("decision", count=len(record.decisions), found=first)
        played = Replay(record)
        _print_game(words, played, _Window(first, only_round))
    except (RecordError, PositionError) as error:
        raise wrong_record(words, file, error) from None


def _print_game(words: Catalogue, played: Replay, window: _Window) -> None:
    record, game = played.record, played.game
    players, modules = words.say("terminal.players", n=record.players), words.say("terminal.modules", n=record.modules)
    edition = edition_words(words, record.edition)
    say(words.say("terminal.replay", players=players, modules=modules, edition=edition), style="bold")
    story = Story(words, game, seat_names(record.tags, record.players))
    if window.open(1, max(1, game.round)) or game.round == window.only_round:
        for line in story.begin():
            print_line(line)
    for entry in played.outcomes:
        if window.open(1, max(1, game.round)) and entry.outcome is not None and entry.outcome[0] == WHITE:
            print_line(Line(_rolled(story, entry.outcome)))
    _tell_rewinds(story, record, 0, window.open(1, max(1, game.round)))
    phase = ""
    while played.at < len(record.entries):
        entry = record.entries[played.at]
        before, decides_in = game.round, game.state.setup.flow.steps[game.state.step].letter
        if entry.action is None:
            played.step()
            continue
        opening = story.opening(entry.seat, entry.action)
        story.events.clear()
        played.step()
        shown = window.open(game.ply, before)
        if shown and decides_in != phase:
            phase = _open_phase(words, decides_in)
        lines = story.told(opening, entry.seat, entry.action)
        numbered = game.ply
        for line in lines:
            if line.evening:
                shown = window.open(game.ply, game.round)
                phase = ""
            if shown and line.phase not in ("", phase):
                phase = _open_phase(words, line.phase)
            if shown:
                print_line(line, numbered)
            numbered = 0
        for after in played.outcomes:
            if shown and after.outcome is not None and after.outcome[0] == WHITE:
                print_line(Line(_rolled(story, after.outcome)))
        _tell_rewinds(story, record, game.ply, shown)
    if not game.over:
        say()
        phase_now = phase_name(words, game.state.setup.flow.steps[game.state.step].letter)
        say(words.say("terminal.replay.ends", n=game.round, phase=phase_now, scores=story.scores()))
    elif record.scores and record.scores != game.scores:
        raise wrong_scores(record, game)


def _tell_rewinds(story: Story, record: Record, move: int, shown: bool) -> None:
    """What was undone here by consent, after it had shown something new."""
    for one in record.rewinds if shown else ():
        if one.move == move:
            decisions = story.words.say("n.decisions", n=one.taken)
            print_line(Line(story.about("happened.undone.seen", one.seat, decisions=decisions), one.seat))


def _rolled(story: Story, outcome: Outcome) -> str:
    _, seat, faces = outcome
    return story.words.say("terminal.replay.white", who=story.names[seat], faces=" ".join(map(str, faces)))


def _open_phase(words: Catalogue, letter: str) -> str:
    say(f"\n-- {phase_name(words, letter)} --", style="bold")
    return letter


def _points(scores: list[int]) -> str:
    return ", ".join(f"p{seat} {points}" for seat, points in enumerate(scores, start=1))


def verify(
    file: Annotated[Path, typer.Argument(help="A record.")],
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment", metavar="HASH", help="The SHA-256 of the seed that was shown when the game began."
        ),
    ] = None,
    language: Language = None,
) -> None:
    """Check that a record obeys the rules, follows from its seed, and that the seed is the one promised."""
    words = spoken(language)
    try:
        promised = None if commitment is None else read_commitment(commitment)
    except CommitmentError as error:
        raise wrong_option("option", option="--commitment", reason=error.words) from None
    text = read_text(file, "record")
    try:
        verdict = verify_record(text, promised)
    except (RecordError, PositionError) as error:
        raise wrong_record(words, file, error) from None
    decisions = words.say("n.decisions", n=verdict.decisions)
    rounds = words.say("terminal.verify.rounds", n=verdict.rounds)
    note(words.say("terminal.verify.obeys", path=str(file), decisions=decisions, rounds=rounds))
    say(words.say("terminal.verify.seed" if verdict.follows_seed else "terminal.verify.no-seed"))
    digests = sum(1 for line in text.splitlines() if line.startswith("#"))
    say(words.say("terminal.verify.digests", n=digests))
    ending = "terminal.verify.over" if verdict.over else "terminal.verify.open"
    say(words.say(ending, points=_points(verdict.scores)))
    record = read_record(text)
    if record.rewinds:
        say(words.say("terminal.verify.rewinds", n=len(record.rewinds), command="`tiefenthal replay`"))
    _tell_promise(words, file, record, verdict.fits_commitment, promised)


def _tell_promise(words: Catalogue, file: Path, record: Record, fits: bool | None, given: str | None) -> None:
    """Say whether the seed is the one promised when the game began; stop when it is not."""
    tag = record.tags.get(TAG)
    if fits:
        say(words.say("terminal.verify.tagged" if given is None else "terminal.verify.given"))
        if given is None:
            say(words.say("terminal.verify.tagged.more", option="--commitment"))
    elif fits is False:
        found = commitment_of(record.seed)
        if given is not None and given != found:
            raise CommandError(words.say("terminal.verify.not-given", path=str(file), found=found, given=given))
        raise CommandError(
            words.say("terminal.verify.not-tagged", path=str(file), found=found, tag=TAG, told=tag or "")
        )
    elif given is not None:
        raise CommandError(words.say("terminal.verify.nothing", path=str(file)))
    elif tag is not None:
        say(words.say("terminal.verify.not-yet"))
