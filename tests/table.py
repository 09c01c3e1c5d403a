"""A table for tests: a game laid out at any moment of an evening, and played on in the words of the rulebook.

    t = Table(players=2, modules=1)
    t.tavern(0, "r3.2", "noble", "brewer")      # cards drawn this evening, in order: t1 is r3.2, t2 the noble
    t.plan(0, "3 t1", "6 brewer", "4 -")        # dice on the board; "-" is a die not placed
    t.stores(0, thalers=2)
    t.serving(0)
    t.do(0, "use brewer:6")
    assert t.player(0).beer == 2
    assert t.refused(0, "buy brewer") == "F-7"

Cards come out of the box (open piles, guest deck, own regulars) and go back to it, so nothing is created or lost on the
way. Seats are counted from 0; piles are named top card first. Lay out first, then jump to a phase, then play.
"""

import functools
from collections import Counter
from collections.abc import Iterable

from tests.figures import FIGURES
from tiefenthal.engine.chance import ScriptedChance, SeededChance
from tiefenthal.engine.components import Edition, parse_edition
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    BREWER,
    ENTERTAINER_NAMES,
    FIRST_REGULAR,
    NO_CARD,
    NOBLE,
    SERVER,
    TABLE,
    TABLES_AREA,
    TAVERN_NAMES,
)
from tiefenthal.engine.rules import luck as streams
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.placing import free_dishwashers, open_spaces, put
from tiefenthal.engine.rules.play import acting, advance, apply, legal_actions, why_not
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.scoring import score, winners
from tiefenthal.engine.rules.serving import begin_serving
from tiefenthal.engine.rules.setup import new_state, shuffle_deck
from tiefenthal.engine.rules.spaces import FIRST_TABLE, NEED, SPACE_NAMES, TRAY
from tiefenthal.engine.rules.state import Event, Player, State

CHEAPEST_GUEST = 3
UNPLACED = "-"


@functools.cache
def edition_with(*changes: tuple[str, str]) -> Edition:
    """The edition of the tests with pieces of its text replaced: edition_with(('2 = "barback"', '2 = "noble"'))."""
    text = FIGURES.text.replace('name = "reference"', 'name = "changed"')
    for old, new in changes:
        assert text.count(old) >= 1, f"the edition of the tests does not contain {old!r}"
        text = text.replace(old, new, 1)
    return parse_edition(text)


