"""Reading positions: from a document to a state, with every problem named."""

from typing import Any, Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import GIVES_COUNTER_GUEST, NO_CARD, bonus_what
from tiefenthal.engine.components.loader import REFERENCE, built_in_edition, parse_edition, unpinned_edition
from tiefenthal.engine.components.problems import EditionError
from tiefenthal.engine.record.position.fields import GUESTS_KEYS, SIGNED, supply_fields
from tiefenthal.engine.record.position.fill import fill_decks, fill_guests, fill_supply
from tiefenthal.engine.record.position.seat import OpenPile, finish_seat, read_pile, read_seat
from tiefenthal.engine.record.position.text import parse_position
from tiefenthal.engine.record.position.values import Values, hints, shown
from tiefenthal.engine.record.position.words import (
    ARGUMENT_KEYS,
    EFFECT_NAMES,
    EFFECT_OF,
    FORMAT,
    FROM_ONE,
    PLACE_NAMES,
    PositionError,
    read_argument_words,
)
from tiefenthal.engine.rules.evening import ALL_UPGRADED, choices_of, is_free_upgrade
from tiefenthal.engine.rules.faults import Fault, fault
from tiefenthal.engine.rules.flow import BONUS, START_ITEM
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.rules.invariants_seat import MOST_STEPS
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.modules.schnapps import Juggling
from tiefenthal.engine.rules.phases import (
    ARRIVAL,
    CLOSING,
    EVENING,
    JUGGLING,
    PLANNING,
    SETTING_UP,
    TURN_PHASES,
    phase_of,
)
from tiefenthal.engine.rules.play import acting, advance, legal_actions
from tiefenthal.engine.rules.round import flow_of, make_setup
from tiefenthal.engine.rules.state import NO_CHOICE, State, Task
from tiefenthal.engine.rules.version import FIRST_VERSION, KNOWN_VERSIONS, UnknownRulesError

KEYS: Final = (
    "format", "edition", "players", "modules", "round", "phase", "start_player", "turn", "waiting", "pending", "over",
    "supply", "guests", "removed", "seats", "start_cards", "view_of", "rules",
)  # fmt: skip
MOST_VERSIONS: Final = 9999


def state_from_position(document: object, edition: Edition | None = None, luck: Luck | None = None) -> State:
    """The state a document (or its JSON text) describes, checked throughout. Raises `PositionError` with all problems.

    `edition` is the one to play with if the document does not bring its own. `luck` puts cards whose order the document
    leaves open into order; without it they are sorted.
    """
    if isinstance(document, str):
        document = parse_position(document)
    v = Values()
    s = _read(v, document, edition, luck)
    found = v.problems[:]
    if s is not None and not v.broken:
        found += problems(s)
        if not found:
            found += _why_stuck(s)
    if s is None or found:
        raise PositionError(found)
    return s


def _why_stuck(s: State) -> list[Fault]:
    """Somebody must be able to act once everything automatic has happened, or the game is over."""
    trial = s.clone()
    advance(trial, SeededChance("is there a decision?"))
    if trial.over:
        return []
    mask = acting(trial)
    for seat in range(len(trial.players)):
        if mask >> seat & 1 and not legal_actions(trial, seat):
            return [fault("waiting", "wait-stuck", seat=seat + 1)]
    return [] if mask else [fault("waiting", "wait-nobody")]


