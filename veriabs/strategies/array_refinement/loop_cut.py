"""Cut the loops that only check the assertion: one arbitrary iteration stands for all.

The cut loops contain the assertion, write no array and carry only counters. Each becomes one iteration from arbitrary
counter values, chosen at the start of the run: `known_at_x` is the value of x when the assertion fails. The iteration
assumes that the counter is not before its start, and asserts it afterwards.
"""

from __future__ import annotations

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import asserts, conjunction, integer, negate, writes
from veriabs.core.expressions import Binary, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import Accelerable
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.encode.cut import iteration
from veriabs.encode.emit import havoc
from veriabs.loops.accelerate import accelerable_variables, constant_step
from veriabs.loops.private_scalars import private_scalars

CHOICE = Var("guard_0", BOOL)
"""An arbitrary choice: is the failing iteration one of this loop?"""


class CutTask(Struct, frozen=True):
    """The statements that matter to one assertion, and the scalars that cutting added.

    `known` maps a counter to the scalar with its value when the assertion fails; no statement writes that scalar.
    """

    body: tuple[Stmt, ...]
    added: dict[str, Scalar]
    known: dict[str, Var]


def cut(body: tuple[Stmt, ...], number: int, scalars: dict[str, Scalar], arrays: dict[str, Array]) -> CutTask:
    """The body with every loop cut that only checks the assertion."""
    cutter = _Cutter(number, scalars, frozenset(arrays))
    return CutTask(cutter.body(body), cutter.added, cutter.known)


class _Cutter(Struct):
    """Cuts loops for the assertion `number`, outermost first; collects the scalars that it adds in `added`.

    `known` maps a counter to the scalar with its value when the assertion fails.
    """

    number: int
    scalars: dict[str, Scalar]
    arrays: frozenset[str]
    added: dict[str, Scalar] = field(default_factory=dict)
    known: dict[str, Var] = field(default_factory=dict)

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if not asserts((stmt,), self.number):
            return (stmt,)
        match stmt:
            case If(then=then, orelse=orelse):
                return (replace(stmt, then=self.body(then), orelse=self.body(orelse)),)
            case Loop():
                counters = self._counters(stmt)
                return (replace(stmt, body=self.body(stmt.body)),) if counters is None else self._cut(stmt, counters)
            case _:
                return (stmt,)

    def _counters(self, loop: Loop) -> tuple[Accelerable, ...] | None:
        """The counters of a loop that only checks; None if the loop computes something."""
        inside = (*loop.body, *loop.update)
        written = writes(inside)
        if written & self.arrays or continues(loop.body):
            return None
        counters = tuple(a for a in accelerable_variables(0, loop, written) if constant_step(a))
        names = {a.variable.name for a in counters}
        return counters if counters and not written - names - private_scalars(loop) else None

    def _cut(self, loop: Loop, counters: tuple[Accelerable, ...]) -> tuple[Stmt, ...]:
        where = loop.where
        self._add(CHOICE, where)
        starts = tuple(Assign(self._start(a.variable, where), a.variable, where) for a in counters)
        chosen = tuple(Assign(a.variable, self._known_flag(a.variable, where), where) for a in counters)
        names = {a.variable.name for a in counters}
        lost = havoc(writes((*loop.body, *loop.update)) - names, self.scalars, (), loop)
        passed = conjunction(part for a in counters for part in _counter_range(a, self._start(a.variable, where)))
        checked: tuple[Stmt, ...] = (
            *chosen,
            *lost,
            If(negate(passed), (Halt(where),), (), where),
            # effects of a `break` are arbitrary anyway
            *iteration(loop, "", Halt(where), self.body),
            Assert(passed, -1 - len(self.added), where),
            Halt(where),
        )
        after = (*(Havoc(a.variable, -1, None, where) for a in counters), *lost)
        return (*starts, Havoc(CHOICE, -1, None, where), If(CHOICE, checked, (), where), *after)

    def _add(self, variable: Var, where: Where) -> Var:
        self.added[variable.name] = Scalar(variable.name, variable.type, Initial.NONDET, variable.name, where)
        return variable

    def _start(self, variable: Var, where: Where) -> Var:
        return self._add(Var(f"start_{variable.name}", variable.type), where)

    def _known_flag(self, variable: Var, where: Where) -> Var:
        known = self._add(Var(f"known_at_{variable.name}", variable.type), where)
        self.known[variable.name] = known
        return known


def _counter_range(counter: Accelerable, start: Var) -> tuple[Expr, ...]:
    """The counter is at its start or a whole number of steps after it."""
    step = constant_step(counter)
    assert step
    low, high = (start, counter.variable) if step > 0 else (counter.variable, start)
    order: Expr = Binary(">=", high, low)
    if abs(step) == 1:
        return (order,)
    return (order, Binary("==", Binary("%", Binary("-", high, low), integer(abs(step))), integer(0)))
