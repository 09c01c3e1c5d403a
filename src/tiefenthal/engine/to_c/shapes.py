"""What Python's types are in C.

Whole numbers, truth values, texts (numbered) and actions (their ids) are `Int`. A list is a struct with a count and a
fixed capacity, held by value in a state and by pointer in a function. Objects with methods (steps, options, effects
...) are pointers to tables of functions. There is one state, one luck and one receiver of offers: all three are `s`.
"""

import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules import actions, flow, luck, state
from tiefenthal.engine.to_c.sources import Untranslatable, annotated_in_init

OBJECTS: Final[tuple[type, ...]] = (flow.Step, flow.Option, flow.Effect, flow.TrackSpace, flow.MoveCheck)
STRUCTS: Final[tuple[type, ...]] = (state.Player, state.Setup, Edition, flow.Flow, flow.Points, actions.Targets)
THE_STATE: Final[tuple[type, ...]] = (state.State, luck.Luck, actions.Offers)
UNUSED: Final = {"State.setup", "State.events"}
"""Fields of the rules that the kernel has elsewhere, or not at all; nor has it any that hold texts."""

CARDS: Final = ("uint8_t", 320)
FIGURES: Final = ("int16_t", 256)  # as figures.c reads them
ROOM: Final[dict[str, tuple[str, int]]] = {
    "State.players": ("", 4), "State.tasks": ("", 64), "State.piles": ("int32_t", 7), "State.removed": ("uint8_t", 512),
    "State.start_cards": ("uint8_t", 7), "State.pile": ("uint8_t", 128), "State.guest_deck": ("uint8_t", 128),
    "State.row": ("uint8_t", 5),
    "Player.deck": CARDS, "Player.discard": CARDS, "Player.seated": ("uint8_t", 20), "Player.drawn": ("uint8_t", 7),
    "Player.coaster": ("uint8_t", 16), "Player.faces": ("uint8_t", 16), "Player.places": ("int8_t", 16),
    "Player.required": ("uint8_t", 24), "Player.fits": ("int32_t", 7 * 41), "Player.entertainers": ("uint8_t", 3),
    "Player.steps": ("int32_t", 512), "Player.book": ("uint8_t", 4),
}  # fmt: skip
"""The type and the number of entries of each list; those of set-ups and editions have FIGURES."""
INNER_ROOM: Final = 32
"""Of a list within a list, in set-ups and editions, and of the lists of the sequence of play."""
LOCAL_ROOM: Final = {"int": 320, "action": 64, "list": 8}
"""Of a list made within a function, by its items."""
WATCHED: Final = {
    "Player": ("cards_changed", {"deck", "known", "discard", "seated", "nobles", "tables", "drawn"}),
    "State": ("guests_changed", {"pile", "guest_deck", "row", "signed"}),
}
"""What is noted when one of these fields is changed, for those who write observations."""
WORDS_OF_C: Final = {
    "auto", "case", "char", "const", "default", "do", "double", "enum", "extern", "float", "goto", "inline", "int",
    "long", "register", "restrict", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "s", "result",
}  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """A type of the translated Python."""

    kind: str
    """int, action, list, tuple, struct, object, function, state (also luck and offers), or nothing."""
    name: str = ""
    """Of a class or a tuple; of the C type that a number is kept as."""
    items: "tuple[Shape, ...]" = ()
    """Of a list, its item; of a tuple, its items; of a function, its parameters and its result."""
    room: int = 0

    @property
    def item(self) -> "Shape":
        """The type of a list's items."""
        return self.items[0]

    @property
    def stored(self) -> str:
        """The type of a field or of an entry of a list."""
        if self.kind == "list":
            inner = self.item.stored.replace("const ", "").replace(" *", "").replace("_t", "")
            return f"List_{inner}_{self.room}"
        if self.kind == "object":
            return f"const {self.name} *"
        if self.kind == "function":
            return "Function_" + "_".join("void" if one == NOTHING else "Int" for one in self.items)
        return self.name

    @property
    def passed(self) -> str:
        """The type of a variable or parameter."""
        if self.kind in ("int", "action", "nothing"):
            return "void " if self == NOTHING else "Int "
        if self.kind in ("list", "struct"):
            changed = "Player" in (self.name, *(one.name for one in self.items))
            return f"{'' if changed else 'const '}{self.stored} *"
        return self.stored if self.kind == "object" else f"{self.stored} "

    @property
    def by_pointer(self) -> bool:
        """Whether a function writes it where its caller says."""
        return self.kind == "list" or self.name == "Player"

    @property
    def size(self) -> int:
        """Its approximate size, to put large fields last."""
        return 8 if self.kind != "list" else 8 + self.room * self.item.size


