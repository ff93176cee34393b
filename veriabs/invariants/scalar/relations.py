"""Find relations that hold in all sampled states of a loop, as candidate invariants.

They are linear equalities, bounds of a scalar by another or by a constant, remainders, small sets of values, and
equalities under a condition that the loop tests. Most samples come from runs in which small numbers (`Sample.sizes`)
replace the large constants of the program; a relation with such a number is stated with the original constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct

from veriabs.core.components import component, no_tuple
from veriabs.core.ctree import expressions, integer, names, negate, reads_cell, statements, walk, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import ITERATION, entry_of
from veriabs.core.operators import MIRRORED
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.strategy import Steps
from veriabs.core.types import LLONG, ULLONG, UNSIGNED, FloatType, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.candidates import reads_of
from veriabs.invariants.scalar.candidates import limited
from veriabs.invariants.scalar.linear import drop_sums, equalities, inequalities
from veriabs.invariants.scalar.runs import Sample, run_to_end, sampling
from veriabs.invariants.scalar.sizes import BYTE, LARGE
from veriabs.invariants.scalar.subject import NO_ASSERTION, AssertionTask, loops_of, subject_of_body
from veriabs.invariants.scalar.values import RunEndedError, SampleState, compile_expr
from veriabs.loops.facts import facts_of

FEWEST = 6
"""The least number of samples from which relations are derived."""

MOST_GUARDS, MOST_CONSTANTS, MOST_MOVING = 6, 6, 6
"""The number of conditions, of constants, and of scalars that are combined with each other."""

MOST_TERMS, FEW_TERMS = 4, 2
"""The number of scalars that are added up in an inequality, and in one under a condition."""

MODULI = (2, 3, 4)
"""The divisors for which a constant remainder is looked for."""


class Column(Struct, frozen=True):
    """A quantity with its value in each sample."""

    expr: Expr
    values: tuple[int, ...]

    @property
    def constant(self) -> bool:
        return isinstance(self.expr, Const)


def sampling_steps(subject: AssertionTask) -> Steps[Invariants]:
    """Make candidates from sample runs in steps, so that the caller can stop after each run."""
    samples = yield from sampling(subject)
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in subject.loops:
        found.append((loop, limited(related_candidates(subject, loop, samples[loop.id]))))
        yield ()
    return by_loop(found)


def sampled_candidates(program: Program) -> Invariants:
    """Relations of scalars in runs of the program with small sizes, by loop.

    The number of steps is fixed and small, so that this needs no process of its own.
    """
    return program_candidates(program, run_to_end(sampling_steps(subject_of_body(program, NO_ASSERTION))))


def program_candidates(program: Program, found: Invariants) -> Invariants:
    """The candidates of the program's own loops, without loops that only the subject has."""
    return by_loop((loop, found.get(loop.id, ())) for loop in loops_of(program.body))


@component("sampled_relations", no_tuple)
def related_candidates(subject: AssertionTask, loop: Loop, samples: Sequence[Sample]) -> tuple[Expr, ...]:
    """Candidates about one loop, the likeliest first."""
    if len(samples) < FEWEST:
        return ()
    table = _Table(subject, loop, samples)
    found = [*table.equal(samples), *table.bounded(), *table.divided(), *table.few(), *table.guarded()]
    return tuple(dict.fromkeys(found))


