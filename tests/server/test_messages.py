"""What seats and watchers are sent: by allow-list, complete, and what is hidden stays hidden."""

import random
from typing import Any

import msgspec
import pytest

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tests.table import edition_with
from tiefenthal import Game, IllegalActionError
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.record.position import view_document
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.wording.actions import action_words
from tiefenthal.engine.wording.events import EVENT_KINDS
from tiefenthal.engine.wording.refusals import question_words, refusal_words
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.parts import ActionData, Event
from tiefenthal.server.tables import encoded, messages
from tiefenthal.server.tables.bounds import may_change, offered, too_many_changes
from tiefenthal.server.tables.messages import TRANSLATIONS, Change
from tiefenthal.server.tables.offers import does, offer_fields, unavailable
from tiefenthal.server.tables.seat_encoding import SeatEncoder
from tiefenthal.server.tables.state_frames import StateFrames

DEARER = ("beer_storage = { price = 6", "beer_storage = { price = 7")
FRAME = msgspec.json.Decoder(frames.Update | frames.Over)


def started(players: int = 2, modules: int = 1, seed: str = "messages", edition: Edition | None = None) -> Game:
    """A new game."""
    return messages.begin(make_setup(players, modules, edition or load_edition(None)), seed)[0]


def shown(state_frames: StateFrames, seat: int | None, ply: int = 0, change: Change | None = None) -> frames.Update:
    """The frame of a seat, read as a client reads it."""
    events = change.for_seat(seat) if change is not None else []
    frame = FRAME.decode(state_frames.update(seat, ply, events, True, "no"))
    assert isinstance(frame, frames.Update)
    return frame


def sent_data(sent: ActionData) -> dict[str, Any]:
    """The fields of an action as sent, without those that are missing."""
    found = {name: getattr(sent, name) for name in ActionData.__struct_fields__}
    return {name: value for name, value in found.items() if value is not None}


def play_to_choice(modules: int = 1, players: int = 3) -> tuple[Game, int]:
    """A game in which everybody is to choose the bonus of the evening, and its ply."""
    game = started(players, modules)
    rng = random.Random(1)
    while game.phase != "evening" or game.state.tasks or len(game.to_act) < players:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    return game, game.ply


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_a_whole_game_as_it_is_sent(players: int, modules: int) -> None:
    """Every frame follows the protocol and agrees with the engine."""
    game, change = messages.begin(make_setup(players, modules, load_edition(None)), "all of it")
    rng = random.Random(modules)
    ply = 0
    kinds: set[str] = set()
    enough = False
    while True:
        kinds |= {event.what for event in change.for_seat(None)}
        if rng.randrange(8) == 0 or game.over:
            state_frames = StateFrames(game)
            for seat in [None, *range(players)]:
                frame = shown(state_frames, seat, ply, change)
                assert (frame.ply, frame.move) == (ply, game.ply)
                assert frame.events == change.for_seat(seat)
                expected = view_document(game.view(None)) | {"scores": game.scores}
                del expected["view_of"]
                assert frame.view == expected
                secret = game.phase == "evening" and not game.state.tasks
                assert [tuple(msgspec.structs.astuple(q)) for q in frame.decisions] == [
                    (d.seat + 1, d.question, question_words(d.question), d.rule, d.phase, secret)
                    for d in game.decisions
                ]
                legal = offered(game, seat) if seat is not None else []
                assert [(offer.action, offer.words) for offer in frame.legal] == [
                    (action.text, action_words(game.state, seat or 0, action)) for action in legal
                ]
                refused = unavailable(game, seat) if seat is not None else []
                if seat is not None and not may_change(game, seat):
                    reason = too_many_changes()
                    refused += [(action, reason) for action in game.legal_actions(seat) if is_change(action)]
                    enough = True
                assert [(b.action, b.words) for b in frame.unavailable] == [
                    (action.text, action_words(game.state, seat or 0, action)) for action, _ in refused
                ]
                assert [sent_data(offer) for offer in frame.legal] == [
                    offer_fields(game.state, seat or 0, action) for action in legal
                ]
                assert [sent_data(b) for b in frame.unavailable] == [
                    offer_fields(game.state, seat or 0, action) for action, _ in refused
                ]
                assert [(b.rule, b.why, b.reason.code, b.reason.values) for b in frame.unavailable] == [
                    (one.rule, refusal_words(one), one.code, one.values) for _, one in refused
                ]
        if game.over:
            break
        seat = rng.choice(game.to_act)
        ply += 1
        change = messages.play(game, seat, rng.choice(offered(game, seat)), ply)
        assert change.ply == ply
        for event in change.for_seat(seat):
            assert event.ply == ply
            assert event.words
            assert event.seat is None or 1 <= event.seat <= players
    assert {"decided", "round", "drew", "took", "served", "closed"} <= kinds
    assert enough or (players, modules) != (2, 1)  # there somebody changes the plan too often


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_cached_seats_are_still_valid(players: int, modules: int) -> None:
    """A table caches its encoded seats: they are the same as when encoded again."""
    game, _ = messages.begin(make_setup(players, modules, load_edition(None)), "kept")
    rng = random.Random(modules)
    seats = SeatEncoder()
    while not game.over:
        kept, again = StateFrames(game, seats), StateFrames(game)
        for seat in range(players):
            assert kept.update(seat, 0, [], True, "no") == again.update(seat, 0, [], True, "no")
        for _ in range(rng.randrange(1, 4)):
            if not game.over:
                seat = rng.choice(game.to_act)
                game.play(seat, rng.choice(offered(game, seat)))


