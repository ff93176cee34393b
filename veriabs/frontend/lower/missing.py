"""Calls of functions without a body: any value, and anything in all that they can write (docs/theory.md 15).

A function of which only the declaration is here may write to every object that it was ever handed the address of, to
every object that another file can name, and to nothing else; it may also not return. What it is handed must hold no
pointers, so that it can come to no further object.
"""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Binary, Const, Element, Expr, LValue, Var
from veriabs.core.program import Array, Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Havoc, Loop, Stmt
from veriabs.core.types import BOOL, INT, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.known import SYSTEM
from veriabs.frontend.lower import checks, gaps, memory, pointers
from veriabs.frontend.lower.context import Context, Frame, LowerAgainError, join, value_exprs
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import NOTHING, Allocation, Null, Place, PointerValue, Storage, Text, Vacant, Value
from veriabs.frontend.lower.types import Address, Function, Pointer, Record, Type, Void

_OF_A_TOOL = ("__builtin_", "__sync_", "__atomic_", "__c11_", "__CPROVER_", "__ESBMC_", "__VERIFIER_", "__veriabs_")
"""How the names of functions begin that no other file defines: they mean something of their own."""

_OF_THE_LIBRARY = frozenset(
    (
        *("realloc", "reallocarray", "setjmp", "vfork", "longjmp", "signal", "atexit", "va_start"),
        *("fesetround", "fesetenv", "feupdateenv", "feholdexcept", "lgamma", "lgammaf", "lgammal", "gamma"),
    )
)
"""Functions of the C library that do more than to write to what they are handed."""


