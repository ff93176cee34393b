"""Which operations a program checks itself, since no sanitizer does, or not always."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN
from veriabs.frontend.instrument.listing import SEEN
from veriabs.frontend.known import CELL_READ, READ, STAYING
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.survey import STEPS, is_step, walk

UNSEEN = frozenset((GoalKind.UNSIGNED_OVERFLOW, GoalKind.NAN, GoalKind.CONVERSION))
"""Kinds that no sanitizer of gcc looks for."""

OPERATIONS = UNSEEN | {GoalKind.OVERFLOW}
"""Kinds for which operations check themselves: gcc does not look at `n - 1` in `a[n - 1]` or `n - 1 > 0`, which it
rewrites, and tells of one in `int j = n - 1` at the place of `j`."""

NAMES = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV"}
"""What the macros that check an operation are called by."""

_SILENT = STAYING | {READ, CELL_READ, SEEN}
"""Calls of the instrumentation in whose place an operation may stand twice."""

COMPARED = frozenset(("<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "%"))
_KNOWN = (c_ast.Constant, c_ast.InitList)
_REWRITTEN = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.TernaryOp, c_ast.ArrayRef, c_ast.Cast, c_ast.If)


def computed(tree: c_ast.FileAST, kinds: frozenset[GoalKind]) -> frozenset[int]:
    """The operations, by the identity of their nodes, that the program may check itself: a run comes by them.

    Their operands are computed first, from the left, which is an order that C allows where it orders side effects.
    """
    bodies = [node.body for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    evaluated = [node for body in bodies for node in _evaluated(body) if not _is_written(node)]
    records = (node for node in walk(tree) if isinstance(node, c_ast.Struct | c_ast.Union))
    parts = {part.name for record in records for part in _bits(record)}
    found = {id(node) for node in evaluated if _is_operation(node, parts)}
    if GoalKind.CONVERSION in kinds:
        found |= {id(node) for node in evaluated if _converts(node, parts)}
    return frozenset(found)


def rewritten(tree: c_ast.Node) -> frozenset[int]:
    """The nodes, by identity, in whose place gcc may compute something else: operands of operations and subscripts."""
    parents = [node for node in walk(tree) if isinstance(node, _REWRITTEN)]
    return frozenset(id(part) for node in parents for part in node)


def _is_written(node: c_ast.Node) -> bool:
    """Is it nothing of the user's?"""
    return node.coord is not None and node.coord.file == WRITTEN


def _bits(record: c_ast.Struct | c_ast.Union) -> Iterator[c_ast.Decl]:
    """The members of a struct that are bit-fields, which have no `typeof`."""
    return (part for part in record.decls or () if isinstance(part, c_ast.Decl) and part.bitsize is not None)


def _is_narrow(node: c_ast.Node, bits: set[str]) -> bool:
    """Is it a bit-field, or may it be one?"""
    if isinstance(node, c_ast.TernaryOp):
        return _is_narrow(node.iftrue, bits) or _is_narrow(node.iffalse, bits)
    last = node.exprs[-1] if isinstance(node, c_ast.ExprList) else node
    return isinstance(last, c_ast.StructRef) and last.field.name in bits


def _converts(node: c_ast.Node, bits: set[str]) -> bool:
    """Is it a conversion whose value can be taken in front of it?"""
    match node:
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return op in COMPARED and not _is_narrow(left, bits) and not _is_narrow(right, bits)
        case c_ast.Assignment(op=op, lvalue=left, rvalue=right):
            return not _is_narrow(left, bits) and not _is_narrow(right, bits) and (op == "=" or not acts(left))
        case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType()), init=value):
            return value is not None and not isinstance(value, _KNOWN) and not _is_narrow(value, bits)
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)))):
            return names != ["void"] and not _is_narrow(node.expr, bits)
        case c_ast.Return(expr=value):
            return value is not None and not isinstance(value, _KNOWN) and not _is_narrow(value, bits)
        case c_ast.FuncCall(name=c_ast.ID(), args=c_ast.ExprList(exprs=given)):
            return not any(_is_narrow(one, bits) for one in given)
        case c_ast.UnaryOp(op=op, expr=operand) if op in STEPS:
            return not _is_narrow(operand, bits) and not acts(operand)
        case _:
            return False


def _evaluated(body: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of what is computed when the program runs."""
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


def _is_operation(node: c_ast.Node, bits: set[str]) -> bool:
    match node:
        case c_ast.BinaryOp(left=left, right=right) | c_ast.Assignment(lvalue=left, rvalue=right) if (
            _is_narrow(left, bits) or _is_narrow(right, bits)
        ):
            return False
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return op in NAMES
        case c_ast.Assignment(op=op, lvalue=left):
            return op[:-1] in NAMES and not acts(left)
        case c_ast.UnaryOp(op=op, expr=operand) if not _is_narrow(operand, bits):
            return op == "-" or op in STEPS and not acts(operand)
        case _:
            return False


def acts(node: c_ast.Node) -> bool:
    """May it do something, so that it is not to be computed twice?"""
    parts = list(_evaluated(node))
    called = (part for part in parts if isinstance(part, c_ast.FuncCall))
    modifies = any(isinstance(part, c_ast.Assignment | c_ast.Compound) or is_step(part) for part in parts)
    return modifies or any(getattr(one.name, "name", "") not in _SILENT for one in called)


def is_read(node: c_ast.Node) -> bool:
    """Is it a cell, or what a pointer points to?"""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return isinstance(node, c_ast.ArrayRef) or isinstance(node, c_ast.UnaryOp) and node.op == "*"


# ------------------------------------------------------------------- what arguments and results are converted to


def taken_types(tree: c_ast.FileAST) -> dict[str, tuple[str, ...]]:
    """What the functions that a program names take, as far as these are types of a word or some.

    What is also the name of a variable may be a pointer to another function.
    """
    nodes = list(walk(tree))
    declared = [node for node in nodes if isinstance(node, c_ast.Decl) and node.name is not None]
    called = (node.name.name for node in nodes if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID))
    known = {name: name.removeprefix("__builtin_") for name in called}
    found = {name: tuple(prototype(bare)[1]) for name, bare in known.items() if bare in FUNCTIONS}
    for one in declared:
        if isinstance(one.type, c_ast.FuncDecl):
            listed = one.type.args.params if one.type.args is not None else ()
            found[one.name] = tuple(plain_type(getattr(part, "type", part)) for part in listed)
    variables = {one.name for one in declared if not isinstance(one.type, c_ast.FuncDecl)}
    return {name: types for name, types in found.items() if name not in variables}


def prototype(name: str) -> tuple[str, list[str]]:
    """What a function of the library returns, and the types of what it takes."""
    returns, _, taken = FUNCTIONS[name].prototype.removesuffix(")").partition(f"{name}(")
    return returns, taken.split(", ")


def plain_type(node: c_ast.Node) -> str:
    """A type of one word or some, which may be that of numbers; nothing for another one."""
    names = node.type.names if isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.IdentifierType) else []
    return "" if names == ["void"] else " ".join(names)
