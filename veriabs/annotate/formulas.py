"""Turn proved facts of the core language into formulas for readers: about cells `k`, with few casts.

    (long long)cell < (long long)i  implies  a[cell] == 0
    for all k: k < i implies a[k] == 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from types import MappingProxyType

from msgspec import Struct

from veriabs.annotate.counters import steps_of
from veriabs.annotate.starts import entry_constants, sizes_at
from veriabs.annotate.sums import split_by_sign
from veriabs.core.ctree import conjuncts, integer, map_parts, names, negate, substitute, walk, with_operands
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, LoopFacts, entry_of
from veriabs.core.operators import COMPARISONS, MIRRORED, OPPOSITE
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import LLONG, CType, IntType
from veriabs.core.typing_rules import fold_constants, type_of
from veriabs.loops.accelerate import at_loop_entry
from veriabs.loops.facts import facts_of

_INT_BITS, _WIDE_BITS = 32, 64
_ARITHMETIC = frozenset("+-*/%")
_SIGN = {"+": 1, "-": -1}


_NO_SIZES: Mapping[str, Expr] = MappingProxyType({})


class Formula(Struct, frozen=True):
    """`for all bound: span implies fact`; without `bound` and `span` just the fact.

    `span` is a conjunction of comparisons; the variables of `bound` are `CELL` and `OTHER`.
    """

    fact: Expr
    span: tuple[Expr, ...] = ()
    bound: tuple[Var, ...] = ()


FormulaMaker = Callable[[Loop, Expr], Formula | None]
"""A fact as a formula at a loop; None if it cannot be stated there."""


def formula_maker(program: Program) -> FormulaMaker:
    """A function that states a fact as a formula for a loop of the program, or returns None."""
    starts, sizes, data_model = entry_constants(program), sizes_at(program), program.task.data_model
    facts: dict[LoopId, LoopFacts] = {}

    def formula_at(loop: Loop, fact: Expr) -> Formula | None:
        at = loop.id
        if at not in facts:
            facts[at] = facts_of(0, loop)
        return formula(fact, facts[at], starts.get(at, {}), data_model, sizes.get(at, {}))

    return formula_at


def formula(
    fact: Expr,
    facts: LoopFacts,
    starts: Mapping[str, Expr],
    data_model: DataModel,
    sizes: Mapping[str, Expr] = _NO_SIZES,
) -> Formula | None:
    """The fact as a formula; None if it uses the iteration number and no counter determines that.

    Args: `starts` are known initial values of counters; `sizes` are the expressions that array sizes were set to.
    """
    plain, number = map_parts(fact, at_loop_entry), _iterations(facts, starts)
    if ITERATION.name in names(fact):
        if number is None:
            return None
        plain = substitute(plain, {ITERATION.name: number})
    known = {entry_of(Var(name, LLONG)).name: value for name, value in starts.items()} | dict(sizes)
    plain = _drop_implicit_conversions(substitute(plain, known), data_model)
    bound = tuple(v for v in (CELL, OTHER) if v in walk(plain))
    span, rest = _implication(plain, data_model) if bound else ((), plain)
    return Formula(rest, span, bound)


def _iterations(facts: LoopFacts, starts: Mapping[str, Expr]) -> Expr | None:
    """The iteration number as an expression over a counter, preferably one with step 1 or -1."""
    counters = {a.variable.name: a.variable for a in facts.accelerable}
    steps = sorted(
        ((name, step) for name, step in steps_of(facts).items() if step), key=lambda one: (abs(one[1]), -one[1])
    )
    if not steps:
        return None
    name, step = steps[0]
    now, start = Cast(LLONG, counters[name]), Cast(LLONG, starts.get(name, entry_of(counters[name])))
    passed = Binary("-", now, start) if step > 0 else Binary("-", start, now)
    whole = passed if abs(step) == 1 else Binary("/", passed, integer(abs(step), LLONG))
    return Binary("+", whole, integer(1, LLONG))


def _implication(expr: Expr, data_model: DataModel) -> tuple[tuple[Expr, ...], Expr]:
    """Split a disjunction into premises, which compare the bound variables, and the conclusion."""
    if not (isinstance(expr, Binary) and expr.op == "||"):
        return (), expr
    span, rest = conjuncts(negate(expr.left)), expr.right
    while isinstance(rest, Binary) and rest.op == "||" and _limits(rest.left):
        span, rest = (*span, _ascending(_drop_implicit_conversions(negate(rest.left), data_model))), rest.right
    return span, rest


def _limits(test: Expr) -> bool:
    """Does the test only compare a bound variable with an expression that does not contain it?"""
    match test:
        case Binary(op="<" | "<=" | ">" | ">=", left=left, right=right):
            sides = {left, right} & {CELL, OTHER}
            return len(sides) == 1 and not any(isinstance(one, Element) for one in walk(test))
        case _:
            return False


def _ascending(test: Expr) -> Expr:
    """The comparison with the smaller side first, as in ranges."""
    match test:
        case Binary(op=">" | ">=" as op, left=left, right=right):
            return Binary(MIRRORED[op], right, left)
        case _:
            return test


def is_empty(span: Iterable[Expr]) -> bool:
    """Does the span admit no index, as `k < n` and `n <= k` do?"""
    parts = set(span)
    return any(negate(part) in parts for part in parts)


# -------------------------------------------------------------------------------------------------------------- casts


def _drop_implicit_conversions(expr: Expr, data_model: DataModel) -> Expr:
    """The same value without the conversions that C makes implicitly."""

    def kind(part: Expr) -> CType:
        return type_of(part, data_model)

    def change(part: Expr) -> Expr:
        match part:
            case Cast(type=ctype, operand=operand) if kind(operand) == ctype:
                return operand
            case Cast(type=IntType(bits=64) as ctype, operand=Cast(type=IntType(bits=64), operand=operand)) if (
                isinstance(kind(operand), IntType)
            ):
                return Cast(ctype, operand)  # neither conversion drops a bit of the integer
            case Cast(type=IntType() as ctype, operand=Const(value=int(value), type=IntType())):
                return Const(value, ctype) if ctype.lowest <= value <= ctype.highest else part
            case Binary(
                op="-" | "+",
                left=Binary(op="-" | "+", left=least, right=Const(value=int(first))) as inner,
                right=Const(value=int(second)),
            ) if kind(inner) == kind(least) == LLONG:
                return _add_constant(least, first * _SIGN[inner.op] + second * _SIGN[part.op])
            case Binary(op="*", right=Const(value=0)) | Binary(op="*", left=Const(value=0)) if kind(part) == LLONG:
                return integer(0, LLONG)
            case Binary(op="-" | "+", left=left, right=Const(value=0)) if kind(left) == kind(part):
                return left
            case Binary(op=op, left=left, right=Const() as right) if op in _ARITHMETIC and kind(left) == LLONG:
                return Binary(op, left, _without_suffix(right))
            case Binary(op=op, left=Const() as left, right=right) if op in _ARITHMETIC and kind(right) == LLONG:
                return Binary(op, _without_suffix(left), right)
            case Binary(op=op) if op in COMPARISONS:
                plain = split_by_sign(part, data_model) if _computes(part) else part
                return Binary(plain.op, *_unwidened_operands(plain.left, plain.right, data_model))
            case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in OPPOSITE:
                return Binary(OPPOSITE[op], left, right) if isinstance(kind(left), IntType) else part
            case _:
                return part

    return fold_constants(map_parts(expr, change), data_model)


def _add_constant(expr: Expr, number: int) -> Expr:
    """`x + 1 - 1` with one constant; this is the same value even if it wraps."""
    if not number:
        return expr
    return Binary("+" if number > 0 else "-", expr, _without_suffix(integer(abs(number), LLONG)))


def _computes(test: Binary) -> bool:
    return any(isinstance(side, Binary) and side.op in _ARITHMETIC for side in (test.left, test.right))


def _unwidened_operands(left: Expr, right: Expr, data_model: DataModel) -> tuple[Expr, Expr]:
    """Both sides without the widening to `long long`, if the comparison has the same result without it."""
    bare = (_narrow(left, data_model), _narrow(right, data_model))
    if any(one is None for one in bare):
        indexed = left in (CELL, OTHER) or right in (CELL, OTHER)
        return (_unwidened(left, data_model), _unwidened(right, data_model)) if indexed else (left, right)
    informative = [one for one in bare if one is not None and one not in (CELL, OTHER) and not _is_natural(one)]
    types = [type_of(one, data_model) for one in informative]
    signs = {t.signed or t.bits < _INT_BITS for t in types if isinstance(t, IntType)}
    wide = any(one in (CELL, OTHER) for one in bare)
    if len(signs) <= 1 or (wide and all(isinstance(t, IntType) and t.bits < _WIDE_BITS for t in types)):
        return bare[0] or left, bare[1] or right
    return left, right


def _unwidened(expr: Expr, data_model: DataModel) -> Expr:
    """The operand without its widening, if C widens it in a comparison with an index and keeps its value."""
    match expr:
        case Cast(type=ctype, operand=operand) if ctype == LLONG:
            own = type_of(operand, data_model)
            return operand if isinstance(own, IntType) and own.signed else expr
        case _:
            return expr


def _without_suffix(const: Const) -> Const:
    """The constant in the type that needs no suffix."""
    return integer(const.value) if isinstance(const.value, int) and abs(const.value) < 1 << 31 else const


def _is_natural(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value >= 0


def _narrow(expr: Expr, data_model: DataModel) -> Expr | None:
    """The operand of a widening if it is a plain variable or cell; None if it computes, since the widening avoids
    wrapping."""
    match expr:
        case Cast(type=ctype, operand=Var() | Element() as operand) if ctype == LLONG:
            inner = type_of(operand, data_model)
            return operand if isinstance(inner, IntType) and (inner.signed or inner.bits < _WIDE_BITS) else None
        case Const():
            return _without_suffix(expr)
        case Var() | Element():
            return expr
        case _:
            return None


def bounded(formulas: Iterable[Formula]) -> frozenset[Expr]:
    """The variables with a constant upper bound, so that a wide type holds all their values."""
    facts = [part for one in formulas if not one.bound for part in conjuncts(one.fact)]
    least = {part.left for part in facts if isinstance(part, Binary) and part.op == ">=" and _is_natural(part.right)}
    return frozenset(one for part in facts if (one := _limited(part, least)) is not None)


def _limited(fact: Expr, least: Set[Expr]) -> Expr | None:
    match fact:
        case Binary(op="<" | "<=", left=Var() as variable, right=Const(value=most)) if most <= LLONG.highest:
            return variable
        case Binary(op="<" | "<=", left=Cast(operand=Var() as variable) as wide, right=Const()) if wide in least:
            return variable if wide.type == LLONG else None
        case _:
            return None


def drop_widening(one: Formula, small: Set[Expr]) -> Formula:
    """Drop the widening of small variables in comparisons with a constant or with a cell's index."""
    from_first = {v for v in one.bound if Binary("<=", integer(0), v) in one.span}

    def bare(side: Expr) -> Expr:
        if isinstance(side, Const):
            return _without_suffix(side)
        return side.operand if isinstance(side, Cast) and side.type == LLONG and side.operand in small else side

    def change(part: Expr) -> Expr:
        match part:
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                same = any(_is_natural(side) or side in from_first for side in (left, right))
                return Binary(op, bare(left), bare(right)) if same else part
            case _:
                return part

    return Formula(map_parts(one.fact, change), tuple(map_parts(part, change) for part in one.span), one.bound)


