"""Choose the operations that the instrumented program checks itself, since sanitizers miss some of their violations.

    x = (char)n;          x = a macro that evaluates n, reports a value that char cannot hold, and returns it
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN
from veriabs.frontend.instrument.listing import CALLED, SEEN
from veriabs.frontend.known_functions import CELL_READ, READ, STAYING, parameters
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.nodes import parameters_of
from veriabs.frontend.survey import STEPS, is_step, walk
from veriabs.frontend.typed.tree import TypedTree

UNSEEN = frozenset((GoalKind.UNSIGNED_OVERFLOW, GoalKind.NAN, GoalKind.CONVERSION))
"""Kinds that no sanitizer of gcc looks for."""

OPERATIONS = UNSEEN | {GoalKind.OVERFLOW}
"""Kinds of violations that the instrumented program checks at the operation.

gcc simplifies `n - 1` in `a[n - 1]` or `n - 1 > 0` and misses an overflow; in `int j = n - 1` its place is wrong.
"""

NAMES = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV"}
"""Suffixes of the macros that check an operation."""

REACHES = {
    "memset": {"a": "c"},
    "memcpy": {"a": "c", "b": "c"},
    "memmove": {"a": "c", "b": "c"},
    "memcmp": {"a": "c", "b": "c"},
    "strcpy": {"b": "veriabs_text_length(b) + 1", "a": "veriabs_text_length(b) + 1"},
    "strncpy": {"a": "c"},
    "strcat": {"b": "veriabs_text_length(b) + 1", "a": "veriabs_text_length(a) + veriabs_text_length(b) + 1"},
    "strlen": {"a": "veriabs_text_length(a) + 1"},
}
"""The number of bytes that library functions access behind their arguments, which are named a, b and c."""

_SILENT = STAYING | {READ, CELL_READ, SEEN}
"""Calls of the instrumentation that have no effect on the program."""

COMPARED = frozenset(("<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "%"))
_KNOWN = (c_ast.Constant, c_ast.InitList)
_REWRITTEN = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.TernaryOp, c_ast.ArrayRef, c_ast.Cast, c_ast.If)


def checkable_operations(tree: c_ast.FileAST, types: TypedTree, kinds: frozenset[GoalKind]) -> frozenset[int]:
    """The `id()` of each operation that the instrumented program can check, because a run evaluates it.

    The check evaluates the operands first, from left to right, in an order that C allows.
    """
    bodies = [node.body for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    evaluated = [node for body in bodies for node in _evaluated_nodes(body) if not _is_generated(node)]
    found = {id(node) for node in evaluated if _is_operation(node, types)}
    if GoalKind.CONVERSION in kinds:
        found |= {id(node) for node in evaluated if _converts(node, types)}
    return frozenset(found)


def simplified_nodes(tree: c_ast.Node) -> frozenset[int]:
    """The `id()` of each node that gcc may simplify away: operands of operations and subscripts."""
    parents = [node for node in walk(tree) if isinstance(node, _REWRITTEN)]
    return frozenset(id(part) for node in parents for part in node)


def _is_generated(node: c_ast.Node) -> bool:
    """Whether the node was generated."""
    return node.coord is not None and node.coord.file == WRITTEN


def _is_bit_field(node: c_ast.Node, types: TypedTree) -> bool:
    """Whether the expression may be a bit-field, which has no `typeof`."""
    if isinstance(node, c_ast.TernaryOp):
        return _is_bit_field(node.iftrue, types) or _is_bit_field(node.iffalse, types)
    last = node.exprs[-1] if isinstance(node, c_ast.ExprList) else node
    return isinstance(last, c_ast.StructRef) and (last in types.bit_fields or types.of(last) is None)


def _converts(node: c_ast.Node, types: TypedTree) -> bool:
    """Whether the node converts a value, and a check can evaluate that value first."""
    match node:
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return op in COMPARED and not _is_bit_field(left, types) and not _is_bit_field(right, types)
        case c_ast.Assignment(op=op, lvalue=left, rvalue=right):
            return not _is_bit_field(left, types) and not _is_bit_field(right, types) and (
                op == "=" or not is_impure(left)
            )
        case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType()), init=value):
            return value is not None and not isinstance(value, _KNOWN) and not _is_bit_field(value, types)
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)))):
            return names != ["void"] and not _is_bit_field(node.expr, types)
        case c_ast.Return(expr=value):
            return value is not None and not isinstance(value, _KNOWN) and not _is_bit_field(value, types)
        case c_ast.FuncCall(name=c_ast.ID(), args=c_ast.ExprList(exprs=given)):
            return not any(_is_bit_field(one, types) for one in given)
        case c_ast.UnaryOp(op=op, expr=operand) if op in STEPS:
            return not _is_bit_field(operand, types) and not is_impure(operand)
        case _:
            return False


def _evaluated_nodes(body: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes that are evaluated when the program runs."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case c_ast.Decl():
                if {"static", "extern"} & set(node.storage):
                    continue
                waiting += [node.init] if node.init is not None else []
            case c_ast.Case():
                waiting += node.stmts or []
            case c_ast.NamedInitializer():
                waiting.append(node.expr)
            case c_ast.Cast(expr=inner):
                waiting.append(inner)
            case c_ast.CompoundLiteral(init=inner):
                waiting.append(inner)
            case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "&&"):
                pass
            case c_ast.Typename() | c_ast.Typedef() | c_ast.Struct() | c_ast.Union() | c_ast.Enum():
                pass
            case c_ast.GenericSelection() | c_ast.StaticAssert() | c_ast.Pragma():
                pass
            case _:
                waiting += list(node)


def _is_operation(node: c_ast.Node, types: TypedTree) -> bool:
    match node:
        case c_ast.BinaryOp(left=left, right=right) | c_ast.Assignment(lvalue=left, rvalue=right) if (
            _is_bit_field(left, types) or _is_bit_field(right, types)
        ):
            return False
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return op in NAMES
        case c_ast.Assignment(op=op, lvalue=left):
            return op[:-1] in NAMES and not is_impure(left)
        case c_ast.UnaryOp(op=op, expr=operand) if not _is_bit_field(operand, types):
            return op == "-" or op in STEPS and not is_impure(operand)
        case _:
            return False


_FOLLOWS = (GoalKind.BOUNDS, GoalKind.POINTER)
_COMPUTES = {
    **dict.fromkeys("+-*", (GoalKind.OVERFLOW, GoalKind.UNSIGNED_OVERFLOW, GoalKind.NAN, GoalKind.CONVERSION)),
    "/": (GoalKind.DIV_BY_ZERO, GoalKind.OVERFLOW, GoalKind.NAN, GoalKind.CONVERSION),
    "%": (GoalKind.DIV_BY_ZERO, GoalKind.OVERFLOW, GoalKind.CONVERSION),
    **dict.fromkeys(("<<", ">>"), (GoalKind.SHIFT, GoalKind.OVERFLOW)),
}
_CALLS = {
    **dict.fromkeys(("free", "realloc", CALLED), (GoalKind.POINTER,)),
    "VERIABS_MALLOC": (GoalKind.MEMORY_LEAK,),
    **dict.fromkeys((READ, CELL_READ), (GoalKind.UNINITIALISED,)),
    **dict.fromkeys(REACHES, _FOLLOWS),
}


def may_violate(node: c_ast.Node) -> tuple[GoalKind, ...]:
    """The kinds of goals that the operation of a node may violate, whatever its operands are."""
    match node:
        case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") | c_ast.StructRef(type="->"):
            return _FOLLOWS
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            return _CALLS.get(name, (GoalKind.CONVERSION,))
        case c_ast.UnaryOp(op=op) if op in STEPS:
            return _COMPUTES[STEPS[op]]
        case c_ast.BinaryOp(op=op) | c_ast.UnaryOp(op="-" as op):
            return _COMPUTES.get(op, (GoalKind.CONVERSION,))
        case c_ast.Assignment(op=op):
            return _COMPUTES.get(op[:-1], (GoalKind.CONVERSION,))
        case c_ast.Cast() | c_ast.Decl() | c_ast.Return():
            return (GoalKind.CONVERSION,)
        case _:
            return ()


def is_impure(node: c_ast.Node) -> bool:
    """Whether the expression may have side effects, so that a check must not evaluate it twice."""
    parts = list(_evaluated_nodes(node))
    called = (part for part in parts if isinstance(part, c_ast.FuncCall))
    modifies = any(isinstance(part, c_ast.Assignment | c_ast.Compound) or is_step(part) for part in parts)
    return modifies or any(getattr(one.name, "name", "") not in _SILENT for one in called)


def is_read(node: c_ast.Node) -> bool:
    """Whether the expression is an array element or a dereferenced pointer."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return isinstance(node, c_ast.ArrayRef) or isinstance(node, c_ast.UnaryOp) and node.op == "*"


# ------------------------------------------------------------------- types of arguments and results


def parameter_types(tree: c_ast.FileAST) -> dict[str, tuple[str, ...]]:
    """The parameter types of the functions that a program calls; empty for types that are not plain names.

    A name that is also a variable may be a pointer to another function.
    """
    nodes = list(walk(tree))
    declared = [node for node in nodes if isinstance(node, c_ast.Decl) and node.name is not None]
    called = (node.name.name for node in nodes if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID))
    known = {name: name.removeprefix("__builtin_") for name in called}
    found = {name: parameters(bare) for name, bare in known.items() if bare in FUNCTIONS}
    for one in declared:
        if isinstance(one.type, c_ast.FuncDecl):
            found[one.name] = tuple(plain_type(getattr(part, "type", part)) for part in parameters_of(one))
    variables = {one.name for one in declared if not isinstance(one.type, c_ast.FuncDecl)}
    return {name: types for name, types in found.items() if name not in variables}


def plain_type(node: c_ast.Node) -> str:
    """A type of one or several words, which may be arithmetic; empty for any other type."""
    names = node.type.names if isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.IdentifierType) else []
    return "" if names == ["void"] else " ".join(names)
