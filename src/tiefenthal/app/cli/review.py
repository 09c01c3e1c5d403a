"""`tiefenthal review`: the review of a recorded game."""

import textwrap
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tiefenthal.app.cli.analyse import Budget, check_budget
from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.cli.progress import INTERRUPTED, bar, checked_jobs
from tiefenthal.app.cli.records import seat_names, wrong_record
from tiefenthal.app.terminal.board import WIDTH
from tiefenthal.app.terminal.errors import CommandError, cannot, read_text
from tiefenthal.app.terminal.output import new_table, say, show
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.record.notation import RecordError
from tiefenthal.engine.record.position import PositionError
from tiefenthal.engine.rules.actions import READY_NOW
from tiefenthal.engine.rules.phases import PLANNING
from tiefenthal.i18n import Catalogue, Value

if TYPE_CHECKING:
    from tiefenthal.players.analysis.data import GradedDecision, Review, SeatReview
    from tiefenthal.players.analysis.review import Reviewer

INDENT: Final = "   "


def review(
    file: Annotated[Path, typer.Argument(help="A record.")],
    budget: Budget = 25,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same review.")] = "0",
    jobs: Annotated[int | None, typer.Option("--jobs", help="Processes. [default: as many as there are cores]")] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON (docs/analysis.md).")] = False,
    language: Language = None,
) -> None:
    """Look back on a recorded game: chances, luck, and what each decision cost."""
    words = spoken(language)
    check_budget(budget)
    processes = checked_jobs(jobs)
    text = read_text(file, "record")
    from tiefenthal.players.analysis.data import as_json
    from tiefenthal.players.analysis.processes import ReviewError, review_in_processes
    from tiefenthal.players.analysis.review import Reviewer
    from tiefenthal.players.workers import WorkersError

    try:
        reviewer = Reviewer(text, budget, seed)
        if not reviewer.units():
            raise cannot("nothing-decided", path=str(file))
        with bar(words.say("review.evening").lower()) as progress:
            found = review_in_processes(text, budget, seed, processes, progress)
    except (RecordError, PositionError) as error:
        raise wrong_record(words, file, error) from None
    except ReviewError as error:
        raise CommandError(error.words) from None
    except WorkersError as error:
        raise CommandError(str(error)) from None
    if json:
        note(as_json(found))
    else:
        show_review(words, reviewer, found)
    if not found.complete:
        raise typer.Exit(INTERRUPTED)


def show_review(words: Catalogue, reviewer: "Reviewer", found: "Review") -> None:
    """All of it, in words and tables."""
    players, modules = words.say("terminal.players", n=found.players), words.say("terminal.modules", n=found.modules)
    say(words.say("review.head", players=players, modules=modules, budget=found.budget), style="bold")
    if not found.complete:
        seen = {(one.round, one.seat) for one in found.decisions}
        say(words.say("review.interrupted", done=len(seen), wanted=len(reviewer.units())))
    names = seat_names(reviewer.moments.record.tags, found.players)
    _chances(words, names, found)
    _skill_and_luck(words, names, found)
    _losses(words, names, found)
    for seat in found.seats:
        _costliest(words, reviewer, names[seat.seat], seat)


def _chances(words: Catalogue, names: list[str], found: "Review") -> None:
    say()
    table = new_table(words.say("review.chances"))
    table.add_column(words.say("review.evening"))
    for standing in found.standings:
        table.add_column(str(standing.round) if standing.round else words.say("review.beginning"), justify="right")
    for seat, name in enumerate(names):
        table.add_row(name, *[words.number(100 * standing.chances[seat]) for standing in found.standings])
    show(table)


def _skill_and_luck(words: Catalogue, names: list[str], found: "Review") -> None:
    table = new_table(words.say("review.seats"))
    table.add_column(words.say("review.seat"))
    for key in ("review.points", "review.accuracy", "review.given-away", "review.cards", "review.dice"):
        table.add_column(words.say(key), justify="right")
    for seat in found.seats:
        own = [one for one in found.luck if one.seat == seat.seat]
        table.add_row(
            names[seat.seat],
            str(seat.score),
            words.number(seat.accuracy[0].accuracy),
            words.number(seat.cost, decimals=1),
            words.number(sum(one.cards for one in own), signed=True),
            words.number(sum(one.dice for one in own), signed=True),
        )
    show(table)
    say("\n".join(textwrap.wrap(words.say("rv.skill.about"), WIDTH)))
    say()


def _losses(words: Catalogue, names: list[str], found: "Review") -> None:
    """Where the points were lost. The phases add up to all of them, and so do the parts of the game."""
    table = new_table(words.say("review.parts"))
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    kinds = list(dict.fromkeys([one.of for seat in found.seats for one in seat.accuracy[1:]]))
    for kind in [*kinds, found.seats[0].accuracy[0].of]:
        row = [words.say(f"rv.of.{kind.replace(' ', '-')}")]
        for seat in found.seats:
            of = next((one for one in seat.accuracy if one.of == kind), None)
            row.append(words.number(of.cost, decimals=1) if of is not None else "")
        table.add_row(*row)
    show(table)


def _costliest(words: Catalogue, reviewer: "Reviewer", name: str, seat: "SeatReview") -> None:
    if not seat.costliest:
        say(words.say("review.nothing-costly", who=name))
        return
    say()
    say(words.say("review.costliest", who=name), style="bold")
    for costly in seat.costliest:
        _decision(words, reviewer, costly.decision)


def _decision(words: Catalogue, reviewer: "Reviewer", one: "GradedDecision") -> None:
    from tiefenthal.players.analysis.words import reasons_words, steps_words

    values: dict[str, Value] = {
        "grade": words.say(f"grade.{one.grade}"),
        "phase": words.say(f"rv.of.{one.phase.replace(' ', '-')}"),
        "points": words.number(one.cost, decimals=1),
        "n": float(one.cost),
    }
    if one.round:
        head = words.say("review.decision", round=one.round, **values)
    else:
        head = words.say("review.decision-setup", **values)
    say(f" • {head} {words.say('review.at', ply=one.ply + 1)}")
    state = reviewer.state_before(one)
    played = steps_words(words, state, one.seat, one.played)
    better = steps_words(words, state, one.seat, plan_of(one.best) if one.phase == PLANNING else one.best)
    # A turn has many actions, and most of them are the same in both.
    for key, steps, others in (("review.was-played", played, better), ("review.better", better, played)):
        only = list((Counter(steps) - Counter(others)).elements()) or steps
        _print(words.say(key, actions=" · ".join(only)))
    keys = ("analysis.instead", "analysis.played")
    for sentence in reasons_words(words, state.setup.edition, one.reasons, *keys):
        _print(sentence)


def plan_of(actions: list[str]) -> list[str]:
    """The part of a turn that is planned."""
    ready = READY_NOW.text
    return actions[: actions.index(ready) + 1] if ready in actions else actions


def _print(text: str) -> None:
    say("\n".join(textwrap.wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)))
