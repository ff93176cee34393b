"""Expand abbreviations in a syntax tree: `__func__`, `a ?: b`, `_Generic`, and constants that would be rounded twice.

    a ?: b            a ? a : b, where a has no effect
    __func__          the name of the function, as a literal
    _Generic(a, ...)  the operand for the type of a
    (double)0.1L      the double nearest to the long double
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction

from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.frontend.dialect import MAIN, SAME
from veriabs.frontend.nodes import each_child
from veriabs.frontend.survey import has_effect, walk
from veriabs.frontend.typed.tree import Typed, typed

FUNCTION_NAMES = frozenset(("__PRETTY_FUNCTION__", "__FUNCTION__", "__func__"))
_MANTISSA, _DOUBLE_MANTISSA, _SMALLEST = 64, 53, -1022
"""Bits of the mantissas of a long double and of a double, and the least exponent of a double without leading zeros."""


def expand_shorthand(tree: c_ast.FileAST, text: str, data_model: DataModel) -> c_ast.FileAST:
    """Expand abbreviations; changes the tree."""
    if SAME in text:
        for node in reversed(list(walk(tree))):  # operands first
            each_child(node, _expand_omitted_operand)
    if any(name in text for name in FUNCTION_NAMES):
        for function in (node for node in tree.ext if isinstance(node, c_ast.FuncDef)):
            name = "main" if function.decl.name == MAIN else function.decl.name
            for node in walk(function.body):
                each_child(node, lambda inner, name=name: _expand_function_name(inner, name))  # type: ignore[misc]
    if "_Generic" in text:
        types = typed(tree, data_model)
        for node in reversed(list(walk(tree))):
            each_child(node, lambda inner: _selected(inner, types))
    for node in _rounded(tree):
        node.expr = c_ast.Constant("double", repr(_as_double(node.expr.value)), node.expr.coord)
    return tree


def _expand_omitted_operand(node: c_ast.Node) -> c_ast.Node:
    if not isinstance(node, c_ast.TernaryOp) or getattr(node.iftrue, "name", "") != SAME:
        return node
    if has_effect(node.cond):
        return c_ast.FuncCall(c_ast.ID(SAME, node.coord), None, node.coord)  # a function that is nowhere
    return c_ast.TernaryOp(node.cond, deepcopy(node.cond), node.iffalse, node.coord)


def _selected(node: c_ast.Node, types: Typed) -> c_ast.Node:
    """The operand that `_Generic` selects by a number (C11 6.5.1.1); types of pointers lack their qualifiers."""
    if not isinstance(node, c_ast.GenericSelection) or node.expr in types.bit_fields:
        return node
    own, plain = types.number(node.expr), [one for one in node.associations if one.type and not one.type.quals]
    fitting = [one for one in plain if types.number(one.type) == own]
    fitting = fitting or [one for one in node.associations if one.type is None]
    return fitting[0].expr if own is not None and len(fitting) == 1 else node


def _expand_function_name(node: c_ast.Node, name: str) -> c_ast.Node:
    if isinstance(node, c_ast.ID) and node.name in FUNCTION_NAMES:
        return c_ast.Constant("string", f'"{name}"', node.coord)
    return node


def _rounded(tree: c_ast.FileAST) -> Iterator[c_ast.Cast]:
    """The conversions of long constants to double."""
    for node in walk(tree):
        if isinstance(node, c_ast.Cast) and isinstance(node.expr, c_ast.Constant) and node.expr.type == "long double":
            named = getattr(getattr(node.to_type, "type", None), "type", None)
            digits = node.expr.value
            if getattr(named, "names", None) == ["double"] and "x" not in digits.lower() and _as_double(digits) > 0:
                yield node


def _as_double(text: str) -> float:
    """The double next to the long double next to a decimal constant; 0 for one that is beyond both ends."""
    value = Fraction(text.rstrip("lL"))
    long = _nearest(value, _MANTISSA)
    if not Fraction(2) ** _SMALLEST <= long < Fraction(2) ** 1024:
        return 0.0
    nearest = _nearest(long, _DOUBLE_MANTISSA)
    return float(nearest) if nearest < Fraction(2) ** 1024 else 0.0


def _nearest(value: Fraction, bits: int) -> Fraction:
    """The nearest number with a mantissa of `bits` bits, the even one of two."""
    if value == 0:
        return value
    exponent = value.numerator.bit_length() - value.denominator.bit_length() - bits
    unit = Fraction(2) ** exponent
    while value / unit >= 1 << bits:
        unit *= 2
    while value / unit < 1 << (bits - 1):
        unit /= 2
    return round(value / unit) * unit