def _read(v: Values, document: object, edition: Edition | None, luck: Luck | None) -> State | None:
    if not isinstance(document, dict):
        v.note("", "document-object", shown=shown(document))
        return None
    table = v.table(document, "", KEYS)
    if table.get("format", FORMAT) != FORMAT:
        v.note("format", "format", format=FORMAT, shown=shown(table["format"]))
    ed = _edition(v, table.get("edition"), edition)
    if "modules" not in table:
        v.note("modules", "missing-modules")
    modules = v.integer(table, "modules", "", 1, 5, 1)
    entries = v.items(table["seats"], "seats") if "seats" in table else None
    if entries is None and "players" not in table:
        v.note("players", "missing-players")
    players = v.integer(table, "players", "", 2, 4, len(entries) if entries is not None else 2)
    if entries is None:
        entries = [{} for _ in range(players)]
    if not 2 <= len(entries) <= 4 or len(entries) != players:
        v.note("seats", "seats-listed", count=len(entries), players=players)
        return None
    if ed is None:
        return None
    s = State()
    rules = v.integer(table, "rules", "", FIRST_VERSION, MOST_VERSIONS, FIRST_VERSION)
    try:
        s.setup = make_setup(players, modules, ed, rules)
    except UnknownRulesError:
        versions = ", ".join([str(one) for one in KNOWN_VERSIONS])
        v.note("rules", "unknown-rules", version=rules, versions=versions)
        return None
    s.events = None
    s.reveals = 0
    if not _read_place(v, s, table):
        return None
    read = [read_seat(v, entry, f"seats[{i}]", modules, ed.card_names) for i, entry in enumerate(entries, start=1)]
    s.players = [player for player, _, _ in read]
    s.tasks = _tasks(v, table.get("pending", []), players)
    s.removed = list(reversed(v.cards(table.get("removed", []), "removed", ed.card_names)))
    start_cards = v.items(table.get("start_cards", []), "start_cards")
    s.start_cards = [v.whole(card, f"start_cards[{i}]", 1, 99, 1) for i, card in enumerate(start_cards, start=1)]
    s.piles = [0] * 7
    s.waiting = 0
    s.nobles = s.schnapps = s.signatures = s.counter_guests = s.signed = 0
    s.pile = []
    s.guest_deck = []
    s.row = []
    for seat, (_, _, entry) in enumerate(read):
        finish_seat(v, s, seat, f"seats[{seat + 1}]", entry)
    _read_common(v, s, table, [pile for _, pile, _ in read], luck)
    if v.broken:
        return None
    s.waiting = v.seats(table["waiting"], "waiting", players) if "waiting" in table else _asked(s)
    return s


def _edition(v: Values, value: object, given: Edition | None) -> Edition | None:
    """The edition a document names or brings along."""
    if value is None:
        return given if given is not None else unpinned_edition()
    if isinstance(value, str):
        value = {"name": value}
    table = v.table(value, "edition", ("name", "digest", "text"))
    for key in table:
        if not isinstance(table[key], str):
            v.note(f"edition.{key}", "not-text", shown=shown(table[key]))
            return None
    ed: Edition | None
    if "text" in table:
        try:
            ed = parse_edition(table["text"], "edition.text")
        except EditionError as error:
            for problem in error.problems:
                v.note_edition("edition.text", problem)
            return None
    elif given is not None:
        ed = given
    elif table.get("name", REFERENCE) == REFERENCE:
        ed = built_in_edition(table["digest"]) if "digest" in table else unpinned_edition()
        if ed is None:
            v.note("edition.digest", "edition-figures")
            return None
    else:
        v.note("edition", "edition-unknown", shown=shown(table["name"]))
        return None
    if table.get("name", ed.name) != ed.name:
        v.note("edition.name", "edition-name", shown=shown(table["name"]), have=shown(ed.name))
    elif table.get("digest", ed.digest) != ed.digest:
        v.note("edition.digest", "edition-digest", have=shown(ed.name))
    return ed


def _read_place(v: Values, s: State, table: dict[str, Any]) -> bool:
    """Where the game stands; False when the rest cannot be understood without it."""
    count = s.setup.players
    names = [step.name for step in flow_of(s.setup.modules).steps]
    if "phase" not in table:
        v.note("phase", "missing-phase", known=", ".join(names))
        return False
    phase = table["phase"]
    if phase not in names:
        near, few = hints(phase, names)
        v.note("phase", "phase-modules", shown=shown(phase), modules=s.setup.modules, near=near, known=few)
        return False
    s.step = names.index(phase)
    if "round" not in table and names[s.step] not in SETTING_UP:
        v.note("round", "missing-round", most=s.setup.edition.rounds)
    s.round = v.integer(table, "round", "", 0, s.setup.edition.rounds, 0)
    s.start_player = v.integer(table, "start_player", "", 1, count, 1) - 1
    s.turn = v.integer(table, "turn", "", 1, count, s.start_player + 1) - 1
    ended = names[s.step] == CLOSING and s.round == s.setup.edition.rounds
    s.over = v.flag(table, "over", "", ended)
    return True


