"""The levels: legal everywhere, each slip shows in a position made for it, characters keep, the ladder is one."""

from typing import ClassVar

import pytest

from tests.setups import ALL_SETUPS
from tests.table import Table
from tiefenthal.engine.rules.actions import END_SERVING, READY_NOW, Action
from tiefenthal.engine.rules.play import apply, legal_actions
from tiefenthal.engine.view import View, view_of
from tiefenthal.lab.arena import play_game
from tiefenthal.players.bots import Bot, levels, make_bot
from tiefenthal.players.bots.levels import LEVELS, Apprentice, Innkeeper, Journeyman, Level, Master
from tiefenthal.players.bots.levels.attention import Attention, Character
from tiefenthal.players.bots.levels.slips import SLIPS, Slip, slip_named
from tiefenthal.players.bots.neural import NeuralBotError

REGULARS = ("r3.2", "r2.2", "r4.2")


def with_slips(*names: str, kind: type[Level] = Apprentice) -> Level:
    """A player who makes exactly these slips every evening."""

    class Forgetful(kind):  # type: ignore[misc, valid-type]
        may_make: ClassVar[tuple[Slip, ...]] = tuple(slip_named(name) for name in names)
        attention: ClassVar[Attention] = Attention(len(names), len(names))

    return Forgetful(1)


def choice(bot: Bot, t: Table, seat: int = 0) -> str:
    """What the bot answers now."""
    return bot.choose(view_of(t.state, seat), legal_actions(t.state, seat)).text


def line(bot: Bot, t: Table, seat: int = 0) -> list[str]:
    """What the bot does up to the end of its planning or serving; the table is not changed."""
    s = t.state.clone()
    done: list[str] = []
    while True:
        action = bot.choose(view_of(s, seat), legal_actions(s, seat))
        done.append(action.text)
        if action in (READY_NOW, END_SERVING):
            return done
        apply(s, seat, action, t.luck)


# --- slips, each in a position where the attentive player does better


def test_nobles_are_forgotten() -> None:
    t = Table(evening=6).tavern(0, *REGULARS).supply(dishwasher=0, server=0, table=0, brewer=0)
    t.stores(0, thalers=8).serving(0)
    assert line(with_slips(), t) == ["upgrade beer_storage", "buy barback", "end"]
    assert line(with_slips("nobles"), t) == ["buy barback", "end"]


def test_special_offers_are_overlooked() -> None:
    t = Table(evening=3).tavern(0, *REGULARS, "dishwasher", "dishwasher", "dishwasher").serving(0)
    assert line(with_slips(), t) == ["upgrade dishwasher 3", "end"]
    assert line(with_slips("offers"), t) == ["end"]


def test_haste_buys_before_the_guests_have_paid() -> None:
    t = Table(evening=3).tavern(0, *REGULARS).plan(0, "3 t1", "2 t2").stores(0, thalers=4).serving(0)
    assert line(with_slips(), t) == ["use t1", "use t2", "buy barback", "buy brewer", "end"]
    assert line(with_slips("haste"), t)[0] == "buy server"


def test_dishwashers_are_not_counted() -> None:
    t = Table(evening=3).tavern(0, *REGULARS, "dishwasher").dice(0, 2, 2, 3, 3).planning()
    assert "place 3 t3" in line(with_slips(), t)
    assert "place 3 t3" not in line(with_slips("dishwashers"), t)
    assert line(with_slips("dishwashers"), t)[-1] == "ready"


def test_guests_are_liked_better_than_what_pays() -> None:
    """The 2 would serve the guest of 2; the 1 brews beer, and beer brings guests."""
    t = Table(evening=3).tavern(0, *REGULARS).white(0, 2, 6, 1, 4).draft()
    assert choice(with_slips(), t) == "take 2"
    assert choice(with_slips("guests"), t) == "take 1"


def test_one_die_is_looked_at_without_the_others() -> None:
    """There is a 3 already, and one guest of 3 only."""
    t = Table(evening=3).tavern(0, "r3.2", "r2.1", "r4.1").dice(0, 3, coloured=1).white(0, 3, 3, 2, 2).draft()
    assert choice(with_slips(), t) == "take 2"
    assert choice(with_slips("draft"), t) == "take 3"


def test_counter_guests_are_forgotten() -> None:
    t = Table(evening=4).counter_guests(0, 1)
    t.deck(0, "r2.1", "r3.1", "r4.1", "noble", "server", "server", "brewer", "brewer", "r2.2", "r3.2").arrival()
    assert choice(with_slips(), t) == "again"
    assert choice(with_slips("counter"), t) == "stay"


def test_the_monastery_is_forgotten() -> None:
    t = Table(evening=6).tavern(0, *REGULARS).markers(0, monastery=13).dice(0, 5, 2, 3, 4).planning()
    assert "place 5 monk" in line(with_slips(), t)
    assert "place 5 barrel" in line(with_slips("monastery"), t)


