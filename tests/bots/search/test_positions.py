"""Positions with a known best turn, written by hand. Most are in the last evening, where the judge is the score itself:
there the points a turn adds are known exactly, whatever the weights of the heuristic."""

import pytest

from tests.bots.search.helpers import all_but, best, gain, greedy_gain, in_order, words
from tests.table import Table
from tiefenthal.players.bots.search import Effort


def last(modules: int = 1, seat_areas: tuple[str, ...] = ()) -> Table:
    """The last evening."""
    t = Table(modules=modules, evening=8)
    t.row("g5.3.5", "g6.4.6", "g7.2.7", "g4.4.4")
    return t.upgraded(0, *seat_areas) if seat_areas else t


class TestUpgradesBeforeUse:
    def test_the_cashbox_pays_for_the_next_upgrade(self) -> None:
        """13 thalers: the cashbox for 10, then its die brings 3, and 6 buy the storage. Used first it brings 1."""
        t = last(seat_areas=all_but("cashbox", "beer_storage"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "6 cashbox").stores(0, thalers=13).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "upgrade cashbox", "use cashbox", "upgrade beer_storage")

    def test_the_barrel_first_and_the_ninth_beer(self) -> None:
        t = last(seat_areas=all_but("barrel"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "3 barrel").stores(0, thalers=8, beer=7).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "upgrade barrel", "use barrel", "nobles 1")

    def test_the_brewer_before_its_dice(self) -> None:
        """Three dice with a brewer card: 9 beer with the area upgraded, 6 without."""
        t = last(seat_areas=all_but("brewer"))
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer").plan(0, "6 brewer", "1 brewer", "1 brewer")
        t.stores(0, thalers=18).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "upgrade brewer", "use brewer:6", "nobles 1")

    def test_the_monk_before_its_die(self) -> None:
        """From space 12 two steps reach the noble, one does not."""
        t = last(seat_areas=all_but("monk"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=12).plan(0, "5 monk").stores(0, thalers=9).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "upgrade monk", "use monk:5")

    def test_the_cashbox_is_used_to_pay_for_the_barrel(self) -> None:
        t = last(seat_areas=all_but("barrel", "cashbox", "dishwasher"))
        t.tavern(0, "r3.2", "r2.2", "r2.1").plan(0, "4 barrel", "4 cashbox").stores(0, thalers=7, beer=7).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "use cashbox", "upgrade barrel", "use barrel", "nobles 1")

    def test_a_guest_pays_for_the_brewer(self) -> None:
        """The 5-beer guest brings the 3 thalers that are missing for the brewer, whose dice then brew a noble."""
        t = Table(evening=8)
        t.row("g5.3.4.3-thalers", "g6.4.6", "g5.3.5", "g7.2.7").upgraded(0, *all_but("brewer"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").plan(0, "6 brewer", "6 brewer", "1 brewer", "1 brewer", "3 barrel")
        t.stores(0, thalers=15, beer=5).serving(0)
        turn = best(t)
        assert gain(t, turn) == 2 + 10 + 10
        assert in_order(words(turn), "recruit row1", "upgrade brewer", "use brewer:6", "nobles 1")
        assert greedy_gain(t) < 22


class TestSpecialOffers:
    @pytest.mark.parametrize(
        ("card", "area"),
        [("dishwasher", "dishwasher"), ("server", "server"), ("table", "tables"), ("brewer", "brewer")],
    )
    def test_the_third_card_makes_it_free(self, card: str, area: str) -> None:
        t = last(seat_areas=all_but(area))
        t.tavern(0, "r3.2", "r2.2", "r4.2", card, card, card).serving(0)
        turn = best(t)
        assert words(turn) == [f"upgrade {area} 3", "end"]
        assert gain(t, turn) == 10

    def test_brewer_cards_brew_before_they_are_returned(self) -> None:
        """Two dice with three cards: 8 beer, and the barrel makes 9; then the cards buy the area."""
        t = last(seat_areas=all_but("brewer", "barrel"))
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer", "brewer", "brewer")
        t.plan(0, "6 brewer", "1 brewer", "3 barrel").serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert in_order(words(turn), "use brewer:1", "upgrade brewer 3")
        assert in_order(words(turn), "use brewer:6", "upgrade brewer 3")

    def test_two_upgrades_with_two_dishwashers_returned(self) -> None:
        t = last(seat_areas=all_but("dishwasher", "beer_storage"))
        t.tavern(0, "r3.2", "r2.2", "r4.2", "dishwasher", "dishwasher").stores(0, thalers=9).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert "upgrade dishwasher 2" in words(turn)

    def test_no_more_cards_are_returned_than_needed_early_on(self) -> None:
        """Servers are worth keeping while evenings follow."""
        t = Table(evening=3).upgraded(0, *all_but("server"))
        t.tavern(0, "r3.2", "r2.2", "r4.2", "server", "server").stores(0, thalers=9).serving(0)
        turn = best(t)
        assert "upgrade server 2" not in words(turn)


class TestServiceDenied:
    def test_the_guest_is_served_and_then_removed(self) -> None:
        t = Table(evening=2)
        t.tavern(0, "r2.1", "g5.3.5", "g6.4.6").markers(0, monastery=7).plan(0, "5 monk", "2 t1", "3 t2").serving(0)
        done = words(best(t))
        assert in_order(done, "use t1", "use monk:5", "remove t1")

    def test_good_guests_stay(self) -> None:
        t = last()
        t.tavern(0, "g5.3.5", "g6.4.6", "g7.2.7").markers(0, monastery=7).plan(0, "5 monk").serving(0)
        t.do(0, "use monk:5")
        assert words(best(t))[0] == "decline"

    def test_a_question_on_the_stack_is_answered_first(self) -> None:
        t = Table(evening=2)
        t.tavern(0, "g5.3.5", "r2.1", "g6.4.6").markers(0, monastery=7).plan(0, "5 monk", "3 t1").serving(0)
        t.do(0, "use monk:5")
        done = words(best(t))
        assert done[0] == "remove t2"
        assert done[-1] == "end"


class TestTracks:
    def test_thalers_of_the_monastery_buy_an_upgrade(self) -> None:
        t = last(seat_areas=all_but("beer_storage", "cashbox"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=10).plan(0, "5 cashbox").stores(0, thalers=3)
        t.serving(0)
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "move cashbox monk", "use monk:5", "upgrade beer_storage")

    def test_three_counter_guests_walk_to_the_noble(self) -> None:
        """From 11: 3 thalers on the way (with 3 more they buy the storage), then the noble."""
        t = last(seat_areas=all_but("beer_storage"))
        t.counter_guests(0, 3).tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=11).stores(0, thalers=3)
        t.serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert words(turn).count("counter-guest") == 3

    def test_a_counter_guest_is_sent_for_a_noble_that_dice_may_not_reach(self) -> None:
        t = Table(evening=7)
        t.counter_guests(0, 1).tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=13).serving(0)
        assert "counter-guest" in words(best(t))

    def test_and_not_for_nothing(self) -> None:
        t = Table(evening=7)
        t.counter_guests(0, 1).tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=14).serving(0)
        assert "counter-guest" not in words(best(t))


