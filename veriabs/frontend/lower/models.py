"""Lower calls of library functions with a C model: the model's body is inlined, as that of a user's function.

    isdigit(c)          c >= '0' && c <= '9', of which only the truth value is known

The compiler's atomic functions are models too: without threads they are assignments.
"""

from __future__ import annotations

import re
from copy import deepcopy

from pycparser import c_ast
from pycparser.c_parser import Coord

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Conditional, Expr, Var
from veriabs.core.source import WRITTEN
from veriabs.core.statements import Havoc
from veriabs.core.types import INT, IntType
from veriabs.core.typing_rules import LONG_DOUBLE
from veriabs.frontend.library import USUAL, Effect, LibraryModel, parsed
from veriabs.frontend.lower import argument_conversions, conversions
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import Value
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import Address, target

_CHANGE = "T F(T *p, T v) { T old = *p, new = %s; *p = new; return %s; }"
_SWAP = "R F(T *p, T expected, T v) { T old = *p; _Bool same = old == expected; if (same) *p = v; return %s; }"
_EXCHANGE = "T F(T *p, T v) { T old = *p; *p = v; return old; }"
_CHANGES = {
    **{name: f"old {sign} v" for name, sign in (("add", "+"), ("sub", "-"), ("and", "&"), ("or", "|"), ("xor", "^"))},
    "nand": "~(old & v)",
}
ATOMICS = {
    **{f"__sync_fetch_and_{name}": _CHANGE % (value, "old") for name, value in _CHANGES.items()},
    **{f"__sync_{name}_and_fetch": _CHANGE % (value, "new") for name, value in _CHANGES.items()},
    **{f"__atomic_fetch_{name}": _CHANGE % (value, "old") for name, value in _CHANGES.items()},
    **{f"__atomic_{name}_fetch": _CHANGE % (value, "new") for name, value in _CHANGES.items()},
    "__sync_bool_compare_and_swap": _SWAP.replace("R", "_Bool") % "same",
    "__sync_val_compare_and_swap": _SWAP.replace("R", "T") % "old",
    **dict.fromkeys(("__sync_lock_test_and_set", "__atomic_exchange_n"), _EXCHANGE),
    "__sync_lock_release": "void F(T *p) { *p = 0; }",
    "__atomic_load_n": "T F(T *p) { T old = *p; return old; }",
    "__atomic_store_n": "void F(T *p, T v) { *p = v; }",
    "__atomic_load": "void F(T *p, T *to) { *to = *p; }",
    "__atomic_store": "void F(T *p, T *from) { *p = *from; }",
    "__atomic_exchange": "void F(T *p, T *from, T *to) { T v = *from; *to = *p; *p = v; }",
    "__atomic_test_and_set": "_Bool F(T *p) { _Bool old = *p; *p = 1; return old; }",
    "__atomic_clear": "void F(T *p) { *p = 0; }",
    **dict.fromkeys(("__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence"), "void F(void) { }"),
}
"""The compiler's atomic functions F on an integer of type T.

A weak exchange may fail spuriously, so `__atomic_compare_exchange_n` is not included.
"""


_NEGATING = ("abs", "labs", "llabs")


def any_number(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Var:
    """An arbitrary number, where the text of a model calls for one."""
    number = ctx.temporary("any", INT, ctx.where(node))
    effects.before.append(Havoc(number, 0, None, ctx.where(node)))
    return number


def covers(ctx: Context, node: c_ast.FuncCall, model: LibraryModel) -> bool:
    """Whether the model covers this call; a `double` model does not cover a `long double` passed by a macro."""
    if "(double" not in model.prototype:
        return True
    return all(ctx.static_type(one) != LONG_DOUBLE for one in (node.args.exprs if node.args else []))


def definition(ctx: Context, node: c_ast.FuncCall, model: LibraryModel) -> c_ast.FuncDef:
    """The definition of a model, with all its places at the call.

    If it accesses no memory, its arithmetic is not reported and wraps, except for the negation of `abs` (C11 7.22.6.1).
    Otherwise its accesses are checked.
    """
    given = node.args.exprs if node.args else []
    guarded = len(given) == 1 and not _has_defined_result(ctx, model, given[0])
    definition = deepcopy(parsed(model, ctx.data_model, guarded=guarded))
    for part in walk(definition):
        part.coord = node.coord
    if "*" not in model.prototype and model.name not in _NEGATING:
        for part in walk(definition.body):
            part.coord = Coord(WRITTEN, node.coord.line, node.coord.column)
    return definition


def _has_defined_result(ctx: Context, model: LibraryModel, argument: c_ast.Node) -> bool:
    """Whether the type of an argument guarantees a defined result."""
    if model.domain is None:
        return True
    ctype = ctx.static_type(argument)
    return isinstance(ctype, IntType) and not ctype.signed and (1 << ctype.bits) - 1 <= model.domain.high


def result(ctx: Context, node: c_ast.FuncCall, model: LibraryModel, value: Value) -> Value:
    """The value of the call; a truth value other than zero becomes an arbitrary nonzero number."""
    if not model.truth or not isinstance(value, Expr):
        return value
    some = ctx.temporary(f"{model.name}_true", INT, ctx.where(node))
    ctx.truthful.add(some.name)
    usual = ctree.integer(USUAL[model.name])
    number = Conditional(Binary("==", some, ctree.TRUE), usual, Conditional(some, some, ctree.TRUE))
    return Conditional(conversions.truth_value(value), number, ctree.FALSE)


def atomic(ctx: Context, node: c_ast.FuncCall) -> tuple[c_ast.FuncCall, LibraryModel]:
    """The call of an atomic function without memory orders, and the model for the type of its object."""
    name, text = node.name.name, ATOMICS[node.name.name]
    count = text.partition(")")[0].partition("(")[2].count("T ")
    given = node.args.exprs if node.args else []
    argument_conversions.refuse_side_effects(ctx, node, first=count)
    if len(given) < count:
        raise ctx.unsupported(node, f"call of {name} with {len(given)} arguments")
    ctype = target(ctx.static_type(given[0])) if count else INT
    if not isinstance(ctype, IntType) or isinstance(ctype, Address):
        raise ctx.unsupported(node, f"call of {name} on an object that is not an integer")
    plain = c_ast.FuncCall(node.name, c_ast.ExprList(given[:count]) if count else None, node.coord)
    return plain, LibraryModel(name, re.sub(r"\bT\b", ctype.name, text.replace("F(", f"{name}(")), Effect.FILLS)
