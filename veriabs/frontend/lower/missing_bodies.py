"""Lower calls of functions without a body: arbitrary result, and arbitrary content in all they can write (theory 15).

    y = f(&a);          a = any; y = any; if (any) stop;

The function may write to every object whose address it ever received, and to every object that another file can
name, and to nothing else. It may not return. Its arguments must contain no pointers, so it reaches no further object.
"""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.conditions import ConditionKind, VerdictCondition, merge
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.program import Initial
from veriabs.core.statements import Stmt
from veriabs.core.types import BOOL, INT, CType, FloatType, IntType
from veriabs.core.typing_rules import named_type, size_type, type_of
from veriabs.frontend.dialect import c_text
from veriabs.frontend.known_functions import BUFFERED, SYSTEM
from veriabs.frontend.library import FUNCTIONS, MATH
from veriabs.frontend.lower import argument_conversions, cells, checks, gaps, lifetimes, memory, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import (
    NOTHING,
    Allocation,
    NullPointer,
    Place,
    PointerValue,
    PointerVariable,
    Storage,
    StringLiteral,
    UnknownPointer,
    Value,
    value_exprs,
)
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.declarators import read_type
from veriabs.frontend.typed.types import Address, FunctionType, PointerType, RecordType, Type, Void

_OUTER_BLOCKS = 3
"""The depth of the outer block of an entry function that the block of a generated `main` calls."""

_OF_A_TOOL = ("__builtin_", "__sync_", "__atomic_", "__c11_", "__CPROVER_", "__ESBMC_", "__VERIFIER_", "__veriabs_")
"""Prefixes of functions with a meaning of their own, which no other file defines."""

_QUESTIONS = re.compile(
    r"__(?:ESBMC|CPROVER|VERIFIER)_(?:forall|exists|(?:r|w|rw)_ok|array_(?:equal|set|copy|replace)|havoc_slice"
    r"|(?:DYNAMIC|LIVE|WRITEABLE|SAME)_OBJECT|(?:same|init|havoc)_object|object_(?:whole|from|upto)|typed_target"
    r"|is_zero_string|allocated_memory|uninterpreted_\w+"
    r"|is(?:nan|inf|finite|normal|unordered|(?:less|greater)(?:equal)?|lessgreater)(?:f|d|ld)?|sign(?:f|d|ld)?)"
)
"""Tools' functions for which an arbitrary result and arbitrary content of the arguments is sound."""

_OF_THE_LIBRARY = frozenset(
    (
        *("reallocarray", "setjmp", "vfork", "longjmp", "signal", "atexit", "va_start"),
        *("getcontext", "setcontext", "swapcontext"),
        *("fesetround", "fesetenv", "feupdateenv", "feholdexcept", "lgamma", "lgammaf", "lgammal", "gamma"),
    )
)
"""Functions of the C library that do more than write to their arguments."""