def test_the_frame_is_that_of_the_protocol() -> None:
    """The server's own form of a frame, partly encoded, has the same fields in the same order."""
    for ours, theirs in (
        (encoded.EncodedUpdate, frames.Update),
        (encoded.EncodedShown, frames.Shown),
        (encoded.EncodedChanged, frames.Changed),
    ):
        assert ours.__struct_fields__ == theirs.__struct_fields__
        assert ours.__struct_config__.tag == theirs.__struct_config__.tag


# --- events


def test_every_kind_of_event_is_translated() -> None:
    """No event is passed on unchanged; no name means two kinds."""
    assert set(TRANSLATIONS) == set(EVENT_KINDS)
    names = [what for what, _ in TRANSLATIONS.values()]
    assert len(set(names)) == len(names)
    assert not {"decided", "chose", "undone"} & set(names)


def test_a_kind_nobody_knows_is_not_sent() -> None:
    with pytest.raises(KeyError):
        messages._translated(started().state.setup, 1, [("secret", 0, 1, 2)])


@pytest.mark.parametrize(
    ("told", "sent"),
    [
        (("round", -1, 3, 0), {"what": "round", "number": 3}),
        (("drew", 1, 4, 0), {"what": "drew", "seat": 2, "card": "server"}),
        (("start card", 0, 5, 0), {"what": "start-card", "seat": 1, "number": 5}),
        (("rolled", 0, 6, 0), {"what": "rolled", "seat": 1, "face": 6}),
        (("thalers", 0, 2, 0), {"what": "thalers", "seat": 1, "thalers": 2}),
        (("thalers", 0, 0, 0), {"what": "thalers", "seat": 1, "thalers": 0}),
        (("served", 0, 2, 1), {"what": "served", "seat": 1, "thalers": 2, "beer": 1}),
        (("paid schnapps", 0, 1, 0), {"what": "paid-schnapps", "seat": 1, "count": 1}),
        (("returned", 0, 3, 2), {"what": "returned", "seat": 1, "card": "dishwasher", "count": 2}),
        (("upgraded", 0, 8, 0), {"what": "upgraded", "seat": 1, "area": "beer_storage"}),
        (("removed", 1, 7, 2), {"what": "removed", "seat": 2, "card": "noble", "space": "t3"}),
        (("signed", 0, 0, 2), {"what": "signed", "seat": 1, "column": 1, "row": 3}),
        (("entertainer", 0, 1, 2), {"what": "entertainer", "seat": 1, "entertainer": "fire", "side": 2}),
        (("reputation back", 0, 7, 0), {"what": "reputation-back", "seat": 1, "number": 7}),
    ],
)
def test_events_have_named_fields(told: tuple[str, int, int, int], sent: dict[str, Any]) -> None:
    (found,) = messages._translated(started(modules=5).state.setup, 9, [told])
    document = msgspec.to_builtins(found.event)
    assert document.pop("words")
    assert document == {"ply": 9, **sent}


def test_what_happens_before_the_first_decision_is_told() -> None:
    game, change = messages.begin(make_setup(2, 1, load_edition(None)), "begin")
    events = change.for_seat(None)
    assert events[0] == Event(0, "round", number=1, words="Evening 1")
    assert [event.seat for event in events if event.what == "counter-guest"]
    assert sum(event.what == "drew" for event in events) > 6
    assert game.state.events is None


def test_a_decision_comes_with_its_words_and_what_follows() -> None:
    game = started(2, 1)
    while game.phase != "draft":
        game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
    seat = game.to_act[0]
    action = game.legal_actions(seat)[0]
    events = messages.play(game, seat, action, 77).for_seat(None)
    about = ActionData(kind="take", face=action.a)
    assert events[0] == Event(77, "decided", seat + 1, action=action.text, does=about, words=f"took a {action.a}")
    assert events[1] == Event(77, "took", seat + 1, face=action.a, words=f"a {action.a}")
    assert game.state.events is None  # no listener is left


def test_a_refused_decision_changes_nothing() -> None:
    game = started(2, 1)
    before = game.record
    with pytest.raises(IllegalActionError):
        messages.play(game, 0, parse_action("recruit row5"), 1)
    assert game.record == before
    assert game.state.events is None


