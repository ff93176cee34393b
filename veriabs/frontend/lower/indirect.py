"""Function pointers: numbers for functions whose address is taken, and calls through them.

    f = &g; f(x);          f = 1; if (f == 1) g(x); else assert(0);

The n-th such function is number n, and a null pointer is 0. A call becomes a chain of `if`s over the functions of the
pointer's type; an assertion excludes all other values (docs/theory.md 14).
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.program import Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.lower import copies, gaps, lifetimes, memory, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NOTHING, Nothing, NullPointer, Place, PointerVariable, Storage, Value
from veriabs.frontend.survey import has_effect
from veriabs.frontend.typed.declarators import parameter_type, read_type
from veriabs.frontend.typed.types import (
    VOID,
    Address,
    FunctionType,
    PointerType,
    RecordType,
    Type,
    address_of,
    same_type,
)

_Result = Var | PointerVariable | Storage | None
_OPERATORS = ("*", "&")


def function_address(ctx: Context, node: c_ast.ID) -> Const | None:
    """The address of the named function; None if there is no such function."""
    if node.name not in ctx.taken:
        return None
    ctype = _type(ctx, node.name)
    return None if ctype is None else Const(ctx.taken.index(node.name) + 1, address_of(ctype, ctx.data_model))


def _type(ctx: Context, name: str) -> FunctionType | None:
    known = ctx.functions.get(name)
    declared = known.decl if known is not None else ctx.prototypes.get(name)
    ctype = None if declared is None else read_type(ctx, declared.type)
    return ctype if isinstance(ctype, FunctionType) else None


def is_address(ctx: Context, value: Value) -> bool:
    """Whether the value is a function pointer."""
    return isinstance(value, Expr) and isinstance(type_of(value, ctx.data_model), Address)


def check_stored(ctx: Context, value: Value, ctype: Type, node: c_ast.Node) -> Value:
    """Check a value that is stored in an object: numbers and function pointers do not mix."""
    if isinstance(ctype, Address):
        if isinstance(value, NullPointer) or (isinstance(value, Const) and value.value == 0):
            return Const(0, ctype)
        if not is_address(ctx, value):
            raise ctx.unsupported(node, "conversion to a function pointer")
    elif is_address(ctx, value) and ctype != BOOL:
        raise ctx.unsupported(node, "conversion of a function pointer")
    return value


def function_operands(ctx: Context, left: Value, right: Value, node: c_ast.Node) -> tuple[Value, Value]:
    """Two operands, at least one of which is a function's address; the other one must be one as well."""
    for side in (left, right):
        if isinstance(side, Expr) and isinstance(ctype := type_of(side, ctx.data_model), Address):
            return check_stored(ctx, left, ctype, node), check_stored(ctx, right, ctype, node)
    return left, right


# --------------------------------------------------------------------------------------------------------------- calls


