"""Which sentence says an action is chosen once, in Python; the browser fills in the same, in every language."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from harness.browser.visitor import Visit
from tests.browser.looking import speak
from tests.browser.posed import played, pose, sit_down
from tests.browser.test_words import modules
from tiefenthal.engine.components.kinds import AREA_NAMES, NO_CARD
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.action_data import action_data
from tiefenthal.engine.rules.actions import ACTIONS, Action
from tiefenthal.engine.wording.actions import action_words, told, values_of
from tiefenthal.engine.wording.forms import done_form
from tiefenthal.i18n import CODES, Catalogue, catalogue
from tiefenthal.server.tables.offers import does, offer_fields

# Every action on a button, and told of the reader and of somebody else. Python leaves soft hyphens out.
SAID = """async ([offers, deeds]) => {
    const { actionWords, eventSentence, seatName } = await import("/static/js/core/words.js");
    const plain = (text) => text.replaceAll("\u00ad", "");
    const tell = (seat) => deeds.map((does) => plain(eventSentence({ what: "decided", seat, does })));
    return { other: seatName(2), act: offers.map((one) => plain(actionWords(one))), you: tell(1), them: tell(2) };
}"""


def moments() -> list[Game]:
    """Moments of games, which have between them entertainers and guests to choose, guests who sit, and dice in many
    places; and one without a guest on the pile."""

    def offered_to_me(start: str) -> Callable[[Game], bool]:
        return lambda game: any(action.text.startswith(start) for action in game.legal_actions(0))

    wanted = ((5, "choose side-1"), (5, "swap"), (1, "choose guest"))
    found = [played(3, modules, "every sentence", offered_to_me(start)) for modules, start in wanted]
    games = [game for game in found if game is not None]
    assert len(games) == len(wanted)
    bare = games[-1].clone()
    bare.state.pile.clear()
    return [*games, bare]


def sayable(game: Game) -> list[Action]:
    """All actions but those about a regular that is not in the box, or an offer that an area does not have."""
    ed = game.edition
    offers = {AREA_NAMES[area] for area, card in enumerate(ed.area_card) if card != NO_CARD}
    data = [(action, action_data(game.state, 0, action)) for action in ACTIONS]
    absent = [one for one, what in data if what.kind == "dismiss" and what.card is None]
    absent += [one for one, what in data if what.count and what.area is not None and what.area not in offers]
    return [action for action in ACTIONS if action not in absent]


def expected(game: Game, actions: list[Action], words: Catalogue, who: str) -> list[str]:
    """What has been done, with the whole sentence."""
    said = []
    for action in actions:
        data = action_data(game.state, 0, action)
        key = f"log.{done_form(data)}"
        said.append(told(words, key, who, values_of(words, game.edition, key, data)))
    return said


def test_every_action_is_said_alike_in_python_and_in_the_browser(visit: Visit) -> None:
    me = visit(painted=False)
    sit_down(me, 3, 5)
    games = moments()
    for code in CODES:
        words = catalogue(code)
        speak(me, code)
        for game in games:
            pose(me, game)
            actions = sayable(game)
            assert len(actions) > 1750
            offers = [offer_fields(game.state, 0, action) for action in actions]
            deeds = [msgspec.to_builtins(does(game.state, 0, action)) for action in actions]
            said: dict[str, Any] = me.page.evaluate(SAID, [offers, deeds])
            texts = [action.text for action in actions]
            ours = [action_words(game.state, 0, action, words) for action in actions]
            assert dict(zip(texts, said["act"])) == dict(zip(texts, ours))
            for whom, who in (("you", ""), ("them", said["other"])):
                assert dict(zip(texts, said[whom])) == dict(zip(texts, expected(game, actions, words, who))), whom
            assert not [one for one in said["act"] + said["them"] if re.search(r"[{}_]|\b(act|log)\.", one)]


def test_no_module_of_the_browser_chooses_a_sentence_by_kind_of_action() -> None:
    """The key of a sentence about an action is put together in one place, from what the server says; no other names
    such a key, or a form."""
    told_otherwise = {"chosen", "drafted", "arrival", "rolled"}  # of whole phases
    keys = {key for key in catalogue("en").sentences if re.match(r"(act|log)\.", key)}
    forms = {key.partition(".")[2] for key in keys} - told_otherwise
    assert len(forms) > 35
    made = []
    for path, text in modules().items():
        made += re.findall(r"`(?:act|log)\.\$\{[^`]*`", text)
        named = set(re.findall(r"[\"'`]([a-z.-]+)[\"'`]", text))
        assert not named & {f"{start}.{form}" for form in forms for start in ("act", "log", "you.log")}, path.name
        assert not named & {form for form in forms if "." in form}, path.name
    assert sorted(made) == ["`act.${action.form ?? action.kind}`", "`log.${event.does.form ?? event.does.kind}`"]