# --- the choices of the evening


def test_a_choice_of_the_evening_is_hidden_until_all_have_chosen() -> None:
    """A-10: others learn that a choice was made; after the last choice everybody learns all of them."""
    game, ply = play_to_choice()
    first, second, last = game.to_act
    choice = game.legal_actions(first)[0]
    other = game.legal_actions(second)[-1]
    change = messages.play(game, first, choice, ply + 1)
    own = change.for_seat(first)
    assert [(event.what, event.action) for event in own] == [("decided", choice.text)]
    hidden = Event(ply + 1, "decided", first + 1, words="has chosen")
    assert [change.for_seat(seat) for seat in (second, last, None)] == [[hidden]] * 3

    state_frames = StateFrames(game)
    assert [shown(state_frames, seat).choice for seat in (first, second, last, None)] == [choice.text, None, None, None]
    chosen = ActionData(**offer_fields(game.state, first, choice))
    assert [shown(state_frames, seat).chosen for seat in (first, second, last, None)] == [chosen, None, None, None]
    assert own[0].does == does(game.state, first, choice)
    assert shown(state_frames, None).view["seats"][first]["choice"] == "hidden"
    assert shown(state_frames, first).view == shown(state_frames, None).view

    messages.play(game, second, other, ply + 2)
    finish = game.legal_actions(last)[0]
    events = messages.play(game, last, finish, ply + 3).for_seat(None)
    assert [(event.what, event.seat, event.action) for event in events[:3]] == [
        ("decided", last + 1, finish.text),
        ("chose", first + 1, choice.text),
        ("chose", second + 1, other.text),
    ]
    assert all(shown(StateFrames(game), seat).choice is None for seat in range(3))


def test_a_choice_taken_back_is_not_told() -> None:
    game, ply = play_to_choice()
    seat = game.to_act[0]
    texts = set()
    for choice in game.legal_actions(seat):
        messages.play(game, seat, choice, ply + 1)
        game.undo(seat)
        change = messages.undone(seat, ply + 2, 1)
        texts.add(msgspec.json.encode(change.for_seat(1 - seat)))
        assert change.for_seat(None) == [
            Event(ply + 2, "undone", seat + 1, count=1, words="undid 1 decision"),
        ]
    assert len(texts) == 1
    assert messages.undone(seat, 5, 3).for_seat(0)[0].words == "undid 3 decisions"


# --- the rest of the frame


def test_an_edition_of_ones_own_is_named_and_not_sent_with_every_frame() -> None:
    edition = edition_with(DEARER)
    frame = shown(StateFrames(started(edition=edition)), None)
    assert frame.view["edition"] == {"name": "changed", "digest": edition.digest}


def test_words_of_one_edition_are_not_used_for_another() -> None:
    """They are cached by edition."""
    prices: list[set[str]] = []
    for edition in (FIGURES, edition_with(DEARER)):
        game = started(edition=edition)
        rng = random.Random(1)
        words: set[str] = set()
        while game.round < 3:
            seat = rng.choice(game.to_act)
            frame = shown(StateFrames(game), seat)
            words |= {b.words for b in frame.unavailable if b.action == "upgrade beer_storage"}
            game.play(seat, rng.choice(game.legal_actions(seat)))
        prices.append(words)
    assert prices == [{"Upgrade the beer storage for 6 thalers"}, {"Upgrade the beer storage for 7 thalers"}]


def test_undo_and_completeness_are_passed_on() -> None:
    state_frames = StateFrames(started())
    frame = FRAME.decode(state_frames.update(0, 5, [], False, "ask"))
    assert isinstance(frame, frames.Update)
    assert (frame.complete, frame.undo, frame.ply) == (False, "ask", 5)


def test_a_picture_does_not_change_with_the_game() -> None:
    """Sockets that are served later get the same state."""
    game = started(2, 1)
    state_frames = StateFrames(game)
    before = state_frames.update(game.to_act[0], 0, [], True, "no")
    late = StateFrames(game)
    game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
    assert late.update(0, 0, [], True, "no") == before


def test_the_seed_is_told_at_the_end_and_not_before() -> None:
    game = started(2, 1, seed="5ecre7" * 8)
    rng = random.Random(2)
    while not game.over:
        with pytest.raises(ValueError, match="not over"):
            messages.over(game, 1, "c" * 64)
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))
    frame = FRAME.decode(messages.over(game, 123, "c" * 64))
    assert isinstance(frame, frames.Over)
    assert frame.ply == 123
    assert (frame.ending.seed, frame.ending.commitment) == (game.seed, "c" * 64)
    assert frame.ending.scores == game.scores
    assert game.outcome is not None
    assert frame.ending.winners == [seat + 1 for seat in game.outcome.winners]
    assert shown(StateFrames(game), 0).decisions == []
