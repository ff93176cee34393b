"""Drop facts that another fact implies syntactically, without a solver.

`lo <= cell && cell < hi => one || other` is weaker with a smaller range and with more alternatives. Bounds are compared
as integers that do not wrap; CBMC checks that the remaining facts are still inductive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from veriabs.core.components import component, unchanged
from veriabs.core.ctree import conjuncts, negate, walk
from veriabs.core.expressions import Binary, Cast, Const, Expr, Unary, Var
from veriabs.core.loop_model import CELL
from veriabs.core.operators import MIRRORED
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import survivors
from veriabs.invariants.houdini import MOST_ROUNDS, Rounds, houdini


@component("implied_facts_filter", unchanged)
def without_implied(found: Invariants) -> Invariants:
    """Drop the implied facts of each loop; of two equivalent ones the first remains, preferably one that cannot wrap.
    """
    return {loop: _strongest(exprs) for loop, exprs in found.items()}


def _strongest(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
    read = [_CellFact.of(expr) for expr in exprs]
    rank = [(any(map(_may_wrap, walk(expr))), n) for n, expr in enumerate(exprs)]
    return tuple(
        expr
        for n, expr in enumerate(exprs)
        if not any(
            other.implies(read[n]) and (rank[m] < rank[n] or not read[n].implies(other))
            for m, other in enumerate(read)
            if m != n
        )
    )


def _may_wrap(part: Expr) -> bool:
    """Whether it is a conversion that makes large numbers negative."""
    match part:
        case Cast(type=ctype, operand=Var(type=IntType(signed=False, bits=LLONG.bits))) if ctype == LLONG:
            return True
        case _:
            return False


def strongest_first(
    tried: Invariants, cut: Callable[[Invariants], Query | None], hopeless: Callable[[CheckedQuery], object]
) -> Rounds[Invariants]:
    """Houdini with the strongest candidates; the facts that a failed one implies are tried again without it.

    If all goals fail, implied facts cannot help either, since the run had stronger ones.
    """
    last: list[Invariants] = []

    def chosen(pool: Invariants) -> Invariants:
        if not last or last[0] is not pool:
            last[:] = pool, without_implied(pool)
        return last[1]

    def left(pool: Invariants, piece: CheckedQuery) -> Invariants:
        proved = survivors(chosen(pool), piece)
        failed = {loop: {*exprs}.difference(proved.get(loop, ())) for loop, exprs in chosen(pool).items()}
        kept = {loop: tuple(e for e in exprs if e not in failed[loop]) for loop, exprs in pool.items()}
        return {loop: exprs for loop, exprs in kept.items() if exprs}

    piece, pool = yield from houdini(tried, lambda pool: cut(chosen(pool)), left, most=MOST_ROUNDS, hopeless=hopeless)
    return piece, chosen(pool)


class _CellFact(Struct, frozen=True):
    """A disjunction that holds for every cell between the bounds, if all `tests` hold."""

    alternatives: frozenset[Expr]
    low: Expr | None = None
    high: Expr | None = None
    tests: frozenset[Expr] = frozenset()

    @classmethod
    def of(cls, fact: Expr) -> _CellFact:
        match fact:
            case Binary(op="||", left=Unary(op="!", operand=span), right=then):
                tests, low, high = [], None, None
                for part in conjuncts(span):
                    match part:
                        case Binary(op="<=", left=bound, right=Var(name=CELL.name)) if low is None:
                            low = bound
                        case Binary(op="<", left=Var(name=CELL.name), right=bound) if high is None:
                            high = bound
                        case _:
                            tests.append(_canonical(part))
                return cls(frozenset(_alternatives(then)), low, high, frozenset(tests))
            case _:
                return cls(frozenset(_alternatives(fact)))

    def implies(self, other: _CellFact) -> bool:
        return (
            self.tests <= other.tests
            and (self.low is None or (other.low is not None and _at_most(self.low, other.low)))
            and (self.high is None or (other.high is not None and _at_most(other.high, self.high)))
            and all(any(_implies(one, less) for less in other.alternatives) for one in self.alternatives)
        )


def _alternatives(expr: Expr) -> Iterator[Expr]:
    match expr:
        case Binary(op="||", left=left, right=right):
            yield from _alternatives(left)
            yield from _alternatives(right)
        case Unary(op="!", operand=Binary() as test):
            yield _canonical(negate(test))
        case Unary(op="!", operand=Unary(op="!", operand=test)):
            yield from _alternatives(test)
        case _:
            yield _canonical(expr)


def _canonical(expr: Expr) -> Expr:
    """Comparisons with the smaller side on the left, and equations with their sides in a fixed order."""
    match expr:
        case Binary(op=">" | ">=" as op, left=left, right=right):
            return Binary(MIRRORED[op], right, left)
        case Binary(op="==" | "!=" as op, left=left, right=right) if repr(right) < repr(left):
            return Binary(op, right, left)
        case _:
            return expr


def _implies(one: Expr, other: Expr) -> bool:
    """Whether the second expression is the first, or the same comparison with a weaker constant."""
    if one == other:
        return True
    match one, other:
        case Binary(op="<" | "<=", left=left, right=right), Binary(op="<" | "<=", left=weaker_left, right=weaker_right):
            strict = (one.op == "<") - (other.op == "<")
            lower, above = _distance(weaker_left, left), _distance(right, weaker_right)
            return lower is not None and above is not None and lower + above + strict >= 0
        case Binary(op="==", left=left, right=right), Binary(op="<" | "<="):
            return _implies(Binary("<=", left, right), other) or _implies(Binary("<=", right, left), other)
        case _:
            return False


def _at_most(low: Expr, high: Expr) -> bool:
    """Whether the first bound is certainly at most the second. Indices of cells are not negative."""
    distance = _distance(low, high)
    return distance >= 0 if distance is not None else isinstance(low, Const) and low.value <= 0


def _distance(low: Expr, high: Expr) -> int | None:
    """The second minus the first, if that is a constant."""
    (first, less), (second, more) = _split_constant(low), _split_constant(high)
    return more - less if first == second else None


def _split_constant(expr: Expr) -> tuple[Expr | None, int]:
    """The expression without its constant summand, and that constant."""
    match expr:
        case Const(value=int(value)):
            return None, value
        case Binary(op="+", left=left, right=Const(value=int(value))):
            return _split_constant(left)[0], value + _split_constant(left)[1]
        case Binary(op="-", left=left, right=Const(value=int(value))):
            return _split_constant(left)[0], _split_constant(left)[1] - value
        case Cast(type=ctype, operand=operand) if ctype == LLONG:
            return _split_constant(operand)
        case _:
            return expr, 0
