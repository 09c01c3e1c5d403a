"""The greedy bot plays sensibly: single decisions that any player would make."""

import pytest

from tests.table import Table
from tiefenthal.engine.rules.actions import END_SERVING, NOBLES, UPGRADE, USE, Action
from tiefenthal.engine.rules.play import acting, legal_actions
from tiefenthal.engine.rules.spaces import BARREL, CASHBOX, TRAY
from tiefenthal.engine.view import View, view_of
from tiefenthal.lab.arena import play_game
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.greedy import GreedyBot


def asked(t: Table, seat: int = 0) -> str:
    """What the bot does now."""
    return str(GreedyBot(1).choose(view_of(t.state, seat), legal_actions(t.state, seat)))


def serve(t: Table, seat: int = 0) -> list[str]:
    """The bot's whole serving."""
    bot = GreedyBot(1)
    done: list[str] = []
    while not done or done[-1] != "end":
        assert acting(t.state) == 1 << seat
        done.append(str(bot.choose(view_of(t.state, seat), legal_actions(t.state, seat))))
        assert len(done) < 60
        if done[-1] != "end":
            t.do(seat, done[-1])
    return done


def plan(t: Table, seat: int = 0) -> list[str]:
    """The bot's whole planning, up to being ready."""
    bot = GreedyBot(1)
    done: list[str] = []
    while not done or done[-1] != "ready":
        done.append(str(bot.choose(view_of(t.state, seat), legal_actions(t.state, seat))))
        assert len(done) < 30
        t.do(seat, done[-1])
    return done


