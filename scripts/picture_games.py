"""Games that stand at the moments worth a picture, the same at every run: found by playing fixed seeds with bots, and
laid into a server's data folder as the logs of its tables.

No server takes a seed from outside, so the tables are written before it starts; from then on it treats them like any
other.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.kinds import SAFE_AREA, STORAGE_AREA
from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.bots import make_bot
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.folder import open_folder
from tiefenthal.server.store.sqlite import open_sqlite
from tiefenthal.server.tables import log
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Table

TOKEN: Final = "picture-session-".ljust(43, "0")
"""The cookie of the person in the pictures. The server they are taken from is gone when they are taken."""

MOST_SEEDS: Final = 120
NAMES: Final = ("Anna", "Magda", "Bruno", "Greta")
BOTS: Final = ("innkeeper", "journeyman", "apprentice")
CHAT: Final = (
    (1, "Good evening! Is the fisherman still free?"),
    (0, "He has just gone to the counter."),
    (1, "Then I take the pedlar. Cheers!"),
)


class NoSuchMomentError(Exception):
    """No game among those tried comes to this moment."""


class Moment(NamedTuple):
    """A moment of a game, seen from the first seat."""

    name: str
    players: int
    modules: int
    here: Callable[[Game], bool]
    seats: str = "bots"
    """Who sits at the other seats: `bots`, `friends` at their own screens, or `here` at the same one."""
    watched: int = 0
    """Whose decision it is: 0, or another seat while the first one waits."""
    chat: bool = False
    after: tuple[log.Entry, ...] = ()
    """What happened at the table besides the game."""


class Found(NamedTuple):
    """A game that stands at a moment."""

    moment: Moment
    game: Game
    decisions: list[tuple[int, str]]


def can(game: Game, kind: int, seat: int = 0) -> bool:
    """Whether the seat may do something of this kind."""
    return any(action.kind == kind for action in game.legal_actions(seat))


def choices(game: Game) -> set[str]:
    """What the first seat may do, as texts."""
    return {action.text for action in game.legal_actions(0)}


def evening(game: Game, first: int, last: int = 8) -> bool:
    """Whether it is one of these evenings."""
    return first <= game.round <= last


def busy_serving(game: Game) -> bool:
    """A serving that has something for every button (dice, wares, an upgrade, a guest), in an inn that has grown."""
    p = game.state.players[0]
    every = (kinds.USE, kinds.BUY, kinds.UPGRADE, kinds.RECRUIT, kinds.END)
    if not (evening(game, 5, 6) and all(can(game, kind) for kind in every)):
        return False
    placed = {face for face, place in zip(p.faces, p.places, strict=True) if place >= 0}
    return len(placed) > 2 and p.upgraded.bit_count() > 1 and sum(map(bool, p.drawn)) > 3 and p.nobles > 0


def special_offer(game: Game) -> bool:
    """An upgrade that can be had for a card returned, and whole."""
    texts = [action.text.split() for action in game.legal_actions(0) if action.kind == kinds.UPGRADE]
    return evening(game, 3) and any(len(text) == 3 and text[:2] in texts for text in texts)


def about_to_lose(game: Game) -> bool:
    """Ending now would lose thalers and leave a die unused."""
    p = game.state.players[0]
    full = p.thalers > store(game.state, 0, SAFE_AREA) + 1 and p.beer > store(game.state, 0, STORAGE_AREA)
    return can(game, kinds.END) and full and evening(game, 2)


def full_house(game: Game) -> bool:
    """Everyone may be sent home, and there are staff to see."""
    return can(game, kinds.AGAIN) and evening(game, 4) and sum(map(bool, game.state.players[0].drawn)) >= 4


def second_pick(game: Game) -> bool:
    """In the draft, with one die taken and three different ones to choose from."""
    return evening(game, 4) and can(game, kinds.TAKE) and len(set(game.state.players[0].coaster)) == 3


def half_planned(game: Game) -> bool:
    """Two dice stand, three different ones are left."""
    p = game.state.players[0]
    if game.phase != "planning" or not evening(game, 4, 6) or 0 not in game.to_act:
        return False
    tray = {face for face, place in zip(p.faces, p.places, strict=True) if place < 0}
    return sum(place >= 0 for place in p.places) == 2 and len(tray) == 3 and p.dishwashers > 0


def crowded(game: Game) -> bool:
    """A tavern as full as it gets."""
    p = game.state.players[0]
    return evening(game, 7) and can(game, kinds.USE) and p.tables >= 5 and sum(p.drawn) >= 5


def signed(game: Game) -> bool:
    """A guest book with something in it, while serving."""
    return (
        evening(game, 6) and can(game, kinds.END) and can(game, kinds.RECRUIT) and sum(game.state.players[0].book) > 3
    )


def won(game: Game) -> bool:
    """The game is over, and the first seat has won it by a little."""
    if not game.over:
        return False
    first, second = sorted(game.scores, reverse=True)[:2]
    return game.scores[0] == first and 0 < first - second < 15


MOMENTS: Final = (
    Moment("start-cards", 3, 5, lambda game: can(game, kinds.START)),
    Moment("dismiss", 3, 5, lambda game: can(game, kinds.DISMISS)),
    Moment("summer", 3, 1, lambda game: can(game, kinds.CHOOSE) and evening(game, 5)),
    Moment("entertainers", 3, 3, lambda game: "choose side-1" in choices(game)),
    Moment("free-upgrade", 3, 2, lambda game: can(game, kinds.FLIP)),
    Moment("arrival", 3, 3, full_house),
    Moment("draft", 3, 3, second_pick),
    Moment("planning", 3, 5, half_planned),
    Moment("planning-summer", 2, 1, lambda game: evening(game, 2) and can(game, kinds.PLACE)),
    Moment("serving", 3, 5, busy_serving, chat=True),
    Moment("offer", 3, 3, special_offer),
    Moment("losing", 2, 3, about_to_lose),
    Moment("crowded", 4, 5, crowded),
    Moment("guest-book", 3, 5, signed),
    Moment("remove", 3, 2, lambda game: can(game, kinds.REMOVE) and game.decisions[0].rule == "R-6"),
    Moment("toast", 3, 3, lambda game: can(game, kinds.SCHNAPPS)),
    Moment("sign", 3, 5, lambda game: can(game, kinds.SIGN)),
    Moment("juggler", 3, 3, lambda game: can(game, kinds.KEEP)),
    Moment("waiting", 3, 5, lambda game: evening(game, 4) and game.to_act == (1,), "friends", 1, chat=True),
    Moment("hand-over", 3, 2, lambda game: evening(game, 3) and can(game, kinds.END, 1), "here", 1),
    Moment("undo", 2, 2, lambda game: evening(game, 2) and can(game, kinds.END), "friends"),
    Moment("over", 3, 5, won),
    Moment("over-four", 4, 3, won),
    Moment("hand-over-summer", 2, 1, lambda game: evening(game, 2) and can(game, kinds.END, 1), "here", 1),
    Moment("over-summer", 2, 1, lambda game: game.over),
    Moment("draft-four", 4, 3, lambda game: evening(game, 2) and can(game, kinds.TAKE)),
)


def find_all(moments: Sequence[Moment] = MOMENTS) -> Iterator[Found]:
    """A game for each moment, in any order. Moments with as many players and modules are looked for in one go."""
    for players, modules in sorted({(moment.players, moment.modules) for moment in moments}):
        wanted = [moment for moment in moments if (moment.players, moment.modules) == (players, modules)]
        for number in range(MOST_SEEDS):
            if not wanted:
                break
            for found in _play(players, modules, number, wanted):
                wanted.remove(found.moment)
                yield found
        if wanted:
            names = ", ".join(moment.name for moment in wanted)
            raise NoSuchMomentError(f"none of {MOST_SEEDS} games comes to: {names}; look at scripts/picture_games.py")


def _play(players: int, modules: int, number: int, wanted: Sequence[Moment]) -> list[Found]:
    """Play one game and keep it at the first coming of each moment. In every other game what the evening brings is
    chosen at random, because bots that know what is good never show the rest."""
    seed = f"picture {number}"
    game = new_game(players, modules, seed)
    bots = [make_bot("greedy", f"{seed}/{seat}") for seat in range(players)]
    chooser = make_bot("random", seed)
    found: dict[str, Found] = {}
    decisions: list[tuple[int, str]] = []
    while True:
        for moment in wanted:
            asked = game.over or moment.watched in game.to_act
            if moment.name not in found and asked and moment.here(game):
                found[moment.name] = Found(moment, game.clone(), decisions[:])
        if game.over or len(found) == len(wanted):
            return list(found.values())
        seat = game.to_act[-1] if game.ply % 2 else game.to_act[0]  # the others are sometimes ahead
        bot = chooser if number % 2 and game.phase == "evening" else bots[seat]
        action = bot.choose(game.view(seat), game.legal_actions(seat))
        game.play(seat, action)
        decisions.append((seat, action.text))


def table_id(name: str) -> str:
    """The address of a moment's table: 22 letters, the same at every run."""
    return (name.replace("-", "_") + "_" * 22)[:21] + "A"


