"""Properties of a syntax tree before lowering: error calls, recursion, labels, pointers that move, size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.graphs import components, is_cycle
from veriabs.frontend.known_functions import parameters
from veriabs.frontend.library import Effect, with_effect

ERROR_FUNCTIONS = with_effect(Effect.FAILS)
ASSERT_FUNCTIONS = with_effect(Effect.ASSERTS)
ERROR_LABELS = frozenset(("ERROR", "Error", "error", "ERR"))
STEPS = {"++": "+", "--": "-", "p++": "+", "p--": "-"}
"""Increment and decrement operators, as the parser names them, with their binary operator."""


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The node and everything below it, in textual order; however deep the tree is."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += reversed(list(current))


def defines(node: c_ast.Node) -> bool:
    """Whether it defines a function with a body, or an object."""
    if isinstance(node, c_ast.FuncDef):
        return True
    return not isinstance(node.type, c_ast.FuncDecl) and (node.init is not None or "extern" not in node.storage)


def deepest(tree: c_ast.Node) -> tuple[c_ast.Node, int]:
    """The most deeply nested node that has a place, and its depth."""
    found, most = tree, 0
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > most and node.coord is not None:
            found, most = node, depth
        waiting += ((below, depth + 1) for below in node)
    return found, most


def error_call(node: c_ast.Node | None) -> c_ast.Node | None:
    """The call of an error function, or of an assertion that cannot hold, at the start of a branch."""
    match node:
        case c_ast.Compound(block_items=[first, *_]) | c_ast.Label(stmt=first):
            return error_call(first)
        case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in ERROR_FUNCTIONS:
            return node
        case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in ASSERT_FUNCTIONS:
            reads = any(isinstance(inner, c_ast.ID | c_ast.FuncCall) for inner in walk(node.args or node))
            return None if reads else node
        case _:
            return None


def is_step(node: c_ast.Node) -> bool:
    """Whether it is `++` or `--`, prefix or postfix."""
    return isinstance(node, c_ast.UnaryOp) and node.op in STEPS


def assigned_place(node: c_ast.Node) -> c_ast.Node | None:
    """The place that an assignment or a step changes."""
    match node:
        case c_ast.Assignment(lvalue=place):
            return place
        case c_ast.UnaryOp(expr=place) if is_step(node):
            return place
        case _:
            return None


def has_effect(node: c_ast.Node) -> bool:
    """May evaluating the expression change anything?"""
    effects = (c_ast.Assignment, c_ast.FuncCall, c_ast.Compound)
    return any(isinstance(inner, effects) or is_step(inner) for inner in walk(node))


_WRITES = re.compile(r"%(?:\d+\$)?[-+ #0'I]*[\d*$]*(?:\.[\d*$]*)?[hlLqjzt]*n")


def writes_by_format(node: c_ast.FuncCall) -> bool:
    """May a call that prints write to an object, by `%n` or by a format that is not known here?"""
    types = parameters(node.name.name) if isinstance(node.name, c_ast.ID) else ()
    given = node.args.exprs if node.args is not None else []
    if types[-1:] != ("...",) or len(given) < len(types):
        return False
    shape = given[len(types) - 2]
    literal = isinstance(shape, c_ast.Constant) and shape.type == "string" and "\\" not in _unescaped(shape.value)
    return not literal or _WRITES.search(shape.value.replace("%%", "")) is not None


def _unescaped(text: str) -> str:
    """The text without escapes that cannot encode a letter or percent sign."""
    return re.sub(r"\\[ntrabfv\\'\"?]", "", text)


def called_names(node: c_ast.Node) -> Iterator[str]:
    """The names of functions that the node calls directly."""
    for inner in walk(node):
        if isinstance(inner, c_ast.FuncCall) and isinstance(inner.name, c_ast.ID):
            yield inner.name.name


def pointed_to(node: c_ast.Node) -> set[str]:
    """The names that occur elsewhere than as the function of a direct call."""
    called = {id(inner.name) for inner in walk(node) if isinstance(inner, c_ast.FuncCall)}
    return {inner.name for inner in walk(node) if isinstance(inner, c_ast.ID) and id(inner) not in called}


class Indirect(Struct, frozen=True):
    """Possible targets of calls through pointers: functions whose address is taken, in order, and the file's
    variables."""

    taken: tuple[str, ...] = ()
    variables: frozenset[str] = frozenset()


DIRECT = Indirect()
"""No function is called through a pointer."""


def indirect(tree: c_ast.FileAST) -> Indirect:
    """The possible targets of calls through pointers in a file."""
    declared = [node for node in walk(tree) if isinstance(node, c_ast.Decl) and node.name is not None]
    functions = {node.name for node in declared if isinstance(node.type, c_ast.FuncDecl)}
    variables = frozenset(node.name for node in tree.ext if isinstance(node, c_ast.Decl)) - functions
    defined = [node for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    inside = (pointed_to(node) - _variables(node) for node in defined)
    named = pointed_to(c_ast.FileAST([node for node in tree.ext if not isinstance(node, c_ast.FuncDef)]))
    return Indirect(tuple(sorted(named.union(*inside) & functions)), variables)


def _variables(function: c_ast.FuncDef) -> set[str]:
    """The variables that a function declares, which hide functions of their names."""
    declared = (node for node in walk(function) if isinstance(node, c_ast.Decl))
    return {node.name for node in declared if not isinstance(node.type, c_ast.FuncDecl)}


def callees(function: c_ast.FuncDef, pointers: Indirect) -> Iterator[str]:
    """The functions that a function calls by name, and all that it may call through each pointer."""
    own = {node.name for node in walk(function) if isinstance(node, c_ast.Decl)} if pointers.taken else set[str]()
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name not in own | pointers.variables:
                yield name
            case c_ast.FuncCall():
                yield from pointers.taken
            case _:
                pass


def recursive(functions: Mapping[str, c_ast.FuncDef], pointers: Indirect = DIRECT) -> frozenset[str]:
    """The functions that call themselves, directly or through others."""
    calls = {name: set(callees(function, pointers)) & functions.keys() for name, function in functions.items()}
    return frozenset(name for group in components(calls, calls) if is_cycle(group, calls) for name in group)


def calls_error(functions: Mapping[str, c_ast.FuncDef]) -> bool:
    """Whether an error function, or an assertion without a body, is called outside of the error functions."""
    errors = ERROR_FUNCTIONS | (ASSERT_FUNCTIONS - functions.keys())
    return any(
        name in errors
        for function in functions.values()
        if function.decl.name not in ERROR_FUNCTIONS
        for name in called_names(function.body)
    )


def has_error_label(functions: Iterable[c_ast.FuncDef]) -> bool:
    """Whether a function has a label such as ERROR, which marks an error."""
    return any(
        isinstance(node, c_ast.Label) and node.name in ERROR_LABELS
        for function in functions
        for node in walk(function.body)
    )


def labels(function: c_ast.FuncDef) -> dict[str, c_ast.Node]:
    """The statement after each label of a function."""
    return {node.name: node.stmt for node in walk(function.body) if isinstance(node, c_ast.Label)}


def moving_names(node: c_ast.Node, parameters: Iterable[str] = ()) -> frozenset[str]:
    """Variables that are stepped, whose address is taken, or that are assigned more than once.

    An initialiser and an argument are assignments.
    """
    assigned: Counter[str] = Counter(parameters)
    stepped = set()
    for inner in walk(node):
        match inner:
            case c_ast.Decl(name=str(name), init=c_ast.Node()):
                assigned[name] += 1
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)):
                assigned[name] += 1
            case c_ast.Assignment(lvalue=c_ast.ID(name=name)):
                stepped.add(name)
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--" | "&", expr=c_ast.ID(name=name)):
                stepped.add(name)
            case _:
                pass
    return frozenset(stepped | {name for name, count in assigned.items() if count > 1})


def named_in_calls(node: c_ast.Node, functions: Set[str]) -> frozenset[str]:
    """The names in the arguments of calls of these functions."""
    calls = (one for one in walk(node) if isinstance(one, c_ast.FuncCall) and isinstance(one.name, c_ast.ID))
    given = (one.args for one in calls if one.name.name in functions and one.args is not None)
    return frozenset(part.name for args in given for part in walk(args) if isinstance(part, c_ast.ID))


def starts_with_error_call(node: c_ast.Node | None) -> bool:
    """Whether the statement starts with a call of an error function."""
    call = error_call(node)
    return call is not None and call.name.name in ERROR_FUNCTIONS


# ---------------------------------------------------------------------------------------- size with inlined calls

MOST_STATEMENTS = 100_000
"""Most statements of a function with all inlined calls."""

LEAST_RECURSIONS, MOST_RECURSIONS, RECURSIVE_STATEMENTS = 4, 64, 5_000
"""Limits of the recursive calls that are inlined in a program, and of their statements."""

_STATEMENTS = (
    *(c_ast.Assignment, c_ast.FuncCall, c_ast.Decl, c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch),
    *(c_ast.Return, c_ast.Break, c_ast.Continue, c_ast.Goto),
)


def refuse_growth(functions: Mapping[str, c_ast.FuncDef], pointers: Indirect = DIRECT) -> dict[str, int]:
    """The sizes of functions in statements, with inlined calls; UnsupportedError at the first that is too large.

    Recursive calls are not counted here; lowering limits them.
    """
    inlined_ones = functions.keys() - ERROR_FUNCTIONS
    sizes: dict[str, int] = {}
    calls: dict[str, Counter[str]] = {}
    waiting = ["main"]
    while waiting:
        name = waiting[-1]
        if name not in calls:
            calls[name] = Counter(callee for callee in callees(functions[name], pointers) if callee in inlined_ones)
            waiting += [callee for callee in calls[name] if callee not in calls]
            continue
        waiting.pop()
        if name not in sizes:
            inlined = sum(number * sizes.get(callee, 0) for callee, number in calls[name].items())
            sizes[name] = _body_size(functions[name]) + inlined
            if inlined and sizes[name] > MOST_STATEMENTS:
                raise UnsupportedError(_too_large(functions[name], sizes[name]))
    return sizes


def most_recursions(sizes: Mapping[str, int], recursive: Iterable[str]) -> int:
    """The number of recursive calls to inline: fewer of large functions, since each call is a copy of the body."""
    largest = max((sizes.get(name, 0) for name in recursive), default=0)
    return max(LEAST_RECURSIONS, min(MOST_RECURSIONS, RECURSIVE_STATEMENTS // max(1, largest)))


def _body_size(function: c_ast.FuncDef) -> int:
    return sum(isinstance(node, _STATEMENTS) or is_step(node) for node in walk(function.body))


def _too_large(function: c_ast.FuncDef, size: int) -> str:
    name, coord = function.decl.name, function.decl.coord
    return (
        f"{coord.file}:{coord.line}: {name} would have {size:,} statements with all calls inlined; "
        f"at most {MOST_STATEMENTS:,} are understood"
    )


def uses_volatile(ast: c_ast.FileAST, functions: Iterable[c_ast.FuncDef]) -> bool:
    """Whether functions use a volatile object that hardware or other programs may know: a static one, or behind a
    pointer."""
    names = set[str]()  # objects, types and tags with a volatile part

    def is_volatile(node: c_ast.Node) -> bool:
        parts = list(walk(node))
        return any("volatile" in (getattr(one, "quals", None) or ()) for one in parts) or _mentions(parts, names)

    for node in ast.ext:
        if not isinstance(node, c_ast.FuncDef) and is_volatile(node):
            tags = (one.name for one in walk(node) if isinstance(one, c_ast.Struct | c_ast.Union) and one.decls)
            names |= {name for name in (getattr(node, "name", None), *tags) if name}
    for function in functions:
        parts = list(walk(function))
        declared = [one for one in parts if isinstance(one, c_ast.Decl)]
        known = (one for one in declared if "static" in one.storage or not isinstance(one.type, c_ast.TypeDecl))
        if _mentions(parts, names) or any(is_volatile(one) for one in known if one is not function.decl):
            return True
    return False


def _mentions(parts: Iterable[c_ast.Node], names: Set[str]) -> bool:
    words = (word for one in parts for word in (getattr(one, "names", None) or (getattr(one, "name", None),)))
    return any(isinstance(word, str) and word in names for word in words)
