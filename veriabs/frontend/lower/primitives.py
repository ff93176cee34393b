"""The functions of verification programs: assertions, assumptions, arbitrary values, ends of the run."""

from __future__ import annotations

import re
from collections.abc import Callable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Halt, Havoc
from veriabs.core.types import BOOL, INT, CType, FloatType, IntType
from veriabs.core.typing_rules import convert, named_type
from veriabs.frontend.lower import expressions, passing
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import NOTHING, Value
from veriabs.frontend.lower.shaping import branch
from veriabs.frontend.lower.sizes import offset_of_member
from veriabs.frontend.lower.types import Function
from veriabs.frontend.survey import failing

_NONDET = re.compile(r"(?:__VERIFIER_)?nondet_(\w+)")
_SUFFIXES = {
    "bool": "_Bool",
    "_Bool": "_Bool",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "unsigned_long": "unsigned long",
    "longlong": "long long",
    "long_long": "long long",
    "ulonglong": "unsigned long long",
    "unsigned_long_long": "unsigned long long",
    "unsigned_char": "unsigned char",
    "unsigned_short": "unsigned short",
    "size_t": "unsigned long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long long",
    "float": "float",
    "double": "double",
}


def is_nondet(name: str) -> bool:
    return _NONDET.fullmatch(name) is not None


def nondet(ctx: Context, node: c_ast.FuncCall, name: str, frame: Frame) -> Value:
    """An arbitrary value of the declared type, in a fresh variable; a bool is 0 or 1 whatever is declared."""
    passing.without_effects(ctx, node)
    ctype = _nondet_type(ctx, node, name)
    target = ctx.temporary("input", ctype, ctx.where(node))
    ctx.inputs.add(target.name)
    frame.before.append(Havoc(target, 0, name, ctx.where(node), path=ctx.path(node)))
    return target


def suffix_type(name: str, data_model: DataModel) -> CType | None:
    """The type that the name of a nondet function tells, if it tells one."""
    match = _NONDET.fullmatch(name)
    spelled = _SUFFIXES.get(match[1]) if match else None
    return named_type(spelled, data_model) if spelled else None


def undeclared_type(name: str, data_model: DataModel) -> CType | None:
    """The type of a nondet function that is never declared: `int`, as for the compiler; None if its name tells more."""
    told = suffix_type(name, data_model)
    fits = isinstance(told, IntType) and told.bits <= INT.bits
    return (told if told == BOOL else INT) if fits else None


def _nondet_type(ctx: Context, node: c_ast.FuncCall, name: str) -> CType:
    told = suffix_type(name, ctx.data_model)
    if told == BOOL:
        return BOOL
    prototype = ctx.prototypes.get(name)
    if prototype is not None:
        declared = read_type(ctx, prototype.type)
        returns = declared.returns if isinstance(declared, Function) else declared
        if isinstance(returns, IntType | FloatType):
            return returns
        raise ctx.unsupported(node, f"{name} that returns no number")
    undeclared = undeclared_type(name, ctx.data_model)
    if undeclared is None:
        raise ctx.unsupported(node, f"{name} without a declaration, which the compiler takes to return an int")
    return undeclared


_NEVER = Binary("!=", ctree.FALSE, ctree.FALSE)


def assertion(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """An assertion function without body: its first argument has to hold."""
    inner = Frame()
    test = passing.condition(ctx, node, inner)
    if test == ctree.FALSE and failing(node) is None:
        test = _NEVER  # evaluated where it stands: a condition around it does not become the assertion's own
    frame.before += [*inner.before, Assert(test, 0, ctx.where(node), path=ctx.path(node)), *inner.after]
    return NOTHING


def _assume(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    inner, where = Frame(), ctx.where(node)
    test = passing.condition(ctx, node, inner)
    frame.before += [*inner.before, *branch(test, (), (Halt(where),), where, ctx.data_model), *inner.after]
    return NOTHING


def _end(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    for argument in node.args.exprs if node.args else []:
        frame.before += expressions.discarded(ctx, argument)
    frame.before.append(Halt(ctx.where(node)))
    return NOTHING


def _expect(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """`__builtin_expect(value, usual)` is its first argument, as a long."""
    passing.without_effects(ctx, node, first=1)
    test = expressions.scalar(ctx, node.args.exprs[0], frame)
    return convert(test, named_type("long", ctx.data_model), ctx.data_model)


def _offset(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    return offset_of_member(ctx, node)


HANDLERS: dict[str, Callable[[Context, c_ast.FuncCall, Frame], Value]] = {
    "__VERIFIER_assume": _assume,
    "__CPROVER_assume": _assume,
    "assume_abort_if_not": _assume,
    "abort": _end,
    "exit": _end,
    "_exit": _end,
    "_Exit": _end,
    "__builtin_expect": _expect,
    "__builtin_offsetof": _offset,
}