def drop_zero_bound(one: Formula, natural: Set[Expr]) -> Formula:
    """Drop `0 <= k` if another lower bound of `k` is known to be nonnegative."""
    span = list(one.span)
    for variable in one.bound:
        first = Binary("<=", integer(0), variable)
        least = [part for part in span if isinstance(part, Binary) and part.op == "<=" and part.right == variable]
        begin = next((part for part in least if part.left in natural), None)
        if first in span and begin is not None:
            span.remove(begin)
            span[span.index(first)] = begin
    return Formula(one.fact, tuple(span), one.bound)


def natural_ones(formulas: Iterable[Formula], small: Set[Expr]) -> frozenset[Expr]:
    """Expressions that are nonnegative integers: by the formulas, or because they are unsigned and small."""
    facts = (part for one in formulas if not one.bound for part in conjuncts(one.fact) if isinstance(part, Binary))
    least = {one.left for one in facts if one.op == ">=" and _is_natural(one.right)}
    whole = {one for one in least if _is_signed(one)} | {one for one in small if not _is_signed(one)}
    return frozenset(whole | {Cast(LLONG, one) for one in whole})


def _is_signed(expr: Expr) -> bool:
    ctype = getattr(expr, "type", None)
    return isinstance(ctype, IntType) and ctype.signed