class TestBeer:
    def test_three_nobles_and_a_guest(self) -> None:
        t = last()
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=23).serving(0)
        turn = best(t)
        assert gain(t, turn) == 32
        assert {"nobles 3", "recruit row1"} <= set(words(turn))

    def test_two_nobles_at_once_are_cheaper(self) -> None:
        t = last()
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=14).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20
        assert "nobles 2" in words(turn)

    def test_the_guest_who_brings_a_noble(self) -> None:
        t = Table(evening=8).row("g5.3.5", "g8.5.6.noble", "g7.2.7", "g4.4.4")
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=17).serving(0)
        turn = best(t)
        assert gain(t, turn) == 25
        assert {"recruit row2", "nobles 1"} <= set(words(turn))

    def test_the_bonus_decides_between_guests(self) -> None:
        """Both 7-beer guests have 4 points; the thalers of one buy the storage."""
        t = Table(evening=8).row("g7.2.7", "g7.4.6.3-thalers", "g6.4.6", "g4.4.4").upgraded(0, *all_but("beer_storage"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=3, beer=7).serving(0)
        turn = best(t)
        assert gain(t, turn) == 14
        assert in_order(words(turn), "recruit row2", "upgrade beer_storage")

    def test_beer_in_the_storage_counts(self) -> None:
        """Module 4: five beer kept and four brewed make a noble."""
        t = last(4, all_but("brewer", "barrel"))
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer").dice(0, 1, 6, 2, 2).stores(0, beer=5).planning()
        turn = best(t)
        assert "nobles 1" in words(turn)


class TestPlans:
    def test_a_dishwasher_makes_the_five_for_the_monk(self) -> None:
        t = last(seat_areas=all_but("monk"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=13).dice(0, 4, 2, 3, 2).planning()
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "place 4 monk", "ready", "use monk:4")

    def test_two_dishwashers_for_one_die(self) -> None:
        """A 3 counts as 5: the guest pays 6, and with 2 of the cashbox's thalers that is the barrel."""
        t = last(seat_areas=all_but("barrel"))
        t.tavern(0, "g7.5.6.2-monastery", "r2.2", "r4.1", "dishwasher", "dishwasher").dice(0, 3, 6).planning()
        t.stores(0, thalers=2)
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "place 3 t1", "ready", "use t1", "upgrade barrel")

    def test_beer_rather_than_thalers_when_it_makes_a_noble(self) -> None:
        """Both sixes brew; the guest who would pay 5 for one of them waits."""
        t = last(seat_areas=all_but("tables"))
        t.tavern(0, "g6.6.5.table", "r2.2", "r4.2").dice(0, 6, 6, 2, 4).stores(0, beer=3).planning()
        turn = best(t)
        assert gain(t, turn) == 10
        assert words(turn).count("place 6 brewer") == 2

    def test_from_the_middle_of_planning(self) -> None:
        """The 5 stands on the cashbox by mistake."""
        t = last(seat_areas=all_but("monk"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=13).plan(0, "5 cashbox", "3 -").planning()
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "back cashbox", "place 5 monk", "ready", "use monk:5")

    def test_a_die_is_moved_while_serving(self) -> None:
        t = last(seat_areas=all_but("monk"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=13).plan(0, "5 cashbox", "3 t1").serving(0)
        turn = best(t)
        assert gain(t, turn) == 10
        assert words(turn)[0] == "move cashbox monk"

    def test_two_dice_change_places(self) -> None:
        """The dishwasher helps the 2 at the table; with the 3 there in its place it makes a 5 for the monk."""
        t = last(seat_areas=all_but("dishwasher"))
        t.tavern(0, "r3.2", "g5.6.4.dishwasher", "g6.6.5.table", "dishwasher").markers(0, monastery=13)
        t.plan(0, "2 t1", "3 cashbox", "4 barrel", "4 -").serving(0)
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "swap cashbox t1", "use monk:4")

    def test_an_unplaced_die_is_placed(self) -> None:
        t = last(seat_areas=all_but("monk"))
        t.tavern(0, "r3.2", "r2.2", "r4.2").markers(0, monastery=13).plan(0, "5 -", "3 t1").serving(0)
        turn = best(t)
        assert gain(t, turn) == 10
        assert "place 5 monk" in words(turn)


