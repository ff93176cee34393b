"""Library functions that compute a number from numbers: an arbitrary value of their type (docs/theory.md 15)."""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.core.typing_rules import named_type, size_type
from veriabs.frontend.library import FUNCTIONS, MATH
from veriabs.frontend.lower import argument_conversions, expressions, gaps
from veriabs.frontend.lower.context import Context, Frame, join
from veriabs.frontend.lower.places import Value
from veriabs.frontend.typed.declarators import read_type
from veriabs.frontend.typed.types import Function

_PLACE = re.compile(r"^\S+?:\d+(?::\d+)?: ")
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
_UNEVALUATED = frozenset(("__builtin_object_size", "__builtin_dynamic_object_size", "__builtin_constant_p"))
"""Functions such as `__builtin_constant_p` that do not evaluate their arguments; any result is allowed."""


def library(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value | None:
    """An arbitrary value for a library function of numbers; None for other functions."""
    name = node.name.name
    ctype = _returned(ctx, name)
    if ctype is None:
        return None
    if name in _UNEVALUATED:
        argument_conversions.without_effects(ctx, node, first=0)
        return gaps.any_value(ctx, ctype, f"result of {name}", node, frame)
    parts = [(Frame(), one) for one in (node.args.exprs if node.args else []) if not _is_text(one)]
    values = [expressions.scalar(ctx, argument, effects) for effects, argument in parts]
    join(ctx, inner := Frame(), [(part, (value,)) for (part, _), value in zip(parts, values, strict=True)], node)
    frame.before += inner.flush()
    return gaps.any_value(ctx, ctype, f"result of {name}", node, frame)


def arbitrary_result(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """An arbitrary value for a library function that only reads its arguments."""
    argument_conversions.evaluate(ctx, node, inner := Frame())
    frame.before += inner.flush()
    returned = FUNCTIONS[node.name.name].prototype.partition(" ")[0]
    ctype = size_type(ctx.data_model) if returned == "__SIZE_TYPE__" else named_type(returned, ctx.data_model)
    return gaps.any_value(ctx, ctype, f"result of {node.name.name} on an unknown object", node, frame)


def is_number(name: str) -> bool:
    """Whether it is a function that only computes a number from numbers."""
    plain = name.removeprefix("__builtin_").removeprefix("__")
    return plain in _NAMED


def _is_text(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"


def _returned(ctx: Context, name: str) -> CType | None:
    """The return type of the library function, as the program declares it if it does."""
    plain = name.removeprefix("__builtin_") if name.startswith("__builtin_") else name
    known: CType | None = None
    if name in _UNEVALUATED:
        return INT if name == "__builtin_constant_p" else size_type(ctx.data_model)
    named = _NAMED.get(plain) or _NAMED.get(name.removeprefix("__"))
    if named is not None:
        known = named_type(named, ctx.data_model)
    declared = ctx.prototypes.get(name)
    if known is None or declared is None:
        return known
    return_type = read_type(ctx, declared.type)
    returns = return_type.returns if isinstance(return_type, Function) else return_type
    return returns if isinstance(returns, IntType | FloatType) else None