class Careful(Bot):
    """The greedy bot, watched at the end of each of its servings."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.bot = make_bot("greedy", seed)

    def choose(self, view: View, legal: list[Action]) -> Action:
        action = self.bot.choose(view, legal)
        p = view.state.players[view.seat]
        if action is END_SERVING:
            assert not [other for other in legal if other.kind == USE], "unused dice"
            assert not [other for other in legal if other.kind == NOBLES], f"{p.beer} beer and nobles to be had"
            assert not [other for other in legal if other.kind == UPGRADE], f"{p.thalers} thalers and areas to upgrade"
            if view.state.round == view.state.setup.edition.rounds:
                assert p.counter_guests == 0
        if str(action) == "ready":
            assert TRAY not in p.places or {CASHBOX, BARREL} <= set(p.places)
        return action


@pytest.mark.parametrize("modules", [1, 2, 3, 4, 5])
def test_nothing_of_value_is_left_at_the_end_of_a_serving(modules: int) -> None:
    for seed in range(2):
        game = play_game([Careful(seed), Careful(seed + 1)], 2, modules, f"careful {modules} {seed}")
        assert game.over


class TestDice:
    def test_the_draft_takes_the_die_of_the_best_guest(self) -> None:
        t = Table()
        t.tavern(0, "g7.2.7", "r3.1", "r4.1").white(0, 2, 3, 4, 4).draft()
        assert asked(t) == "take 2"

    def test_the_draft_takes_beer_when_nobody_needs_a_die(self) -> None:
        t = Table()
        t.tavern(0, "r3.2", "r3.1", "r4.1", "brewer", "brewer").white(0, 2, 2, 6, 2).draft()
        assert asked(t) == "take 6"

    def test_a_dishwasher_lets_a_five_of_four(self) -> None:
        t = Table()
        t.tavern(0, "g6.4.6", "r2.1", "r2.2", "dishwasher").dice(0, 3, 6, 6, 6).planning()
        assert "place 3 t1" in plan(t)

    def test_every_die_gets_a_place(self) -> None:
        t = Table()
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer").dice(0, 1, 3, 5, 4).planning()
        done = plan(t)
        assert len(done) == 5
        assert TRAY not in t.player(0).places

    def test_a_strange_plan_is_put_right_without_dithering(self) -> None:
        t = Table()
        t.tavern(0, "g7.2.7", "r3.2", "r4.2").plan(0, "2 barrel", "3 cashbox", "6 -", "5 monk").planning()
        done = plan(t)
        assert "place 2 t1" in done
        assert len(done) == len(set(done)) <= 7


class TestServing:
    def test_the_upgrade_one_can_afford(self) -> None:
        t = Table(evening=7)
        t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 t1").stores(0, thalers=8).serving(0)
        assert any(words.startswith("upgrade") for words in serve(t))
        assert t.names(t.player(0).deck).count("noble") == 1

    def test_the_special_offer(self) -> None:
        t = Table(evening=8)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "dishwasher", "dishwasher").stores(0, thalers=3).serving(0)
        assert "upgrade dishwasher 2" in serve(t)

    def test_no_tavern_cards_in_the_last_evening(self) -> None:
        t = Table(evening=8)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=5).serving(0)
        assert not [words for words in serve(t) if words.startswith("buy")]

    def test_tavern_cards_early(self) -> None:
        t = Table(evening=2)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=5).serving(0)
        assert [words for words in serve(t) if words.startswith("buy")]

    def test_beer_becomes_nobles_in_the_last_evening(self) -> None:
        t = Table(evening=8)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=14).serving(0)
        assert "nobles 2" in serve(t)

    def test_guests_early(self) -> None:
        t = Table(evening=1)
        t.tavern(0, "r3.2", "r2.2", "r4.2").row("g5.3.5", "g8.2.6.table", "g7.2.7", "g7.4.6.3-thalers")
        t.stores(0, beer=5).serving(0)
        assert "recruit row1" in serve(t)

    def test_an_area_is_upgraded_before_its_dice_are_used(self) -> None:
        t = Table(evening=8)
        t.upgraded(0, "beer_storage", "safe", "monk", "dishwasher", "cashbox")
        t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 barrel").stores(0, thalers=8).serving(0)
        assert serve(t)[:2] == ["upgrade barrel", "use barrel"]

    def test_schnapps_for_the_thalers_that_are_missing(self) -> None:
        t = Table(modules=2, evening=8)
        t.entertainer(0, "money", 1).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=4, schnapps=3).serving(0)
        done = serve(t)
        assert done.count("entertain thalers") == 1
        assert "upgrade beer_storage" in done

    def test_schnapps_is_kept_when_it_buys_nothing(self) -> None:
        t = Table(modules=2, evening=8)
        t.entertainer(0, "money", 1).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=0, schnapps=2).serving(0)
        assert serve(t) == ["end"]

    def test_every_counter_guest_is_sent_in_the_last_evening(self) -> None:
        t = Table(evening=8)
        t.counter_guests(0, 3).tavern(0, "r3.2", "r2.2", "r4.2").serving(0)
        assert serve(t).count("counter-guest") == 3


class TestQuestions:
    def test_service_denied_falls_on_the_poorest_regular(self) -> None:
        t = Table(evening=3)
        t.tavern(0, "g5.3.5", "r2.1", "r4.2").markers(0, monastery=7).plan(0, "5 monk").serving(0)
        t.do(0, "use monk:5")
        assert asked(t) == "remove t2"

    def test_good_guests_are_not_denied(self) -> None:
        t = Table(evening=8)
        t.tavern(0, "g5.3.5", "g6.4.6", "g7.2.7").markers(0, monastery=7).plan(0, "5 monk").serving(0)
        t.do(0, "use monk:5")
        assert asked(t) == "decline"

    def test_the_free_upgrade_is_not_wasted_on_the_stores(self) -> None:
        t = Table()
        t.evening(8)
        assert asked(t) == "flip server"

    def test_a_column_that_completes_a_row(self) -> None:
        t = Table(modules=5, evening=4)
        t.book(0, 1, 0, 1, 1).markers(0, reputation=3)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "bard").serving(0)
        t.do(0, "bard")
        assert asked(t) == "sign 2"
