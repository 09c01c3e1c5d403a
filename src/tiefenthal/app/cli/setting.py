"""Options that several commands share: players, modules, bots, seed; checked, with messages that say what to do."""

from tiefenthal.app.terminal.errors import BAD_OPTION, CommandError, bad_option, wrong_option
from tiefenthal.engine.components import Edition
from tiefenthal.engine.components.boards import MOST_PLAYERS
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.i18n.errors import Worded
from tiefenthal.players.bots import UnknownBotError, bot_names, make_bot

LONGEST_SEED = 200


def checked_setup(players: int, modules: int, edition: Edition) -> None:
    """Refuse a number of players or modules the game does not have."""
    try:
        make_setup(players, modules, edition)
    except ValueError:
        raise wrong_option("setup", most=MOST_PLAYERS, last=5, players=players, modules=modules) from None


def checked_setups(players: str, modules: str, edition: Edition) -> tuple[list[int], list[int]]:
    """All combinations of players and modules from two lists such as "2,4" and "1,5"."""
    counts = _numbers(players, "--players 2,4")
    highest = _numbers(modules, "--modules 1,5")
    for count in counts:
        for module in highest:
            checked_setup(count, module, edition)
    return counts, highest


def _numbers(text: str, example: str) -> list[int]:
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise bad_option(f"{text!r} is not a list of numbers; give {example}") from None
    return list(dict.fromkeys(found))


def checked_games(games: int) -> None:
    """Refuse a number of games below 1."""
    if games < 1:
        raise bad_option(f"at least one game must be played, not {games}; give --games 1 or more")


def checked_seed(seed: str | None) -> str | None:
    """A seed is any word of printable letters."""
    if seed is not None and not (seed.strip() and seed.isprintable() and len(seed) <= LONGEST_SEED):
        raise wrong_option("seed", most=LONGEST_SEED)
    return seed


def players_for(bots: str) -> int | None:
    """How many play when several bots are named one by one; None when the list does not say."""
    named = len([name for name in bots.split(",") if name.strip()])
    return named + 1 if named > 1 else None


def bot_list(text: str, needed: int) -> list[str]:
    """The bots of a list such as "greedy,random"; one alone stands for all."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if not names:
        raise wrong_option("no-bots", bots=", ".join(bot_names()))
    for name in names:
        check_bot(name)
    if len(names) == 1:
        names *= needed
    if len(names) != needed:
        raise wrong_option("bots-seats", count=len(names), seats=needed)
    return names


def check_bot(name: str) -> None:
    """Refuse an unknown bot."""
    try:
        make_bot(name, 0)
    except UnknownBotError as error:
        raise CommandError(error.words, BAD_OPTION) from None
    except ValueError as error:
        reason = error.words if isinstance(error, Worded) else str(error)
        raise wrong_option("bot-unusable", bot=repr(name), reason=reason) from None