class TestSchnapps:
    def test_thalers_for_schnapps(self) -> None:
        t = last(2, all_but("beer_storage")).entertainer(0, "money", 1)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=4, schnapps=3).serving(0)
        turn = best(t)
        assert gain(t, turn) == 10 - 1
        assert words(turn).count("entertain thalers") == 1

    def test_schnapps_is_kept_when_it_buys_nothing(self) -> None:
        t = last(2, all_but("beer_storage")).entertainer(0, "money", 1)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, schnapps=2).serving(0)
        turn = best(t)
        assert gain(t, turn) == 0
        assert words(turn) == ["end"]

    def test_beer_for_schnapps(self) -> None:
        t = last(2).entertainer(0, "money", 2)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=6, schnapps=2).serving(0)
        turn = best(t)
        assert gain(t, turn) == 10 - 2
        assert in_order(words(turn), "entertain beer", "nobles 1")

    def test_thalers_for_schnapps_before_the_brewer_is_used(self) -> None:
        t = last(2, all_but("brewer")).entertainer(0, "money", 1)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer").plan(0, "6 brewer", "1 brewer", "1 brewer")
        t.stores(0, thalers=16, schnapps=1).serving(0)
        turn = best(t)
        assert gain(t, turn) == 20 - 1
        assert in_order(words(turn), "entertain thalers", "upgrade brewer", "use brewer:6", "nobles 1")
        assert greedy_gain(t) < 19

    def test_the_fire_entertainer_upgrades_the_brewer_before_its_dice(self) -> None:
        """Five schnapps, of which four would be kept."""
        t = last(2, all_but("brewer", "beer_storage")).entertainer(0, "fire", 1)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "brewer").plan(0, "6 brewer", "1 brewer", "1 brewer")
        t.stores(0, schnapps=5).serving(0)
        turn = best(t)
        assert gain(t, turn) == 10 + 10 - 5
        assert in_order(words(turn), "entertain-upgrade brewer", "use brewer:6", "nobles 1")

    def test_the_juggler_turns_a_die_for_the_monk(self) -> None:
        t = last(2, all_but("monk", "dishwasher")).entertainer(0, "juggler", 2)
        t.tavern(0, "r3.1", "r2.1", "r4.1").markers(0, monastery=13).dice(0, 2, 3, 2, 4).stores(0, schnapps=1)
        t.planning()
        turn = best(t)
        assert gain(t, turn) == 10 - 1
        assert [text for text in words(turn) if text.startswith("turn ") and text.endswith(" 5")]
        assert "use monk:5" in words(turn)

    def test_the_juggler_turns_a_die_for_the_last_beer(self) -> None:
        t = last(2, all_but("dishwasher", "tables")).entertainer(0, "juggler", 2)
        t.tavern(0, "r3.1", "r2.1", "r4.1", "brewer").dice(0, 3, 3, 4, 2).stores(0, beer=5, schnapps=1).planning()
        turn = best(t)
        assert gain(t, turn) == 10 - 1
        assert "nobles 1" in words(turn)


