"""Bots are found by name, those of other packages too; a wrong name gets one clear sentence."""

import re
from importlib.metadata import EntryPoint

import pytest

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots import Bot, UnknownBotError, bot_names, make_bot, registry
from tiefenthal.players.bots.mcts import MctsBot
from tiefenthal.players.bots.registry import check_bot


class FirstBot(Bot):
    """Takes whatever is listed first."""

    name = "first"

    def choose(self, view: View, legal: list[Action]) -> Action:
        return legal[0]


def test_the_bots_of_this_package() -> None:
    ladder = ["random", "apprentice", "journeyman", "greedy", "innkeeper"]
    ladder += ["planner", "hasty", "mcts", "swift", "neural"]
    assert bot_names()[: len(ladder)] == ladder  # the weakest first
    assert "master" in bot_names()
    assert make_bot("greedy", 3).name == "greedy"
    assert make_bot("random", "seed").name == "random"


def test_the_same_seed_gives_the_same_luck() -> None:
    assert make_bot("random", 5).rng.random() == make_bot("random", "5").rng.random()
    assert make_bot("random", 5).rng.random() != make_bot("random", 6).rng.random()


def test_an_unknown_name_gets_the_names_and_the_nearest() -> None:
    with pytest.raises(UnknownBotError) as caught:
        make_bot("greddy")
    names = ", ".join(bot_names())
    assert str(caught.value) == f"there is no bot 'greddy' (did you mean greedy?); the bots are {names}"
    with pytest.raises(ValueError, match=rf"^there is no bot 'zzz'; the bots are {names}$"):
        make_bot("zzz")


def test_plug_ins_join_and_a_broken_one_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("first", f"{__name__}:FirstBot", registry.GROUP),
        EntryPoint("broken", "no_such_package.bots:Bot", registry.GROUP),
        EntryPoint("empty", "builtins:str", registry.GROUP),
        EntryPoint("greedy", "no_such_package.bots:Thief", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda point: {"first": FirstBot, "empty": str}[point.name])
    assert bot_names() == [*registry.BUILT_IN, "broken", "empty", "first"]
    assert isinstance(make_bot("first", 1), FirstBot)
    assert type(make_bot("greedy")).__name__ == "GreedyBot"
    for name in ("broken", "empty"):
        with pytest.raises(registry.BrokenBotError, match=f"the bot '{name}'"):
            make_bot(name)


def test_for_a_bot_of_ours_nobody_looks_for_plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes longer than some games, and an arena makes a bot for each seat of each of them."""
    asked: list[str] = []

    def look(group: str) -> list[EntryPoint]:
        asked.append(group)
        return []

    monkeypatch.setattr(registry, "entry_points", look)
    for name in registry.BUILT_IN:
        make_bot(name, 1)
    assert asked == []
    with pytest.raises(UnknownBotError):
        make_bot("zzz")
    assert asked


def test_a_bot_must_choose() -> None:
    with pytest.raises(NotImplementedError):
        Bot().choose(None, [])  # type: ignore[arg-type]


def test_a_bot_can_be_given_its_time() -> None:
    bot = make_bot("mcts:0.02", 7)
    assert isinstance(bot, MctsBot)
    assert bot.settings.seconds == 0.02
    assert MctsBot(7).settings.seconds != 0.02


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mcts:soon", "'soon' is not a time for 'mcts'"),
        ("mcts:", "'' is not a time for 'mcts'"),
        ("mcts:0", "above 0 and at most 60"),
        ("mcts:nan", "above 0 and at most 60"),
        ("mcts:61", "above 0 and at most 60"),
        ("greedy:1", "the bot 'greedy' cannot be given a time; those that can are mcts"),
        ("mctss:1", "there is no bot 'mctss:1' (did you mean mcts?)"),
    ],
)
def test_a_time_that_makes_no_sense(name: str, words: str) -> None:
    for refuse in (check_bot, make_bot):
        with pytest.raises(UnknownBotError, match=re.escape(words)):
            refuse(name)
