"""Every action, event and table of the game has words, in every set-up, and they fit the screen."""

import random

import pytest

import tiefenthal
from tests.table import Table
from tiefenthal.app.terminal import board
from tiefenthal.app.terminal.menu import CAN_WAIT, any_action, make_menu, matching, menu_lines, obvious, tidy
from tiefenthal.app.terminal.story import Story
from tiefenthal.engine.rules.actions import ACTIONS, parse_action
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.wording.actions import action_words
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.bots import make_bot

SET_UPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]
SAMPLE = 4  # of every so many decisions the menu is looked at closely


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("players", "modules"), SET_UPS)
def test_a_whole_game_in_words(players: int, modules: int, bot: str) -> None:
    code = CODES[(players + modules + len(bot)) % len(CODES)]
    words = catalogue(code)
    game = tiefenthal.new_game(players, modules, seed=f"{players}{modules}{bot}")
    names = [f"Bot p{seat + 1}" for seat in range(players)]
    story = Story(words, game, names, you=1)
    bots = [make_bot(bot, seat) for seat in range(players)]
    rng = random.Random(modules)
    while not game.over:
        seat = rng.choice(game.to_act)
        legal = game.legal_actions(seat)
        view = game.view(seat)
        if rng.randrange(SAMPLE) == 0:
            menu = make_menu(words, view.state, seat, legal)
            shown = [choice.action for choices in menu.groups.values() for choice in choices]
            assert sorted(action.id for action in shown + menu.many) == sorted(action.id for action in legal)
            assert menu.default is None or menu.default in legal
            lines = menu_lines(words, menu) + board.tavern(words, view.state, seat, True)
            lines += board.market(words, view.state)
            lines += board.deck(words, view.state, seat) + board.other(words, view.state, seat, names[seat])
            lines += [*board.coasters(words, view.state, names), board.header(words, view.state, "your turn")]
            assert [line.plain for line in lines if "{" in line.plain] == []
            assert max(len(line.plain) for line in lines) <= board.WIDTH
            for action in legal:
                assert action_words(view.state, seat, action, words)
                assert matching(action.text, legal) == [action]
        for line in story.play(seat, bots[seat].choose(view, legal)):
            assert line.heading or line.text.endswith(".")
            assert "{" not in line.text
            assert "  " not in line.text
    assert story.ending()[0].heading


def test_every_action_is_found_by_its_own_text() -> None:
    for action in ACTIONS:
        assert any_action(action.text) is action


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("5 monk", "place 5 monk"),
        ("5->monk", "place 5 monk"),
        ("Place 5 on Monk", "place 5 monk"),
        ("pl 5 mo", "place 5 monk"),
        ("t1", "use t1"),
        ("monk:5", "use monk:5"),
        ("buy se", "buy server"),
        ("up safe", "upgrade safe"),
        ("upgrade brewer 2", "upgrade brewer 2"),
        ("row2", "recruit row2"),
        ("5 t1", "place 5 t1"),
        ("e", "end"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    texts = [
        "place 5 monk", "place 5 t10", "place 5 t1", "use t1", "use monk:5", "buy server", "upgrade safe",
        "upgrade server", "upgrade brewer", "upgrade brewer 2", "recruit row2", "recruit pile", "end",
    ]  # fmt: skip
    legal = [parse_action(text) for text in texts]
    assert [action.text for action in matching(typed, legal)] == [meant]


def test_words_that_could_mean_several_things() -> None:
    legal = [parse_action(text) for text in ("buy barback", "buy brewer", "buy bard")]
    assert len(matching("buy ba", legal)) == 2
    assert matching("", legal) == []
    assert tidy(" 5 → Monk ") == "5 monk"
    assert any_action("6 t1") is parse_action("place 6 t1"), "table 1, not one of tables 10 to 12"


def test_enter_does_not_end_a_serving_with_bards_unheard() -> None:
    t = Table(modules=3).tavern(0, "bard").serving(0)
    legal = legal_actions(t.state, 0)
    assert obvious(t.state, 0, legal) is None
    t.do(0, "bard")
    left = [action for action in legal_actions(t.state, 0) if action.kind not in CAN_WAIT]
    assert [action.text for action in left] == ["end"]
    assert obvious(t.state, 0, legal_actions(t.state, 0)) is parse_action("end")
