"""Library functions that only compute a number from numbers: any value of their type (docs/theory.md 15)."""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.core.typing_rules import DOUBLE, FLOAT, named_type, size_type
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.lower import expressions, gaps, passing
from veriabs.frontend.lower.context import Context, Frame, join, value_exprs
from veriabs.frontend.lower.declarators import read_type
from veriabs.frontend.lower.places import Value
from veriabs.frontend.lower.types import Function

_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: ")
_FLOATING = frozenset(
    (
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf"),
        *("erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "ldexp"),
        *("log", "log10", "log1p", "log2", "logb", "nearbyint", "nextafter", "pow", "remainder", "rint"),
        *("round", "scalbln", "scalbn", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc"),
        *("huge_val", "inf", "nan", "nans"),
    )
)
"""Functions of <math.h>, and of the compiler, that give a double, or with an `f` behind their name a float."""

_WHOLE = {
    **dict.fromkeys(("lround", "lrint", "lroundf", "lrintf", "random", "clock"), "long"),
    **dict.fromkeys(("llround", "llrint", "llroundf", "llrintf"), "long long"),
    **dict.fromkeys(("ilogb", "ilogbf", "rand", "getchar", "getpid", "fegetround"), "int"),
    **dict.fromkeys(("isnan", "isinf", "isfinite", "isnormal", "signbit", "isinf_sign", "fpclassify"), "int"),
    **dict.fromkeys(("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"), "int"),
    **dict.fromkeys(("fpclassifyf", "isnanf", "isinff", "finite", "finitef", "signbitf"), "int"),
    **dict.fromkeys(("parity", "parityl", "parityll", "ffs", "ffsl", "ffsll", "clrsb", "clrsbl", "clrsbll"), "int"),
}
"""Functions that give a whole number, and the type of it."""
_UNEVALUATED = frozenset(("__builtin_object_size", "__builtin_dynamic_object_size", "__builtin_constant_p"))
"""Of these the compiler looks at the argument alone, and may know nothing of it."""


def library(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value | None:
    """Any value for a call of a library function that only computes a number from numbers; None for another one."""
    name = node.name.name
    ctype = _returned(ctx, name)
    if ctype is None:
        return None
    if name in _UNEVALUATED:
        passing.without_effects(ctx, node, first=0)
        return gaps.any_value(ctx, ctype, f"the value of {name}", node, frame)
    parts = [(Frame(), one) for one in (node.args.exprs if node.args else []) if not _is_text(one)]
    values = [expressions.scalar(ctx, argument, effects) for effects, argument in parts]
    join(ctx, inner := Frame(), [(part, (value,)) for (part, _), value in zip(parts, values, strict=True)], node)
    frame.before += inner.flush()
    return gaps.any_value(ctx, ctype, f"the value of {name}", node, frame)


def reading(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any value for a call of a library function that only reads what its arguments point to."""
    operands = [(Frame(), argument) for argument in (node.args.exprs if node.args else [])]
    values = [ctx.hooks.value(ctx, argument, part) for part, argument in operands]
    parts = [(part, value_exprs(value)) for (part, _), value in zip(operands, values, strict=True)]
    join(ctx, inner := Frame(), parts, node)
    frame.before += inner.flush()
    returned = FUNCTIONS[node.name.name].prototype.partition(" ")[0]
    ctype = size_type(ctx.data_model) if returned == "__SIZE_TYPE__" else named_type(returned, ctx.data_model)
    return gaps.any_value(ctx, ctype, f"the value of {node.name.name} of nobody knows what", node, frame)


def is_number(name: str) -> bool:
    """Is it a function that only computes a number from numbers?"""
    plain = name.removeprefix("__builtin_").removeprefix("__")
    return plain in _WHOLE or plain in _FLOATING or plain.removesuffix("f") in _FLOATING


def _is_text(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"


def _returned(ctx: Context, name: str) -> CType | None:
    """The type that the C library's function of the name gives, as the program declares it if it does."""
    plain = name.removeprefix("__builtin_") if name.startswith("__builtin_") else name
    known: CType | None = None
    if name in _UNEVALUATED:
        return INT if name == "__builtin_constant_p" else size_type(ctx.data_model)
    if plain in _WHOLE:
        known = named_type(_WHOLE[plain], ctx.data_model)
    elif plain in _FLOATING:
        known = DOUBLE
    elif plain.endswith("f") and plain[:-1] in _FLOATING:
        known = FLOAT
    elif name.startswith("__") and name.removeprefix("__") in _WHOLE:
        known = named_type(_WHOLE[name.removeprefix("__")], ctx.data_model)
    declared = ctx.prototypes.get(name)
    if known is None or declared is None:
        return known
    told = read_type(ctx, declared.type)
    returns = told.returns if isinstance(told, Function) else told
    return returns if isinstance(returns, IntType | FloatType) else None
