"""Constants and live objects of the rules as types and initialised tables of C."""

import ast
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from tiefenthal.engine.rules import luck
from tiefenthal.engine.rules.actions import Action, Targets
from tiefenthal.engine.to_c import shapes
from tiefenthal.engine.to_c.shapes import INT, NOTHING, OBJECTS, STATE, Shape, c_name, class_of, fields_of, shape_of
from tiefenthal.engine.to_c.sources import Untranslatable, function_tree

if TYPE_CHECKING:
    from tiefenthal.engine.to_c.program import Program

ACTIONS: Final = shape_of(list[Action])


def parameters(function: Any) -> list[tuple[str, Shape]]:
    """The parameters of a function that are passed in C, by name: the state is, but what belongs to it is not."""
    names = [one.arg for one in function_tree(function).args.args if one.arg != "self"]
    shapes = [(name, shape_of(function.__annotations__[name])) for name in names]
    return [(name, shape) for name, shape in shapes if shape != STATE and shape.name not in ("Setup", "Edition")]


def result_of(function: Any) -> Shape:
    """What a function returns; a new state is the state there is."""
    shape = shape_of(function.__annotations__["return"])
    return NOTHING if shape == STATE else shape


def head(name: str, function: Any) -> str:
    """A function, or a pointer to one, as C declares it."""
    result = result_of(function)
    taken = ["State *s", *(f"{shape.passed}{c_name(one)}" for one, shape in parameters(function))]
    if result.by_pointer:
        return f"{result.stored} *{name}({', '.join(taken)}, {result.stored} *result)"
    return f"{result.passed}{name}({', '.join(taken)})"


def attributes_of(base: type) -> list[str]:
    """The single values that every object of a kind has."""
    return [name for name, one in shapes.annotations_of(base).items() if one in (str, bool, int)]