class _Table:
    """The samples of one loop, by quantity."""

    def __init__(self, subject: AssertionTask, loop: Loop, samples: Sequence[Sample]) -> None:
        self.subject, self.loop, self.samples = subject, loop, samples
        inside = writes((self.loop,))
        scalars = subject.variables(loop)
        self.written = [self._current_values(v) for v in scalars if v.name in inside]
        self.moving = [column for column in self.written if not set(column.values) <= {0, 1}]
        self.others = [self._current_values(v) for v in scalars if v.name not in inside]
        entered = [v for v in scalars if v.name in inside]
        self.entries = [Column(entry_of(v), tuple(_signed(s.entry[v.name]) for s in samples)) for v in entered]
        passed = Binary("-", ITERATION, Const(1, ULLONG))
        self.passed = Column(passed, tuple(s.iteration - 1 for s in samples))
        sizes = sorted({size for s in samples for size in s.sizes if 0 < size <= LLONG.highest})
        self.sizes = [Column(integer(size), tuple(s.sizes.get(size, size) for s in samples)) for size in sizes[:3]]

    def _current_values(self, variable: Var) -> Column:
        return Column(variable, tuple(_signed(s.now[variable.name]) for s in self.samples))

    # ------------------------------------------------------------------------------------------------------ equalities

    def equal(self, samples: Sequence[Sample]) -> list[Expr]:
        """Linear equalities: over the current values, and with the iteration number and the entry values."""
        everything = range(len(samples))
        plain = linear_equalities([*self.sizes, *self.others, *self.written], everything)
        timed = linear_equalities([*self.sizes, *self.others, self.passed, *self.entries, *self.written], everything)
        return [*plain, *timed]

    def guarded(self) -> list[Expr]:
        """Equalities and closer bounds under a condition that the program tests, or under its negation."""
        found: list[Expr] = []
        columns = [*self.sizes, *self.others, *self.written]
        known = {*linear_equalities(columns, range(len(self.samples))), *self.divided(), *self.bounded(most=FEW_TERMS)}
        for guard, truths in self._guards().items():
            for test, wanted in ((guard, True), (negate(guard), False))[guard == _FIRST :]:
                rows = [row for row, truth in enumerate(truths) if truth is wanted]
                if len(rows) >= FEWEST:
                    extra = [*linear_equalities(columns, rows), *self.divided(rows), *self.bounded(rows, FEW_TERMS)]
                    found += [Binary("||", negate(test), e) for e in extra if e not in known]
        return found

    def _guards(self) -> dict[Expr, tuple[bool | None, ...]]:
        """The first iteration, the values of flags, and comparisons with scalars that the loop writes, with their truth
        in each sample; of equivalent ones the first."""
        known = {column.expr.name for column in (*self.written, *self.others) if isinstance(column.expr, Var)}
        inside = {c.expr.name for c in self.written if isinstance(c.expr, Var)}
        own = (part for stmt in statements((self.loop,)) for expr in expressions(stmt) for part in walk(expr))
        tests = [p for p in (*own, *self._parts()) if isinstance(p, Binary) and p.op in MIRRORED and not reads_cell(p)]
        flags = [Binary("==", c.expr, integer(max(c.values))) for c in self.written if len(set(c.values)) == 2]
        fitting = [test for test in tests if names(test) <= known and names(test) & inside]
        found: dict[tuple[bool | None, ...], Expr] = {}
        for guard in dict.fromkeys([_FIRST, *fitting, *flags]):
            truths = self._truths(guard)
            if {True, False} <= {*truths} and tuple(truth is False for truth in truths) not in found:
                found.setdefault(truths, guard)
        return {guard: truths for truths, guard in islice(found.items(), MOST_GUARDS)}

    def _truths(self, guard: Expr) -> tuple[bool | None, ...]:
        compiled = compile_expr(guard, self.subject.program.task.data_model)
        truths: list[bool | None] = []
        for sample in self.samples:
            try:
                known = {**sample.now, ITERATION.name: sample.iteration}
                truths.append(bool(compiled(SampleState(known, {}, sample.sizes, lambda cell, at: 0))))
            except RunEndedError:
                truths.append(None)
        return tuple(truths)

    # ---------------------------------------------------------------------------------------------------------- bounds

    def bounded(self, rows: Sequence[int] | None = None, most: int = MOST_TERMS) -> list[Expr]:
        """Linear inequalities over the current values, one of which may bound the others, in the given rows."""
        chosen = range(len(self.samples)) if rows is None else rows
        fixed, summed = self._independent
        columns = [*fixed, *summed]
        table = [[1, *(column.values[row] for column in columns)] for row in chosen]
        first = len(columns) - len(summed) + 1
        found = inequalities(
            table, range(first, len(columns) + 1), range(1, first), self._kept_constants(), self._factors(), most
        )
        return [_not_negative(vector[0], list(zip(vector[1:], columns, strict=True))) for vector in drop_sums(found)]

    @cached_property
    def _independent(self) -> tuple[list[Column], list[Column]]:
        """Numbers that the loop keeps, and scalars that it carries, without those that follow from others."""
        later = reads_of(self.subject.program.body) - reads_of((self.loop,))
        private = facts_of(0, self.loop).private - later.keys()
        unnamed = [c for c in self.written if c not in self.moving]
        carried = [c for c in (*self.moving, self.passed, *unnamed) if names(c.expr).isdisjoint(private)]
        fixed, summed = list[Column](), list[Column]()
        for columns, found in (([*self.sizes, *self.others, *self.entries], fixed), (carried, summed)):
            for column in columns:
                if not self._is_combination(column, [*fixed, *summed]):
                    found.append(column)
        return fixed, summed[:MOST_MOVING]

    def _is_combination(self, column: Column, known: list[Column]) -> bool:
        """Is it a linear combination of these columns?"""
        table = zip((1,) * len(column.values), *(one.values for one in known), column.values, strict=True)
        return any(vector[-1] for vector in equalities(table, len(known) + 2))

    def _kept_constants(self) -> Iterator[int]:
        """The constants that runs with small sizes do not replace."""
        found = {c for c in map(constant_of, self._parts()) if c is not None and abs(c) < LARGE}
        yield from sorted({*found} - {0}, key=abs)[:MOST_CONSTANTS]

    def _factors(self) -> Iterator[int]:
        """Two, and what one step may add: constants that are added, multiplied, or limit a value to fewer bits."""
        found = set[int]()
        for part in self._parts():
            match part:
                case Binary(op="+" | "-" | "*" | "&" | "%" as op, left=left, right=right):
                    found |= {abs(c) - (op == "%") for c in (constant_of(left), constant_of(right)) if c is not None}
                case _:
                    pass
        yield from (2, *sorted(c for c in found if 2 < c < BYTE)[:MOST_CONSTANTS])

    def _parts(self) -> Iterator[Expr]:
        exprs = (e for stmt in statements(self.subject.program.body) for e in expressions(stmt))
        return (part for expr in exprs for part in walk(expr))

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
                    found.append(remainder(column.expr, modulus, rest))
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
                    found.append(_disjunction(tests))
        return found


