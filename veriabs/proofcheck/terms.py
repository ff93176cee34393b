"""Terms of certificates and verification conditions: a subset of SMT-LIB 2, with parser, sorts and printer.

The sorts are integers, truth values, and arrays of integers over integers; quantifiers range over integers. A program
variable x is `$x`, its value at the loop's entry `entry$x`, the iteration number `iteration`. C's conversions to
integer types are `s32`, `u8` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.errors import InputError

SmtTerm = str | tuple["SmtTerm", ...]
"""A symbol or numeral, or an application with the operator first."""

Sort = tuple[str, int]
"""`("Int", n)` for an integer array of n dimensions, an integer for n = 0; or `BOOL`."""

INT: Sort = ("Int", 0)
BOOL: Sort = ("Bool", 0)
TRUE, FALSE = "true", "false"
ITERATION = "iteration"
MOST_DEEP = 200
"""Most levels of a term in a certificate."""

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
    """A text is not a term of the language."""


def parse(text: str) -> SmtTerm:
    """Parse a text."""
    waiting: list[list[SmtTerm]] = [[]]
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
        raise TermError("not exactly one term")
    return waiting[0][0]


def _tokens(text: str) -> Iterator[str]:
    position, end = 0, len(text.rstrip())
    while position < end:
        found = _TOKEN.match(text, position)
        if found is None:
            raise TermError("not a term")
        position = found.end()
        yield found.group(1)


def show(term: SmtTerm) -> str:
    """The text of a term."""
    parts: list[str] = []
    waiting: list[SmtTerm | None] = [term]
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


def number(value: int) -> SmtTerm:
    """A numeral; negative ones are `(- n)`."""
    return str(value) if value >= 0 else ("-", str(-value))


def conjunction(*parts: SmtTerm) -> SmtTerm:
    """The conjunction."""
    left = tuple(part for part in parts if part != TRUE)
    return FALSE if FALSE in left else TRUE if not left else left[0] if len(left) == 1 else ("and", *left)


def disjunction(*parts: SmtTerm) -> SmtTerm:
    """The disjunction."""
    left = tuple(part for part in parts if part != FALSE)
    return TRUE if TRUE in left else FALSE if not left else left[0] if len(left) == 1 else ("or", *left)


def negate(term: SmtTerm) -> SmtTerm:
    """The negation."""
    return {TRUE: FALSE, FALSE: TRUE}.get(term, ("not", term)) if isinstance(term, str) else ("not", term)


def implies(premise: SmtTerm, conclusion: SmtTerm) -> SmtTerm:
    """The implication."""
    return conclusion if premise == TRUE else TRUE if conclusion == TRUE else ("=>", premise, conclusion)


def replace_all(term: SmtTerm, values: Mapping[str, SmtTerm]) -> SmtTerm:
    """Replace symbols; bound names differ from these (see `sort_of`)."""
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(replace_all(part, values) for part in term)


# --------------------------------------------------------------------------------------------------------------- sorts


Signatures = Mapping[str, tuple[Sort, ...]]
"""The sorts of the arguments of each function; all functions return integers."""


def sort_of(term: SmtTerm, known: Mapping[str, Sort], functions: Signatures) -> Sort:
    """The sort of a term of a certificate over known symbols; raises TermError if it has none.

    Bound names consist of letters, digits and `_`, and hide no other name.
    """
    if isinstance(term, str):
        return _sort_of_symbol(term, known)
    operator, *operands = term
    if not isinstance(operator, str):
        raise TermError("an operator is expected")
    if operator in _QUANTIFIERS:
        return _sort_of_quantifier(operands, known, functions)
    sorts = [sort_of(one, known, functions) for one in operands]
    if operator in functions:
        if (*sorts,) != functions[operator]:
            raise TermError(f"{operator} has arguments of other sorts")
        return INT
    return _sort_of_application(operator, sorts)


def bindable(name: SmtTerm, taken: Iterable[str]) -> bool:
    """Whether this may be a bound name beside the taken names."""
    return isinstance(name, str) and _BOUND.fullmatch(name) is not None and name not in _KEYWORDS | {*taken}


def sort_named(text: str) -> Sort:
    """The sort that a text denotes: `Int`, or `(Array Int Int)` and so on."""
    term, dimensions = parse(text), 0
    while isinstance(term, tuple) and term[:2] == ("Array", "Int") and len(term) == len(("Array", "Int", "Int")):
        term, dimensions = term[2], dimensions + 1
    if term != "Int":
        raise TermError(f"{text} is not a sort")
    return "Int", dimensions


def sort_term(sort: Sort) -> SmtTerm:
    """An integer or array sort in SMT-LIB syntax."""
    kind, dimensions = sort
    return ("Array", "Int", sort_term((kind, dimensions - 1))) if dimensions else kind


def _sort_of_symbol(term: str, known: Mapping[str, Sort]) -> Sort:
    if term in known:
        return known[term]
    if term in (TRUE, FALSE):
        return BOOL
    if _NUMERAL.fullmatch(term):
        return INT
    raise TermError(f"{term} is unknown")


def _sort_of_quantifier(operands: list[SmtTerm], known: Mapping[str, Sort], functions: Signatures) -> Sort:
    match operands:
        case [tuple() as bound, body] if all(isinstance(one, tuple) and len(one) == 2 for one in bound):
            taken = known.keys() | functions.keys()
            if not all(bindable(name, taken) and sort == "Int" for name, sort in bound):
                raise TermError("a bound variable needs a new name and the sort Int")
            if sort_of(body, {**known, **{str(name): INT for name, _ in bound}}, functions) == BOOL:
                return BOOL
        case _:
            pass
    raise TermError("a quantifier takes variables and a formula")


def _sort_of_application(operator: str, sorts: list[Sort]) -> Sort:
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
            raise TermError(f"{operator} has arguments of other sorts")