def _places(moment: Moment, me: int, friend: int) -> list[log.Place]:
    places = [log.Place("person", NAMES[0], session=me)]
    for seat in range(1, moment.players):
        if moment.seats == "bots":
            places.append(log.Place("bot", NAMES[seat], bot=BOTS[seat - 1]))
        else:
            places.append(log.Place("person", NAMES[seat], session=me if moment.seats == "here" else friend))
    return places


def _entries(found: Found, me: int, friend: int) -> list[log.Entry]:
    moment = found.moment
    places = _places(moment, me, friend)
    opened = log.Opened(
        host=me,
        modules=moment.modules,
        edition=found.game.edition.name,
        edition_text=None,
        edition_digest=found.game.edition.digest,
        rules=found.game.state.setup.rules,
        listed=False,
        pace="instant",
        away_after=120,
        bot_seed=moment.name,
        places=places,
    )
    played = [log.Played(seat, action) for seat, action in found.decisions]
    said = [log.Said(seat, text) for seat, text in CHAT] if moment.chat else []
    asked = [log.Asked(1, len(played) - 1)] if moment.name == "undo" else []
    return [opened, log.Began(found.game.seed), *played, *said, *asked, *moment.after]


def _waiting_room(me: int, friend: int) -> list[log.Entry]:
    places = [
        log.Place("person", NAMES[0], session=me),
        log.Place("person", NAMES[1], session=friend),
        log.Place("open"),
        log.Place("bot", NAMES[2], bot=BOTS[1]),
    ]
    digest = load_edition().digest
    return [log.Opened(me, 5, "reference", None, False, "natural", 120, "waiting", places, digest, RULES_VERSION)]


async def lay_out(folder: Path, games: Sequence[Found]) -> None:
    """Write the tables into a data folder no server uses yet."""
    with open_folder(folder) as opened:
        kept = open_sqlite(opened.path)
        registry = TableRegistry(kept, BotPool(), Metrics(), CleanUp())
        try:
            now = time.time()
            me = await kept.add_session(hashlib.sha256(TOKEN.encode("ascii")).digest(), NAMES[0], now)
            friend = await kept.add_session(hashlib.sha256(b"a friend").digest(), NAMES[1], now)
            await _write(registry, "waiting-room", _waiting_room(me.id, friend.id))
            # The serving comes last, so that it is the game one would go on with.
            for found in sorted(games, key=lambda found: found.moment.name == "serving"):
                await _write(registry, found.moment.name, _entries(found, me.id, friend.id))
        finally:
            await registry.close()
            await kept.close()


async def _write(registry: TableRegistry, name: str, entries: Sequence[log.Entry]) -> None:
    live = LiveTable(Table(table_id(name)), registry)
    async with live.lock:
        await live.write(entries)
        await live.finish()