def call(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """The value of a call through a pointer, whose side effects are added to `effects`."""
    callee = node.name
    while isinstance(callee, c_ast.UnaryOp) and callee.op in _OPERATORS:
        callee = callee.expr
    pointer = ctx.hooks.value(ctx, callee, effects)
    if not isinstance(pointer, Expr) or not isinstance(ctype := type_of(pointer, ctx.data_model), Address):
        raise ctx.unsupported(node, "call of an expression that is not a function")
    if isinstance(pointer, Const) and 0 < pointer.value <= len(ctx.taken):
        return ctx.hooks.call(ctx, _direct(ctx, node, ctx.taken[int(pointer.value) - 1]), effects)
    if effects.after or any(has_effect(one) for one in (node.args.exprs if node.args else [])):
        raise ctx.unsupported(node, "call through a function pointer with side effects in its arguments")
    where = ctx.where(node)
    chosen = ctx.temporary("function", ctype, where)
    effects.before.append(Assign(chosen, pointer, where))
    result = _result(ctx, ctype.function.returns, where)
    body = _other_function(ctx, node, chosen, ctype, result)
    for number, name in reversed(list(enumerate(ctx.taken, 1))):
        if _has_called_type(ctx, ctype.function, name):
            with ctx.inside():
                branch = _branch(ctx, node, name, result)
            body = [If(Binary("==", chosen, Const(number, ctype)), tuple(branch), tuple(body), where)]
    effects.before += body
    return _value(ctx, result, node)


def _other_function(
    ctx: Context, node: c_ast.FuncCall, chosen: Var, ctype: Address, result: _Result
) -> list[Stmt]:
    """The call if the pointer leads to no function of the file that has its type.

    A caller of the entry function may choose a function of another file; it may be no function of another type.
    """
    where = ctx.where(node)
    error = ctx.unsupported(node, "call of a null or unknown function pointer")
    if ctx.task.entry.function == "main":
        return gaps.assert_unreachable(ctx, error, where)
    outside, effects = list[Stmt](), SideEffects()
    lifetimes.check_function(ctx, Binary("!=", chosen, Const(0, ctype)), effects, node)
    try:
        with ctx.inside():
            value = ctx.hooks.call_outside(ctx, node, ctype.function, effects)
            _store_result(ctx, result, value, effects.before, node)
        outside += effects.flush()
    except UnsupportedError as other:
        outside += gaps.assert_unreachable(ctx, other, where)
    others = [number for number, name in enumerate(ctx.taken, 1) if not _has_called_type(ctx, ctype.function, name)]
    if not others:
        return outside
    wrong = ctree.disjunction([Binary("==", chosen, Const(number, ctype)) for number in others])
    return [If(wrong, tuple(gaps.assert_unreachable(ctx, error, where)), tuple(outside), where)]


def _direct(ctx: Context, node: c_ast.FuncCall, name: str) -> c_ast.FuncCall:
    """The call of a function by its name."""
    if ctx.scope.entity(name) is not None:
        raise ctx.unsupported(node, f"call of {name} through a pointer where another declaration hides the name")
    return c_ast.FuncCall(c_ast.ID(name, node.coord), node.args, node.coord)


def _has_called_type(ctx: Context, wanted: FunctionType, name: str) -> bool:
    """Whether the function has the called type; otherwise the call is undefined (C11 6.5.2.2, 9)."""
    own = _type(ctx, name)
    if own is None or not same_type(own.returns, wanted.returns):
        return False
    given, listed = _parameters(ctx, own), _parameters(ctx, wanted)
    if given is None or listed is None:
        return given is not None and all(not isinstance(one, FloatType) and one != BOOL for one in given)
    return len(given) == len(listed) and all(map(same_type, given, listed))


def _parameters(ctx: Context, function: FunctionType) -> Sequence[Type] | None:
    """The types of the parameters; None without a prototype."""
    declarator = function.declarator
    if not isinstance(declarator, c_ast.FuncDecl) or declarator.args is None:
        return None
    listed = [one for one in declarator.args.params if isinstance(one, c_ast.Decl | c_ast.Typename)]
    if len(listed) != len(declarator.args.params):
        return None
    types = [parameter_type(ctx, one) for one in listed]
    return [] if len(types) == 1 and types[0] == VOID else types


def _branch(ctx: Context, node: c_ast.FuncCall, name: str, result: _Result) -> list[Stmt]:
    """The call of one function; unsupported parts of it must be unreachable."""
    effects, where = SideEffects(), ctx.where(node)
    try:
        value = ctx.hooks.call(ctx, _direct(ctx, node, name), effects)
        _store_result(ctx, result, value, effects.before, node)
        return effects.flush()
    except UnsupportedError as error:
        return gaps.assert_unreachable(ctx, error, where)


def _result(ctx: Context, ctype: Type, where: Where) -> _Result:
    match ctype:
        case IntType() | FloatType():
            return ctx.temporary("result", ctype, where)
        case PointerType(target=target):
            return ctx.pointer("result", target, where, moving=True)
        case RecordType():
            return memory.declare(ctx, "result", ctype, Initial.NONDET, where).storage
        case _:
            return None


def _store_result(ctx: Context, result: _Result, value: Value, out: list[Stmt], node: c_ast.Node) -> None:
    match result:
        case Var() if isinstance(value, Expr):
            out.append(Assign(result, value, ctx.where(node)))
        case PointerVariable():
            pointers.bind(ctx, result, value, out, node)
        case Storage() if isinstance(value, Place):
            copies.copy(ctx, Place(result, (), (), result.type), value, out, node)
        case None:
            return
        case _ if isinstance(value, Nothing):
            return  # the call does not return
        case _:
            raise ctx.unsupported(node, "value of a call through a function pointer")


def _value(ctx: Context, result: _Result, node: c_ast.Node) -> Value:
    match result:
        case Var():
            return result
        case PointerVariable():
            return pointers.read(ctx, result, node)
        case Storage():
            return Place(result, (), (), result.type)
        case None:
            return NOTHING
