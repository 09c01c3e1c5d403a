"""The game in the terminal: from the options of `tiefenthal play --terminal` to you and bots at a table."""

from pathlib import Path
from typing import Final

from tiefenthal.app.cli.editions import edition_from
from tiefenthal.app.cli.engine import tell_of_build
from tiefenthal.app.cli.positions import wrong_position
from tiefenthal.app.cli.records import wrong_record
from tiefenthal.app.cli.setting import bot_list, check_bot, checked_seed, checked_setup, players_for
from tiefenthal.app.terminal.errors import check_writable, read_text, wrong_option
from tiefenthal.app.terminal.session import Session
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.record.notation import RecordError
from tiefenthal.engine.record.position import PositionError
from tiefenthal.i18n import Catalogue
from tiefenthal.players.bots import Bot, make_bot

DEFAULT_BOT: Final = "greedy"
YOU: Final = "human"


def play_in_terminal(
    players: int | None,
    modules: int | None,
    bots: str,
    seed: str | None,
    edition: Path | None,
    seat: int | None,
    record: Path | None,
    resume: Path | None,
    position: Path | None,
    words: Catalogue,
) -> None:
    """Play a new game, a saved one, or on from a position."""
    begun = resume or position
    if resume is not None and position is not None:
        raise wrong_option("both", first="--resume", second="--position")
    if begun is not None and (players is not None or modules is not None or edition is not None):
        raise wrong_option("from-file", path=str(begun))
    if resume is not None and seed is not None:
        raise wrong_option("seed-from-file", path=str(resume))
    if record is not None:
        check_writable(record)
        if record.exists() and record != resume:
            raise wrong_option("record-there", path=str(record))
    checked_seed(seed)
    if resume is not None:
        game = _resumed(words, resume)
    elif position is not None:
        game = _from_position(words, position, seed)
    else:
        game = _new(players, modules, bots, seed, edition)
    names, mine = _seats(game, bots, seat)
    for number, name in enumerate(names, start=1):
        game.tags[f"Seat{number}"] = name
    opponents: dict[int, Bot] = {}
    for other, name in enumerate(names):
        if other != mine:
            opponents[other] = make_bot(name, f"{game.seed}/{other}")
    tell_of_build(words)
    Session(words, game, mine, opponents, record or resume).run()


def _new(players: int | None, modules: int | None, bots: str, seed: str | None, edition: Path | None) -> Game:
    if players is None:
        players = players_for(bots) or 2
    figures = edition_from(edition)
    modules = 1 if modules is None else modules
    checked_setup(players, modules, figures)
    return new_game(players, modules, seed, figures)


def _resumed(words: Catalogue, path: Path) -> Game:
    try:
        game = Game.from_record(read_text(path, "record"))
    except (RecordError, PositionError) as error:
        raise wrong_record(words, path, error) from None
    if game.over:
        raise wrong_option("game-over", path=str(path), command=f"tiefenthal replay {path}")
    return game


def _from_position(words: Catalogue, path: Path, seed: str | None) -> Game:
    try:
        game = Game.from_position(read_text(path, "position"), seed)
    except PositionError as error:
        raise wrong_position(words, path, error) from None
    if game.over:
        raise wrong_option("game-over", path=str(path), command=f"tiefenthal position {path}")
    return game


def _seats(game: Game, bots: str, seat: int | None) -> tuple[list[str], int]:
    """Who sits where, and which seat is yours: from the record if it says so, else from the options."""
    tags = [game.tags.get(f"Seat{number}", "") for number in range(1, game.players + 1)]
    if seat is None:
        seat = tags.index(YOU) + 1 if YOU in tags else 1
    if not 1 <= seat <= game.players:
        raise wrong_option("seat", most=game.players, seat=seat)
    mine = seat - 1
    if bots:
        others = bot_list(bots, game.players - 1)
    else:
        others = [tag if tag and tag != YOU else DEFAULT_BOT for number, tag in enumerate(tags) if number != mine]
        for name in others:
            check_bot(name)
    return [*others[:mine], YOU, *others[mine:]], mine
