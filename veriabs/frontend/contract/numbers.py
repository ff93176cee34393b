"""Numbers in clauses: literals, named types, casts, and operations with C's rules.

In: parts of a clause's syntax tree. Out: `Integer` or `Real`, C text with a type and a range of values.
"""

from __future__ import annotations

from fractions import Fraction

from veriabs.core.copying import replace
from veriabs.core.types import CType, FloatType, IntType
from veriabs.core.typing_rules import DOUBLE, FLOAT, named_type
from veriabs.frontend.contract.scope import ClauseScope
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.contract.values import (
    Integer,
    Object,
    Real,
    TooWideError,
    Value,
    arithmetic,
    cast_to,
    comparison_text,
    literal,
    negate,
)
from veriabs.frontend.typed import literals
from veriabs.frontend.typed.declarators import canonical
from veriabs.frontend.typed.types import arithmetic as arithmetic_type

FUNCTIONS = {"\\abs": 1, "\\min": 2, "\\max": 2}
"""Functions of ACSL on whole numbers, and how many arguments they take."""


def whole_number(found: Value) -> Integer:
    """The value, which has to be an integer; raises ValueError for any other."""
    if not isinstance(found, Integer):
        raise ValueError("a whole number is expected here")
    return found


def constant(text: str, scope: ClauseScope) -> Value:
    """The value of a literal such as `12`, `0x1Fu` or `'a'`."""
    if text.startswith("'"):
        if (character := literals.character(text)) is None:
            raise ValueError(f"the character {text} is not supported")
        return literal(int(character.value))
    plain = text.rstrip("uUlL") if text[:2].lower() == "0x" else text.rstrip("uUlLfF")
    if text[:2].lower() != "0x" and any(sign in plain for sign in ".eE"):
        if scope.notation is Notation.CPROVER:
            return Real(text, FLOAT if text[-1] in "fF" else DOUBLE)
        if Fraction(plain) != Fraction(float(plain)):
            raise ValueError(f"{text} has no exact value in floating point")
        return Real(plain, DOUBLE)
    found = int(plain, 8) if plain[0] == "0" and plain.isdigit() and plain != "0" else int(plain, 0)
    if scope.notation is Notation.ACSL:
        return literal(found)
    ctype = getattr(literals.number(text, scope.types.data_model), "type", None)
    if not isinstance(ctype, IntType):
        raise TooWideError
    return Integer(text, found, found, ctype)


def c_operation(operator: str, left: Integer | Real, right: Integer | Real, scope: ClauseScope) -> Value:
    """The operation in the type that C's rules determine."""
    text = f"({left.text} {operator} {right.text})"
    if isinstance(left, Real) or isinstance(right, Real):
        return Real(text, DOUBLE)
    wider = max(left.type, right.type, key=lambda ctype: (ctype.bits, not ctype.signed))
    return c_integer(text, left.type if operator in ("<<", ">>") else wider)


def c_integer(text: str, ctype: IntType) -> Integer:
    """A C expression of an integer type, with the range of that type."""
    return Integer(text, ctype.lowest, ctype.highest, ctype)


def function(name: str, given: list[Integer]) -> Integer:
    r"""The value of a function of ACSL such as `\min(a, b)`."""
    first = given[0]
    if name == "\\abs":
        minus = negate(first)
        high = max(abs(first.low), abs(first.high))
        return replace(minus, text=f"({first.text} < 0 ? {minus.text} : {first.text})", low=0, high=high)
    second = given[1]
    sign = "<" if name == "\\min" else ">"
    wide = arithmetic("+", first, literal(0)), arithmetic("+", second, literal(0))
    pick = min if name == "\\min" else max
    test = comparison_text(first, sign, second)
    text = f"({test} ? {wide[0].text} : {wide[1].text})"
    ctype = wide[0].type if wide[0].type.bits >= wide[1].type.bits else wide[1].type
    if wide[0].type.signed != wide[1].type.signed:
        raise TooWideError
    return Integer(text, pick(first.low, second.low), pick(first.high, second.high), ctype)


def type_named(ctype: str, scope: ClauseScope) -> CType | None:
    """The arithmetic type with that name; None for `integer`; raises ValueError for any other type."""
    words = [word for word in ctype.split() if word not in ("const", "volatile")]
    if words in (["integer"], ["boolean"]):
        return None
    if words == ["real"]:
        raise ValueError("real numbers are not supported")
    named = scope.types.scope.typedef(words[0]) if len(words) == 1 else None
    if named is not None:
        if (found := arithmetic_type(named)) is None:
            raise ValueError(f"{ctype} is not an arithmetic type")
        return found
    try:
        return named_type(canonical(_STANDARD.get(ctype, ctype).split()), scope.types.data_model)
    except KeyError as error:
        raise ValueError(f"{ctype} is not an arithmetic type") from error


_WIDTHS = {8: "char", 16: "short", 32: "int", 64: "long long"}
_STANDARD = {
    **{f"int{bits}_t": f"signed {name}" for bits, name in _WIDTHS.items()},
    **{f"uint{bits}_t": f"unsigned {name}" for bits, name in _WIDTHS.items()},
    **{"size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "bool": "_Bool"},
}
"""Types of the library that a clause may name even if the file does not include their header."""


def cast(ctype: str, found: Value, scope: ClauseScope) -> Value:
    """The value converted to the named type, by C's rules."""
    if ctype.rstrip().endswith("*") and isinstance(found, Integer) and found.low == found.high == 0:
        return Object("(void *)0", None)
    if ctype.rstrip().endswith("*") or isinstance(found, Object):
        raise ValueError("a cast of a pointer is not supported")
    target = type_named(ctype, scope)
    if target is None:
        return whole_number(found)
    if isinstance(target, FloatType):
        if isinstance(found, Real) and found.type.bits <= target.bits:
            return Real(found.text, target)
        raise ValueError(f"a cast to {ctype} is not supported")
    if isinstance(found, Real):
        raise ValueError("a cast of a floating-point number to an integer is not supported")
    return cast_to(found, target)