def mathematical(one: Formula, data_model: DataModel, small: Set[Expr] = frozenset()) -> Formula:
    """The formula over unbounded integers: `i + 1` needs no `long long`, and a wrapping operation keeps its cast.

    The variables of `small` are known to be at most LLONG_MAX.
    """

    def whole(part: Expr) -> Expr:
        same = with_operands(part, whole)
        match part:
            case Cast(type=IntType(signed=True) as held, operand=operand) if _holds_all(held, operand, data_model) or (
                held == LLONG and operand in small
            ):
                return whole(operand)
            case Const(value=int(), type=IntType()):
                return _without_suffix(part)
            case Binary(op="+" | "-" | "*" | "/" | "%") | Unary(op="-" | "~"):
                ctype = type_of(part, data_model)
                return Cast(ctype, same) if isinstance(ctype, IntType) and not ctype.signed else same
            case _:
                return same

    return Formula(whole(one.fact), tuple(map(whole, one.span)), one.bound)


def _holds_all(ctype: CType, operand: Expr, data_model: DataModel) -> bool:
    """Does the type hold every value of the operand's own type?"""
    own = type_of(operand, data_model)
    if not (isinstance(ctype, IntType) and isinstance(own, IntType)):
        return False
    return ctype.lowest <= own.lowest and own.highest <= ctype.highest


