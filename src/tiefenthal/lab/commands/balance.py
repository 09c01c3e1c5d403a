"""`tiefenthal balance`: what the games of a bot against itself show about the game."""

import shlex
from pathlib import Path
from typing import Annotated, Final

import typer

from tiefenthal.app.cli.editions import edition_from
from tiefenthal.app.cli.progress import INTERRUPTED, checked_jobs, games_bar
from tiefenthal.app.cli.setting import check_bot, checked_games, checked_seed, checked_setups
from tiefenthal.app.terminal.errors import CommandError, bad_option, reason_of
from tiefenthal.app.terminal.output import say
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.lab.arena import ResultsError, WorkersError
from tiefenthal.lab.arena.balance import WHOLE, Balance, part_file
from tiefenthal.lab.arena.balance import balance as play_balance
from tiefenthal.lab.arena.balance_report import PAGE, SUMMARY, write_balance
from tiefenthal.lab.arena.balance_sheets import order_sheet, score_sheet
from tiefenthal.lab.arena.target_sheets import target_sheet
from tiefenthal.lab.commands.arena import checked_folder, show_sheet

MOST_FAILURES_SHOWN: Final = 5
MANY: Final = 2000
"""Games whose report takes more than a few seconds."""


def balance(
    bot: Annotated[
        str, typer.Argument(help="The bot; the stronger it is, the more the report tells.", metavar="[BOT]")
    ] = "hasty",
    out: Annotated[
        Path, typer.Option("--out", help="A folder for the report; the same command continues where it stopped.")
    ] = Path("balance"),
    players: Annotated[str, typer.Option("--players", help="2 to 4, or several.")] = "2,3,4",
    modules: Annotated[str, typer.Option("--modules", help="Play modules 1 to this; or several.")] = "1,2,3,4,5",
    games: Annotated[int, typer.Option("--games", help="How many games for each set-up.")] = 200,
    seed: Annotated[str | None, typer.Option("--seed", help="The same seed gives the same luck.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", help="Processes. [default: as many as there are cores]")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", help="Play on the Ray cluster at this address; local starts one here.")
    ] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="An edition file of your own.")] = None,
    part: Annotated[
        str, typer.Option("--part", help="Play 2/5, the second of five parts; without, all parts in the folder join.")
    ] = "1/1",
) -> None:
    """Is it a good game, and what wins in it? From many games of a strong bot, and of bots that play like people."""
    figures = edition_from(edition)
    counts, highest = checked_setups(players, modules, figures)
    checked_games(games)
    processes = checked_jobs(jobs)
    checked_seed(seed)
    name = bot.strip().lower()
    check_bot(name)
    chosen = _part(part, seed)
    checked_folder(out)
    try:
        with games_bar() as update:
            found = play_balance(name, counts, highest, games, seed, processes, out, ray, figures, update, chosen)
    except (ResultsError, WorkersError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {reason_of(error)}") from None
    words = ["tiefenthal", "balance", name, "--players", players, "--modules", modules, "--games", str(games)]
    words += ["--seed", found.seed, *(["--edition", edition.name] if edition is not None else [])]
    if chosen != WHOLE:
        _say_how_many(found)
        note(
            f"Written to {out / part_file(chosen)}; all parts in a folder are joined by the same command without --part"
        )
    else:
        _report(found, out, shlex.join(words))
    for lost in found.failures[:MOST_FAILURES_SHOWN]:
        complain(f"game {lost.number + 1} (seed {lost.failure.seed}) could not be finished: {lost.failure.error}")
    if len(found.failures) > MOST_FAILURES_SHOWN:
        complain(f"and {len(found.failures) - MOST_FAILURES_SHOWN} more games could not be finished")
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.failures:
        raise typer.Exit(1)


def _part(text: str, seed: str | None) -> tuple[int, int]:
    """The numbers in `2/5`."""
    number, _, parts = text.partition("/")
    if not (number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise bad_option(f"{text!r} is no part; give --part 2/5 for the second of five")
    if int(parts) > 1 and seed is None:
        raise bad_option("all parts need the same seed; give --seed")
    return int(number), int(parts)


def _say_how_many(found: Balance) -> None:
    early = ", stopped early" if found.interrupted else ""
    say(
        f"{len(found.stories):,} of {found.wanted:,} games{early}: {found.bot} in every seat, edition "
        f"{found.edition.name}, seed {found.seed}",
        style="bold",
    )


def _report(found: Balance, out: Path, command: str) -> None:
    if len(found.stories) >= MANY:
        note("Working out the report")
    try:
        write_balance(found, out, command)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {reason_of(error)}") from None
    _say_how_many(found)
    _show(found)
    note(f"Report written to {out / PAGE}, summary to {out / SUMMARY}")


def _show(found: Balance) -> None:
    if not found.stories:
        say("No game was finished, so there is nothing to report.")
        return
    targets = target_sheet(found)
    show_sheet(targets, targets.title)
    scores, order = score_sheet(found), order_sheet(found)
    show_sheet(scores.only("players", "modules", "games", "winner", "deviation"), scores.title)
    show_sheet(order.only("players", "modules", "place", "won", "fair"), order.title)
    say("Sources, start cards, entertainers, upgrades, guests, cards and ways to win are in the report.")