def _tasks(v: Values, value: object, players: int) -> list[Task]:
    """What is pending, written in the order in which it will be resolved."""
    found: list[Task] = []
    for i, item in enumerate(v.items(value, "pending"), start=1):
        path = f"pending[{i}]"
        if not isinstance(item, dict) or "effect" not in item or "seat" not in item:
            v.note(path, "pending-object")
            continue
        number = v.word(item["effect"], f"{path}.effect", list(EFFECT_NAMES.values()), "effect")
        if number < 0:
            continue
        effect = EFFECT_OF[item["effect"]]
        key = ARGUMENT_KEYS.get(effect)
        entry = v.table(item, path, ("seat", "effect", key) if key else ("seat", "effect"))
        seat = v.integer(entry, "seat", path, 1, players, 1) - 1
        arg = 0
        if key is not None and key not in entry:
            v.note(path, "pending-missing", name=key)
        elif effect in (BONUS, START_ITEM):
            words = entry["what"]
            arg = read_argument_words(effect, words) if isinstance(words, str) else -1
            if arg <= 0:
                v.note(f"{path}.what", "pending-what", shown=shown(words))
        elif key is not None:
            arg = v.integer(entry, key, path, 1, MOST_STEPS, 1) - (1 if effect in FROM_ONE else 0)
        found.append((effect, seat, arg))
    found.reverse()
    return found


def _read_common(v: Values, s: State, table: dict[str, Any], decks: list[OpenPile], luck: Luck | None) -> None:
    """Supply and guests, and the rest of the box if something was omitted."""
    modules = s.setup.modules
    names = s.setup.edition.card_names
    parts = (*GUESTS_KEYS, SIGNED) if modules >= 5 else GUESTS_KEYS
    guests = v.table(table.get("guests", {}), "guests", parts)
    pile = read_pile(v, guests, "pile", "guests", names)
    deck = read_pile(v, guests, "deck", "guests", names)
    row: list[int] | None = None
    if "row" in guests:
        row = []
        for i, item in enumerate(v.items(guests["row"], "guests.row"), start=1):
            kind = NO_CARD if item is None else v.word(item, f"guests.row[{i}]", names, "card")
            row.append(max(NO_CARD, kind))
    signed: int | None = None
    if SIGNED in guests:
        signed = 0
        for place in v.words(guests[SIGNED], f"guests.{SIGNED}", PLACE_NAMES, "open-place"):
            signed |= 1 << place
    supply = v.table(table.get("supply", {}), "supply", [field.key for field in supply_fields(modules)])
    numbers = {key: v.integer(supply, key, "supply", 0, 999, 0) for key in supply}
    if v.broken:
        return
    fill_decks(s, decks, luck)
    fill_guests(s, pile, deck, row, signed, luck)
    if "counter_guests" not in numbers:
        track = s.setup.round_track[1 : s.round + 1]
        given = len([options for options in track if bonus_what(options[0]) == GIVES_COUNTER_GUEST])
        total = s.setup.edition.counter_guests * s.setup.players
        held = sum(p.counter_guests for p in s.players)
        numbers["counter_guests"] = max(0, min(total - given * s.setup.players, total - held))
    fill_supply(v, s, numbers)


def _asked(s: State) -> int:
    """Whom the phase waits for, where the document does not say."""
    phase = phase_of(s)
    if phase in TURN_PHASES:
        return 1 << s.turn
    everyone = (1 << len(s.players)) - 1
    if phase == PLANNING:
        return everyone
    if phase == JUGGLING:
        trial = s.clone()
        trial.waiting = 0
        Juggling().begin(trial, SeededChance(""))
        return trial.waiting
    waiting = 0
    for seat, p in enumerate(s.players):
        if phase == ARRIVAL and p.counter_guests > 0:
            waiting |= 1 << seat
        elif phase == EVENING and not s.tasks and s.round > 0 and p.choice == NO_CHOICE:
            if p.upgraded != ALL_UPGRADED if is_free_upgrade(s) else choices_of(s):
                waiting |= 1 << seat
    return waiting
