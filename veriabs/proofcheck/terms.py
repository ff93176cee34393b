"""The terms of certificates and of verification conditions: a part of SMT-LIB 2, read, sorted and printed.

Whole numbers without limit, truth values, arrays of them over whole numbers, quantifiers over whole numbers. A variable
of the program is `$x`, its value where the loop is entered `entry$x`, the number of the iteration `iteration`. The
conversions of C to its integer types are `s32`, `u8` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.errors import InputError

Term = str | tuple["Term", ...]
"""A symbol or numeral, or an application: the operator comes first."""

Sort = tuple[str, int]
"""`("Int", n)`: whole numbers in an array of n dimensions, itself one for 0; or `BOOL`."""

INT: Sort = ("Int", 0)
BOOL: Sort = ("Bool", 0)
TRUE, FALSE = "true", "false"
ITERATION = "iteration"
MOST_DEEP = 200
"""Levels of a term of a certificate, at most."""

_TOKEN = re.compile(r"\s*([()]|[^\s()]+)")
_NUMERAL = re.compile(r"0|[1-9][0-9]*")
_BOUND = re.compile(r"[a-z][a-z0-9_]*")
_WIDTHS = (8, 16, 32, 64)
CONVERSIONS = frozenset(f"{sign}{bits}" for sign in "su" for bits in _WIDTHS)
BITWISE = frozenset(f"{name}.{width}" for name in ("and", "or", "xor", "shl", "shr") for width in CONVERSIONS)
_BINARY = frozenset(("div", "mod", "quotient", "remainder")) | BITWISE
_NUMBERS, _COMPARISONS = frozenset("+*-"), frozenset(("<", "<=", ">", ">="))
_QUANTIFIERS = frozenset(("forall", "exists"))
_KEYWORDS = frozenset(
    ("true", "false", "not", "and", "or", "distinct", "ite", "select", "store", "let", "as", ITERATION)
) | _QUANTIFIERS | CONVERSIONS | _BINARY  # fmt: skip


class TermError(InputError):
    """A text is no term of the language."""


def parse(text: str) -> Term:
    """The term that a text is."""
    waiting: list[list[Term]] = [[]]
    for token in _tokens(text):
        if token == "(":
            waiting.append([])
            if len(waiting) > MOST_DEEP:
                raise TermError(f"more than {MOST_DEEP} levels")
        elif token == ")":
            inner = tuple(waiting.pop())
            if not waiting or not inner:
                raise TermError("parentheses do not match")
            waiting[-1].append(inner)
        else:
            waiting[-1].append(token)
    if len(waiting) != 1 or len(waiting[0]) != 1:
        raise TermError("not one term")
    return waiting[0][0]


def _tokens(text: str) -> Iterator[str]:
    position, end = 0, len(text.rstrip())
    while position < end:
        found = _TOKEN.match(text, position)
        if found is None:
            raise TermError("not a term")
        position = found.end()
        yield found.group(1)


def show(term: Term) -> str:
    """The text of a term."""
    parts: list[str] = []
    waiting: list[Term | None] = [term]
    while waiting:
        one = waiting.pop()
        if one is None:
            parts.append(")")
        elif isinstance(one, str):
            parts.append(one)
        else:
            parts.append("(")
            waiting += [None, *reversed(one)]
    return " ".join(parts).replace("( ", "(").replace(" )", ")")


def number(value: int) -> Term:
    return str(value) if value >= 0 else ("-", str(-value))


def both(*parts: Term) -> Term:
    """The conjunction."""
    left = tuple(part for part in parts if part != TRUE)
    return FALSE if FALSE in left else TRUE if not left else left[0] if len(left) == 1 else ("and", *left)


def either(*parts: Term) -> Term:
    """The disjunction."""
    left = tuple(part for part in parts if part != FALSE)
    return TRUE if TRUE in left else FALSE if not left else left[0] if len(left) == 1 else ("or", *left)


def opposite(term: Term) -> Term:
    """The negation."""
    return {TRUE: FALSE, FALSE: TRUE}.get(term, ("not", term)) if isinstance(term, str) else ("not", term)


def follows(premise: Term, conclusion: Term) -> Term:
    """The implication."""
    return conclusion if premise == TRUE else TRUE if conclusion == TRUE else ("=>", premise, conclusion)


def replaced(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with symbols replaced; what is bound in it has other names than these (see `sort_of`)."""
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(replaced(part, values) for part in term)


