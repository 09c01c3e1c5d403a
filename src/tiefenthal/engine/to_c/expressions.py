"""Expressions of the rules in C.

A value is a piece of C and its shape. Lists and structs are pointers; a new list is a variable of the function, filled
by statements before the expression. Where an expression may not be evaluated at all (the second part of an `and`, say)
there is no place for such statements, and that is an error.
"""

import ast
import builtins
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.to_c.shapes import INT, NOTHING, STATE, WATCHED, Shape, c_name, class_of, fields_of, list_of
from tiefenthal.engine.to_c.sources import Untranslatable
from tiefenthal.engine.to_c.values import ACTIONS, parameters, result_of

if TYPE_CHECKING:
    from tiefenthal.engine.to_c.program import Program

OPERATORS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "==", ast.IsNot: "!=", ast.And: "&&", ast.Or: "||", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip


class Value(NamedTuple):
    """A piece of C, and what it is."""

    code: str
    shape: Shape


def loaded(place: str, shape: Shape) -> Value:
    """The value at a place: a number itself, a list or struct by pointer."""
    if shape.kind in ("int", "action"):
        return Value(f"(Int){place}", shape)
    return Value(f"(&{place})" if shape.kind in ("list", "struct") and shape.name != "Flow" else place, shape)


def helper(name: str, given: Value, *more: str) -> str:
    """A call of one of the helpers that lists.h has for every type of number."""
    number = given.shape.item.stored.removesuffix("_t")
    return f"{name}_{number}({', '.join([f'({given.code})->at', f'({given.code})->count', *more])})"


