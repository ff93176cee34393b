"""Calls of functions without a body: any value, and anything in all that they can write (docs/theory.md 15).

A function of which only the declaration is here may write to every object that it was ever handed the address of, to
every object that another file can name, and to nothing else; it may also not return. What it is handed must hold no
pointers, so that it can come to no further object.
"""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.expressions import Const, Expr
from veriabs.core.program import Initial
from veriabs.core.statements import Stmt
from veriabs.core.types import BOOL, INT, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.known import BUFFERED, SYSTEM
from veriabs.frontend.lower import anything, checks, gaps, memory, pointers
from veriabs.frontend.lower.context import Context, Frame, LowerAgainError, join, value_exprs
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import NOTHING, Allocation, Null, Place, PointerValue, Storage, Text, Vacant, Value
from veriabs.frontend.lower.types import Address, Function, Pointer, Record, Type, Void

_OF_A_TOOL = ("__builtin_", "__sync_", "__atomic_", "__c11_", "__CPROVER_", "__ESBMC_", "__VERIFIER_", "__veriabs_")
"""How the names of functions begin that no other file defines: they mean something of their own."""

_QUESTIONS = re.compile(
    r"__(?:ESBMC|CPROVER|VERIFIER)_(?:forall|exists|(?:r|w|rw)_ok|array_(?:equal|set|copy|replace)|havoc_(?:object|slice)"
    r"|is(?:nan|inf|finite|normal)(?:f|d|ld)?|sign(?:f|d|ld)?)"
)
"""Functions of tools, of which any value, and anything in what they are given, is an answer."""

_OF_THE_LIBRARY = frozenset(
    (
        *("reallocarray", "setjmp", "vfork", "longjmp", "signal", "atexit", "va_start"),
        *("fesetround", "fesetenv", "feupdateenv", "feholdexcept", "lgamma", "lgammaf", "lgammal", "gamma"),
    )
)
"""Functions of the C library that do more than to write to what they are handed."""