# --------------------------------------------------------------------------------------------------------------- sorts


Signatures = Mapping[str, tuple[Sort, ...]]
"""By the name of a function, which gives a number, the sorts of what it takes."""


def sort_of(term: Term, known: Mapping[str, Sort], functions: Signatures) -> Sort:
    """The sort of a term of a certificate over known symbols; TermError where it has none.

    Names that are bound consist of letters, digits and `_`, and hide nothing.
    """
    if isinstance(term, str):
        return _of_symbol(term, known)
    operator, *operands = term
    if not isinstance(operator, str):
        raise TermError("an operator is expected")
    if operator in _QUANTIFIERS:
        return _of_quantifier(operands, known, functions)
    sorts = [sort_of(one, known, functions) for one in operands]
    if operator in functions:
        if (*sorts,) != functions[operator]:
            raise TermError(f"{operator} does not take that")
        return INT
    return _of_application(operator, sorts)


def bindable(name: Term, taken: Iterable[str]) -> bool:
    """May this be the name of what is bound, where other names are taken?"""
    return isinstance(name, str) and _BOUND.fullmatch(name) is not None and name not in _KEYWORDS | {*taken}


def sort_named(text: str) -> Sort:
    """The sort that a text is: `Int`, or `(Array Int Int)` and so on."""
    term, dimensions = parse(text), 0
    while isinstance(term, tuple) and term[:2] == ("Array", "Int") and len(term) == len(("Array", "Int", "Int")):
        term, dimensions = term[2], dimensions + 1
    if term != "Int":
        raise TermError(f"{text} is no sort")
    return "Int", dimensions


def spelled(sort: Sort) -> Term:
    """A sort of numbers or arrays, as solvers write it."""
    kind, dimensions = sort
    return ("Array", "Int", spelled((kind, dimensions - 1))) if dimensions else kind


def _of_symbol(term: str, known: Mapping[str, Sort]) -> Sort:
    if term in known:
        return known[term]
    if term in (TRUE, FALSE):
        return BOOL
    if _NUMERAL.fullmatch(term):
        return INT
    raise TermError(f"nothing is known of {term}")


def _of_quantifier(operands: list[Term], known: Mapping[str, Sort], functions: Signatures) -> Sort:
    match operands:
        case [tuple() as bound, body] if all(isinstance(one, tuple) and len(one) == 2 for one in bound):
            taken = known.keys() | functions.keys()
            if not all(bindable(name, taken) and sort == "Int" for name, sort in bound):
                raise TermError("what is bound needs a name of its own, and is a whole number")
            if sort_of(body, {**known, **{str(name): INT for name, _ in bound}}, functions) == BOOL:
                return BOOL
        case _:
            pass
    raise TermError("a quantifier takes names and what holds of them")


def _of_application(operator: str, sorts: list[Sort]) -> Sort:
    match operator, sorts:
        case "not", [one] if one == BOOL:
            return BOOL
        case "and" | "or" | "=>", [_, _, *_] if all(one == BOOL for one in sorts):
            return BOOL
        case "=" | "distinct", [left, right] if left == right:
            return BOOL
        case "ite", [test, left, right] if test == BOOL and left == right:
            return left
        case "select", [(kind, dimensions), index] if kind == "Int" and dimensions and index == INT:
            return kind, dimensions - 1
        case _, [_, _, *_] if operator in _NUMBERS and all(one == INT for one in sorts):
            return INT
        case _, [left, right] if operator in _COMPARISONS and left == right == INT:
            return BOOL
        case _, [left, right] if operator in _BINARY and left == right == INT:
            return INT
        case _, [one] if operator in CONVERSIONS | {"-"} and one == INT:
            return INT
        case _:
            raise TermError(f"{operator} does not take that")
