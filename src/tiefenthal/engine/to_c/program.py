"""All of the rules in two files of C: rules.h, types and tables, and rules.c, functions."""

import ast
from pathlib import Path
from typing import Any, Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.changes import is_change
from tiefenthal.engine.rules.market import guest_at
from tiefenthal.engine.rules.placing import free_dishwashers
from tiefenthal.engine.rules.play import acting, advance, apply, offer
from tiefenthal.engine.rules.round import flow_of
from tiefenthal.engine.rules.scoring import card_points, extra_points, score, winners
from tiefenthal.engine.rules.setup import new_state
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.engine.to_c.functions import Function
from tiefenthal.engine.to_c.shapes import Shape, c_name, fields_of, shape_of
from tiefenthal.engine.to_c.values import ACTIONS as LISTED
from tiefenthal.engine.to_c.values import Values, head
from tiefenthal.engine.to_c.words import fingerprint, words

CALLED: Final = (
    new_state, advance, acting, offer, apply, is_change, free_dishwashers, guest_at, card_points, extra_points,
    score, winners,
)  # fmt: skip
"""What the kernel calls; everything else follows from it."""
FIELDS: Final = Path(__file__).parents[2] / "rl" / "core" / "fields.py"
WRITTEN_BY: Final = "/* Written by tiefenthal.engine.to_c from the rules in Python: change those. */\n"


class Program:
    """The functions, types and tables that are needed."""

    def __init__(self, called: tuple[Any, ...] = CALLED) -> None:
        self._called = called
        self.values: Values = Values(self)
        self._names: dict[Any, str] = {}
        self._heads: list[str] = []
        self._bodies: list[str] = []
        self._waiting: list[Any] = []

    def function(self, function: Any) -> str:
        """The name of a function in C; it will be written."""
        if function not in self._names:
            module = function.__module__.rpartition(".")[2]
            self._names[function] = f"{module}_{function.__qualname__.replace('.', '_')}"
            self._waiting.append(function)
        return self._names[function]

    def _write_functions(self) -> None:
        while self._waiting:
            function = self._waiting.pop(0)
            body = Function(self, function).written(self._names[function])
            self._heads.append(f"static {head(self._names[function], function)};")
            self._bodies.append(body)

    def written(self) -> tuple[str, str]:
        """The header and the source in C."""
        state = self.values.members(State)
        self.values.declare(Shape("struct", "Setup"))
        flow = Shape("struct", "Flow")
        self.values.declare(flow, shape_of(list[int]), LISTED)
        flows = [self.values.written(flow_of(modules), flow) for modules in range(1, 6)]
        for function in self._called:
            self.function(function)
        objects = self.values.objects()
        while self._waiting:
            self._write_functions()
            objects = self.values.objects()
        actions = ", ".join(f"{{{action.kind}, {action.a}, {action.b}}}" for action in ACTIONS)
        streams = ", ".join(f'"{name}"' for name in ["", *self.values.streams])
        numbers = {**words(), **_fields(), "RULES": fingerprint(), "ACTION_COUNT": len(ACTIONS)}
        numbers["STREAM_COUNT"] = len(self.values.streams) + 1
        lines = [
            WRITTEN_BY,
            "typedef struct State State;",
            *self.values.types,
            f"typedef {shape_of(list[int]).stored} Ints;",
            f"typedef {LISTED.stored} Actions;",
            f"struct State {{ const Setup *setup; int broken; {state} Offers offers; Luck luck; }};",
            f"enum {{ {', '.join(f'{name} = {number}' for name, number in numbers.items())} }};",
            *self._heads,
            f"static const struct {{ uint8_t kind, a, b; }} ACTION[] = {{{actions}}};",
            f"static const char *const STREAMS[] = {{{streams}}};",
            *self.values.tables,
            *objects,
            f"static const Flow FLOWS[] = {{{', '.join(flows)}}};",
        ]
        return "\n".join(lines) + "\n", "\n\n".join([WRITTEN_BY, *self._bodies, self._reader()]) + "\n"

    def _reader(self) -> str:
        """Which figures of a set-up the kernel wants, by name, and how it reads them."""
        names, lines = [], []
        for prefix, cls in (("", Setup), ("edition.", Edition)):
            for name, shape in fields_of(cls).items():
                if shape.kind in ("int", "list"):
                    names.append(prefix + name)
                    lines.append(self._read(f"t->{prefix}{c_name(name)}", shape))
        wanted = f'static const char FIGURES[] = "{" ".join(names)}";'
        return "\n".join([wanted, "static void read_figures(Reader *r, Setup *t)", "{", *lines, "}"])

    def _read(self, place: str, shape: Shape) -> str:
        if shape.kind == "int":
            return f"    {place} = read_number(r);"
        if shape.item.kind == "int":
            return f"    READ_LIST(r, {place});"
        inner = self._read(f"{place}.at[i]", shape.item).strip()
        return f"    READ_LENGTH(r, {place});\n    for (int i = 0; i < {place}.count && !r->problem; i++) {inner}"


def _fields() -> dict[str, int]:
    """Where everything stands in an observation, from the text: the rest of `rl` needs numpy."""
    found = [one for one in ast.parse(FIELDS.read_text(encoding="utf-8")).body if isinstance(one, ast.AnnAssign)]
    numbers = [one for one in found if isinstance(one.value, ast.Constant)]
    return {ast.unparse(one.target): int(ast.unparse(one.value)) for one in numbers if one.value}


def write(folder: Path, called: tuple[Any, ...] = CALLED) -> None:
    """Put both files into a folder."""
    types, body = Program(called).written()
    (folder / "rules.h").write_text(types, encoding="utf-8")
    (folder / "rules.c").write_text(body, encoding="utf-8")