def call(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value | None:
    """The value of a call of a function without a body; None if it is one that has a meaning of its own."""
    name = node.name.name
    special = name.startswith(_OF_A_TOOL) and not _QUESTIONS.fullmatch(name)
    if special or name in _OF_THE_LIBRARY or (ctx.task.checks and _may_overrun(ctx.prototypes.get(name))):
        return None
    returns = _returned(ctx, name)
    frame.before += _arguments(ctx, node)
    what = f"the body of {name} is missing"
    ctx.foreign.setdefault(name)
    frame.before += _written(ctx, node)
    return value(ctx, returns, what, node, frame)


def _is_of_the_system(declared: c_ast.Decl | None) -> bool:
    """Is it declared in a system header? Functions that are know the other objects of the file by no name."""
    return declared is not None and declared.coord is not None and declared.coord.file == SYSTEM


def _may_overrun(declared: c_ast.Decl | None) -> bool:
    """May it be the C library, and write to memory of the program? Then its size is the program's business."""
    if declared is None:
        return True
    if not _is_of_the_system(declared):
        return False
    listed = declared.type.args.params if declared.type.args else []
    pointers_ = (one.type for one in listed if isinstance(getattr(one, "type", None), c_ast.PtrDecl | c_ast.ArrayDecl))
    return any("const" not in (getattr(one.type, "quals", None) or ()) for one in pointers_) or any(
        isinstance(one, c_ast.EllipsisParam) for one in listed
    )


def assumptions(ctx: Context) -> tuple[str, ...]:
    """What is assumed of each function without a body that is called."""
    told = "has no body here: any value, writes only to what it is given or can name, calls nothing of this file"
    if ctx.task.checks:
        told += ", leaves nothing unset that it is given, frees nothing, makes no error of its own"
    return (*(f"{name} {told}" for name in ctx.foreign), *ctx.assumed)


def show(ctx: Context, node: c_ast.Decl, storage: Storage | None) -> None:
    """Notes an object of the file that code of others can name, and write to; None is a pointer variable."""
    inner = node.type
    while isinstance(inner, c_ast.ArrayDecl):
        inner = inner.type
    if "static" in node.storage or "const" in (getattr(inner, "quals", None) or ()):
        return
    if storage is None or storage.pointers or storage.stored:
        ctx.visible_pointers.append(node.name)
    if storage is not None:
        ctx.visible |= dict.fromkeys(anything.names(storage), _is_of_the_system(node))


def settle(ctx: Context) -> None:
    """Has everything lowered again if more objects are known outside than the calls in front have reckoned with."""
    if ctx.leaky and ctx.forged is not None:
        raise ctx.unsupported(ctx.forged, "conversion of a number to a pointer where pointers may be seen as numbers")
    if ctx.outsiders and not ctx.escaped.keys() <= ctx.outside.keys():
        raise LowerAgainError(frozenset(), {}, ctx.escaped)


def _returned(ctx: Context, name: str) -> Type:
    """What the function gives; without a declaration an `int`, as for the compiler."""
    declared = ctx.prototypes.get(name)
    if declared is None:
        return INT
    told = read_type(ctx, declared.type)
    return told.returns if isinstance(told, Function) else told


def _arguments(ctx: Context, node: c_ast.FuncCall) -> list[Stmt]:
    """The effects of the arguments; the objects that they point to are known outside from here on."""
    parts = [(Frame(), one) for one in (node.args.exprs if node.args else [])]
    values = [ctx.hooks.value(ctx, argument, effects) for effects, argument in parts]
    buffer = values[position : position + 1] if (position := BUFFERED.get(node.name.name)) is not None else ()
    if any(isinstance(one, Place | PointerValue | Allocation) for one in buffer):
        raise ctx.unsupported(node, f"{node.name.name} with a buffer, which all uses of the stream write to")
    both = zip(parts, values, strict=True)
    join(ctx, inner := Frame(), [(part, value_exprs(value)) for (part, _), value in both], node)
    for value in values:
        hand_over(ctx, value, node)
    given = (expr for value in values for expr in value_exprs(value))
    return [*inner.flush(), *checks.kept(ctx, given, ctx.where(node))]


def hand_over(ctx: Context, value: Value, node: c_ast.FuncCall) -> None:
    match value:
        case Text() | Null() | Vacant() | Allocation():
            return
        case Place(type=Record() as record):
            if memory.has_pointers(record):
                raise ctx.unsupported(node, f"struct with pointers for {node.name.name}, whose body is missing")
        case Place() | PointerValue():
            pointer = pointers.decay(ctx, value, node)
            if not isinstance(pointer, PointerValue):
                return
            memory.check_alive(ctx, pointer.place, node)
            anything.escape(ctx, pointer.place, node)
        case _ if isinstance(value, Expr) and not isinstance(type_of(value, ctx.data_model), Address):
            return
        case Const(value=0):
            return
        case _:
            raise ctx.unsupported(node, f"argument of {node.name.name}, whose body is missing")


# ------------------------------------------------------------------------------------------------------------- writing


def _written(ctx: Context, node: c_ast.FuncCall) -> list[Stmt]:
    """Anything in all objects that code outside knows."""
    system = _is_of_the_system(ctx.prototypes.get(node.name.name))
    if ctx.taken and not system:
        raise ctx.unsupported(node, f"missing body of {node.name.name}, which may call {min(ctx.taken)}")
    return anything.written_outside(ctx, f"missing body of {node.name.name}", node, system=system)


# --------------------------------------------------------------------------------------------------------------- value


def value(ctx: Context, returns: Type, what: str, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any value of a type, from code that is not here."""
    match returns:
        case IntType() | FloatType():
            return gaps.any_value(ctx, returns, what, node, frame)
        case Void():
            gaps.note(ctx, what, node)
            return NOTHING
        case Pointer(target=target):
            return Vacant(gaps.any_value(ctx, BOOL, what, node, frame), target)
        case Record() if not memory.has_pointers(returns):
            gaps.note(ctx, what, node)
            place = memory.declare(ctx, f"{node.name.name}_result", returns, Initial.NONDET, ctx.where(node))
            frame.before += anything.written(ctx, place.storage, ctx.where(node))
            return place
        case _:
            raise ctx.unsupported(node, f"{what}, and it returns pointers")
