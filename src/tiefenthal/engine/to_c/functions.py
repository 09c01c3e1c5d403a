"""Functions of the rules in C, statement by statement."""

import ast
from typing import TYPE_CHECKING, Any, Final

from tiefenthal.engine.rules.state import tell
from tiefenthal.engine.to_c.expressions import Expressions, Value, loaded
from tiefenthal.engine.to_c.shapes import INT, NOTHING, STATE, c_name, shape_of
from tiefenthal.engine.to_c.sources import function_tree
from tiefenthal.engine.to_c.values import head, parameters, result_of

if TYPE_CHECKING:
    from tiefenthal.engine.to_c.program import Program

LEFT_OUT: Final = (tell,)
"""Functions that tell people something."""
GIVEN: Final = {"Setup": "s->setup", "Edition": "(&s->setup->edition)"}


class Function(Expressions):
    """The translation of one function."""

    def __init__(self, program: "Program", function: Any) -> None:
        super().__init__(program, function)
        self._tree = function_tree(function)
        self._result = result_of(function)
        self._aliases: set[str] = set()  # fields that have a name of their own in this function
        self._own: set[str] = set()  # names of lists made here
        self._suffix = ""  # of names within a list that is made
        for name in [one.arg for one in self._tree.args.args if one.arg != "self"]:
            shape = shape_of(function.__annotations__[name])
            self.names[name] = Value("s" if shape == STATE else GIVEN.get(shape.name, c_name(name)), shape)
        self.values.declare(self._result, *(shape for _, shape in parameters(function)))

    def written(self, name: str) -> str:
        """The whole function."""
        self.block(self._tree.body)
        return "\n".join([f"static {head(name, self.function)}", "{", *self.declared, *self.lines])

    # --- statements

    def block(self, nodes: list[ast.stmt]) -> None:
        """Statements to the end of a block."""
        for self.node in nodes:
            found = getattr(self, f"_do_{type(self.node).__name__.lower().removeprefix('ann')}", None)
            if isinstance(self.node, ast.Break | ast.Continue):
                self.add(f"{ast.unparse(self.node)};")
            elif found is not None:
                found(self.node)
            elif not isinstance(self.node, ast.Pass | ast.Assert):
                raise self.error(f"{ast.unparse(self.node)} is {type(self.node).__name__}")
        self.add("}")

    def _do_expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Call) and not (
            isinstance(call.func, ast.Name) and self.known(call.func.id) in LEFT_OUT
        ):
            value = self.value(call)
            self.add(f"{value.code};" if value.shape == NOTHING else f"(void){value.code};")
        elif not isinstance(call, ast.Call | ast.Constant):  # a constant says what a function does, in words
            raise self.error(f"{ast.unparse(node)} does nothing")

    def _do_return(self, node: ast.Return) -> None:
        value = self.value(node.value) if node.value is not None else Value("", NOTHING)
        if self._result == NOTHING and value.shape not in (STATE, NOTHING):
            raise self.error("a value that is not announced is returned")
        if self._result.by_pointer:
            self.add(f"COPY(s, result, {value.code});" if self._result.kind == "list" else f"*result = *{value.code};")
            self.add("return result;")
        else:
            self.add("return;" if self._result == NOTHING else f"return {value.code};")

    def _do_if(self, node: ast.If) -> None:
        self.add(f"if ({self.test(node.test)}) {{")
        self.block(node.body)
        if node.orelse:
            self.add("else {")
            self.block(node.orelse)

    def _do_while(self, node: ast.While) -> None:
        self.add("for (;;) {")
        self.add(f"if (!{self.test(node.test)}) break;")
        self._body_of(node)

    def _do_for(self, node: ast.For) -> None:
        self.loop(node.target, node.iter)
        self._body_of(node)

    def _body_of(self, node: ast.While | ast.For) -> None:
        if node.orelse:
            raise self.error("a loop has an else")
        self.block(node.body)

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise self.error(f"{ast.unparse(target)} is deleted")
            base = self.listed(target.value)
            self.check_changeable(target.value)
            self.watch(target)
            self.add(f"REMOVE({base.code}, {self.index(base, target.slice)});")

    # --- assignments

    def _do_assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        source = node.value
        target, *others = node.targets if isinstance(node, ast.Assign) else [node.target]
        if others or source is None:
            raise self.error(f"{ast.unparse(node)} is no single value for a single name")
        if isinstance(target, ast.Tuple):
            value = self.value(source)
            if value.shape.kind != "tuple" or len(target.elts) != len(value.shape.items):
                raise self.error(f"{ast.unparse(source)} is taken apart")
            held = self.new(value.shape)
            self.add(f"*{held.code} = {value.code};")
            for i, one in enumerate(target.elts):
                self.bind(one, Value(f"{held.code}->at{i}", INT))
        elif isinstance(target, ast.Name):
            value = self.value(source)
            if value.shape.kind == "list" and not self.is_made(source):
                self._aliases |= self._lists_in(source)
            self.bind(target, value, self.is_made(source))
        elif not (isinstance(target, ast.Attribute) and target.attr in ("events", "setup")):
            self._store(target, source)

    def bind(self, target: ast.expr, value: Value, own: bool = False) -> None:
        """Give a value a name."""
        if not isinstance(target, ast.Name):
            raise self.error(f"{ast.unparse(target)} is no name")
        name, shape = target.id, INT if value.shape.kind == "int" else value.shape
        if name not in self.names and shape != STATE and name != "_":
            self.values.declare(shape)
            self.names[name] = Value(c_name(name) + self._suffix, shape)
            declared = f"{shape.passed}{self.names[name].code};"
            self.declared.append(declared.removeprefix("const ") if own else declared)
            if own:
                self._own.add(name)
        if shape == STATE or name == "_":
            self.names |= {name: value} if shape == STATE else {}
        elif self.names[name].shape != shape or (shape.kind == "list" and own != (name in self._own)):
            raise self.error(f"{name} is now something else")
        else:
            self.add(f"{self.names[name].code} = {value.code};")

    def _store(self, target: ast.expr, source: ast.expr) -> None:
        """Into a field, or an item of a list."""
        place = self.value(target)
        self.watch(target)
        if place.shape.kind != "list":
            self.check_changeable(target)
            self.add(f"{place.code.removeprefix('(Int)')} = {self.number(source)};")
            return
        lists = self._lists_in(target)
        if not isinstance(target, ast.Attribute) or lists & self._aliases:
            raise self.error("a list that has another name here is replaced")
        if self.is_made(source) and not lists & self._lists_in(source):
            self.made(source, place)
        else:
            self.add(f"COPY(s, {place.code}, {self.value(source).code});")

    def _lists_in(self, node: ast.expr) -> set[str]:
        """The fields of the state that an expression names, but those of set-up and edition, which nobody changes."""
        fixed = [name for name, value in self.names.items() if value.shape.name in GIVEN] + [
            "s.setup",
            "s.setup.edition",
        ]
        found = [one for one in ast.walk(node) if isinstance(one, ast.Attribute)]
        return {one.attr for one in found if ast.unparse(one.value) not in fixed} - {"setup"}

    def _do_augassign(self, node: ast.AugAssign) -> None:
        place = self.value(node.target)
        if place.shape.kind != "int":
            raise self.error(f"{ast.unparse(node.target)} is no number")
        if not isinstance(node.target, ast.Name):
            self.check_changeable(node.target)
            self.watch(node.target)
        value = self.combined(node.op, place.code, self.number(node.value))
        self.add(f"{place.code.removeprefix('(Int)')} = {value};")

    def check_changeable(self, node: ast.expr) -> None:
        """A list is changed where it lies, or under its only name."""
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name) and node.id not in self._own:
            raise self.error(f"a list of the state is changed under another name, {node.id}")

    # --- loops

    def loop(self, target: ast.expr, source: ast.expr, inner: bool = False) -> None:
        """Begin a loop, up to its first statement; a list comprehension's has its own names (`inner`)."""
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        name = source.func.id if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) else ""
        given = source.args if isinstance(source, ast.Call) else []
        i = self.fresh("i")
        if name == "range":
            numbers = [self.number(one) for one in given[:2]]
            step = ast.literal_eval(given[2]) if len(given) > 2 else 1
            sign = "<" if step > 0 else ">"
            begin = numbers[0] if len(numbers) > 1 else "0"
            self.add(f"for (Int {i} = {begin}, end_{i} = {numbers[-1]}; {i} {sign} end_{i}; {i} += {step}) {{")
            items = [Value(i, INT)]
        else:
            if isinstance(source, ast.Tuple):
                lists = [self.made(ast.List(source.elts, ast.Load()))]
            else:
                over = given if name in ("enumerate", "zip", "reversed") else [source]
                lists = [self.held(self.listed(one)) for one in over]
            ends = " && ".join(f"{i} < {one.code}->count" for one in lists)
            back = name == "reversed"
            self.add(f"for (Int {i} = {lists[0].code}->count - 1; {i} >= 0; {i}--) {{" if back
                     else f"for (Int {i} = 0; {ends}; {i}++) {{")  # fmt: skip
            items = [Value(i, INT)] if name == "enumerate" else []
            items += [loaded(f"({one.code})->at[{i}]", one.shape.item) for one in lists]
        if len(parts) != len(items):
            raise self.error(f"{ast.unparse(source)} does not give {len(parts)} values")
        if inner:
            self._suffix = f"_{i}"
            self.names = {
                known: one for known, one in self.names.items() if known not in ast.unparse(target).split(", ")
            }
        for part, item in zip(parts, items, strict=True):
            self.bind(part, item)
        self._suffix = ""
