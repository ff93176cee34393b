"""Find relations that hold in all sampled states of a loop, as candidate invariants.

They are linear equalities, bounds of a scalar by another or by a constant, remainders, small sets of values, and
equalities under a condition that the loop tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from veriabs.core.components import component, no_tuple
from veriabs.core.ctree import expressions, integer, names, negate, reads_cell, statements, walk, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import ITERATION, entry_of
from veriabs.core.statements import If, Loop
from veriabs.core.types import BOOL, LLONG, ULLONG, UNSIGNED, FloatType, IntType
from veriabs.invariants.scalar.linear import equalities
from veriabs.invariants.scalar.runs import Sample
from veriabs.invariants.scalar.sizes import LARGE
from veriabs.invariants.scalar.subject import Subject
from veriabs.invariants.scalar.values import RunEndedError, State, compile_expr

FEWEST = 6
"""The least number of samples from which relations are derived."""

MOST_BOUNDS = 24
MOST_GUARDS = 6
MOST_MOVING = 5
"""The largest number of scalars of which several are combined."""

MODULI = (2, 3, 4)


class Column(Struct, frozen=True):
    """A quantity with its value in each sample."""

    expr: Expr
    values: tuple[int, ...]

    @property
    def constant(self) -> bool:
        return isinstance(self.expr, Const)


@component("sampled_relations", no_tuple)
def related(subject: Subject, loop: Loop, samples: Sequence[Sample]) -> tuple[Expr, ...]:
    """Candidates about one loop, the likeliest first."""
    if len(samples) < FEWEST:
        return ()
    table = _Table(subject, loop, samples)
    found = [*table.equal(samples), *table.bounded(), *table.divided(), *table.few(), *table.guarded()]
    return tuple(dict.fromkeys(found))


class _Table:
    """The samples of one loop, by quantity."""

    def __init__(self, subject: Subject, loop: Loop, samples: Sequence[Sample]) -> None:
        self.subject, self.loop, self.samples = subject, loop, samples
        inside = writes((self.loop,))
        scalars = subject.variables(loop)
        self.written = [self._now(v) for v in scalars if v.name in inside]
        self.moving = [column for column in self.written if not set(column.values) <= {0, 1}]
        self.others = [self._now(v) for v in scalars if v.name not in inside]
        entered = [v for v in scalars if v.name in inside]
        self.entries = [Column(entry_of(v), tuple(s.entry[v.name] for s in samples)) for v in entered]
        passed = Binary("-", ITERATION, Const(1, ULLONG))
        self.passed = Column(passed, tuple(s.iteration - 1 for s in samples))
        sizes = sorted({size for s in samples for size in s.sizes if size > 0})
        self.sizes = [Column(integer(size), tuple(s.sizes.get(size, size) for s in samples)) for size in sizes[:3]]

    def _now(self, variable: Var) -> Column:
        return Column(variable, tuple(s.now[variable.name] for s in self.samples))

    # ------------------------------------------------------------------------------------------------------ equalities

    def equal(self, samples: Sequence[Sample]) -> list[Expr]:
        """Linear equalities: over the current values, and with the iteration number and the entry values."""
        everything = range(len(samples))
        plain = _equalities([*self.sizes, *self.others, *self.written], everything)
        timed = _equalities([*self.sizes, *self.others, self.passed, *self.entries, *self.written], everything)
        return [*plain, *timed]

    def guarded(self) -> list[Expr]:
        """Equalities and closer bounds under a condition that the loop tests, or under its negation."""
        found: list[Expr] = []
        columns = [*self.sizes, *self.others, *self.written]
        known = {*_equalities(columns, range(len(self.samples))), *self.divided()}
        for guard in self._guards():
            truths = self._truths(guard)
            for test, wanted in ((guard, True), (negate(guard), False))[guard == _FIRST :]:
                rows = [row for row, truth in enumerate(truths) if truth is wanted]
                if len(rows) < FEWEST or len(rows) == len(truths):
                    continue
                extra = [*_equalities(columns, rows), *self.divided(rows), *self._closer(rows)]
                found += [Binary("||", negate(test), e) for e in extra if e not in known]
        return found

    def _guards(self) -> list[Expr]:
        """The first iteration, tests over scalars that the loop writes, and the values of flags."""
        tests = [self.loop.test, *(s.test for s in statements(self.loop.body) if isinstance(s, If | Loop))]
        scalar = [t for t in tests if not reads_cell(t)]
        known = {column.expr.name for column in (*self.written, *self.others) if isinstance(column.expr, Var)}
        inside = {c.expr.name for c in self.written if isinstance(c.expr, Var)}
        flags: list[Expr] = [
            Binary("==", c.expr, integer(max(c.values))) for c in self.written if len(set(c.values)) == 2
        ]
        fitting = [t for t in scalar if names(t) <= known and names(t) & inside]
        return [_FIRST, *dict.fromkeys([*fitting, *flags])][:MOST_GUARDS]

    def _truths(self, guard: Expr) -> list[bool | None]:
        compiled = compile_expr(guard, self.subject.program.task.data_model)
        truths: list[bool | None] = []
        for sample in self.samples:
            try:
                known = {**sample.now, ITERATION.name: sample.iteration}
                truths.append(bool(compiled(State(known, {}, sample.sizes, lambda cell, at: 0))))
            except RunEndedError:
                truths.append(None)
        return truths

    # ---------------------------------------------------------------------------------------------------------- bounds

    def bounded(self) -> list[Expr]:
        """One quantity is at most another plus a small constant, perhaps only from the second iteration on."""
        found = self._sums()[: MOST_BOUNDS // 2]
        numbers = [column for column in self.others if not (isinstance(column.expr, Var) and column.expr.type == BOOL)]
        quantities = [*self.moving, *numbers, *self.sizes, *self._small(), self.passed]
        inside = {id(c) for c in self.moving}
        for left, right in permutations(quantities, 2):
            if id(left) in inside or id(right) in inside:
                found += self._at_most(left, right)
        return found[: 2 * MOST_BOUNDS]

    def _at_most(self, left: Column, right: Column) -> list[Expr]:
        distance = [a - b for a, b in zip(left.values, right.values, strict=True)]
        if len(set(distance)) == 1:
            return []
        most = max(distance)
        if most in _SLACK and not (left.constant and right.constant):
            return [_no_more(left.expr, right.expr, most)]
        later = [d for d, passed in zip(distance, self.passed.values, strict=True) if passed]
        if later and max(later) in _SLACK and len(set(later)) > 1:
            return [Binary("||", _FIRST, _no_more(left.expr, right.expr, max(later)))]
        return []

    def _closer(self, rows: Sequence[int]) -> list[Expr]:
        """A scalar is at most another plus a constant that is smaller in these rows than in all."""
        found: list[Expr] = []
        for left, right in permutations(self.moving[:MOST_MOVING], 2):
            distance = [a - b for a, b in zip(left.values, right.values, strict=True)]
            most = max(distance[row] for row in rows)
            if most in _SLACK and most < max(distance) in _SLACK:
                found.append(_no_more(left.expr, right.expr, most))
        return found

    def _sums(self) -> list[Expr]:
        """The sum of two scalars is at most, or at least, a third quantity."""
        found: list[Expr] = []
        moving = self.moving[:MOST_MOVING]
        for one, two in combinations(moving, 2):
            for bound in (*self.others, *self.sizes, self.passed, *moving):
                if bound in (one, two):
                    continue
                distance = [a + b - c for a, b, c in zip(one.values, two.values, bound.values, strict=True)]
                if len(set(distance)) == 1:
                    continue
                total = Binary("+", _wide(one.expr), _wide(two.expr))
                if max(distance) in _SLACK:
                    found.append(_no_more(total, bound.expr, max(distance)))
                if min(distance) in _SLACK:
                    found.append(_no_more(bound.expr, total, -min(distance)))
        return found

    def _small(self) -> list[Column]:
        """The constants that runs with small sizes do not replace."""
        exprs = [e for stmt in statements(self.subject.program.body) for e in expressions(stmt)]
        consts = {n.value for e in exprs for n in walk(e) if isinstance(n, Const) and isinstance(n.value, int)}
        wanted = sorted({0, *(c for c in consts if abs(c) < LARGE)}, key=abs)[:6]
        return [Column(integer(int(value)), (int(value),) * len(self.samples)) for value in wanted]

    # ------------------------------------------------------------------------------------------- values and remainders

    def divided(self, rows: Sequence[int] | None = None) -> list[Expr]:
        """Constant remainders of written scalars, or of their distance from a size, in the given rows."""
        found: list[Expr] = []
        for column in self.written:
            values = [column.values[row] for row in (range(len(self.samples)) if rows is None else rows)]
            if len(set(values)) <= 2:
                continue
            for modulus in MODULI:
                rest = self._rest(column, modulus, rows)
                if rest is not None and (modulus != 3 or min(values) >= 0):
                    found.append(_remainder(column.expr, modulus, rest))
        return list(dict.fromkeys(found))

    def _rest(self, column: Column, modulus: int, rows: Sequence[int] | None) -> int | None:
        """The remainder in the original program, with the original sizes."""
        for size in (None, *self.sizes):
            values = column.values if size is None else [a - b for a, b in zip(column.values, size.values, strict=True)]
            chosen = {values[row] for row in (range(len(values)) if rows is None else rows)}
            rests = {value % modulus for value in chosen}
            if len(chosen) == 1:  # an equality is stronger
                return None
            if len(rests) == 1:
                real = int(size.expr.value) if size is not None and isinstance(size.expr, Const) else 0
                return (next(iter(rests)) + real) % modulus
        return None

    def few(self) -> list[Expr]:
        """Scalars that take at most three values, none of which is a size."""
        found: list[Expr] = []
        for column in self.written:
            values = sorted(set(column.values))
            if len(values) <= 3 and len(self.samples) > 4 * len(values):
                small = [value for value in values if abs(value) < LARGE]
                tests: list[Expr] = [Binary("==", column.expr, integer(value)) for value in small]
                if len(tests) == len(values):
                    found.append(_any(tests))
        return found


_SLACK = range(-2, 3)

_FIRST = Binary("<=", ITERATION, Const(1, ULLONG))


def _remainder(expr: Expr, modulus: int, rest: int) -> Expr:
    """A scalar has a remainder; for powers of two also if it is negative or wraps."""
    small = isinstance(expr, Var) and isinstance(expr.type, IntType) and expr.type.bits <= 32
    value = Cast(UNSIGNED, expr) if small and modulus != 3 else expr
    return Binary("==", Binary("%", value, integer(modulus)), integer(rest))


def _any(tests: list[Expr]) -> Expr:
    result = tests[0]
    for test in tests[1:]:
        result = Binary("||", result, test)
    return result


def _wide(expr: Expr) -> Expr:
    summed = isinstance(expr, Binary) and isinstance(expr.left, Cast) and expr.left.type == LLONG
    return expr if summed else Cast(LLONG, expr)


def _no_more(left: Expr, right: Expr, slack: int) -> Expr:
    """`left <= right + slack` in a type that holds both sides."""
    one, two = _wide(left), _wide(right)
    if isinstance(right, Const) and isinstance(right.value, int):
        return Binary("<=", one, Const(right.value + slack, LLONG))
    if isinstance(left, Const) and isinstance(left.value, int):
        return Binary("<=", Const(left.value - slack, LLONG), two)
    if slack == -1:
        return Binary("<", one, two)
    return Binary("<=", one, _plus(two, slack))


def _plus(expr: Expr, value: int) -> Expr:
    if value == 0:
        return expr
    return Binary("+" if value > 0 else "-", expr, Const(abs(value), LLONG))


def _equalities(columns: list[Column], rows: Iterable[int]) -> list[Expr]:
    """The equalities over the columns and a constant, on wide numbers and modulo the narrowest type."""
    table = [[1, *(column.values[row] for column in columns)] for row in rows]
    found: list[Expr] = []
    for vector in equalities(table, len(columns) + 1):
        if sum(bool(c) for c in vector[1:]) == 0:
            continue
        terms = [(c, column.expr) for c, column in zip(vector[1:], columns, strict=True) if c]
        if all(isinstance(expr, Const) for _, expr in terms):
            continue
        found += [_equation(vector[0], terms, LLONG)]
        narrow = _narrowest(expr for _, expr in terms)
        if narrow is not None and len(terms) > 1:
            found.append(_equation(vector[0], terms, narrow))
    return found


def _narrowest(exprs: Iterable[Expr]) -> IntType | None:
    bits = min((e.type.bits for e in exprs if isinstance(e, Var) and not isinstance(e.type, FloatType)), default=0)
    return {8: _UCHAR, 16: _USHORT, 32: UNSIGNED, 64: ULLONG}.get(bits)


_UCHAR, _USHORT = IntType("unsigned char", 8, False), IntType("unsigned short", 16, False)


def _equation(constant: int, terms: list[tuple[int, Expr]], ctype: IntType) -> Expr:
    """An equation with positive summands on one side and negated ones on the other, in the type."""
    sides = ([t for t in terms if t[0] > 0], [t for t in terms if t[0] < 0])
    left = _sum(max(constant, 0), [(c, e) for c, e in sides[0]], ctype)
    right = _sum(max(-constant, 0), [(-c, e) for c, e in sides[1]], ctype)
    if ctype.bits < 32:
        left, right = Cast(ctype, left), Cast(ctype, right)
    return Binary("==", left, right)


def _sum(constant: int, terms: list[tuple[int, Expr]], ctype: IntType) -> Expr:
    inner = ctype if ctype.bits >= 32 else UNSIGNED
    parts: list[Expr] = [_times(c, _in_type(e, inner), inner) for c, e in terms]
    if constant or not parts:
        parts.append(Const(constant, inner))
    total = parts[0]
    for part in parts[1:]:
        total = Binary("+", total, part)
    return total


def _in_type(expr: Expr, ctype: IntType) -> Expr:
    return Const(expr.value, ctype) if isinstance(expr, Const) else Cast(ctype, expr)


def _times(coefficient: int, expr: Expr, ctype: IntType) -> Expr:
    if coefficient == 1:
        return expr
    if isinstance(expr, Const):
        return Const(coefficient * expr.value, ctype)
    return Binary("*", Const(coefficient, ctype), expr)
