"""Small changes of a source file, each of which could be a slip of the rules: a wrong comparison, a number that is one
too high, a statement left out.

Only what stands inside functions is changed, and not in those that make a module's tables when it is imported: a
running process can be given another function, but not other tables.
"""

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Change(NamedTuple):
    """One change. Its name does not depend on line numbers, so that notes about it stay true when a file grows."""

    file: str
    function: str
    before: str
    after: str
    place: int
    """Which of the changes of this function that look the same."""
    tree: ast.Module
    """The whole file with it."""
    only_tables: bool
    """Whether the function makes the objects of the module's tables. Such changes count in the draw and are left out
    afterwards, so that the others drawn stay the same."""

    @property
    def name(self) -> str:
        """For people and for the list of survivors."""
        number = f" #{self.place + 1}" if self.place else ""
        return f"{self.file}:{self.function}: {self.before} → {self.after}{number}"


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """The node, changed in each way there is."""
    match node:
        case ast.Compare(ops=[operator]):
            for other in COMPARISONS[type(operator)]:
                yield _with(node, ops=[other()])
        case ast.BoolOp(op=ast.And()):
            yield _with(node, op=ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _with(node, op=ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(op=operator) if type(operator) in OPERATORS:
            yield _with(node, op=OPERATORS[type(operator)]())
        case ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            yield _with(node, op=OPERATORS[type(operator)]())
            yield ast.Pass()
        case ast.Constant(value=bool() as value):
            yield _with(node, value=not value)
        case ast.Constant(value=int() as value):
            yield _with(node, value=value + 1)
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() | ast.BinOp() | ast.Subscript() as test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return ast.unparse(node).partition("\n")[0]


def _functions(node: ast.AST, outer: str = "") -> Iterator[tuple[str, Function]]:
    """Functions and methods, with their qualified names; what is nested in them belongs to them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{outer}{child.name}.")
        elif isinstance(child, Function):
            yield f"{outer}{child.name}", child


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, Callable[[ast.AST], None]]]:
    """Everything below a node, with what puts something else in its place."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "args"} and not isinstance(node, ast.Call):
            continue
        if isinstance(value, list):
            for i, one in enumerate(value):
                if isinstance(one, ast.AST):
                    yield one, partial(value.__setitem__, i)
                    yield from _places(one)
        elif isinstance(value, ast.AST):
            yield value, partial(setattr, node, name)
            yield from _places(value)


def changes(file: str, source: str) -> Iterator[Change]:
    """Every change of a file, one after the other; the tree is valid until the next one is asked for."""
    tree = ast.parse(source)
    makers = _makers(tree)
    called = makers | _called(function for name, function in _functions(tree) if name in makers)
    made = {f"{name}.__init__" for name in called}
    for name, function in _functions(tree):
        if name in makers:
            continue
        seen: dict[tuple[str, str], int] = {}
        for node, put in _places(function):
            if _is_talk(node):
                continue
            for other in _variants(node):
                ast.copy_location(other, node)
                before, after = _text(node), _text(other)
                place = seen.get((before, after), 0)
                seen[before, after] = place + 1
                put(other)
                ast.fix_missing_locations(other)
                yield Change(file, name, before, after, place, tree, name in made)
                put(node)


def _makers(tree: ast.Module) -> set[str]:
    """What is called when the module is imported."""
    return _called(one for one in tree.body if not isinstance(one, Function | ast.ClassDef))


def _called(nodes: Iterable[ast.AST]) -> set[str]:
    called = [node.func for one in nodes for node in ast.walk(one) if isinstance(node, ast.Call)]
    return {function.id for function in called if isinstance(function, ast.Name)}


def _is_talk(node: ast.AST) -> bool:
    """An assertion, which never fails, or a docstring."""
    return isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def code_of(change: Change) -> CodeType:
    """The changed function, compiled."""
    whole = compile(change.tree, change.file, "exec", dont_inherit=True)
    found = next((code for code in _codes(whole) if code.co_qualname == change.function), None)
    if found is None:
        raise LookupError(change.function)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def function_in(module: ModuleType, qualified: str) -> FunctionType | None:
    """The function of a module, whatever it is wrapped in; None if it is not there under its name."""
    found: object = module
    for name in qualified.split("."):
        found = vars(found).get(name)
        if isinstance(found, property):
            found = found.fget
        elif isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
    return found if isinstance(found, FunctionType) else None