def call(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value | None:
    """The value of a call of a function without a body; None if the function has a meaning of its own."""
    name = node.name.name
    special = name.startswith(_OF_A_TOOL) and not _QUESTIONS.fullmatch(name)
    if special or name in _OF_THE_LIBRARY or (ctx.task.checks and _may_overrun(ctx.prototypes.get(name))):
        return None
    return _call(ctx, node, _returned(ctx, name), effects)


def _call(ctx: Context, node: c_ast.FuncCall, returns: Type, effects: SideEffects) -> Value:
    effects.before += _arguments(ctx, node)
    ctx.foreign.setdefault(node.name.name)
    effects.before += _havoc_known_objects(ctx, node)
    return value(ctx, returns, f"the body of {node.name.name} is missing", node, effects)


def call_through(ctx: Context, node: c_ast.FuncCall, function: FunctionType, effects: SideEffects) -> Value:
    """The value of a call of a function outside of the file, to which a pointer of the entry's caller leads."""
    if GoalKind.UNINITIALISED.value not in ctx.task.checks:
        text = f"the function pointer called at line {ctx.where(node).line} is set before its use"
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None
    name = c_ast.ID(f"the target of {c_text(node.name)}", node.coord)
    return _call(ctx, c_ast.FuncCall(name, node.args, node.coord), function.returns, effects)


def _is_of_the_system(declared: c_ast.Decl | None) -> bool:
    """Whether a system header declares it; such functions know other objects of the file only by address."""
    return declared is not None and declared.coord is not None and declared.coord.file == SYSTEM


def _may_overrun(declared: c_ast.Decl | None) -> bool:
    """Whether it may be a C library function that writes program memory, so that the program must provide the size."""
    if declared is None:
        return True
    if not _is_of_the_system(declared):
        return False
    listed = declared.type.args.params if declared.type.args else []
    pointers_ = (one.type for one in listed if isinstance(getattr(one, "type", None), c_ast.PtrDecl | c_ast.ArrayDecl))
    return any("const" not in (getattr(one.type, "quals", None) or ()) for one in pointers_) or any(
        isinstance(one, c_ast.EllipsisParam) for one in listed
    )


def conditions(ctx: Context) -> tuple[VerdictCondition, ...]:
    """The assumptions about called functions without body, pointers that may point anywhere, and unset members."""
    assumption = "returns any value, writes only to what it is given or can name, and calls nothing of this file"
    if ctx.task.checks:
        assumption += ", leaves nothing unset that it is given, frees nothing, and makes no error of its own"
    more = {"setlocale": ', keeps the locale "C"', "uselocale": ', keeps the locale "C"'}
    foreign = (
        VerdictCondition(ConditionKind.MISSING_BODY, f"{name}, which has no body, {assumption}{more.get(name, '')}")
        for name in ctx.foreign
    )
    return (*foreign, *merge(ctx.assumed))


def show(ctx: Context, node: c_ast.Decl, storage: Storage | None) -> None:
    """Record an object of the file that other code can name and write; None stands for a pointer variable.

    Of a constant, other code can write what its pointers lead to.
    """
    inner = node.type
    while isinstance(inner, c_ast.ArrayDecl):
        inner = inner.type
    if "static" in node.storage:
        return
    if storage is not None and cells.holds_functions(ctx, storage):
        ctx.callable.append(node.name)
    has_pointers = storage is None or bool(storage.pointers or storage.stored)
    if "const" in (getattr(inner, "quals", None) or ()):
        if has_pointers:
            _show_pointees(ctx, node)
        return
    if has_pointers:
        ctx.visible_pointers.append(node.name)
    if storage is not None:
        ctx.visible |= dict.fromkeys(cells.variables_of(storage), _is_of_the_system(node))


def _show_pointees(ctx: Context, node: c_ast.Decl) -> None:
    """Other code knows the objects in the initial value of a constant; a pointer there counts as one it can change."""
    for known in (ctx.scope.entity(one.name) for one in walk(node.init or node) if isinstance(one, c_ast.ID)):
        if isinstance(known, Place) and not memory.has_pointers(known.storage.type):
            cells.escape(ctx, known, node)
        elif isinstance(known, Place | PointerVariable | UnsupportedError):
            ctx.visible_pointers.append(node.name)


def learn_escaped_objects(ctx: Context) -> None:
    """Learn the objects that outside code knows, if earlier calls assumed fewer."""
    if ctx.leaky and ctx.forged is not None:
        raise ctx.unsupported(
            ctx.forged,
            "conversion of a number to a pointer, while code outside of the file may read pointers as numbers",
        )
    known = (ctx.escaped.keys() | ctx.facts.outside.keys()) & ctx.objects.keys()
    if ctx.task.checks and not ctx.facts.dangling and any(_ends(ctx, ctx.objects[name]) for name in known):
        ctx.facts.dangling = ctx.facts.grown = True
    if ctx.outsiders and not ctx.escaped.keys() <= ctx.facts.outside.keys():
        ctx.facts.outside |= ctx.escaped
        ctx.facts.grown = True


def _ends(ctx: Context, storage: Storage) -> bool:
    """Whether an object may end before the entry function does, so that pointers of outside code to it may dangle."""
    outer = lifetimes.OUTERMOST if ctx.task.entry.function == "main" else _OUTER_BLOCKS
    block = not storage.heap and storage.depth > outer
    return block or storage.extent is not None or any(one is storage for one in ctx.ended)


def _returned(ctx: Context, name: str) -> Type:
    """The return type; without a declaration `int`, as for the compiler."""
    declared = ctx.prototypes.get(name)
    if declared is None:
        return INT
    return_type = read_type(ctx, declared.type)
    return return_type.returns if isinstance(return_type, FunctionType) else return_type


def _arguments(ctx: Context, node: c_ast.FuncCall) -> list[Stmt]:
    """The effects of the arguments; outside code knows the objects that they point to from here on."""
    values = argument_conversions.evaluate(ctx, node, inner := SideEffects())
    buffer = values[position : position + 1] if (position := BUFFERED.get(node.name.name)) is not None else ()
    if any(isinstance(one, Place | PointerValue | Allocation) for one in buffer):
        raise ctx.unsupported(node, f"call of {node.name.name} with a buffer, which later uses of the stream change")
    for value in values:
        hand_over(ctx, value, node)
    given = (expr for value in values for expr in value_exprs(value))
    return [*inner.flush(), *checks.evaluate(ctx, given, ctx.where(node))]


def hand_over(ctx: Context, value: Value, node: c_ast.FuncCall) -> None:
    """Record that outside code knows the object of an argument from here on."""
    match value:
        case StringLiteral() | NullPointer() | UnknownPointer() | Allocation():
            return
        case Place(type=RecordType() as record):
            if memory.has_pointers(record) or (ctx.taken and cells.holds_functions(ctx, value.storage)):
                raise ctx.unsupported(node, f"struct with pointers as argument of {node.name.name}, which has no body")
        case Place() | PointerValue():
            pointer = pointers.decay(ctx, value, node)
            if not isinstance(pointer, PointerValue):
                return
            memory.check_alive(ctx, pointer.place, node)
            cells.escape(ctx, pointer.place, node)
        case _ if isinstance(value, Expr) and not isinstance(type_of(value, ctx.data_model), Address):
            return
        case Const(value=0):
            return
        case _:
            raise ctx.unsupported(node, f"argument of {node.name.name}, which has no body")


# ------------------------------------------------------------------------------------------------------------- writing


def _havoc_known_objects(ctx: Context, node: c_ast.FuncCall) -> list[Stmt]:
    """Make all objects arbitrary that outside code knows."""
    system = _is_of_the_system(ctx.prototypes.get(node.name.name))
    if ctx.taken and ctx.callable and not system:
        raise ctx.unsupported(node, f"missing body of {node.name.name}, which may call {min(ctx.taken)}")
    return cells.havoc_escaped(ctx, f"missing body of {node.name.name}", node, system=system)


# --------------------------------------------------------------------------------------------------------------- value


def value(ctx: Context, returns: Type, what: str, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """An arbitrary value of a type, from outside code."""
    match returns:
        case IntType() | FloatType():
            return gaps.any_value(ctx, returns, what, node, effects)
        case Void():
            gaps.note(ctx, what, node)
            return NOTHING
        case PointerType(target=target):
            absent = gaps.any_value(ctx, BOOL, what, node, effects)
            return UnknownPointer(absent, target, trusted=not ctx.facts.dangling)
        case RecordType() if not memory.has_pointers(returns):
            gaps.note(ctx, what, node)
            place = memory.declare(ctx, f"{node.name.name}_result", returns, Initial.NONDET, ctx.where(node))
            effects.before += cells.havoc_object(ctx, place.storage, ctx.where(node))
            return place
        case _:
            raise ctx.unsupported(node, f"{what}, and it returns pointers")


# ------------------------------------------------------------------------------------------ functions of numbers

_NAMED = {
    **{name: prototype.partition(f" {name}(")[0] for name, prototype in MATH.items()},
    **dict.fromkeys(("fabs", "huge_val", "inf", "nan", "nans"), "double"),
    **dict.fromkeys(("fabsf", "huge_valf", "inff", "nanf", "nansf"), "float"),
    **dict.fromkeys(("random", "clock"), "long"),
    **dict.fromkeys(("rand", "getchar", "getpid", "fegetround"), "int"),
    **dict.fromkeys(("isnan", "isinf", "isfinite", "isnormal", "signbit", "isinf_sign", "fpclassify"), "int"),
    **dict.fromkeys(("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"), "int"),
    **dict.fromkeys(("fpclassifyf", "isnanf", "isinff", "finite", "finitef", "signbitf"), "int"),
    **dict.fromkeys(("parity", "parityl", "parityll", "ffs", "ffsl", "ffsll", "clrsb", "clrsbl", "clrsbll"), "int"),
}
"""Such functions of the C library and the compiler, with their result types."""
_UNEVALUATED = {
    **dict.fromkeys(("__builtin_object_size", "__builtin_dynamic_object_size"), "size_t"),
    **dict.fromkeys(("__builtin_constant_p", "__atomic_always_lock_free"), "int"),
}
"""Functions that do not evaluate their arguments, with their result types; any result is allowed."""


def library(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value | None:
    """An arbitrary value for a library function of numbers; None for other functions."""
    name = node.name.name
    ctype = _number_returned(ctx, name)
    if ctype is None:
        return None
    if name in _UNEVALUATED:
        argument_conversions.refuse_side_effects(ctx, node, first=0)
        return gaps.any_value(ctx, ctype, f"result of {name}", node, effects)
    numbers = [one for one in (node.args.exprs if node.args else []) if not _is_text(one)]
    plain = c_ast.FuncCall(node.name, c_ast.ExprList(numbers), node.coord)
    given = argument_conversions.evaluate(ctx, plain, inner := SideEffects())
    if not all(isinstance(one, Expr) for one in given):
        raise ctx.unsupported(node, "pointer, struct or void value where a number is needed")
    effects.before += inner.flush()
    return gaps.any_value(ctx, ctype, f"result of {name}", node, effects)


def arbitrary_result(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """An arbitrary value for a library function that only reads its arguments."""
    argument_conversions.evaluate(ctx, node, inner := SideEffects())
    effects.before += inner.flush()
    returned = FUNCTIONS[node.name.name].prototype.partition(" ")[0]
    ctype = size_type(ctx.data_model) if returned == "__SIZE_TYPE__" else named_type(returned, ctx.data_model)
    return gaps.any_value(ctx, ctype, f"result of {node.name.name} on an unknown object", node, effects)


def is_number(name: str) -> bool:
    """Whether it is a function that only computes a number from numbers."""
    plain = name.removeprefix("__builtin_").removeprefix("__")
    return plain in _NAMED


def _is_text(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"


def _number_returned(ctx: Context, name: str) -> CType | None:
    """The return type of the library function, as the program declares it if it does."""
    plain = name.removeprefix("__builtin_") if name.startswith("__builtin_") else name
    known: CType | None = None
    named = _UNEVALUATED.get(name) or _NAMED.get(plain) or _NAMED.get(name.removeprefix("__"))
    if named is not None:
        known = size_type(ctx.data_model) if named == "size_t" else named_type(named, ctx.data_model)
    declared = ctx.prototypes.get(name)
    if known is None or declared is None:
        return known
    return_type = read_type(ctx, declared.type)
    returns = return_type.returns if isinstance(return_type, FunctionType) else return_type
    return returns if isinstance(returns, IntType | FloatType) else None