class TestReputation:
    def test_the_plan_is_balanced_for_the_crown(self) -> None:
        """From the toast one step is the crown's noble: it takes a thaler and a beer in the plan."""
        t = last(3).markers(0, reputation=10)
        t.tavern(0, "r3.2", "r2.2", "r4.2").dice(0, 5, 5).planning()
        turn = best(t)
        done = words(turn)
        assert "place 5 barrel" in done
        assert "place 5 cashbox" in done
        assert gain(t, turn) == 10 - 8

    def test_schnapps_of_the_bard_pays_the_entertainer(self) -> None:
        t = last(3, all_but("beer_storage")).entertainer(0, "money", 1).markers(0, reputation=5)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "bard").stores(0, thalers=4).serving(0)
        turn = best(t)
        assert gain(t, turn) == 10
        assert in_order(words(turn), "bard", "entertain thalers", "upgrade beer_storage")

    def test_a_schnapps_rather_than_a_guest_in_the_last_evening(self) -> None:
        t = last(3).markers(0, reputation=9)
        t.tavern(0, "g5.3.5", "g6.4.6", "r4.2", "bard").serving(0)
        turn = best(t)
        assert "schnapps" in words(turn)
        assert gain(t, turn) == 1

    def test_reputation_of_a_guest_reaches_the_crown(self) -> None:
        """Two steps from the 8: a schnapps and the crown's noble, the 8 points are lost. The other guest has none."""
        t = Table(modules=3, evening=8).row("g5.2.4.2-reputation", "g5.3.5", "g7.2.7", "g8.4.7.brewer")
        t.markers(0, reputation=9).tavern(0, "g3.3.3", "r2.2", "r4.2").stores(0, beer=5).serving(0)
        turn = best(t)
        assert "recruit row1" in words(turn)
        assert gain(t, turn) == 2 + 1 + 10 - 8


