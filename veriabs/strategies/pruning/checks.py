"""Build the program with the side conditions of pruning: closed forms, trip counts, positions and ranges.

Every loop is cut: its writes are arbitrary afterwards, so each check holds for all loops after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veriabs.core.ctext import Printer
from veriabs.core.ctree import FALSE, conjunction, integer, names, transform
from veriabs.core.expressions import Binary, Cast, Conditional, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION, LoopModel
from veriabs.core.queries import Query
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Block,
    Check,
    CheckId,
    CheckKind,
    Define,
    Evaluate,
    If,
    Stmt,
)  # fmt: skip
from veriabs.core.types import INT, LLONG, ULLONG
from veriabs.encode.cut import FIRST, within
from veriabs.encode.emit import arbitrary, checks, havoc
from veriabs.encode.spell import sum_of, trips_of
from veriabs.loops.accelerate import at, one_further
from veriabs.loops.trips import counted_test
from veriabs.strategies.pruning.programs import Declared, entry_of, first_of
from veriabs.strategies.pruning.ranges import Ranges
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, counted_conjuncts

MOST = 1 << 42
"""The largest trip counts and first positions; with the steepest slope, columns stay within 2^50."""

_POSITION = Var("at_position", LLONG)
"""The position of an arbitrary iteration."""


def side_conditions(model: LoopModel, parts: tuple[Part, ...], ranges: Ranges | None = None) -> Query:
    """One program whose assertions are all side conditions; with `ranges`, those of the cutoff theorem as well."""
    declared, asked = Declared(model, parts), dict[str, None]()
    body: list[Stmt] = []
    for part in parts:
        if isinstance(part, ArrayTraversal):
            body.append(_Cut(model, part, ranges, asked).block())
        else:
            body += transform(part, _unchecked)
    return Query(
        purpose="side conditions",
        template="pruning/checks",
        context=declared.context(tuple(body)),
        asked=tuple(checks(body)),
        unwind=2,
        arrays=declared.writes_arrays,
    )


def _unchecked(stmt: Stmt) -> tuple[Stmt, ...]:
    return (Evaluate(stmt.test, stmt.where) if isinstance(stmt, Assert) else stmt,)


@dataclass
class _Cut:
    """One cut sweep: checks at its entry and in an arbitrary iteration; `asked` are all checks."""

    model: LoopModel
    sweep: ArrayTraversal
    ranges: Ranges | None
    asked: dict[str, None]

    def __post_init__(self) -> None:
        self.where = self.sweep.facts.loop.where
        self.trips, self.first = trips_of(self.sweep.facts), first_of(self.sweep)
        self.behind = Binary("+", self.trips, integer(1))

    def block(self) -> Stmt:
        facts, where = self.sweep.facts, self.where
        body = (
            *entry_of(self.sweep, self.sweep.base),
            self._aside((*self._entry(), *self._range())),
            self._aside((*self._counters(self.behind), self._check(Unary("!", self._holds()), "trip count: ends"))),
            self._aside(self._iteration()),
            *havoc(facts.written, self.model.scalars, self.model.program.arrays, facts.loop),
            *(Assign(a.variable, at(a.form, self.behind), where) for a in facts.accelerable if facts.exact),
        )
        return Block(f"the loop at line {where.line}", body, where)

    def _aside(self, body: tuple[Stmt, ...]) -> Stmt:
        """Checks in runs that end with them."""
        return If(arbitrary(INT), (*body, Assume(FALSE, self.where)), (), self.where)

    def _counters(self, itno: Expr) -> tuple[Stmt, ...]:
        """New variables with the counters' values at the start of an iteration."""
        return tuple(Define(a.variable, at(a.form, itno), self.where) for a in self.sweep.facts.accelerable)

    def _check(self, test: Expr, text: str, kind: CheckKind = CheckKind.TRIPS) -> Stmt:
        description = f"{text}, line {self.sweep.line}"
        if description in self.asked:
            description = f"{description} (loop {self.sweep.number}, {len(self.asked)})"
        self.asked[description] = None
        return Check(test, description, CheckId(kind), self.where)

    def _entry(self) -> Iterator[Stmt]:
        few = Binary("<=", self.trips, integer(MOST, ULLONG))
        yield self._check(conjunction((few, _near(self.first))), "columns do not overflow")
        for counter in self.sweep.facts.accelerable:
            test = Binary("==", at(counter.form, FIRST), counter.start)
            yield self._check(test, f"closed form of {counter.variable.name}: base", CheckKind.FORM)

    def _range(self) -> Iterator[Stmt]:
        """The iterations are those of the range, or none if a loop-invariant condition fails."""
        number, size = self.sweep.number, abs(self.sweep.slope)
        found = None if self.ranges is None else self.ranges.ranges.get(number)
        if found is None:
            return
        low, high = Var(f"at_low_{number}", LLONG), Var(f"at_high_{number}", LLONG)
        yield Define(low, sum_of(found.low), self.where)
        yield Define(high, sum_of(found.high), self.where)
        yield self._check(conjunction((_near(low), _near(high))), "ends of the range do not overflow")
        width: Expr = Binary("-", high, low)
        if size > 1:
            width = Binary("/", Binary("+", width, integer(size - 1)), integer(size))
        kept = [part for part in counted_conjuncts(self.sweep)[1] if not names(part) & self.sweep.facts.written]
        runs = conjunction((*kept, Binary("<", low, high)))
        trips = Binary("==", self.trips, Conditional(runs, Cast(ULLONG, width), integer(0)))
        begin = low if self.sweep.slope > 0 else Binary("-", high, integer(1))
        begins = Binary("||", Binary("==", self.trips, integer(0)), Binary("==", self.first, begin))
        yield self._check(conjunction((trips, begins)), "range")

    def _iteration(self) -> tuple[Stmt, ...]:
        passed = Cast(LLONG, Binary("-", ITERATION, integer(1)))
        position = Binary("+", self.first, Binary("*", integer(self.sweep.slope), passed))
        few = Binary("<=", self.trips, integer(MOST, ULLONG))
        return (
            Define(ITERATION, None, self.where),
            Assume(conjunction((within(ITERATION, self.trips), few)), self.where),
            *self._counters(ITERATION),
            Define(_POSITION, position, self.where),
            *self._each(),
        )

    def _each(self) -> Iterator[Stmt]:
        facts = self.sweep.facts
        for access in self.sweep.accesses:
            place = Binary("+", _POSITION, integer(access.offset)) if access.offset else _POSITION
            test = Binary("==", Cast(LLONG, access.element.indices[0]), place)
            kind = "written" if access.writes else "read"
            yield self._check(test, f"position of {Printer().expr(access.element)} {kind}", CheckKind.ACCESS)
        for counter in facts.accelerable:
            test = Binary("==", counter.after, one_further(counter.form, ITERATION))
            yield self._check(test, f"closed form of {counter.variable.name}: step", CheckKind.FORM)
        if facts.exact:
            yield self._check(self._holds(), "trip count: goes on")

    def _holds(self) -> Expr:
        return conjunction(counted_test(self.sweep.facts))


def _near(column: Expr) -> Expr:
    """Is the column near enough to 0 that columns do not overflow?"""
    return conjunction((Binary(">=", column, integer(-MOST, LLONG)), Binary("<=", column, integer(MOST, LLONG))))