class Table:
    """A game under construction, then in play."""

    def __init__(
        self,
        players: int = 2,
        modules: int = 1,
        start: int = 0,
        evening: int = 1,
        edition: Edition | None = None,
        seed: str = "table",
    ) -> None:
        self.edition: Edition = FIGURES if edition is None else edition
        script: dict[tuple[str, int], list[list[int]]] = {(streams.START_PLAYER, -1): [[start]]}
        self.luck: ScriptedChance = ScriptedChance(script, SeededChance(seed))
        self.state: State = new_state(make_setup(players, modules, self.edition), self.luck)
        self.state.round = evening
        self.state.events = []
        self._plans: list[list[tuple[int, str]]] = [[] for _ in range(players)]
        for seat, p in enumerate(self.state.players):
            p.deck = self.edition.regulars[:]
            for kind in (SERVER, TABLE, BREWER):
                self._take(seat, kind)
                p.deck.append(kind)
            shuffle_deck(p, seat, self.luck)

    # --- names

    def kind(self, name: str) -> int:
        """The kind of a card by its name."""
        return self.edition.kind_of[name]

    def kinds(self, names: Iterable[str]) -> list[int]:
        """The kinds of several cards."""
        return [self.edition.kind_of[name] for name in names]

    def names(self, cards: Iterable[int]) -> list[str]:
        """The names of several cards."""
        return [self.edition.card_names[card] for card in cards]

    # --- the box

    def _take(self, seat: int, kind: int) -> None:
        """A card for a seat out of the box."""
        s = self.state
        if kind <= BREWER:
            assert s.piles[kind] > 0, f"no {TAVERN_NAMES[kind]} left in the box"
            s.piles[kind] -= 1
        elif kind == NOBLE:
            assert s.nobles > 0, "no noble left in the box"
            s.nobles -= 1
        elif kind < self.edition.first_guest:
            p = s.players[seat]
            for home in (s.removed, p.deck, p.discard):
                if kind in home:
                    home.remove(kind)
                    return
            raise AssertionError(f"seat {seat} has no {self.edition.card_names[kind]} left")
        else:
            self._take_guest(kind)

    def _take_guest(self, kind: int) -> None:
        s = self.state
        for home in (s.guest_deck, s.pile, s.removed):
            if kind in home:
                home.remove(kind)
                return
        name = self.edition.card_names[kind]
        assert kind in s.row, f"{name} is not in the box; the guests are: {self.names(s.guest_deck + s.pile)}"
        s.row[s.row.index(kind)] = s.guest_deck.pop()

    def _give_back(self, card: int) -> None:
        """A card back into the box; regulars have no place there and leave the game."""
        s = self.state
        if card <= BREWER:
            s.piles[card] += 1
        elif card == NOBLE:
            s.nobles += 1
        elif card < self.edition.first_guest:
            s.removed.append(card)
        elif self.edition.beer[card] == CHEAPEST_GUEST:
            s.pile.insert(0, card)
        else:
            s.guest_deck.insert(0, card)

    def census(self) -> Counter[str]:
        """All cards of the game, wherever they are."""
        s = self.state
        cards: list[int] = [*s.removed, *s.pile, *s.guest_deck, *s.row, *([NOBLE] * s.nobles)]
        for kind, count in enumerate(s.piles):
            cards += [kind] * count
        for p in s.players:
            cards += [*p.deck, *p.discard, *cards_in_tavern(p)]
        return Counter(self.names(card for card in cards if card != NO_CARD))

    # --- laying out: the supply

    def supply(self, **left: int) -> "Table":
        """How much is left in the supply: supply(barback=0, noble=1, schnapps=3, signatures=0). Surplus cards leave
        the game."""
        s = self.state
        for name, count in left.items():
            if name == "schnapps":
                s.schnapps = count
            elif name == "signatures":
                s.signatures = count
            elif name == "counter_guests":
                s.counter_guests = count
            else:
                kind = self.kind(name)
                have = s.nobles if kind == NOBLE else s.piles[kind]
                assert have >= count, f"there are only {have} of {name}"
                s.removed += [kind] * (have - count)
                if kind == NOBLE:
                    s.nobles = count
                else:
                    s.piles[kind] = count
        return self

    def guest_pile(self, *names: str) -> "Table":
        """The 3-beer guests that are left, top first; the others leave the game."""
        s = self.state
        wanted = self.kinds(names)
        s.removed += s.pile
        s.pile = []
        for kind in wanted:
            assert self.edition.beer[kind] == CHEAPEST_GUEST, f"{self.edition.card_names[kind]} is no 3-beer guest"
            s.removed.remove(kind)
        s.pile = wanted[::-1]
        if not wanted and s.signed & 1:
            s.signed &= ~1
            s.signatures += 1
        return self

    def row(self, *names: str) -> "Table":
        """The open guests from left to right, four or five; "" is an empty place. Signatures stay where they lie."""
        s = self.state
        s.guest_deck[:0] = [card for card in s.row if card != NO_CARD]
        s.row = [NO_CARD] * len(names)
        for place, name in enumerate(names):
            if name:
                self._take_guest(self.kind(name))
                s.row[place] = self.kind(name)
        return self

    def guest_deck(self, *names: str) -> "Table":
        """The whole guest deck, top first; the others leave the game."""
        s = self.state
        s.removed += s.guest_deck
        s.guest_deck = []
        for kind in self.kinds(names):
            self._take_guest(kind)
        s.guest_deck = self.kinds(names)[::-1]
        return self

    def next_guest(self, *names: str) -> "Table":
        """The next guests of the guest deck, the first one on top."""
        for kind in self.kinds(names):
            self._take_guest(kind)
        self.state.guest_deck += self.kinds(names)[::-1]
        return self

    # --- laying out: a seat

    def deck(self, seat: int, *names: str) -> "Table":
        """The seat's whole deck, top first; what it held before goes back to the box."""
        p = self.player(seat)
        for card in p.deck:
            self._give_back(card)
        p.deck = []
        p.known = 0
        for kind in self.kinds(names):
            self._take(seat, kind)
        p.deck = self.kinds(names)[::-1]
        return self

    def discard(self, seat: int, *names: str) -> "Table":
        """The seat's whole discard pile."""
        p = self.player(seat)
        for card in p.discard:
            self._give_back(card)
        p.discard = []
        for kind in self.kinds(names):
            self._take(seat, kind)
        p.discard = self.kinds(names)
        return self

    def tavern(self, seat: int, *names: str) -> "Table":
        """Cards drawn this evening, in the order in which they came, beyond those already there."""
        p = self.player(seat)
        if not p.seated and not any(p.drawn):
            p.tables = self.edition.area_yield[TABLES_AREA][p.upgraded >> TABLES_AREA & 1]
        for kind in self.kinds(names):
            self._take(seat, kind)
            if kind <= BREWER:
                p.drawn[kind] += 1
                p.tables += kind == TABLE
            elif kind == NOBLE:
                p.nobles += 1
                if p.nobles == 1:
                    p.seated.append(NOBLE)
            else:
                assert kind >= FIRST_REGULAR
                p.seated.append(kind)
        return self

    def dice(self, seat: int, *faces: int, coloured: int = 0) -> "Table":
        """Dice not placed yet, beyond those already there; the first `coloured` of them are of the seat's colour."""
        p = self.player(seat)
        p.faces = [*p.faces[: p.coloured], *faces[:coloured], *p.faces[p.coloured :], *faces[coloured:]]
        p.places = [TRAY] * len(p.faces)
        p.coloured += coloured
        return self

    def plan(self, seat: int, *dice: str) -> "Table":
        """Dice with their places ("5 monk", "3 t1", "4 -"), set down as soon as planning or serving begins."""
        for words in dice:
            face, space = words.split()
            self._plans[seat].append((int(face), space))
        return self

    def stores(self, seat: int, thalers: int = 0, beer: int = 0, schnapps: int = 0) -> "Table":
        """What a seat has; schnapps comes from the supply."""
        p = self.player(seat)
        p.thalers = thalers
        p.beer = beer
        self.state.schnapps += p.schnapps - schnapps
        p.schnapps = schnapps
        return self

    def upgraded(self, seat: int, *areas: str) -> "Table":
        """Areas on their upgraded side."""
        for area in areas:
            self.player(seat).upgraded |= 1 << AREA_NAMES.index(area)
        return self

    def counter_guests(self, seat: int, count: int) -> "Table":
        """Counter guests a seat has taken."""
        p = self.player(seat)
        self.state.counter_guests += p.counter_guests - count
        p.counter_guests = count
        return self

    def markers(self, seat: int, monastery: int = 0, reputation: int = 0) -> "Table":
        """Where the markers of a seat are."""
        self.player(seat).monastery = monastery
        self.player(seat).reputation = reputation
        return self

    def entertainer(self, seat: int, name: str, side: int) -> "Table":
        """An entertainer ("money", "fire", "juggler") with a side (1 or 2) up."""
        self.player(seat).entertainers[ENTERTAINER_NAMES.index(name)] = side
        return self

    def book(self, seat: int, *columns: int) -> "Table":
        """Signatures in the four columns of the guest book, from the supply."""
        p = self.player(seat)
        self.state.signatures += sum(p.book) - sum(columns)
        p.book = list(columns)
        return self

    # --- luck

    def _script(self, stream: str, seat: int, values: list[int]) -> "Table":
        self.luck._script.setdefault((stream, seat), []).append(values)
        return self

    def white(self, seat: int, *faces: int) -> "Table":
        """The next roll of the white dice on the seat's coaster."""
        return self._script(streams.WHITE, seat, list(faces))

    def colour(self, seat: int, *faces: int) -> "Table":
        """The next roll of the seat's own colour."""
        return self._script(streams.COLOURED, seat, list(faces))

    def shuffle(self, seat: int, *names: str) -> "Table":
        """The next shuffle of the seat's deck brings these cards to the top."""
        return self._script(streams.DECK, seat, self.kinds(names))

    # --- jumping to a phase

    def _go(self, letter: str) -> None:
        steps = self.state.setup.flow.steps
        self.state.step = [step.letter for step in steps].index(letter)
        self.state.waiting = 0

    def _begin(self, letter: str) -> "Table":
        self._go(letter)
        self.state.setup.flow.steps[self.state.step].begin(self.state, self.luck)
        advance(self.state, self.luck)
        return self

    def start_cards(self, *revealed: int) -> "Table":
        """The choice of start cards, with these three revealed (modules 4 and 5)."""
        for p in self.state.players:
            for card in p.deck:
                if card <= BREWER:
                    self._give_back(card)
        self._script(streams.START_CARDS, -1, list(revealed))
        self.state.round = 0
        return self._begin("S")

    def evening(self, number: int) -> "Table":
        """A: the moon moves into this round."""
        self.state.round = number - 1
        return self._begin("A")

    def arrival(self) -> "Table":
        """B: the guests arrive from the decks as laid out."""
        return self._begin("B")

    def servers(self) -> "Table":
        """C: coloured dice for the servers; the game goes on to the draft."""
        return self._begin("C")

    def draft(self) -> "Table":
        """D: the white dice are rolled."""
        return self._begin("D")

    def planning(self) -> "Table":
        """E: all seats plan; dice named in `plan` are set down."""
        self._begin("E")
        for seat in range(len(self.state.players)):
            self._set_down(seat)
        return self

    def serving(self, seat: int) -> "Table":
        """F: the serving of this seat begins, with everything that comes before its first action."""
        self._go("F")
        for other, p in enumerate(self.state.players):
            open_spaces(self.state, p)
            self._set_down(other)
        self.state.turn = seat
        begin_serving(self.state)
        advance(self.state, self.luck)
        return self

    def closing(self) -> "Table":
        """G: closing time; without a question the game goes on to the next evening, or ends."""
        return self._begin("G")

    def _set_down(self, seat: int) -> None:
        p = self.player(seat)
        for face, space in self._plans[seat]:
            p.faces.append(face)
            p.places.append(TRAY)
            if space != UNPLACED:
                number = SPACE_NAMES.index(space)
                assert number < FIRST_TABLE + len(p.seated), f"seat {seat} has no {space}"
                need = NEED[face][p.required[number]]
                assert need <= free_dishwashers(p), f"a {face} does not fit {space} of seat {seat}"
                put(p, len(p.faces) - 1, number)
        self._plans[seat] = []

    # --- playing

    def do(self, seat: int, *texts: str) -> "Table":
        """Play actions one after the other; each must be legal."""
        for text in texts:
            action = parse_action(text)
            refusal = why_not(self.state, seat, action)
            assert refusal is None, f"{text!r} of seat {seat} is refused: {refusal}"
            assert action in legal_actions(self.state, seat), f"{text!r} is accepted but not offered"
            apply(self.state, seat, action, self.luck)
        return self

    def legal(self, seat: int) -> list[str]:
        """What a seat can do, as texts; each is offered once, and accepted."""
        offered = legal_actions(self.state, seat)
        for action in offered:
            refusal = why_not(self.state, seat, action)
            assert refusal is None, f"{action.text!r} is offered to seat {seat} but refused: {refusal}"
        assert len(set(offered)) == len(offered), f"offered twice: {offered}"
        return [action.text for action in offered]

    def refused(self, seat: int, text: str) -> str:
        """The rule that forbids an action now."""
        action = parse_action(text)
        refusal = why_not(self.state, seat, action)
        assert refusal is not None, f"{text!r} of seat {seat} is not refused"
        assert refusal.code
        assert action not in legal_actions(self.state, seat), f"{text!r} is refused but offered"
        return refusal.rule

    def can(self, seat: int, text: str) -> bool:
        """Whether an action is legal now."""
        allowed = why_not(self.state, seat, parse_action(text)) is None
        assert allowed == (text in self.legal(seat)), f"{text!r}: offered and accepted differ"
        return allowed

    def ready(self) -> "Table":
        """Everyone who is still planning is ready; serving begins."""
        for seat in self.acting:
            self.do(seat, "ready")
        return self

    def play_on(self, letter: str) -> "Table":
        """Play without ambition until the next phase with this letter asks somebody, or the game is over."""
        begun = (self.state.round, self.phase)
        while not self.state.over and ((self.state.round, self.phase) == begun or self.phase != letter):
            seat = self.acting[0]
            legal = self.legal(seat)
            for text in ("stay", "ready", "end", "decline", legal[0]):
                if text in legal:
                    self.do(seat, text)
                    break
        return self

    # --- looking

    @property
    def acting(self) -> list[int]:
        """The seats the game waits for."""
        mask = acting(self.state)
        return [seat for seat in range(len(self.state.players)) if mask >> seat & 1]

    @property
    def phase(self) -> str:
        """The letter of the phase."""
        return self.state.setup.flow.steps[self.state.step].letter

    @property
    def events(self) -> list[Event]:
        """What has happened so far."""
        assert self.state.events is not None
        return self.state.events

    def player(self, seat: int) -> Player:
        """A tavern."""
        return self.state.players[seat]

    def deck_of(self, seat: int) -> list[str]:
        """The seat's deck, top first."""
        return self.names(reversed(self.player(seat).deck))

    def top(self, seat: int, count: int = 1) -> list[str]:
        """The top cards of the seat's deck, top first."""
        return self.deck_of(seat)[:count]

    def discard_of(self, seat: int) -> list[str]:
        """The seat's discard pile, sorted by name."""
        return sorted(self.names(self.player(seat).discard))

    def seated(self, seat: int) -> list[str]:
        """Who sits at the tables, left to right; "" where somebody was removed."""
        return self.names(self.player(seat).seated)

    def drawn(self, seat: int) -> dict[str, int]:
        """Tavern cards drawn this evening and still there."""
        return {TAVERN_NAMES[kind]: count for kind, count in enumerate(self.player(seat).drawn) if count}

    def dice_of(self, seat: int) -> list[str]:
        """The seat's dice and where they are: "5 monk", "4 -", "3 used"; sorted."""
        p = self.player(seat)
        where = [SPACE_NAMES[place] if place >= 0 else (UNPLACED if place == TRAY else "used") for place in p.places]
        return sorted(f"{face} {place}" for face, place in zip(p.faces, where, strict=True))

    def areas(self, seat: int) -> set[str]:
        """The upgraded areas."""
        return {name for area, name in enumerate(AREA_NAMES) if self.player(seat).upgraded >> area & 1}

    def pile(self, name: str) -> int:
        """How many cards of a kind are left in the supply."""
        kind = self.kind(name)
        return self.state.nobles if kind == NOBLE else self.state.piles[kind]

    @property
    def removed(self) -> list[str]:
        """Cards that left the game, the latest last."""
        return self.names(self.state.removed)

    @property
    def open_guests(self) -> list[str]:
        """The row from left to right; "" for an empty place."""
        return self.names(self.state.row)

    @property
    def scores(self) -> list[int]:
        """Points of all seats, as if the game ended now."""
        return [score(self.state, seat) for seat in range(len(self.state.players))]

    @property
    def winners(self) -> list[int]:
        """Who wins."""
        return winners(self.state)