def call(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value | None:
    """The value of a call of a function without a body; None if it is one that has a meaning of its own."""
    name = node.name.name
    if name.startswith(_OF_A_TOOL) or name in _OF_THE_LIBRARY or ctx.task.checks:
        return None
    returns = _returned(ctx, name)
    frame.before += _arguments(ctx, node)
    what = f"the body of {name} is missing"
    ctx.foreign.setdefault(name)
    frame.before += _written(ctx, node)
    return _value(ctx, returns, what, node, frame)


def _is_of_the_system(declared: c_ast.Decl | None) -> bool:
    """Is it declared in a system header? Functions that are know the other objects of the file by no name."""
    return declared is not None and declared.coord is not None and declared.coord.file == SYSTEM


def assumptions(ctx: Context) -> tuple[str, ...]:
    """What is assumed of each function without a body that is called."""
    told = "has no body here: any value, writes only to what it is given or can name, calls nothing of this file"
    return tuple(f"{name} {told}" for name in ctx.foreign)


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
        ctx.visible |= dict.fromkeys(_names(storage), _is_of_the_system(node))


def escape(ctx: Context, place: Place, node: c_ast.Node) -> None:
    """Notes that other files may know the address of an object from here on."""
    storage = place.storage
    if storage.pointers or storage.stored:
        raise ctx.unsupported(node, f"address of {storage.source}, which holds pointers, for code that is not here")
    if not storage.guess:
        ctx.escaped |= dict.fromkeys(_names(storage), storage.depth == 0 or storage.heap)


def settle(ctx: Context) -> None:
    """Has everything lowered again if more objects are known outside than the calls in front have reckoned with."""
    if ctx.foreign and not ctx.escaped.keys() <= ctx.outside.keys():
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
    both = zip(parts, values, strict=True)
    join(ctx, inner := Frame(), [(part, value_exprs(value)) for (part, _), value in both], node)
    for value in values:
        _hand_over(ctx, value, node)
    given = (expr for value in values for expr in value_exprs(value))
    return [*inner.flush(), *checks.kept(ctx, given, ctx.where(node))]


def _hand_over(ctx: Context, value: Value, node: c_ast.FuncCall) -> None:
    match value:
        case Text() | Null() | Vacant() | Allocation():
            return
        case Place(type=Record() as record):
            if memory.has_pointers(record):
                raise ctx.unsupported(node, f"struct with pointers for {node.name.name}, whose body is missing")
        case Place() | PointerValue():
            pointer = pointers.decay(ctx, value, node)
            assert isinstance(pointer, PointerValue)
            memory.check_alive(ctx, pointer.place, node)
            escape(ctx, pointer.place, node)
        case _ if isinstance(value, Expr) and not isinstance(type_of(value, ctx.data_model), Address):
            return
        case Const(value=0):
            return
        case _:
            raise ctx.unsupported(node, f"argument of {node.name.name}, whose body is missing")


# ------------------------------------------------------------------------------------------------------------- writing


def _written(ctx: Context, node: c_ast.FuncCall) -> list[Stmt]:
    """Anything in all objects that code outside knows; of those that are not there yet, none is left from before."""
    system = _is_of_the_system(ctx.prototypes.get(node.name.name))
    if ctx.visible_pointers and not system:
        raise ctx.unsupported(node, f"missing body of {node.name.name}, which may set {ctx.visible_pointers[0]}")
    if ctx.taken and not system:
        raise ctx.unsupported(node, f"missing body of {node.name.name}, which may call {min(ctx.taken)}")
    later = {name for name, lasts in ctx.outside.items() if lasts} - ctx.objects.keys()
    if ctx.loops and later:
        what = f"missing body of {node.name.name}, which may know {min(later)} of an earlier round"
        raise ctx.unsupported(node, what)
    known, where = ctx.escaped.keys() | ctx.outside.keys(), ctx.where(node)
    known |= {name for name, own in ctx.visible.items() if own or not system}
    return [stmt for name in sorted(known) for stmt in _anything(ctx, name, where)]


def _anything(ctx: Context, name: str, where: Where) -> list[Stmt]:
    array = ctx.arrays.get(name)
    if array is not None:
        return _cells(ctx, array, (), where)
    scalar = ctx.scalars.get(name)
    return [] if scalar is None else [_any(Var(name, scalar.type), where)]


def _cells(ctx: Context, array: Array, indices: tuple[Expr, ...], where: Where) -> list[Stmt]:
    """Loops over all cells of an array, or of what remains of it behind some indices."""
    if len(indices) == len(array.sizes):
        return [_any(Element(array.name, indices, array.type, where), where)]
    size = array.sizes[len(indices)]
    if isinstance(size, Const):
        size = ctree.integer(int(size.value)) if size.value <= INT.highest else size
    ctype = type_of(size, ctx.data_model)
    assert isinstance(ctype, IntType)
    index = ctx.temporary("index", ctype, where)
    step = Assign(index, Binary("+", index, Const(1, ctype)), where)
    body = _cells(ctx, array, (*indices, index), where)
    return [Assign(index, Const(0, ctype), where), Loop(Binary("<", index, size), tuple(body), (step,), where)]


def _any(target: LValue, where: Where) -> Havoc:
    return Havoc(target, 0, nondet(target.type), where, unknown=True)


# --------------------------------------------------------------------------------------------------------------- value


def _value(ctx: Context, returns: Type, what: str, node: c_ast.FuncCall, frame: Frame) -> Value:
    match returns:
        case IntType() | FloatType():
            return gaps.any_value(ctx, returns, what, node, frame)
        case Void():
            gaps.note(ctx, what, node)
            return NOTHING
        case Pointer():
            return Vacant(gaps.any_value(ctx, BOOL, what, node, frame))
        case Record() if not memory.has_pointers(returns):
            gaps.note(ctx, what, node)
            place = memory.declare(ctx, f"{node.name.name}_result", returns, Initial.NONDET, ctx.where(node))
            frame.before += _all(ctx, place.storage, ctx.where(node))
            return place
        case _:
            raise ctx.unsupported(node, f"{what}, and it returns pointers")


def _all(ctx: Context, storage: Storage, where: Where) -> Iterable[Stmt]:
    return (stmt for name in sorted(_names(storage)) for stmt in _anything(ctx, name, where))


def _names(storage: Storage) -> set[str]:
    return set(storage.leaves.values())
