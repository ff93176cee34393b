"""GNU C templates for the operations of ACSL: 128-bit integers, reals, and an exit for undecided values.

Operands are expressions without side effects, evaluated once each. Only gcc knows the types of the user's terms, so a
template queries the class of its operands: 1 for integers, 5 for pointers, 8 for floating-point numbers. Generated
names begin with `__veriabs_`, which no program uses.
"""

from __future__ import annotations

import re
from string import Template


def _template(text: str) -> Template:
    """Expand `@name` to a generated name, `@unknown` to the exit, `@big(x)` to a test for over 112 bits."""
    text = re.sub(r"@big\((@\w)\)", r"(@choose(@class(\1) == 1, \1, 0) / ((__int128)1 << 112) != 0)", text)
    text = text.replace("@class", "__builtin_classify_type").replace("@choose", "__builtin_choose_expr")
    return Template(text.replace("@unknown", "goto __veriabs_unknown").replace("@", "__veriabs_"))


# Classes of gcc: 1 for integers, 5 for pointers, 8 for floating-point numbers.
_TRUTH = _template("({ __label__ __veriabs_unknown; int @r; @r = $left; if (0) { __veriabs_unknown: @r = -1; } @r; })")
EXACT_VALUE = _template(
    "({ __auto_type @v = (0, $left); if (@class(@v) != 5 && sizeof(@v) > 8) @unknown; "
    "@v + @choose(@class(@v) == 8, (_Float128)0, @choose(@class(@v) == 5, 0, (__int128)0)); })"
)
INTEGER = _template(
    "({ __auto_type @v = $left; if (@class(@v) != 1) @unknown; @choose(@class(@v) == 1, @v, (__int128)0); })"
)
_OPERANDS = "({ __auto_type @a = $left; __auto_type @b = $right; "
_CHECK_CLASSES = "if (@class(@a) != @class(@b) && (@big(@a) || @big(@b))) @unknown; "
_INT_ARITHMETIC = (
    "@choose(@class(@a) == 1 && @class(@b) == 1, "
    "({ __int128 @t; if (%s((__int128)@a, (__int128)@b, &@t)) @unknown; @t; }), @a $op @b)"
)
ARITHMETIC = {
    "+": _template(
        f"{_OPERANDS}{_CHECK_CLASSES}__auto_type @r = {_INT_ARITHMETIC % '__builtin_add_overflow'}; "
        "if ((@a - (@r - (@r - @a))) + (@b - (@r - @a)) != 0) @unknown; @r; })"
    ),
    "-": _template(
        f"{_OPERANDS}{_CHECK_CLASSES}__auto_type @r = {_INT_ARITHMETIC % '__builtin_sub_overflow'}; "
        "if ((@a - (@r + (@a - @r))) - (@b - (@a - @r)) != 0) @unknown; @r; })"
    ),
    "*": _template(
        f"{_OPERANDS}__auto_type @r = {_INT_ARITHMETIC % '__builtin_mul_overflow'}; "
        "if (@class(@r) == 8 && ((double)@a != @a || (double)@b != @b)) @unknown; @r; })"
    ),
    "/": _template(
        f"{_OPERANDS}{_CHECK_CLASSES}if (@b == 0 || (@b == -1 && @big(@a))) @unknown; __auto_type @r = @a / @b; "
        "if (@class(@r) == 8 && ((double)@b != @b || (double)@r != @r || @r * @b != @a)) @unknown; @r; })"
    ),
    "\\min": _template(f"{_OPERANDS}{_CHECK_CLASSES}@a < @b ? @a : @b; }})"),
    "\\max": _template(f"{_OPERANDS}{_CHECK_CLASSES}@a < @b ? @b : @a; }})"),
}
COMPARISON = _template(f"{_OPERANDS}{_CHECK_CLASSES}@a $op @b; }})")
_INT_OPERANDS = "({ __int128 @a = $left, @b = $right; "
BITWISE = {
    "%": _template(_INT_OPERANDS + "if (@b == 0) @unknown; @b == -1 ? 0 : @a % @b; })"),
    "&": _template(_INT_OPERANDS + "@a & @b; })"),
    "|": _template(_INT_OPERANDS + "@a | @b; })"),
    "^": _template(_INT_OPERANDS + "@a ^ @b; })"),
    "-->": _template(_INT_OPERANDS + "~@a | @b; })"),
    "<-->": _template(_INT_OPERANDS + "~(@a ^ @b); })"),
    "<<": _template(
        f"{_INT_OPERANDS}__int128 @t; "
        "if (@b < 0 || @b > 126 || __builtin_mul_overflow(@a, (__int128)1 << @b, &@t)) @unknown; @t; })"
    ),
    ">>": _template(_INT_OPERANDS + "if (@b < 0) @unknown; @a >> (@b > 126 ? 126 : (int)@b); })"),
}
BRANCH = _template("({ __auto_type @v = $left; if (@class(@v) != @class(*($right *)0) && @big(@v)) @unknown; @v; })")
ABSOLUTE_VALUE = _template("({ __auto_type @a = $left; if (@big(@a)) @unknown; @a < 0 ? -@a : @a; })")
REAL_CONVERSION = _template("({ __auto_type @a = $left; if (@big(@a)) @unknown; (_Float128)@a; })")
CAST = _template(
    "({ __auto_type @a = $left; __auto_type @c = ($op)@a; __auto_type @b = @choose(@class(@a) == 8, @a, 0); "
    "__auto_type @d = @choose(@class(@c) == 1, @c, 0); "
    "if (@class(@a) == 8 && @class(@c) == 1 && !(@b - @d < 1 && @d - @b < 1)) @unknown; @c; })"
)
# A bound is usable if the variable keeps its value in the type in which C compares both.
QUANTIFIER_BOUND = _template(
    "({ __typeof__(($op)0 + $left) @c = $left; "
    "if (@class(@c) != 1 || !(($op)-1 > 0 || (__typeof__(@c))-1 < 0 || $right)) @unknown; (__int128)@c; })"
)
MIN_VALUE = _template(
    "({ if (($op)-1 < 0 && sizeof($op) > 2) @unknown; "
    "($op)-1 < 0 ? -((__int128)1 << (8 * sizeof($op) - 1)) : 0; })"
)
MAX_VALUE = _template("({ if (sizeof($op) > 2) @unknown; ((__int128)1 << (8 * sizeof($op) - (($op)-1 < 0))) - 1; })")

def truth_value(text: str) -> str:
    """1 or 0, or -1 if the value is unknown."""
    return _TRUTH.substitute(left=text)


def type_of(text: str) -> str:
    """The type of an expression, without its exits, since it is not evaluated."""
    return f"__typeof__({text.replace('goto __veriabs_unknown', '')})"