INT: Final = Shape("int", "int32_t")
ACTION: Final = Shape("action", "int16_t")
NOTHING: Final = Shape("nothing")
STATE: Final = Shape("state")


def shape_of(annotation: Any, where: str = "") -> Shape:
    """The shape of an annotation, which may still be text; `where` is the field it belongs to."""
    known = {**vars(flow), **vars(state), **vars(actions), **vars(luck)}
    if isinstance(annotation, str):
        annotation = eval(annotation, known)
    if isinstance(annotation, typing.ForwardRef):
        annotation = known[annotation.__forward_arg__]
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in (int, bool, str):
        return INT
    if annotation in (None, type(None)):
        return NOTHING
    if annotation is actions.Action:
        return ACTION
    if origin in (types.UnionType, typing.Union) and inner[1] is type(None):
        return shape_of(inner[0], where)
    if origin is list or (origin is dict and inner[0] is int):
        return list_of(shape_of(inner[-1]), where)
    if origin is tuple:
        return Shape("tuple", f"Tuple{len(inner)}", tuple(shape_of(one) for one in inner))
    if origin is Callable:
        taken = [shape_of(one) for one in inner[0]]
        return Shape("function", "", (*(one for one in taken if one != STATE), shape_of(inner[1])))
    for kind, classes in (("object", OBJECTS), ("struct", STRUCTS), ("state", THE_STATE)):
        for cls in classes:
            if isinstance(annotation, type) and issubclass(annotation, cls):
                return STATE if kind == "state" else Shape(kind, cls.__name__)
    raise Untranslatable(f"{where or 'an annotation'} is {annotation!r}, which the kernel cannot be given")


def list_of(item: Shape, where: str = "") -> Shape:
    """A list of these: with the room of the field it lies in, or as it is held within a function."""
    if not where:
        return Shape("list", "", (INT if item.kind == "int" else item,), LOCAL_ROOM.get(item.kind, 16))
    if where not in ROOM and where.startswith(("State.", "Player.")):
        raise Untranslatable(f"{where} is a list without a room: give it one in engine/to_c/shapes.py")
    number, room = ROOM.get(where, FIGURES)
    if item.kind == "int":
        return Shape("list", "", (Shape("int", number),), room)
    if item.kind == "list":  # of figures
        return Shape("list", "", (Shape("list", "", (Shape("int", number),), INNER_ROOM),), room)
    return Shape("list", "", (item,), room if where in ROOM else INNER_ROOM)


def annotations_of(cls: type) -> dict[str, Any]:
    """What a class says of its attributes: in its body, or where `__init__` first sets them."""
    return annotated_in_init(cls) if cls is flow.Points else dict(getattr(cls, "__annotations__", {}))


def fields_of(cls: type) -> dict[str, Shape]:
    """The fields of a struct that the kernel has."""
    return {
        name: shape_of(annotation, f"{cls.__name__}.{name}")
        for name, annotation in annotations_of(cls).items()
        if f"{cls.__name__}.{name}" not in UNUSED and "str" not in str(annotation)
    }


def class_of(shape: Shape) -> type:
    """The class that a shape is made from."""
    return next(cls for cls in (*OBJECTS, *STRUCTS) if cls.__name__ == shape.name)


def c_name(name: str) -> str:
    """A Python name that is not a C keyword."""
    return f"{name}_" if name in WORDS_OF_C else name