def test_nothing_is_kept() -> None:
    """A barback for 2 leaves a thaler for tomorrow; the dishwasher for 3 leaves none."""
    t = Table(evening=6).tavern(0, *REGULARS).stores(0, thalers=3).serving(0)
    assert line(with_slips(), t) == ["buy barback", "end"]
    assert line(with_slips("stores"), t) == ["buy dishwasher", "end"]


def test_every_slip_has_a_name_and_words_of_its_own() -> None:
    assert len({slip.name for slip in SLIPS}) == len({slip.words for slip in SLIPS}) == len(SLIPS) == 9


def test_the_innkeeper_slips_too() -> None:
    """It plans whole evenings, and yet forgets now and then to count on what it has."""
    t = Table(evening=3).tavern(0, *REGULARS, "dishwasher").dice(0, 2, 2, 3, 3).planning()
    assert "place 3 t3" in line(with_slips(kind=Innkeeper), t)
    assert "place 3 t3" not in line(with_slips("dishwashers", kind=Innkeeper), t)


# --- characters


def test_a_character_keeps_its_weaknesses_and_has_better_and_worse_evenings() -> None:
    one = Character("a game/1", SLIPS, Attention(2, 5))
    again = Character("a game/77", SLIPS, Attention(2, 5))
    assert [one.slips_of(evening) for evening in range(9)] == [again.slips_of(evening) for evening in range(9)]
    for evening in range(1, 9):
        slips = one.slips_of(evening)
        assert 2 <= len(slips) <= 5
        assert slips == one.slips[: len(slips)]
    assert len({len(one.slips_of(evening)) for evening in range(1, 9)}) > 1


def test_people_differ() -> None:
    weakest = {Character(seed, SLIPS, Attention(1, 1)).slips_of(1)[0].name for seed in range(60)}
    assert weakest == {slip.name for slip in SLIPS}


def test_the_weaker_overlook_more() -> None:
    assert Apprentice.attention.best > Journeyman.attention.best
    assert Apprentice.attention.worst > Journeyman.attention.worst
    assert set(Innkeeper.may_make) < set(SLIPS)


def test_the_same_evening_brings_the_same_mistake_whatever_the_decision_is_numbered() -> None:
    """At a table every decision is made by a bot of its own."""
    t = Table(evening=3).tavern(0, *REGULARS, "dishwasher").dice(0, 2, 2, 3, 3).planning()
    for kind in (Apprentice, Journeyman):
        for game in range(6):
            assert len({choice(kind(f"game {game}/{number}"), t) for number in range(5)}) == 1


# --- the four of them


def test_they_are_found_by_name_and_say_how_they_play() -> None:
    assert [maker.__doc__ for maker in LEVELS] == [
        "Takes whatever is nearest. Easy on beginners.",
        "Fills the tables and saves up for upgrades.",
        "Plans each evening and watches your dice.",
        "Thinks several evenings ahead. Takes a moment.",
    ]
    for name in ("apprentice", "journeyman", "innkeeper", "master"):
        assert make_bot(name, 1).name == name


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_they_are_legal_in_every_setup(players: int, modules: int) -> None:
    """A refused action would end the game with an error."""
    kinds = (Apprentice, Journeyman, Innkeeper, Apprentice)
    bots: list[Bot] = [kinds[(seat + modules) % 4](f"legal {seat}") for seat in range(players)]
    assert play_game(bots, players, modules, f"levels {players} {modules}").over


def test_all_slips_at_once_are_legal_too() -> None:
    for modules in (1, 5):
        bots: list[Bot] = [with_slips(*[slip.name for slip in SLIPS]) for _ in range(2)]
        assert play_game(bots, 2, modules, f"all slips {modules}").over


def test_the_same_seeds_give_the_same_game() -> None:
    games = [play_game(["apprentice", "journeyman"], 2, 5, 3) for _ in range(2)]
    assert games[0].record == games[1].record


@pytest.mark.parametrize(("better", "worse"), [("journeyman", "apprentice"), ("innkeeper", "journeyman")])
def test_each_beats_the_one_below(better: str, worse: str) -> None:
    """A few games each way with the same luck; docs/bots.md has the long series."""
    margin = 0
    for number in range(5):
        for names in ([better, worse], [worse, better]):
            scores = play_game(names, 2, 1, f"ladder {number}").scores
            margin += scores[names.index(better)] - scores[names.index(worse)]
    assert margin / 10 > 8


def test_the_master_is_the_strongest_bot_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(seed: int | str = 0) -> Bot:
        raise NeuralBotError("bot-needs", bot="'neural'", package="numpy", command="pip install tiefenthal")

    class Network(Bot):
        name = "neural"

        def choose(self, view: View, legal: list[Action]) -> Action:
            return legal[-1]

    monkeypatch.setattr(levels.bots, "make_neural", Network)
    assert Master(1).plays_as == "neural"
    monkeypatch.setattr(levels.bots, "make_neural", missing)
    assert Master(1).plays_as == "mcts"
    t = Table(evening=8).tavern(0, *REGULARS).white(0, 2, 6, 1, 4).draft()
    assert choice(Master(1), t) in t.legal(0)
