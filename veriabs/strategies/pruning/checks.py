"""Build the program with the side conditions of pruning: closed forms, trip counts, positions and covered cells.

Every loop is cut: its writes are arbitrary afterwards, so each check holds for all loops after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from veriabs.core.ctext import Printer
from veriabs.core.ctree import FALSE, conjunction, integer, plus, transform
from veriabs.core.expressions import Binary, Cast, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION, LoopModel
from veriabs.core.queries import Query
from veriabs.core.statements import Assert, Assign, Assume, Block, Check, CheckId, CheckKind, Define, Evaluate, If, Stmt
from veriabs.core.types import INT, LLONG, ULLONG
from veriabs.encode.cut import FIRST, within
from veriabs.encode.emit import arbitrary, checks, havoc
from veriabs.encode.spell import trips_of
from veriabs.loops.accelerate import at, one_further
from veriabs.loops.trips import counted_test
from veriabs.strategies.pruning.flow import Cover
from veriabs.strategies.pruning.programs import TaskDeclarations, entry_of, first_position
from veriabs.strategies.pruning.sweeps import Part, Sweep, sweeps_of

MOST = 1 << 42
"""The largest trip counts and first positions; with the steepest slope, columns stay within 2^50."""

_POSITION = Var("at_position", LLONG)
"""The position of an arbitrary iteration."""


def cover_text(cover: Cover) -> str:
    """The description of a check that a claim holds."""
    writer, reader = f"loop {cover.writer} at offset {cover.written}", f"loop {cover.reader} at offset {cover.read}"
    return f"{writer} passes every cell of {reader}"


def side_conditions(model: LoopModel, parts: tuple[Part, ...], covers: Iterable[Cover] = ()) -> Query:
    """One program whose assertions are all side conditions, `covers` included."""
    declared, asked = TaskDeclarations(model, parts), dict[str, None]()
    sweeps = {sweep.number: sweep for sweep in sweeps_of(parts)}
    body: list[Stmt] = []
    for part in parts:
        if isinstance(part, Sweep):
            own = [(sweeps[cover.writer], cover) for cover in covers if cover.reader == part.number]
            body += _Cut(model, part, own, asked).code()
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
    """One cut sweep: checks at its entry and in an arbitrary iteration; `asked` are all checks.

    `covers` are the claims on cells that it reads, each with the sweep that writes them.
    """

    model: LoopModel
    sweep: Sweep
    covers: list[tuple[Sweep, Cover]]
    asked: dict[str, None]

    def __post_init__(self) -> None:
        self.where = self.sweep.facts.loop.where
        self.trips, self.first = trips_of(self.sweep.facts), first_position(self.sweep)
        self.behind = Binary("+", self.trips, integer(1))

    def code(self) -> tuple[Stmt, ...]:
        """The snapshots at the entry, which later sweeps refer to, and the cut loop."""
        facts, where = self.sweep.facts, self.where
        body = (
            self._and_end((*self._entry(), *self._check_coverage())),
            self._and_end((*self._counters(self.behind), self._check(Unary("!", self._holds()), "trip count: ends"))),
            self._and_end(self._iteration()),
            *havoc(facts.written, self.model.scalars, self.model.program.arrays, facts.loop),
            *(Assign(a.variable, at(a.form, self.behind), where) for a in facts.accelerable if facts.exact),
        )
        return (*entry_of(self.sweep, self.sweep.base), Block(f"the loop at line {where.line}", body, where))

    def _and_end(self, body: tuple[Stmt, ...]) -> Stmt:
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
        yield self._check(conjunction((few, _is_small(self.first))), "columns do not overflow")
        for counter in self.sweep.facts.accelerable:
            test = Binary("==", at(counter.form, FIRST), counter.start)
            yield self._check(test, f"closed form of {counter.variable.name}: base", CheckKind.FORM)

    def _check_coverage(self) -> Iterator[Stmt]:
        """The writer passes the first and the last cell of this sweep, and so all between."""
        for writer, cover in self.covers:
            low, high = _cell_range(writer, cover.written)
            first, last = _cell_range(self.sweep, cover.read)
            inside = conjunction((Binary("<=", low, first), Binary("<=", last, high)))
            none = Binary("==", self.trips, integer(0))
            yield Check(Binary("||", none, inside), cover_text(cover), CheckId(CheckKind.TRIPS), self.where)

    def _iteration(self) -> tuple[Stmt, ...]:
        passed = Cast(LLONG, Binary("-", ITERATION, integer(1)))
        position = Binary("+", self.first, Binary("*", integer(self.sweep.slope), passed))
        few = Binary("<=", self.trips, integer(MOST, ULLONG))
        return (
            Define(ITERATION, None, self.where),
            Assume(conjunction((within(ITERATION, self.trips), few)), self.where),
            *self._counters(ITERATION),
            Define(_POSITION, position, self.where),
            *self._access_checks(),
        )

    def _access_checks(self) -> Iterator[Stmt]:
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


def _cell_range(sweep: Sweep, offset: int) -> tuple[Expr, Expr]:
    """The lowest and highest cell at an offset; the highest is below the lowest if there is no iteration."""
    passed = Cast(LLONG, Binary("-", trips_of(sweep.facts), integer(1)))
    last = Binary("+", first_position(sweep), Binary("*", integer(sweep.slope), passed))
    low, high = (first_position(sweep), last) if sweep.slope > 0 else (last, first_position(sweep))
    return plus(low, offset), plus(high, offset)


def _is_small(column: Expr) -> Expr:
    """Is the column near enough to 0 that columns do not overflow?"""
    return conjunction((Binary(">=", column, integer(-MOST, LLONG)), Binary("<=", column, integer(MOST, LLONG))))