_FIRST = Binary("<=", ITERATION, Const(1, ULLONG))


def _signed(value: int) -> int:
    """The value as `long long`, in which relations are stated."""
    return value - (1 << LLONG.bits) if value > LLONG.highest else value


def remainder(expr: Expr, modulus: int, rest: int) -> Expr:
    """A scalar has a remainder; for powers of two also if it is negative or wraps."""
    small = isinstance(expr, Var) and isinstance(expr.type, IntType) and expr.type.bits <= 32
    value = Cast(UNSIGNED, expr) if small and modulus != 3 else expr
    return Binary("==", Binary("%", value, integer(modulus)), integer(rest))


def _disjunction(tests: list[Expr]) -> Expr:
    result = tests[0]
    for test in tests[1:]:
        result = Binary("||", result, test)
    return result


def constant_of(expr: Expr) -> int | None:
    """The value of an integer constant."""
    return int(expr.value) if isinstance(expr, Const) and isinstance(expr.value, int) else None


def _not_negative(constant: int, terms: Iterable[tuple[int, Column]]) -> Expr:
    """`constant + terms >= 0` with positive summands on both sides, on wide numbers."""
    left, right = _split_by_sign(constant, [(c, column.expr) for c, column in terms if c], LLONG)
    return Binary("<=", right, left)


def linear_equalities(columns: list[Column], rows: Iterable[int], narrow: bool = True) -> list[Expr]:
    """The equalities over the columns and a constant, on wide numbers and (`narrow`) modulo the narrowest type."""
    table = [[1, *(column.values[row] for column in columns)] for row in rows]
    found: list[Expr] = []
    for vector in equalities(table, len(columns) + 1):
        if sum(bool(c) for c in vector[1:]) == 0:
            continue
        terms = [(c, column.expr) for c, column in zip(vector[1:], columns, strict=True) if c]
        if all(isinstance(expr, Const) for _, expr in terms):
            continue
        found += [_equation(vector[0], terms, LLONG)]
        modulus = _narrowest(expr for _, expr in terms) if narrow else None
        if modulus is not None and len(terms) > 1:
            found.append(_equation(vector[0], terms, modulus))
    return found


def _narrowest(exprs: Iterable[Expr]) -> IntType | None:
    bits = min((e.type.bits for e in exprs if isinstance(e, Var) and not isinstance(e.type, FloatType)), default=0)
    return {8: _UCHAR, 16: _USHORT, 32: UNSIGNED, 64: ULLONG}.get(bits)


_UCHAR, _USHORT = IntType("unsigned char", 8, False), IntType("unsigned short", 16, False)


def _equation(constant: int, terms: list[tuple[int, Expr]], ctype: IntType) -> Expr:
    """An equation with positive summands on both sides, in the type."""
    left, right = _split_by_sign(constant, terms, ctype)
    if ctype.bits < 32:
        left, right = Cast(ctype, left), Cast(ctype, right)
    return Binary("==", left, right)


def _split_by_sign(constant: int, terms: list[tuple[int, Expr]], ctype: IntType) -> tuple[Expr, Expr]:
    """The positive summands, and the negated other ones; constants are added up."""
    constant += sum(c * number for c, e in terms if (number := constant_of(e)) is not None)
    moving = [(c, e) for c, e in terms if constant_of(e) is None]
    left = _sum(max(constant, 0), [(c, e) for c, e in moving if c > 0], ctype)
    return left, _sum(max(-constant, 0), [(-c, e) for c, e in moving if c < 0], ctype)


def _sum(constant: int, terms: list[tuple[int, Expr]], ctype: IntType) -> Expr:
    inner = ctype if ctype.bits >= 32 else UNSIGNED
    parts: list[Expr] = [_times(c, _cast_to(e, inner), inner) for c, e in terms]
    if constant or not parts:
        parts.append(Const(constant, inner))
    total = parts[0]
    for part in parts[1:]:
        total = Binary("+", total, part)
    return total


def _cast_to(expr: Expr, ctype: IntType) -> Expr:
    return Const(expr.value, ctype) if isinstance(expr, Const) else Cast(ctype, expr)


def _times(coefficient: int, expr: Expr, ctype: IntType) -> Expr:
    if coefficient == 1:
        return expr
    if isinstance(expr, Const):
        return Const(coefficient * expr.value, ctype)
    return Binary("*", Const(coefficient, ctype), expr)