class Values:
    """Types and tables, each written once, before whatever needs it."""

    def __init__(self, program: "Program") -> None:
        self.types: list[str] = []
        self.tables: list[str] = []
        self.streams: list[str] = [value for name, value in vars(luck).items() if name.isupper()]
        self._program = program
        self._declared: set[str] = set()
        self._tables: dict[int, tuple[str, Shape, Any]] = {}
        self._names: set[str] = set()
        self._texts: list[str] = ["", *self.streams]
        self._objects: dict[str, Any] = {}
        self.called: set[tuple[type, str]] = set()
        """The methods of objects that are needed, by the kind of object."""

    def number_of(self, text: str) -> str:
        """Texts are compared, never shown; the empty one is 0, streams of luck come next."""
        if text not in self._texts:
            self._texts.append(text)
        return str(self._texts.index(text))

    # --- types

    def declare(self, *shapes: Shape) -> None:
        """Have these types written."""
        for shape in shapes:
            self.declare(*shape.items)
            if shape.kind in ("list", "tuple", "struct", "object", "function") and shape.stored not in self._declared:
                self._declared.add(shape.stored)
                self.types.append(f"typedef {self._declaration(shape)};")

    def _declaration(self, shape: Shape) -> str:
        if shape.kind == "list":
            return f"LIST({shape.item.stored}, {shape.room}) {shape.stored}"
        if shape.kind == "tuple":
            return f"struct {{ {' '.join(f'int32_t at{i};' for i in range(len(shape.items)))} }} {shape.name}"
        if shape.kind == "function":
            taken = ", ".join(["State *", *(one.passed for one in shape.items[:-1])])
            return f"{shape.items[-1].passed}(*{shape.stored})({taken})"
        cls = class_of(shape)
        if cls is Targets:
            self.declare(ACTIONS)
            return f"struct {{ int bit, own; {ACTIONS.stored} first, to; }} Targets"
        if shape.kind == "struct":
            return f"struct {{ {self.members(cls)} }} {shape.name}"
        return f"struct {shape.name} {shape.name}"  # a table of functions, which `objects` has

    def members(self, cls: type) -> str:
        """The fields of a struct, the large ones last."""
        fields = fields_of(cls)
        self.declare(*fields.values())
        found = [f"int {shapes.WATCHED[cls.__name__][0]};"] if cls.__name__ in shapes.WATCHED else []
        for name, shape in sorted(fields.items(), key=lambda field: field[1].size):
            found.append(f"{shape.passed if shape.name == 'Flow' else shape.stored + ' '}{c_name(name)};")
        return " ".join(found)

    # --- tables

    def table(self, name: str, value: Any) -> tuple[str, Shape]:
        """A constant that is no single number: its name, and what it is."""
        if id(value) not in self._tables:
            shape = self._shape_of_value(value)
            self.declare(shape)
            while name in self._names:
                name += "_"
            self._names.add(name)
            self._tables[id(value)] = (name, shape, value)
            self.tables.append(f"static const {shape.stored} {name} = {self.written(value, shape)};")
        return self._tables[id(value)][:2]

    def _shape_of_value(self, value: Any) -> Shape:
        if isinstance(value, int | Action | Targets):
            return shape_of(int if isinstance(value, int) else type(value))
        if not isinstance(value, list | tuple | dict) or not value:
            raise Untranslatable(f"{value!r} is no constant that the kernel can be given")
        entries = value.values() if isinstance(value, dict) else value
        inner = [self._shape_of_value(one) for one in entries if one != []]
        if isinstance(value, list) and inner[0].kind == "action" and len(value) <= ACTIONS.room:
            return ACTIONS
        item = max(inner, key=lambda one: one.room)
        return Shape("list", "", (item,), max(value) + 1 if isinstance(value, dict) else len(value))

    def written(self, value: Any, shape: Shape) -> str:
        """A value as an initialiser."""
        if value is None or isinstance(value, str):
            return "NULL" if value is None else self.number_of(value)
        if isinstance(value, int | Action):
            return str(int(value) if isinstance(value, int) else value.id)
        if isinstance(value, FunctionType):
            return self._program.function(value)
        if isinstance(value, dict):
            empty = None if shape.item.kind == "object" else -1
            value = [value.get(key, empty) for key in range(max(value, default=-1) + 1)]
        if isinstance(value, list | tuple):
            if len(value) > shape.room:
                raise Untranslatable(f"a list of {len(value)} is longer than the kernel has room for")
            entries = [self.written(one, shape.item) for one in value]
            return f"{{{len(value)}, {{{', '.join(entries or ['0'])}}}}}"
        if isinstance(value, Targets):
            if len(value._first) > 4:
                raise Untranslatable("a die has more than four things to do in any place, FIRST_ACTIONS of bridge.c")
            first, to = self.written(value._first, ACTIONS), self.written(value._to, ACTIONS)
            return f"{{{value.bit}, {value._own}, {first}, {to}}}"
        if isinstance(value, OBJECTS):
            name = f"the_{type(value).__module__.rpartition('.')[2]}_{type(value).__name__}"
            return f"&{self._objects.setdefault(name, (name, value))[0]}"
        fields = fields_of(type(value)).items()
        parts = [f".{c_name(name)} = {self.written(getattr(value, name), inner)}" for name, inner in fields]
        return f"{{{', '.join(parts)}}}"

    def objects(self) -> list[str]:
        """Tables of the functions of every object; to be asked for again while there are new functions to write."""
        found = []
        for base in OBJECTS:
            methods = sorted(name for cls, name in self.called if cls is base)
            functions = [getattr(base, name) for name in methods]
            self.declare(*(one for each in functions for one in (result_of(each), *dict(parameters(each)).values())))
            members = [f"Int {c_name(name)};" for name in attributes_of(base)]
            members += [f"{head(f'(*{c_name(name)})', one)};" for name, one in zip(methods, functions, strict=True)]
            found.append(f"struct {base.__name__} {{ {' '.join(members)} }};")
            for name, value in [one for one in self._objects.values() if isinstance(one[1], base)]:
                parts = [f".{c_name(one)} = {self.written(getattr(value, one), INT)}" for one in attributes_of(base)]
                for method in methods:
                    function = getattr(type(value), method)
                    if not isinstance(function_tree(function).body[-1], ast.Raise):  # there to be overridden only
                        parts.append(f".{c_name(method)} = {self._program.function(function)}")
                found.append(f"static const {base.__name__} {name} = {{{', '.join(parts)}}};")
        return found