def product_bits(expr: Expr, data_model: DataModel) -> int:
    """The number of bits that a product needs, by the types of its factors; constants count as small."""
    match expr:
        case Const():
            return 0
        case Binary(op="*", left=left, right=right):
            return product_bits(left, data_model) + product_bits(right, data_model)
        case Cast(operand=operand) | Unary(operand=operand):
            return product_bits(operand, data_model)
        case _:
            ctype = type_of(expr, data_model)
            return ctype.bits - ctype.signed if isinstance(ctype, IntType) else _WIDE_BITS


# ----------------------------------------------------------------------------------------------------------- together


def swap_sides(one: Formula) -> Formula:
    """An equation with its sides exchanged."""
    match one.fact:
        case Binary(op="==", left=left, right=right):
            return Formula(Binary("==", right, left), one.span, one.bound)
        case _:
            return one


def join_ranges(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """Join separate bounds of a variable into `0 <= i && i <= n`, at the place of the first."""
    remaining = list(formulas)
    low, high = _bounds(remaining, (">=", ">")), _bounds(remaining, ("<=", "<"))
    found: list[Formula] = []
    for place, one in enumerate(remaining):
        variable = next((v for v in low if place in (low[v], high.get(v))), None)
        if variable is None:
            found.append(one)
            continue
        least = remaining[low[variable]].fact
        assert isinstance(least, Binary)
        turned_round = Binary(MIRRORED[least.op], least.right, least.left)
        if variable not in high:
            found.append(Formula(turned_round))
        elif place == min(low[variable], high[variable]):
            found.append(Formula(Binary("&&", turned_round, remaining[high[variable]].fact)))
    return tuple(found)


def _bounds(formulas: Sequence[Formula], operators: tuple[str, str]) -> dict[Expr, int]:
    """The first position of a comparison with one of these operators, by variable."""
    found: dict[Expr, int] = {}
    for place, one in enumerate(formulas):
        match one.fact:
            case Binary(op=op, left=Var() as v) | Binary(op=op, left=Cast(operand=Var() as v)):
                if op in operators and not one.bound:
                    found.setdefault(v, place)
            case _:
                pass
    return found