class Expressions:
    """The expressions of one function."""

    def __init__(self, program: "Program", function: Any) -> None:
        self.program = program
        self.values = program.values
        self.function = function
        self.node: Any = None  # the statement at hand
        self.names: dict[str, Value] = {}
        self.lines: list[str] = []
        self.declared: list[str] = []
        self._conditional = 0
        self._count = 0

    def error(self, what: str) -> Untranslatable:
        """With the file and the line."""
        file, line = self.function.__code__.co_filename, getattr(self.node, "lineno", 0)
        return Untranslatable(f"{file}:{line}: {what}, which the kernel cannot be given")

    # --- writing

    def add(self, line: str) -> None:
        """A statement, before whatever is being put together."""
        if self._conditional:
            raise self.error("a list is made within a condition")
        self.lines.append(line)

    def fresh(self, word: str) -> str:
        """A name that nothing else has."""
        self._count += 1
        return f"{word}{self._count}"

    def new(self, shape: Shape) -> Value:
        """A variable of the function that holds a list or struct itself."""
        self.values.declare(shape)
        name = self.fresh("made")
        self.declared.append(f"{shape.stored} {name};")
        return Value(f"(&{name})", shape)

    # --- values

    def value(self, node: ast.expr) -> Value:
        """An expression in C, with its type."""
        found = self.made if self.is_made(node) else getattr(self, f"_{type(node).__name__.lower()}", None)
        if found is None:
            raise self.error(f"{ast.unparse(node)} is {type(node).__name__}")
        value: Value = found(node)
        return value

    def number(self, node: ast.expr) -> str:
        """An expression that is a number."""
        value = self.value(node)
        if value.shape.kind not in ("int", "action"):
            raise self.error(f"{ast.unparse(node)} is no number")
        return value.code

    def listed(self, node: ast.expr) -> Value:
        """An expression that is a list; a call is made once, however often the list is needed."""
        return self._list(node, self.value(node))

    def _list(self, node: ast.expr, value: Value) -> Value:
        if value.shape.kind != "list":
            raise self.error(f"{ast.unparse(node)} is no list")
        return self.held(value) if isinstance(node, ast.Call) and not self.is_made(node) else value

    def held(self, base: Value) -> Value:
        """A list that is evaluated once."""
        name = self.fresh("each")
        self.add(f"{base.shape.passed}{name} = {base.code};")
        return Value(name, base.shape)

    def test(self, node: ast.expr) -> str:
        """A condition in C."""
        if isinstance(node, ast.BoolOp):
            parts = [self.test(node.values[0])]
            self._conditional += 1
            parts += [self.test(one) for one in node.values[1:]]
            self._conditional -= 1
            return f"({f' {OPERATORS[type(node.op)]} '.join(parts)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        value = self.value(node)
        return f"({value.code})->count" if value.shape.kind == "list" else f"({value.code})"

    def _constant(self, node: ast.Constant) -> Value:
        return self._live(node, "", node.value)

    def _name(self, node: ast.Name) -> Value:
        return self.names[node.id] if node.id in self.names else self._live(node, node.id, self.known(node.id))

    def known(self, name: str) -> Any:
        """What a name of the module stands for."""
        return self.function.__globals__.get(name, getattr(builtins, name, self))

    def _live(self, node: ast.expr, name: str, value: Any) -> Value:
        if value is None:
            return Value("NULL", NOTHING)
        if isinstance(value, int | str | Action):
            return Value(self.values.written(value, INT), INT)
        if isinstance(value, list | tuple | dict) and name:
            table, shape = self.values.table(name, value)
            return Value(f"(&{table})", shape)
        raise self.error(f"{ast.unparse(node)} is not known")

    def _attribute(self, node: ast.Attribute) -> Value:
        base, name = self.value(node.value), node.attr
        if base.shape == STATE:
            special = {"setup": Value("s->setup", Shape("struct", "Setup")), "events": Value("NULL", NOTHING)}
            return special[name] if name in special else self._field(base.code, State, name)
        if base.shape.kind == "action":
            return base if name == "id" else Value(f"(Int)ACTION[{base.code}].{name}", INT)
        if base.shape.kind == "object":
            return Value(f"({base.code})->{c_name(name)}", INT)
        if base.shape.kind == "struct":
            return self._field(base.code, class_of(base.shape), name)
        raise self.error(f"{ast.unparse(node)} is not known")

    def _field(self, base: str, cls: type, name: str) -> Value:
        shape = fields_of(cls).get(name)
        if shape is None:
            raise self.error(f"{cls.__name__}.{name} is not known")
        return loaded(f"({base})->{c_name(name)}", shape)

    def _subscript(self, node: ast.Subscript) -> Value:
        base = node.value
        value = self.value(base)
        if value.shape.kind == "tuple":
            return Value(f"(Int){value.code}.at{ast.literal_eval(node.slice)}", INT)
        value = self._list(base, value)
        return loaded(f"({value.code})->at[{self.index(value, node.slice)}]", value.shape.item)

    def index(self, base: Value, node: ast.expr) -> str:
        """A place in a list; -1 is the last."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"({base.code})->count - {self.number(node.operand)}"
        return self.number(node)

    def _binop(self, node: ast.BinOp) -> Value:
        return Value(self.combined(node.op, self.number(node.left), self.number(node.right)), INT)

    def combined(self, operator: ast.operator, left: str, right: str) -> str:
        """Two numbers put together."""
        if isinstance(operator, ast.Mod):
            return f"remainder_of({left}, {right})"
        if type(operator) not in OPERATORS:
            raise self.error(f"this uses {type(operator).__name__}")
        return f"((Int){left} {OPERATORS[type(operator)]} {right})"

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"(Int){self.test(node)}", INT)
        return Value(f"({OPERATORS[type(node.op)]}(Int){self.number(node.operand)})", INT)

    def _boolop(self, node: ast.BoolOp) -> Value:
        if not self._is_truth(node):
            raise self.error(f"{ast.unparse(node)} is one of several numbers")
        return Value(f"(Int){self.test(node)}", INT)

    def _is_truth(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return getattr(self.known(node.func.id), "__annotations__", {}).get("return") is bool
        if isinstance(node, ast.BoolOp):
            return all(self._is_truth(one) for one in node.values)
        return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))

    def _compare(self, node: ast.Compare) -> Value:
        if not all(isinstance(one, ast.Name) for one in node.comparators[:-1]):
            raise self.error(f"a part of {ast.unparse(node)} would be evaluated twice")
        sides = [node.left, *node.comparators]
        parts = [self._comparison(*one) for one in zip(sides[:-1], node.ops, sides[1:], strict=True)]
        return Value(f"(Int)({' && '.join(parts)})", INT)

    def _comparison(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        if type(operator) not in OPERATORS:  # in, not in
            no, wanted = "" if isinstance(operator, ast.In) else "!", self.number(left)
            if isinstance(right, ast.Tuple):
                return f"{no}({' || '.join(f'{wanted} == {self.number(one)}' for one in right.elts)})"
            return no + helper("has", self.listed(right), wanted)
        one, other = self.value(left), self.value(right)
        if "list" in (one.shape.kind, other.shape.kind) and not isinstance(operator, ast.Is | ast.IsNot):
            raise self.error(f"{ast.unparse(left)} is compared with another list")
        return f"({one.code} {OPERATORS[type(operator)]} {other.code})"

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        self._conditional += 1
        one, other = self.value(node.body), self.value(node.orelse)
        self._conditional -= 1
        shape = other.shape if one.shape == NOTHING else one.shape
        if shape.kind == "list" and other.shape not in (shape, NOTHING):
            raise self.error(f"{ast.unparse(node)} is one of two lists with different room")
        return Value(f"({test} ? {one.code} : {other.code})", shape)

    def _tuple(self, node: ast.Tuple) -> Value:
        shape = Shape("tuple", f"Tuple{len(node.elts)}", (INT,) * len(node.elts))
        self.values.declare(shape)
        return Value(f"(({shape.name}){{{', '.join(f'(int32_t){self.number(one)}' for one in node.elts)}}})", shape)

    # --- lists that are made

    def is_made(self, node: ast.expr) -> bool:
        """Whether an expression makes a list."""
        if isinstance(node, ast.BinOp):
            return self.is_made(node.left) or self.is_made(node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("sorted", "list")
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice)
        return isinstance(node, ast.List | ast.ListComp)

    def made(self, node: ast.expr, target: Value | None = None) -> Value:
        """Fill a list, the target or one of the function's own."""
        at = len(self.lines)
        self.add("")
        found = self.pour(node, target) or self.new(list_of(INT))
        self.lines[at] = f"({found.code})->count = 0;"
        return found

    def pour(self, node: ast.expr, target: Value | None) -> Value | None:
        """Put what an expression lists at the end of the target; without one, of a list made for what comes first."""
        if isinstance(node, ast.List):
            for one in node.elts:
                target = self.push(target, self.value(one))
            return target
        if isinstance(node, ast.ListComp):
            (each,), before = node.generators, dict(self.names)
            self.loop(each.target, each.iter, inner=True)
            for test in each.ifs:
                self.add(f"if (!{self.test(test)}) continue;")
            target = self.push(target, self.value(node.elt))
            self.names = before
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.pour(node.right, self.pour(node.left, target))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            self.loop(ast.Name("_"), ast.Call(ast.Name("range"), [node.right], []))
            target = self.pour(node.left, target)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted":
            target = self.pour(node.args[0], target)
            self.add(f"SORT({target.code if target else ''});")
            return target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list":
            self.loop(ast.Name("each"), node.args[0], inner=True)
            target = self.push(target, self.names.pop("each"))
        else:
            part = node.slice if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) else ast.Slice()
            source = self.value(node.value if isinstance(node, ast.Subscript) and part is node.slice else node)
            if part.upper is not None or part.step is not None or source.shape.kind != "list":
                raise self.error(f"{ast.unparse(node)} is no list, or an unusual part of one")
            target = target or self.new(list_of(source.shape.item))
            self.add(f"EXTEND(s, {target.code}, {source.code}, {self.number(part.lower) if part.lower else 0});")
            return target
        self.add("}")
        return target

    def push(self, target: Value | None, value: Value) -> Value:
        """Append an item to a list."""
        target = target or self.new(list_of(value.shape))
        self.add(f"PUSH(s, {target.code}, {'*' if value.shape.kind in ('list', 'struct') else ''}{value.code});")
        return target

    def loop(self, target: ast.expr, source: ast.expr, inner: bool = False) -> None:
        """Begin a loop; written in functions.py."""
        raise NotImplementedError

    def check_changeable(self, node: ast.expr) -> None:
        """Whether a list may be changed; written in functions.py, which knows the names."""
        raise NotImplementedError

    # --- calls

    def _call(self, node: ast.Call) -> Value:
        if node.keywords or not isinstance(node.func, ast.Name | ast.Attribute):
            raise self.error(f"{ast.unparse(node)} is an unusual call")
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        name = node.func.id
        if name in self.names:
            *taken, result = self.names[name].shape.items
            return Value(f"{self.names[name].code}({self._arguments(node.args, taken)})", result)
        function = self.known(name)
        if function in (State, Player):
            return Value("s", STATE) if function is State else self.new(Shape("struct", "Player"))
        if isinstance(function, FunctionType):
            return self._called(self.program.function(function), function, node.args)
        if name == "len":
            return Value(f"(Int)({self.value(node.args[0]).code})->count", INT)
        if name in ("min", "max") and len(node.args) == 2:
            return Value(f"{name}_of_two({self.number(node.args[0])}, {self.number(node.args[1])})", INT)
        if name in ("min", "max", "any") and len(node.args) == 1:
            return Value(helper(name, self.listed(node.args[0])), INT)
        raise self.error(f"{name}() is called")

    def _called(self, code: str, function: Any, given: list[ast.expr]) -> Value:
        result = result_of(function)
        arguments = self._arguments(given, [shape for _, shape in parameters(function)])
        return Value(f"{code}({arguments}{', ' + self.new(result).code if result.by_pointer else ''})", result)

    def _arguments(self, given: list[ast.expr], shapes: list[Shape]) -> str:
        """The state, then what is passed; what belongs to the state is not passed again."""
        values = [self.value(one) for one in given]
        values = [one for one in values if one.shape != STATE and one.shape.name not in ("Setup", "Edition")]
        parts = ["s"]
        for value, shape in zip(values, shapes, strict=True):
            if shape.kind == "list" and value.shape != shape:
                copied = self.new(shape)
                self.add(f"COPY(s, {copied.code}, {value.code});")
                value = copied
            parts.append(value.code)
        return ", ".join(parts)

    def _method(self, node: ast.Call, called: ast.Attribute) -> Value:
        name, given = called.attr, node.args
        if isinstance(called.value, ast.Name) and called.value.id == "self":
            function = getattr(self.known(self.function.__qualname__.partition(".")[0]), name)
            return self._called(self.program.function(function), function, given)
        base = self.value(called.value)
        if base.shape.kind == "object":
            self.values.called.add((class_of(base.shape), name))
            return self._called(f"({base.code})->{c_name(name)}", getattr(class_of(base.shape), name), given)
        if base.shape.name == "Targets" and name == "list_for":
            return Value(f"list_for({base.code}, {self.number(given[0])}, {self.new(ACTIONS).code})", ACTIONS)
        if base.shape == STATE:
            return self._of_the_state(name, given)
        if base.shape.kind == "list" and name == "get":
            return Value(f"KEPT({base.code}, {self.number(given[0])})", base.shape.item)
        if base.shape.kind == "list" and name == "index":
            return Value(helper("place", base, self.number(given[0])), INT)
        if base.shape.kind == "list":
            return self._changed(called.value, name, base, given)
        raise self.error(f"{ast.unparse(called)}() is called")

    def _of_the_state(self, name: str, given: list[ast.expr]) -> Value:
        if name == "shuffle":
            cards, copy = self.value(given[2]), self.new(list_of(INT))
            self.add(f"COPY(s, {copy.code}, {cards.code});")
            self.add(f"luck_shuffle(s, {self.number(given[0])}, {self.number(given[1])}, {copy.code});")
            self.watch(given[2])
            return Value(f"COPY(s, {cards.code}, {copy.code})", NOTHING)
        called = {"roll": "luck_roll", "pick": "luck_pick", "append": "offer_one", "extend": "offer_all"}.get(name)
        if called is None:
            raise self.error(f"{name}() is called")
        made = [self.new(list_of(INT))] if name == "roll" else []
        shape = made[0].shape if made else INT if name == "pick" else NOTHING
        return Value(f"{called}({', '.join(['s', *(one.code for one in (*map(self.value, given), *made))])})", shape)

    def _changed(self, node: ast.expr, name: str, base: Value, given: list[ast.expr]) -> Value:
        self.check_changeable(node)
        self.watch(node)
        if name == "append":
            self.push(base, self.value(given[0]))
        elif name == "extend":
            self.pour(given[0], base)
        elif name == "pop" and not given:
            return loaded(f"({base.code})->at[--({base.code})->count]", base.shape.item)
        elif name == "pop":
            place, out = self.fresh("place"), self.fresh("out")
            self.add(f"Int {place} = {self.number(given[0])}, {out} = (Int)({base.code})->at[{place}];")
            self.add(f"REMOVE({base.code}, {place});")
            return Value(out, INT)
        elif name == "remove":
            self.add(f"REMOVE({base.code}, {helper('place', base, self.number(given[0]))});")
        else:
            raise self.error(f"{ast.unparse(node)}.{name}() is called")
        return Value("", NOTHING)

    def watch(self, node: ast.expr) -> None:
        """A field, or an item of one, is about to be changed: note it for those who write observations."""
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            flag, fields = WATCHED.get("State" if owner.shape == STATE else owner.shape.name, ("", ()))
            if node.attr in fields:
                self.add(f"({owner.code})->{flag} = 1;")
