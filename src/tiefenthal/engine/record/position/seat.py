"""Reading one seat of a position document into a `Player`."""

from typing import Any, Final

from tiefenthal.engine.components.kinds import (
    BARD,
    NO_CARD,
    NOBLE,
    TABLE,
    TABLES_AREA,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.record.position.fields import (
    COUNTS,
    MOST_TOKENS,
    UNMOVED,
    WORKER_KEYS,
    WORKERS,
    counts_of,
    seat_fields,
)
from tiefenthal.engine.record.position.values import Values, shown
from tiefenthal.engine.record.position.words import GONE, USED_WORD, die_words
from tiefenthal.engine.rules.invariants_seat import (
    MOST_HELD,
    NOW,
    has_spaces,
    lay_out_spaces,
    serving_of,
)
from tiefenthal.engine.rules.phases import TAVERN_PHASES, phase_of
from tiefenthal.engine.rules.placing import fits_of, helped_dice, open_spaces
from tiefenthal.engine.rules.spaces import MAX_TABLES, SPACE_NAMES, TRAY, USED
from tiefenthal.engine.rules.state import Player, State, new_player

MOST_CARDS: Final = 400


class OpenPile:
    """A pile as it was written: its cards, and how many of them, from the bottom, are in no particular order."""

    def __init__(self, cards: list[int], loose: int, written: bool) -> None:
        self.cards = cards
        self.loose = loose
        self.written = written


def read_pile(v: Values, table: dict[str, Any], key: str, path: str, names: list[str]) -> OpenPile:
    """A pile: a list of cards, top card first, or {"top": [...], "rest": {card: count}} where only the top is known."""
    if key not in table:
        return OpenPile([], 0, False)
    value = table[key]
    path = f"{path}.{key}"
    if not isinstance(value, dict):
        return OpenPile(v.cards(value, path, names), 0, True)
    parts = v.table(value, path, ("top", "rest"))
    top = v.cards(parts.get("top", []), f"{path}.top", names)
    rest: list[int] = []
    counts = v.table(parts.get("rest", {}), f"{path}.rest", names[1:])
    for name in counts:
        rest.extend([names.index(name)] * v.integer(counts, name, f"{path}.rest", 0, MOST_CARDS, 0))
    return OpenPile(sorted(rest) + top, len(rest), True)


def read_seat(
    v: Values, value: object, path: str, modules: int, names: list[str]
) -> tuple[Player, OpenPile, dict[str, Any]]:
    """What a seat's entry says by itself; `finish_seat` does what needs the rest of the table."""
    fields = seat_fields(modules)
    table = v.table(value, path, [field.key for field in fields])
    p = new_player()
    pile = read_pile(v, table, "deck", path, names)
    p.deck = pile.cards
    in_view = isinstance(table.get("deck"), dict)
    p.known = v.integer(table, "known", path, 0, MOST_CARDS, len(pile.cards) - pile.loose if in_view else 0)
    p.discard = v.cards(table.get("discard", []), f"{path}.discard", names)
    p.drawn = _drawn(v, table.get("drawn", {}), f"{path}.drawn", modules)
    for field in fields:
        if field.read is not None and field.key in table:
            field.read(v, p, table[field.key], f"{path}.{field.key}")
    return p, pile, table


def _drawn(v: Values, value: object, path: str, modules: int) -> list[int]:
    table = v.table(value, path, TAVERN_NAMES[1:] if modules >= 3 else TAVERN_NAMES[2:])
    drawn = [0] * 7
    for kind in TAVERN_KINDS:
        drawn[kind] = v.integer(table, TAVERN_NAMES[kind], path, 0, MAX_TABLES, 0)
    return drawn


def finish_seat(v: Values, s: State, seat: int, path: str, table: dict[str, Any]) -> None:
    """The guests, dice and counts of a seat, whose meaning depends on where the game stands."""
    p = s.players[seat]
    names = s.setup.edition.card_names
    gone = _seated(v, p, table.get("seated", []), f"{path}.seated", names)
    p.nobles = v.integer(table, "nobles", path, 0, MOST_CARDS, 1 if NOBLE in p.seated else 0)
    tables = 0
    if phase_of(s) in TAVERN_PHASES:
        tables = s.setup.edition.area_yield[TABLES_AREA][p.upgraded >> TABLES_AREA & 1] + p.drawn[TABLE]
        tables = min(MAX_TABLES, max(tables, len(p.seated)))
    p.tables = v.integer(table, "tables", path, 0, MAX_TABLES, tables)
    coloured = v.items(table.get("coloured_dice", []), f"{path}.coloured_dice")
    for i, item in enumerate(coloured, start=1):
        _die(v, p, item, f"{path}.coloured_dice[{i}]")
    p.coloured = len(p.faces)
    for i, item in enumerate(v.items(table.get("white_dice", []), f"{path}.white_dice"), start=1):
        _die(v, p, item, f"{path}.white_dice[{i}]")
    used = v.words(table.get("used", []), f"{path}.used", SPACE_NAMES, "space")
    for space in used:
        name = SPACE_NAMES[space]
        if name in ("brewer", "monk"):
            v.note(f"{path}.used", "never-used", space=name)
        elif space in p.places:
            v.note(f"{path}.used", "used-with-die", space=name)
        elif space >= 4 and (space - 4 >= len(p.seated) or p.seated[space - 4] == NO_CARD):
            v.note(f"{path}.used", "used-nobody", space=name)
    workers = v.table(table.get("dishwashers", {}), f"{path}.dishwashers", WORKER_KEYS)
    counts = v.table(table.get("count", {}), f"{path}.count", [key for key, _ in COUNTS])
    if v.broken:
        return
    if has_spaces(s, seat):
        if any(place >= 4 + len(p.seated) for place in p.places):
            v.note(f"{path}.white_dice", "die-nobody")
            return
        open_spaces(s, p)
        lay_out_spaces(s, p, gone, used)
    elif used:
        v.note(f"{path}.used", "used-serving")
    for key, attribute in WORKERS:
        number = v.integer(workers, key, f"{path}.dishwashers", 0, MOST_TOKENS, getattr(p, attribute))
        setattr(p, attribute, number)
    if p.required:
        p.fits = fits_of(p.required, p.dishwashers)
    if p.returned_helpers and p.required:
        p.unmoved = helped_dice(p)
    if UNMOVED in workers:
        p.unmoved = _unmoved(v, p, workers[UNMOVED], f"{path}.dishwashers.{UNMOVED}")
    serving = serving_of(s, seat) == NOW
    singing = p.drawn[BARD] if serving and s.setup.modules >= 3 else 0
    p.bards = v.integer(table, "bards", path, 0, MAX_TABLES, singing)
    _counts(v, s, seat, f"{path}.count", counts, used)
    if serving and "steps" not in table:
        _assume_steps(s, p)


def _seated(v: Values, p: Player, value: object, path: str, names: list[str]) -> list[int]:
    """Who sits where; for those removed, the face they asked for (0 where it is not said)."""
    gone: list[int] = []
    for i, item in enumerate(v.items(value, path), start=1):
        if len(p.seated) == MAX_TABLES:
            v.note(path, "tables-most", most=MAX_TABLES)
            break
        face = 0
        card = NO_CARD
        if isinstance(item, str) and item.startswith(GONE):
            left = item[len(GONE) :]
            if left and (left[0] != " " or left[1:] not in ("0", "1", "2", "3", "4", "5", "6")):
                v.note(f"{path}[{i}]", "gone", shown=shown(item))
            elif left:
                face = int(left[1:])
        elif item is not None:
            card = max(0, v.word(item, f"{path}[{i}]", names, "card"))
            if 0 < card < NOBLE:
                v.note(f"{path}[{i}]", "not-seated", shown=shown(item))
                card = NO_CARD
        p.seated.append(card)
        gone.append(face)
    return gone


def _die(v: Values, p: Player, item: object, path: str) -> None:
    """A die: 4 or "4" unplaced, "4 monk" on a space, "4 used"."""
    text = str(item) if isinstance(item, int) and not isinstance(item, bool) else item
    parts = text.split(" ") if isinstance(text, str) and len(text) < 20 else []
    if not 1 <= len(parts) <= 2 or parts[0] not in ("1", "2", "3", "4", "5", "6"):
        v.note(path, "not-die", shown=shown(item))
        return
    place = TRAY
    if len(parts) == 2:
        place = USED if parts[1] == USED_WORD else v.word(parts[1], path, SPACE_NAMES, "space")
    p.faces.append(int(parts[0]))
    p.places.append(place)


def _unmoved(v: Values, p: Player, value: object, path: str) -> int:
    """The dice named, as a set; of equal ones the first."""
    found = 0
    for i, item in enumerate(v.items(value, path), start=1):
        for die, place in enumerate(p.places):
            if place >= 0 and not found >> die & 1 and item == die_words(p.faces[die], place):
                found |= 1 << die
                break
        else:
            v.note(f"{path}[{i}]", "not-unmoved", shown=shown(item))
    return found


def _counts(v: Values, s: State, seat: int, path: str, counts: dict[str, Any], used: list[int]) -> None:
    """The sums of M3-5; left out, they are taken from the dice as they now lie."""
    p = s.players[seat]
    given = {key: 0 for key, _ in COUNTS}
    if serving_of(s, seat) == NOW and s.setup.modules >= 3:
        given = _count_now(s, p, used)
    found = {key: v.integer(counts, key, path, 0, MOST_HELD, given[key]) for key, _ in COUNTS}
    if "steps" not in counts and ("thalers" in counts or "beer" in counts):
        found["steps"] = min(found["thalers"], found["beer"])
    for key, attribute in COUNTS:
        setattr(p, attribute, found[key])


def _count_now(s: State, p: Player, used: list[int]) -> dict[str, int]:
    """Count as if the serving began now, with used dice where they were used (M3-5, M3-6)."""
    from tiefenthal.engine.rules.modules.reputation import count_plan

    trial = s.clone()
    q = p.clone()
    trial.players[0] = q
    q.places = [place for place in p.places if place >= 0] + used
    count_plan(trial, 0)
    return counts_of(q)


def _assume_steps(s: State, p: Player) -> None:
    """Steps that were not written: those of the count, back along the ring, that gave nothing."""
    space = p.reputation
    last = len(s.setup.ring) - 1
    for _ in range(min(p.counted, 99)):
        if space == 0:
            break
        space = space - 1 if space > 1 else (last if p.counted > p.reputation else 0)
        p.steps.insert(0, space)