class TestGuestBook:
    def test_the_guest_who_completes_a_row(self) -> None:
        """The 5-beer guest fills the second column and with it the first row; the 8-beer guest has more points."""
        t = Table(modules=5, evening=8).row("g5.3.5", "g8.4.7.brewer", "g6.4.6", "g4.4.4").book(0, 1, 0, 1, 1)
        t.tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=8).serving(0)
        turn = best(t)
        assert "recruit row1" in words(turn)
        assert gain(t, turn) == 2 + 10

    def test_the_row_completed_after_a_question(self) -> None:
        """The 5-beer guest's service denied is asked for before its signature lies there. Whoever judges the table at
        the question sees no row completed, and in a search of two ends never comes back to this guest."""
        t = Table(modules=5, evening=8).row("g5.4.4.service-denied", "g8.4.7.brewer", "g6.4.6", "g4.4.4")
        t.book(0, 1, 0, 1, 1).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=5, beer=8).serving(0)
        turn = best(t, effort=Effort(plans=2, nodes=8, ends=2, sets=8))
        assert "recruit row1" in words(turn)
        assert gain(t, turn) == 2 + 10

    def test_the_column_that_completes_a_row(self) -> None:
        t = Table(modules=5, evening=8).book(0, 1, 0, 1, 1).markers(0, reputation=3)
        t.tavern(0, "r3.2", "r2.2", "r4.2", "bard").serving(0)
        turn = best(t)
        assert in_order(words(turn), "bard", "sign 2", "end")
        assert gain(t, turn) == 10

    def test_a_signature_that_reaches_the_crown(self) -> None:
        """The third signature of the 5-beer column gives three steps: schnapps on the way and the crown's noble."""
        t = Table(modules=5, evening=8).row("g5.3.5", "g6.4.6", "g4.4.4", "g7.2.7").book(0, 0, 2, 0, 0)
        t.markers(0, reputation=10).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, beer=5).serving(0)
        turn = best(t)
        assert "recruit row1" in words(turn)
        assert gain(t, turn) == 2 + 1 + 10 + 1 - 8

    def test_schnapps_of_a_signature_is_spent_at_once(self) -> None:
        t = (
            Table(modules=5, evening=8)
            .row("g7.2.7", "g6.4.6", "g5.3.5", "g4.4.4")
            .upgraded(0, *all_but("beer_storage"))
        )
        t.entertainer(0, "money", 1).tavern(0, "r3.2", "r2.2", "r4.2").stores(0, thalers=4, beer=7).serving(0)
        turn = best(t)
        assert in_order(words(turn), "recruit row1", "entertain thalers", "upgrade beer_storage")
        assert gain(t, turn) == 4 + 10


class TestSongs:
    """A bard may sing, and need not (M3-7). The ring of module 3: 9 is the space of 8 points, 10 the toast, 11 the
    crown, which has no points of its own."""

    @staticmethod
    def ring(space: int, bards: int, **supply: int) -> Table:
        """The last evening, with nothing to do but to sing."""
        t = last(3).markers(0, reputation=space).supply(**supply)
        return t.tavern(0, "r3.2", "r2.2", "g5.3.5", *["bard"] * bards).serving(0)

    def test_a_song_is_a_point(self) -> None:
        t = self.ring(8, 1, noble=0)
        assert words(best(t)) == ["bard", "end"]
        assert gain(t, best(t)) == 1 == greedy_gain(t)

    def test_onto_the_crown_for_a_noble(self) -> None:
        t = self.ring(10, 1)
        assert words(best(t)) == ["bard", "end"]
        assert gain(t, best(t)) == 10 - 8 == greedy_gain(t)

    def test_not_onto_the_crown_without_one(self) -> None:
        t = self.ring(10, 1, noble=0)
        assert words(best(t)) == ["end"]
        assert gain(t, best(t)) == 0 == greedy_gain(t)

    def test_the_first_sings_for_a_schnapps_and_the_second_does_not(self) -> None:
        t = self.ring(9, 2, noble=0)
        assert words(best(t)) == ["bard", "schnapps", "end"]
        assert gain(t, best(t)) == 1 == greedy_gain(t)

    def test_many_songs_are_worth_the_way_around(self) -> None:
        """Eleven steps on lies the same space again, with the schnapps of two spaces on the way."""
        t = self.ring(9, 11, noble=0)
        assert words(best(t)).count("bard") == 11
        assert gain(t, best(t)) == 2 == greedy_gain(t)

    def test_a_guest_need_not_go_when_no_schnapps_is_left(self) -> None:
        t = self.ring(8, 2, noble=0, schnapps=0)
        turn = best(t)
        assert gain(t, turn) == 1 == greedy_gain(t)
        assert [card for card in turn.after.players[0].seated if card] == [card for card in t.player(0).seated if card]

    def test_a_song_waits_for_the_guest_whose_steps_would_make_it_dear(self) -> None:
        """The guest's two steps lead to the toast; a song before or after them would lead on to the crown."""
        t = Table(modules=3, evening=8).row("g5.2.4.2-reputation", "g5.3.5", "g7.2.7", "g8.4.7.brewer").supply(noble=0)
        t.markers(0, reputation=8).tavern(0, "r3.2", "r2.2", "bard").stores(0, beer=5).serving(0)
        turn = best(t)
        assert words(turn) == ["recruit row1", "schnapps", "end"]
        assert gain(t, turn) == 2 + 1 + 1

    def test_early_on_bards_sing_at_once(self) -> None:
        t = Table(modules=3, evening=3).markers(0, reputation=2).tavern(0, "r3.2", "r2.2", "bard", "bard").serving(0)
        assert words(best(t))[:2] == ["bard", "bard"]
